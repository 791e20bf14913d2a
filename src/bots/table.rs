//! A table of bots, one a seat.

use super::{Bot, Fault};
use crate::board::{Laid, Place};
use crate::game::{DeciderNotice, Deciders, Exchange, GameSeed, Memory, Observation, Rng, RuleSet, Seat, View, bot_stream};
use std::sync::atomic::AtomicBool;

/// A bot chose what the rules do not allow, or nothing at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("turn {turn}: the bot at seat {seat} {what}")]
pub struct BadChoice {
    /// Whose bot.
    pub seat: Seat,
    /// When.
    pub turn: u32,
    /// What it did.
    pub what: String,
}

/// Bots that decide for their seats, each choice checked.
pub struct BotTable<'a> {
    bots: Vec<Box<dyn Bot>>,
    seed: GameSeed,
    strict: bool,
    stop: Option<&'a AtomicBool>,
    faults: Vec<Vec<Fault>>,
    memory: Memory,
}

impl<'a> BotTable<'a> {
    /// A table with these bots, seat by seat.
    pub fn new(bots: Vec<Box<dyn Bot>>, seed: GameSeed) -> Self {
        let faults = bots.iter().map(|_| Vec::new()).collect();
        let readers = (0..).zip(&bots).filter(|(_, bot)| bot.wants_events()).map(|(seat, _)| Seat::new(seat)).collect();
        Self { bots, seed, strict: false, stop: None, faults, memory: Memory::with_events(readers) }
    }

    /// The same table, at which a game stops at the first fault of a bot outside the program.
    #[must_use]
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// The same table, at which nobody is asked any more once `stop` is set, and who is being asked is told to break off: the game ends at this
    /// decision.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// What went wrong in a seat since this was last asked.
    pub fn new_faults(&mut self, seat: Seat) -> Vec<Fault> {
        std::mem::take(&mut self.faults[seat.index()])
    }

    /// What everybody at the table remembers.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The bots, and for each seat what went wrong.
    pub fn into_parts(self) -> (Vec<Box<dyn Bot>>, Vec<Vec<Fault>>) {
        (self.bots, self.faults)
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
        let mut see = view.observation(Some(seat)).remembering(&self.memory);
        if let Some(stop) = self.stop {
            see = see.stopped_by(stop);
        }
        let stopped = || BadChoice { seat, turn, what: "was not asked to the end: the run was stopped".into() };
        if see.is_stopped() {
            return Err(stopped());
        }
        let mut rng = bot_stream(self.seed, view.core().phase(), seat, turn);
        let bot = &mut *self.bots[seat.index()];
        let choice = ask(bot, &see, &mut rng);
        // Meanwhile it may have been told to break off its thinking.
        if see.is_stopped() {
            return Err(stopped());
        }
        let faults = bot.faults();
        if let (true, Some(fault)) = (self.strict, faults.first()) {
            return Err(BadChoice { seat, turn, what: fault.to_string() });
        }
        self.faults[seat.index()].extend(faults);
        if allowed(&see, &choice) {
            Ok(choice)
        } else {
            Err(BadChoice { seat, turn, what: format!("chose {}, which is not allowed", describe(&choice)) })
        }
    }
}

impl<R: RuleSet> Deciders<R> for BotTable<'_> {
    type Stop = BadChoice;

    const LISTENS: bool = true;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.memory.hear(&news);
        if let DeciderNotice::Begins(_) = news {
            self.bots.iter_mut().for_each(|bot| bot.new_game());
        }
    }

    fn start(&mut self, view: View<'_, R>) -> Result<Place, BadChoice> {
        self.ask(
            &view,
            |bot, see, rng| bot.start(see, rng),
            |see, mark| see.start_marks().contains(mark),
            |mark| format!("start mark {mark}"),
        )
    }

    fn place(&mut self, view: View<'_, R>) -> Result<Laid, BadChoice> {
        let mut count = 0;
        let tile = self.ask(
            &view,
            |bot, see, rng| bot.place(see, rng),
            |see, tile| {
                let legal = see.legal();
                count = legal.len() as u8;
                legal.contains(tile)
            },
            |tile| format!("tile {} turned {}", tile.face(), tile.rotation()),
        );
        self.memory.counted(count);
        tile
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::BotSpec;
    use crate::game::{Luck, RunSeed, deal_and_play, table};
    use crate::rules::Registry;
    use crate::ruleset::{BuiltIns, Variant, load};
    use crate::with_rules;

    #[test]
    fn nobody_is_asked_once_the_run_is_stopped() {
        let registry = Registry::default();
        let variant = Variant::new(load("classic", &BuiltIns, &registry).unwrap(), &registry).unwrap();
        let seed = RunSeed::new("1").game(0);
        for stop in [false, true] {
            let stop = AtomicBool::new(stop);
            let bots = (0..2).map(|_| BotSpec::parse("safe").unwrap().make()).collect();
            let mut bots = BotTable::new(bots, seed).stopped_by(&stop);
            let played =
                with_rules!(variant.rules(), |rules| { deal_and_play(rules, &mut table(rules, 2), &mut bots, &mut Luck(seed), &mut ()) });
            assert_eq!(played.is_err(), stop.into_inner(), "{played:?}");
        }
    }
}
