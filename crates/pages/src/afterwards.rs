//! Games that are over, looked at together: comments at their turns.

use crate::comments::Comments;
use crate::refused::Refused;
use crate::requests::SentComment;
use crate::states::GameState;
use crate::table::SeatedGame;

/// The comments at a game after one was sent.
///
/// # Errors
/// The game is not over, there is no such turn, or what is wrong with the text.
pub fn commented(table: &SeatedGame, sent: &SentComment) -> Result<Comments, Refused> {
    if !matches!(table.state, GameState::Over | GameState::Uploaded) {
        return Err(Refused::Bad("comments are of games that are over".to_owned()));
    }
    let last = table.game.turn();
    if !(1..=last).contains(&sent.turn) {
        return Err(Refused::Bad(format!("turn: 1 to {last}")));
    }
    let mut comments = table.comments.clone();
    comments.write(sent.turn, sent.seat.map(|seat| seat.0), &sent.text)?;
    Ok(comments)
}
