//! Compares expectations about what could be chosen: placements and start marks.

use super::found::{FoundValue, quoted};
use crate::model::{ExpectedFact, IllegalPlacement};
use crate::play::{LegalSet, Trace};
use crate::short::laid_text;
use serde_json::json;
use tsuro::board::{Laid, Place, Square};
use tsuro::ruleset::toml_inline;

/// Compares an expectation about the last placement decision.
pub(super) fn compare_legal(want: &ExpectedFact, trace: &Trace) -> FoundValue {
    let Some(then) = &trace.legal else {
        return FoundValue::mismatch("a placement is asked for", "no placement was asked for");
    };
    match want {
        ExpectedFact::OnlyLegal(expected) => only_legal(expected, then),
        ExpectedFact::OnlyLegalOn(expected) => only_legal_on(expected, then),
        ExpectedFact::Legal(expected) => legal(expected, then),
        ExpectedFact::NotLegal(expected) => not_legal(expected, then),
        ExpectedFact::LegalCount(expected) => FoundValue::count(*expected, then.legal.len()),
        _ => unreachable!("only asked about placements"),
    }
}

fn only_legal(expected: &[Laid], then: &LegalSet) -> FoundValue {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    FoundValue {
        fine: expected == then.legal,
        expected: vec![format!("legal: {}", tiles_text(&expected))],
        found: vec![format!("legal: {}", tiles_text(&then.legal))],
        toml: Some(laids(&then.legal)),
    }
}

fn only_legal_on(expected: &[(Square, Laid)], then: &LegalSet) -> FoundValue {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    let texts = |all: &[(Square, Laid)]| -> Vec<String> {
        all.iter().map(|&(square, tile)| format!("{} on {square}", laid_text(tile))).collect()
    };
    let (wanted, found) = (texts(&expected), texts(&then.on_squares));
    FoundValue {
        fine: expected == then.on_squares,
        expected: vec![format!("legal: {}", wanted.join(", "))],
        toml: Some(quoted(&found)),
        found: vec![format!("legal: {}", found.join(", "))],
    }
}

/// Why a tile that the scenario asks about is not legal.
fn why_not(then: &LegalSet, tile: Laid) -> Option<IllegalPlacement> {
    then.why_not.iter().find(|(asked, _)| *asked == tile).and_then(|(_, why)| *why)
}

fn legal(expected: &[Laid], then: &LegalSet) -> FoundValue {
    let missing: Vec<Laid> =
        expected.iter().copied().filter(|tile| !then.legal.contains(tile)).collect();
    let told = |&tile: &Laid| {
        let why = why_not(then, tile).map_or("of the rules", IllegalPlacement::name);
        format!("{} is not legal because {why}", laid_text(tile))
    };
    FoundValue {
        fine: missing.is_empty(),
        expected: expected.iter().map(|&tile| format!("{} is legal", laid_text(tile))).collect(),
        found: missing.iter().map(told).collect(),
        toml: Some(laids(&then.legal)),
    }
}

fn not_legal(expected: &[(Laid, Option<String>)], then: &LegalSet) -> FoundValue {
    let mut found = Vec::new();
    let mut fine = true;
    for (tile, reason) in expected {
        let name = laid_text(*tile);
        match why_not(then, *tile) {
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

/// Compares an expectation about the last choice of a start mark.
pub(super) fn compare_marks(want: &ExpectedFact, trace: &Trace) -> FoundValue {
    let Some(free) = &trace.marks else {
        return FoundValue::mismatch("a start mark is asked for", "no start mark was asked for");
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
        ExpectedFact::MarkCount(expected) => FoundValue::count(*expected, free.len()),
        _ => unreachable!("only asked about marks"),
    }
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
