//! Clocks of decisions: they go on where they stopped, whatever the machine's clock says.

use super::Hall;
use super::opening::Opened;
use crate::hook::Caller;
use crate::store::{Write, file_in};
use crate::table::{Table, Watcher};
use crate::tests::{HERE, hall};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsuro::game::Seat;
use tsuro_faces::words::Language;
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
    let asked = |table: &mut Table| (table.decision().unwrap().seat(), table.moment());
    let (seat, number) = hall.with(&game.id, asked).await.unwrap();
    let token = game.seats[seat.index()].1.hash();
    hall.choose(&game.id, token, seat, number, (0, None), HERE).await.unwrap();
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

#[tokio::test]
async fn a_person_who_is_not_there_is_called_and_one_who_is_there_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (caller, calls) = Caller::of_a_test();
    assert!(hall.caller.set(caller).is_ok());
    let game = open(&hall).await;
    assert!(calls.try_recv().is_err(), "who opens a table is coming to it");
    let first = choose(&hall, &game).await;
    let call = calls.try_recv().unwrap();
    assert_eq!(usize::from(call.seat), 1 - first.index());
    assert!(call.left.is_some_and(|left| close_to(left, EACH + RESERVE)), "{call:?}");
    let (sender, _told) = tokio::sync::mpsc::channel(100);
    let watcher = Watcher {
        number: 1,
        sender,
        seats: vec![first],
        is_host: false,
        reader: tsuro_pages::table::ONLOOKER,
    };
    hall.with(&game.id, |table| table.enter(watcher, None)).await.unwrap();
    choose(&hall, &game).await;
    assert!(calls.try_recv().is_err());
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
        let tokens: Vec<_> = seats.iter().map(|&seat| game.seats[seat].1.hash()).collect();
        second.own_game(id, &tokens, Language::English).unwrap().map(serde_json::Value::from)
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
