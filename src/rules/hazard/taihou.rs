//! **What it changes.** Cannons lie among the wake tiles (W1, W2). A player who holds one may fire
//! it at the daikaiju that is about to put its ship out, in any player's turn, or instead of a
//! placement at one beside the tile on which it stands. What is shot down goes under the supply.
//!
//! **Keys.** `copies`: how many cannons there are.
//!
//! **Example.** `[[hazard]]` `rule = "taihou"`, as in `rulesets/house/taihou.toml`. It needs
//! daikaiju, and hands of their own.
//!
//! **Source.** *Veterans of the Seas* (2013).

use super::names;
use crate::board::{Content, Side, Square};
use crate::game::{
    Abilities, Answer, AnswerKind, AskDecl, Effect, Event, Key, KeySentence, Look, LookColor, Need,
    Own, Plan, Progress, Question, Rule, RuleDecl, RuleEvent, RuleFacts, RuleKey, RulePhase, Seat,
    SeatSet, Setup, Spot, SubjectDecl, Table, TableView, Telling, Texts, TileDecl, Timing,
};

const NAME: &str = "taihou";

/// The rule as files name it.
pub(crate) static TAIHOU: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    NAME,
    "Cannons lie among the tiles, to be fired at daikaiju from the hand",
    &|values| Some(Box::new(Taihou { copies: values.get(&COPIES)? })),
)
.rulebook(Texts(&[(
    "fr",
    "Des canons se trouvent parmi les tuiles ; on les garde en main et \
     on les tire sur les daïkaijus",
)]))
.keys(&[COPIES.decl()])
.needs(&[Need::rule(RulePhase::Hazard, names::PIECES, "cannons are fired at nothing else")])
.needs_hands()
.events(&[SHOWN.decl()])
.asks(&[&FIRE, &KEEP, &INSTEAD])
.at(&[Timing::Drawn, Timing::Threat, Timing::Due])
.abilities(Abilities::STRIKES.and(Abilities::MOVES_TILES));

const COPIES: RuleKey<u8> = Key::number("copies", 1..=9)
    .default(5)
    .rule("W2")
    .means("How many cannons lie in the deck")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "There are {value} cannons among the tiles."),
        ("fr", "Il y a {value} canons parmi les tuiles."),
    ]))])
    .typed();

/// How many cannons a hand holds at most.
const MOST: u8 = 2;

static LOOK: Look =
    Look::new('⊸', LookColor::Red, Texts(&[("en", "a cannon"), ("fr", "un canon")]));
static TILE: TileDecl = TileDecl::new(35, &LOOK).most_in_hand(MOST);

const HOLD: &str = "hold";
const FIRE_IT: &str = "fire";
const KEEP_IT: &str = "keep";
const SHOW_IT: &str = "show";

/// The words for the squares beside a ship's tile, in the order of [`Side::ALL`].
const DIRECTIONS: [&str; 4] = Side::DIRECTIONS;

const SHOT: Texts =
    Texts(&[("en", "{who}: a cannon is fired."), ("fr", "{who} : un coup de canon est tiré.")]);
const HELD: Texts = Texts(&[
    ("en", "{who}: no cannon is fired."),
    ("fr", "{who} : aucun coup de canon n’est tiré."),
]);
const HOLD_FIRE: Texts = Texts(&[("en", "hold your fire"), ("fr", "ne pas tirer")]);

/// Asks the owner of a ship that a daikaiju is about to put out.
const FIRE: AskDecl = AskDecl::new(
    NAME,
    AnswerKind::Words(&[
        (
            FIRE_IT,
            Texts(&[
                ("en", "fire, and save all whom it threatens"),
                ("fr", "tirer, et sauver tous ceux qu’il menace"),
            ]),
        ),
        (HOLD, HOLD_FIRE),
    ]),
    Texts(&[
        ("en", "The daikaiju on {square} is about to put your ship out. Do you fire a cannon?"),
        ("fr", "Le daikaiju de {square} va éliminer votre navire. Tirez-vous un coup de canon ?"),
    ]),
)
.about(&[SubjectDecl::new("square")])
.untold()
.withholding(&[HOLD])
.answer_texts(&[(FIRE_IT, SHOT), (HOLD, HELD)]);

/// What is asked of who has drawn a cannon.
const KEEP: AskDecl = AskDecl::new(
    NAME,
    AnswerKind::Words(&[
        (KEEP_IT, Texts(&[("en", "keep it"), ("fr", "le garder")])),
        (
            SHOW_IT,
            Texts(&[
                ("en", "show it, put it out of the game and draw again"),
                ("fr", "le montrer, le retirer du jeu et piocher de nouveau"),
            ]),
        ),
    ]),
    Texts(&[
        ("en", "You have drawn a cannon. Do you keep it?"),
        ("fr", "Vous avez pioché un canon. Le gardez-vous ?"),
    ]),
)
.withholding(&[KEEP_IT])
.answer_texts(&[
    (
        KEEP_IT,
        Texts(&[("en", "{who}: the cannon is kept."), ("fr", "{who} : le canon est gardé.")]),
    ),
    (
        SHOW_IT,
        Texts(&[
            ("en", "{who}: a cannon is shown, and out of the game."),
            ("fr", "{who} : un canon est montré, et retiré du jeu."),
        ]),
    ),
]);

/// What is asked before a placement.
const INSTEAD: AskDecl = AskDecl::new(
    NAME,
    AnswerKind::Words(&[
        (HOLD, HOLD_FIRE),
        (
            DIRECTIONS[0],
            Texts(&[("en", "fire at the one above"), ("fr", "tirer sur celui du dessus")]),
        ),
        (
            DIRECTIONS[1],
            Texts(&[("en", "fire at the one on the right"), ("fr", "tirer sur celui de droite")]),
        ),
        (
            DIRECTIONS[2],
            Texts(&[("en", "fire at the one below"), ("fr", "tirer sur celui du dessous")]),
        ),
        (
            DIRECTIONS[3],
            Texts(&[("en", "fire at the one on the left"), ("fr", "tirer sur celui de gauche")]),
        ),
    ]),
    Texts(&[
        ("en", "Do you fire a cannon from {square}, instead of laying a tile?"),
        ("fr", "Tirez-vous un coup de canon depuis {square}, au lieu de poser une tuile ?"),
    ]),
)
.about(&[SubjectDecl::new("square")])
.untold()
.withholding(&[HOLD])
.answer_texts(&[
    (HOLD, HELD),
    (DIRECTIONS[0], SHOT),
    (DIRECTIONS[1], SHOT),
    (DIRECTIONS[2], SHOT),
    (DIRECTIONS[3], SHOT),
]);

/// A cannon beyond the most that a hand holds was drawn, and is out of the game.
static SHOWN: RuleEvent<(Seat,)> = RuleEvent::new(
    NAME,
    &["shown"],
    &[Telling::always(Texts(&[
        ("en", "{shown} draws a third cannon, which is out of the game."),
        ("fr", "{shown} pioche un troisième canon, qui est retiré du jeu."),
    ]))],
);

/// Cannons among the tiles (W1, W2).
#[derive(Debug)]
struct Taihou {
    /// How many there are, 1–9.
    copies: u8,
}

/// What became of the questions of one moment. Positions need none of it: who is asked says who was
/// asked before.
#[derive(Debug, Clone, Default)]
struct FireAnswers {
    /// The seats that have held their fire.
    held: SeatSet,
    /// The square of the daikaiju at which one has fired.
    target: Option<Square>,
    /// Whether no more players are asked.
    is_over: bool,
}

impl Taihou {
    fn holds(table: TableView<'_>, seat: Seat) -> bool {
        table.hand(seat).contains(TILE.face)
    }

    /// Whether a daikaiju on this square can be shot down. What holds its square cannot (W5).
    fn is_target(table: TableView<'_>, square: Square) -> bool {
        table.content(square) == Content::Blocked && !table.is_held(square)
    }

    /// The square of the tile on which the ship of a seat stands (T5).
    fn deck(table: TableView<'_>, seat: Seat) -> Option<Square> {
        if table.on_start_mark().contains(seat) {
            return None;
        }
        let behind = table.shape().across(table.place(seat))?.square();
        matches!(table.content(behind), Content::Tile(_)).then_some(behind)
    }

    /// Where a seat may fire instead of its placement: in which direction, and at which square.
    fn targets(
        table: TableView<'_>,
        seat: Seat,
    ) -> impl Iterator<Item = (&'static str, Square)> + use<'_> {
        let deck = Self::deck(table, seat).filter(|_| Self::holds(table, seat));
        let beside = move |(word, side)| Some((word, table.shape().step(deck?, side)?));
        DIRECTIONS
            .into_iter()
            .zip(Side::ALL)
            .filter_map(beside)
            .filter(move |&(_, square)| Self::is_target(table, square))
    }

    /// The next who is asked whether to fire at the daikaiju that threatens ships: the active seat
    /// first, then clockwise.
    fn next_to_fire(table: TableView<'_>, asked: &FireAnswers) -> Option<Seat> {
        let seats = table.threat()?.1.without(asked.held);
        seats.clockwise_from(table.active()).find(|&seat| Self::may_fire(table, seat))
    }

    /// Whether a seat may fire at the daikaiju that threatens its ship.
    fn may_fire(table: TableView<'_>, seat: Seat) -> bool {
        let Some((square, seats)) = table.threat() else { return false };
        let can_be_shot =
            Self::is_target(table, square) || matches!(table.content(square), Content::Tile(_));
        can_be_shot && seats.contains(seat) && Self::holds(table, seat)
    }

    /// Puts a cannon of a hand out of the game.
    fn spend(table: &mut Table<'_>, seat: Seat) {
        let all = SeatSet::first(table.seats());
        table.put(TILE.face, Spot::Hand(seat), Spot::Box, all);
    }

    /// Puts the cannon that was drawn out of the game, and draws in its place.
    fn draw_again(table: &mut Table<'_>, seat: Seat) {
        let held = table.hand_len(seat);
        Self::spend(table, seat);
        table.draw_beyond(seat, held);
    }
}

impl Rule for Taihou {
    fn decl(&self) -> &'static RuleDecl {
        &TAIHOU
    }

    fn plan(&self, plan: &mut Plan) {
        plan.put_into_deck(&TILE, self.copies);
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        fn chose(event: &Event<'_>, asks: &AskDecl, is_meant: impl Fn(&str) -> bool) -> bool {
            matches!(
                event,
                Event::Chose { asks: asked, choice, .. }
                    if **asked == *asks && choice.as_word().is_some_and(is_meant)
            )
        }
        let by = |name, doc, shows| Effect { name, key: COPIES.name(), rules: "W2", doc, shows };
        vec![
            by("cannon-fired", "a cannon saves ships", |scene| {
                chose(scene.event, &FIRE, |word| word == FIRE_IT)
            }),
            by("cannon-held", "the owner of a threatened ship does not fire", |scene| {
                chose(scene.event, &FIRE, |word| word == HOLD)
            }),
            by("cannon-kept", "a cannon that was drawn is kept", |scene| {
                chose(scene.event, &KEEP, |word| word == KEEP_IT)
            }),
            by("cannon-shown", "a cannon that was drawn is shown", |scene| {
                chose(scene.event, &KEEP, |word| word == SHOW_IT)
            }),
            by("cannon-instead", "a cannon is fired instead of a placement", |scene| {
                chose(scene.event, &INSTEAD, |word| word != HOLD)
            }),
        ]
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::unsaved(FireAnswers::default())
    }

    fn begin(&self, _: &mut Table<'_>, own: &mut Own, _: Timing) {
        *own.get_mut() = FireAnswers::default();
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let asked = own.get_mut::<FireAnswers>();
        if let Some(square) = asked.target.take() {
            return Progress::Sink(square);
        }
        if asked.is_over {
            return Progress::Done;
        }
        match (at, table.just_drawn()) {
            (Timing::Threat, _) => {
                Self::next_to_fire(table.view(), asked).map_or(Progress::Done, Progress::Ask)
            }
            (Timing::Drawn, Some((seat, tile))) if tile == TILE.face => {
                if table.hand(seat).iter().filter(|&held| held == TILE.face).count() <= MOST.into()
                {
                    return Progress::Ask(seat);
                }
                asked.is_over = true;
                table.tell(&SHOWN, (seat,));
                Self::draw_again(table, seat);
                Progress::Done
            }
            (Timing::Due, _) if Self::targets(table.view(), table.active()).next().is_some() => {
                Progress::Ask(table.active())
            }
            _ => Progress::Done,
        }
    }

    fn question(&self, table: TableView<'_>, _: &Own, seat: Seat) -> Option<Question> {
        if let Some((square, _)) = table.threat() {
            let is_meant = Self::may_fire(table, seat);
            return is_meant.then(|| {
                Question::new(&FIRE, [FIRE_IT, HOLD].map(Answer::word)).about([square.into()])
            });
        }
        if let Some(drawn) = table.just_drawn() {
            let is_meant = drawn == (seat, TILE.face) && Self::holds(table, seat);
            return is_meant.then(|| Question::new(&KEEP, [KEEP_IT, SHOW_IT].map(Answer::word)));
        }
        let words: Vec<Answer> =
            Self::targets(table, seat).map(|(word, _)| Answer::word(word)).collect();
        let deck = Self::deck(table, seat).filter(|_| !words.is_empty())?;
        Some(
            Question::new(&INSTEAD, std::iter::once(Answer::word(HOLD)).chain(words))
                .about([deck.into()]),
        )
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let asked = own.get_mut::<FireAnswers>();
        let word = answer.as_word().unwrap_or(HOLD);
        match word {
            HOLD if table.threat().is_some() => {
                // Each threatened player before this one was asked, and has held too.
                let threatened = table.threat().map_or(SeatSet::EMPTY, |threat| threat.1);
                let earlier =
                    threatened.clockwise_from(table.active()).take_while(|&other| other != seat);
                earlier.for_each(|other| asked.held.insert(other));
                asked.held.insert(seat);
            }
            HOLD | KEEP_IT => asked.is_over = true,
            SHOW_IT => {
                asked.is_over = true;
                Self::draw_again(table, seat);
            }
            FIRE_IT => {
                asked.is_over = true;
                asked.target = table.threat().map(|threat| threat.0);
                Self::spend(table, seat);
                table.owe_tile(seat);
            }
            direction => {
                asked.is_over = true;
                asked.target = Self::targets(table.view(), seat)
                    .find(|target| target.0 == direction)
                    .map(|target| target.1);
                Self::spend(table, seat);
                table.forgo_placement();
            }
        }
    }
}
