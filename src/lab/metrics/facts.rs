//! What is known of one finished game: plain numbers, from which every metric is worked out.

use crate::game::{MAX_SEATS, Outcome, Seat, SeatSet};

/// Who or what put a piece out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EliminationAgent {
    /// Its own placement.
    Own,
    /// The placement of another seat.
    Other,
    /// Dice, daikaiju, or a rule that acts before the placement.
    Chance,
}

/// One game in numbers. What nobody asked for is left at zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameFacts {
    /// Seats at the start.
    pub seats: u8,
    /// Who went first.
    pub first: Seat,
    /// Who won; the win is split evenly.
    pub winners: SeatSet,
    /// How it ended.
    pub outcome: Outcome,
    /// Who was not eliminated.
    pub alive: SeatSet,
    /// Turns begun.
    pub turns: u32,
    /// Rounds begun: a round ends when the turn passes the seat that went first, or its place at the table.
    pub rounds: u32,
    /// Tiles laid.
    pub placed: u32,
    /// The turn in which each seat was put out; 0: it was not.
    pub out_turn: [u32; MAX_SEATS],
    /// The round in which each seat was put out; 0: it was not.
    pub out_round: [u32; MAX_SEATS],
    /// Eliminations by cause: edge, collision, loop, daikaiju, a rule from outside the crate.
    pub causes: [u32; 5],
    /// Eliminations by [`EliminationAgent`]: own placement, another's, chance.
    pub agents: [u32; 3],
    /// 1 where the pieces were followed, so that what follows here is known; 0 in games that were only looked at from afar.
    pub close: u32,
    /// Placements for which the legal ones were counted.
    pub decisions: u32,
    /// Their sum of different legal placements.
    pub legal: u32,
    /// Those with more than one.
    pub free: u32,
    /// Those after which the player was out, and could not have lived by any.
    pub forced: u32,
    /// Exchanges that a player could have made.
    pub offered: u32,
    /// Exchanges made.
    pub exchanged: u32,
    /// Squares with a tile at the end.
    pub filled: u32,
    /// Squares of the board.
    pub squares: u32,
    /// Daikaiju (or what a rule has in their stead) on the board at the end.
    pub monsters: u32,
    /// Wake tiles taken off the board.
    pub eaten: u32,
    /// Tiles in the draw pile at the end.
    pub pile: u32,
    /// Turns that began while somebody held the Dragon tile or the statue.
    pub dragon: u32,
    /// Tiles crossed by all pieces together, a tile crossed twice counted twice.
    pub path: u32,
    /// Pairs of a piece's own travelled segments that cross inside a tile.
    pub crossings: u32,
    /// At a mixed table, the seats of the strongest bot.
    pub strong: SeatSet,
    /// Values of an evaluator over the game, where one was asked for.
    pub tension: Tension,
}

/// What an evaluator made of a game. Values are expected shares of the win, in ten-thousandths; each sum is over the turns that were valued.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tension {
    /// Turns valued.
    pub valued: u32,
    /// Turns, of those, in which another seat stood better than the winner.
    pub behind: u32,
    /// By how much, summed over them.
    pub deficit: u64,
    /// How often the seat that stands best changed.
    pub changes: u32,
    /// Normalised entropy of the values, summed, in ten-thousandths.
    pub entropy: u64,
    /// The turns before the winner stood best for good.
    pub open: u32,
}

impl GameFacts {
    /// A game of so many seats that has not begun.
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
            close: 0,
            decisions: 0,
            legal: 0,
            free: 0,
            forced: 0,
            offered: 0,
            exchanged: 0,
            filled: 0,
            squares: 0,
            monsters: 0,
            eaten: 0,
            pile: 0,
            dragon: 0,
            path: 0,
            crossings: 0,
            strong: SeatSet::EMPTY,
            tension: Tension { valued: 0, behind: 0, deficit: 0, changes: 0, entropy: 0, open: 0 },
        }
    }

    /// A count over the games that were followed in detail, for each of `parts` (seats, or 1).
    pub fn detailed(&self, count: u32, parts: u8) -> (i64, i64) {
        (count.into(), i64::from(self.close) * i64::from(parts))
    }

    /// How many pieces were put out.
    pub fn eliminated(&self) -> u32 {
        self.agents.iter().sum()
    }

    /// The turn of the first elimination; the last turn where there was none.
    pub fn first_out(&self) -> u32 {
        self.out_turn[..self.seats.into()].iter().copied().filter(|&turn| turn > 0).min().unwrap_or(self.turns)
    }

    /// Turns played after each seat's elimination, summed over the seats.
    pub fn sat_out(&self) -> u32 {
        self.out_turn[..self.seats.into()].iter().filter(|&&turn| turn > 0).map(|turn| self.turns - turn).sum()
    }

    /// A seat's share of the win, in units of 1/[`WIN`]; the win is split evenly among the winners.
    pub fn win(&self, seat: Seat) -> i64 {
        if self.winners.contains(seat) { WIN / i64::from(self.winners.len()) } else { 0 }
    }
}

/// A whole win: a number that all numbers of winners up to 16 divide. (A win shared by more is rounded down to a whole unit.)
pub const WIN: i64 = 720_720;
