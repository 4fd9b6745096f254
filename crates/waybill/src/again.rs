//! Writing once more when the database stumbles: for what is known already and must not be left open, because the outside world was
//! asked and has answered.
//!
//! Only for work that touches nothing but the database, in one transaction that changes nothing when it was done before.

use std::future::Future;
use std::time::Duration;
use store::StoreError;

const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(700)];

/// Does it, and does it again when the database could not take it just now.
pub async fn written<T, Work: Future<Output = Result<T, StoreError>>>(work: impl Fn() -> Work) -> Result<T, StoreError> {
    for pause in PAUSES {
        match work().await {
            Err(StoreError::Unavailable(error)) => {
                tracing::warn!(%error, "the database stumbled; once more");
                tokio::time::sleep(pause).await;
            }
            other => return other,
        }
    }
    work().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    async fn tries(failing: usize, error: fn() -> StoreError) -> (usize, bool) {
        let count = AtomicUsize::new(0);
        let done = written(|| async { if count.fetch_add(1, Ordering::Relaxed) < failing { Err(error()) } else { Ok(()) } }).await;
        (count.load(Ordering::Relaxed), done.is_ok())
    }

    #[tokio::test]
    async fn what_the_database_cannot_take_just_now_is_written_again_and_nothing_else() {
        let busy = store::testing::stumbled;
        assert_eq!(tries(0, busy).await, (1, true));
        assert_eq!(tries(2, busy).await, (3, true));
        assert_eq!(tries(3, busy).await, (3, false));
        assert_eq!(tries(1, || StoreError::Duplicate).await, (1, false));
    }
}
