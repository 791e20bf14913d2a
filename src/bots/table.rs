//! A table of bots, one a seat.

use super::Bot;
use crate::board::{Laid, Place};
use crate::game::{Deciders, Exchange, GameSeed, Observation, Rng, RuleSet, Seat, View, bot_stream};

/// A bot chose what the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the bot at seat {seat} chose {choice}, which is not allowed in turn {turn}")]
pub struct BadChoice {
    /// Whose bot.
    pub seat: Seat,
    /// When.
    pub turn: u32,
    /// What it chose.
    pub choice: String,
}

/// Bots that decide for their seats, each choice checked.
pub struct BotTable {
    bots: Vec<Box<dyn Bot>>,
    seed: GameSeed,
}

impl BotTable {
    /// A table with these bots, seat by seat.
    pub fn new(bots: Vec<Box<dyn Bot>>, seed: GameSeed) -> Self {
        Self { bots, seed }
    }

    /// Asks the active seat's bot, and checks what it says.
    fn ask<R: RuleSet, T>(
        &mut self,
        view: &View<'_, R>,
        ask: impl FnOnce(&mut dyn Bot, &Observation<'_>, &mut Rng) -> T,
        allowed: impl FnOnce(&Observation<'_>, &T) -> bool,
        describe: impl FnOnce(&T) -> String,
    ) -> Result<T, BadChoice> {
        let (seat, turn) = (view.core().active(), view.core().turn());
        let see = view.observation(Some(seat));
        let mut rng = bot_stream(self.seed, view.core().phase(), seat, turn);
        let choice = ask(&mut *self.bots[seat.index()], &see, &mut rng);
        if allowed(&see, &choice) { Ok(choice) } else { Err(BadChoice { seat, turn, choice: describe(&choice) }) }
    }
}

impl<R: RuleSet> Deciders<R> for BotTable {
    type Stop = BadChoice;

    fn start(&mut self, view: View<'_, R>) -> Result<Place, BadChoice> {
        self.ask(
            &view,
            |bot, see, rng| bot.start(see, rng),
            |see, mark| see.start_marks().contains(mark),
            |mark| format!("start mark {mark}"),
        )
    }

    fn place(&mut self, view: View<'_, R>) -> Result<Laid, BadChoice> {
        self.ask(
            &view,
            |bot, see, rng| bot.place(see, rng),
            |see, tile| see.legal().contains(tile),
            |tile| format!("tile {} turned {}", tile.face(), tile.rotation()),
        )
    }

    #[allow(clippy::redundant_closure_for_method_calls, reason = "the method alone is not general enough over lifetimes")]
    fn exchange(&mut self, view: View<'_, R>) -> Result<Exchange, BadChoice> {
        self.ask(
            &view,
            |bot, see, rng| bot.exchange(see, rng),
            |see, exchange| see.allows_exchange(exchange),
            |exchange| format!("to give {:?} for {:?}", exchange.gave, exchange.took),
        )
    }

    fn relocate(&mut self, view: View<'_, R>, must: bool) -> Result<Option<Place>, BadChoice> {
        self.ask(
            &view,
            |bot, see, rng| bot.relocate(see, must, rng),
            |see, mark| mark.map_or(!must, |mark| see.relocation_marks().contains(&mark)),
            |mark| mark.map_or("to stay".into(), |mark| format!("start mark {mark}")),
        )
    }
}
