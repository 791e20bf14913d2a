//! Rules in scripts: what is wrong with them is told at its place, what they do wrong ends one game
//! by name, and nothing that they do reaches further.

use crate::common::Texts as Loader;
use serde_json::{Value, json};
use std::sync::Arc;
use tsuro::Game;
use tsuro::game::{BROKEN_RULE, Outcome, SeatSet};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro_suite::{Conformance, conformance};

/// A rule set with one script.
fn file(script: &str, extends: &str) -> String {
    format!(
        "schema = 1\nextends = \"{extends}\"\nscripts = ['''\n{script}\n''']\n[[rule]]\n\
         rule = \"mine\"\n"
    )
}

/// A script of a rule called `mine` with these sections and functions.
fn script(sections: &str, functions: &str) -> String {
    format!(
        "const RULE = #{{ name: \"mine\", summary: \"a rule of a test\", {sections} }};\n\
         {functions}"
    )
}

fn variant(text: &str) -> Arc<Variant> {
    Arc::new(
        Variant::from_text("mine.toml", text, &Registry::default())
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

fn made(sections: &str, functions: &str) -> Arc<Variant> {
    variant(&file(&script(sections, functions), "classic"))
}

/// The game in which the first choice is always taken.
fn played(variant: Arc<Variant>) -> Game {
    let mut game = Game::from_variant(variant, 3, "scripts").unwrap();
    while let Some(decision) = game.decision() {
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    game
}

/// What a script says that breaks off the game.
fn why_broken(sections: &str, functions: &str) -> String {
    let game = played(made(sections, functions));
    let ending = game.ending().unwrap();
    assert_eq!(
        (ending.outcome, ending.winners),
        (Outcome::Rule(&BROKEN_RULE), SeatSet::EMPTY),
        "{functions}"
    );
    let record = game.record().unwrap();
    let lines: Vec<Value> =
        record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [.., broken, end] = &lines[..] else { panic!("{record}") };
    assert_eq!(
        (&broken["event"], &broken["rule"], &broken["data"]["broken"]),
        (&json!("rule"), &json!("mine"), &json!("fails")),
        "{functions}: {record}"
    );
    assert_eq!(end["outcome"], json!("broken-rule"));
    // The record carries the script, so it needs no file, and says the same again.
    assert_eq!(Game::from_record(&record, &Registry::default()).unwrap().record().unwrap(), record);
    broken["data"]["why"].as_str().unwrap().to_owned()
}

/// The problems of a script, each with its place in the script.
fn problems(script: &str) -> Vec<String> {
    let problems = Variant::from_text("mine.toml", &file(script, "classic"), &Registry::default())
        .unwrap_err();
    let place = |problem: &tsuro::ruleset::Problem| {
        problem
            .place()
            .and_then(tsuro::ruleset::SourceSpan::start)
            .map_or_else(String::new, |at| at.to_string())
    };
    problems.iter().map(|problem| format!("{} {}", place(problem), problem.message)).collect()
}

#[test]
fn what_is_wrong_with_a_script_is_told_at_its_place_with_what_could_be_meant() {
    let rule = "const RULE = #{ name: \"mine\", summary: \"x\" };\n";
    let mut wrong = Vec::new();
    for (text, wanted) in [
        ("fn act(table, at) { }", "the script declares no rule"),
        ("const RULE = 3;", "1:14 `RULE` has to be a map `#{ … }`, not 3"),
        ("const RULE = #{ name: \"mine\" };", "1:14 `RULE` has no `summary`"),
        (
            "const RULE = #{ name: \"mine\", summary: \"x\", evnts: #{} };",
            "1:45 `RULE` has no `evnts`",
        ),
        (
            &format!("{rule}fn before_placement(table) {{ table.blok(\"c3\"); }}"),
            "2:36 there is no verb `blok`",
        ),
        (
            &format!("{rule}fn before_placement(table) {{ table.block(); }}"),
            "2:36 it is called as `table.block(square)`",
        ),
        (
            &format!("{rule}fn before_placement(table) {{ key(\"every\"); }}"),
            "2:34 the rule declares no key \"every\" among its `keys`",
        ),
        (
            &format!("{rule}fn before_placement(table) {{ x; }}"),
            "2:30 there is no variable `x` here",
        ),
        (
            &format!("{rule}fn before_placement(table, at) {{ }}"),
            "2:4 the function `before_placement` takes `table`, and has 2 parameters here",
        ),
        (
            &format!("{rule}fn befor_placement(table) {{ }}"),
            "2:4 nothing calls the function `befor_placement`",
        ),
        (
            &format!("{rule}fn before_placement(table) {{ eval(\"1\"); }}"),
            "reserved keyword 'eval' is disabled",
        ),
        (
            "const RULE = #{ name: \"mine\", summary: \"x\", pieces: [#{ sign: \"x\", en: \"a raft\", \
             picture: \"M0 0'/><script>\" }] };",
            "the picture of a piece is no SVG path data",
        ),
        (&format!("{rule}import \"x\" as y;"), "`import` is a reserved word"),
        (&format!("{rule}let x = 3;"), "only functions may stand beside"),
        (&format!("{rule}fn act(table, at) {{ if }}"), "2:24"),
    ] {
        let found = problems(text);
        if !found.iter().any(|problem| problem.contains(wanted)) {
            wrong.push((text.to_owned(), wanted, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let of_blok = Variant::from_text(
        "mine.toml",
        &file(&format!("{rule}fn before_placement(table) {{ table.blok(\"c3\"); }}"), "classic"),
        &Registry::default(),
    );
    let problem = of_blok.unwrap_err().iter().next().unwrap().clone();
    assert_eq!(problem.did_you_mean.as_deref(), Some("block"));
}

#[test]
fn what_a_script_does_wrong_ends_its_game_with_the_place_in_its_text() {
    for (functions, wanted) in [
        (
            "fn before_placement(table) { table.block(\"z99\"); }",
            "mine.toml, script 1:2:36: `block` takes a square such as \"c3\", and \"z99\" is none",
        ),
        (
            "fn before_placement(table) { table.block(3); }",
            "`block` is `table.block(square)`, and was given (table, i64)",
        ),
        (
            "fn before_placement(table) { table.carry(7, \"a1:A\"); }",
            "`carry` takes a seat from 0 to 2, and not 7",
        ),
        ("fn before_placement(table) { let list = [1]; list[3]; }", "a list of 1 has no item 3"),
        ("fn before_placement(table) { 1 / (table.turn() - table.turn()); }", "division by zero"),
        (
            "fn before_placement(table) { loop { } }",
            "mine.toml, script 1:2:4: it takes more than 100000 steps in one call",
        ),
        (
            "fn deep(n) { deep(n + 1) } fn before_placement(table) { deep(0); }",
            "functions call each other too deep",
        ),
        ("fn before_placement(table) { let text = \"x\"; loop { text += text; } }", "is too large"),
        ("fn before_placement(table) { let list = [1]; loop { list += list; } }", "is too large"),
        (
            "fn before_placement(table) { let map = #{}; let n = 0; loop { map[n.to_string()] = n; \
             n += 1; } }",
            "steps in one call",
        ),
        (
            "fn start(setup) { [] } fn before_placement(table) { for n in 0..5000 { this.push(n); \
             } }",
            "is too large",
        ),
        (
            "fn start(setup) { #{} } fn before_placement(table) { this.f = || 3; }",
            "it keeps a Fn, which is no value that can be written down",
        ),
        (
            "fn before_placement(table) { 3 }",
            "`before_placement` has to return ask(…), again(), strike(…), sink(…), covered(…) or \
             nothing, and not 3",
        ),
        ("fn before_placement(table) { throw \"enough\"; }", "enough"),
        (
            "fn before_placement(table) { ask(0) } fn question(table, seat) { #{ options: \
             [\"much-too-long-a-word\"] } }",
            "`question`",
        ),
        (
            "fn verdict(table, tile, fates) { if table.turn() == 2 { throw \"no\"; } }",
            "mine.toml, script 1:2:",
        ),
        (
            "fn verdict(table, tile, fates) { if tile == [36, 0] { \"perhaps\" } else { [][0] } }",
            "a list of 0 has no item 0",
        ),
        (
            "fn verdict(table, tile, fates) { if table.turn() == 3 { \"perhaps\" } }",
            "and not \"perhaps\"",
        ),
        ("fn hides(table, seat, square) { [][1] }", "a list of 0 has no item 1"),
        ("fn hides(table, seat, square) { 3 }", "true or false, and not 3"),
        (
            "fn ending(table, occasion) { #{ winners: [0], outcome: \"never\" } }",
            "`ending` has to return",
        ),
    ] {
        let why = why_broken("", functions);
        assert!(why.contains(wanted), "{functions}\n{why}");
        assert!(why.contains("with `this` = "), "{why}");
    }
}

#[test]
fn steps_are_counted_over_all_calls_of_a_moment() {
    // Each call stays below its limit.
    let functions = "fn act(table, at) { let sum = 0; for n in 0..20000 { sum += n; } again() } fn \
        before_placement(table) { }";
    let why = why_broken("", functions);
    assert!(why.contains("it takes more than 200000 steps at one moment"), "{why}");
}

#[test]
fn thousands_of_events_and_questions_without_end_end_by_name() {
    let told = "events: #{ mine: #{ fields: #{ number: \"number\" }, en: \"{number}\" } }";
    let why = why_broken(
        told,
        "fn before_placement(table) { for n in 0..1000000 { table.tell(\"mine\", #{ number: n }); \
         } }",
    );
    assert!(why.contains("steps in one call"), "{why}");
    let asks = "asks: #{ what: #{ answers: \"number\", en: \"What?\" } }";
    let functions = "fn act(table, at) { ask(table.active()) } fn question(table, seat) { [1, 2] } \
        fn before_placement(table) { }";
    let game = played(made(asks, functions));
    assert_eq!(game.ending().unwrap().outcome, Outcome::Rule(&BROKEN_RULE));
    assert!(game.record().unwrap().contains("\"broken\":\"never-ends\""));
}

#[test]
fn a_script_sees_nothing_but_the_game_and_its_state() {
    let rule = "const RULE = #{ name: \"mine\", summary: \"x\" };\n";
    for call in [
        "open_file(\"x\")",
        "timestamp()",
        "rand()",
        "sleep(1)",
        "env(\"HOME\")",
        "now()",
        "system(\"ls\")",
    ] {
        let found = problems(&format!("{rule}fn before_placement(table) {{ {call}; }}"));
        assert!(
            found.iter().any(|problem| problem.contains("there is no function")),
            "{call}: {found:?}"
        );
    }
}

#[test]
fn a_state_is_no_other_games_and_is_written_whole() {
    // What functions within functions see is copied when the call is over.
    let functions = "fn start(setup) { #{ turns: 0, kept: [] } }
        fn before_placement(table) {
            let list = [this.turns];
            let add = |n| { list.push(n); };
            add.call(7);
            this.kept = list;
            this.turns += 1;
        }";
    let variant = made("", functions);
    let mut game = Game::from_variant(Arc::clone(&variant), 2, "state").unwrap();
    let mut others = Vec::new();
    while let Some(decision) = game.decision() {
        others.push(game.clone());
        let choice = game.observe(decision.seat()).choices()[0].clone();
        game.play(&choice).unwrap();
    }
    // Each copy goes on to the same end.
    let record = game.record().unwrap();
    for mut other in others {
        while let Some(decision) = other.decision() {
            let choice = other.observe(decision.seat()).choices()[0].clone();
            other.play(&choice).unwrap();
        }
        assert_eq!(other.record().unwrap(), record);
    }
}

#[test]
fn a_script_that_keeps_the_contract_conforms_and_its_secrets_are_checked() {
    let how = Conformance { games: 10, ..Conformance::default() };
    let roles = |view: &str| {
        let sections = "chance: #{ role: #{ seen_by: \"one-seat\", en: \"a role is dealt\", fr: \
            \"un rôle est distribué\" } }";
        let functions = format!(
            "fn start(setup) {{ let roles = []; roles.pad(setup.seats, 0); #{{ roles: roles }} }}
            fn set_up(table) {{ for seat in 0..table.seats() {{ this.roles[seat] = \
            table.chance_for(\"role\", seat, 3); }} }}
            fn view(seat) {{ {view} }}
            fn redeal(seat, random) {{ for other in 0..this.roles.len() {{ if other != seat {{ \
            this.roles[other] = random.below(3); }} }} }}"
        );
        file(&script(sections, &functions), "classic")
    };
    let check = |text: &str| {
        let loader = [("mine", text)];
        let variant =
            Arc::new(Variant::load("mine", &Loader(&loader), &Registry::default()).unwrap());
        conformance("mine", &variant, &Registry::default(), &Loader(&loader), &how)
    };
    check(&roles("if seat == () { () } else { #{ role: this.roles[seat] } }")).unwrap();
    let leak = check(&roles("#{ role: this.roles[0] }"))
        .expect_err("it shows the first seat's role to all");
    assert!(leak.why.contains("mine"), "{}", leak.why);
}

#[test]
fn the_hash_covers_scripts_whose_rule_is_chosen_and_no_others() {
    let plain = Variant::from_text(
        "plain.toml",
        "schema = 1\nextends = \"classic\"\n",
        &Registry::default(),
    )
    .unwrap();
    let one = script("", "fn before_placement(table) { }");
    let unused = format!("schema = 1\nextends = \"classic\"\nscripts = ['''\n{one}\n''']\n");
    let unused = Variant::from_text("unused.toml", &unused, &Registry::default()).unwrap();
    assert_eq!(unused.hash(), plain.hash());
    let other = script("", "fn before_placement(table) { table.turn(); }");
    let (one, other) = (variant(&file(&one, "classic")), variant(&file(&other, "classic")));
    assert!(one.hash() != other.hash() && one.hash() != plain.hash());
    assert_eq!(
        variant(&file(&script("", "fn before_placement(table) { }"), "classic")).hash(),
        one.hash()
    );
}

#[test]
fn two_scripts_of_one_rule_and_a_rule_that_there_is_are_refused() {
    let one = script("", "fn before_placement(table) { }");
    let two = script("", "fn before_placement(table) { table.turn(); }");
    let text = format!(
        "schema = 1\nscripts = ['''\n{one}\n''', '''\n{two}\n''']\n[[rule]]\nrule = \"mine\"\n"
    );
    let problems = Variant::from_text("mine.toml", &text, &Registry::default()).unwrap_err();
    assert!(problems.to_string().contains("has a rule `mine` already"), "{problems}");
    let taken = one.replace("\"mine\"", "\"tsunami\"");
    let text = format!("schema = 1\nscripts = ['''\n{taken}\n''']\n");
    let problems = Variant::from_text("mine.toml", &text, &Registry::default()).unwrap_err();
    assert!(
        problems.to_string().contains("this program has a rule `tsunami` already"),
        "{problems}"
    );
}

#[test]
fn bots_search_on_under_a_rule_whose_script_fails() {
    // In playouts no sink hears the game, and the rule does nothing.
    let variant =
        made("", "fn before_placement(table) { if table.turn() > 5 { table.block(\"z9\"); } }");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fails.toml");
    std::fs::write(&path, variant.resolved().to_toml(false)).unwrap();
    let args = [
        "simulate",
        path.to_str().unwrap(),
        "--bots",
        "ismcts:40,greedy",
        "--games",
        "3",
        "--seed",
        "fails",
        "--json",
    ];
    let output = crate::common::program::tsuro(&args).output().unwrap();
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["outcomes"]["broken-rule"], 3, "{summary}");
    // Which deals failed, and why.
    for (number, broken) in summary["broken"].as_array().unwrap().iter().enumerate() {
        assert_eq!(broken["game"], number);
        assert!(broken["why"].as_str().unwrap().contains("\"z9\" is none"), "{broken}");
    }
}

#[test]
fn the_reference_of_scripts_is_what_the_program_prints() {
    let output = crate::common::program::run(&["rules", "reference", "--scripts"]);
    crate::common::golden::compare(
        "docs/script-reference.md",
        &crate::common::program::out(&output),
    );
}

/// Two texts that are scripts.
const TEXTS: [&str; 2] = [
    "const RULE = #{ name: \"mine\", summary: \"x\", keys: #{ every: #{ number: [1, 9], usual: 2, \
     means: \"How often\" } },
        events: #{ mine: #{ fields: #{ square: \"square\" }, en: \"{square}\" } }, chance: #{ \
        rock: #{ en: \"a rock falls\" } } };
    fn before_placement(table) {
        if table.turn() % key(\"every\") != 0 { return; }
        let free = table.squares().filter(|square| table.content(square) == \"empty\" && \
        table.facing(square).is_empty());
        if free.is_empty() { return; }
        let square = free[table.chance(\"rock\", free.len())];
        table.block(square);
        table.tell(\"mine\", #{ square: square });
    }",
    "const RULE = #{ name: \"mine\", summary: \"x\", asks: #{ give: #{ answers: \"number\", about: \
     [\"lot\"], en: \"{lot}?\" } },
        counts: #{ coins: #{ label: #{ en: \"coins\" }, text: #{ en: \"{who}: {count}\" } } } };
    fn start(setup) { let coins = []; coins.pad(setup.seats, 9); #{ coins: coins, asked: () } }
    fn before_placement(table) { this.asked = (); }
    fn act(table, at) { if this.asked == () { return ask(table.active()); } }
    fn question(table, seat) { #{ options: [1, 2, 3], about: [#{ tile: 3 }] } }
    fn answer(table, seat, bid) { this.asked = seat; this.coins[seat] -= bid; }
    fn shows(turn) { let all = []; for seat in 0..this.coins.len() { all.push(count_for(\"coins\", \
    seat, this.coins[seat])); } all }",
];

/// Each word of the scripts is left out, doubled, or replaced by another word of them: a script is
/// refused, or plays games that end.
#[test]
fn no_change_of_a_word_brings_the_program_down() {
    let words: Vec<Vec<String>> = TEXTS.iter().map(|text| words_of(text)).collect();
    let (mut played_to_the_end, mut refused) = (0, 0);
    for (which, text) in words.iter().enumerate() {
        for at in 0..text.len() {
            let others = &words[(which + at) % 2];
            let other = others[(at * 31 + 7) % others.len()].clone();
            for instead in [String::new(), text[at].repeat(2), other] {
                let changed: String = text
                    .iter()
                    .enumerate()
                    .map(|(index, word)| if index == at { instead.clone() } else { word.clone() })
                    .collect();
                match Variant::from_text(
                    "mine.toml",
                    &file(&changed, "classic"),
                    &Registry::default(),
                ) {
                    Ok(variant) => {
                        let ending = played(Arc::new(variant)).ending();
                        assert!(ending.is_some(), "{changed}");
                        played_to_the_end += 1;
                    }
                    Err(problems) => {
                        assert!(!problems.is_empty(), "{changed}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(played_to_the_end > 100 && refused > 500, "{played_to_the_end} {refused}");
}

/// A text in words: letters that stand together, and each other character alone.
fn words_of(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for letter in text.chars() {
        let goes_on = |word: &&mut String| {
            letter.is_alphanumeric() && word.chars().all(char::is_alphanumeric)
        };
        match words.last_mut().filter(goes_on) {
            Some(word) => word.push(letter),
            None => words.push(letter.to_string()),
        }
    }
    words
}

#[test]
fn a_pair_that_the_program_writes_is_checked_tested_and_played_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let tsuro = |args: &[&str]| {
        let output =
            crate::common::program::tsuro(args).current_dir(folder.path()).output().unwrap();
        (
            output.status.code(),
            crate::common::program::out(&output) + crate::common::program::err(&output).as_str(),
        )
    };
    assert_eq!(tsuro(&["rules", "new", "rocks", "--script"]).0, Some(0));
    let (code, told) = tsuro(&["rules", "new", "rocks", "--script"]);
    assert!(code == Some(2) && told.contains("rocks.toml exists already"), "{told}");
    for args in [
        &["rules", "check", "rocks.toml"][..],
        &["rules", "check", "--deep", "--games", "20", "rocks.toml"],
        &["test", "--conformance", "rocks.toml", "--games", "20"],
        &["simulate", "rocks.toml", "--games", "20", "--record", "games.jsonl"],
        &["replay", "games.jsonl"],
        &["render", "games.jsonl", "--output", "rocks.svg"],
        &[
            "compare",
            "classic",
            "rocks.toml",
            "--players",
            "2",
            "--bots",
            "random",
            "--games",
            "40",
            "--metrics",
            "length",
        ],
    ] {
        let (code, told) = tsuro(args);
        assert_eq!(code, Some(0), "{args:?}: {told}");
    }
    // A scenario, in which a number is drawn and an event told.
    let suite = "schema = 1
[rule-ids]
R1 = \"A rock falls every four turns\"
[[scenario]]
title = \"A rock falls on the first free square\"
rule = \"R1\"
rules = \"rocks.toml\"
players.A = \"a1:A 33 1 2\"
players.B = \"f6:D 5 6 7\"
turn = 4
begin = \"turn\"
picks = [[0]]
place = 33
expect.events = ['rule rocks: {\"below\":34,\"picked\":0}', 'rule rocks: \
{\"fell\":{\"square\":\"b1\"}}', \"A moves to a2:A\"]
";
    std::fs::write(folder.path().join("suite.toml"), suite).unwrap();
    let (code, told) = tsuro(&["test", "suite.toml"]);
    assert_eq!(code, Some(0), "{told}");
    // The record says all: without the files the games are the same.
    std::fs::remove_file(folder.path().join("rocks.rhai")).unwrap();
    std::fs::remove_file(folder.path().join("rocks.toml")).unwrap();
    assert_eq!(tsuro(&["replay", "games.jsonl"]).0, Some(0));
}

#[test]
fn a_piece_of_a_script_has_its_picture() {
    let declared = "pieces: [#{ sign: \"x\", en: \"a raft\", picture: \"M20 80h60L50 20z\" }]";
    let game = played(made(declared, "fn turn_begins(table) { }"));
    let see = game.observe(None);
    assert_eq!(see.piece_faces()[0].look.picture, Some("M20 80h60L50 20z"));
}

#[test]
fn a_piece_is_out_that_faces_a_square_which_a_script_has_blocked() {
    let blocks = "fn turn_ends(table) { for seat in table.alive() { \
        table.block(square(table.place(seat))); } }";
    for (base, sections, cause) in [
        ("classic", "", r#""cause":"blocked""#),
        (
            "classic",
            "causes: #{ sunk: #{ means: \"running aground\", en: \"sunk\" } }, blocked: \"sunk\"",
            r#""cause":"mine/sunk""#,
        ),
        ("seas", "", r#""cause":"daikaiju""#),
    ] {
        let record = played(variant(&file(&script(sections, blocks), base))).record().unwrap();
        assert!(record.contains(cause) && !record.contains("broken-rule"), "{base}: {record}");
    }
}

#[test]
fn a_script_beside_the_daikaiju_leaves_them_what_they_do_to_pieces_that_face_them() {
    let text = file(&script("", "fn turn_ends(table) { }"), "seas");
    let how = Conformance { games: 20, ..Conformance::default() };
    let loader = [("mine", text.as_str())];
    let variant = Arc::new(Variant::load("mine", &Loader(&loader), &Registry::default()).unwrap());
    conformance("mine", &variant, &Registry::default(), &Loader(&loader), &how)
        .unwrap_or_else(|broken| panic!("{broken}"));
}

/// After its placement, A sails from d4 over tile 33 of B's hand, and then from another port of the
/// square over the tile that lies.
const SAILS: &str = r#"
fn start(setup) { #{seen: []} }

fn after_placement(table) {
    if table.turn() != 1 { return; }
    let tile = #{tile: table.hand(1)[0], rotation: 0};
    let from = place("d4", "H");
    this.seen = [
        table.landing(0, from, ()), table.landing(0, from, tile),
        table.sail_from(0, from, (), ()), table.sail_from(0, from, tile, ()),
        table.sail_from(2, from, tile, 1),
        table.sail_from(0, from, tile, 1), table.place(0), table.hand_len(1), table.content("d4"),
        table.landing(0, from, tile), table.landing(0, place("d4", "A"), ()),
        table.sail_from(0, place("d4", "A"), (), ()), table.place(0), table.named_by_dice(0, 5),
    ];
}
"#;

#[test]
fn scripts_let_pieces_sail_as_rules_in_rust_do() {
    let seen = |base: &str| {
        let position = json!({
            "tiles": [{ "square": "b1", "tile": 14, "rotation": 0 }], "phase": "place", "active": 0,
            "pile": [8, 9],
            "players": [
                { "at": "c1:H", "hand": [5] }, { "at": "a4:G", "hand": [33, 2] }, { "out": true }
            ],
        });
        let mut game =
            Game::at(variant(&file(&script("", SAILS), base)), &position, "sails").unwrap();
        let choice =
            game.observe(game.decision().map(tsuro::game::Decision::seat)).choices()[0].clone();
        game.play(&choice).unwrap();
        let Value::Array(seen) = game.position()["rule-state"]["mine"]["seen"].clone() else {
            panic!("{}", game.position())
        };
        seen
    };
    let wanted = |named: Value| {
        json!([
            null, { "at": "e4:H", "shared": false },
            false, false, false,
            true, "e4:H", 1, { "tile": 33, "rotation": 0 },
            null, { "at": "d5:A", "shared": false },
            true, "d5:A", named,
        ])
    };
    // Tile 33 joins each port with the one straight across.
    assert_eq!(json!(seen("classic")), wanted(Value::Null));
    assert_eq!(json!(seen("seas")), wanted(json!("a7")));
}

#[test]
fn dice_have_six_faces_and_a_special_tile_no_path() {
    for (function, why) in [
        (
            "fn before_placement(table) { table.named_by_dice(6, 0); }",
            "`named_by_dice` takes two numbers from 0 to 5, and not 6 and 0",
        ),
        (
            "fn before_placement(table) { table.landing(0, place(\"c3\", \"A\"), #{tile: 35, \
             rotation: 0}); }",
            "`landing` takes #{tile, rotation}, with a tile that can be laid",
        ),
    ] {
        let told = why_broken("", function);
        assert!(told.contains(why), "{told}");
    }
}
