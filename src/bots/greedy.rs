//! A bot that looks one placement ahead.

use super::Bot;
use crate::board::{Content, Laid, Place, Square};
use crate::game::{Observation, Rng};

/// Stays alive, then puts out as many others as it can, then goes where there is most room. Ties are broken at random.
#[derive(Debug, Clone, Copy)]
pub struct Greedy;

/// How good a placement is; compared field by field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    alive: bool,
    kills: usize,
    room: u32,
}

impl Bot for Greedy {
    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        let legal = see.legal();
        let worths: Vec<Worth> = legal.iter().map(|&tile| worth(see, tile)).collect();
        let best = worths.iter().copied().max();
        let ties: Vec<usize> = (0..legal.len()).filter(|&index| Some(worths[index]) == best).collect();
        legal[ties[rng.below(ties.len() as u32) as usize]]
    }
}

fn worth(see: &Observation<'_>, tile: Laid) -> Worth {
    let consequences = see.consequences(tile);
    let own = consequences.iter().find(|consequence| consequence.player == see.active());
    let kills = consequences.iter().filter(|consequence| consequence.player != see.active() && consequence.cause.is_some()).count();
    let to = own.and_then(|own| own.to);
    Worth { alive: to.is_some(), kills, room: to.map_or(0, |to| room(see, to)) }
}

/// How much open water lies before a place: empty squares within two steps of the faced one, nearer ones counting double.
fn room(see: &Observation<'_>, place: Place) -> u32 {
    let (column, row) = (i16::from(place.square().column()), i16::from(place.square().row()));
    let mut room = 0;
    for down in -2i16..=2 {
        for right in -2i16..=2 {
            let (at_column, at_row) = (column + right, row + down);
            let on_board = (0..i16::from(see.columns())).contains(&at_column) && (0..i16::from(see.rows())).contains(&at_row);
            if on_board && see.content(Square::new(at_column as u8, at_row as u8)) == Content::Empty {
                room += if right.abs().max(down.abs()) <= 1 { 2 } else { 1 };
            }
        }
    }
    room
}
