//! A rule that asks: everybody draws, and now and then all pass a tile to the left at once, each picked in secret.

use tsuro::game::{Answer, AnswerKind, AskDecl, DrawRule, EventDecl, Key, Progress, Question, Rule, RuleContext};
use tsuro::game::{Seat, SeatSet, Spot, Telling, Texts, Values};

const PICK: AskDecl = AskDecl::new(PassLeft::NAME, AnswerKind::HandTile, WHICH).in_secret();
const WHICH: Texts = Texts(&[("en", "Which tile do you pass to the left?"), ("fr", "Quelle tuile passez-vous à gauche ?")]);
static PASSED: EventDecl = EventDecl::of_rule(PassLeft::NAME, &[], &[Telling::always(TOLD)]);
const TOLD: Texts = Texts(&[("en", "All pass a tile to the left."), ("fr", "Chacun passe une tuile à gauche.")]);

#[derive(Debug)]
pub struct PassLeft(u32);

impl Rule for PassLeft {
    const NAME: &'static str = "pass-left";
    const SUMMARY: &'static str = "everybody draws, and now and then all pass a tile to the left";
    const KEYS: &'static [Key] = &[Key::number("every", 1..=100).default(4).means("How many turns there are between two passes")];
    const EVENTS: &'static [&'static EventDecl] = &[&PASSED];
    const ASKS: &'static [&'static AskDecl] = &[&PICK];

    fn build(values: &mut Values<'_>) -> Option<Self> {
        Some(Self(u32::try_from(values.int("every")).ok()?))
    }
}

impl DrawRule for PassLeft {
    type State = SeatSet; // who has picked in this turn: those tiles lie under the pile, where nobody sees them

    fn start(&self, _: u8) -> SeatSet {
        SeatSet::EMPTY
    }

    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, picked: &mut SeatSet) -> Progress {
        table.short_of_tiles().clockwise_from(table.active()).for_each(|seat| _ = table.draw_one(seat));
        if table.turn().is_multiple_of(self.0) { self.go_on(table, picked) } else { Progress::Done }
    }

    fn go_on<T: RuleContext + ?Sized>(&self, table: &mut T, picked: &mut SeatSet) -> Progress {
        let waits = |&seat: &Seat| !picked.contains(seat) && table.hand_len(seat) > 0;
        if let Some(seat) = table.alive().clockwise_from(table.active()).find(waits) {
            return Progress::Ask(seat);
        }
        let givers: Vec<Seat> = std::mem::take(picked).clockwise_from(table.active()).collect();
        for from in givers.into_iter().rev() {
            let (to, last) = (table.alive().next_after(from).unwrap_or(from), table.pile_len().saturating_sub(1));
            table.pile(last).map(|tile| table.put(tile, Spot::PileBottom, Spot::Hand(to), SeatSet::from_iter([from, to])));
        }
        table.tell(&PASSED, &[]);
        Progress::Done
    }

    fn question<T: RuleContext + ?Sized>(&self, table: &T, _: &SeatSet, seat: Seat) -> Option<Question> {
        Some(Question::new(&PICK, table.hand(seat).distinct().map(Answer::from)))
    }

    fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, picked: &mut SeatSet, seat: Seat, answer: Answer) {
        picked.insert(seat);
        answer.face().map(|tile| table.put(tile, Spot::Hand(seat), Spot::PileBottom, SeatSet::only(seat)));
    }
}
