//! A rule that shows what it asks about, for tests: in every turn a tile is auctioned, and who wins
//! it names one of three tiles in secret.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tsuro::board::{Face, Laid, Rotation, Square};
use tsuro::game::{
    Answer, AnswerKind, AskDecl, ChanceDecl, Own, Progress, Question, Rule, RuleDecl, RuleEvent,
    Seat, Setup, Subject, SubjectDecl, Table, TableView, Telling, Texts, Timing, UnitDecl,
};
use tsuro::rules::{Registry, RulePhase};

const NAME: &str = "auction";

static AUCTION: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, NAME, "auctions a tile in every turn", &|_| {
        Some(Box::new(Auction))
    })
    .events(&[SOLD.decl()])
    .chance(&[&LOT])
    .asks(&[&BID, &PRIZE])
    .at(&[Timing::BeforePlacement]);

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

const COINS: UnitDecl = UnitDecl::new(
    Texts(&[("en", "coin"), ("fr", "pièce")]),
    Texts(&[("en", "coins"), ("fr", "pièces")]),
);

const BID: AskDecl = AskDecl::new(
    NAME,
    AnswerKind::Amount(COINS),
    Texts(&[
        ("en", "Who gives more than {price} for {lot}?"),
        ("fr", "Qui donne plus de {price} pour {lot} ?"),
    ]),
)
.about(&[
    SubjectDecl::new("lot"),
    SubjectDecl::counting("price", COINS),
    SubjectDecl::new("stall"),
]);

const PRIZE: AskDecl = AskDecl::new(
    NAME,
    AnswerKind::Tile,
    Texts(&[
        ("en", "Which tile does {seller} hand you at {berth}?"),
        ("fr", "Quelle tuile {seller} vous remet-il en {berth} ?"),
    ]),
)
.about(&[SubjectDecl::new("seller"), SubjectDecl::new("berth"), SubjectDecl::new("sign")])
.in_secret();

static SOLD: RuleEvent<(Seat, u32)> = RuleEvent::new(
    NAME,
    &["player", "price"],
    &[Telling::always(Texts(&[
        ("en", "{player} has it for {price}."),
        ("fr", "{player} l’obtient pour {price}."),
    ]))],
);
static LOT: ChanceDecl = ChanceDecl::new(
    NAME,
    Texts(&[("en", "a tile is auctioned"), ("fr", "une tuile est aux enchères")]),
);

fn face(number: u8) -> Face {
    Face::new(number % 35).expect("35 faces")
}

impl Auction {
    /// Who has not been asked yet.
    fn bidder(table: TableView<'_>, state: &AuctionState) -> Option<Seat> {
        table.alive().clockwise_from(table.active()).nth(state.asked.into())
    }

    fn leader(table: TableView<'_>, state: &AuctionState) -> Option<Seat> {
        state.leader.map(Seat::new).filter(|&seat| !state.named && table.alive().contains(seat))
    }
}

impl Rule for Auction {
    fn decl(&self) -> &'static RuleDecl {
        &AUCTION
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(AuctionState::default())
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let [lot, _] = table.chance(&LOT.below(35));
        *own.get_mut() = AuctionState { lot: lot as u8, price: 1, ..AuctionState::default() };
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let (table, state) = (table.view(), own.get());
        Self::bidder(table, state)
            .or_else(|| Self::leader(table, state))
            .map_or(Progress::Done, Progress::Ask)
    }

    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        let state = own.get::<AuctionState>();
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

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let state = own.get_mut::<AuctionState>();
        if Self::bidder(table.view(), state).is_none() {
            state.named = true;
            return table.tell(&SOLD, (seat, state.price));
        }
        state.asked += 1;
        if let Some(price) = answer.as_number().filter(|&bid| bid > state.price) {
            (state.price, state.leader) = (price, Some(seat.number()));
        }
    }

    fn view(&self, own: &Own, _: Option<Seat>) -> Value {
        json!(own.get::<AuctionState>())
    }
}

/// The rules of the crate and this one.
pub fn registry() -> Registry {
    Registry::default().with(&AUCTION)
}
