//! Special tiles that are laid, the havens that they make, and the moment before pieces sail, at
//! which a rule may carry one away. The rule is a script, with the words of the Rust trait.

use serde_json::json;
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::{Content, Face, Laid, Rotation, Square};
use tsuro::game::{Choice, Seat};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;

/// Islands are laid. A ship that a placement would put out is brought to an island, if there is
/// one.
const ISLES: &str = r#"
const RULE = #{
    name: "isles", summary: "Ships that would be out are brought to an island",
    tiles: #{ isle: #{ number: 36, copies: 4, sign: "o", en: "an island", fr: "une île" } },
};

fn start(setup) { #{ isles: [] } }

fn placed(tile, square) { this.isles.push(square); }

fn ahead(table) {
    for seat in table.ahead() {
        if this.isles.len() > 0 { table.carry_ahead(seat, place(this.isles[0], "A")); }
    }
    return;
}
"#;

fn variant(base: &str) -> Arc<Variant> {
    let text = format!(
        "schema = 1\nname = \"isles\"\nextends = \"{base}\"\nscripts = ['''{ISLES}''']\n\n\
         [[rule]]\nrule = \"isles\"\n"
    );
    let registry = Registry::default();
    Arc::new(
        Variant::from_text("isles.toml", &text, &registry)
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

fn laid(number: u8) -> Choice {
    Choice::Place(Laid::new(Face::of_tile(number).unwrap(), Rotation::NONE))
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// A game in which A lays a tile on b1, and B, who faces that square too, comes next.
fn game(base: &str, a: &[u8], more: &serde_json::Value) -> Game {
    let mut position = json!({
        "tiles": [{ "square": "a1", "tile": 31, "rotation": 0 }],
        "players": [
            { "at": "b1:H", "hand": a }, { "at": "b1:A", "hand": [7, 2, 3] },
            { "at": "f6:E", "hand": [4, 5, 6] },
        ],
        "pile": [9, 10, 11, 12], "active": 0, "phase": "place",
    });
    for (name, value) in more.as_object().unwrap() {
        position[name] = value.clone();
    }
    Game::at(variant(base), &position, "isles").unwrap_or_else(|error| panic!("{error}"))
}

fn play_and_name_events(game: &mut Game, choice: &Choice) -> Vec<String> {
    let mark = game.mark();
    game.play(choice).unwrap();
    game.events_since(mark).map(|event| event.name().to_owned()).collect()
}

#[test]
fn a_special_tile_of_an_even_number_is_placed_and_nobody_travels_over_it() {
    let mut game = game("classic", &[33, 34, 36], &json!({}));
    let see = game.observe(Seat::new(0));
    let island = Laid::new(Face::of_tile(36).unwrap(), Rotation::NONE);
    assert!(see.legal().contains(&island) && see.fate(island).cause.is_none());
    // Everybody stays where they are.
    let happened = play_and_name_events(&mut game, &laid(36));
    assert_eq!(happened[..2], ["placed", "drew"], "{happened:?}");
    let see = game.observe(Seat::new(1));
    assert_eq!(see.content(square("b1")), Content::Haven);
    assert_eq!(see.place(Seat::new(0)).unwrap().to_string(), "b1:H");
    // B faces it, can lay nothing there, and has passed: it is the turn of C.
    assert!(happened.contains(&"passed".to_owned()), "{happened:?}");
    assert_eq!(game.position()["active"], 2);
    assert_eq!(game.position()["havens"], json!(["b1"]));
}

#[test]
fn what_is_a_haven_stays_one_in_positions() {
    let havens = json!({ "havens": ["c4"], "phase": null });
    let game = game("classic", &[33, 34], &havens);
    assert_eq!(game.observe(Seat::new(0)).content(square("c4")), Content::Haven);
    let again = Game::at(Arc::clone(game.variant()), &game.position(), "isles").unwrap();
    assert_eq!(again.position(), game.position());
    // Not on a tile, and not under rules that make none.
    let mut wrong = game.position();
    wrong["havens"] = json!(["a1"]);
    let error = Game::at(Arc::clone(game.variant()), &wrong, "isles").unwrap_err().to_string();
    assert!(error.contains("havens[0]"), "{error}");
    let classic = Variant::from_text("plain", "schema = 1\n", &Registry::default()).unwrap();
    let error = Game::at(Arc::new(classic), &game.position(), "isles").unwrap_err().to_string();
    assert!(error.contains("havens"), "{error}");
}

#[test]
fn a_piece_that_is_carried_away_before_it_sails_does_not_travel() {
    let island = json!({ "havens": ["d4"], "rule-state": { "isles": { "isles": ["d4"] } } });
    // Face 1 joins A with B and F with H, so B would be out by A's tile: it is brought to the
    // island, and A travels on alone.
    let mut both = game("classic", &[1, 34], &island);
    let by_a = both.observe(Seat::new(0)).legal().into_iter().find(|&tile| {
        let fates = both.observe(Seat::new(0)).consequences(tile);
        fates.iter().any(|fate| fate.player == Seat::new(1) && fate.cause.is_some())
    });
    let happened =
        play_and_name_events(&mut both, &Choice::Place(by_a.expect("some tile puts B out")));
    assert!(
        happened.contains(&"carried".to_owned()) && !happened.contains(&"eliminated".to_owned()),
        "{happened:?}"
    );
    assert_eq!(both.observe(Seat::new(0)).place(Seat::new(1)).unwrap().to_string(), "d4:A");
}
