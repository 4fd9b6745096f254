//! Business days: when a parcel that needs some days arrives.

use chrono::{Datelike, NaiveDate, Weekday};

/// On which days a carrier delivers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Week {
    /// Monday to Friday.
    WorkDays,
    /// Monday to Saturday.
    WithSaturday,
}

/// The delivery day after so many business days; none when the calendar ends before.
pub fn after(start: NaiveDate, days: u8, week: Week) -> Option<NaiveDate> {
    let mut date = start;
    for _ in 0..days {
        date = date.succ_opt()?;
        while !delivers(date, week) {
            date = date.succ_opt()?;
        }
    }
    Some(date)
}

/// Whether a carrier delivers on that day.
pub fn delivers(date: NaiveDate, week: Week) -> bool {
    let rest = match week {
        Week::WorkDays => matches!(date.weekday(), Weekday::Sat | Weekday::Sun),
        Week::WithSaturday => date.weekday() == Weekday::Sun,
    };
    !rest && !is_holiday(date)
}

/// The federal holidays, on their own day.
fn is_holiday(date: NaiveDate) -> bool {
    let nth = |weekday: Weekday, count: u32| date.weekday() == weekday && date.day0() / 7 + 1 == count;
    let last_monday_of_may = date.month() == 5 && date.weekday() == Weekday::Mon && date.day() > 24;
    match (date.month(), date.day()) {
        (1, 1) | (6, 19) | (7, 4) | (11, 11) | (12, 25) => true,
        (1 | 2, _) => nth(Weekday::Mon, 3),
        (9, _) => nth(Weekday::Mon, 1),
        (10, _) => nth(Weekday::Mon, 2),
        (11, _) => nth(Weekday::Thu, 4),
        _ => last_monday_of_may,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    #[test]
    fn sundays_and_holidays_do_not_count() {
        let friday = day(2026, 11, 13);
        assert_eq!(after(friday, 1, Week::WithSaturday), Some(day(2026, 11, 14)));
        assert_eq!(after(friday, 1, Week::WorkDays), Some(day(2026, 11, 16)));
        assert_eq!(after(friday, 2, Week::WithSaturday), Some(day(2026, 11, 16)));
        assert_eq!(after(day(2026, 11, 25), 1, Week::WorkDays), Some(day(2026, 11, 27)), "Thanksgiving");
        assert_eq!(after(day(2026, 12, 24), 1, Week::WithSaturday), Some(day(2026, 12, 26)), "Christmas");
        assert_eq!(after(friday, 0, Week::WorkDays), Some(friday));
        assert_eq!(after(NaiveDate::MAX, 1, Week::WorkDays), None);
    }

    #[test]
    fn holidays_that_move_are_found() {
        for date in [day(2026, 1, 19), day(2026, 2, 16), day(2026, 5, 25), day(2026, 9, 7), day(2026, 10, 12), day(2026, 11, 26)] {
            assert!(is_holiday(date), "{date}");
        }
        assert!(!is_holiday(day(2026, 5, 18)) && !is_holiday(day(2026, 11, 19)));
    }
}
