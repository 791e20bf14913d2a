//! The score rules: when the game ends and who wins. One file for each rule.

mod last_standing;
mod longest_path;
mod most_crossings;
mod solo;

pub(super) use last_standing::LastStanding;
pub(super) use longest_path::LongestPath;
pub(super) use most_crossings::{Crossings, MostCrossings};
pub(super) use solo::Solo;

use super::any::{AnyScore, AnyState, clone_in_place, rule_enum};
use crate::board::{Laid, Port, Square};
use crate::game::{Effect, EffectScene, Ending, Event, Occasion, Outcome, Rng, Rule, RuleContext, ScoreRule, Seat, SeatSet};
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
    Any(Box<dyn AnyScore>),
}

/// The state of a [`Score`].
#[derive(Debug)]
pub enum ScoreState {
    /// The rule counts no points.
    None,
    /// The points of each seat, by seat.
    Points(Box<[i64]>),
    /// Points by seat, and the segments that each seat has travelled.
    Crossings(Crossings),
    /// The state of a rule from outside the crate.
    Any(AnyState),
}

clone_in_place!(ScoreState { None, Points, Crossings, Any });
rule_enum!(Score { LastStanding(LastStanding), LongestPath(LongestPath), MostCrossings(MostCrossings), Solo(Solo) }, ScoreState, "score");

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

impl ScoreRule for Score {
    type State = ScoreState;

    fn start(&self, seats: u8, columns: u8, rows: u8) -> ScoreState {
        match self {
            Self::LastStanding(_) | Self::Solo(_) => ScoreState::None,
            Self::LongestPath(rule) => ScoreState::Points(rule.start(seats, columns, rows)),
            Self::MostCrossings(rule) => ScoreState::Crossings(rule.start(seats, columns, rows)),
            Self::Any(rule) => ScoreState::Any(rule.any_start(seats, columns, rows)),
        }
    }

    fn one_hand(&self) -> bool {
        match self {
            Self::Solo(rule) => rule.one_hand(),
            Self::Any(rule) => rule.any_one_hand(),
            Self::LastStanding(_) | Self::LongestPath(_) | Self::MostCrossings(_) => false,
        }
    }

    #[inline]
    fn counts_crossings(&self) -> bool {
        match self {
            Self::LastStanding(_) | Self::Solo(_) => false,
            Self::LongestPath(_) | Self::MostCrossings(_) => true,
            Self::Any(rule) => rule.any_counts_crossings(),
        }
    }

    fn crossing(&self, state: &mut ScoreState, seat: Seat, square: Square, tile: Laid, from: Port, to: Port) {
        match (self, state) {
            (Self::LongestPath(rule), ScoreState::Points(state)) => rule.crossing(state, seat, square, tile, from, to),
            (Self::MostCrossings(rule), ScoreState::Crossings(state)) => rule.crossing(state, seat, square, tile, from, to),
            (Self::Any(rule), ScoreState::Any(state)) => rule.any_crossing(state, seat, square, tile, from, to),
            _ => {}
        }
    }

    fn removed(&self, state: &mut ScoreState, square: Square) {
        match (self, state) {
            (Self::MostCrossings(rule), ScoreState::Crossings(state)) => rule.removed(state, square),
            (Self::Any(rule), ScoreState::Any(state)) => rule.any_removed(state, square),
            _ => {}
        }
    }

    #[inline]
    fn ending<T: RuleContext + ?Sized>(&self, table: &T, state: &ScoreState, occasion: Occasion) -> Option<Ending> {
        match (self, state) {
            (Self::LastStanding(rule), _) => rule.ending(table, &(), occasion),
            (Self::Solo(rule), _) => rule.ending(table, &(), occasion),
            (Self::LongestPath(rule), ScoreState::Points(state)) => rule.ending(table, state, occasion),
            (Self::MostCrossings(rule), ScoreState::Crossings(state)) => rule.ending(table, state, occasion),
            (Self::Any(rule), ScoreState::Any(state)) => rule.any_ending(table.as_dyn_ref(), state, occasion),
            _ => None,
        }
    }

    fn scores<T: RuleContext + ?Sized>(&self, table: &T, state: &ScoreState) -> Option<Vec<i64>> {
        match (self, state) {
            (Self::Solo(rule), _) => rule.scores(table, &()),
            (Self::LongestPath(rule), ScoreState::Points(state)) => rule.scores(table, state),
            (Self::MostCrossings(rule), ScoreState::Crossings(state)) => rule.scores(table, state),
            (Self::Any(rule), ScoreState::Any(state)) => rule.any_scores(table.as_dyn_ref(), state),
            _ => None,
        }
    }

    fn points(&self, state: &ScoreState, seat: Seat) -> Option<i64> {
        match (self, state) {
            (Self::LongestPath(rule), ScoreState::Points(state)) => rule.points(state, seat),
            (Self::MostCrossings(rule), ScoreState::Crossings(state)) => rule.points(state, seat),
            (Self::Any(rule), ScoreState::Any(state)) => rule.any_points(state, seat),
            _ => None,
        }
    }

    fn set_scores(&self, state: &mut ScoreState, scores: &[i64]) -> bool {
        match (self, state) {
            (Self::LongestPath(rule), ScoreState::Points(state)) => rule.set_scores(state, scores),
            (Self::MostCrossings(rule), ScoreState::Crossings(state)) => rule.set_scores(state, scores),
            (Self::Any(rule), ScoreState::Any(state)) => rule.any_set_scores(state, scores),
            _ => false,
        }
    }

    fn view(&self, state: &ScoreState, seat: Option<Seat>) -> Value {
        match (self, state) {
            (Self::Any(rule), ScoreState::Any(state)) => rule.any_view(state, seat),
            _ => Value::Null,
        }
    }

    fn redeal(&self, state: &mut ScoreState, seat: Seat, rng: &mut Rng) {
        if let (Self::Any(rule), ScoreState::Any(state)) = (self, state) {
            rule.any_redeal(state, seat, rng);
        }
    }
}

/// Whether the event ends the game with this outcome.
fn ends(scene: &EffectScene<'_>, outcome: Outcome) -> bool {
    matches!(scene.event, Event::End { ending, .. } if ending.outcome == outcome)
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
        Occasion::TurnEnd | Occasion::TurnLimit => alive.is_empty() || survivor_leads || table.tiles_are_gone() || table.board_is_full(),
    };
    over.then_some(Ending { winners: leaders, outcome: Outcome::Score })
}
