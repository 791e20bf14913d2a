//! Makes the [`GameFacts`] of a game from its events, in as much detail as is needed, and counts
//! the choices of the players.

use super::facts::{EliminationAgent, GameFacts, slot_of};
use super::trail::Trails;
use tsuro::board::Shape;
use tsuro::game::{
    Cause, Ending, Event, Onlooker, Phase, Rule as _, RuleSet, Seat, Sink, State, View,
};

/// A sink that collects the facts of a game. With `DETAIL` it follows the pieces and the rules as
/// well; without, only turns and eliminations.
pub struct Collector<const DETAIL: bool> {
    facts: GameFacts,
    active: Seat,
    /// Whether the tile of the turn is placed: eliminations from then on are by the placement.
    is_placed: bool,
    /// How far round the table the turn is, counted from the seat that moved first; `u8::MAX`
    /// before the first turn.
    lap: u8,
    /// Whether a player holds the Dragon tile or the statue.
    dragon_is_held: bool,
    /// The turn in which a rule last did something before the placement; 0: none.
    rule_turn: u32,
    trails: Trails,
}

impl<const DETAIL: bool> Collector<DETAIL> {
    /// A collector for games of `seats` seats; call [`clear`](Self::clear) before each.
    pub fn new(seats: u8) -> Self {
        Self {
            facts: GameFacts::new(seats),
            active: Seat::new(0),
            is_placed: false,
            lap: u8::MAX,
            dragon_is_held: false,
            rule_turn: 0,
            trails: Trails::default(),
        }
    }

    /// Begins another game with the same number of seats, on a board of this shape.
    pub fn clear(&mut self, shape: &Shape) {
        self.facts = GameFacts::new(self.facts.seats);
        (self.active, self.is_placed, self.lap, self.dragon_is_held) =
            (Seat::new(0), false, u8::MAX, false);
        self.rule_turn = 0;
        if DETAIL {
            self.trails.clear(shape, self.facts.seats);
        }
    }

    /// The facts so far.
    pub fn facts(&self) -> &GameFacts {
        &self.facts
    }

    /// Adds what only the final state shows, and returns the facts of the game.
    pub fn finish<R: RuleSet>(
        &mut self,
        rules: &R,
        state: &State<R>,
        ending: Ending,
    ) -> &mut GameFacts {
        let core = state.core();
        let facts = &mut self.facts;
        facts.first = core.first();
        facts.winners = ending.winners;
        facts.outcome = ending.outcome;
        facts.alive = core.alive();
        facts.turns = core.turn();
        facts.together = rules.basics().together();
        facts.one_hand = rules.basics().one_hand();
        facts.squares = rules.basics().grid().area().into();
        let board = core.board();
        if DETAIL {
            facts.detailed = 1;
            facts.pile = core.pile().len() as u32;
            rules.rule().each_piece(state.own(), &mut |_| facts.rule_pieces += 1);
            facts.filled = rules
                .basics()
                .grid()
                .squares()
                .filter(|&square| board.tile(square).is_some())
                .count() as u32;
            (facts.path, facts.crossings) = self.trails.sums();
        }
        facts
    }

    fn count_elimination(&mut self, player: Seat, cause: Cause) {
        let agent = match (self.is_placed, player == self.active) {
            (false, _) => EliminationAgent::Chance,
            (true, true) => EliminationAgent::Own,
            (true, false) => EliminationAgent::Other,
        };
        self.facts.agents[agent as usize] += 1;
        self.facts.causes[slot_of(cause)] += 1;
        self.facts.out_turn[player.index()] = self.facts.turns;
        self.facts.out_round[player.index()] = self.facts.rounds;
    }

    /// Takes note of what is followed only with `DETAIL`.
    fn follow_detail(&mut self, event: &Event<'_>) {
        let facts = &mut self.facts;
        match *event {
            Event::Turn { .. } => facts.dragon += u32::from(self.dragon_is_held),
            Event::Start { player, mark } | Event::Relocated { player, mark } => {
                self.trails.put(player, mark);
            }
            Event::Placed { tile, square, .. } => self.trails.place(square, tile),
            Event::Moved { player, to } => {
                self.trails.travel(player, false);
                self.trails.put(player, to);
            }
            Event::Eliminated { player, cause } | Event::LifeLost { player, cause } => {
                if self.is_placed {
                    self.trails.travel(player, cause == Cause::Collision);
                }
                self.trails.eliminate(player);
            }
            Event::Exchanged { .. } => facts.exchanged += 1,
            Event::Declared { .. } => {
                if !self.is_placed && self.rule_turn != facts.turns {
                    self.rule_turn = facts.turns;
                    facts.rule_turns += 1;
                }
                if let Some(holder) = event.new_holder() {
                    self.dragon_is_held = holder.is_some();
                }
            }
            Event::WakeRemoved { square, .. } => {
                facts.eaten += 1;
                self.trails.remove(square);
            }
            _ => {}
        }
    }
}

impl<const DETAIL: bool> Sink for Collector<DETAIL> {
    // A module of WebAssembly is loaded over a network, and there its size counts for more.
    const OWN_ENGINE: bool = !cfg!(target_family = "wasm");

    #[inline]
    fn counts_legal(&self) -> bool {
        false
    }

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
                let lap = if player.number() >= first {
                    player.number() - first
                } else {
                    player.number() + seats - first
                };
                facts.rounds += u32::from(self.lap == u8::MAX || lap <= self.lap);
                self.lap = lap;
                self.active = player;
                self.is_placed = false;
            }
            Event::Placed { .. } => {
                self.facts.placed += 1;
                self.is_placed = true;
            }
            Event::Eliminated { player, cause } => self.count_elimination(player, cause),
            _ => {}
        }
        if DETAIL {
            self.follow_detail(event);
        }
    }
}

/// Counts of the decisions of a game, made by an onlooker: no event says what the choices were.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DecisionCounts {
    decisions: u32,
    legal: u32,
    free: u32,
    forced: u32,
    offered: u32,
    is_kingmade: bool,
}

impl DecisionCounts {
    /// Enters the counts into the facts of their game.
    pub(crate) fn add_to(self, facts: &mut GameFacts) {
        facts.decisions = self.decisions;
        facts.legal = self.legal;
        facts.free = self.free;
        facts.forced = self.forced;
        facts.offered = self.offered;
        facts.kingmade = self.is_kingmade.into();
    }
}

/// Whether the placements differ in which other pieces they eliminate.
fn chooses_who_goes_too<R: RuleSet>(view: &View<'_, R>) -> bool {
    if view.core().alive().len() < 3 {
        return false;
    }
    let see = view.observation(Some(view.core().decider()));
    let mut eliminated = see.legal().into_iter().map(|tile| see.outlook(tile).out);
    let first = eliminated.next();
    eliminated.any(|other| Some(other) != first)
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
                let is_forced = choices.all().all(|tile| choices.fate(tile).cause.is_some());
                self.forced += u32::from(is_forced);
                if is_forced && !self.is_kingmade {
                    self.is_kingmade = chooses_who_goes_too(view);
                }
            }
            Phase::Exchange => self.offered += 1,
            _ => {}
        }
    }
}
