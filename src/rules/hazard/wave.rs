//! **What it changes.** A wave lies among the daikaiju that may come. It travels over the board
//! with everything on it, and ships in its row roll a die: a ship that rolls too little capsizes
//! (W4).
//!
//! **Keys.** `strength`: what has to be rolled, number after number as it moves.
//!
//! **Example.** `[[hazard]]` `rule = "wave"` `strength = [2, 3, 3, 4]` beside `daikaiju`, as in
//! `rulesets/house/wave.toml`.
//!
//! **Source.** Rules of *Veterans of the Seas*, where its tile is the Tsunami.

use super::daikaiju::{DAIKAIJU, names};
use crate::board::{Content, Rotation, Side, Square, Wrap};
use crate::game::{
    Abilities, Cause, CauseDecl, ChanceDecl, ChanceStream, CountDecl, Crossing, DrawnGuest, Effect,
    Event, EventRole, FieldValue, GuestDecl, HelpDecl, Key, KeySentence, Look, LookColor, Need,
    Own, PieceFace, PieceFieldFault, Progress, Rule, RuleDecl, RuleEvent, RuleFacts, RuleKey,
    RulePhase, RulePiece, Seat, SeatSet, Setup, Shown, Table, Telling, Texts, Timing, ValueKind,
    Values,
};
use serde_json::{Map, Value, json};

const NAME: &str = "wave";

/// The place of its number among the numbers of the daikaiju's guests.
const PLACE: u8 = 0;

/// The rule as files name it.
pub(crate) static WAVE: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    NAME,
    "A wave comes among the daikaiju, and ships in its row may capsize",
    &build,
)
.rulebook(Texts(&[(
    "fr",
    "Une vague rejoint les daïkaijus, et les navires de sa ligne peuvent chavirer",
)]))
.keys(&[STRENGTH.decl()])
.needs(&[Need::rule(RulePhase::Hazard, names::PIECES, "the wave comes from their supply")])
.events(&[PLACED.decl(), MOVED.decl(), ROLLED.decl()])
.causes(&[&CAPSIZED])
.counts(&[&FORCE, &MOVER])
.chance(&[&ROLL])
.help(HELP)
.at(&[Timing::TurnBegins, Timing::AfterPlacement])
// Before all else in a turn, and before the whirlpools after a placement, wherever the file
// names it.
.order(&[(Timing::TurnBegins, -1), (Timing::AfterPlacement, -1)])
.guest(GuestDecl::new(&DAIKAIJU, PLACE))
.piece_fields(&[MOVES, BY, ROLLING])
.abilities(Abilities::COUNTS_CROSSINGS);

const STRENGTH: RuleKey<Vec<u8>> = Key::new(
    "strength",
    ValueKind::Ints { len: (1, 9), min: 1, max: 6, distinct: false },
)
.default_toml("[2, 3, 3, 4]")
.rule("W4")
.means(
    "What a ship in the row of the wave has to roll: at first, after each move of the wave, \
        and the last number from then on",
)
.rulebook(&[KeySentence::any(Texts(&[
    ("en", "A ship in the row of the wave has to roll {value}, as the wave moves on."),
    (
        "fr",
        "Un navire dans la ligne de la vague doit faire {value} au dé, à mesure qu’elle avance.",
    ),
]))])
.typed();

/// The fields that positions have beside it: how often it has moved, and the seat that has placed
/// it.
const MOVES: &str = "moves";
const BY: &str = "by";
/// Seats that are still to roll once the placement is done with; only where there are any.
const ROLLING: &str = "rolling";

/// Why a ship is out that rolled too little.
static CAPSIZED: CauseDecl = CauseDecl::new(
    "wave/capsized",
    "rolling too little in the row of a wave",
    Texts(&[("en", "capsized in the wave"), ("fr", "chaviré dans la vague")]),
)
.of_acts();

/// The die of a ship in its row.
static ROLL: ChanceDecl =
    ChanceDecl::new(NAME, Texts(&[("en", "one die is rolled"), ("fr", "un dé est lancé")]))
        .as_dice()
        .of_stream(ChanceStream::Die)
        .in_event(&ROLLED, &["roll"]);

// It comes as a daikaiju does: programs read the event alike, people another sentence.

/// It comes to the board.
static PLACED: RuleEvent<(u32, Rotation, Square, [u32; 2], &'static str)> = RuleEvent::named(
    "daikaiju_placed",
    &["tile", "facing", "square", "dice", "reason"],
    &[Telling::always(Texts(&[
        ("en", "The wave comes to {square}."),
        ("fr", "La vague arrive en {square}."),
    ]))],
)
.in_role(EventRole::Put);

/// It moves; `null`: it is out of the game. Not written: its number, and where it was and is.
static MOVED: RuleEvent<(Option<Square>, u32, Square, Option<Square>)> = RuleEvent::new(
    NAME,
    &["square", "tile", "from", "to"],
    &[
        Telling::when(
            "square",
            FieldValue::Null,
            Texts(&[("en", "The wave leaves the board."), ("fr", "La vague quitte le plateau.")]),
        ),
        Telling::always(Texts(&[
            ("en", "The wave moves to {square}."),
            ("fr", "La vague va en {square}."),
        ])),
    ],
)
.hiding(3)
.in_role(EventRole::Moves);

/// A ship in its row rolls.
static ROLLED: RuleEvent<(Seat, u32)> = RuleEvent::new(
    NAME,
    &["player", "roll"],
    &[Telling::always(Texts(&[
        ("en", "{player}: a {roll} is rolled against the wave."),
        ("fr", "{player} : le dé lancé contre la vague montre {roll}."),
    ]))],
)
.in_role(EventRole::Dice);

/// The wave over a square.
static SURGE: Look =
    Look::new('≋', LookColor::Blue, Texts(&[("en", "the wave"), ("fr", "la vague")]));

/// What has to be rolled, as long as it is on the board.
static FORCE: CountDecl = CountDecl::new(
    "wave",
    Texts(&[("en", "wave: roll at least"), ("fr", "vague : dé d’au moins")]),
    Texts(&[
        ("en", "A ship in the row of the wave has to roll at least {count}."),
        ("fr", "Un navire dans la ligne de la vague doit faire au moins {count}."),
    ]),
);

/// In whose turns it moves, as long as it is on the board.
static MOVER: CountDecl = CountDecl::new(
    "wave_by",
    Texts(&[("en", "wave: moved by player"), ("fr", "vague : menée par le joueur")]),
    Texts(&[
        (
            "en",
            "The wave moves in the turns of player {count}, who has placed it; if that player is \
             out, in those of the next.",
        ),
        (
            "fr",
            "La vague avance aux tours du joueur {count}, qui l’a placée ; s’il est éliminé, à \
             ceux du suivant.",
        ),
    ]),
)
.of_a_seat();

const HELP: &[HelpDecl] = &[HelpDecl::new(
    Texts(&[("en", "Wave"), ("fr", "Vague")]),
    Texts(&[
        (
            "en",
            "A wave lies among the daikaiju that may come. It touches nothing but ships, and \
             shares its square with whatever is there. \
             Its row is the whole line of the board across its way. It moves one square at the \
             beginning of each turn of the player who \
             has placed it. A ship rolls a die when its turn begins in the row, when the wave is \
             placed over it in its own turn, and when \
             it has sailed across a tile of the row. Whoever rolls too little is out. The wave \
             grows as it moves; off the board it is \
             out of the game.",
        ),
        (
            "fr",
            "Une vague se trouve parmi les daïkaijus qui peuvent venir. Elle ne touche que les \
             navires et partage sa case avec ce qui s’y \
             trouve. Sa ligne est toute la ligne du plateau en travers de son chemin. Elle avance \
             d’une case au début de chaque tour du \
             joueur qui l’a placée. Un navire lance un dé quand son tour commence dans la ligne, \
             quand la vague est placée sur lui à son \
             tour, et quand il a traversé une tuile de la ligne. Qui fait trop peu est éliminé. La \
             vague grandit en avançant ; hors du \
             plateau, elle est hors du jeu.",
        ),
    ]),
)
.signs(&[(
    "≋",
    Texts(&[
        ("en", "the wave, with an arrow where it goes"),
        (
            "fr",
            "la vague, avec une \
    flèche où elle va",
        ),
    ]),
)])];

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let strength = values.get(&STRENGTH)?;
    if values.facts().shape.wrap() != Wrap::None {
        let problem = values.problem(
            &Key::RULE,
            "a wave needs a board that it can leave, but this one goes round".to_owned(),
        );
        problem.help("leave `board.wrap` out, or leave `wave` out").with("board.wrap");
    }
    Some(Box::new(Wave { strength }))
}

/// A wave that ships may capsize in (W4).
#[derive(Debug)]
struct Wave {
    /// What has to be rolled before its first move, after the first, and so on; 1–9 numbers.
    strength: Vec<u8>,
}

/// Where it is, and who rolls.
#[derive(Debug, Clone, Copy)]
struct Surge {
    /// Its number among the pieces of the daikaiju.
    number: u8,
    /// The number of seats.
    seats: u8,
    /// Its square and the direction in which it travels; `None`: it has not come, or is out of the
    /// game.
    stands: Option<(Square, Rotation)>,
    /// How often it has moved.
    moves: u32,
    /// The seat that has placed it.
    by: Seat,
    /// The seats whose pieces have crossed its row in this placement, and have not rolled.
    to_roll: SeatSet,
}

impl Surge {
    /// Not on the board.
    const fn new(number: u8, seats: u8) -> Self {
        Self { number, seats, stands: None, moves: 0, by: Seat::new(0), to_roll: SeatSet::EMPTY }
    }

    /// Whether a square is in its row: the line at right angles to its way.
    fn sweeps(&self, square: Square) -> bool {
        self.stands.is_some_and(|(at, facing)| RulePiece::new(0, at, facing).has_in_line(square))
    }

    /// Whether the tile on which a piece stands is in its row (T5).
    fn has(&self, table: &Table<'_>, seat: Seat) -> bool {
        let is_on_board =
            table.alive().without(table.waiting()).without(table.on_start_mark()).contains(seat);
        let behind = table.shape().across(table.place(seat)).filter(|_| is_on_board);
        behind.is_some_and(|behind| {
            self.sweeps(behind.square())
                && matches!(table.content(behind.square()), Content::Tile(_))
        })
    }

    /// The seat in whose turns it moves: the seat that placed it or, if that is out, the next live
    /// one.
    fn mover(&self, alive: SeatSet) -> Option<Seat> {
        if alive.contains(self.by) { Some(self.by) } else { alive.next_after(self.by) }
    }
}

impl Wave {
    /// What has to be rolled now.
    fn force(&self, surge: &Surge) -> u32 {
        let nth = usize::try_from(surge.moves)
            .unwrap_or(usize::MAX)
            .min(self.strength.len().saturating_sub(1));
        self.strength.get(nth).copied().unwrap_or_default().into()
    }

    /// Moves it one square.
    fn advance(table: &mut Table<'_>, surge: &mut Surge) {
        let Some((from, facing)) = surge.stands else { return };
        let to = table.shape().step(from, Side::Top.turned(facing));
        surge.stands = to.map(|to| (to, facing));
        surge.moves = surge.moves.saturating_add(1);
        table.tell(&MOVED, (to, surge.number.into(), from, to));
    }

    /// Lets a ship roll, and puts it out if that is too little.
    fn roll(&self, table: &mut Table<'_>, surge: &Surge, seat: Seat) {
        let roll = table.chance(&ROLL.below(6))[0] + 1;
        table.tell(&ROLLED, (seat, roll));
        if roll < self.force(surge) {
            table.eliminate(seat, Cause::Rule(&CAPSIZED));
        }
    }
}

impl Rule for Wave {
    fn decl(&self) -> &'static RuleDecl {
        &WAVE
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, doc, shows| Effect { name, key: "", rules: "W4", doc, shows };
        let strong =
            |name, doc, shows| Effect { name, key: STRENGTH.name(), rules: "W4", doc, shows };
        vec![
            by("came", "the wave comes to the board", |scene| scene.event.is(&PLACED)),
            by("moved", "the wave moves", |scene| scene.event.is(&MOVED)),
            by("left-the-board", "the wave leaves the board", |scene| {
                matches!(scene.event.read(&MOVED), Some((None, ..)))
            }),
            strong("rolled", "a ship in the row of the wave rolls", |scene| {
                scene.event.is(&ROLLED)
            }),
            strong("capsized", "a ship in the row of the wave rolls too little", |scene| {
                matches!(
                    scene.event, Event::Eliminated { cause, .. } if *cause == Cause::Rule(&CAPSIZED)
                )
            }),
        ]
    }

    /// Positions have fields for all of it.
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::unsaved(Surge::new(0, setup.seats))
    }

    fn invited(&self, own: &mut Own, number: u8) {
        own.get_mut::<Surge>().number = number;
    }

    fn come(&self, table: &mut Table<'_>, own: &mut Own, guest: &DrawnGuest) {
        let surge = own.get_mut::<Surge>();
        let RulePiece { tile, square, facing, .. } = guest.piece;
        let active = table.active();
        (surge.stands, surge.moves, surge.by) = (Some((square, facing)), 0, active);
        table.tell(&PLACED, (tile.into(), facing, square, guest.dice, guest.reason));
        // Before the first turn no ship stands anywhere.
        if table.turn() > 0 && surge.has(table, active) {
            self.roll(table, surge, active);
        }
    }

    fn crossed(&self, own: &mut Own, crossing: &Crossing) {
        let surge = own.get_mut::<Surge>();
        if surge.sweeps(crossing.square) {
            surge.to_roll.insert(crossing.seat);
        }
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
        let surge = own.get_mut::<Surge>();
        if at != Timing::TurnBegins || surge.stands.is_none() {
            return;
        }
        let active = table.active();
        surge.to_roll = SeatSet::EMPTY;
        if surge.mover(table.alive()) == Some(active) {
            Self::advance(table, surge);
        }
        if surge.has(table, active) {
            self.roll(table, surge, active);
        }
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let surge = own.get_mut::<Surge>();
        while at == Timing::AfterPlacement
            && let Some(seat) =
                surge.to_roll.and(table.travelled()).clockwise_from(table.active()).next()
        {
            surge.to_roll.remove(seat);
            self.roll(table, surge, seat);
            if !table.fallen().is_empty() {
                return Progress::Again;
            }
        }
        surge.to_roll = SeatSet::EMPTY;
        Progress::Done
    }

    fn faces(&self) -> Vec<PieceFace> {
        vec![PieceFace::new(&SURGE).lying_over().sweeping()]
    }

    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {
        if let Some((square, facing)) = own.get::<Surge>().stands {
            each(RulePiece::new(0, square, facing));
        }
    }

    fn shows(&self, own: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        let surge = own.get::<Surge>();
        if surge.stands.is_some() {
            each(Shown::Table(&FORCE, self.force(surge)));
            each(Shown::Table(&MOVER, surge.by.ordinal().into()));
        }
    }

    fn set_pieces(
        &self,
        own: &mut Own,
        pieces: &[RulePiece],
        _: Option<&[u8]>,
    ) -> Result<(), String> {
        let surge = own.get_mut::<Surge>();
        *surge = Surge::new(surge.number, surge.seats);
        match pieces {
            [] => {}
            [piece] => surge.stands = Some((piece.square, piece.facing)),
            _ => return Err("there is one wave".into()),
        }
        Ok(())
    }

    fn piece_fields(&self, own: &Own, _: u8) -> Vec<(&'static str, Value)> {
        let surge = own.get::<Surge>();
        let mut fields = vec![(MOVES, json!(surge.moves)), (BY, json!(surge.by))];
        if !surge.to_roll.is_empty() {
            fields.push((ROLLING, json!(surge.to_roll)));
        }
        fields
    }

    fn set_piece_fields(
        &self,
        own: &mut Own,
        _: u8,
        fields: &Map<String, Value>,
    ) -> Result<(), PieceFieldFault> {
        let surge = own.get_mut::<Surge>();
        let seats = surge.seats;
        let seat = |field, value: &Value| {
            let seat = value.as_u64().and_then(|seat| Seat::checked(seat, seats));
            seat.ok_or_else(|| {
                PieceFieldFault::new(
                    field,
                    format!("a seat from 0 to {} is needed, not {value}", seats.saturating_sub(1)),
                )
            })
        };
        if let Some(moves) = fields.get(MOVES) {
            let number = moves.as_u64().and_then(|moves| u32::try_from(moves).ok());
            surge.moves = number.ok_or_else(|| {
                PieceFieldFault::new(MOVES, format!("a number of moves is needed, not {moves}"))
            })?;
        }
        if let Some(by) = fields.get(BY) {
            surge.by = seat(BY, by)?;
        }
        if let Some(rolling) = fields.get(ROLLING) {
            let listed = rolling.as_array().ok_or_else(|| {
                PieceFieldFault::new(ROLLING, format!("a list of seats is needed, not {rolling}"))
            })?;
            surge.to_roll =
                listed.iter().map(|one| seat(ROLLING, one)).collect::<Result<_, _>>()?;
        }
        Ok(())
    }
}
