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
    assert!(out(&done).contains("256 games, seed \"train\""), "{}", out(&done));
    let path = folder.path().join("values.toml");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("rules = \"classic\"") && text.contains("games = 256"), "{text}");
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
fn what_cannot_be_trained_or_read_is_refused_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let refused = |args: &[&str]| {
        let done = run(args);
        assert_eq!(done.status.code(), Some(2), "{args:?}: {}", out(&done));
        err(&done)
    };
    let path = folder.path().join("x.toml");
    let path = path.to_str().unwrap();
    assert!(refused(&["train", "solo", "--out", path]).contains("nobody plays against another"));
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
