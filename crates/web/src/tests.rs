//! Games in which the program fails, and games in which rules hide squares.

use super::hall::opening::Opened;
use super::hall::{Hall, Limits};
use super::store::{GameState, Store};
use super::table::{Table, Text, Watcher};
use super::token::TokenHash;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tsuro::board::{Content, Laid, Square};
use tsuro::game::{
    Abilities, Choice, Consequence, Key, Observation, Own, Phase, Rule, RuleDecl, RuleKey,
    RulePhase, Seat, TableView, Verdict,
};
use tsuro::rules::Registry;
use tsuro_faces::words::Language;
use tsuro_pages::history::HistoryFilter;
use tsuro_pages::refused::NotKept;
use tsuro_pages::refused::Refused;
use tsuro_pages::rules::PageRules;
use tsuro_pages::table::{AskedTable, QuestionNumber};
use tsuro_pages::telling::Reader;

/// A rule with a fault: from some turn on it panics.
#[derive(Debug, Clone, Copy)]
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

/// A rule that hides all but the column in which a seat's own piece is.
#[derive(Debug)]
struct Blinkers;

static BLINKERS: RuleDecl =
    RuleDecl::new(RulePhase::Rule, "blinkers", "All see one column", &|_| Some(Box::new(Blinkers)))
        .abilities(Abilities::HIDES);

impl Rule for Blinkers {
    fn decl(&self) -> &'static RuleDecl {
        &BLINKERS
    }

    fn hides(&self, table: TableView<'_>, _: &Own, seat: Seat, square: Square) -> bool {
        table.place(seat).square().column() != square.column()
    }
}

pub(super) fn hall(folder: &Path) -> Arc<Hall> {
    let registry = Box::leak(Box::new(Registry::default().with(&FAULTY).with(&BLINKERS)));
    let limits = Limits {
        connections: 100,
        connections_each: 100,
        disk: 1 << 30,
        expiry: 3600,
        keep: 1 << 40,
        in_memory: 10,
    };
    let store = Store::open(folder, limits.disk).unwrap();
    Hall::new(store, PageRules::shipped(registry), limits, Some("tests".to_owned()))
}

/// The address of the clients that ask.
pub(super) const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn asked(rules: serde_json::Value) -> AskedTable {
    let mut asked = rules;
    asked["seats"] = json!([{ "kind": "here" }, { "kind": "here" }]);
    serde_json::from_value(asked).unwrap()
}

/// Plays until something other than a choice comes of it.
pub(super) async fn play(
    hall: &Arc<Hall>,
    id: &str,
    tokens: &[(Seat, TokenHash)],
) -> Option<Refused> {
    loop {
        let next = hall
            .with(id, |table| table.decision().map(|decision| (decision.seat(), table.moment())))
            .await;
        let (seat, number) = match next {
            Ok(Some(next)) => next,
            Ok(None) => return None,
            Err(why) => return Some(why),
        };
        let token = tokens.iter().find(|(known, _)| *known == seat).unwrap().1;
        if let Err(why) = hall.choose(id, token, seat, number, (0, None), HERE).await {
            return Some(why);
        }
    }
}

#[tokio::test]
async fn a_choice_that_comes_after_the_clock_breaks_off_the_bot_that_stands_in() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = hall.open(asked(json!({ "rules": "classic" })), HERE).await.ok().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let standing_in = Arc::clone(&stop);
    let (seat, number) = hall
        .with(&opened.id, |table| {
            table.thinking = Some(standing_in);
            (table.decision().unwrap().seat(), table.moment())
        })
        .await
        .unwrap();
    let token = opened.seats.iter().find(|(known, _)| *known == seat).unwrap().1.hash();
    hall.choose(&opened.id, token, seat, number, (0, None), HERE).await.unwrap();
    assert!(stop.load(Ordering::Relaxed), "what it finds is not played");
}

#[tokio::test]
async fn whole_tables_do_not_pile_up_for_who_does_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = hall.open(asked(json!({ "rules": "classic" })), HERE).await.ok().unwrap();
    let (sender, mut told) = mpsc::channel(1000);
    let reader = Reader { seat: None, language: Language::English, pictures: true };
    hall.with(&opened.id, |table| {
        table.enter(Watcher { number: 1, sender, seats: Vec::new(), is_host: false, reader }, None);
        (0..100).for_each(|_| table.tell_table());
        assert!(!table.is_watched(), "who does not read is disconnected");
    })
    .await
    .unwrap();
    let mut tables = 0;
    while let Ok(text) = told.try_recv() {
        tables += usize::from(text.contains(r#""type":"table""#));
    }
    assert!((2..20).contains(&tables), "{tables}");
}

#[tokio::test]
async fn clocks_leave_no_tasks_behind() {
    async fn tasks(most: usize) -> usize {
        let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
        // What was broken off ends when it has its turn.
        for _ in 0..1000 {
            if tasks() <= most {
                break;
            }
            tokio::task::yield_now().await;
        }
        tasks()
    }
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened =
        hall.open(asked(json!({ "rules": "classic", "clock": 3600 })), HERE).await.ok().unwrap();
    for turn in 0..4 {
        assert_eq!(tasks(1).await, 1, "one clock runs in turn {turn}");
        let (seat, number) = hall
            .with(&opened.id, |table| (table.decision().unwrap().seat(), table.moment()))
            .await
            .unwrap();
        let token = opened.seats.iter().find(|(known, _)| *known == seat).unwrap().1.hash();
        hall.choose(&opened.id, token, seat, number, (0, None), HERE).await.unwrap();
        if hall.with(&opened.id, |table| table.decision().is_none()).await.unwrap() {
            break;
        }
    }
    let tokens: Vec<(Seat, TokenHash)> =
        opened.seats.iter().map(|(seat, token)| (*seat, token.hash())).collect();
    assert!(play(&hall, &opened.id, &tokens).await.is_none());
    assert_eq!(tasks(0).await, 0, "the game is over");
    // One that leaves the memory.
    let left =
        hall.open(asked(json!({ "rules": "classic", "clock": 3600 })), HERE).await.ok().unwrap();
    hall.with(&left.id, |table| table.used -= Duration::from_secs(400)).await.unwrap();
    hall.sweep().await;
    assert_eq!(tasks(0).await, 0);
}

#[tokio::test]
async fn how_long_people_take_is_in_the_record_also_after_the_game_has_left_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = hall.open(asked(json!({ "rules": "classic" })), HERE).await.ok().unwrap();
    let record = async || hall.with(&opened.id, |table| table.game.record()).await.unwrap();
    for time in [Some(700), None, Some(u32::MAX)] {
        let (seat, number) = hall
            .with(&opened.id, |table| (table.decision().unwrap().seat(), table.moment()))
            .await
            .unwrap();
        let token = opened.seats.iter().find(|(known, _)| *known == seat).unwrap().1.hash();
        hall.choose(&opened.id, token, seat, number, (0, time), HERE).await.unwrap();
    }
    let known = record().await.unwrap();
    let times: Vec<u32> = known.lines().filter_map(tsuro::record::choice_time).collect();
    assert_eq!(times, [700, u32::MAX]);
    hall.with(&opened.id, |table| table.used -= Duration::from_secs(400)).await.unwrap();
    hall.sweep().await;
    assert_eq!(record().await.unwrap(), known);
}

#[tokio::test]
async fn a_fault_ends_its_game_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let text = "schema = 1\nname = \"mine\"\nextends = \"classic\"\n[placement]\n\
        rule = \"faulty\"\nturn = 3\n";
    let opened = |opened: Opened| {
        let tokens: Vec<(Seat, TokenHash)> =
            opened.seats.iter().map(|(seat, token)| (*seat, token.hash())).collect();
        (opened.id, tokens)
    };
    let (sound, others) =
        opened(hall.open(asked(json!({ "rules": "classic" })), HERE).await.ok().unwrap());
    let reader = Reader { seat: None, language: Language::English, pictures: true };
    // Some games end before the turn in which the rule fails.
    let (faulty, tokens, mut told) = loop {
        let (id, tokens) =
            opened(hall.open(asked(json!({ "text": text })), HERE).await.ok().unwrap());
        let (sender, told) = mpsc::channel(1000);
        let watcher = Watcher { number: 1, sender, seats: Vec::new(), is_host: false, reader };
        hall.with(&id, |table| table.enter(watcher, None)).await.unwrap();
        match play(&hall, &id, &tokens).await {
            None => {}
            Some(why) => break (id, tokens, (told, why)),
        }
    };
    assert!(matches!(told.1, Refused::Broken));
    let mut all = Vec::new();
    while let Ok(text) = told.0.try_recv() {
        all.push(text);
    }
    assert!(
        all.iter().any(|text| text.contains(r#""type":"notice""#))
            && all.last().unwrap().contains(r#""why":"broken""#),
        "{all:?}"
    );
    // What was played is kept, and stays as it is.
    let stored = |hall: &Hall| hall.store.game(&faulty).unwrap().unwrap();
    let (game, steps) = stored(&hall);
    assert!(game.state == GameState::Broken && steps.len() >= 5, "{}", steps.len());
    assert!(matches!(
        hall.choose(&faulty, tokens[0].1, tokens[0].0, QuestionNumber(0), (0, None), HERE).await,
        Err(Refused::Broken)
    ));
    assert!(play(&hall, &sound, &others).await.is_none());
    // After a restart as well.
    drop(hall);
    let hall = self::hall(folder.path());
    let listed = hall
        .list(HistoryFilter { state: Some("broken".into()), ..HistoryFilter::default() }, HERE)
        .await
        .unwrap()
        .0;
    assert_eq!((listed.len(), listed[0].id.as_str()), (1, faulty.as_str()));
    assert!(hall.with(&faulty, |table| table.decision().is_none()).await.unwrap());
    assert_eq!(stored(&hall).1.len(), steps.len());
}

#[tokio::test]
async fn games_in_memory_are_bounded_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let mut tables = Vec::new();
    for _ in 0..40 {
        let opened = hall.open(asked(json!({ "rules": "classic" })), HERE).await.ok().unwrap();
        let tokens: Vec<(Seat, TokenHash)> =
            opened.seats.iter().map(|(seat, token)| (*seat, token.hash())).collect();
        tables.push((opened.id, tokens));
    }
    // An onlooker is at the first game, which therefore stays.
    let (sender, mut told) = mpsc::channel(1000);
    let reader = Reader { seat: None, language: Language::English, pictures: false };
    hall.with(&tables[0].0, |table| {
        table.enter(Watcher { number: 1, sender, seats: Vec::new(), is_host: false, reader }, None);
    })
    .await
    .unwrap();
    for (id, tokens) in &tables {
        assert!(hall.in_memory() <= 10, "{} games", hall.in_memory());
        assert!(play(&hall, id, tokens).await.is_none(), "a game that comes back goes on");
    }
    assert!(hall.in_memory() <= 10, "{} games", hall.in_memory());
    let mut all = Vec::new();
    while let Ok(text) = told.try_recv() {
        all.push(text);
    }
    assert!(all.last().unwrap().contains(r#""type":"result""#), "{all:?}");
}

#[tokio::test]
async fn a_choice_is_refused_when_the_folder_is_gone_and_stands_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let (there, away) = (folder.path().join("data"), folder.path().join("away"));
    let hall = hall(&there);
    let opened = hall.open(asked(json!({ "rules": "classic" })), HERE).await.ok().unwrap();
    let (seat, number) = hall
        .with(&opened.id, |table| (table.decision().unwrap().seat(), table.moment()))
        .await
        .unwrap();
    let token = opened.seats.iter().find(|(known, _)| *known == seat).unwrap().1.hash();
    std::fs::rename(&there, &away).unwrap();
    let refused = hall.choose(&opened.id, token, seat, number, (0, None), HERE).await;
    assert!(
        matches!(refused, Err(Refused::NotKept(NotKept { may_pass: true, is_full: false, .. }))),
        "{refused:?}"
    );
    assert!(hall.open(asked(json!({ "rules": "classic" })), HERE).await.is_err());
    std::fs::rename(&away, &there).unwrap();
    hall.choose(&opened.id, token, seat, number, (0, None), HERE).await.unwrap();
    // Another folder in its place is not that of the games.
    std::fs::rename(&there, &away).unwrap();
    std::fs::create_dir(&there).unwrap();
    std::fs::copy(super::store::file_in(&away), super::store::file_in(&there)).unwrap();
    assert!(hall.open(asked(json!({ "rules": "classic" })), HERE).await.is_err());
}

/// What a client that shows pictures has of a game.
#[derive(Default)]
struct Client {
    /// The drawing of each square that was sent last, by its name.
    squares: BTreeMap<String, String>,
    pieces: String,
    /// The squares that it was told are out of sight.
    hidden: Vec<String>,
    words: Vec<String>,
}

impl Client {
    fn take(&mut self, message: &Value, me: Option<Seat>) {
        for told in message["events"].as_array().into_iter().flatten() {
            let event = &told["event"];
            self.words.extend(told["words"].as_str().map(str::to_owned));
            if event["event"] == "sight" {
                let names = |field: &str| event[field].as_array().cloned().unwrap_or_default();
                let tiles = names("tiles").into_iter().map(|tile| tile["square"].clone());
                let seen: Vec<Value> = [names("empty"), names("blocked"), tiles.collect()].concat();
                self.hidden.retain(|square| !seen.iter().any(|seen| seen == square));
                self.hidden.extend(
                    names("hidden").iter().map(|square| square.as_str().unwrap().to_owned()),
                );
            } else if me.is_none_or(|me| event["player"] != me.number()) {
                let names = ["square", "to", "mark"]
                    .map(|field| event[field].as_str().map(|name| name.split(':').next().unwrap()));
                assert!(
                    !names
                        .iter()
                        .flatten()
                        .any(|name| self.hidden.iter().any(|hidden| hidden == name)),
                    "{me:?} is sent {event}"
                );
            }
            for (square, drawn) in told["patch"]["squares"].as_object().into_iter().flatten() {
                self.squares.insert(square.clone(), drawn.to_string());
            }
            if let Some(pieces) = told["patch"]["pieces"].as_str() {
                pieces.clone_into(&mut self.pieces);
            }
        }
    }
}

/// The number of a choice after which the piece goes on, if there is one; of a start mark that is
/// far from that of the other.
fn going_on(see: &Observation<'_>) -> usize {
    let choices = see.choices();
    if see.phase() == Phase::Start {
        return see.active().index() * choices.len() / 2;
    }
    let goes_on = |choice: &Choice| {
        !matches!(
            *choice, Choice::Place(tile) if see.outlook(tile).continuations == 0
        )
    };
    choices.iter().position(goes_on).unwrap_or_default()
}

/// A client that is connected to a table, what it is told, and what it has of the game.
struct Connected {
    me: Option<Seat>,
    told: mpsc::Receiver<Text>,
    client: Client,
}

impl Connected {
    /// Connects an onlooker, or a client with a seat.
    async fn new(hall: &Arc<Hall>, id: &str, number: u64, me: Option<Seat>) -> Self {
        let (sender, told) = mpsc::channel(1000);
        let reader = Reader { seat: me, language: Language::English, pictures: true };
        let seats = me.into_iter().collect();
        let watcher = Watcher { number, sender, seats, is_host: false, reader };
        hall.with(id, |table| table.enter(watcher, None)).await.unwrap();
        Self { me, told, client: Client::default() }
    }

    /// Takes what it was told.
    fn hear(&mut self) {
        while let Ok(message) = self.told.try_recv() {
            self.client.take(&serde_json::from_str(&message).unwrap(), self.me);
        }
    }

    /// Checks what it has against what its seat sees; how many squares are out of its sight.
    fn check(&self, see: &Observation<'_>) -> usize {
        let Self { me, client, .. } = self;
        let mut hid = 0;
        for square in see.shape().squares() {
            let (name, is_hidden) = (square.to_string(), see.content(square) == Content::Hidden);
            let drawn = client
                .squares
                .get(&name)
                .is_some_and(|drawn| drawn.contains(": out of sight</title>"));
            let told = client.hidden.contains(&name);
            assert_eq!((drawn, told), (is_hidden, is_hidden), "{name} for {me:?}");
            hid += usize::from(is_hidden);
        }
        let shown: Vec<Seat> = [0, 1]
            .map(Seat::new)
            .into_iter()
            .filter(|seat| client.pieces.contains(&format!("data-seat=\"{}\"", seat.number())))
            .collect();
        assert_eq!(shown, see.in_sight().iter().collect::<Vec<_>>(), "pieces for {me:?}");
        hid
    }
}

#[tokio::test]
async fn a_client_is_sent_and_shown_what_its_seat_sees_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let text = "schema = 1\nextends = \"classic\"\nrule = [{ rule = \"blinkers\" }]\n";
    let opened = hall.open(asked(json!({ "text": text })), HERE).await.ok().unwrap();
    let mut clients = Vec::new();
    for (number, me) in (0..).zip([None, Some(Seat::new(0)), Some(Seat::new(1))]) {
        clients.push(Connected::new(&hall, &opened.id, number, me).await);
    }
    let mut hid = 0;
    let next = |table: &mut Table| {
        let seat = table.decision()?.seat();
        Some((seat, table.moment(), going_on(&table.game.observe(seat))))
    };
    while let Some((seat, number, pick)) = hall.with(&opened.id, next).await.unwrap() {
        let token = opened.seats.iter().find(|(known, _)| *known == seat).unwrap().1.hash();
        hall.choose(&opened.id, token, seat, number, (pick, None), HERE).await.unwrap();
        let (_, table) = hall.lock(&opened.id).await.ok().unwrap();
        for client in &mut clients {
            client.hear();
            hid += client.check(&table.game.observe(client.me));
        }
    }
    assert!(hid > 50, "{hid}");
    let words: Vec<&String> = clients.iter().flat_map(|one| &one.client.words).collect();
    for said in ["places a tile out of sight", "Out of sight: ", "In sight: "] {
        assert!(words.iter().any(|words| words.contains(said)), "{said}: {words:?}");
    }
    // A client that comes later is told the same.
    let reader = Reader { seat: Some(Seat::new(1)), language: Language::French, pictures: true };
    let replayed = hall.with(&opened.id, |table| table.replay(reader)).await.unwrap();
    let replayed: Value = serde_json::from_str(&replayed.to_string()).unwrap();
    let mut again = Client::default();
    again.take(&json!({ "events": replayed["happened"] }), Some(Seat::new(1)));
    let Client { squares, pieces, hidden, .. } = &clients[2].client;
    assert_eq!((&again.squares, &again.pieces, &again.hidden), (squares, pieces, hidden));
    assert!(again.words.iter().any(|words| words.contains("hors de vue")), "{:?}", again.words);
}
