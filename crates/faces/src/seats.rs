//! Reads who sits at which seat: `human,greedy,human:Ann`.

use super::alike;
use crate::words::{LEVEL_WORDS, Language, Narrator, TextKey};
use std::sync::Arc;
use tsuro::bots::{self, BOTS, BotError, BotInfo, BotSpec, Host, LEVELS, Level};
use tsuro::game::{PlayerCounts, Seat};
use tsuro::ruleset::{Variant, is_hidden, nearest};
use tsuro::with_rules;

/// The longest name of a person, in characters.
pub const LONGEST_NAME: usize = 20;

/// Who plays at a seat.
#[derive(Debug, Clone)]
pub enum Player {
    /// A person, perhaps with a name.
    Human(Option<String>),
    /// A bot, with its settings.
    Bot(BotSpec),
}

/// Why a player in a record cannot play on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordedPlayerError {
    /// A bot that is a program: records do not start programs.
    #[error("one of the bots in this game is a program, and records do not start programs")]
    Program,
    /// A bot that judges by a file: no file is read because a record names it.
    #[error("one of the bots in this game judges by a file, and records read no files")]
    File,
    /// A bot whose argument is out of range.
    #[error("a bot of this game cannot play: {0}")]
    Bot(BotError),
}

/// What is wrong with a list of seats; [`SeatsError::in_words`] says it in the language of the
/// game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatsError {
    /// A word that is neither a person nor a bot.
    Unknown {
        /// The word as written.
        word: String,
    },
    /// A bot whose argument cannot be read, or a list that cannot be split.
    Bot(BotError),
    /// A name that looks like a bot, a colour or a seat, is too long, or has hidden characters.
    Name {
        /// The name as written.
        name: String,
    },
    /// Two persons with the same name.
    Twice {
        /// The name as written.
        name: String,
    },
    /// More or fewer seats than the rules allow.
    Count {
        /// The number of seats in the list.
        found: usize,
        /// The numbers of players that the rules allow.
        counts: PlayerCounts,
    },
    /// More or fewer seats than players.
    Players {
        /// The number of seats in the list.
        found: usize,
        /// The number of players.
        players: u8,
    },
}

impl From<BotError> for SeatsError {
    fn from(why: BotError) -> Self {
        Self::Bot(why)
    }
}

impl SeatsError {
    /// The reason as part of a sentence, with all bots where a word is none. Errors in the argument
    /// of a bot are in English in every language.
    pub fn in_words(&self, words: Language) -> String {
        self.in_words_with(words, &offered_bots(words))
    }

    /// The same for people who choose at a table: of the bots, they are told the levels.
    pub fn in_words_of_people(&self, words: Language) -> String {
        self.in_words_with(words, &offered_levels(words))
    }

    fn in_words_with(&self, words: Language, bots: &str) -> String {
        let quoted = |text: &str| format!("{text:?}");
        match self {
            Self::Unknown { word } => {
                let names = [("word", &*quoted(word)), ("bots", bots)];
                let why = words.say(TextKey::SeatUnknown, &names);
                match meant(word, words) {
                    Some(name) => words.say(TextKey::SeatMeant, &[("why", &why), ("name", &name)]),
                    None => why,
                }
            }
            Self::Bot(BotError::Empty) => words.plain(TextKey::SeatEmpty),
            Self::Bot(BotError::OpenQuote { list }) => {
                words.say(TextKey::SeatQuote, &[("list", &quoted(list))])
            }
            Self::Bot(why) => why.to_string(),
            Self::Name { name } => words.say(
                TextKey::SeatName,
                &[("name", &quoted(name)), ("longest", &LONGEST_NAME.to_string())],
            ),
            Self::Twice { name } => words.say(TextKey::SeatTwice, &[("name", &quoted(name))]),
            Self::Count { found, counts } => words.say(
                TextKey::SeatCount,
                &[("found", &found.to_string()), ("counts", &words.counts(*counts))],
            ),
            Self::Players { found, players } => words.say(
                TextKey::SeatPlayers,
                &[("found", &found.to_string()), ("players", &players.to_string())],
            ),
        }
    }
}

impl Player {
    /// Reads one word of the list.
    fn parse(word: &str, host: &Arc<dyn Host>) -> Result<Self, SeatsError> {
        let word = in_english(word.trim());
        if word == "human" {
            return Ok(Self::Human(None));
        }
        let person = Language::ALL.iter().copied().find_map(|language| {
            word.strip_prefix(language.sentence(TextKey::KindHuman))?.strip_prefix(':')
        });
        let Some(name) = person else {
            return BotSpec::parse_on(word, host).map(Self::Bot).map_err(|why| match why {
                BotError::Unknown { name } => SeatsError::Unknown { word: name },
                why => why.into(),
            });
        };
        let name = name.trim();
        let fits = (1..=LONGEST_NAME).contains(&name.chars().count()) && !name.contains(is_hidden);
        let lower = name.to_lowercase();
        let color = |language: Language| {
            language.sentence(TextKey::Colors).split(' ').any(|color| color.to_lowercase() == lower)
        };
        // In a record such a name would be read as a bot.
        let written = in_english(&lower);
        let like_a_bot = !matches!(
            BotSpec::parse(written),
            Err(BotError::Unknown { .. } | BotError::Superfluous { .. })
        );
        if !fits
            || like_a_bot
            || written == "human"
            || Language::ALL.iter().copied().any(color)
            || alike::is_like_a_bot(name)
        {
            return Err(SeatsError::Name { name: name.chars().take(40).collect() });
        }
        Ok(Self::Human(Some(name.to_owned())))
    }

    /// A person with this name, or without if it is empty; `others` are the other players.
    ///
    /// # Errors
    /// The name is no name of a person, or another player has it.
    pub fn named(name: &str, others: &[Self], host: &Arc<dyn Host>) -> Result<Self, SeatsError> {
        if name.is_empty() {
            return Ok(Self::Human(None));
        }
        let same = |other: &Self| {
            other.name().is_some_and(|other| other.to_lowercase() == name.to_lowercase())
        };
        if others.iter().any(same) {
            return Err(SeatsError::Twice { name: name.to_owned() });
        }
        Self::parse(&format!("human:{name}"), host)
    }

    /// The word for the player in a list of seats, in a language: of a bot its level where it is
    /// one.
    pub fn word(&self, words: Language) -> String {
        match self {
            Self::Human(None) => words.plain(TextKey::KindHuman),
            Self::Human(Some(name)) => format!("{}:{name}", words.sentence(TextKey::KindHuman)),
            Self::Bot(bot) => level(bot, words).unwrap_or_else(|| bot.to_string()),
        }
    }

    /// What sits there, in a language: a person, or a bot by its level where it is one, otherwise
    /// by the way it plays.
    pub fn kind(&self, words: Language) -> String {
        let Self::Bot(bot) = self else { return words.plain(TextKey::SeatPerson) };
        if let Some(level) = level(bot, words) {
            return level;
        }
        let written = bot.to_string();
        let (name, argument) = written.split_once(':').unwrap_or((&written, ""));
        let (count, _) = argument.split_once(':').unwrap_or((argument, ""));
        let key = WAYS.iter().find(|way| way.0 == name).map(|way| way.1);
        key.map_or_else(|| written.clone(), |key| words.say(key, &[("count", count)]))
    }

    /// The name of the player in records.
    pub fn record_name(&self) -> String {
        match self {
            Self::Human(None) => "human".to_owned(),
            Self::Human(Some(name)) => name.clone(),
            Self::Bot(bot) => bot.to_string(),
        }
    }

    /// The player with this name in a record: a bot that this program has, otherwise a person.
    ///
    /// # Errors
    /// It is a bot that cannot play here.
    pub fn from_record(player: &str, host: &Arc<dyn Host>) -> Result<Self, RecordedPlayerError> {
        if player.starts_with("exec:") {
            return Err(RecordedPlayerError::Program);
        }
        let (name, words) = player.split_once(':').unwrap_or((player, ""));
        let values = words.split(':').find_map(|word| word.strip_prefix("values="));
        let is_bot = BOTS.iter().any(|bot| bot.name == name);
        if is_bot && values.is_some_and(|values| values != "learned") {
            return Err(RecordedPlayerError::File);
        }
        Ok(match BotSpec::parse_on(player, host) {
            Ok(bot) => Self::Bot(bot),
            Err(why @ (BotError::Search { .. } | BotError::Values { .. })) => {
                return Err(RecordedPlayerError::Bot(why));
            }
            Err(_) if player == "human" || player.trim().is_empty() => Self::Human(None),
            Err(_) => Self::Human(Some(
                player.chars().filter(|&letter| !is_hidden(letter)).take(LONGEST_NAME).collect(),
            )),
        })
    }

    /// The name of a person who has one.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Human(name) => name.clone(),
            Self::Bot(_) => None,
        }
    }

    /// Whether a person sits there.
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human(_))
    }
}

/// Reads a list of seats. If `count` is given, the list must have as many; otherwise as many as the
/// rules allow.
///
/// # Errors
/// The list has a word that is neither a person nor a bot, a name that is taken, or too many or too
/// few seats.
pub fn parse(
    list: &str,
    host: &Arc<dyn Host>,
    count: Option<u8>,
    counts: PlayerCounts,
) -> Result<Vec<Player>, SeatsError> {
    let seats = bots::split(list)?
        .into_iter()
        .map(|word| Player::parse(word, host))
        .collect::<Result<Vec<_>, _>>()?;
    let names: Vec<String> = seats.iter().filter_map(Player::name).collect();
    // Ann and ann cannot be told apart by ear.
    let same = |index: usize, name: &str| {
        names[..index].iter().any(|earlier| earlier.to_lowercase() == name.to_lowercase())
    };
    if let Some((_, name)) = names.iter().enumerate().find(|&(index, name)| same(index, name)) {
        return Err(SeatsError::Twice { name: name.clone() });
    }
    match count {
        Some(players) if seats.len() != usize::from(players) => {
            Err(SeatsError::Players { found: seats.len(), players })
        }
        _ if !u8::try_from(seats.len()).is_ok_and(|seats| counts.contains(seats)) => {
            Err(SeatsError::Count { found: seats.len(), counts })
        }
        _ => Ok(seats),
    }
}

/// How bots play that are no levels, by their names.
const WAYS: [(&str, TextKey); 9] = [
    ("random", TextKey::BotRandom),
    ("safe", TextKey::BotSafe),
    ("timid", TextKey::BotTimid),
    ("hunter", TextKey::BotHunter),
    ("greedy", TextKey::BotGreedy),
    ("learned", TextKey::BotLearned),
    ("ismcts", TextKey::BotSearch),
    ("ismcts-ms", TextKey::BotSearchTime),
    ("exec", TextKey::BotProgram),
];

/// The level that a bot is, in a language.
fn level(bot: &BotSpec, words: Language) -> Option<String> {
    bot.level().map(|level| own_word(level.name, words))
}

/// How the bots of a level play and how long they take, in a language: two sentences.
pub fn about_level(level: &Level, words: Language) -> String {
    let named = |(name, _): &(TextKey, TextKey)| Language::English.sentence(*name) == level.name;
    let about = LEVEL_WORDS.into_iter().find(named);
    let about = about.map_or(level.summary, |(_, about)| words.sentence(about));
    let time = match level.milliseconds {
        0 => words.plain(TextKey::LevelInNoTime),
        count => words.say(TextKey::LevelTime, &[("count", &count.to_string())]),
    };
    format!("{about} {time}")
}

/// All levels, weakest first, each with how its bots play; and what they see.
pub fn told_levels(words: Language) -> Vec<String> {
    let tell = |level: &Level| {
        let name = own_word(level.name, words);
        let about = about_level(level, words);
        words.say(TextKey::BotLevel, &[("level", &name), ("about", &about)])
    };
    LEVELS.iter().map(tell).chain([words.plain(TextKey::BotsSee)]).collect()
}

/// The word of a list of seats that was most likely meant.
fn meant(word: &str, words: Language) -> Option<String> {
    let levels = LEVELS.iter().map(|level| own_word(level.name, words));
    let bots = BOTS.iter().map(|bot| bot.name.to_owned());
    let known: Vec<String> =
        [words.plain(TextKey::KindHuman)].into_iter().chain(levels).chain(bots).collect();
    nearest(word, known.iter().map(String::as_str))
}

/// The words in a list of seats that are different in each language.
fn translated() -> impl Iterator<Item = TextKey> {
    std::iter::once(TextKey::KindHuman).chain(LEVEL_WORDS.into_iter().map(|(name, _)| name))
}

/// A word of any language in English, as records and bots use it.
fn in_english(word: &str) -> &str {
    let same = |key: &TextKey| {
        Language::ALL.iter().copied().any(|language| language.sentence(*key) == word)
    };
    translated().find(same).map_or(word, |key| Language::English.sentence(key))
}

/// An English word of a list of seats in another language.
fn own_word(word: &str, words: Language) -> String {
    let key = translated().find(|key| Language::English.sentence(*key) == word);
    key.map_or_else(|| word.to_owned(), |key| words.plain(key))
}

/// The levels of bots, weakest first.
pub fn offered_levels(words: Language) -> String {
    LEVELS.iter().map(|level| own_word(level.name, words)).collect::<Vec<_>>().join(", ")
}

/// The bots that can be chosen: first the levels, then the bots by name.
pub fn offered_bots(words: Language) -> String {
    let levels = LEVELS.iter().map(|level| own_word(level.name, words));
    levels.chain(BOTS.iter().map(BotInfo::written)).collect::<Vec<_>>().join(", ")
}

/// The opponent of a person who names no bots.
const USUAL_BOT: &str = "medium";

/// The usual table: one person against bots, or persons only if one hand serves all pieces.
pub fn usual(players: u8, all_human: bool) -> Vec<Player> {
    let bot = BotSpec::parse(USUAL_BOT).ok().filter(|_| !all_human);
    let other = bot.map_or(Player::Human(None), Player::Bot);
    (0..players).map(|seat| if seat == 0 { Player::Human(None) } else { other.clone() }).collect()
}

/// The bot of a first game.
const FIRST_BOT: &str = "beginner";
/// The number of players of a first game, where the rules allow it.
const FIRST_PLAYERS: u8 = 3;

/// The table of a first game: a person and two beginners, or as many as the rules need; persons
/// only if one hand serves all pieces.
pub fn first_game(variant: &Variant) -> Vec<Player> {
    let bot = BotSpec::parse(FIRST_BOT).ok().filter(|_| !is_all_human(variant));
    let other = bot.map_or(Player::Human(None), Player::Bot);
    let players = variant.players().nearest(FIRST_PLAYERS);
    (0..players).map(|seat| if seat == 0 { Player::Human(None) } else { other.clone() }).collect()
}

/// Bots at every seat, for who looks on.
pub fn bots(players: u8) -> Vec<Player> {
    let bot = BotSpec::parse(USUAL_BOT).map_or(Player::Human(None), Player::Bot);
    vec![bot; players.into()]
}

/// Who plays where `seat` goes on from a moment of a recorded game: the person of the seat, and
/// bots everywhere else, those of the record where they are known; persons only if one hand serves
/// all pieces.
pub fn to_go_on(
    recorded: &[String],
    seat: Seat,
    variant: &Variant,
    host: &Arc<dyn Host>,
) -> Vec<Player> {
    let all_human = is_all_human(variant);
    let mut players = bots(recorded.len() as u8);
    for (number, player) in players.iter_mut().enumerate() {
        let known = Player::from_record(&recorded[number], host).ok();
        let is_own = number == seat.index() || all_human;
        match known {
            Some(known) if known.is_human() == is_own => *player = known,
            _ if is_own => *player = Player::Human(None),
            _ => {}
        }
    }
    players
}

/// The usual number of players, where the rules allow it; otherwise the number nearest to it.
pub const USUAL_PLAYERS: u8 = 4;

/// Who tells a game of these players in a language.
pub fn narrator(players: &[Player], variant: &Variant, language: Language) -> Narrator {
    let names: Vec<Option<String>> = players.iter().map(Player::name).collect();
    let mut narrator = Narrator::new(language, &names).for_rules(variant);
    let mut persons =
        (0..).zip(players).filter(|(_, player)| player.is_human()).map(|(seat, _)| Seat::new(seat));
    narrator.you = persons.next().filter(|_| persons.next().is_none());
    narrator
}

/// Whether all pieces share one hand, so that one person plays every seat.
pub fn is_all_human(variant: &Variant) -> bool {
    with_rules!(variant.rules(), |rules| rules.basics.one_hand())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro_world::host::host;

    fn parse(list: &str, count: Option<u8>, range: (u8, u8)) -> Result<Vec<Player>, SeatsError> {
        super::parse(list, &host(1).1, count, PlayerCounts::new(range.0, range.1, 1))
    }

    #[test]
    fn seats_are_read_as_records_name_them() {
        let seats = parse("human, greedy,human:Ann", None, (2, 8)).unwrap();
        let names: Vec<_> = seats.iter().map(Player::record_name).collect();
        assert_eq!(names, ["human", "greedy", "Ann"]);
        let back: Vec<_> = names
            .iter()
            .map(|name| Player::from_record(name, &host(1).1).unwrap().record_name())
            .collect();
        assert_eq!(back, names);
    }

    #[test]
    fn a_bot_of_a_record_that_would_think_for_ever_is_refused() {
        let refused = |player: &str| Player::from_record(player, &host(1).1).unwrap_err();
        for player in ["ismcts:4294967295", "ismcts-ms:4294967295"] {
            assert!(
                matches!(refused(player), RecordedPlayerError::Bot(BotError::Search { .. })),
                "{player}"
            );
        }
        assert_eq!(refused("exec:true"), RecordedPlayerError::Program);
        for player in ["learned:values=mine.toml", "ismcts-ms:5:values=/etc/passwd"] {
            assert_eq!(refused(player), RecordedPlayerError::File);
        }
    }

    #[test]
    fn a_wrong_list_of_seats_is_refused_with_the_reason() {
        assert!(matches!(parse("human,gredy", None, (2, 8)), Err(SeatsError::Unknown { .. })));
        assert!(matches!(parse("human,human:greedy", None, (2, 8)), Err(SeatsError::Name { .. })));
        assert!(matches!(parse("human", None, (2, 8)), Err(SeatsError::Count { found: 1, .. })));
        assert!(matches!(
            parse("human,human", Some(3), (2, 8)),
            Err(SeatsError::Players { found: 2, players: 3 })
        ));
        assert!(parse("human:\u{1b}[2J,human", None, (2, 8)).is_err());
        for same in ["human:Ann,human:Ann", "human:ann,human:Ann", "human:Élise,human:élise"] {
            assert!(matches!(parse(same, None, (2, 8)), Err(SeatsError::Twice { .. })), "{same}");
        }
        for alike in ["Easy bot", "Rоuge", "hunter 2"] {
            assert!(
                matches!(
                    parse(&format!("human:{alike},human"), None, (2, 8)),
                    Err(SeatsError::Name { .. })
                ),
                "{alike}"
            );
        }
        for taken in ["Human", "Greedy", "red", "ROUGE", "ismcts:0", "ismcts-ms:5", "exec:true"] {
            assert!(
                matches!(
                    parse(&format!("human:{taken},human"), None, (2, 8)),
                    Err(SeatsError::Name { .. })
                ),
                "{taken}"
            );
        }
    }

    #[test]
    fn persons_and_levels_may_be_named_in_any_language() {
        let recorded = |list: &str| {
            parse(list, None, (2, 8)).unwrap().iter().map(Player::record_name).collect::<Vec<_>>()
        };
        assert_eq!(
            recorded("humain,humain:Ann,facile,difficile"),
            recorded("human,human:Ann,easy,hard")
        );
        for level in LEVELS {
            assert!(offered_bots(Language::English).contains(level.name), "{}", level.name);
        }
        assert!(
            offered_bots(Language::French)
                .starts_with("débutant, facile, moyen, difficile, expert, maître, ")
        );
        assert!(parse("human:facile,human", None, (2, 8)).is_err());
    }

    #[test]
    fn what_people_read_of_a_level_is_what_the_list_of_levels_says() {
        for (level, (name, about)) in LEVELS.iter().zip(LEVEL_WORDS) {
            let english = Language::English;
            assert_eq!(
                (english.sentence(name), english.sentence(about)),
                (level.name, level.summary)
            );
            let told = about_level(level, english);
            assert!(told.starts_with(level.summary), "{told}");
            assert_ne!(about_level(level, Language::French), told);
        }
    }

    #[test]
    fn the_reason_is_in_the_language_of_the_game() {
        let in_words = |list: &str, language: Language| {
            parse(list, Some(2), (2, 8)).unwrap_err().in_words(language)
        };
        for list in ["human,gredy", "human:red,human", "human:a,human:A", "human", "human,\"greedy"]
        {
            assert_ne!(
                in_words(list, Language::English),
                in_words(list, Language::French),
                "{list}"
            );
        }
        assert!(in_words("human:ann,human:Ann", Language::French).contains("\"Ann\""));
    }
}
