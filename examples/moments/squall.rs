//! A rule that hears of drawn tiles: the player who draws a squall then says where it strikes, and
//! draws another tile.

use tsuro::board::{Content, Square};
use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, Look, LookColor, Own, Plan, Progress, Question, Rule,
    RuleDecl, RuleEvent, RulePhase, Seat, SeatSet, Spot, Table, TableView, Telling, Texts,
    TileDecl, Timing,
};

static LOOK: Look =
    Look::new('*', LookColor::Blue, Texts(&[("en", "a squall"), ("fr", "un grain")]));
static SQUALL: TileDecl = TileDecl::new(37, &LOOK);
const TEXT: Texts = Texts(&[
    ("en", "Which square does the squall strike?"),
    ("fr", "Quelle case le grain frappe-t-il ?"),
]);
const WHERE: AskDecl = AskDecl::new("squall", AnswerKind::Square, TEXT);
const TOLD: Texts = Texts(&[
    ("en", "{player} draws a squall, which strikes {square}."),
    ("fr", "{player} pioche un grain, qui frappe {square}."),
]);
static STRUCK: RuleEvent<(Seat, Square)> =
    RuleEvent::new("squall", &["player", "square"], &[Telling::always(TOLD)]);
pub static SQUALLS: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "squall", "squalls strike when they are drawn", &|_| {
        Some(Box::new(Squalls))
    })
    .events(&[STRUCK.decl()])
    .asks(&[&WHERE])
    .at(&[Timing::Drawn])
    .abilities(Abilities::MOVES_TILES.and(Abilities::BLOCKS));

#[derive(Debug)]
struct Squalls;

/// The empty squares that no piece faces.
fn targets(table: TableView<'_>) -> Vec<Square> {
    let free = |&square: &Square| {
        table.content(square) == Content::Empty && table.facing(square).is_empty()
    };
    table.shape().squares().filter(free).collect()
}

impl Rule for Squalls {
    fn decl(&self) -> &'static RuleDecl {
        &SQUALLS
    }
    fn plan(&self, plan: &mut Plan) {
        plan.put_into_deck(&SQUALL, 4);
    }
    fn act(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) -> Progress {
        match table.just_drawn() {
            Some((seat, _))
                if table.hand(seat).contains(SQUALL.face) && !targets(table.view()).is_empty() =>
            {
                Progress::Ask(seat)
            }
            _ => Progress::Done,
        }
    }
    fn question(&self, table: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        Some(Question::new(&WHERE, targets(table).into_iter().map(Answer::from)))
    }
    fn answer(&self, table: &mut Table<'_>, _: &mut Own, seat: Seat, answer: Answer) {
        if let Some(square) = answer.square()
            && table.put(SQUALL.face, Spot::Hand(seat), Spot::Box, SeatSet::first(table.seats()))
        {
            table.block(square);
            table.tell(&STRUCK, (seat, square));
        }
    }
}
