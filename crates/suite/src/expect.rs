//! Reads what a scenario expects: the table `expect`.

use super::causes::{causes, is_cause};
use super::model::{Expectation, ExpectedEnding, ExpectedFact, IllegalPlacement, Span};
use super::sentences::{self, ImpossibleSentence};
use super::short;
use super::values::SuiteReader;
use super::values::items;
use tsuro::board::{Laid, Place, Square};
use tsuro::game::{MAX_HAND, Outcome, Seat};
use tsuro::rules::hazard::names::{PIECE_COUNT, PIECES};
use tsuro::ruleset::{Code, Problem, SourceData, SourceEntry, SourceValue, plain};

/// The keys below `expect`.
pub const KEYS: &[&str] = &[
    "events",
    "some-events",
    "no-events",
    "only-legal",
    "only-legal-on",
    "legal",
    "not-legal",
    "legal-count",
    "only-marks",
    "marks",
    "not-marks",
    "mark-count",
    "asked",
    "refused",
    "at",
    "out",
    "hands",
    "hand",
    "hand-counts",
    "pile",
    "pile-count",
    "dragon",
    "tiles",
    PIECES,
    PIECE_COUNT,
    "supply",
    "under",
    "mark",
    "count",
    "scores",
    "active",
    "turn",
    "end",
    "impossible",
    "players",
    "same-rules-as",
];

/// The rules that can forbid placements, by name; `None` where the list is not complete.
pub(super) type Forbidding<'a> = &'a dyn Fn() -> Option<Vec<&'static str>>;

/// Reads the table `expect`; what is wrong goes to the problems of `values`.
pub(super) fn read(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    seats: u8,
    forbidding: Forbidding<'_>,
) -> Vec<Expectation> {
    let mut found = Vec::new();
    for entry in entries {
        let key = entry.key.as_str();
        match key {
            "count" => {
                for number in values.table(key, &entry.value).unwrap_or_default() {
                    found.extend(counted(values, number, seats));
                }
            }
            "at" | "hands" | "hand-counts" | "scores" | "tiles" | "mark" | PIECES => {
                for inner in values.table(key, &entry.value).unwrap_or_default() {
                    let ask = is_ask(&inner.value);
                    let want = read_keyed(values, key, inner, ask, seats);
                    let key = format!("{key}.{}", inner.key);
                    found.extend(want.map(|want| Expectation {
                        key,
                        span: inner.value.span.clone(),
                        want,
                        ask,
                    }));
                }
            }
            _ => {
                let ask = is_ask(&entry.value);
                let want = FactReader { values, entry, ask, seats, forbidding }.read();
                found.extend(want.map(|want| Expectation {
                    key: key.to_owned(),
                    span: entry.value.span.clone(),
                    want,
                    ask,
                }));
            }
        }
    }
    found
}

/// Whether the value is a `?`, which `--bless` replaces.
fn is_ask(node: &SourceValue) -> bool {
    node.as_text() == Some("?")
}

/// An expectation about one seat or one square.
fn read_keyed(
    values: &mut SuiteReader<'_>,
    key: &str,
    entry: &SourceEntry,
    ask: bool,
    seats: u8,
) -> Option<ExpectedFact> {
    let node = &entry.value;
    if matches!(key, "tiles" | "mark" | PIECES) {
        let square = values.square_key(entry)?;
        let none = ask || node.as_text() == Some("none");
        if key == "mark" {
            return Some(ExpectedFact::SquareMark(
                square,
                if none { None } else { Some(values.text(key, node)?) },
            ));
        }
        return Some(if key == "tiles" {
            ExpectedFact::Tile(square, if none { None } else { Some(values.laid(key, node)?) })
        } else {
            ExpectedFact::RulePiece(
                square,
                if none { None } else { Some(values.rule_piece(key, node)?) },
            )
        });
    }
    let seat = at_the_table(values, &entry.key, &entry.key_span, seats)?;
    Some(match key {
        "at" => {
            ExpectedFact::At(seat, if ask { None } else { Some(values.port_place(key, node)?) })
        }
        "hands" => {
            ExpectedFact::Hand(seat, if ask { Vec::new() } else { values.faces(key, node)? })
        }
        "hand-counts" => ExpectedFact::HandCount(
            seat,
            if ask { 0 } else { values.number(key, node, 0, MAX_HAND as i64)? as u64 },
        ),
        _ => ExpectedFact::Score(
            seat,
            if ask { 0 } else { values.number(key, node, i32::MIN.into(), i32::MAX.into())? },
        ),
    })
}

/// What a number that a rule counts has to be: `count.shots.A = 2` for a seat, `count.tsunami = 3`
/// for the table.
fn counted(values: &mut SuiteReader<'_>, number: &SourceEntry, seats: u8) -> Vec<Expectation> {
    let name = number.key.as_str();
    let expect =
        |values: &mut SuiteReader<'_>, key: String, seat: Option<Seat>, node: &SourceValue| {
            let ask = is_ask(node);
            let count = if ask { 0 } else { values.number(&key, node, 0, u32::MAX.into())? as u64 };
            Some(Expectation {
                key,
                span: node.span.clone(),
                want: ExpectedFact::Counted(name.to_owned(), seat, count),
                ask,
            })
        };
    let SourceData::Table(of_seats) = &number.value.data else {
        return expect(values, format!("count.{name}"), None, &number.value).into_iter().collect();
    };
    let of_seat = |entry: &SourceEntry| {
        let seat = at_the_table(values, &entry.key, &entry.key_span, seats)?;
        expect(values, format!("count.{name}.{}", entry.key), Some(seat), &entry.value)
    };
    of_seats.iter().filter_map(of_seat).collect()
}

fn at_the_table(values: &mut SuiteReader<'_>, text: &str, span: &Span, seats: u8) -> Option<Seat> {
    let seat = values.seat(text, span)?;
    if seat.number() < seats {
        return Some(seat);
    }
    values.problem(
        Code::NeverJudged,
        span,
        format!("there is no seat {text} in this scenario: it has {seats} players"),
    );
    None
}

/// Reads the value of one expectation.
struct FactReader<'r, 'a, 'e> {
    values: &'r mut SuiteReader<'a>,
    entry: &'e SourceEntry,
    /// Whether the value is a `?`; what stands in its place is not compared.
    ask: bool,
    seats: u8,
    forbidding: Forbidding<'r>,
}

impl<'a> FactReader<'_, 'a, '_> {
    fn read(&mut self) -> Option<ExpectedFact> {
        let (key, node, ask) = (self.entry.key.as_str(), &self.entry.value, self.ask);
        Some(match key {
            "events" => ExpectedFact::Events(self.sentences()?),
            "some-events" => ExpectedFact::SomeEvents(self.some(Self::sentences)?),
            "no-events" => {
                ExpectedFact::NoEvents(names_or_sentences(self.values, key, node, self.seats)?)
            }
            "only-legal" => ExpectedFact::OnlyLegal(self.laids()?),
            "only-legal-on" => ExpectedFact::OnlyLegalOn(self.list(laid_on_square)?),
            "legal" => ExpectedFact::Legal(self.some(Self::laids)?),
            "not-legal" => ExpectedFact::NotLegal(self.some(Self::not_legal)?),
            "legal-count" => ExpectedFact::LegalCount(self.count()?),
            "only-marks" => ExpectedFact::OnlyMarks(self.places()?),
            "marks" => ExpectedFact::Marks(self.some(Self::places)?),
            "not-marks" => ExpectedFact::NotMarks(self.some(Self::places)?),
            "mark-count" => ExpectedFact::MarkCount(self.count()?),
            "asked" if ask || node.as_text() == Some("nothing") => ExpectedFact::Asked(None),
            "asked" => ExpectedFact::Asked(self.values.choice(key, node)),
            "refused" => ExpectedFact::Refused(self.values.choice(key, node)?),
            "out" if ask => ExpectedFact::Out(Vec::new()),
            "out" => ExpectedFact::Out(out(self.values, node, self.seats)?),
            "hand" => ExpectedFact::OpenHand(self.faces()?),
            "pile" => ExpectedFact::Pile(self.faces()?),
            "pile-count" => ExpectedFact::PileCount(self.count()?),
            "dragon" if ask || node.as_text() == Some("nobody") => ExpectedFact::Holder(None),
            "dragon" => ExpectedFact::Holder(Some(self.seat()?)),
            PIECE_COUNT => ExpectedFact::RulePieceCount(self.count()?),
            "under" => ExpectedFact::Under(self.list(rule_piece_number)?),
            "supply" => ExpectedFact::Supply(self.list(rule_piece_number)?),
            "active" => ExpectedFact::Active(self.seat()?),
            "turn" => ExpectedFact::Turn(self.count()?),
            "end" if ask => ExpectedFact::End(ExpectedEnding::GoesOn),
            "end" => ExpectedFact::End(end(self.values, node, self.seats)?),
            "impossible" if ask => ExpectedFact::Impossible(String::new()),
            "impossible" => ExpectedFact::Impossible(self.values.text(key, node)?),
            "players" if ask => ExpectedFact::Players(0, 0),
            "players" => self.players()?,
            "same-rules-as" => ExpectedFact::SameRulesAs(self.values.text(key, node)?),
            _ => {
                self.values.unknown_key("`expect`", self.entry, KEYS.iter().copied());
                return None;
            }
        })
    }

    fn count(&mut self) -> Option<u64> {
        if self.ask {
            return Some(0);
        }
        let (key, node) = (&self.entry.key, &self.entry.value);
        self.values.number(key, node, 0, 10_000_000).map(|count| count as u64)
    }

    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut SuiteReader<'a>, &str, &SourceValue) -> Option<T>,
    ) -> Option<Vec<T>> {
        if self.ask {
            return Some(Vec::new());
        }
        let key = &self.entry.key;
        self.values.list(&self.entry.value, |values, node| item(values, key, node))
    }

    fn laids(&mut self) -> Option<Vec<Laid>> {
        self.list(SuiteReader::laid)
    }

    fn places(&mut self) -> Option<Vec<Place>> {
        self.list(SuiteReader::port_place)
    }

    fn faces(&mut self) -> Option<Vec<u8>> {
        if self.ask {
            return Some(Vec::new());
        }
        self.values.faces(&self.entry.key, &self.entry.value)
    }

    fn seat(&mut self) -> Option<Seat> {
        let node = &self.entry.value;
        let text =
            if self.ask { "A".to_owned() } else { self.values.text(&self.entry.key, node)? };
        at_the_table(self.values, &text, &node.span, self.seats)
    }

    fn sentences(&mut self) -> Option<Vec<String>> {
        let (key, node) = (&self.entry.key, &self.entry.value);
        event_sentences(self.values, key, node, self.ask, self.seats)
    }

    fn not_legal(&mut self) -> Option<Vec<(Laid, Option<String>)>> {
        not_legal(self.values, &self.entry.key, &self.entry.value, self.forbidding)
    }

    /// A list that expects something.
    fn some<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<Vec<T>>) -> Option<Vec<T>> {
        let list = read(self)?;
        not_empty(list, self.values, &self.entry.value)
    }

    /// The fewest and the most who can play.
    fn players(&mut self) -> Option<ExpectedFact> {
        let (key, node) = (&self.entry.key, &self.entry.value);
        let [least, most] = items(node) else {
            self.values.problem(
                Code::WrongLength,
                &node.span,
                "`players` is the fewest and the most who can play, as in [2, 8]",
            );
            return None;
        };
        let mut number = |node| self.values.number(key, node, 1, 32).map(|count| count as u64);
        Some(ExpectedFact::Players(number(least)?, number(most)?))
    }
}

/// A tile and the square on which it is placed.
fn laid_on_square(
    values: &mut SuiteReader<'_>,
    key: &str,
    node: &SourceValue,
) -> Option<(Square, Laid)> {
    match values.laid_on(key, node)? {
        (tile, Some(square)) => Some((square, tile)),
        _ => values.wrong(key, node, "a tile and a square, as in \"14/2 on d4\""),
    }
}

/// The number of a piece of a rule.
fn rule_piece_number(values: &mut SuiteReader<'_>, key: &str, node: &SourceValue) -> Option<u8> {
    values.small(key, node, 63)
}

/// An empty list expects nothing.
fn not_empty<T>(list: Vec<T>, values: &mut SuiteReader<'_>, node: &SourceValue) -> Option<Vec<T>> {
    if list.is_empty() && !is_ask(node) {
        values.problem(Code::NoExpectation, &node.span, "an empty list expects nothing");
        return None;
    }
    Some(list)
}

/// Sentences of events that can happen.
fn event_sentences(
    values: &mut SuiteReader<'_>,
    key: &str,
    node: &SourceValue,
    ask: bool,
    seats: u8,
) -> Option<Vec<String>> {
    if ask {
        return Some(Vec::new());
    }
    let texts = values.each(node, |values, item| values.text(key, item))?;
    let before = values.problems.len();
    for (sentence, span) in &texts {
        check_sentence(values, sentence, span, seats);
    }
    (values.problems.len() == before)
        .then(|| texts.into_iter().map(|(sentence, _)| sentence).collect())
}

fn check_sentence(values: &mut SuiteReader<'_>, sentence: &str, span: &Span, seats: u8) {
    match sentences::event_of(sentence, seats) {
        Ok(_) => {}
        Err(ImpossibleSentence::NoSeat(letter)) => {
            let message = format!(
                "there is no seat {letter} in this scenario, which has {seats} players, so this \
                 can never happen"
            );
            values.problem(Code::NeverJudged, span, message);
        }
        Err(ImpossibleSentence::NoForm(near)) => {
            let mut problem = Problem::error(
                Code::NeverJudged,
                format!("no event has the sentence \"{}\"", plain(sentence)),
            );
            problem.help = Some(match near {
                Some(near) => format!(
                    "a similar sentence: \"{near}\"; all of them are in docs/test-suites.md"
                ),
                None => "the sentences for events are in docs/test-suites.md".to_owned(),
            });
            values.push(problem, span);
        }
    }
}

/// Events that must not happen: names (`returned`) or sentences.
fn names_or_sentences(
    values: &mut SuiteReader<'_>,
    key: &str,
    node: &SourceValue,
    seats: u8,
) -> Option<Vec<String>> {
    let texts = values.each(node, |values, item| values.text(key, item))?;
    let before = values.problems.len();
    for (text, span) in &texts {
        if text.contains(' ') {
            check_sentence(values, text, span, seats);
        } else if !sentences::is_event(text) {
            let mut names: Vec<&str> = sentences::examples().map(|(name, _)| name).collect();
            names.dedup();
            let problem =
                Problem::error(Code::NeverJudged, format!("there is no event `{}`", plain(text)));
            values.push(problem.one_of(text, names.into_iter()), span);
        }
    }
    let list: Vec<String> = texts.into_iter().map(|(text, _)| text).collect();
    let list = not_empty(list, values, node)?;
    (values.problems.len() == before).then_some(list)
}

/// `"34/1 because edge"`, or without a reason.
fn not_legal(
    values: &mut SuiteReader<'_>,
    key: &str,
    node: &SourceValue,
    forbidding: Forbidding<'_>,
) -> Option<Vec<(Laid, Option<String>)>> {
    let mut found = Vec::new();
    for item in items(node) {
        let SourceData::Text(text) = &item.data else {
            found.push((values.laid(key, item)?, None));
            continue;
        };
        let (tile, reason) = text
            .split_once(" because ")
            .map_or((text.as_str(), None), |(tile, reason)| (tile, Some(reason.trim())));
        let tile = match short::laid(tile.trim()) {
            Ok(tile) => tile,
            Err(why) => {
                let problem = Problem::error(Code::UnknownValue, why.to_string());
                values.push(
                    problem
                        .help("a placement that is not legal is written as \"34/1 because edge\""),
                    &item.span,
                );
                return None;
            }
        };
        if let Some(reason) = reason {
            let known = causes(true)
                .into_iter()
                .chain([IllegalPlacement::SharedWake.name(), IllegalPlacement::NotInHand.name()]);
            // Rules from outside have causes of their own, as `name/word`.
            let is_known = known.clone().any(|word| word == reason) || reason.contains('/');
            if !is_known
                && let Some(rules) = forbidding()
                && !rules.contains(&reason)
            {
                let problem = Problem::error(
                    Code::NeverJudged,
                    format!("\"{}\" never makes a placement illegal", plain(reason)),
                );
                values.push(problem.one_of(reason, known.chain(rules)), &item.span);
                return None;
            }
        }
        found.push((tile, reason.map(str::to_owned)));
    }
    Some(found)
}

/// Who is out and why: `{ B = "edge" }`; an empty table means that no piece is out.
fn out(values: &mut SuiteReader<'_>, node: &SourceValue, seats: u8) -> Option<Vec<(Seat, String)>> {
    if node.as_text() == Some("nobody") {
        return Some(Vec::new());
    }
    let mut found = Vec::new();
    for entry in values.table("out", node)? {
        let seat = at_the_table(values, &entry.key, &entry.key_span, seats)?;
        let cause = values.text("out", &entry.value)?;
        if !cause.contains('/') && !is_cause(&cause) {
            let problem = Problem::error(
                Code::UnknownValue,
                format!("there is no cause `{}`", plain(&cause)),
            );
            values.push(problem.one_of(&cause, causes(false).into_iter()), &entry.value.span);
            return None;
        }
        found.push((seat, cause));
    }
    found.sort_by_key(|(seat, _)| *seat);
    Some(found)
}

/// `"goes on"`, or the outcome and the winners: `"tie: A C"`.
fn end(values: &mut SuiteReader<'_>, node: &SourceValue, seats: u8) -> Option<ExpectedEnding> {
    let text = values.text("end", node)?;
    if text.trim() == "goes on" {
        return Some(ExpectedEnding::GoesOn);
    }
    let (outcome, winners) = text.split_once(':').unwrap_or((&text, ""));
    let outcome = outcome.trim();
    let known = Outcome::ALL.iter().map(|outcome| outcome.name());
    if !known.clone().any(|known| known == outcome) && !outcome.contains('/') {
        let problem =
            Problem::error(Code::NeverJudged, format!("no game ends with \"{}\"", plain(&text)))
                .one_of(outcome, known);
        let help = "write the winners after a colon, as in \"tie: A C\"; of a game that does not \
            end, write \"goes on\"";
        values.push(problem.help(help), &node.span);
        return None;
    }
    let mut seats_won = Vec::new();
    for word in winners.split_whitespace().filter(|&word| word != "nobody") {
        seats_won.push(at_the_table(values, word, &node.span, seats)?);
    }
    seats_won.sort();
    Some(ExpectedEnding::Ends(outcome.to_owned(), seats_won))
}
