//! [`Coverage`]: counts in how many games each rule of a rule set came into play.
//!
//! The list of what can happen is made from the resolved rule set and from the effects of its draw,
//! hazard and score rule ([`Rule::effects`](crate::game::Rule::effects)), rules from outside the
//! crate included. `rules check --deep`, comparisons and scenario runs share it, so they all use
//! the same names.

mod list;
mod point;

use crate::board::{Place, Shape};
use crate::game::{
    Cause, DeciderNotice, EffectScene, Event, Observation, Onlooker, Outcome, Phase, RuleSet, Seat,
    SeatSet, View,
};
use crate::json::Json;
use crate::ruleset::Variant;
pub use point::CoveragePoint;
use point::CoverageTrigger;
use serde_json::Value;

/// Follows games of one rule set, and counts which of its rules come into play.
#[derive(Debug, Clone)]
pub struct Coverage {
    points: Vec<CoveragePoint>,
    games: u64,
    /// Of the present game: the name of the last event.
    before: &'static str,
    alive: SeatSet,
    /// Whether a tile was placed in this turn.
    laid: bool,
    /// Where the pieces stand, by seat.
    at: Vec<Option<Place>>,
    shape: Shape,
}

impl Coverage {
    /// Lists everything that can happen under `variant`; nothing has happened yet.
    pub fn new(variant: &Variant) -> Self {
        let shape = variant.resolved().facts().shape.clone();
        let mut coverage = Self {
            points: list::points(variant),
            games: 0,
            before: "",
            alive: SeatSet::EMPTY,
            laid: false,
            at: Vec::new(),
            shape,
        };
        coverage.begin();
        coverage.games = 0;
        coverage
    }

    /// Begins a game. Only needed for games that are set up from a position: a deal does it by
    /// itself.
    pub fn begin(&mut self) {
        self.games += 1;
        self.before = "";
        self.alive = SeatSet::first(crate::game::MAX_SEATS as u8);
        self.laid = false;
        self.at = vec![None; crate::game::MAX_SEATS];
        for point in &mut self.points {
            point.in_this_game = false;
        }
    }

    /// Everything that can happen, in a fixed order.
    pub fn points(&self) -> &[CoveragePoint] {
        &self.points
    }

    /// The points that never happened.
    pub fn never(&self) -> impl Iterator<Item = &CoveragePoint> {
        self.points.iter().filter(|point| point.times == 0)
    }

    /// The number of games that began.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds the counts of another coverage of the same rule set.
    ///
    /// # Panics
    /// If the rule sets differ.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(
            self.points.len(),
            other.points.len(),
            "coverage of different rule sets cannot be added"
        );
        self.games += other.games;
        for (point, other) in self.points.iter_mut().zip(&other.points) {
            debug_assert_eq!(point.name, other.name);
            point.times += other.times;
            point.games += other.games;
        }
    }

    /// Adds the counts of a rule set that differs in some keys. Points that exist only there are
    /// left out.
    pub fn add_known(&mut self, other: &Self) {
        self.games += other.games;
        for point in &mut self.points {
            if let Some(counted) = other.points.iter().find(|counted| counted.name == point.name) {
                point.times += counted.times;
                point.games += counted.games;
            }
        }
    }

    /// A list with an object for each point: `name`, `key`, `rules`, `doc`, `times`, `games`.
    pub fn to_json(&self) -> Value {
        Json::serialized(&self.points).into()
    }

    /// Counts the points that an event triggers.
    pub fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Deal { .. } => self.begin(),
            Event::Turn { .. } => self.laid = false,
            Event::Eliminated { player, .. } => self.alive.remove(player),
            Event::LifeLost { player, .. } => self.at[player.index()] = None,
            Event::Placed { player, tile, square, .. } => {
                if self.laid {
                    self.count(|trigger| matches!(trigger, CoverageTrigger::LaidAgain));
                }
                self.laid = true;
                let here =
                    |at: &Option<Place>| at.filter(|at| at.square() == square).map(Place::port);
                let ports: Vec<_> =
                    self.alive.iter().filter_map(|seat| here(&self.at[seat.index()])).collect();
                let own = self.at[player.index()].map(Place::port);
                if ports.iter().any(|&port| Some(port) != own && ports.contains(&tile.exit(port))) {
                    self.count(|trigger| matches!(trigger, CoverageTrigger::Joined));
                }
            }
            Event::Start { player, mark }
                if self.is_any_other(player, |at| at.square() == mark.square()) =>
            {
                self.count(|trigger| matches!(trigger, CoverageTrigger::SharedSquare));
            }
            _ => {}
        }
        let scene = EffectScene {
            before: self.before,
            laid: self.laid,
            ..EffectScene::new(event, self.alive)
        };
        self.count(|trigger| match trigger {
            CoverageTrigger::Scene(shows) => shows(&scene),
            CoverageTrigger::OutsideRule(rule) => is_of_rule(rule, event),
            CoverageTrigger::Out(wanted) => {
                matches!(
                    event,
                    Event::Eliminated { cause, .. } | Event::LifeLost { cause, .. } if *cause == wanted
                )
            }
            _ => false,
        });
        match *event {
            Event::Start { player, mark } | Event::Relocated { player, mark } => {
                self.stands(player, mark, true);
            }
            Event::Moved { player, to } => self.stands(player, to, false),
            _ => {}
        }
        self.before = event.name();
    }

    /// Counts which placements the rules refuse, and which they allow though they should be
    /// avoided, as the placing seat sees them.
    pub fn before_placement(&mut self, before: &Observation<'_>) {
        self.alive = before.alive();
        for seat in self.alive.iter() {
            self.at[seat.index()] = before.place(seat);
        }
        let (legal, all) = (before.legal(), before.placements());
        for tile in all {
            if legal.contains(&tile) {
                continue;
            }
            let (fate, forbidden) = (before.fate(tile), before.forbidden_by(tile));
            self.count(|trigger| match trigger {
                CoverageTrigger::Forbidden(rule) => forbidden == Some(rule),
                CoverageTrigger::SharedWake => forbidden.is_none() && fate.shares_wake,
                CoverageTrigger::Refused(cause) => {
                    forbidden.is_none() && !fate.shares_wake && fate.cause == Some(cause)
                }
                _ => false,
            });
        }
        let fates: Vec<_> = legal.iter().map(|&tile| before.fate(tile).cause).collect();
        let avoided: Vec<Cause> = self
            .points
            .iter()
            .filter_map(|point| {
                if let CoverageTrigger::Refused(cause) = point.trigger { Some(cause) } else { None }
            })
            .collect();
        if fates.iter().flatten().any(|cause| avoided.contains(cause)) {
            self.count(|trigger| matches!(trigger, CoverageTrigger::Waived));
        }
    }

    /// Notes where a piece stands now, and whether that is a start mark.
    fn stands(&mut self, player: Seat, at: Place, is_start: bool) {
        self.at[player.index()] = Some(at);
        for point in &mut self.points {
            let happened = match point.trigger {
                CoverageTrigger::Stands(is) => is(&self.shape, at),
                CoverageTrigger::Starts(is) => is_start && is(&self.shape, at),
                _ => false,
            };
            if happened {
                point.happened();
            }
        }
    }

    /// Counts every point with such a trigger.
    fn count(&mut self, is_triggered: impl Fn(CoverageTrigger) -> bool) {
        self.points
            .iter_mut()
            .filter(|point| is_triggered(point.trigger))
            .for_each(CoveragePoint::happened);
    }

    /// Whether the place of any other live piece satisfies `is_wanted`.
    fn is_any_other(&self, player: Seat, is_wanted: impl Fn(Place) -> bool) -> bool {
        self.alive
            .iter()
            .filter(|&seat| seat != player)
            .filter_map(|seat| self.at[seat.index()])
            .any(is_wanted)
    }
}

impl<R: RuleSet> Onlooker<R> for Coverage {
    const LISTENS: bool = true;

    fn hear(&mut self, notice: &DeciderNotice<'_, R>) {
        if let DeciderNotice::Happened(event) = notice {
            self.event(event);
        }
    }

    fn before_decision(&mut self, view: &View<'_, R>) {
        if view.core().phase() == Phase::Place {
            self.before_placement(&view.observation(Some(view.core().active())));
        }
    }
}

/// Whether the event, its cause or its outcome is that of this rule from outside the crate.
fn is_of_rule(rule: &str, event: &Event<'_>) -> bool {
    let of = |name: &str| name.split_once('/').is_some_and(|(of, _)| of == rule);
    match event {
        Event::Declared { decl, .. } => decl.is_of(rule),
        Event::Laid { rule: name, .. }
        | Event::Turned { rule: name, .. }
        | Event::Broken { rule: name, .. }
        | Event::Carried { rule: name, .. } => *name == rule,
        Event::Picked { decl, .. } => decl.rule == rule,
        Event::Chose { asks, .. } => asks.rule == rule,
        Event::Eliminated { cause: Cause::Rule(cause), .. } => of(cause.name),
        Event::End { ending, .. } => {
            matches!(ending.outcome, Outcome::Rule(outcome) if of(outcome.name))
        }
        _ => false,
    }
}
