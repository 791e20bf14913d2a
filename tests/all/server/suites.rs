//! Test suites of a rule set, asked of the server.

use super::client::{Reply, Server};
use crate::common::program::tsuro;
use serde_json::{Value, json};

const OWN: &str = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n[tiles]\nhand = 2\n";

const SUITE: &str = r#"schema = 1

[[scenario]]
title = "Two tiles are in a hand"
rules = "./mine.toml"
seats = 2
turns = 0
expect.pile-count = 31

[[scenario]]
title = "Seven can play"
rules = "classic"
seats = 7
turns = 0
expect.pile-count = 14
"#;

fn played(server: &Server, asked: &Value) -> Value {
    let reply = server.post("suites/run", asked, "");
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

fn count(of: &Value, field: &str) -> u64 {
    of[field].as_u64().unwrap()
}

fn runs<'a>(of: &'a Value, status: &'static str) -> impl Iterator<Item = &'a Value> {
    of["runs"].as_array().unwrap().iter().filter(move |run| run["status"] == status)
}

#[test]
fn a_house_rule_shows_which_rules_it_changes_with_pictures_and_the_command_that_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("server"), &[]);
    let rules = json!({ "rules": "seas", "options": ["hand=4"] });
    let of = played(&server, &json!({ "rules": rules }));
    assert_eq!((&of["rules"], &of["problems"]), (&json!("seas+hand=4"), &json!([])));
    assert_eq!(count(&of, "passed") + count(&of, "failed"), count(&of, "planned"));
    let changed: Vec<&Value> = runs(&of, "failed").collect();
    assert!(
        !changed.is_empty()
            && changed.iter().all(|run| run["inherited"] == true && run["failures"] != json!([])),
        "{changed:?}"
    );
    assert_eq!(changed.len() as u64, count(&of, "failed"));

    let command = shlex::split(of["command"].as_str().unwrap()).unwrap();
    let said = tsuro(&command[1..].iter().map(String::as_str).collect::<Vec<_>>())
        .arg("--json")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said: Value = serde_json::from_slice(&said.stdout).unwrap();
    for field in ["passed", "failed", "skipped"] {
        assert_eq!(said[field], of[field], "{field}");
    }

    for run in &changed {
        let look =
            server.post("suites/look", &json!({ "rules": rules, "run": run["run"] }), "").json();
        // A scenario that begins and ends with the deal has nothing to be drawn.
        let is_dealt = look["given"].to_string().contains("the game begins with the deal");
        let is_drawn = look["picture"].as_str().is_some_and(|picture| picture.starts_with("<svg"))
            && look["happens"] != json!([]);
        assert!(is_drawn || is_dealt, "{run}: {look}");
        let command = shlex::split(look["command"].as_str().unwrap()).unwrap();
        let said = tsuro(&command[1..].iter().map(String::as_str).collect::<Vec<_>>())
            .arg("--json")
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said: Value = serde_json::from_slice(&said.stdout).unwrap();
        let named = said["scenarios"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["name"] == run["title"] && one["status"] == "failed");
        assert!(named, "{command:?}: {said}");
    }

    let plain = played(&server, &json!({ "rules": { "rules": "seas" } }));
    assert!(
        runs(&plain, "failed").all(|run| run["inherited"] == true),
        "an edition keeps what is said of it"
    );
    assert!(runs(&plain, "passed").any(|run| run["inherited"] == false));
    let known = server.get("suites").json();
    assert!(
        known["suites"]
            .as_array()
            .unwrap()
            .iter()
            .any(|suite| suite["name"] == "seas-ships.toml" && count(suite, "scenarios") > 10)
    );
}

#[test]
fn what_no_scenario_notices_is_found_slice_by_slice() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("server"), &[]);
    let (mut from, mut unnoticed, mut tried) = (json!(0), Vec::new(), 0);
    let mut changes = 0;
    while !from.is_null() {
        let reply = server.post(
            "suites/changes",
            &json!({ "rules": { "rules": "seas" }, "own": true, "from": from }),
            "",
        );
        assert_eq!(reply.status, 200, "{}", reply.body);
        let slice = reply.json();
        let one = slice["tried"].as_array().unwrap();
        assert!(!one.is_empty(), "every answer goes on");
        tried += one.len() as u64;
        unnoticed.extend(
            one.iter()
                .filter(|change| change["noticed"].is_null())
                .map(|change| change["rules"].clone()),
        );
        (changes, from) = (count(&slice, "changes"), slice["next"].clone());
    }
    assert_eq!(tried, changes);
    let said = tsuro(&["test", "shipped", "--mutate", "seas", "--own", "--json"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said: Value = serde_json::from_slice(&said.stdout).unwrap();
    assert_eq!(count(&said, "mutants"), changes);
    let survivors: Vec<Value> =
        said["survivors"].as_array().unwrap().iter().map(|one| one["rules"].clone()).collect();
    assert_eq!(survivors, unnoticed);
    // What a reference sets is changed in it.
    let asked = json!({ "rules": { "rules": "seas", "options": ["hand=4"] }, "own": true });
    let slice = server.post("suites/changes", &asked, "").json();
    let rules: Vec<&Value> =
        slice["tried"].as_array().unwrap().iter().map(|change| &change["rules"]).collect();
    assert_eq!(rules, [&json!("seas+tiles.hand=3"), &json!("seas+tiles.hand=5")]);
    assert!(
        count(&slice, "left_out") > 0,
        "what hands of four change says nothing of other changes"
    );
    let beyond = server
        .post(
            "suites/changes",
            &json!({ "rules": { "rules": "seas" }, "from": u64::from(u32::MAX) }),
            "",
        )
        .json();
    assert_eq!((&beyond["tried"], &beyond["next"]), (&json!([]), &json!(null)));
}

#[test]
fn a_suite_of_ones_own_speaks_of_a_rule_set_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let of = played(&server, &json!({ "rules": { "text": OWN }, "suite": SUITE }));
    let told = |of: &Value| -> Vec<(String, Value, Value)> {
        let one = |run: &Value| {
            (
                run["title"].as_str().unwrap().to_owned(),
                run["status"].clone(),
                run["inherited"].clone(),
            )
        };
        of["runs"].as_array().unwrap().iter().map(one).collect()
    };
    let (own, other) = ("Two tiles are in a hand".to_owned(), "Seven can play".to_owned());
    assert_eq!(
        told(&of),
        [
            (own.clone(), json!("passed"), json!(false)),
            (other.clone(), json!("failed"), json!(true))
        ]
    );
    assert_eq!(of["command"], Value::Null, "no command knows a text of a browser");
    let of = played(
        &server,
        &json!({ "rules": { "text": OWN, "options": ["hand=3"] }, "suite": SUITE }),
    );
    assert_eq!(
        told(&of),
        [(own, json!("failed"), json!(true)), (other, json!("passed"), json!(true))]
    );
    let broken = SUITE.replace("turns = 0\nexpect", "turn = 0\nexpects");
    let of = played(&server, &json!({ "rules": { "rules": "classic" }, "suite": broken }));
    let lines: Vec<&Value> =
        of["problems"].as_array().unwrap().iter().map(|problem| &problem["line"]).collect();
    assert!(lines.contains(&&json!(8)), "{of}");
    // A suite about exactly what is chosen, and one about nothing that there is.
    let exact = json!({
        "rules": { "rules": "classic", "options": ["hand=2"] },
        "suite": SUITE.replace("./mine.toml", "classic+tiles.hand=2"),
    });
    assert_eq!(told(&played(&server, &exact))[0].1, "passed");
    let of = played(
        &server,
        &json!({
            "rules": { "rules": "classic" }, "suite": SUITE.replace("./mine.toml", "nonsense")
        }),
    );
    assert_eq!(
        (&of["problems"][0]["line"], &of["problems"].as_array().unwrap().len()),
        (&json!(5), &1),
        "{of}"
    );
    let none = json!({
        "rules": { "rules": "luxury" }, "suite": SUITE.replace("\"classic\"", "\"seas\"")
    });
    assert_eq!(
        (count(&played(&server, &none), "planned"), count(&played(&server, &none), "skipped")),
        (0, 2)
    );
    assert_eq!(server.post("suites/changes", &none, "").error(), (400, "bad-request".to_owned()));
}

/// A suite of this text, run on classic.
fn run_suite(server: &Server, text: &str) -> Reply {
    server.post("suites/run", &json!({ "rules": { "rules": "classic" }, "suite": text }), "")
}

/// Checks that a request is refused, and why.
fn assert_bad(reply: &Reply, why: &str) {
    assert_eq!(reply.error().0, 400, "{}", reply.body);
    assert!(reply.body.contains(why), "{}", reply.body);
}

#[test]
fn hostile_suites_name_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.toml");
    std::fs::write(&secret, "schema = 1\nname = \"secret\"\nextends = \"classic\"\n").unwrap();
    let server = Server::start(&folder.path().join("server"), &[]);
    let with = |text: String| run_suite(&server, &text);
    let path = secret.display().to_string();
    for name in [path.as_str(), "../secret.toml", "./secret.toml"] {
        let reply = with(
            SUITE
                .replace("\"./mine.toml\"", &format!("{name:?}"))
                .replace("expect.pile-count = 14", &format!("expect.same-rules-as = {name:?}")),
        );
        assert_eq!(reply.status, 200, "{}", reply.body);
        let of = reply.json();
        assert_eq!(
            (count(&of, "planned"), count(&of, "passed")),
            (1, 0),
            "no rule set is read from a file: {of}"
        );
    }
}

#[test]
fn suites_that_are_too_large_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let with = |text: String| run_suite(&server, &text);
    let many: String = (0..60).map(|_| "\"classic\", ").collect();
    let scenarios: Vec<String> = (0..60)
        .map(|number| {
            format!(
                "[[scenario]]\ntitle = \"{number}\"\nrules = [{many}]\nseats = 2\n\
            turns = 0\nexpect.turn = 1\n"
            )
        })
        .collect();
    assert_bad(&with(format!("schema = 1\n{}", scenarios.concat())), "at most 2000 scenarios");
    let long = ["one", "two"].map(|title| {
        format!(
            "[[scenario]]\ntitle = \"{title}\"\nrules = \"classic\"\nseats = 2\n\
            turns = 60000\nexpect.turn = 1\n"
        )
    });
    assert_bad(&with(format!("schema = 1\n{}", long.concat())), "at most 100000 turns");
    // A short text that would fill the memory.
    let blown = format!(
        "schema = 1\n[[scenario]]\ntitle = \"x {{n}}\"\nwhy = \"{}\"\nrules = \"classic\"\n\
         examples = [{{ n = \"{}\" }}]\nexpect.players = [2, 8]\n",
        "{n}".repeat(20_000),
        "x".repeat(90_000)
    );
    let reply = with(blown);
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert!(reply.body.len() < 10_000 && reply.body.contains("too large"), "{}", reply.body.len());
}

#[test]
fn hostile_requests_for_suites_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let classic = json!({ "rules": "classic" });
    assert_bad(
        &server.post("suites/look", &json!({ "rules": classic, "run": 1_000_000 }), ""),
        "run: there are",
    );
    assert_bad(
        &server.post("suites/run", &json!({ "rules": classic, "threads": 8 }), ""),
        "threads",
    );
    let wrong = server.post(
        "suites/run",
        &json!({ "rules": { "text": "schema = 1\nname = \"mine\"\nextends = \"classic\"\n[tiles]\n\
            hand = 99\n" } }),
        "",
    );
    assert_eq!(
        (wrong.error().0, &wrong.json()["problems"][0]["line"]),
        (422, &json!(5)),
        "{}",
        wrong.body
    );
    let reply = server.post(
        "suites/run",
        &json!({ "rules": classic, "suite": "schema = 1\n".repeat(40_000) }),
        "",
    );
    assert_eq!(reply.error().0, 413, "{}", reply.body);
}

#[test]
fn one_address_may_not_ask_for_suites_all_the_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let classic = json!({ "rules": "classic" });
    let statuses: Vec<u16> = (0..60)
        .map(|_| server.post("suites/look", &json!({ "rules": classic, "run": 0 }), "").status)
        .collect();
    assert!(
        statuses.contains(&200) && statuses.contains(&429),
        "one address may not ask all the time: {statuses:?}"
    );
}
