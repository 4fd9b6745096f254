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
        running
            .push(tokio::task::spawn_blocking(move || handle.block_on(stream::iter(part).map(work).buffered(at_once).collect::<Vec<R>>())));
    }
    let mut done = Vec::new();
    for part in running {
        done.extend(part.await.map_err(|error| JobError::Retry(error.to_string()))?);
    }
    Ok(done)
}
