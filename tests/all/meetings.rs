//! The moment at which pieces have met: who met whom, questions at it, and losses after it.

use crate::common::Texts as Loader;
use crate::common::games::{played, resumes_after_every_line};
use std::sync::Arc;
use tsuro::game::{
    Abilities, Answer, AnswerKind, AskDecl, Cause, Own, Progress, Question, Rule, RuleDecl,
    RuleEvent, RulePhase, Seat, Setup, Table, TableView, Telling, Texts, Timing,
};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;

const YIELD: AskDecl = AskDecl::new(
    "parley",
    AnswerKind::Words(&[
        ("stay", Texts(&[("en", "start again"), ("fr", "repartir")])),
        ("yield", Texts(&[("en", "be out"), ("fr", "sortir")])),
    ]),
    Texts(&[("en", "Does your piece start again?"), ("fr", "Votre pion repart-il ?")]),
);
static MET: RuleEvent<(Seat, u32)> = RuleEvent::new("parley", &["player", "met"], TOLD);
const TOLD: &[Telling] = &[Telling::always(Texts(&[
    ("en", "{player} met {met}."),
    ("fr", "{player} a rencontré {met}."),
]))];
static LOST: RuleEvent<(Seat, u32)> =
    RuleEvent::new("parley", &["player", "lost"], TOLD_OF_LOSS).of_kind("lost");
const TOLD_OF_LOSS: &[Telling] = &[Telling::always(Texts(&[
    ("en", "{player} is lost: {lost}."),
    ("fr", "{player} est perdu : {lost}."),
]))];
static PARLEY: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "parley", "pieces that meet may start again", &|_| {
        Some(Box::new(Parley))
    })
    .events(&[MET.decl(), LOST.decl()])
    .asks(&[&YIELD])
    .at(&[Timing::Met, Timing::Loss])
    .abilities(Abilities::NONE);

/// Asks the pieces that have met, and reports the pieces that are lost for all that.
#[derive(Debug)]
struct Parley;

impl Rule for Parley {
    fn decl(&self) -> &'static RuleDecl {
        &PARLEY
    }

    /// Who has answered.
    fn start(&self, setup: &Setup<'_>) -> Own {
        Own::new(vec![false; setup.seats.into()])
    }

    fn begin(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) {
        own.get_mut::<Vec<bool>>().fill(false);
        for seat in table.falling().clockwise_from(table.active()) {
            let met = table.met(seat);
            assert_eq!(
                met.is_empty(),
                table.cause_of_loss(seat) != Some(Cause::Collision),
                "{seat}"
            );
            if at == Timing::Loss {
                table.tell(&LOST, (seat, met.len().into()));
                continue;
            }
            assert!(
                met.iter().all(|other| other != seat && table.met(other).contains(seat)),
                "{seat}"
            );
            if !met.is_empty() {
                table.tell(&MET, (seat, met.len().into()));
            }
        }
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let asked = own.get::<Vec<bool>>();
        let may = |seat: &Seat| {
            !asked[seat.index()]
                && !table.met(*seat).is_empty()
                && !table.free_marks(*seat).is_empty()
        };
        let next =
            table.falling().clockwise_from(table.active()).find(may).filter(|_| at == Timing::Met);
        next.map_or(Progress::Done, Progress::Ask)
    }

    fn question(&self, _: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        Some(Question::new(&YIELD, ["stay", "yield"].map(Answer::word)))
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        own.get_mut::<Vec<bool>>()[seat.index()] = true;
        if answer.as_word() == Some("stay") {
            table.save(seat, table.free_marks(seat)[0], "parley");
        }
    }
}

fn variant(keys: &str) -> Arc<Variant> {
    let text =
        format!("schema = 1\nextends = \"classic\"\n{keys}rule = [{{ rule = \"parley\" }}]\n");
    let texts = [("parley", text.as_str())];
    let registry = Registry::default().with(&PARLEY);
    Arc::new(
        Variant::load("parley", &Loader(&texts), &registry)
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

/// How often each of these texts comes in the records of 200 games.
fn counts<const N: usize>(variant: &Arc<Variant>, texts: [&str; N]) -> [usize; N] {
    let games: String = (0..200)
        .map(|index| played(variant, 2 + (index % 7) as u8, "meetings", index).record)
        .collect();
    texts.map(|text| games.matches(text).count())
}

#[test]
fn pieces_that_met_are_named_before_the_loss_and_may_be_saved() {
    // Pieces that may be led together are.
    let variant = variant("placement = { avoid = [] }\n");
    let [met, stay, yields, carried, collided, lost] = counts(
        &variant,
        [
            r#""data":{"met""#,
            r#""choice":"stay""#,
            r#""choice":"yield""#,
            r#""event":"carried""#,
            r#""cause":"collision""#,
            r#""data":{"lost""#,
        ],
    );
    assert!(met > 40 && stay > 10 && yields > 10, "{met} met, {stay} stay, {yields} yield");
    assert_eq!(carried, stay, "whoever stays is carried to a mark");
    // No piece is saved that was not asked, and all that were not saved are seen at the loss.
    assert!(collided >= met - stay && lost > collided, "{collided} of {met} collided, {lost} lost");
    resumes_after_every_line(&variant, 4, "meetings");
}

#[test]
fn pieces_that_pass_each_other_do_not_meet() {
    let variant = variant("placement = { avoid = [] }\nmovement = { meeting = \"pass\" }\n");
    assert_eq!(counts(&variant, [r#""data":{"met""#, r#""cause":"collision""#]), [0, 0]);
}
