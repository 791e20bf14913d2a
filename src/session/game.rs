//! The checked game.

use super::error::GameError;
use super::notes::PlayNotes;
use super::snapshot::{Beginning, GameStart, Past, SeedLuck, Snapshot, Step};
use crate::game::{
    self, Choice, Consequence, DeciderNotice, Decision, DecisionPoint, Ending, Event, Events,
    Illegal, Luck, Memory, Observation, Purpose, Rng, RuleSet, Seat, SeatSet, Sink, State, View,
    WholeEvents,
};
use crate::record::{
    GameRecord, Header, RecordReader, Replayer, read_position, view, write_position,
};
use crate::rules::{AnyGameState, Registry, with_state};
use crate::ruleset::{BuiltIns, Variant};
use crate::tensor::{PartialExchange, StateLayout};
use crate::with_rules;
use serde_json::Value;
use std::fmt;
use std::io::BufRead;
use std::sync::Arc;

/// A game in progress: rules and state in one variable, every choice checked in every build,
/// nothing about its size or its rules in its type.
///
/// ```
/// use tsuro::Game;
///
/// let mut game = Game::new("seas+minimum=5", 4, "any text")?;
/// while let Some(decision) = game.decision() {
///     // What the seat that decides can see, and the choices that it has: nothing more can be
///     // reached from here.
///     let sees = game.observe(decision.seat());
///     let choice = sees.choices()[0].clone();
///     // The same checks in every build: a choice that is not allowed is an error, and changes
///     // nothing.
///     for event in game.play(&choice)? {
///         println!("{event:?}");
///     }
/// }
/// println!("{:?}", game.ending());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The same rules, number of players and seed give the same luck, whatever is chosen. A clone goes
/// its own way; see [`Game::fork`] for one with luck of its own.
#[derive(Clone)]
pub struct Game {
    pub(super) variant: Arc<Variant>,
    state: AnyGameState,
    memory: Memory,
    /// The luck from now on.
    luck: Luck,
    /// Empty: the players have no names.
    pub(super) players: Vec<String>,
    /// How often players took choices back, for the record.
    pub(super) undos: u32,
    /// What people add to the record.
    pub(super) notes: PlayNotes,
    /// From this and the events all that is past is made again when it is needed.
    pub(super) start: GameStart,
}

/// The listener of a [`Game`], and of a batch with bots: everybody's memory.
pub(crate) struct MemorySink<'a>(pub(crate) &'a mut Memory);

impl Sink for MemorySink<'_> {
    // A module of WebAssembly is loaded over a network, and there its size counts for more.
    const OWN_ENGINE: bool = !cfg!(target_family = "wasm");

    // Counting the legal placements takes as long as the rest of a turn; a record has them counted
    // when it is written.
    fn counts_legal(&self) -> bool {
        false
    }

    #[inline]
    fn follows(&self) -> bool {
        self.0.follows()
    }

    #[expect(clippy::inline_always, reason = "as `Memory::event`")]
    #[inline(always)]
    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
    }
}

/// As [`MemorySink`], which says after each event how many there have been.
struct HeardSink<'a>(MemorySink<'a>, &'a mut dyn FnMut(usize));

impl Sink for HeardSink<'_> {
    fn counts_legal(&self) -> bool {
        self.0.counts_legal()
    }

    fn follows(&self) -> bool {
        self.0.follows()
    }

    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
        (self.1)(self.0.0.len());
    }
}

/// What is told when a past is played again, besides what records have.
#[derive(Debug, Clone, Copy, Default)]
struct ReplayDetail {
    /// Every change of the board.
    follows: bool,
    /// The number of legal placements, as records have it: that takes too long for games of which
    /// no record is wanted.
    legal: bool,
}

/// Plays on to the next decision, or to the end.
#[expect(
    clippy::inline_always,
    reason = "6 % of the instructions of a random game through `Game`, counted by callgrind"
)]
#[inline(always)]
fn play_to_decision<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    luck: &mut Luck,
    memory: &mut Memory,
) {
    if game::unchecked::advance(rules, state, luck, &mut MemorySink(memory))
        == game::Phase::Exchange
    {
        memory.hear(&DeciderNotice::Looks(View::new(rules, state)));
    }
}

impl Game {
    /// Deals a game for `players` under the rule set that `rules` names: a built-in one, with
    /// mixins and values if you like (`"seas+rough-seas+minimum=5"`). Any text is a seed, and
    /// decides all luck.
    ///
    /// Rule sets from elsewhere, and rules written in Rust, come in through [`Game::from_variant`].
    ///
    /// # Errors
    /// If there is no such rule set, or it does not allow this number of players.
    pub fn new(rules: &str, players: u8, seed: &str) -> Result<Self, GameError> {
        Self::from_variant(Variant::load(rules, &BuiltIns, &Registry::default())?, players, seed)
    }

    /// Deals a game of a rule set that was loaded before. An `Arc<Variant>` is shared and not
    /// compiled again.
    ///
    /// # Errors
    /// If the rule set does not allow this number of players.
    pub fn from_variant(
        variant: impl Into<Arc<Variant>>,
        players: u8,
        seed: &str,
    ) -> Result<Self, GameError> {
        Self::in_run(variant, players, seed, 0)
    }

    /// As [`Game::from_variant`], but game number `index` (from 0) of the run that has this seed:
    /// the games that `tsuro simulate` plays.
    ///
    /// # Errors
    /// If the rule set is not for this number of players.
    pub fn in_run(
        variant: impl Into<Arc<Variant>>,
        players: u8,
        seed: &str,
        index: u64,
    ) -> Result<Self, GameError> {
        Self::begin(
            variant.into(),
            SeedLuck { seed: seed.to_owned(), index },
            Beginning::Deal(players),
            false,
        )
    }

    /// Sets a game up at a position, as [`Game::position`] or `tsuro` writes them
    /// (`docs/formats/positions.md`). The seed decides the luck from there on, and the order of a
    /// pile that is left out.
    ///
    /// A position does not say who went first: [`Observation::first`] is seat 0 then, unless start
    /// marks are still being chosen.
    ///
    /// # Errors
    /// The first field of the position that cannot be.
    pub fn at(
        variant: impl Into<Arc<Variant>>,
        position: &Value,
        seed: &str,
    ) -> Result<Self, GameError> {
        Self::begin(
            variant.into(),
            SeedLuck::new(seed),
            Beginning::Position(position.clone()),
            false,
        )
    }

    /// The first game of a record, checked event by event, up to where the record ends. It goes on
    /// from there with the luck of its seed. Rules written in Rust come from `registry`;
    /// [`Registry::default`] has the rules of this crate.
    ///
    /// # Errors
    /// If the text is not a record, or the first event that does not follow.
    pub fn from_record(record: &str, registry: &Registry) -> Result<Self, GameError> {
        Self::read_record(record.as_bytes(), registry)
    }

    /// As [`Game::from_record`], from a file or a pipe, of which nothing after the first game is
    /// needed. What no record can be is refused as soon as that shows: a line or a game that is too
    /// long.
    ///
    /// # Errors
    /// As [`Game::from_record`], and if the file or pipe cannot be read.
    pub fn read_record(record: impl BufRead, registry: &Registry) -> Result<Self, GameError> {
        let game = RecordReader::new(record).game()?.ok_or(GameError::NoGame)?;
        let head = Replayer::new(registry).head(&game)?;
        let luck = SeedLuck { seed: head.seed, index: head.index };
        let mut started = Self::begin(head.variant, luck, Beginning::Record(game.lines), false)?;
        started.players = head.players;
        started.undos = head.undos;
        Ok(started)
    }

    /// Takes a game up again where a [`Snapshot`] was made. The snapshot has its rules with it;
    /// rules written in Rust come from `registry`.
    ///
    /// # Errors
    /// If the snapshot is not one, or not of this version of the rules.
    pub fn restore(snapshot: &Snapshot, registry: &Registry) -> Result<Self, GameError> {
        snapshot.check_format()?;
        Self::restore_under(snapshot.variant(registry)?, snapshot)
    }

    /// As [`Game::restore`], under rules that were compiled before, which saves most of the time.
    ///
    /// # Errors
    /// If the snapshot is not one, or of a game under other rules.
    pub fn restore_under(
        variant: impl Into<Arc<Variant>>,
        snapshot: &Snapshot,
    ) -> Result<Self, GameError> {
        snapshot.check_format()?;
        let variant = variant.into();
        if variant.hash() != snapshot.rules_hash {
            return Err(GameError::OtherRules {
                given: variant.hash().to_owned(),
                needed: snapshot.rules_hash.clone(),
            });
        }
        let mut game = Self::from_past(variant, &snapshot.past(), ReplayDetail::default())?;
        let (names, seats) = (snapshot.players.len(), game.seats());
        if names != usize::from(seats) {
            return Err(GameError::Field {
                field: "players",
                why: format!("there are {names} names, and {seats} players"),
            });
        }
        game.name_players(&snapshot.players);
        game.notes = snapshot.notes.of_game(game.lines_before(usize::MAX));
        if game.position() == snapshot.position { Ok(game) } else { Err(GameError::Diverged) }
    }

    /// The same game, whose events tell every change of the board from its beginning on, besides
    /// the events that records have: [`Event::Content`] and [`Event::Shows`] as well. A program
    /// that follows the events of such a game need not look at the game itself; one that follows
    /// what a seat is [told](Game::events_seen_by) knows all that the seat sees of the board.
    #[must_use]
    pub fn followed(self) -> Self {
        if self.memory.follows() {
            return self;
        }
        // What could be played once can be played again.
        let told = ReplayDetail { follows: true, legal: false };
        let Ok(again) = Self::from_past(Arc::clone(&self.variant), &self.past(), told) else {
            return self;
        };
        Self { players: self.players, undos: self.undos, notes: self.notes, ..again }
    }

    /// Plays a past again, and has that told.
    fn from_past(
        variant: Arc<Variant>,
        past: &Past,
        told: ReplayDetail,
    ) -> Result<Self, GameError> {
        let mut game =
            Self::begin(variant, past.luck.clone(), past.beginning.clone(), told.follows)?;
        for (number, step) in past.steps.iter().enumerate() {
            if told.legal && matches!(step, Step::Choice(Choice::Place(_))) {
                let count =
                    with_state!(game.variant.rules(), &game.state, |rules, state| View::new(
                        rules, state
                    )
                    .choices()
                    .count());
                game.memory.set_legal_count(count);
            }
            if let Step::Redeal { seat, .. } = step
                && seat.number() >= game.seats()
            {
                return Err(GameError::Field {
                    field: "steps",
                    why: format!("step {number} names the seat {}", seat.number()),
                });
            }
            game.take_step(step).map_err(|why| GameError::Step { step: number, why })?;
        }
        Ok(game)
    }

    pub(super) fn begin(
        variant: Arc<Variant>,
        seed: SeedLuck,
        beginning: Beginning,
        follows: bool,
    ) -> Result<Self, GameError> {
        let mut luck = seed.luck();
        let notes = match &beginning {
            Beginning::Record(lines) => PlayNotes::of_lines(lines),
            Beginning::Deal(_) | Beginning::Position(_) => PlayNotes::default(),
        };
        let remember = |players| Memory::with_events(SeatSet::first(players)).following(follows);
        let (state, memory) = match &beginning {
            &Beginning::Deal(players) => {
                let allowed = variant.players();
                if !allowed.contains(players) {
                    return Err(GameError::Players { players, allowed });
                }
                let mut memory = remember(players);
                let state = with_rules!(variant.rules(), |rules| {
                    let mut state = game::table(rules, players);
                    memory.hear(&DeciderNotice::Begins(View::new(rules, &state)));
                    game::unchecked::deal_on(
                        rules,
                        &mut state,
                        &mut luck,
                        &mut MemorySink(&mut memory),
                    );
                    AnyGameState::from(state)
                });
                (state, memory)
            }
            Beginning::Position(position) => with_rules!(variant.rules(), |rules| {
                let state = read_position(rules, position, luck.0)?;
                let mut memory = remember(state.core().seats());
                memory.hear(&DeciderNotice::Begins(View::new(rules, &state)));
                (AnyGameState::from(state), memory)
            }),
            Beginning::Record(lines) => {
                let (head, state, memory) =
                    Replayer::replay_under(&variant, &Beginning::record(lines), follows)?;
                if (&head.seed, head.index) != (&seed.seed, seed.index) {
                    let why = format!(
                        "not that of the record with which the game began, {:?} with the index {}",
                        head.seed, head.index
                    );
                    return Err(GameError::Field { field: "seed", why });
                }
                (state, memory)
            }
        };
        let start = GameStart::new(seed, beginning, memory.len());
        let (players, undos) = (Vec::new(), 0);
        let mut game = Self { variant, state, memory, luck, players, undos, notes, start };
        with_state!(game.variant.rules(), &mut game.state, |rules, state| play_to_decision(
            rules,
            state,
            &mut game.luck,
            &mut game.memory
        ));
        Ok(game)
    }

    /// The decision that the game waits for; `None`: it is over.
    #[inline]
    pub fn decision(&self) -> Option<Decision> {
        with_state!(self.variant.rules(), &self.state, |_rules, state| {
            let core = state.core();
            core.phase().decision().map(|kind| Decision::new(core.decider(), kind))
        })
    }

    /// What a seat sees, and what it has seen happen: its own hand, the board, its
    /// [choices](Observation::choices). `None` is an onlooker, who sees no hidden hand.
    ///
    /// # Panics
    /// If there is no such seat at the table: seats are numbered from 0 to one below
    /// [`Game::seats`].
    #[inline]
    pub fn observe(&self, seat: impl Into<Option<Seat>>) -> Observation<'_> {
        with_state!(self.variant.rules(), &self.state, |rules, state| {
            View::new(rules, state).observation(seat.into()).remembering(&self.memory)
        })
    }

    /// Makes the choice for the seat that decides, and plays on to the next decision: the answer is
    /// what happened on the way.
    ///
    /// # Errors
    /// Why the choice is not allowed; then nothing has changed.
    pub fn play(&mut self, choice: &Choice) -> Result<WholeEvents<'_>, Illegal> {
        let before = self.memory.len();
        // Asked first because nearly all choices are placements.
        if matches!(choice, Choice::Place(_)) {
            self.take(choice)?;
        } else {
            let silent = self.answers_silently();
            self.take(choice)?;
            self.start.chose(before, choice, silent);
        }
        Ok(self.memory.whole_events(before))
    }

    /// As [`Game::play`]; after each event `heard` is told how many there have been.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_heard(
        &mut self,
        choice: &Choice,
        heard: &mut dyn FnMut(usize),
    ) -> Result<(), Illegal> {
        let (before, silent) = (self.memory.len(), self.answers_silently());
        let (luck, memory) = (&mut self.luck, &mut self.memory);
        with_state!(self.variant.rules(), &mut self.state, |rules, state| {
            View::new(rules, state).check(choice)?;
            let mut sink = HeardSink(MemorySink(memory), &mut *heard);
            game::unchecked::take(rules, state, choice, luck, &mut sink);
            if game::unchecked::advance(rules, state, luck, &mut sink) == game::Phase::Exchange {
                memory.hear(&DeciderNotice::Looks(View::new(rules, state)));
            }
        });
        if !matches!(choice, Choice::Place(_)) {
            self.start.chose(before, choice, silent);
        }
        Ok(())
    }

    /// Whether the seat is asked something whose answer no event tells by itself (W7).
    fn answers_silently(&self) -> bool {
        with_state!(self.variant.rules(), &self.state, |rules, state| View::new(rules, state)
            .aims())
    }

    fn take(&mut self, choice: &Choice) -> Result<(), Illegal> {
        let (luck, memory) = (&mut self.luck, &mut self.memory);
        with_state!(self.variant.rules(), &mut self.state, |rules, state| {
            View::new(rules, state).check(choice)?;
            game::unchecked::take(rules, state, choice, luck, &mut MemorySink(memory));
            play_to_decision(rules, state, luck, memory);
        });
        Ok(())
    }

    fn take_step(&mut self, step: &Step) -> Result<(), Illegal> {
        match step {
            Step::Choice(choice) => self.play(choice).map(|_| ()),
            Step::Seed(seed) => {
                self.reseed(seed);
                Ok(())
            }
            Step::Redeal { seat, seed } => {
                self.redeal(*seat, seed);
                Ok(())
            }
        }
    }

    /// From here on the luck is that of another seed.
    fn reseed(&mut self, seed: &str) {
        self.luck = SeedLuck::new(seed).luck();
        self.start.reseeded(self.memory.len(), seed);
    }

    /// How the game came to where it is.
    pub(super) fn past(&self) -> Past {
        self.start.past(self.memory.whole_events(self.start.events))
    }

    /// Writes the whole game, hidden tiles included, as bytes for a critic: see [`StateLayout`].
    /// `partial` is what the seat has given and taken in its exchange so far.
    ///
    /// # Panics
    /// If there is no such seat at the table, if the layout is that of another rule set or table,
    /// or if the array is not as long as the layout says.
    pub fn write_state(
        &self,
        layout: &StateLayout,
        seat: Seat,
        partial: &PartialExchange,
        array: &mut [u8],
    ) {
        with_state!(self.variant.rules(), &self.state, |rules, state| layout.write(
            View::new(rules, state),
            &self.observe(seat),
            partial,
            array
        ));
    }

    /// What a placement would do to every piece that it touches, that of the active player first,
    /// then clockwise. Empty for other choices.
    ///
    /// # Errors
    /// Why the choice is not allowed.
    pub fn preview(&self, choice: &Choice) -> Result<Vec<Consequence>, Illegal> {
        let Some(decision) = self.decision() else { return Err(Illegal::GameOver) };
        let sees = self.observe(decision.seat());
        sees.check(choice)?;
        Ok(if let Choice::Place(tile) = choice { sees.consequences(*tile) } else { Vec::new() })
    }

    /// Takes the last choice back, and gives it; `None`: nothing was chosen since the game was
    /// begun or taken up. The past is played again for it, so it takes as long as the game so far
    /// (some microseconds), and games that never take anything back pay nothing for it. The luck of
    /// a [fork](Game::fork) stays.
    pub fn undo(&mut self) -> Option<Choice> {
        let mut past = self.past();
        let at = past.steps.iter().rposition(|step| matches!(step, Step::Choice(_)))?;
        // The luck of a fork stays.
        let mut undone = past.steps.split_off(at).into_iter();
        let Some(Step::Choice(choice)) = undone.next() else { return None };
        past.steps.extend(undone);
        // What could be played once can be played again.
        let told = ReplayDetail { follows: self.memory.follows(), legal: false };
        let before = Self::from_past(Arc::clone(&self.variant), &past, told).ok()?;
        let (players, undos) = (std::mem::take(&mut self.players), self.undos);
        let notes = self.notes.before(before.lines_before(usize::MAX));
        *self = Self { players, undos, notes, ..before };
        Some(choice)
    }

    /// A copy of the game that has other luck from here on: dice, what else rules draw, shuffles.
    /// What was dealt stays as it is.
    #[must_use]
    pub fn fork(&self, seed: &str) -> Self {
        let mut fork = self.clone();
        fork.reseed(seed);
        fork
    }

    /// A copy in which everything that `seat` cannot see was dealt anew: other hands, the order of
    /// the pile, the hidden state of the rules; and from here on the luck is that of `seed`. What
    /// the seat [observes](Game::observe) and knows of tiles that it has followed stays the same,
    /// so the copy is one of the games in which it may be: for searches.
    ///
    /// The other seats forget the tiles that they have followed. The events before tell of the game
    /// as it was, so the copy has no record; a [`Snapshot`] of it can be made.
    ///
    /// # Panics
    /// If there is no such seat at the table.
    #[must_use]
    pub fn redealt(&self, seat: Seat, seed: &str) -> Self {
        assert!(seat.number() < self.seats(), "there is a seat {seat:?} at the table");
        let mut redealt = self.clone();
        redealt.redeal(seat, seed);
        redealt
    }

    fn redeal(&mut self, seat: Seat, seed: &str) {
        self.luck = SeedLuck::new(seed).luck();
        // No game has such a turn: these numbers are used for nothing else.
        let mut rng = self.luck.0.stream(Purpose::Deck, seat.number(), u32::MAX, 0);
        let known = self.memory.knowledge(seat);
        with_state!(self.variant.rules(), &mut self.state, |rules, state| game::redeal(
            rules, state, seat, &known, &mut rng
        ));
        self.memory.keep_knowledge_of(seat);
        with_state!(self.variant.rules(), &self.state, |rules, state| self
            .memory
            .look(&View::new(rules, state)));
        self.start.redealt(self.memory.len(), seat, seed);
    }

    /// The game as it is, with all that is past, to be saved by serde and [restored](Game::restore)
    /// in whatever phase it is.
    pub fn snapshot(&self) -> Snapshot {
        let notes = self.notes.clone();
        Snapshot::new(&self.variant, self.players(), self.past(), notes, self.position())
    }

    /// The position as JSON (`docs/formats/positions.md`): everything that matters for what may
    /// happen next, and nothing of the past. That of a game that is over is for looking at: no game
    /// goes on from it.
    pub fn position(&self) -> Value {
        with_state!(self.variant.rules(), &self.state, |rules, state| write_position(rules, state))
    }

    /// How many events there have been since the game was begun or taken up: a mark for
    /// [`Game::events_since`].
    pub fn mark(&self) -> usize {
        self.memory.len()
    }

    /// What happened since a [mark](Game::mark) (0: since the beginning), with nothing hidden. What
    /// one seat saw of it is in [`Observation::events`].
    pub fn events_since(&self, mark: usize) -> WholeEvents<'_> {
        self.memory.whole_events(mark)
    }

    /// What a seat (`None`: an onlooker) was told since a [mark](Game::mark) (0: since the
    /// beginning): the events as it saw them, and if the game is [followed](Game::followed), every
    /// change of the board that it saw. What it was told of squares that rules
    /// [hide](crate::game::Rule::hides) right before the mark may be there again.
    pub fn events_seen_by(&self, seat: impl Into<Option<Seat>>, mark: usize) -> Events<'_> {
        self.memory.told_to(seat.into(), mark, usize::MAX)
    }

    /// What a seat was told up to a mark.
    pub fn told_until(&self, seat: Option<Seat>, mark: usize) -> Events<'_> {
        self.memory.told_to(seat, 0, mark)
    }

    /// Whether its events tell every change of the board.
    pub(crate) fn is_followed(&self) -> bool {
        self.memory.follows()
    }

    /// The decisions of the game so far, each as it was then and with what was chosen; the last is
    /// where the game stands now. For looking at a game afterwards: they hold all that is hidden.
    ///
    /// # Errors
    /// If the past cannot be played again, which no caller can bring about.
    pub fn decision_points(&self) -> Result<Vec<DecisionPoint>, GameError> {
        let past = self.past();
        let mut points = if let Beginning::Record(lines) = &past.beginning {
            Replayer::decision_points(&self.variant, &Beginning::record(lines))?
        } else {
            Vec::new()
        };
        // Where the record stops the game goes on: that decision comes again.
        points.pop();
        let mut game =
            Self::begin(Arc::clone(&self.variant), past.luck, past.beginning, self.is_followed())?;
        for (number, step) in past.steps.iter().enumerate() {
            if let Step::Choice(choice) = step {
                let mut point = DecisionPoint::new(&game.observe(None));
                point.choose(choice);
                points.push(point);
            }
            game.take_step(step).map_err(|why| GameError::Step { step: number, why })?;
        }
        points.push(DecisionPoint::new(&game.observe(None)));
        Ok(points)
    }

    /// The game as a record (`docs/formats/records.md`): JSON Lines that any replayer checks, and
    /// that [`Game::from_record`] takes up again.
    ///
    /// # Errors
    /// If the game began at a position: records begin with the deal. If it was [dealt
    /// anew](Game::redealt).
    pub fn record(&self) -> Result<String, GameError> {
        Ok(self.counted_record()?.0)
    }

    /// The record as one seat could have written it: hidden tiles and the seed are `null`
    /// (`docs/formats/records.md`, "One seat's view").
    ///
    /// # Errors
    /// As [`Game::record`].
    pub fn record_seen_by(&self, seat: Seat) -> Result<String, GameError> {
        let (record, again) = self.counted_record()?;
        let lines = record.lines().map(str::to_owned).collect();
        Ok(view(&GameRecord { first_line: 1, lines, cut: false }, &again.memory, seat))
    }

    /// The record, and the game played again for it with the legal placements counted.
    fn counted_record(&self) -> Result<(String, Self), GameError> {
        if matches!(self.start.beginning, Beginning::Position(_)) {
            return Err(GameError::NoDeal);
        }
        let past = self.past();
        if past.steps.iter().any(|step| matches!(step, Step::Redeal { .. })) {
            return Err(GameError::Redealt);
        }
        let again = Self::from_past(
            Arc::clone(&self.variant),
            &past,
            ReplayDetail { follows: false, legal: true },
        )?;
        let first = again.observe(None).first();
        let mut out = Vec::new();
        let SeedLuck { seed, index } = past.last_luck();
        Header {
            variant: &self.variant,
            players: &self.players(),
            first,
            seed: &seed,
            index,
            undos: self.undos,
        }
        .write(&mut out);
        self.notes.write_lines(again.memory.whole_events(0), 0, &mut out);
        Ok((String::from_utf8_lossy(&out).into_owned(), again))
    }

    /// Names the players, by seat, for the record; a player without a name is called `player 1` and
    /// so on.
    pub fn name_players(&mut self, names: &[impl AsRef<str>]) {
        let mut players = self.players();
        players.iter_mut().zip(names).for_each(|(player, name)| name.as_ref().clone_into(player));
        self.players = players;
    }

    /// The names of the players, by seat.
    pub fn players(&self) -> Vec<String> {
        let unnamed = || (1..=self.seats()).map(|seat| format!("player {seat}")).collect();
        if self.players.is_empty() { unnamed() } else { self.players.clone() }
    }

    /// How often players have taken choices back, as [noted](Game::note_undos) or in the record
    /// with which the game began.
    pub fn undos(&self) -> u32 {
        self.undos
    }

    /// Notes for the record how often players have taken choices back: who counts them as one, a
    /// turn or a choice, is up to the caller.
    pub fn note_undos(&mut self, undos: u32) {
        self.undos = undos;
    }

    /// How many seats there were at the start.
    pub fn seats(&self) -> u8 {
        with_state!(self.variant.rules(), &self.state, |_rules, state| state.core().seats())
    }

    /// The seed of the luck with which the game began.
    pub fn seed(&self) -> &str {
        &self.start.luck.seed
    }

    /// The number of the turn, from 1; 0 before the first.
    pub fn turn(&self) -> u32 {
        with_state!(self.variant.rules(), &self.state, |_rules, state| state.core().turn())
    }

    /// Who won and how, once the game is over.
    pub fn ending(&self) -> Option<Ending> {
        with_state!(self.variant.rules(), &self.state, |_rules, state| state.core().ending())
    }

    /// The rule set of the game, compiled.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The random numbers from which a bot at the seat that decides should decide: they depend on
    /// seed, seat and turn alone.
    #[inline]
    pub fn bot_stream(&self) -> Rng {
        with_state!(self.variant.rules(), &self.state, |_rules, state| {
            game::decision_stream(self.luck.0, state.core())
        })
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("rules", &self.variant.name())
            .field("seats", &self.seats())
            .field("turn", &self.turn())
            .field("decision", &self.decision())
            .finish_non_exhaustive()
    }
}
