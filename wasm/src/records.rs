//! Records: checked game by game.

use crate::arguments::{self, options, within};
use crate::fault::{Fault, guard};
use crate::rules::{REGISTRY, Rules, ending_document};
use crate::value::to_js;
use js_sys::{Array, Reflect};
use serde::Deserialize;
use tsuro::game::{Observation, Seat};
use tsuro::json::{Json, json};
use tsuro::picture::BoardPicture;
use tsuro::record::{GameRecord, RecordReader, ReplayVerdict, ReplayedGame, Replayer};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Checks all games of a record, event by event.
///
/// @throws a `RecordError` with the line that is wrong
#[wasm_bindgen(unchecked_return_type = "ReplayedGame[]")]
pub fn replay(record: String) -> Result<JsValue, JsValue> {
    let games = guard(|| {
        let (mut reader, mut replayer) =
            (RecordReader::new(record.as_bytes()), Replayer::new(&REGISTRY));
        let mut games = Vec::new();
        while let Some(game) = reader.game().map_err(|why| Fault::unreadable(&why))? {
            let replayed = replayer.replay(&game).map_err(|why| Fault::mismatch(&why))?;
            games.push((game.first_line, replayed));
        }
        if games.is_empty() {
            return Err(Fault::record("the record holds no game", None));
        }
        Ok(games)
    })?;
    let list = Array::new();
    for (line, game) in games {
        let object = to_js(&document(line, &game));
        // A new object takes any field.
        let rules = JsValue::from(Rules::of_record(game.head.variant));
        let _ = Reflect::set(&object, &"rules".into(), &rules);
        list.push(&object);
    }
    Ok(list.into())
}

fn document(line: usize, game: &ReplayedGame) -> Json {
    let ending = match &game.verdict {
        ReplayVerdict::Complete(ending) => Some(ending_document(ending)),
        ReplayVerdict::BrokenOff => None,
    };
    json!({
        "players": game.head.players,
        "first": game.head.first.number(),
        "seed": game.head.seed,
        "index": game.head.index,
        "undos": game.head.undos,
        "line": line,
        "ending": ending,
    })
}

/// Which moment of a game is drawn, and for whom.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PictureOptions {
    turn: Option<u64>,
    seat: Option<u64>,
    letters: Option<String>,
}

/// Which moment of a recorded game is drawn: the turn, or where the record ends.
fn moment(
    replayer: &mut Replayer<'_>,
    game: &GameRecord,
    seat: Option<Seat>,
    turn: Option<u32>,
) -> Result<Option<BoardPicture>, Fault> {
    let (mut drawn, mut is_over) = (None, false);
    let mut look = |see: Observation<'_>| {
        if is_over {
            return;
        }
        is_over = turn.is_some_and(|turn| see.turn() >= turn || see.ending().is_some());
        if is_over || turn.is_none() {
            let with_hand = seat.is_some();
            let picture = if with_hand { BoardPicture::with_hand } else { BoardPicture::new };
            drawn = Some(picture(&see));
        }
    };
    replayer.replay_seen_by(game, seat, &mut look).map_err(|why| Fault::mismatch(&why))?;
    Ok(drawn)
}

/// The board of a recorded game as an SVG image: where the record ends, or as it was in a turn.
/// With a seat, as that seat saw it, with its hand. `letters` has a letter for each seat, instead
/// of its number: with `"RBGYPCOW"` it is the picture of `tsuro render`.
///
/// @throws a `RecordError` with the line that is wrong
#[wasm_bindgen]
pub fn picture(
    record: String,
    #[wasm_bindgen(
        unchecked_optional_param_type = "{ turn?: number; seat?: number; letters?: string }"
    )]
    options: JsValue,
) -> Result<String, JsValue> {
    let options: PictureOptions = self::options(&options)?;
    guard(|| {
        let game = RecordReader::new(record.as_bytes()).game();
        let game = game.map_err(|why| Fault::unreadable(&why))?;
        let game = game.ok_or_else(|| Fault::record("the record holds no game", None))?;
        let mut replayer = Replayer::new(&REGISTRY);
        let head = replayer.head(&game).map_err(|why| Fault::mismatch(&why))?;
        let seat = options.seat.map(|seat| arguments::seat(seat as f64, head.seats()));
        let turn = options.turn.map(|turn| within("turn", turn, 0..=u32::MAX.into()));
        let (seat, turn) = (seat.transpose()?, turn.transpose()?.map(|turn| turn as u32));
        let Some(mut drawn) = moment(&mut replayer, &game, seat, turn)? else {
            return Err(Fault::record("the game has nothing to draw", None));
        };
        if let Some(turn) = turn.filter(|&turn| drawn.turn < turn) {
            return Err(Fault::argument(format!("turn: the game has no turn {turn}")));
        }
        if let Some(letters) = options.letters {
            drawn.scene.letters = letters.chars().take(head.seats().into()).collect();
        }
        Ok(drawn.svg(&format!("The board in turn {}", drawn.turn)))
    })
}
