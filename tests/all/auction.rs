//! A rule from outside whose questions show their subjects, on every face that asks: lines, the
//! whole screen's choices as the server sends them, programs, `apply`, records and views.

#[path = "../programs/auction/rule.rs"]
mod program;

use crate::common::program::{err, example, feed, out};
use program::registry;
use serde_json::{Value, json};
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::Seat;
use tsuro::record::{RecordReader, Replayer, answer, view, write_observation};
use tsuro::ruleset::{BuiltIns, LoadError, Loader, Source, SourceId, Variant};
use tsuro_suite::{Conformance, conformance};

const AUCTION: &str = "schema = 1\nextends = \"classic\"\n[hazard]\nrule = \"auction\"\n";

pub(crate) fn variant() -> Arc<Variant> {
    Arc::new(
        Variant::from_text("auction", AUCTION, &registry())
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

/// The game at its next question of that kind of answer: `0` is a bid.
fn at_question(game: &mut Game, is_bid: bool) -> Value {
    while let Some(decision) = game.decision() {
        let see = game.observe(decision.seat());
        if see
            .question()
            .is_some_and(|question| question.text("en").contains("more than") == is_bid)
        {
            return write_observation(&see)["question"].clone();
        }
        let choice = see.choices()[1 % see.choices().len()].clone();
        game.play(&choice).unwrap_or_else(|why| panic!("{choice}: {why}"));
    }
    panic!("the game is over before it is asked")
}

/// A folder with the rule set, in which the program with the rule is called.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("auction.toml"), AUCTION).unwrap();
        Self(folder)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(example("auction"));
        command
            .args(args)
            .current_dir(self.0.path())
            .env_remove("TSURO_RULESETS")
            .env("XDG_CONFIG_HOME", "/nonexistent");
        command
            .env("LANG", "en")
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .stdin(Stdio::null());
        command
    }

    /// What a game prints in which a person types `input`.
    fn played(&self, args: &[&str], input: &str) -> String {
        let output = feed(
            self.command(&[&["play", "auction.toml", "--seed", "lots"], args].concat()),
            input,
        );
        assert!(
            output.status.success() && err(&output).is_empty(),
            "{args:?}: {}{}",
            out(&output),
            err(&output)
        );
        out(&output)
    }
}

#[test]
fn a_seat_that_is_asked_sees_what_about_and_in_which_unit() {
    let mut game = Game::from_variant(variant(), 3, "seen").unwrap();
    let bid = at_question(&mut game, true);
    let lot = bid["about"][0]["tile"].as_u64().expect("a tile");
    let about = json!([
        { "name": "lot", "tile": lot, "rotation": 0 },
        { "name": "price", "number": 1, "unit": "coin" },
        { "name": "stall", "square": "c3" },
    ]);
    assert_eq!((&bid["about"], &bid["unit"]), (&about, &json!("coins")), "{bid}");
    assert!(bid["text"].as_str().unwrap().starts_with("Who gives more than 1 coin for A"), "{bid}");
    let asked = answer(&variant(), &json!({ "position": game.position(), "seed": "1" })).unwrap();
    assert_eq!(
        (&asked["about"], &asked["options"]),
        (&about, &json!([1, 2, 3, 4, 5, 6])),
        "{asked}"
    );
    let coin = json!({ "choice": 2, "text": { "en": "2 coins", "fr": "2 pièces" } });
    assert_eq!((&bid["kind"], &bid["options"][1]), (&json!("number"), &coin), "{bid}");
    // No other seat is told of the question.
    let seat = game.decision().unwrap().seat();
    for other in (0..3).map(Seat::new).filter(|&other| other != seat).map(Some).chain([None]) {
        let seen = write_observation(&game.observe(other));
        assert!(seen.get("question").is_none(), "{seen}");
    }
    let prize = at_question(&mut game, false);
    let names: Vec<&str> = prize["about"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["seller", "berth", "sign"]);
    assert!(
        prize["about"][0]["seat"].is_u64()
            && prize["about"][1]["place"].is_string()
            && prize["about"][2]["rotation"] == 1,
        "{prize}"
    );
    assert!(prize.get("unit").is_none());
}

#[test]
fn a_record_says_what_was_asked_about_and_a_view_hides_it_with_the_answer() {
    let mut game = Game::from_variant(variant(), 3, "written").unwrap();
    let mut turns = 0;
    while let Some(decision) = game.decision() {
        let choices = game.observe(decision.seat()).choices();
        turns += 1;
        game.play(&choices[turns % choices.len()].clone()).unwrap();
    }
    let text = game.record().unwrap();
    let record = RecordReader::new(text.as_bytes()).game().unwrap().unwrap();
    let chosen = |text: &str| -> Vec<Value> {
        let lines = text.lines().filter(|line| line.contains(r#""event":"chose""#));
        lines.map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let is_secret = |event: &Value| event["about"][0]["name"] == "seller";
    let all = chosen(&text);
    assert!(
        all.iter().all(|event| event["about"].as_array().is_some_and(|about| about.len() == 3)),
        "{text}"
    );
    assert!(all.iter().filter(|event| is_secret(event)).count() > 2);
    let (_, memory) = Replayer::new(&registry()).replay_remembering(&record, &mut |_| {}).unwrap();
    let view = view(&record, &memory, Seat::new(1));
    for (whole, seen) in all.iter().zip(chosen(&view)) {
        let hidden = is_secret(whole) && whole["player"] != 1;
        assert_eq!(seen.get("about"), whole.get("about").filter(|_| !hidden), "{seen}");
        assert_eq!(seen["choice"].is_null(), hidden, "{seen}");
    }
    // A record from before the rule said so is read, one that says otherwise is not.
    let replayed = |text: &str| {
        let record = RecordReader::new(text.as_bytes()).game().unwrap().unwrap();
        Replayer::new(&registry()).replay(&record).map(|_| ())
    };
    let edited = |change: &dyn Fn(&mut Value)| {
        let lines = text.lines().map(|line| {
            let mut event: Value = serde_json::from_str(line).unwrap();
            if event["event"] == "chose" {
                change(&mut event);
                return event.to_string();
            }
            line.to_owned()
        });
        lines.collect::<Vec<_>>().join("\n") + "\n"
    };
    let without = edited(&|event| {
        event.as_object_mut().unwrap().remove("about");
    });
    replayed(&without).unwrap_or_else(|why| panic!("{why}"));
    let other = replayed(&edited(&|event| event["about"][0]["name"] = json!("ransom")));
    assert!(other.unwrap_err().to_string().contains("about should be"));
}

#[test]
fn a_person_is_told_the_tile_and_bids_a_number_of_coins() {
    let folder = Folder::new();
    let told = folder.played(
        &["--seats", "human,random", "--plain"],
        &format!("1\n0\n7\n4 coins\n{}", "6\n1\n".repeat(400)),
    );
    let asks = told.find("Who gives more than 1 coin for A").unwrap_or_else(|| panic!("{told}"));
    let lines: Vec<&str> = told[asks..].lines().take(4).collect();
    assert!(lines[1].starts_with("The tile: A") && lines[1] != "The tile: ", "{told}");
    assert_eq!(lines[2], "c3: empty.", "{told}");
    assert_eq!(lines[3], "From 1 to 6 coins.", "{told}");
    for sentence in [
        "0 is none of the answers.",
        "7 is none of the answers.",
        "? You: 4 coins.",
        "Which tile does Blue hand you at ",
    ] {
        assert!(told.contains(sentence), "{sentence:?}: {told}");
    }
    let french = folder
        .played(&["--seats", "human,human", "--plain", "--language", "fr"], &"\n2\n".repeat(900));
    for part in [
        "Qui donne plus de 1 pièce pour A",
        "La tuile : A",
        "c3 : vide.",
        "De 1 à 6 pièces.",
        "remet-il en … ? ",
        "a répondu en secret.",
    ] {
        assert!(french.contains(part), "{part:?}: {french}");
    }
    // In a drawn game the tile is a card of its own beside the board.
    let drawn = folder.played(&["--seats", "human,random"], &"1\n".repeat(800));
    let card = drawn
        .lines()
        .skip_while(|line| !line.contains("Who gives more"))
        .take(40)
        .find(|line| line.trim_end().ends_with('?'));
    assert!(card.is_some(), "{drawn}");
}

#[test]
fn a_program_is_sent_what_a_question_is_about() {
    let folder = Folder::new();
    let file = folder.0.path().join("sent");
    let bots = format!("random,exec:'{}' log '{}'", example("odd_bot").display(), file.display());
    let output = folder
        .command(&["simulate", "auction.toml", "--bots", &bots, "-g", "2", "-s", "sent", "-t", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", err(&output));
    let requests = fs::read_to_string(&file).unwrap();
    let requests: Vec<Value> =
        requests.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let asked: Vec<&Value> =
        requests.iter().filter(|request| request["decision"] == "rule").collect();
    assert!(asked.len() > 5, "{}", asked.len());
    assert!(asked.iter().all(|request| {
        request["sees"]["question"]["about"].as_array().is_some_and(|about| about.len() == 3)
    }));
}

/// The rule set under its name.
struct AuctionLoader;

impl Loader for AuctionLoader {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        if reference == "auction" {
            return Ok(Source::new(SourceId::File("auction.toml".into()), "auction.toml", AUCTION));
        }
        BuiltIns.load(reference, from)
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
    }
}

#[test]
fn a_rule_that_shows_what_it_asks_about_conforms() {
    let how = Conformance { games: 6, ..Conformance::default() };
    let held = conformance("auction", &variant(), &registry(), &AuctionLoader, &how);
    held.unwrap_or_else(|broken| panic!("{broken}\n{}", broken.record));
}
