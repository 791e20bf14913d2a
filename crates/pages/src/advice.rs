//! What bots think of the choices of a person.

use crate::telling;
use std::sync::atomic::AtomicBool;
use tsuro::game::{Choice, Seat};
use tsuro::json::{Json, json};
use tsuro::session::Game;
use tsuro_lab::advise;

/// How many games a piece of advice simulates after each choice, and at most in all: there are many
/// start marks.
const ADVICE_GAMES: u32 = 400;
const ADVICE_GAMES_IN_ALL: u32 = 8000;

/// The choices of a question and how often they win, the best first.
pub type Shares = Vec<(usize, f64)>;

/// The advice on the question of a seat, unless it is told to stop.
pub fn shares(game: &Game, seat: Seat, stop: &AtomicBool) -> Shares {
    let see = game.observe(seat).stopped_by(stop);
    let choices = telling::choices(&see);
    let most = ADVICE_GAMES_IN_ALL / (choices.len() as u32).max(1);
    let advice = advise(&see, ADVICE_GAMES.min(most), &mut game.bot_stream().one_way());
    let pick = |choice: &Choice| choices.iter().position(|known| known == choice);
    advice.iter().filter_map(|advice| Some((pick(&advice.choice)?, advice.share))).collect()
}

/// As clients are told it.
pub fn told(advice: &[(usize, f64)]) -> Json {
    let entry = |(pick, share): &(usize, f64)| {
        json!({
            "pick": pick, "share": (share * 1000.0).round() / 1000.0
        })
    };
    json!({ "advice": Json::List(advice.iter().map(entry).collect()) })
}
