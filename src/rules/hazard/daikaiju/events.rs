//! What daikaiju do in a game, as the rule reports it.

use super::names;
use crate::board::{Rotation, Square};
use crate::game::{
    CauseDecl, ChanceDecl, ChanceStream, EventRole, FieldValue, RuleEvent, Telling, Texts,
};

const NAME: &str = names::PIECES;

const TWO_DICE: Texts = Texts(&[("en", "two dice are rolled"), ("fr", "deux dés sont lancés")]);

/// The gold die and the blue die, by which the daikaiju move or not (S5).
// Constants, not statics: where the rule asks, the compiler sees what is in them.
pub(super) const SUM: ChanceDecl = ChanceDecl::new(NAME, TWO_DICE)
    .as_dice()
    .of_stream(ChanceStream::Dice)
    .in_event(&ROLL, &["dice"]);

/// The gold die and the blue die, which say where a daikaiju comes (S2).
pub(super) const WHERE: ChanceDecl = SUM.in_event(&PLACED, &["dice"]);

/// The die on which the daikaiju act (S5).
pub(super) const ACT: ChanceDecl =
    ChanceDecl::new(NAME, Texts(&[("en", "one die is rolled"), ("fr", "un dé est lancé")]))
        .as_dice()
        .of_stream(ChanceStream::Die)
        .in_event(&DIE, &["value"]);

/// The tile of the supply that comes, and its facing (S2).
pub(super) const WHICH: ChanceDecl = ChanceDecl::new(
    NAME,
    Texts(&[("en", "a daikaiju is placed"), ("fr", "un daïkaiju est placé")]),
)
.as_piece()
.of_stream(ChanceStream::Spawn)
.in_event(&PLACED, &["tile", "facing"]);

/// Two dice were rolled (S5): what they show, gold and blue, and, not written, each by itself.
pub(super) static ROLL: RuleEvent<([u32; 2], u32, u32)> = RuleEvent::named(
    "roll",
    &["dice", "gold", "blue"],
    &[Telling::always(Texts(&[
        ("en", "The dice show {gold} and {blue}."),
        ("fr", "Les dés montrent {gold} et {blue}."),
    ]))],
)
.hiding(2)
.in_suites(&[("dice {dice:list}", "dice 4 3")])
.in_role(EventRole::Dice);

/// One die was rolled (S5).
pub(super) static DIE: RuleEvent<(u32,)> = RuleEvent::named(
    "die",
    &["value"],
    &[Telling::always(Texts(&[
        ("en", "The daikaiju act on a {value}."),
        ("fr", "Les daïkaijus agissent sur un {value}."),
    ]))],
)
.in_suites(&[("die {value}", "die 2")])
.in_role(EventRole::Dice);

/// A daikaiju took the piece (S7, S9, S11, S12, S15).
pub static TAKEN: CauseDecl = CauseDecl::new(
    NAME,
    names::RUNNING_INTO,
    Texts(&[("en", "taken by a daikaiju"), ("fr", "pris par un daïkaiju")]),
);

/// A daikaiju was placed (S2): its index in `hazard.tiles`, its direction in quarter-turns
/// clockwise, the square, the roll that gave the square, and why it was placed.
pub(super) static PLACED: RuleEvent<(u32, Rotation, Square, [u32; 2], &'static str)> =
    RuleEvent::named(
        "daikaiju_placed",
        &["tile", "facing", "square", "dice", "reason"],
        &[Telling::always(Texts(&[
            ("en", "A daikaiju comes to {square}."),
            ("fr", "Un daïkaiju arrive en {square}."),
        ]))],
    )
    .in_suites(&[(
        "daikaiju {tile} comes to {square} facing {facing} ({reason:reason})",
        "daikaiju 5 comes to b3 facing 2 (six)",
    )])
    .in_role(EventRole::Put);

/// A daikaiju moved one square (S5): the square that it left, and the one on which it is now;
/// `null`: it left the board (S6).
pub(super) static MOVED: RuleEvent<(u32, Square, Option<Square>)> = RuleEvent::named(
    "daikaiju_moved",
    &["tile", "from", "to"],
    &[
        Telling::when(
            "to",
            FieldValue::Null,
            Texts(&[
                ("en", "The daikaiju on {from} leaves the board."),
                ("fr", "Le daïkaiju en {from} quitte le plateau."),
            ]),
        ),
        Telling::always(Texts(&[
            ("en", "The daikaiju on {from} moves to {to}."),
            ("fr", "Le daïkaiju en {from} va en {to}."),
        ])),
    ],
)
.in_suites(&[
    ("daikaiju {tile} moves from {from} to {to}", "daikaiju 0 moves from c3 to c4"),
    ("daikaiju {tile} leaves the board from {from}", "daikaiju 0 leaves the board from a3"),
])
.in_role(EventRole::Moves);

/// The gold die and the blue die, which say where a daikaiju comes out of a portal (W3).
pub(super) const OUT_OF_PORTAL: ChanceDecl = SUM.in_event(&CARRIED_ON, &["dice"]);

/// A daikaiju came out of a portal that it had stepped onto: the portal's square, that on which it
/// is now, and the roll that named it (W3).
pub(super) static CARRIED_ON: RuleEvent<(u32, Square, Square, [u32; 2])> = RuleEvent::named(
    "daikaiju_moved",
    &["tile", "from", "to", "dice"],
    &[Telling::always(Texts(&[
        ("en", "The portal on {from} carries the daikaiju to {to}."),
        ("fr", "Le portail en {from} porte le daïkaiju en {to}."),
    ]))],
)
.in_role(EventRole::Moves);

/// The way in which a daikaiju turns that has no gold arrows, or whatever else its tile says.
pub(super) const CLOCKWISE: &str = "clockwise";
/// The other way.
pub(super) const ANTICLOCKWISE: &str = "anticlockwise";

/// A daikaiju turned in place (S5): its new direction, and, not written, the way in which it
/// turned.
pub(super) static TURNED: RuleEvent<(u32, Square, Rotation, &'static str)> = RuleEvent::named(
    "daikaiju_turned",
    &["tile", "square", "facing", "way"],
    &[
        Telling::when(
            "way",
            FieldValue::Word(CLOCKWISE),
            Texts(&[
                ("en", "The daikaiju on {square} turns clockwise."),
                ("fr", "Le daïkaiju en {square} tourne dans le sens horaire."),
            ]),
        ),
        Telling::always(Texts(&[
            ("en", "The daikaiju on {square} turns anticlockwise."),
            ("fr", "Le daïkaiju en {square} tourne dans le sens antihoraire."),
        ])),
    ],
)
.hiding(1)
.in_suites(&[(
    "daikaiju {tile} turns on {square} to facing {facing}",
    "daikaiju 0 turns on c3 to facing 1",
)])
.in_role(EventRole::Turns);

/// A daikaiju was removed: by another that moved onto it (S8), or by another rule.
pub(super) static DESTROYED: RuleEvent<(u32, Square)> = RuleEvent::named(
    "daikaiju_destroyed",
    &["tile", "square"],
    &[Telling::always(Texts(&[
        ("en", "The daikaiju on {square} is destroyed."),
        ("fr", "Le daïkaiju en {square} est détruit."),
    ]))],
)
.in_suites(&[("daikaiju {tile} is removed from {square}", "daikaiju 3 is removed from c4")])
.in_role(EventRole::Gone);

/// A daikaiju is out of the game: what it stepped onto, or what came upon it, has swallowed it
/// (W5).
pub(crate) static SWALLOWED: RuleEvent<(u32, Square)> = RuleEvent::named(
    "daikaiju_destroyed",
    &["tile", "square"],
    &[Telling::always(Texts(&[
        ("en", "A daikaiju is swallowed on {square}, and does not come back."),
        ("fr", "Un daïkaiju est englouti en {square} et ne revient pas."),
    ]))],
)
.in_role(EventRole::Gone);
