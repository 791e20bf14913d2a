//! Compares one expectation with what happened: its events, where it stopped, and its rules.

use super::choices::{compare_legal, compare_marks};
use super::found::{FoundValue, quoted};
use super::state::compare_state;
use crate::model::{ExpectedFact, ScenarioDecision};
use crate::play::{ScenarioStop, Trace};
use crate::sentences::{matches, sentence, story};
use serde_json::{Map, Value};
use tsuro::game::KeyWords as _;
use tsuro::ruleset::{Variant, toml_string};

/// Compares one expectation; `hash_of` returns the rule hash of another rule set.
pub(super) fn compare(
    want: &ExpectedFact,
    variant: &Variant,
    trace: &Trace,
    hash_of: &dyn Fn(&str) -> Option<String>,
) -> FoundValue {
    match want {
        ExpectedFact::Events(_) | ExpectedFact::SomeEvents(_) | ExpectedFact::NoEvents(_) => {
            compare_events(want, &trace.events)
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
        ExpectedFact::Asked(_) | ExpectedFact::Refused(_) | ExpectedFact::Impossible(_) => {
            compare_stop(want, &trace.stop)
        }
        ExpectedFact::Players(..) | ExpectedFact::SameRulesAs(_) => {
            compare_rules(want, variant, hash_of)
        }
        _ => match &trace.after {
            Some(after) => compare_state(want, trace, after),
            None => FoundValue::mismatch("a possible position", "an impossible position"),
        },
    }
}

/// Compares an expectation about what happened.
fn compare_events(want: &ExpectedFact, events: &[Map<String, Value>]) -> FoundValue {
    let told = |expected: &Vec<String>, fits: fn(&[String], &[String]) -> bool| {
        let found = story(events, expected);
        let (fine, toml) = (fits(expected, &found), Some(quoted(&found)));
        FoundValue { fine, expected: expected.clone(), found, toml }
    };
    match want {
        ExpectedFact::Events(expected) => told(expected, |expected, found| {
            expected.len() == found.len()
                && expected.iter().zip(found).all(|(expected, found)| matches(expected, found))
        }),
        ExpectedFact::SomeEvents(expected) => told(expected, |expected, found| {
            let mut rest = found.iter();
            expected.iter().all(|expected| rest.any(|found| matches(expected, found)))
        }),
        ExpectedFact::NoEvents(unwanted) => {
            let is = |event: &&Map<String, Value>| {
                let words = sentence(event).unwrap_or_default();
                let name = event.get("event").and_then(Value::as_str).unwrap_or_default();
                unwanted.iter().any(|unwanted| unwanted == name || matches(unwanted, &words))
            };
            let found: Vec<String> = events.iter().filter(is).filter_map(sentence).collect();
            let expected = unwanted.iter().map(|unwanted| format!("no {unwanted}")).collect();
            FoundValue { fine: found.is_empty(), expected, found, toml: Some(quoted(unwanted)) }
        }
        _ => unreachable!("only asked about events"),
    }
}

/// Compares an expectation about where the scenario stopped.
fn compare_stop(want: &ExpectedFact, stop: &ScenarioStop) -> FoundValue {
    match want {
        ExpectedFact::Asked(expected) => {
            let found = if let ScenarioStop::Asked(asked) = stop { Some(*asked) } else { None };
            FoundValue::text(expected, &found, |asked| {
                asked.map_or("nothing", ScenarioDecision::word).to_owned()
            })
        }
        ExpectedFact::Refused(expected) => {
            let wanted = format!("the {} is refused", expected.word());
            let ScenarioStop::Refused(asked, _, why) = stop else {
                return FoundValue::mismatch(wanted, "every choice was allowed");
            };
            FoundValue {
                fine: asked == expected,
                expected: vec![wanted],
                found: vec![format!("the {} is refused: {why}", asked.word())],
                toml: Some(toml_string(asked.word())),
            }
        }
        ExpectedFact::Impossible(expected) => {
            let wanted = format!("an impossible position: {expected}");
            let ScenarioStop::Impossible(field, why) = stop else {
                return FoundValue::mismatch(wanted, "a possible position");
            };
            let found = format!("{field}: {why}");
            FoundValue {
                fine: !expected.is_empty() && found.contains(expected.as_str()),
                expected: vec![wanted],
                toml: Some(toml_string(&found)),
                found: vec![found],
            }
        }
        _ => unreachable!("only asked about the end of the scenario"),
    }
}

/// Compares an expectation about the rules, which no game is played for.
fn compare_rules(
    want: &ExpectedFact,
    variant: &Variant,
    hash_of: &dyn Fn(&str) -> Option<String>,
) -> FoundValue {
    match want {
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
            let wanted = format!("the rules of {other}");
            let found = if fine {
                wanted.clone()
            } else {
                format!("{} has rules different from those of {other}", variant.name())
            };
            FoundValue { fine, expected: vec![wanted], found: vec![found], toml: None }
        }
        _ => unreachable!("only asked about the rules"),
    }
}
