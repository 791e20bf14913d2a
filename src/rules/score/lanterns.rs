//! **What it changes.** Lanterns lie on squares of the board. A piece that crosses a tile which is
//! laid on one takes a star, and the lantern moves on to another square. The first player with
//! enough stars ends the game; the most stars win (V15).
//!
//! **Keys.** `lanterns`: how many there are; `stars`: how many end the game.
//!
//! **Example.** `[score]` `rule = "lanterns"` `lanterns = 3` `stars = 5`, as in
//! `rulesets/lanterns.toml`.
//!
//! **Source.** Our own, in the spirit of *Tsuro: Phoenix Rising*.

use super::endings::{ending_by_points, ends};
use crate::board::{Content, Square};
use crate::game::{
    Abilities, ChanceDecl, Effect, EffectScene, Ending, Event, FieldValue, HelpDecl, Key,
    KeySentence, Look, LookColor, Occasion, Outcome, Own, Rule, RuleDecl, RuleEvent, RuleFacts,
    RuleKey, RulePhase, Seat, SeatSet, Setup, Shown, SquareList, SquareMark, Table, TableView,
    Telling, Texts, Timing, Values,
};
use arrayvec::ArrayVec;
use serde::Deserialize;
use serde_json::{Value, json};

const NAME: &str = "lanterns";

/// The rule as files name it.
pub(crate) static LANTERNS: RuleDecl = RuleDecl::new(
    RulePhase::Score,
    NAME,
    "A star for each lantern reached; whoever has enough ends the game, and most stars win",
    &build,
)
.rulebook(Texts(&[(
    "fr",
    "Une étoile par lanterne atteinte ; la partie finit dès que \
     quelqu’un en a assez, et le plus d’étoiles gagne",
)]))
.keys(&[COUNT.decl(), STARS.decl()])
.events(&[LIE.decl(), MOVES.decl()])
.marks(&[&LANTERN])
.chance(&[&WHERE, &WHERE_TO])
.help(HELP)
.at(&[Timing::SetUp, Timing::Travelled, Timing::AfterPlacement])
// A lantern moves on before anything else happens after the placement.
.order(&[(Timing::SetUp, 1), (Timing::AfterPlacement, -3)])
.abilities(Abilities::ENDS)
.in_field("lanterns");

const COUNT: RuleKey<u8> = Key::number("lanterns", 1..=9)
    .default(3)
    .rule("V15")
    .means("How many lanterns lie on the board")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "There are {value} lanterns on the board."),
        ("fr", "Il y a {value} lanternes sur le plateau."),
    ]))])
    .typed();
const STARS: RuleKey<i64> = Key::number("stars", 1..=20)
    .default(5)
    .rule("V15")
    .means("How many stars of one player end the game")
    .rulebook(&[KeySentence::any(Texts(&[
        ("en", "The game ends when somebody has {value} stars."),
        ("fr", "La partie finit quand quelqu’un a {value} étoiles."),
    ]))])
    .typed();

/// Where the lanterns lie before the start marks are chosen, in the order in which the squares were
/// drawn.
static LIE: RuleEvent<(SquareList,)> = RuleEvent::new(
    NAME,
    &["squares"],
    &[Telling::always(Texts(&[
        ("en", "Lanterns lie on {squares}."),
        ("fr", "Des lanternes se trouvent en {squares}."),
    ]))],
);

/// A lantern that was taken moves on; `null`: out of the game.
static MOVES: RuleEvent<(Square, Option<Square>)> = RuleEvent::new(
    NAME,
    &["from", "to"],
    &[
        Telling::when(
            "to",
            FieldValue::Null,
            Texts(&[
                ("en", "The lantern of {from} is out of the game."),
                ("fr", "La lanterne de {from} est hors du jeu."),
            ]),
        ),
        Telling::always(Texts(&[
            ("en", "The lantern of {from} moves on to {to}."),
            ("fr", "La lanterne de {from} passe en {to}."),
        ])),
    ],
);

/// The square on which a lantern is put.
static WHERE: ChanceDecl = ChanceDecl::new(
    NAME,
    Texts(&[("en", "a lantern is put on a square"), ("fr", "une lanterne est posée sur une case")]),
)
.in_event(&LIE, &["squares"]);
/// The square to which a lantern moves on.
static WHERE_TO: ChanceDecl = ChanceDecl::new(
    NAME,
    Texts(&[("en", "a lantern moves on"), ("fr", "une lanterne change de case")]),
)
.in_event(&MOVES, &["to"]);

/// A lantern on a square.
static LANTERN: Look =
    Look::new('☼', LookColor::Gold, Texts(&[("en", "a lantern"), ("fr", "une lanterne")]));

const HELP: &[HelpDecl] = &[HelpDecl::new(
    Texts(&[("en", "Lanterns"), ("fr", "Lanternes")]),
    Texts(&[
        (
            "en",
            "When a tile is laid on a lantern's square, each piece that travels over it and stays \
             on the board takes a star, and the \
             lantern moves on to another square. Eliminated players keep their stars. Whoever has \
             enough stars first ends the game, and \
             the most stars win.",
        ),
        (
            "fr",
            "Quand une tuile est posée sur la case d’une lanterne, chaque pièce qui la traverse et \
             reste sur le plateau prend une \
             étoile, et la lanterne passe sur une autre case. Les joueurs éliminés gardent leurs \
             étoiles. Le premier qui en a assez met \
             fin à la partie, et le plus grand nombre d’étoiles gagne.",
        ),
    ]),
)
.signs(&[("☼", Texts(&[("en", "a lantern"), ("fr", "une lanterne")]))])];

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    let count = values.get(&COUNT)?;
    let stars = values.get(&STARS)?;
    let squares: Vec<Square> = values.facts().shape.squares().collect();
    if usize::from(count) > squares.len() {
        let message = format!(
            "{count} lanterns are to lie on different squares, but the board has only {} that take \
             a tile",
            squares.len()
        );
        values
            .problem(&COUNT, message)
            .with("board.columns")
            .with("board.rows")
            .with("board.missing")
            .with("board.portals");
    }
    Some(Box::new(Lanterns { count, stars, squares }))
}

/// A star for each lantern reached (V15).
#[derive(Debug)]
struct Lanterns {
    /// How many there are at the start, 1–9.
    count: u8,
    /// How many stars of one seat end the game.
    stars: i64,
    /// The squares that take tiles.
    squares: Vec<Square>,
}

/// The most lanterns.
const MOST: usize = 9;

/// As many squares as a board can have, so that a game allocates nothing.
type OpenSquares = ArrayVec<Square, 256>;

/// Where the lanterns lie, and the stars of each seat.
#[derive(Debug)]
struct Sky {
    lanterns: ArrayVec<Square, MOST>,
    stars: Box<[i64]>,
}

// Not derived: `clone_from` over another state allocates nothing.
impl Clone for Sky {
    fn clone(&self) -> Self {
        Self { lanterns: self.lanterns.clone(), stars: self.stars.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.lanterns.clone_from(&other.lanterns);
        self.stars.clone_from(&other.stars);
    }
}

impl Lanterns {
    /// The squares on which a lantern can be put, row by row: without a tile, a piece of a rule, or
    /// another lantern (V15).
    fn open(&self, table: TableView<'_>, lanterns: &[Square]) -> OpenSquares {
        let is_open = |square: &Square| {
            table.content(*square) == Content::Empty && !lanterns.contains(square)
        };
        self.squares.iter().copied().filter(is_open).collect()
    }
}

impl Lanterns {
    /// Moves the lantern on that is covered.
    fn move_on(&self, table: &mut Table<'_>, sky: &mut Sky, from: Square) {
        let open = self.open(table.view(), &sky.lanterns);
        let to = drawn(table, &WHERE_TO, &open, None);
        table.tell(&MOVES, (from, to));
        sky.lanterns.retain(|square| *square != from);
        sky.lanterns.extend(to);
    }
}

/// One of these squares by lot.
fn drawn(
    table: &mut Table<'_>,
    decl: &'static ChanceDecl,
    open: &[Square],
    nth: Option<u8>,
) -> Option<Square> {
    let written = |_, number: u32| {
        open.get(number as usize).map_or(FieldValue::Null, |&square| FieldValue::Square(square))
    };
    let lot = decl.below(open.len() as u32).written_as(&written);
    let lot = nth.map_or(lot, |at| lot.nth(at));
    if open.is_empty() { None } else { open.get(table.chance(&lot)[0] as usize).copied() }
}

impl Rule for Lanterns {
    fn decl(&self) -> &'static RuleDecl {
        &LANTERNS
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, key, doc, shows| Effect { name, key, rules: "V15", doc, shows };
        vec![
            by(
                "lantern-taken",
                COUNT.name(),
                "a tile is laid on a lantern's square, and the lantern moves on",
                |scene| scene.event.is(&MOVES),
            ),
            by(
                "stars-reached",
                STARS.name(),
                "the game ends because somebody has enough stars",
                |scene| {
                    ends(scene, Outcome::Score) && scene.alive.len() > 1 && has_travelled(scene)
                },
            ),
            by("nobody-left", "", "the game ends because nobody is alive", |scene| {
                ends(scene, Outcome::Score) && scene.alive.is_empty()
            }),
            by("survivor-leads", "", "the game ends because the only survivor leads", |scene| {
                ends(scene, Outcome::Score) && scene.alive.is_single() && wins(scene, scene.alive)
            }),
            by(
                "tiles-gone",
                "",
                "the game ends because the tiles are gone or the board is full",
                |scene| {
                    ends(scene, Outcome::Score) && !scene.alive.is_empty() && !has_travelled(scene)
                },
            ),
        ]
    }

    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::unsaved(Sky { lanterns: ArrayVec::new(), stars: vec![0; setup.seats.into()].into() })
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
        let sky = own.get_mut::<Sky>();
        match at {
            Timing::SetUp => {
                for nth in 0..self.count {
                    let open = self.open(table.view(), &sky.lanterns);
                    sky.lanterns.extend(drawn(table, &WHERE, &open, Some(nth)));
                }
                table.tell(&LIE, (sky.lanterns.iter().copied().collect(),));
            }
            Timing::Travelled => {
                if table.last_laid().is_some_and(|square| sky.lanterns.contains(&square)) {
                    table.travelled().iter().for_each(|seat| sky.stars[seat.index()] += 1);
                }
            }
            _ => {
                let is_covered = |square: Square| {
                    matches!(table.content(square), Content::Tile(_) | Content::Haven)
                };
                let mut covered: ArrayVec<Square, MOST> =
                    sky.lanterns.iter().copied().filter(|&square| is_covered(square)).collect();
                // First the one under the tile of the placement.
                covered.sort_by_key(|&square| Some(square) != table.last_laid());
                covered.into_iter().for_each(|square| self.move_on(table, sky, square));
            }
        }
    }

    fn covered(&self, table: &mut Table<'_>, own: &mut Own, square: Square) {
        let sky = own.get_mut::<Sky>();
        if sky.lanterns.contains(&square) {
            self.move_on(table, sky, square);
        }
    }

    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        let stars = &own.get::<Sky>().stars;
        let most = stars.iter().copied().max().unwrap_or(0);
        if most >= self.stars {
            let leaders: SeatSet = (0..table.seats())
                .map(Seat::new)
                .filter(|seat| stars[seat.index()] == most)
                .collect();
            return Some(Ending::new(leaders, Outcome::Score));
        }
        if occasion == Occasion::Travelled {
            None
        } else {
            ending_by_points(table, |seat| stars[seat.index()], occasion)
        }
    }

    fn scores(&self, _: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        Some(own.get::<Sky>().stars.to_vec())
    }

    fn points(&self, own: &Own, seat: Seat) -> Option<i64> {
        own.get::<Sky>().stars.get(seat.index()).copied()
    }

    fn set_scores(&self, own: &mut Own, scores: &[i64]) -> bool {
        own.get_mut::<Sky>().stars.copy_from_slice(scores);
        true
    }

    fn shows(&self, own: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        own.get::<Sky>()
            .lanterns
            .iter()
            .for_each(|&square| each(Shown::Mark(SquareMark::new(square, &LANTERN))));
    }

    /// All see where the lanterns lie.
    fn view(&self, own: &Own, _: Option<Seat>) -> Value {
        json!(own.get::<Sky>().lanterns[..])
    }

    /// The stars are in a field of positions that all rules share.
    fn save(&self, own: &Own) -> Option<Value> {
        Some(json!(own.get::<Sky>().lanterns[..]))
    }

    fn restore(&self, own: &mut Own, saved: &Value) -> Result<(), String> {
        let lanterns = Vec::<Square>::deserialize(saved).map_err(|why| why.to_string())?;
        if lanterns.len() > self.count.into() {
            return Err(format!(
                "{} lanterns, where there are {} at most",
                lanterns.len(),
                self.count
            ));
        }
        for (at, square) in lanterns.iter().enumerate() {
            if !self.squares.contains(square) {
                return Err(format!("no tile can lie on {square}, so no lantern can"));
            }
            if lanterns[..at].contains(square) {
                return Err(format!("two lanterns lie on {square}"));
            }
        }
        own.get_mut::<Sky>().lanterns = lanterns.into_iter().collect();
        Ok(())
    }
}

/// Whether pieces have just travelled: with several alive, nothing but stars ends a game there.
fn has_travelled(scene: &EffectScene<'_>) -> bool {
    matches!(scene.before, "moved" | "eliminated")
}

/// Whether exactly these seats win.
fn wins(scene: &EffectScene<'_>, seats: SeatSet) -> bool {
    matches!(scene.event, Event::End { ending, .. } if ending.winners == seats)
}
