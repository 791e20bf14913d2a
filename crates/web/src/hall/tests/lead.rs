//! A person leads others through a game that is over.

use super::comments::played;
use super::watcher;
use crate::hall::Hall;
use crate::tests::{HERE, hall};
use crate::token::TokenHash;
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;
use tsuro::game::Seat;
use tsuro_pages::refused::Refused;

async fn lead(
    hall: &Arc<Hall>,
    (id, token): (&str, TokenHash),
    sent: Value,
) -> Result<(), Refused> {
    let sent = serde_json::from_value(sent).unwrap();
    hall.with(id, |table| table.lead(&token, &sent, Instant::now())).await.unwrap()
}

/// The last that a watcher is told of who leads.
fn led(told: &mut mpsc::Receiver<Arc<str>>) -> Option<Value> {
    let mut last = None;
    while let Some(text) = told.recv().now_or_never().flatten() {
        let message: Value = serde_json::from_str(&text).unwrap();
        last = Some(message).filter(|message| message["type"] == "lead").or(last);
    }
    last
}

#[tokio::test]
async fn one_leads_all_are_told_and_another_may_when_that_person_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = played(&hall, false).await;
    let id = opened.id.as_str();
    let [(_, one), (_, two)] = &opened.seats[..] else { panic!("two seats") };
    let (one, two) = ((id, one.hash()), (id, two.hash()));
    let of_seat = |seat: u8, at: u32| json!({ "seat": seat, "at": at });
    let refused = lead(&hall, one, of_seat(0, 3)).await;
    assert!(refused.is_err(), "a person who is not there");

    let (first, _first) = watcher(1, vec![Seat::new(0)]);
    let (second, mut told) = watcher(2, vec![Seat::new(1)]);
    hall.with(id, |table| table.enter(first, None)).await.unwrap();
    hall.with(id, |table| table.enter(second, None)).await.unwrap();
    lead(&hall, one, json!({ "seat": 0, "at": 3, "laid": [12, 1] })).await.unwrap();
    let shown = json!({ "type": "lead", "seat": 0, "at": 3, "laid": [12, 1] });
    assert_eq!(led(&mut told), Some(shown.clone()));
    assert!(lead(&hall, two, of_seat(1, 5)).await.is_err(), "one leads");
    assert!(matches!(lead(&hall, two, of_seat(0, 5)).await, Err(Refused::Forbidden)));

    // Who comes later is told, too; and all are told when that person goes.
    let (late, mut told_late) = watcher(3, Vec::new());
    hall.with(id, |table| table.enter(late, None)).await.unwrap();
    assert_eq!(led(&mut told_late), Some(shown));
    hall.with(id, |table| table.leave(1)).await.unwrap();
    assert_eq!(led(&mut told_late).unwrap()["seat"], Value::Null);
    lead(&hall, two, of_seat(1, 5)).await.unwrap();
    lead(&hall, two, json!({ "seat": 1 })).await.unwrap();
    assert_eq!(led(&mut told).unwrap()["seat"], Value::Null);

    let mut busy = false;
    for at in 0..30 {
        busy |= matches!(lead(&hall, two, of_seat(1, at)).await, Err(Refused::Busy));
    }
    assert!(busy, "who sends too much is told so");
}

#[tokio::test]
async fn nobody_leads_and_no_other_placement_is_seen_before_the_game_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = hall.open(super::asked("classic", &["here", "here"]), HERE).await.ok().unwrap();
    let id = opened.id.as_str();
    let (first, _told) = watcher(1, vec![Seat::new(0)]);
    hall.with(id, |table| table.enter(first, None)).await.unwrap();
    let token = opened.seats[0].1.hash();
    assert!(lead(&hall, (id, token), json!({ "seat": 0, "at": 0 })).await.is_err());
    let sent = serde_json::from_value(json!({ "placement": 0 })).unwrap();
    let refused = hall.what_if(id, sent, tsuro_faces::words::Language::English, HERE).await;
    assert!(matches!(refused, Err(Refused::Bad(why)) if why.contains("that are over")));
}
