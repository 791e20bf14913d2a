//! [`BotTable`]: bots as the deciders of a game, one for each seat.

use super::{Bot, Fault};
use crate::game::{
    Choice, DeciderNotice, Deciders, GameSeed, Memory, Phase, RuleSet, Seat, View, decision_stream,
};
use std::sync::atomic::AtomicBool;

/// Why a table of bots stopped a game: a choice that the rules do not allow, a fault at a strict
/// table, or a run that was stopped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("turn {turn}: the bot at seat {seat} {what}")]
#[non_exhaustive]
pub struct BadChoice {
    /// The bot's seat.
    pub seat: Seat,
    /// The number of the turn.
    pub turn: u32,
    /// What the bot did, as the end of a sentence.
    pub what: String,
}

/// Bots that decide for their seats. Every choice is checked.
pub struct BotTable<'a> {
    bots: Vec<Box<dyn Bot>>,
    seed: GameSeed,
    strict: bool,
    stop: Option<&'a AtomicBool>,
    faults: Vec<Vec<Fault>>,
    memory: Memory,
}

impl<'a> BotTable<'a> {
    /// A table with these bots, in the order of the seats, for the game with this seed.
    pub fn new(bots: Vec<Box<dyn Bot>>, seed: GameSeed) -> Self {
        let faults = bots.iter().map(|_| Vec::new()).collect();
        let readers = (0..)
            .zip(&bots)
            .filter(|(_, bot)| bot.wants_events())
            .map(|(seat, _)| Seat::new(seat))
            .collect();
        Self { bots, seed, strict: false, stop: None, faults, memory: Memory::with_events(readers) }
    }

    /// The same table; if it is `strict`, a game stops at the first fault of a bot outside the
    /// program.
    #[must_use]
    pub fn strict(self, strict: bool) -> Self {
        Self { strict, ..self }
    }

    /// The same table, at which a game stops at the next decision once `stop` is set. A bot that is
    /// deciding can see that it should break off.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Takes the faults of a seat's bot since the last call.
    pub fn new_faults(&mut self, seat: Seat) -> Vec<Fault> {
        std::mem::take(&mut self.faults[seat.index()])
    }

    /// What the seats at the table remember.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The bots, and the faults of each that were not [taken](BotTable::new_faults).
    pub fn into_parts(self) -> (Vec<Box<dyn Bot>>, Vec<Vec<Fault>>) {
        (self.bots, self.faults)
    }
}

impl<R: RuleSet> Deciders<R> for BotTable<'_> {
    type Stop = BadChoice;

    const LISTENS: bool = true;

    fn hear(&mut self, notice: DeciderNotice<'_, R>) {
        self.memory.hear(&notice);
        if let DeciderNotice::Begins(_) = notice {
            self.bots.iter_mut().for_each(|bot| bot.new_game());
        }
    }

    /// The bot of the seat that decides is asked, and its choice is checked.
    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, BadChoice> {
        let core = view.core();
        let (seat, turn, phase) = (core.decider(), core.turn(), core.phase());
        let bad = |what: String| BadChoice { seat, turn, what };
        let mut see = view.observation(Some(seat)).remembering(&self.memory);
        if let Some(stop) = self.stop {
            see = see.stopped_by(stop);
        }
        let stopped = || bad("was not asked to the end: the run was stopped".into());
        if see.is_stopped() {
            return Err(stopped());
        }
        let bot = &mut *self.bots[seat.index()];
        let choice = bot.choose(&see, &mut decision_stream(self.seed, core));
        // The flag may have been set meanwhile; then the choice counts for nothing.
        if see.is_stopped() {
            return Err(stopped());
        }
        let faults = bot.faults();
        if let (true, Some(fault)) = (self.strict, faults.first()) {
            return Err(bad(fault.to_string()));
        }
        self.faults[seat.index()].extend(faults);
        let choice = choice
            .ok_or_else(|| bad(bot.failure().unwrap_or_else(|| "chose nothing".to_owned())))?;
        let mut count = 0;
        let allowed = match &choice {
            Choice::Place(tile) if phase == Phase::Place => {
                count = see.legal_count();
                see.legal().contains(tile)
            }
            choice => see.check(choice).is_ok(),
        };
        if !allowed {
            return Err(bad(format!("chose {choice}, which is not allowed")));
        }
        self.memory.set_legal_count(count);
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Laid;
    use crate::bots::BotSpec;
    use crate::game::{Ending, Luck, Observation, Rng, RunSeed, deal_and_play, table};
    use crate::rules::Registry;
    use crate::ruleset::{BuiltIns, Variant};
    use crate::with_rules;
    use std::sync::atomic::Ordering;

    /// Has two bots play a game of classic.
    fn play_one<'a>(bots: impl FnOnce(GameSeed) -> BotTable<'a>) -> Result<Ending, BadChoice> {
        let variant = Variant::load("classic", &BuiltIns, &Registry::default()).unwrap();
        let seed = RunSeed::new("1").game(0);
        let mut bots = bots(seed);
        with_rules!(variant.rules(), |rules| deal_and_play(
            rules,
            &mut table(rules, 2),
            &mut bots,
            &mut Luck(seed),
            &mut ()
        ))
    }

    /// Lays a tile, whatever is asked.
    struct Hasty;

    impl Bot for Hasty {
        fn choose(&mut self, see: &Observation<'_>, _: &mut Rng) -> Option<Choice> {
            see.hand().iter().next().map(|face| Choice::Place(Laid::smallest(face, 0)))
        }
        fn place(&mut self, see: &Observation<'_>, _: &mut Rng) -> Laid {
            see.legal()[0]
        }
    }

    #[test]
    fn a_placement_where_a_start_mark_is_asked_for_is_a_bad_choice() {
        let bad = play_one(|seed| BotTable::new(vec![Box::new(Hasty), Box::new(Hasty)], seed))
            .unwrap_err();
        assert!(
            (bad.seat, bad.turn) == (Seat::new(0), 0) && bad.what.contains("is not allowed"),
            "{bad}"
        );
    }

    /// Gives up, and says why.
    struct Failing;

    impl Bot for Failing {
        fn choose(&mut self, _: &Observation<'_>, _: &mut Rng) -> Option<Choice> {
            None
        }
        fn place(&mut self, see: &Observation<'_>, _: &mut Rng) -> Laid {
            see.legal()[0]
        }
        fn failure(&mut self) -> Option<String> {
            Some("has no idea".to_owned())
        }
    }

    #[test]
    fn a_bot_that_fails_stops_the_game_with_its_reason() {
        let stopped =
            play_one(|seed| BotTable::new(vec![Box::new(Failing), Box::new(Failing)], seed));
        assert_eq!(stopped.unwrap_err().what, "has no idea");
    }

    #[test]
    fn no_bot_is_asked_once_the_run_is_stopped() {
        for stop in [false, true] {
            let stop = AtomicBool::new(stop);
            let bots = (0..2).map(|_| BotSpec::parse("safe").unwrap().make()).collect();
            let played = play_one(|seed| BotTable::new(bots, seed).stopped_by(&stop));
            assert_eq!(played.is_err(), stop.load(Ordering::Relaxed), "{played:?}");
        }
    }
}
