//! The laboratory: runs that measure and compare, beside the games.

use super::client::{Reply, Server};
use crate::common::program::tsuro;
use serde_json::{Value, json};
use std::thread;
use std::time::{Duration, Instant};

/// How long a run may take. Machines of CI can be very slow.
const PATIENCE: Duration = Duration::from_secs(120);

fn begin(server: &Server, asked: &Value) -> (String, String) {
    let reply = server.post("runs", asked, "");
    assert_eq!(reply.status, 200, "{}", reply.body);
    let run = reply.json();
    let text = |name: &str| run[name].as_str().unwrap().to_owned();
    (text("id"), text("token"))
}

fn run_status(server: &Server, id: &str) -> Value {
    server.get(&format!("runs/{id}")).json()
}

/// Waits until a run is as wanted.
fn until(server: &Server, id: &str, is: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let run = run_status(server, id);
        if is(&run) {
            return run;
        }
        assert!(began.elapsed() < PATIENCE, "waited in vain: {run}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn change(server: &Server, id: &str, state: &str, token: &str) -> Reply {
    server.post(&format!("runs/{id}/state"), &json!({ "state": state }), token)
}

const OWN: &str = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n[tiles]\nhand = 2\n";

#[test]
fn the_command_that_a_run_shows_makes_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("server"), &[]);
    let rules = json!([
        { "rules": "classic" }, { "rules": "classic+hand=4" },
        { "text": OWN, "options": ["columns=7"] },
    ]);
    let asked = json!({
        "rules": rules, "players": [3], "games": 90, "seed": "a seed", "margins": ["2%", "turns=1"],
        "matters": ["turns", "choice"],
    });
    let (id, _) = begin(&server, &asked);
    let run = until(&server, &id, |run| run["state"] == "done");
    assert_eq!(
        (&run["games"], &run["planned"], &run["judged"]),
        (&json!(90), &json!(90), &json!("one"))
    );
    assert_eq!(
        run["words"].as_array().unwrap().len(),
        2,
        "a text for each rule set that is compared"
    );
    let names: Vec<&str> = run["sections"][0]["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names[..2], ["turns", "choice"], "what matters comes first");
    let command = shlex::split(run["command"].as_str().unwrap()).unwrap();
    for file in run["files"].as_array().unwrap() {
        std::fs::write(
            folder.path().join(file["name"].as_str().unwrap()),
            file["text"].as_str().unwrap(),
        )
        .unwrap();
    }
    let repeated = tsuro(&command[1..].iter().map(String::as_str).collect::<Vec<_>>())
        .arg("--json")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let repeated: Value = serde_json::from_slice(&repeated.stdout).unwrap();
    assert_eq!(server.get(&format!("runs/{id}/report.json")).json(), repeated);
    let part = folder.path().join("part.json");
    std::fs::write(&part, server.get(&format!("runs/{id}/part")).body).unwrap();
    let merged = tsuro(&["merge", "--margin", "2%,turns=1", "--json"]).arg(&part).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&merged.stdout).unwrap(), repeated);
    let page = server.get(&format!("runs/{id}/report"));
    assert!(
        page.head.contains("frame-ancestors 'none'") && page.body.contains("compared with"),
        "{}",
        page.head
    );
}

#[test]
fn every_ticked_metric_has_a_row_and_what_is_counted_is_games() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let matters = json!(["turns", "skill-edge", "lead-changes"]);
    let run = |bots: &[&str]| {
        let asked = json!({
            "rules": [{ "rules": "classic" }], "players": [3], "games": 60, "bots": bots,
            "seed": "s", "matters": matters,
        });
        let (id, _) = begin(&server, &asked);
        let run = until(&server, &id, |run| run["state"] == "done");
        (run, server.get(&format!("runs/{id}/report")).body)
    };
    let named = |run: &Value, name: &str| {
        run["sections"][0]["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["name"] == name)
            .map(|one| one["bots"].clone())
            .collect::<Vec<_>>()
    };
    let (two, page) = run(&["random", "greedy"]);
    assert_eq!(named(&two, "turns"), ["random", "greedy"]);
    assert_eq!(named(&two, "skill-edge"), ["greedy+random"]);
    let missing = |run: &Value| {
        run["sections"][0]["missing"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["why"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(missing(&two), ["games"], "tension is not measured here");
    let (one, _) = run(&["random"]);
    assert_eq!(
        (named(&one, "skill-edge").len(), missing(&one)),
        (0, vec!["bots".to_owned(), "games".to_owned()])
    );
    assert_eq!(one["sections"][0]["missing"][0]["title"], "Edge of the better players");
    // The page of the run and its report speak of the same 60 games.
    let words = format!("{} {}", two["words"][0], two["certainty"]);
    assert!(
        words.contains("in 60 games at each table")
            && words.contains("60 games were planned and played"),
        "{words}"
    );
    let body = page.split_once("<body>").unwrap().1.split("<script>").next().unwrap();
    for text in [words.as_str(), body] {
        assert!(
            !["blocks", "Blocks", "deals", "a side"].iter().any(|other| text.contains(other)),
            "{text}"
        );
    }
    assert!(page.contains("60 of each rule set at each table"));
    // The plots of the first table stand before everything that is folded away.
    assert!(page.find("<svg").unwrap() < page.find("<details").unwrap());
}

#[test]
fn whoever_began_a_run_pauses_it_and_ends_it_and_nobody_else_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (id, token) =
        begin(&server, &json!({ "rules": [{ "rules": "seas" }], "games": 1_000_000 }));
    until(&server, &id, |run| run["games"].as_u64() > Some(0));
    assert_eq!(change(&server, &id, "paused", "").error().0, 403);
    assert_eq!(change(&server, &id, "paused", "AAAAAAAAAAAAAAAAAAAAAA").error().0, 403);
    assert_eq!(change(&server, &id, "done", &token).error().0, 400);
    assert_eq!(change(&server, &id, "paused", &token).status, 200);
    let still = || until(&server, &id, |run| run["state"] == "paused")["games"].clone();
    thread::sleep(Duration::from_millis(300));
    let games = still();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(still(), games, "a run that is paused plays nothing");
    assert_eq!(change(&server, &id, "running", &token).status, 200);
    until(&server, &id, |run| run["games"].as_u64() > games.as_u64());
    assert_eq!(change(&server, &id, "stopped", &token).status, 200);
    let run = until(&server, &id, |run| run["state"] == "stopped");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(
        run_status(&server, &id)["games"],
        run["games"],
        "what was being played does not come late"
    );
    // A person who stops a run may have looked at the results: they are judged so that this does no
    // harm, by the command as well.
    assert_eq!(
        (&run["judged"], &run["words"].as_array().unwrap().len(), &run["repeats"]),
        (&json!("any"), &1, &json!("sums"))
    );
    assert_eq!(change(&server, &id, "running", &token).error().0, 400, "it was stopped for good");
    let command = shlex::split(run["command"].as_str().unwrap()).unwrap();
    std::fs::write(folder.path().join(&command[2]), server.get(&format!("runs/{id}/part")).body)
        .unwrap();
    let merged = tsuro(&command[1..].iter().map(String::as_str).collect::<Vec<_>>())
        .arg("--json")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let merged: Value = serde_json::from_slice(&merged.stdout).unwrap();
    assert_eq!(server.get(&format!("runs/{id}/report.json")).json(), merged);
}

#[test]
fn limits_hold_for_runs_that_begin_at_once_and_for_those_that_go_on_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let asked = json!({ "rules": [{ "rules": "classic" }], "games": 1_000_000 });
    let begun = || {
        let replies: Vec<Reply> = thread::scope(|scope| {
            let all: Vec<_> =
                (0..16).map(|_| scope.spawn(|| server.post("runs", &asked, ""))).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert!(replies.iter().all(|reply| [200, 429].contains(&reply.status)));
        let ok = replies.iter().filter(|reply| reply.status == 200).map(Reply::json);
        ok.map(|run| {
            (run["id"].as_str().unwrap().to_owned(), run["token"].as_str().unwrap().to_owned())
        })
        .collect::<Vec<_>>()
    };
    let first = begun();
    assert_eq!(first.len(), 5);
    for (id, token) in &first {
        assert_eq!(change(&server, id, "paused", token).status, 200);
    }
    assert_eq!(begun().len(), 5);
    for (id, token) in &first {
        assert_eq!(change(&server, id, "running", token).error(), (429, "busy".to_owned()));
    }
}

#[test]
fn a_run_with_slow_games_holds_up_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    // One block of these takes minutes.
    let slow = json!({
        "rules": [{ "rules": "luxury+big-board" }, { "rules": "luxury+big-board+hand=4" }],
        "players": [8], "bots": ["expert"], "games": 1000,
    });
    let (slow, _) = begin(&server, &slow);
    thread::sleep(Duration::from_millis(500));
    let (quick, _) = begin(
        &server,
        &json!({ "rules": [{ "rules": "classic" }], "bots": ["random"], "games": 200 }),
    );
    until(&server, &quick, |run| run["state"] == "done");
    assert_eq!(run_status(&server, &slow)["games"], 0);
}

#[test]
fn two_texts_of_one_name_are_two_files() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let rules = json!([
        { "text": OWN }, { "text": OWN, "options": ["hand=3"] },
        { "text": format!("# Another.\n{OWN}"), "options": ["hand=4"] },
    ]);
    let (id, _) =
        begin(&server, &json!({ "rules": rules, "players": [2], "bots": ["random"], "games": 10 }));
    let run = run_status(&server, &id);
    let names: Vec<&str> = run["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["mine.toml", "mine-2.toml"]);
    let command = shlex::split(run["command"].as_str().unwrap()).unwrap();
    assert_eq!(command[2..5], ["./mine.toml", "./mine.toml+hand=3", "./mine-2.toml+hand=4"]);
}

#[test]
fn runs_share_the_cores_and_survive_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &[]);
    let long = json!({
        "rules": [{ "rules": "classic" }, { "text": OWN }], "games": 1_000_000, "seed": "long"
    });
    let (first, _) = begin(&server, &long);
    until(&server, &first, |run| run["games"].as_u64() > Some(0));
    let (second, _) =
        begin(&server, &json!({ "rules": [{ "rules": "luxury" }], "games": 40, "seed": "short" }));
    let done = until(&server, &second, |run| run["state"] == "done");
    assert_eq!(
        run_status(&server, &first)["state"],
        "running",
        "the short run did not wait for the long one"
    );
    // Sums are stored every few seconds; a run goes on from what was stored.
    until(&server, &first, |run| run["seconds"].as_f64() > Some(6.0));
    drop(server);
    server = Server::start(folder.path(), &[]);
    let games = run_status(&server, &first)["games"].as_u64();
    assert!(games > Some(0), "nothing was stored");
    until(&server, &first, |run| run["games"].as_u64() > games);
    assert_eq!(run_status(&server, &second), done);
    let listed = server.get("runs").json();
    let mut listed: Vec<&Value> =
        listed["runs"].as_array().unwrap().iter().map(|run| &run["names"]).collect();
    listed.sort_by_key(ToString::to_string);
    assert_eq!(listed, [&json!(["classic", "mine"]), &json!(["luxury"])]);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let classic = || json!([{ "rules": "classic" }]);
    let cases = [
        (json!({ "rules": [] }), "rules: 1 to 5"),
        (
            json!({ "rules": [{ "rules": "classic" }, { "rules": "classic" }] }),
            "two of them are called classic",
        ),
        (json!({ "rules": classic(), "players": [9] }), "players: 9"),
        (json!({ "rules": classic(), "bots": ["exec:true"] }), "bots: "),
        (json!({ "rules": classic(), "bots": ["ismcts:1000000"] }), "is not offered here"),
        (
            json!({
                "rules": classic(), "bots": ["greedy", "random", "easy", "safe"], "players": [2, 3]
            }),
            "tables",
        ),
        (json!({ "rules": classic(), "games": 2_000_000 }), "games: 1 to"),
        (json!({ "rules": classic(), "games": 0 }), "games: 1 to"),
        (json!({ "rules": classic(), "matters": ["fun"] }), "there is no metric fun"),
        (json!({ "rules": classic(), "margins": ["much"] }), "margins: "),
        (json!({ "rules": classic(), "seed": "x".repeat(1000) }), "seed: "),
        (json!({ "rules": classic(), "threads": 8 }), "threads"),
    ];
    for (asked, why) in cases {
        let reply = server.post("runs", &asked, "");
        assert_eq!(reply.error(), (400, "bad-request".to_owned()), "{asked}");
        assert!(reply.body.contains(why), "{asked}: {}", reply.body);
    }
    let own = json!({ "rules": [{ "text": "schema = 1\nname = \"mine\"\n\
        extends = \"/etc/passwd\"\n" }] });
    let reply = server.post("runs", &own, "");
    assert_eq!(
        (reply.error(), &reply.json()["problems"][0]["line"]),
        ((422, "rules".to_owned()), &json!(3)),
        "{}",
        reply.body
    );
    assert_eq!(server.get("runs/nothing").error().0, 404);
    assert_eq!(server.get("runs").json(), json!({ "runs": [] }), "nothing was begun");
    let many: Vec<u16> = (0..8)
        .map(|_| server.post("runs", &json!({ "rules": classic(), "games": 1_000_000 }), "").status)
        .collect();
    assert_eq!(
        many.iter().filter(|status| **status == 200).count(),
        5,
        "one address has so many at once: {many:?}"
    );
    assert!(many[5..].iter().all(|status| *status == 429), "{many:?}");
}

#[test]
fn games_of_the_history_are_measured_beside_bots() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("server"), &[]);
    let measure = |asked: &Value| server.post("measure", asked, "");
    assert!(measure(&json!({})).json()["report"].is_null(), "there are no games yet");
    let path = folder.path().join("games.jsonl").display().to_string();
    let call = ["simulate", "classic", "--players", "2", "--bots", "random", "--games", "3"];
    let call = [&call[..], &["--seed", "s", "--record", &path]].concat();
    assert!(tsuro(&call).output().unwrap().status.success());
    let text = std::fs::read_to_string(&path).unwrap().replace("\"random\"", "\"Wilhelmina\"");
    assert_eq!(server.post("records", &json!({ "text": text }), "").status, 200);
    let answer = measure(&json!({ "bots": "random" }));
    assert!(!answer.body.contains("Wilhelmina"), "no name is in it");
    let answer = answer.json();
    let group = &answer["report"]["groups"][0];
    assert_eq!((&group["rules"], &group["games"]), (&json!("classic"), &json!(3)));
    assert_eq!((&answer["read"], &answer["more"]), (&json!(3), &json!(false)));
    // Only games that the filter of the page finds.
    let more = text.replace("\"Wilhelmina\"", "\"Oswald\"");
    let one = more.split_inclusive('\n').collect::<Vec<_>>();
    let end = one.iter().skip(1).position(|line| line.starts_with("{\"event\":\"game\"")).unwrap();
    assert_eq!(server.post("records", &json!({ "text": one[..=end].concat() }), "").status, 200);
    let read = |filter: Value| {
        let answer = measure(&json!({ "bots": "random", "filter": filter }));
        answer.json()["read"].as_u64()
    };
    for (filter, games) in [
        (json!({}), 4),
        (json!({ "name": "oswald" }), 1),
        (json!({ "name": "Wilhelmina", "rules": "classic", "state": "uploaded" }), 3),
        (json!({ "rules": "seas" }), 0),
        (json!({ "state": "running" }), 0),
    ] {
        assert_eq!(read(filter.clone()), Some(games), "{filter}");
    }
    assert_eq!(measure(&json!({ "filter": { "state": "lost" } })).status, 400);
    // The same games of bots as those that the command of the report plays.
    let page = answer["files"]["page"].as_str().unwrap();
    assert!(page.contains("--records tsuro-games.jsonl"), "{page}");
    for wrong in [json!({ "bots": "master" }), json!({ "players": 8 }), json!({ "games": 1 })] {
        assert_eq!(measure(&wrong).status, 400, "{wrong}");
    }
}
