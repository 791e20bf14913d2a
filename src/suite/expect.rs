//! What a scenario expects, read.

use super::model::{DecisionKind, Expectation, ExpectedEnding, ExpectedFact, Span};
use super::sentences::{self, ImpossibleSentence};
use super::short;
use super::values::{ScenarioValues, items};
use crate::board::Laid;
use crate::game::{Cause, Outcome, Seat};
use crate::ruleset::{Code, Expected, Problem, SourceData, SourceEntry, SourceValue, plain};

/// The keys below `expect`.
pub const KEYS: &[&str] = &[
    "events",
    "some-events",
    "no-events",
    "only-legal",
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
    "daikaiju",
    "daikaiju-count",
    "supply",
    "scores",
    "active",
    "turn",
    "end",
    "impossible",
    "players",
    "same-rules-as",
];

/// Reads the table `expect`; what is wrong goes to the problems of `values`.
pub fn read(values: &mut ScenarioValues<'_>, entries: &[SourceEntry], seats: u8) -> Vec<Expectation> {
    let mut found = Vec::new();
    for entry in entries {
        let key = entry.key.as_str();
        match key {
            "at" | "hands" | "hand-counts" | "scores" | "tiles" | "daikaiju" => {
                for inner in values.table(&entry.value).unwrap_or_default() {
                    let ask = is_ask(&inner.value);
                    let want = of_one(values, key, inner, ask, seats);
                    let key = format!("{key}.{}", inner.key);
                    found.extend(want.map(|want| Expectation { key, span: inner.value.span.clone(), want, ask }));
                }
            }
            _ => {
                let ask = is_ask(&entry.value);
                let want = one(values, entry, ask, seats);
                found.extend(want.map(|want| Expectation { key: key.to_owned(), span: entry.value.span.clone(), want, ask }));
            }
        }
    }
    found
}

/// Whether the value is to be found by `--bless`.
fn is_ask(node: &SourceValue) -> bool {
    node.as_text() == Some("?")
}

/// An expectation about one seat or one square.
fn of_one(values: &mut ScenarioValues<'_>, key: &str, entry: &SourceEntry, ask: bool, seats: u8) -> Option<ExpectedFact> {
    let node = &entry.value;
    if matches!(key, "tiles" | "daikaiju") {
        let square = values.square_key(entry)?;
        let none = ask || node.as_text() == Some("none");
        return Some(if key == "tiles" {
            ExpectedFact::Tile(square, if none { None } else { Some(values.laid(node)?) })
        } else {
            ExpectedFact::Daikaiju(square, if none { None } else { Some(values.monster(node)?) })
        });
    }
    let seat = at_the_table(values, &entry.key, &entry.key_span, seats)?;
    Some(match key {
        "at" => ExpectedFact::At(seat, if ask { None } else { Some(values.place(node)?) }),
        "hands" => ExpectedFact::Hand(seat, if ask { Vec::new() } else { values.faces(node)? }),
        "hand-counts" => ExpectedFact::HandCount(seat, if ask { 0 } else { values.number(node, 0, 5)? as u64 }),
        _ => ExpectedFact::Score(seat, if ask { 0 } else { values.number(node, i64::from(i32::MIN), i64::from(i32::MAX))? }),
    })
}

fn at_the_table(values: &mut ScenarioValues<'_>, text: &str, span: &Span, seats: u8) -> Option<Seat> {
    let seat = values.seat(text, span)?;
    if seat.number() < seats {
        return Some(seat);
    }
    values.problem(Code::NeverJudged, span, format!("there is no {text} in this scenario, only {seats} players"));
    None
}

fn count(values: &mut ScenarioValues<'_>, node: &SourceValue, ask: bool) -> Option<u64> {
    if ask { Some(0) } else { values.number(node, 0, 10_000_000).map(|number| number as u64) }
}

fn one(values: &mut ScenarioValues<'_>, entry: &SourceEntry, ask: bool, seats: u8) -> Option<ExpectedFact> {
    let node = &entry.value;
    let laids = |values: &mut ScenarioValues<'_>| -> Option<Vec<Laid>> {
        if ask { Some(Vec::new()) } else { values.laids(node).map(|said| said.into_iter().map(|(tile, _)| tile).collect()) }
    };
    let places = |values: &mut ScenarioValues<'_>| {
        if ask { Some(Vec::new()) } else { values.places(node).map(|said| said.into_iter().map(|(place, _)| place).collect()) }
    };
    let faces = |values: &mut ScenarioValues<'_>| if ask { Some(Vec::new()) } else { values.faces(node) };
    Some(match entry.key.as_str() {
        "events" => ExpectedFact::Events(told(values, node, ask, seats)?),
        "some-events" => ExpectedFact::SomeEvents(not_empty(told(values, node, ask, seats)?, values, node)?),
        "no-events" => ExpectedFact::NoEvents(names_or_sentences(values, node, seats)?),
        "only-legal" => ExpectedFact::OnlyLegal(laids(values)?),
        "legal" => ExpectedFact::Legal(not_empty(laids(values)?, values, node)?),
        "not-legal" => ExpectedFact::NotLegal(not_empty(not_legal(values, node)?, values, node)?),
        "legal-count" => ExpectedFact::LegalCount(count(values, node, ask)?),
        "only-marks" => ExpectedFact::OnlyMarks(places(values)?),
        "marks" => ExpectedFact::Marks(not_empty(places(values)?, values, node)?),
        "not-marks" => ExpectedFact::NotMarks(not_empty(places(values)?, values, node)?),
        "mark-count" => ExpectedFact::MarkCount(count(values, node, ask)?),
        "asked" if ask || node.as_text() == Some("nothing") => ExpectedFact::Asked(None),
        "asked" => ExpectedFact::Asked(asked(values, node)),
        "refused" => ExpectedFact::Refused(asked(values, node)?),
        "out" => ExpectedFact::Out(if ask { Vec::new() } else { out(values, node, seats)? }),
        "hand" => ExpectedFact::OpenHand(faces(values)?),
        "pile" => ExpectedFact::Pile(faces(values)?),
        "pile-count" => ExpectedFact::PileCount(count(values, node, ask)?),
        "dragon" if ask || node.as_text() == Some("nobody") => ExpectedFact::Holder(None),
        "dragon" => {
            let text = values.text(node)?;
            ExpectedFact::Holder(Some(at_the_table(values, &text, &node.span, seats)?))
        }
        "daikaiju-count" => ExpectedFact::DaikaijuCount(count(values, node, ask)?),
        "supply" => {
            let items = items(node);
            let tiles: Option<Vec<u8>> =
                if ask { Some(Vec::new()) } else { items.iter().map(|item| values.number(item, 0, 63).map(|tile| tile as u8)).collect() };
            ExpectedFact::Supply(tiles?)
        }
        "active" => {
            let text = if ask { "A".to_owned() } else { values.text(node)? };
            ExpectedFact::Active(at_the_table(values, &text, &node.span, seats)?)
        }
        "turn" => ExpectedFact::Turn(count(values, node, ask)?),
        "end" => ExpectedFact::End(if ask { ExpectedEnding::GoesOn } else { end(values, node, seats)? }),
        "impossible" => ExpectedFact::Impossible(if ask { String::new() } else { values.text(node)? }),
        "players" => {
            if ask {
                return Some(ExpectedFact::Players(0, 0));
            }
            let items = items(node);
            let [least, most] = &items[..] else {
                values.problem(Code::WrongLength, &node.span, "`players` is the fewest and the most who can play, as in [2, 8]");
                return None;
            };
            ExpectedFact::Players(values.number(least, 1, 32)? as u64, values.number(most, 1, 32)? as u64)
        }
        "same-rules-as" => ExpectedFact::SameRulesAs(values.text(node)?),
        _ => {
            values.unknown_key(entry, "`expect`", KEYS);
            return None;
        }
    })
}

/// An empty list expects nothing.
fn not_empty<T>(list: Vec<T>, values: &mut ScenarioValues<'_>, node: &SourceValue) -> Option<Vec<T>> {
    if list.is_empty() && !is_ask(node) {
        values.problem(Code::NoExpectation, &node.span, "an empty list expects nothing");
        return None;
    }
    Some(list)
}

fn asked(values: &mut ScenarioValues<'_>, node: &SourceValue) -> Option<DecisionKind> {
    let names: Vec<&str> = DecisionKind::ALL.iter().map(|asked| asked.name()).collect();
    let word = values.word(node, &names)?;
    DecisionKind::ALL.into_iter().find(|asked| asked.name() == word)
}

/// Sentences, each of which some event could be told by.
fn told(values: &mut ScenarioValues<'_>, node: &SourceValue, ask: bool, seats: u8) -> Option<Vec<String>> {
    if ask {
        return Some(Vec::new());
    }
    let said = values.texts(node)?;
    let before = values.problems.len();
    for (sentence, span) in &said {
        check_sentence(values, sentence, span, seats);
    }
    (values.problems.len() == before).then(|| said.into_iter().map(|(sentence, _)| sentence).collect())
}

fn check_sentence(values: &mut ScenarioValues<'_>, sentence: &str, span: &Span, seats: u8) {
    match sentences::event_of(sentence, seats) {
        Ok(_) => {}
        Err(ImpossibleSentence::NoSeat(letter)) => {
            let message = format!("there is no {letter} in this scenario, only {seats} players, so this can never happen");
            values.problem(Code::NeverJudged, span, message);
        }
        Err(ImpossibleSentence::NoForm(near)) => {
            let mut problem = Problem::error(Code::NeverJudged, format!("no event is told as \"{}\"", plain(sentence)));
            problem.help = Some(match near {
                Some(near) => format!("a sentence that comes near: \"{near}\"; all of them are in docs/test-suites.md"),
                None => "the sentences for events are in docs/test-suites.md".to_owned(),
            });
            values.push(problem, span);
        }
    }
}

/// What must not happen: names of events (`returned`), or sentences.
fn names_or_sentences(values: &mut ScenarioValues<'_>, node: &SourceValue, seats: u8) -> Option<Vec<String>> {
    let said = values.texts(node)?;
    let before = values.problems.len();
    for (text, span) in &said {
        if text.contains(' ') {
            check_sentence(values, text, span, seats);
        } else if !sentences::is_event(text) {
            let mut names: Vec<&str> = sentences::examples().map(|(name, _)| name).collect();
            names.dedup();
            let problem = Problem::error(Code::NeverJudged, format!("there is no event `{}`", plain(text)));
            let guess = crate::ruleset::nearest(text, names.iter().copied());
            let names = names.into_iter().map(str::to_owned).collect();
            values.push(problem.expected(Expected::Words(names)).did_you_mean(guess), span);
        }
    }
    let list: Vec<String> = said.into_iter().map(|(text, _)| text).collect();
    let list = not_empty(list, values, node)?;
    (values.problems.len() == before).then_some(list)
}

/// `"34/1 because edge"`, or without a reason.
fn not_legal(values: &mut ScenarioValues<'_>, node: &SourceValue) -> Option<Vec<(Laid, Option<String>)>> {
    let mut found = Vec::new();
    for item in items(node) {
        let SourceData::Text(text) = &item.data else {
            found.push((values.laid(&item)?, None));
            continue;
        };
        let (tile, reason) = text.split_once(" because ").map_or((text.as_str(), None), |(tile, reason)| (tile, Some(reason.trim())));
        let tile = match short::laid(tile.trim()) {
            Ok(tile) => tile,
            Err(why) => {
                let problem = Problem::error(Code::UnknownValue, why.to_string());
                values.push(problem.help("a placement that is not legal is written as \"34/1 because edge\""), &item.span);
                return None;
            }
        };
        if let Some(reason) = reason {
            let mut words: Vec<&str> = Cause::ALL.iter().map(|cause| cause.name()).collect();
            words.extend(["shared-wake", "not-in-hand"]);
            // Rules from outside have causes of their own, as `name/word`.
            if !words.contains(&reason) && !reason.contains('/') {
                let problem = Problem::error(Code::NeverJudged, format!("nothing is ever not legal because of \"{}\"", plain(reason)));
                let guess = crate::ruleset::nearest(reason, words.iter().copied());
                let words = words.into_iter().map(str::to_owned).collect();
                values.push(problem.expected(Expected::Words(words)).did_you_mean(guess), &item.span);
                return None;
            }
        }
        found.push((tile, reason.map(str::to_owned)));
    }
    Some(found)
}

/// `{ B = "edge" }`; an empty table: nobody.
fn out(values: &mut ScenarioValues<'_>, node: &SourceValue, seats: u8) -> Option<Vec<(Seat, String)>> {
    if node.as_text() == Some("nobody") {
        return Some(Vec::new());
    }
    let causes: Vec<&str> = Cause::ALL.iter().map(|cause| cause.name()).collect();
    let mut found = Vec::new();
    for entry in values.table(node)? {
        let seat = at_the_table(values, &entry.key, &entry.key_span, seats)?;
        let cause = values.text(&entry.value)?;
        if !cause.contains('/') {
            values.word(&entry.value, &causes)?;
        }
        found.push((seat, cause));
    }
    found.sort_by_key(|(seat, _)| *seat);
    Some(found)
}

/// `"goes on"`, or the outcome and the winners: `"tie: A C"`.
fn end(values: &mut ScenarioValues<'_>, node: &SourceValue, seats: u8) -> Option<ExpectedEnding> {
    let text = values.text(node)?;
    if text.trim() == "goes on" {
        return Some(ExpectedEnding::GoesOn);
    }
    let (outcome, winners) = text.split_once(':').unwrap_or((&text, ""));
    let known: Vec<&str> = Outcome::ALL.iter().map(|outcome| outcome.name()).collect();
    if !known.contains(&outcome.trim()) && !outcome.contains('/') {
        let problem = Problem::error(Code::NeverJudged, format!("no game ends like \"{}\"", plain(&text)));
        let problem = problem.did_you_mean(crate::ruleset::nearest(outcome.trim(), known.iter().copied()));
        values.push(
            problem
                .expected(Expected::Words(known.iter().map(|&word| word.to_owned()).collect()))
                .help("the winners follow behind a colon, as in \"tie: A C\"; a game that does not end \"goes on\""),
            &node.span,
        );
        return None;
    }
    let mut seats_won = Vec::new();
    for word in winners.split_whitespace().filter(|&word| word != "nobody") {
        seats_won.push(at_the_table(values, word, &node.span, seats)?);
    }
    seats_won.sort();
    Some(ExpectedEnding::Ends(outcome.trim().to_owned(), seats_won))
}
