//! [`Replayer`]: plays records again and checks each event against the engine.

use super::read::{GameLine, GameRecord, is_view, rules_text, shortened};
use super::script::{Mismatch, Script, ScriptFollower};
use crate::game::{
    Choice, DeciderNotice, DecisionPoint, Ending, Event, Luck, Memory, Observation, Onlooker,
    RuleSet, RunSeed, Seat, SeatSet, Sink, StopAtDecision, View, WatchedDeciders, deal_and_play,
    table,
};
use crate::rules::{AnyGameState, Registry};
use crate::ruleset::{Resolved, Variant};
use crate::with_rules;
use serde_json::Value;
use std::cell::RefCell;
use std::sync::Arc;

/// The contents of a record's first line, checked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RecordHead {
    /// The rule set, compiled from the line.
    pub variant: Arc<Variant>,
    /// Names of players or bots, by seat.
    pub players: Vec<String>,
    /// The seat that goes first.
    pub first: Seat,
    /// The run's seed, as typed.
    pub seed: String,
    /// The game's number in its run, from 0.
    pub index: u64,
    /// How often players took choices back.
    pub undos: u32,
}

impl RecordHead {
    /// The head of the first game of a run: `first` goes first.
    pub const fn new(
        variant: Arc<Variant>,
        players: Vec<String>,
        first: Seat,
        seed: String,
    ) -> Self {
        Self { variant, players, first, seed, index: 0, undos: 0 }
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// The chance outcomes that the game's seed gives, for the part of a game that is not in its
    /// record.
    pub fn luck(&self) -> Luck {
        Luck(RunSeed::new(&self.seed).game(self.index))
    }
}

/// How a record ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a game has ended or it has not")]
pub enum ReplayVerdict {
    /// The game was played to its end.
    Complete(Ending),
    /// The record stops before the end of the game, which can be resumed.
    BrokenOff,
}

/// A record that was checked: every event follows from the rules.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReplayedGame {
    /// The contents of its first line.
    pub head: RecordHead,
    /// Whether it is complete.
    pub verdict: ReplayVerdict,
}

/// Plays records again and checks them. Consecutive records with the same rules share the compiled
/// rule set.
///
/// ```
/// use tsuro::Game;
/// use tsuro::record::{RecordReader, ReplayVerdict, Replayer};
/// use tsuro::rules::Registry;
///
/// let mut game = Game::new("classic", 2, "any text")?;
/// let seat = game.decision().expect("the game has just begun").seat();
/// let choice = game.observe(seat).choices()[0].clone();
/// game.play(&choice)?;
///
/// let (record, registry) = (game.record()?, Registry::default());
/// let read = RecordReader::new(record.as_bytes()).game()?.expect("a game");
/// assert_eq!(Replayer::new(&registry).replay(&read)?.verdict, ReplayVerdict::BrokenOff);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replayer<'r> {
    registry: &'r Registry,
    last: Option<(String, Arc<Variant>)>,
}

/// Calls `look` before each decision, with what a seat sees and remembers.
struct RememberingLook<'w> {
    memory: Memory,
    /// The seat that looks; `None`: the one that decides.
    seat: Option<Seat>,
    look: &'w mut dyn FnMut(Observation<'_>),
    chose: &'w mut dyn FnMut(&Choice),
}

impl<R: RuleSet> Onlooker<R> for RememberingLook<'_> {
    const LISTENS: bool = true;

    fn hear(&mut self, notice: &DeciderNotice<'_, R>) {
        self.memory.hear(notice);
    }

    fn before_decision(&mut self, view: &View<'_, R>) {
        let seat = self.seat.unwrap_or(view.core().decider());
        (self.look)(view.observation(Some(seat)).remembering(&self.memory));
    }

    fn after_decision(&mut self, choice: &Choice) {
        (self.chose)(choice);
    }
}

impl<'r> Replayer<'r> {
    /// Makes a replayer that knows the rules of `registry`.
    pub fn new(registry: &'r Registry) -> Self {
        Self { registry, last: None }
    }

    /// Reads and checks the first line of a record.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn head(&mut self, game: &GameRecord) -> Result<RecordHead, Mismatch> {
        read_head(game, |rules| self.variant(rules))
    }

    /// Compiles the rules of a record, or takes the rules of the last record if they are the same.
    fn variant(&mut self, rules: &str) -> Result<Arc<Variant>, String> {
        if let Some((text, variant)) = &self.last
            && text == rules
        {
            return Ok(Arc::clone(variant));
        }
        let value: Value =
            serde_json::from_str(rules).map_err(|error| format!("rules: {error}"))?;
        let resolved = Resolved::from_json(&value, self.registry);
        let variant = resolved.and_then(|resolved| Variant::new(resolved, self.registry)).map_err(
            |problems| {
                let first = problems
                    .iter()
                    .next()
                    .map(|problem| problem.message.clone())
                    .unwrap_or_default();
                format!("rules: {first}")
            },
        )?;
        let variant = Arc::new(variant);
        self.last = Some((rules.to_owned(), Arc::clone(&variant)));
        Ok(variant)
    }

    /// Plays a game again from its record.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub fn replay(&mut self, game: &GameRecord) -> Result<ReplayedGame, Mismatch> {
        self.replay_looking(game, &mut |_| {})
    }

    /// Like [`Replayer::replay`]; also calls `look` before each decision with what the deciding
    /// seat sees, and at the end of the game with what an onlooker sees. For a record that stops
    /// early, the last call is at the decision where it stops.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub fn replay_looking(
        &mut self,
        game: &GameRecord,
        look: &mut dyn FnMut(Observation<'_>),
    ) -> Result<ReplayedGame, Mismatch> {
        self.replay_remembering(game, look).map(|(replayed, _)| replayed)
    }

    /// Like [`Replayer::replay_looking`]; also returns what each seat remembers of the game, its
    /// events included.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub fn replay_remembering(
        &mut self,
        game: &GameRecord,
        look: &mut dyn FnMut(Observation<'_>),
    ) -> Result<(ReplayedGame, Memory), Mismatch> {
        let head = self.head(game)?;
        let (ending, memory, _) = replay_from(&head, game, None, false, look, &mut |_| {})?;
        let verdict = ending.map_or(ReplayVerdict::BrokenOff, ReplayVerdict::Complete);
        Ok((ReplayedGame { head, verdict }, memory))
    }

    /// Like [`Replayer::replay_looking`]; but with a `seat`, every call of `look` is with what that
    /// seat sees, also at the decisions of others and at the end. The observations remember the
    /// events of the game.
    ///
    /// # Errors
    /// The first event that does not follow, or a seat that is not at the table.
    pub fn replay_seen_by(
        &mut self,
        game: &GameRecord,
        seat: Option<Seat>,
        look: &mut dyn FnMut(Observation<'_>),
    ) -> Result<ReplayedGame, Mismatch> {
        let head = self.head(game)?;
        if let Some(seat) = seat.filter(|seat| seat.number() >= head.seats()) {
            let why = format!(
                "there is no seat {}: there are {} seats, counted from 0",
                seat.number(),
                head.seats()
            );
            return Err(Mismatch {
                line: game.first_line,
                event: shortened(game.lines.first().map_or("", String::as_str), 120),
                why,
            });
        }
        let (ending, _, _) = replay_from(&head, game, seat, false, look, &mut |_| {})?;
        let verdict = ending.map_or(ReplayVerdict::BrokenOff, ReplayVerdict::Complete);
        Ok(ReplayedGame { head, verdict })
    }

    /// Plays a game again from its record, whose rules are known: its first line, the state where
    /// it ends, and what everybody remembers; with `follows` also every change of the board.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub(crate) fn replay_under(
        variant: &Arc<Variant>,
        game: &GameRecord,
        follows: bool,
    ) -> Result<(RecordHead, AnyGameState, Memory), Mismatch> {
        let head = read_head(game, |_| Ok(Arc::clone(variant)))?;
        let (_, memory, state) = replay_from(&head, game, None, follows, &mut |_| {}, &mut |_| {})?;
        Ok((head, state, memory))
    }

    /// The decisions of a game under these rules, from its record; the last is where it stops.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub(crate) fn decision_points(
        variant: &Arc<Variant>,
        game: &GameRecord,
    ) -> Result<Vec<DecisionPoint>, Mismatch> {
        let head = read_head(game, |_| Ok(Arc::clone(variant)))?;
        let points = RefCell::new(Vec::new());
        let look = &mut |see: Observation<'_>| {
            points.borrow_mut().push(DecisionPoint::new(&see));
        };
        let chose = &mut |choice: &Choice| {
            if let Some(point) = points.borrow_mut().last_mut() {
                point.choose(choice);
            }
        };
        replay_from(&head, game, None, false, look, chose)?;
        Ok(points.into_inner())
    }
}

/// A sink that wants every change of the board, or only what records have; another sink hears the
/// events.
struct Follows(bool);

impl Sink for Follows {
    fn follows(&self) -> bool {
        self.0
    }
    fn event(&mut self, _: &Event<'_>) {}
}

/// Plays a game again from its record: how it ended, if it did; what everybody remembers; and the
/// state at the end.
fn replay_from(
    head: &RecordHead,
    game: &GameRecord,
    seat: Option<Seat>,
    follows: bool,
    look: &mut dyn FnMut(Observation<'_>),
    chose: &mut dyn FnMut(&Choice),
) -> Result<(Option<Ending>, Memory, AnyGameState), Mismatch> {
    if is_view(game) {
        let why = "this is one seat's view, in which tiles are hidden; the whole record is needed"
            .to_owned();
        return Err(Mismatch {
            line: game.first_line,
            event: shortened(game.lines.first().map_or("", String::as_str), 120),
            why,
        });
    }
    let script = RefCell::new(Script::new(&game.lines, game.first_line));
    let mut chance = ScriptFollower::new(&script, head.luck());
    let mut sink = ScriptFollower::new(&script, Follows(follows));
    let mut onlooker = RememberingLook {
        memory: Memory::with_events(SeatSet::first(head.seats())).following(follows),
        seat,
        look,
        chose,
    };
    let (ending, state) = with_rules!(head.variant.rules(), |rules| {
        let mut state = table(rules, head.seats());
        let mut decisions = ScriptFollower::new(&script, StopAtDecision);
        let mut deciders = WatchedDeciders::new(&mut decisions, &mut onlooker);
        let ending = deal_and_play(rules, &mut state, &mut deciders, &mut chance, &mut sink);
        if ending.is_ok() {
            (onlooker.look)(
                View::new(rules, &state).observation(seat).remembering(&onlooker.memory),
            );
        }
        (ending, AnyGameState::from(state))
    });
    let memory = onlooker.memory;
    let mut script = script.into_inner();
    if ending.is_ok() {
        script.refuse_rest();
    }
    match script.mismatch() {
        Some(mismatch) => Err(mismatch.clone()),
        None => Ok((ending.ok().filter(|_| game_has_end(game)), memory, state)),
    }
}

/// Reads the first line of a game, whose rules `variant` compiles.
fn read_head(
    game: &GameRecord,
    variant: impl FnOnce(&str) -> Result<Arc<Variant>, String>,
) -> Result<RecordHead, Mismatch> {
    let line = game.lines.first().map_or("", String::as_str);
    let refuse = |why: String| Mismatch { line: game.first_line, event: shortened(line, 120), why };
    let head: GameLine = serde_json::from_str(line).map_err(|error| refuse(error.to_string()))?;
    let rules = rules_text(line).map_err(|error| refuse(error.to_string()))?;
    let rules = rules.ok_or_else(|| refuse("rules is missing".into()))?;
    let variant = variant(&rules).map_err(&refuse)?;
    if let Some(hash) = head.rules_hash.filter(|hash| hash != variant.hash()) {
        return Err(refuse(format!(
            "rules_hash is {hash:?}, but these rules have {:?}",
            variant.hash()
        )));
    }
    let players = head.players.ok_or_else(|| refuse("players is missing".into()))?;
    let counts = variant.players();
    if !u8::try_from(players.len()).is_ok_and(|players| counts.contains(players)) {
        return Err(refuse(format!("players: there are {}, but {counts} can play", players.len())));
    }
    let first = head.first.ok_or_else(|| refuse("first is missing".into()))?;
    let first = Seat::checked(first, players.len() as u8).ok_or_else(|| {
        refuse(format!(
            "first: {first} is not one of the {} players, who are counted from 0",
            players.len()
        ))
    })?;
    let at_random = with_rules!(variant.rules(), |rules| rules.basics.first_at_random);
    if !at_random && first.number() != 0 {
        return Err(refuse("first should be 0 under these rules".into()));
    }
    Ok(RecordHead {
        variant,
        players,
        first,
        seed: head.seed.unwrap_or_default(),
        index: head.index,
        undos: head.undos,
    })
}

/// Whether the last event is `end`: a game can be over without it, where the record stops just
/// before.
fn game_has_end(game: &GameRecord) -> bool {
    game.lines
        .last()
        .is_some_and(|line| super::read::event_name(line).is_ok_and(|name| name == "end"))
}
