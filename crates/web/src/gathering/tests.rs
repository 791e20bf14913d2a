//! People who come to a table, sit down, leave, and begin.

use super::*;
use serde_json::{Value, from_value, json as value};
use tsuro::rules::Registry;
use tsuro::ruleset::BuiltIns;

const EN: Language = Language::English;

fn player(name: &str) -> Option<Player> {
    Some(named(name, &[]).unwrap())
}

/// A table with Ann, a free seat and a bot.
fn open(all: &Gatherings, now: Instant) -> (Arc<Gathering>, Token, Vec<(Seat, Token)>) {
    let variant = Variant::load("classic", &BuiltIns, &Registry::default()).unwrap();
    let new = NewGathering {
        texts: TableTexts::new(variant.resolved()),
        variant: Arc::new(variant),
        reference: "classic".to_owned(),
        clock: None,
        talk: TalkRules::default(),
        players: vec![player("Ann"), None, Some(bot("easy").unwrap())],
    };
    let OpenedGathering { table, host, seats } = all.open(new, now).unwrap();
    (table, host, seats)
}

fn sit(table: &Gathering, seat: u8, name: &str) -> Result<Token, Refused> {
    let sent = from_value(value!({ "seat": seat, "name": name })).unwrap();
    table.sit(&sent, Instant::now())
}

fn arrange(table: &Gathering, token: &Token, sent: Value) -> Result<(), Refused> {
    table.arrange(&token.hash(), &from_value(sent).unwrap())
}

fn told(table: &Gathering, token: Option<&Token>, now: Instant) -> Value {
    table.told(token.map(Token::hash), EN, now).into()
}

/// The seats as `kind name`, with `~` for a person who is away.
fn seats(table: &Gathering, now: Instant) -> Vec<String> {
    let told = told(table, None, now);
    let seat = |seat: &Value| {
        let name = seat["name"].as_str().unwrap_or_default();
        let away = if seat["away"] == true { "~" } else { "" };
        format!("{} {name}{away}", seat["kind"].as_str().unwrap())
    };
    told["seats"].as_array().unwrap().iter().map(seat).collect()
}

#[test]
fn a_person_takes_a_free_seat_and_the_game_begins_with_the_tokens_of_all() {
    let (all, now) = (Gatherings::default(), Instant::now());
    let (table, host, own) = open(&all, now);
    assert_eq!(seats(&table, now), ["person Ann", "open ", "bot easy"]);
    assert!(matches!(sit(&table, 0, "Eve"), Err(Refused::Stale)), "the seat is taken");
    assert!(matches!(sit(&table, 3, "Eve"), Err(Refused::Bad(_))), "there is no such seat");
    assert!(matches!(sit(&table, 1, "Ann"), Err(Refused::Name(_))), "the name is taken");
    let bea = sit(&table, 1, " Bea ").unwrap();
    assert!(matches!(sit(&table, 1, "Eve"), Err(Refused::Stale)), "two people claim one seat");
    assert_eq!(told(&table, Some(&bea), now)["mine"], value!([1]));
    assert_eq!(told(&table, Some(&host), now)["host"], true);
    assert!(matches!(table.begin(&bea.hash(), None), Err(Refused::Forbidden)));

    let gathered = table.begin(&host.hash(), None).unwrap();
    let names: Vec<String> = gathered.players.iter().map(Player::record_name).collect();
    assert_eq!(names[..2], ["Ann", "Bea"]);
    let is = |seat: usize, token: &Token| gathered.tokens[seat].unwrap().is_same(&token.hash());
    assert!(is(0, &own[0].1) && is(1, &bea) && gathered.tokens[2].is_none());
    assert!(matches!(table.begin(&host.hash(), None), Err(Refused::Stale)), "begun twice");
    assert!(matches!(arrange(&table, &bea, value!({ "seat": 1 })), Err(Refused::Stale)));
    table.begun(None);
    table.begin(&host.hash(), None).unwrap();
    table.begun(Some("k7fq2mxa"));
    assert_eq!(told(&table, None, now)["game"], "k7fq2mxa");
}

#[test]
fn the_host_moves_frees_and_fills_seats_and_a_person_only_leaves() {
    let (all, now) = (Gatherings::default(), Instant::now());
    let (table, host, _) = open(&all, now);
    let bea = sit(&table, 1, "Bea").unwrap();
    for wrong in [
        value!({ "seat": 0 }),
        value!({ "seat": 1, "level": "easy" }),
        value!({ "seat": 1, "to": 2 }),
    ] {
        assert!(matches!(arrange(&table, &bea, wrong), Err(Refused::Forbidden)));
    }
    arrange(&table, &host, value!({ "seat": 1, "to": 2 })).unwrap();
    assert_eq!(seats(&table, now), ["person Ann", "bot easy", "person Bea"]);
    assert_eq!(told(&table, Some(&bea), now)["mine"], value!([2]), "the token moves, too");
    arrange(&table, &bea, value!({ "seat": 2 })).unwrap();
    assert!(matches!(arrange(&table, &bea, value!({ "seat": 2 })), Err(Refused::Forbidden)));
    arrange(&table, &host, value!({ "seat": 1 })).unwrap();
    assert!(matches!(table.begin(&host.hash(), None), Err(Refused::Bad(_))), "seats are free");
    for wrong in [
        value!({ "seat": 9 }),
        value!({ "seat": 1, "level": "exec:sh" }),
        value!({ "seat": 1, "to": 9 }),
        value!({ "seat": 1, "level": "easy", "to": 2 }),
    ] {
        assert!(matches!(arrange(&table, &host, wrong), Err(Refused::Bad(_))));
    }
    arrange(&table, &host, value!({ "seat": 1, "level": "hard" })).unwrap();
    assert_eq!(seats(&table, now), ["person Ann", "bot hard", "open "]);
    assert!(matches!(table.begin(&host.hash(), Some("exec:sh")), Err(Refused::Bad(_))));
    let gathered = table.begin(&host.hash(), Some("medium")).unwrap();
    assert!(gathered.tokens[1..].iter().all(Option::is_none));
}

#[test]
fn a_table_is_found_by_its_word_until_nobody_is_there() {
    let (all, now) = (Gatherings::default(), Instant::now());
    let (table, ..) = open(&all, now);
    assert_eq!(all.find(&format!(" {} ", table.word.to_uppercase()), now).unwrap().id, table.id);
    assert!(matches!(all.find("", now), Err(Refused::NoGame)));
    let lobby = |now| Value::from(all.lobby(EN, now));
    assert_eq!(lobby(now)[0]["free"], 1);
    assert!(
        !lobby(now).to_string().contains(&table.word),
        "the word is for those who were told it"
    );
    assert_eq!(seats(&table, now + AWAY * 2)[0], "person Ann~");
    let later = now + AWAY * 2 + LEFT + Duration::from_secs(1);
    assert!(all.find(&table.word, later).is_err() && lobby(later).as_array().unwrap().is_empty());
    let (other, ..) = open(&all, later);
    assert!(all.get(&table.id).is_err() && all.get(&other.id).is_ok(), "it makes room");
    other.begun(Some("k7fq2mxa"));
    assert_eq!(lobby(later), value!([]), "a game that has begun waits for nobody");
}

#[test]
fn tables_are_limited_and_their_words_differ() {
    let (all, now) = (Gatherings::default(), Instant::now());
    let tables: Vec<Arc<Gathering>> = (0..MOST).map(|_| open(&all, now).0).collect();
    let mut words: Vec<&str> = tables.iter().map(|table| table.word.as_str()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), MOST);
    let new = NewGathering {
        variant: Arc::clone(&tables[0].variant),
        texts: tables[0].texts.clone(),
        reference: String::new(),
        clock: None,
        talk: TalkRules::default(),
        players: Vec::new(),
    };
    assert!(matches!(all.open(new, now), Err(Refused::Busy)));
}

#[tokio::test]
async fn who_waits_is_told_of_a_change() {
    let all = Gatherings::default();
    let (table, ..) = open(&all, Instant::now());
    let known = told(&table, None, Instant::now())["changes"].as_u64();
    table.wait(None).await;
    let waiting = Arc::clone(&table);
    let waits = tokio::spawn(async move { waiting.wait(known).await });
    tokio::task::yield_now().await;
    assert!(!waits.is_finished());
    sit(&table, 1, "Bea").unwrap();
    tokio::time::timeout(Duration::from_secs(10), waits).await.unwrap().unwrap();
}
