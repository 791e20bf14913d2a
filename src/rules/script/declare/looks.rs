//! What a script's rule shows: marks, pieces, counts, special tiles, and its page of help.

use super::declared::Copies;
use super::kept::one;
use super::reader::Reader;
use crate::game::{
    CountDecl, HelpDecl, Key, Look, LookColor, MAX_HAND, PieceFace, TileDecl, ValueKind,
};
use crate::rules::script::literal::{Entry, Literal, LiteralValue};
use crate::rules::script::sections::{self, ScriptPart};

/// The most characters of a picture.
const MAX_PICTURE: usize = 2000;

impl Reader {
    fn look(
        &mut self,
        literal: &Literal,
        what: &str,
        parts: &[ScriptPart],
    ) -> Option<&'static Look> {
        const COLORS: &[(&str, LookColor)] = &[
            ("white", LookColor::White),
            ("gold", LookColor::Gold),
            ("red", LookColor::Red),
            ("blue", LookColor::Blue),
            ("green", LookColor::Green),
            ("purple", LookColor::Purple),
        ];
        let fields = self.map(literal, what, parts);
        let sign = Self::entry(fields, "sign")
            .map_or("", |sign| self.string(sign, &format!("the sign of {what}")));
        let mut letters = sign.chars();
        let (Some(sign), None) = (letters.next(), letters.next()) else {
            self.problem(literal.at, format!("{what} needs a `sign`: one character"));
            return None;
        };
        let color = Self::entry(fields, "color")
            .map_or(Some(LookColor::White), |color| self.word(color, "a colour", COLORS))?;
        let texts = self.texts_among(fields, literal.at, what);
        let over_tiles = self.flag(fields, "over_tiles");
        let picture = Self::entry(fields, "picture").and_then(|path| self.picture(path, what));
        (!self.dry).then(|| one(Look { over_tiles, picture, ..Look::new(sign, color, texts) }))
    }

    /// The picture of a piece. Only path data is allowed: other text could add elements to a
    /// drawing.
    fn picture(&mut self, literal: &Literal, what: &str) -> Option<&'static str> {
        let path = self.string(literal, &format!("the picture of {what}")).to_owned();
        let is_path =
            |letter: char| "MLHVCSQTAZmlhvcsqtaz .,-".contains(letter) || letter.is_ascii_digit();
        if !path.starts_with(['M', 'm']) || !path.chars().all(is_path) || path.len() > MAX_PICTURE {
            let message = format!(
                "the picture of {what} is no SVG path data of at most {MAX_PICTURE} characters: \
                 \"M50 20L80 80H20Z\""
            );
            self.problem(literal.at, message);
            return None;
        }
        (!self.dry).then(|| self.text(&path))
    }

    pub(super) fn marks(&mut self, top: &[Entry]) -> Vec<(&'static str, &'static Look)> {
        let mut marks = Vec::new();
        for entry in self.section(top, "marks") {
            let name = self.name(&entry.key, entry.at, "a mark");
            marks.extend(
                self.look(&entry.value, &format!("the mark `{}`", entry.key), sections::MARK)
                    .map(|look| (name, look)),
            );
        }
        marks
    }

    pub(super) fn pieces(&mut self, top: &[Entry]) -> Vec<PieceFace> {
        let Some(literal) = Self::entry(top, "pieces") else { return Vec::new() };
        let mut faces = Vec::new();
        for piece in self.items(literal, "`pieces`") {
            faces.extend(self.look(piece, "a piece", sections::PIECE).map(PieceFace::new));
        }
        faces
    }

    pub(super) fn counts(&mut self, top: &[Entry]) -> Vec<(&'static str, &'static CountDecl)> {
        let mut counts = Vec::new();
        for entry in self.section(top, "counts") {
            let what = format!("the count `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a count");
            let fields = self.map(&entry.value, &what, sections::COUNT);
            let names = &["who", "count"];
            let [label, said] =
                ["label", "text"].map(|key| self.part(fields, entry.value.at, key, &what, names));
            if !self.dry {
                counts.push((name, one(CountDecl::new(name, label, said))));
            }
        }
        counts
    }

    pub(super) fn tiles(
        &mut self,
        top: &[Entry],
        keys: &[Key],
    ) -> Vec<(&'static str, (&'static TileDecl, Copies))> {
        let mut tiles = Vec::new();
        for entry in self.section(top, "tiles") {
            let what = format!("the tile `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a tile");
            let look = self.look(&entry.value, &what, sections::TILE);
            let LiteralValue::Map(fields) = &entry.value.value else { continue };
            let number = Self::entry(fields, "number")
                .map(|number| self.number(number, &format!("the number of {what}"), 35..=39));
            let copies = match Self::entry(fields, "copies") {
                Some(Literal { value: LiteralValue::Text(key), at }) => {
                    if !self.dry
                        && !keys.iter().any(|known| {
                            known.name == key
                                && matches!(known.kind(), ValueKind::Int { min: 0.., max: ..=99 })
                        })
                    {
                        self.problem(
                            *at,
                            format!(
                                "`copies` of {what} names no key of the rule \
                            with numbers from 0 to 99"
                            ),
                        );
                    }
                    Copies::Key(self.text(key))
                }
                Some(number) => {
                    let what = format!("`copies` of {what}");
                    Copies::Number(self.number(number, &what, 0..=99) as u8)
                }
                None => {
                    self.problem(
                        entry.value.at,
                        format!("{what} does not say how many `copies` there are"),
                    );
                    Copies::Number(0)
                }
            };
            match number {
                Some(number) => {
                    let most = Self::entry(fields, "most_in_hand")
                        .map(|most| self.number(most, &format!("`most_in_hand` of {what}"), 1..=7));
                    let tile = |look| {
                        TileDecl::new(number as u8, look)
                            .most_in_hand(most.map_or(MAX_HAND as u8, |most| most as u8))
                    };
                    tiles.extend(look.map(|look| (name, (one(tile(look)), copies))));
                }
                None => {
                    self.problem(entry.value.at, format!("{what} has no `number`, from 35 to 39"));
                }
            }
        }
        tiles
    }

    pub(super) fn help(&mut self, top: &[Entry]) -> Vec<HelpDecl> {
        let Some(literal) = Self::entry(top, "help") else { return Vec::new() };
        let fields = self.map(literal, "`help`", sections::HELP);
        let [heading, said] =
            ["heading", "text"].map(|key| self.part(fields, literal.at, key, "`help`", &[]));
        vec![HelpDecl::new(heading, said)]
    }
}
