//! **What it changes.** A great whirlpool, the uzushio, lies among the daikaiju that may come. To
//! ships it is one of them; it moves in the turns in which they do not, and what it meets leaves
//! the game (W5).
//!
//! **Keys.** `arrows`: the numbers of the die on which it moves.
//!
//! **Example.** `[[hazard]]` `rule = "uzushio"` `arrows = [1, 2, 3, 4]` beside `daikaiju`, as in
//! `rulesets/house/uzushio.toml`.
//!
//! **Source.** Rules of *Veterans of the Seas*; the numbers of its arrows are ours.

use super::daikaiju::{DAIKAIJU, SWALLOWED, TAKEN, names};
use crate::board::{Content, Rotation, Side, Square};
use crate::game::{
    Abilities, Cause, ChanceDecl, ChanceStream, Destination, DiceFace, DrawnGuest, Effect,
    EventRole, FieldValue, GuestDecl, HelpDecl, Key, Look, LookColor, Need, Own, PieceFace,
    Progress, Rule, RuleDecl, RuleEvent, RuleFacts, RuleKey, RulePhase, RulePiece, SeatSet, Setup,
    Table, Telling, Texts, Timing, ValueKind, Values,
};

const NAME: &str = "uzushio";

/// The place of its number among the numbers of the daikaiju's guests.
const PLACE: u8 = 1;

/// The rule as files name it.
pub(crate) static UZUSHIO: RuleDecl = RuleDecl::new(
    RulePhase::Hazard,
    NAME,
    "A great whirlpool comes among the daikaiju and swallows them as well",
    &build,
)
.rulebook(Texts(&[("fr", "Un grand tourbillon rejoint les daïkaijus et les engloutit aussi")]))
.keys(&[ARROWS.decl()])
.needs(&[Need::rule(RulePhase::Hazard, names::PIECES, "the uzushio comes from their supply")])
.events(&[PLACED.decl(), DIE.decl(), MOVED.decl()])
.chance(&[&ACT])
.help(HELP)
.at(&[Timing::BeforePlacement])
// After the roll of the daikaiju, wherever the file names it.
.order(&[(Timing::BeforePlacement, 1)])
.guest(GuestDecl::new(&DAIKAIJU, PLACE).while_resting(&[Timing::BeforePlacement]))
.abilities(Abilities::TAKES_TILES.and(Abilities::STRIKES));

const ARROWS: RuleKey<[u8; 4]> =
    Key::new("arrows", ValueKind::Ints { len: (4, 4), min: 1, max: 6, distinct: true })
        .default_toml("[1, 2, 3, 4]")
        .rule("W5")
        .means(
            "The die faces on which the uzushio moves up, right, down and left, as long as it is \
        not turned",
        )
        .typed();

/// The die on which it moves.
static ACT: ChanceDecl =
    ChanceDecl::new(NAME, Texts(&[("en", "one die is rolled"), ("fr", "un dé est lancé")]))
        .as_dice()
        .of_stream(ChanceStream::Die)
        .in_event(&DIE, &["value"]);

// The events have the names of the events that tell of daikaiju, and their fields: programs read
// both alike, people other sentences.

/// It comes to the board, as a daikaiju does.
static PLACED: RuleEvent<(u32, Rotation, Square, [u32; 2], &'static str)> = RuleEvent::named(
    "daikaiju_placed",
    &["tile", "facing", "square", "dice", "reason"],
    &[Telling::always(Texts(&[
        ("en", "The uzushio comes to {square}."),
        ("fr", "L’uzushio arrive en {square}."),
    ]))],
)
.in_role(EventRole::Put);

/// The die was rolled for it.
static DIE: RuleEvent<(u32,)> = RuleEvent::named(
    "die",
    &["value"],
    &[Telling::always(Texts(&[
        ("en", "The uzushio acts on a {value}."),
        ("fr", "L’uzushio agit sur un {value}."),
    ]))],
)
.in_role(EventRole::Dice);

/// It moved one square; `null`: it is out of the game.
static MOVED: RuleEvent<(u32, Square, Option<Square>)> = RuleEvent::named(
    "daikaiju_moved",
    &["tile", "from", "to"],
    &[
        Telling::when(
            "to",
            FieldValue::Null,
            Texts(&[
                ("en", "The uzushio on {from} leaves the board."),
                ("fr", "L’uzushio en {from} quitte le plateau."),
            ]),
        ),
        Telling::always(Texts(&[
            ("en", "The uzushio on {from} moves to {to}."),
            ("fr", "L’uzushio en {from} va en {to}."),
        ])),
    ],
)
.in_role(EventRole::Moves);

/// The uzushio on a square.
static SWIRL: Look =
    Look::new('@', LookColor::Purple, Texts(&[("en", "the uzushio"), ("fr", "l’uzushio")]));

const HELP: &[HelpDecl] = &[HelpDecl::new(
    Texts(&[("en", "Uzushio"), ("fr", "Uzushio")]),
    Texts(&[
        (
            "en",
            "A great whirlpool lies among the daikaiju that may come. It swallows ships and tiles \
             as they do, and daikaiju as well, which \
             do not come back. When the dice do not move the daikaiju, one die is rolled for it: \
             it moves where its arrow with that \
             number points, and stays if it has none. Nothing can destroy it; off the board it is \
             out of the game.",
        ),
        (
            "fr",
            "Un grand tourbillon se trouve parmi les daïkaijus qui peuvent venir. Il avale navires \
             et tuiles comme eux, et aussi les \
             daïkaijus, qui ne reviennent pas. Quand les dés ne font pas bouger les daïkaijus, un \
             dé est lancé pour lui : il va où \
             pointe sa flèche de ce nombre, et reste s’il n’en a pas. Rien ne peut le détruire ; \
             hors du plateau, il est hors du jeu.",
        ),
    ]),
)
.signs(&[(
    "@",
    Texts(&[
        ("en", "the uzushio, with the numbers of its arrows"),
        (
            "fr",
            "l’uzushio, \
    avec les nombres de ses flèches",
        ),
    ]),
)])];

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    Some(Box::new(Uzushio { arrows: values.get(&ARROWS)? }))
}

/// A great whirlpool among the daikaiju (W5).
#[derive(Debug)]
struct Uzushio {
    /// The die faces on which it moves up, right, down and left, if it is not turned.
    arrows: [u8; 4],
}

/// Where it is, and what is left of its move.
#[derive(Debug, Clone, Copy, Default)]
struct Swirl {
    /// Its number among the pieces of the daikaiju.
    number: u8,
    /// Its square and its direction; `None`: it has not come, or is out of the game.
    stands: Option<(Square, Rotation)>,
    /// Whether a die is to be rolled for it.
    to_move: bool,
    /// The square to which it is on its way, while what stands there is removed.
    bound_for: Option<Square>,
}

impl Uzushio {
    fn dice(&self) -> DiceFace {
        DiceFace::moving(self.arrows)
    }

    /// Moves it by the die. The square that it is about to enter, having left its own square for
    /// it; `None`: it stays, or is out.
    fn set_out(&self, table: &mut Table<'_>, swirl: &mut Swirl) -> Option<Square> {
        let (from, facing) = swirl.stands?;
        let die = table.chance(&ACT.below(6))[0] + 1;
        table.tell(&DIE, (die,));
        let side = self.dice().side(die as u8, facing)?;
        let to = table.shape().step(from, side);
        if to.is_some_and(|to| table.content(to) == Content::Haven) {
            return None;
        }
        table.tell(&MOVED, (swirl.number.into(), from, to));
        table.hold(from, false);
        table.unblock(from);
        if to.is_none() {
            swirl.stands = None;
            displace(table, from, side);
        }
        to
    }
}

/// Lets ships move to another start mark that wait at a side across which it has left the board
/// (S12).
fn displace(table: &mut Table<'_>, square: Square, side: Side) {
    for seat in table.facing(square).and(table.on_start_mark()).iter() {
        if table.place(seat).port().side() == side {
            table.displace(seat);
        }
    }
}

/// Puts it on a square, where it destroys the tile, the ships on the tile, and the active ship if
/// that faces the square (S7, S9, S11).
fn arrive(table: &mut Table<'_>, square: Square) {
    let is_eaten = table.remove_tile(square, Destination::Box).is_some();
    let mut lost = if is_eaten { table.standing_on(square) } else { SeatSet::EMPTY };
    table.block(square);
    table.hold(square, true);
    let active = table.active();
    let under_way = table.turn() > 0
        && table.alive().without(table.on_start_mark()).without(table.waiting()).contains(active);
    if under_way && table.place(active).square() == square {
        lost.insert(active);
    }
    lost.clockwise_from(active).for_each(|seat| table.eliminate(seat, Cause::Rule(&TAKEN)));
}

impl Rule for Uzushio {
    fn decl(&self) -> &'static RuleDecl {
        &UZUSHIO
    }

    fn effects(&self, _: &RuleFacts) -> Vec<Effect> {
        let by = |name, doc, shows| Effect { name, key: "", rules: "W5", doc, shows };
        let moved = |name, doc, shows| Effect { name, key: ARROWS.name(), rules: "W5", doc, shows };
        vec![
            by("came", "the uzushio comes to the board", |scene| scene.event.is(&PLACED)),
            moved("moved", "the uzushio moves", |scene| scene.event.is(&MOVED)),
            moved("left-the-board", "the uzushio leaves the board", |scene| {
                matches!(scene.event.read(&MOVED), Some((_, _, None)))
            }),
            by(
                "swallowed",
                "a daikaiju is out of the game because it and the uzushio have met",
                |scene| scene.event.is(&SWALLOWED),
            ),
        ]
    }

    /// Positions have its square; no player is asked while it moves.
    fn start(&self, _: &Setup<'_>) -> Own {
        Own::unsaved(Swirl::default())
    }

    fn invited(&self, own: &mut Own, number: u8) {
        own.get_mut::<Swirl>().number = number;
    }

    fn come(&self, table: &mut Table<'_>, own: &mut Own, guest: &DrawnGuest) {
        let RulePiece { tile, square, facing, .. } = guest.piece;
        own.get_mut::<Swirl>().stands = Some((square, facing));
        table.tell(&PLACED, (tile.into(), facing, square, guest.dice, guest.reason));
        arrive(table, square);
    }

    fn begin(&self, _: &mut Table<'_>, own: &mut Own, _: Timing) {
        let swirl = own.get_mut::<Swirl>();
        (swirl.to_move, swirl.bound_for) = (true, None);
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let swirl = own.get_mut::<Swirl>();
        if std::mem::take(&mut swirl.to_move) {
            swirl.bound_for = self.set_out(table, swirl);
            if let Some(to) = swirl.bound_for
                && table.content(to) == Content::Blocked
            {
                return Progress::Swallow(to);
            }
        }
        let (Some(to), Some((square, _))) = (swirl.bound_for.take(), &mut swirl.stands) else {
            return Progress::Done;
        };
        *square = to;
        arrive(table, to);
        Progress::Done
    }

    fn holds(&self, own: &Own, square: Square) -> bool {
        own.get::<Swirl>().stands.is_some_and(|stands| stands.0 == square)
    }

    fn faces(&self) -> Vec<PieceFace> {
        vec![PieceFace::new(&SWIRL).with_dice(self.dice())]
    }

    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {
        if let Some((square, facing)) = own.get::<Swirl>().stands {
            each(RulePiece::new(0, square, facing));
        }
    }

    fn set_pieces(
        &self,
        own: &mut Own,
        pieces: &[RulePiece],
        _: Option<&[u8]>,
    ) -> Result<(), String> {
        let swirl = own.get_mut::<Swirl>();
        *swirl = Swirl { number: swirl.number, ..Swirl::default() };
        match pieces {
            [] => {}
            [piece] => swirl.stands = Some((piece.square, piece.facing)),
            _ => return Err("there is one uzushio".into()),
        }
        Ok(())
    }
}
