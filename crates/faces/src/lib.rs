//! What all faces share: the words in each language, who sits where, and a game as people choose,
//! see and hear it.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

mod alike;
pub mod describe;
pub mod lesson;
pub mod outcomes;
pub mod programs;
pub mod puzzle_date;
pub mod repeat;
pub mod script_reference;
pub mod seats;
pub mod setup;
mod sketch;
pub mod table;
pub mod words;

pub use seats::{LONGEST_NAME, Player, SeatsError, USUAL_PLAYERS, is_all_human, narrator};
pub use sketch::sketch;

use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Resolved, Variant};

/// The built-in rules that these rules are, with their titles and summaries, which rules in records
/// do not have. `None`: no built-in rule set of their name has the same rules.
pub fn built_in(rules: &Variant, registry: &Registry) -> Option<Resolved> {
    let known = Variant::load(rules.name(), &BuiltIns, registry).ok()?;
    (known.hash() == rules.hash()).then(|| known.resolved().clone())
}
