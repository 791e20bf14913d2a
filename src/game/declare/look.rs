//! How what a rule has on the board looks: its pieces, the marks that it puts on squares, and what
//! it counts. Board pictures, terminal, browser, suites and Python draw and tell all of them by
//! these declarations alone.

use super::texts::Texts;
use crate::board::{Rotation, Side, Square};
use crate::game::pieces::seat::Seat;
use serde::{Deserialize, Serialize};

/// A colour in which something of a rule is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LookColor {
    /// White.
    White,
    /// Gold.
    Gold,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Purple.
    Purple,
}

/// What something of a rule's on a square is called and how it is drawn, declared once as a
/// `static`.
///
/// ```
/// use tsuro::game::{Look, LookColor, Texts};
///
/// static SINKHOLE: Look = Look::new(
///     '◉',
///     LookColor::Purple,
///     Texts(&[("en", "a sinkhole"), ("fr", "un gouffre")]),
/// );
/// assert_eq!(SINKHOLE.name.in_language("fr"), "un gouffre");
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Look {
    /// The character that stands for it in drawings. PNG and GIF have letters, digits, `@`, `↻`,
    /// `↺`, `☼` and `◆`.
    pub sign: char,
    /// Its colour.
    pub color: LookColor,
    /// What it is called within a sentence, with its article: `a sinkhole`.
    pub name: Texts,
    /// Whether a mark that looks so is seen on a tile as well.
    pub over_tiles: bool,
    /// The picture of a piece, for drawings, see [`Look::with_picture`].
    pub picture: Option<&'static str>,
}

impl Look {
    /// A look with this sign and colour, and what it is called within a sentence, with its article.
    pub const fn new(sign: char, color: LookColor, name: Texts) -> Self {
        Self { sign, color, name, over_tiles: false, picture: None }
    }

    /// Adds a picture for pieces that look so: SVG path data in a square of 100 by 100 units. It is
    /// filled by the even-odd rule and outlined, behind the sign or the numbers of the dice, which
    /// stand in the middle and at the middles of the sides. It does not turn with a piece.
    #[must_use]
    pub const fn with_picture(mut self, path: &'static str) -> Self {
        self.picture = Some(path);
        self
    }

    /// Makes it a mark that describes what lies on its square, and is seen on a tile as well.
    #[must_use]
    pub const fn over_tiles(mut self) -> Self {
        self.over_tiles = true;
        self
    }
}

/// A piece of a rule's on the board: a sinkhole, a lantern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RulePiece {
    /// Its number among the pieces of its rule; its face is at this index of
    /// [`Rule::faces`](crate::game::Rule::faces).
    pub tile: u8,
    /// The square that it blocks, or [lies over](PieceFace::lies_over).
    pub square: Square,
    /// The quarter-turns clockwise by which it is turned.
    pub facing: Rotation,
}

impl RulePiece {
    /// The piece with this number, on this square, turned by `facing`.
    pub const fn new(tile: u8, square: Square, facing: Rotation) -> Self {
        Self { tile, square, facing }
    }

    /// Whether it lies over its square and blocks nothing, by the faces of all pieces.
    pub fn lies_over(self, faces: &[PieceFace]) -> bool {
        faces.get(usize::from(self.tile)).is_some_and(|face| face.lies_over)
    }

    /// Whether a square lies on the line at right angles to where it is turned.
    pub(crate) const fn has_in_line(self, square: Square) -> bool {
        if self.facing.turns().is_multiple_of(2) {
            self.square.row() == square.row()
        } else {
            self.square.column() == square.column()
        }
    }

    /// The pieces that `each` hands over, in ascending order of number.
    pub(crate) fn sorted(each: impl FnOnce(&mut dyn FnMut(Self))) -> Vec<Self> {
        let mut pieces = Vec::new();
        each(&mut |piece| pieces.push(piece));
        pieces.sort_unstable_by_key(|piece: &Self| piece.tile);
        pieces
    }
}

/// What is printed on a piece of a rule's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceFace {
    /// How it looks.
    pub look: &'static Look,
    /// What a die does with it; `None`: dice do not move it.
    pub dice: Option<DiceFace>,
    /// Whether it lies over its square: it shares it with a tile or with another piece, and blocks
    /// nothing. The rule does not [block](crate::game::Table::block) the square for it.
    pub lies_over: bool,
    /// Whether it travels where it is turned, and acts on the whole line of the board at right
    /// angles to that, which pictures show.
    pub sweeps: bool,
}

/// What is wrong with a field beside a piece of a rule in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceFieldFault {
    /// The name of the field.
    pub field: &'static str,
    /// Why, as a lower-case fragment.
    pub why: String,
}

impl PieceFieldFault {
    /// This field is wrong, because of `why`.
    pub fn new(field: &'static str, why: impl Into<String>) -> Self {
        Self { field, why: why.into() }
    }
}

/// What a die does with a piece: the numbers that are printed on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct DiceFace {
    /// The number on which it turns; 0: none.
    pub turn: u8,
    /// The numbers on which it moves up, right, down and left, as long as it is not turned.
    pub arrows: [u8; 4],
    /// Whether it turns clockwise, not counter-clockwise.
    pub clockwise: bool,
}

impl DiceFace {
    /// A piece that moves up, right, down and left on these numbers, as long as it is not turned,
    /// and turns on none.
    pub const fn moving(arrows: [u8; 4]) -> Self {
        Self { turn: 0, arrows, clockwise: true }
    }

    /// The number that moves the piece towards `side`, if it is turned by `facing`.
    pub const fn number(&self, side: Side, facing: Rotation) -> u8 {
        self.arrows[(side as usize + 4 - facing.turns() as usize) % 4]
    }

    /// The side towards which a number moves the piece, if it is turned by `facing`; `None`: it
    /// does not move.
    pub fn side(&self, number: u8, facing: Rotation) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.number(side, facing) == number)
    }
}

impl PieceFace {
    /// The face of a piece that no die moves.
    pub const fn new(look: &'static Look) -> Self {
        Self { look, dice: None, lies_over: false, sweeps: false }
    }

    /// Makes it a piece that shares its square with a tile or with another piece, and blocks
    /// nothing.
    #[must_use]
    pub const fn lying_over(mut self) -> Self {
        self.lies_over = true;
        self
    }

    /// Makes it a piece that travels where it is turned, and acts on the whole line at right angles
    /// to that.
    #[must_use]
    pub const fn sweeping(mut self) -> Self {
        self.sweeps = true;
        self
    }

    /// Sets the numbers on which the piece moves and turns.
    #[must_use]
    pub const fn with_dice(mut self, dice: DiceFace) -> Self {
        self.dice = Some(dice);
        self
    }
}

/// A mark of a rule's on a square, which is seen as long as no tile lies there, or [on
/// it](Look::over_tiles).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SquareMark {
    /// The square.
    pub square: Square,
    /// How it looks.
    pub look: &'static Look,
}

impl SquareMark {
    /// A mark on this square.
    pub const fn new(square: Square, look: &'static Look) -> Self {
        Self { square, look }
    }
}

/// Something that a rule counts and all see, declared once as a `static`.
///
/// ```
/// use tsuro::game::{CountDecl, Texts};
///
/// static LANTERNS: CountDecl = CountDecl::new(
///     "lanterns",
///     Texts(&[("en", "lanterns")]),
///     Texts(&[("en", "{who}: lanterns that still burn: {count}.")]),
/// );
/// assert_eq!(LANTERNS.label.in_language("fr"), "lanterns");
/// ```
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CountDecl {
    /// Its name in records and arrays.
    pub name: &'static str,
    /// What it is called where there is little room, before the number: `shots`.
    pub label: Texts,
    /// How people are told: a sentence with the number as `{count}` and, if it is counted for each
    /// seat, the player as `{who}`.
    pub text: Texts,
    /// Whether what is counted for the table is a seat, from 1: whose turn it is to do something.
    pub is_seat: bool,
}

impl CountDecl {
    /// A number of this name, what it is called in short, and the sentence in which people are
    /// told.
    pub const fn new(name: &'static str, label: Texts, text: Texts) -> Self {
        Self { name, label, text, is_seat: false }
    }

    /// Makes it the number of a seat, from 1.
    #[must_use]
    pub const fn of_a_seat(self) -> Self {
        Self { is_seat: true, ..self }
    }
}

/// Something that a rule shows to everybody besides its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shown {
    /// A mark on a square.
    Mark(SquareMark),
    /// A number for a seat: the shots that a ship has left.
    Seat(&'static CountDecl, Seat, u8),
    /// A number for the whole table: the turns until something happens.
    Table(&'static CountDecl, u32),
}
