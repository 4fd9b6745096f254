//! Days and hours as a carrier counts them: Sundays, federal holidays, and local time without a time zone database.
//!
//! Time zones follow the state and, where a state has two, the longitude; daylight saving follows the rule of 2007. That is
//! right for all but a few counties, and enough for a story. It must not be used for anything that has to be exact.

use crate::zips::Point;
use chrono::{Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Weekday};
use domain::Timestamp;

/// Days on which a carrier moves and delivers parcels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Week {
    /// Monday to Saturday.
    SixDays,
    /// Monday to Friday.
    FiveDays,
}

impl Week {
    /// Whether the carrier works on a day.
    #[must_use]
    pub fn works_on(self, day: NaiveDate) -> bool {
        let weekend = match self {
            Self::SixDays => matches!(day.weekday(), Weekday::Sun),
            Self::FiveDays => matches!(day.weekday(), Weekday::Sat | Weekday::Sun),
        };
        !weekend && !is_holiday(day)
    }

    /// The day itself or the next one on which the carrier works.
    #[must_use]
    pub fn next_working(self, day: NaiveDate) -> NaiveDate {
        let mut day = day;
        while !self.works_on(day) && day < NaiveDate::MAX {
            day = plus(day, 1);
        }
        day
    }

    /// So many working days later.
    #[must_use]
    pub fn add(self, day: NaiveDate, working_days: u8) -> NaiveDate {
        (0..working_days).fold(day, |day, _| self.next_working(plus(day, 1)))
    }
}

/// So many days later; the same day at the end of time.
#[must_use]
pub fn plus(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(day)
}

/// Federal holidays on the day they are kept.
#[must_use]
pub fn is_holiday(day: NaiveDate) -> bool {
    let nth = |month: u32, weekday: Weekday, n: u8| NaiveDate::from_weekday_of_month_opt(day.year(), month, weekday, n);
    let moving = [
        nth(1, Weekday::Mon, 3),
        nth(2, Weekday::Mon, 3),
        last_monday_of_may(day.year()),
        nth(9, Weekday::Mon, 1),
        nth(10, Weekday::Mon, 2),
        nth(11, Weekday::Thu, 4),
    ];
    let is_fixed = |day: NaiveDate| matches!((day.month(), day.day()), (1, 1) | (6, 19) | (7, 4) | (11, 11) | (12, 25));
    let monday_after_sunday = day.weekday() == Weekday::Mon && day.pred_opt().is_some_and(is_fixed);
    is_fixed(day) || monday_after_sunday || moving.contains(&Some(day))
}

fn last_monday_of_may(year: i32) -> Option<NaiveDate> {
    NaiveDate::from_weekday_of_month_opt(year, 5, Weekday::Mon, 5)
        .or_else(|| NaiveDate::from_weekday_of_month_opt(year, 5, Weekday::Mon, 4))
}

/// A time zone: hours from UTC in winter, and whether it has daylight saving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zone {
    hours: i64,
    summer: bool,
}

impl Zone {
    /// Where nothing is known.
    pub const UTC: Self = Self { hours: 0, summer: false };

    /// The zone of a state, and of a place in it where the state has two.
    #[must_use]
    pub fn of(state: &str, point: Option<Point>) -> Self {
        let west_of = |degrees: i32| point.is_some_and(|point| point.lon < degrees.saturating_mul(10_000));
        let (hours, summer) = match state {
            "AZ" => (-7, false),
            "HI" => (-10, false),
            "AK" => (-9, true),
            "PR" | "VI" => (-4, false),
            "GU" | "MP" => (10, false),
            "AS" => (-11, false),
            "PW" => (9, false),
            "FM" => (10, false),
            "MH" => (12, false),
            "AE" => (1, false),
            "AP" => (9, false),
            "CA" | "WA" | "NV" => (-8, true),
            "OR" if !west_of(-117) => (-7, true),
            "OR" => (-8, true),
            "CO" | "MT" | "NM" | "UT" | "WY" | "ID" => (-7, true),
            "TX" if west_of(-105) => (-7, true),
            "ND" | "SD" | "NE" | "KS" if west_of(-101) => (-7, true),
            "AL" | "AR" | "IA" | "IL" | "KS" | "LA" | "MN" | "MO" | "MS" | "ND" | "NE" | "OK" | "SD" | "TX" | "WI" => (-6, true),
            "TN" | "FL" | "KY" if west_of(-85) => (-6, true),
            _ => (-5, true),
        };
        Self { hours, summer }
    }

    /// Hours from UTC on a day.
    fn hours_on(self, day: NaiveDate) -> i64 {
        let nth = |month: u32, n: u8| NaiveDate::from_weekday_of_month_opt(day.year(), month, Weekday::Sun, n);
        let is_summer = nth(3, 2).is_some_and(|start| day >= start) && nth(11, 1).is_some_and(|end| day < end);
        if self.summer && is_summer { self.hours + 1 } else { self.hours }
    }

    /// The instant of a local time.
    #[must_use]
    pub fn instant(self, day: NaiveDate, minute_of_day: u32) -> Timestamp {
        let midnight = day.and_time(NaiveTime::MIN).and_utc();
        midnight + TimeDelta::minutes(i64::from(minute_of_day)) - TimeDelta::hours(self.hours_on(day))
    }

    /// The local day of an instant.
    #[must_use]
    pub fn day(self, at: Timestamp) -> NaiveDate {
        (at + TimeDelta::hours(self.hours_on(at.date_naive()))).date_naive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    #[test]
    fn holidays_are_known() {
        for (year, month, date) in [(2026, 1, 1), (2026, 1, 19), (2026, 5, 25), (2026, 7, 4), (2026, 11, 26), (2026, 12, 25), (2027, 7, 5)]
        {
            assert!(is_holiday(day(year, month, date)), "{year}-{month}-{date}");
        }
        assert!(!is_holiday(day(2026, 11, 16)) && !is_holiday(day(2026, 5, 18)));
    }

    #[test]
    fn working_days_leave_out_sundays_and_holidays() {
        let friday = day(2026, 11, 20);
        assert_eq!(Week::SixDays.add(friday, 2), day(2026, 11, 23));
        assert_eq!(Week::FiveDays.add(friday, 1), day(2026, 11, 23));
        assert_eq!(Week::SixDays.add(day(2026, 11, 25), 1), day(2026, 11, 27));
    }

    #[test]
    fn local_times_follow_state_and_season() {
        let noon = 12 * 60;
        let at = |state, date| Zone::of(state, None).instant(date, noon).to_rfc3339();
        assert_eq!(at("NY", day(2026, 1, 15)), "2026-01-15T17:00:00+00:00");
        assert_eq!(at("NY", day(2026, 7, 15)), "2026-07-15T16:00:00+00:00");
        assert_eq!(at("AZ", day(2026, 7, 15)), "2026-07-15T19:00:00+00:00");
        assert_eq!(at("HI", day(2026, 7, 15)), "2026-07-15T22:00:00+00:00");
        let el_paso = Zone::of("TX", Some(Point { lat: 317_000, lon: -1_064_000 }));
        assert_eq!(el_paso, Zone::of("CO", None));
        let evening = Zone::of("NY", None).instant(day(2026, 1, 15), 23 * 60);
        assert_eq!(Zone::of("NY", None).day(evening), day(2026, 1, 15));
    }
}
