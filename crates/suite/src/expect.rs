//! Reads what a scenario expects: the table `expect`.

use super::causes::{causes, is_cause};
use super::model::{Expectation, ExpectedEnding, ExpectedFact, IllegalPlacement, Span};
use super::sentences::{self, ImpossibleSentence};
use super::short;
use super::values::SuiteReader;
use super::values::items;
use tsuro::board::Laid;
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

/// The rules that can forbid placements, by name; `None` where nobody knows all of them.
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
                let want = read_fact(values, entry, ask, seats, forbidding);
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

fn read_fact(
    values: &mut SuiteReader<'_>,
    entry: &SourceEntry,
    ask: bool,
    seats: u8,
    forbidding: Forbidding<'_>,
) -> Option<ExpectedFact> {
    let (key, node) = (entry.key.as_str(), &entry.value);
    let count = |values: &mut SuiteReader<'_>| {
        if ask { Some(0) } else { Some(values.number(key, node, 0, 10_000_000)? as u64) }
    };
    let laids = |values: &mut SuiteReader<'_>| {
        if ask {
            Some(Vec::new())
        } else {
            values.list(node, |values, item| values.laid(key, item))
        }
    };
    let places = |values: &mut SuiteReader<'_>| {
        if ask {
            Some(Vec::new())
        } else {
            values.list(node, |values, item| values.port_place(key, item))
        }
    };
    let faces =
        |values: &mut SuiteReader<'_>| if ask { Some(Vec::new()) } else { values.faces(key, node) };
    Some(match key {
        "events" => ExpectedFact::Events(event_sentences(values, key, node, ask, seats)?),
        "some-events" => ExpectedFact::SomeEvents(not_empty(
            event_sentences(values, key, node, ask, seats)?,
            values,
            node,
        )?),
        "no-events" => ExpectedFact::NoEvents(names_or_sentences(values, key, node, seats)?),
        "only-legal" => ExpectedFact::OnlyLegal(laids(values)?),
        "only-legal-on" => ExpectedFact::OnlyLegalOn(if ask {
            Vec::new()
        } else {
            values.list(node, |values, item| match values.laid_on(key, item)? {
                (tile, Some(square)) => Some((square, tile)),
                _ => values.wrong(key, item, "a tile and a square, as in \"14/2 on d4\""),
            })?
        }),
        "legal" => ExpectedFact::Legal(not_empty(laids(values)?, values, node)?),
        "not-legal" => ExpectedFact::NotLegal(not_empty(
            not_legal(values, key, node, forbidding)?,
            values,
            node,
        )?),
        "legal-count" => ExpectedFact::LegalCount(count(values)?),
        "only-marks" => ExpectedFact::OnlyMarks(places(values)?),
        "marks" => ExpectedFact::Marks(not_empty(places(values)?, values, node)?),
        "not-marks" => ExpectedFact::NotMarks(not_empty(places(values)?, values, node)?),
        "mark-count" => ExpectedFact::MarkCount(count(values)?),
        "asked" if ask || node.as_text() == Some("nothing") => ExpectedFact::Asked(None),
        "asked" => ExpectedFact::Asked(values.choice(key, node)),
        "refused" => ExpectedFact::Refused(values.choice(key, node)?),
        "out" => ExpectedFact::Out(if ask { Vec::new() } else { out(values, node, seats)? }),
        "hand" => ExpectedFact::OpenHand(faces(values)?),
        "pile" => ExpectedFact::Pile(faces(values)?),
        "pile-count" => ExpectedFact::PileCount(count(values)?),
        "dragon" if ask || node.as_text() == Some("nobody") => ExpectedFact::Holder(None),
        "dragon" => {
            let text = values.text(key, node)?;
            ExpectedFact::Holder(Some(at_the_table(values, &text, &node.span, seats)?))
        }
        PIECE_COUNT => ExpectedFact::RulePieceCount(count(values)?),
        "under" if ask => ExpectedFact::Under(Vec::new()),
        "under" => {
            ExpectedFact::Under(values.list(node, |values, item| values.small(key, item, 63))?)
        }
        "supply" if ask => ExpectedFact::Supply(Vec::new()),
        "supply" => {
            ExpectedFact::Supply(values.list(node, |values, item| values.small(key, item, 63))?)
        }
        "active" => {
            let text = if ask { "A".to_owned() } else { values.text(key, node)? };
            ExpectedFact::Active(at_the_table(values, &text, &node.span, seats)?)
        }
        "turn" => ExpectedFact::Turn(count(values)?),
        "end" => {
            ExpectedFact::End(if ask { ExpectedEnding::GoesOn } else { end(values, node, seats)? })
        }
        "impossible" => {
            ExpectedFact::Impossible(if ask { String::new() } else { values.text(key, node)? })
        }
        "players" if ask => ExpectedFact::Players(0, 0),
        "players" => {
            let [least, most] = items(node) else {
                values.problem(
                    Code::WrongLength,
                    &node.span,
                    "`players` is the fewest and the most who can play, as in [2, 8]",
                );
                return None;
            };
            ExpectedFact::Players(
                values.number(key, least, 1, 32)? as u64,
                values.number(key, most, 1, 32)? as u64,
            )
        }
        "same-rules-as" => ExpectedFact::SameRulesAs(values.text(key, node)?),
        _ => {
            values.unknown_key("`expect`", entry, KEYS.iter().copied());
            return None;
        }
    })
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

/// Who is out and why: `{ B = "edge" }`; an empty table means nobody.
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
