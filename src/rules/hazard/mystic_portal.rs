//! **What it changes.** One tile of the deck is a portal (W1, W3). It is laid like a wake tile;
//! ships whose paths lead to it are carried to a square that the dice name, and sail on from there.
//! The player who holds it may save its own ship with it from a placement.
//!
//! **Keys.** None.
//!
//! **Example.** `[[hazard]]` `rule = "mystic-portal"`, as in `rulesets/house/mystic-portal.toml`.
//! It needs daikaiju, and hands of their own.
//!
//! **Source.** *Veterans of the Seas* (2013).

use super::names;
use crate::board::{Content, Face, Laid, Place, Port, Side, Square};
use crate::game::{
    Abilities, Answer, AnswerKind, AskDecl, Cause, CauseDecl, ChanceDecl, ChanceStream, Effect,
    Event, HelpDecl, Landing, Look, LookColor, MAX_SEATS, Need, Own, Plan, Progress, Question,
    Rule, RuleDecl, RuleEvent, RuleFacts, RulePhase, Seat, SeatSet, Setup, Shown, Spot, SquareMark,
    SubjectDecl, Table, TableView, Telling, Texts, TileDecl, Timing,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

const NAME: &str = "mystic-portal";

/// The field in which positions have its square.
const FIELD: &str = "portal";

/// The rule as files name it.
pub(crate) static MYSTIC_PORTAL: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    NAME,
    "A portal lies among the tiles, and carries ships to a square that the dice name",
    &|_| Some(Box::new(MysticPortal)),
)
.rulebook(Texts(&[(
    "fr",
    "Un portail se trouve parmi les tuiles et porte les navires vers \
     une case que désignent les dés",
)]))
.needs(&[Need::rule(
    RulePhase::Hazard,
    names::PIECES,
    "their dice name the squares to which it carries ships",
)])
.needs_hands()
.events(&[TRANSPORT.decl()])
.causes(&[&LOST])
.asks(&[&SAVE, &ENTER])
.marks(&[&LOOK])
.chance(&[&DICE])
.help(HELP)
.at(&[Timing::Ahead, Timing::AfterPlacement])
// After lanterns, before whatever else acts after a placement.
.order(&[(Timing::AfterPlacement, -2)])
.in_field(FIELD)
.abilities(Abilities::MOVES_PIECES.and(Abilities::MOVES_TILES));

static LOOK: Look = Look::new(
    'Ω',
    LookColor::Purple,
    Texts(&[("en", "the mystic portal"), ("fr", "le portail mystique")]),
);
static TILE: TileDecl = TileDecl::new(36, &LOOK);

/// The port to which a ship is carried that the portal saves.
const ARRIVAL: Port = Port::new(0);

/// How often a ship is transported after one placement, before it is lost.
const MOST: u8 = 8;

const HOLD: &str = "hold";

/// The words for the squares beside the new tile, in the order of [`Side::ALL`].
const DIRECTIONS: [&str; 4] = Side::DIRECTIONS;

const SAVED: Texts = Texts(&[
    ("en", "{who}: the portal is laid, and saves the ship."),
    ("fr", "{who} : le portail est posé et sauve le navire."),
]);

/// What the holder is asked whose ship a placement will put out.
const SAVE: AskDecl = AskDecl::new(
    NAME,
    AnswerKind::Words(&[
        (HOLD, Texts(&[("en", "keep the portal"), ("fr", "garder le portail")])),
        (
            DIRECTIONS[0],
            Texts(&[
                ("en", "lay it above the new tile"),
                ("fr", "le poser au-dessus de la nouvelle tuile"),
            ]),
        ),
        (
            DIRECTIONS[1],
            Texts(&[
                ("en", "lay it to the right of the new tile"),
                ("fr", "le poser à droite de la nouvelle tuile"),
            ]),
        ),
        (
            DIRECTIONS[2],
            Texts(&[
                ("en", "lay it below the new tile"),
                ("fr", "le poser sous la nouvelle tuile"),
            ]),
        ),
        (
            DIRECTIONS[3],
            Texts(&[
                ("en", "lay it to the left of the new tile"),
                ("fr", "le poser à gauche de la nouvelle tuile"),
            ]),
        ),
    ]),
    Texts(&[
        ("en", "The tile on {square} will put your ship out. Do you lay the portal beside it?"),
        ("fr", "La tuile en {square} va éliminer votre navire. Posez-vous le portail à côté ?"),
    ]),
)
.about(&[SubjectDecl::new("square")])
.untold()
.withholding(&[HOLD])
.answer_texts(&[
    (HOLD, Texts(&[("en", "{who}: the portal is kept."), ("fr", "{who} : le portail est gardé.")])),
    (DIRECTIONS[0], SAVED),
    (DIRECTIONS[1], SAVED),
    (DIRECTIONS[2], SAVED),
    (DIRECTIONS[3], SAVED),
]);

/// What the owner of a ship is asked that the portal carries away.
const ENTER: AskDecl = AskDecl::new(
    NAME,
    AnswerKind::Entry,
    Texts(&[
        (
            "en",
            "The portal carries your ship to {square}. At which port does it enter, and over \
            which tile?",
        ),
        (
            "fr",
            "Le portail porte votre navire en {square}. Par quel port entre-t-il, et sur quelle \
            tuile ?",
        ),
    ]),
)
.about(&[SubjectDecl::new("square")])
.untold()
.answer_texts(&[(
    "",
    Texts(&[
        ("en", "{who}: out of the portal, in by port {answer}."),
        (
            "fr",
            "{who} : hors du \
        portail, par le port {answer}.",
        ),
    ]),
)]);

/// Two dice name the square to which a ship is carried (S2).
const DICE: ChanceDecl = ChanceDecl::new(
    NAME,
    Texts(&[
        ("en", "two dice are rolled for a square"),
        ("fr", "deux dés sont lancés pour une case"),
    ]),
)
.as_dice()
.of_stream(ChanceStream::Dice)
.in_event(&TRANSPORT, &["dice"]);

/// A ship is carried to a square.
static TRANSPORT: RuleEvent<(Seat, [u32; 2], Square)> = RuleEvent::new(
    NAME,
    &["player", "dice", "square"],
    &[Telling::always(Texts(&[
        ("en", "The portal carries the ship of {player} to {square}."),
        ("fr", "Le portail porte le navire de {player} en {square}."),
    ]))
    .to_you(
        "player",
        Texts(&[
            ("en", "The portal carries your ship to {square}."),
            ("fr", "Le portail porte votre navire en {square}."),
        ]),
    )],
);

/// A ship never comes out of the portal.
static LOST: CauseDecl = CauseDecl::new(
    "mystic-portal/lost",
    "being lost in the portal",
    Texts(&[("en", "lost in the portal"), ("fr", "perdu dans le portail")]),
)
.of_acts();

const HELP: &[HelpDecl] = &[HelpDecl::new(
    Texts(&[("en", "Mystic portal"), ("fr", "Portail mystique")]),
    Texts(&[
        (
            "en",
            "One tile is a portal. Lay it like any other: it stays, and paths that lead to it end \
             there. When the pieces have sailed, each \
             ship that faces it is carried to a square that two dice name. Its owner chooses at \
             which port it enters, and lays a tile \
             there if the square has none; then it sails on. If you hold the portal when a \
             placement will put your ship out, you may \
             lay it beside the new tile, and your ship goes through it instead.",
        ),
        (
            "fr",
            "Une tuile est un portail. Posez-la comme une autre : elle reste, et les chemins qui y \
             mènent s’y arrêtent. Quand les pions \
             ont navigué, chaque navire qui lui fait face est porté sur une case que deux dés \
             désignent. Son propriétaire choisit par \
             quel port il entre, et y pose une tuile s’il n’y en a pas ; puis il repart. Si vous \
             tenez le portail quand une pose va \
             éliminer votre navire, vous pouvez le poser à côté de la nouvelle tuile, et votre \
             navire le traverse.",
        ),
    ]),
)
.signs(&[("Ω", Texts(&[("en", "the mystic portal"), ("fr", "le portail mystique")]))])];

/// A portal among the tiles (W1, W3).
#[derive(Debug)]
struct MysticPortal;

/// Where the portal lies, and what it is doing.
#[derive(Debug, Clone, Copy, Default)]
struct Gate {
    /// Its square; `None`: it is not on the board.
    square: Option<Square>,
    /// Whether its holder has answered what it was asked before the ships sailed.
    has_answered: bool,
    /// The ship that it is carrying, and to which square.
    carrying: Option<(Seat, Square)>,
    /// How often it has carried each ship since the placement.
    trips: [u8; MAX_SEATS],
    /// The seat whose ship it has carried last; at first the active one.
    last: Option<Seat>,
    /// A square on which it has let a tile be laid, of which others have not heard.
    covered: Option<Square>,
}

/// A transport during which a player is asked, as positions have it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Carrying {
    player: Seat,
    square: Square,
    trips: Vec<u8>,
}

impl MysticPortal {
    /// The seat that may save its own ship by laying the portal: it holds it, and the tile that
    /// lies will put its ship out.
    fn saver(table: TableView<'_>) -> Option<Seat> {
        table.ahead().iter().find(|&seat| table.hand(seat).contains(TILE.face))
    }

    /// The squares beside the new tile on which the portal can be laid, each with its direction.
    fn beside(table: TableView<'_>) -> impl Iterator<Item = (&'static str, Square)> + use<'_> {
        let step = move |(word, side)| Some((word, table.shape().step(table.last_laid()?, side)?));
        let squares = DIRECTIONS.into_iter().zip(Side::ALL).filter_map(step);
        squares.filter(move |&(_, square)| table.content(square) == Content::Empty)
    }

    /// The tiles with paths that a seat holds, each face once.
    fn faces(table: TableView<'_>, seat: Seat) -> Vec<Face> {
        let mut faces: Vec<Face> =
            table.hand(seat).distinct().filter(|face| !face.is_special()).collect();
        faces.sort_unstable();
        faces
    }

    /// Whether a ship can be carried to a square: there is a tile, or none and its owner can lay
    /// one.
    fn suits(table: TableView<'_>, square: Square, has_faces: bool) -> bool {
        match table.content(square) {
            Content::Tile(_) => true,
            Content::Empty => has_faces,
            _ => false,
        }
    }

    /// What the owner of a ship may choose that is carried to `square`: what leaves it alive where
    /// no other stands; if there is no such, what leaves it alive; if there is none, anything.
    fn entries(table: TableView<'_>, seat: Seat, square: Square) -> Vec<Answer> {
        let laid =
            |face: Face| face.rotations().map(move |rotation| Some(Laid::new(face, rotation)));
        let tiles: Vec<Option<Laid>> = match table.content(square) {
            Content::Tile(_) => vec![None],
            _ => Self::faces(table, seat).into_iter().flat_map(laid).collect(),
        };
        let others = table.facing(square);
        let is_free = |port: &Port| !others.iter().any(|other| table.place(other).port() == *port);
        let entries = Port::all()
            .filter(is_free)
            .flat_map(|port| tiles.iter().map(move |&tile| (port, tile)));
        let entries: Vec<_> = entries
            .map(|entry| (entry, table.landing(seat, Place::new(square, entry.0), entry.1)))
            .collect();
        let least = entries
            .iter()
            .map(|(_, landing)| u8::from(landing.at.is_none()) * 2 + u8::from(landing.is_shared))
            .min();
        let is_best = |landing: &Landing| {
            Some(u8::from(landing.at.is_none()) * 2 + u8::from(landing.is_shared)) == least
        };
        entries
            .iter()
            .filter(|(_, landing)| is_best(landing))
            .map(|((port, tile), _)| Answer::entry(*port, *tile))
            .collect()
    }

    /// Rolls until the dice name a square to which the ship of a seat can be carried. `None`: they
    /// can name none.
    fn roll(table: &mut Table<'_>, seat: Seat) -> Option<([u32; 2], Square)> {
        let has_faces = !Self::faces(table.view(), seat).is_empty();
        let named = |table: TableView<'_>, dice| {
            table.named_by_dice(dice).filter(|&square| Self::suits(table, square, has_faces))
        };
        let mut all = (0..6).flat_map(|gold| (0..6).map(move |blue| [gold, blue]));
        if !all.any(|dice| named(table.view(), dice).is_some()) {
            return None;
        }
        loop {
            let dice = table.chance(&DICE.two_below([6, 6]));
            if let Some(square) = named(table.view(), dice) {
                return Some((dice.map(|die| die + 1), square));
            }
        }
    }

    /// Lays the portal beside the new tile, and takes the ship of its holder there.
    fn save(table: &mut Table<'_>, gate: &mut Gate, seat: Seat, direction: &str) {
        let Some((_, square)) = Self::beside(table.view()).find(|beside| beside.0 == direction)
        else {
            return;
        };
        let all = SeatSet::first(table.seats());
        table.put(TILE.face, Spot::Hand(seat), Spot::Box, all);
        table.owe_tile(seat);
        table.set_haven(square, true);
        gate.square = Some(square);
        table.carry_ahead(seat, Place::new(square, ARRIVAL), NAME);
    }

    /// The next ship that the portal carries: clockwise from the last, which comes last.
    fn next(table: TableView<'_>, gate: &Gate) -> Option<Seat> {
        let facing = table.facing(gate.square?);
        let last = gate.last.unwrap_or(table.active());
        facing.next_after(last).or_else(|| facing.contains(last).then_some(last))
    }
}

impl Rule for MysticPortal {
    fn decl(&self) -> &'static RuleDecl {
        &MYSTIC_PORTAL
    }

    fn plan(&self, plan: &mut Plan) {
        plan.put_into_deck(&TILE, 1);
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, doc, shows| Effect { name, key: "", rules: "W3", doc, shows };
        vec![
            by("portal-laid", "the portal is laid instead of a tile", |scene| {
                matches!(
                    scene.event, Event::Placed { tile, .. } if tile.face() == TILE.face
                )
            }),
            by("portal-saves", "the portal saves a ship from a placement", |scene| {
                matches!(scene.event, Event::Carried { rule: NAME, .. })
            }),
            by("transported", "a ship is carried to another square", |scene| {
                scene.event.is(&TRANSPORT)
            }),
            by("tile-laid", "a tile is laid where a ship comes out of the portal", |scene| {
                matches!(
                    scene.event,
                    Event::Chose { choice, .. } if choice.as_entry().is_some_and(
                        |entry| entry.tile.is_some()
                    )
                )
            }),
            by("lost", "a ship is lost in the portal", |scene| {
                matches!(
                    scene.event, Event::Eliminated { cause, .. } if *cause == Cause::Rule(&LOST)
                )
            }),
        ]
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::unsaved(Gate::default())
    }

    fn placed(&self, own: &mut Own, tile: Face, square: Square) {
        if tile == TILE.face {
            own.get_mut::<Gate>().square = Some(square);
        }
    }

    fn begin(&self, _: &mut Table<'_>, own: &mut Own, _: Timing) {
        let gate = own.get_mut::<Gate>();
        *gate = Gate { square: gate.square, ..Gate::default() };
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let gate = own.get_mut::<Gate>();
        if at == Timing::Ahead {
            let can_lay = !gate.has_answered && Self::beside(table.view()).next().is_some();
            return Self::saver(table.view())
                .filter(|_| can_lay)
                .map_or(Progress::Done, Progress::Ask);
        }
        // Who is out is judged before anything else (S18).
        if !table.fallen().is_empty() {
            return Progress::Again;
        }
        if let Some(square) = gate.covered.take() {
            return Progress::Covered(square);
        }
        let Some(seat) = Self::next(table.view(), gate) else { return Progress::Done };
        gate.last = Some(seat);
        let carried = gate.trips[seat.index()];
        let named = if carried < MOST { Self::roll(table, seat) } else { None };
        let Some((dice, square)) = named else {
            table.eliminate(seat, Cause::Rule(&LOST));
            return Progress::Again;
        };
        gate.trips[seat.index()] = carried + 1;
        gate.carrying = Some((seat, square));
        table.tell(&TRANSPORT, (seat, dice, square));
        Progress::Ask(seat)
    }

    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        if let Some((carried, square)) = own.get::<Gate>().carrying {
            let entries = Self::entries(table, carried, square);
            return (carried == seat && !entries.is_empty())
                .then(|| Question::new(&ENTER, entries).about([square.into()]));
        }
        let square = table.last_laid().filter(|_| Self::saver(table) == Some(seat))?;
        let words = std::iter::once(HOLD).chain(Self::beside(table).map(|beside| beside.0));
        Some(Question::new(&SAVE, words.map(Answer::word)).about([square.into()]))
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let gate = own.get_mut::<Gate>();
        let (Some((_, square)), Some(entry)) = (gate.carrying.take(), answer.as_entry()) else {
            gate.has_answered = true;
            return Self::save(table, gate, seat, answer.as_word().unwrap_or(HOLD));
        };
        gate.covered = entry.tile.map(|_| square);
        table.sail_from(
            seat,
            Place::new(square, entry.port),
            entry.tile.map(|tile| (tile, Spot::Hand(seat))),
        );
        if entry.tile.is_some() {
            table.owe_tile(seat);
        }
    }

    fn haven(&self, own: &Own, square: Square) -> Option<Face> {
        (own.get::<Gate>().square == Some(square)).then_some(TILE.face)
    }

    fn shows(&self, own: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        own.get::<Gate>()
            .square
            .into_iter()
            .for_each(|square| each(Shown::Mark(SquareMark::new(square, &LOOK))));
    }

    /// All see where it lies.
    fn view(&self, own: &Own, _: Option<Seat>) -> Value {
        json!(own.get::<Gate>().square)
    }

    fn save(&self, own: &Own) -> Option<Value> {
        Some(json!(own.get::<Gate>().square))
    }

    fn restore(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        own.get_mut::<Gate>().square =
            Option::<Square>::deserialize(saved).map_err(|why| why.to_string())?;
        Ok(())
    }

    fn save_pending(&self, own: &Own) -> Option<Value> {
        let Gate { carrying, trips, .. } = own.get::<Gate>();
        let (player, square) = (*carrying)?;
        let most = trips.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        Some(json!(Carrying { player, square, trips: trips[..most].to_vec() }))
    }

    fn restore_pending(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        let Carrying { player, square, trips } =
            Carrying::deserialize(saved).map_err(|why| why.to_string())?;
        let gate = own.get_mut::<Gate>();
        if trips.len() > MAX_SEATS || trips.iter().any(|&count| count > MOST) {
            return Err(format!("trips: up to {MAX_SEATS} numbers from 0 to {MOST}"));
        }
        gate.carrying = Some((player, square));
        gate.last = Some(player);
        gate.trips[..trips.len()].copy_from_slice(&trips);
        Ok(())
    }
}
