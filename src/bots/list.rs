//! The one list of bots, and how a list of them is written: `greedy,ismcts:200,random`.

use super::ismcts::{Budget, Clock, MAX_ITERATIONS, Settings};
use super::{Bot, Greedy, Hunter, Ismcts, Random, Safe, Timid};
use crate::game::{Playout, Reward};
use std::fmt;
use std::sync::Arc;

/// A kind of bot that can be chosen by name.
#[derive(Debug, Clone, Copy)]
pub struct BotInfo {
    /// The word by which it is chosen.
    pub name: &'static str,
    /// What follows the name behind a colon, as shown in help; empty where nothing does.
    pub argument: &'static str,
    /// One line on how it plays, a sentence without a full stop.
    pub summary: &'static str,
    make: BotMaker,
}

/// What only a program around the engine can give to bots: a clock, and other programs.
pub trait Host: Send + Sync {
    /// A clock that gives so many milliseconds to each decision.
    fn clock(&self, milliseconds: u32) -> Box<dyn Clock>;
    /// Whether there is such a program.
    ///
    /// # Errors
    /// Why there is not, as part of a sentence.
    fn find(&self, _program: &str) -> Result<(), String> {
        Ok(())
    }
    /// A bot that asks a program, given as its words. `name` is the bot as it was written.
    fn program(&self, name: &str, words: &[String]) -> Box<dyn Bot>;
}

/// How a bot is made from what stands behind its name.
#[derive(Debug, Clone, Copy)]
enum BotMaker {
    Plain(fn() -> Box<dyn Bot>),
    /// So many iterations of a search, and how to search.
    Iterations,
    /// So many milliseconds of a search, and how to search.
    Milliseconds,
    /// A program.
    Program,
}

/// All bots, weakest first.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: "random",
        argument: "",
        summary: "any legal placement, all equally likely",
        make: BotMaker::Plain(|| Box::new(Random)),
    },
    BotInfo {
        name: "safe",
        argument: "",
        summary: "stays alive and keeps a way open for its next turn, otherwise at random",
        make: BotMaker::Plain(|| Box::new(Safe)),
    },
    BotInfo { name: "timid", argument: "", summary: "stays alive and away from everybody else", make: BotMaker::Plain(|| Box::new(Timid)) },
    BotInfo {
        name: "hunter",
        argument: "",
        summary: "puts others out where it can, otherwise closes in on them",
        make: BotMaker::Plain(|| Box::new(Hunter)),
    },
    BotInfo {
        name: "greedy",
        argument: "",
        summary: "stays alive, then keeps its own ways open and closes those of others",
        make: BotMaker::Plain(|| Box::new(Greedy)),
    },
    BotInfo {
        name: "ismcts",
        argument: "N",
        summary: "plays on in its head N times (information-set Monte-Carlo tree search) and takes what came out best",
        make: BotMaker::Iterations,
    },
    BotInfo {
        name: "ismcts-ms",
        argument: "T",
        summary: "the same, for T milliseconds a decision: never the same game twice",
        make: BotMaker::Milliseconds,
    },
    BotInfo {
        name: "exec",
        argument: "COMMAND",
        summary: "a program of your own, which is told what it sees and answers with a number",
        make: BotMaker::Program,
    },
];

/// Bots by how hard they are to beat: the names that `play` offers, each with the bot that it stands for.
pub const LEVELS: &[(&str, &str)] = &[("easy", "safe"), ("medium", "greedy"), ("hard", "ismcts:200"), ("expert", "ismcts:2000")];

/// A bot as it was asked for: its kind, and what was written behind the colon.
#[derive(Clone)]
pub struct BotSpec {
    info: &'static BotInfo,
    argument: String,
    /// How long and how it searches, if it does.
    search: (u32, Settings),
    /// The words of its command, if it is a program.
    words: Vec<String>,
    host: Option<Arc<dyn Host>>,
}

impl fmt::Debug for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
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
    /// A search that cannot be read.
    #[error("{bot}:{argument}: {why}")]
    Search {
        /// The bot.
        bot: &'static str,
        /// As written.
        argument: String,
        /// What is wrong with it.
        why: String,
    },
    /// Nobody is called that, and a command stands before it.
    #[error("there is no bot {name:?}; if it belongs to the command before it, quote that: exec:\"…\"")]
    Unquoted {
        /// As written.
        name: String,
    },
    /// A bot that needs a clock or a program.
    #[error("{bot} cannot play here: it needs {}", if *.bot == "exec" { "another program" } else { "a clock, and games with it are never the same twice" })]
    Outside {
        /// The bot.
        bot: &'static str,
    },
    /// A command that cannot be read, or whose program is not there.
    #[error("exec:{command}: {why}")]
    Command {
        /// As written.
        command: String,
        /// What is wrong with it.
        why: String,
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
    let names = BOTS.iter().map(BotInfo::written).chain(LEVELS.iter().map(|level| level.0.to_owned()));
    names.collect::<Vec<_>>().join(", ")
}

impl BotInfo {
    /// As it is written in a list, with a word for what follows the colon.
    pub fn written(&self) -> String {
        if self.argument.is_empty() { self.name.to_owned() } else { format!("{}:{}", self.name, self.argument) }
    }
}

/// Splits a command into words, as a shell does.
fn read_command(command: &str) -> Result<Vec<String>, BotError> {
    let wrong = |why: &str| BotError::Command { command: command.to_owned(), why: why.to_owned() };
    let words = shlex::split(command).ok_or_else(|| wrong("a quotation mark is not closed"))?;
    // What is quoted as a whole is a whole command: exec:"python3 bot.py".
    let words = match &words[..] {
        [whole] if command.trim().starts_with(['"', '\'']) => shlex::split(whole).ok_or_else(|| wrong("a quotation mark is not closed"))?,
        _ => words,
    };
    if words.is_empty() { Err(wrong("a command is needed behind the colon")) } else { Ok(words) }
}

/// The longest that a search may take for a decision: ten minutes, in milliseconds.
const MAX_MILLISECONDS: u32 = 600_000;

/// Reads `1000` or `1000:playout=random:explore=0.5`: how long, and what of the search should not be as usual.
fn read_search(bot: &'static str, argument: &str, most: u32) -> Result<(u32, Settings), BotError> {
    let wrong = |why: String| BotError::Search { bot, argument: argument.chars().take(60).collect(), why };
    let mut parts = argument.split(':');
    let number = parts.next().unwrap_or_default();
    let length = number.parse::<u32>().ok().filter(|number| (1..=most).contains(number));
    let length = length
        .ok_or_else(|| wrong(format!("a number from 1 to {most} is needed, not {:?}", number.chars().take(20).collect::<String>())))?;
    let mut settings = Settings::default();
    for part in parts {
        let Some((key, value)) = part.split_once('=') else { return Err(wrong(format!("{part:?} is not key=value"))) };
        let range = |from: f32, to: f32| {
            let number = value.parse::<f32>().ok().filter(|number| (from..=to).contains(number));
            number.ok_or_else(|| wrong(format!("{key} has to be a number from {from} to {to}, not {value:?}")))
        };
        match key {
            "playout" => {
                settings.playout = match value {
                    "random" => Playout::Random,
                    "safe" => Playout::Safe,
                    _ => return Err(wrong(format!("playout has to be random or safe, not {value:?}"))),
                }
            }
            "explore" => settings.explore = range(0.0, 100.0)?,
            "bias" => settings.bias = range(0.0, 10.0)?,
            "depth" => settings.depth = range(1.0, 64.0)? as u8,
            "rank" => settings.reward = Reward::Usual { rank: range(0.0, 1.0)? },
            "deals" => settings.deals = range(0.0, 65535.0)? as u32,
            _ => return Err(wrong(format!("there is no key {key:?}, only playout, explore, bias, depth, rank, deals"))),
        }
    }
    Ok((length, settings))
}

impl BotSpec {
    /// Reads one bot that needs nothing outside the engine: its name or a level's, and an argument behind a colon where it takes one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(word: &str) -> Result<Self, BotError> {
        Self::read(word, None)
    }

    /// Reads one bot; the host gives what it needs.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_on(word: &str, host: &Arc<dyn Host>) -> Result<Self, BotError> {
        Self::read(word, Some(host))
    }

    fn read(word: &str, host: Option<&Arc<dyn Host>>) -> Result<Self, BotError> {
        let word = word.trim();
        if word.is_empty() {
            return Err(BotError::Empty);
        }
        let word = LEVELS.iter().find(|(level, _)| *level == word).map_or(word, |(_, bot)| bot);
        let (name, argument) = word.split_once(':').map_or((word, None), |(name, argument)| (name, Some(argument)));
        let unknown = || BotError::Unknown { name: word.chars().take(40).collect() };
        let info = BOTS.iter().find(|bot| bot.name == name).ok_or_else(unknown)?;
        let spec = Self {
            info,
            argument: argument.unwrap_or_default().to_owned(),
            search: (0, Settings::default()),
            words: Vec::new(),
            host: host.cloned(),
        };
        match (info.make, argument) {
            (BotMaker::Plain(_), None) => Ok(spec),
            (BotMaker::Milliseconds | BotMaker::Program, _) if host.is_none() => Err(BotError::Outside { bot: info.name }),
            (BotMaker::Iterations, argument) => {
                Ok(Self { search: read_search(info.name, argument.unwrap_or_default(), MAX_ITERATIONS)?, ..spec })
            }
            (BotMaker::Milliseconds, argument) => {
                Ok(Self { search: read_search(info.name, argument.unwrap_or_default(), MAX_MILLISECONDS)?, ..spec })
            }
            (BotMaker::Program, argument) => {
                let command = argument.unwrap_or_default();
                let words = read_command(command)?;
                if let (Some(host), Some(program)) = (host, words.first()) {
                    host.find(program).map_err(|why| BotError::Command { command: command.to_owned(), why })?;
                }
                Ok(Self { words, ..spec })
            }
            (BotMaker::Plain(_), Some(argument)) => Err(BotError::Superfluous { name: info.name, argument: argument.to_owned() }),
        }
    }

    /// Its kind.
    pub fn info(&self) -> &'static BotInfo {
        self.info
    }

    /// Whether it plays the same game again from the same seed: a clock or a program may not.
    pub fn is_reproducible(&self) -> bool {
        matches!(self.info.make, BotMaker::Plain(_) | BotMaker::Iterations)
    }

    /// Whether it searches, which may take long for each decision.
    pub fn searches(&self) -> bool {
        matches!(self.info.make, BotMaker::Iterations | BotMaker::Milliseconds)
    }

    /// Makes one.
    pub fn make(&self) -> Box<dyn Bot> {
        let (most, settings) = self.search;
        match (self.info.make, &self.host) {
            (BotMaker::Plain(make), _) => make(),
            (BotMaker::Iterations, _) => Box::new(Ismcts::new(Budget::Iterations(most), settings)),
            (BotMaker::Milliseconds, Some(host)) => Box::new(Ismcts::new(Budget::Clock(host.clock(most)), settings)),
            (BotMaker::Program, Some(host)) => host.program(&self.to_string(), &self.words),
            (BotMaker::Milliseconds | BotMaker::Program, None) => unreachable!("it was not read without a host"),
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
    split_at(list, ',')
}

/// Splits a list at a separator outside quotes.
///
/// # Errors
/// [`BotError::OpenQuote`].
pub fn split_at(list: &str, separator: char) -> Result<Vec<&str>, BotError> {
    let mut parts = Vec::new();
    let (mut begin, mut open, mut escaped) = (0, None, false);
    for (at, letter) in list.char_indices() {
        match (letter, open) {
            _ if escaped => escaped = false,
            // As in a shell: a backslash keeps the next letter, but not within single quotes.
            ('\\', None | Some('"')) => escaped = true,
            ('"' | '\'', None) => open = Some(letter),
            (_, Some(quote)) if letter == quote => open = None,
            (letter, None) if letter == separator => {
                parts.push(list[begin..at].trim());
                begin = at + letter.len_utf8();
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

/// Reads a list of bots that need nothing outside the engine: the one parser for every command.
///
/// # Errors
/// What is wrong with the first that is wrong.
pub fn parse_bots(list: &str) -> Result<Vec<BotSpec>, BotError> {
    split(list)?.into_iter().map(BotSpec::parse).collect()
}

/// As [`parse_bots`], and the host gives what bots need.
///
/// # Errors
/// What is wrong with the first that is wrong.
pub fn parse_bots_on(list: &str, host: &Arc<dyn Host>) -> Result<Vec<BotSpec>, BotError> {
    let mut bots: Vec<BotSpec> = Vec::new();
    for word in split(list)? {
        let bot = BotSpec::parse_on(word, host).map_err(|why| match why {
            BotError::Unknown { name } if bots.last().is_some_and(|bot| !bot.words.is_empty()) => BotError::Unquoted { name },
            why => why,
        });
        bots.push(bot?);
    }
    Ok(bots)
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
    fn a_search_says_how_long_and_how_and_what_is_wrong_is_said() {
        let search = |argument: &str| BotSpec::parse(&format!("ismcts:{argument}")).map(|spec| spec.search);
        assert_eq!(search("200"), Ok((200, Settings::default())));
        let asked = Settings {
            playout: Playout::Random,
            explore: 0.5,
            bias: 0.0,
            depth: 3,
            reward: Reward::Usual { rank: 0.25 },
            even: false,
            deals: 9,
        };
        assert_eq!(search("7:playout=random:explore=0.5:bias=0:depth=3:rank=0.25:deals=9"), Ok((7, asked)));
        for (argument, why) in [
            ("", "a number from 1"),
            ("0", "a number from 1"),
            ("many", "a number from 1"),
            ("10000001", "a number from 1 to 10000000 is needed, not \"10000001\""),
            ("4294967295", "a number from 1 to 10000000"),
            ("99999999999999999999999999", "a number from 1 to 10000000"),
            ("5:fast", "\"fast\" is not key=value"),
            ("5:playout=wild", "random or safe"),
            ("5:depth=65", "depth has to be a number from 1 to 64"),
            ("5:bias=NaN", "bias has to be a number"),
            ("5:speed=1", "there is no key \"speed\""),
        ] {
            assert!(search(argument).unwrap_err().to_string().contains(why), "{argument}");
        }
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
