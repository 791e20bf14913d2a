//! An auction whose question shows the tile: in every turn a chart is drawn by lot, and the highest
//! bid buys it.

use tsuro::board::Face;
use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, ChanceDecl, Own, Progress, Question, Rule, RuleDecl,
    RuleEvent, RulePhase, Seat, Setup, Subject, SubjectDecl, Table, TableView, Telling, Texts,
    Timing, UnitDecl,
};
const COINS: UnitDecl = UnitDecl::new(
    Texts(&[("en", "coin"), ("fr", "pièce")]),
    Texts(&[("en", "coins"), ("fr", "pièces")]),
);
const TEXT: Texts = Texts(&[
    ("en", "Who gives more than {price} for {lot}?"),
    ("fr", "Qui donne plus de {price} pour {lot} ?"),
]);
const GIVE: AskDecl = AskDecl::new("auction", AnswerKind::Amount(COINS), TEXT)
    .about(&[SubjectDecl::new("lot"), SubjectDecl::counting("price", COINS)]);
const TOLD: Texts = Texts(&[
    ("en", "{player} buys the chart for {price}."),
    ("fr", "{player} achète la carte pour {price}."),
]);
static SOLD: RuleEvent<(Seat, u32)> =
    RuleEvent::new("auction", &["player", "price"], &[Telling::always(TOLD)]);
static LOT: ChanceDecl = ChanceDecl::new("auction", CHART);
const CHART: Texts =
    Texts(&[("en", "a chart comes up"), ("fr", "une carte est mise aux enchères")]);
pub static AUCTION: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "auction", "all bid for a chart", &|_| Some(Box::new(Auction)))
        .events(&[SOLD.decl()])
        .chance(&[&LOT])
        .asks(&[&GIVE])
        .at(&[Timing::BeforePlacement])
        .abilities(Abilities::NONE);
#[derive(Debug)]
struct Auction;
/// The coins of each seat, the chart, how many seats have been asked, and the highest bid with its
/// seat.
type Bids = (Vec<u8>, u8, usize, u32, Option<u8>);

impl Rule for Auction {
    fn decl(&self) -> &'static RuleDecl {
        &AUCTION
    }
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::new::<Bids>((vec![9; setup.seats.into()], 0, 0, 0, None))
    }
    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let bids = own.get_mut::<Bids>();
        (bids.1, bids.2, bids.3, bids.4) = (table.chance(&LOT.below(35))[0] as u8, 0, 0, None);
    }
    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let (coins, _, asked, price, leader) = own.get_mut::<Bids>();
        if let Some(seat) = table.alive().clockwise_from(table.active()).nth(*asked) {
            return Progress::Ask(seat);
        }
        if let Some(seat) = leader.take().map(Seat::new) {
            coins[seat.index()] -= *price as u8;
            table.tell(&SOLD, (seat, *price));
        }
        Progress::Done
    }
    fn question(&self, _: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        let (coins, lot, _, price, _) = own.get::<Bids>();
        let more = price + 1..=coins[seat.index()].into();
        let about: [Subject; 2] = [Face::new(*lot)?.into(), (*price).into()];
        let bids = std::iter::once(0).chain(more).map(Answer::number);
        Some(Question::new(&GIVE, bids).about(about))
    }
    fn answer(&self, _: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let (_, _, asked, price, leader) = own.get_mut::<Bids>();
        *asked += 1;
        if let Some(bid) = answer.as_number().filter(|&bid| bid > *price) {
            (*price, *leader) = (bid, Some(seat.number()));
        }
    }
}
