//! Any requests in any order: the server answers each as a small model of its tables says, a
//! request that is refused changes nothing, and a server that is killed in between goes on as if
//! nothing had happened.

use super::client::{Opened, Reply, Server};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Whose token a request carries.
#[derive(Debug, Clone, Copy)]
enum Bearer {
    /// The token of the seat that the request names.
    Own,
    /// That of another table, and not of a game before or after it.
    Stranger,
    /// None that the server gave.
    Invented,
}

#[derive(Debug, Clone)]
enum Action {
    Open { rules: usize, people: usize, bots: usize },
    Choose { table: usize, bearer: Bearer, late: u64, pick: usize },
    Undo { table: usize, bearer: Bearer },
    Consent { table: usize, bearer: Bearer, agrees: bool },
    Name { table: usize, bearer: Bearer, name: String },
    Leave { table: usize, bearer: Bearer },
    Look { table: usize, bearer: Bearer },
    Again { table: usize, bearer: Bearer },
    Kill,
}

fn action() -> impl Strategy<Value = Action> {
    let bearer = || {
        prop_oneof![
            6 => Just(Bearer::Own), 1 => Just(Bearer::Stranger), 1 => Just(Bearer::Invented)
        ]
    };
    let table = 0..4_usize;
    let late = prop_oneof![8 => Just(0_u64), 1 => 1..3_u64];
    let pick = prop_oneof![8 => 0..6_usize, 1 => Just(5000)];
    prop_oneof![
        2 => (0..3_usize, 1..=3_usize, 0..=2_usize)
            .prop_map(|(rules, people, bots)| Action::Open { rules, people, bots }),
        9 => (table.clone(), bearer(), late, pick)
            .prop_map(|(table, bearer, late, pick)| Action::Choose { table, bearer, late, pick }),
        2 => (table.clone(), bearer()).prop_map(|(table, bearer)| Action::Undo { table, bearer }),
        1 => (table.clone(), bearer(), any::<bool>())
            .prop_map(|(table, bearer, agrees)| Action::Consent { table, bearer, agrees }),
        1 => (table.clone(), bearer(), "[A-Za-z ]{0,24}")
            .prop_map(|(table, bearer, name)| Action::Name { table, bearer, name }),
        1 => (table.clone(), bearer()).prop_map(|(table, bearer)| Action::Leave { table, bearer }),
        2 => (table.clone(), bearer()).prop_map(|(table, bearer)| Action::Look { table, bearer }),
        1 => (table, bearer()).prop_map(|(table, bearer)| Action::Again { table, bearer }),
        1 => Just(Action::Kill),
    ]
}

/// The tables that were opened, as far as the model knows them.
struct Tables<'a> {
    server: Option<Server>,
    folder: &'a std::path::Path,
    opened: Vec<Opened>,
}

/// A question or the result of a table, as all its persons together are told it.
fn standing(server: &Server, table: &Opened) -> Value {
    let mut live = server.connect(&table.id, &json!({ "tokens": table.tokens() }));
    live.next_of(&["ask", "result"])
}

fn expect(action: &Action, reply: &Reply, expected: &[u16]) {
    let status = reply.status;
    assert!(expected.contains(&status), "{action:?}: {status} {}", reply.body);
}

/// Who asks something of a table, and how that stands.
struct Asks<'a> {
    before: &'a Value,
    seat: u8,
    token: String,
    /// Whether the token is that of the seat.
    is_right: bool,
    is_over: bool,
}

impl Asks<'_> {
    /// The request of an action at a table: the command, the body, and how it may be answered.
    fn request(&self, action: &Action) -> Option<(&'static str, Value, &'static [u16])> {
        let &Self { before, seat, is_right, is_over, .. } = self;
        let number = before["number"].as_u64().expect("a number");
        // Of a game that is over nothing can be changed by any client.
        let forbidden: &[u16] = if is_over { &[400, 403] } else { &[403] };
        let allowed = |expected: &'static [u16]| if is_right { expected } else { forbidden };
        Some(match action {
            Action::Choose { late, pick, .. } => {
                let choices = before["choices"].as_array().map_or(0, Vec::len);
                let expected: &[u16] = match () {
                    () if !is_right => &[403],
                    () if is_over || *late > 0 => &[409],
                    () if *pick >= choices => &[400],
                    () => &[200],
                };
                let number = number.saturating_sub(*late);
                ("choose", json!({ "seat": seat, "number": number, "pick": pick }), expected)
            }
            Action::Undo { .. } => {
                ("undo", json!({ "seat": seat, "number": number }), allowed(&[200, 400]))
            }
            Action::Consent { agrees, .. } => {
                let body = json!({ "seat": seat, "number": number, "agrees": agrees });
                ("consent", body, allowed(&[200, 400]))
            }
            Action::Name { name, .. } => {
                ("seats", json!({ "seat": seat, "name": name }), allowed(&[200, 400]))
            }
            Action::Leave { .. } => {
                ("seats", json!({ "seat": seat, "player": "bot" }), allowed(&[200, 400, 409]))
            }
            Action::Again { .. } => {
                let expected: &[u16] =
                    if is_over && is_right { &[200, 400] } else { &[400, 403, 409] };
                ("again", json!({}), expected)
            }
            Action::Look { .. } | Action::Open { .. } | Action::Kill => return None,
        })
    }
}

impl Tables<'_> {
    fn server(&self) -> &Server {
        self.server.as_ref().expect("it runs")
    }

    fn table(&self, number: usize) -> Option<&Opened> {
        self.opened.get(number.checked_rem(self.opened.len())?)
    }

    /// The token with which a request for a seat of a table is sent, and whether it is the right
    /// one.
    fn token(&self, table: &Opened, seat: u8, bearer: Bearer) -> (String, bool) {
        let invented = || "A".repeat(22);
        match bearer {
            Bearer::Own => (table.token(seat).to_owned(), true),
            Bearer::Invented => (invented(), false),
            Bearer::Stranger => {
                // The next game of the same table has its tokens.
                let other = self.opened.iter().find(|other| other.host != table.host);
                (other.map_or_else(invented, |other| other.seats[0].1.clone()), false)
            }
        }
    }

    fn do_one(&mut self, action: &Action) {
        match action {
            Action::Kill => {
                // Dropping it kills it.
                self.server = None;
                self.server = Some(Server::start(self.folder, &[]));
            }
            Action::Open { rules, people, bots } => {
                let seats = [vec!["person"; *people], vec!["easy"; *bots]].concat();
                let seats = if seats.len() < 2 { [seats, vec!["easy"]].concat() } else { seats };
                let table = self.server().open(["classic", "luxury", "seas"][*rules], &seats, None);
                self.opened.push(table);
            }
            Action::Choose { table, bearer, .. }
            | Action::Undo { table, bearer }
            | Action::Consent { table, bearer, .. }
            | Action::Name { table, bearer, .. }
            | Action::Leave { table, bearer }
            | Action::Look { table, bearer }
            | Action::Again { table, bearer } => {
                let Some(table) = self.table(*table) else { return };
                let before = standing(self.server(), table);
                let again = self.ask_of(action, table, &before, *bearer);
                if let Some(id) = again {
                    let (host, seats) = (table.host.clone(), table.seats.clone());
                    self.opened.push(Opened { id, host, seats });
                }
            }
        }
    }

    /// Looks at a table, and checks what is shown of it.
    fn look(&self, action: &Action, asks: &Asks<'_>, table: &Opened) -> Reply {
        let Asks { token, is_right, is_over, .. } = asks;
        let record = self.server().get_as(&format!("games/{}/record", table.id), token);
        expect(action, &record, if *is_over || *is_right { &[200] } else { &[403] });
        let listed = self.server().get(&format!("games/{}", table.id));
        expect(action, &listed, &[200]);
        let state = if *is_over { "over" } else { "running" };
        assert_eq!(listed.json()["state"], state, "{}", listed.body);
        expect(action, &self.server().get("games/no-such-game"), &[404]);
        record
    }

    /// Sends the request of an action, and checks the answer; the table that was opened again by
    /// it.
    fn ask_of(
        &self,
        action: &Action,
        table: &Opened,
        before: &Value,
        bearer: Bearer,
    ) -> Option<String> {
        let seat = before["seat"].as_u64().map_or(table.seats[0].0, |seat| seat as u8);
        let (token, is_right) = self.token(table, seat, bearer);
        let asks = Asks { before, seat, token, is_right, is_over: before["type"] == "result" };
        let post = |command: &str, body: &Value, token: &str| {
            self.server().post(&format!("games/{}/{command}", table.id), body, token)
        };
        let reply = if let Action::Look { .. } = action {
            self.look(action, &asks, table)
        } else {
            let (command, body, expected) = asks.request(action)?;
            let reply = post(command, &body, &asks.token);
            expect(action, &reply, expected);
            reply
        };
        if let Action::Leave { .. } = action {
            // The person comes back, so that the model knows who decides.
            let back = json!({ "seat": seat, "player": "person" });
            expect(action, &post("seats", &back, table.token(seat)), &[200, 400, 409]);
            return None;
        }
        if let (Action::Again { .. }, 200) = (action, reply.status) {
            return Some(reply.json()["id"].as_str().expect("a name").to_owned());
        }
        if reply.status >= 400 {
            let after = standing(self.server(), table);
            for field in ["type", "seat", "number", "choices"] {
                assert_eq!(
                    after[field], before[field],
                    "{action:?} was refused, and changed {field}"
                );
            }
        }
        None
    }
}

proptest! {
    #![proptest_config(
        ProptestConfig {
            cases: ProptestConfig::default().cases / 20, max_shrink_iters: 100,
            ..ProptestConfig::default()
        }
    )]

    #[test]
    fn any_requests_in_any_order_are_answered_as_the_model_says(actions in vec(action(), 5..40)) {
        let folder = tempfile::tempdir().unwrap();
        let server = Some(Server::start(folder.path(), &[]));
        let mut tables = Tables { server, folder: folder.path(), opened: Vec::new() };
        tables.do_one(&Action::Open { rules: 0, people: 1, bots: 1 });
        for action in &actions {
            tables.do_one(action);
        }
        // What is left of each game is a record that follows its rules.
        let registry = tsuro::rules::Registry::default();
        for table in &tables.opened {
            let is_over = standing(tables.server(), table)["type"] == "result";
            let own = table.tokens()[0];
            let record = tables.server().get_as(&format!("games/{}/record", table.id), own);
            prop_assert_eq!(record.status, 200, "{}", record.body);
            if is_over {
                tsuro::Game::from_record(&record.body, &registry).unwrap();
            }
        }
    }
}
