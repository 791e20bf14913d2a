//! Where several persons play, what others have to do with is taken back by all of them.

use super::client::{Live, Opened, Server, pick};
use serde_json::{Value, json};

/// A table of persons, each at a device of their own, with an onlooker.
struct Company<'s> {
    server: &'s Server,
    table: Opened,
    persons: Vec<Live>,
    onlooker: Live,
}

impl<'s> Company<'s> {
    fn new(server: &'s Server, rules: &str, seats: &[&str]) -> Self {
        let table = server.open(rules, seats, None);
        let connect = |hello: Value| {
            let mut live = server.connect(&table.id, &hello);
            let told = live.next("table");
            assert_eq!(
                (&told["shared"], &told["can_undo"]),
                (&json!(true), &json!(told["mine"] != json!([])))
            );
            live
        };
        let persons =
            table.seats.iter().map(|(_, token)| connect(json!({ "tokens": [token] }))).collect();
        let onlooker = connect(json!({}));
        Self { server, table, persons, onlooker }
    }

    /// All connections begin anew.
    fn come_back(&mut self) {
        let connect = |hello: Value| self.server.connect(&self.table.id, &hello);
        self.persons = self
            .table
            .seats
            .iter()
            .map(|(_, token)| connect(json!({ "tokens": [token] })))
            .collect();
        self.onlooker = connect(json!({}));
    }

    fn waits(&mut self) -> (u8, u64) {
        self.waits_or_is_over().expect("the game goes on")
    }

    /// For whom the table waits, and the number of what it waits for; everybody has read up to
    /// there.
    fn waits_or_is_over(&mut self) -> Option<(u8, u64)> {
        let mut last = None;
        for live in self.persons.iter_mut().chain([&mut self.onlooker]) {
            let waits = loop {
                let message = live.next_of(&["waits", "result"]);
                if message["type"] == "result" {
                    return None;
                }
                if message["bot"] == false {
                    break message;
                }
            };
            let now = (waits["seat"].as_u64().unwrap() as u8, waits["number"].as_u64().unwrap());
            assert!(last.is_none_or(|last| last == now), "everybody is told the same");
            last = Some(now);
        }
        last
    }

    /// Answers the question of a seat for which the table waits.
    fn answer(&mut self, seat: u8, turn: usize) -> Value {
        let index = self.index(seat);
        let ask = self.persons[index].next("ask");
        let reply =
            self.server.choose(&self.table.id, &ask, pick(&ask, turn), self.table.token(seat));
        assert_eq!(reply.status, 200, "{}", reply.body);
        ask
    }

    fn index(&self, seat: u8) -> usize {
        self.table.seats.iter().position(|(known, _)| *known == seat).expect("a person")
    }

    /// Sends a command; the seats that have to agree yet.
    fn send(&self, command: &str, seat: u8, body: &Value) -> Result<Value, (u16, String)> {
        let mut body = body.clone();
        body["seat"] = json!(seat);
        let reply = self.server.post(
            &format!("games/{}/{command}", self.table.id),
            &body,
            self.table.token(seat),
        );
        if reply.status == 200 { Ok(reply.json()["waits"].clone()) } else { Err(reply.error()) }
    }

    fn undo(&self, seat: u8, number: u64) -> Result<Value, (u16, String)> {
        self.send("undo", seat, &json!({ "number": number }))
    }

    fn agree(&self, seat: u8, number: u64, agrees: bool) -> Result<Value, (u16, String)> {
        self.send("consent", seat, &json!({ "number": number, "agrees": agrees }))
    }

    /// What the record of a seat shows now.
    fn seen(&self, seat: u8) -> String {
        self.server.get_as(&format!("games/{}/record", self.table.id), self.table.token(seat)).body
    }
}

#[test]
fn nobody_alone_takes_back_what_has_shown_a_tile_or_a_die() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut asked = 0;
    for rules in [
        "classic",
        "open-tiles",
        "seas",
        "open-tiles",
        "luxury",
        "open-tiles",
        "seas",
        "open-tiles",
    ] {
        let mut company = Company::new(&server, rules, &["person", "person"]);
        let (mut seat, _) = company.waits();
        for turn in 0..8 {
            let events = company.seen(seat).lines().count();
            company.answer(seat, turn);
            let Some((next, number)) = company.waits_or_is_over() else { break };
            let before = std::mem::replace(&mut seat, next);
            // A start mark or another place for a piece shows nothing.
            let has_shown = |line: &str| {
                ["\"drew\"", "\"roll\"", "\"die\"", "\"exchanged\""]
                    .iter()
                    .any(|name| line.contains(name))
            };
            if !company.seen(before).lines().skip(events).any(has_shown) {
                continue;
            }
            let (seat, next) = (before, next);
            asked += 1;
            let before = company.seen(seat);
            assert_eq!(
                company.undo(seat, number),
                Ok(json!([1 - seat])),
                "{rules}: the other one is asked"
            );
            for live in company.persons.iter_mut().chain([&mut company.onlooker]) {
                let message = live.message().unwrap();
                let message =
                    if message["type"] == "ask" { live.message().unwrap() } else { message };
                assert_eq!(
                    (&message["type"], &message["seat"], &message["waits"]),
                    (&json!("take_back"), &json!(seat), &json!([1 - seat]))
                );
            }
            assert_eq!(company.seen(seat), before, "{rules}: nothing is taken back");
            // The question of the next one still stands; a client that comes now learns who asks.
            let mut back =
                server.connect(&company.table.id, &json!({ "tokens": company.table.tokens() }));
            assert_eq!(
                (back.next("ask")["seat"].as_u64(), back.next("take_back")["seat"].as_u64()),
                (Some(next.into()), Some(seat.into()))
            );
            company.come_back();
            company.waits();
        }
    }
    assert!(asked >= 20, "{asked}");
}

#[test]
fn all_persons_have_to_agree_before_anything_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut company = Company::new(&server, "classic", &["person", "person", "easy", "person"]);
    for turn in 0..3 {
        let (seat, _) = company.waits();
        company.answer(seat, turn);
    }
    let (seat, _) = company.waits();
    let question = company.answer(seat, 0);
    let (next, number) = company.waits();
    let others: Vec<u8> = [0, 1, 3].into_iter().filter(|other| *other != seat).collect();
    assert_eq!(company.undo(seat, number), Ok(json!(others)));
    assert_eq!(company.undo(seat, number), Ok(json!(others)), "asked again, it waits for the same");
    assert_eq!(company.undo(others[0], number), Err((400, "other-asked".into())), "one at a time");
    assert_eq!(
        company.agree(seat, number, true),
        Ok(json!(others)),
        "one's own wish is no consent of others"
    );
    assert_eq!(company.agree(others[0], number - 1, true), Err((409, "stale".into())));
    let stranger = json!({ "seat": others[1], "number": number, "agrees": true });
    let reply = server.post(
        &format!("games/{}/consent", company.table.id),
        &stranger,
        company.table.token(seat),
    );
    assert_eq!(reply.error(), (403, "forbidden".into()));
    assert_eq!(company.agree(others[0], number, true), Ok(json!([others[1]])));
    assert_eq!(company.agree(others[1], number, true), Ok(json!([])));
    let told = company.onlooker.next("table");
    assert_eq!((&told["undos"], &told["number"]), (&json!(1), &question["number"]));
    let (again, later) = company.waits();
    assert!(again == seat && later > number, "{again} {later}");
    // Played on, and this time a player does not agree.
    let mine = company.index(seat);
    assert_eq!(company.persons[mine].next("ask")["choices"], question["choices"]);
    let body = json!({ "number": later, "pick": pick(&question, 0) });
    assert_eq!(company.send("choose", seat, &body), Ok(Value::Null));
    let (after, number) = company.waits();
    assert_eq!(after, next);
    assert_eq!(company.undo(seat, number), Ok(json!(others)));
    assert_eq!(company.agree(others[1], number, false), Ok(json!([])));
    let notice = company.onlooker.next("notice")["words"].clone();
    assert!(notice.as_str().unwrap().contains("does not agree"), "{notice}");
    assert_eq!(company.onlooker.next("take_back")["seat"], Value::Null);
    assert_eq!(
        company.agree(others[0], number, true),
        Err((400, "nobody-asked".into())),
        "nobody asks any more"
    );
    assert_eq!(
        company.undo(seat, number),
        Err((400, "not-agreed".into())),
        "it is not asked twice"
    );
}

#[test]
fn alone_one_takes_back_ones_own_mark_and_not_what_another_has_decided_since() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let mut company = Company::new(&server, "classic", &["person", "person"]);
    let (first, _) = company.waits();
    let question = company.answer(first, 0);
    let (second, number) = company.waits();
    assert_eq!(
        company.undo(second, number),
        Err((400, "nothing-to-take-back".into())),
        "there is nothing to take back"
    );
    assert_eq!(company.undo(first, number), Ok(json!([])));
    let (again, later) = company.waits();
    assert_eq!(again, first);
    let mine = company.index(first);
    assert_eq!(company.persons[mine].next("ask")["choices"], question["choices"]);
    assert_eq!(
        company.send("choose", first, &json!({ "number": question["number"], "pick": 0 })),
        Err((409, "stale".into()))
    );
    assert_eq!(
        company.send("choose", first, &json!({ "number": later, "pick": 1 })),
        Ok(Value::Null)
    );
    company.waits();
    company.answer(second, 5);
    let (third, number) = company.waits();
    assert_eq!(
        (third, company.undo(first, number)),
        (first, Ok(json!([second]))),
        "the other one has decided since"
    );
    // When the game goes on, no player is asked any more.
    company.answer(first, 0);
    let (_, number) = company.waits();
    assert_eq!(company.agree(second, number, true), Err((400, "nobody-asked".into())));
}
