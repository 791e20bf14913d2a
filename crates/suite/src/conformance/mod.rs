//! Checks what must hold under every rule set over random games, and shrinks a game that breaks it.
//!
//! A game is played from a row of numbers: the first decides the first choice, and so on; where the
//! row has ended, the first of the allowed choices is taken. So a shorter row, or one with smaller
//! numbers, is a simpler game, and the row of a broken game can be made small without knowing
//! anything about its rules.

mod case;
mod choice;
mod game;
mod must_hold;
mod notes;
mod position;
mod records;
mod secrets;
mod step;
mod taken_up;
mod watched;

pub use must_hold::MUST_HOLD;

use super::cut;
use case::GameCase;
use game::{Breach, ConformanceTrial};
use must_hold::HASH;
use std::sync::Arc;
use tsuro::game::RunSeed;
use tsuro::rules::Registry;
use tsuro::ruleset::Loader;
use tsuro::ruleset::{Resolved, Variant, load};

/// How many games a conformance check plays, and from which seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conformance {
    /// How many games are played, spread evenly over the numbers of players.
    pub games: u32,
    /// The seed of the games.
    pub seed: String,
    /// The number of turns after which a game counts as endless, unless the turn limit of the rule
    /// set is lower.
    pub turns: u32,
}

impl Default for Conformance {
    /// 200 games of at most 5,000 turns.
    fn default() -> Self {
        Self { games: 200, seed: "conformance".to_owned(), turns: 5000 }
    }
}

/// The extent of a conformance check that found nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConformanceSummary {
    /// How many games were played.
    pub games: u32,
    /// How many turns they had in all.
    pub turns: u64,
}

/// A rule set breaks one of the things that must hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {why}")]
pub struct ConformanceBreach {
    /// What must hold: one of [`MUST_HOLD`].
    pub what: &'static str,
    /// How it is broken.
    pub why: String,
    /// The smallest game that breaks it, as a record up to that point; empty where no game is
    /// needed.
    pub record: String,
    /// A scenario of its last turn, as TOML.
    pub scenario: Option<String>,
}

/// Checks that a rule set has the properties that every rule set must have. `loader` finds it again
/// under the name `rules`.
///
/// In a test of a rule set, or of a rule from outside the crate:
///
/// ```
/// use std::sync::Arc;
/// use tsuro::rules::Registry;
/// use tsuro::ruleset::{BuiltIns, Variant};
/// use tsuro_suite::{Conformance, conformance};
///
/// let registry = Registry::default(); // with a rule of one's own: `.with(&MINE)`
/// let rules = "classic+hand=4";
/// let variant = Arc::new(Variant::load(rules, &BuiltIns, &registry)?);
/// let mut how = Conformance::default();
/// how.games = 20;
/// let held = conformance(rules, &variant, &registry, &BuiltIns, &how)
///     .map_err(|broken| broken.to_string())?;
/// assert_eq!(held.games, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first thing that does not hold, with the smallest game that shows it.
pub fn conformance(
    rules: &str,
    variant: &Arc<Variant>,
    registry: &Registry,
    loader: &dyn Loader,
    how: &Conformance,
) -> Result<ConformanceSummary, Box<ConformanceBreach>> {
    stable_hash(rules, variant, registry, loader)?;
    let run = RunSeed::new(&how.seed);
    let mut turns = 0;
    for index in 0..how.games {
        let players = variant.players().round(index.into());
        let case = GameCase::random(run, &how.seed, index, players);
        match ConformanceTrial::new(variant, registry, &case, how.turns).play() {
            Ok(played) => turns += played,
            Err(breach) => {
                return Err(Box::new(smallest(variant, registry, case, *breach, how.turns, rules)));
            }
        }
    }
    Ok(ConformanceSummary { games: how.games, turns })
}

/// The rules keep their hash when they are loaded again, written out and read back, or carried in a
/// record.
fn stable_hash(
    rules: &str,
    variant: &Variant,
    registry: &Registry,
    loader: &dyn Loader,
) -> Result<(), Box<ConformanceBreach>> {
    let broken = |why: String| {
        Box::new(ConformanceBreach { what: HASH, why, record: String::new(), scenario: None })
    };
    let same = |found: Result<Resolved, tsuro::ruleset::Problems>, how: &str| match found {
        Ok(found) if found.hash(registry) == variant.hash() => Ok(()),
        Ok(_) => Err(broken(format!("the rules have another hash when they are {how}"))),
        Err(problems) => Err(broken(format!("the rules cannot be {how}: {problems}"))),
    };
    same(load(rules, loader, registry), "loaded again")?;
    same(Resolved::from_json(&variant.resolved().to_json(), registry), "read out of a record")?;
    let text = variant.resolved().to_toml(false);
    same(
        Variant::from_text("written.toml", &text, registry)
            .map(|variant| variant.resolved().clone()),
        "written out and read back",
    )
}

/// How many games are tried to shrink a failing one.
const ATTEMPTS: usize = 1500;

/// Shrinks a failing game as long as the same thing breaks.
fn smallest(
    variant: &Arc<Variant>,
    registry: &Registry,
    case: GameCase,
    breach: Breach,
    turns: u32,
    rules: &str,
) -> ConformanceBreach {
    let what = breach.what;
    let (mut case, mut best) = (case, breach);
    let mut attempts = 0;
    // A candidate that breaks the same thing in a smaller game replaces the best one.
    let mut better = |case: &mut GameCase, best: &mut Breach, candidate: GameCase| -> bool {
        attempts += 1;
        if attempts > ATTEMPTS || candidate == *case {
            return false;
        }
        match ConformanceTrial::new(variant, registry, &candidate, turns).play() {
            Err(found)
                if found.what == what
                    && (found.lines.len(), candidate.weight())
                        < (best.lines.len(), case.weight()) =>
            {
                *best = *found;
                *case = candidate;
                true
            }
            _ => false,
        }
    };
    loop {
        let mut improved = false;
        for candidate in case.fewer_players(variant.players()) {
            improved |= better(&mut case, &mut best, candidate);
        }
        // Parts of the row are removed or set to 0, large parts first.
        let mut part = case.choices.len();
        while part > 0 {
            let mut from = 0;
            while from < case.choices.len() {
                for candidate in [case.without(from, part), case.zeroed(from, part)] {
                    improved |= better(&mut case, &mut best, candidate);
                }
                from += part;
            }
            part /= 2;
        }
        for at in 0..case.choices.len() {
            for candidate in case.lower(at) {
                improved |= better(&mut case, &mut best, candidate);
            }
        }
        if !improved {
            break;
        }
    }
    let scenario = best.last_turn.as_ref().map(|(position, events)| {
        let title = format!("The turn that breaks this: {what}");
        cut::written(variant, position, events, rules, &title)
    });
    ConformanceBreach { what, why: best.why, record: best.lines.join("\n") + "\n", scenario }
}
