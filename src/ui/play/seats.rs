//! Who sits where: `human,greedy,human:Ann`.

use crate::bots::{self, BotError, BotSpec, Host, LEVELS};
use crate::ui::host::host;
use crate::ui::words::{Key, Language};
use std::sync::Arc;

/// How long a program may take for an answer, in milliseconds: people are patient.
const TIMEOUT: u32 = 60_000;

/// The longest name of a person, in characters.
const LONGEST: usize = 20;

/// Somebody at a seat.
#[derive(Debug, Clone)]
pub(super) enum Sitter {
    /// A person, perhaps with a name.
    Human(Option<String>),
    /// A bot.
    Bot(BotSpec),
}

/// Why a list of seats will not do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SeatsError {
    /// A word that is neither.
    #[error("{word:?} is neither human nor a bot; the bots are {}", offered_bots())]
    Unknown {
        /// As written.
        word: String,
    },
    /// A bot that cannot be read.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// A name that would not be told apart from a bot, or shown well.
    #[error("{name:?} cannot be a person's name: it should have 1 to {LONGEST} characters, and be neither a bot's name nor a colour")]
    Name {
        /// As written.
        name: String,
    },
    /// Two persons with one name.
    #[error("{name:?} is the name of two persons; each needs one of its own")]
    Twice {
        /// As written.
        name: String,
    },
    /// Too many or too few seats.
    #[error("{found} seats are named, where {fewest} to {most} can play")]
    Count {
        /// How many.
        found: usize,
        /// Fewest players.
        fewest: u8,
        /// Most players.
        most: u8,
    },
    /// Not as many as asked for.
    #[error("{found} seats are named for {players} players")]
    Players {
        /// How many.
        found: usize,
        /// As asked for.
        players: u8,
    },
}

impl Sitter {
    /// Reads one word of a list.
    fn parse(word: &str, host: &Arc<dyn Host>) -> Result<Self, SeatsError> {
        let word = word.trim();
        if word == "human" {
            return Ok(Self::Human(None));
        }
        let Some(name) = word.strip_prefix("human:") else {
            return BotSpec::parse_on(word, host).map(Self::Bot).map_err(|why| match why {
                BotError::Unknown { name } => SeatsError::Unknown { word: name },
                why => why.into(),
            });
        };
        let name = name.trim();
        let fits = (1..=LONGEST).contains(&name.chars().count()) && !name.chars().any(char::is_control);
        let color = |language: Language| language.sentence(Key::Colors).split(' ').any(|color| color == name);
        if !fits || BotSpec::parse(name).is_ok() || name == "human" || Language::ALL.into_iter().any(color) {
            return Err(SeatsError::Name { name: name.chars().take(40).collect() });
        }
        Ok(Self::Human(Some(name.to_owned())))
    }

    /// As a record names the player.
    pub(super) fn recorded(&self) -> String {
        match self {
            Self::Human(None) => "human".to_owned(),
            Self::Human(Some(name)) => name.clone(),
            Self::Bot(bot) => bot.to_string(),
        }
    }

    /// Who a record means: a bot that this program has, otherwise a person. `None` for another program: a record does not start one.
    pub(super) fn from_record(player: &str) -> Option<Self> {
        if player.starts_with("exec:") {
            return None;
        }
        let (_, host) = host(TIMEOUT);
        Some(match BotSpec::parse_on(player, &host) {
            Ok(bot) => Self::Bot(bot),
            Err(_) if player == "human" || player.trim().is_empty() => Self::Human(None),
            Err(_) => Self::Human(Some(player.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect())),
        })
    }

    /// The person's name, if it has one.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Self::Human(name) => name.clone(),
            Self::Bot(_) => None,
        }
    }

    /// Whether a person sits there.
    pub(super) fn is_human(&self) -> bool {
        matches!(self, Self::Human(_))
    }
}

/// Reads a list; one word is enough for a table of that many bots, `count` says how many.
pub(super) fn parse(list: &str, count: Option<u8>, (fewest, most): (u8, u8)) -> Result<Vec<Sitter>, SeatsError> {
    let (_, host) = host(TIMEOUT);
    let seats = bots::split(list)?.into_iter().map(|word| Sitter::parse(word, &host)).collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = seats.iter().filter_map(Sitter::name).collect();
    if let Some(name) = names.iter().enumerate().find(|&(index, name)| names[..index].contains(name)).map(|(_, name)| name.clone()) {
        return Err(SeatsError::Twice { name });
    }
    match count {
        Some(players) if seats.len() != usize::from(players) => Err(SeatsError::Players { found: seats.len(), players }),
        _ if !(usize::from(fewest)..=usize::from(most)).contains(&seats.len()) => {
            Err(SeatsError::Count { found: seats.len(), fewest, most })
        }
        _ => Ok(seats),
    }
}

/// What a person may ask for: levels first, then bots.
pub(super) fn offered_bots() -> String {
    let levels: Vec<&str> = LEVELS.iter().map(|level| level.0).collect();
    format!("{}, {}", levels.join(", "), bots::names())
}

/// The bot that a person meets who asks for none.
const USUAL_BOT: &str = "greedy";

/// One person against bots; where one person plays every piece, a table of persons.
pub(super) fn usual(players: u8, all_human: bool) -> Vec<Sitter> {
    let bot = BotSpec::parse(USUAL_BOT).ok().filter(|_| !all_human);
    let other = bot.map_or(Sitter::Human(None), Sitter::Bot);
    (0..players).map(|seat| if seat == 0 { Sitter::Human(None) } else { other.clone() }).collect()
}

/// How many play if nobody says: four, or as near as the rules allow.
pub(super) fn usual_count((fewest, most): (u8, u8)) -> u8 {
    4.clamp(fewest, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_as_records_name_them() {
        let seats = parse("human, greedy,human:Ann", None, (2, 8)).unwrap();
        let names: Vec<_> = seats.iter().map(Sitter::recorded).collect();
        assert_eq!(names, ["human", "greedy", "Ann"]);
        let back: Vec<_> = names.iter().map(|name| Sitter::from_record(name).unwrap().recorded()).collect();
        assert_eq!(back, names);
    }

    #[test]
    fn a_list_of_seats_that_will_not_do_is_refused_with_the_reason() {
        assert!(matches!(parse("human,gredy", None, (2, 8)), Err(SeatsError::Unknown { .. })));
        assert!(matches!(parse("human,human:greedy", None, (2, 8)), Err(SeatsError::Name { .. })));
        assert!(matches!(parse("human", None, (2, 8)), Err(SeatsError::Count { found: 1, .. })));
        assert!(matches!(parse("human,human", Some(3), (2, 8)), Err(SeatsError::Players { found: 2, players: 3 })));
        assert!(parse("human:\u{1b}[2J,human", None, (2, 8)).is_err());
    }
}
