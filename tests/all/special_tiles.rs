//! Special tiles, which lie in deck and hands like all others and are never laid: dealt, held,
//! passed with, exchanged, written and read, drawn and told.

use crate::common::games::{resumes_after_every_line, variant as shipped};
use crate::common::program::{example, feed};
use crate::moments::{breach, program, records, variant};
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Face, Laid, Rotation};
use tsuro::game::{
    Choice, Exchange, Illegal, Look, LookColor, Plan, Rule, RuleDecl, RulePhase, Seat,
    Texts as Words, TileDecl,
};
use tsuro::picture::BoardPicture;
use tsuro::ruleset::Variant;
use tsuro::tensor::{BoardForm, Layout, PartialExchange};

const WINDS: &str = "examples/winds.toml";

fn gust() -> Face {
    Face::of_tile(35).unwrap()
}

/// A game of the winds in which seat 0 has these tiles, and seat 1 three others.
fn holding(hand: &[u8], change: impl FnOnce(&mut Value)) -> Game {
    let mut position = json!({
        "tiles": [],
        "players": [{ "at": "a1:A", "hand": hand }, { "at": "f6:E", "hand": [1, 2, 35] }],
        "active": 0,
    });
    change(&mut position);
    Game::at(variant(WINDS), &position, "any").unwrap_or_else(|error| panic!("{error}"))
}

fn answer(game: &mut Game, word: &str) {
    game.play(&Choice::Rule(tsuro::game::Answer::word(word))).unwrap();
}

#[test]
fn games_with_special_tiles_replay_resume_and_conform() {
    let all = records(WINDS);
    for shown in [
        r#""choice":"loose""#,
        r#""choice":"keep""#,
        r#""rule":"gust","data":{"player""#,
        r#""event":"drew","player":0,"tile":35"#,
    ] {
        assert!(all.contains(shown), "{shown} never happened");
    }
    resumes_after_every_line(&variant(WINDS), 3, "winds");
    assert_eq!(breach(WINDS, &crate::common::read_checkout(WINDS), &program::registry()), None);
    let exchanges = "schema = 1\nextends = \"classic-advanced\"\nrule = [{ rule = \"gust\" }]\n";
    assert_eq!(breach("winds", exchanges, &program::registry()), None);
}

#[test]
fn a_hand_of_special_tiles_passes_and_the_tiles_are_gone_when_nobody_has_another() {
    let mut game = holding(&[35, 35], |_| {});
    let mark = game.mark();
    answer(&mut game, "keep");
    let happened: Vec<String> =
        game.events_since(mark).map(|event| event.name().to_owned()).collect();
    assert_eq!(happened[..3], ["chose", "passed", "drew"], "{happened:?}");

    let mut game = holding(&[35, 35], |position| {
        position["pile"] = json!([]);
        position["players"][1]["hand"] = json!([35]);
    });
    answer(&mut game, "keep");
    assert_eq!(game.ending().map(|ending| ending.winners.len()), Some(2), "both share");
}

#[test]
fn a_special_tile_is_never_laid_and_is_exchanged_like_another() {
    let mut game = holding(&[35, 4, 35], |_| {});
    answer(&mut game, "keep");
    let see = game.observe(Seat::new(0));
    assert!(see.legal().iter().all(|tile| tile.face().number() == 4) && see.hand().len() == 3);
    let special = Choice::Place(Laid::new(gust(), Rotation::NONE));
    assert_eq!(game.play(&special).err(), Some(Illegal::Special { tile: gust() }));

    let mut position = game.position();
    position["phase"] = json!("exchange");
    position["players"] = json!([
        { "at": "a1:D", "hand": [35, 4] }, { "out": true }, { "at": "f6:E", "hand": [1, 2, 3] }
    ]);
    position["tiles"] = json!([{ "square": "b1", "tile": 10, "rotation": 0 }]);
    position["players"][0]["at"] = json!("c1:H");
    position["offered"] = json!({ "1": [35, 5] });
    position.as_object_mut().unwrap().remove("pile");
    let advanced = "schema = 1\nextends = \"classic-advanced\"\nrule = [{ rule = \"gust\" }]\n";
    let advanced = Variant::from_text("winds", advanced, &program::registry()).unwrap();
    let mut game =
        Game::at(Arc::new(advanced), &position, "any").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.decision().map(tsuro::game::Decision::seat), Some(Seat::new(0)));
    game.play(&Choice::Exchange(Exchange::new(&[gust()], &[Face::new(5).unwrap()]).unwrap()))
        .unwrap();
    assert!(!game.observe(Seat::new(0)).hand().contains(gust()));
}

#[test]
fn positions_name_a_special_tile_that_the_rules_do_not_have() {
    let position = |tile: u8| {
        json!({
            "tiles": [], "players": [{ "at": "a1:A", "hand": [tile] }, { "at": "f6:E" }],
            "active": 0
        })
    };
    let at = |rules: Arc<Variant>, tile: u8| {
        Game::at(rules, &position(tile), "any").err().map(|error| error.to_string())
    };
    assert_eq!(at(variant(WINDS), 35), None);
    let why = |tile| at(Arc::new(shipped("classic")), tile).unwrap();
    assert!(
        why(35).contains("more than 0 of tile 35")
            && at(variant(WINDS), 36).unwrap().contains("more than 0 of tile 36")
    );
    assert!(why(40).contains("0 to 39"), "{}", why(40));
    let mut laid = position(0);
    laid["tiles"] = json!([{ "square": "c3", "tile": 35, "rotation": 0 }]);
    assert!(Game::at(variant(WINDS), &laid, "any").is_err());
    // Six of them, wherever they lie.
    let game = holding(&[35, 35, 35], |position| position["boxed"] = json!([35]));
    let pile =
        game.position()["pile"].as_array().unwrap().iter().filter(|tile| **tile == 35).count();
    assert_eq!(pile, 1);
}

#[test]
fn a_special_tile_is_seen_counted_and_drawn_by_its_look() {
    let game = holding(&[35, 4, 35], |_| {});
    let see = game.observe(Seat::new(0));
    assert_eq!((see.copies().len(), see.copies()[35], see.unseen()[35]), (36, 6, 4));
    assert_eq!(
        see.special(gust()).map(|look| (look.sign, look.name.in_language("fr"))),
        Some(('~', "un coup de vent"))
    );
    let picture = BoardPicture::with_hand(&see).svg("a hand");
    assert_eq!(picture.matches("<title>a gust of wind</title>").count(), 2, "{picture}");

    // Arrays have one entry more for each hand; the arrays of the game without the rule are what
    // they were.
    let array = |rules: &Variant, name: &str| {
        Layout::new(rules, 2, BoardForm::Tokens).unwrap().field(name).unwrap().shape.clone()
    };
    assert_eq!(
        (array(&variant(WINDS), "hand"), array(&shipped("classic"), "hand")),
        (vec![36], vec![35])
    );
    let layout = Layout::new(&variant(WINDS), 2, BoardForm::Tokens).unwrap();
    let mut written = vec![0; layout.len()];
    layout.write(&see, &PartialExchange::default(), &mut written);
    let at = |name: &str| layout.field(name).unwrap().offset + 35;
    assert_eq!((written[at("hand")], written[at("unseen")]), (2, 4));
    // What is dealt anew has the same tiles.
    let again = game.redealt(Seat::new(0), "other");
    assert_eq!(again.observe(Seat::new(0)).unseen(), see.unseen());
}

static OTHER_LOOK: Look = Look::new('o', LookColor::Red, Words(&[("en", "another")]));
static OTHER_TILE: TileDecl = TileDecl::new(35, &OTHER_LOOK);
static OTHER: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "other", "has the same tile", &|_| Some(Box::new(Other)));

#[derive(Debug)]
struct Other;

impl Rule for Other {
    fn decl(&self) -> &'static RuleDecl {
        &OTHER
    }
    fn plan(&self, plan: &mut Plan) {
        plan.put_into_deck(&OTHER_TILE, 255);
    }
}

#[test]
fn two_rules_with_the_same_tile_contradict_each_other_and_a_deck_can_be_too_large() {
    let registry = program::registry().with(&OTHER);
    let problems =
        |text: &str| Variant::from_text("both", text, &registry).unwrap_err().to_string();
    let both = problems(
        "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"gust\" }, { rule = \"other\" }]\n",
    );
    assert!(["`gust`", "`other`", "35"].iter().all(|part| both.contains(part)), "{both}");
    let large = problems(
        "schema = 1\nextends = \"classic\"\ntiles.copies = 28\nrule = [{ rule = \"other\" }]\n",
    );
    assert!(large.contains("more than 1024 tiles"), "{large}");
    // A deck beyond the small tables is played on the large ones.
    let text = "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"other\" }]\n";
    let game = Game::from_variant(
        Arc::new(Variant::from_text("many", text, &registry).unwrap()),
        2,
        "any",
    )
    .unwrap();
    assert_eq!(game.observe(None).pile_len(), 35 + 255 - 6);
}

#[test]
fn the_program_draws_and_tells_special_tiles_in_both_languages() {
    let play = |args: &[&str], input: &str| {
        let mut command = std::process::Command::new(example("moments"));
        command
            .args(["play", WINDS, "--no-record", "--seed", "winds"])
            .args(args)
            .current_dir(crate::common::checkout());
        let output = feed(command, input);
        String::from_utf8(output.stdout).unwrap()
    };
    let english = play(&["--seats", "human,random", "--plain"], &"1\nhand\n2\n".repeat(200));
    for sentence in [
        ": a gust of wind.",
        "Do you loose a gust of wind?",
        "loose it",
        "A gust takes the hand of ",
    ] {
        assert!(english.contains(sentence), "{sentence:?}: {english}");
    }
    let french = play(
        &["--seats", "human,random", "--plain", "--language", "fr"],
        &"1\nmain\n2\n".repeat(200),
    );
    for sentence in [
        ": un coup de vent.",
        "Lâchez-vous un coup de vent ?",
        "Un coup de vent emporte la main de ",
    ] {
        assert!(french.replace('\u{a0}', " ").contains(sentence), "{sentence:?}: {french}");
    }
}
