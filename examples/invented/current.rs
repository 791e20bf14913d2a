//! A rule that moves pieces: a current along one row carries the pieces that face a square of it one square on.

use tsuro::board::{Place, Side};
use tsuro::game::{HazardRule, Key, Rule, RuleContext, SeatSet, Timing, Values};

/// The row of the current, from 0.
#[derive(Debug)]
pub struct Current(u8);

impl Rule for Current {
    const NAME: &'static str = "current";
    const SUMMARY: &'static str = "after each turn, a current carries the pieces in one row one square to the right";
    const KEYS: &'static [Key] = &[Key::number("row", 1..=16).default(4).means("The row of the current")];
    const TIMINGS: &'static [Timing] = &[Timing::TurnEnds];

    fn build(values: &mut Values<'_>) -> Option<Self> {
        let (row, rows) = (u8::try_from(values.int("row")).ok()?, values.facts().rows());
        if row > rows {
            values.problem("row", format!("row {row} is off the board, which has {rows} rows")).with("board.rows");
        }
        Some(Self(row - 1))
    }
}

impl HazardRule for Current {
    type State = ();

    fn start(&self, _: u8) {}

    fn begin<T: RuleContext + ?Sized>(&self, table: &mut T, (): &mut (), _: Timing) {
        let under_way = table.alive().without(table.on_start_mark());
        let carried: SeatSet = under_way.iter().filter(|&seat| table.place(seat).square().row() == self.0).collect();
        for seat in carried.clockwise_from(table.active()) {
            let place = table.place(seat);
            // In the last column there is no square to carry it to, and it stays.
            if let Some(square) = table.shape().step(place.square(), Side::Right) {
                table.carry(seat, Place::new(square, place.port()), Self::NAME);
            }
        }
    }
}
