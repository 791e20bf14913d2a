//! Rules that ask, for tests, and the whole program with them: a hazard that asks at every moment
//! at which it acts, each time for another kind of answer, and a draw rule that asks two seats in
//! turn for something that stays secret.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::process::ExitCode;
use tsuro::board::{Place, Port, Square};
use tsuro::game::{
    Answer, AnswerKind, AskDecl, Cause, CauseDecl, ChanceDecl, FieldValue, KeyWords, Own, Progress,
    Question, Rng, Rule, RuleDecl, RuleEvent, RulePhase, Seat, SeatSet, Setup, Spot, Table,
    TableView, Texts, Timing,
};
use tsuro::rules::Registry;

/// A hazard that asks: which square is blocked, who goes overboard, where the active ship drifts,
/// how the wind blows.
#[derive(Debug)]
pub(crate) struct Herald;

/// The moment of the question that the herald still has to ask, and the wind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HeraldState {
    asks: Option<String>,
    wind: u32,
}

const ROCK: AskDecl = AskDecl::new(
    "herald",
    AnswerKind::Square,
    Texts(&[
        ("en", "Which square is full of rocks?"),
        ("fr", "Quelle case est pleine de rochers ?"),
    ]),
);
const OVERBOARD: AskDecl = AskDecl::new(
    "herald",
    AnswerKind::Seat,
    Texts(&[("en", "Who goes overboard?"), ("fr", "Qui passe par-dessus bord ?")]),
);
const DRIFT: AskDecl = AskDecl::new(
    "herald",
    AnswerKind::Place,
    Texts(&[("en", "Where does your ship drift?"), ("fr", "Où dérive votre navire ?")]),
);
const WEATHER: AskDecl = AskDecl::new(
    "herald",
    AnswerKind::Words(&[
        ("calm", Texts(&[("en", "a calm sea"), ("fr", "une mer calme")])),
        ("gale", Texts(&[("en", "a gale"), ("fr", "un coup de vent")])),
    ]),
    Texts(&[("en", "What is the weather?"), ("fr", "Quel temps fait-il ?")]),
);
const WIND: AskDecl = AskDecl::new(
    "herald",
    AnswerKind::Number,
    Texts(&[("en", "How strong is the wind?"), ("fr", "Quelle est la force du vent ?")]),
);

/// What a lot in every fourth turn brings.
const OMENS: [&str; 3] = ["albatross", "kraken", "siren"];

static SEEN: RuleEvent<(&str,)> = RuleEvent::new("herald", &["omen"], &[]);
static BLOWS: RuleEvent<(u32,)> = RuleEvent::new("herald", &["wind"], &[]);
static OMEN: ChanceDecl =
    ChanceDecl::new("herald", Texts(&[("en", "an omen is seen"), ("fr", "un présage apparaît")]))
        .in_event(&SEEN, &["omen"]);
static GUST: ChanceDecl =
    ChanceDecl::new("herald", Texts(&[("en", "the wind rises"), ("fr", "le vent se lève")]));

impl Herald {
    /// The seat that is asked at a moment; `None`: no seat.
    fn asked(table: TableView<'_>, at: Timing) -> Option<Seat> {
        // A test looks at what a bug in a rule does to the terminal.
        assert!(
            at == Timing::SetUp || std::env::var_os("HERALD_PANICS").is_none(),
            "the herald stumbles"
        );
        // Another one looks at what becomes of a rule that never ends: it writes a file of this
        // name and goes no further.
        if let Some(file) = std::env::var_os("HERALD_HANGS").filter(|_| at != Timing::SetUp) {
            std::fs::write(file, "").expect("a file of a test");
            loop {
                std::thread::park();
            }
        }
        let active = table.active();
        match at {
            Timing::SetUp => Some(Seat::new(table.seats() - 1)),
            Timing::TurnEnds => table.alive().next_after(active),
            Timing::AfterPlacement => Some(active).filter(|_| table.turn().is_multiple_of(3)),
            _ => Some(active).filter(|_| table.turn().is_multiple_of(5)),
        }
        .filter(|&seat| table.alive().contains(seat))
    }

    fn moment(state: &HeraldState) -> Option<Timing> {
        Timing::from_word(state.asks.as_deref()?)
    }
}

static GONE_OVERBOARD: CauseDecl = CauseDecl::new(
    "herald/overboard",
    "going overboard",
    Texts(&[("en", "gone overboard"), ("fr", "passé par-dessus bord")]),
);

static HERALD: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "herald", "asks at every moment", &|_| Some(Box::new(Herald)))
        .events(&[SEEN.decl(), BLOWS.decl()])
        .causes(&[&GONE_OVERBOARD])
        .asks(&[&ROCK, &OVERBOARD, &DRIFT, &WEATHER, &WIND])
        .chance(&[&OMEN, &GUST])
        .at(&[Timing::SetUp, Timing::BeforePlacement, Timing::AfterPlacement, Timing::TurnEnds]);

impl Rule for Herald {
    fn decl(&self) -> &'static RuleDecl {
        &HERALD
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(HeraldState::default())
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
        let state = own.get_mut::<HeraldState>();
        state.asks = Self::asked(table.view(), at).map(|_| at.word().to_owned());
        if at == Timing::BeforePlacement && table.turn().is_multiple_of(4) {
            let word = |_, number: u32| FieldValue::Word(OMENS[number as usize]);
            let [omen, _] = table.chance(&OMEN.below(3).written_as(&word));
            table.tell(&SEEN, (OMENS[omen as usize],));
            state.wind = omen + table.chance(&GUST.below(1000))[0];
        }
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let state = own.get_mut::<HeraldState>();
        state
            .asks
            .as_ref()
            .and_then(|_| Self::asked(table.view(), at))
            .map_or(Progress::Done, Progress::Ask)
    }

    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        let state = own.get::<HeraldState>();
        let here = table.place(seat);
        Some(match Self::moment(state)? {
            Timing::SetUp => Question::new(
                &ROCK,
                [(1, 1), (2, 2), (3, 3)].map(|(column, row)| Square::new(column, row).into()),
            ),
            Timing::AfterPlacement => {
                let ports =
                    Port::all().filter(|port| (port.index() + 8 - here.port().index()) % 8 < 3);
                Question::new(&DRIFT, ports.map(|port| Place::new(here.square(), port).into()))
            }
            Timing::TurnEnds if table.turn().is_multiple_of(2) => {
                Question::new(&WIND, (0..4).map(|step| Answer::number(10 * step)))
            }
            Timing::TurnEnds => Question::new(&WEATHER, ["calm", "gale"].map(Answer::word)),
            _ => Question::new(&OVERBOARD, table.alive().iter().map(Answer::from)),
        })
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let state = own.get_mut::<HeraldState>();
        let Some(at) = Self::moment(state) else { return };
        state.asks = None;
        match at {
            Timing::SetUp => answer.square().into_iter().for_each(|square| table.block(square)),
            Timing::AfterPlacement => {
                if let Some(place) = answer.place().filter(|&place| place != table.place(seat)) {
                    table.carry(seat, place, "herald");
                }
            }
            Timing::TurnEnds => {
                state.wind = answer
                    .as_number()
                    .unwrap_or_else(|| u32::from(answer.as_word() == Some("gale")));
                table.tell(&BLOWS, (state.wind,));
            }
            _ => answer
                .seat()
                .into_iter()
                .for_each(|seat| table.eliminate(seat, Cause::Rule(&GONE_OVERBOARD))),
        }
    }

    fn view(&self, own: &Own, _: Option<Seat>) -> Value {
        let state = own.get::<HeraldState>();
        json!(state)
    }
}

/// A draw rule: the active seat and the next one each put a tile, which no other seat sees, under
/// the pile, and draw another.
#[derive(Debug)]
pub(crate) struct Sealed;

/// What was chosen so far: the seat and the number of the tile in its hand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SealedState {
    asks: bool,
    chosen: Vec<(u8, u8)>,
}

const UNDER_THE_PILE: AskDecl = AskDecl::new(
    "sealed",
    AnswerKind::HandTile,
    Texts(&[("en", "Which tile goes under the pile?"), ("fr", "Quelle tuile va sous la pioche ?")]),
)
.in_secret();

impl Sealed {
    /// The seats that are asked, in this order.
    fn bidders(table: TableView<'_>) -> impl Iterator<Item = Seat> {
        let (alive, active) = (table.alive(), table.active());
        let all = [
            Some(active).filter(|&seat| alive.contains(seat)),
            alive.next_after(active).filter(|&seat| seat != active),
        ];
        all.into_iter().flatten()
    }
}

static SEALED: RuleDecl = RuleDecl::new(
    RulePhase::Draw,
    "sealed",
    "two seats put a tile under the pile in secret, and draw another",
    &|_| Some(Box::new(Sealed)),
)
.asks(&[&UNDER_THE_PILE])
.at(&[Timing::Drawing]);

impl Rule for Sealed {
    fn decl(&self) -> &'static RuleDecl {
        &SEALED
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        Own::new(SealedState::default())
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) {
        let state = own.get_mut::<SealedState>();
        for seat in table.short_of_tiles().clockwise_from(table.active()) {
            table.draw_one(seat);
        }
        state.asks = true;
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let state = own.get_mut::<SealedState>();
        if !state.asks {
            return Progress::Done;
        }
        let chose = |seat: Seat| state.chosen.iter().any(|choice| choice.0 == seat.number());
        if let Some(seat) =
            Self::bidders(table.view()).find(|&seat| table.hand_len(seat) > 0 && !chose(seat))
        {
            return Progress::Ask(seat);
        }
        // Only now does anything move, so that the second seat cannot see what the first has
        // chosen.
        for &(seat, slot) in &state.chosen {
            let seat = Seat::new(seat);
            let hand = table.hand(seat);
            if let Some(tile) = hand.iter().nth(usize::from(slot) % hand.len()) {
                table.put(tile, Spot::Hand(seat), Spot::PileBottom, SeatSet::only(seat));
            }
        }
        for (seat, _) in std::mem::take(&mut state.chosen) {
            table.draw_one(Seat::new(seat));
        }
        state.asks = false;
        Progress::Done
    }

    fn question(&self, table: TableView<'_>, _: &Own, seat: Seat) -> Option<Question> {
        Some(Question::new(&UNDER_THE_PILE, table.hand(seat).distinct().map(Answer::from)))
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let state = own.get_mut::<SealedState>();
        let slot = table.hand(seat).iter().position(|tile| Some(tile) == answer.face());
        state.chosen.push((seat.number(), slot.unwrap_or_default() as u8));
    }

    fn view(&self, own: &Own, seat: Option<Seat>) -> Value {
        let state = own.get::<SealedState>();
        let shown = |&(owner, slot): &(u8, u8)| {
            (owner, seat.is_none_or(|seat| seat.number() == owner).then_some(slot))
        };
        json!({ "asks": state.asks, "chosen": state.chosen.iter().map(shown).collect::<Vec<_>>() })
    }

    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {
        let state = own.get_mut::<SealedState>();
        for (_, slot) in state.chosen.iter_mut().filter(|choice| choice.0 != seat.number()) {
            *slot = rng.below(60) as u8;
        }
    }
}

/// The rules of the crate and these.
pub fn registry() -> Registry {
    Registry::default().with(&HERALD).with(&SEALED)
}

fn main() -> ExitCode {
    tsuro_program::main_with(registry())
}
