//! The setup of a game before it begins: its rules, and who plays.

use super::seats::{Player, USUAL_PLAYERS, is_all_human, narrator, usual};
use super::words::{Language, Narrator};
use crate::shell_line;
use std::sync::Arc;
use tsuro::game::PlayerCounts;
use tsuro::ruleset::Variant;

/// What is played, and by whom.
#[derive(Clone)]
pub struct TableSetup {
    /// The rules, compiled.
    pub variant: Arc<Variant>,
    /// Who plays, by seat.
    pub players: Vec<Player>,
    /// The seed of all chance; `None`: a random one.
    pub seed: Option<String>,
}

impl TableSetup {
    /// A game under these rules; players of the game before keep their seats as far as there are
    /// seats for them, and bots join them.
    pub fn new(variant: Arc<Variant>, before: &[Player]) -> Self {
        let mut setup = Self { variant, players: before.to_vec(), seed: None };
        let usual = if before.is_empty() {
            setup.counts().nearest(USUAL_PLAYERS)
        } else {
            before.len() as u8
        };
        setup.resize(setup.counts().nearest(usual));
        setup
    }

    /// The numbers of players that the rules allow.
    pub fn counts(&self) -> PlayerCounts {
        self.variant.players()
    }

    /// Adds or removes seats at the end.
    pub fn resize(&mut self, players: u8) {
        let usual = usual(players, is_all_human(&self.variant));
        self.players.truncate(players.into());
        let missing = usual.into_iter().skip(self.players.len());
        self.players.extend(missing);
        if is_all_human(&self.variant) {
            self.players
                .iter_mut()
                .filter(|player| !player.is_human())
                .for_each(|player| *player = Player::Human(None));
        }
    }

    /// Who tells the game in a language.
    pub fn narrator(&self, language: Language) -> Narrator {
        narrator(&self.players, &self.variant, language)
    }

    /// The command that begins the same game.
    pub fn command(&self) -> String {
        let seats = self
            .players
            .iter()
            .map(|player| player.word(Language::English))
            .collect::<Vec<_>>()
            .join(",");
        let mut words = vec!["tsuro", "play", self.variant.name(), "--seats", &seats];
        words.extend(self.seed.iter().flat_map(|seed| ["--seed", seed]));
        shell_line(words)
    }
}
