//! Work on many things that computes as much as it waits: done on threads of its own, so that requests are not held up.
//!
//! What is not awaited to its end is dropped: a body must be safe to stop at any await.

use crate::jobs::JobError;
use futures_util::StreamExt;
use futures_util::stream;
use std::future::Future;
use tokio::runtime::Handle;

/// More threads than this help nobody: the database has one writer.
const MOST_THREADS: usize = 8;

/// Does `work` with each item, on as many threads as there are cores and `at_once` on each; answers in the order of the items.
pub async fn map<T, R, F, Work>(mut items: Vec<T>, at_once: usize, work: F) -> Result<Vec<R>, JobError>
where
    T: Send + 'static,
    R: Send + 'static,
    F: Fn(T) -> Work + Clone + Send + 'static,
    Work: Future<Output = R>,
{
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let share = items.len().div_ceil(threads).max(1);
    let mut running = Vec::with_capacity(threads);
    while !items.is_empty() {
        let rest = items.split_off(share.min(items.len()));
        let (part, work, handle) = (std::mem::replace(&mut items, rest), work.clone(), Handle::current());
        running.push(tokio::task::spawn_blocking(move || handle.block_on(in_order(part, at_once, work))));
    }
    let mut done = Vec::new();
    for part in running {
        done.extend(part.await.map_err(|error| JobError::Retry(error.to_string()))?);
    }
    Ok(done)
}

/// One that is slow holds up nobody but itself: the answers are put in order when all are there.
async fn in_order<T, R, F, Work>(part: Vec<T>, at_once: usize, work: F) -> Vec<R>
where
    F: Fn(T) -> Work,
    Work: Future<Output = R>,
{
    let numbered = part.into_iter().enumerate().map(|(number, item)| {
        let doing = work(item);
        async move { (number, doing.await) }
    });
    let mut done: Vec<(usize, R)> = stream::iter(numbered).buffer_unordered(at_once).collect().await;
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, answer)| answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::Notify;

    #[tokio::test]
    async fn the_first_one_may_be_the_last_and_still_stands_first() {
        let (all, done) = (Arc::new(Notify::new()), Arc::new(AtomicUsize::new(0)));
        let answers = map((0..40).collect(), 2, move |item: usize| {
            let (all, done) = (Arc::clone(&all), Arc::clone(&done));
            async move {
                // Waits for all others, which go on meanwhile.
                if item == 0 {
                    all.notified().await;
                } else if done.fetch_add(1, Ordering::SeqCst) + 1 == 39 {
                    all.notify_one();
                }
                item
            }
        });
        let answers = tokio::time::timeout(std::time::Duration::from_secs(60), answers).await;
        assert_eq!(answers.expect("nobody waits for the first").unwrap(), (0..40).collect::<Vec<_>>());
    }
}
