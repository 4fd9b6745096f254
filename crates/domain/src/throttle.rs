//! How often something may be tried: sign-in and recovery are the hardest limits.

use crate::Timestamp;
use chrono::TimeDelta;

/// At most `tries` in `window_seconds`, counted from the first try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// How many.
    pub tries: i64,
    /// In how many seconds.
    pub window_seconds: i64,
}

/// Failed sign-ins for one e-mail address from one network address.
pub const SIGN_IN_PER_EMAIL_AND_IP: Limit = Limit { tries: 10, window_seconds: 15 * 60 };
/// Failed sign-ins for one e-mail address from everywhere: higher, so that a stranger cannot easily lock somebody out.
pub const SIGN_IN_PER_EMAIL: Limit = Limit { tries: 100, window_seconds: 15 * 60 };
/// Failed sign-ins, and exchanges of unknown tokens, from one network address.
pub const SIGN_IN_PER_IP: Limit = Limit { tries: 60, window_seconds: 15 * 60 };
/// Recovery mails for one e-mail address.
pub const RECOVERY_PER_EMAIL: Limit = Limit { tries: 3, window_seconds: 60 * 60 };
/// Recovery requests from one network address.
pub const RECOVERY_PER_IP: Limit = Limit { tries: 20, window_seconds: 60 * 60 };

impl Limit {
    /// Whether so many tries in a window that began then are too many now.
    #[must_use]
    pub fn exceeded(self, count: i64, began: Timestamp, now: Timestamp) -> bool {
        count >= self.tries && now < self.ends(began)
    }

    /// When a window that began then is over.
    #[must_use]
    pub fn ends(self, began: Timestamp) -> Timestamp {
        began + TimeDelta::seconds(self.window_seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_again_when_the_window_is_over() {
        let began = chrono::DateTime::from_timestamp(1_000_000, 0).unwrap();
        let limit = Limit { tries: 3, window_seconds: 60 };
        assert!(!limit.exceeded(2, began, began));
        assert!(limit.exceeded(3, began, began + TimeDelta::seconds(59)));
        assert!(!limit.exceeded(3, began, began + TimeDelta::seconds(60)));
    }
}
