//! The rule hash: pinned, and equal for rule sets that mean the same.

use crate::common::golden::compare;
use crate::common::{Catalog, rules, text_rules};
use std::fmt::Write as _;
use tsuro::ruleset::{BUILT_INS, HOUSE_RULES};

/// `TSURO_BLESS=1 cargo test --test all ruleset_hash::` writes the file anew. A hash must never
/// change: older records contain it.
#[test]
fn the_hashes_of_all_built_in_rule_sets_are_pinned() {
    let mut text = String::new();
    for built_in in BUILT_INS.iter().chain(HOUSE_RULES) {
        let _ = writeln!(text, "{} {}", rules(built_in.name).hash(&Catalog), built_in.name);
    }
    compare("tests/corpus/rule-hashes.txt", &text);
}

/// Computed by another program from the canonical JSON in the comment.
#[test]
fn the_hash_is_sha_256_of_canonical_json_without_defaults() {
    for (reference, hash) in [
        // {}
        ("classic", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"),
        // {"tiles":{"hand":4}}
        ("classic+hand=4", "59371c2064bfd38370ecc5a086e8e034a734539558dbfe560edec9c467b812d2"),
        // {"draw":{"rule":"statue"}}
        (
            "classic+draw.rule=statue",
            "fe35c9762a4e8eb6dfc703e64b5bc818c8d00d1d5bfa3c305f10cb6e207beb56",
        ),
        // the same with every key that differs from classic:
        // {"board":{"columns":7,"rows":7},"bonus":{"exchange":true,"mi…
        (
            "seas-calm+draw.rule=dragon+draw.min-players=2",
            "c71373541bbe19078d490c0b41531073b9181a72b268f397fb75756dbec4979a",
        ),
        // {"hazard":{"minimum":2,"rule":"daikaiju","setup":[{"place":3,"players":[1,8]}]}}
        (
            "classic+hazard.rule=daikaiju+minimum=2+setup=[{place=3,players=[1,8]}]",
            "9461e07e43d74915d4fe283fd60076365668eafe23a317161ea9f09640777332",
        ),
    ] {
        assert_eq!(rules(reference).hash(&Catalog), hash, "{reference}");
    }
}

#[test]
fn files_that_mean_the_same_have_the_same_hash() {
    let seas = rules("seas").hash(&Catalog);
    let same = [
        "schema = 1\nextends = \"seas\"\nname = \"other\"\ntitle = \"Other\"\n[presentation]\n\
         plain = true\n",
        "schema = 1\nextends = \"seas\"\n[placement]\navoid = [\"daikaiju\", \"loop\", \"edge\"]\n",
        "schema = 1\nextends = \"seas\"\n[hazard]\nmoves-on = [8, 6, 7]\nmovement-dice = 1\n",
        "schema = 1\nextends = \"seas\"\n[end]\nturn-limit = 10_000\n",
        "schema = 1\nextends = \"seas\"\n[hazard]\n\
         setup = [{ place = 6, players = [2, 4] }, { place = 5, players = [5, 6] }, { place = 4, \
         players = [7, 8] }]\n",
    ];
    for text in same {
        assert_eq!(text_rules(text).hash(&Catalog), seas, "{text}");
    }
    assert_eq!(text_rules(&rules("seas").to_toml(false)).hash(&Catalog), seas);
}

#[test]
fn each_key_changes_the_hash() {
    let mut seen = std::collections::BTreeSet::from([rules("seas").hash(&Catalog)]);
    for part in [
        "board.columns=8",
        "board.rows=8",
        "missing=d4",
        "wrap=columns",
        "portals=[[b2,e5]]",
        "start.marks=shore",
        "start.marks=a1:A,b1:A,c1:A,d1:A,e1:A,f1:A,g1:A,c3:H",
        "turn.tiles=2",
        "players.min=3",
        "players.max=7",
        "first=random",
        "hand=2",
        "copies={0=9}",
        "open=true+exchange=false",
        "share-square=false",
        "avoid=edge",
        "never=[]",
        "unless=no-safe-move",
        "meeting=collide",
        "draw.rule=dragon",
        "returned=shuffle",
        "exchange=false",
        "bonus.min-players=3",
        "score.rule=longest-path",
        "tie-break=active-first",
        "turn-limit=99",
        "minimum=2",
        "movement-dice=3",
        "removed=game",
        "moved-onto-wake=box",
        "placed-on-wake=pile",
        "moves-on=7",
        "hazard.columns=[1,2,3,4,5,6]",
        "hazard.rows=[6,5,4,3,2,1]",
        "setup=[{players=[2,8],place=1}]",
        "hazard.tiles=[{turn=1,arrows=[2,3,4,5],gold=true,clockwise=false}]+minimum=1+\
         setup=[{players=[2,8],place=1}]",
    ] {
        let rules = rules(&format!("seas+{part}"));
        assert!(seen.insert(rules.hash(&Catalog)), "{part} does not show in the hash");
    }
}
