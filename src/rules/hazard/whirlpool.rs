//! **What it changes.** Some squares are whirlpools as long as no tile lies on them: a ship that
//! sails up to one is carried two ports clockwise round it (V13).
//!
//! **Keys.** `squares`: which.
//!
//! **Example.** `[[hazard]]` `rule = "whirlpool"` `squares = ["c3", "e5"]`, as in
//! `rulesets/storm-seas.toml`.
//!
//! **Source.** Our own.

use crate::board::{Content, Place, Rotation, Square};
use crate::game::{
    Abilities, Effect, Event, Key, KeySentence, Look, LookColor, Own, Progress, Rule, RuleDecl,
    RuleFacts, RuleKey, RulePhase, SeatSet, Setup, Shown, SquareMark, Table, Texts, Timing,
    ValueKind, Values,
};

const NAME: &str = "whirlpool";

/// The most squares of a board.
const MOST: usize = 256;

/// The rule as files name it.
pub(crate) static WHIRLPOOL: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    NAME,
    "Ships that sail up to certain empty squares are carried round them",
    &build,
)
.rulebook(Texts(&[
    (
        "en",
        "Whirlpools on some empty squares carry ships that sail up to them to the next side, \
         clockwise",
    ),
    (
        "fr",
        "Sur certaines cases vides, des tourbillons emportent au côté suivant, dans le sens \
         horaire, les navires qui y arrivent",
    ),
]))
.keys(&[SQUARES.decl()])
.marks(&[&ROUND])
.at(&[Timing::AfterPlacement])
.abilities(Abilities::MOVES_PIECES);

const SQUARES: RuleKey<Vec<Square>> = Key::new("squares", ValueKind::Squares { len: (0, MOST) })
    .default_toml("[]")
    .rule("V13")
    .means("The squares that are whirlpools as long as no tile lies on them")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "There are whirlpools on {value}."),
        ("fr", "Il y a des tourbillons en {value}."),
    ]))])
    .typed();

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let squares = values.get(&SQUARES)?;
    for (item, square) in squares.iter().enumerate() {
        if let Some((why, key)) = values.facts().shape.why_no_tile(*square) {
            values.problem(&SQUARES, format!("`{square}` {why}")).item(item).with(key);
        }
    }
    if squares.is_empty() {
        let problem = values.warning(&Key::RULE, "there are no whirlpools: `squares` is empty");
        problem.help("name squares, or leave `whirlpool` out").with_own(&SQUARES);
    }
    Some(Box::new(Whirlpool { squares }))
}

/// Squares that carry ships round (V13).
#[derive(Debug)]
struct Whirlpool {
    /// The squares, each once.
    squares: Vec<Square>,
}

/// A square that carries ships round.
static ROUND: Look =
    Look::new('↻', LookColor::Blue, Texts(&[("en", "a whirlpool"), ("fr", "un tourbillon")]));

impl Rule for Whirlpool {
    fn decl(&self) -> &'static RuleDecl {
        &WHIRLPOOL
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let carried = |scene: &crate::game::EffectScene<'_>| {
            matches!(scene.event, Event::Carried { rule: NAME, .. })
        };
        let effect = Effect {
            name: "carried",
            key: SQUARES.name(),
            rules: "V13",
            doc: "a whirlpool carries a ship round",
            shows: carried,
        };
        if self.squares.is_empty() { Vec::new() } else { vec![effect] }
    }

    /// The ships that are still to be carried: no player is asked meanwhile, so no position stands
    /// in the middle of it.
    fn start(&self, _: &Setup<'_>) -> Own {
        Own::unsaved(SeatSet::EMPTY)
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let faces = |square: Square| {
            self.squares.contains(&square) && table.content(square) == Content::Empty
        };
        *own.get_mut::<SeatSet>() =
            table.travelled().iter().filter(|&seat| faces(table.place(seat).square())).collect();
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let waiting = own.get_mut::<SeatSet>();
        while let Some(seat) = waiting.and(table.alive()).clockwise_from(table.active()).next() {
            waiting.remove(seat);
            let place = table.place(seat);
            table.carry(
                seat,
                Place::new(place.square(), place.port().turned(Rotation::new(1))),
                NAME,
            );
            if !table.fallen().is_empty() {
                return Progress::Again;
            }
        }
        Progress::Done
    }

    fn shows(&self, _: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        self.squares.iter().for_each(|&square| each(Shown::Mark(SquareMark::new(square, &ROUND))));
    }
}
