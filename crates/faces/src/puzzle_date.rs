//! Dates, each of which has its puzzle.

use std::fmt;
use std::str::FromStr;
use web_time::SystemTime;

/// A day of the calendar, from 1970 to 9999, in universal time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PuzzleDate {
    /// Days since 1 January 1970.
    days: u32,
}

/// The days of the years from 1970 to 9999.
const END: u32 = 2_932_897;
const SECONDS: u64 = 86_400;

impl PuzzleDate {
    /// The day that it is, in universal time; `None`: the clock is set beyond the year 9999.
    pub fn today() -> Option<Self> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self::at(now.as_secs())
    }

    /// The day of a moment, given in seconds since 1970; `None`: beyond the year 9999.
    pub fn at(seconds: u64) -> Option<Self> {
        let days = u32::try_from(seconds / SECONDS).ok().filter(|days| *days < END)?;
        Some(Self { days })
    }

    /// Days since 1 January 1970.
    pub const fn days(self) -> u32 {
        self.days
    }

    /// Year, month and day.
    fn parts(self) -> (u32, u32, u32) {
        let mut left = self.days;
        let mut year = 1970;
        while left >= days_of_year(year) {
            left -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while left >= days_of_month(year, month) {
            left -= days_of_month(year, month);
            month += 1;
        }
        (year, month, left + 1)
    }
}

const fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

const fn days_of_year(year: u32) -> u32 {
    if is_leap(year) { 366 } else { 365 }
}

const fn days_of_month(year: u32, month: u32) -> u32 {
    match month {
        2 => 28 + is_leap(year) as u32,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for PuzzleDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The text is not a date from 1970-01-01 to 9999-12-31.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a date from 1970 to 9999 is needed, with year, month and day, as in 2026-11-27")]
pub struct NotADate;

impl FromStr for PuzzleDate {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, NotADate> {
        let digits = |at: std::ops::Range<usize>| {
            let part = text.get(at).filter(|part| part.bytes().all(|one| one.is_ascii_digit()));
            part.and_then(|part| part.parse::<u32>().ok()).ok_or(NotADate)
        };
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return Err(NotADate);
        }
        let (year, month, day) = (digits(0..4)?, digits(5..7)?, digits(8..10)?);
        let fits = year >= 1970 && (1..=12).contains(&month);
        if !fits || day == 0 || day > days_of_month(year, month) {
            return Err(NotADate);
        }
        let years: u32 = (1970..year).map(days_of_year).sum();
        let months: u32 = (1..month).map(|month| days_of_month(year, month)).sum();
        Ok(Self { days: years + months + day - 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_and_written_and_follow_each_other() {
        for (text, days) in [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-27", 20_784)] {
            let date: PuzzleDate = text.parse().unwrap();
            assert_eq!((date.days(), date.to_string()), (days, text.to_owned()));
            assert_eq!(PuzzleDate::at(u64::from(days) * SECONDS + SECONDS - 1), Some(date));
        }
        assert_eq!("9999-12-31".parse::<PuzzleDate>().unwrap().days(), END - 1);
        assert_eq!(PuzzleDate::at(u64::from(END) * SECONDS), None);
        assert_eq!(PuzzleDate::at(u64::MAX), None);
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "today",
            "2026-13-01",
            "2026-00-10",
            "2026-02-29",
            "2026-11-31",
            "2026-11-00",
            "1969-12-31",
            "10000-1-1",
            "2026-1-1",
            "2026/11/27",
            "2026-11-27 ",
            "+026-11-27",
            "2026-11-2é",
            "２026-11-2",
        ] {
            assert_eq!(text.parse::<PuzzleDate>(), Err(NotADate), "{text}");
        }
    }
}
