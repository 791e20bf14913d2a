//! The parts of a game: what lies in its box, whatever the rules are.

use crate::words::{Word, say};
use std::sync::Arc;
use tsuro::board::{FACES, Face, Side};
use tsuro::game::{
    BoardStyle, ChanceLook, Look, PieceFace, PlayerCounts, Rule as _, Texts, TileDecl,
};
use tsuro::picture::printed_board;
use tsuro::ruleset::Variant;
use tsuro::session::Game;
use tsuro::with_rules;
use tsuro_faces::describe;
use tsuro_faces::words::Language;

/// The parts of a game.
pub(crate) struct Parts {
    /// The columns and rows of the board.
    pub size: [u8; 2],
    /// The empty board, drawn.
    pub board: String,
    /// What is unlike a rectangle with edges all round, in sentences.
    pub shape: Vec<String>,
    /// What pictures make of the board.
    pub look: BoardStyle,
    pub players: PlayerCounts,
    /// The faces, with the number of copies of each; none that has no copy.
    pub faces: Vec<(Face, u16)>,
    /// The special tiles, the same.
    pub specials: Vec<(&'static TileDecl, u16)>,
    /// The pieces of rules, by their number.
    pub pieces: Vec<PieceFace>,
    /// What the player has who draws first, and the fewest players with whom it is used.
    pub token: Option<(Texts, u8)>,
    /// What marks squares, with the number of squares that have the mark before the first turn, and
    /// one at least.
    pub marks: Vec<(&'static Look, usize)>,
    /// What is counted.
    pub counts: Vec<Texts>,
    pub dice: Dice,
}

/// What dice say.
pub(crate) struct Dice {
    /// The columns and rows, from 0, that two dice name.
    pub squares: Option<[[u8; 6]; 2]>,
    /// The sums of two dice on which something happens.
    pub sums: Option<Vec<u8>>,
    /// When dice are rolled.
    pub rolled: Vec<Texts>,
}

impl Dice {
    pub fn is_used(&self) -> bool {
        self.squares.is_some() || self.sums.is_some() || !self.rolled.is_empty()
    }
}

/// The seed of the games that show how a game begins.
const SEED: &str = "book";

/// A game of a rule set before the first decision; another number has another deal.
///
/// # Errors
/// Why none can begin.
pub(crate) fn dealt(
    variant: &Arc<Variant>,
    players: u8,
    number: u64,
) -> Result<Game, crate::BookError> {
    Game::in_run(Arc::clone(variant), players, SEED, number)
        .map_err(|why| crate::BookError::NoGame { players, why: why.to_string() })
}

/// Each text once, in their order.
fn unique(texts: impl Iterator<Item = Texts>) -> Vec<Texts> {
    let mut found = Vec::new();
    for text in texts {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

impl Parts {
    pub fn new(variant: &Arc<Variant>, language: Language) -> Result<Self, crate::BookError> {
        let players = variant.players();
        let game = dealt(variant, players.most(), 0)?;
        let see = game.observe(None);
        let (pieces, token, squares, sums) = with_rules!(variant.rules(), |rules| (
            rules.list.faces(),
            rules.basics.token().map(|token| (token.name, token.min_players)),
            rules.basics.named_by_dice(),
            rules.basics.calling_sums(),
        ));
        let copies = see.copies();
        let of = |face: Face| copies.get(face.index()).copied().filter(|&count| count > 0);
        let special = |decl: &'static TileDecl| Some((decl, of(decl.face)?));
        let is_dice = |chance: &&&_| {
            let chance: &tsuro::game::ChanceDecl = chance;
            chance.look == ChanceLook::Dice
        };
        let seen = see.square_marks();
        let number = |look: &Look| seen.iter().filter(|mark| mark.look == look).count().max(1);
        let marks = variant.marks().iter().map(|&look| (look, number(look)));
        Ok(Self {
            size: [see.shape().columns(), see.shape().rows()],
            board: printed_board(&see, variant.resolved().texts().title_in(language.code())),
            shape: describe::shape(see.shape(), language),
            look: see.look(),
            players,
            faces: (0..FACES as u8)
                .filter_map(Face::of_tile)
                .filter_map(|face| Some((face, of(face)?)))
                .collect(),
            specials: see.specials().iter().flatten().filter_map(|decl| special(decl)).collect(),
            pieces,
            token: token.filter(|(_, fewest)| *fewest <= players.most()),
            marks: marks.collect(),
            counts: variant.counts().iter().map(|count| count.label).collect(),
            dice: Dice {
                squares,
                sums,
                rolled: unique(variant.chance().iter().filter(is_dice).map(|chance| chance.text)),
            },
        })
    }

    /// The number of tiles, special ones included.
    pub fn tiles(&self) -> usize {
        let faces = self.faces.iter().map(|(_, copies)| usize::from(*copies));
        faces.chain(self.specials.iter().map(|(_, copies)| usize::from(*copies))).sum()
    }

    /// The list of the parts in words.
    pub fn in_words(&self, language: Language) -> Vec<String> {
        let code = language.code();
        let say = |word, names: &[(&str, &str)]| say(language, word, names);
        let [columns, rows] = self.size.map(|count| count.to_string());
        let mut list = vec![say(Word::Board, &[("columns", &columns), ("rows", &rows)])];
        list.extend(self.shape.iter().cloned());
        list.extend(self.tiles_in_words(language));
        for (decl, count) in &self.specials {
            let names =
                [("count", &*count.to_string()), ("name", decl.look.name.in_language(code))];
            list.push(say(Word::Specials, &names));
        }
        list.push(match self.players.most() {
            1 => say(Word::OnePiece, &[]),
            most => say(Word::Pieces, &[("count", &most.to_string())]),
        });
        for (name, count) in self.pieces_by_name(language) {
            list.push(say(Word::RulePieces, &[("count", &count.to_string()), ("name", name)]));
        }
        let token = self.token.iter().map(|token| (Word::TokenPart, token.0));
        let marks = self.marks.iter().map(|(look, number)| match number {
            1 => (Word::MarkPart, look.name, 1),
            number => (Word::MarksPart, look.name, *number),
        });
        let counts = self.counts.iter().map(|count| (Word::CountPart, *count, 1));
        let others = token.map(|(word, name)| (word, name, 1)).chain(marks).chain(counts);
        list.extend(others.map(|(word, name, number)| {
            say(word, &[("name", name.in_language(code)), ("count", &number.to_string())])
        }));
        if self.dice.is_used() {
            list.push(say(Word::DicePart, &[]));
        }
        list
    }

    fn tiles_in_words(&self, language: Language) -> Option<String> {
        let count: usize = self.faces.iter().map(|(_, copies)| usize::from(*copies)).sum();
        let (count, faces) = (count.to_string(), self.faces.len().to_string());
        let first = self.faces.first()?.1;
        if self.faces.iter().any(|(_, copies)| *copies != first) {
            let names = [("count", &*count), ("faces", &faces)];
            return Some(say(language, Word::TilesMixed, &names));
        }
        let times = match first {
            1 => say(language, Word::Once, &[]),
            many => say(language, Word::Times, &[("count", &many.to_string())]),
        };
        let names = [("count", &*count), ("faces", &faces), ("times", &times)];
        Some(say(language, Word::Tiles, &names))
    }

    /// The names of the pieces of rules, each with the number of its pieces, in their order.
    pub fn pieces_by_name(&self, language: Language) -> Vec<(&'static str, usize)> {
        let mut names: Vec<(&str, usize)> = Vec::new();
        for piece in &self.pieces {
            let name = piece.look.name.in_language(language.code());
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => names.push((name, 1)),
            }
        }
        names
    }

    /// The numbers on which a die moves and turns each piece of a rule: the cells of a table, row
    /// by row.
    pub fn dice_rows(&self, language: Language) -> Vec<Vec<String>> {
        let row = |(number, piece): (usize, &PieceFace)| {
            let dice = piece.dice?;
            let name = piece.look.name.in_language(language.code());
            let arrows =
                Side::ALL.map(|side| dice.number(side, tsuro::board::Rotation::NONE).to_string());
            let word = if dice.clockwise { Word::Clockwise } else { Word::Counter };
            let turns = match dice.turn {
                0 => "–".to_owned(),
                turn => say(language, word, &[("number", &turn.to_string())]),
            };
            let mut cells = vec![format!("{} ({name})", number + 1)];
            cells.extend(arrows);
            cells.push(turns);
            Some(cells)
        };
        self.pieces.iter().enumerate().filter_map(row).collect()
    }
}
