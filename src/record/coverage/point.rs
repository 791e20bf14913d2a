//! [`CoveragePoint`]: something that can happen, and by what it is noticed.

use crate::board::{Place, Shape};
use crate::game::{Cause, EffectScene};
use crate::rules::RulePhase;
use serde::Serialize;

/// Something that can happen under a rule set, and how often it happened.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CoveragePoint {
    /// Its name: `placement/avoid-edge`, `tsunami/swept`. The part before the stroke is the name of
    /// the rule or of a table of the core.
    pub name: String,
    /// The full key in the rule-set file that makes it possible (`hazard.minimum`), if there is
    /// one.
    pub key: Option<String>,
    /// The phase of the rule that it belongs to; `None` for the core.
    #[serde(skip)]
    pub phase: Option<RulePhase>,
    /// The ids of the rules that it belongs to, as in `docs/rules.md`; may be empty.
    pub rules: &'static str,
    /// What happens: a sentence without a full stop.
    pub doc: &'static str,
    /// How many times it happened.
    pub times: u64,
    /// In how many games it happened.
    pub games: u64,
    #[serde(skip)]
    pub(super) trigger: CoverageTrigger,
    /// Whether it happened in the present game.
    #[serde(skip)]
    pub(super) in_this_game: bool,
}

/// How a coverage point is noticed.
#[derive(Debug, Clone, Copy)]
pub(super) enum CoverageTrigger {
    /// By an event that the function accepts.
    Scene(fn(&EffectScene<'_>) -> bool),
    /// By any event, cause or outcome of this rule from outside the crate.
    OutsideRule(&'static str),
    /// By a piece that is eliminated for this reason.
    Out(Cause),
    /// By a placement that is not legal because it would eliminate the active piece for this
    /// reason.
    Refused(Cause),
    /// By a placement that should be avoided, but is legal because all others are as bad.
    Waived,
    /// By a placement that is not legal because two ships would be on one wake.
    SharedWake,
    /// By a placement that is not legal because the rule of this name forbids it.
    Forbidden(&'static str),
    /// By a tile that joins the ports of two pieces.
    Joined,
    /// By a start mark on a square where another piece stands.
    SharedSquare,
    /// By a piece that starts, or comes to stand, at a place of which this is true.
    Stands(fn(&Shape, Place) -> bool),
    /// By a start mark of which this is true.
    Starts(fn(&Shape, Place) -> bool),
    /// By a tile that is not the first of its turn.
    LaidAgain,
}

impl CoveragePoint {
    pub(super) fn happened(&mut self) {
        self.times += 1;
        self.games += u64::from(!self.in_this_game);
        self.in_this_game = true;
    }

    pub(super) fn new(
        name: String,
        key: Option<String>,
        rules: &'static str,
        doc: &'static str,
        trigger: CoverageTrigger,
    ) -> Self {
        Self {
            name,
            key,
            phase: None,
            rules,
            doc,
            times: 0,
            games: 0,
            trigger,
            in_this_game: false,
        }
    }

    pub(super) fn of_rule(
        phase: RulePhase,
        name: String,
        key: &str,
        rules: &'static str,
        doc: &'static str,
        trigger: CoverageTrigger,
    ) -> Self {
        Self {
            phase: Some(phase),
            ..Self::new(name, Some(format!("{}.{key}", phase.table())), rules, doc, trigger)
        }
    }
}
