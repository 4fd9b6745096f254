//! How many requests a caller may send to this node. Sign-in and recovery have harder limits of their own, shared by all nodes.

use super::error::ApiError;
use super::request::Client;
use crate::config::Limits;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Counts requests by network address.
#[derive(Clone)]
pub struct Limiter {
    limiter: Arc<DefaultKeyedRateLimiter<String>>,
    seen: Arc<AtomicU32>,
}

impl Limiter {
    /// As configured.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let at_least_one = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(at_least_one(limits.requests_per_second)).allow_burst(at_least_one(limits.burst));
        Self { limiter: Arc::new(RateLimiter::keyed(quota)), seen: Arc::default() }
    }

    fn check(&self, ip: &str) -> Result<(), i64> {
        // Forgets idle callers now and then, so that the table stays as small as the number of active ones.
        if self.seen.fetch_add(1, Ordering::Relaxed) % 10_000 == 9_999 {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&ip.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            i64::try_from(wait.as_secs()).unwrap_or(i64::MAX).saturating_add(1)
        })
    }
}

/// The middleware.
pub async fn limit(State(limiter): State<Limiter>, client: Client, request: Request, next: Next) -> Result<Response, ApiError> {
    limiter.check(&client.ip).map_err(ApiError::too_many_requests)?;
    Ok(next.run(request).await)
}
