//! Comments at turns of games that are over: who may write them, and where they are kept.

use super::{asked, question, watcher};
use crate::hall::Hall;
use crate::hall::opening::Opened;
use crate::tests::{HERE, hall};
use crate::token::{Token, TokenHash};
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tsuro::game::Seat;
use tsuro_pages::refused::Refused;
use tsuro_pages::table::ONLOOKER;

/// A game of two people that is over; whether they may write to each other.
pub(super) async fn played(hall: &Arc<Hall>, chat: bool) -> Opened {
    let table = json!({
        "rules": "classic", "seats": [{ "kind": "here" }, { "kind": "here" }],
        "talk": { "chat": chat },
    });
    let opened = hall.open(serde_json::from_value(table).unwrap(), HERE).await.ok().unwrap();
    loop {
        let next = hall.with(&opened.id, |table| {
            table.decision().map(|decision| (decision.seat(), table.moment()))
        });
        let Some((seat, number)) = next.await.unwrap() else { return opened };
        let token = opened.seats[seat.index()].1.hash();
        hall.choose(&opened.id, token, seat, number, (0, None), HERE).await.unwrap();
    }
}

/// Seat `seat` writes with a token, and perhaps that of the host.
async fn write(
    hall: &Arc<Hall>,
    (id, token): (&str, TokenHash),
    seat: u8,
    text: &str,
    host: Option<&Token>,
) -> Result<(), Refused> {
    let host = host.map(Token::reveal);
    let sent = json!({ "seat": seat, "turn": 1, "text": text, "host": host });
    hall.comment(id, token, serde_json::from_value(sent).unwrap(), HERE).await
}

async fn told(hall: &Arc<Hall>, id: &str) -> Value {
    let replay = hall.with(id, |table| table.replay(ONLOOKER)).await.unwrap();
    serde_json::from_str::<Value>(&replay.to_string()).unwrap()["comments"].clone()
}

#[tokio::test]
async fn who_took_part_writes_where_the_host_lets_people_write_and_the_host_always() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    for chat in [true, false] {
        let opened = played(&hall, chat).await;
        let id = opened.id.as_str();
        let [(_, one), (_, two)] = &opened.seats[..] else { panic!("two seats") };
        let (onlooker, stranger) = watcher(1, Vec::new());
        let mut stranger = stranger;
        hall.with(id, |table| table.enter(onlooker, None)).await.unwrap();
        while stranger.recv().now_or_never().flatten().is_some() {}

        let written = write(&hall, (id, two.hash()), 1, "not so good", None).await;
        assert_eq!(written.is_ok(), chat, "{written:?}");
        write(&hall, (id, one.hash()), 0, " my choice ", Some(&opened.host)).await.unwrap();
        let message = stranger.recv().now_or_never().flatten().unwrap();
        assert!(message.starts_with("{\"type\":\"comment\",\"turn\":1,"), "{message}");
        for (token, seat) in [(two.hash(), 0), (one.hash(), 1), (Token::random().hash(), 0)] {
            let refused = write(&hall, (id, token), seat, "of another", None).await;
            assert!(matches!(refused, Err(Refused::Forbidden)), "{refused:?}");
        }
        // The host removes what others wrote, and nobody else does.
        assert!(write(&hall, (id, one.hash()), 1, "", None).await.is_err());
        write(&hall, (id, one.hash()), 1, "", Some(&opened.host)).await.unwrap();
        let left = json!([{ "turn": 1, "seat": 0, "text": "my choice" }]);
        assert_eq!(told(&hall, id).await, left);
    }
}

#[tokio::test]
async fn a_seat_that_writes_too_much_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = played(&hall, true).await;
    let mut refused = None;
    for _ in 0..10 {
        let token = (opened.id.as_str(), opened.seats[0].1.hash());
        refused = write(&hall, token, 0, "again", None).await.err();
    }
    assert!(matches!(refused, Some(Refused::Busy)));
}

#[tokio::test]
async fn comments_survive_the_server_and_are_in_the_export() {
    let folder = tempfile::tempdir().unwrap();
    let first = hall(folder.path());
    let opened = played(&first, true).await;
    let id = opened.id.as_str();
    write(&first, (id, opened.seats[1].1.hash()), 1, "kept", None).await.unwrap();
    let told_before = told(&first, id).await;
    assert_eq!(told_before, json!([{ "turn": 1, "seat": 1, "text": "kept" }]));
    first.store.close();
    drop(first);

    let second = hall(folder.path());
    assert_eq!(told(&second, id).await, told_before);
    let exported = second.store.records_after(0, 1 << 20).unwrap();
    assert!(exported[0].1.contains(r#""comments":[{"seat":1,"text":"kept"}]"#));
}

#[tokio::test]
async fn comments_go_when_the_end_of_the_game_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = hall.open(asked("classic", &["here", "easy"]), HERE).await.ok().unwrap();
    let (id, (seat, token)) = (opened.id.as_str(), &opened.seats[0]);
    while let Some(number) = question(&hall, &opened, *seat).await {
        hall.choose(id, token.hash(), *seat, number, (0, None), HERE).await.unwrap();
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    write(&hall, (id, token.hash()), seat.number(), "sorry", Some(&opened.host)).await.unwrap();
    let number = hall.with(id, |table| table.moment()).await.unwrap();
    hall.undo(id, token.hash(), *seat, number, HERE).await.ok().unwrap();
    let left = hall.with(id, |table| table.comments.told().to_string()).await.unwrap();
    assert_eq!(left, "[]");
    let refused = write(&hall, (id, token.hash()), Seat::new(0).number(), "?", Some(&opened.host));
    assert!(matches!(refused.await, Err(Refused::Bad(why)) if why.contains("that are over")));
}
