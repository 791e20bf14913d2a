//! A first house rule, as `docs/house-rules.md` describes it: a new file, ten ways to break it with
//! the message that mends each, and the picker.

use crate::common::program::{self, err, feed, out};
use crate::common::read_checkout;
use std::fs;
use std::path::Path;
use std::process::Output;

/// The section of the document.
fn section() -> String {
    let text = read_checkout("docs/house-rules.md");
    let (_, section) = text.split_once("## Change what you want\n").unwrap();
    section.split_once("\n## ").unwrap().0.to_owned()
}

/// The blocks of one language.
fn blocks<'a>(section: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("\n```{language}\n");
    section
        .split(&begin)
        .skip(1)
        .map(|rest| rest.split_once("\n```").map(|(block, _)| block).unwrap())
        .collect()
}

/// The finished file; its first line is the name that the document gives it.
fn finished(section: &str) -> String {
    let (name, file) = blocks(section, "toml")[0].split_once('\n').unwrap();
    assert_eq!(name, "# saturday.toml");
    format!("{file}\n")
}

/// The program in a folder, with the user's own rule sets in `mine`.
fn tsuro(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut command = program::tsuro(args);
    command.current_dir(folder).env("TSURO_RULESETS", folder.join("mine")).env("LC_ALL", "C");
    feed(command, input)
}

/// The file with a change as `diff` writes it: lines with `-` go, lines with `+` come, others stay.
fn changed(file: &str, change: &str) -> String {
    let of = |sign: char| -> Vec<&str> {
        let other = if sign == '-' { '+' } else { '-' };
        change
            .lines()
            .filter(|line| !line.starts_with(other))
            .map(|line| line.get(1..).unwrap_or_default())
            .collect()
    };
    let (before, after) = (of('-').join("\n"), of('+').join("\n"));
    assert_eq!(file.matches(&before).count(), 1, "{before:?} stands once in the file");
    file.replace(&before, &after)
}

#[test]
fn ten_mistakes_get_the_messages_that_the_document_shows() {
    let (section, folder) = (section(), tempfile::tempdir().unwrap());
    let file = finished(&section);
    let (changes, messages) = (blocks(&section, "diff"), blocks(&section, "text"));
    assert_eq!((changes.len(), messages.len()), (10, 10));
    let check = |text: &str| {
        fs::write(folder.path().join("saturday.toml"), text).unwrap();
        tsuro(folder.path(), &["rules", "check", "saturday.toml"], "")
    };
    for (change, message) in changes.iter().zip(&messages) {
        let broken = changed(&file, change);
        let output = check(&broken);
        assert_eq!(output.status.code(), Some(1), "{change}");
        assert_eq!(
            err(&output).trim_end(),
            *message,
            "the message has changed; write it into docs/house-rules.md"
        );
        // Loading to play refuses it in the same words.
        let played = tsuro(folder.path(), &["simulate", "./saturday.toml", "--games", "1"], "");
        assert_eq!(played.status.code(), Some(1));
        assert_eq!(err(&played).replace("./saturday.toml", "saturday.toml").trim_end(), *message);
    }
    assert_eq!(out(&check(&file)), "saturday.toml: fine\n");
}

#[test]
fn a_new_file_is_in_the_picker_once_it_is_in_the_users_directory() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str], input: &str| tsuro(folder.path(), args, input);
    let new = run(&["rules", "new", "saturday"], "");
    assert_eq!(new.status.code(), Some(0), "{}", err(&new));
    // The next step that it prints works.
    assert_eq!(out(&run(&["rules", "check", "saturday.toml"], "")), "saturday.toml: fine\n");
    assert!(out(&new).contains("mine") && out(&new).contains("`tsuro play`"), "{}", out(&new));
    let picker = |input: &str| out(&run(&["play", "--plain"], input));
    assert!(!picker("").contains("saturday"));
    fs::create_dir(folder.path().join("mine")).unwrap();
    let text = finished(&section());
    fs::write(folder.path().join("mine/saturday.toml"), text).unwrap();
    let listed = picker("");
    let line =
        listed.lines().find(|line| line.contains("saturday")).unwrap_or_else(|| panic!("{listed}"));
    assert!(line.contains("Hands of four"), "{line}");
    assert!(out(&run(&["rules", "list"], "")).contains("saturday"));
    // By its name it can be played, checked and extended.
    let simulated = run(&["simulate", "saturday+big-board", "--games", "2", "--json"], "");
    assert_eq!(simulated.status.code(), Some(0), "{}", err(&simulated));
}

#[test]
fn rules_new_with_user_writes_where_the_picker_looks() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| tsuro(folder.path(), args, "");
    fs::write(folder.path().join("base.toml"), "schema = 1\nextends = \"luxury\"\n").unwrap();
    for (name, from) in
        [("friday", "classic"), ("sunday", "base.toml"), ("monday", "./base.toml+hand=2")]
    {
        let new = run(&["rules", "new", name, "--from", from, "--user"]);
        assert_eq!(new.status.code(), Some(0), "{}", err(&new));
        assert!(out(&new).contains(&format!("`tsuro play {name}`")), "{}", out(&new));
        let same = run(&["rules", "diff", name, from, "--json"]);
        assert!(out(&same).contains("\"differences\": []"), "{}{}", out(&same), err(&same));
    }
    assert_eq!(
        run(&["rules", "new", "friday", "--user"]).status.code(),
        Some(1),
        "a file that is there is not written over"
    );
    let new = run(&["rules", "new", "tuesday.toml", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out(&new)).unwrap();
    assert_eq!(answer, serde_json::json!({ "name": "tuesday", "path": "tuesday.toml" }));
    assert!(run(&["rules", "new", "friday", "--user", "--force"]).status.success());
}

#[test]
fn rules_new_writes_overrides_into_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| tsuro(folder.path(), args, "");
    let from = "classic+big-board+hand=4+draw.rule=statue+first=random";
    let new =
        run(&["rules", "new", "combination", "--from", from, "--schema", "./tsuro.schema.json"]);
    assert_eq!(new.status.code(), Some(0), "{}", err(&new));
    let text = fs::read_to_string(folder.path().join("combination.toml")).unwrap();
    assert!(text.starts_with("#:schema ./tsuro.schema.json\n"), "{text}");
    for line in [
        "extends = \"classic\"",
        "mixins = [\"big-board\"]",
        "hand = 4",
        "rule = \"statue\"",
        "first = \"random\"",
        "# columns = 8",
    ] {
        assert!(
            text.lines().any(|known| known.split(" #").next() == Some(line)),
            "no line {line} in\n{text}"
        );
    }
    assert!(
        out(&run(&["rules", "diff", "./combination.toml", from, "--json"]))
            .contains("\"differences\": []")
    );
}
