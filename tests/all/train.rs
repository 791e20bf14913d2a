//! `tsuro train`, and bots that judge by what was learned.

use crate::common::program::{err, json, out, run};
use std::fs;
use tempfile::TempDir;

/// A short training into a new folder, with more arguments.
fn train(folder: &TempDir, more: &[&str]) -> std::process::Output {
    let file = folder.path().join("values.toml");
    let usual =
        ["train", "classic", "--games", "256", "--players", "2", "--out", file.to_str().unwrap()];
    run(&[&usual[..], more].concat())
}

#[test]
fn a_training_writes_a_file_that_bots_play_by() {
    let folder = TempDir::new().unwrap();
    let done = train(&folder, &["--threads", "2"]);
    assert!(done.status.success(), "{}", err(&done));
    assert!(out(&done).contains("256 games and 12 of a search, seed \"train\""), "{}", out(&done));
    let path = folder.path().join("values.toml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.contains("rules = \"classic\"") && text.contains("games = 256\nsearched = 12\n"),
        "{text}"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");

    // It is there, and is not overwritten unasked.
    let again = train(&folder, &[]);
    assert_eq!(again.status.code(), Some(1), "{}", out(&again));
    assert!(err(&again).contains("--force"), "{}", err(&again));
    let forced = train(&folder, &["--force", "--threads", "1", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&out(&forced)).unwrap();
    assert_eq!((document["games"].as_u64(), document["seed"].as_str()), (Some(256), Some("train")));
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "the same on one thread");

    let named = format!("learned:values={},ismcts:3:values={0}", path.display());
    let played = json(&["simulate", "classic", "--bots", &named, "--games", "3", "--json"]);
    assert_eq!(played["games"], 3);
}

#[test]
fn where_nobody_plays_against_another_all_seats_are_measured() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("values.toml");
    let path = path.to_str().unwrap();
    let train = |rules: &str, players: &str, more: &[&str]| {
        let asked = ["train", rules, "--players", players, "--games", "128", "--out", path];
        out(&run(&[&asked[..], more].concat()))
    };
    let goal = |goal: &str| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(&format!("\ngoal = \"{goal}\"\n")), "{text}");
    };
    let said = train("solo", "3", &[]);
    assert!(said.contains("pieces kept, %     learned      greedy\n 3 players   "), "{said}");
    goal("pieces");
    let said = train("solo-seas", "1", &["--force", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&said).unwrap();
    let figure = &document["figures"][0];
    assert!(figure["share"].is_number() && figure["greedy"].is_number(), "{figure}");
    goal("together");
}

#[test]
fn what_cannot_be_trained_or_read_is_refused_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let refused = |args: &[&str]| {
        let done = run(args);
        assert_eq!(done.status.code(), Some(2), "{args:?}: {}", out(&done));
        err(&done)
    };
    let path = folder.path().join("x.toml");
    let path = path.to_str().unwrap();
    assert!(refused(&["train", "classic", "--out", "a:b.toml"]).contains("colon"));
    assert!(refused(&["train", "classic", "--players", "9", "--out", path]).contains("2 to 8"));
    assert!(refused(&["train", "classic", "--out", "/nowhere/x.toml"]).contains("/nowhere"));
    for (bot, reason) in [
        (format!("learned:values={path}"), "No such file"),
        ("learned:sharp=0".to_owned(), "1 to 100"),
        ("learned:fast".to_owned(), "key=value"),
        ("learned:heat=2".to_owned(), "\"heat\""),
        ("ismcts:5:values=learned:tries=9".to_owned(), "1 to 8"),
        ("ismcts:5:values=learned:rank=0.5".to_owned(), "rank does not go with values"),
        ("ismcts:5:moves=3".to_owned(), "moves needs values"),
        ("ismcts:5:judged=3".to_owned(), "judged needs values"),
        ("ismcts:5:values=learned:judged=33".to_owned(), "0 to 32"),
        (format!("learned:values={}", folder.path().display()), "it is no file"),
    ] {
        let said = refused(&["simulate", "classic", "--bots", &bot, "--games", "1"]);
        assert!(said.contains(reason), "{bot}: {said}");
    }
    fs::write(path, "format = 1").unwrap();
    let bot = format!("ismcts:5:values={path}");
    let said = refused(&["simulate", "classic", "--bots", &bot, "--games", "1"]);
    assert!(said.contains("not a file of values: missing field"), "{said}");

    // What is kept of an interrupted training belongs to it alone.
    let kept = format!("{path}.training");
    fs::write(&kept, "{}").unwrap();
    let said = refused(&["train", "classic", "--force", "--out", path]);
    assert!(said.contains(&kept) && said.contains("delete it"), "{said}");
}

#[test]
fn advise_shows_what_a_bot_would_choose_and_why() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("position.json");
    let seats = r#"[{"at": "a1:A", "hand": [3, 7, 12]}, {"at": "f6:D", "hand": 3}]"#;
    fs::write(&path, format!(r#"{{"players": {seats}, "active": 0}}"#)).unwrap();
    let path = path.to_str().unwrap();
    let asked = |bot: &str| json(&["advise", path, "-r", "classic", "--bot", bot, "--json"]);
    let searched = asked("ismcts:40:values=learned");
    let choices = searched["choices"].as_array().unwrap();
    assert_eq!(choices.iter().map(|one| one["visits"].as_u64().unwrap()).sum::<u64>(), 40);
    for key in ["tile", "rotation", "square", "to", "out", "wins"] {
        assert_eq!(searched["chosen"][key], choices[0][key], "{key}");
    }
    assert!(choices[0]["prior"].is_number() && searched.get("advice").is_none());
    let learned = asked("learned");
    assert_eq!(learned["choices"].as_array().unwrap().len(), choices.len());
    assert_eq!(learned["chosen"]["wins"], learned["choices"][0]["wins"]);
    let greedy = asked("greedy");
    assert!(greedy["chosen"]["wins"].is_null() && greedy["chosen"]["tile"].is_number());
    let words = run(&["advise", path, "-r", "classic", "--bot", "greedy"]);
    assert!(out(&words).contains("greedy chooses face "), "{}", out(&words));
    let refused = run(&["advise", path, "-r", "classic", "--bot", "gredy"]);
    assert!(err(&refused).contains("--bot: there is no bot \"gredy\""), "{}", err(&refused));
}

#[test]
fn experiments_with_a_file_of_values_name_its_hash_and_do_not_go_on_with_another() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("values.toml");
    let shipped = |name: &str| {
        let text = format!("{}/../../rulesets/values/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        fs::copy(text, &file).unwrap();
    };
    shipped("classic");
    let bot = format!("learned:values={}", file.display());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (one, two, other) = (path("one.json"), path("two.json"), path("other.json"));
    let asked = ["classic", "classic+hand=2", "--players", "2", "--bots", &bot, "--seed", "values"];
    let compare = |more: &[&str]| json(&[&["compare"], &asked[..], &["--json"], more].concat());
    let whole = compare(&["--games", "64"]);
    let named = whole["tables"][0]["bots"].as_str().unwrap().to_owned();
    let (before, hash) = named.rsplit_once('#').unwrap();
    assert_eq!((before, hash.len()), (bot.as_str(), 16), "{named}");

    // Parts add up to the whole, also where the file is not at hand, and no other part goes in.
    for (part, out) in [("1/2", &one), ("2/2", &two)] {
        compare(&["--games", "64", "--part", part, "--out", out]);
    }
    shipped("seas");
    compare(&["--games", "64", "--part", "2/2", "--out", &other]);
    fs::remove_file(&file).unwrap();
    let merged = json(&["merge", &one, &two, "--json"]);
    assert_eq!(merged["tables"], whole["tables"]);
    assert_eq!(merged["comparisons"], whole["comparisons"]);
    let refused = run(&["merge", &one, &other]);
    assert!(!refused.status.success());
    assert!(err(&refused).contains("players or bots differ"), "{}", err(&refused));

    // The word with the hash is as good as the file, as long as it has not changed.
    let measure = ["measure", "classic", "--players", "2", "--games", "8", "--bots"];
    shipped("classic");
    json(&[&measure[..], &[&named, "--json"]].concat());
    json(&["simulate", "classic", "--bots", &named, "--games", "2", "--json"]);
    shipped("seas");
    let text = fs::read_to_string(&file).unwrap();
    for (bot, reason) in [(&named, "the file has changed"), (&bot, "layout")] {
        let done = run(&[&measure[..], &[bot]].concat());
        assert_eq!(done.status.code(), Some(2), "{}", out(&done));
        assert!(err(&done).contains(reason), "{}", err(&done));
        let layout = text.lines().find(|line| line.starts_with("layout")).unwrap();
        fs::write(&file, text.replacen(layout, "layout = \"pieces-0\"", 1)).unwrap();
    }
    let explore = ["explore", "classic", "--vary", "tiles.hand=2..3", "--target", "turns=20"];
    let more = ["--players", "2", "--games", "40", "--bots", &bot, "--json", "--out"];
    let done = run(&[&explore[..], &more, &[&path("found.toml")]].concat());
    assert_eq!(done.status.code(), Some(2), "{}", out(&done));
    shipped("classic");
    json(&[&explore[..], &more, &[&path("found.toml")]].concat());
}

#[test]
fn what_is_drawn_for_the_last_tile_of_a_hand_is_judged() {
    // With one tile, the board after a placement says nothing of where its piece can go. Judged by
    // that board alone, `learned` wins 35 % of these games.
    let bots = ["--players", "2", "--bots", "learned,greedy", "--games", "1000"];
    let command = ["tournament", "one-tile", "--seed", "ladder", "--json"];
    let played = json(&[&command[..2], &bots, &command[2..]].concat());
    let share = played["bots"][0]["share"].as_f64().unwrap();
    assert!(share > 0.42, "{share}");
}
