//! Rules that ask, for tests, and the whole program with them: a hazard that asks at every moment at which it acts, each
//! time for another kind of answer, and a draw rule that asks two seats in turn for something that stays secret.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::process::ExitCode;
use tsuro::board::{Place, Port, Square};
use tsuro::game::{
    Answer, AnswerKind, AskDecl, Cause, CauseDecl, ChanceDecl, DrawRule, Event, EventDecl, FieldValue, HazardRule, Key, KeyWords, Progress,
    Question, Rng, Rule, RuleContext, Seat, SeatSet, Spot, Texts, Timing, Values,
};
use tsuro::rules::Registry;

/// A hazard that asks: which square is blocked, who goes overboard, where the active ship drifts, how the wind blows.
#[derive(Debug)]
pub(crate) struct Herald;

/// The moment of the question that the herald still has to ask, and the wind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HeraldState {
    asks: Option<String>,
    wind: u32,
}

const ROCK: AskDecl = AskDecl {
    rule: Herald::NAME,
    text: Texts(&[("en", "Which square is full of rocks?"), ("fr", "Quelle case est pleine de rochers ?")]),
    kind: AnswerKind::Square,
    about: &[],
    secret: false,
};
const OVERBOARD: AskDecl = AskDecl {
    rule: Herald::NAME,
    text: Texts(&[("en", "Who goes overboard?"), ("fr", "Qui passe par-dessus bord ?")]),
    kind: AnswerKind::Seat,
    about: &[],
    secret: false,
};
const DRIFT: AskDecl = AskDecl {
    rule: Herald::NAME,
    text: Texts(&[("en", "Where does your ship drift?"), ("fr", "Où dérive votre navire ?")]),
    kind: AnswerKind::Place,
    about: &[],
    secret: false,
};
const WEATHER: AskDecl = AskDecl {
    rule: Herald::NAME,
    text: Texts(&[("en", "What is the weather?"), ("fr", "Quel temps fait-il ?")]),
    kind: AnswerKind::Words(&[
        ("calm", Texts(&[("en", "a calm sea"), ("fr", "une mer calme")])),
        ("gale", Texts(&[("en", "a gale"), ("fr", "un coup de vent")])),
    ]),
    about: &[],
    secret: false,
};
const WIND: AskDecl = AskDecl {
    rule: Herald::NAME,
    text: Texts(&[("en", "How strong is the wind?"), ("fr", "Quelle est la force du vent ?")]),
    kind: AnswerKind::Number,
    about: &[],
    secret: false,
};

/// What a lot in every fourth turn brings.
const OMENS: [&str; 3] = ["albatross", "kraken", "siren"];

static SEEN: EventDecl = EventDecl::of_rule(Herald::NAME, &["omen"], &[]);
static OMEN: ChanceDecl =
    ChanceDecl::new(Herald::NAME, Texts(&[("en", "an omen is seen"), ("fr", "un présage apparaît")])).in_event(&SEEN, &["omen"]);
static GUST: ChanceDecl = ChanceDecl::new(Herald::NAME, Texts(&[("en", "the wind rises"), ("fr", "le vent se lève")]));

impl Herald {
    /// Who is asked at a moment; `None`: nobody.
    fn asked<T: RuleContext + ?Sized>(table: &T, at: Timing) -> Option<Seat> {
        // A test looks at what a bug in a rule does to the terminal.
        assert!(at == Timing::SetUp || std::env::var_os("HERALD_PANICS").is_none(), "the herald stumbles");
        // Another one looks at what becomes of a rule that never ends: it writes a file of this name and goes no further.
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

static GONE_OVERBOARD: CauseDecl =
    CauseDecl::new("herald/overboard", "going overboard", Texts(&[("en", "gone overboard"), ("fr", "passé par-dessus bord")]));

impl Rule for Herald {
    const NAME: &'static str = "herald";
    const SUMMARY: &'static str = "asks at every moment";
    const KEYS: &'static [Key] = &[];
    const EVENTS: &'static [&'static EventDecl] = &[&SEEN];
    const CAUSES: &'static [&'static CauseDecl] = &[&GONE_OVERBOARD];
    const CHANCE: &'static [&'static ChanceDecl] = &[&OMEN, &GUST];
    const ASKS: &'static [&'static AskDecl] = &[&ROCK, &OVERBOARD, &DRIFT, &WEATHER, &WIND];
    const TIMINGS: &'static [Timing] = &[Timing::SetUp, Timing::BeforePlacement, Timing::AfterPlacement, Timing::TurnEnds];

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }
}

impl HazardRule for Herald {
    type State = HeraldState;

    fn start(&self, _: u8) -> HeraldState {
        HeraldState::default()
    }

    fn begin<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut HeraldState, at: Timing) {
        state.asks = Self::asked(table, at).map(|_| at.word().to_owned());
        if at == Timing::BeforePlacement && table.turn().is_multiple_of(4) {
            let word = |_, number: u32| FieldValue::Word(OMENS[number as usize]);
            let [omen, _] = table.chance(&OMEN.below(3).written_as(&word));
            table.tell(&SEEN, &[word(0, omen)]);
            state.wind = omen + table.chance(&GUST.below(1000))[0];
        }
    }

    fn act<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut HeraldState, at: Timing) -> Progress {
        state.asks.as_ref().and_then(|_| Self::asked(table, at)).map_or(Progress::Done, Progress::Ask)
    }

    fn question<T: RuleContext + ?Sized>(&self, table: &T, state: &HeraldState, seat: Seat) -> Option<Question> {
        let here = table.place(seat);
        Some(match Self::moment(state)? {
            Timing::SetUp => Question::new(&ROCK, [(1, 1), (2, 2), (3, 3)].map(|(column, row)| Square::new(column, row).into())),
            Timing::AfterPlacement => {
                let ports = Port::all().filter(|port| (port.index() + 8 - here.port().index()) % 8 < 3);
                Question::new(&DRIFT, ports.map(|port| Place::new(here.square(), port).into()))
            }
            Timing::TurnEnds if table.turn().is_multiple_of(2) => Question::new(&WIND, (0..4).map(|step| Answer::number(10 * step))),
            Timing::TurnEnds => Question::new(&WEATHER, ["calm", "gale"].map(Answer::word)),
            _ => Question::new(&OVERBOARD, table.alive().iter().map(Answer::from)),
        })
    }

    fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut HeraldState, seat: Seat, answer: Answer) {
        let Some(at) = Self::moment(state) else { return };
        state.asks = None;
        match at {
            Timing::SetUp => answer.square().into_iter().for_each(|square| table.block(square)),
            Timing::AfterPlacement => {
                if let Some(place) = answer.place().filter(|&place| place != table.place(seat)) {
                    table.carry(seat, place, Self::NAME);
                }
            }
            Timing::TurnEnds => {
                state.wind = answer.as_number().unwrap_or_else(|| u32::from(answer.as_word() == Some("gale")));
                table.note(&Event::Rule { rule: Self::NAME, data: &json!({ "wind": state.wind }) });
            }
            _ => answer.seat().into_iter().for_each(|seat| table.eliminate(seat, Cause::Rule(&GONE_OVERBOARD))),
        }
    }

    fn view(&self, state: &HeraldState, _: Option<Seat>) -> Value {
        json!(state)
    }
}

/// A draw rule: the active seat and the next one each put a tile under the pile that nobody else sees, and draw another.
#[derive(Debug)]
pub(crate) struct Sealed;

/// What was chosen so far: the seat and the number of the tile in its hand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SealedState {
    asks: bool,
    chosen: Vec<(u8, u8)>,
}

const SEALED: AskDecl = AskDecl {
    rule: Sealed::NAME,
    text: Texts(&[("en", "Which tile goes under the pile?"), ("fr", "Quelle tuile va sous la pioche ?")]),
    kind: AnswerKind::HandTile,
    about: &[],
    secret: true,
};

impl Sealed {
    /// The seats that are asked, in this order.
    fn bidders<T: RuleContext + ?Sized>(table: &T) -> impl Iterator<Item = Seat> {
        let (alive, active) = (table.alive(), table.active());
        let all = [Some(active).filter(|&seat| alive.contains(seat)), alive.next_after(active).filter(|&seat| seat != active)];
        all.into_iter().flatten()
    }
}

impl Rule for Sealed {
    const NAME: &'static str = "sealed";
    const SUMMARY: &'static str = "two seats put a tile under the pile in secret, and draw another";
    const ASKS: &'static [&'static AskDecl] = &[&SEALED];
    const KEYS: &'static [Key] = &[];

    fn build(_: &mut Values<'_>) -> Option<Self> {
        Some(Self)
    }
}

impl DrawRule for Sealed {
    type State = SealedState;

    fn start(&self, _: u8) -> SealedState {
        SealedState::default()
    }

    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut SealedState) -> Progress {
        for seat in table.short_of_tiles().clockwise_from(table.active()) {
            table.draw_one(seat);
        }
        state.asks = true;
        self.go_on(table, state)
    }

    fn go_on<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut SealedState) -> Progress {
        if !state.asks {
            return Progress::Done;
        }
        let chose = |seat: Seat| state.chosen.iter().any(|choice| choice.0 == seat.number());
        if let Some(seat) = Self::bidders(table).find(|&seat| table.hand_len(seat) > 0 && !chose(seat)) {
            return Progress::Ask(seat);
        }
        // Only now does anything move, so that the second seat cannot see what the first has chosen.
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

    fn question<T: RuleContext + ?Sized>(&self, table: &T, _: &SealedState, seat: Seat) -> Option<Question> {
        Some(Question::new(&SEALED, table.hand(seat).distinct().map(Answer::from)))
    }

    fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut SealedState, seat: Seat, answer: Answer) {
        let slot = table.hand(seat).iter().position(|tile| Some(tile) == answer.face());
        state.chosen.push((seat.number(), slot.unwrap_or_default() as u8));
    }

    fn view(&self, state: &SealedState, seat: Option<Seat>) -> Value {
        let shown = |&(owner, slot): &(u8, u8)| (owner, seat.is_none_or(|seat| seat.number() == owner).then_some(slot));
        json!({ "asks": state.asks, "chosen": state.chosen.iter().map(shown).collect::<Vec<_>>() })
    }

    fn redeal(&self, state: &mut SealedState, seat: Seat, rng: &mut Rng) {
        for (_, slot) in state.chosen.iter_mut().filter(|choice| choice.0 != seat.number()) {
            *slot = rng.below(60) as u8;
        }
    }
}

/// The rules of the crate and these.
pub fn registry() -> Registry {
    Registry::default().with_hazard::<Herald>().with_draw::<Sealed>()
}

fn main() -> ExitCode {
    tsuro::main_with(registry())
}
