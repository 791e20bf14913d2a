//! Records written by another program are accepted; edited ones are judged as the slow
//! implementation judges them.

use crate::common::{in_checkout, read_checkout};
use serde_json::{Value, json};
use std::fs;
use tsuro::game::Observation;
use tsuro::record::{RecordReader, ReplayVerdict, Replayer, view, write_seen};
use tsuro::rules::Registry;

fn corpus() -> Vec<(String, String)> {
    let folder = in_checkout("tests/corpus/records");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .map(|path| {
            (
                path.file_stem().unwrap().to_string_lossy().into_owned(),
                fs::read_to_string(path).unwrap(),
            )
        })
        .collect()
}

/// The engine's verdict on a stream with one game, or the mismatch.
fn engine(text: &str) -> Result<ReplayVerdict, String> {
    let registry = Registry::default();
    let mut reader = RecordReader::new(text.as_bytes());
    let game = reader.game().map_err(|error| error.to_string())?.ok_or("empty")?;
    let replayed =
        Replayer::new(&registry).replay(&game).map_err(|mismatch| mismatch.to_string())?;
    match reader.game() {
        Ok(None) => Ok(replayed.verdict),
        Ok(Some(_)) => Err("two games".into()),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn records_of_another_program_are_accepted() {
    let corpus = corpus();
    assert_eq!(corpus.len(), 20);
    for (name, text) in corpus {
        assert!(
            matches!(engine(&text), Ok(ReplayVerdict::Complete(_))),
            "{name}: {:?}",
            engine(&text)
        );
    }
}

/// The engine rolls until a free square comes up; a replay once answered with the same roll for
/// ever.
#[test]
fn a_roll_where_a_daikaiju_has_to_be_placed_is_refused() {
    let text = read_checkout("fuzz/seeds/records/roll-in-the-setup.jsonl");
    assert_eq!(text.lines().nth(3).unwrap(), "{\"event\":\"roll\",\"dice\":[2,6]}");
    let refused = engine(&text).unwrap_err();
    assert!(refused.starts_with("line 4: daikaiju_placed "), "{refused}");
}

/// Small changes to one value, as an edit, a bug or a bad disk might make them.
fn changes(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![json!(0), json!("a1")],
        Value::Bool(flag) => vec![json!(!flag)],
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            vec![json!(number + 1), json!(number - 1), json!(999), json!("x")]
        }
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            if let Some(last) = letters.last_mut() {
                *last = if *last == 'B' || *last == '2' { 'A' } else { 'B' };
            }
            vec![json!(letters.into_iter().collect::<String>()), json!(""), Value::Null, json!(7)]
        }
        Value::Array(list) => {
            let mut changed = vec![json!([])];
            for index in 0..list.len().min(3) {
                changed.extend(changes(&list[index]).into_iter().map(|value| {
                    let mut list = list.clone();
                    list[index] = value;
                    Value::Array(list)
                }));
            }
            if list.len() > 1 {
                let mut list = list.clone();
                list.swap(0, 1);
                changed.push(Value::Array(list));
            }
            changed
        }
        Value::Object(_) => Vec::new(),
    }
}

/// All single edits of a record below its first line: fields changed or left out, lines dropped,
/// doubled, exchanged.
fn edits(lines: &[Value]) -> Vec<(String, Vec<Value>)> {
    let mut edits = Vec::new();
    for index in 1..lines.len() {
        let mut edit = |what: String, change: &dyn Fn(&mut Vec<Value>)| {
            let mut lines = lines.to_vec();
            change(&mut lines);
            edits.push((format!("line {}: {what}", index + 1), lines));
        };
        edit("dropped".into(), &|lines| drop(lines.remove(index)));
        edit("doubled".into(), &|lines| lines.insert(index, lines[index].clone()));
        if index + 1 < lines.len() {
            edit("exchanged with the next".into(), &|lines| lines.swap(index, index + 1));
        }
        for (field, value) in lines[index].as_object().unwrap() {
            edit(format!("without {field}"), &|lines| {
                drop(lines[index].as_object_mut().unwrap().remove(field));
            });
            for changed in changes(value) {
                edit(format!("{field} {value} made {changed}"), &|lines| {
                    lines[index][field] = changed.clone();
                });
            }
        }
    }
    edits
}

fn text_of(lines: &[Value]) -> String {
    lines.iter().fold(String::new(), |text, line| text + line.to_string().as_str() + "\n")
}

/// Judges every `step`th edit of one record, beginning with edit number `first`.
fn judge_edits(name: &str, text: &str, first: usize, step: usize) -> (usize, usize) {
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (mut refused, mut lawful) = (0, 0);
    for (what, edited) in edits(&lines).into_iter().skip(first).step_by(step) {
        if edited == lines {
            continue;
        }
        let text = text_of(&edited);
        let (ours, theirs) = (engine(&text), crate::slow::check_stream(&text));
        assert_eq!(
            ours.is_ok(),
            theirs.is_ok(),
            "{name}, {what}: the engine says {ours:?}, the slow implementation {theirs:?}"
        );
        if ours.is_ok() { lawful += 1 } else { refused += 1 }
    }
    (refused, lawful)
}

#[test]
fn edited_records_are_refused_unless_the_edit_is_lawful() {
    let (mut refused, mut lawful) = (0, 0);
    for (index, (name, text)) in corpus().into_iter().enumerate() {
        // A part of the edits of each record, so that CI stays short, and another part of each, so
        // that every kind of edit is among them; the long run below does them all.
        let (some_refused, some_lawful) = judge_edits(&name, &text, index, 37 + index % 4);
        refused += some_refused;
        lawful += some_lawful;
    }
    assert!(refused > 900 && lawful * 5 < refused, "{refused} refused, {lawful} lawful");
}

#[test]
#[ignore = "the long run: every edit of every record"]
#[allow(clippy::print_stdout, reason = "the long run says how far it is")]
fn every_edited_record_is_refused_unless_the_edit_is_lawful() {
    for (name, text) in corpus() {
        let (refused, lawful) = judge_edits(&name, &text, 0, 1);
        println!("{name}: {refused} refused, {lawful} lawful");
    }
}

#[test]
fn a_seat_that_decides_has_seen_the_lines_of_its_view_up_to_there() {
    let registry = Registry::default();
    for (name, text) in corpus() {
        let game = RecordReader::new(text.as_bytes()).game().unwrap().unwrap();
        let mut seen = Vec::new();
        let mut look = |see: Observation<'_>| {
            let mut lines = Vec::new();
            see.events().for_each(|event| write_seen(&mut lines, &event));
            seen.push((see.seat(), String::from_utf8(lines).unwrap()));
        };
        let (_, memory) = Replayer::new(&registry).replay_remembering(&game, &mut look).unwrap();
        let mut longest = 0;
        for (seat, lines) in &seen {
            let Some(seat) = *seat else { continue };
            let view = view(&game, &memory, seat);
            let (_, rest) = view.split_once('\n').unwrap();
            assert!(rest.starts_with(lines), "{name}, seat {seat}");
            longest = longest.max(lines.lines().count());
        }
        // The last decision of all was seen with nearly everything before it.
        assert!(longest + 20 > game.lines.len(), "{name}: {longest} of {}", game.lines.len());
    }
}
