//! The one list of bots, and how a list of them is written: `greedy,ismcts:200,random`.

use super::{Bot, Greedy, Hunter, Random, Safe, Timid};
use std::fmt;

/// A kind of bot that can be chosen by name.
#[derive(Debug, Clone, Copy)]
pub struct BotInfo {
    /// The word by which it is chosen.
    pub name: &'static str,
    /// What follows the name behind a colon, as shown in help; empty where nothing does.
    pub argument: &'static str,
    /// One line on how it plays, a sentence without a full stop.
    pub summary: &'static str,
    make: Make,
}

/// How a bot is made from what stands behind its name.
#[derive(Debug, Clone, Copy)]
enum Make {
    Plain(fn() -> Box<dyn Bot>),
}

/// All bots, weakest first.
pub const BOTS: &[BotInfo] = &[
    BotInfo { name: "random", argument: "", summary: "any legal placement, all equally likely", make: Make::Plain(|| Box::new(Random)) },
    BotInfo {
        name: "safe",
        argument: "",
        summary: "stays alive and keeps a way open for its next turn, otherwise at random",
        make: Make::Plain(|| Box::new(Safe)),
    },
    BotInfo { name: "timid", argument: "", summary: "stays alive and away from everybody else", make: Make::Plain(|| Box::new(Timid)) },
    BotInfo {
        name: "hunter",
        argument: "",
        summary: "puts others out where it can, otherwise closes in on them",
        make: Make::Plain(|| Box::new(Hunter)),
    },
    BotInfo {
        name: "greedy",
        argument: "",
        summary: "stays alive, then keeps its own ways open and closes those of others",
        make: Make::Plain(|| Box::new(Greedy)),
    },
];

/// Bots by how hard they are to beat: the names that `play` offers, each with the bot that it stands for.
pub const LEVELS: &[(&str, &str)] = &[("easy", "random"), ("medium", "safe"), ("hard", "greedy")];

/// A bot as it was asked for: its kind, and what was written behind the colon.
#[derive(Debug, Clone)]
pub struct BotSpec {
    info: &'static BotInfo,
    argument: String,
}

/// Why a list of bots cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// Nobody is called that.
    #[error("there is no bot {name:?}, only {}", names())]
    Unknown {
        /// As written.
        name: String,
    },
    /// Something stands behind a name that takes nothing.
    #[error("{name} takes nothing behind its name, and {argument:?} stands there")]
    Superfluous {
        /// The bot.
        name: &'static str,
        /// What stands behind the colon.
        argument: String,
    },
    /// An entry between two commas is empty.
    #[error("a list of bots has names with commas between them, and one is missing")]
    Empty,
    /// A quotation mark without its partner.
    #[error("a quotation mark is not closed in {list:?}")]
    OpenQuote {
        /// As written.
        list: String,
    },
}

/// The names of all bots and levels, as a message gives them.
pub fn names() -> String {
    BOTS.iter().map(BotInfo::written).collect::<Vec<_>>().join(", ")
}

impl BotInfo {
    /// As it is written in a list, with a word for what follows the colon.
    pub fn written(&self) -> String {
        if self.argument.is_empty() { self.name.to_owned() } else { format!("{}:{}", self.name, self.argument) }
    }
}

impl BotSpec {
    /// Reads one bot: its name or a level's, and an argument behind a colon where it takes one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(word: &str) -> Result<Self, BotError> {
        let word = word.trim();
        if word.is_empty() {
            return Err(BotError::Empty);
        }
        let word = LEVELS.iter().find(|(level, _)| *level == word).map_or(word, |(_, bot)| bot);
        let (name, argument) = word.split_once(':').map_or((word, None), |(name, argument)| (name, Some(argument)));
        let unknown = || BotError::Unknown { name: word.chars().take(40).collect() };
        let info = BOTS.iter().find(|bot| bot.name == name).ok_or_else(unknown)?;
        match (info.make, argument) {
            (Make::Plain(_), None) => Ok(Self { info, argument: String::new() }),
            (Make::Plain(_), Some(argument)) => Err(BotError::Superfluous { name: info.name, argument: argument.to_owned() }),
        }
    }

    /// Its kind.
    pub fn info(&self) -> &'static BotInfo {
        self.info
    }

    /// Makes one.
    pub fn make(&self) -> Box<dyn Bot> {
        match self.info.make {
            Make::Plain(make) => make(),
        }
    }
}

/// As it is written, and as records name the player; a level is named as the bot that it stands for.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.argument.as_str() {
            "" => f.write_str(self.info.name),
            argument => write!(f, "{}:{argument}", self.info.name),
        }
    }
}

/// Splits a list at the commas outside quotes; quotes stay where they are. Whoever reads an entry takes care of them.
///
/// # Errors
/// [`BotError::OpenQuote`].
pub fn split(list: &str) -> Result<Vec<&str>, BotError> {
    let mut parts = Vec::new();
    let (mut begin, mut open, mut escaped) = (0, None, false);
    for (at, letter) in list.char_indices() {
        match (letter, open) {
            _ if escaped => escaped = false,
            // As in a shell: a backslash keeps the next letter, but not within single quotes.
            ('\\', None | Some('"')) => escaped = true,
            ('"' | '\'', None) => open = Some(letter),
            (_, Some(quote)) if letter == quote => open = None,
            (',', None) => {
                parts.push(list[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    if open.is_some() {
        return Err(BotError::OpenQuote { list: list.to_owned() });
    }
    parts.push(list[begin..].trim());
    Ok(parts)
}

/// Reads a list of bots: the one parser for every command.
///
/// # Errors
/// What is wrong with the first that is wrong.
pub fn parse_bots(list: &str) -> Result<Vec<BotSpec>, BotError> {
    split(list)?.into_iter().map(BotSpec::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_split_at_commas_outside_quotes() {
        assert_eq!(split("random, greedy").unwrap(), ["random", "greedy"]);
        assert_eq!(split(r#"exec:"a, b",exec:c\,d,'x,y'"#).unwrap(), [r#"exec:"a, b""#, r"exec:c\,d", "'x,y'"]);
        assert!(matches!(split("exec:'a,b"), Err(BotError::OpenQuote { .. })));
        assert_eq!(parse_bots("random,,greedy").unwrap_err(), BotError::Empty);
    }

    #[test]
    fn every_bot_is_read_as_it_is_written() {
        for bot in BOTS.iter().filter(|bot| bot.argument.is_empty()) {
            assert_eq!(BotSpec::parse(bot.name).unwrap().to_string(), bot.name);
            assert!(matches!(BotSpec::parse(&format!("{}:1", bot.name)), Err(BotError::Superfluous { .. })));
        }
        for (level, bot) in LEVELS {
            assert_eq!(BotSpec::parse(level).unwrap().to_string(), *bot);
        }
        assert_eq!(BotSpec::parse("gredy").unwrap_err().to_string(), format!("there is no bot \"gredy\", only {}", names()));
    }
}
