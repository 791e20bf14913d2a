//! Records checked against the engine, event by event.

use super::read::{GameLine, GameRecord, is_view};
use super::script::{Mismatch, Script, Scripted};
use crate::game::{
    Chance, DeciderNotice, Dice, Ending, Luck, Memory, Moment, Observation, Onlooker, RuleSet, RunSeed, Seat, SeatSet, Shuffle,
    StopAtDecision, Supply, View, WatchedDeciders, deal_and_play, table,
};
use crate::rules::Registry;
use crate::ruleset::{Resolved, Variant};
use crate::with_rules;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// What the first line of a game says, checked.
#[derive(Debug, Clone)]
pub struct RecordHead {
    /// The rules.
    pub variant: Rc<Variant>,
    /// Names or bots, by seat.
    pub players: Vec<String>,
    /// Who goes first.
    pub first: Seat,
    /// The run's seed, as typed.
    pub seed: String,
    /// The game's number in its run.
    pub index: u64,
}

impl RecordHead {
    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// The luck of the game from its seed, going first as the record says.
    pub fn luck(&self) -> HeadLuck {
        HeadLuck { first: self.first, luck: Luck(RunSeed::new(&self.seed).game(self.index)) }
    }
}

/// The luck of a game whose first player is known.
#[derive(Debug, Clone)]
pub struct HeadLuck {
    first: Seat,
    luck: Luck,
}

impl Chance for HeadLuck {
    fn first(&mut self, _: u8) -> Seat {
        self.first
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.luck.deck(deck);
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.luck.reshuffle(at, pile);
    }
    fn dice(&mut self, at: Moment) -> Dice {
        self.luck.dice(at)
    }
    fn die(&mut self, at: Moment) -> u8 {
        self.luck.die(at)
    }
    fn spawn(&mut self, at: Moment, supply: Supply) -> (u8, u8) {
        self.luck.spawn(at, supply)
    }
    fn pick(&mut self, at: Moment, rule: &'static str, bound: u32) -> u32 {
        self.luck.pick(at, rule, bound)
    }
}

/// How a record ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayVerdict {
    /// With the end of the game.
    Complete(Ending),
    /// In the middle; it can be resumed.
    BrokenOff,
}

/// A game that follows its rules from the first event to the last.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// Its first line.
    pub head: RecordHead,
    /// How it ended.
    pub verdict: ReplayVerdict,
}

/// Checks games one after another; games of the same rules share what was made of them.
#[derive(Debug)]
pub struct Replayer<'r> {
    registry: &'r Registry,
    last: Option<(String, Rc<Variant>)>,
}

/// Calls `look` before each decision, with what the deciding seat sees and remembers.
struct RememberingLook<'w> {
    memory: Memory,
    look: &'w mut dyn FnMut(Observation<'_>),
}

impl<R: RuleSet> Onlooker<R> for RememberingLook<'_> {
    const LISTENS: bool = true;

    fn hear(&mut self, notice: &DeciderNotice<'_, R>) {
        self.memory.hear(notice);
    }

    fn before_decision(&mut self, view: &View<'_, R>) {
        (self.look)(view.observation(Some(view.core().active())).remembering(&self.memory));
    }
}

impl<'r> Replayer<'r> {
    /// Checks records against the rules of `registry`.
    pub fn new(registry: &'r Registry) -> Self {
        Self { registry, last: None }
    }

    /// Reads the first line of a game.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn head(&mut self, game: &GameRecord) -> Result<RecordHead, Mismatch> {
        let line = game.lines.first().map_or("", String::as_str);
        let refuse = |why: String| Mismatch { line: game.first_line, event: shortened(line), why };
        let head: GameLine<'_> = serde_json::from_str(line).map_err(|error| refuse(error.to_string()))?;
        let rules = head.rules.ok_or_else(|| refuse("rules is missing".into()))?;
        let variant = self.variant(rules.get()).map_err(&refuse)?;
        if let Some(hash) = head.rules_hash.filter(|hash| hash != variant.hash()) {
            return Err(refuse(format!("rules_hash is {hash:?}, but these rules have {:?}", variant.hash())));
        }
        let players = head.players.ok_or_else(|| refuse("players is missing".into()))?;
        let (fewest, most) = variant.players();
        if !(usize::from(fewest)..=usize::from(most)).contains(&players.len()) {
            return Err(refuse(format!("players: {} players, where {fewest} to {most} can play", players.len())));
        }
        let first = head.first.ok_or_else(|| refuse("first is missing".into()))?;
        let first = Seat::checked(first, players.len() as u8)
            .ok_or_else(|| refuse(format!("first: {first} is not one of the {} players, who are counted from 0", players.len())))?;
        let at_random = with_rules!(variant.rules(), |rules| rules.basics.first_at_random);
        if !at_random && first.number() != 0 {
            return Err(refuse("first should be 0 under these rules".into()));
        }
        Ok(RecordHead { variant, players, first, seed: head.seed.unwrap_or_default(), index: head.index })
    }

    fn variant(&mut self, rules: &str) -> Result<Rc<Variant>, String> {
        if let Some((text, variant)) = &self.last
            && text == rules
        {
            return Ok(Rc::clone(variant));
        }
        let value: Value = serde_json::from_str(rules).map_err(|error| format!("rules: {error}"))?;
        let resolved = Resolved::from_json(&value, self.registry);
        let variant = resolved.and_then(|resolved| Variant::new(resolved, self.registry)).map_err(|problems| {
            let first = problems.iter().next().map(|problem| problem.message.clone()).unwrap_or_default();
            format!("rules: {first}")
        })?;
        let variant = Rc::new(variant);
        self.last = Some((rules.to_owned(), Rc::clone(&variant)));
        Ok(variant)
    }

    /// Plays a game again from its record.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub fn replay(&mut self, game: &GameRecord) -> Result<Replayed, Mismatch> {
        self.replay_looking(game, &mut |_| {})
    }

    /// As [`Replayer::replay`], and calls `look` before each decision and at the end: with what the deciding seat sees, or at the end an
    /// onlooker. A record that breaks off is looked at once more, where it ends.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub fn replay_looking(&mut self, game: &GameRecord, look: &mut dyn FnMut(Observation<'_>)) -> Result<Replayed, Mismatch> {
        self.replay_remembering(game, look).map(|(replayed, _)| replayed)
    }

    /// As [`Replayer::replay_looking`], and gives what everybody remembers of the game, its events included.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub fn replay_remembering(&mut self, game: &GameRecord, look: &mut dyn FnMut(Observation<'_>)) -> Result<(Replayed, Memory), Mismatch> {
        let head = self.head(game)?;
        if is_view(game) {
            let why = "this is the view of one seat, in which tiles are hidden: the whole record is needed".to_owned();
            return Err(Mismatch { line: game.first_line, event: shortened(game.lines.first().map_or("", String::as_str)), why });
        }
        let script = RefCell::new(Script::new(&game.lines, game.first_line));
        let mut chance = Scripted::new(&script, head.luck());
        let mut sink = Scripted::new(&script, ());
        let variant = Rc::clone(&head.variant);
        let mut onlooker = RememberingLook { memory: Memory::with_events(SeatSet::first(head.seats())), look };
        let ending = with_rules!(variant.rules(), |rules| {
            let mut state = table(rules, head.seats());
            let mut decisions = Scripted::new(&script, StopAtDecision);
            let mut deciders = WatchedDeciders::new(&mut decisions, &mut onlooker);
            let ending = deal_and_play(rules, &mut state, &mut deciders, &mut chance, &mut sink);
            if ending.is_ok() {
                (onlooker.look)(View::new(rules, &state).observation(None));
            }
            ending
        });
        let memory = onlooker.memory;
        let mut script = script.into_inner();
        if ending.is_ok() {
            script.refuse_rest();
        }
        match (script.mismatch(), ending) {
            (Some(mismatch), _) => Err(mismatch.clone()),
            (None, Ok(ending)) if game_has_end(game) => Ok((Replayed { head, verdict: ReplayVerdict::Complete(ending) }, memory)),
            (None, _) => Ok((Replayed { head, verdict: ReplayVerdict::BrokenOff }, memory)),
        }
    }
}

/// Whether the record has its last event; a game that ends at once after the last event that is left has not.
fn game_has_end(game: &GameRecord) -> bool {
    game.lines.last().is_some_and(|line| super::read::event_name(line).is_ok_and(|name| name == "end"))
}

pub(super) fn shortened(line: &str) -> String {
    if line.len() > 120 { format!("{}…", line.chars().take(120).collect::<String>()) } else { line.to_owned() }
}
