//! Positions at questions in the midst of something else: about a threat, about pieces that are about to sail, about a drawn tile. The
//! game goes on from each as it did.
#![cfg(feature = "cli")]

use crate::common::games::variant;
use std::collections::BTreeMap;
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::Choice;
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;

/// Which of the choices is made: bold games fire and lay whatever they can.
fn chosen(choices: &[Choice], number: u64, bold: bool) -> Choice {
    let is_bold = |choice: &&Choice| ["answer fire", "answer show"].contains(&choice.to_string().as_str());
    let bolder = choices.iter().find(is_bold).filter(|_| bold && !number.is_multiple_of(4));
    bolder.unwrap_or(&choices[number as usize % choices.len()]).clone()
}

/// Plays a game; from the position at each question of that kind, three more choices lead to the same positions and events. How many
/// there were of each kind.
fn goes_on_from_positions(variant: &Arc<Variant>, seats: u8, seed: &str, counts: &mut BTreeMap<String, u32>) {
    let mut game = Game::of(Arc::clone(variant), seats, seed).unwrap();
    let mut number = seed.bytes().fold(seats.into(), |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let mut next = move || {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        number >> 33
    };
    // The games that were read from positions, each with the numbers of events before.
    let mut others: Vec<(Game, usize, usize, u32)> = Vec::new();
    while let Some(decision) = game.decision() {
        let choices = game.observe(decision.seat()).choices();
        let choice = chosen(&choices, next(), seats.is_multiple_of(2));
        let position = game.position();
        let about = &position["question"]["about"];
        let when = position["question"]["when"].as_str().unwrap_or("only");
        if !about.is_null() {
            let kind = about.as_object().unwrap().keys().find(|key| ["daikaiju", "placed", "drew"].contains(&key.as_str())).unwrap();
            let phase = if position["rule-state"]["daikaiju"].is_null() { "" } else { " in the phase" };
            *counts.entry(format!("{when} {kind}{phase}")).or_default() += 1;
            let read = Game::at(Arc::clone(variant), &position, game.seed()).unwrap_or_else(|why| panic!("{why}\n{position}"));
            assert_eq!(read.position(), position);
            others.push((read, 0, game.mark(), 0));
            let last = others.last_mut().unwrap();
            last.1 = last.0.mark();
        } else {
            assert!(!["threat", "ahead", "drawn"].contains(&when), "{position}");
        }
        game.play(&choice).unwrap();
        for (other, from, since, steps) in &mut others {
            let asked = other.decision().unwrap();
            assert_eq!(other.observe(asked.seat()).choices(), choices);
            other.play(&choice).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(other.position(), game.position(), "after {choice} at {position}");
            let events = |game: &Game, from| game.events_since(from).map(|event| format!("{event:?}")).collect::<Vec<String>>();
            assert_eq!(events(other, *from), events(&game, *since));
            (*from, *since, *steps) = (other.mark(), game.mark(), *steps + 1);
        }
        others.retain(|other| other.3 < 4);
    }
    let record = game.record().unwrap();
    assert_eq!(Game::from_record(&record, &Registry::default()).unwrap().record().unwrap(), record);
}

fn counted(rules: &str, seats: impl Iterator<Item = u8>, games: u32) -> BTreeMap<String, u32> {
    let variant = Arc::new(variant(rules));
    let mut counts = BTreeMap::new();
    for seats in seats {
        for index in 0..games {
            goes_on_from_positions(&variant, seats, &format!("{rules} {index}"), &mut counts);
        }
    }
    counts
}

#[test]
fn games_go_on_from_every_question_about_a_threat_or_a_drawn_tile() {
    for rules in [
        "taihou+hazard.copies=9",
        "taihou+hazard.copies=9+tiles.copies=2+turn.tiles=2",
        "taihou+hazard.copies=9+hazard.minimum=6+hazard.movement-dice=3",
        "taihou+hazard.copies=9+draw.rule=dragon",
        "taihou+hazard.copies=9+draw.rule=draft",
        "taihou+hazard.copies=9+score.rule=most-crossings",
        "storm-seas+taihou+hazard.copies=9",
        "uzushio+taihou+hazard.copies=9",
        "taihou+hazard.copies=9+draw.rule=statue",
        "taihou+second-life+hazard.copies=9",
        "mystic-portal+placement.avoid=[]",
        "mystic-portal+placement.avoid=[]+turn.tiles=2",
        "veterans+placement.avoid=[]",
        "veterans",
    ] {
        let most = Arc::new(variant(rules)).players().iter().last().unwrap().min(8);
        let counts = counted(rules, [3, 4, most].into_iter(), if rules.contains("portal") { 40 } else { 6 });
        println!("{rules}: {counts:?}");
    }
}
