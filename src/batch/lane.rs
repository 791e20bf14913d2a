//! [`Lane`]: one place of a batch, at which game after game is played.

use super::arrays::{BatchArrays, BatchError};
use super::offers::Offer;
use super::reward::RewardKind;
use crate::board::Size;
use crate::bots::Bot;
use crate::game::unchecked::{advance, deal_on, take};
use crate::game::{
    Abilities, Choice, DeciderNotice, Ending, Luck, MAX_SEATS, Memory, Observation, Phase, Purpose,
    Rng, RunSeed, Seat, SeatSet, State, View, decision_stream,
};
use crate::rules::Rules;
use crate::session::MemorySink;
use crate::tensor::{ActionId, Layout, PartialExchange, StateLayout};
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// Where the learner sits, where bots play the other seats: the same in each game, or `None`:
    /// the next one in each.
    pub learner: Option<Seat>,
    /// For each opponent, the number of the policy that the caller asks for its decisions.
    pub asked: &'a [Option<usize>],
    pub reward: RewardKind,
    /// What an action that is not allowed gives the seat that decides, and ends the game; `None`:
    /// all actions are allowed.
    pub forfeit: Option<f32>,
    /// Whether the caller's start marks are chosen at random.
    pub random_starts: bool,
    /// Whether what is seen at the end of a game is written.
    pub has_finals: bool,
    /// Once it is set, everything ends soon.
    pub stop: Option<&'a AtomicBool>,
}

impl<Z: Size> LaneFacts<'_, Z> {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
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
    legal: Vec<ActionId>,
    /// The bots that play the other seats; empty: all decisions are the caller's.
    bots: Vec<Box<dyn Bot>>,
    /// Whether bots or arrays need the memory.
    remembers: bool,
    memory: Memory,
    /// The seat of the learner; of no meaning without bots.
    learner: Seat,
    /// The policy that the caller has to ask for the next decision.
    waits: Option<usize>,
    /// Whether the end of the game counts in this step. Another game may begin within the step, and
    /// end before the learner has decided anything.
    counts: bool,
    /// The seat whose decision the last step took.
    decided: Seat,
    /// The number of choices of this game, of all seats.
    choices: u32,
    /// The seats that were in the game after the last choice, and for each other one after how many
    /// it was out.
    alive: SeatSet,
    lasted: [u32; MAX_SEATS],
}

impl<Z: Size> Lane<Z> {
    /// The lane with this number, at a fresh table.
    pub(super) fn new(
        number: u64,
        fresh: &State<Rules<Z>>,
        run: RunSeed,
        bots: Vec<Box<dyn Bot>>,
        has_knowledge: bool,
    ) -> Self {
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
            waits: None,
            counts: false,
            decided: Seat::new(0),
            choices: 0,
            alive: SeatSet::EMPTY,
            lasted: [0; MAX_SEATS],
        }
    }

    /// Begins the game with the lane's number, and plays to the first decision of the caller.
    fn begin(&mut self, facts: &LaneFacts<'_, Z>, number: usize) -> Result<(), BatchError> {
        let rules = facts.rules;
        self.luck = Luck(facts.run.game(self.index));
        self.state.clone_from(facts.fresh);
        self.partial = PartialExchange::default();
        (self.choices, self.alive) = (0, SeatSet::first(facts.layout.seats()));
        if self.remembers {
            let seats = facts.layout.seats();
            // The next seat in each game of the lane, and in the lanes beside it.
            let turn = self.index / facts.lanes + number as u64;
            self.learner = facts.learner.unwrap_or(Seat::new((turn % u64::from(seats)) as u8));
            let others = SeatSet::first(seats).without(SeatSet::only(self.learner));
            let readers = others
                .iter()
                .zip(&self.bots)
                .filter(|(_, bot)| bot.wants_events())
                .map(|(seat, _)| seat);
            self.memory = Memory::with_events(readers.collect());
            self.bots.iter_mut().for_each(|bot| bot.new_game());
            self.memory.hear(&DeciderNotice::Begins(View::new(rules, &self.state)));
            deal_on(rules, &mut self.state, &mut self.luck, &mut MemorySink(&mut self.memory));
        } else {
            deal_on(rules, &mut self.state, &mut self.luck, &mut ());
        }
        self.play_to_decision(facts, number)
    }

    /// Plays to the next decision of the caller or of an opponent that is asked, or to the end.
    fn play_to_decision(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        number: usize,
    ) -> Result<(), BatchError> {
        let rules = facts.rules;
        loop {
            if facts.is_stopped() {
                return Err(BatchError::Stopped);
            }
            let phase = if self.remembers {
                advance(rules, &mut self.state, &mut self.luck, &mut MemorySink(&mut self.memory))
            } else {
                advance(rules, &mut self.state, &mut self.luck, &mut ())
            };
            self.note_fallen();
            let view = View::new(rules, &self.state);
            let (core, decider) = (view.core(), view.core().decider());
            if phase == Phase::Exchange && self.remembers {
                self.memory.hear(&DeciderNotice::Looks(view));
            }
            if phase.decision().is_none() || self.is_lost(facts) {
                return Ok(());
            }
            let is_callers = self.bots.is_empty() || decider == self.learner;
            let choice = match phase {
                Phase::Start if is_callers && facts.random_starts => Choice::Start(
                    view.marks().sample_at_start(&mut decision_stream(self.luck.0, core)),
                ),
                _ if is_callers => return Ok(()),
                _ => {
                    // The bots sit in the order of the seats, without that of the learner.
                    let bot = decider.index() - usize::from(decider > self.learner);
                    if let Some(&Some(policy)) = facts.asked.get(bot) {
                        self.waits = Some(policy);
                        return Ok(());
                    }
                    let sees = view.observation(Some(decider)).remembering(&self.memory);
                    let sees =
                        if let Some(stop) = facts.stop { sees.stopped_by(stop) } else { sees };
                    let choice =
                        self.bots[bot].choose(&sees, &mut decision_stream(self.luck.0, core));
                    // What a search chose that was stopped does not count.
                    if facts.is_stopped() {
                        return Err(BatchError::Stopped);
                    }
                    let allowed = choice.filter(|choice| sees.check(choice).is_ok());
                    allowed.ok_or(BatchError::Bot { game: number, seat: decider })?
                }
            };
            self.play(facts, &choice);
        }
    }

    /// Notes who is out since the last choice.
    fn note_fallen(&mut self) {
        let alive = self.state.core().alive();
        if alive != self.alive {
            self.alive
                .without(alive)
                .iter()
                .for_each(|seat| self.lasted[seat.index()] = self.choices);
            self.alive = alive;
        }
        self.choices += 1;
    }

    fn play(&mut self, facts: &LaneFacts<'_, Z>, choice: &Choice) {
        if self.remembers {
            take(
                facts.rules,
                &mut self.state,
                choice,
                &mut self.luck,
                &mut MemorySink(&mut self.memory),
            );
        } else {
            take(facts.rules, &mut self.state, choice, &mut self.luck, &mut ());
        }
    }

    /// Whether the learner is out and cannot win any more.
    fn is_lost(&self, facts: &LaneFacts<'_, Z>) -> bool {
        !self.bots.is_empty()
            && facts.rules.basics.abilities.contains(Abilities::OUT_IS_LOST)
            && !self.state.core().alive().contains(self.learner)
    }

    /// Begins the first game, and writes what is seen.
    pub(super) fn reset(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        number: usize,
        arrays: BatchArrays<'_>,
        offer: Offer<'_>,
    ) -> Result<(), BatchError> {
        self.index = number as u64;
        arrays.dones.fill(0);
        arrays.rewards.fill(0.0);
        (self.waits, self.counts) = (None, false);
        self.begin(facts, number)?;
        self.settle(facts, number, arrays, offer)
    }

    /// Writes what has become of a game that has ended, and goes on to the next one as long as one
    /// ends before the learner has a decision. Then it writes what the learner sees, unless an
    /// opponent is asked first.
    fn settle(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        number: usize,
        arrays: BatchArrays<'_>,
        offer: Offer<'_>,
    ) -> Result<(), BatchError> {
        while self.waits.is_none()
            && (self.state.core().phase().decision().is_none() || self.is_lost(facts))
        {
            if self.counts {
                self.write_end(facts, arrays.dones, arrays.finals);
                self.write_rewards(facts, self.state.core().ending(), arrays.rewards);
            }
            self.index += facts.lanes;
            self.begin(facts, number)?;
        }
        if self.waits.is_some() {
            return Ok(());
        }
        self.write(facts, number, arrays, offer)
    }

    /// Shows what a seat sees; `None`: what everybody sees.
    pub(super) fn observe<R>(
        &self,
        rules: &Rules<Z>,
        seat: Option<Seat>,
        look: impl FnOnce(&Observation<'_>) -> R,
    ) -> R {
        look(&View::new(rules, &self.state).observation(seat).remembering(&self.memory))
    }

    /// The policy that the caller has to ask for the next decision; `None`: the decision is the
    /// learner's.
    pub(super) fn waits_for(&self) -> Option<usize> {
        self.waits
    }

    /// Writes what the seat that decides sees, with the layout of its policy, and what it may do.
    pub(super) fn show(
        &self,
        rules: &Rules<Z>,
        number: usize,
        layout: &Layout,
        array: &mut [u8],
        mask: &mut [u8],
    ) -> Result<(u32, Seat), BatchError> {
        let view = View::new(rules, &self.state);
        let (seat, turn) = (view.core().decider(), view.core().turn());
        let sees = view.observation(Some(seat)).remembering(&self.memory);
        layout.write(&sees, &self.partial, array);
        let written = layout.actions().write_mask(&sees, &self.partial, mask);
        written.map(|()| (turn, seat)).map_err(|why| BatchError::Action { game: number, why })
    }

    /// Takes an action of the opponent that is asked, plays on, and writes what is seen unless an
    /// opponent is asked again.
    pub(super) fn answer(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        number: usize,
        action: u16,
        arrays: BatchArrays<'_>,
        offer: Offer<'_>,
    ) -> Result<(), BatchError> {
        let view = View::new(facts.rules, &self.state);
        let (seat, turn) = (view.core().decider(), view.core().turn());
        let sees = view.observation(Some(seat));
        let actions = facts.layout.actions();
        let taken = actions
            .id(action.into())
            .and_then(|id| actions.take(&sees, &mut self.partial, id).ok())
            .filter(|_| self.waits.is_some());
        match taken.ok_or(BatchError::Answer { game: number, turn, seat, action })? {
            // A tile of an exchange: the same seat goes on.
            None => Ok(()),
            Some(choice) => {
                self.waits = None;
                self.play(facts, &choice);
                self.play_to_decision(facts, number)?;
                self.settle(facts, number, arrays, offer)
            }
        }
    }

    /// Writes that the game has ended, and what was seen there.
    fn write_end(&mut self, facts: &LaneFacts<'_, Z>, dones: &mut [u8], finals: &mut [u8]) {
        self.counts = false;
        dones.fill(1);
        if facts.has_finals {
            let seat = if self.bots.is_empty() { self.decided } else { self.learner };
            let sees = View::new(facts.rules, &self.state)
                .observation(Some(seat))
                .remembering(&self.memory);
            facts.layout.write(&sees, &self.partial, finals);
        }
    }

    /// Takes one of the allowed actions, plays on, and writes what is seen.
    pub(super) fn step(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        number: usize,
        action: u16,
        arrays: BatchArrays<'_>,
        offer: Offer<'_>,
    ) -> Result<(), BatchError> {
        arrays.dones.fill(0);
        arrays.rewards.fill(0.0);
        let view = View::new(facts.rules, &self.state);
        let decided = view.core().decider();
        if let Some(reward) = facts.forfeit
            && !offer.allows(action)
        {
            self.decided = decided;
            self.write_end(facts, arrays.dones, arrays.finals);
            arrays.rewards[decided.index()] = reward;
            self.index += facts.lanes;
            self.begin(facts, number)?;
            return self.settle(facts, number, arrays, offer);
        }
        let action = ActionId::unchecked(action);
        let sees = view.observation(Some(decided));
        let choice = facts
            .layout
            .actions()
            .take_listed(&sees, &mut self.partial, action)
            .map_err(|why| BatchError::Action { game: number, why })?;
        (self.counts, self.decided) = (true, decided);
        if let Some(choice) = choice {
            self.play(facts, &choice);
            self.play_to_decision(facts, number)?;
        }
        self.settle(facts, number, arrays, offer)
    }

    /// Writes what the seat that decides sees and may do.
    fn write(
        &mut self,
        facts: &LaneFacts<'_, Z>,
        number: usize,
        arrays: BatchArrays<'_>,
        offer: Offer<'_>,
    ) -> Result<(), BatchError> {
        let BatchArrays { observations, masks, seats, states: whole, .. } = arrays;
        let Offer { allowed, sample, .. } = offer;
        let view = View::new(facts.rules, &self.state);
        let seat = view.core().decider();
        let sees = view.observation(Some(seat)).remembering(&self.memory);
        seats.fill(seat.number());
        masks.fill(0);
        allowed.fill(0);
        let Self { legal, partial, .. } = self;
        legal.clear();
        let note = |id: ActionId| {
            legal.push(id);
            masks[id.index()] = 1;
            allowed[id.index() / 64] |= 1 << (id.index() % 64);
        };
        let listed = if let Some(states) = facts.states {
            states.write(view, &sees, partial, whole);
            observations.copy_from_slice(&whole[..facts.layout.len()]);
            facts.layout.actions().each_legal(&sees, partial, note)
        } else {
            facts.layout.write_listing(&sees, partial, observations, note)
        };
        listed.map_err(|why| BatchError::Action { game: number, why })?;
        let drawn = self.sampler.below(self.legal.len().max(1) as u32) as usize;
        sample[0] = self.legal.get(drawn).map_or(0, |id| id.number());
        Ok(())
    }

    /// Writes what each seat has won. Where one person plays all pieces, it is the share of them
    /// that is left (V4); where all win or lose together, 1 or 0 (W6).
    fn write_rewards(&self, facts: &LaneFacts<'_, Z>, ending: Option<Ending>, rewards: &mut [f32]) {
        let core = self.state.core();
        let seats = f32::from(core.seats());
        if facts.rules.basics.one_hand() {
            return rewards.fill(f32::from(core.alive().len()) / seats);
        }
        if facts.rules.basics.together {
            let is_won = ending.is_some_and(|ending| !ending.winners.is_empty());
            return rewards.fill(f32::from(u8::from(is_won)));
        }
        // Where the learner is out before the game has ended, the others share what it has lost.
        let winners = ending.map_or(core.alive(), |ending| ending.winners);
        let others = (seats - 1.0).max(1.0);
        let share = 1.0 / f32::from(winners.len().max(1));
        match facts.reward {
            RewardKind::Win => {
                rewards.fill(-1.0 / others);
                winners
                    .iter()
                    .for_each(|seat| rewards[seat.index()] = (seats * share - 1.0) / others);
            }
            RewardKind::Rank => {
                let mut points = [None; MAX_SEATS];
                View::new(facts.rules, &self.state)
                    .observation(None)
                    .each_points(|seat, count| points[seat.index()] = Some(count));
                // Winners last longer than everybody; where points are counted, these are the rank
                // of the others.
                let rank = |seat: Seat| {
                    let out = if core.alive().contains(seat) {
                        u32::MAX
                    } else {
                        self.lasted[seat.index()]
                    };
                    (winners.contains(seat), points[seat.index()], out)
                };
                for (seat, reward) in SeatSet::first(core.seats()).iter().zip(rewards) {
                    let sign = |other: Seat| f32::from(rank(seat).cmp(&rank(other)) as i8);
                    *reward = SeatSet::first(core.seats()).iter().map(sign).sum::<f32>() / others;
                }
            }
        }
    }
}
