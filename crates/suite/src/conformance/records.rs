//! Checks of the record of a game: forgeries are noticed, and views leak nothing.

use super::must_hold::{CheckResult, ILLEGAL, LEAK, REPLAY};
use serde_json::{Map, Value, json};
use tsuro::board::{FACES, Face};
use tsuro::game::{Memory, Seat};
use tsuro::record::{GameRecord, RecordReader, Replayer, view};

/// Checks that a record with an illegal placement is refused at that line.
pub(super) fn check_forged(game: &GameRecord, replayer: &mut Replayer<'_>) -> CheckResult {
    let Some(at) = game.lines.iter().position(|line| line.starts_with("{\"event\":\"placed\""))
    else {
        return Ok(());
    };
    let mut event: Value = serde_json::from_str(&game.lines[at]).unwrap_or_default();
    let player = event["player"].as_u64().unwrap_or(u64::MAX) as usize;
    let deal: Value =
        game.lines.get(1).and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let hand = &deal["hands"]
        [if deal["hands"].as_array().is_some_and(|hands| hands.len() == 1) { 0 } else { player }];
    let held =
        |face: &u64| hand.as_array().into_iter().flatten().any(|tile| tile.as_u64() == Some(*face));
    let Some(other) = (0..FACES as u64).find(|face| !held(face)) else { return Ok(()) };
    event["tile"] = json!(other);
    event["rotation"] = json!(0);
    let mut lines = game.lines.clone();
    lines[at] = event.to_string();
    let mut forged = game.clone();
    (forged.lines, forged.cut) = (lines, false);
    match replayer.replay(&forged) {
        Err(mismatch) if mismatch.line == game.first_line + at => Ok(()),
        Err(mismatch) => Err((
            ILLEGAL,
            format!(
                "an illegal placement in line {} is noticed only in line {}",
                at + 1,
                mismatch.line
            ),
        )),
        Ok(_) => Err((
            ILLEGAL,
            format!("a record with an illegal placement in line {} is accepted", at + 1),
        )),
    }
}

/// The first game of a record.
pub(super) fn game_of(record: &str) -> Option<GameRecord> {
    RecordReader::new(record.as_bytes()).game().ok().flatten()
}

/// The last turn of a record: its position, and its events without the beginning of the turn.
pub(super) fn last_turn(
    before: Option<(Value, u64)>,
    record: &str,
) -> Option<(Value, Vec<Map<String, Value>>)> {
    let (position, events) = before?;
    // The first line is the record's header, not an event.
    let events = record
        .lines()
        .skip(events as usize + 1)
        .filter_map(|line| serde_json::from_str::<Map<String, Value>>(line).ok());
    let events =
        events.filter(|event| event.get("event").and_then(Value::as_str) != Some("turn")).collect();
    Some((position, events))
}

/// Checks that no seat's view of the record shows another hand, the order of the pile, or the seed.
pub(super) fn check_record_views(
    game: &GameRecord,
    memory: &Memory,
    players: u8,
    open: bool,
) -> CheckResult {
    for seat in (0..players).map(Seat::new) {
        for (index, line) in view(game, memory, seat).lines().enumerate() {
            let Ok(event) = serde_json::from_str::<Map<String, Value>>(line) else { continue };
            let shows = |value: Option<&Value>| {
                value
                    .and_then(Value::as_array)
                    .is_some_and(|list| list.iter().any(Value::is_number))
            };
            let name = event.get("event").and_then(Value::as_str).unwrap_or_default();
            let others =
                event.get("hands").and_then(Value::as_array).into_iter().flatten().enumerate();
            let other_hand = !open
                && others
                    .into_iter()
                    .any(|(owner, hand)| owner != seat.index() && shows(Some(hand)));
            let foreign =
                event.get("player").and_then(Value::as_u64) != Some(u64::from(seat.number()));
            // A tile that was put out of the game for all to see is named in its draw.
            let was_shown = |(owner, tile): (Seat, Face)| {
                event.get("player") == Some(&json!(owner.number()))
                    && event.get("tile") == Some(&json!(tile.number()))
            };
            let drawn = name == "drew"
                && foreign
                && !open
                && event.get("tile").is_some_and(Value::is_number);
            let drawn = drawn && !memory.shown_draws().any(was_shown);
            if shows(event.get("pile"))
                || other_hand
                || drawn
                || event.get("seed").is_some_and(Value::is_string)
            {
                return Err((
                    LEAK,
                    format!("line {} shows seat {seat} what it cannot know", index + 1),
                ));
            }
        }
    }
    Ok(())
}

/// Checks that the view of a seat follows from itself.
pub(super) fn check_view_follows(
    game: &GameRecord,
    memory: &Memory,
    seat: Seat,
    replayer: &mut Replayer<'_>,
) -> CheckResult {
    let refuse = |why: String| (REPLAY, format!("the view of seat {seat}: {why}"));
    let seen =
        game_of(&view(game, memory, seat)).ok_or_else(|| refuse("it cannot be read".to_owned()))?;
    replayer.check_view(&seen).map(|_| ()).map_err(|why| refuse(why.to_string()))
}
