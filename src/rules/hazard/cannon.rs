//! **What it changes.** Each ship has a few shots for the whole game. After the daikaiju have
//! moved, the active ship may fire one along a line of squares: the nearest daikaiju is removed
//! (V11).
//!
//! **Keys.** `shots`: how many a ship has.
//!
//! **Example.** `[[hazard]]` `rule = "cannon"` `shots = 2`, as in `rulesets/storm-seas.toml`.
//! Without daikaiju nothing is ever asked.
//!
//! **Source.** Our own.

use crate::board::{Content, Side, Square};
use crate::game::{
    Abilities, Answer, AnswerKind, AskDecl, CountDecl, Effect, Event, Key, KeySentence, MAX_SEATS,
    Own, Progress, Question, Rule, RuleDecl, RuleFacts, RuleKey, RulePhase, Seat, Setup, Shown,
    Table, TableView, Texts, Timing,
};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const NAME: &str = "cannon";

/// The rule as files name it.
pub(crate) static CANNON: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    NAME,
    "Each ship may fire at daikaiju a few times in a game",
    &|values| Some(Box::new(Cannon { shots: values.get(&SHOTS_EACH)? })),
)
.rulebook(Texts(&[("fr", "Chaque navire peut tirer quelques fois par partie sur les daïkaijus")]))
.keys(&[SHOTS_EACH.decl()])
.asks(&[&FIRE])
.counts(&[&SHOTS])
.at(&[Timing::Response])
.abilities(Abilities::STRIKES);

const SHOTS_EACH: RuleKey<u8> = Key::number("shots", 1..=9)
    .default(2)
    .rule("V11")
    .means("How many shots a ship has for the whole game")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "Each ship has {value} shots for the whole game."),
        ("fr", "Chaque navire a {value} tirs pour toute la partie."),
    ]))])
    .typed();

/// A cannon on each ship (V11).
#[derive(Debug)]
struct Cannon {
    /// How many shots a ship has for the whole game, 1–9.
    shots: u8,
}

/// The answer of a ship that does not fire.
const HOLD: &str = "hold";

/// The words for the directions in which it may fire, in the order of [`Side::ALL`].
const DIRECTIONS: [&str; 4] = Side::DIRECTIONS;

/// What it asks.
const FIRE: AskDecl = AskDecl::new(
    NAME,
    AnswerKind::Words(&[
        (HOLD, Texts(&[("en", "hold your fire"), ("fr", "ne pas tirer")])),
        (DIRECTIONS[0], Texts(&[("en", "fire upwards"), ("fr", "tirer vers le haut")])),
        (DIRECTIONS[1], Texts(&[("en", "fire to the right"), ("fr", "tirer vers la droite")])),
        (DIRECTIONS[2], Texts(&[("en", "fire downwards"), ("fr", "tirer vers le bas")])),
        (DIRECTIONS[3], Texts(&[("en", "fire to the left"), ("fr", "tirer vers la gauche")])),
    ]),
    Texts(&[("en", "Do you fire the cannon?"), ("fr", "Tirez-vous un coup de canon ?")]),
);

/// The shots that a ship has left.
static SHOTS: CountDecl = CountDecl::new(
    "shots",
    Texts(&[("en", "shots"), ("fr", "coups")]),
    Texts(&[
        ("en", "{who}: shots left: {count}."),
        ("fr", "{who} : coups de canon restants : {count}."),
    ]),
);

/// The shots that are left, and what became of the question of this turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shots {
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
    fn left_to(&self, seat: Seat) -> u8 {
        self.left.get(seat.index()).copied().unwrap_or(0)
    }
}

impl Cannon {
    /// The square of the nearest daikaiju in a direction from the square that the ship faces, that
    /// one included.
    fn target(table: TableView<'_>, seat: Seat, side: Side) -> Option<Square> {
        let from = table.place(seat).square();
        // Round the world at most once.
        let next =
            |square: &Square| table.shape().step(*square, side).filter(|&square| square != from);
        // What holds its square cannot be struck: the shot flies over it (W5).
        std::iter::successors(Some(from), next)
            .find(|&square| table.content(square) == Content::Blocked && !table.is_held(square))
    }

    /// The directions in which a seat may fire now.
    fn directions<'a>(
        table: TableView<'a>,
        shots: &Shots,
        seat: Seat,
    ) -> impl Iterator<Item = &'static str> + use<'a> {
        let may_fire =
            table.alive().without(table.on_start_mark()).contains(seat) && shots.left_to(seat) > 0;
        let sides = DIRECTIONS
            .into_iter()
            .zip(Side::ALL)
            .filter(move |&(_, side)| may_fire && Self::target(table, seat, side).is_some());
        sides.map(|(word, _)| word)
    }
}

impl Rule for Cannon {
    fn decl(&self) -> &'static RuleDecl {
        &CANNON
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        fn chose(event: &Event<'_>) -> Option<bool> {
            match event {
                Event::Chose { asks, choice, .. } if asks.rule == NAME => {
                    Some(choice.as_word() != Some(HOLD))
                }
                _ => None,
            }
        }
        let by =
            |name, doc, shows| Effect { name, key: SHOTS_EACH.name(), rules: "V11", doc, shows };
        vec![
            by("held", "a ship that could fire does not", |scene| {
                chose(scene.event) == Some(false)
            }),
            by("fired", "a ship fires", |scene| chose(scene.event) == Some(true)),
        ]
    }

    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::new(Shots {
            left: std::iter::repeat_n(self.shots, setup.seats.into()).collect(),
            ..Shots::default()
        })
    }

    fn begin(&self, _: &mut Table<'_>, own: &mut Own, _: Timing) {
        let shots = own.get_mut::<Shots>();
        shots.answered = false;
        shots.target = None;
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let shots = own.get_mut::<Shots>();
        if let Some(square) = shots.target.take() {
            return Progress::Strike(square);
        }
        let active = table.active();
        let asks =
            !shots.answered && Self::directions(table.view(), shots, active).next().is_some();
        if asks { Progress::Ask(active) } else { Progress::Done }
    }

    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        let shots = own.get::<Shots>();
        let mut directions = Self::directions(table, shots, seat).peekable();
        directions.peek()?;
        Some(Question::new(&FIRE, std::iter::once(HOLD).chain(directions).map(Answer::word)))
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let shots = own.get_mut::<Shots>();
        shots.answered = true;
        let direction = answer
            .as_word()
            .and_then(|word| DIRECTIONS.iter().position(|direction| *direction == word));
        if let Some(side) = direction {
            shots.target = Self::target(table.view(), seat, Side::ALL[side]);
            if let Some(left) = shots.left.get_mut(seat.index()) {
                *left = left.saturating_sub(1);
            }
        }
    }

    fn shows(&self, own: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        for (seat, &left) in (0..).zip(&own.get::<Shots>().left) {
            each(Shown::Seat(&SHOTS, Seat::new(seat), left));
        }
    }

    fn restore(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        let seats = own.get::<Shots>().left.len();
        own.restore(saved)?;
        let left = &own.get::<Shots>().left;
        if left.len() != seats || left.iter().any(|&left| left > self.shots) {
            return Err(format!(
                "left: {seats} numbers from 0 to {} are needed, one for each ship",
                self.shots
            ));
        }
        Ok(())
    }

    /// All see how many shots each ship has left.
    fn view(&self, own: &Own, _: Option<Seat>) -> Value {
        json!({ "left": own.get::<Shots>().left })
    }
}
