//! People who come to a table, sit down, leave, and begin.

use super::*;
use serde_json::{Value, from_value, json as value};
use tsuro::rules::Registry;
use tsuro::ruleset::BuiltIns;
use tsuro_faces::fair_seed::commitment;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
const EN: Language = Language::English;
const SECRET: &str = "00112233445566778899aabbccddeeff";

fn player(name: &str) -> Option<Player> {
    Some(named(name, &[]).unwrap())
}

/// A table with Ann, a free seat and a bot.
fn open(all: &Gatherings, now: Instant) -> (Arc<Gathering>, Token, Vec<(Seat, Token)>) {
    let OpenedGathering { table, host, seats } = open_from(all, HERE, now).unwrap();
    (table, host, seats)
}

fn open_from(all: &Gatherings, from: IpAddr, now: Instant) -> Result<OpenedGathering, Refused> {
    let variant = Variant::load("classic", &BuiltIns, &Registry::default()).unwrap();
    let new = NewGathering {
        texts: TableTexts::new(variant.resolved()),
        variant: Arc::new(variant),
        reference: "classic".to_owned(),
        clock: None,
        talk: TalkRules::default(),
        players: vec![player("Ann"), None, Some(bot("easy").unwrap())],
        secret: Some(SECRET.to_owned()),
        evening: None,
    };
    all.open(new, from, now)
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
    assert!(matches!(table.begin(&bea.hash(), None, now), Err(Refused::Forbidden)));

    let gathered = table.begin(&host.hash(), None, now).unwrap();
    let names: Vec<String> = gathered.players.iter().map(Player::record_name).collect();
    assert_eq!(names[..2], ["Ann", "Bea"]);
    let is = |seat: usize, token: &Token| gathered.tokens[seat].unwrap().is_same(&token.hash());
    assert!(is(0, &own[0].1) && is(1, &bea) && gathered.tokens[2].is_none());
    assert!(matches!(table.begin(&host.hash(), None, now), Err(Refused::Stale)), "begun twice");
    assert!(matches!(arrange(&table, &bea, value!({ "seat": 1 })), Err(Refused::Stale)));
    table.begun(None);
    table.begin(&host.hash(), None, now).unwrap();
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
    assert!(matches!(table.begin(&host.hash(), None, now), Err(Refused::Bad(_))), "seats are free");
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
    assert!(matches!(table.begin(&host.hash(), Some("exec:sh"), now), Err(Refused::Bad(_))));
    let gathered = table.begin(&host.hash(), Some("medium"), now).unwrap();
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
    assert!(all.get(&table.id).is_ok(), "its link still leads to it");
    other.begun(Some("k7fq2mxa"));
    assert_eq!(lobby(later), value!([]), "a game that has begun waits for nobody");
}

#[test]
fn tables_are_limited_and_their_words_differ() {
    let (all, now) = (Gatherings::default(), Instant::now());
    let mut tables = Vec::new();
    while tables.len() < MOST {
        let from = IpAddr::from([10, 0, 0, (tables.len() / MOST_EACH) as u8]);
        tables.push(open_from(&all, from, now).unwrap().table);
    }
    let mut words: Vec<&str> = tables.iter().map(|table| table.word.as_str()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), MOST);
    assert!(matches!(open_from(&all, HERE, now), Err(Refused::Busy)));
    let later = now + LEFT + Duration::from_secs(1);
    tables[0].told(None, EN, later);
    tables[2].told(None, EN, now + Duration::from_secs(LEFT.as_secs() - 1));
    tables[3].begun(Some("k7fq2mxa"));
    let own = IpAddr::from([10, 0, 0, 0]);
    let gone = |number: usize| all.get(&tables[number].id).is_err();
    open_from(&all, own, later).unwrap();
    assert!(gone(3) && !gone(1), "first one whose game has begun, of the address that has many");
    (0..MOST_EACH - 3).for_each(|_| drop(open_from(&all, own, later).unwrap()));
    assert!(!gone(0) && gone(1) && !gone(MOST_EACH), "no table of others, and none that is used");
    assert!(matches!(open_from(&all, own, later), Err(Refused::Busy)));
    open_from(&all, HERE, later).unwrap();
    assert_eq!(all.all().len(), MOST);
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

/// A number that is bound by its hash, and shown.
fn number(digit: u8) -> String {
    format!("{digit:032x}")
}

/// Binds a person to a number, and shows the number to which they were bound.
fn lot(table: &Gathering, token: &Token, shown: Option<u8>, next: u8) -> Result<(), Refused> {
    let sent = value!({ "number": shown.map(number), "commitment": commitment(&number(next)) });
    table.lot(&token.hash(), &from_value(sent).unwrap())
}

#[tokio::test]
async fn those_who_are_bound_draw_the_luck_and_who_withholds_is_left_out() {
    let (all, now) = (Gatherings::default(), Instant::now());
    let (table, host, own) = open(&all, now);
    let (ann, bea) = (&own[0].1, sit(&table, 1, "Bea").unwrap());
    assert!(matches!(lot(&table, &Token::random(), None, 1), Err(Refused::Forbidden)));
    assert!(matches!(lot(&table, ann, Some(1), 2), Err(Refused::Stale)), "nothing is drawn yet");
    lot(&table, ann, None, 1).unwrap();
    assert!(matches!(lot(&table, &bea, None, 1), Err(Refused::Bad(_))), "a copy");
    lot(&table, &bea, None, 2).unwrap();
    let before = told(&table, None, now);
    assert_eq!(before["luck"]["commitments"], value!([]), "hashes are shown when all are bound");
    assert_eq!((&before["seats"][1]["bound"], &before["drawing"]), (&true.into(), &false.into()));

    table.begin(&host.hash(), None, now).unwrap();
    let drawing = Arc::clone(&table);
    let drawn = tokio::spawn(async move { drawing.drawn(Duration::from_secs(2)).await });
    tokio::task::yield_now().await;
    let first = told(&table, None, now);
    assert_eq!((&first["drawing"], &first["luck"]["round"]), (&true.into(), &1.into()));
    assert_eq!(
        first["luck"]["commitments"],
        value!([
            { "seat": 0, "commitment": commitment(&number(1)) },
            { "seat": 1, "commitment": commitment(&number(2)) },
        ])
    );
    assert!(matches!(lot(&table, ann, None, 9), Err(Refused::Stale)), "the list is frozen");
    assert!(matches!(lot(&table, &bea, Some(1), 3), Err(Refused::Bad(_))), "another's number");
    lot(&table, ann, Some(1), 4).unwrap();
    assert!(!drawn.is_finished());
    // Bea withholds her number: her page's time passes.
    let second = loop {
        let now = told(&table, None, now);
        if now["luck"]["round"] == 2 {
            break now;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    assert_eq!((&second["luck"]["round"], &second["luck"]["left_out"]), (&2.into(), &value!([1])));
    assert!(matches!(lot(&table, &bea, Some(2), 5), Err(Refused::Stale)), "too late");
    lot(&table, ann, Some(4), 6).unwrap();
    let seed = drawn.await.unwrap().unwrap().unwrap();
    assert_eq!(seed, format!("fair {SECRET} {}", number(4)));
    assert_eq!(second["luck"]["commitment"], commitment(SECRET));
}

#[test]
fn who_is_bound_again_and_again_keeps_nobody_from_the_draw_and_copies_are_refused() {
    let (all, now) = (Gatherings::default(), Instant::now());
    let (table, host, own) = open(&all, now);
    let (ann, bea) = (&own[0].1, sit(&table, 1, "Bea").unwrap());
    let bind = |token: &Token, number: u32| {
        let sent = value!({ "commitment": commitment(&format!("{number:032x}")) });
        table.lot(&token.hash(), &from_value(sent).unwrap())
    };
    for number in 100..5_000 {
        bind(&bea, number).unwrap();
    }
    lot(&table, ann, None, 1).unwrap();
    assert!(matches!(bind(ann, 4_999), Err(Refused::Bad(_))), "a copy of Bea's");
    table.begin(&host.hash(), None, now).unwrap();
    lot(&table, ann, Some(1), 2).unwrap();
}

#[tokio::test]
async fn a_draw_does_not_wait_for_people_who_have_left() {
    let (all, now) = (Gatherings::default(), Instant::now());
    let (table, host, own) = open(&all, now);
    let bea = sit(&table, 1, "Bea").unwrap();
    lot(&table, &own[0].1, None, 1).unwrap();
    lot(&table, &bea, None, 2).unwrap();
    let later = now + AWAY * 2;
    told(&table, Some(&bea), later);
    table.begin(&host.hash(), None, later).unwrap();
    let luck = &told(&table, None, later)["luck"];
    assert_eq!((&luck["round"], &luck["left_out"]), (&1.into(), &value!([0])));
    lot(&table, &bea, Some(2), 3).unwrap();
    assert_eq!(table.drawn(ROUND).await.unwrap(), Some(format!("fair {SECRET} {}", number(2))));
    // Where the game could not be opened, all are bound anew.
    table.begun(None);
    assert_eq!(told(&table, None, later)["seats"][1]["bound"], false);
    lot(&table, &bea, None, 7).unwrap();
    table.begin(&host.hash(), None, later).unwrap();
    assert_eq!(told(&table, None, later)["luck"]["round"], 2, "all see that it was drawn before");
}
