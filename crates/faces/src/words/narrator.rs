//! Names what belongs to a game: players, tiles, places, questions, and what a choice would do.

mod events;
mod watched;

pub use watched::OnBoard;

use super::{Language, TextKey};
use tsuro::board::{FACES, Face, Laid, Place, Rotation, Square};
use tsuro::game::{
    Answer, AnswerKind, Cause, Consequence, HelpDecl, Question, SPECIALS, Seat, SeatSet, Subject,
    SubjectDecl, Texts, TileDecl,
};
use tsuro::picture::INKS;
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// Tells a game in one language, with a name for each seat; it can address one of the players as
/// "you".
#[derive(Debug, Clone)]
pub struct Narrator {
    /// The language of all sentences.
    pub language: Language,
    names: Vec<String>,
    letters: Vec<char>,
    /// The seat addressed as "you": that of the only person at the table; `None` if there are
    /// several persons, or bots alone.
    pub you: Option<Seat>,
    /// Whether people who see the board are told ports as well, as everybody else is.
    pub coordinates: bool,
    /// The name of what the holder of the draw rule's token holds.
    token: Texts,
    /// Whether all seats share one open hand, so that everybody sees each drawn tile.
    open: bool,
    /// What the rules add to the help.
    help: Vec<&'static HelpDecl>,
    /// The special tiles of the rules, by their number from 35.
    specials: [Option<&'static TileDecl>; SPECIALS],
}

impl Narrator {
    /// A narrator for a game with these seats. A seat without a name is called by its colour.
    pub fn new(language: Language, names: &[Option<String>]) -> Self {
        let colors: Vec<&str> = language.sentence(TextKey::Colors).split(' ').collect();
        let initials = colors.iter().filter_map(|color| color.chars().next());
        let rest = ('A'..='Z')
            .chain('0'..='9')
            .filter(|letter| !colors.iter().any(|color| color.starts_with(*letter)));
        let letters: Vec<char> = initials.chain(rest).take(names.len()).collect();
        let name = |(seat, name): (usize, &Option<String>)| match name {
            Some(name) => name.clone(),
            None if seat < INKS.len() => colors.get(seat).copied().unwrap_or_default().to_owned(),
            None => language.say(TextKey::PlayerName, &[("letter", &letters[seat].to_string())]),
        };
        let names = names.iter().enumerate().map(name).collect();
        Self {
            language,
            names,
            letters,
            you: None,
            coordinates: false,
            token: Texts(&[]),
            open: false,
            help: Vec::new(),
            specials: [None; SPECIALS],
        }
    }

    /// Sets what depends on the rules.
    #[must_use]
    pub fn for_rules(self, variant: &Variant) -> Self {
        let (token, open, specials) = with_rules!(variant.rules(), |rules| {
            (
                rules.basics.token().map(|token| token.name),
                rules.basics.open(),
                *rules.basics.specials(),
            )
        });
        Self {
            token: token.unwrap_or(self.token),
            open,
            help: variant.help().to_vec(),
            specials,
            ..self
        }
    }

    /// What the rules add to the help, a paragraph for each section.
    pub fn help(&self) -> impl Iterator<Item = String> {
        let code = self.language.code();
        self.help.iter().map(move |help| {
            let signs = help
                .signs
                .iter()
                .map(|(sign, words)| format!(" {sign}: {}.", words.in_language(code)));
            format!(
                "{}. {}{}",
                help.heading.in_language(code),
                help.text.in_language(code),
                signs.collect::<String>()
            )
        })
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("?", String::as_str)
    }

    /// A tile, unturned: the ports that it joins, or what a special tile is called.
    pub fn tile(&self, tile: Face) -> String {
        match tile.index().checked_sub(FACES).and_then(|number| self.specials[number]) {
            Some(special) => special.look.name.in_language(self.language.code()).to_owned(),
            None => Laid::new(tile, Rotation::NONE).to_string(),
        }
    }

    /// The name of a seat, or "You".
    pub fn who(&self, seat: Seat) -> &str {
        if self.you == Some(seat) { self.language.sentence(TextKey::You) } else { self.name(seat) }
    }

    /// A letter for each seat, all different.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The name of the draw rule's token: the Dragon tile in most editions.
    pub fn token(&self) -> &'static str {
        self.token.in_language(self.language.code())
    }

    /// A sentence about a seat: `you` if that seat is addressed, otherwise `other`, with its name
    /// as `{who}`.
    pub fn about(
        &self,
        seat: Seat,
        you: TextKey,
        other: TextKey,
        names: &[(&str, &str)],
    ) -> String {
        if self.you == Some(seat) {
            return self.language.say(you, names);
        }
        let mut all = vec![("who", self.name(seat))];
        all.extend_from_slice(names);
        self.language.say(other, &all)
    }

    /// An answer to a question of this kind, in words: a seat by its name, a tile by the ports that
    /// it joins, a word by the text that its rule declares.
    pub fn answer(&self, kind: AnswerKind, answer: Answer) -> String {
        let words = self.language;
        let in_words = match kind {
            AnswerKind::HandTile | AnswerKind::Tile => answer.face().map(|face| self.tile(face)),
            AnswerKind::Place => answer.place().map(|place| words.place(place)),
            AnswerKind::Seat => answer.seat().map(|seat| self.who(seat).to_owned()),
            _ => None,
        };
        in_words.unwrap_or_else(|| kind.text(answer, words.code()))
    }

    /// A question, with what it shows.
    pub fn question(&self, question: &Question) -> String {
        question.asks.text_with(self.language.code(), &question.about, &|decl, subject| {
            self.subject(decl, subject)
        })
    }

    /// What a question shows, in words: a tile by the ports that it joins, a seat by its name.
    pub fn subject(&self, decl: &SubjectDecl, subject: Subject) -> String {
        match subject {
            Subject::Place(place) => self.language.place(place),
            Subject::Seat(seat) => self.name(seat).to_owned(),
            Subject::Tile(tile) if tile.face().is_special() => self.tile(tile.face()),
            Subject::Number(number) => decl.unit.map_or_else(
                || number.to_string(),
                |unit| unit.count(number, self.language.code()),
            ),
            other => other.to_string(),
        }
    }

    /// Who plays together, in one sentence for each of the `teams` teams (V9).
    pub fn teams(&self, teams: u8) -> Vec<String> {
        let seats = SeatSet::first(self.names.len() as u8);
        let sentence = |team: u8| {
            let mates = seats.iter().filter(|seat| seat.number() % teams == team);
            let mates: Vec<String> = mates.map(|seat| self.who(seat).to_owned()).collect();
            self.language.say(
                TextKey::TeamIs,
                &[("team", &*(team + 1).to_string()), ("who", &self.language.list(&mates))],
            )
        };
        (0..teams).map(sentence).collect()
    }

    /// The cause of an elimination, as the end of a sentence: `off the board`.
    pub fn cause(&self, cause: Cause) -> &'static str {
        match cause {
            Cause::Edge => self.language.sentence(TextKey::CauseEdge),
            Cause::Collision => self.language.sentence(TextKey::CauseCollision),
            Cause::Loop => self.language.sentence(TextKey::CauseLoop),
            Cause::Rule(cause) => cause.text.in_language(self.language.code()),
        }
    }

    /// What a placement would do, told to the player who decides:
    /// `you reach c4, left side, lower; Blue is out, off the board`; `None`: told to all.
    pub fn consequences(&self, consequences: &[Consequence], decider: Option<Seat>) -> String {
        let words = self.language;
        let one = |consequence: &Consequence| {
            let own = Some(consequence.player) == decider;
            let who = ("who", self.name(consequence.player));
            match (consequence.to, consequence.cause) {
                (_, Some(cause)) => {
                    let cause = ("cause", self.cause(cause));
                    if own {
                        words.say(TextKey::YouOut, &[cause])
                    } else {
                        words.say(TextKey::OtherOut, &[who, cause])
                    }
                }
                (Some(to), None) => {
                    let place: String = words.place(to);
                    let place = ("place", place.as_str());
                    if own {
                        words.say(TextKey::YouReach, &[place])
                    } else {
                        words.say(TextKey::OtherReaches, &[who, place])
                    }
                }
                (None, None) => String::new(),
            }
        };
        consequences.iter().map(one).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// How a tile is turned, as part of a sentence; empty for a tile that looks the same in every
    /// orientation.
    pub fn turned(&self, tile: Laid) -> &'static str {
        if tile.face().orientations() == 1 {
            return "";
        }
        let key = [TextKey::Turned0, TextKey::Turned1, TextKey::Turned2, TextKey::Turned3]
            [usize::from(tile.rotation().turns())];
        self.language.sentence(key)
    }

    /// Where a piece stands, as a sentence: on a start mark, on the tile of a square, or on
    /// neither, where a rule has carried it.
    pub fn stands(
        &self,
        seat: Seat,
        place: Place,
        on_start_mark: bool,
        tile: Option<Square>,
    ) -> String {
        let words = self.language;
        let (who, at) = (("who", self.who(seat)), words.place(place));
        match tile {
            _ if on_start_mark => words.say(TextKey::WhereStart, &[who, ("place", &at)]),
            Some(tile) => {
                words.say(TextKey::WhereFacing, &[who, ("place", &at), ("tile", &tile.to_string())])
            }
            None => words.say(TextKey::WhereBetween, &[who, ("place", &at)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_a_name_and_a_letter_of_its_own() {
        for &language in Language::ALL {
            let narrator = Narrator::new(language, &vec![None; 32]);
            let mut names: Vec<_> =
                (0..32).map(|seat| narrator.name(Seat::new(seat)).to_owned()).collect();
            let mut letters = narrator.letters().to_vec();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), 32, "{language:?}");
            letters.sort_unstable();
            letters.dedup();
            assert_eq!(letters.len(), 32, "{language:?}");
        }
    }
}
