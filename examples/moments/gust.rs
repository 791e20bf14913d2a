//! A rule with special tiles in the deck: a player who holds a gust of wind may loose it before a
//! placement, and draws a new hand.

use tsuro::board::Face;
use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, Look, LookColor, Own, Plan, Progress, Question, Rule,
    RuleDecl, RuleEvent, RulePhase, Seat, SeatSet, Setup, Spot, Table, TableView, Telling, Texts,
    TileDecl, Timing,
};

static LOOK: Look =
    Look::new('~', LookColor::Blue, Texts(&[("en", "a gust of wind"), ("fr", "un coup de vent")]));
static GUST: TileDecl = TileDecl::new(35, &LOOK);
const KEEP: Texts = Texts(&[("en", "keep it"), ("fr", "le garder")]);
const GO: Texts = Texts(&[("en", "loose it"), ("fr", "le lâcher")]);
const TEXT: Texts =
    Texts(&[("en", "Do you loose a gust of wind?"), ("fr", "Lâchez-vous un coup de vent ?")]);
const LOOSE: AskDecl =
    AskDecl::new("gust", AnswerKind::Words(&[("keep", KEEP), ("loose", GO)]), TEXT);
const TOLD: Texts = Texts(&[
    ("en", "A gust takes the hand of {player}."),
    ("fr", "Un coup de vent emporte la main de {player}."),
]);
static BLOWS: RuleEvent<(Seat,)> = RuleEvent::new("gust", &["player"], &[Telling::always(TOLD)]);
pub static WINDS: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "gust", "gusts of wind are drawn like tiles", &|_| {
        Some(Box::new(Winds))
    })
    .events(&[BLOWS.decl()])
    .asks(&[&LOOSE])
    .at(&[Timing::BeforePlacement])
    .abilities(Abilities::MOVES_TILES);

#[derive(Debug)]
struct Winds;

impl Rule for Winds {
    fn decl(&self) -> &'static RuleDecl {
        &WINDS
    }
    fn plan(&self, plan: &mut Plan) {
        plan.put_into_deck(&GUST, 6);
    }
    /// Whether the active seat has been asked in this turn.
    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(false)
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        *own.get_mut() = !table.hand(table.active()).contains(GUST.face);
    }
    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        if *own.get() { Progress::Done } else { Progress::Ask(table.active()) }
    }
    fn question(&self, _: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        Some(Question::new(&LOOSE, ["keep", "loose"].map(Answer::word)))
    }
    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        *own.get_mut() = true;
        if answer.as_word() == Some("loose")
            && table.put(GUST.face, Spot::Hand(seat), Spot::Box, SeatSet::first(table.seats()))
        {
            table.tell(&BLOWS, (seat,));
            let hand: Vec<Face> = table.hand(seat).iter().collect();
            for tile in hand {
                table.put(tile, Spot::Hand(seat), Spot::PileBottom, SeatSet::only(seat));
            }
            while table.draw_one(seat).is_some() {}
        }
    }
}
