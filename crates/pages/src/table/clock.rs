//! The time that players have for their decisions.

use crate::refused::Refused;

/// The longest time of each kind, in seconds: 14 days.
const LONGEST: u32 = 14 * 24 * 3600;
/// The shortest time for a decision, in seconds.
const SHORTEST: u32 = 5;

/// The time that players have for their decisions, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimit {
    /// For each decision.
    pub each: u32,
    /// In reserve for each seat: used up by decisions that take longer.
    pub reserve: u32,
}

impl TimeLimit {
    /// Checks times that were asked for; `None`: there is no limit.
    ///
    /// # Errors
    /// A time is out of bounds, or there is a reserve without a time for each decision.
    pub fn checked(each: Option<u32>, reserve: Option<u32>) -> Result<Option<Self>, Refused> {
        let bad = |why: String| Err(Refused::Bad(why));
        let Some(each) = each else {
            let has_none = reserve.is_none_or(|reserve| reserve == 0);
            return if has_none { Ok(None) } else { bad("reserve: it needs a clock".to_owned()) };
        };
        if !(SHORTEST..=LONGEST).contains(&each) {
            return bad(format!("clock: {SHORTEST} to {LONGEST} seconds"));
        }
        let reserve = reserve.unwrap_or_default();
        if reserve > LONGEST {
            return bad(format!("reserve: 0 to {LONGEST} seconds"));
        }
        Ok(Some(Self { each, reserve }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_bounds_and_a_reserve_needs_a_clock() {
        let limit = |each, reserve| TimeLimit::checked(each, reserve).ok();
        let day = 24 * 3600;
        assert_eq!(limit(None, None), Some(None));
        assert_eq!(limit(None, Some(0)), Some(None));
        assert_eq!(limit(Some(5), None), Some(Some(TimeLimit { each: 5, reserve: 0 })));
        let both = TimeLimit { each: 14 * day, reserve: 14 * day };
        assert_eq!(limit(Some(14 * day), Some(14 * day)), Some(Some(both)));
        for (each, reserve) in [
            (None, Some(1)),
            (Some(4), None),
            (Some(14 * day + 1), None),
            (Some(60), Some(14 * day + 1)),
            (Some(u32::MAX), Some(u32::MAX)),
        ] {
            assert_eq!(limit(each, reserve), None, "{each:?} {reserve:?}");
        }
    }
}
