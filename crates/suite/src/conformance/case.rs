//! A game to play: a row of numbers, and simpler rows.

use tsuro::game::{GameSeed, PlayerCounts, Purpose, RunSeed};

/// Numbers in the row of a random game; all later choices are the first that is allowed.
const CHOICES: usize = 400;

/// A game to play: its players and the row of numbers that decides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameCase {
    pub players: u8,
    pub choices: Vec<u16>,
    pub seed: String,
    pub index: u32,
}

impl GameCase {
    pub(super) fn random(run: RunSeed, seed: &str, index: u32, players: u8) -> Self {
        let mut rng = run.game(u64::from(index)).stream(Purpose::BotPlace, 0, 0, 0);
        let choices = (0..CHOICES).map(|_| rng.below(1 << 12) as u16).collect();
        Self { players, choices, seed: seed.to_owned(), index }
    }

    /// Simpler rows weigh less.
    pub(super) fn weight(&self) -> (u8, usize, u64) {
        (
            self.players,
            self.choices.len(),
            self.choices.iter().map(|&choice| u64::from(choice)).sum(),
        )
    }

    pub(super) fn fewer_players(&self, counts: PlayerCounts) -> Vec<Self> {
        counts
            .iter()
            .take_while(|&players| players < self.players)
            .map(|players| Self { players, ..self.clone() })
            .collect()
    }

    pub(super) fn without(&self, from: usize, count: usize) -> Self {
        let mut choices = self.choices.clone();
        choices.drain(from.min(choices.len())..(from + count).min(self.choices.len()));
        Self { choices, ..self.clone() }
    }

    pub(super) fn zeroed(&self, from: usize, count: usize) -> Self {
        let mut choices = self.choices.clone();
        let end = (from + count).min(choices.len());
        choices[from.min(end)..end].fill(0);
        Self { choices, ..self.clone() }
    }

    pub(super) fn lower(&self, at: usize) -> Vec<Self> {
        let with = |value: u16| {
            let mut choices = self.choices.clone();
            choices[at] = value;
            Self { choices, ..self.clone() }
        };
        let value = self.choices.get(at).copied().unwrap_or_default();
        if value == 0 { Vec::new() } else { vec![with(value / 2), with(value - 1)] }
    }

    pub(super) fn game_seed(&self) -> GameSeed {
        RunSeed::new(&self.seed).game(u64::from(self.index))
    }

    /// Its numbers, in order.
    pub(super) fn numbers(&self) -> CaseNumbers<'_> {
        CaseNumbers(self.choices.iter())
    }
}

/// The numbers of a case, one for each choice that is made.
pub(super) struct CaseNumbers<'a>(std::slice::Iter<'a, u16>);

impl CaseNumbers<'_> {
    /// Which of `count` is chosen.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0.next().map_or(0, |&number| usize::from(number) % count.max(1))
    }
}
