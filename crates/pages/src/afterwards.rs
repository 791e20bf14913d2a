//! Games that are over, looked at together: comments at their turns, and other placements.

use crate::comments::Comments;
use crate::refused::Refused;
use crate::requests::{SentComment, SentWhatIf};
use crate::reviewing::ReviewedGame;
use crate::states::GameState;
use crate::table::SeatedGame;
use crate::telling;
use tsuro::game::Event;
use tsuro::json::{Json, json};
use tsuro::picture::BoardScene;
use tsuro_faces::table::ask::{Ask, Card};
use tsuro_faces::table::review::placed_tile;

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

/// What else could have been laid at a placement of a game: the cards of the hand, and with a tile
/// that is tried out the patch of the board.
///
/// # Errors
/// There is no such placement, or the hand does not have the tile.
pub fn what_if(of: &ReviewedGame, sent: &SentWhatIf) -> Result<Json, Refused> {
    let bad = |why: &str| Refused::Bad(why.to_owned());
    let is_placed = |event: &Event| matches!(event, Event::Placed { .. });
    let mut placed = of.game.events_since(0).enumerate().filter(|(_, event)| is_placed(event));
    let mark = placed.nth(sent.placement).map(|(mark, _)| mark);
    let game = mark.and_then(|mark| of.game.at_mark(mark));
    let game = game.ok_or_else(|| bad("placement: there is no such placement"))?;
    let decision = game.decision().ok_or_else(|| bad("placement: it was no choice"))?;
    let see = game.observe(decision.seat());
    let narrator = &of.narrator;
    let Ask::Cards { cards, .. } = Ask::new(&see, narrator) else {
        return Err(bad("placement: it was no choice of a tile"));
    };
    // Cards speak to the player who decides; this is told to all.
    let card = |card: &Card| {
        json!({
            "tile": card.tile.face(),
            "rotation": card.tile.rotation(),
            "placed": placed_tile(&see, narrator, card.tile),
            "words": narrator.consequences(&see.consequences(card.tile), None),
            "allowed": card.refused.is_none(),
        })
    };
    let mut told = json!({
        "seat": decision.seat(),
        "who": narrator.name(decision.seat()),
        "square": see.placing_square().map(|square| square.to_string()),
        "cards": Json::List(cards.iter().map(card).collect()),
    });
    if let Some((tile, rotation)) = sent.laid {
        let is_laid = |card: &&Card| {
            card.tile.face().number() == tile && card.tile.rotation().turns() == rotation
        };
        let found = cards.iter().find(is_laid);
        let laid = found.ok_or_else(|| bad("laid: not a tile of the hand in one of its turns"))?;
        let before = BoardScene::new(&see, &of.letters);
        let after = before.clone().trying(&see, laid.tile);
        told.set("patch", telling::patch(&before, &after, narrator.language));
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{TableSeat, TableTexts};
    use tsuro::session::Game;
    use tsuro_faces::words::Language;

    /// A game that is over at a table.
    fn played(rules: &str) -> SeatedGame {
        let dealt = Game::new(rules, 3, "what if").unwrap();
        let mut game = dealt.clone();
        while let Some(decision) = game.decision() {
            game.play(&game.observe(decision.seat()).choices()[0].clone()).unwrap();
        }
        let texts = TableTexts::new(dealt.variant().resolved());
        let seats = ["Ann", "Bea", "easy"].map(|name| TableSeat::recorded(name, false)).into();
        let mut table = SeatedGame::new("id".to_owned(), rules.into(), texts, dealt, seats, None);
        table.set_game(game);
        table.state = GameState::Over;
        table
    }

    #[test]
    fn every_placement_has_the_tile_that_was_laid_and_others_that_change_the_board() {
        for rules in ["classic", "seas"] {
            let table = played(rules);
            let of = ReviewedGame::new(&table, None, &[], Language::English).unwrap();
            let told = |placement, laid| what_if(&of, &SentWhatIf { placement, laid });
            let events: Vec<Event> = table.game.events_since(0).collect();
            let laid = events.iter().filter_map(|event| match event {
                Event::Placed { player, tile, .. } => Some((*player, *tile)),
                _ => None,
            });
            let mut count = 0;
            for (placement, (player, tile)) in laid.enumerate() {
                let at = Some((tile.face().number(), tile.rotation().turns()));
                let told = told(placement, at).unwrap();
                let text = told.to_string();
                assert!(text.starts_with(&format!("{{\"seat\":{},", player.number())), "{text}");
                assert!(text.contains("\"patch\":{\"squares\":{\""), "{rules} {placement}");
                count += 1;
            }
            assert!(told(count, None).is_err(), "there are no more");
            assert!(told(0, Some((99, 0))).is_err(), "a tile that nobody has");
        }
    }
}
