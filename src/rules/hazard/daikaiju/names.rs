//! What formats call the pieces of rules. This rule was the first that had some, so its name is in positions, views,
//! arrays, suites and reports, where programs read it. It is written here and nowhere else in the program.
#![cfg_attr(not(all(feature = "lab", feature = "suite")), allow(dead_code, reason = "reports and suites alone say some of them"))]

/// The name of the rule, and of the pieces of rules in positions, views, arrays and suites.
pub(crate) const PIECES: &str = "daikaiju";
/// The key and its word by which those that leave the board do not come back (S6).
pub(crate) const OUT_OF_THE_GAME: (&str, &str) = ("removed", "game");
/// How many of them there are, in suites.
pub(crate) const PIECE_COUNT: &str = "daikaiju-count";
/// How they are turned, in arrays.
pub(crate) const PIECE_FACING: &str = "daikaiju_facing";
/// What `placement.avoid` may name.
pub(crate) const RUNNING_INTO: &str = "running into a daikaiju";
/// What coverage says of placements that are refused because of them.
pub(crate) const REFUSED: &str = "a placement is refused because it runs into a daikaiju";
/// Why a suite's expectation of them has no meaning.
pub(crate) const NONE_UNDER_THESE_RULES: &str = "under these rules there are no daikaiju";

/// The metric of those whom they take, what it says, and what people read before it.
pub(crate) const OUT: &str = "out-daikaiju";
pub(crate) const OUT_DEFINITION: &str = "The share of eliminations by a daikaiju";
pub(crate) const OUT_LABEL: &str = "Eliminated by a daikaiju";
/// The metric of how many there are at the end, what it says, and what people read before it.
pub(crate) const ON_BOARD: &str = "daikaiju-on-board";
pub(crate) const ON_BOARD_DEFINITION: &str = "Daikaiju on the board at the end of the game";
pub(crate) const ON_BOARD_LABEL: &str = "Daikaiju on the board at the end";
/// What the metric of turns says.
pub(crate) const TURNS_DEFINITION: &str = "Turns per game, including passes and turns that a daikaiju ended";

/// What `docs/rules.md` calls its rules that are about them.
pub(crate) const S2: &str = "Placing a daikaiju";
pub(crate) const S5: &str = "The daikaiju move";
pub(crate) const S8: &str = "Onto another daikaiju";
pub(crate) const S19: &str = "No daikaiju";

/// The shipped suite that is about them: its file and its text.
pub(crate) const SUITE: (&str, &str) = ("seas-daikaiju.toml", include_str!("../../../../tests/scenarios/seas-daikaiju.toml"));
