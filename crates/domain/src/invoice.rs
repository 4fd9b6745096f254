//! Invoices: what is put on one, when it is due, and how its number and state read.

use crate::Timestamp;
use crate::ledger::{Balances, Book};
use crate::money::Cents;
use chrono::{DateTime, Datelike, Months, TimeDelta, TimeZone, Utc};

/// How long an invoice may stay open.
pub const DUE_AFTER: TimeDelta = TimeDelta::days(15);

/// Where an invoice stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Something is due, and there is time.
    Open,
    /// Something is due, and the time is over.
    Overdue,
    /// Nothing is due.
    Paid,
}

/// Paid when nothing is due, overdue when the due date is before now, open otherwise.
#[must_use]
pub fn status(amount_due: Cents, due_at: Timestamp, now: Timestamp) -> Status {
    if amount_due <= Cents::ZERO {
        Status::Paid
    } else if due_at < now {
        Status::Overdue
    } else {
        Status::Open
    }
}

/// A number as people read it: six digits.
#[must_use]
pub fn shown(number: i64) -> String {
    format!("{number:06}")
}

/// What is owed and not on an invoice yet: zero or more. Money set aside for open purchases is not owed yet.
#[must_use]
pub fn owed(balances: &Balances) -> Cents {
    let settled = balances.get(Book::Available).get().saturating_add(balances.get(Book::Held).get());
    Cents::new(settled.saturating_neg().max(0))
}

/// The calendar month before the one of `now` (UTC): its first instant, and the first instant after it.
#[must_use]
pub fn month_before(now: Timestamp) -> (Timestamp, Timestamp) {
    let first = Utc.with_ymd_and_hms(now.year(), now.month(), 1, 0, 0, 0).single().unwrap_or(now);
    let before = first.checked_sub_months(Months::new(1)).unwrap_or(first);
    (before, first)
}

/// The name of a month, such as `2026-10`.
#[must_use]
pub fn month_name(month: DateTime<Utc>) -> String {
    format!("{:04}-{:02}", month.year(), month.month())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn paid_overdue_or_open() {
        let (due, now) = (at("2026-11-16T00:00:00Z"), at("2026-11-10T00:00:00Z"));
        assert_eq!(status(Cents::new(1), due, now), Status::Open);
        assert_eq!(status(Cents::new(1), due, due + TimeDelta::seconds(1)), Status::Overdue);
        assert_eq!(status(Cents::ZERO, due, due + TimeDelta::days(9)), Status::Paid);
        assert_eq!(shown(42), "000042");
        assert_eq!(shown(1_234_567), "1234567");
    }

    #[test]
    fn the_month_before_crosses_years() {
        let (from, to) = month_before(at("2027-01-01T00:00:07Z"));
        assert_eq!((from, to), (at("2026-12-01T00:00:00Z"), at("2027-01-01T00:00:00Z")));
        assert_eq!(month_name(from), "2026-12");
    }

    #[test]
    fn holds_are_not_owed_yet() {
        let mut balances = Balances::default();
        balances.set(Book::Available, Cents::new(-900));
        balances.set(Book::Held, Cents::new(200));
        assert_eq!(owed(&balances), Cents::new(700));
        balances.set(Book::Available, Cents::new(10));
        assert_eq!(owed(&balances), Cents::ZERO);
    }
}
