//! How a game ended for each seat: its share of the win and its place.

use tsuro::game::{Ending, Event, EventRole, Seat, Sink};

/// How a game ended for one seat.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Finish {
    /// The share of the win, 0–1.
    pub share: f64,
    /// The number of seats that did better; equal seats have the same place.
    pub place: usize,
}

/// A sink that notes when each seat is eliminated.
pub(super) struct FinishSink {
    /// For each seat, the number of moves before its elimination; `None` if it is still alive.
    out: Vec<Option<u32>>,
    moves: u32,
    scores: Option<Vec<i64>>,
}

impl FinishSink {
    /// A sink for one game of `players` players.
    pub(super) fn new(players: u8) -> Self {
        Self { out: vec![None; players.into()], moves: 0, scores: None }
    }

    /// The finish of each seat. Winners come first; then seats with more points, if points count,
    /// otherwise seats that were eliminated later. Seats eliminated by the same move are equal.
    pub(super) fn finishes(&self, ending: Ending) -> Vec<Finish> {
        let key = |seat: usize| {
            let wins = ending.winners.contains(Seat::new(seat as u8));
            let rest = match &self.scores {
                Some(scores) => scores[seat],
                None => self.out[seat].map_or(i64::MAX, i64::from),
            };
            (wins, rest)
        };
        let finish = |seat: usize| Finish {
            share: if key(seat).0 { 1.0 / f64::from(ending.winners.len()) } else { 0.0 },
            place: (0..self.out.len()).filter(|&other| key(other) > key(seat)).count(),
        };
        (0..self.out.len()).map(finish).collect()
    }
}

impl Sink for FinishSink {
    #[inline]
    fn counts_legal(&self) -> bool {
        false
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Turn { .. } | Event::Placed { .. } => self.moves += 1,
            // Each is a move of its own (S18).
            Event::Declared { .. } if matches!(event.role(), EventRole::Put | EventRole::Moves) => {
                self.moves += 1;
            }
            Event::Eliminated { player, .. } => self.out[player.index()] = Some(self.moves),
            Event::End { scores, .. } => self.scores = scores.map(<[i64]>::to_vec),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::game::{Cause, Outcome, SeatSet};

    #[test]
    fn seats_that_are_eliminated_later_come_first_and_by_the_same_move_are_equal() {
        let mut listener = FinishSink::new(4);
        let mut out = |seat, number| {
            listener.event(&Event::Turn { player: Seat::new(0), number });
            listener.event(&Event::Eliminated { player: Seat::new(seat), cause: Cause::Edge });
        };
        out(2, 1);
        out(0, 2);
        listener.event(&Event::Eliminated { player: Seat::new(3), cause: Cause::Edge });
        let ending = Ending::new(SeatSet::only(Seat::new(1)), Outcome::LastStanding);
        let places: Vec<usize> =
            listener.finishes(ending).iter().map(|finish| finish.place).collect();
        assert_eq!(places, [1, 0, 3, 1]);
    }
}
