//! Who sits at a table, and who looks on.

use crate::store::StoredSeat;
use crate::telling::Reader;
use crate::token::TokenHash;
use std::sync::Arc;
use tokio::sync::mpsc;
use tsuro::bots::BotSpec;
use tsuro::game::Seat;
use tsuro_faces::Player;
use tsuro_faces::words::Language;
use tsuro_world::host::host;

/// The bot that decides for a person who has left.
pub(crate) const STAND_IN: &str = "medium";

/// A seat and who decides there.
pub(crate) struct TableSeat {
    pub player: Player,
    /// `None`: a bot.
    pub token: Option<TokenHash>,
    /// Whether a bot decides for the person.
    pub is_away: bool,
}

impl TableSeat {
    /// A seat as it was stored; a player that this program does not have is a person without a
    /// name.
    pub(super) fn from_stored(stored: &StoredSeat) -> Self {
        let player = Player::from_record(&stored.name, &host(1).1).unwrap_or(Player::Human(None));
        Self { player, token: stored.token, is_away: stored.is_away }
    }

    pub(crate) fn stored(&self) -> StoredSeat {
        StoredSeat { name: self.player.record_name(), token: self.token, is_away: self.is_away }
    }

    /// The bot that decides there, if one does.
    pub(super) fn bot(&self) -> Option<BotSpec> {
        match &self.player {
            Player::Bot(bot) => Some(bot.clone()),
            Player::Human(_) if self.is_away => BotSpec::parse(STAND_IN).ok(),
            Player::Human(_) => None,
        }
    }
}

/// A message that is sent as it is.
pub(crate) type Text = Arc<str>;

/// A connected client.
pub(crate) struct Watcher {
    pub number: u64,
    pub sender: mpsc::Sender<Text>,
    /// The seats whose tokens they have.
    pub seats: Vec<Seat>,
    pub is_host: bool,
    pub reader: Reader,
}

/// A reader who sees only what all players see.
pub(crate) const ONLOOKER: Reader =
    Reader { seat: None, language: Language::English, pictures: false };
