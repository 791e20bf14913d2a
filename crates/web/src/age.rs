//! How old games are: by the clock of the machine, but for its jumps and for long times in which no
//! server ran.

use std::time::Instant;

/// A jump of the clock of the machine, in seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Jump {
    /// The time that it should have been.
    pub from: i64,
    /// The time that it is.
    pub to: i64,
}

/// Two clocks that are compared now and then: the clock of the machine, which can be set, and one
/// that only goes on.
#[derive(Debug)]
pub(super) struct AgeClock {
    /// The time of the machine when it was last looked at, in seconds since 1970.
    time: i64,
    seen: Instant,
    /// More seconds than this are a jump, and no time that has passed.
    most: i64,
}

impl AgeClock {
    /// `last` is the newest time in the database, if there is one: the time since then has not
    /// passed for any game that could have been played. A quarter of `expiry`, in seconds, is a
    /// jump: of the shortest age at which anything goes.
    pub(super) fn new(last: Option<i64>, time: i64, now: Instant, expiry: i64) -> Self {
        Self { time: last.unwrap_or(time), seen: now, most: expiry / 4 }
    }

    /// Whether the clock of the machine, which says `time`, has jumped since it was last looked at.
    pub(super) fn jump(&self, time: i64, now: Instant) -> Option<Jump> {
        let passed = i64::try_from(now.duration_since(self.seen).as_secs()).unwrap_or(i64::MAX);
        let from = self.time.saturating_add(passed);
        (time.abs_diff(from) > self.most.unsigned_abs()).then_some(Jump { from, to: time })
    }

    /// Goes on from the time that the machine says.
    pub(super) fn look(&mut self, time: i64, now: Instant) {
        (self.time, self.seen) = (time, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const DAY: i64 = 24 * 3600;

    #[test]
    fn a_clock_that_is_set_has_jumped_and_time_that_passes_has_not() {
        let start = Instant::now();
        let days = |days: i64| start + Duration::from_secs(days.unsigned_abs() * 86_400);
        let mut clock = AgeClock::new(Some(1000 * DAY), 1001 * DAY, start, 30 * DAY);
        assert_eq!(clock.jump(1001 * DAY, start), None, "the server was off for a day");
        assert_eq!(clock.jump(1040 * DAY, days(40)), None, "forty days have passed");
        assert_eq!(
            clock.jump(1365 * DAY, days(1)),
            Some(Jump { from: 1001 * DAY, to: 1365 * DAY })
        );
        assert_eq!(clock.jump(0, days(1)), Some(Jump { from: 1001 * DAY, to: 0 }), "also back");
        clock.look(1365 * DAY, days(1));
        assert_eq!(clock.jump(1366 * DAY, days(2)), None, "it goes on from there");
        let off = AgeClock::new(Some(1000 * DAY), 1090 * DAY, start, 30 * DAY);
        assert_eq!(
            off.jump(1090 * DAY, start),
            Some(Jump { from: 1000 * DAY, to: 1090 * DAY }),
            "the server was off for long"
        );
    }
}
