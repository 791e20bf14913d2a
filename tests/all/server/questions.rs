//! What clients are sent of a rule's question that shows something.

use super::client::Server;
use crate::common::program::example;
use serde_json::json;
use std::process::Command;

#[test]
fn a_question_is_sent_with_its_tile_its_square_and_its_words_in_the_language_of_the_reader() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_by(Command::new(example("auction")), folder.path(), &[]);
    let text = "schema = 1\nname = \"auction\"\ntitle = \"Auction\"\nextends = \"classic\"\n\
        [hazard]\nrule = \"auction\"\n";
    let seats = json!([{ "kind": "here" }, { "kind": "here" }]);
    let reply = server.post("games", &json!({ "text": text, "seats": seats }), "");
    assert_eq!(reply.status, 200, "{}", reply.body);
    let table = super::client::Opened::new(&reply.json());
    let hello = |language: &str| json!({ "tokens": table.tokens(), "lang": language });
    let (mut live, mut french) =
        (server.connect(&table.id, &hello("en")), server.connect(&table.id, &hello("fr")));
    let mut is_secret = false;
    for _ in 0..12 {
        let (ask, en_francais) = (live.next("ask"), french.next("ask"));
        assert_eq!(ask["number"], en_francais["number"]);
        let (items, about) = (ask["shown"]["items"].as_array(), &ask["shown"]["about"]);
        let items = items.map_or(&[][..], Vec::as_slice);
        let title = ask["title"].as_str().unwrap();
        let mut pick = 0;
        if title.starts_with("Who gives more than") {
            let tile = &ask["sees"]["question"]["about"][0]["tile"];
            assert_eq!((&about[0]["tile"], &about[0]["rotation"]), (tile, &json!(0)), "{ask}");
            assert!(about[0]["words"].as_str().unwrap().starts_with("The tile: A"), "{ask}");
            assert_eq!(about[1]["words"], "", "the title says the price: {ask}");
            assert_eq!(
                (&about[2]["square"], &about[2]["words"]),
                (&json!("c3"), &json!("c3: empty.")),
                "{ask}"
            );
            assert!(
                items[1]["words"].as_str().unwrap().ends_with(" coins")
                    && items[1].get("tile").is_none(),
                "{ask}"
            );
            let words = &en_francais["shown"];
            assert!(
                en_francais["title"].as_str().unwrap().starts_with("Qui donne plus de "),
                "{en_francais}"
            );
            assert!(
                words["about"][0]["words"].as_str().unwrap().starts_with("La tuile : A"),
                "{en_francais}"
            );
            assert!(
                words["items"][1]["words"].as_str().unwrap().ends_with(" pièces"),
                "{en_francais}"
            );
            pick = 1;
        } else if title.starts_with("Which tile does") {
            assert_eq!(items[2]["tile"], ask["choices"][2]["choice"], "{ask}");
            assert!(about[1]["place"].is_string() && about[2]["rotation"] == 1, "{ask}");
            is_secret = true;
        } else {
            assert!(about.is_null(), "{ask}");
        }
        let seat = ask["seat"].as_u64().unwrap() as u8;
        assert_eq!(server.choose(&table.id, &ask, pick, table.token(seat)).status, 200);
        if is_secret {
            // An onlooker is told that it was answered, and not what it showed.
            let mut onlooker = server.connect(&table.id, &json!({}));
            let told = onlooker.next("table")["told"].to_string();
            let count = |part: &str| told.matches(part).count();
            assert_eq!(
                (count("Which tile does"), count("Which tile does … hand you at …?")),
                (1, 1),
                "{told}"
            );
            return;
        }
    }
    panic!("nobody was asked for a tile");
}
