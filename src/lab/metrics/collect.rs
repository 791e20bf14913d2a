//! From the events of a game to its [`GameFacts`]: one collector for each amount of detail, so that nobody pays for what nobody asked for.

use super::facts::{EliminationAgent, GameFacts};
use super::trail::Trails;
use crate::game::{Cause, Ending, Event, HazardRule, Onlooker, Phase, RuleSet, Seat, Sink, State, View};

/// A listener that notes what metrics need. With `DETAIL` it follows the pieces and the rules as well; without, only turns and eliminations.
pub struct Collector<const DETAIL: bool> {
    facts: GameFacts,
    active: Seat,
    /// Whether the tile of the turn is laid: eliminations are by the placement from then on.
    laid: bool,
    /// How far round the table the turn is, counted from the seat that went first.
    lap: u8,
    /// Whether somebody holds the Dragon tile.
    held: bool,
    trails: Trails,
}

impl<const DETAIL: bool> Collector<DETAIL> {
    /// Nothing has happened yet.
    pub fn new(seats: u8) -> Self {
        Self { facts: GameFacts::new(seats), active: Seat::new(0), laid: false, lap: u8::MAX, held: false, trails: Trails::default() }
    }

    /// Begins another game of as many seats.
    pub fn clear(&mut self) {
        self.facts = GameFacts::new(self.facts.seats);
        (self.active, self.laid, self.lap, self.held) = (Seat::new(0), false, u8::MAX, false);
        if DETAIL {
            self.trails.clear(self.facts.seats);
        }
    }

    /// What the events have said so far.
    pub fn facts(&self) -> &GameFacts {
        &self.facts
    }

    /// Adds what only the final state says, and gives the facts of the game.
    pub fn finish<R: RuleSet>(&mut self, rules: &R, state: &State<R>, ending: Ending) -> &mut GameFacts {
        let core = state.core();
        let facts = &mut self.facts;
        facts.first = core.first();
        facts.winners = ending.winners;
        facts.outcome = ending.outcome;
        facts.alive = core.alive();
        facts.turns = core.turn();
        facts.squares = rules.basics().grid.area().into();
        let board = core.board();
        if DETAIL {
            facts.close = 1;
            facts.pile = core.pile().len() as u32;
            facts.monsters = rules.hazard().monsters(state.hazard()).len() as u32;
            facts.filled = rules.basics().grid.squares().filter(|&square| board.tile(square).is_some()).count() as u32;
            (facts.path, facts.crossings) = self.trails.sums();
        }
        facts
    }

    fn eliminated(&mut self, player: Seat, cause: Cause) {
        let agent = match (self.laid, player == self.active) {
            (false, _) => EliminationAgent::Chance,
            (true, true) => EliminationAgent::Own,
            (true, false) => EliminationAgent::Other,
        };
        self.facts.agents[agent as usize] += 1;
        self.facts.causes[cause.slot()] += 1;
        self.facts.out_turn[player.index()] = self.facts.turns;
        self.facts.out_round[player.index()] = self.facts.rounds;
    }

    /// What the collector follows only with `DETAIL`.
    fn detail(&mut self, event: &Event<'_>) {
        let facts = &mut self.facts;
        match *event {
            Event::Turn { .. } => facts.dragon += u32::from(self.held),
            Event::Start { player, mark } | Event::Relocated { player, mark } => self.trails.put(player, mark),
            Event::Placed { tile, square, .. } => self.trails.lay(square, tile),
            Event::Moved { player, to } => {
                self.trails.travel(player, false);
                self.trails.put(player, to);
            }
            Event::Eliminated { player, cause } => {
                if self.laid {
                    self.trails.travel(player, cause == Cause::Collision);
                }
                self.trails.out(player);
            }
            Event::Exchanged { .. } => facts.exchanged += 1,
            Event::Dragon { holder } => self.held = holder.is_some(),
            Event::WakeRemoved { square, .. } => {
                facts.eaten += 1;
                self.trails.remove(square);
            }
            _ => {}
        }
    }
}

impl<const DETAIL: bool> Sink for Collector<DETAIL> {
    const LEGAL: bool = false;

    #[inline]
    fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Turn { player, number } => {
                let facts = &mut self.facts;
                if number == 1 {
                    facts.first = player;
                }
                facts.turns = number;
                let (first, seats) = (facts.first.number(), facts.seats);
                let lap = if player.number() >= first { player.number() - first } else { player.number() + seats - first };
                facts.rounds += u32::from(self.lap == u8::MAX || lap <= self.lap);
                self.lap = lap;
                self.active = player;
                self.laid = false;
            }
            Event::Placed { .. } => {
                self.facts.placed += 1;
                self.laid = true;
            }
            Event::Eliminated { player, cause } => self.eliminated(player, cause),
            _ => {}
        }
        if DETAIL {
            self.detail(event);
        }
    }
}

/// Counts of what there was to choose from: an onlooker's work, since no event tells it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DecisionCounts {
    decisions: u32,
    legal: u32,
    free: u32,
    forced: u32,
    offered: u32,
}

impl DecisionCounts {
    /// Adds the counts to the facts of their game.
    pub fn add_to(self, facts: &mut GameFacts) {
        facts.decisions = self.decisions;
        facts.legal = self.legal;
        facts.free = self.free;
        facts.forced = self.forced;
        facts.offered = self.offered;
    }
}

/// Counts before each decision. At a placement that takes about as long as the rest of the turn.
impl<R: RuleSet> Onlooker<R> for DecisionCounts {
    fn before_decision(&mut self, view: &View<'_, R>) {
        match view.core().phase() {
            Phase::Place => {
                let choices = view.choices();
                let legal = u32::from(choices.count());
                self.decisions += 1;
                self.legal += legal;
                self.free += u32::from(legal > 1);
                self.forced += u32::from(choices.all().all(|tile| choices.fate(tile).cause.is_some()));
            }
            Phase::Exchange => self.offered += 1,
            _ => {}
        }
    }
}
