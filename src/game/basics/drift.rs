//! [`Drift`]: how likely what blocks squares is to come to a piece, as bots foresee it.

/// The most turns that are foreseen: a round of a full table.
const TURNS: usize = 8;

/// The farthest square that is foreseen, in columns and in rows.
const REACH: usize = 4;

/// A distance in columns or rows that is followed: beyond [`REACH`], so that little is lost.
const WIDE: usize = 2 * REACH + 1;

/// All of a chance: chances are parts of it.
const ALWAYS: u32 = 1 << 16;

/// The chances that something which blocks a square, and in every turn may step to any of the four
/// squares beside it, comes to a square, by the number of turns and the distance.
///
/// What steps together is taken to step independently, and where a step leads off the board is not
/// looked at: bots need to know where danger is, not its last digit.
#[derive(Debug, Clone)]
pub(crate) struct Drift {
    /// The chance that it is there after each number of turns.
    there: [[[u16; REACH + 1]; REACH + 1]; TURNS],
    /// The chance that it has come there within each number of turns.
    came: [[[u16; REACH + 1]; REACH + 1]; TURNS],
}

/// What can be said of a distance after a number of turns.
type Field = [[f64; 2 * WIDE + 1]; 2 * WIDE + 1];

impl Drift {
    /// For something that in a turn steps across each side of its square with this chance, of
    /// 65,536; at most a quarter of it. `None`: it stays.
    pub(crate) fn new(step: u16) -> Option<Box<Self>> {
        if step == 0 {
            return None;
        }
        let step = (f64::from(step) / f64::from(ALWAYS)).min(0.25);
        let mut drift = Box::new(Self {
            there: [[[0; REACH + 1]; REACH + 1]; TURNS],
            came: [[[0; REACH + 1]; REACH + 1]; TURNS],
        });
        let (mut there, mut came) = (at_the_square(), at_the_square());
        for turn in 0..TURNS {
            there = after_a_turn(&there, step);
            came = after_a_turn(&came, step);
            came[WIDE][WIDE] = 1.0;
            let rounded = |chance: f64| (chance * f64::from(ALWAYS)).min(65_535.0) as u16;
            for (columns, rows) in
                (0..=REACH).flat_map(|one| (0..=REACH).map(move |two| (one, two)))
            {
                drift.there[turn][columns][rows] = rounded(there[WIDE + columns][WIDE + rows]);
                drift.came[turn][columns][rows] = rounded(came[WIDE + columns][WIDE + rows]);
            }
        }
        Some(drift)
    }

    /// The chance, of 65,536, that it is `columns` and `rows` away after `turns` turns.
    pub(crate) fn is_there(&self, turns: u8, [columns, rows]: [u8; 2]) -> u32 {
        Self::look_up(&self.there, turns, columns, rows)
    }

    /// The chance, of 65,536, that it comes `columns` and `rows` away within `turns` turns.
    pub(crate) fn comes(&self, turns: u8, [columns, rows]: [u8; 2]) -> u32 {
        Self::look_up(&self.came, turns, columns, rows)
    }

    fn look_up(
        chances: &[[[u16; REACH + 1]; REACH + 1]; TURNS],
        turns: u8,
        columns: u8,
        rows: u8,
    ) -> u32 {
        let Some(turn) = usize::from(turns).checked_sub(1) else { return 0 };
        let found = chances[turn.min(TURNS - 1)].get(usize::from(columns));
        found.and_then(|line| line.get(usize::from(rows))).copied().unwrap_or(0).into()
    }
}

/// It has come to the square in the middle, and nowhere else.
fn at_the_square() -> Field {
    let mut field = [[0.0; 2 * WIDE + 1]; 2 * WIDE + 1];
    field[WIDE][WIDE] = 1.0;
    field
}

/// The chances from each distance with one turn more.
fn after_a_turn(before: &Field, step: f64) -> Field {
    let mut after = [[0.0; 2 * WIDE + 1]; 2 * WIDE + 1];
    for column in 1..2 * WIDE {
        for row in 1..2 * WIDE {
            let beside = before[column - 1][row]
                + before[column + 1][row]
                + before[column][row - 1]
                + before[column][row + 1];
            after[column][row] = (1.0 - 4.0 * step) * before[column][row] + step * beside;
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_a_walk() {
        // A tenth across each side.
        let drift = Drift::new(6_554).unwrap();
        let near =
            |found: u32, chance: f64| (f64::from(found) / f64::from(ALWAYS) - chance).abs() < 1e-3;
        assert!(near(drift.is_there(1, [0, 1]), 0.1) && near(drift.comes(1, [1, 0]), 0.1));
        assert!(near(drift.is_there(1, [0, 0]), 0.6));
        // Twice it stays once, in either order.
        assert!(near(drift.is_there(2, [0, 1]), 0.1 * 0.6 * 2.0));
        assert!(near(drift.comes(2, [0, 1]), 0.1 + 0.6 * 0.1));
        // Round the corner there are two ways, straight on there is one.
        assert!(near(drift.comes(2, [1, 1]), 0.02) && near(drift.comes(2, [2, 0]), 0.01));
        assert_eq!(
            [drift.comes(0, [0, 1]), drift.comes(2, [2, 1]), drift.comes(8, [9, 0])],
            [0; 3]
        );
        assert_eq!(drift.comes(8, [0, 1]), drift.comes(200, [0, 1]), "a round is foreseen");
        assert!(Drift::new(0).is_none());
    }
}
