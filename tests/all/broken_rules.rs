//! Rules that ask a player who is out, ask without answers, or act without end: the game breaks off and names the rule, its moment and the turn.

use crate::common::Texts as Loader;
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::{
    Answer, AnswerKind, AskDecl, BROKEN_RULE, Key, Outcome, Own, Progress, Question, Rule, RuleDecl, RulePhase, Seat, SeatSet, Table,
    TableView, Texts, Timing, Values,
};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro::suite::{Conformance, conformance};

/// What it does after a placement: it asks a player who is out, once there is one (0), or from the second turn on the next player
/// without answers (1), or acts again and again (2).
#[derive(Debug)]
struct Pest(i64);

const ASKS: AskDecl = AskDecl::new("pest", AnswerKind::Number, Texts(&[("en", "What now?"), ("fr", "Et maintenant ?")]));

static PEST: RuleDecl = RuleDecl::new(RulePhase::Hazard, "pest", "asks what nobody can answer", &build)
    .keys(&[Key::number("deed", 0..=2).default(0).means("What it does")])
    .asks(&[&ASKS])
    .at(&[Timing::AfterPlacement]);

fn build(values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
    Some(Box::new(Pest(values.int("deed"))))
}

impl Rule for Pest {
    fn decl(&self) -> &'static RuleDecl {
        &PEST
    }

    fn act(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) -> Progress {
        let asked: Option<Seat> = match self.0 {
            0 => SeatSet::first(table.seats()).without(table.alive()).iter().next(),
            1 => table.alive().next_after(table.active()).filter(|_| table.turn() > 1),
            _ if table.turn() > 1 => return Progress::Again,
            _ => None,
        };
        asked.map_or(Progress::Done, Progress::Ask)
    }

    fn question(&self, _: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        Some(Question::new(&ASKS, if self.0 == 0 { vec![Answer::number(1)] } else { Vec::new() }))
    }
}

fn registry() -> Registry {
    Registry::default().with(&PEST)
}

fn text(deed: i64) -> String {
    format!("schema = 1\n[players]\nmin = 3\nmax = 3\n[hazard]\nrule = \"pest\"\ndeed = {deed}\n")
}

/// The game in which the first choice is always taken.
fn played(deed: i64) -> Game {
    let variant = Variant::from_text("pest.toml", &text(deed), &registry()).unwrap_or_else(|problems| panic!("{problems}"));
    let mut game = Game::of(Arc::new(variant), 3, "pest").unwrap();
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    game
}

#[test]
fn a_game_in_which_a_rule_asks_what_nobody_can_answer_breaks_off_by_name() {
    for (deed, word) in [(0, "asks-out"), (1, "asks-nothing"), (2, "never-ends")] {
        let game = played(deed);
        let ending = game.ending().unwrap();
        assert_eq!((ending.outcome, ending.winners), (Outcome::Rule(&BROKEN_RULE), SeatSet::EMPTY));
        let record = game.record().unwrap();
        let lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let [.., broken, end] = &lines[..] else { panic!("{record}") };
        let data = json!({ "broken": word, "player": broken["data"]["player"], "moment": "after-placement", "turn": game.turn() });
        assert_eq!((&broken["event"], &broken["rule"], &broken["data"]), (&json!("rule"), &json!("pest"), &data), "{record}");
        assert_eq!((&end["event"], &end["outcome"]), (&json!("end"), &json!("broken-rule")), "{record}");
        // The record says it, and is one.
        assert_eq!(Game::from_record(&record, &registry()).unwrap().record().unwrap(), record);
    }
}

#[test]
fn conformance_names_the_rule_the_moment_and_the_turn_of_a_question_that_nobody_can_answer() {
    let mut how = Conformance::default();
    how.games = 3;
    let deeds = [(0, "asks a player who is out"), (1, "asks a question without answers"), (2, "acts without end")];
    for (number, deed) in deeds {
        let text = text(number);
        let loader = [("pest", text.as_str())];
        let variant = Arc::new(Variant::load("pest", &Loader(&loader), &registry()).unwrap());
        let broken = conformance("pest", &variant, &registry(), &Loader(&loader), &how).expect_err("it is broken");
        assert_eq!(broken.what, "no seat is stuck");
        let parts = [deed, "in turn ", "the rule \"pest\"", "after-placement"];
        assert!(parts.iter().all(|part| broken.why.contains(part)), "{}", broken.why);
    }
}
