//! [`GameBatch`]: the lanes of a batch.

use super::arrays::{BatchArrays, BatchError, RowLens};
use super::command::Command;
use super::crew::Crew;
use super::lane::{Lane, LaneFacts};
use super::offers::Offers;
use super::reward::RewardKind;
use crate::board::{Large, Size, Small};
use crate::bots::BotSpec;
use crate::game::{Observation, RunSeed, Seat, State, table};
use crate::rules::{AnyRules, Rules};
use crate::ruleset::Variant;
use crate::tensor::{Layout, StateLayout};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Where the learner sits in a batch in which bots play the other seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LearnerSeat {
    /// In each seat in turn: the next one in each game of a lane, and in each lane beside it.
    InTurn,
    /// Always in this seat.
    At(Seat),
}

/// Many games of one rule set at tables of one size, side by side.
///
/// Each game has a number, and the deals and dice of that number in the run of the seed: lane *l*
/// of *n* plays the games *l*, *l* + *n*, *l* + 2*n* and so on. So the same seed and the same
/// actions write the same bytes, on any number of threads.
///
/// Without opponents, the caller makes every decision of every seat, and `seats` says which seat
/// decides. With [opponents](GameBatch::against), the caller makes only the learner's decisions.
pub struct GameBatch {
    variant: Arc<Variant>,
    layout: Layout,
    states: Option<StateLayout>,
    run: RunSeed,
    bots: Vec<BotSpec>,
    /// For each opponent, the number under which the caller is asked for its decisions.
    asked: Vec<Option<usize>>,
    learner: LearnerSeat,
    reward: RewardKind,
    forfeit: Option<f32>,
    random_starts: bool,
    has_finals: bool,
    crew: Crew,
    stop: Option<Arc<AtomicBool>>,
    games: usize,
    lanes: AnyLanes,
    offers: Offers,
}

/// The lanes, for either width of the rules.
enum AnyLanes {
    Small(Lanes<Small>),
    Large(Lanes<Large>),
}

struct Lanes<Z: Size> {
    fresh: Box<State<Rules<Z>>>,
    /// Empty until the first reset.
    lanes: Vec<Lane<Z>>,
}

impl GameBatch {
    /// A batch of `lanes` games with the table of `layout`. It begins with a
    /// [reset](GameBatch::reset).
    ///
    /// # Errors
    /// If there are no games, or the layout is one of other rules.
    pub fn new(
        variant: impl Into<Arc<Variant>>,
        layout: Layout,
        games: usize,
        seed: &str,
    ) -> Result<Self, BatchError> {
        let variant = variant.into();
        if games == 0 {
            return Err(BatchError::NoGames);
        }
        if !layout.is_of(&variant) {
            return Err(BatchError::OtherRules);
        }
        let seats = layout.seats();
        let offers = Offers::new(games, layout.actions().len());
        let lanes = match variant.rules() {
            AnyRules::Small(rules) => {
                AnyLanes::Small(Lanes { fresh: Box::new(table(rules, seats)), lanes: Vec::new() })
            }
            AnyRules::Large(rules) => {
                AnyLanes::Large(Lanes { fresh: Box::new(table(rules, seats)), lanes: Vec::new() })
            }
        };
        Ok(Self {
            variant,
            layout,
            states: None,
            run: RunSeed::new(seed),
            bots: Vec::new(),
            asked: Vec::new(),
            learner: LearnerSeat::InTurn,
            reward: RewardKind::default(),
            forfeit: None,
            random_starts: false,
            has_finals: false,
            crew: Crew::default(),
            stop: None,
            games,
            lanes,
            offers,
        })
    }

    /// The same batch on `threads` threads, at least one: the calling one and others that live as
    /// long as the batch. If the system refuses to start them, the calling one does all the work.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { crew: Crew::new(threads.max(1)), ..self }
    }

    /// Starts other threads for the next step. It has to be called in a process that was forked:
    /// the threads stay in the one that began the batch.
    pub fn renew_threads(&mut self) {
        self.crew.renew();
    }

    /// The same batch, whose steps end soon after `stop` is set, searches of bots included. Then
    /// the batch has to be reset.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The same batch with other rewards.
    #[must_use]
    pub fn rewards(self, reward: RewardKind) -> Self {
        Self { reward, ..self }
    }

    /// The same batch, in which an action that is not allowed ends its game with this reward for the
    /// seat that decides, and 0 for the others, instead of being refused.
    #[must_use]
    pub fn with_forfeits(self, reward: f32) -> Self {
        Self { forfeit: Some(reward), ..self }
    }

    /// The same batch, in which the caller's start marks are chosen at random, as the bot `random`
    /// does. A game that ends before the caller has anything to decide is passed over.
    #[must_use]
    pub fn with_random_starts(self) -> Self {
        Self { random_starts: true, ..self }
    }

    /// The same batch, which also writes whole games for a critic.
    #[must_use]
    pub fn with_states(self) -> Self {
        Self { states: Some(StateLayout::new(self.layout.clone())), ..self }
    }

    /// The same batch, which also writes what was seen at the end of a game: by the learner, or
    /// without opponents by the seat that decided last.
    #[must_use]
    pub fn with_finals(self) -> Self {
        Self { has_finals: true, ..self }
    }

    /// The same batch with bots in all seats but the learner's, in the order of the seats. Where
    /// only the last piece on the board wins, a game ends when the learner is out. It begins anew
    /// with a [reset](GameBatch::reset).
    ///
    /// # Errors
    /// If the number of bots is not that of the other seats, or the learner's seat is not at the
    /// table.
    pub fn against(mut self, bots: Vec<BotSpec>, learner: LearnerSeat) -> Result<Self, BatchError> {
        let (seats, given) = (self.layout.seats(), bots.len());
        if given + 1 != usize::from(seats) {
            return Err(BatchError::Bots { given, needed: usize::from(seats) - 1 });
        }
        if let LearnerSeat::At(seat) = learner
            && seat.number() >= seats
        {
            return Err(BatchError::NoSeat { seat: seat.number(), seats });
        }
        (self.bots, self.learner) = (bots, learner);
        self.clear();
        Ok(self)
    }

    /// The same batch, which asks the caller for the decisions of some opponents, in the order of
    /// [`GameBatch::against`]: of each that has a number here, which is that of a policy. The bots in
    /// their places are never asked.
    ///
    /// After a reset or a step, games may wait for these policies. [`GameBatch::waiting`] lists
    /// them, [`GameBatch::show`] writes what the policy sees, and [`GameBatch::answer`] goes on,
    /// until no game waits. Only then are the rows of all games written.
    #[must_use]
    pub fn asking(mut self, policies: Vec<Option<usize>>) -> Self {
        self.asked = policies;
        self.clear();
        self
    }

    /// The numbers of the games that wait for a policy.
    pub fn waiting(&self, policy: usize) -> Vec<usize> {
        fn of<Z: Size>(lanes: &Lanes<Z>, policy: usize) -> Vec<usize> {
            let waits = |(_, lane): &(usize, &Lane<Z>)| lane.waits_for() == Some(policy);
            lanes.lanes.iter().enumerate().filter(waits).map(|(number, _)| number).collect()
        }
        match &self.lanes {
            AnyLanes::Small(lanes) => of(lanes, policy),
            AnyLanes::Large(lanes) => of(lanes, policy),
        }
    }

    /// Writes what the seat that decides sees in a game that waits, with the layout of its policy,
    /// and which actions are allowed. Returns the number of the turn, and the seat.
    ///
    /// # Errors
    /// A rule asks what has no numbers.
    ///
    /// # Panics
    /// If there is no such game, or an array has the wrong length.
    pub fn show(
        &self,
        game: usize,
        layout: &Layout,
        array: &mut [u8],
        mask: &mut [u8],
    ) -> Result<(u32, Seat), BatchError> {
        match (self.variant.rules(), &self.lanes) {
            (AnyRules::Small(rules), AnyLanes::Small(lanes)) => {
                lanes.lanes[game].show(rules, game, layout, array, mask)
            }
            (AnyRules::Large(rules), AnyLanes::Large(lanes)) => {
                lanes.lanes[game].show(rules, game, layout, array, mask)
            }
            _ => unreachable!("lanes are as wide as their rules"),
        }
    }

    /// Shows what a seat sees in a game, or without a seat what everybody sees, for pictures and the
    /// like; `None` if there is no such game, or it has not begun.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn observe<R>(
        &self,
        game: usize,
        seat: Option<Seat>,
        look: impl FnOnce(&Observation<'_>) -> R,
    ) -> Option<R> {
        match (self.variant.rules(), &self.lanes) {
            (AnyRules::Small(rules), AnyLanes::Small(lanes)) => {
                Some(lanes.lanes.get(game)?.observe(rules, seat, look))
            }
            (AnyRules::Large(rules), AnyLanes::Large(lanes)) => {
                Some(lanes.lanes.get(game)?.observe(rules, seat, look))
            }
            _ => unreachable!("lanes are as wide as their rules"),
        }
    }

    /// Takes the actions of policies in the games that wait for them, `None` in all others, and
    /// plays on.
    ///
    /// # Errors
    /// As for [`GameBatch::step`]; the batch has to be reset then.
    pub fn answer(
        &mut self,
        answers: &[Option<u16>],
        arrays: &mut BatchArrays<'_>,
    ) -> Result<(), BatchError> {
        if answers.len() != self.games {
            return Err(BatchError::Length {
                name: "answers",
                given: answers.len(),
                needed: self.games,
            });
        }
        arrays.check(self.games, self.row_lens())?;
        self.each(Command::Answer(answers), arrays)
    }

    /// The number of games.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// What the arrays of observations hold.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What the arrays of whole games hold; `None`: none are written.
    pub const fn states(&self) -> Option<&StateLayout> {
        self.states.as_ref()
    }

    /// The lengths of a game's rows.
    pub(super) fn row_lens(&self) -> RowLens {
        RowLens {
            observation: self.layout.len(),
            mask: self.layout.actions().len(),
            rewards: self.layout.seats().into(),
            state: self.states.as_ref().map_or(0, StateLayout::len),
            finals: if self.has_finals { self.layout.len() } else { 0 },
        }
    }

    /// About how long a lane takes in a step, in nanoseconds (`benches/tensors`).
    fn lane_work(&self) -> usize {
        if self.bots.iter().any(BotSpec::may_play_out) {
            return usize::MAX;
        }
        let own = if self.layout.field("outlook").is_some() { 800 } else { 270 };
        own + 2_000 * self.bots.len()
    }

    /// Begins the first game of each lane.
    ///
    /// # Errors
    /// If an array has the wrong length, a rule asks what has no numbers, or the batch was stopped.
    pub fn reset(&mut self, arrays: &mut BatchArrays<'_>) -> Result<(), BatchError> {
        arrays.check(self.games, self.row_lens())?;
        let (games, bots, run, has_knowledge) =
            (self.games, &self.bots, self.run, self.layout.has_knowledge());
        match &mut self.lanes {
            AnyLanes::Small(lanes) => lanes.fill(games, bots, run, has_knowledge),
            AnyLanes::Large(lanes) => lanes.fill(games, bots, run, has_knowledge),
        }
        self.each(Command::Reset, arrays)
    }

    /// Takes an action in each game, plays on to the next decision of the caller, and writes what
    /// is seen there. A game that ends gives its rewards, and the next one begins at once.
    ///
    /// # Errors
    /// If an action is not allowed and does not [end the game](GameBatch::with_forfeits), or an array
    /// has the wrong length; then nothing has changed. If a rule asks what has no numbers, a bot
    /// chooses what is not allowed, or the batch was stopped, it has to be reset.
    pub fn step(
        &mut self,
        actions: &[u16],
        arrays: &mut BatchArrays<'_>,
    ) -> Result<(), BatchError> {
        if actions.len() != self.games {
            return Err(BatchError::Length {
                name: "actions",
                given: actions.len(),
                needed: self.games,
            });
        }
        arrays.check(self.games, self.row_lens())?;
        let (has_begun, waits) = match &self.lanes {
            AnyLanes::Small(lanes) => (!lanes.lanes.is_empty(), lanes.wait()),
            AnyLanes::Large(lanes) => (!lanes.lanes.is_empty(), lanes.wait()),
        };
        if !has_begun {
            return Err(BatchError::NotBegun);
        }
        if waits {
            return Err(BatchError::Waiting);
        }
        if self.forfeit.is_none() {
            self.offers.check(actions)?;
        }
        self.each(Command::Step(actions), arrays)
    }

    /// For each game one of the actions that are allowed, all equally likely, from a stream of the
    /// lane's own: drawn with the masks, so the same ones until the next step or reset.
    pub fn sampled_actions(&self) -> &[u16] {
        self.offers.samples()
    }

    fn each(
        &mut self,
        command: Command<'_>,
        arrays: &mut BatchArrays<'_>,
    ) -> Result<(), BatchError> {
        let row_lens = self.row_lens();
        let learner = if let LearnerSeat::At(seat) = self.learner { Some(seat) } else { None };
        let (reward, forfeit) = (self.reward, self.forfeit);
        let (random_starts, has_finals) = (self.random_starts, self.has_finals);
        self.crew.expect(self.lane_work());
        let Self { variant, layout, states, run, games, crew, stop, lanes, offers, asked, .. } =
            self;
        let (states, run, games, stop) = (states.as_ref(), *run, *games as u64, stop.as_deref());
        // Rules of either size.
        macro_rules! each_of {
            ($rules:ident, $lanes:ident) => {{
                let Lanes { fresh, lanes } = $lanes;
                let facts = LaneFacts {
                    rules: $rules,
                    fresh,
                    layout,
                    states,
                    run,
                    lanes: games,
                    learner,
                    asked,
                    reward,
                    forfeit,
                    random_starts,
                    has_finals,
                    stop,
                };
                crew.each(&facts, lanes, command, (arrays.reborrow(), row_lens), offers.all())
            }};
        }
        let done = match (variant.rules(), &mut *lanes) {
            (AnyRules::Small(rules), AnyLanes::Small(lanes)) => each_of!(rules, lanes),
            (AnyRules::Large(rules), AnyLanes::Large(lanes)) => each_of!(rules, lanes),
            _ => unreachable!("lanes are as wide as their rules"),
        };
        // Some games have gone on and others not: no array says how they stand.
        if done.is_err() {
            self.clear();
        }
        done
    }

    /// Ends all games: the next call has to be a reset.
    pub fn clear(&mut self) {
        match &mut self.lanes {
            AnyLanes::Small(lanes) => lanes.lanes.clear(),
            AnyLanes::Large(lanes) => lanes.lanes.clear(),
        }
    }
}

impl<Z: Size> Lanes<Z> {
    /// Whether some game waits for an opponent that is asked.
    fn wait(&self) -> bool {
        self.lanes.iter().any(|lane| lane.waits_for().is_some())
    }

    /// Makes the lanes anew.
    fn fill(&mut self, games: usize, bots: &[BotSpec], run: RunSeed, has_knowledge: bool) {
        let lane = |number| {
            Lane::new(
                number,
                &self.fresh,
                run,
                bots.iter().map(BotSpec::make).collect(),
                has_knowledge,
            )
        };
        self.lanes = (0..games as u64).map(lane).collect();
    }
}

impl fmt::Debug for GameBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameBatch")
            .field("rules", &self.variant.name())
            .field("seats", &self.layout.seats())
            .field("games", &self.games)
            .field("opponents", &self.bots)
            .finish_non_exhaustive()
    }
}
