//! Rules that ask a player who is out, or ask without answers: the game breaks off and names the rule, its moment and the turn.

use crate::common::Texts as Loader;
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::{
    Answer, AnswerKind, AskDecl, BROKEN_RULE, HazardRule, Key, Outcome, Progress, Question, Rule, RuleContext, Seat, SeatSet, Texts,
    Timing, Values,
};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro::suite::{Conformance, conformance};

/// Asks after a placement: a player who is out, once there is one, or from the second turn on the next player without answers.
#[derive(Debug)]
struct Pest {
    asks_out: bool,
}

const ASKS: AskDecl = AskDecl::new(Pest::NAME, AnswerKind::Number, Texts(&[("en", "What now?"), ("fr", "Et maintenant ?")]));

impl Rule for Pest {
    const NAME: &'static str = "pest";
    const SUMMARY: &'static str = "asks what nobody can answer";
    const KEYS: &'static [Key] = &[Key::flag("asks-out").default_flag(false).means("Whether it asks players who are out")];
    const ASKS: &'static [&'static AskDecl] = &[&ASKS];
    const TIMINGS: &'static [Timing] = &[Timing::AfterPlacement];

    fn build(values: &mut Values<'_>) -> Option<Self> {
        Some(Self { asks_out: values.bool("asks-out") })
    }
}

impl HazardRule for Pest {
    type State = ();

    fn start(&self, _: u8) {}

    fn act<T: RuleContext + ?Sized>(&self, table: &mut T, (): &mut (), _: Timing) -> Progress {
        let asked: Option<Seat> = if self.asks_out {
            SeatSet::first(table.seats()).without(table.alive()).iter().next()
        } else {
            table.alive().next_after(table.active()).filter(|_| table.turn() > 1)
        };
        asked.map_or(Progress::Done, Progress::Ask)
    }

    fn question<T: RuleContext + ?Sized>(&self, _: &T, (): &(), _: Seat) -> Option<Question> {
        Some(Question::new(&ASKS, if self.asks_out { vec![Answer::number(1)] } else { Vec::new() }))
    }
}

fn registry() -> Registry {
    Registry::default().with_hazard::<Pest>()
}

fn text(asks_out: bool) -> String {
    format!("schema = 1\n[players]\nmin = 3\nmax = 3\n[hazard]\nrule = \"pest\"\nasks-out = {asks_out}\n")
}

/// The game in which the first choice is always taken.
fn played(asks_out: bool) -> Game {
    let variant = Variant::from_text("pest.toml", &text(asks_out), &registry()).unwrap_or_else(|problems| panic!("{problems}"));
    let mut game = Game::of(Arc::new(variant), 3, "pest").unwrap();
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    game
}

#[test]
fn a_game_in_which_a_rule_asks_what_nobody_can_answer_breaks_off_by_name() {
    for (asks_out, word) in [(true, "asks-out"), (false, "asks-nothing")] {
        let game = played(asks_out);
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
    for (asks_out, deed) in [(true, "asks a player who is out"), (false, "asks a question without answers")] {
        let text = text(asks_out);
        let loader = [("pest", text.as_str())];
        let variant = Arc::new(Variant::load("pest", &Loader(&loader), &registry()).unwrap());
        let broken = conformance("pest", &variant, &registry(), &Loader(&loader), &how).expect_err("it is broken");
        assert_eq!(broken.what, "no seat is stuck");
        let parts = [deed, "in turn ", "the rule \"pest\"", "after-placement"];
        assert!(parts.iter().all(|part| broken.why.contains(part)), "{}", broken.why);
    }
}
