//! Clocks of decisions: they go on where they stopped, whatever the machine's clock says.

use super::Hall;
use super::opening::Opened;
use crate::hook::Caller;
use crate::store::{Write, file_in};
use crate::table::{Table, Text, Watcher};
use crate::tests::{HERE, hall};
use crate::token::Token;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Receiver;
use tsuro::game::{Phase, Seat};
use tsuro_faces::words::Language;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::SeatChange;

const EACH: u64 = 3600;
const RESERVE: u64 = 600;

/// A game of two persons with clocks.
async fn open(hall: &Arc<Hall>) -> Opened {
    let seats = json!([{ "kind": "here" }, { "kind": "here" }]);
    let asked = json!({ "rules": "classic", "seats": seats, "clock": EACH, "reserve": RESERVE });
    hall.open(serde_json::from_value(asked).unwrap(), HERE).await.ok().unwrap()
}

/// Seconds left for the decision.
async fn left(hall: &Arc<Hall>, game: &Opened) -> u64 {
    let left = |table: &mut Table| {
        table.deadline.unwrap().saturating_duration_since(Instant::now()).as_secs_f64().round()
    };
    hall.with(&game.id, left).await.unwrap() as u64
}

async fn choose(hall: &Arc<Hall>, game: &Opened) -> Seat {
    let asked = |table: &mut Table| {
        let seat = table.decision().unwrap().seat();
        // They start far from each other, so that nobody is out soon.
        let starts = matches!(table.game.observe(None).phase(), Phase::Start);
        (seat, table.moment(), if starts { seat.index() * 24 } else { 0 })
    };
    let (seat, number, pick) = hall.with(&game.id, asked).await.unwrap();
    let token = game.seats[seat.index()].1.hash();
    hall.choose(&game.id, token, seat, number, (pick, None), HERE).await.unwrap();
    seat
}

async fn reserves(hall: &Arc<Hall>, game: &Opened) -> Vec<u32> {
    hall.with(&game.id, |table| table.reserves.clone()).await.unwrap()
}

/// Stops a server at a time that its clocks show, and changes its database.
fn stop(hall: Arc<Hall>, folder: &Path, change: &str) {
    hall.store.close();
    drop(hall);
    rusqlite::Connection::open(file_in(folder)).unwrap().execute_batch(change).unwrap();
}

fn close_to(left: u64, expected: u64) -> bool {
    left.abs_diff(expected) <= 5
}

#[tokio::test]
async fn a_clock_goes_on_after_a_restart_whatever_the_clock_of_the_machine_says() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let game = open(&first).await;
    assert!(close_to(left(&first, &game).await, EACH + RESERVE));
    // Half an hour has passed when the server is stopped.
    stop(first, folder.path(), "UPDATE ran SET seconds = seconds + 1800");
    for years in [0, 1, -2] {
        let server = hall(folder.path());
        let left = left(&server, &game).await;
        assert!(close_to(left, EACH + RESERVE - 1800), "{left} s are left, {years} years later");
        let jump = format!(
            "UPDATE games SET created = created + {years} * 31536000, changed = changed + {years} \
             * 31536000"
        );
        stop(server, folder.path(), &jump);
    }
    // As where a server was killed before it had stored for how long it ran.
    let server = hall(folder.path());
    stop(server, folder.path(), "UPDATE ran SET seconds = 0; UPDATE games SET due = 1000000");
    let server = hall(folder.path());
    assert!(close_to(left(&server, &game).await, EACH + RESERVE), "never more than the time");
}

#[tokio::test]
async fn a_long_decision_uses_up_the_reserve_of_its_seat_alone() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let game = open(&first).await;
    let quick = choose(&first, &game).await;
    assert_eq!(reserves(&first, &game).await, [600, 600]);
    // All but 200 s of the reserve have passed for the other one.
    stop(first, folder.path(), "UPDATE games SET due = 200; UPDATE ran SET seconds = 0");
    let second = hall(folder.path());
    assert!(close_to(left(&second, &game).await, 200));
    let slow = choose(&second, &game).await;
    assert_ne!(slow, quick);
    let used = reserves(&second, &game).await;
    assert_eq!(used[quick.index()], 600);
    assert!(close_to(used[slow.index()].into(), 200), "{used:?}");
    second.store.close();
    assert_eq!(reserves(&hall(folder.path()), &game).await, used, "also after a restart");
}

#[tokio::test]
async fn a_person_who_leaves_and_comes_back_has_no_more_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let game = open(&first).await;
    first.with(&game.id, |_| ()).await.unwrap();
    stop(first, folder.path(), "UPDATE games SET due = 100; UPDATE ran SET seconds = 0");
    let second = hall(folder.path());
    // No bot decides meanwhile.
    let place = second.with(&game.id, |table| table.place()).await.unwrap();
    let _taken = second.thinkers.wait(place, &Arc::default()).await;
    let seat = second.with(&game.id, |table| table.decision().unwrap().seat()).await.unwrap();
    let token = game.seats[seat.index()].1.hash();
    second.with(&game.id, |table| table.thinking = Some(Arc::default())).await.unwrap();
    for change in [SeatChange::Away, SeatChange::Back] {
        second.change_seat(&game.id, token, seat, change, HERE).await.unwrap();
    }
    assert!(close_to(left(&second, &game).await, 100));
}

#[tokio::test]
async fn a_clock_that_runs_out_while_nobody_watches_has_a_bot_decide() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let (late, other) = (open(&first).await, open(&first).await);
    let change = format!("UPDATE games SET due = 0 WHERE id = '{}'", late.id);
    stop(first, folder.path(), &change);
    let second = hall(folder.path());
    second.wake_at(Instant::now()).await;
    let steps = |game: &Opened| second.store.game(&game.id).unwrap().unwrap().1.len();
    for _ in 0..1000 {
        if steps(&late) > 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(steps(&late) > 1, "a bot has decided");
    assert_eq!(steps(&other), 1);
    assert!(!second.rooms().contains_key(&other.id), "its time is not over");
}

/// A person at these seats, and what the person is told.
async fn come(hall: &Arc<Hall>, game: &Opened, seat: Seat) -> Receiver<Text> {
    let (sender, told) = tokio::sync::mpsc::channel(100);
    let reader = tsuro_pages::table::ONLOOKER;
    let watcher = Watcher { number: 1, sender, seats: vec![seat], is_host: false, reader };
    hall.with(&game.id, |table| table.enter(watcher, None)).await.unwrap();
    told
}

#[tokio::test]
async fn whoever_is_away_is_called_once_for_each_decision_and_once_a_minute() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (caller, calls) = Caller::of_a_test();
    assert!(hall.caller.set(caller).is_ok());
    let game = open(&hall).await;
    let begun = Instant::now();
    let called = |seconds: u64| {
        hall.call_persons(begun + Duration::from_secs(seconds));
        calls.try_iter().map(|call| Seat::new(call.seat)).collect::<Vec<_>>()
    };
    assert_eq!(called(1), [], "whoever opens a table is coming to it");
    let first = hall.with(&game.id, |table| table.decision().unwrap().seat()).await.unwrap();
    let second = Seat::new(1 - first.number());
    assert_eq!(called(10), [first]);
    assert_eq!(called(100), []);
    choose(&hall, &game).await;
    assert_eq!((called(101), called(106)), (vec![], vec![second]));
    // Both have gone on quickly: each is called when its minute is over.
    choose(&hall, &game).await;
    choose(&hall, &game).await;
    assert_eq!(
        (called(110), called(120), called(165), called(166)),
        (vec![], vec![], vec![], vec![second])
    );
    // Whoever is there is not called, but is as soon as it has gone.
    choose(&hall, &game).await;
    let told = come(&hall, &game, first).await;
    assert_eq!((called(300), called(310)), (vec![], vec![]));
    drop(told);
    hall.with(&game.id, |table| table.leave(1)).await.unwrap();
    assert_eq!((called(320), called(330), called(340)), (vec![], vec![first], vec![]));
}

#[tokio::test]
async fn a_call_that_fails_is_made_again_ever_later_and_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let (caller, calls) = Caller::of_a_test();
    assert!(first.caller.set(caller).is_ok());
    let game = open(&first).await;
    choose(&first, &game).await;
    let begun = Instant::now();
    // Looked at each time as the server does it, a day long.
    let mut called = Vec::new();
    for seconds in (0..24 * 3600).step_by(5) {
        first.call_persons(begun + Duration::from_secs(seconds));
        for call in calls.try_iter() {
            call.is_told.set(false).unwrap();
            called.push(seconds);
        }
    }
    let gaps: Vec<u64> = called.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(gaps[..7], [120, 240, 480, 960, 1920, 3840, 3840]);
    assert!((20..40).contains(&called.len()), "{called:?}");
    stop(first, folder.path(), "");
    let second = hall(folder.path());
    let (caller, calls) = Caller::of_a_test();
    assert!(second.caller.set(caller).is_ok());
    second.wake_at(begun).await;
    second.call_persons(begun);
    second.call_persons(begun + Duration::from_secs(10));
    assert_eq!(calls.try_iter().count(), 1, "nobody has heard of it");
}

#[tokio::test]
async fn games_of_one_address_do_not_keep_the_calls_of_others_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (caller, calls) = Caller::of_a_test();
    assert!(hall.caller.set(caller).is_ok());
    for _ in 0..20 {
        open(&hall).await;
    }
    let own = open(&hall).await;
    hall.with(&own.id, |table| table.opener = Some([10, 0, 0, 1].into())).await.unwrap();
    let begun = Instant::now();
    hall.call_persons(begun);
    hall.call_persons(begun + Duration::from_secs(10));
    let called: Vec<String> = calls.try_iter().map(|call| call.game).collect();
    assert_eq!(called.len(), 3);
    assert!(called.contains(&own.id));
    hall.call_persons(begun + Duration::from_secs(15));
    assert_eq!(calls.try_iter().count(), 2, "the others' are not lost");
}

#[tokio::test]
async fn while_a_clock_runs_only_the_host_gives_the_seat_of_another_to_a_bot() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let game = open(&hall).await;
    let give = async |token: &Token| {
        hall.change_seat(&game.id, token.hash(), Seat::new(0), SeatChange::Away, HERE).await
    };
    assert!(matches!(give(&game.seats[1].1).await, Err(Refused::Bad(_))));
    give(&game.host).await.unwrap();
}

#[tokio::test]
async fn who_was_not_called_before_the_server_was_stopped_is_called_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let game = open(&first).await;
    choose(&first, &game).await;
    let seats = json!([{ "kind": "here" }, { "kind": "bot", "level": "easy" }]);
    let alone = json!({ "rules": "classic", "seats": seats });
    first.open(serde_json::from_value(alone).unwrap(), HERE).await.ok().unwrap();
    let waits = first.with(&game.id, |table| table.decision().unwrap().seat()).await.unwrap();
    stop(first, folder.path(), "");
    for expected in [vec![waits.number()], vec![]] {
        let hall = hall(folder.path());
        let (caller, calls) = Caller::of_a_test();
        assert!(hall.caller.set(caller).is_ok());
        let now = Instant::now();
        hall.wake_at(now).await;
        assert_eq!(hall.in_memory(), expected.len(), "nobody else is to be called");
        hall.call_persons(now);
        hall.call_persons(now + Duration::from_secs(10));
        let call: Vec<_> = calls.try_iter().collect();
        for call in &call {
            call.is_told.set(true).unwrap();
        }
        hall.call_persons(now + Duration::from_secs(15));
        assert_eq!(calls.try_iter().count(), 0);
        assert!(
            call.iter().all(|call| call.left.is_some_and(|left| left >= EACH - 30)),
            "{call:?}"
        );
        assert_eq!(call.iter().map(|call| call.seat).collect::<Vec<_>>(), expected);
        stop(hall, folder.path(), "");
    }
}

#[tokio::test]
async fn a_browser_is_told_which_of_its_games_wait_without_loading_them() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let game = open(&first).await;
    let mover = choose(&first, &game).await;
    stop(first, folder.path(), "UPDATE ran SET seconds = seconds + 600");
    let second = hall(folder.path());
    let told = |id: &str, seats: &[usize]| {
        let tokens: Vec<_> = seats.iter().map(|&seat| game.seats[seat].1.reveal()).collect();
        let sent = json!({ "id": id, "tokens": tokens });
        let told = second.own_games(&[serde_json::from_value(sent).unwrap()], Language::English);
        told.unwrap().pop().map(serde_json::Value::from)
    };
    let next = 1 - mover.index();
    for (seats, waits) in [(vec![next], true), (vec![mover.index()], false), (vec![0, 1], true)] {
        let told = told(&game.id, &seats).unwrap();
        assert_eq!((&told["waits"], &told["state"]), (&json!(waits), &json!("running")));
        let left = told["left"].as_u64().unwrap();
        assert!(close_to(left, EACH + RESERVE - 600), "{left} s");
        assert!(told["who"].is_string() && told.get("token").is_none());
    }
    assert_eq!(told("none", &[0]), None);
    assert!(!second.rooms().contains_key(&game.id), "it was not loaded");
    let token = game.seats[next].1.hash();
    second
        .change_seat(&game.id, token, Seat::new(next as u8), SeatChange::Away, HERE)
        .await
        .unwrap();
    let away = told(&game.id, &[next]).unwrap();
    assert_ne!(away["waits"], json!(true), "a bot decides for the person: {away}");
}

#[tokio::test]
async fn a_server_that_is_stopped_knows_how_long_it_ran() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    first.store.write(Write::Ran(5000)).await.unwrap();
    first.store.close();
    let second = hall(folder.path());
    assert_eq!(second.ran.at(Instant::now()), 5000);
    second.wake_at(Instant::now() + Duration::from_secs(60)).await;
    second.store.close();
    assert_eq!(hall(folder.path()).ran.at(Instant::now()), 5060);
}
