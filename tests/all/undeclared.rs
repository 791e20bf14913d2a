//! Rules that do what they have not declared that they can do: conformance names the rule and what
//! its declaration lacks.

use crate::moments::breach_in;
use tsuro::board::{Content, Laid, Place, Rotation, Square};
use tsuro::game::{
    Abilities, Cause, CauseDecl, Consequence, CountDecl, Crossing, Destination, Ending, Key, Look,
    LookColor, Occasion, Outcome, OutcomeDecl, Own, Progress, Rule, RuleDecl, RuleKey, RulePhase,
    Seat, SeatSet, Setup, Shown, Spot, SquareMark, Table, TableView, Texts, Timing, TimingSet,
    Verdict,
};
use tsuro::rules::Registry;

/// What a rogue does, the abilities that it declares, and what is said of it.
const DEEDS: [(&str, Abilities, &str); 17] = [
    ("forbids", Abilities::NONE, "forbids placements, and does not declare `Abilities::FORBIDS`"),
    ("ends", Abilities::NONE, "ends games, and does not declare `Abilities::ENDS`"),
    (
        "carries",
        Abilities::NONE,
        "moves pieces, or lays or turns tiles, and does not declare `Abilities::MOVES_PIECES`",
    ),
    ("saves", Abilities::NONE, "does not declare `Abilities::MOVES_PIECES`"),
    ("turns", Abilities::NONE, "does not declare `Abilities::MOVES_PIECES`"),
    ("lays", Abilities::NONE, "does not declare `Abilities::MOVES_PIECES`"),
    (
        "takes",
        Abilities::NONE,
        "takes tiles off the board, and does not declare `Abilities::TAKES_TILES`",
    ),
    (
        "blocks",
        Abilities::NONE,
        "blocks squares on which it has no piece, and does not declare `Abilities::BLOCKS`",
    ),
    ("hands", Abilities::NONE, "does not declare `Abilities::MOVES_TILES`"),
    (
        "strikes",
        Abilities::NONE,
        "strikes what others have on squares, and does not declare `Abilities::STRIKES`",
    ),
    ("is-struck", Abilities::STRIKES, "does not declare `Abilities::CAN_BE_STRUCK`"),
    (
        "counts",
        Abilities::NONE,
        "counts tiles that pieces cross, and does not declare `Abilities::COUNTS_CROSSINGS`",
    ),
    ("hides", Abilities::NONE, "hides squares, and does not declare `Abilities::HIDES`"),
    (
        "dooms",
        Abilities::NONE,
        "puts a piece out with the cause \"rogue/doom\", which it does not declare",
    ),
    (
        "wins",
        Abilities::ENDS,
        "ends games with the outcome \"bandit/won\", whose name does not begin with that of the \
         rule",
    ),
    ("marks", Abilities::NONE, "shows \"a rut\", which its declaration does not have in `marks`"),
    ("tallies", Abilities::NONE, "shows \"ruts\", which its declaration does not have in `counts`"),
];

static DOOM: CauseDecl = CauseDecl::new("rogue/doom", "meeting a doom", Texts(&[("en", "doomed")]));
static WON: OutcomeDecl = OutcomeDecl::new("bandit/won", Texts(&[("en", "Robbed by {who}.")]));

static RUT: Look = Look::new('u', LookColor::Red, Texts(&[("en", "a rut")]));
static RUTS: CountDecl =
    CountDecl::new("ruts", Texts(&[("en", "ruts")]), Texts(&[("en", "Ruts: {count}.")]));

static ROGUE: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "rogue", "does what it does not declare", &|values| {
        Some(Box::new(Rogue(values.get(&DEED)?)))
    })
    .keys(&[DEED.decl()])
    .at(&[Timing::AfterPlacement])
    .abilities(Abilities::NONE);

static ROCK: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "rock", "can be struck, and does not say so", &|_| {
        Some(Box::new(Rock))
    })
    .abilities(Abilities::NONE);

const DEED: RuleKey<u8> = Key::number("deed", 0..=16).default(0).means("What it does").typed();

/// Does one thing that it has not declared.
#[derive(Debug)]
struct Rogue(u8);

impl Rogue {
    fn does(&self, deed: &str) -> bool {
        DEEDS[usize::from(self.0)].0 == deed
    }
}

/// An empty square that no piece faces.
fn quiet(table: &Table<'_>) -> Option<Square> {
    table
        .shape()
        .squares()
        .find(|&square| table.content(square) == Content::Empty && table.facing(square).is_empty())
}

impl Rule for Rogue {
    fn decl(&self) -> &'static RuleDecl {
        &ROGUE
    }

    fn abilities(&self) -> Abilities {
        DEEDS[usize::from(self.0)].1
    }

    fn timings(&self) -> TimingSet {
        TimingSet::new(&[if self.does("saves") { Timing::Loss } else { Timing::AfterPlacement }])
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new((0_u32, 0_u32))
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let active = table.active();
        if self.does("saves") {
            let lost = table.falling().iter().next();
            if let Some((seat, mark)) =
                lost.and_then(|seat| Some((seat, *table.free_marks(seat).first()?)))
            {
                table.save(seat, mark, "rogue");
            }
            return;
        }
        let Some(laid) =
            table.last_laid().filter(|_| table.turn() > 2 && table.alive().contains(active))
        else {
            return;
        };
        match DEEDS[usize::from(self.0)].0 {
            "carries" => {
                let place = table.place(active);
                table.carry(
                    active,
                    Place::new(place.square(), place.port().turned(Rotation::new(1))),
                    "rogue",
                );
            }
            "turns" => {
                table.turn_tile(laid, Rotation::new(1), "rogue");
            }
            "lays" => {
                let tile = table.hand(active).iter().next();
                if let Some((square, face)) = quiet(table).zip(tile) {
                    table.lay(square, Laid::new(face, Rotation::NONE), Spot::Hand(active), "rogue");
                }
            }
            "takes" => {
                table.remove_tile(laid, Destination::Pile);
            }
            "blocks" => {
                if let Some(square) = quiet(table) {
                    table.block(square);
                }
            }
            "hands" => {
                if let Some(tile) = table.hand(active).iter().next() {
                    table.put(tile, Spot::Hand(active), Spot::PileBottom, SeatSet::only(active));
                }
            }
            "dooms" => table.eliminate(active, Cause::Rule(&DOOM)),
            _ => {}
        }
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let struck = &mut own.get_mut::<(u32, u32)>().0;
        if (self.does("strikes") || self.does("is-struck")) && *struck < table.turn() {
            *struck = table.turn();
            return Progress::Strike(Square::new(0, 0));
        }
        Progress::Done
    }

    fn verdict(&self, _: TableView<'_>, _: &Own, tile: Laid, _: &[Consequence]) -> Verdict {
        if self.does("forbids") && tile.rotation() != Rotation::NONE {
            Verdict::Avoided
        } else {
            Verdict::Allowed
        }
    }

    fn ending(&self, table: TableView<'_>, _: &Own, _: Occasion) -> Option<Ending> {
        let outcome = if self.does("wins") { Outcome::Rule(&WON) } else { Outcome::Shared };
        ((self.does("ends") || self.does("wins")) && table.turn() > 2)
            .then(|| Ending::new(table.alive(), outcome))
    }

    fn crossed(&self, own: &mut Own, _: &Crossing) {
        own.get_mut::<(u32, u32)>().1 += u32::from(self.does("counts"));
    }

    fn shows(&self, _: &Own, turn: u32, each: &mut dyn FnMut(Shown)) {
        if turn <= 2 {
            return;
        }
        if self.does("marks") {
            each(Shown::Mark(SquareMark::new(Square::new(3, 3), &RUT)));
        }
        if self.does("tallies") {
            each(Shown::Table(&RUTS, turn));
        }
    }

    fn hides(&self, _: TableView<'_>, _: &Own, seat: Seat, square: Square) -> bool {
        self.does("hides") && seat == Seat::new(1) && square == Square::new(3, 3)
    }
}

/// Lets itself be struck.
#[derive(Debug)]
struct Rock;

impl Rule for Rock {
    fn decl(&self) -> &'static RuleDecl {
        &ROCK
    }

    fn strike(&self, _: &mut Table<'_>, _: &mut Own, _: Square) -> bool {
        true
    }
}

fn registry() -> Registry {
    Registry::default().with(&ROGUE).with(&ROCK)
}

#[test]
fn conformance_names_the_rule_that_does_what_it_does_not_declare() {
    for (number, (deed, _, said)) in DEEDS.into_iter().enumerate() {
        let text = format!(
            "schema = 1\nextends = \"classic\"\nrule = [{{ rule = \"rogue\", deed = {number} }}, \
             {{ rule = \"rock\" }}]\n"
        );
        let why = breach_in(4, "rogue", &text, &registry()).unwrap_or_default();
        let name = if deed == "is-struck" { "rock" } else { "rogue" };
        let named = why.starts_with("rules do only what they declare that they can do: in turn ")
            && why.contains(&format!("the rule {name:?}"));
        assert!(named && why.contains(said), "{deed}: {why}");
    }
}

#[test]
fn a_rule_that_declares_nothing_may_do_anything_but_forbid_and_end() {
    static ANYTHING: RuleDecl =
        RuleDecl::new(RulePhase::Rule, "rogue", "declares nothing", &|_| Some(Box::new(Anything)))
            .at(&[Timing::AfterPlacement]);
    #[derive(Debug)]
    struct Anything;
    impl Rule for Anything {
        fn decl(&self) -> &'static RuleDecl {
            &ANYTHING
        }
        fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
            for deed in ["carries", "turns", "blocks"] {
                let number = DEEDS.iter().position(|known| known.0 == deed).unwrap();
                Rogue(number as u8).begin(table, own, at);
            }
        }
    }
    let registry = Registry::default().with(&ANYTHING);
    let text = "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"rogue\" }]\n";
    assert_eq!(breach_in(4, "rogue", text, &registry), None);
}
