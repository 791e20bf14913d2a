//! The functions of a script that the engine calls.

use super::steps;
use crate::game::Timing;

/// A function of a script that the engine calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hook {
    /// At a moment, which has begun.
    Moment(Timing),
    Start,
    Act,
    Question,
    Answer,
    Strike,
    Crossed,
    Placed,
    Removed,
    Verdict,
    Hides,
    Ending,
    Shows,
    View,
    Redeal,
}

/// A function of a script that the engine calls, as the reference tells of it.
#[derive(Debug)]
pub struct HookDoc {
    pub hook: Hook,
    pub name: &'static str,
    pub takes: &'static [&'static str],
    pub doc: &'static str,
}

macro_rules! hooks {
    ($($hook:expr, $name:literal, [$($takes:literal),*], $doc:literal;)+) => {
        /// All functions that the engine calls.
        pub const HOOKS: &[HookDoc] = &[
            $(HookDoc { hook: $hook, name: $name, takes: &[$($takes),*], doc: $doc }),+
        ];
    };
}

hooks! {
    Hook::Start, "start", ["setup"], "What the rule remembers when a game begins, which is `this` \
        in all other functions; `setup` has `seats`, `columns`, `rows` and `squares`";
    Hook::Moment(Timing::SetUp), "set_up", ["table"], "After the deal, before start marks are \
        chosen";
    Hook::Moment(Timing::TurnBegins), "turn_begins", ["table"], "When a turn begins, before \
        anything else acts";
    Hook::Moment(Timing::BeforePlacement), "before_placement", ["table"], "Before the placement";
    Hook::Moment(Timing::Response), "response", ["table"], "Before the placement, after those that \
        act `before_placement`";
    Hook::Moment(Timing::Threat), "threat", ["table"], "When a blocked square, or something that \
        comes to a square, is about to put pieces out: `strike(square)` may remove it";
    Hook::Moment(Timing::Due), "due", ["table"], "Before each placement, or the pass in its place: \
        `forgo_placement()` lets the rule act instead";
    Hook::Moment(Timing::Ahead), "ahead", ["table"], "When a tile lies that will put pieces out, \
        before any piece travels: `carry_ahead(seat, place)` may take one away";
    Hook::Moment(Timing::Met), "met", ["table"], "When pieces have met and are about to be lost";
    Hook::Moment(Timing::Loss), "loss", ["table"], "When pieces are about to be lost, before any \
        of them is";
    Hook::Moment(Timing::Travelled), "travelled", ["table"], "When the pieces of a placement have \
        travelled, before it is judged who has won";
    Hook::Moment(Timing::AfterPlacement), "after_placement", ["table"], "When a placement is done \
        with";
    Hook::Moment(Timing::Drawing), "drawing", ["table"], "When tiles are drawn";
    Hook::Moment(Timing::Drawn), "drawn", ["table"], "When a tile was drawn, before the next one \
        is";
    Hook::Moment(Timing::TurnEnds), "turn_ends", ["table"], "At the end of the turn, after tiles \
        are drawn";
    Hook::Moment(Timing::NextSeat), "next_seat", ["table"], "When the turn is over, to say who is \
        next";
    Hook::Act, "act", ["table", "at"], "What is left to do at a moment, called until it returns \
        nothing: after the function of the moment, and after each answer";
    Hook::Question, "question", ["table", "seat"], "What `ask(seat)` asks: `#{ask, options, \
        about}`, or the options alone";
    Hook::Answer, "answer", ["table", "seat", "answer"], "Takes the answer of a seat; then `act` \
        is called";
    Hook::Strike, "strike", ["table", "square"], "Another rule strikes a square: removes what this \
        rule has there, frees the square, and returns true; false if it has nothing there";
    Hook::Crossed, "crossed", ["crossing"], "A piece travels over a tile: `#{player, square, tile, \
        rotation, from, to}`";
    Hook::Placed, "placed", ["tile", "square"], "A special tile was placed on a square, which is a \
        haven from now on";
    Hook::Removed, "removed", ["square"], "A tile was taken off a square";
    Hook::Verdict, "verdict", ["table", "tile", "fates"], "Whether a placement is \"allowed\", \
        \"avoided\" or \"never\" allowed; `tile` is `#{tile, rotation}`, `fates` say what becomes \
        of each piece: `#{player, to, cause}`";
    Hook::Hides, "hides", ["table", "seat", "square"], "Whether a seat does not see what lies on a \
        square";
    Hook::Ending, "ending", ["table", "occasion"], "How the game has ended: `#{winners, outcome}`; \
        nothing: it goes on. The occasion is \"travelled\", \"placement\", \"act\", \"turn-end\" \
        or \"turn-limit\"";
    Hook::Shows, "shows", ["turn"], "The marks and numbers that all see: a list of `mark(…)`, \
        `count(…)` and `count_for(…)`";
    Hook::View, "view", ["seat"], "What a seat may know of what the rule remembers; `()` stands \
        for an onlooker who may know everything";
    Hook::Redeal, "redeal", ["seat", "random"], "Replaces what a seat cannot know by something \
        random, for bots that search";
}

impl Hook {
    fn doc(self) -> &'static HookDoc {
        HOOKS.iter().find(|doc| doc.hook == self).unwrap_or(&HOOKS[0])
    }

    /// The name of the function.
    pub(super) fn name(self) -> &'static str {
        self.doc().name
    }

    /// The most steps of one call.
    pub(super) fn most_steps(self) -> u64 {
        match self {
            Self::Hides => steps::STEPS_OF_A_SQUARE,
            Self::Question
            | Self::Verdict
            | Self::Ending
            | Self::Shows
            | Self::View
            | Self::Redeal => steps::STEPS_OF_A_LOOK,
            _ => steps::STEPS_OF_A_CALL,
        }
    }

    pub(super) fn bit(self) -> u32 {
        HOOKS.iter().position(|doc| doc.hook == self).map_or(0, |at| 1 << at)
    }
}
