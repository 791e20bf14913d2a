//! What bots think of the choices of a person.

use crate::telling;
use std::sync::atomic::AtomicBool;
use tsuro::bots::BotSpec;
use tsuro::game::{Choice, Observation, Rng, Seat};
use tsuro::json::{Json, json};
use tsuro::session::Game;
use tsuro_lab::advise;

/// The level whose bot gives advice.
const ADVISER: &str = "master";
/// How many games are simulated after each choice that bots judge by no number, such as start
/// marks, and at most in all: there are many start marks.
const ADVICE_GAMES: u32 = 400;
const ADVICE_GAMES_IN_ALL: u32 = 8000;

/// The choices of a question and how often they win, the best first.
pub type Shares = Vec<(usize, f64)>;

/// The advice on the question of a seat, unless it is told to stop.
pub fn shares(game: &Game, seat: Seat, stop: &AtomicBool) -> Shares {
    let see = game.observe(seat).stopped_by(stop);
    let choices = telling::choices(&see);
    let pick = |choice: &Choice| choices.iter().position(|known| known == choice);
    let judged = judged(&see, &mut game.bot_stream().one_way());
    judged.iter().filter_map(|(choice, share)| Some((pick(choice)?, *share))).collect()
}

/// The choices and how often they win, first the one that the adviser takes.
fn judged(see: &Observation<'_>, rng: &mut Rng) -> Vec<(Choice, f64)> {
    let weighed =
        BotSpec::parse(ADVISER).map_or_else(|_| Vec::new(), |bot| bot.make().explain(see, rng).1);
    let Some(best) = weighed.first().map(|first| first.wins) else {
        let choices = see.choices().len() as u32;
        let games = ADVICE_GAMES.min(ADVICE_GAMES_IN_ALL / choices.max(1));
        let advice = advise(see, games, rng).into_iter();
        return advice.map(|advice| (advice.choice, advice.share)).collect();
    };
    // The search takes what it tried most: what it tried seldom may have gone better by chance. In
    // an ending that is solved, it tries nothing.
    let tried = weighed.into_iter().filter(|one| one.visits > 0 || one.prior.is_none());
    let mut judged: Vec<_> = tried.map(|one| (one.choice, one.wins.min(best))).collect();
    judged.sort_by(|one, other| other.1.total_cmp(&one.1));
    judged
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_what_the_adviser_takes_and_on_start_marks_what_games_say() {
        let mut game = Game::new("classic", 2, "advised").unwrap();
        let advised = |game: &Game| {
            let seat = game.decision().unwrap().seat();
            (shares(game, seat, &AtomicBool::new(false)), telling::choices(&game.observe(seat)))
        };
        for _ in 0..2 {
            let (marks, choices) = advised(&game);
            assert_eq!(marks.len(), choices.len());
            game.play(&choices[marks[0].0]).unwrap();
        }
        let (advice, choices) = advised(&game);
        let see = game.observe(game.decision().unwrap().seat());
        let mut adviser = BotSpec::parse(ADVISER).unwrap().make();
        let chosen = adviser.choose(&see, &mut game.bot_stream().one_way());
        assert_eq!(chosen.as_ref(), Some(&choices[advice[0].0]));
        assert!(advice.len() > 1 && advice.is_sorted_by(|one, other| one.1 >= other.1));
    }
}
