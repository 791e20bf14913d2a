//! Who sits at a table.

use crate::telling::Reader;
use tsuro::bots::BotSpec;
use tsuro_faces::Player;
use tsuro_faces::words::Language;

/// The bot that decides for a person who has left.
pub const STAND_IN: &str = "medium";

/// A seat and who decides there.
#[derive(Debug, Clone)]
pub struct TableSeat {
    /// Who sits there.
    pub player: Player,
    /// Whether a bot decides for the person.
    pub is_away: bool,
}

impl TableSeat {
    /// A player who is there.
    pub fn new(player: Player) -> Self {
        Self { player, is_away: false }
    }

    /// A player by its name in records; one that this program does not have is a person without a
    /// name.
    pub fn recorded(name: &str, is_away: bool) -> Self {
        let player = Player::from_record(name, &crate::host()).unwrap_or(Player::Human(None));
        Self { player, is_away }
    }

    /// The bot that decides there, if one does.
    pub fn bot(&self) -> Option<BotSpec> {
        match &self.player {
            Player::Bot(bot) => Some(bot.clone()),
            Player::Human(_) if self.is_away => BotSpec::parse(STAND_IN).ok(),
            Player::Human(_) => None,
        }
    }
}

/// A reader who sees only what all players see.
pub const ONLOOKER: Reader = Reader { seat: None, language: Language::English, pictures: false };
