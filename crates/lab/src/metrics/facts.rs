//! One finished game in numbers, from which every metric is computed.

use tsuro::game::{Cause, MAX_SEATS, Outcome, Seat, SeatSet};
use tsuro::rules::hazard::TAKEN;

/// The place of eliminations by the first rule that has pieces in [`GameFacts::causes`].
pub(super) const FIRST_RULE: usize = Cause::ALL.len();
/// The place of eliminations by another rule in [`GameFacts::causes`].
pub(super) const OTHER_RULE: usize = FIRST_RULE + 1;

/// The place of a cause in [`GameFacts::causes`].
pub(super) fn slot_of(cause: Cause) -> usize {
    match cause {
        Cause::Rule(cause) if *cause == TAKEN => FIRST_RULE,
        Cause::Rule(_) => OTHER_RULE,
        cause => cause.slot(),
    }
}

/// Who or what eliminated a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EliminationAgent {
    /// The placement of the piece's own player.
    Own,
    /// The placement of another seat.
    Other,
    /// A rule that acts before the placement, by dice or otherwise.
    Chance,
}

/// One game in numbers. What was not collected is 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFacts {
    /// Number of seats at the start.
    pub seats: u8,
    /// The seat that moved first.
    pub first: Seat,
    /// The winners, who share the win evenly.
    pub winners: SeatSet,
    /// How the game ended.
    pub outcome: Outcome,
    /// The seats that were never eliminated.
    pub alive: SeatSet,
    /// Number of turns begun.
    pub turns: u32,
    /// Number of rounds begun; a round ends when the turn passes the place at the table of the seat
    /// that moved first.
    pub rounds: u32,
    /// Number of tiles placed.
    pub placed: u32,
    /// The turn in which each seat was eliminated; 0 if it was not.
    pub out_turn: [u32; MAX_SEATS],
    /// The round in which each seat was eliminated; 0 if it was not.
    pub out_round: [u32; MAX_SEATS],
    /// Eliminations by cause: edge, collision, loop, the first rule that has pieces, another rule.
    pub causes: [u32; 5],
    /// Eliminations by agent: the eliminated player's own placement, another player's, chance
    /// before the placement.
    pub agents: [u32; 3],
    /// 1 if the game was followed in detail, so that the fields below are known; 0 if only turns
    /// and eliminations were.
    pub detailed: u32,
    /// Placements before which the legal ones were counted.
    pub decisions: u32,
    /// Different legal placements, summed over these decisions.
    pub legal: u32,
    /// Decisions with more than one legal placement.
    pub free: u32,
    /// Decisions in which every legal placement eliminated the player.
    pub forced: u32,
    /// 1 if a player whom every legal placement eliminated could choose which others go out with it.
    pub kingmade: u32,
    /// Exchanges that a player could have made.
    pub offered: u32,
    /// Exchanges that were made.
    pub exchanged: u32,
    /// Turns in which a rule did something before the placement.
    pub rule_turns: u32,
    /// Whether all seats win or lose together (W6).
    pub together: bool,
    /// Whether one person plays all pieces (V4).
    pub one_hand: bool,
    /// Squares with a tile at the end of the game.
    pub filled: u32,
    /// Squares of the board.
    pub squares: u32,
    /// Pieces of rules on the board at the end of the game.
    pub rule_pieces: u32,
    /// Wake tiles removed from the board.
    pub eaten: u32,
    /// Tiles in the draw pile at the end of the game.
    pub pile: u32,
    /// Turns that began while a player held the Dragon tile or the statue.
    pub dragon: u32,
    /// Tiles crossed by all pieces together, a tile crossed twice counted twice.
    pub path: u32,
    /// Pairs of a piece's own travelled segments that cross inside a tile.
    pub crossings: u32,
    /// At a mixed table, the seats of the strongest bot.
    pub strong: SeatSet,
    /// How an evaluator valued the game, if one was asked for.
    pub tension: Tension,
}

/// How an evaluator valued a game. Values are expected shares of the win, in ten-thousandths; sums
/// are over the turns that were valued.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "an evaluator from outside fills in every field")]
pub struct Tension {
    /// Number of turns that were valued.
    pub valued: u32,
    /// Number of valued turns in which another seat stood better than the winner.
    pub behind: u32,
    /// By how much the winner was behind, summed over these turns.
    pub deficit: u64,
    /// How often another seat came to stand best.
    pub changes: u32,
    /// Entropy of the values as a share of the largest possible, in ten-thousandths, summed.
    pub entropy: u64,
    /// Number of turns before the winner stood best for good.
    pub open: u32,
}

/// How fast people play, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::exhaustive_structs, reason = "the numbers of one model")]
pub struct Pace {
    /// To set up, for each player.
    pub player: f64,
    /// To place a tile.
    pub tile: f64,
    /// To make an exchange.
    pub exchange: f64,
    /// A turn in which a rule does something before the placement.
    pub rule_turn: f64,
}

impl Pace {
    /// What the metric `minutes` assumes.
    pub const ASSUMED: Self = Self { player: 20.0, tile: 12.0, exchange: 10.0, rule_turn: 4.0 };
}

impl GameFacts {
    /// A game for `seats` seats that has not begun.
    pub const fn new(seats: u8) -> Self {
        Self {
            seats,
            first: Seat::new(0),
            winners: SeatSet::EMPTY,
            outcome: Outcome::Tie,
            alive: SeatSet::first(seats),
            turns: 0,
            rounds: 0,
            placed: 0,
            out_turn: [0; MAX_SEATS],
            out_round: [0; MAX_SEATS],
            causes: [0; 5],
            agents: [0; 3],
            detailed: 0,
            decisions: 0,
            legal: 0,
            free: 0,
            forced: 0,
            kingmade: 0,
            offered: 0,
            exchanged: 0,
            rule_turns: 0,
            together: false,
            one_hand: false,
            filled: 0,
            squares: 0,
            rule_pieces: 0,
            eaten: 0,
            pile: 0,
            dragon: 0,
            path: 0,
            crossings: 0,
            strong: SeatSet::EMPTY,
            tension: Tension { valued: 0, behind: 0, deficit: 0, changes: 0, entropy: 0, open: 0 },
        }
    }

    /// The two numbers of a ratio: a count, and `parts` (seats, or 1) if the game was followed in
    /// detail.
    pub(super) fn over_detailed(&self, count: u32, parts: u8) -> (i64, i64) {
        (count.into(), i64::from(self.detailed) * i64::from(parts))
    }

    /// How many pieces were eliminated.
    pub(super) fn eliminated(&self) -> u32 {
        self.agents.iter().sum()
    }

    /// The turn of the first elimination; the last turn where there was none.
    pub fn first_out(&self) -> u32 {
        self.out_turn[..self.seats.into()]
            .iter()
            .copied()
            .filter(|&turn| turn > 0)
            .min()
            .unwrap_or(self.turns)
    }

    /// Turns played after each seat's elimination, summed over the seats.
    pub fn sat_out(&self) -> u32 {
        self.out_turn[..self.seats.into()]
            .iter()
            .filter(|&&turn| turn > 0)
            .map(|turn| self.turns - turn)
            .sum()
    }

    /// The share of the game that the median player sits out, in units of 1/2 [`SHARE`]: of an even
    /// number of players it is the mean of the two in the middle.
    pub(super) fn median_sat_out(&self) -> i64 {
        let turns = i64::from(self.turns.max(1));
        let seats = usize::from(self.seats);
        let mut left = self.out_turn.map(|out| {
            if out == 0 { 0 } else { SHARE * (i64::from(self.turns) - i64::from(out)) / turns }
        });
        left[..seats].sort_unstable();
        left[(seats - 1) / 2] + left[seats / 2]
    }

    /// Turns of others while a seat was in the game, summed over the seats.
    pub(super) fn waited(&self) -> u32 {
        u32::from(self.seats) * self.turns - self.sat_out() - self.turns
    }

    /// How many seconds a game of people would take, by a model whose numbers are assumed.
    pub(super) fn seconds(&self) -> u32 {
        // All numbers are whole.
        self.seconds_at(&Pace::ASSUMED) as u32
    }

    /// How many seconds the game takes people of this pace.
    pub fn seconds_at(&self, pace: &Pace) -> f64 {
        pace.player * f64::from(self.seats)
            + pace.tile * f64::from(self.placed)
            + pace.exchange * f64::from(self.exchanged)
            + pace.rule_turn * f64::from(self.rule_turns)
    }

    /// A seat's share of the win, in units of 1/[`WIN`]; the win is split evenly among the winners.
    pub(crate) fn win(&self, seat: Seat) -> i64 {
        if self.winners.contains(seat) { WIN / i64::from(self.winners.len()) } else { 0 }
    }
}

/// A whole in the units in which shares of a game are counted.
pub(super) const SHARE: i64 = 10_000;

/// A whole win in the units in which wins are counted. All numbers of winners up to 16 divide it;
/// shares of more winners are rounded down.
pub const WIN: i64 = 720_720;
