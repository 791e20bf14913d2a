//! A rule that says who is next: all bid in secret, and the highest bid has the next turn, even the
//! same player's again.

use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, Own, Progress, Question, Rng, Rule, RuleDecl,
    RuleEvent, RulePhase, Seat, Setup, Table, TableView, Telling, Texts, Timing,
};
const TEXT: Texts = Texts(&[
    ("en", "How much do you bid for the next turn?"),
    ("fr", "Combien offrez-vous pour le tour suivant ?"),
]);
const HOW_MUCH: AskDecl = AskDecl::new("bid", AnswerKind::Number, TEXT).in_secret();
const WINS: Texts = Texts(&[
    ("en", "{player} has the next turn for {price}."),
    ("fr", "{player} a le tour suivant pour {price}."),
]);
static WON: RuleEvent<(Seat, u32)> =
    RuleEvent::new("bid", &["player", "price"], &[Telling::always(WINS)]).revealing();
pub static BID: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "bid", "all bid for the next turn", &|_| Some(Box::new(Bid)))
        .events(&[WON.decl()])
        .asks(&[&HOW_MUCH])
        .at(&[Timing::NextSeat])
        .abilities(Abilities::NONE);
#[derive(Debug)]
struct Bid;
/// What each seat has left to bid, and its bid of this turn.
type Purses = Vec<(u8, Option<u8>)>;
impl Rule for Bid {
    fn decl(&self) -> &'static RuleDecl {
        &BID
    }
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::new::<Purses>(vec![(9, None); setup.seats.into()])
    }
    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let purses = own.get_mut::<Purses>();
        let order: Vec<Seat> = table.alive().clockwise_from(table.active()).collect();
        if let Some(&seat) = order.iter().find(|seat| purses[seat.index()].1.is_none()) {
            return Progress::Ask(seat);
        }
        // Of equal bids, that of the last clockwise from the active seat.
        if let Some(&seat) = order.iter().max_by_key(|seat| purses[seat.index()].1) {
            let price = purses[seat.index()].1.unwrap_or_default();
            purses[seat.index()].0 -= price;
            table.set_next(seat);
            table.tell(&WON, (seat, price.into()));
        }
        for purse in purses {
            purse.1 = None;
        }
        Progress::Done
    }
    fn question(&self, _: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        let most = own.get::<Purses>()[seat.index()].0.min(3);
        Some(Question::new(&HOW_MUCH, (0..=most).map(|bid| Answer::number(bid.into()))))
    }
    fn answer(&self, _: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        own.get_mut::<Purses>()[seat.index()].1 = answer.as_number().map(|bid| bid as u8);
    }
    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {
        for (other, purse) in own.get_mut::<Purses>().iter_mut().enumerate() {
            if other != seat.index() {
                purse.1 = purse.1.map(|_| rng.below(u32::from(purse.0.min(3)) + 1) as u8);
            }
        }
    }
}
