//! A rule that moves pieces: a current along one row carries the pieces that face a square of it
//! one square on.

use tsuro::board::{Place, Side};
use tsuro::game::{Key, Own, Rule, RuleDecl, RuleKey, RulePhase, SeatSet, Table, Timing, Values};

/// The row of the current, from 0.
#[derive(Debug)]
pub struct Current(u8);

pub static CURRENT: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    "current",
    "after each turn, a current carries the pieces in one row one square to the right",
    &build,
)
.keys(&[ROW.decl()])
.at(&[Timing::TurnEnds]);

const ROW: RuleKey<u8> =
    Key::number("row", 1..=16).default(4).means("The row of the current").typed();

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let (row, rows) = (values.get(&ROW)?, values.facts().rows());
    if row > rows {
        values
            .problem(&ROW, format!("row {row} is off the board, which has {rows} rows"))
            .with("board.rows");
    }
    Some(Box::new(Current(row - 1)))
}

impl Rule for Current {
    fn decl(&self) -> &'static RuleDecl {
        &CURRENT
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let under_way = table.alive().without(table.on_start_mark());
        let carried: SeatSet =
            under_way.iter().filter(|&seat| table.place(seat).square().row() == self.0).collect();
        for seat in carried.clockwise_from(table.active()) {
            let place = table.place(seat);
            // In the last column there is no square to carry it to, and it stays.
            if let Some(square) = table.shape().step(place.square(), Side::Right) {
                table.carry(seat, Place::new(square, place.port()), "current");
            }
        }
    }
}
