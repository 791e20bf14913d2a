//! Every rule set that the language can express can be played.

use crate::common::games::{played, try_variant, variant};
use crate::common::{Catalog, rules};
use serde_json::Value;
use std::collections::BTreeSet;
use tsuro::ruleset::HOUSE_RULES;
use tsuro::ruleset::keys::{PRESENTATION, all_names};

/// Plays a game with the fewest and one with the most players, each to its end.
fn play(reference: &str) {
    let variant = variant(reference);
    for seats in [variant.players().fewest(), variant.players().most()] {
        for seed in ["1", "2", "3"] {
            let record = played(&variant, seats, seed, 0).record;
            let last: Value = serde_json::from_str(record.lines().last().unwrap_or_default())
                .expect("records are JSON");
            assert_eq!(last["event"], "end", "{reference} with {seats} players, seed {seed}");
            assert!(
                last["outcome"] != "turn-limit" || reference.contains("turn-limit"),
                "{reference} with {seats} players, seed {seed}"
            );
        }
    }
}

#[test]
fn every_house_rule_can_be_played() {
    for house in HOUSE_RULES {
        play(house.name);
        if !house.text.contains("\nextends") {
            for base in ["classic", "luxury", "seas"] {
                let reference = format!("{base}+{}", house.name);
                if try_variant(&reference).is_ok() {
                    play(&reference);
                }
            }
        }
    }
}

/// Rule sets that change one or more keys each, and together all of them.
const CHANGED: &[&str] = &[
    "seas+board.columns=9",
    "seas+board.rows=9",
    "seas+players.min=3",
    "classic+players.min=1",
    "seas+players.max=6",
    "seas+first=random",
    "seas+hand=1",
    "seas+hand=5",
    "seas+copies={0=9,1=0}",
    "open-tiles+hand=5",
    "seas+share-square=false",
    "seas+avoid=edge",
    "seas+avoid=[]+never=[]",
    "seas+unless=no-safe-move",
    "classic+unless=no-safe-move",
    "seas+meeting=collide",
    "classic+meeting=pass+avoid=edge",
    "seas+draw.rule=dragon",
    "seas+draw.rule=statue",
    "classic+draw.rule=refill",
    "classic+draw.min-players=2",
    "luxury+draw.min-players=4",
    "classic+returned=bottom",
    "classic+tiles.open=true",
    "seas+returned=shuffle",
    "seas+exchange=false",
    "classic+exchange=true+bonus.min-players=2",
    "seas+score.rule=longest-path",
    "seas+score.rule=most-crossings",
    "classic+tie-break=active-first",
    "classic+turn-limit=3",
    "seas+hazard.rule=none",
    "classic+hazard.rule=daikaiju",
    "seas+minimum=0",
    "seas+movement-dice=3",
    "seas+removed=game",
    "seas+moved-onto-wake=box",
    "seas+placed-on-wake=pile",
    "seas+moves-on=[]",
    "seas+hazard.columns=[1,1,1,1,1,1]+setup=[{players=[2,8],place=2}]+minimum=2",
    "seas+hazard.rows=[6,5,4,3,2,1]",
    "seas+setup=[{players=[2,8],place=0}]",
    "seas+hazard.tiles=[{turn=1,arrows=[2,3,4,5],gold=true,clockwise=true}]+minimum=1+\
     setup=[{players=[2,8],place=1}]",
    "classic+columns=3+rows=3+players.max=4",
    "classic+columns=16+rows=16+copies=7+players.max=32",
    "classic+truce+rounds=3",
    "draft+extra=2",
    "teams+teams=4",
    "seas+missing=d4",
    "seas+wrap=rows",
    "classic+portals=[[c3,d4]]",
    "islands+start.marks=rim",
    "seas+turn.tiles=3",
    "storm-seas+every=4",
    "storm-seas+shots=5",
    "storm-seas+squares=[\"d4\"]",
    "uzushio+arrows=[6,5,4,3]",
    "wave+strength=[5,6]",
    "seas+lives=3",
    "solo-seas+setup=[{players=[1,1],place=2}]",
    "lanterns+score.lanterns=5",
    "lanterns+stars=2",
    "teams+placement.for=team",
    "taihou+hazard.copies=9",
];

#[test]
fn every_key_can_be_changed_and_played() {
    let mut left: BTreeSet<String> = all_names(&Catalog)
        .iter()
        .filter(|(table, _)| *table != PRESENTATION.name)
        .map(|(table, key)| format!("{table}.{key}"))
        .collect();
    assert!(left.len() > 30, "{left:?}");
    // The crate has no rule of that phase but the one that says so; `moments` has some.
    assert!(left.remove("rule.rule"));
    for reference in CHANGED {
        let base = rules(reference.split('+').next().unwrap_or_default());
        for (table, key, value) in rules(reference).values() {
            if base.value(&format!("{table}.{key}")) != Some(value) {
                // Of several hazards, each has its own table.
                let table = table.split('.').next().unwrap_or_default();
                left.remove(&format!("{table}.{key}"));
            }
        }
        play(reference);
    }
    assert!(left.is_empty(), "no game with another value of {left:?}");
}
