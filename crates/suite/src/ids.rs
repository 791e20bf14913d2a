//! The rule ids of `docs/rules.md`, with the name of each rule.

use tsuro::rules::hazard::names;

/// Each rule's id and name.
pub const RULES: &[(&str, &str)] = &[
    ("T1", "Board"),
    ("T2", "Ports"),
    ("T3", "Tiles"),
    ("T4", "Start marks"),
    ("T5", "Where a piece stands"),
    ("T6", "Travel"),
    ("T7", "Who travels"),
    ("T8", "Turns"),
    ("T9", "A full board"),
    ("C1", "Setup"),
    ("C2", "Turn"),
    ("C3", "No willing suicide"),
    ("C4", "Edge"),
    ("C5", "Collision"),
    ("C6", "Hands of the eliminated"),
    ("C7", "Drawing with two players"),
    ("C8", "Drawing with three or more"),
    ("C9", "The Dragon's holder is out"),
    ("C10", "End"),
    ("C11", "Nothing to place"),
    ("C12", "Elimination bonus"),
    ("C13", "Pass the pile"),
    ("C14", "Accessible edition"),
    ("L1", "What is forbidden"),
    ("L2", "Players"),
    ("L3", "Destiny statue"),
    ("L4", "The statue's holder is out"),
    ("L5", "Exchange"),
    ("L6", "Tie-breaker"),
    ("L7", "End"),
    ("S1", "Setup"),
    ("S2", names::S2),
    ("S3", "Start marks"),
    ("S4", "Turn"),
    ("S5", names::S5),
    ("S6", "Off the board"),
    ("S7", "Onto a wake tile"),
    ("S8", names::S8),
    ("S9", "Placed on a wake tile"),
    ("S10", "At least three"),
    ("S11", "Before the active ship"),
    ("S12", "The first move is blocked"),
    ("S13", "Not willingly"),
    ("S14", "Passing"),
    ("S15", "Out"),
    ("S16", "Elimination bonus"),
    ("S17", "Drawing"),
    ("S18", "End"),
    ("S19", names::S19),
    ("W1", "Special tiles in the wake deck"),
    ("W2", "Taihou"),
    ("W3", "Mystic portal"),
    ("W4", "Wave"),
    ("W5", "Uzushio"),
    ("W6", "Official solo"),
    ("W7", "Official teams"),
    ("V1", "Longest path"),
    ("V2", "Most crossings"),
    ("V3", "Open tiles"),
    ("V4", "Solo"),
    ("V5", "Shapes"),
    ("V6", "Round worlds"),
    ("V7", "Portals"),
    ("V8", "Several tiles a turn"),
    ("V9", "Teams"),
    ("V10", "Draft"),
    ("V11", "Cannon"),
    ("V12", "Tsunami"),
    ("V13", "Whirlpools"),
    ("V14", "Truce"),
    ("V15", "Lanterns"),
    ("V16", "Second life"),
];

/// All ids: `T1` to `V16`.
pub fn all() -> impl Iterator<Item = String> {
    RULES.iter().map(|(id, _)| (*id).to_owned())
}

/// Whether there is a rule with this id.
pub(crate) fn is_known(id: &str) -> bool {
    name(id).is_some()
}

/// The name of a rule.
pub fn name(id: &str) -> Option<&'static str> {
    RULES.iter().find(|(known, _)| *known == id).map(|(_, name)| *name)
}
