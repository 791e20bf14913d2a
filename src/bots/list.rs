//! The list of all bots, and the reader of what people write to choose some:
//! `greedy,ismcts:200,random`.

mod values_file;

use self::values_file::read_values;
use super::ismcts::{Budget, Clock, MAX_ITERATIONS, MAX_TREES, MAX_TRIES, Settings};
use super::values::Judge;
use super::{Bot, Greedy, Hunter, Ismcts, LEVELS, Learned, Level, Random, Safe, Timid};
use crate::game::{MAX_SEATS, Playout, Reward};
use std::fmt;
use std::sync::Arc;

/// A kind of bot that can be chosen by name.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct BotInfo {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// The placeholder in help for what follows the name and a colon; empty if nothing does.
    pub argument: &'static str,
    /// One line on how it plays, a sentence without a full stop.
    pub summary: &'static str,
    pub(super) make: BotMaker,
}

/// What bots need from the program around the engine: a clock, and other programs.
pub trait Host: Send + Sync {
    /// A clock that gives `milliseconds` to each decision.
    fn clock(&self, milliseconds: u32) -> Box<dyn Clock>;
    /// Checks that a program can be found.
    ///
    /// # Errors
    /// Why it cannot, as the end of a sentence.
    fn find(&self, _program: &str) -> Result<(), String> {
        Ok(())
    }
    /// The text of a file of [values](super::values).
    ///
    /// # Errors
    /// Why it cannot be read, as the end of a sentence.
    fn values(&self, _file: &str) -> Result<String, String> {
        Err("no files can be read here".to_owned())
    }
    /// Makes a bot that asks the program whose command has these words. `name` is the bot as it was
    /// written.
    fn program(&self, name: &str, words: &[String]) -> Box<dyn Bot>;
}

/// How a bot is made from what follows its name.
#[derive(Debug, Clone, Copy)]
pub(super) enum BotMaker {
    /// The bot takes no argument.
    Plain(fn() -> Box<dyn Bot>),
    /// From what was learned, and perhaps settings.
    Learned,
    /// From a number of iterations of a search, and its settings.
    Iterations,
    /// From a number of milliseconds for a search, and its settings.
    Milliseconds,
    /// From the command of a program.
    Program,
    /// By a function of the program that uses the crate.
    Given,
}

/// Makes a bot that the program which uses the crate brings with it.
type MakeGiven = Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>;

/// The kind of the bots that the program which uses the crate brings with it. No text names them.
static GIVEN: BotInfo = BotInfo {
    name: "policy",
    argument: "NAME",
    summary: "a bot that the program which uses this crate brings with it",
    make: BotMaker::Given,
};

/// The name of the bot that plays at random.
const RANDOM: &str = "random";
/// The name of the bot that has learned, and of the values that come with the crate.
const LEARNED: &str = "learned";

/// The key of the partner for whom a search plays, too.
const PARTNER: &str = "partner";

/// The largest sharpness of `learned`: it hardly ever misses the best placement.
const MAX_SHARP: u8 = 100;

/// All bots, weakest first.
pub const BOTS: &[BotInfo] = &[
    BotInfo {
        name: RANDOM,
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
    BotInfo {
        name: "timid",
        argument: "",
        summary: "stays alive and away from everybody else",
        make: BotMaker::Plain(|| Box::new(Timid)),
    },
    BotInfo {
        name: "hunter",
        argument: "",
        summary: "eliminates others where it can, otherwise closes in on them",
        make: BotMaker::Plain(|| Box::new(Hunter)),
    },
    BotInfo {
        name: "greedy",
        argument: "",
        summary: "stays alive, then keeps its own ways open and closes those of others",
        make: BotMaker::Plain(|| Box::new(Greedy)),
    },
    BotInfo {
        name: LEARNED,
        argument: "",
        summary: "looks one placement ahead: takes the one after which it wins most often, as games \
            against itself have taught it",
        make: BotMaker::Learned,
    },
    BotInfo {
        name: "ismcts",
        argument: "N",
        summary: "simulates N games from here (information-set Monte-Carlo tree search) and takes \
            the choice that came out best",
        make: BotMaker::Iterations,
    },
    BotInfo {
        name: "ismcts-ms",
        argument: "T",
        summary: "the same search for T milliseconds a decision, so its games cannot be repeated",
        make: BotMaker::Milliseconds,
    },
    BotInfo {
        name: "exec",
        argument: "COMMAND",
        summary: "a program of your own, which is sent what its seat sees and answers with the \
            number of a choice",
        make: BotMaker::Program,
    },
];

/// A bot as it was asked for: its kind, and what was written after the colon.
///
/// ```
/// use tsuro::bots::BotSpec;
///
/// let spec = BotSpec::parse("ismcts:200")?;
/// assert!(spec.searches() && spec.is_reproducible());
/// let _bot = spec.make();
/// # Ok::<(), tsuro::bots::BotError>(())
/// ```
#[derive(Clone)]
pub struct BotSpec {
    info: &'static BotInfo,
    argument: String,
    /// The iterations or milliseconds and the settings of its search, if it searches.
    search: (u32, Settings),
    /// What it has learned, if it uses that.
    judge: Option<Judge>,
    /// Whether it has to be given the file of values that its argument names.
    lacks_file: bool,
    /// How seldom `learned` chooses placements that are not the best; `None`: never.
    sharp: Option<u8>,
    /// The words of its command, if it is a program; otherwise none.
    words: Vec<String>,
    host: Option<Arc<dyn Host>>,
    /// What makes it, if the program which uses the crate does.
    given: Option<MakeGiven>,
}

/// How strong a bot is among others: its place in [`BOTS`], then how strict it is or how long it
/// searches, then whether it judges by what was learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strength {
    place: usize,
    length: u32,
    judges: bool,
}

impl fmt::Debug for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Why a bot or a list of bots cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BotError {
    /// There is no bot with that name.
    #[error("there is no bot {name:?}; the bots are {}", names())]
    Unknown {
        /// The name as written.
        name: String,
    },
    /// Something follows the name of a bot that takes no argument.
    #[error("{name} takes nothing after its name, but {argument:?} follows it")]
    Superfluous {
        /// The name of the bot, without argument.
        name: &'static str,
        /// What follows the colon.
        argument: String,
    },
    /// The argument of a search cannot be read.
    #[error("{bot}:{argument}: {why}")]
    Search {
        /// The name of the bot, without argument.
        bot: &'static str,
        /// The argument as written.
        argument: String,
        /// What is wrong with it, as a lower-case fragment.
        why: String,
    },
    /// There is no bot with that name, which follows an unquoted command with a comma.
    #[error(
        "there is no bot {name:?}; if it belongs to the command before it, quote that: exec:\"…\""
    )]
    Unquoted {
        /// The name as written.
        name: String,
    },
    /// The bot needs a clock or a program, and there is no [`Host`].
    #[error(
        "{bot} cannot play here: it needs {}",
        match *.bot {
            "exec" => "another program",
            "policy" => "the program that brings it along",
            _ => "a clock, so its games cannot be repeated",
        }
    )]
    Outside {
        /// The name of the bot, without argument.
        bot: &'static str,
    },
    /// The file of values cannot be used.
    #[error("{bot}: values={file}: {why}")]
    Values {
        /// The name of the bot, without argument.
        bot: &'static str,
        /// The file as written.
        file: String,
        /// Why it cannot, as a lower-case fragment.
        why: String,
    },
    /// The command cannot be read, or its program cannot be found.
    #[error("exec:{command}: {why}")]
    Command {
        /// The command as written.
        command: String,
        /// What is wrong with it, as a lower-case fragment.
        why: String,
    },
    /// An entry of the list is empty.
    #[error("a name is missing in the list of bots, whose names are separated by commas")]
    Empty,
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed in {list:?}")]
    OpenQuote {
        /// The list as written.
        list: String,
    },
}

/// The names of all bots and levels, separated by commas, for messages.
pub fn names() -> String {
    let names =
        BOTS.iter().map(BotInfo::written).chain(LEVELS.iter().map(|level| level.name.to_owned()));
    names.collect::<Vec<_>>().join(", ")
}

impl BotInfo {
    /// The bot as it is written in a list, with the placeholder for its argument: `ismcts:N`.
    pub fn written(&self) -> String {
        if self.argument.is_empty() {
            self.name.to_owned()
        } else {
            format!("{}:{}", self.name, self.argument)
        }
    }

    /// Whether it takes any legal choice, all equally likely, so that it needs no observation.
    pub fn is_random(&self) -> bool {
        self.name == RANDOM
    }
}

/// Splits a command into words, as a shell does.
fn read_command(command: &str) -> Result<Vec<String>, BotError> {
    let wrong = |why: &str| BotError::Command { command: command.to_owned(), why: why.to_owned() };
    let words = shlex::split(command).ok_or_else(|| wrong("a quotation mark is not closed"))?;
    // If the whole argument is quoted, it is a whole command: exec:"python3 bot.py".
    let words = match &words[..] {
        [whole] if command.trim().starts_with(['"', '\'']) => {
            shlex::split(whole).ok_or_else(|| wrong("a quotation mark is not closed"))?
        }
        _ => words,
    };
    if words.is_empty() { Err(wrong("a command is needed after the colon")) } else { Ok(words) }
}

/// The longest time that a search can be given for a decision: ten minutes, in milliseconds.
const MAX_MILLISECONDS: u32 = 600_000;

/// What a setting of a search takes.
enum SearchSetting {
    /// `random` or `safe`.
    Playout,
    /// A number from 0 to `to`, with or without a fraction.
    Number { to: f32, set: fn(&mut Settings, f32) },
    /// A whole number from `from` to `to`.
    Whole { from: u16, to: u16, set: fn(&mut Settings, u16) },
    /// `learned`, or a file of values.
    Values,
}

/// The settings that can follow the length of a search, by their keys.
const SEARCH_SETTINGS: &[(&str, SearchSetting)] = &[
    ("playout", SearchSetting::Playout),
    (
        "explore",
        SearchSetting::Number { to: 100.0, set: |settings, number| settings.explore = number },
    ),
    ("bias", SearchSetting::Number { to: 10.0, set: |settings, number| settings.bias = number }),
    (
        "depth",
        SearchSetting::Whole {
            from: 1,
            to: 64,
            set: |settings, number| settings.depth = number as u8,
        },
    ),
    (
        "rank",
        SearchSetting::Number {
            to: 1.0,
            set: |settings, rank| settings.reward = Reward::Usual { rank },
        },
    ),
    (
        "deals",
        SearchSetting::Whole {
            from: 0,
            to: 65535,
            set: |settings, number| settings.deals = number.into(),
        },
    ),
    ("values", SearchSetting::Values),
    (
        "moves",
        SearchSetting::Whole {
            from: 0,
            to: 64,
            set: |settings, number| settings.moves = Some(number as u8),
        },
    ),
    (
        "tries",
        SearchSetting::Whole {
            from: 1,
            to: MAX_TRIES as u16,
            set: |settings, number| settings.tries = Some(number as u8),
        },
    ),
    (
        "judged",
        SearchSetting::Whole {
            from: 0,
            to: MAX_SEATS as u16,
            set: |settings, number| settings.judged = Some(number as u8),
        },
    ),
    (
        "trees",
        SearchSetting::Whole {
            from: 1,
            to: MAX_TREES as u16,
            set: |settings, number| settings.trees = number as u8,
        },
    ),
    (
        PARTNER,
        SearchSetting::Whole {
            from: 0,
            to: MAX_SEATS as u16 - 1,
            set: |settings, number| settings.partner = number as u8,
        },
    ),
];

/// Reads the settings of `learned`: `sharp=4:values=my.toml`.
fn read_learned(
    argument: &str,
    host: Option<&Arc<dyn Host>>,
) -> Result<(Judge, Option<u8>), BotError> {
    let wrong = |why: String| BotError::Search {
        bot: LEARNED,
        argument: argument.chars().take(60).collect(),
        why,
    };
    let (mut judge, mut sharp) = (Judge::Shipped, None);
    for part in argument.split(':') {
        match part.split_once('=') {
            Some(("values", word)) => judge = read_values(LEARNED, word, host)?,
            Some(("sharp", number)) => {
                let allowed = |number: &u8| (1..=MAX_SHARP).contains(number);
                let number = number.parse().ok().filter(allowed);
                sharp = Some(number.ok_or_else(|| {
                    wrong(format!("sharp has to be a whole number from 1 to {MAX_SHARP}"))
                })?);
            }
            Some((key, _)) => {
                return Err(wrong(format!("there is no key {key:?}, only values, sharp")));
            }
            None => return Err(wrong(format!("{part:?} is not key=value"))),
        }
    }
    Ok((judge, sharp))
}

/// Reads `1000` or `1000:playout=random:explore=0.5`: a number of iterations or milliseconds, at
/// most `most`, and settings that differ from the defaults.
fn read_search(
    bot: &'static str,
    argument: &str,
    most: u32,
    host: Option<&Arc<dyn Host>>,
) -> Result<(u32, Settings, Option<Judge>), BotError> {
    let wrong =
        |why: String| BotError::Search { bot, argument: argument.chars().take(60).collect(), why };
    let mut parts = argument.split(':');
    let number = parts.next().unwrap_or_default();
    let length = number.parse::<u32>().ok().filter(|number| (1..=most).contains(number));
    let length = length.ok_or_else(|| {
        wrong(format!(
            "a number from 1 to {most} is needed, not {:?}",
            number.chars().take(20).collect::<String>()
        ))
    })?;
    let (mut settings, mut judge) = (Settings::default(), None);
    let mut keys = Vec::new();
    for part in parts {
        let Some((key, value)) = part.split_once('=') else {
            return Err(wrong(format!("{part:?} is not key=value")));
        };
        keys.push(key);
        match SEARCH_SETTINGS.iter().find(|(name, _)| *name == key) {
            Some((_, SearchSetting::Playout)) => {
                settings.playout = match value {
                    "random" => Playout::Random,
                    "safe" => Playout::Safe,
                    _ => {
                        return Err(wrong(format!(
                            "{key} has to be random or safe, not {value:?}"
                        )));
                    }
                }
            }
            Some((_, SearchSetting::Values)) => judge = Some(read_values(bot, value, host)?),
            Some((_, SearchSetting::Number { to, set })) => {
                let number = value.parse().ok().filter(|number| (0.0..=*to).contains(number));
                let number = number.ok_or_else(|| {
                    wrong(format!("{key} has to be a number from 0 to {to}, not {value:?}"))
                })?;
                set(&mut settings, number);
            }
            Some((_, SearchSetting::Whole { from, to, set })) => {
                let number = value.parse().ok().filter(|number| (from..=to).contains(&number));
                let number = number.ok_or_else(|| {
                    wrong(format!(
                        "{key} has to be a whole number from {from} to {to}, not {value:?}"
                    ))
                })?;
                set(&mut settings, number);
            }
            None => {
                let keys: Vec<&str> = SEARCH_SETTINGS.iter().map(|(name, _)| *name).collect();
                return Err(wrong(format!("there is no key {key:?}, only {}", keys.join(", "))));
            }
        }
    }
    // With values no game is played to its end, and without them none is judged.
    let (idle, why) = if judge.is_some() {
        (&["playout", "rank"][..], "does not go with")
    } else {
        (&["moves", "tries", "judged"][..], "needs")
    };
    if let Some(key) = idle.iter().find(|key| keys.contains(key)) {
        return Err(wrong(format!("{key} {why} values")));
    }
    Ok((length, settings, judge))
}

impl BotSpec {
    /// Reads a bot that needs nothing outside the engine: its name or a level's, and its argument
    /// after a colon, if it takes one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(word: &str) -> Result<Self, BotError> {
        Self::read(word, None)
    }

    /// Reads a bot, which gets a clock or a program from `host` if it needs one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_on(word: &str, host: &Arc<dyn Host>) -> Result<Self, BotError> {
        Self::read(word, Some(host))
    }

    /// The bot `learned` with these values, which may be those of no file.
    pub fn learned(judge: Judge) -> Self {
        let bot = Self::parse(LEARNED).unwrap_or_else(|_| unreachable!("it is in the list"));
        Self { judge: Some(judge), ..bot }
    }

    /// The same search with a partner `seats` seats clockwise, to whose win it gives half the
    /// weight of its own. `None`: the bot does not search.
    pub fn with_partner(&self, seats: u8) -> Option<Self> {
        let mut spec = self.clone();
        spec.search.1.partner = seats;
        spec.argument = format!("{}:{PARTNER}={seats}", self.argument);
        self.searches().then_some(spec)
    }

    /// A bot that is made by `make`. Reports and records call it `policy:NAME`; no text names it,
    /// so it takes part only where it is given.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tsuro::bots::{BotSpec, Greedy};
    ///
    /// let spec = BotSpec::given("mine", Arc::new(|| Box::new(Greedy)));
    /// assert_eq!(spec.to_string(), "policy:mine");
    /// ```
    pub fn given(name: &str, make: Arc<dyn Fn() -> Box<dyn Bot> + Send + Sync>) -> Self {
        Self { given: Some(make), ..Self::missing(name) }
    }

    /// Reads a bot as the plan of an experiment names it: as [`BotSpec::parse`], or as
    /// `policy:NAME`. Such a bot [is missing](BotSpec::missing_name) until it is given again. One
    /// with [the hash](BotSpec::with_hash) of a file of values cannot be made before it has
    /// [that file](BotSpec::with_file).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_planned(word: &str) -> Result<Self, BotError> {
        match word.trim().split_once(':') {
            Some((kind, name)) if kind == GIVEN.name && !name.is_empty() => Ok(Self::missing(name)),
            _ => Self::without_file(word.trim()).unwrap_or_else(|| Self::parse(word)),
        }
    }

    /// The name of a bot that is [given](BotSpec::given), if it has to be given again before it can
    /// be made.
    pub fn missing_name(&self) -> Option<&str> {
        let is_missing = matches!(self.info.make, BotMaker::Given) && self.given.is_none();
        is_missing.then_some(&self.argument)
    }

    fn missing(name: &str) -> Self {
        Self {
            info: &GIVEN,
            argument: name.to_owned(),
            search: (0, Settings::default()),
            judge: None,
            lacks_file: false,
            sharp: None,
            words: Vec::new(),
            host: None,
            given: None,
        }
    }

    fn read(word: &str, host: Option<&Arc<dyn Host>>) -> Result<Self, BotError> {
        let word = word.trim();
        if word.is_empty() {
            return Err(BotError::Empty);
        }
        let word = Level::named(word).map_or(word, |level| level.bot);
        let (name, argument) =
            word.split_once(':').map_or((word, None), |(name, argument)| (name, Some(argument)));
        let unknown = || BotError::Unknown { name: word.chars().take(40).collect() };
        let info = BOTS.iter().find(|bot| bot.name == name).ok_or_else(unknown)?;
        let spec = Self {
            info,
            argument: argument.unwrap_or_default().to_owned(),
            search: (0, Settings::default()),
            judge: None,
            lacks_file: false,
            sharp: None,
            words: Vec::new(),
            host: host.cloned(),
            given: None,
        };
        match (info.make, argument) {
            (BotMaker::Plain(_), None) => Ok(spec),
            (BotMaker::Learned, None) => Ok(Self { judge: Some(Judge::Shipped), ..spec }),
            (BotMaker::Learned, Some(argument)) => {
                let (judge, sharp) = read_learned(argument, host)?;
                Ok(Self { judge: Some(judge), sharp, ..spec })
            }
            (BotMaker::Milliseconds | BotMaker::Program, _) if host.is_none() => {
                Err(BotError::Outside { bot: info.name })
            }
            (BotMaker::Iterations | BotMaker::Milliseconds, argument) => {
                let most = if matches!(info.make, BotMaker::Iterations) {
                    MAX_ITERATIONS
                } else {
                    MAX_MILLISECONDS
                };
                let (length, settings, judge) =
                    read_search(info.name, argument.unwrap_or_default(), most, host)?;
                Ok(Self { search: (length, settings), judge, ..spec })
            }
            (BotMaker::Program, argument) => {
                let command = argument.unwrap_or_default();
                let words = read_command(command)?;
                if let (Some(host), Some(program)) = (host, words.first()) {
                    host.find(program)
                        .map_err(|why| BotError::Command { command: command.to_owned(), why })?;
                }
                Ok(Self { words, ..spec })
            }
            (BotMaker::Plain(_), Some(argument)) => {
                Err(BotError::Superfluous { name: info.name, argument: argument.to_owned() })
            }
            (BotMaker::Given, _) => unreachable!("it is not in the list"),
        }
    }

    /// The kind of bot.
    pub fn info(&self) -> &'static BotInfo {
        self.info
    }

    /// The level that it is.
    pub fn level(&self) -> Option<&'static Level> {
        let written = self.to_string();
        LEVELS.iter().find(|level| level.bot == written)
    }

    /// How strong it is among others, as far as its kind and the length of its search tell.
    pub fn strength(&self) -> Strength {
        let place = BOTS.iter().position(|known| known.name == self.info.name);
        let length = match self.info.make {
            BotMaker::Learned => self.sharp.map_or(u32::MAX, u32::from),
            _ => self.search.0,
        };
        // A bot that is given counts as stronger than all that are listed.
        let place = place.unwrap_or(BOTS.len());
        Strength { place, length, judges: self.judge.is_some() }
    }

    /// Whether it always plays the same from the same seed; a bot with a clock, a program or a bot
    /// that is [given](BotSpec::given) may not.
    pub fn is_reproducible(&self) -> bool {
        matches!(self.info.make, BotMaker::Plain(_) | BotMaker::Learned | BotMaker::Iterations)
    }

    /// Whether it searches, so that each decision may take long.
    pub fn searches(&self) -> bool {
        matches!(self.info.make, BotMaker::Iterations | BotMaker::Milliseconds)
    }

    /// Whether it may play many games out in a decision: `learned` does where its values do not know
    /// the goal.
    #[cfg(feature = "batch")]
    pub(crate) fn may_play_out(&self) -> bool {
        self.searches() || matches!(self.info.make, BotMaker::Learned)
    }

    /// Makes a bot of this kind.
    ///
    /// # Panics
    /// If it comes from a plan and lacks [its file](BotSpec::with_file).
    pub fn make(&self) -> Box<dyn Bot> {
        assert!(!self.lacks_file, "{self} has not been given its file of values");
        let (most, settings) = self.search;
        let search = |budget| -> Box<dyn Bot> {
            let bot = Ismcts::new(budget, settings);
            Box::new(match &self.judge {
                Some(judge) => bot.judging_by(judge.clone()),
                None => bot,
            })
        };
        if let Some(make) = &self.given {
            return make();
        }
        match (self.info.make, &self.host) {
            (BotMaker::Plain(make), _) => make(),
            (BotMaker::Learned, _) => {
                let bot = Learned::new(self.judge.clone().unwrap_or(Judge::Shipped));
                Box::new(match self.sharp {
                    Some(sharp) => bot.sharp(sharp),
                    None => bot,
                })
            }
            (BotMaker::Iterations, _) => search(Budget::Iterations(most)),
            (BotMaker::Milliseconds, Some(host)) => search(Budget::Clock(host.clock(most))),
            (BotMaker::Program, Some(host)) => host.program(&self.to_string(), &self.words),
            (BotMaker::Milliseconds | BotMaker::Program, None) | (BotMaker::Given, _) => {
                unreachable!("it was not read without a host")
            }
        }
    }
}

/// Writes the bot as it was read, which is also how records name the player; a level is written as
/// the bot that it stands for.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.argument.as_str() {
            "" => f.write_str(self.info.name),
            argument => write!(f, "{}:{argument}", self.info.name),
        }
    }
}

/// Splits a list at the commas outside quotes, and trims the entries. Quotes stay in the entries.
///
/// # Errors
/// [`BotError::OpenQuote`].
pub fn split(list: &str) -> Result<Vec<&str>, BotError> {
    split_at(list, ',')
}

/// Splits a list as [`split`], at another separator. The quotes are read by hand because `shlex`
/// splits at blanks only and removes the quotes, which an entry needs when its command is split
/// into words.
///
/// # Errors
/// [`BotError::OpenQuote`].
pub fn split_at(list: &str, separator: char) -> Result<Vec<&str>, BotError> {
    let mut parts = Vec::new();
    let (mut begin, mut open, mut escaped) = (0, None, false);
    for (at, letter) in list.char_indices() {
        match (letter, open) {
            _ if escaped => escaped = false,
            // As in a shell, a backslash escapes the next character, but not within single quotes.
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

/// Reads a list of bots, separated by commas, which get clocks and programs from `host` if they
/// need any.
///
/// # Errors
/// What is wrong with the first bot that cannot be read.
pub fn parse_bots(list: &str, host: &Arc<dyn Host>) -> Result<Vec<BotSpec>, BotError> {
    let mut bots: Vec<BotSpec> = Vec::new();
    for word in split(list)? {
        let bot = BotSpec::parse_on(word, host).map_err(|why| match why {
            BotError::Unknown { name } if bots.last().is_some_and(|bot| !bot.words.is_empty()) => {
                BotError::Unquoted { name }
            }
            why => why,
        });
        bots.push(bot?);
    }
    Ok(bots)
}

#[cfg(test)]
mod tests;
