//! The score rules: when the game ends and who wins. One file for each rule.

mod last_standing;
mod last_team;
mod longest_path;
mod most_crossings;
mod solo;

pub(super) use last_standing::LastStanding;
pub(super) use last_team::LastTeam;
pub(super) use longest_path::LongestPath;
pub(super) use most_crossings::{Crossings, MostCrossings};
pub(super) use solo::Solo;

use super::any::{AnyScore, AnyState};
use super::maker::{each_method, enum_method, given_type, named_rules, phase_enum, wrong_state};
use crate::board::{Laid, Port, Square};
use crate::game::{
    Effect, EffectScene, Ending, Event, Occasion, Outcome, Rng, Rule, RuleContext, RuleFacts, ScoreRule, Seat, SeatSet, TieBreak,
    score_rule,
};
use serde_json::Value;

/// The score rule of a rule set: one that a file can name.
#[derive(Debug)]
#[non_exhaustive]
pub enum Score {
    /// The last piece on the board wins (C10).
    LastStanding(LastStanding),
    /// One point for each tile crossed (V1).
    LongestPath(LongestPath),
    /// One point each time a player's path crosses itself inside a tile (V2).
    MostCrossings(MostCrossings),
    /// One person plays every piece (V4).
    Solo(Solo),
    /// A rule from outside the crate.
    Any(AnyScore),
}

/// The state of a [`Score`].
#[derive(Debug)]
pub enum ScoreState {
    /// The rule counts no points.
    None(()),
    /// The points of each seat, by seat.
    Points(Box<[i64]>),
    /// Points by seat, and the segments that each seat has travelled.
    Crossings(Crossings),
    /// The state of a rule from outside the crate.
    Any(AnyState),
}

phase_enum! {
    score_rule: ScoreRule for Score { LastStanding in None, LongestPath in Points, MostCrossings in Crossings, Solo in None, Any in Any },
    ScoreState { None, Points, Crossings, Any }
}
named_rules!(Score { LastStanding(LastStanding), LongestPath(LongestPath), MostCrossings(MostCrossings), Solo(Solo) }, ScoreState);

impl Score {
    /// Name and state, as JSON, of a rule whose state a position does not say elsewhere: an entry of its `rule-state`.
    pub(crate) fn save_all(&self, state: &ScoreState) -> Option<(&'static str, Value)> {
        match (self, state) {
            (Self::MostCrossings(rule), ScoreState::Crossings(state)) => Some((<MostCrossings as Rule>::NAME, rule.save(state))),
            _ => self.save(state),
        }
    }

    /// Reads back what [`Score::save_all`] wrote into a state that has its points already.
    ///
    /// # Errors
    /// What is wrong with it, as a lower-case fragment.
    pub(crate) fn restore_all(&self, state: &mut ScoreState, saved: &Value) -> Result<(), String> {
        match (self, &mut *state) {
            (Self::MostCrossings(rule), ScoreState::Crossings(state)) => rule.restore(state, saved),
            _ => self.restore(saved).map(|restored| *state = restored),
        }
    }
}

/// Whether the event ends the game with this outcome.
fn ends(scene: &EffectScene<'_>, outcome: Outcome) -> bool {
    matches!(scene.event, Event::End { ending, .. } if ending.outcome == outcome)
}

/// The seats that count as the last to be eliminated when nobody is left: all that fell, but for a placement the active
/// piece and those that met it may count as the first to go (L6).
fn last_to_fall<T: RuleContext + ?Sized>(table: &T, occasion: Occasion) -> SeatSet {
    let fallen = table.fallen();
    if table.tie_break() == TieBreak::ActiveFirst && occasion == Occasion::Placement {
        let survived_longer = fallen.without(SeatSet::only(table.active())).without(table.met_active());
        if !survived_longer.is_empty() {
            return survived_longer;
        }
    }
    fallen
}

/// The ways in which a game decided by points can end (V1, V2), as effects of its rule.
fn endings_by_points() -> Vec<Effect> {
    /// At an end decided by points: how many players are alive, and whether exactly they win.
    fn alive_and_winning(scene: &EffectScene<'_>) -> Option<(u8, bool)> {
        match scene.event {
            Event::End { ending, .. } if ending.outcome == Outcome::Score => Some((scene.alive.len(), ending.winners == scene.alive)),
            _ => None,
        }
    }
    let by = |name, doc, shows| Effect { name, key: "", rules: "V1, V2", doc, shows };
    vec![
        by("nobody-left", "the game ends because nobody is alive", |scene| matches!(alive_and_winning(scene), Some((0, _)))),
        by("survivor-leads", "the game ends because the only survivor leads", |scene| alive_and_winning(scene) == Some((1, true))),
        by("tiles-gone", "the game ends because the tiles are gone or the board is full", |scene| {
            matches!(alive_and_winning(scene), Some((2.., _) | (1, false)))
        }),
    ]
}

/// Whether no square is empty while several are alive: a single piece waits for a daikaiju to go (T9).
fn is_full_for_several<T: RuleContext + ?Sized>(table: &T) -> bool {
    table.board_is_full() && table.alive().len() > 1
}

/// The end of a game decided by points, if it has come (V1, V2): nobody is alive, the tiles are gone, the board is
/// full, or the only survivor leads.
fn ending_by_points<T: RuleContext + ?Sized>(table: &T, points: impl Fn(Seat) -> i64, occasion: Occasion) -> Option<Ending> {
    if occasion == Occasion::TurnLimit {
        return Some(Ending::at_turn_limit(table.alive()));
    }
    let seats = || (0..table.seats()).map(Seat::new);
    let best = seats().map(&points).max().unwrap_or(0);
    let leaders: SeatSet = seats().filter(|&seat| points(seat) == best).collect();
    let alive = table.alive();
    // A solo player is not a survivor: there were no others.
    let survivor_leads = table.seats() > 1 && alive.len() == 1 && leaders == alive;
    let over = match occasion {
        Occasion::Placement | Occasion::Act => alive.is_empty() || survivor_leads,
        Occasion::TurnEnd | Occasion::TurnLimit => {
            alive.is_empty() || survivor_leads || table.tiles_are_gone() || is_full_for_several(table)
        }
    };
    over.then_some(Ending { winners: leaders, outcome: Outcome::Score })
}
