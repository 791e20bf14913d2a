//! [`Lane`]: one place of a batch, at which game after game is played.

use super::arrays::{BatchArrays, BatchError};
use crate::board::Size;
use crate::bots::Bot;
use crate::game::unchecked::{advance, deal_on, take};
use crate::game::{
    Choice, DeciderNotice, Ending, Luck, Memory, Phase, Purpose, Rng, RunSeed, ScoreRule, Seat, SeatSet, State, View, decision_stream,
};
use crate::rules::{Rules, Score};
use crate::session::MemorySink;
use crate::tensor::{ActionId, Layout, PartialExchange, StateLayout};

/// What all lanes of a batch share.
pub(super) struct LaneFacts<'a, Z: Size> {
    pub rules: &'a Rules<Z>,
    /// A table before the deal, copied for each game.
    pub fresh: &'a State<Rules<Z>>,
    pub layout: &'a Layout,
    pub states: Option<&'a StateLayout>,
    pub run: RunSeed,
    /// By how much the number of the game grows from one game of a lane to the next.
    pub lanes: u64,
    /// Where the learner sits, where bots play the other seats: the same in each game, or `None`: the next one in each.
    pub learner: Option<Seat>,
}

/// One place of a batch.
pub(super) struct Lane<Z: Size> {
    state: State<Rules<Z>>,
    /// The number of the game in the run.
    index: u64,
    luck: Luck,
    /// Draws actions at random; no game depends on it.
    sampler: Rng,
    partial: PartialExchange,
    /// What the seat that decides may do.
    pub legal: Vec<ActionId>,
    /// The bots that play the other seats; empty: all decisions are the caller's.
    bots: Vec<Box<dyn Bot>>,
    /// Whether bots or arrays need the memory.
    remembers: bool,
    memory: Memory,
    /// The seat of the learner; of no meaning without bots.
    learner: Seat,
}

impl<Z: Size> Lane<Z> {
    /// The lane with this number, at a fresh table.
    pub(super) fn new(number: u64, fresh: &State<Rules<Z>>, run: RunSeed, bots: Vec<Box<dyn Bot>>, has_knowledge: bool) -> Self {
        Self {
            remembers: has_knowledge || !bots.is_empty(),
            state: fresh.clone(),
            index: number,
            luck: Luck(run.game(number)),
            // No game has such a turn.
            sampler: run.game(number).stream(Purpose::BotPlace, 0, u32::MAX, 0),
            partial: PartialExchange::default(),
            legal: Vec::new(),
            bots,
            memory: Memory::default(),
            learner: Seat::new(0),
        }
    }

    /// Draws one of the actions that are allowed, all equally likely.
    pub(super) fn sample(&mut self) -> u16 {
        let number = self.sampler.below(self.legal.len().max(1) as u32) as usize;
        self.legal.get(number).map_or(0, |id| id.number())
    }

    /// Begins the game with the lane's number, and plays to the first decision of the caller.
    fn begin(&mut self, facts: &LaneFacts<'_, Z>) -> Result<(), Seat> {
        let rules = facts.rules;
        self.luck = Luck(facts.run.game(self.index));
        self.state.clone_from(facts.fresh);
        self.partial = PartialExchange::default();
        if self.remembers {
            let seats = facts.layout.seats();
            self.learner = facts.learner.unwrap_or(Seat::new((self.index % u64::from(seats)) as u8));
            let others = SeatSet::first(seats).without(SeatSet::only(self.learner));
            let readers = others.iter().zip(&self.bots).filter(|(_, bot)| bot.wants_events()).map(|(seat, _)| seat);
            self.memory = Memory::with_events(readers.collect());
            self.bots.iter_mut().for_each(|bot| bot.new_game());
            self.memory.hear(&DeciderNotice::Begins(View::new(rules, &self.state)));
            deal_on(rules, &mut self.state, &mut self.luck, &mut MemorySink(&mut self.memory));
        } else {
            deal_on(rules, &mut self.state, &mut self.luck, &mut ());
        }
        self.go_on(facts)
    }

    /// Plays to the next decision of the caller, or to the end; an error is the seat of a bot that chose what is not
    /// allowed.
    fn go_on(&mut self, facts: &LaneFacts<'_, Z>) -> Result<(), Seat> {
        let rules = facts.rules;
        if !self.remembers {
            advance(rules, &mut self.state, &mut self.luck, &mut ());
            return Ok(());
        }
        loop {
            let phase = advance(rules, &mut self.state, &mut self.luck, &mut MemorySink(&mut self.memory));
            let view = View::new(rules, &self.state);
            let (core, decider) = (self.state.core(), self.state.core().decider());
            if phase == Phase::Exchange {
                self.memory.hear(&DeciderNotice::Looks(view));
            }
            let is_callers = self.bots.is_empty() || decider == self.learner;
            if phase.decision().is_none() || is_callers || self.is_lost(facts) {
                return Ok(());
            }
            // The bots sit in the order of the seats, without that of the learner.
            let bot = decider.index() - usize::from(decider > self.learner);
            let sees = view.observation(Some(decider)).remembering(&self.memory);
            let choice = self.bots[bot].choose(&sees, &mut decision_stream(self.luck.0, core));
            let choice = choice.filter(|choice| sees.check(choice).is_ok()).ok_or(decider)?;
            self.play(facts, &choice);
        }
    }

    fn play(&mut self, facts: &LaneFacts<'_, Z>, choice: &Choice) {
        if self.remembers {
            take(facts.rules, &mut self.state, choice, &mut self.luck, &mut MemorySink(&mut self.memory));
        } else {
            take(facts.rules, &mut self.state, choice, &mut self.luck, &mut ());
        }
    }

    /// Whether the learner is out and cannot win any more: only the last piece on the board wins.
    fn is_lost(&self, facts: &LaneFacts<'_, Z>) -> bool {
        !self.bots.is_empty() && matches!(facts.rules.score, Score::LastStanding(_)) && !self.state.core().alive().contains(self.learner)
    }

    /// Begins the first game, and writes what is seen.
    pub(super) fn reset(&mut self, facts: &LaneFacts<'_, Z>, number: usize, arrays: BatchArrays<'_>) -> Result<(), BatchError> {
        self.index = number as u64;
        arrays.dones.fill(0);
        arrays.rewards.fill(0.0);
        self.begin(facts).map_err(|seat| BatchError::Bot { game: number, seat })?;
        self.skip_ended(facts, number)?;
        self.write(facts, number, arrays)
    }

    /// Goes on to the next game as long as one ends before the learner has a decision.
    fn skip_ended(&mut self, facts: &LaneFacts<'_, Z>, number: usize) -> Result<(), BatchError> {
        while self.state.core().phase().decision().is_none() || self.is_lost(facts) {
            self.index += facts.lanes;
            self.begin(facts).map_err(|seat| BatchError::Bot { game: number, seat })?;
        }
        Ok(())
    }

    /// Takes an action, one of those allowed, plays on, and writes what is seen.
    pub(super) fn step(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        number: usize,
        action: ActionId,
        arrays: BatchArrays<'_>,
    ) -> Result<(), BatchError> {
        arrays.dones.fill(0);
        arrays.rewards.fill(0.0);
        let view = View::new(facts.rules, &self.state);
        let sees = view.observation(Some(view.core().decider()));
        let choice =
            facts.layout.actions().take(&sees, &mut self.partial, action).map_err(|why| BatchError::Action { game: number, why })?;
        if let Some(choice) = choice {
            self.play(facts, &choice);
            self.go_on(facts).map_err(|seat| BatchError::Bot { game: number, seat })?;
            let ending = self.state.core().ending();
            if ending.is_some() || self.is_lost(facts) {
                arrays.dones.fill(1);
                write_rewards(facts, &self.state, ending, arrays.rewards);
                self.index += facts.lanes;
                self.begin(facts).map_err(|seat| BatchError::Bot { game: number, seat })?;
                self.skip_ended(facts, number)?;
            }
        }
        self.write(facts, number, arrays)
    }

    /// Writes what the seat that decides sees and may do.
    fn write(&mut self, facts: &LaneFacts<'_, Z>, number: usize, arrays: BatchArrays<'_>) -> Result<(), BatchError> {
        let BatchArrays { observations, masks, seats, states: whole, .. } = arrays;
        let view = View::new(facts.rules, &self.state);
        let seat = view.core().decider();
        let sees = view.observation(Some(seat)).remembering(&self.memory);
        seats.fill(seat.number());
        match facts.states {
            Some(states) => {
                states.write(view, &sees, &self.partial, whole);
                observations.copy_from_slice(&whole[..facts.layout.len()]);
            }
            None => facts.layout.write(&sees, &self.partial, observations),
        }
        masks.fill(0);
        let Self { legal, partial, .. } = self;
        legal.clear();
        let listed = facts.layout.actions().each_legal(&sees, partial, |id| {
            legal.push(id);
            masks[id.index()] = 1;
        });
        listed.map_err(|why| BatchError::Action { game: number, why })
    }
}

/// What each seat has won: (S × share − 1) / (S − 1), where the winners share 1, so that all together win nothing. Where
/// one person plays all pieces, the share of them that is left (V4).
fn write_rewards<Z: Size>(facts: &LaneFacts<'_, Z>, state: &State<Rules<Z>>, ending: Option<Ending>, rewards: &mut [f32]) {
    let seats = f32::from(state.core().seats());
    if facts.rules.score.one_hand() {
        return rewards.fill(f32::from(state.core().alive().len()) / seats);
    }
    let others = (seats - 1.0).max(1.0);
    // Where the learner is out before the game has ended, the others share what it has lost.
    let winners = ending.map_or(state.core().alive(), |ending| ending.winners);
    rewards.fill(-1.0 / others);
    let share = 1.0 / f32::from(winners.len().max(1));
    winners.iter().for_each(|seat| rewards[seat.index()] = (seats * share - 1.0) / others);
}
