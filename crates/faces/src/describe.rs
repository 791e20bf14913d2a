//! Describes a game in sentences: where the pieces are, the hand, the board.

use crate::words::{Language, Narrator, TextKey, fill};
use std::fmt::Write as _;
use tsuro::board::{Content, Face, Place, Rotation, Shape, Side, Square};
use tsuro::game::{
    Look, Observation, PieceFace, Question, RulePiece, Seat, Shown, Subject, SubjectDecl,
};

/// Where every piece is, what each player holds, who plays together, and the size of the pile: one
/// sentence for each.
pub fn everyone(see: &Observation<'_>, narrator: &Narrator) -> Vec<String> {
    let words = narrator.language;
    let mut lines = Vec::new();
    let scores = see.scores();
    for seat in (0..see.seats()).map(Seat::new) {
        let who = ("who", narrator.who(seat));
        lines.push(match see.place(seat) {
            Some(place) => {
                let behind = see.shape().across(place).map(Place::square);
                let tile = behind.filter(|&behind| matches!(see.content(behind), Content::Tile(_)));
                narrator.stands(seat, place, see.on_start_mark().contains(seat), tile)
            }
            None if see.is_hidden(seat) => words.say(TextKey::WhereHidden, &[who]),
            None if see.alive().contains(seat) && see.turn() > 0 => {
                words.say(TextKey::ComesBack, &[who])
            }
            None if see.alive().contains(seat) => words.say(TextKey::WhereNot, &[who]),
            None => words.say(TextKey::WhereOut, &[who]),
        });
        if see.alive().contains(seat) && !see.is_open() {
            lines.push(
                words.say(TextKey::WhereTiles, &[who, ("tiles", &words.tiles(see.hand_len(seat)))]),
            );
        }
        let pick =
            |you: TextKey, other: TextKey| if narrator.you == Some(seat) { you } else { other };
        if see.holder() == Some(seat) {
            lines.push(words.say(
                pick(TextKey::WhereDragonYou, TextKey::WhereDragon),
                &[who, ("dragon", narrator.token())],
            ));
        }
        if see.displaced().contains(seat) {
            lines
                .push(words.say(pick(TextKey::WhereDisplacedYou, TextKey::WhereDisplaced), &[who]));
        }
        if let Some(points) = scores.as_ref().and_then(|scores| scores.get(seat.index())) {
            lines.push(words.say(
                pick(TextKey::WhereScoreYou, TextKey::WhereScore),
                &[who, ("points", &words.points(*points))],
            ));
        }
    }
    lines.extend(narrator.teams(see.teams()));
    if let Some(supply) = see.supply() {
        lines.push(words.say(TextKey::WhereSupply, &[("count", &supply.len().to_string())]));
    }
    lines.extend(counts(see, narrator));
    lines.push(words.say(TextKey::WherePile, &[("tiles", &words.tiles(see.pile_len()))]));
    lines
}

/// The hand of the player who looks, one sentence for each tile.
pub fn hand(see: &Observation<'_>, narrator: &Narrator) -> Vec<String> {
    let words = narrator.language;
    if see.hand().is_empty() {
        return vec![words.plain(TextKey::HandEmpty)];
    }
    let one = |(index, face): (usize, Face)| {
        let names = [
            ("tile", &*(index + 1).to_string()),
            ("ports", &narrator.tile(face)),
            ("count", &face.orientations().to_string()),
        ];
        if face.orientations() < 2 {
            words.say(TextKey::HandTile, &names[..2])
        } else {
            words.say(TextKey::HandTileTurns, &names)
        }
    };
    see.hand().iter().enumerate().map(one).collect()
}

/// A question in words, after what is about to be lost, and why.
pub fn question_in_words(
    see: &Observation<'_>,
    question: &Question,
    narrator: &Narrator,
) -> String {
    let loss = |(seat, cause)| {
        narrator.about(seat, TextKey::LosesYou, TextKey::Loses, &[("cause", narrator.cause(cause))])
    };
    see.losses()
        .into_iter()
        .map(loss)
        .chain([narrator.question(question)])
        .collect::<Vec<_>>()
        .join(" ")
}

/// What one of the things that a question shows is, if the question's text does not say it.
pub fn in_words(
    see: &Observation<'_>,
    question: &Question,
    (decl, subject): (&SubjectDecl, Subject),
    narrator: &Narrator,
) -> Option<String> {
    let words = narrator.language;
    match subject {
        Subject::Tile(tile) => {
            let ways = tile.face().orientations();
            let ports = if ways == 0 { narrator.tile(tile.face()) } else { tile.to_string() };
            let names = [("ports", &*ports), ("count", &ways.to_string())];
            let is_turned = ways < 2 || tile.rotation() != Rotation::NONE;
            Some(if is_turned {
                words.say(TextKey::ShownTile, &names[..1])
            } else {
                words.say(TextKey::ShownTileTurns, &names)
            })
        }
        Subject::Square(square) => {
            Some(square_in_words(see, square, narrator).unwrap_or_else(|| {
                let nothing = if see.content(square) == Content::Closed {
                    TextKey::WebSquareMissing
                } else {
                    TextKey::WebSquareEmpty
                };
                words.say(nothing, &[("square", &square.to_string())])
            }))
        }
        _ => {
            let is_told = question
                .asks
                .text
                .in_language(words.code())
                .contains(&format!("{{{}}}", decl.name));
            (!is_told).then(|| {
                words.say(TextKey::ShownThing, &[("what", &narrator.subject(decl, subject))])
            })
        }
    }
}

/// Every square that is not empty, one sentence for each, and where every piece is.
pub fn board(see: &Observation<'_>, narrator: &Narrator) -> Vec<String> {
    let words = narrator.language;
    let mut lines = Vec::new();
    let unlike = shape(see.shape(), words);
    let (hidden, seen): (Vec<Square>, Vec<Square>) =
        see.shape().squares().partition(|&square| see.content(square) == Content::Hidden);
    lines.extend(seen.into_iter().filter_map(|square| square_in_words(see, square, narrator)));
    if !hidden.is_empty() {
        let hidden: Vec<String> = hidden.iter().map(Square::to_string).collect();
        lines.push(words.say(TextKey::BoardHidden, &[("squares", &words.list(&hidden))]));
    }
    let is_empty = lines.is_empty();
    lines.splice(..0, unlike);
    if is_empty {
        let size = [
            ("columns", &*see.shape().columns().to_string()),
            ("rows", &see.shape().rows().to_string()),
        ];
        lines.push(words.say(TextKey::BoardEmpty, &size));
    } else {
        lines.push(words.plain(TextKey::BoardRest));
    }
    lines.extend(everyone(see, narrator));
    lines
}

/// What lies on a square, and over it; `None` if it is empty or missing.
pub fn square_in_words(
    see: &Observation<'_>,
    square: Square,
    narrator: &Narrator,
) -> Option<String> {
    let faces = see.piece_faces();
    let (over, pieces): (Vec<RulePiece>, Vec<RulePiece>) = see
        .rule_pieces()
        .into_iter()
        .filter(|piece| piece.square == square)
        .partition(|piece| piece.lies_over(&faces));
    let lies = lies_on(
        see,
        square,
        pieces.first().and_then(|piece| Some((*piece, faces.get(usize::from(piece.tile))?))),
        narrator,
    );
    let over = over.into_iter().filter_map(|piece| {
        Some(rule_piece(piece, faces.get(usize::from(piece.tile))?, narrator.language))
    });
    let sentences: Vec<String> = lies.into_iter().chain(over).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// What fills a square, where a piece of a rule may stand, or is marked there.
fn lies_on(
    see: &Observation<'_>,
    square: Square,
    piece: Option<(RulePiece, &PieceFace)>,
    narrator: &Narrator,
) -> Option<String> {
    let words = narrator.language;
    let name = ("square", &*square.to_string());
    let content = see.content(square);
    if content == Content::Hidden {
        return Some(words.say(TextKey::BoardHidden, &[("squares", name.1)]));
    }
    let marked =
        see.square_marks().into_iter().find(|mark| mark.square == square).map(|mark| mark.look);
    let thing = |look: &Look| {
        words.say(TextKey::BoardThing, &[name, ("what", look.name.in_language(words.code()))])
    };
    if let Content::Tile(tile) = content {
        let laid = words.say(TextKey::BoardTile, &[name, ("ports", &tile.to_string())]);
        let over = marked.filter(|look| look.over_tiles).map(thing);
        return Some(over.map_or_else(|| laid.clone(), |over| format!("{laid} {over}")));
    }
    if let Some((piece, face)) = piece {
        return Some(rule_piece(piece, face, words));
    }
    if let Some(look) = marked {
        return Some(thing(look));
    }
    (content == Content::Blocked).then(|| words.say(TextKey::BoardBlocked, &[name]))
}

/// What is unlike a rectangle with edges all round, one sentence for each (V5–V7).
pub fn shape(shape: &Shape, words: Language) -> Vec<String> {
    let mut lines = Vec::new();
    let missing: Vec<String> = shape.missing().map(|square| square.to_string()).collect();
    if !missing.is_empty() {
        let key = if missing.len() == 1 { TextKey::ShapeMissingOne } else { TextKey::ShapeMissing };
        lines.push(words.say(key, &[("squares", &words.list(&missing))]));
    }
    let round = [(Side::Left, TextKey::ShapeColumns), (Side::Top, TextKey::ShapeRows)];
    let round = round.into_iter().filter(|(side, _)| shape.wrap().goes_round(*side));
    lines.extend(round.map(|(_, key)| words.plain(key)));
    let portals = |[one, other]: &[Square; 2]| {
        words
            .say(TextKey::ShapePortals, &[("one", &one.to_string()), ("other", &other.to_string())])
    };
    lines.extend(shape.portals().iter().map(portals));
    lines
}

/// A piece of a rule, and what it does on each number of the die.
fn rule_piece(piece: RulePiece, face: &PieceFace, words: Language) -> String {
    let square = piece.square.to_string();
    let what = [("square", &*square), ("what", face.look.name.in_language(words.code()))];
    if face.sweeps {
        let is_row = piece.facing.turns().is_multiple_of(2);
        let (key, line) = if is_row {
            (TextKey::BoardSweepsRow, &square[1..])
        } else {
            (TextKey::BoardSweepsColumn, &square[..1])
        };
        let way = [("side", words.side(Side::Top.turned(piece.facing))), ("line", line)];
        return words.say(key, &[&what[..], &way].concat());
    }
    let Some(dice) = face.dice else { return words.say(TextKey::BoardThing, &what) };
    let [up, right, down, left] = Side::ALL.map(|side| dice.number(side, piece.facing).to_string());
    let numbers = [
        ("turn", &*dice.turn.to_string()),
        ("up", &up),
        ("right", &right),
        ("down", &down),
        ("left", &left),
    ];
    let key = if dice.turn == 0 { TextKey::BoardMovingPiece } else { TextKey::BoardPiece };
    words.say(key, &[&what[..], &numbers].concat())
}

/// What rules count for everybody to see, one sentence for each number.
pub fn counts(see: &Observation<'_>, narrator: &Narrator) -> Vec<String> {
    let mut lines = Vec::new();
    see.shows(|shown| {
        let (decl, who, count) = match shown {
            Shown::Seat(decl, seat, count) if see.alive().contains(seat) => {
                (decl, narrator.who(seat), count.into())
            }
            Shown::Table(decl, count) => (decl, "", count),
            _ => return,
        };
        lines.push(fill(
            decl.text.in_language(narrator.language.code()),
            &[("who", who), ("count", &count.to_string())],
        ));
    });
    lines
}

/// What rules count for a seat, or without one for the table, where there is little room:
/// ` shots 2`. Empty: nothing.
pub fn short_counts(see: &Observation<'_>, of: Option<Seat>, words: Language) -> String {
    let mut text = String::new();
    see.shows(|shown| {
        let (decl, count) = match shown {
            Shown::Seat(decl, seat, count) if of == Some(seat) => (decl, count.into()),
            Shown::Table(decl, count) if of.is_none() => (decl, count),
            _ => return,
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "  {} {count}", decl.label.in_language(words.code()));
    });
    text
}
