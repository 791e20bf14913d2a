//! The time by which clocks of decisions run: how long servers have run with their database.
//!
//! No person could have decided while no server ran, so that time counts for no clock. The clock of
//! the machine is never asked: it may be set, and it jumps after a sleep. The time is stored every
//! minute and when the server stops; a server that is killed gives up to a minute back.

use std::time::{Duration, Instant};

/// The time for which servers have run.
#[derive(Debug)]
pub(super) struct RanTime {
    /// Seconds before this server.
    before: i64,
    since: Instant,
}

impl RanTime {
    /// A server starts after others have run for `before` seconds.
    pub(super) const fn new(before: i64, since: Instant) -> Self {
        Self { before, since }
    }

    /// Seconds until `now`.
    pub(super) fn at(&self, now: Instant) -> i64 {
        let here = now.saturating_duration_since(self.since).as_secs();
        self.before.saturating_add_unsigned(here)
    }

    /// The time from `now` until a moment, at most `most`; none where it has passed.
    pub(super) fn until(&self, due: i64, now: Instant, most: Duration) -> Duration {
        let left = due.saturating_sub(self.at(now));
        u64::try_from(left).map_or(Duration::ZERO, |left| Duration::from_secs(left).min(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn time_goes_on_where_the_last_server_has_stopped() {
        let start = Instant::now();
        let first = RanTime::new(0, start);
        let due = first.at(start + HOUR) + 2 * 3600;
        let second = RanTime::new(first.at(start + 2 * HOUR), start);
        assert_eq!(second.until(due, start, 2 * HOUR), HOUR, "however long no server ran");
        assert_eq!(second.until(due, start + HOUR / 2, 2 * HOUR), HOUR / 2);
        assert_eq!(second.until(due, start + 9 * HOUR, 2 * HOUR), Duration::ZERO);
        let killed = RanTime::new(0, start);
        assert_eq!(killed.until(due, start, 2 * HOUR), 2 * HOUR, "nobody gets more than the time");
        assert_eq!(
            RanTime::new(i64::MAX, start).until(i64::MIN, start + HOUR, HOUR),
            Duration::ZERO
        );
        assert_eq!(second.at(start.checked_sub(HOUR).unwrap_or(start)), 7200, "it never goes back");
    }
}
