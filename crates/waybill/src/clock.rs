//! Where the time comes from: the system's clock, or one that a test holds still and moves by hand.

use chrono::TimeDelta;
use domain::Timestamp;
use std::sync::{Arc, Mutex, PoisonError};

/// A source of the present time. Cheap to clone.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System,
    Held(Arc<Mutex<Timestamp>>),
}

impl Clock {
    /// The system's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands at the given time until it is moved.
    #[must_use]
    pub fn held_at(time: Timestamp) -> Self {
        Self(Source::Held(Arc::new(Mutex::new(time))))
    }

    /// The present time, in the precision in which it is stored.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let exact = match &self.0 {
            #[expect(clippy::disallowed_methods, reason = "this is the one place that asks the system")]
            Source::System => chrono::Utc::now(),
            Source::Held(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        };
        store::timestamp(store::micros(exact)).unwrap_or(exact)
    }

    /// Moves a held clock; the system's clock does not care.
    pub fn advance(&self, by: TimeDelta) {
        if let Source::Held(time) = &self.0 {
            *time.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }
}
