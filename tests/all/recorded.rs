//! Recorded games beside games of bots: the same values as if they had been played here, and every
//! record that is not measured is told.

use crate::common::program::{err, feed, json, out, run, tsuro};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How the record of a game begins.
const BEGIN: &str = "{\"event\":\"game\"";

/// Records games of bots in a folder and returns the path.
fn record(folder: &Path, rules: &str, players: &str, bots: &str, games: &str) -> String {
    let path = folder.join(format!("{rules}-{players}-{bots}.jsonl")).display().to_string();
    let call = ["simulate", rules, "--players", players, "--bots", bots, "--games", games];
    let told = run(&[&call[..], &["--seed", "judge", "--record", &path]].concat());
    assert!(told.status.success(), "{}", err(&told));
    path
}

/// The games of a file as if people had played them, and not `random`.
fn of_people(path: &str, players: usize) -> String {
    let names =
        |name: &str| format!("\"players\":[{}]", vec![format!("\"{name}\""); players].join(","));
    let text = fs::read_to_string(path).unwrap();
    let named = text.replace(&names("random"), &names("Ann"));
    assert_ne!(named, text);
    named
}

/// The value and interval of each metric at a table, under these names of the fields.
fn values(table: &Value, value: &str, interval: &str) -> BTreeMap<String, [Value; 2]> {
    let metrics = table["metrics"].as_array().unwrap().iter();
    metrics
        .map(|one| {
            (one["name"].as_str().unwrap().to_owned(), [one[value].clone(), one[interval].clone()])
        })
        .collect()
}

#[test]
fn recorded_games_have_the_same_values_as_the_same_games_played_here() {
    let folder = tempfile::tempdir().unwrap();
    let known = [("classic", "4", "greedy"), ("seas", "3", "random"), ("luxury", "2", "safe")];
    let files =
        known.map(|(rules, players, bots)| record(folder.path(), rules, players, bots, "50"));
    let call =
        ["measure", "--json", "--games", "9", "--bots", "random", "--seed", "s", "--records"];
    let found = json(&[&call[..], &files.each_ref().map(String::as_str)].concat());
    let groups = found["groups"].as_array().unwrap();
    assert_eq!(groups.len(), known.len());
    for (rules, players, bots) in known {
        let group = groups.iter().find(|group| group["rules"] == rules).unwrap();
        assert_eq!((group["games"].as_u64(), group["few"].as_bool()), (Some(50), Some(false)));
        let call = ["measure", rules, "--players", players, "--bots", bots, "--games", "50"];
        let more = ["--seed", "judge", "--metrics", "outcome,length,causes,decisions,space"];
        let played = json(&[&call[..], &more, &["--json"]].concat());
        let mut played = values(&played, "a", "interval");
        // It is measured and not compared.
        assert!(played.remove("seat-entropy").is_some());
        assert_eq!(values(&group["tables"][0], "b", "b_interval"), played, "{rules}");
    }
}

#[test]
fn a_game_that_is_not_measured_is_told_and_no_name_gets_into_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name).display().to_string();
        fs::write(&path, text).unwrap();
        path
    };
    let whole = record(folder.path(), "classic", "2", "random", "8");
    let text = fs::read_to_string(&whole).unwrap();
    let first = BEGIN.to_owned() + text.split(BEGIN).nth(1).unwrap();
    // The same game under other names counts once.
    let again = write("again.jsonl", &text.replace("random", "Wilhelmina"));
    let lines: Vec<&str> = first.lines().collect();
    let broken = write("broken.jsonl", &(lines[..9].join("\n") + "\n"));
    let wrong = write("wrong.jsonl", &first.replacen("\"number\":2", "\"number\":7", 1));
    let foreign =
        write("foreign.jsonl", &first.replacen("{\"rule\":\"dragon\"", "{\"rule\":\"weather\"", 1));
    let view = out(&run(&["replay", &whole, "--game", "0", "--view", "0"]));
    let (view, empty) = (write("view.jsonl", &view), write("empty.jsonl", ""));
    let [csv, html] =
        ["r.csv", "r.html"].map(|name| folder.path().join(name).display().to_string());
    let call = ["measure", "--games", "9", "--seed", "s", "--csv", &csv, "--html", &html];
    let files = [&again, &whole, &broken, &wrong, &foreign, &view, &empty].map(String::as_str);
    let told = run(&[&call[..], &["--records"], &files].concat());
    assert_eq!(told.status.code(), Some(1));
    let text = out(&told).replace('\n', " ");
    assert!(text.contains("8 recorded games. That is few: there is no verdict"), "{text}");
    let left_out = "Games left out: 1 broken off; 3 damaged; 1 not whole, but the view of one seat \
                    or of the table; 8 there twice.";
    assert!(text.contains(left_out), "{text}");
    let errors = err(&told);
    for said in ["wrong.jsonl: line", "foreign.jsonl: line 1: rules", "empty.jsonl: the record has"]
    {
        assert!(errors.contains(said), "{errors}");
    }
    // The page has the command, and so the names of the files.
    for report in [text, fs::read_to_string(csv).unwrap(), fs::read_to_string(html).unwrap()] {
        assert!(!report.contains("Wilhelmina"), "{report}");
    }
}

#[test]
fn a_difference_that_matters_says_that_bots_do_not_predict_people() {
    let folder = tempfile::tempdir().unwrap();
    // As if people ran off the board for no reason.
    let bots = record(folder.path(), "classic+free-suicide", "4", "random", "60");
    let path = folder.path().join("people.jsonl").display().to_string();
    fs::write(&path, of_people(&bots, 4)).unwrap();
    let call = ["measure", "--bots", "greedy", "--games", "200", "--seed", "s", "--records"];
    let text = out(&run(&[&call[..], &[&path]].concat())).replace('\n', " ");
    let (_, words) = text.split_once("people's games are shorter than bots' by ").unwrap();
    assert!(words.contains(" turns"), "{text}");
    assert!(words.contains(": bots do not predict people here"), "{text}");
    let found = json(&[&call[..], &[&path, "--json"]].concat());
    assert_eq!(found["groups"][0]["tables"][0]["predicts"], false);
    // Where only bots have played, it does not speak of people.
    let text = out(&run(&[&call[..], &[&bots]].concat())).replace('\n', " ");
    assert!(text.contains("the recorded games are shorter than bots' by "), "{text}");
    assert!(text.contains("recorded − bots") && !text.contains("predict people"), "{text}");
}

/// Players who leave the board early sit out much of a long game, and little of a short one. Of 40
/// games so few are long that there is no verdict on the time that players sit out, and the report
/// said no more than "undecided".
#[test]
fn a_metric_for_which_too_few_games_count_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(folder.path(), "classic+free-suicide", "4", "random", "40");
    let [csv, html] =
        ["r.csv", "r.html"].map(|name| folder.path().join(name).display().to_string());
    let call = ["measure", "--bots", "greedy", "--games", "300", "--seed", "s", "--csv", &csv];
    let call = [&call[..], &["--metrics", "outcome,length", "--html", &html]].concat();
    let text = out(&run(&[&call[..], &["--records", &path]].concat()));
    let row = text.lines().find(|line| line.starts_with("  sat-out ")).unwrap();
    let (_, why) = row.split_once("undecided: ").unwrap();
    assert!(why.ends_with(" games count, 30 are needed"), "{row}");
    let text = text.replace('\n', " ");
    for said in [&format!("share of a game sat out ({why})"), "A game counts by how much of that"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(fs::read_to_string(html).unwrap().contains(why));
    let call = ["measure", "--bots", "greedy", "--games", "300", "--seed", "s", "--json"];
    let found = json(&[&call[..], &["--records", &path]].concat());
    let metrics = found["groups"][0]["tables"][0]["metrics"].as_array().unwrap();
    let counted = |name: &str| {
        let one = metrics.iter().find(|one| one["name"] == name).unwrap();
        (one["counted_games"].as_u64().unwrap(), one["needed_games"].as_u64().unwrap())
    };
    assert_eq!(counted("turns"), (40, 30));
    assert_eq!(format!("{} games count, {} are needed", counted("sat-out").0, 30), why);
    let csv = fs::read_to_string(csv).unwrap();
    let end = format!(",{},30", counted("sat-out").0);
    let row = csv.lines().find(|line| line.contains(",sat-out,")).unwrap();
    assert!(row.ends_with(&end), "{row}");
    // The same in a comparison.
    let call = ["compare", "classic", "classic+free-suicide", "--players", "4", "--games", "40"];
    let call = [&call[..], &["--bots", "random", "--metrics", "length", "--seed", "1"]].concat();
    let text = out(&run(&call));
    let row = text.lines().find(|line| line.starts_with("  sat-out ")).unwrap();
    assert!(row.contains("undecided: 9 games count, 30 are needed"), "{row}");
    let text = text.replace('\n', " ");
    let said = "the eliminated sit out (9 games count, 30 are needed)";
    assert!(text.contains(said) && text.contains("Some metrics are about a part"), "{text}");
}

#[test]
fn records_exclude_what_says_which_games_are_played() {
    for (more, said) in [
        (&["classic"][..], "cannot be used with"),
        (&["--players", "2"], "cannot be used with"),
        (&["--fair", "1%"], "cannot be used with"),
        (&["--metrics", "luck,skill"], "a record shows no luck, skill or tension"),
        (&[], "no-such.jsonl cannot be read"),
    ] {
        let told = run(&[&["measure"], more, &["--records", "no-such.jsonl"]].concat());
        assert_eq!(told.status.code(), Some(2), "{more:?}");
        assert!(err(&told).contains(said), "{}", err(&told));
    }
}

#[test]
fn how_long_people_take_is_told_and_a_copy_without_times_is_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let plain = record(folder.path(), "classic-advanced", "3", "random", "40");
    let text = of_people(&plain, 3);
    let mut tiles = 0;
    let timed: Vec<String> = text
        .lines()
        .map(|line| {
            let time = match line {
                // What is no time is skipped.
                _ if line.contains("\"start\"") => "\"long\"",
                _ if line.contains("\"exchanged\"") => "20000",
                _ if line.contains("\"placed\"") => {
                    tiles += 1;
                    "6000"
                }
                _ => return line.to_owned(),
            };
            format!("{},\"ms\":{time}}}", line.strip_suffix('}').unwrap())
        })
        .collect();
    let path = folder.path().join("timed.jsonl").display().to_string();
    let untimed = folder.path().join("untimed.jsonl").display().to_string();
    fs::write(&untimed, &text).unwrap();
    fs::write(&path, timed.join("\n") + "\n").unwrap();
    let call = ["measure", "--games", "9", "--bots", "random", "--seed", "s", "--records"];
    let found = json(&[&call[..], &[&path, &untimed, "--json"]].concat());
    assert_eq!(found["left_out"]["twice"], 40, "the copy without times");
    let times = &found["groups"][0]["times"];
    let kinds = times["kinds"].as_array().unwrap();
    let [tile, exchange] = &kinds[..] else { panic!("{times}") };
    assert_eq!((&tile["choice"], &tile["known"]), (&"tile".into(), &tiles.into()));
    assert_eq!(
        (&tile["median"], &tile["high"], &tile["mean"]),
        (&6.0.into(), &6.0.into(), &6.0.into())
    );
    assert_eq!((&exchange["choice"], &exchange["mean"]), (&"exchange".into(), &20.0.into()));
    assert_eq!((&times["pace"]["tile"], &times["pace"]["player"]), (&6.0.into(), &20.0.into()));
    // The assumed pace is that of the metric.
    let metrics = found["groups"][0]["tables"][0]["metrics"].as_array().unwrap();
    let minutes = metrics.iter().find(|one| one["name"] == "minutes").unwrap()["b"].as_f64();
    let [assumed, told] = ["minutes_assumed", "minutes"].map(|name| times[name].as_f64().unwrap());
    assert!((assumed - minutes.unwrap()).abs() < 1e-9, "{assumed}");
    assert!(told < assumed, "{told}");
    let page = folder.path().join("times.html").display().to_string();
    let text = out(&run(&[&call[..], &[&path, "--html", &page]].concat())).replace('\n', " ");
    let pages = [text, fs::read_to_string(page).unwrap()];
    for said in ["A tile takes 6.0 seconds on average (12 are assumed)", "90 % within"] {
        assert!(pages.iter().all(|page| page.contains(said)), "{said}: {}", pages[0]);
    }
    let untimed = json(&[&call[..], &[&untimed, "--json"]].concat());
    assert!(untimed["groups"][0]["times"].is_null());
}

/// Plays a game through a pipe, and says at its end what the player thinks of it.
fn rated(folder: &Path, language: &str, answers: &str) -> (String, String) {
    let path = folder.join(format!("{language}.jsonl")).display().to_string();
    let args = ["play", "classic", "--seats", "human:Wilhelmina,random", "--seed", "r", "--plain"];
    let args = [&args[..], &["--language", language, "--force", "--record", &path]].concat();
    // As many answers as the game has questions; one more leaves.
    let played = out(&feed(tsuro(&args), &"1\n".repeat(60)));
    let questions = played.matches(": 1\n").count() - 1;
    let told = out(&feed(tsuro(&args), &("1\n".repeat(questions) + answers)));
    (path, told)
}

#[test]
fn what_players_say_after_a_game_is_kept_without_names_and_told_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let remark = "=HYPERLINK(\"http://x\") <script>alert(1)</script> \u{1b}[2J";
    let (english, told) = rated(folder.path(), "en", &format!("rate\n9\n4\n3\n1\n{remark}\n\n"));
    for said in ["from 1 (none) to 5", "A number from 1 to 5", "without your name"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    // Enter gives no answer, and several people answer one after the other.
    let (french, told) =
        rated(folder.path(), "fr", "avis\n2\n\n2\n\navis\n\n\n\n\navis\n1\n1\n\n\n\n");
    assert_eq!(told.matches("sans votre nom.").count(), 2, "{told}");
    let end = |path: &str| fs::read_to_string(path).unwrap().lines().last().unwrap().to_owned();
    let said = r#""feedback":[{"fun":4,"length":"too-long","again":true,"remark":"#;
    let remark = r#""=HYPERLINK(\"http://x\") <script>alert(1)</script> [2J"}]}"#;
    assert!(end(&english).ends_with(&[said, remark].concat()), "{}", end(&english));
    assert!(
        end(&french)
            .ends_with(r#""feedback":[{"fun":1,"length":"too-short"},{"fun":2,"again":false}]}"#),
        "{}",
        end(&french)
    );
    assert!(run(&["replay", &english, "--check"]).status.success());
    let text = fs::read_to_string(&english).unwrap();
    fs::write(&english, text.replacen("\"index\":", "\"undos\":3,\"index\":", 1)).unwrap();

    let [csv, html] =
        ["games.csv", "r.html"].map(|name| folder.path().join(name).display().to_string());
    let call = ["measure", "--games", "9", "--bots", "random", "--seed", "s", "--export", &csv];
    let call = [&call[..], &["--html", &html, "--json", "--records", &english]].concat();
    let group = &json(&call)["groups"][0];
    let feedback = &group["feedback"];
    assert_eq!((&feedback["answers"], &feedback["mean_fun"]), (&1.into(), &4.0.into()));
    assert_eq!((&feedback["too_long"], &feedback["again"]), (&1.into(), &1.into()));
    assert_eq!(feedback["remarks"].as_array().unwrap().len(), 1);
    let csv = fs::read_to_string(csv).unwrap();
    let [head, row] = csv.lines().collect::<Vec<_>>()[..] else { panic!("{csv}") };
    let begins = "rules_hash,rules,players,bot_seats,turns,tiles,undos,seconds,answers,";
    assert!(head.starts_with(begins) && row.split(',').nth(6) == Some("3"), "{csv}");
    // A spreadsheet does not compute the remark.
    assert!(row.contains(",classic,2,1,") && row.contains(",\"'=HYPERLINK(\"\"http"), "{row}");
    let html = fs::read_to_string(html).unwrap();
    assert!(html.contains("What players say") && html.contains("&lt;script&gt;alert"), "{html}");
    assert!(!html.contains("<script>alert") && !html.contains("Wilhelmina"), "{html}");
    assert!(!csv.contains("Wilhelmina"));
    // The same game with and without answers is one.
    let silent = folder.path().join("silent.jsonl");
    let text = fs::read_to_string(&french).unwrap();
    let (before, _) = text.split_once(",\"feedback\"").unwrap();
    fs::write(&silent, format!("{before}}}\n")).unwrap();
    let silent = silent.display().to_string();
    let both =
        ["measure", "--games", "9", "--bots", "random", "--seed", "s", "--json", "--records"];
    let both = json(&[&both[..], &[&french, &silent]].concat());
    assert_eq!((&both["left_out"]["twice"], &both["groups"][0]["games"]), (&1.into(), &1.into()));
}
