//! The fast engine against the slow second implementation: every event and every legal set, over seeds, choices, rule sets and player counts.

use crate::common::games::{played, variant};
use proptest::prelude::*;
use serde_json::Value;
use tsuro::ruleset::BUILT_INS;

/// Plays one game on the engine and has the slow implementation judge it event by event; its outcome.
fn judge(rules: &str, seats: u8, seed: &str) -> String {
    let variant = variant(rules);
    let seats = variant.players().round(seats.into());
    let game = played(&variant, seats, seed, 0);
    let lines: Vec<Value> = game.record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let tell = |line: usize, why: &str| format!("{rules}, {seats} players, seed {seed:?}, line {}: {why}\n{}", line + 1, game.record);
    let mut judge = crate::slow::Game::new(&lines[0]).unwrap_or_else(|why| panic!("{}", tell(0, &why)));
    let mut placements = game.legal.iter();
    for (number, line) in lines.iter().enumerate().skip(1) {
        if line["event"] == "placed" {
            let legal = placements.next().unwrap();
            assert_eq!(&judge.legal(), legal, "{}", tell(number, "another legal set"));
        }
        if let Err(why) = judge.apply(line) {
            panic!("{}", tell(number, &why));
        }
    }
    assert!(judge.is_over(), "{}", tell(lines.len(), "no end"));
    lines.last().unwrap()["outcome"].as_str().unwrap().to_owned()
}

#[test]
fn the_implementations_agree_on_every_rule_set_and_number_of_players() {
    for built_in in BUILT_INS {
        for seats in 0..variant(built_in.name).players().iter().len() {
            for seed in 0..20 {
                judge(built_in.name, seats as u8, &seed.to_string());
            }
        }
    }
}

#[test]
fn the_implementations_agree_on_chosen_house_rules() {
    for rules in [
        "classic+board.columns=3+board.rows=3+players.max=4",
        "classic+board.columns=16+board.rows=16+tiles.copies=8",
        "classic+board.columns=4+board.rows=9+tiles.copies=2",
        "classic+tiles.hand=1",
        "classic+tiles.hand=5+players.max=6",
        "classic+tiles.copies=3+players.max=20",
        "classic+placement.avoid=[]",
        "classic+movement.meeting=pass",
        "classic+truce",
        "luxury-advanced+truce+rounds=5",
        "open-tiles+truce",
        "seas+truce+rounds=5",
        "classic+hazard.rule=daikaiju",
        "seas+hazard.moves-on=[2,4,6,8,10,12]",
        "seas+hazard.minimum=5",
        "storm-seas+hazard.every=2",
        "storm-seas+hazard.minimum=9+hazard.shots=9",
        "storm-seas+movement.meeting=collide+hazard.squares=[\"b2\",\"b4\",\"b6\",\"d2\",\"d4\",\"d6\",\"f2\",\"f4\",\"f6\"]",
        "storm-seas+movement.meeting=collide+end.tie-break=active-first+hazard.squares=[\"a1\",\"g3\",\"d4\"]",
        "storm-seas+draw.rule=dragon+hazard.every=3",
        "storm-seas+draw.rule=draft",
        "storm-seas+score.rule=most-crossings+hazard.every=4",
        "storm-seas+truce",
        "seas+hazard.movement-dice=2",
        "seas+bonus.exchange=false",
        "luxury+draw.rule=dragon",
    ] {
        for seats in [0, variant(rules).players().iter().len() as u8 - 1] {
            for seed in 0..10 {
                assert_ne!(judge(rules, seats, &seed.to_string()), "turn-limit", "{rules}");
            }
        }
    }
}

#[test]
fn the_implementations_agree_on_thousands_of_seas_games() {
    for seed in 0..2000 {
        judge("seas", (seed % 7) as u8, &format!("seas {seed}"));
    }
}

#[test]
fn the_implementations_agree_on_a_thousand_storms() {
    for seed in 0..1000 {
        judge("storm-seas", (seed % 7) as u8, &format!("storm {seed}"));
    }
}

/// The most daikaiju that are possible, on two sizes of board, moving in every turn: an index of six bits and a facing each.
#[test]
fn the_implementations_agree_with_sixty_four_daikaiju() {
    // Every order of the five faces that are not six, so that each tile is another one.
    let orders = (0..5u32.pow(5)).map(|number| [0, 1, 2, 3, 4].map(|digit| number / 5u32.pow(digit) % 5 + 1));
    let orders: Vec<[u32; 5]> = orders.filter(|faces| (1..=5).all(|face| faces.contains(&face))).collect();
    let tile = |index: usize| {
        let [turn, arrows @ ..] = orders[index * 37 % orders.len()];
        format!("{{turn={turn},arrows={arrows:?},gold={},clockwise={}}}", [true, false][index % 2], [true, false, false][index % 3])
    };
    let tiles: Vec<String> = (0..64).map(tile).collect();
    let changes = ["", "+movement.meeting=collide", "+placement.never=[]"];
    for (change, (size, lines, place)) in
        changes.into_iter().zip([(16, "[1,4,7,10,13,16]", 36), (8, "[1,2,3,6,7,8]", 20), (16, "[1,4,7,10,13,16]", 30)])
    {
        let name = format!(
            "seas{change}+board.columns={size}+board.rows={size}+tiles.copies=8+hazard.columns={lines}+hazard.rows={lines}+hazard.tiles=[{}]\
             +hazard.setup=[{{players=[2,8],place={place}}}]+hazard.minimum=12+hazard.movement-dice=2+hazard.moves-on=[2,3,4,5,6,7,8,9,10,11,12]",
            tiles.join(",")
        );
        (0..12).for_each(|seed| drop(judge(&name, 2 + seed % 7, &seed.to_string())));
    }
}

/// One change to a rule set, as it is typed after its name.
fn change() -> impl Strategy<Value = String> {
    let pick = |changes: &'static [&'static str]| prop::sample::select(changes).prop_map(str::to_owned);
    prop_oneof![
        3 => pick(&["", ""]),
        1 => pick(&["+tiles.hand=1", "+tiles.hand=2", "+tiles.hand=4", "+tiles.hand=5", "+tiles.copies=2", "+tiles.copies=3"]),
        1 => pick(&["+start.share-square=false", "+players.first=random", "+tiles.open=true"]),
        1 => pick(&["+placement.avoid=[]", "+placement.avoid=[\"edge\"]", "+placement.avoid=[\"edge\",\"collision\",\"loop\",\"daikaiju\"]"]),
        1 => pick(&["+placement.unless=no-safe-move", "+placement.unless=no-other-move", "+placement.never=[\"shared-wake\"]", "+placement.never=[]"]),
        1 => pick(&["+placement.rule=truce", "+placement.rule=truce+placement.rounds=5"]),
        1 => pick(&["+movement.meeting=pass", "+movement.meeting=collide"]),
        1 => pick(&["+draw.rule=dragon", "+draw.rule=statue", "+draw.rule=refill", "+draw.returned=bottom", "+draw.returned=shuffle"]),
        1 => pick(&["+draw.rule=dragon+draw.min-players=2", "+draw.rule=statue+draw.min-players=5", "+bonus.exchange=true+bonus.min-players=2"]),
        2 => pick(&["+hazard.rule=daikaiju", "+hazard.rule=daikaiju+hazard.minimum=6", "+hazard.rule=daikaiju+hazard.movement-dice=3"]),
        1 => pick(&["+hazard.rule=daikaiju+hazard.moves-on=[2,3,4,5,6,7,8,9,10,11,12]+hazard.movement-dice=2"]),
        1 => pick(&["+hazard.rule=daikaiju+hazard.removed=game+hazard.minimum=2", "+hazard.rule=daikaiju+hazard.moved-onto-wake=box+hazard.placed-on-wake=pile"]),
        1 => pick(&["+score.rule=longest-path", "+score.rule=most-crossings", "+score.rule=solo", "+end.tie-break=active-first", "+end.turn-limit=20"]),
        1 => pick(&["+board.columns=7+board.rows=9+tiles.copies=2", "+board.columns=8+board.rows=8+tiles.copies=2", "+board.columns=16+board.rows=16+tiles.copies=8"]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn the_implementations_agree_on_random_house_rules(
        base in prop::sample::select(&["classic", "luxury", "seas", "seas-calm"][..]),
        changes in prop::collection::vec(change(), 0..4),
        seats in any::<u8>(),
        seed in any::<u64>(),
    ) {
        let name = format!("{base}{}", changes.concat());
        // Changes that contradict each other are not a rule set; all others must play.
        if crate::common::games::try_variant(&name).is_ok() {
            judge(&name, seats, &seed.to_string());
        }
    }
}
