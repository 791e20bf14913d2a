//! A rule that hears of pieces about to be lost: each has a second life, if its player wants it.

use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, CountDecl, Own, Progress, Question, Rule, RuleDecl,
    RulePhase, Seat, Setup, Shown, Table, TableView, Texts, Timing,
};

const RISE: AskDecl = AskDecl::new(
    "second-life",
    AnswerKind::Words(&[
        ("rise", Texts(&[("en", "start again"), ("fr", "repartir")])),
        ("fall", Texts(&[("en", "be out"), ("fr", "sortir")])),
    ]),
    Texts(&[("en", "Does your piece start again?"), ("fr", "Votre pion repart-il ?")]),
);
static LIVES: CountDecl = CountDecl::new(
    "lives",
    Texts(&[("en", "lives"), ("fr", "vies")]),
    Texts(&[("en", "{who}: lives left: {count}."), ("fr", "{who} : vies restantes : {count}.")]),
);
pub static SECOND_LIFE: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "second-life", "each piece may start again once", &|_| {
        Some(Box::new(SecondLife))
    })
    .asks(&[&RISE])
    .counts(&[&LIVES])
    .at(&[Timing::Loss])
    .abilities(Abilities::MOVES_PIECES);

#[derive(Debug)]
struct SecondLife;

/// For each seat how many lives it has, and whether it has answered since it fell.
type Lives = Vec<(u8, bool)>;

impl Rule for SecondLife {
    fn decl(&self) -> &'static RuleDecl {
        &SECOND_LIFE
    }
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::new::<Lives>(vec![(1, false); setup.seats.into()])
    }
    fn begin(&self, _: &mut Table<'_>, own: &mut Own, _: Timing) {
        own.get_mut::<Lives>().iter_mut().for_each(|life| life.1 = false);
    }
    fn act(&self, table: &mut Table<'_>, own: &mut Own, _: Timing) -> Progress {
        let lives = own.get::<Lives>();
        let may_rise =
            |seat: &Seat| lives[seat.index()] == (1, false) && !table.free_marks(*seat).is_empty();
        table
            .falling()
            .clockwise_from(table.active())
            .find(may_rise)
            .map_or(Progress::Done, Progress::Ask)
    }
    fn question(&self, _: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        Some(Question::new(&RISE, ["rise", "fall"].map(Answer::word)))
    }
    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        let rises = answer.as_word() == Some("rise")
            && table.save(seat, table.free_marks(seat)[0], "second-life");
        own.get_mut::<Lives>()[seat.index()] = (u8::from(!rises), true);
    }
    fn shows(&self, own: &Own, _: u32, each: &mut dyn FnMut(Shown)) {
        (0..)
            .zip(own.get::<Lives>())
            .for_each(|(seat, life)| each(Shown::Seat(&LIVES, Seat::new(seat), life.0)));
    }
}
