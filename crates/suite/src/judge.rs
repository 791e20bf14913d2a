//! Compares what happened in a scenario with what it expects.

use super::chance::ChanceKind;
use super::model::{
    Expectation, ExpectedEnding, ExpectedFact, Scenario, ScenarioDecision, Situation, Span, Spanned,
};
use super::play::{FinalState, ScenarioStop, Trace};
use super::sentences::{self, letter, matches};
use super::short::{laid_text, turned};
use serde_json::{Map, Value, json};
use std::fmt::Display;
use tsuro::board::{Laid, Place, Square};
use tsuro::game::{KeyWords as _, Seat, Shown};
use tsuro::rules::hazard::names;
use tsuro::ruleset::{Code, Variant, plain, toml_inline, toml_string};

/// One difference between a scenario and what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure; programs tell failures apart by it.
    pub code: Code,
    /// What differs, as a fragment.
    pub message: String,
    /// The place in the suite; `None` for the scenario as a whole.
    pub span: Option<Span>,
    /// What was expected, line by line; may be empty.
    pub expected: Vec<String>,
    /// What happened, line by line.
    pub found: Vec<String>,
    /// The value that was found, as TOML, if the expectation has a value.
    pub toml: Option<String>,
    /// Whether the scenario asks for the value with a `?` and there is one.
    pub asks: bool,
}

/// The outcome of one expectation: what was expected and what was found, in words and as TOML.
#[allow(clippy::struct_field_names, reason = "what was found, beside what was expected")]
struct FoundValue {
    fine: bool,
    expected: Vec<String>,
    found: Vec<String>,
    /// `None` where the game has no such value.
    toml: Option<String>,
}

impl FoundValue {
    fn new<T: PartialEq>(
        wanted: &T,
        found: &T,
        words: impl Fn(&T) -> String,
        toml: impl Fn(&T) -> String,
    ) -> Self {
        Self {
            fine: wanted == found,
            expected: vec![words(wanted)],
            found: vec![words(found)],
            toml: Some(toml(found)),
        }
    }

    /// A value whose TOML is its text without quotation marks.
    fn plain<T: PartialEq + Display>(wanted: &T, found: &T) -> Self {
        Self::new(wanted, found, T::to_string, T::to_string)
    }

    /// A value whose TOML is its text in quotation marks.
    fn text<T: PartialEq>(wanted: &T, found: &T, words: impl Fn(&T) -> String) -> Self {
        Self::new(wanted, found, &words, |value| toml_string(&words(value)))
    }
}

/// All failures of a scenario, in order; none if it passed. `hash_of` returns the rule hash of
/// another rule set.
pub fn judge(
    scenario: &Scenario,
    variant: &Variant,
    trace: &Trace,
    hash_of: &dyn Fn(&str) -> Option<String>,
) -> Vec<Failure> {
    let mut failures = Vec::new();
    let unplanned = unplanned(&scenario.given, &scenario.expect, trace);
    for expectation in &scenario.expect {
        if let Some(why) = trace
            .after
            .as_ref()
            .and_then(|after| why_meaningless(&expectation.want, after, variant))
        {
            let message = format!("`expect.{}` has no meaning here: {why}", expectation.key);
            failures.push(failure(Code::NeverJudged, message, Some(expectation.span.clone())));
            continue;
        }
        let found = compare(&expectation.want, variant, trace, hash_of);
        if found.fine && !expectation.ask {
            continue;
        }
        // A scenario that cannot be played as given has no values to write down.
        let asks = expectation.ask && unplanned.is_empty() && found.toml.is_some();
        let message = match (expectation.ask, asks) {
            (true, true) => {
                format!("`expect.{}` has a `?`: `--bless` writes the value there", expectation.key)
            }
            (true, false) => format!(
                "`expect.{}` has a `?`, but there is no value to write there",
                expectation.key
            ),
            (false, _) => format!("`expect.{}` is not met", expectation.key),
        };
        failures.push(Failure {
            code: Code::NotMet,
            message,
            span: Some(expectation.span.clone()),
            expected: if expectation.ask { Vec::new() } else { found.expected },
            found: found.found,
            toml: found.toml,
            asks,
        });
    }
    // In an impossible position nothing else can be compared.
    if unplanned.iter().any(|failure| failure.code == Code::ImpossiblePosition) {
        failures.clear();
    }
    // The reason why a game cannot go on comes before what is missing because of it.
    failures.splice(0..0, unplanned);
    failures
}

fn failure(code: Code, message: String, span: Option<Span>) -> Failure {
    Failure {
        code,
        message,
        span,
        expected: Vec::new(),
        found: Vec::new(),
        toml: None,
        asks: false,
    }
}

/// Why an expectation has no meaning under these rules.
fn why_meaningless(want: &ExpectedFact, after: &FinalState, variant: &Variant) -> Option<String> {
    let shape = &variant.resolved().facts().shape;
    let unreal =
        |square: Square| shape.why_no_tile(square).map(|(why, _)| format!("{square} {why}"));
    let why = match want {
        ExpectedFact::Tile(square, _)
        | ExpectedFact::RulePiece(square, _)
        | ExpectedFact::SquareMark(square, _)
            if !shape.takes_tiles(*square) =>
        {
            return unreal(*square);
        }
        ExpectedFact::At(_, Some(place)) => return unreal(place.square()),
        ExpectedFact::Marks(marks) | ExpectedFact::OnlyMarks(marks) => {
            return marks.iter().find_map(|mark| unreal(mark.square()));
        }
        // That there are no marks on missing squares and portals is a rule; off the board is a
        // slip.
        ExpectedFact::NotMarks(marks) => {
            let slips = |mark: &&Place| {
                mark.square().column() >= shape.columns() || mark.square().row() >= shape.rows()
            };
            return marks.iter().find(slips).and_then(|mark| unreal(mark.square()));
        }
        ExpectedFact::Supply(_)
        | ExpectedFact::Under(_)
        | ExpectedFact::RulePieceCount(_)
        | ExpectedFact::RulePiece(..)
            if after.supply.is_none() =>
        {
            Some(names::NONE_UNDER_THESE_RULES)
        }
        ExpectedFact::OpenHand(_) if !after.open => {
            Some("under these rules each player has a hand: use `hands` or `hand-counts`")
        }
        ExpectedFact::Hand(..) | ExpectedFact::HandCount(..) if after.open => {
            Some("under these rules the table has one hand: use `hand`")
        }
        ExpectedFact::Counted(name, seat, _) => return why_not_counted(name, *seat, &after.shown),
        ExpectedFact::Score(..) if after.scores.is_none() => {
            Some("under these rules no points are counted")
        }
        _ => None,
    };
    why.map(str::to_owned)
}

/// Why no number of this name is counted for a seat, or for the table.
fn why_not_counted(name: &str, seat: Option<Seat>, shown: &[Shown]) -> Option<String> {
    let names = |of_seats: bool| {
        let mut names: Vec<&str> = Vec::new();
        for one in shown {
            match one {
                Shown::Seat(decl, ..) if of_seats && !names.contains(&decl.name) => {
                    names.push(decl.name);
                }
                Shown::Table(decl, _) if !of_seats && !names.contains(&decl.name) => {
                    names.push(decl.name);
                }
                _ => {}
            }
        }
        names
    };
    let (here, there) = (names(seat.is_some()), names(seat.is_none()));
    if here.contains(&name) {
        return None;
    }
    if there.contains(&name) {
        let how = if seat.is_some() {
            format!("for the table: use `count.{name}`")
        } else {
            format!("for each seat: use `count.{name}.A`")
        };
        return Some(format!("`{name}` is counted {how}"));
    }
    let all: Vec<String> = here.iter().chain(&there).map(|name| format!("`{name}`")).collect();
    let known = if all.is_empty() {
        "nothing is counted here".to_owned()
    } else {
        format!("there is {}", all.join(", "))
    };
    Some(format!("no rule counts `{}`: {known}", plain(name)))
}

/// Failures of the scenario itself: impossible positions, refused choices, missing or unused
/// choices and chance.
fn unplanned(given: &Situation, expect: &[Expectation], trace: &Trace) -> Vec<Failure> {
    let mut failures = Vec::new();
    let expects = |wanted: fn(&ExpectedFact) -> bool| {
        expect.iter().any(|expectation| wanted(&expectation.want))
    };
    let about_marks = |want: &ExpectedFact| {
        matches!(
            want,
            ExpectedFact::OnlyMarks(_)
                | ExpectedFact::Marks(_)
                | ExpectedFact::NotMarks(_)
                | ExpectedFact::MarkCount(_)
        )
    };
    let of_rules = expect.iter().all(|expectation| {
        matches!(expectation.want, ExpectedFact::Players(..) | ExpectedFact::SameRulesAs(_))
    });
    match &trace.stop {
        ScenarioStop::Impossible(field, why)
            if !expects(|want| matches!(want, ExpectedFact::Impossible(_))) && !of_rules =>
        {
            let message = format!("this position is impossible: {field}: {why}");
            failures.push(failure(Code::ImpossiblePosition, message, field_span(given, field)));
            return failures;
        }
        ScenarioStop::Impossible(..) => return failures,
        ScenarioStop::Refused(asked, item, why) => {
            if !expect.iter().any(|expectation| expectation.want == ExpectedFact::Refused(*asked)) {
                failures.push(failure(
                    Code::NotMet,
                    why.clone(),
                    choice_span(given, *asked, *item),
                ));
            }
            // A scenario ends at what is refused, so nothing after it can be missed.
            return failures;
        }
        ScenarioStop::Asked(asked) => {
            let looked_at = expects(|want| matches!(want, ExpectedFact::Asked(_)))
                || expect.iter().any(|expectation| about_marks(&expectation.want));
            let fine = match asked {
                ScenarioDecision::Placement => given.place.is_empty() || looked_at,
                ScenarioDecision::Mark => given.marks.is_empty() || looked_at,
                ScenarioDecision::Relocation
                | ScenarioDecision::Exchange
                | ScenarioDecision::Answer => looked_at,
            };
            if !fine && trace.trouble.is_none() {
                let seat = trace.after.as_ref().map_or('A', |after| letter(after.decider));
                let what = match asked {
                    ScenarioDecision::Mark => "a start mark is asked for",
                    ScenarioDecision::Relocation => "a relocation is asked for",
                    ScenarioDecision::Placement => "a placement is asked for",
                    ScenarioDecision::Exchange => "an exchange may be made",
                    ScenarioDecision::Answer => "a rule asks",
                };
                let message = format!(
                    "here {what} ({seat} decides), but the scenario has no answer: give it in `{}`",
                    asked.key()
                );
                failures.push(failure(Code::NotMet, message, None));
            }
        }
        ScenarioStop::Played => {}
    }
    if let Some(trouble) = &trace.trouble {
        let span = trouble.item.and_then(|item| chance_span(given, trouble.kind, item));
        let mut message = trouble.why.clone();
        if trouble.item.is_none() {
            message = format!(
                "{message}: give the outcome in `{}`, or give a `seed`",
                trouble.kind.key()
            );
        }
        failures.push(failure(Code::NotMet, message, span));
        return failures;
    }
    for &(sort, item) in &trace.left_chance {
        let message = match sort {
            ChanceKind::Dice => "these dice are never rolled",
            ChanceKind::Spawns => "this piece never comes",
            ChanceKind::Shuffles => "the pile is never shuffled into this order",
            ChanceKind::Picks => "this number is never picked",
            ChanceKind::First => "under these rules the first player is not drawn by lot",
            ChanceKind::Deck => "the deck is never shuffled",
        };
        failures.push(failure(Code::NeverUsed, message.to_owned(), chance_span(given, sort, item)));
    }
    for &(asked, item) in &trace.left_choices {
        let message = match asked {
            ScenarioDecision::Mark => "this start mark is never used: no start mark is asked for",
            ScenarioDecision::Relocation => "this relocation is never used: none is asked for",
            ScenarioDecision::Placement => "this tile is never placed: no placement is asked for",
            ScenarioDecision::Exchange => "this exchange is never made: none is offered",
            ScenarioDecision::Answer => "this answer is never given: nothing is asked",
        };
        failures.push(failure(
            Code::NeverUsed,
            message.to_owned(),
            choice_span(given, asked, item),
        ));
    }
    failures
}

/// The place of a field of the position, or of the table that it is in.
fn field_span(given: &Situation, field: &str) -> Option<Span> {
    let fits = |known: &str| {
        field == known || field.strip_prefix(known).is_some_and(|rest| rest.starts_with(['.', '[']))
    };
    given.fields.iter().find(|(known, _)| fits(known)).map(|(_, span)| span.clone())
}

fn span_at<T>(items: &Spanned<T>, item: usize) -> Option<Span> {
    items.get(item).map(|(_, span)| span.clone())
}

fn choice_span(given: &Situation, asked: ScenarioDecision, item: usize) -> Option<Span> {
    match asked {
        ScenarioDecision::Mark => span_at(&given.marks, item),
        ScenarioDecision::Relocation => span_at(&given.relocate, item),
        ScenarioDecision::Placement => span_at(&given.place, item),
        ScenarioDecision::Exchange => span_at(&given.exchange, item),
        ScenarioDecision::Answer => span_at(&given.choose, item),
    }
}

fn chance_span(given: &Situation, sort: ChanceKind, item: usize) -> Option<Span> {
    match sort {
        ChanceKind::Dice => span_at(&given.dice, item),
        ChanceKind::Spawns => span_at(&given.spawns, item),
        ChanceKind::Shuffles => span_at(&given.shuffles, item),
        ChanceKind::Picks => span_at(&given.picks, item),
        ChanceKind::First | ChanceKind::Deck => field_span(given, sort.key()),
    }
}

/// The events as sentences. Beginnings of turns and placements are left out unless `expected` has
/// such sentences, since they repeat what is given.
pub fn story(events: &[Map<String, Value>], expected: &[String]) -> Vec<String> {
    let spoken =
        |name: &str| expected.iter().any(|sentence| sentences::event_of(sentence, 32) == Ok(name));
    let (turns, placements) = (spoken("turn"), spoken("placed"));
    events
        .iter()
        .filter(|event| match event.get("event").and_then(Value::as_str) {
            Some("turn") => turns,
            Some("placed") => placements,
            _ => true,
        })
        .filter_map(sentences::sentence)
        .collect()
}

fn quoted(items: &[String]) -> String {
    toml_inline(&json!(items))
}

fn numbers(tiles: &[u8]) -> String {
    toml_inline(&json!(tiles))
}

fn ascending(tiles: &[u8]) -> Vec<u8> {
    let mut tiles = tiles.to_vec();
    tiles.sort_unstable();
    tiles
}

fn tiles_text(tiles: &[Laid]) -> String {
    let all: Vec<String> = tiles.iter().map(|&tile| laid_text(tile)).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

fn places_text(places: &[Place]) -> String {
    let all: Vec<String> = places.iter().map(Place::to_string).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// Tiles as a TOML list: numbers, and texts where they are turned.
fn laids(tiles: &[Laid]) -> String {
    let one = |&tile: &Laid| {
        if tile.rotation().turns() == 0 {
            json!(tile.face().number())
        } else {
            json!(laid_text(tile))
        }
    };
    toml_inline(&tiles.iter().map(one).collect())
}

/// A failure with one line each for what was expected and what was found.
fn mismatch(
    expected: impl Into<String>,
    found: impl Into<String>,
    toml: Option<String>,
) -> FoundValue {
    FoundValue { fine: false, expected: vec![expected.into()], found: vec![found.into()], toml }
}

fn compare(
    want: &ExpectedFact,
    variant: &Variant,
    trace: &Trace,
    hash_of: &dyn Fn(&str) -> Option<String>,
) -> FoundValue {
    match want {
        ExpectedFact::Events(expected) => {
            let found = story(&trace.events, expected);
            let fine = expected.len() == found.len()
                && expected.iter().zip(&found).all(|(expected, found)| matches(expected, found));
            let toml = Some(quoted(&found));
            FoundValue { fine, expected: expected.clone(), found, toml }
        }
        ExpectedFact::SomeEvents(expected) => {
            let found = story(&trace.events, expected);
            let mut rest = found.iter();
            let fine = expected.iter().all(|expected| rest.any(|found| matches(expected, found)));
            let toml = Some(quoted(&found));
            FoundValue { fine, expected: expected.clone(), found, toml }
        }
        ExpectedFact::NoEvents(unwanted) => {
            let is = |event: &Map<String, Value>| {
                let words = sentences::sentence(event).unwrap_or_default();
                let name = event.get("event").and_then(Value::as_str).unwrap_or_default();
                unwanted.iter().any(|unwanted| unwanted == name || matches(unwanted, &words))
            };
            let found: Vec<String> = trace
                .events
                .iter()
                .filter(|event| is(event))
                .filter_map(sentences::sentence)
                .collect();
            let expected = unwanted.iter().map(|unwanted| format!("no {unwanted}")).collect();
            FoundValue { fine: found.is_empty(), expected, found, toml: Some(quoted(unwanted)) }
        }
        ExpectedFact::OnlyLegal(_)
        | ExpectedFact::OnlyLegalOn(_)
        | ExpectedFact::Legal(_)
        | ExpectedFact::NotLegal(_)
        | ExpectedFact::LegalCount(_) => compare_legal(want, trace),
        ExpectedFact::OnlyMarks(_)
        | ExpectedFact::Marks(_)
        | ExpectedFact::NotMarks(_)
        | ExpectedFact::MarkCount(_) => compare_marks(want, trace),
        ExpectedFact::Asked(expected) => {
            let found =
                if let ScenarioStop::Asked(asked) = trace.stop { Some(asked) } else { None };
            FoundValue::text(expected, &found, |asked| {
                asked.map_or("nothing", ScenarioDecision::word).to_owned()
            })
        }
        ExpectedFact::Refused(expected) => match &trace.stop {
            ScenarioStop::Refused(asked, _, why) => FoundValue {
                fine: asked == expected,
                expected: vec![format!("the {} is refused", expected.word())],
                found: vec![format!("the {} is refused: {why}", asked.word())],
                toml: Some(toml_string(asked.word())),
            },
            _ => mismatch(
                format!("the {} is refused", expected.word()),
                "every choice was allowed",
                None,
            ),
        },
        ExpectedFact::Impossible(expected) => match &trace.stop {
            ScenarioStop::Impossible(field, why) => {
                let found = format!("{field}: {why}");
                let fine = !expected.is_empty() && found.contains(expected.as_str());
                FoundValue {
                    fine,
                    expected: vec![format!("an impossible position: {expected}")],
                    toml: Some(toml_string(&found)),
                    found: vec![found],
                }
            }
            _ => {
                mismatch(format!("an impossible position: {expected}"), "a possible position", None)
            }
        },
        ExpectedFact::Players(least, most) => {
            let counts = variant.players();
            let found = (u64::from(counts.fewest()), u64::from(counts.most()));
            FoundValue::new(
                &(*least, *most),
                &found,
                |(least, most)| format!("{least} to {most} players"),
                |(least, most)| format!("[{least}, {most}]"),
            )
        }
        ExpectedFact::SameRulesAs(other) => {
            let fine = hash_of(other).as_deref() == Some(variant.hash());
            let found = if fine {
                format!("the rules of {other}")
            } else {
                format!("{} has rules different from those of {other}", variant.name())
            };
            FoundValue {
                fine,
                expected: vec![format!("the rules of {other}")],
                found: vec![found],
                toml: None,
            }
        }
        _ => match &trace.after {
            Some(after) => compare_state(want, trace, after),
            None => mismatch("a possible position", "an impossible position", None),
        },
    }
}

/// Compares an expectation about the last placement decision.
fn compare_legal(want: &ExpectedFact, trace: &Trace) -> FoundValue {
    let Some(then) = &trace.legal else {
        return mismatch("a placement is asked for", "no placement was asked for", None);
    };
    let toml = Some(laids(&then.legal));
    match want {
        ExpectedFact::OnlyLegal(expected) => {
            let mut expected = expected.clone();
            expected.sort_unstable();
            FoundValue {
                fine: expected == then.legal,
                expected: vec![format!("legal: {}", tiles_text(&expected))],
                found: vec![format!("legal: {}", tiles_text(&then.legal))],
                toml,
            }
        }
        ExpectedFact::OnlyLegalOn(expected) => {
            let mut expected = expected.clone();
            expected.sort_unstable();
            let texts = |all: &[(Square, Laid)]| -> Vec<String> {
                all.iter()
                    .map(|&(square, tile)| format!("{} on {square}", laid_text(tile)))
                    .collect()
            };
            let (wanted, found) = (texts(&expected), texts(&then.on_squares));
            FoundValue {
                fine: expected == then.on_squares,
                expected: vec![format!("legal: {}", wanted.join(", "))],
                toml: Some(quoted(&found)),
                found: vec![format!("legal: {}", found.join(", "))],
            }
        }
        ExpectedFact::Legal(expected) => {
            let missing: Vec<Laid> =
                expected.iter().copied().filter(|tile| !then.legal.contains(tile)).collect();
            let why = |&tile: &Laid| {
                let why =
                    then.why_not.iter().find(|(asked, _)| *asked == tile).and_then(|(_, why)| *why);
                format!(
                    "{} is not legal because {}",
                    laid_text(tile),
                    why.map_or("of the rules", super::model::IllegalPlacement::name)
                )
            };
            let expected =
                expected.iter().map(|&tile| format!("{} is legal", laid_text(tile))).collect();
            FoundValue {
                fine: missing.is_empty(),
                expected,
                found: missing.iter().map(why).collect(),
                toml,
            }
        }
        ExpectedFact::NotLegal(expected) => {
            let mut found = Vec::new();
            let mut fine = true;
            for (tile, reason) in expected {
                let why =
                    then.why_not.iter().find(|(asked, _)| asked == tile).and_then(|(_, why)| *why);
                let name = laid_text(*tile);
                match why {
                    None => {
                        fine = false;
                        found.push(format!("{name} is legal"));
                    }
                    Some(why) => {
                        fine &= reason.as_deref().is_none_or(|reason| reason == why.name());
                        found.push(format!("{name} because {}", why.name()));
                    }
                }
            }
            let line = |(tile, reason): &(Laid, Option<String>)| match reason {
                Some(reason) => format!("{} because {reason}", laid_text(*tile)),
                None => format!("{} is not legal", laid_text(*tile)),
            };
            let toml = Some(quoted(&found));
            FoundValue { fine, expected: expected.iter().map(line).collect(), found, toml }
        }
        ExpectedFact::LegalCount(expected) => {
            FoundValue::plain(expected, &(then.legal.len() as u64))
        }
        _ => unreachable!("only asked about placements"),
    }
}

/// Compares an expectation about the last choice of a start mark.
fn compare_marks(want: &ExpectedFact, trace: &Trace) -> FoundValue {
    let Some(free) = &trace.marks else {
        return mismatch("a start mark is asked for", "no start mark was asked for", None);
    };
    let toml = Some(quoted(&free.iter().map(Place::to_string).collect::<Vec<_>>()));
    let of =
        |places: &[Place], fine: bool, what: &str, found: Vec<Place>, otherwise: &str| FoundValue {
            fine,
            expected: vec![format!("{what}: {}", places_text(places))],
            found: vec![format!("{otherwise}: {}", places_text(&found))],
            toml: toml.clone(),
        };
    match want {
        ExpectedFact::OnlyMarks(expected) => {
            let (mut one, mut other) = (expected.clone(), free.clone());
            one.sort_by_key(|place| place.index());
            other.sort_by_key(|place| place.index());
            of(&one, one == other, "may be chosen", other.clone(), "may be chosen")
        }
        ExpectedFact::Marks(expected) => {
            let missing: Vec<Place> =
                expected.iter().copied().filter(|mark| !free.contains(mark)).collect();
            of(expected, missing.is_empty(), "may be chosen", missing, "may not be chosen")
        }
        ExpectedFact::NotMarks(expected) => {
            let allowed: Vec<Place> =
                expected.iter().copied().filter(|mark| free.contains(mark)).collect();
            of(expected, allowed.is_empty(), "may not be chosen", allowed, "may be chosen")
        }
        ExpectedFact::MarkCount(expected) => FoundValue::plain(expected, &(free.len() as u64)),
        _ => unreachable!("only asked about marks"),
    }
}

/// Compares an expectation about the state at the end of the scenario.
fn compare_state(want: &ExpectedFact, trace: &Trace, after: &FinalState) -> FoundValue {
    let hand = |seat: Seat| {
        ascending(
            after.hands.get(if after.open { 0 } else { seat.index() }).map_or(&[][..], |hand| hand),
        )
    };
    let seat_text = |seat: &Option<Seat>| {
        seat.map_or_else(|| "nobody".to_owned(), |seat| letter(seat).to_string())
    };
    match want {
        ExpectedFact::At(seat, expected) => {
            let found = after.places.get(seat.index()).copied().flatten();
            let words = |place: &Option<Place>| {
                place.map_or_else(|| "not on the board".to_owned(), |place| place.to_string())
            };
            FoundValue::text(expected, &found, words)
        }
        ExpectedFact::Out(expected) => {
            let mut found: Vec<(Seat, String)> = Vec::new();
            for event in &trace.events {
                if event.get("event").and_then(Value::as_str) == Some("eliminated")
                    && event.get("waits").is_none()
                {
                    let seat = event
                        .get("player")
                        .and_then(Value::as_u64)
                        .and_then(|number| Seat::checked(number, 32));
                    let cause = event.get("cause").and_then(Value::as_str).unwrap_or_default();
                    found.extend(seat.map(|seat| (seat, cause.to_owned())));
                }
            }
            found.sort_by_key(|(seat, _)| *seat);
            let words = |out: &Vec<(Seat, String)>| {
                toml_inline(
                    &out.iter()
                        .map(|(seat, cause)| (letter(*seat).to_string(), json!(cause)))
                        .collect(),
                )
            };
            FoundValue::new(expected, &found, words, words)
        }
        ExpectedFact::Hand(seat, expected) => FoundValue::new(
            &ascending(expected),
            &hand(*seat),
            |hand| numbers(hand),
            |hand| numbers(hand),
        ),
        ExpectedFact::OpenHand(expected) => {
            let found = if after.open { hand(Seat::new(0)) } else { Vec::new() };
            FoundValue::new(
                &ascending(expected),
                &found,
                |hand| numbers(hand),
                |hand| numbers(hand),
            )
        }
        ExpectedFact::HandCount(seat, expected) => {
            FoundValue::plain(expected, &(hand(*seat).len() as u64))
        }
        ExpectedFact::Pile(expected) => {
            FoundValue::new(expected, &after.pile, |pile| numbers(pile), |pile| numbers(pile))
        }
        ExpectedFact::PileCount(expected) => {
            FoundValue::plain(expected, &(after.pile.len() as u64))
        }
        ExpectedFact::Holder(expected) => FoundValue::text(expected, &after.holder, seat_text),
        ExpectedFact::Tile(square, expected) => {
            let found = after.tiles.iter().find(|(at, _)| at == square).map(|(_, tile)| *tile);
            FoundValue::text(expected, &found, |tile| {
                tile.map_or_else(|| "none".to_owned(), laid_text)
            })
        }
        ExpectedFact::RulePiece(square, expected) => {
            let on_square =
                after.rule_pieces.iter().filter(|rule_piece| rule_piece.square == *square);
            let on_square: Vec<(u8, u8)> =
                on_square.map(|rule_piece| (rule_piece.tile, rule_piece.facing.turns())).collect();
            // Several may share the square.
            let found = on_square
                .iter()
                .find(|piece| Some(**piece) == *expected)
                .or(on_square.first())
                .copied();
            FoundValue::text(expected, &found, |rule_piece| {
                rule_piece.map_or_else(|| "none".to_owned(), |(tile, facing)| turned(tile, facing))
            })
        }
        ExpectedFact::RulePieceCount(expected) => {
            FoundValue::plain(expected, &(after.rule_pieces.len() as u64))
        }
        ExpectedFact::Supply(expected) => {
            let found = ascending(after.supply.as_deref().unwrap_or_default());
            FoundValue::new(
                &ascending(expected),
                &found,
                |supply| numbers(supply),
                |supply| numbers(supply),
            )
        }
        // Their order counts.
        ExpectedFact::Under(expected) => {
            FoundValue::new(expected, &after.under, |under| numbers(under), |under| numbers(under))
        }
        ExpectedFact::SquareMark(square, expected) => {
            let of = |shown: &Shown| match shown {
                Shown::Mark(mark) if mark.square == *square => {
                    Some(mark.look.name.in_language("en").to_owned())
                }
                _ => None,
            };
            let found: Vec<String> = after.shown.iter().filter_map(of).collect();
            let words = |marks: &[String]| {
                if marks.is_empty() { "none".to_owned() } else { marks.join(", ") }
            };
            let (fine, expected) = match expected {
                Some(mark) => (found.contains(mark), mark.clone()),
                None => (found.is_empty(), words(&[])),
            };
            FoundValue {
                fine,
                expected: vec![expected],
                found: vec![words(&found)],
                toml: Some(toml_string(found.first().map_or("none", String::as_str))),
            }
        }
        ExpectedFact::Counted(name, seat, expected) => {
            let found = after.shown.iter().find_map(|shown| match shown {
                Shown::Seat(decl, of, count) if decl.name == name && Some(*of) == *seat => {
                    Some(u64::from(*count))
                }
                Shown::Table(decl, count) if decl.name == name && seat.is_none() => {
                    Some(u64::from(*count))
                }
                _ => None,
            });
            match found {
                Some(found) => FoundValue::plain(expected, &found),
                None => mismatch(expected.to_string(), "not counted", None),
            }
        }
        ExpectedFact::Score(seat, expected) => {
            let found = after.scores.as_ref().and_then(|scores| scores.get(seat.index()).copied());
            let words = |score: &Option<i64>| {
                score.map_or_else(|| "no points are counted".to_owned(), |score| score.to_string())
            };
            FoundValue::new(&Some(*expected), &found, words, words)
        }
        ExpectedFact::Active(expected) => {
            FoundValue::text(expected, &after.active, |seat| letter(*seat).to_string())
        }
        ExpectedFact::Turn(expected) => FoundValue::plain(expected, &u64::from(after.turn)),
        ExpectedFact::End(expected) => {
            let found = match trace.end {
                None => ExpectedEnding::GoesOn,
                Some(ending) => ExpectedEnding::Ends(
                    ending.outcome.name().to_owned(),
                    ending.winners.iter().collect(),
                ),
            };
            let words = |end: &ExpectedEnding| match end {
                ExpectedEnding::GoesOn => "goes on".to_owned(),
                ExpectedEnding::Ends(outcome, winners) if winners.is_empty() => {
                    format!("{outcome}: nobody")
                }
                ExpectedEnding::Ends(outcome, winners) => {
                    let letters: Vec<String> =
                        winners.iter().map(|&seat| letter(seat).to_string()).collect();
                    format!("{outcome}: {}", letters.join(" "))
                }
            };
            FoundValue::text(expected, &found, words)
        }
        _ => unreachable!("compared before"),
    }
}
