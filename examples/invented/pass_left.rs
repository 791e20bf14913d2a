//! A rule that asks: everybody draws, and now and then all pass a tile to the left at once, each
//! picked in secret.

use tsuro::game::{
    Answer, AnswerKind, AskDecl, Key, Own, Progress, Question, Rule, RuleDecl, RuleEvent, RuleKey,
    RulePhase, Seat,
};
use tsuro::game::{SeatSet, Setup, Spot, Table, TableView, Telling, Texts, Timing};

const PICK: AskDecl = AskDecl::new("pass-left", AnswerKind::HandTile, WHICH).in_secret();
const WHICH: Texts = Texts(&[
    ("en", "Which tile do you pass to the left?"),
    ("fr", "Quelle tuile passez-vous à gauche ?"),
]);
static PASSED: RuleEvent<()> = RuleEvent::new("pass-left", &[], &[Telling::always(TOLD)]);
const TOLD: Texts =
    Texts(&[("en", "All pass a tile to the left."), ("fr", "Chacun passe une tuile à gauche.")]);
const EVERY: RuleKey<u32> = Key::number("every", 1..=100)
    .default(4)
    .means("How many turns there are between two passes")
    .typed();
const SUMMARY: &str = "everybody draws, and now and then all pass a tile to the left";

pub static PASS_LEFT: RuleDecl = RuleDecl::new(RulePhase::Draw, "pass-left", SUMMARY, &|values| {
    Some(Box::new(PassLeft(values.get(&EVERY)?)))
})
.keys(&[EVERY.decl()])
.events(&[PASSED.decl()])
.asks(&[&PICK])
.at(&[Timing::Drawing]);

#[derive(Debug)]
struct PassLeft(u32);

impl Rule for PassLeft {
    fn decl(&self) -> &'static RuleDecl {
        &PASS_LEFT
    }

    fn start(&self, _: &Setup<'_>) -> Own {
        // seats that have picked this turn: their tiles lie under the pile, where no seat sees them
        Own::new(SeatSet::EMPTY)
    }

    fn begin(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) {
        let short = table.short_of_tiles().clockwise_from(table.active());
        short.for_each(|seat| _ = table.draw_one(seat));
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let (picked, passes) = (own.get_mut::<SeatSet>(), table.turn().is_multiple_of(self.0));
        let waits = |&seat: &Seat| passes && !picked.contains(seat) && table.hand_len(seat) > 0;
        if let Some(seat) = table.alive().clockwise_from(table.active()).find(waits) {
            return Progress::Ask(seat);
        }
        let order: Vec<Seat> = std::mem::take(picked).clockwise_from(table.active()).collect();
        for &from in order.iter().rev() {
            let to = table.alive().next_after(from).unwrap_or(from);
            let last = table.pile_len().saturating_sub(1);
            table.pile(last).map(|tile| {
                table.put(tile, Spot::PileBottom, Spot::Hand(to), SeatSet::from_iter([from, to]))
            });
        }
        passes.then(|| table.tell(&PASSED, ()));
        Progress::Done
    }

    fn question(&self, table: TableView<'_>, _: &Own, seat: Seat) -> Option<Question> {
        Some(Question::new(&PICK, table.hand(seat).distinct().map(Answer::from)))
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        own.get_mut::<SeatSet>().insert(seat);
        answer
            .face()
            .map(|tile| table.put(tile, Spot::Hand(seat), Spot::PileBottom, SeatSet::only(seat)));
    }
}
