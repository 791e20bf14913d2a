//! A rule that shows what it asks about, for tests, and the whole program with it: in every turn a tile is auctioned, and
//! who wins it names one of three tiles in secret.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::process::ExitCode;
use tsuro::board::{Face, Laid, Rotation, Square};
use tsuro::game::{
    Answer, AnswerKind, AskDecl, ChanceDecl, EventDecl, FieldValue, HazardRule, Key, Progress, Question, Rule, RuleContext, Seat, Subject,
    SubjectDecl, Telling, Texts, Timing, UnitDecl, Values,
};
use tsuro::rules::Registry;

/// A hazard that asks every ship in turn for a bid.
#[derive(Debug)]
pub(crate) struct Auction;

/// What is auctioned, who has been asked, and who has bid most.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AuctionState {
    lot: u8,
    asked: u8,
    price: u32,
    leader: Option<u8>,
    named: bool,
}

const COINS: UnitDecl = UnitDecl::new(Texts(&[("en", "coin"), ("fr", "pièce")]), Texts(&[("en", "coins"), ("fr", "pièces")]));

const BID: AskDecl = AskDecl::new(
    Auction::NAME,
    AnswerKind::Amount(COINS),
    Texts(&[("en", "Who gives more than {price} for {lot}?"), ("fr", "Qui donne plus de {price} pour {lot} ?")]),
)
.about(&[SubjectDecl::new("lot"), SubjectDecl::counting("price", COINS), SubjectDecl::new("stall")]);

const PRIZE: AskDecl = AskDecl::new(
    Auction::NAME,
    AnswerKind::Tile,
    Texts(&[("en", "Which tile does {seller} hand you at {berth}?"), ("fr", "Quelle tuile {seller} vous remet-il en {berth} ?")]),
)
.about(&[SubjectDecl::new("seller"), SubjectDecl::new("berth"), SubjectDecl::new("sign")])
.in_secret();

static SOLD: EventDecl = EventDecl::of_rule(
    Auction::NAME,
    &["player", "price"],
    &[Telling::always(Texts(&[("en", "{player} has it for {price}."), ("fr", "{player} l'obtient pour {price}.")]))],
)
.with_seats(&["player"]);
static LOT: ChanceDecl = ChanceDecl::new(Auction::NAME, Texts(&[("en", "a tile is auctioned"), ("fr", "une tuile est aux enchères")]));

fn face(number: u8) -> Face {
    Face::new(number % 35).expect("35 faces")
}

impl Auction {
    /// Who has not been asked yet.
    fn bidder<T: RuleContext + ?Sized>(table: &T, state: &AuctionState) -> Option<Seat> {
        table.alive().clockwise_from(table.active()).nth(state.asked.into())
    }

    fn leader<T: RuleContext + ?Sized>(table: &T, state: &AuctionState) -> Option<Seat> {
        state.leader.map(Seat::new).filter(|&seat| !state.named && table.alive().contains(seat))
    }
}

impl Rule for Auction {
    const NAME: &'static str = "auction";
    const SUMMARY: &'static str = "auctions a tile in every turn";
    const KEYS: &'static [Key] = &[];
    const EVENTS: &'static [&'static EventDecl] = &[&SOLD];
    const CHANCE: &'static [&'static ChanceDecl] = &[&LOT];
    const ASKS: &'static [&'static AskDecl] = &[&BID, &PRIZE];
    const TIMINGS: &'static [Timing] = &[Timing::BeforePlacement];

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }
}

impl HazardRule for Auction {
    type State = AuctionState;

    fn start(&self, _: u8) -> AuctionState {
        AuctionState::default()
    }

    fn begin<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut AuctionState, _: Timing) {
        let [lot, _] = table.chance(&LOT.below(35));
        *state = AuctionState { lot: lot as u8, price: 1, ..AuctionState::default() };
    }

    fn act<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut AuctionState, _: Timing) -> Progress {
        Self::bidder(table, state).or_else(|| Self::leader(table, state)).map_or(Progress::Done, Progress::Ask)
    }

    fn question<T: RuleContext + ?Sized>(&self, table: &T, state: &AuctionState, seat: Seat) -> Option<Question> {
        let lot = face(state.lot);
        if Self::bidder(table, state).is_some() {
            let about: [Subject; 3] = [lot.into(), state.price.into(), Square::new(2, 2).into()];
            // Who bids no more than the price passes.
            let bids = state.price..state.price + 6;
            return Some(Question::new(&BID, bids.map(Answer::number)).about(about));
        }
        let seller = table.alive().next_after(seat).unwrap_or(seat);
        let sign = Laid::new(lot, Rotation::new(1));
        let about: [Subject; 3] = [seller.into(), table.place(seat).into(), sign.into()];
        Some(Question::new(&PRIZE, (0..3).map(|step| face(state.lot + step).into())).about(about))
    }

    fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut AuctionState, seat: Seat, answer: Answer) {
        if Self::bidder(table, state).is_none() {
            state.named = true;
            return table.tell(&SOLD, &[FieldValue::Seat(seat), FieldValue::Number(state.price)]);
        }
        state.asked += 1;
        if let Some(price) = answer.as_number().filter(|&bid| bid > state.price) {
            (state.price, state.leader) = (price, Some(seat.number()));
        }
    }

    fn view(&self, state: &AuctionState, _: Option<Seat>) -> Value {
        json!(state)
    }
}

/// The rules of the crate and this one.
pub fn registry() -> Registry {
    Registry::default().with_hazard::<Auction>()
}

fn main() -> ExitCode {
    tsuro::main_with(registry())
}
