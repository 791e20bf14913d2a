//! V1, V2, V4, W6: what counts.

use super::rules::Score;
use super::travel::Crossing;
use super::{Game, Seat};

impl Game {
    /// Counts a trip, the fatal one included.
    // reading: a trip that a collision cuts short counts up to that meeting; a loop counts once
    // round.
    pub(super) fn score_trip(&mut self, seat: usize, trip: &[Crossing]) {
        let seat = &mut self.seats[seat];
        seat.crossed += trip.len();
        for crossing in trip {
            let (a, b) = (crossing.entry, crossing.exit);
            seat.travelled.insert((crossing.serial, a.min(b), a.max(b)));
        }
    }

    /// A score a seat, where the score rule counts.
    // reading: V4: one for each marker alive, none for the others; their sum is the score.
    pub(super) fn scores(&self) -> Option<Vec<usize>> {
        let score = |seat: &Seat| match self.rules.score {
            Score::LastStanding | Score::LastTeam => None,
            Score::LongestPath => Some(seat.crossed),
            Score::MostCrossings => {
                let (points, worth) = seat.brought.unwrap_or((0, 0));
                Some(points + seat.own_crossings() - worth)
            }
            Score::Lanterns => Some(seat.stars),
            Score::Solo => Some(usize::from(seat.alive)),
            Score::Outlast => Some(self.daikaiju_out()),
        };
        self.seats.iter().map(score).collect()
    }
}

impl Seat {
    /// V2: the pairs of its segments that cross inside a tile.
    // reading: a segment travelled twice is one segment.
    pub(super) fn own_crossings(&self) -> usize {
        let segments: Vec<(usize, u8, u8)> = self.travelled.iter().copied().collect();
        let mut count = 0;
        for (index, &(tile, a, b)) in segments.iter().enumerate() {
            for &(other_tile, c, d) in &segments[..index] {
                let between = |port: u8| a < port && port < b;
                if tile == other_tile && between(c) != between(d) {
                    count += 1;
                }
            }
        }
        count
    }
}
