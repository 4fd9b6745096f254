//! Days as filters of lists have them: `yyyy-mm-dd`, in UTC.

use chrono::{NaiveDate, NaiveTime, TimeDelta};
use domain::Timestamp;

/// The beginning of a day, some days later: the end of a range is the beginning of the day after it.
pub fn day(text: Option<&str>, later: i64) -> Result<Option<Timestamp>, &'static str> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| "must be a date such as 2026-01-31")?;
    let date = date.checked_add_signed(TimeDelta::days(later)).ok_or("is too far away")?;
    Ok(Some(date.and_time(NaiveTime::MIN).and_utc()))
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn a_day_begins_at_midnight() {
        let at = |text: &str| text.parse::<domain::Timestamp>().ok();
        assert_eq!(day(Some("2026-02-28"), 0), Ok(at("2026-02-28T00:00:00Z")));
        assert_eq!(day(Some("2026-02-28"), 1), Ok(at("2026-03-01T00:00:00Z")));
        assert_eq!((day(None, 1), day(Some(""), 0)), (Ok(None), Ok(None)));
        assert!(day(Some("28.2.2026"), 0).is_err() && day(Some("2026-02-30"), 0).is_err());
    }
}
