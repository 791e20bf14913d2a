//! A game as it is with all that is past, to be saved.

use super::error::GameError;
use super::notes::PlayNotes;
use crate::game::{Choice, Event, Exchange, Luck, RunSeed, Seat};
use crate::record::GameRecord;
use crate::rules::Registry;
use crate::ruleset::{Resolved, Variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A game in whatever phase it is: its rules, how it began, what was chosen, and where that led.
///
/// It holds everything that is hidden from the players, too: the seed, from which all hands, the
/// order of the pile and all dice to come can be worked out, and the position with its hands and
/// its pile. It is for the program that runs the game; players are given
/// [`Game::observe`](super::Game::observe).
///
/// It is made by [`Game::snapshot`](super::Game::snapshot), read and written by serde, and taken up
/// again by [`Game::restore`](super::Game::restore), which plays the past again: so bots remember
/// what they saw, and choices can still be taken back.
///
/// ```
/// use tsuro::rules::Registry;
/// use tsuro::{Game, Snapshot};
///
/// let mut game = Game::new("seas", 3, "any text")?;
/// let choice =
///     game.observe(game.decision().map(|decision| decision.seat())).choices()[0].clone();
/// game.play(&choice)?;
///
/// let saved = serde_json::to_string(&game.snapshot())?;
/// let again =
///     Game::restore(&serde_json::from_str::<Snapshot>(&saved)?, &Registry::default())?;
/// assert_eq!(again.position(), game.position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    format: u32,
    rules: Value,
    pub(super) rules_hash: String,
    pub(super) players: Vec<String>,
    seed: String,
    index: u64,
    beginning: Beginning,
    steps: Vec<Step>,
    /// What people add to the record; left out if there is nothing.
    #[serde(default, skip_serializing_if = "PlayNotes::is_empty")]
    pub(super) notes: PlayNotes,
    /// Where the steps lead.
    pub(super) position: Value,
}

/// How a game began, and what no event tells of how it went on: with the events, its whole
/// [`Past`].
#[derive(Debug, Clone)]
pub(super) struct GameStart {
    pub luck: SeedLuck,
    pub beginning: Beginning,
    /// The number of events before the first step.
    pub events: usize,
    /// The steps that no event tells, each with the number of events before it.
    untold: Vec<(usize, Step)>,
}

impl GameStart {
    pub(super) fn new(luck: SeedLuck, beginning: Beginning, events: usize) -> Self {
        Self { luck, beginning, events, untold: Vec::new() }
    }

    /// Keeps a choice that no event tells, with the number of `events` before it. `silent`: the
    /// rule tells the answer to no other seat.
    #[inline]
    pub(super) fn chose(&mut self, events: usize, choice: &Choice, silent: bool) {
        if silent && matches!(choice, Choice::Rule(_)) || !choice.is_told() {
            self.untold.push((events, Step::Choice(choice.clone())));
        }
    }

    /// The number of steps that no event tells.
    pub(super) fn untold(&self) -> usize {
        self.untold.len()
    }

    /// Notes that all chance after the first `events` events comes from `seed` in place of the
    /// game's own.
    pub(super) fn reseeded(&mut self, events: usize, seed: &str) {
        self.untold.push((events, Step::Seed(seed.to_owned())));
    }

    /// Notes that after the first `events` events, what `seat` does not see was dealt anew by
    /// `seed`.
    pub(super) fn redealt(&mut self, events: usize, seat: Seat, seed: &str) {
        self.untold.push((events, Step::Redeal { seat, seed: seed.to_owned() }));
    }

    /// The whole past of a game that began like this and had these events, which are the events
    /// from [`GameStart::events`] on.
    pub(super) fn past<'a>(&self, events: impl Iterator<Item = Event<'a>>) -> Past {
        let (mut steps, mut untold) = (Vec::new(), self.untold.iter().peekable());
        for (number, event) in (self.events..).zip(events.filter(Event::is_written)) {
            while let Some((_, step)) = untold.next_if(|&&(before, _)| before <= number) {
                steps.push(step.clone());
            }
            steps.extend(told_by(&event).map(|(_, choice)| Step::Choice(choice)));
        }
        steps.extend(untold.map(|(_, step)| step.clone()));
        Past { luck: self.luck.clone(), beginning: self.beginning.clone(), steps }
    }
}

/// The choice that an event tells, the first event after it, and whose it was.
pub(super) fn told_by(event: &Event<'_>) -> Option<(Seat, Choice)> {
    let choice = match *event {
        Event::Start { mark, .. } => Choice::Start(mark),
        Event::Placed { tile, .. } => Choice::Place(tile),
        Event::Relocated { mark, .. } => Choice::Relocate(Some(mark)),
        Event::Chose { choice, .. } => Choice::Rule(choice),
        Event::Exchanged { gave, took, .. } => Choice::Exchange(Exchange::new(gave, took).ok()?),
        _ => return None,
    };
    Some((event.chooser()?, choice))
}

/// How a game came to where it is.
#[derive(Debug, Clone)]
pub(super) struct Past {
    pub luck: SeedLuck,
    pub beginning: Beginning,
    pub steps: Vec<Step>,
}

impl Past {
    /// The luck after the last step.
    pub(super) fn last_luck(&self) -> SeedLuck {
        let forked = self.steps.iter().rev().find_map(|step| match step {
            Step::Seed(seed) | Step::Redeal { seed, .. } => Some(SeedLuck::new(seed)),
            Step::Choice(_) => None,
        });
        forked.unwrap_or_else(|| self.luck.clone())
    }
}

/// The luck of one game of a seed, and how it is written in records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeedLuck {
    pub seed: String,
    /// The number of the game in its run.
    pub index: u64,
}

impl SeedLuck {
    pub(super) fn new(seed: &str) -> Self {
        Self { seed: seed.to_owned(), index: 0 }
    }

    pub(super) fn luck(&self) -> Luck {
        Luck(RunSeed::new(&self.seed).game(self.index))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Beginning {
    /// With the deal, for this number of players.
    Deal(u8),
    /// At a position.
    Position(Value),
    /// With what a record holds, line by line.
    Record(Vec<String>),
}

impl Beginning {
    /// The record with which the game began.
    pub(super) fn record(lines: &[String]) -> GameRecord {
        GameRecord { first_line: 1, lines: lines.to_vec(), cut: false }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Step {
    /// The deciding seat made this choice.
    Choice(Choice),
    /// From here on the luck is that of another seed.
    Seed(String),
    /// Everything that this seat does not see was dealt anew, and from here on the luck is that of
    /// another seed.
    Redeal {
        /// The seat for which all looks the same as before.
        seat: Seat,
        /// The seed of the deal and of the luck.
        seed: String,
    },
}

impl Snapshot {
    /// The version of snapshots that is written, as the field `format`, and the only one that is
    /// read.
    pub const FORMAT: u32 = 1;

    pub(super) fn new(
        variant: &Variant,
        players: Vec<String>,
        past: Past,
        notes: PlayNotes,
        position: Value,
    ) -> Self {
        let Past { luck: SeedLuck { seed, index }, beginning, steps } = past;
        let rules = variant.resolved().to_json();
        Self {
            format: Self::FORMAT,
            rules,
            rules_hash: variant.hash().to_owned(),
            players,
            seed,
            index,
            beginning,
            steps,
            notes,
            position,
        }
    }

    pub(super) fn past(&self) -> Past {
        let luck = SeedLuck { seed: self.seed.clone(), index: self.index };
        Past { luck, beginning: self.beginning.clone(), steps: self.steps.clone() }
    }

    pub(super) fn check_format(&self) -> Result<(), GameError> {
        if self.format == Self::FORMAT {
            Ok(())
        } else {
            Err(GameError::Format { found: self.format, known: Self::FORMAT })
        }
    }

    /// Compiles the rules that the snapshot has with it.
    ///
    /// # Errors
    /// If they cannot be read, or need a rule written in Rust that `registry` does not have.
    pub fn variant(&self, registry: &Registry) -> Result<Variant, GameError> {
        Ok(Variant::new(Resolved::from_json(&self.rules, registry)?, registry)?)
    }

    /// The position at which the game is taken up, as in `docs/formats/positions.md`.
    pub fn position(&self) -> &Value {
        &self.position
    }
}
