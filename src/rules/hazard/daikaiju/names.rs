//! What formats call the pieces of rules. This rule was the first that had some, so its name is in
//! positions, views, arrays, suites and reports, where programs read it. It is written here and
//! nowhere else in the program.

/// The name of the rule, and of the pieces of rules in positions, views, arrays and suites.
pub const PIECES: &str = "daikaiju";
/// The key and its word for daikaiju that do not come back after they leave the board (S6).
pub(crate) const OUT_OF_THE_GAME: (&str, &str) = ("removed", "game");
/// How many of them there are, in suites.
pub const PIECE_COUNT: &str = "daikaiju-count";
/// How they are turned, in arrays.
pub(crate) const PIECE_FACING: &str = "daikaiju_facing";
/// What `placement.avoid` may name.
pub(crate) const RUNNING_INTO: &str = "running into a daikaiju";
/// What coverage says of placements that are refused because of them.
pub(crate) const REFUSED: &str = "a placement is refused because it runs into a daikaiju";
/// Why a suite's expectation of them has no meaning.
pub const NONE_UNDER_THESE_RULES: &str = "under these rules there are no daikaiju";

/// The metric of the pieces that they take.
pub const OUT: &str = "out-daikaiju";
/// What that metric says.
pub const OUT_DEFINITION: &str = "The share of eliminations by a daikaiju";
/// What people read before that metric.
pub const OUT_LABEL: &str = "Eliminated by a daikaiju";
/// The metric of how many there are at the end.
pub const ON_BOARD: &str = "daikaiju-on-board";
/// What that metric says.
pub const ON_BOARD_DEFINITION: &str = "Daikaiju on the board at the end of the game";
/// What people read before that metric.
pub const ON_BOARD_LABEL: &str = "Daikaiju on the board at the end";
/// What the metric of turns says.
pub const TURNS_DEFINITION: &str =
    "Turns per game, including passes and turns that a daikaiju ended";

/// What `docs/rules.md` calls its rule S2.
pub const S2: &str = "Placing a daikaiju";
/// What `docs/rules.md` calls its rule S5.
pub const S5: &str = "The daikaiju move";
/// What `docs/rules.md` calls its rule S8.
pub const S8: &str = "Onto another daikaiju";
/// What `docs/rules.md` calls its rule S19.
pub const S19: &str = "No daikaiju";

/// The shipped suite that tests daikaiju: its file and its text.
pub const SUITE: (&str, &str) =
    ("seas-daikaiju.toml", include_str!("../../../../tests/scenarios/seas-daikaiju.toml"));
