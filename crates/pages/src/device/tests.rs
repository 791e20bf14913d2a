//! A page without a server: what is kept is enough to go on, whoever looks.

use super::*;
use crate::history::HistoryFilter;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tsuro::board::Laid;
use tsuro::game::{Consequence, Key, Own, Rule, RuleDecl, RuleKey, TableView, Verdict};
use tsuro::rules::RulePhase;
use tsuro::session::Game;

/// A rule that panics from some turn on.
#[derive(Debug)]
struct Faulty {
    turn: u32,
}

static FAULTY: RuleDecl =
    RuleDecl::new(RulePhase::Placement, "faulty", "Panics from some turn on", &|values| {
        Some(Box::new(Faulty { turn: values.get(&TURN)? }))
    })
    .keys(&[TURN.decl()]);

const TURN: RuleKey<u32> = Key::number("turn", 0..=1000).default(0).means("The turn").typed();

impl Rule for Faulty {
    fn decl(&self) -> &'static RuleDecl {
        &FAULTY
    }

    fn verdict(&self, table: TableView<'_>, _: &Own, _: Laid, _: &[Consequence]) -> Verdict {
        assert!(table.turn() < self.turn, "a fault");
        Verdict::Allowed
    }
}

/// A page that keeps what it is told to, and asks as a page does.
struct Page {
    device: Device,
    kept: BTreeMap<String, Keep>,
    asked: u32,
    said: Vec<Value>,
    /// Whether the device wants to go on.
    busy: bool,
}

impl Page {
    fn new() -> Self {
        Self::with(BTreeMap::new())
    }

    /// A page that is opened where this was kept.
    fn with(kept: BTreeMap<String, Keep>) -> Self {
        let device = Device::new(Box::leak(Box::new(Registry::default().with(&FAULTY))));
        Self { device, kept, asked: 0, said: Vec::new(), busy: false }
    }

    /// The page is closed and opened again.
    fn again(self) -> Self {
        Self { asked: self.asked, ..Self::with(self.kept) }
    }

    fn random(&mut self) -> String {
        self.asked += 1;
        format!("{:032x}", u128::from(self.asked) * 0x9e37_79b9_7f4a_7c15)
    }

    fn take(&mut self, reply: DeviceReply) -> (u16, Value) {
        for keep in reply.keep {
            let before = self.kept.get(&keep.id).map_or(0, |known| known.revision);
            assert_eq!(keep.revision, before + 1, "{}", keep.id);
            self.kept.insert(keep.id.clone(), keep);
        }
        self.said.extend(reply.said.iter().map(|said| serde_json::from_str(&said.text).unwrap()));
        self.busy = reply.busy;
        (reply.status, serde_json::from_str(&reply.body).unwrap_or(Value::String(reply.body)))
    }

    /// Asks, with a body if it is not null.
    fn ask(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let named = path.split('/').nth(1).unwrap_or_default();
        let kept = self.kept.get(named);
        let kept = kept.map(|kept| json!({ "revision": kept.revision, "text": kept.text }));
        let (kind, _) = path.split_at(path.len().min(3));
        let heads: Vec<&Json> = self
            .kept
            .values()
            .filter(|kept| kept.kind.starts_with(kind))
            .map(|kept| &kept.head)
            .collect();
        let heads = serde_json::to_value(heads).unwrap();
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let random = self.random();
        let ask = json!({
            "method": if body.is_null() { "GET" } else { "POST" }, "path": path, "query": query,
            "body": if body.is_null() { Value::Null } else { json!(body.to_string()) },
            "lang": "en", "time": 1_800_000_000 + i64::from(self.asked), "random": random,
            "kept": kept, "heads": heads,
        });
        let reply = self.device.answer(&ask.to_string());
        self.take(reply)
    }

    fn got(&mut self, path: &str) -> Value {
        let (status, body) = self.ask(path, &Value::Null);
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    fn sent(&mut self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(path, body);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    /// Opens a table and reads it.
    fn open(&mut self, rules: &str, seats: &[&str]) -> String {
        let seat = |word: &&str| match *word {
            "here" => json!({ "kind": "here" }),
            level => json!({ "kind": "bot", "level": level }),
        };
        let seats: Vec<Value> = seats.iter().map(seat).collect();
        let opened = self.sent("games", &json!({ "rules": rules, "seats": seats }));
        let id = opened["id"].as_str().unwrap().to_owned();
        self.live(&id);
        id
    }

    fn live(&mut self, id: &str) {
        self.said.clear();
        let hello = json!({ "tokens": [], "lang": "en", "pictures": true });
        self.sent(&format!("games/{id}/live"), &hello);
    }

    /// The question that stands, once bots have decided; `None`: the game is over.
    fn question(&mut self) -> Option<Value> {
        while self.busy {
            let random = self.random();
            let reply = self.device.go_on(1_800_000_000, &random);
            assert_eq!(reply.status, 200, "{}", reply.body);
            self.take(reply);
        }
        let last = self
            .said
            .iter()
            .rev()
            .find(|message| ["ask", "result"].iter().any(|kind| message["type"] == *kind));
        last.filter(|message| message["type"] == "ask").cloned()
    }

    fn choose(&mut self, id: &str, question: &Value, pick: usize) -> (u16, Value) {
        let (seat, number) = (&question["seat"], &question["number"]);
        // As long as a number of the question says, so that it is the same on every way.
        let body = json!({ "seat": seat, "number": number, "pick": pick, "ms": number });
        self.ask(&format!("games/{id}/choose"), &body)
    }

    /// Plays with the first choice to the end, or for a number of choices.
    fn play(&mut self, id: &str, most: usize) {
        for _ in 0..most {
            let Some(question) = self.question() else { return };
            let (status, answer) = self.choose(id, &question, 0);
            assert_eq!(status, 200, "{answer}");
        }
    }
}

#[test]
fn a_game_goes_on_where_its_page_was_closed_after_every_choice() {
    for rules in ["classic", "seas", "luxury+tide"] {
        let (mut one, mut other) = (Page::new(), Page::new());
        let id = one.open(rules, &["here", "easy", "here"]);
        assert_eq!(other.open(rules, &["here", "easy", "here"]), id);
        one.play(&id, 1000);
        for _ in 0..1000 {
            other.play(&id, 1);
            other = other.again();
            other.live(&id);
            if other.question().is_none() {
                break;
            }
        }
        let record = |page: &mut Page| page.got(&format!("games/{id}/record"));
        let told = record(&mut one);
        assert_eq!(told, record(&mut other), "{rules}");
        let told = told.as_str().unwrap();
        // The choices of people have their times, those of the bot have none.
        let is_timed = |line: &str| (line.contains("\"placed\""), line.contains("\"ms\":"));
        let bot = told.lines().filter(|line| line.contains("\"player\":1,"));
        assert!(!bot.map(is_timed).any(|(_, timed)| timed), "{rules}");
        let person = told.lines().filter(|line| line.contains("\"player\":0,"));
        assert!(person.map(is_timed).all(|(placed, timed)| timed || !placed), "{rules}");
        assert_eq!(one.got("games")["games"][0]["state"], "over");
    }
}

#[test]
fn what_is_kept_and_what_was_played_is_a_record_that_anybody_checks() {
    let mut page = Page::new();
    let id = page.open("seas", &["here", "medium"]);
    page.play(&id, 1000);
    let record = page.got(&format!("games/{id}/record")).as_str().unwrap().to_owned();
    let game = Game::from_record(&record, &Registry::default()).unwrap();
    assert!(game.decision().is_none());
    let brought = page.sent("records", &json!({ "text": record.repeat(2) }));
    assert_eq!(brought["count"], 2);
    let brought = brought["id"].as_str().unwrap().to_owned();
    assert_eq!(page.got(&format!("games/{brought}/record")), record);
    let replay = page.got(&format!("games/{brought}/replay"));
    assert!(replay["happened"].as_array().unwrap().len() > 20);
    assert_eq!(page.got("games?state=uploaded")["games"].as_array().unwrap().len(), 2);
    // Nobody goes on with it, and it is not opened again.
    assert_eq!(page.ask(&format!("games/{brought}/again"), &json!({})).0, 403);
}

#[test]
fn the_games_of_a_page_are_measured_and_nothing_of_it_is_kept() {
    let mut page = Page::new();
    let id = page.open("seas", &["here", "medium"]);
    page.play(&id, 1000);
    let feedback = json!({ "seat": 0, "feedback": { "fun": 5 } });
    page.sent(&format!("games/{id}/feedback"), &feedback);
    let record = page.got(&format!("games/{id}/record"));
    let kept = page.kept.len();
    let asked = json!({ "bots": "random" });
    let measure = |records: Value, asked: &Value| json!({ "asked": asked, "history": { "records": records, "more": true } });
    let answer = page.sent("measure", &measure(json!([record, ""]), &asked));
    assert_eq!((&answer["left_out"]["damaged"], &answer["more"]), (&json!(1), &json!(true)));
    let group = &answer["report"]["groups"][0];
    assert_eq!((&group["rules"], &group["games"]), (&json!("seas"), &json!(1)));
    assert_eq!((&group["bot_seats"], &group["feedback"]["fun"][4]), (&json!(1), &json!(1)));
    assert!(page.sent("measure", &measure(json!([]), &json!({})))["report"].is_null());
    for wrong in [json!({ "bots": "master" }), json!({ "players": "two" }), json!({ "seed": "" })] {
        assert_eq!(page.ask("measure", &measure(json!([record]), &wrong)).0, 400, "{wrong}");
    }
    assert_eq!(page.kept.len(), kept);
}

#[test]
fn comments_stay_with_the_game_and_go_with_its_record() {
    let mut page = Page::new();
    let id = page.open("classic", &["here", "easy"]);
    let comment =
        |seat: Value, turn: u32, text: &str| json!({ "seat": seat, "turn": turn, "text": text });
    let path = format!("games/{id}/comment");
    assert_eq!(page.ask(&path, &comment(json!(0), 1, "too early")).0, 400);
    page.play(&id, 1000);
    for wrong in [
        comment(json!(1), 1, "a bot writes nothing"),
        comment(json!(0), 0, "no turn"),
        comment(json!(0), 1000, "nor is this one"),
        comment(json!(0), 1, "www.example.org"),
    ] {
        assert!([400, 403].contains(&page.ask(&path, &wrong).0), "{wrong}");
    }
    page.sent(&path, &comment(json!(0), 1, "why not?"));
    page.sent(&path, &comment(Value::Null, 2, "a note"));
    page = page.again();
    let told = json!([
        { "turn": 1, "seat": 0, "text": "why not?" }, { "turn": 2, "seat": null, "text": "a note" },
    ]);
    assert_eq!(page.got(&format!("games/{id}/replay"))["comments"], told);
    let record = page.got(&format!("games/{id}/record"));
    let brought = page.sent("records", &json!({ "text": record }));
    let brought = brought["id"].as_str().unwrap().to_owned();
    assert_eq!(page.got(&format!("games/{brought}/replay"))["comments"], told);
    // Other placements are tried out in both.
    for id in [&id, &brought] {
        let told = page.sent(&format!("games/{id}/what-if"), &json!({ "placement": 0 }));
        let card = &told["cards"][0];
        let laid = json!({ "placement": 0, "laid": [card["tile"], card["rotation"]] });
        let told = page.sent(&format!("games/{id}/what-if"), &laid);
        assert!(told["patch"]["squares"].is_object(), "{told}");
    }
    assert_eq!(page.got(&format!("games/{brought}/record")), record);
    // A game that was brought has nobody of this device: there are notes alone.
    let path = format!("games/{brought}/comment");
    assert_eq!(page.ask(&path, &comment(json!(0), 1, "not mine")).0, 403);
    page.sent(&path, &comment(Value::Null, 2, ""));
    let left = page.got(&format!("games/{brought}/replay"))["comments"].clone();
    assert_eq!(left, json!([told[0]]));
}

#[test]
fn a_page_that_does_not_know_what_another_one_has_kept_is_told() {
    let mut one = Page::new();
    let id = one.open("classic", &["here", "here"]);
    let question = one.question().unwrap();
    let mut other = Page::with(one.kept.clone());
    other.asked = 1000;
    other.live(&id);
    let (status, _) = other.choose(&id, &question, 0);
    assert_eq!(status, 200);
    // The first page has not noticed: it asks with what the other one has kept.
    one.kept.clone_from(&other.kept);
    one.said.clear();
    let (status, answer) = one.choose(&id, &question, 1);
    assert_eq!((status, &answer["code"]), (409, &json!("stale")));
    assert!(one.said.iter().any(|message| message["type"] == "table"), "it is told all of it");
    assert_ne!(one.question().unwrap()["number"], question["number"]);
}

#[test]
fn choices_are_taken_back_alone_and_by_agreement() {
    let mut page = Page::new();
    let id = page.open("classic", &["here", "easy"]);
    page.play(&id, 4);
    let question = page.question().unwrap();
    let body = json!({ "seat": 0, "number": question["number"] });
    page.sent(&format!("games/{id}/undo"), &body);
    let before = page.question().unwrap();
    assert!(before["number"].as_u64() > question["number"].as_u64(), "no number comes twice");
    // Also after the page was closed.
    let mut page = page.again();
    page.live(&id);
    let body = json!({ "seat": 0, "number": page.question().unwrap()["number"] });
    page.sent(&format!("games/{id}/undo"), &body);

    let id = page.open("classic", &["here", "here"]);
    page.play(&id, 4);
    let question = page.question().unwrap();
    let seat = 1 - question["seat"].as_u64().unwrap();
    let asked = |seat| json!({ "seat": seat, "number": question["number"] });
    let wish = page.sent(&format!("games/{id}/undo"), &asked(seat));
    assert_eq!(wish["waits"].as_array().unwrap().len(), 1, "{wish}");
    let mut agrees = asked(1 - seat);
    agrees["agrees"] = json!(true);
    page.sent(&format!("games/{id}/consent"), &agrees);
    assert_eq!(page.question().unwrap()["seat"], seat);
}

#[test]
fn a_game_is_reviewed_and_goes_on_from_a_moment_and_is_opened_again() {
    let mut page = Page::new();
    let id = page.open("classic", &["here", "easy", "easy"]);
    assert_eq!(page.ask(&format!("games/{id}/review"), &json!({})).0, 400, "it goes on");
    page.play(&id, 1000);
    assert!(page.question().is_none());
    let review = page.sent(&format!("games/{id}/review"), &json!({}));
    assert_eq!(review["seat"], 0);
    let points = {
        let record = page.got(&format!("games/{id}/record"));
        let game = Game::from_record(record.as_str().unwrap(), &Registry::default()).unwrap();
        game.decision_points().unwrap()
    };
    let mark = points[points.len() / 2].mark();
    let from = page.sent(&format!("games/{id}/go-on"), &json!({ "seat": 0, "mark": mark }));
    let from = from["id"].as_str().unwrap().to_owned();
    let mut page = page.again();
    page.live(&from);
    page.play(&from, 1000);
    let again = page.sent(&format!("games/{id}/again"), &json!({}));
    assert_eq!(again, page.sent(&format!("games/{id}/again"), &json!({})), "only once");
    let again = again["id"].as_str().unwrap().to_owned();
    page.live(&again);
    assert!(page.question().is_some());
    assert_eq!(page.got("games")["games"].as_array().unwrap().len(), 3);
}

#[test]
fn the_person_of_a_device_rates_a_game_once_and_what_is_kept_has_it() {
    let mut page = Page::new();
    let id = page.open("classic", &["here", "easy"]);
    page.live(&id);
    let rate = |fun: u8| json!({ "seat": 0, "feedback": { "fun": fun, "length": "right" } });
    let path = format!("games/{id}/feedback");
    assert_eq!(page.ask(&path, &rate(4)).0, 400, "it is not over");
    page.play(&id, 1000);
    let result = |page: &Page| page.said.iter().rfind(|said| said["type"] == "result").cloned();
    assert_eq!(result(&page).unwrap()["rates"], json!([0]));
    assert_eq!(page.ask(&path, &json!({ "seat": 0, "feedback": {} })).0, 400);
    assert_eq!(page.ask(&path, &json!({ "seat": 1, "feedback": { "fun": 4 } })).0, 400, "a bot");
    page.sent(&path, &rate(4));
    assert_eq!(page.ask(&path, &rate(1)).0, 400, "twice");
    let mut page = page.again();
    page.live(&id);
    assert_eq!(result(&page).unwrap()["rates"], json!([]));
    assert_eq!(page.ask(&path, &rate(1)).0, 400, "twice, from another page");
    let record = page.got(&format!("games/{id}/record")).as_str().unwrap().to_owned();
    let end = r#""feedback":[{"fun":4,"length":"right"}]}"#;
    assert!(record.trim_end().ends_with(end), "{record}");
}

#[test]
fn a_person_leaves_and_comes_back_under_another_name() {
    let mut page = Page::new();
    let id = page.open("classic", &["here", "here"]);
    let path = format!("games/{id}/seats");
    for seat in [0, 1] {
        page.sent(&path, &json!({ "seat": seat, "player": "bot" }));
    }
    assert!(page.question().is_none(), "bots have played to the end");
    page.sent(&path, &json!({ "seat": 1, "name": "Ann" }));
    assert_eq!(page.ask(&path, &json!({ "seat": 0, "name": "Ann" })).0, 400, "it is taken");
    assert_eq!(page.got(&format!("games/{id}"))["names"][1], "Ann");
    let id = page.open("classic", &["here", "here"]);
    page.sent(&format!("games/{id}/seats"), &json!({ "seat": 0, "player": "bot" }));
    page.sent(&format!("games/{id}/seats"), &json!({ "seat": 0, "player": "person" }));
    let notices = page.said.iter().filter(|message| message["type"] == "notice").count();
    assert_eq!(notices, 2);
}

#[test]
fn a_run_goes_on_where_its_page_was_closed() {
    let asked = json!({
        "rules": [{ "rules": "classic" }, { "rules": "luxury" }], "games": 300, "bots": ["random"],
        "seed": "a run",
    });
    let report = |page: &mut Page, id: &str| {
        let mut report = page.got(&format!("runs/{id}/report.json"));
        report.as_object_mut().unwrap().retain(|key, _| key != "run");
        report
    };
    let mut one = Page::new();
    let id = one.sent("runs", &asked)["id"].as_str().unwrap().to_owned();
    assert!(one.busy);
    one.question();
    assert_eq!(one.got(&format!("runs/{id}"))["state"], "done");
    let mut other = Page::new();
    assert_eq!(other.sent("runs", &asked)["id"], id);
    let random = other.random();
    let reply = other.device.go_on(0, &random);
    other.take(reply);
    other.sent(&format!("runs/{id}/state"), &json!({ "state": "paused" }));
    assert!(!other.busy);
    let mut other = other.again();
    assert_eq!(other.got(&format!("runs/{id}"))["state"], "paused");
    other.sent(&format!("runs/{id}/state"), &json!({ "state": "running" }));
    other.question();
    assert_eq!(report(&mut one, &id), report(&mut other, &id));
    assert_eq!(other.got("runs")["runs"][0]["state"], "done");
}

#[test]
fn a_rule_that_panics_ends_its_game_and_its_run_with_words_and_no_other() {
    let text = "schema = 1\nextends = \"classic\"\n[placement]\nrule = \"faulty\"\nturn = 5\n";
    for seats in [json!(["here", "here"]), json!(["here", "hard"])] {
        let mut page = Page::new();
        let other = page.open("classic", &["here", "easy"]);
        let kind = |seat: &Value| match seat.as_str() {
            Some("here") => json!({ "kind": "here" }),
            level => json!({ "kind": "bot", "level": level }),
        };
        let seats: Vec<Value> = seats.as_array().unwrap().iter().map(kind).collect();
        let id = page.sent("games", &json!({ "text": text, "seats": seats }));
        let id = id["id"].as_str().unwrap().to_owned();
        page.live(&id);
        let mut refused = None;
        for _ in 0..20 {
            let Some(question) = page.question() else { break };
            let shown = &question["shown"];
            let list = if shown["cards"].is_array() { &shown["cards"] } else { &shown["items"] };
            // What is proposed stays in the game.
            let pick = list[shown["at"].as_u64().unwrap() as usize]["pick"].as_u64().unwrap();
            let (status, answer) = page.choose(&id, &question, pick as usize);
            if status != 200 {
                refused = Some((status, answer["code"].clone()));
                break;
            }
        }
        assert!(refused.is_none_or(|why| why == (410, json!("broken"))));
        let kinds: Vec<&Value> = page.said.iter().map(|message| &message["type"]).collect();
        assert!(kinds.ends_with(&[&json!("closed")]), "{kinds:?}");
        assert!(page.said.iter().any(|message| message["type"] == "notice"));
        assert!(!page.busy && page.kept[&id].revision > 2, "what was played before is kept");
        assert_eq!(page.got(&format!("games/{id}"))["state"], "broken");
        let mut page = page.again();
        page.live(&other);
        page.play(&other, 1000);
        assert_eq!(page.got(&format!("games/{other}"))["state"], "over");
    }
    let mut page = Page::new();
    let run = json!({ "rules": [{ "text": text }], "games": 50, "bots": ["random"] });
    let run = page.sent("runs", &run)["id"].as_str().unwrap().to_owned();
    page.question();
    let mut page = page.again();
    let told = page.got(&format!("runs/{run}"));
    assert_eq!(told["state"], "failed", "{told}");
    assert!(told["why"].as_str().is_some_and(|why| why.contains("fault")), "{}", told["why"]);
}

#[test]
fn the_page_of_a_game_that_was_opened_again_stays_to_be_seen() {
    let mut page = Page::new();
    let id = page.open("classic", &["here", "here"]);
    page.play(&id, 1000);
    page.said.clear();
    let again = page.sent(&format!("games/{id}/again"), &json!({}));
    page.live(&id);
    assert!(page.said.iter().all(|message| message["type"] != "again"), "it would lead away");
    let last = page.said.iter().find(|message| message["type"] == "table").unwrap();
    let (number, undos) = (last["number"].clone(), last["undos"].clone());
    page.said.clear();
    let hello = json!({ "lang": "en", "number": number, "undos": undos });
    page.sent(&format!("games/{id}/live"), &hello);
    let told: Vec<&Value> = page.said.iter().filter(|message| message["type"] == "again").collect();
    assert_eq!(told.len(), 1, "who was at the table follows");
    assert_eq!(told[0]["id"], again["id"]);
    assert!(page.said.iter().any(|message| message["type"] == "seats"));
}

#[test]
fn many_games_do_not_stay_in_memory_and_come_back() {
    let mut page = Page::new();
    let read = page.open("classic", &["here", "easy"]);
    let table = json!({ "rules": "classic", "seats": [{ "kind": "here" }, { "kind": "here" }] });
    let opened: Vec<String> =
        (0..20).map(|_| page.sent("games", &table)["id"].as_str().unwrap().to_owned()).collect();
    let run = json!({ "rules": [{ "rules": "classic" }], "games": 20, "bots": ["random"] });
    for _ in 0..10 {
        page.sent("runs", &run);
        page.question();
    }
    assert!(page.device.games.len() <= 1 + MOST_IDLE, "{}", page.device.games.len());
    assert!(page.device.runs.len() <= MOST_IDLE, "{}", page.device.runs.len());
    assert_eq!(page.device.asked.len(), page.device.games.len() + page.device.runs.len());
    assert!(page.device.games.contains_key(&read), "somebody reads it");
    for id in opened {
        assert_eq!(page.got(&format!("games/{id}"))["state"], "running");
    }
    assert!(page.question().is_some());
}

#[test]
fn what_no_page_asks_is_refused_and_nothing_is_kept() {
    let mut page = Page::new();
    let id = page.open("classic", &["here", "easy"]);
    let revision = page.kept[&id].revision;
    let question = page.question().unwrap();
    let number = &question["number"];
    for (path, body, status) in [
        ("nothing", Value::Null, 404),
        ("games/nothere", Value::Null, 404),
        ("runs/nothere", Value::Null, 404),
        (&*format!("games/{id}/nothing"), json!({}), 404),
        (&*format!("games/{id}/choose"), json!({ "seat": 0, "number": number, "pick": 99 }), 400),
        (&*format!("games/{id}/choose"), json!({ "seat": 1, "number": number, "pick": 0 }), 409),
        (&*format!("games/{id}/choose"), json!({ "seat": 77, "number": 0, "pick": 0 }), 400),
        (&*format!("games/{id}/choose"), json!([]), 400),
        (&*format!("games/{id}/record"), json!({}), 404),
        (
            "games",
            json!({ "rules": "classic", "seats": [{ "kind": "link" }, { "kind": "here" }] }),
            400,
        ),
        ("games", json!({ "rules": "../secret", "seats": [] }), 422),
        ("games", json!({ "rules": "classic", "seats": [], "clock": 30 }), 400),
        ("records", json!({ "text": "{\"event\":\"game\"}" }), 400),
        ("runs", json!({ "rules": [] }), 400),
        ("choose", json!({ "rules": "classic+nothing" }), 422),
        ("rules/try", json!({ "text": "= broken" }), 422),
    ] {
        let (found, answer) = page.ask(path, &body);
        assert_eq!(found, status, "{path} {body}: {answer}");
        assert!(answer["error"].as_str().is_some_and(|why| !why.is_empty()), "{path}: {answer}");
    }
    assert_eq!((page.kept.len(), page.kept[&id].revision), (1, revision));
    for text in ["", "null", "{}", "[1]", "{\"method\":\"GET\"}"] {
        assert_eq!(page.device.answer(text).status, 400, "{text}");
    }
}

#[test]
fn a_game_that_another_version_has_kept_is_left_as_it_is() {
    let mut page = Page::new();
    let id = page.open("classic", &["here", "easy"]);
    page.play(&id, 3);
    let whole = page.kept[&id].text.clone();
    let other = |key: &str, value: Value| {
        let mut text: Value = serde_json::from_str(&whole).unwrap();
        text[key] = value;
        text.to_string()
    };
    let mut diverged: Value = serde_json::from_str(&whole).unwrap();
    diverged["game"]["position"]["turn"] = json!(99);
    let cut: String = whole.chars().take(whole.chars().count() / 2).collect();
    for text in [other("format", json!(2)), diverged.to_string(), cut, String::new()] {
        let mut page = page.again_with(&id, &text);
        let (status, answer) = page.ask(&format!("games/{id}/live"), &json!({ "lang": "en" }));
        assert_eq!((status, &answer["code"]), (410, &json!("other-version")));
        assert_eq!(page.kept[&id].text, text);
        // Others are not concerned.
        let new = page.open("classic", &["here", "easy"]);
        page.play(&new, 3);
    }
    let heads = serde_json::json!([{ "unknown": 1 }, 7, null]);
    let heads: Vec<Value> = serde_json::from_value(heads).unwrap();
    let listed = heads::games(&heads, &HistoryFilter::default(), Language::English);
    assert_eq!(listed.to_string(), r#"{"games":[],"more":false}"#);
}

impl Page {
    /// A page that is opened where this text was kept of a game.
    fn again_with(&self, id: &str, text: &str) -> Self {
        let mut kept = self.kept.clone();
        if let Some(keep) = kept.get_mut(id) {
            text.clone_into(&mut keep.text);
            keep.revision += 1;
        }
        Self { asked: self.asked + 1000, ..Self::with(kept) }
    }
}
