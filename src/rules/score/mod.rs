//! The score rules: when the game ends and who wins. One file for each rule.

mod endings;
mod lanterns;
mod last_standing;
mod last_team;
mod longest_path;
mod most_crossings;
mod outlast;
mod solo;

pub(super) use lanterns::LANTERNS;
pub(super) use last_standing::LAST_STANDING;
pub(super) use last_team::LAST_TEAM;
pub(super) use longest_path::LONGEST_PATH;
pub(super) use most_crossings::MOST_CROSSINGS;
pub(super) use outlast::OUTLAST;
pub(super) use solo::SOLO;
