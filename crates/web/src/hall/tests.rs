//! Whose turn it is, what is known already, and how old games are, in a hall without a network.

mod comments;
mod lead;
mod network;
mod questionnaire;
mod talk;

use super::opening::Opened;
use super::{EXTRAS_EACH, Hall, IDLE_EACH};
use crate::store::{GameState, Write, now};
use crate::table::{Table, Watcher};
use crate::tasks::blocking;
use crate::tests::{HERE, hall};
use crate::token::Token;
use crate::turns::{Place, Turn};
use futures_util::FutureExt as _;
use serde_json::json;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tsuro::game::Seat;
use tsuro_faces::words::Language;
use tsuro_pages::advice::shares;
use tsuro_pages::history::HistoryFilter;
use tsuro_pages::refused::{NotAnswered, NotTakenBack, Refused};
use tsuro_pages::requests::SeatChange;
use tsuro_pages::table::{AskedTable, ONLOOKER, QuestionNumber};

fn asked(rules: &str, seats: &[&str]) -> AskedTable {
    let seat = |word: &&str| match word.split_once(':') {
        Some((kind, name)) => json!({ "kind": kind, "name": name }),
        None if *word == "here" => json!({ "kind": "here" }),
        None => json!({ "kind": "bot", "level": word }),
    };
    serde_json::from_value(
        json!({ "rules": rules, "seats": seats.iter().map(seat).collect::<Vec<_>>() }),
    )
    .unwrap()
}

/// Waits until a player is asked, and gives the number of the question; `None`: the game is over.
async fn question(hall: &Arc<Hall>, opened: &Opened, seat: Seat) -> Option<QuestionNumber> {
    for _ in 0..6000 {
        let look = |table: &mut Table| {
            (
                table.decision().is_none(),
                table.check_open(seat, table.moment()).is_ok(),
                table.moment(),
            )
        };
        match hall.with(&opened.id, look).await.unwrap() {
            (true, ..) => return None,
            (_, true, moment) => return Some(moment),
            _ => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    panic!("nobody is asked");
}

#[tokio::test]
async fn advice_after_a_take_back_is_that_of_the_question_that_stands() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = hall.open(asked("classic", &["here", "easy"]), HERE).await.ok().unwrap();
    let (seat, token) = (opened.seats[0].0, opened.seats[0].1.hash());
    let now =
        async || hall.with(&opened.id, |table| (table.moment(), table.game.mark())).await.unwrap();
    let answer = async |pick| {
        let number = question(&hall, &opened, seat).await.unwrap();
        hall.choose(&opened.id, token, seat, number, (pick, None), HERE).await.unwrap();
        question(&hall, &opened, seat).await
    };
    let back = async || {
        assert!(
            hall.undo(&opened.id, token, seat, now().await.0, HERE).await.unwrap().waits.is_empty()
        );
    };
    answer(0).await.unwrap();
    let mut pick = 0;
    while answer(pick).await.is_none() {
        back().await;
        pick += 1;
    }
    let (first, after) = now().await;
    let known = vec![(0, 0.125)];
    hall.with(&opened.id, |table| table.advised = Some((first, known.clone()))).await.unwrap();
    let advice = async |number| hall.advice(&opened.id, token, seat, number, HERE).await;
    assert_eq!(advice(first).await.unwrap(), known, "what is known is not found out again");
    // Another choice leads to another question after as many events.
    loop {
        back().await;
        pick += 1;
        if answer(pick).await.is_some() && now().await.1 == after {
            break;
        }
    }
    assert!(
        matches!(advice(first).await, Err(Refused::Stale)),
        "what was asked before does not stand"
    );
    let game = hall.with(&opened.id, |table| table.game.clone()).await.unwrap();
    assert_eq!(advice(now().await.0).await.unwrap(), shares(&game, seat, &AtomicBool::new(false)));
}

#[tokio::test]
async fn what_many_wait_for_is_drawn_once() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let place = Place { address: None, table: String::new(), is_last: false };
    let taken = hall.extras.wait(place, &Arc::default()).await.ok().unwrap();
    let drawn = Arc::new(AtomicUsize::new(0));
    let wanted: Vec<_> = (0..20)
        .map(|number| {
            let (hall, drawn) = (Arc::clone(&hall), Arc::clone(&drawn));
            tokio::spawn(async move {
                let draw = move |_: &AtomicBool| {
                    drawn.fetch_add(1, Ordering::Relaxed);
                    Ok::<_, Refused>(b"a picture".to_vec())
                };
                hall.picture(IpAddr::from([10, 0, 0, number % 3]), "one game".to_owned(), draw)
                    .await
            })
        })
        .collect();
    tokio::task::yield_now().await;
    drop(taken);
    for one in wanted {
        assert_eq!(&one.await.unwrap().unwrap()[..], b"a picture");
    }
    assert_eq!(drawn.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn nothing_is_drawn_for_a_client_that_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let place = Place { address: None, table: String::new(), is_last: false };
    let taken = hall.extras.wait(place, &Arc::default()).await.ok().unwrap();
    let drawn = Arc::new(AtomicUsize::new(0));
    let draw = |drawn: &Arc<AtomicUsize>| {
        let drawn = Arc::clone(drawn);
        move |_: &AtomicBool| {
            drawn.fetch_add(1, Ordering::Relaxed);
            Ok::<_, Refused>(Vec::new())
        }
    };
    for number in 0..3 * EXTRAS_EACH {
        // Its connection ends, and with it what it asked for.
        let answer = tokio::time::timeout(
            Duration::ZERO,
            hall.picture(HERE, format!("game {number}"), draw(&drawn)),
        )
        .await;
        assert!(answer.is_err(), "another one has the place");
    }
    drop(taken);
    hall.picture(IpAddr::from([10, 0, 0, 1]), "their game".to_owned(), draw(&drawn)).await.unwrap();
    assert_eq!(drawn.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_picture_that_is_drawn_is_broken_off_when_its_client_goes() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let (ended, has_ended) = tokio::sync::oneshot::channel();
    let draw = move |stop: &AtomicBool| {
        let _ = begun.send(());
        while !stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        let _ = ended.send(());
        Err(Refused::Busy)
    };
    let client = tokio::spawn({
        let hall = Arc::clone(&hall);
        async move { hall.picture(HERE, "a film".to_owned(), draw).await }
    });
    has_begun.await.unwrap();
    client.abort();
    has_ended.await.unwrap();
    assert!(hall.known_picture("a film").is_none());
}

/// Keeps all bots from thinking.
async fn all_thinkers(hall: &Hall) -> Vec<Turn> {
    let mut taken = Vec::new();
    let place = || Place { address: None, table: String::new(), is_last: false };
    while let Ok(turn) = tokio::time::timeout(
        Duration::from_millis(100),
        hall.thinkers.wait(place(), &Arc::default()),
    )
    .await
    {
        taken.push(turn.ok().unwrap());
    }
    taken
}

/// The persons who are waited for, because the bots before them have decided, in the order in which
/// they are.
async fn served(told: &mut mpsc::Receiver<Arc<str>>, count: usize) -> Vec<String> {
    let mut served = Vec::new();
    while served.len() < count {
        let text = tokio::time::timeout(Duration::from_secs(60), told.recv())
            .await
            .expect("all are served")
            .unwrap();
        let message: serde_json::Value = serde_json::from_str(&text).unwrap();
        if message["type"] == "waits" && message["bot"] == false {
            served.push(message["name"].as_str().unwrap().to_owned());
        }
    }
    served
}

#[tokio::test]
async fn bots_of_many_tables_do_not_keep_that_of_another_address_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    // No bot thinks yet.
    let mut taken = all_thinkers(&hall).await;
    let (sender, mut told) = mpsc::channel(10_000);
    let crowd = IpAddr::from([10, 0, 0, 1]);
    for table in 0..=30 {
        let (name, from) = if table == 30 { ("here:Own", HERE) } else { ("here:Crowd", crowd) };
        let opened = hall.open(asked("classic", &["easy", name]), from).await.ok().unwrap();
        let watcher = Watcher {
            number: table,
            sender: sender.clone(),
            seats: Vec::new(),
            is_host: false,
            reader: ONLOOKER,
        };
        hall.with(&opened.id, |table| table.enter(watcher, None)).await.unwrap();
    }
    // One place is free from now on. When the bot has decided, the person is waited for.
    taken.pop();
    let served = served(&mut told, 31).await;
    // The answers of two or three can be stored at once, in any order.
    assert!(served.iter().position(|name| name == "Own").unwrap() < 6, "{served:?}");
}

#[tokio::test]
async fn one_address_has_a_few_games_without_persons_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let bots = || asked("classic", &["expert"; 8]);
    for _ in 0..IDLE_EACH {
        assert!(hall.open(bots(), HERE).await.is_ok());
    }
    assert!(matches!(
        hall.open(bots(), HERE).await,
        Err(NotAnswered::Refused(Refused::TooManyIdle(IDLE_EACH)))
    ));
    let other = hall.open(bots(), IpAddr::from([10, 0, 0, 1])).await.ok().unwrap();
    assert!(
        hall.open(asked("classic", &["here", "expert"]), HERE).await.is_ok(),
        "a person plays there"
    );
    assert!(hall.with(&other.id, |table| table.place().is_last).await.unwrap());
    hall.close().await;
}

/// The hour after which games expire here, in ten steps.
const STEP: u64 = 360;

/// Time passes by both clocks, step by step.
async fn pass(hall: &Hall, time: &mut i64, clock: &mut Instant, steps: u64) {
    for _ in 0..steps {
        *time += STEP.cast_signed();
        *clock += Duration::from_secs(STEP);
        hall.sweep_at(*time, *clock).await;
    }
}

fn state(hall: &Hall, opened: &Opened) -> GameState {
    hall.store.game(&opened.id).unwrap().unwrap().0.state
}

const YEAR: i64 = 365 * 24 * 3600;

#[tokio::test]
async fn a_jump_of_the_clock_ends_no_game_and_time_that_passes_does() {
    let folder = tempfile::tempdir().unwrap();
    let opened =
        hall(folder.path()).open(asked("classic", &["here", "here"]), HERE).await.ok().unwrap();
    let hall = hall(folder.path());
    let (mut time, mut clock) = (now(), Instant::now());
    for jump in [YEAR, -2 * YEAR, YEAR] {
        time += jump;
        pass(&hall, &mut time, &mut clock, 2).await;
        assert_eq!(
            state(&hall, &opened),
            GameState::Running,
            "the clock was set by {jump} seconds"
        );
    }
    pass(&hall, &mut time, &mut clock, 3).await;
    assert_eq!(state(&hall, &opened), GameState::Running, "nine tenths of the time have passed");
    pass(&hall, &mut time, &mut clock, 2).await;
    assert_eq!(state(&hall, &opened), GameState::Expired);
}

#[tokio::test]
async fn a_long_time_without_a_server_ends_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = {
        let hall = hall(folder.path());
        let one = hall.open(asked("classic", &["here", "here"]), HERE).await.ok().unwrap();
        (one, hall.open(asked("classic", &["here", "here"]), HERE).await.ok().unwrap())
    };
    // A year later, or by a clock that is set wrong when the server starts.
    let database = rusqlite::Connection::open(crate::store::file_in(folder.path())).unwrap();
    database.execute("UPDATE games SET changed = changed - ?1", [YEAR]).unwrap();
    let (mut time, mut clock) = (now(), Instant::now());
    let second = hall(folder.path());
    second.sweep_at(time, clock).await;
    assert_eq!(state(&second, &one), GameState::Running);
    // One is played on with, so that its time is of today; the other one stays as old as it was.
    let (seat, number) = second
        .with(&one.id, |table| (table.decision().unwrap().seat(), table.moment()))
        .await
        .unwrap();
    let token = one.seats.iter().find(|(known, _)| *known == seat).unwrap().1.hash();
    second.choose(&one.id, token, seat, number, (0, None), HERE).await.unwrap();
    drop(second);
    let third = hall(folder.path());
    third.sweep_at(time, clock).await;
    assert_eq!(
        (state(&third, &one), state(&third, &other)),
        (GameState::Running, GameState::Running)
    );
    pass(&third, &mut time, &mut clock, 11).await;
    assert_eq!(state(&third, &other), GameState::Expired);
}

#[tokio::test]
async fn a_game_that_is_watched_does_not_expire_while_and_soon_after() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let watched = first.open(asked("classic", &["here", "here"]), HERE).await.ok().unwrap();
    let other = first.open(asked("classic", &["here", "here"]), HERE).await.ok().unwrap();
    drop(first);
    let second = hall(folder.path());
    let (sender, mut told) = mpsc::channel(1000);
    let watcher =
        Watcher { number: 1, sender, seats: Vec::new(), is_host: false, reader: ONLOOKER };
    second.with(&watched.id, |table| table.enter(watcher, None)).await.unwrap();
    let (mut time, mut clock) = (now() + 60, Instant::now());
    pass(&second, &mut time, &mut clock, 22).await;
    assert_eq!(
        (state(&second, &watched), state(&second, &other)),
        (GameState::Running, GameState::Expired)
    );
    while let Ok(text) = told.try_recv() {
        assert!(!text.contains(r#""type":"closed""#), "{text}");
    }
    drop(second);
    // It was watched when it would have expired: in the twenty-first step for the second time.
    let third = hall(folder.path());
    clock = Instant::now();
    third.sweep_at(time, clock).await;
    pass(&third, &mut time, &mut clock, 8).await;
    assert_eq!(state(&third, &watched), GameState::Running);
    pass(&third, &mut time, &mut clock, 3).await;
    assert_eq!(state(&third, &watched), GameState::Expired);
}

/// A watcher who has these seats, and what they are told.
fn watcher(number: u64, seats: Vec<Seat>) -> (Watcher, mpsc::Receiver<Arc<str>>) {
    let (sender, told) = mpsc::channel(1000);
    (Watcher { number, sender, seats, is_host: false, reader: ONLOOKER }, told)
}

#[tokio::test]
async fn the_last_person_leaves_no_more_games_to_bots_than_an_address_may_have() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    // No bot decides meanwhile.
    let _taken = all_thinkers(&first).await;
    let mut opened = Vec::new();
    for _ in 0..=IDLE_EACH {
        opened.push(
            first.open(asked("classic", &["here", "easy", "easy"]), HERE).await.ok().unwrap(),
        );
    }
    let change = async |hall: &Arc<Hall>, number: usize, change| {
        let (seat, token) = &opened[number].seats[0];
        hall.change_seat(&opened[number].id, token.hash(), *seat, change, HERE).await
    };
    for number in 0..IDLE_EACH {
        change(&first, number, SeatChange::Away).await.unwrap();
    }
    assert!(matches!(
        change(&first, IDLE_EACH, SeatChange::Away).await,
        Err(Refused::TooManyIdle(IDLE_EACH))
    ));
    assert!(!first.with(&opened[IDLE_EACH].id, |table| table.seats[0].is_away).await.unwrap());
    change(&first, 0, SeatChange::Back).await.unwrap();
    change(&first, IDLE_EACH, SeatChange::Away).await.unwrap();
    assert!(matches!(
        first.open(asked("classic", &["easy"; 3]), HERE).await,
        Err(NotAnswered::Refused(Refused::TooManyIdle(_)))
    ));
    drop(first);
    // A game that was stored counts as soon as a client with a token comes to it, also from
    // elsewhere.
    let second = hall(folder.path());
    let _taken = all_thinkers(&second).await;
    for stored in &opened[1..] {
        let (seat, token) = &stored.seats[0];
        let (watcher, _) = watcher(1, vec![*seat]);
        second
            .enter(&stored.id, HERE, &[token.hash()], |table| table.enter(watcher, None))
            .await
            .unwrap();
    }
    assert!(matches!(
        second.open(asked("classic", &["easy"; 3]), HERE).await,
        Err(NotAnswered::Refused(Refused::TooManyIdle(_)))
    ));
    change(&second, 1, SeatChange::Back).await.unwrap();
    assert!(second.open(asked("classic", &["easy"; 3]), HERE).await.is_ok());
}

#[tokio::test]
async fn a_bot_waits_among_those_of_others_while_somebody_with_a_token_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let mut taken = all_thinkers(&hall).await;
    let (sender, mut told) = mpsc::channel(10_000);
    let is_last =
        async |opened: &Opened| hall.with(&opened.id, |table| table.place().is_last).await.unwrap();
    for number in 0..=9 {
        let name = if number == 9 { "here:Own" } else { "here:Left" };
        let opened = hall.open(asked("classic", &["easy", name]), HERE).await.ok().unwrap();
        assert!(is_last(&opened).await, "nobody is connected");
        let seats = if number == 9 { vec![opened.seats[0].0] } else { Vec::new() };
        let watcher =
            Watcher { number, sender: sender.clone(), seats, is_host: false, reader: ONLOOKER };
        hall.enter(&opened.id, HERE, &[], |table| table.enter(watcher, None)).await.unwrap();
        assert_eq!(is_last(&opened).await, number != 9, "an onlooker decides nothing");
    }
    // The others have waited for longer.
    taken.pop();
    let served = served(&mut told, 10).await;
    assert!(served.iter().position(|name| name == "Own").unwrap() < 5, "{served:?}");
}

#[tokio::test]
async fn stored_games_wait_in_the_line_of_whoever_has_a_token_and_asks_for_them() {
    let folder = tempfile::tempdir().unwrap();
    let crowd = IpAddr::from([10, 0, 0, 1]);
    let first = hall(folder.path());
    let _taken = all_thinkers(&first).await;
    let mut stored = Vec::new();
    for table in 0..=9 {
        let name = if table == 9 { "here:Own" } else { "here:Crowd" };
        stored.push(first.open(asked("classic", &["easy", name]), HERE).await.ok().unwrap());
    }
    drop(first);
    let second = hall(folder.path());
    let mut taken = all_thinkers(&second).await;
    let (sender, mut told) = mpsc::channel(10_000);
    for (number, opened) in stored.iter().enumerate() {
        let (seat, token) = &opened.seats[0];
        let from = if number == 9 { HERE } else { crowd };
        // It is a bot that decides.
        let chosen = second
            .choose(&opened.id, token.hash(), *seat, QuestionNumber(1), (0, None), from)
            .await;
        assert!(matches!(chosen, Err(Refused::Stale)), "{chosen:?}");
        let onlooker = Watcher {
            number: number as u64,
            sender: sender.clone(),
            seats: Vec::new(),
            is_host: false,
            reader: ONLOOKER,
        };
        second.with(&opened.id, |table| table.enter(onlooker, None)).await.unwrap();
        assert_eq!(
            second.with(&opened.id, |table| table.place().address).await.unwrap(),
            Some(from)
        );
    }
    taken.pop();
    let served = served(&mut told, 10).await;
    assert!(served.iter().position(|name| name == "Own").unwrap() < 6, "{served:?}");
    // The token belongs to another table, so it counts for nothing here.
    let opened = second.open(asked("classic", &["here", "here"]), HERE).await.ok().unwrap();
    second.with(&opened.id, |table| table.opener = None).await.unwrap();
    let chosen = second
        .choose(
            &opened.id,
            stored[0].host.hash(),
            opened.seats[0].0,
            QuestionNumber(1),
            (0, None),
            crowd,
        )
        .await;
    assert!(matches!(chosen, Err(Refused::Forbidden)), "{chosen:?}");
    assert_eq!(second.with(&opened.id, |table| table.opener).await.unwrap(), None);
}

#[tokio::test]
async fn searches_of_one_address_keep_that_of_another_waiting_for_a_single_one() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let taken = hall
        .searches
        .wait_at_most(Duration::from_secs(1), IpAddr::from([10, 0, 0, 2]))
        .await
        .ok()
        .unwrap();
    let done = Arc::new(std::sync::Mutex::new(Vec::new()));
    let mut all = Vec::new();
    for number in 0..=60 {
        let (hall, done) = (Arc::clone(&hall), Arc::clone(&done));
        let from = if number == 60 { HERE } else { IpAddr::from([10, 0, 0, 1]) };
        all.push(tokio::spawn(async move {
            let found = hall
                .list(
                    HistoryFilter { name: Some("anna".to_owned()), ..HistoryFilter::default() },
                    from,
                )
                .await;
            done.lock().unwrap().push(number);
            found.is_ok()
        }));
    }
    while hall.searches.waiting() < all.len() {
        tokio::task::yield_now().await;
    }
    drop(taken);
    for one in all {
        assert!(one.await.unwrap());
    }
    let place = done.lock().unwrap().iter().position(|number| *number == 60).unwrap();
    assert!(place < 10, "{place}");
}

#[tokio::test]
async fn a_game_that_has_broken_is_not_taken_back_when_the_last_one_agrees() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = hall.open(asked("classic", &["here", "here"]), HERE).await.ok().unwrap();
    let token =
        |seat: Seat| opened.seats.iter().find(|(known, _)| *known == seat).unwrap().1.hash();
    let standing = async || {
        hall.with(&opened.id, |table| (table.decision().unwrap().seat(), table.moment()))
            .await
            .unwrap()
    };
    let (asks, _) = standing().await;
    let agrees = opened.seats.iter().find(|(known, _)| *known != asks).unwrap().0;
    // Until both have decided something.
    while standing().await.0 == asks {
        let (seat, number) = standing().await;
        hall.choose(&opened.id, token(seat), seat, number, (0, None), HERE).await.unwrap();
    }
    let (seat, number) = standing().await;
    hall.choose(&opened.id, token(seat), seat, number, (0, None), HERE).await.unwrap();
    let (_, number) = standing().await;
    assert_eq!(
        hall.undo(&opened.id, token(asks), asks, number, HERE).await.unwrap().waits,
        [agrees]
    );
    hall.break_game(&mut hall.lock(&opened.id).await.unwrap().1).await;
    let agreed = hall.consent(&opened.id, token(agrees), agrees, number, true, HERE).await;
    assert!(matches!(agreed, Err(Refused::TakeBack(NotTakenBack::Ended))));
    assert_eq!(state(&hall, &opened), GameState::Broken);
    assert!(hall.with(&opened.id, |table| table.asked_of().is_empty()).await.unwrap());
}

#[tokio::test]
async fn a_game_that_is_loaded_while_games_expire_has_expired_or_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let opened =
        hall(folder.path()).open(asked("classic", &["here", "here"]), HERE).await.ok().unwrap();
    let hall = hall(folder.path());
    let (mut time, mut clock) = (now(), Instant::now());
    pass(&hall, &mut time, &mut clock, 10).await;
    assert_eq!(state(&hall, &opened), GameState::Running);
    // In the next step it expires, while the database takes nothing for a while.
    (time, clock) = (time + STEP.cast_signed(), clock + Duration::from_secs(STEP));
    let database = rusqlite::Connection::open(crate::store::file_in(folder.path())).unwrap();
    let keep = |what: &str| database.execute_batch(what).unwrap();
    let mut sweep = Box::pin(hall.sweep_at(time, clock));
    keep("BEGIN IMMEDIATE");
    assert!((&mut sweep).now_or_never().is_none(), "what has ended is being removed");
    keep("COMMIT");
    hall.store.write(Write::Forget { before: 0 }).await.unwrap();
    keep("BEGIN IMMEDIATE");
    assert!((&mut sweep).now_or_never().is_none(), "it is being stored that the game has expired");
    let (onlooker, mut told) = watcher(1, Vec::new());
    let (other, id) = (Arc::clone(&hall), opened.id.clone());
    let comes =
        tokio::spawn(
            async move { other.with(&id, |table| table.enter(onlooker, None)).await.unwrap() },
        );
    // As long as it takes to load a game.
    tokio::time::sleep(Duration::from_millis(500)).await;
    keep("COMMIT");
    sweep.await;
    comes.await.unwrap();
    let first = told.recv().await.unwrap();
    let first: serde_json::Value = serde_json::from_str(&first).unwrap();
    assert_eq!(first["state"], state(&hall, &opened).word(), "{first}");
}

/// The table at which Ann waits for a second player, with the tokens of the host and of Ann.
async fn gather(hall: &Arc<Hall>) -> (String, Token, Token) {
    let seats = json!([{ "kind": "here", "name": "Ann" }, { "kind": "open" }]);
    let talk = json!({ "chat": true });
    let asked = json!({ "rules": "classic", "seats": seats, "talk": talk });
    let asked = serde_json::from_value(asked).unwrap();
    let hall = Arc::clone(hall);
    let opened = blocking(move || hall.gather(&asked, HERE).ok().unwrap()).await.unwrap();
    let (_, ann) = opened.seats.into_iter().next().unwrap();
    (opened.table.id.clone(), opened.host, ann)
}

async fn sit(hall: &Arc<Hall>, id: &str) -> Result<Token, Refused> {
    let table = hall.gatherings.get(id).unwrap();
    let sent = serde_json::from_value(json!({ "seat": 1, "name": "Bea" })).unwrap();
    blocking(move || table.sit(&sent, Instant::now())).await.unwrap()
}

fn told(hall: &Hall, id: &str, token: &Token) -> serde_json::Value {
    let table = hall.gatherings.get(id).unwrap();
    table.told(Some(token.hash()), Language::English, Instant::now()).into()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_before_its_game_survives_the_server_and_begins_once() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let (id, host, ann) = gather(&first).await;
    let bea = sit(&first, &id).await.unwrap();
    let before = told(&first, &id, &bea);
    drop(first);

    let second = hall(folder.path());
    for field in ["word", "mine", "seats", "title", "summary", "rules", "game", "luck"] {
        assert_eq!(told(&second, &id, &bea)[field], before[field]);
    }
    assert_eq!(told(&second, &id, &ann)["mine"], json!([0]));
    assert!(matches!(sit(&second, &id).await, Err(Refused::Stale)));
    let table = second.gatherings.get(&id).unwrap();
    let begin = serde_json::from_value(json!({})).unwrap();
    let game = second.begin_gathered(&table, host.hash(), &begin, HERE).await.unwrap();
    let again = second.begin_gathered(&table, host.hash(), &begin, HERE).await;
    assert!(matches!(again, Err(Refused::Stale)), "the game has begun");
    drop((table, second));

    let third = hall(folder.path());
    assert!(third.gatherings.get(&id).is_err() && third.store.tables().unwrap().is_empty());
    let late = |token: &Token| -> serde_json::Value {
        third.begun_table(&id, Some(token.hash()), Language::English).unwrap().into()
    };
    for (token, mine, is_host) in [(&bea, json!([1]), false), (&host, json!([]), true)] {
        let told = late(token);
        assert_eq!(
            (&told["game"], &told["mine"]),
            (&json!(game), &mine),
            "its page still leads there"
        );
        assert_eq!((&told["host"], &told["title"]), (&json!(is_host), &before["title"]));
    }
    let seat = |table: &mut Table| table.check_token(Seat::new(1), &bea.hash()).is_ok();
    assert!(third.with(&game, seat).await.unwrap());
    let talk = third.with(&game, |table: &mut Table| table.talk_rules()).await.unwrap();
    assert!(talk.chat && !talk.onlookers);
    assert_eq!(third.store.list(&HistoryFilter::default()).unwrap().0.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_sits_where_it_is_not_stored() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (id, host, _) = gather(&hall).await;
    hall.store.close();
    assert!(matches!(sit(&hall, &id).await, Err(Refused::NotKept(_))));
    assert_eq!(told(&hall, &id, &host)["seats"][1]["kind"], "open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_before_its_game_goes_when_nobody_has_used_it_for_a_week() {
    const DAY: u64 = 24 * 3600;
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let (id, ..) = gather(&first).await;
    drop(first);
    let hall = hall(folder.path());
    let (start, clock) = (now(), Instant::now());
    let after = async |days: u64| {
        let seconds = days * DAY;
        let time = start + seconds.cast_signed();
        hall.sweep_at(time, clock + Duration::from_secs(seconds)).await;
        hall.gatherings.get(&id).is_ok()
    };
    assert!(after(6).await);
    let used = clock + Duration::from_secs(6 * DAY);
    hall.gatherings.get(&id).unwrap().told(None, Language::English, used);
    assert!(after(6).await && after(12).await);
    assert!(!after(14).await && hall.store.tables().unwrap().is_empty());
}
