//! Club evenings in a hall without a network.

use super::Hall;
use crate::ratings::KeptRatings;
use crate::store::{Write, now};
use crate::table::Table;
use crate::tasks::blocking;
use crate::tests::{HERE, hall, play};
use crate::token::{Token, TokenHash};
use serde_json::{Value, from_value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsuro::game::Seat;
use tsuro_faces::words::Language;
use tsuro_pages::refused::{NotTakenBack, Refused};
use tsuro_pages::requests::SeatChange;

/// Three people at one device begin an evening: the first game, and the tokens of Ann, Bea and Cai.
async fn begin(hall: &Arc<Hall>, games: u32) -> Result<(String, [TokenHash; 3]), Refused> {
    begin_with(hall, json!({ "games": games })).await
}

/// As [`begin`], with what the host sends.
async fn begin_with(hall: &Arc<Hall>, sent: Value) -> Result<(String, [TokenHash; 3]), Refused> {
    let seats = ["Ann", "Bea", "Cai"].map(|name| json!({ "kind": "here", "name": name }));
    let asked = from_value(json!({ "rules": "classic", "seats": seats })).unwrap();
    let other = Arc::clone(hall);
    let opened = blocking(move || other.gather(&asked, HERE).ok().unwrap()).await.unwrap();
    let tokens: Vec<TokenHash> = opened.seats.iter().map(|(_, token)| token.hash()).collect();
    let sent = from_value(sent).unwrap();
    let game = hall.begin_gathered(&opened.table, opened.host.hash(), &sent, HERE).await?;
    Ok((game, tokens.try_into().unwrap()))
}

/// As [`begin`], where others may play the same deals; also the evening.
async fn begin_duplicate(hall: &Arc<Hall>, games: u32) -> (String, [TokenHash; 3], String) {
    let sent = json!({ "games": games, "duplicate": true });
    let (game, people) = begin_with(hall, sent).await.unwrap();
    let evening = hall.with(&game, |table| table.evening.clone()).await.unwrap();
    (game, people, evening.unwrap().evening)
}

/// Three others come to another table that plays the deals of an evening, and begin: their game,
/// and their tokens.
async fn join(
    hall: &Arc<Hall>,
    evening: &str,
    host: TokenHash,
) -> Result<(String, [TokenHash; 3]), Refused> {
    let opened = hall.gather_beside(evening.to_owned(), host, HERE).await?;
    let mut tokens = Vec::new();
    for (seat, name) in ["Dan", "Eve", "Fay"].into_iter().enumerate() {
        let (sent, table) = (json!({ "seat": seat, "name": name }), Arc::clone(&opened.table));
        let sat = blocking(move || table.sit(&from_value(sent).unwrap(), Instant::now())).await;
        tokens.push(sat.unwrap()?.hash());
    }
    let sent = from_value(json!({})).unwrap();
    let game = hall.begin_gathered(&opened.table, opened.host.hash(), &sent, HERE).await?;
    Ok((game, tokens.try_into().unwrap()))
}

async fn seed(hall: &Arc<Hall>, game: &str) -> String {
    hall.with(game, |table| table.game.seed().to_owned()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_with_the_same_deals_are_sealed_until_all_have_played_them() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (first, people, id) = begin_duplicate(&hall, 2).await;
    let stranger = Token::random().hash();
    assert!(matches!(join(&hall, &id, stranger).await, Err(Refused::Forbidden)));
    let late = hall.gather_beside(id.clone(), people[1], HERE).await.unwrap();
    let (second, others) = join(&hall, &id, people[1]).await.unwrap();
    assert_eq!(seed(&hall, &first).await, seed(&hall, &second).await);
    let is_sealed = async |game: &str| match hall.check_unsealed(game).await {
        Ok(()) => false,
        Err(why) => {
            assert!(matches!(why, Refused::Sealed));
            true
        }
    };
    assert!(is_sealed(&first).await && is_sealed(&second).await);

    finish(&hall, &first, people, 0).await;
    assert!(is_sealed(&first).await, "the other table still plays this deal");
    assert!(hall.store.records_after(0, 1 << 20).unwrap().is_empty(), "nor is it exported");
    let (next_first, _) = next(&hall, &first, people[0]).await;
    for seat in 0..3 {
        let (sent, table) = (json!({ "seat": seat }), Arc::clone(&late.table));
        blocking(move || table.sit(&from_value(sent).unwrap(), Instant::now()))
            .await
            .unwrap()
            .unwrap();
    }
    let sent = from_value(json!({})).unwrap();
    let begun = hall.begin_gathered(&late.table, late.host.hash(), &sent, HERE);
    assert!(matches!(begun.await, Err(Refused::Late)), "its deal may be known");

    finish(&hall, &second, others, 0).await;
    assert!(!is_sealed(&first).await && !is_sealed(&second).await);
    assert_eq!(hall.store.records_after(0, 1 << 20).unwrap().len(), 2);
    assert!(is_sealed(&next_first).await, "the other table is to play it");
    let (next_second, _) = next(&hall, &second, others[2]).await;
    assert_eq!(seed(&hall, &next_first).await, seed(&hall, &next_second).await);
    assert_ne!(seed(&hall, &first).await, seed(&hall, &next_first).await);
    finish(&hall, &next_second, others, 1).await;
    assert!(is_sealed(&next_second).await);
    finish(&hall, &next_first, people, 1).await;
    assert!(!is_sealed(&next_first).await && !is_sealed(&next_second).await);
    let told = told(&hall, &id);
    assert_eq!(told["tables"], 2);
    let compared = |row: &Value| row["compared"].as_f64().unwrap();
    let sum: f64 = told["standings"].as_array().unwrap().iter().map(compared).sum();
    assert!(sum.abs() < 1e-9, "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_goes_on_no_more_seals_nothing_and_plays_no_deal_that_others_know() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (first, people, id) = begin_duplicate(&hall, 3).await;
    let (second, others) = join(&hall, &id, people[0]).await.unwrap();
    finish(&hall, &first, people, 0).await;
    finish(&hall, &second, others, 0).await;
    let (ahead, _) = next(&hall, &second, others[0]).await;
    let is_sealed = async || hall.check_unsealed(&ahead).await.is_err();
    let change = |text: &str| {
        let database = rusqlite::Connection::open(crate::store::file_in(folder.path())).unwrap();
        database.execute_batch(text).unwrap();
    };
    // Servers have run on for a day.
    let later = format!("UPDATE rounds SET rested = rested - 86400 WHERE game = '{first}'");
    change(&later);
    assert!(is_sealed().await, "it is played");
    finish(&hall, &ahead, others, 1).await;
    assert!(!is_sealed().await, "the first table has stopped");
    change(&later.replace(" - ", " + "));
    assert!(is_sealed().await, "the first table is to play it");
    change("UPDATE games SET changed = changed - 900000");
    assert!(is_sealed().await, "the machine's clock, or a server that was off, changes nothing");
    change(&format!("{later}; UPDATE games SET clock = 86400, reserve = 600"));
    assert!(is_sealed().await, "decisions may take longer there");
    change("UPDATE games SET clock = NULL, reserve = 0");
    let (alone, turned) = next(&hall, &first, people[0]).await;
    assert!(turned);
    assert_ne!(seed(&hall, &alone).await, seed(&hall, &ahead).await);
    let alone = hall.with(&alone, |table| table.evening.clone()).await.unwrap().unwrap();
    assert!(alone.evening != id && !alone.is_duplicate);
    // The other table plays on.
    let (last, _) = next(&hall, &ahead, others[0]).await;
    finish(&hall, &last, others, 2).await;
    hall.check_unsealed(&last).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_of_which_a_game_goes_on_is_not_removed() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (first, people, id) = begin_duplicate(&hall, 1).await;
    let (second, others) = join(&hall, &id, people[0]).await.unwrap();
    finish(&hall, &first, people, 0).await;
    let forget = async || hall.store.write(Write::Forget { before: now() + 60 }).await.unwrap();
    forget().await;
    assert!(matches!(hall.check_unsealed(&second).await, Err(Refused::Sealed)));
    finish(&hall, &second, others, 0).await;
    assert!(hall.store.evening(&id).unwrap().is_some());
    forget().await;
    assert!(hall.store.evening(&id).unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn where_others_play_the_same_deal_nothing_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (game, people, _) = begin_duplicate(&hall, 1).await;
    let asked = |table: &mut Table| (table.decision().unwrap().seat(), table.moment());
    let (seat, number) = hall.with(&game, asked).await.unwrap();
    let token = people[seat.index()];
    let number = hall.choose(&game, token, seat, number, (0, None), HERE).await.unwrap();
    let undone = hall.undo(&game, token, seat, number, HERE).await;
    assert!(matches!(undone, Err(Refused::TakeBack(NotTakenBack::SameDeal))));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_leaves_a_loss_to_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (game, people) = begin(&hall, 1).await.unwrap();
    let id = hall.with(&game, |table| table.evening.clone()).await.unwrap().unwrap().evening;
    let counted = || hall.store.evening(&id).unwrap().unwrap().rounds[0].names[0].clone();
    let rename = async |name: &str| {
        let change = SeatChange::Name(name.to_owned());
        hall.change_seat(&game, people[0], Seat::new(0), change, HERE).await.unwrap();
    };
    rename("Anna").await;
    assert_eq!(counted(), "Anna", "a name that is mended before the first choice");
    let asked = |table: &mut Table| (table.decision().unwrap().seat(), table.moment());
    let (seat, number) = hall.with(&game, asked).await.unwrap();
    hall.choose(&game, people[seat.index()], seat, number, (0, None), HERE).await.unwrap();
    rename("Zoe").await;
    let names = hall.with(&game, |table| table.game.players()).await.unwrap();
    assert_eq!((names[0].as_str(), counted().as_str()), ("Zoe", "Anna"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_of_one_table_alone_is_joined_by_none_and_sealed_from_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (first, people) = begin(&hall, 2).await.unwrap();
    let id = hall.with(&first, |table| table.evening.clone()).await.unwrap().unwrap().evening;
    assert!(matches!(join(&hall, &id, people[0]).await, Err(Refused::Late)));
    hall.check_unsealed(&first).await.unwrap();
}

/// Plays a game to its end, where each of these people sits this number of seats further.
async fn finish(hall: &Arc<Hall>, game: &str, people: [TokenHash; 3], turned: u8) {
    let seat = |(seat, token)| (Seat::new((seat + turned) % 3), token);
    let seats: Vec<(Seat, TokenHash)> = (0..).zip(people).map(seat).collect();
    assert!(play(hall, game, &seats).await.is_none());
}

async fn next(hall: &Arc<Hall>, game: &str, token: TokenHash) -> (String, bool) {
    let next: Value = hall.again(game, token, None, HERE).await.unwrap().into();
    (next["id"].as_str().unwrap().to_owned(), next["turned"].as_bool().unwrap())
}

fn told(hall: &Hall, evening: &str) -> Value {
    hall.store.evening(evening).unwrap().unwrap().told(Language::English).into()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_moves_on_by_a_seat_and_the_evening_survives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let first_server = hall(folder.path());
    let (first, people) = begin(&first_server, 2).await.unwrap();
    assert!(matches!(
        first_server.again(&first, people[0], None, HERE).await,
        Err(Refused::Bad(_))
    ));
    finish(&first_server, &first, people, 0).await;
    let evening = |hall: Arc<Hall>, game: String| async move {
        hall.with(&game, |table| table.evening.clone()).await.unwrap()
    };
    let id = evening(Arc::clone(&first_server), first.clone()).await.unwrap().evening;
    drop(first_server);

    let hall = hall(folder.path());
    let (second, turned) = next(&hall, &first, people[1]).await;
    assert!(turned);
    assert_eq!(next(&hall, &first, people[2]).await.0, second, "two people press at once");
    let names = hall.with(&second, |table| table.game.players()).await.unwrap();
    assert_eq!(names, ["Cai", "Ann", "Bea"]);
    finish(&hall, &second, people, 1).await;
    let told = told(&hall, &id);
    assert_eq!(told["rounds"].as_array().unwrap().len(), 2);
    let points: f64 = told["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["points"].as_f64().unwrap())
        .sum();
    assert!((points - 6.0).abs() < 1e-9, "three points a game: {told}");
    assert!(told["standings"].as_array().unwrap().iter().all(|row| row["games"] == 2));
    // After the last game the same people play on as at any table.
    let (third, turned) = next(&hall, &second, people[0]).await;
    assert!(!turned);
    let third = evening(Arc::clone(&hall), third).await.unwrap();
    assert!(third.games == 1 && third.evening != id);
    let stranger = Token::random().hash();
    assert!(matches!(hall.again(&second, stranger, None, HERE).await, Err(Refused::Forbidden)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_finds_its_seats_in_what_began_while_it_was_away() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let seats = json!([{ "kind": "here", "name": "Ann" }, { "kind": "open" }, { "kind": "open" }]);
    let asked = from_value(json!({ "rules": "classic", "seats": seats })).unwrap();
    let other = Arc::clone(&hall);
    let opened = blocking(move || other.gather(&asked, HERE).ok().unwrap()).await.unwrap();
    let sit = |seat: u8, name: &str| {
        let (sent, table) = (json!({ "seat": seat, "name": name }), Arc::clone(&opened.table));
        async move {
            let sat = blocking(move || table.sit(&from_value(sent).unwrap(), Instant::now())).await;
            sat.unwrap().unwrap()
        }
    };
    let (bea, cai) = (sit(1, "Bea").await, sit(2, "Cai").await);
    let people = [&opened.seats[0].1, &bea, &cai];
    let own = |id: &str, tokens: &[&Token], links: &[&Token]| -> Vec<Value> {
        let revealed = |tokens: &[&Token]| {
            json!(tokens.iter().map(|token| token.reveal()).collect::<Vec<_>>())
        };
        let host = opened.host.reveal();
        let sent =
            json!({ "id": id, "tokens": revealed(tokens), "links": revealed(links), "host": host });
        let sent = from_value(sent).unwrap();
        let told = hall.own_games(&[sent], Language::English).unwrap();
        told.into_iter().map(Value::from).collect()
    };
    let table = opened.table.id.clone();
    let before = &own(&table, &[people[1]], &[])[0];
    assert_eq!((&before["state"], &before["waits"]), (&json!("gathering"), &json!(false)));
    assert_eq!(before["names"], json!(["Ann", "Bea", "Cai"]));

    let sent = from_value(json!({ "games": 2 })).unwrap();
    let first = hall.begin_gathered(&opened.table, opened.host.hash(), &sent, HERE).await.unwrap();
    let begun = own(&table, &[people[1], &Token::random()], &[people[2]]);
    assert_eq!((begun.len(), &begun[0]["id"], &begun[0]["was"]), (1, &json!(first), &json!(table)));
    assert_eq!((&begun[0]["seats"], &begun[0]["links"]), (&json!([1, null]), &json!([2])));
    assert_eq!((&begun[0]["host"], &begun[0]["state"]), (&json!(true), &json!("running")));

    finish(&hall, &first, [0, 1, 2].map(|seat: usize| people[seat].hash()), 0).await;
    let (second, turned) = next(&hall, &first, people[0].hash()).await;
    assert!(turned);
    for asked in [&table, &first] {
        let last = own(asked, &[people[2]], &[]).pop().unwrap();
        assert_eq!((&last["id"], &last["was"]), (&json!(second), &json!(asked)));
        assert_eq!(last["seats"], json!([0]), "everybody has moved on by one seat");
    }
    assert!(own(&second, &[people[2]], &[])[0].get("was").is_none());
    // However long ago the game began, its table leads to it.
    hall.gatherings.remove_begun(Instant::now() + Duration::from_secs(3600));
    assert!(hall.gatherings.get(&table).is_err());
    assert_eq!(own(&table, &[people[2]], &[]).len(), 2);
    // Each game is told once, however often and by what names it is asked for.
    let token = people[2].reveal();
    let sent = [&first, &first, &table, &second]
        .map(|id| from_value(json!({ "id": id, "tokens": [token] })).unwrap());
    assert_eq!(hall.own_games(&sent, Language::English).unwrap().len(), 2);
    // Whoever has no token there is not led on.
    let sent = json!({ "id": first, "tokens": [Token::random().reveal()] });
    let sent = from_value(sent).unwrap();
    assert_eq!(hall.own_games(&[sent], Language::English).unwrap().len(), 1);
    let sent = json!({ "id": table, "tokens": [Token::random().reveal()] });
    let sent = from_value(sent).unwrap();
    assert_eq!(hall.own_games(&[sent], Language::English).unwrap().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_has_a_number_of_games_within_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    for games in [0, 33] {
        assert!(matches!(begin(&hall, games).await, Err(Refused::Bad(_))));
    }
    let (single, _) = begin(&hall, 1).await.unwrap();
    assert_eq!(hall.with(&single, |table| table.evening.clone().unwrap().games).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_finished_game_of_people_who_came_to_a_table_counts_for_ratings() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let (mut game, people) = begin(&hall, 1).await.unwrap();
    for round in 0..11 {
        finish(&hall, &game, people, 0).await;
        assert_eq!(hall.store.rated_games().unwrap().len(), round + 1);
        let (next, turned) = next(&hall, &game, people[0]).await;
        assert!(!turned, "a game by itself");
        game = next;
    }
    let told: Value =
        KeptRatings::default().now(&hall).await.unwrap().told(Language::English).into();
    assert_eq!((&told["games"], told["people"].as_array().unwrap().len()), (&json!(11), 3));
}
