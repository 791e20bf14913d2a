//! Rules in scripts that clients send: played and stored like others, and unable to hold up, fill
//! up or read anything.

use super::client::{Opened, Reply, Server};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A rule set that names `mine.rhai`.
const TEXT: &str = "schema = 1\nname = \"ours\"\nextends = \"classic\"\nscripts = [\"mine.rhai\"]\n\
    [[rule]]\nrule = \"mine\"\n";

/// The script `mine.rhai` with these functions.
fn script(functions: &str) -> Value {
    let events = "events: #{ fell: #{ fields: #{ number: \"number\" }, en: \"Fallen: {number}.\", \
        fr: \"Chute : {number}.\" } }";
    json!([{ "name": "mine.rhai", "text": format!("const RULE = #{{ name: \"mine\", summary: \
        \"x\", {events} }};\n{functions}") }])
}

fn open(server: &Server, functions: &str, seats: &[&str]) -> Opened {
    let seat = |word: &&str| {
        if *word == "person" {
            json!({ "kind": "here" })
        } else {
            json!({ "kind": "bot", "level": word })
        }
    };
    let seats: Vec<Value> = seats.iter().map(seat).collect();
    let reply = server.post(
        "games",
        &json!({ "text": TEXT, "scripts": script(functions), "seats": seats }),
        "",
    );
    assert_eq!(reply.status, 200, "{}", reply.body);
    Opened::new(&reply.json())
}

/// Answers questions with the first choice until the game is over, or `most` of them; whether it is
/// over.
fn play(server: &Server, table: &Opened, most: usize) -> bool {
    let mut live = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
    let mut left = most;
    loop {
        let message = live.message().unwrap();
        match message["type"].as_str() {
            Some("result") => return true,
            Some("table") if message["over"] == true => return true,
            Some("ask") if left == 0 => return false,
            Some("ask") => {
                left -= 1;
                let token = table.token(message["seat"].as_u64().unwrap() as u8);
                assert_eq!(server.choose(&table.id, &message, 0, token).status, 200);
            }
            _ => {}
        }
    }
}

fn record(server: &Server, table: &Opened) -> String {
    server.get(&format!("games/{}/record", table.id)).body
}

#[test]
fn a_game_with_a_script_that_a_client_sent_survives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let told = "fn start(setup) { #{ turns: 0 } }
        fn before_placement(table) { this.turns += 1; table.tell(\"fell\", #{ number: this.turns \
        }); }";
    let table = open(&server, told, &["person", "person", "easy"]);
    assert!(!play(&server, &table, 2));
    server.stop();
    let server = Server::start(folder.path(), &[]);
    assert!(play(&server, &table, 1000));
    let record = record(&server, &table);
    // The record has the text of the script, and what it told before and after.
    assert!(
        record.contains("const RULE")
            && record.contains("\"number\":1")
            && record.contains("\"number\":4"),
        "{record}"
    );
    assert!(server.get(&format!("games/{}/replay?lang=fr", table.id)).body.contains("Chute : 1."));
    let record = server.post("records", &json!({ "text": record }), "");
    assert_eq!((record.status, &record.json()["count"]), (200, &json!(1)), "{}", record.body);
}

#[test]
fn scripts_go_wherever_a_text_goes_and_name_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let scripts = script("fn before_placement(table) { }");
    let with = |scripts: &Value| json!({ "text": TEXT, "scripts": scripts });
    let post = |path: &str, body: &Value| server.post(path, body, "");
    assert_eq!(post("rules/check", &with(&scripts)).json()["problems"], json!([]));
    assert!(
        post("rules/check", &with(&json!([]))).json()["problems"][0]["message"]
            .as_str()
            .unwrap()
            .contains("no script")
    );
    let sheet = post("rules/sheet", &with(&scripts)).json();
    assert!(
        sheet["problems"] == json!([]) && sheet["file"].as_str().unwrap().contains("const RULE"),
        "{sheet}"
    );
    assert_eq!(post("choose", &with(&scripts)).json()["broken"], Value::Null);
    let run = post(
        "runs",
        &json!({
            "rules": [{ "rules": "classic" }, with(&scripts)], "bots": ["random"], "games": 20
        }),
    );
    assert_eq!(run.status, 200, "{}", run.body);
    let suites = post("suites/run", &json!({ "rules": with(&scripts) })).json();
    assert_eq!(suites["failed"], json!(0), "{suites}");
    let wrong =
        post("rules/check", &with(&script("fn before_placement(table) { table.blok(\"c3\"); }")))
            .json();
    assert_eq!(
        (&wrong["problems"][0]["file"], &wrong["problems"][0]["line"]),
        (&json!("mine.rhai"), &json!(2)),
        "{wrong}"
    );
    for name in ["/etc/passwd", "../x.rhai", "x"] {
        let reply = post(
            "games",
            &json!({
                "text": TEXT, "scripts": [{ "name": name, "text": "" }],
                "seats": [{ "kind": "here" }],
            }),
        );
        assert_eq!(reply.error(), (422, "rules".to_owned()), "{name}");
    }
}

#[test]
fn house_rules_in_scripts_are_offered_refused_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let choose = |body: &Value| server.post("choose", body, "").json();
    let house = |chosen: &Value, name: &str| {
        let rules = chosen["house_rules"].as_array().unwrap();
        rules
            .iter()
            .find(|house| house["name"] == name)
            .unwrap_or_else(|| panic!("{name}: {rules:?}"))
            .clone()
    };
    let chosen = choose(&json!({ "rules": "classic+truce" }));
    for name in ["tide", "auction", "bounty", "ko", "wind", "thief", "harbour", "bid"] {
        let refused = house(&chosen, name)["refused"].clone();
        assert_eq!(refused == Value::Null, name != "ko", "{name}: {refused}");
    }
    assert!(house(&chosen, "ko")["refused"].as_str().unwrap().contains("placement.rule"));
    let chosen = choose(&json!({ "rules": "seas+tide+every=5" }));
    assert_eq!(
        (&house(&chosen, "tide")["ticked"], &chosen["broken"]),
        (&json!(true), &Value::Null)
    );
    let key =
        chosen["keys"].as_array().unwrap().iter().find(|key| key["name"] == "rule.every").unwrap();
    assert_eq!(
        (&key["key"], &key["value"], &key["usual"]),
        (&json!("every"), &json!("5"), &json!("3"))
    );
    // On a rule set of one's own as well, and in the form of the page of rules.
    let text = "schema = 1\nextends = \"classic\"\nmixins = [\"tide\"]\n";
    assert_eq!(choose(&json!({ "text": text, "options": ["wind"] }))["broken"], Value::Null);
    let sheet = server.post("rules/sheet", &json!({ "text": text }), "").json();
    let mixins = sheet["mixins"].as_array().unwrap();
    assert!(
        mixins.iter().any(|mixin| mixin["name"] == "tide" && mixin["ticked"] == true),
        "{mixins:?}"
    );
    assert!(
        sheet["keys"]
            .as_array()
            .unwrap()
            .iter()
            .any(|key| key["key"] == "rule.every" && key["value"] == "3")
    );
    let table = server.open("classic+tide", &["person", "easy"], None);
    assert!(play(&server, &table, 1000));
    assert!(record(&server, &table).contains("\"rule\":\"tide\""));
}

/// What comes of trying these functions.
fn tried(server: &Server, functions: &str, seed: &str, language: &str) -> Reply {
    let body = json!({ "text": TEXT, "scripts": script(functions), "seed": seed });
    server.post(&format!("rules/try?lang={language}"), &body, "")
}

#[test]
fn rules_are_tried_event_by_event_with_what_scripts_print() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let tried =
        |functions: &str, seed: &str, language: &str| tried(&server, functions, seed, language);
    let talks = "fn before_placement(table) {
        print(`in turn ${table.turn()}`);
        table.tell(\"fell\", #{ number: table.turn() });
        print(\"told\");
    }";
    let came = tried(talks, "one", "en").json();
    assert!(came["board"].as_str().unwrap().starts_with("<svg"), "{came}");
    assert_eq!(
        (&came["over"], &came["why"], &came["more_printed"]),
        (&json!(true), &Value::Null, &json!(0))
    );
    let steps = came["steps"].as_array().unwrap();
    let at = steps.iter().position(|step| step["words"] == "Fallen: 2.").unwrap();
    let printed = |step: &Value| {
        step["printed"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["text"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(printed(&steps[at]), [json!("in turn 2")]);
    let line = &steps[at]["printed"][0];
    assert_eq!(
        (&line["script"], &line["line"], &line["turn"]),
        (&json!("mine.rhai"), &json!(3), &json!(2))
    );
    assert_eq!(printed(&steps[at + 1]), [json!("told")]);
    assert!(steps.iter().all(|step| step["words"] != ""), "{came}");
    assert!(steps.iter().any(|step| {
        step["patch"]["squares"].as_object().is_some_and(|squares| !squares.is_empty())
    }));
    // The same seed is the same game.
    assert_eq!(tried(talks, "one", "en").json(), came);
    assert_ne!(tried(talks, "two", "en").json()["steps"], came["steps"]);
    assert!(tried(talks, "one", "fr").body.contains("Chute : 2."));
    // What is wrong is said as elsewhere.
    let wrong = tried("fn before_placement(table) { table.blok(1) }", "one", "en");
    assert_eq!(
        (wrong.status, &wrong.json()["problems"][0]["file"]),
        (422, &json!("mine.rhai")),
        "{}",
        wrong.body
    );
    assert_eq!(tried(talks, &"x".repeat(200), "en").status, 422);
}

#[test]
fn however_much_a_tried_script_says_the_answer_is_small_and_others_are_served_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let hostile = [
        "fn before_placement(table) { loop { print(\"x\"); } }",
        "fn before_placement(table) { for n in 0..400 { table.tell(\"fell\", #{ number: n }); \
         print(\"a long line \" + n); } }",
        "fn verdict(table, tile, fates) { for n in 0..15000 { } \"allowed\" }",
        "fn start(setup) { for n in 0..1000 { print(n); } #{} } fn before_placement(table) { loop \
         { } }",
    ];
    for functions in hostile {
        let began = Instant::now();
        let reply = std::thread::scope(|threads| {
            let reply = threads.spawn(|| tried(&server, functions, "one", "en"));
            let other = Instant::now();
            assert_eq!(server.post("choose", &json!({ "rules": "classic" }), "").status, 200);
            assert!(
                other.elapsed() < Duration::from_secs(20),
                "{functions}: {:?}",
                other.elapsed()
            );
            reply.join().unwrap()
        });
        assert_eq!(reply.status, 200, "{functions}: {}", reply.body);
        assert!(reply.body.len() < 1024 * 1024, "{functions}: {} bytes", reply.body.len());
        assert!(began.elapsed() < Duration::from_secs(30), "{functions}: {:?}", began.elapsed());
        let came = reply.json();
        let steps = came["steps"].as_array().unwrap();
        let lines: usize =
            steps.iter().chain([&came]).map(|step| step["printed"].as_array().unwrap().len()).sum();
        assert!(
            steps.len() <= 500 && lines <= 400,
            "{functions}: {} steps, {lines} lines",
            steps.len()
        );
        assert_eq!(
            lines == 400 || came["more_printed"].as_u64() > Some(0),
            functions.contains("print"),
            "{functions}: {lines}"
        );
    }
}

/// The memory of a process, in KiB.
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_hostile_script_breaks_off_its_own_game_by_name_and_holds_up_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let before = memory(server.id());
    let lists = "let list = []; loop { list += [list, \"xxxxxxxxxxxxxxxx\"]; }";
    let hostile = [
        ("fn before_placement(table) { loop { } }", "steps in one call"),
        ("fn ending(table, occasion) { loop { } }", "steps in one call"),
        // A verdict that is only looked at, and fails, allows the placement.
        ("fn verdict(table, tile, fates) { loop { } }", ""),
        (
            "fn act(table, at) { let sum = 0; for n in 0..20000 { sum += n; } again() } fn \
             before_placement(table) { }",
            "steps at one moment",
        ),
        ("fn before_placement(table) { LISTS }", "too large"),
        (
            "fn before_placement(table) { let list = []; list.pad(400, 7); loop { \
             list.contains(8); } }",
            "steps in one call",
        ),
        (
            "fn before_placement(table) { for n in 0..99999999 { table.tell(\"fell\", #{ number: n \
             }); } }",
            "steps in one call",
        ),
    ];
    for (number, (functions, why)) in hostile.into_iter().enumerate() {
        let bot = if number == 0 { "medium" } else { "easy" };
        let table = open(&server, &functions.replace("LISTS", lists), &["person", bot]);
        let other = server.open("classic", &["person", "easy"], None);
        // Others play meanwhile, and each of their choices is taken at once.
        let began = Instant::now();
        assert!(play(&server, &other, 1000));
        assert!(began.elapsed() < Duration::from_secs(30), "{functions}: {:?}", began.elapsed());
        assert!(play(&server, &table, 1000), "{functions}");
        let record = record(&server, &table);
        if why.is_empty() {
            continue;
        }
        assert!(
            record.contains("\"broken\":\"fails\"")
                && record.contains(why)
                && record.contains("mine.rhai:"),
            "{functions}\n{record}"
        );
    }
    let grown = memory(server.id()).saturating_sub(before) / 1024;
    assert!(grown < 200, "{grown} MiB");
}
