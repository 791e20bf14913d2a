//! A game goes on the same from wherever it is taken up.

use super::case::GameCase;
use super::must_hold::{Broken, CheckResult, TAKEN_UP};
use super::records::game_of;
use serde_json::Value;
use std::sync::Arc;
use tsuro::game::{Choice, KeyWords as _, Timing, TimingSet};
use tsuro::record::Replayer;
use tsuro::ruleset::Variant;
use tsuro::session::Game;
use tsuro::with_rules;

/// Plays through [`Game`]. At each decision the game goes on the same from its position, from a
/// snapshot and from a copy.
pub(super) fn check_taken_up(
    variant: &Arc<Variant>,
    case: &GameCase,
    replayer: &mut Replayer<'_>,
) -> CheckResult {
    let run = format!("{} {}", case.seed, case.index);
    let begun = Game::from_variant(Arc::clone(variant), case.players, &run);
    let mut game = begun.map_err(|why| refuse(why.to_string()))?;
    let mut numbers = case.numbers();
    while let Some(decision) = game.decision() {
        let choices = game.observe(decision.seat()).choices();
        let Some(choice) = choices.get(numbers.below(choices.len())) else {
            return Err(refuse(format!("{} has no choices", decision.kind())));
        };
        let (turn, kind) = (game.turn(), decision.kind());
        play_everywhere(variant, &mut game, choice)
            .map_err(|how| refuse(format!("in turn {turn}, at {kind}: {how}")))?;
    }
    let record = game.record().map_err(|why| refuse(why.to_string()))?;
    let game = game_of(&record).ok_or_else(|| refuse("the record cannot be read".to_owned()))?;
    replayer.replay(&game).map(|_| ()).map_err(|why| refuse(why.to_string()))
}

fn refuse(why: String) -> Broken {
    (TAKEN_UP, why)
}

/// Makes a choice in a game, and in the games that are taken up where it stands; `Err`: how one of
/// them differs.
fn play_everywhere(variant: &Arc<Variant>, game: &mut Game, choice: &Choice) -> Result<(), String> {
    let position = game.position();
    let restored = Game::restore_under(Arc::clone(variant), &game.snapshot())
        .map_err(|why| why.to_string())?;
    let mut others = vec![("the snapshot", restored), ("a copy", game.clone())];
    if !is_about_a_loss(variant, &position) {
        let set_up =
            Game::at(Arc::clone(variant), &position, game.seed()).map_err(|why| why.to_string())?;
        others.push(("the position", set_up));
    }
    game.play(choice).map_err(|why| format!("{choice}: {why}"))?;
    for (what, mut other) in others {
        if other.position() != position {
            return Err(format!("{what} {position} comes back as {}", other.position()));
        }
        other.play(choice).map_err(|why| format!("{choice} from {what}: {why}"))?;
        if other.position() != game.position() {
            return Err(format!(
                "{choice} leads from {what} to {}, and in the game to {}",
                other.position(),
                game.position()
            ));
        }
    }
    Ok(())
}

/// Whether a position stands at a question on pieces that are about to be lost, or in the midst of
/// more than positions say.
fn is_about_a_loss(variant: &Variant, position: &Value) -> bool {
    const UNSAID: TimingSet =
        TimingSet::NESTED.or(TimingSet::new(&[Timing::Ahead, Timing::Travelled]));
    let Some(question) =
        position.get("question").filter(|question| question.get("about").is_none())
    else {
        return false;
    };
    let word = |name: &str| question.get(name).and_then(Value::as_str);
    let moment = word("when").and_then(Timing::from_word);
    let of_rule = || {
        with_rules!(variant.rules(), |rules| rules
            .list
            .timings_of(word("rule").unwrap_or_default()))
    };
    moment.map_or_else(of_rule, |moment| TimingSet::new(&[moment])).meets(UNSAID)
}
