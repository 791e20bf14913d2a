//! Rules that do wrong whatever a rule can do wrong: the game breaks off and names the rule, its
//! moment and the turn.

use crate::common::Texts as Loader;
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Content, Face, Laid, Place, Port, Rotation, Square};
use tsuro::game::{
    Answer, AnswerKind, AskDecl, BROKEN_RULE, Key, Outcome, Own, Progress, Question, Rule,
    RuleDecl, RuleKey, RulePhase, Seat, SeatSet, Spot, Table, TableView, Texts, Timing,
};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro_suite::{Conformance, conformance};

/// What it does after a placement: it asks a player who is out, once there is one (0), or from the
/// second turn on the next player without answers (1), acts again and again (2), offers an answer
/// twice (3), lays a tile that no hand has (4), carries its piece off the board (5), panics (6),
/// draws without end in one act (7), or panics with the answer in its hand (8).
#[derive(Debug)]
struct Pest(i64);

const ASKS: AskDecl = AskDecl::new(
    "pest",
    AnswerKind::Number,
    Texts(&[("en", "What now?"), ("fr", "Et maintenant ?")]),
);

static PEST: RuleDecl =
    RuleDecl::new(RulePhase::Hazard, "pest", "asks what nobody can answer", &|values| {
        Some(Box::new(Pest(values.get(&DEED)?)))
    })
    .keys(&[DEED.decl()])
    .asks(&[&ASKS])
    .at(&[Timing::AfterPlacement]);

const DEED: RuleKey<i64> = Key::number("deed", 0..=8).default(0).means("What it does").typed();

impl Rule for Pest {
    fn decl(&self) -> &'static RuleDecl {
        &PEST
    }

    fn act(&self, table: &mut Table<'_>, _: &mut Own, _: Timing) -> Progress {
        let asked: Option<Seat> = match self.0 {
            0 => SeatSet::first(table.seats()).without(table.alive()).iter().next(),
            1 | 3 | 8 => table.alive().next_after(table.active()).filter(|_| table.turn() > 1),
            _ if table.turn() < 2 => None,
            2 => return Progress::Again,
            4 => {
                let seat = table.active();
                let absent = Face::all().find(|&face| !table.hand(seat).contains(face)).unwrap();
                let empty = table
                    .shape()
                    .squares()
                    .find(|&square| table.content(square) == Content::Empty)
                    .unwrap();
                table.lay(empty, Laid::new(absent, Rotation::NONE), Spot::Hand(seat), "pest");
                None
            }
            5 => {
                table.carry(table.active(), Place::new(Square::new(9, 9), Port::new(0)), "pest");
                None
            }
            6 => panic!("nobody expects this"),
            _ => loop {
                let seat = table.active();
                let tile = table.draw_one(seat).or_else(|| table.hand(seat).iter().next()).unwrap();
                table.put(tile, Spot::Hand(seat), Spot::PileBottom, SeatSet::EMPTY);
            },
        };
        asked.map_or(Progress::Done, Progress::Ask)
    }

    fn question(&self, _: TableView<'_>, _: &Own, _: Seat) -> Option<Question> {
        let options: &[u32] = match self.0 {
            0 => &[1],
            3 => &[1, 1],
            8 => &[1, 2],
            _ => &[],
        };
        Some(Question::new(&ASKS, options.iter().map(|&number| Answer::number(number))))
    }

    fn answer(&self, _: &mut Table<'_>, _: &mut Own, _: Seat, answer: Answer) {
        panic!("{answer} is too much");
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
    let variant = Variant::from_text("pest.toml", &text(deed), &registry())
        .unwrap_or_else(|problems| panic!("{problems}"));
    let mut game = Game::from_variant(Arc::new(variant), 3, "pest").unwrap();
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    game
}

const WORDS: [(i64, &str); 9] = [
    (0, "asks-out"),
    (1, "asks-nothing"),
    (2, "never-ends"),
    (3, "asks-twice"),
    (4, "lays-none"),
    (5, "carries-off"),
    (6, "panics"),
    (7, "never-ends"),
    (8, "panics"),
];

#[test]
fn a_game_with_a_broken_rule_breaks_off_by_name() {
    for (deed, word) in WORDS {
        let game = played(deed);
        let ending = game.ending().unwrap();
        assert_eq!((ending.outcome, ending.winners), (Outcome::Rule(&BROKEN_RULE), SeatSet::EMPTY));
        let record = game.record().unwrap();
        let lines: Vec<Value> =
            record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let [.., broken, end] = &lines[..] else { panic!("{record}") };
        let data = json!({
            "broken": word, "player": broken["data"]["player"], "moment": "after-placement",
            "turn": game.turn(),
        });
        assert_eq!(
            (&broken["event"], &broken["rule"], &broken["data"]),
            (&json!("rule"), &json!("pest"), &data),
            "{record}"
        );
        assert_eq!(
            (&end["event"], &end["outcome"]),
            (&json!("end"), &json!("broken-rule")),
            "{record}"
        );
        // The record says it, and is one.
        assert_eq!(Game::from_record(&record, &registry()).unwrap().record().unwrap(), record);
    }
}

#[test]
fn conformance_names_the_rule_the_moment_and_the_turn_of_a_question_that_nobody_can_answer() {
    let how = Conformance { games: 3, ..Conformance::default() };
    let deeds = [
        (0, "asks a player who is out"),
        (1, "asks a question without answers"),
        (2, "acts without end"),
        (3, "offers an answer twice"),
        (4, "lays a tile that nobody has"),
        (5, "carries a piece off the board"),
        (6, "panics"),
    ];
    for (number, deed) in deeds {
        let text = text(number);
        let loader = [("pest", text.as_str())];
        let variant = Arc::new(Variant::load("pest", &Loader(&loader), &registry()).unwrap());
        let broken = conformance("pest", &variant, &registry(), &Loader(&loader), &how)
            .expect_err("it is broken");
        assert_eq!(broken.what, "no seat is stuck");
        let parts = [deed, "in turn ", "the rule \"pest\"", "after-placement"];
        assert!(parts.iter().all(|part| broken.why.contains(part)), "{}", broken.why);
    }
}
