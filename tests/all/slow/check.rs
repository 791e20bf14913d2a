//! Whole streams of events, one a line.

use super::Game;
use super::json::text;
use serde_json::Value;

/// Checks a stream: several games may follow each other. The answer is how many there were, or the
/// first line (counted from
/// 1) that cannot be, and why. A stream that stops before `end` is fine, also in the middle of its
///    last line.
pub fn check_stream(stream: &str) -> Result<usize, (usize, String)> {
    let mut games = 0;
    let mut game: Option<Game> = None;
    let lines: Vec<&str> = stream.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let number = index + 1;
        let event: Value = match serde_json::from_str(line) {
            Ok(event) => event,
            // Cut off in the middle of the last line.
            Err(_) if number == lines.len() && !stream.ends_with('\n') => break,
            Err(error) => return Err((number, format!("not JSON: {error}"))),
        };
        check_event(&mut game, &mut games, &event).map_err(|why| (number, why))?;
    }
    Ok(games)
}

fn check_event(game: &mut Option<Game>, games: &mut usize, event: &Value) -> Result<(), String> {
    let begins = text(event, "event")? == "game";
    match game {
        Some(running) if !running.is_over() => running.apply(event),
        _ if begins => {
            *game = Some(Game::new(event)?);
            *games += 1;
            Ok(())
        }
        _ => Err(format!("expected a `game` event, found {event}")),
    }
}
