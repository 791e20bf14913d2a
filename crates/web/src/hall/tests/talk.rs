//! Who says what at a table, and who hears it.

use super::*;
use crate::token::Token;
use tsuro_pages::table::TalkRules;

#[tokio::test]
async fn what_is_said_reaches_who_may_hear_it_and_nobody_else_says_anything() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let talk = |chat, onlookers| {
        let mut asked = asked("classic", &["here:Ann", "here:Bea"]);
        asked.talk = TalkRules { chat, onlookers };
        asked
    };
    let quiet = hall.open(talk(false, false), HERE).await.ok().unwrap();
    let open = hall.open(talk(true, true), HERE).await.ok().unwrap();
    let say = async |opened: &Opened, token: &Token, what: serde_json::Value| {
        let sent = serde_json::from_value(what).unwrap();
        hall.say(&opened.id, token.hash(), sent, HERE).await
    };
    let come = async |opened: &Opened, number, seats| {
        let (watcher, mut told) = watcher(number, seats);
        hall.with(&opened.id, |table| table.enter(watcher, None)).await.unwrap();
        std::iter::from_fn(|| told.try_recv().ok()).for_each(drop);
        told
    };
    assert!(matches!(
        say(&quiet, &quiet.seats[1].1, json!({ "seat": 0, "reaction": "wow" })).await,
        Err(Refused::Forbidden)
    ));
    for stranger in [&quiet.host, &Token::random(), &open.seats[0].1] {
        let said = say(&quiet, stranger, json!({ "seat": 0, "reaction": "wow" })).await;
        assert!(matches!(said, Err(Refused::Forbidden)));
    }
    let (token, other) = (&quiet.seats[0].1, &open.seats[0].1);
    for wrong in [
        json!({ "seat": 0, "reaction": "smile" }),
        json!({ "seat": 0, "text": "the host has not allowed it" }),
        json!({ "seat": 0 }),
        json!({ "seat": 0, "reaction": "wow", "text": "both" }),
    ] {
        assert!(matches!(say(&quiet, token, wrong.clone()).await, Err(Refused::Bad(_))), "{wrong}");
    }

    // Those with a seat hear it; onlookers only where the host lets them.
    let heard = |told: &mut mpsc::Receiver<Arc<str>>| -> Vec<String> {
        std::iter::from_fn(|| told.try_recv().ok())
            .filter(|text| text.contains(r#""type":"said""#))
            .map(|text| text.to_string())
            .collect()
    };
    let (mut bea, mut eve) =
        (come(&quiet, 1, vec![Seat::new(1)]).await, come(&quiet, 2, Vec::new()).await);
    say(&quiet, token, json!({ "seat": 0, "reaction": "wow" })).await.unwrap();
    assert_eq!(heard(&mut bea), [r#"{"type":"said","seat":0,"reaction":"wow"}"#]);
    assert_eq!(heard(&mut eve), [""; 0]);
    let mut onlooker = come(&open, 3, Vec::new()).await;
    say(&open, other, json!({ "seat": 0, "text": " <b>hello</b> " })).await.unwrap();
    assert_eq!(heard(&mut onlooker), [r#"{"type":"said","seat":0,"text":"<b>hello</b>"}"#]);

    // Who comes later is told the texts, and an onlooker of the other table nothing.
    let first = async |opened: &Opened, number, seats| {
        let (watcher, mut told) = watcher(number, seats);
        hall.with(&opened.id, |table| table.enter(watcher, None)).await.unwrap();
        let mut all = std::iter::from_fn(|| told.try_recv().ok());
        all.find(|text| text.contains(r#""type":"talk""#)).map(|text| text.to_string())
    };
    assert_eq!(
        first(&open, 4, Vec::new()).await.unwrap(),
        r#"{"type":"talk","chat":true,"said":[{"seat":0,"text":"<b>hello</b>"}]}"#
    );
    assert_eq!(first(&quiet, 5, Vec::new()).await, None);
}

#[tokio::test]
async fn a_flood_of_one_seat_stops_and_the_other_seats_are_heard() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let mut asked = asked("classic", &["here:Ann", "here:Bea"]);
    asked.talk.chat = true;
    let opened = hall.open(asked, HERE).await.ok().unwrap();
    let start = Instant::now();
    let said = async |seat: usize, count: usize, after| {
        let token = opened.seats[seat].1.hash();
        let say = |number| {
            let what = if number % 2 == 0 {
                json!({ "seat": seat, "reaction": "wow" })
            } else {
                json!({ "seat": seat, "text": format!("number {number}") })
            };
            serde_json::from_value(what).unwrap()
        };
        let now = start + Duration::from_secs(after);
        let all = |table: &mut Table| {
            (0..count).filter(|number| table.say(&token, say(*number), now).is_ok()).count()
        };
        hall.with(&opened.id, all).await.unwrap()
    };
    assert_eq!(said(0, 100, 0).await, 5);
    assert_eq!(said(1, 3, 0).await, 3);
    assert_eq!(said(0, 100, 10).await, 5, "one more every two seconds");
    for minute in 1..100 {
        said(0, 4, 60 * minute).await;
    }
    let (watcher, mut told) = watcher(1, vec![Seat::new(1)]);
    hall.with(&opened.id, |table| table.enter(watcher, None)).await.unwrap();
    let mut all = std::iter::from_fn(|| told.try_recv().ok());
    let talk = all.find(|text| text.contains(r#""type":"talk""#)).unwrap();
    assert_eq!(talk.matches("number").count(), 50, "the last ones are kept");
}
