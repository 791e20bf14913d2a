//! **What it changes.** Some squares are whirlpools as long as no tile lies on them: a ship that sails up to one is
//! carried two ports clockwise round it (V13).
//!
//! **Keys.** `squares`: which.
//!
//! **Example.** `[[hazard]]` `rule = "whirlpool"` `squares = ["c3", "e5"]`, as in `rulesets/storm-seas.toml`.
//!
//! **Source.** Our own.

use super::AtOnce;
use crate::board::{Content, Place, Rotation, Square};
use crate::game::{
    Abilities, Effect, Event, HazardRule, Key, Look, LookColor, Progress, Rule, RuleContext, RuleFacts, SeatSet, Shown, SquareMark, Texts,
    Timing, ValueKind, Values,
};
use serde_json::Value;

/// The most squares of a board.
const MOST: usize = 256;

/// Squares that carry ships round (V13).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Whirlpool {
    /// The squares, each once.
    squares: Vec<Square>,
}

impl Rule for Whirlpool {
    const NAME: &'static str = "whirlpool";
    const SUMMARY: &'static str = "Ships that sail up to certain empty squares are carried round them";
    const KEYS: &'static [Key] = &[Key::of("squares", ValueKind::Squares { len: (0, MOST) })
        .default_toml("[]")
        .rule("V13")
        .means("The squares that are whirlpools as long as no tile lies on them")];
    const TIMINGS: &'static [Timing] = &[Timing::AfterPlacement];
    const ABILITIES: Abilities = Abilities::MOVES_PIECES;

    fn build(values: &mut Values<'_>) -> Option<Self> {
        let shape = values.facts().shape.clone();
        let squares: Vec<Square> = values.list("squares").iter().filter_map(Value::as_str).filter_map(|name| name.parse().ok()).collect();
        for (item, square) in squares.iter().enumerate() {
            if let Some((why, key)) = shape.why_no_tile(*square) {
                values.problem("squares", format!("`{square}` {why}")).item(item).with(key);
            }
        }
        if squares.is_empty() {
            let problem = values.warning("rule", "there are no whirlpools: `squares` is empty");
            problem.help("name squares, or leave `whirlpool` out").with("hazard.squares");
        }
        Some(Self { squares })
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let carried = |scene: &crate::game::EffectScene<'_>| matches!(scene.event, Event::Carried { rule: Self::NAME, .. });
        let effect = Effect { name: "carried", key: "squares", rules: "V13", doc: "a whirlpool carries a ship round", shows: carried };
        if self.squares.is_empty() { Vec::new() } else { vec![effect] }
    }
}

/// A square that carries ships round.
static ROUND: Look = Look::new('↻', LookColor::Blue, Texts(&[("en", "a whirlpool"), ("fr", "un tourbillon")]));

impl HazardRule for Whirlpool {
    /// The ships that are still to be carried.
    type State = AtOnce<SeatSet>;

    fn start(&self, _: u8) -> Self::State {
        AtOnce::default()
    }

    fn begin<T: RuleContext + ?Sized>(&self, table: &mut T, waiting: &mut Self::State, _: Timing) {
        let faces = |square: Square| self.squares.contains(&square) && table.content(square) == Content::Empty;
        waiting.0 = table.travelled().iter().filter(|&seat| faces(table.place(seat).square())).collect();
    }

    fn act<T: RuleContext + ?Sized>(&self, table: &mut T, waiting: &mut Self::State, _: Timing) -> Progress {
        while let Some(seat) = waiting.0.and(table.alive()).clockwise_from(table.active()).next() {
            waiting.0.remove(seat);
            let place = table.place(seat);
            table.carry(seat, Place::new(place.square(), place.port().turned(Rotation::new(1))), Self::NAME);
            if !table.fallen().is_empty() {
                return Progress::Again;
            }
        }
        Progress::Done
    }

    fn shows(&self, _: &Self::State, _: u32, each: &mut dyn FnMut(Shown)) {
        self.squares.iter().for_each(|&square| each(Shown::Mark(SquareMark::new(square, &ROUND))));
    }
}
