//! The database itself: old ones, full ones, searches.

use super::files::{SCRIPTS, connect};
use super::history::question;
use super::*;
use crate::age::Jump;
use rusqlite::params;
use std::time::Duration;
use tsuro_faces::words::Language;
use tsuro_pages::bounds::{LONGEST_PLAYER, LONGEST_REFERENCE, LONGEST_TITLE};
use tsuro_pages::evening::EveningGame;
use tsuro_pages::history::HistoryFilter;
use tsuro_pages::table::{TableTexts, TalkRules};

fn game(id: &str, state: GameState, name: &str, bytes: usize) -> StoredGame {
    StoredGame {
        id: id.to_owned(),
        reference: "classic".to_owned(),
        titles: r#"{"en":["Tsuro",""]}"#.to_owned(),
        rules_hash: "hash".to_owned(),
        rules: "{}".to_owned(),
        seed: "1".to_owned(),
        host: TokenHash::new(""),
        clock: None,
        talk: TalkRules::default(),
        undos: 0,
        state,
        why: None,
        seats: vec![StoredSeat {
            name: name.to_owned(),
            token: None,
            is_away: false,
            reserve: None,
        }],
        record: (state != GameState::Running).then(|| "x".repeat(bytes)),
        beginning: None,
        again: None,
        evening: None,
        winners: Some("[0]".to_owned()),
        waits: None,
        is_called: false,
        due: None,
        turn: 1,
        created: 1,
        changed: now(),
    }
}

fn run(id: &str, state: RunState, changed: i64) -> Write {
    let standing = RunStanding {
        names: Vec::new(),
        state,
        why: None,
        games: 1,
        planned: 1,
        seconds: 1.0,
        changed,
    };
    let (host, asked, part) = (TokenHash::new(""), "{}".to_owned(), "x".repeat(1000));
    let kept = KeptRun { asked, created: 1, standing, part };
    Write::Run(Box::new(StoredRun { id: id.to_owned(), host, kept }))
}

fn step(bytes: usize) -> StoredStep {
    StoredStep { seat: None, choice: None, events: "x".repeat(bytes) }
}

fn begin(store: &Store, id: &str, bytes: usize) -> Result<(), StoreError> {
    store.write_and_wait(Write::Game(
        Box::new(game(id, GameState::Running, "Ann", 0)),
        step(bytes),
        None,
    ))
}

fn found(store: &Store, name: &str) -> Vec<String> {
    let wanted = HistoryFilter { name: Some(name.to_owned()), ..HistoryFilter::default() };
    store.list(&wanted).unwrap().0.into_iter().map(|game| game.id).collect()
}

#[test]
fn rows_of_an_old_database_are_cut_and_found() {
    let folder = tempfile::tempdir().unwrap();
    let old = Connection::open(file_in(folder.path())).unwrap();
    for script in &SCRIPTS[..3] {
        old.execute_batch(script).unwrap();
    }
    old.pragma_update(None, "user_version", 3).unwrap();
    let long = "Ü".repeat(500_000);
    let titles = serde_json::json!({ "en": [long, long], "fr": ["Court", "résumé"] }).to_string();
    old.execute_batch("INSERT INTO rules VALUES ('hash', '{}')").unwrap();
    // As long as no text is very long that holds it.
    let longer = serde_json::json!({ "en": ["Ü".repeat(LONGEST_TITLE + 1), ""] }).to_string();
    for (id, titles) in [("a", &titles), ("b", &long), ("c", &longer)] {
        old.execute(
            "INSERT INTO games (id, created, changed, reference, titles, rules, seed, host, undos, \
             turn, state) VALUES (?1, 1, 1, ?2, ?3, 'hash', '', x'', 0, 1, 'uploaded')",
            params![id, long, titles],
        )
        .unwrap();
        old.execute("INSERT INTO seats VALUES (?1, 0, ?2, NULL, 0)", params![id, long]).unwrap();
    }
    let run = "INSERT INTO runs VALUES ('r', 1, 1, x'', '{}', ?1, 'done', NULL, 1, 1, 1.0, '')";
    old.execute(run, [serde_json::json!([long, "classic"]).to_string()]).unwrap();
    drop(old);
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    let (games, _) = store.list(&HistoryFilter::default()).unwrap();
    assert_eq!(games.len(), 3);
    for game in &games {
        assert_eq!(
            (game.reference.chars().count(), game.names[0].chars().count()),
            (LONGEST_REFERENCE, LONGEST_PLAYER)
        );
        assert!(game.titles.len() < 2000, "{} bytes", game.titles.len());
    }
    let texts = |id: &str| {
        TableTexts::from_text(&games.iter().find(|game| game.id == id).unwrap().titles).unwrap()
    };
    assert_eq!(
        (texts("a").title(Language::English).chars().count(), texts("a").title(Language::French)),
        (LONGEST_TITLE, "Court")
    );
    assert_eq!(texts("c").title(Language::English).chars().count(), LONGEST_TITLE);
    let names = store.runs(None).unwrap().remove(0).2.names;
    assert_eq!((names[0].chars().count(), names[1].as_str()), (LONGEST_REFERENCE, "classic"));
    assert_eq!(found(&store, "üü").len(), 3, "also by small letters");
}

#[test]
fn a_table_of_an_old_database_whose_game_had_begun_leads_to_it_and_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::File::create(file_in(folder.path())).unwrap();
    let old = connect(&file_in(folder.path())).unwrap();
    for script in &SCRIPTS[..11] {
        old.execute_batch(script).unwrap();
    }
    old.pragma_update(None, "user_version", 11).unwrap();
    let table = |id: &str, game: &str| {
        format!(
            "INSERT INTO tables (id, changed, word, host, reference, titles, hash, rules, game)
             VALUES ('{id}', 1, '{id}', x'', '', '{{}}', 'hash', '{{}}', {game})"
        )
    };
    let game = |id: &str, state: &str| {
        format!(
            "INSERT INTO games (id, created, changed, reference, titles, rules, seed, host, undos, \
             turn, state) VALUES ('{id}', 1, 1, '', '{{}}', 'hash', '', x'', 0, 1, '{state}');
             INSERT INTO rounds VALUES ('e', 0, {number}, '{id}', '', '[]', NULL)",
            number = u8::from(state == "over"),
        )
    };
    let rows = [
        "INSERT INTO rules VALUES ('hash', '{}'); UPDATE ran SET seconds = 77;
         INSERT INTO evenings VALUES ('e', 1, '{}', 2, 1)"
            .to_owned(),
        game("game", "running"),
        game("ended", "over"),
        table("begun", "'game'"),
        table("waits", "NULL"),
    ];
    old.execute_batch(&rows.join(";")).unwrap();
    drop(old);
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    assert_eq!(store.begun("begun").unwrap().as_deref(), Some("game"));
    assert_eq!(store.begun("waits").unwrap(), None);
    let waits: Vec<String> = store.tables().unwrap().into_iter().map(|table| table.id).collect();
    assert_eq!(waits, ["waits"]);
    let rested = "SELECT group_concat(coalesce(rested, '-')) FROM rounds";
    let rested = store.read(|base| base.query_row(rested, [], |row| row.get::<_, String>(0)));
    assert_eq!(rested.unwrap(), "-,77");
}

#[test]
fn a_jump_of_the_clock_removes_no_run() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 20).unwrap();
    store.write_and_wait(run("done", RunState::Done, 1000)).unwrap();
    let left_after = |write| {
        store.write_and_wait(write).unwrap();
        store.runs(None).unwrap().len()
    };
    let year = 365 * 24 * 3600;
    assert_eq!(left_after(Write::Jump(Jump { from: 2000, to: 2000 + year })), 1);
    assert_eq!(left_after(Write::Forget { before: 999 + year }), 1, "it is as old as it was");
    assert_eq!(left_after(Write::Forget { before: 1001 + year }), 0);
}

#[test]
fn a_run_that_is_known_goes_on_where_there_is_no_room_for_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 20).unwrap();
    store.write_and_wait(run("going on", RunState::Running, 1)).unwrap();
    let begun =
        (0..1000).take_while(|number| begin(&store, &number.to_string(), 3000).is_ok()).count();
    assert!(begun < 1000, "{begun} games");
    assert!(matches!(
        store.write_and_wait(run("new", RunState::Running, 2)),
        Err(StoreError::Full)
    ));
    assert!(store.write_and_wait(run("going on", RunState::Running, 2)).is_ok());
}

#[test]
fn games_that_go_on_find_room_where_there_is_none_for_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 20).unwrap();
    let begun =
        (0..1000).take_while(|number| begin(&store, &number.to_string(), 3000).is_ok()).count();
    assert!((100..1000).contains(&begun), "{begun} games");
    assert!(matches!(begin(&store, "new", 3000), Err(StoreError::Full)));
    assert!(matches!(
        store.write_and_wait(Write::Uploads(vec![game(
            "brought",
            GameState::Uploaded,
            "Bea",
            5000
        )])),
        Err(StoreError::Full)
    ));
    let go_on = |number: usize| Write::Step {
        game: number.to_string(),
        step: 1,
        what: step(500),
        standing: Standing::default(),
    };
    let went_on =
        (0..begun).take_while(|number| store.write_and_wait(go_on(*number)).is_ok()).count();
    assert!(went_on >= 20, "{went_on} of {begun}");
}

#[test]
fn what_is_oldest_makes_room_games_from_elsewhere_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 20).unwrap();
    begin(&store, "going on", 3000).unwrap();
    let keep = |id: &str, state, changed: i64| {
        let game = StoredGame { changed, ..game(id, state, "Ann", 20_000) };
        store.write_and_wait(Write::Game(Box::new(game), step(100), None))
    };
    for number in 0..10 {
        keep(&format!("over {number}"), GameState::Over, number).unwrap();
    }
    for number in 0..200 {
        keep(&format!("brought {number}"), GameState::Uploaded, 1000 + number).unwrap();
    }
    // Runs go with the games that are as old.
    for (id, state, changed) in [
        ("done", RunState::Done, 5),
        ("paused", RunState::Paused, 500),
        ("running", RunState::Running, 5),
    ] {
        store.write_and_wait(run(id, state, changed)).unwrap();
    }
    let is_there = |id: &str| store.game(id).unwrap().is_some();
    assert!(is_there("going on") && is_there("brought 199") && !is_there("brought 0"));
    assert!(
        (0..10).all(|number| is_there(&format!("over {number}"))),
        "there were games from elsewhere to go before"
    );
    for number in 10..200 {
        keep(&format!("over {number}"), GameState::Over, number).unwrap();
    }
    assert!(
        is_there("going on")
            && is_there("over 199")
            && !is_there("over 0")
            && !is_there("brought 199")
    );
    let runs: Vec<String> = store.runs(None).unwrap().into_iter().map(|(id, ..)| id).collect();
    assert_eq!(runs, ["paused", "running"]);
    let reader = Connection::open(file_in(folder.path())).unwrap();
    let left: (i64, i64) = reader
        .query_row(
            "SELECT (SELECT count(*) FROM steps WHERE game NOT IN (SELECT id FROM games)), (SELECT \
             count(*) FROM rules)",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .unwrap();
    assert_eq!(left, (0, 1), "nothing of them is left, and rules that others have stay");
    // One change that is too large for the rest keeps no other from being stored.
    let large = Write::Uploads(vec![game("large", GameState::Uploaded, "Ann", 1 << 20)]);
    assert!(matches!(store.write_and_wait(large), Err(StoreError::Full)));
    assert!(is_there("over 199"), "nothing goes for what cannot be stored");
}

#[test]
fn the_last_records_come_first_and_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    begin(&store, "running", 10).unwrap();
    for (id, bytes) in [("first", 1), ("second", 2), ("third", 3)] {
        let brought = Box::new(game(id, GameState::Uploaded, "Ann", bytes));
        store.write_and_wait(Write::Game(brought, step(1), None)).unwrap();
    }
    let wanted = HistoryFilter::default();
    let lengths = |most, bytes| {
        let (records, more) = store.latest_records(&wanted, most, bytes).unwrap();
        (records.iter().map(String::len).collect::<Vec<_>>(), more)
    };
    assert_eq!(lengths(9, 99), (vec![3, 2, 1], false));
    assert_eq!(lengths(3, 6), (vec![3, 2, 1], false));
    assert_eq!(lengths(2, 99), (vec![3, 2], true));
    assert_eq!(lengths(9, 4), (vec![3, 2], true));
    // A filter is looked for as in the list.
    let others = Box::new(game("fourth", GameState::Uploaded, "Zoë", 4));
    store.write_and_wait(Write::Game(others, step(1), None)).unwrap();
    let of = |name: &str, rules: &str| {
        let wanted = HistoryFilter {
            name: Some(name.to_owned()),
            rules: Some(rules.to_owned()),
            ..HistoryFilter::default()
        };
        let (records, more) = store.latest_records(&wanted, 2, 99).unwrap();
        (records.iter().map(String::len).collect::<Vec<_>>(), more)
    };
    assert_eq!(of("zoë", "classic"), (vec![4], false));
    assert_eq!(of("ann", "classic"), (vec![3, 2], true));
    assert_eq!(of("ann", "seas"), (vec![], false));
}

#[test]
fn the_number_of_a_game_that_has_gone_is_not_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    assert_eq!(store.last_number().unwrap(), 0);
    begin(&store, "a", 100).unwrap();
    store.write_and_wait(Write::Uploads(vec![game("b", GameState::Uploaded, "Ann", 10)])).unwrap();
    assert_eq!(store.last_number().unwrap(), 2);
    store.write_and_wait(Write::Forget { before: i64::MAX }).unwrap();
    assert_eq!((store.game("b").unwrap().is_none(), store.last_number().unwrap()), (true, 2));
    begin(&store, "c", 100).unwrap();
    assert_eq!(store.last_number().unwrap(), 3);
}

#[test]
fn a_game_that_has_gone_takes_no_more_changes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    begin(&store, "a", 100).unwrap();
    Connection::open(file_in(folder.path()))
        .unwrap()
        .execute_batch("PRAGMA foreign_keys = 1; DELETE FROM games")
        .unwrap();
    let undo = Write::Undo { game: "a".to_owned(), step: 1, standing: Standing::default() };
    let on =
        Write::Step { game: "a".to_owned(), step: 1, what: step(9), standing: Standing::default() };
    assert!(store.write_and_wait(undo).is_err() && store.write_and_wait(on).is_err());
}

#[test]
fn a_search_has_an_index_a_connection_and_a_time_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    let many = (0..3000)
        .map(|number| game(&number.to_string(), GameState::Uploaded, &format!("Zoë {number}"), 10))
        .collect();
    store.write_and_wait(Write::Uploads(many)).unwrap();
    let wanted = HistoryFilter { name: Some("ZOË 2999".to_owned()), ..HistoryFilter::default() };
    assert_eq!(found(&store, "ZOË 2999"), ["2999"]);
    assert_eq!(store.list(&HistoryFilter { won: true, ..wanted.clone() }).unwrap().0.len(), 1);
    let (games, more) =
        store.list(&HistoryFilter { name: Some("zoë".to_owned()), ..wanted.clone() }).unwrap();
    assert_eq!((games.len(), more), (LISTED, true));
    let plan: Vec<String> = store
        .read(|connection| {
            let (text, values) = question(&wanted);
            let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {text}"))?;
            plan.query_map(rusqlite::params_from_iter(values), |row| row.get("detail"))?.collect()
        })
        .unwrap();
    assert!(
        plan.iter().any(|line| line.contains("SEARCH seats USING COVERING INDEX seats_folded")),
        "{plan:#?}"
    );
    assert!(
        !plan.iter().any(|line| line.starts_with("SCAN seats") || line.starts_with("SCAN games")),
        "{plan:#?}"
    );
    // One that takes too long is broken off, and the next one is not.
    let late = store.search(Duration::ZERO, |connection| {
        let (text, values) = question(&wanted);
        connection.query_row(&text, rusqlite::params_from_iter(values), |_| Ok(()))
    });
    assert!(matches!(late, Err(StoreError::SearchTooLong)));
    assert_eq!(found(&store, "ZOË 2999"), ["2999"]);
    // While one is made, games are read and written.
    let searching = store.searcher.lock().unwrap();
    assert!(
        store.game("2999").unwrap().is_some() && store.list(&HistoryFilter::default()).unwrap().1
    );
    begin(&store, "new", 100).unwrap();
    drop(searching);
}

#[test]
fn a_database_that_was_closed_is_one_file_and_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    begin(&store, "a", 100).unwrap();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    assert!(files() > 1);
    store.close();
    assert_eq!(files(), 1);
    assert!(
        matches!(begin(&store, "b", 100), Err(StoreError::Stopping))
            && matches!(store.game("a"), Err(StoreError::Stopping))
    );
    assert!(Store::open(folder.path(), 1 << 30).unwrap().game("a").unwrap().is_some());
}

#[test]
fn a_database_without_tables_or_evenings_gets_them() {
    for first in ["CREATE TABLE tables", "CREATE TABLE evenings"] {
        becomes_new(first);
    }
}

/// Opens a database that has seen the scripts before the one with these words.
fn becomes_new(first: &str) {
    let folder = tempfile::tempdir().unwrap();
    make_private(folder.path()).unwrap();
    let mut old = connect(&file_in(folder.path())).unwrap();
    let scripts = SCRIPTS.iter().take_while(|script| !script.contains(first));
    let known = scripts.inspect(|script| old.execute_batch(script).unwrap()).count();
    old.pragma_update(None, "user_version", u32::try_from(known).unwrap()).unwrap();
    old.execute_batch("INSERT INTO rules VALUES ('hash', '{}')").unwrap();
    let row = "INSERT INTO games (id, created, changed, reference, titles, rules, seed, host, \
               undos, turn, state) VALUES ('a', 1, 1, 'classic', '{}', 'hash', '', x'', 0, 1, \
               'running')";
    old.execute(row, []).unwrap();
    migrate(&mut old, &file_in(folder.path())).unwrap();
    drop(old);
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    assert!(store.game("a").unwrap().is_some() && store.tables().unwrap().is_empty());
    assert!(store.evening("a").unwrap().is_none());
}

/// Begins a game of an evening.
fn begin_in_evening(store: &Store, evening: &str, number: u32) -> String {
    let id = format!("{evening}{number}");
    let place = EveningGame { games: 3, number, ..EveningGame::alone(evening.to_owned()) };
    let game = StoredGame { evening: Some(place), ..game(&id, GameState::Running, "Ann", 0) };
    store.write_and_wait(Write::Game(Box::new(game), step(9), None)).unwrap();
    id
}

/// A game is over, or goes on again.
fn stand(store: &Store, game: &str, step: u32, is_over: bool) {
    let text = |text: &str| text.to_owned();
    let end = || StoredEnd { winners: text("[0]"), places: text("[0]"), record: text("x") };
    let standing = Standing { ended: is_over.then(end), ..Standing::default() };
    let game = game.to_owned();
    let write = if is_over {
        Write::Step { game, step, what: self::step(9), standing }
    } else {
        Write::Undo { game, step, standing }
    };
    store.write_and_wait(write).unwrap();
}

#[test]
fn the_results_of_an_evening_stay_when_its_games_go_and_follow_what_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    let first = begin_in_evening(&store, "e", 0);
    let results = || -> Vec<(Option<String>, String, bool)> {
        let rounds = store.evening("e").unwrap().unwrap().rounds;
        let round = |round: tsuro_pages::evening::EveningRound| {
            (round.state, round.names.concat(), round.places.is_some())
        };
        rounds.into_iter().map(round).collect()
    };
    let is =
        |state: Option<&str>, name: &str, over| (state.map(str::to_owned), name.to_owned(), over);
    stand(&store, &first, 1, true);
    assert_eq!(results(), [is(Some("over"), "Ann", true)]);
    stand(&store, &first, 1, false);
    assert_eq!(results(), [is(Some("running"), "Ann", false)]);
    stand(&store, &first, 1, true);
    let name = |name: &str| {
        let what = StoredSeat { name: name.to_owned(), token: None, is_away: false, reserve: None };
        store.write_and_wait(Write::Seat { game: first.clone(), seat: 0, what }).unwrap();
    };
    name("nobody");
    assert_eq!(results(), [is(Some("over"), "Ann", true)], "a loss is given to nobody else");
    stand(&store, &first, 1, false);
    name("Zoë \"1\"");
    stand(&store, &first, 1, true);
    let second = begin_in_evening(&store, "e", 1);
    assert_eq!(store.game(&second).unwrap().unwrap().0.evening.unwrap().number, 1);
    Connection::open(file_in(folder.path()))
        .unwrap()
        .execute("UPDATE games SET changed = 5 WHERE id = ?1", [&first])
        .unwrap();
    store.write_and_wait(Write::Forget { before: 10 }).unwrap();
    assert_eq!(results(), [is(None, "Zoë \"1\"", true), is(Some("running"), "Ann", false)]);
    store.write_and_wait(Write::Forget { before: i64::MAX }).unwrap();
    assert_eq!(results().len(), 2, "a game of it goes on");
    stand(&store, &second, 1, true);
    store.write_and_wait(Write::Forget { before: i64::MAX }).unwrap();
    assert!(store.evening("e").unwrap().is_none());
}

#[test]
fn a_game_and_that_it_follows_another_are_stored_together() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    let write = |id: &str, origin| {
        let game = Box::new(game(id, GameState::Running, "Ann", 0));
        store.write_and_wait(Write::Game(game, step(9), origin))
    };
    write("first", None).unwrap();
    let next = Some(Origin::Game("first".to_owned()));
    write("second", next.clone()).unwrap();
    assert!(write("second", next).is_err());
    assert_eq!(store.holders_of("first").unwrap().unwrap().again.as_deref(), Some("second"));
}

#[test]
fn a_table_that_is_behind_plays_the_same_deal_also_when_the_game_of_the_other_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    let begin = |id: &str, board: u32, number: u32| {
        let alone = EveningGame::alone("evening".to_owned());
        let place = EveningGame { games: 2, board, number, is_duplicate: true, ..alone };
        let game = StoredGame { evening: Some(place), ..game(id, GameState::Running, "Ann", 0) };
        store.write_and_wait(Write::Game(Box::new(game), step(9), None)).unwrap();
    };
    begin("slow", 0, 0);
    begin("fast", 1, 0);
    stand(&store, "fast", 1, true);
    begin("next", 1, 1);
    stand(&store, "next", 1, true);
    let remove = "DELETE FROM games WHERE id = 'next'";
    Connection::open(file_in(folder.path())).unwrap().execute(remove, []).unwrap();
    assert!(matches!(store.dealt("evening", 1).unwrap(), Dealt::Sealed(seed) if seed == "1"));
}

#[test]
fn no_game_begins_with_a_deal_that_became_known_while_it_was_opened() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), 1 << 30).unwrap();
    let begin = |id: &str, board: u32| {
        let alone = EveningGame::alone("evening".to_owned());
        let place = EveningGame { games: 2, board, is_duplicate: true, ..alone };
        let game = StoredGame { evening: Some(place), ..game(id, GameState::Running, "Ann", 0) };
        store.write_and_wait(Write::Game(Box::new(game), step(9), None))
    };
    begin("first", 0).unwrap();
    begin("second", 1).unwrap();
    stand(&store, "first", 1, true);
    assert!(store.is_sealed("first").unwrap());
    stand(&store, "second", 1, true);
    assert!(!store.is_sealed("first").unwrap());
    assert!(matches!(begin("third", 2), Err(StoreError::DealKnown)));
    assert!(store.game("third").unwrap().is_none());
}
