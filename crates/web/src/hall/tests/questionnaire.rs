//! What persons say of a game after its end.

use super::*;
use tsuro::game::Decision;
use tsuro::record::{Feedback, feedback_of};

fn said(fun: u8) -> Feedback {
    Feedback::read(&json!({ "fun": fun, "again": true, "remark": "<b>good</b>" }))
}

/// Plays a game of two persons to its end.
async fn ended(hall: &Arc<Hall>) -> Opened {
    let opened = hall.open(asked("classic", &["here:Ann", "here:Bea"]), HERE).await.ok().unwrap();
    loop {
        let (number, seat) = hall
            .with(&opened.id, |table| (table.moment(), table.decision().map(Decision::seat)))
            .await
            .unwrap();
        let Some(seat) = seat else { return opened };
        let token = opened.seats[seat.index()].1.hash();
        hall.choose(&opened.id, token, seat, number, (0, None), HERE).await.unwrap();
    }
}

async fn told(hall: &Arc<Hall>, id: &str) -> Vec<Feedback> {
    let record = hall.with(id, |table| table.game.record().unwrap()).await.unwrap();
    feedback_of(record.lines().last().unwrap())
}

#[tokio::test]
async fn each_person_rates_a_game_once_and_the_record_keeps_it_without_names() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = ended(&hall).await;
    let tokens = [0, 1].map(|seat: usize| opened.seats[seat].1.hash());
    let rate = async |hall: &Arc<Hall>, token: usize, seat: u8, what| {
        hall.rate(&opened.id, tokens[token], Seat::new(seat), what, HERE).await
    };
    assert!(matches!(rate(&hall, 0, 1, said(5)).await, Err(Refused::Forbidden)), "another's seat");
    assert!(matches!(rate(&hall, 0, 0, Feedback::default()).await, Err(Refused::Bad(_))));
    rate(&hall, 1, 1, said(5)).await.unwrap();
    assert!(matches!(rate(&hall, 1, 1, said(1)).await, Err(Refused::Bad(_))), "twice");
    assert_eq!(told(&hall, &opened.id).await, [said(5)]);
    // What is written at a turn and what is said of the game do not know of each other.
    let sent = json!({ "seat": 0, "turn": 1, "text": "a comment", "host": opened.host.reveal() });
    let sent = serde_json::from_value(sent).unwrap();
    hall.comment(&opened.id, tokens[0], sent, HERE).await.unwrap();
    // The server stops, and the game comes back from its steps.
    let record = hall.with(&opened.id, |table| table.game.record().unwrap()).await.unwrap();
    hall.store.close();
    drop(hall);
    let hall = crate::tests::hall(folder.path());
    let back = hall.with(&opened.id, |table| table.game.record().unwrap()).await.unwrap();
    assert_eq!(back, record);
    let (stored, _) = hall.store.game(&opened.id).unwrap().unwrap();
    let stored = stored.record.unwrap();
    assert!(stored.contains("a comment") && stored.lines().last() == record.lines().last());
    // Nobody knows who has spoken; as many as have not can still do so.
    rate(&hall, 0, 0, said(2)).await.unwrap();
    assert!(matches!(rate(&hall, 1, 1, said(3)).await, Err(Refused::Bad(_))), "two persons");
    assert_eq!(told(&hall, &opened.id).await, [said(2), said(5)]);
    let (stored, _) = hall.store.game(&opened.id).unwrap().unwrap();
    let stored = stored.record.unwrap();
    assert!(stored.contains("a comment"));
    assert_eq!(feedback_of(stored.lines().last().unwrap()), [said(2), said(5)]);
}

#[tokio::test]
async fn a_game_that_goes_on_is_not_rated() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let opened = hall.open(asked("classic", &["here:Ann", "here:Bea"]), HERE).await.ok().unwrap();
    let (seat, token) = (opened.seats[0].0, opened.seats[0].1.hash());
    let refused = hall.rate(&opened.id, token, seat, said(4), HERE).await;
    assert!(matches!(refused, Err(Refused::Bad(_))));
}
