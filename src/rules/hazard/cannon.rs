//! **What it changes.** Each ship has a few shots for the whole game. After the daikaiju have moved, the active ship may
//! fire one along a line of squares: the nearest daikaiju is removed (V11).
//!
//! **Keys.** `shots`: how many a ship has.
//!
//! **Example.** `[[hazard]]` `rule = "cannon"` `shots = 2`, as in `rulesets/storm-seas.toml`. Without daikaiju nothing is
//! ever asked.
//!
//! **Source.** Our own.

use crate::board::{Content, Side, Square};
use crate::game::{
    Abilities, Answer, AnswerKind, AskDecl, CountDecl, Effect, Event, HazardRule, Key, MAX_SEATS, Progress, Question, Rule, RuleContext,
    RuleFacts, Seat, Shown, Texts, Timing, Values,
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A cannon on each ship (V11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cannon {
    /// How many shots a ship has for the whole game, 1–9.
    shots: u8,
}

/// The answer of a ship that does not fire.
const HOLD: &str = "hold";

/// The words for the directions in which it may fire, in the order of [`Side::ALL`].
const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];

/// What it asks.
const FIRE: AskDecl = AskDecl {
    rule: Cannon::NAME,
    text: Texts(&[("en", "Do you fire the cannon?"), ("fr", "Tirez-vous un coup de canon ?")]),
    kind: AnswerKind::Words(&[
        (HOLD, Texts(&[("en", "hold your fire"), ("fr", "ne pas tirer")])),
        (DIRECTIONS[0], Texts(&[("en", "fire upwards"), ("fr", "tirer vers le haut")])),
        (DIRECTIONS[1], Texts(&[("en", "fire to the right"), ("fr", "tirer vers la droite")])),
        (DIRECTIONS[2], Texts(&[("en", "fire downwards"), ("fr", "tirer vers le bas")])),
        (DIRECTIONS[3], Texts(&[("en", "fire to the left"), ("fr", "tirer vers la gauche")])),
    ]),
    about: &[],
    secret: false,
};

/// The shots that a ship has left.
static SHOTS: CountDecl = CountDecl::new(
    "shots",
    Texts(&[("en", "shots"), ("fr", "coups")]),
    Texts(&[("en", "{who}: shots left: {count}."), ("fr", "{who} : coups de canon restants : {count}.")]),
);

impl Rule for Cannon {
    const NAME: &'static str = "cannon";
    const SUMMARY: &'static str = "Each ship may fire at daikaiju a few times in a game";
    const KEYS: &'static [Key] =
        &[Key::number("shots", 1..=9).default(2).rule("V11").means("How many shots a ship has for the whole game")];
    const ASKS: &'static [&'static AskDecl] = &[&FIRE];
    const TIMINGS: &'static [Timing] = &[Timing::Response];
    const ABILITIES: Abilities = Abilities::STRIKES;

    fn build(values: &mut Values<'_>) -> Option<Self> {
        Some(Self { shots: u8::try_from(values.int("shots")).ok()? })
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        fn chose(event: &Event<'_>) -> Option<bool> {
            match event {
                Event::Chose { asks, choice, .. } if asks.rule == Cannon::NAME => Some(choice.as_word() != Some(HOLD)),
                _ => None,
            }
        }
        let by = |name, doc, shows| Effect { name, key: "shots", rules: "V11", doc, shows };
        vec![
            by("held", "a ship that could fire does not", |scene| chose(scene.event) == Some(false)),
            by("fired", "a ship fires", |scene| chose(scene.event) == Some(true)),
        ]
    }
}

/// The shots that are left, and what became of the question of this turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shots {
    /// By seat.
    left: ArrayVec<u8, MAX_SEATS>,
    /// Whether the active seat has answered in this turn.
    #[serde(skip)]
    answered: bool,
    /// The square of the daikaiju at which it has fired.
    #[serde(skip)]
    target: Option<Square>,
}

impl Shots {
    fn of(&self, seat: Seat) -> u8 {
        self.left.get(seat.index()).copied().unwrap_or(0)
    }
}

impl Cannon {
    /// The square of the nearest daikaiju in a direction from the square that the ship faces, that one included.
    fn target<T: RuleContext + ?Sized>(table: &T, seat: Seat, side: Side) -> Option<Square> {
        let from = table.place(seat).square();
        // Round the world at most once.
        let next = |square: &Square| table.shape().step(*square, side).filter(|&square| square != from);
        std::iter::successors(Some(from), next).find(|&square| table.content(square) == Content::Blocked)
    }

    /// The directions in which a seat may fire now.
    fn directions<T: RuleContext + ?Sized>(table: &T, shots: &Shots, seat: Seat) -> impl Iterator<Item = &'static str> {
        let may_fire = table.alive().without(table.on_start_mark()).contains(seat) && shots.of(seat) > 0;
        let sides = DIRECTIONS.into_iter().zip(Side::ALL).filter(move |&(_, side)| may_fire && Self::target(table, seat, side).is_some());
        sides.map(|(word, _)| word)
    }
}

impl HazardRule for Cannon {
    type State = Shots;

    fn start(&self, seats: u8) -> Shots {
        Shots { left: std::iter::repeat_n(self.shots, seats.into()).collect(), ..Shots::default() }
    }

    fn begin<T: RuleContext + ?Sized>(&self, _: &mut T, shots: &mut Shots, _: Timing) {
        shots.answered = false;
        shots.target = None;
    }

    fn act<T: RuleContext + ?Sized>(&self, table: &mut T, shots: &mut Shots, _: Timing) -> Progress {
        if let Some(square) = shots.target.take() {
            return Progress::Strike(square);
        }
        let active = table.active();
        let asks = !shots.answered && Self::directions(table, shots, active).next().is_some();
        if asks { Progress::Ask(active) } else { Progress::Done }
    }

    fn question<T: RuleContext + ?Sized>(&self, table: &T, shots: &Shots, seat: Seat) -> Option<Question> {
        let mut directions = Self::directions(table, shots, seat).peekable();
        directions.peek()?;
        Some(Question::new(&FIRE, std::iter::once(HOLD).chain(directions).map(Answer::word)))
    }

    fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, shots: &mut Shots, seat: Seat, answer: Answer) {
        shots.answered = true;
        let direction = answer.as_word().and_then(|word| DIRECTIONS.iter().position(|direction| *direction == word));
        if let Some(side) = direction {
            shots.target = Self::target(table, seat, Side::ALL[side]);
            if let Some(left) = shots.left.get_mut(seat.index()) {
                *left = left.saturating_sub(1);
            }
        }
    }

    fn shows(&self, shots: &Shots, _: u32, each: &mut dyn FnMut(Shown)) {
        for (seat, &left) in (0..).zip(&shots.left) {
            each(Shown::Seat(&SHOTS, Seat::new(seat), left));
        }
    }

    /// All see how many shots each ship has left.
    fn view(&self, shots: &Shots, _: Option<Seat>) -> Value {
        json!({ "left": shots.left })
    }
}
