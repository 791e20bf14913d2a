//! The answers of a page without a server: one device, whose games are kept by the page.
//!
//! [`Device`] answers the requests that a server would answer (`docs/formats/server.md`), one after
//! another, and says after each what is to be kept. Bots and runs of the laboratory go on in slices
//! between the requests. Time, random numbers and what was kept before come with each request, so
//! the same requests have the same answers, but for work that ends when its time is up (reviews,
//! trials, suites, slices of runs).
//!
//! All persons of a game sit at the device, so nobody shows a token.

mod games;
mod heads;
mod routes;
mod runs;
#[cfg(test)]
mod tests;

use crate::how_to_play::HowToPlay;
use crate::lessons::Courses;
use crate::refused::{NotAnswered, Refused};
use crate::rules::PageRules;
use crate::suites::Shipped;
use games::{DeviceGame, KeptReview};
use runs::DeviceRun;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use tsuro::json::{Json, json};
use tsuro::panics::caught;
use tsuro::rules::Registry;
use tsuro::session::GameError;
use tsuro_faces::words::Language;

/// A request of the page.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceAsk {
    /// `GET` or `POST`.
    pub method: String,
    /// The path below `/api/1/`.
    pub path: String,
    /// What follows the question mark.
    #[serde(default)]
    pub query: String,
    /// The body, as JSON.
    #[serde(default)]
    pub body: Option<String>,
    /// The code of the language of the page.
    #[serde(default)]
    pub lang: Option<String>,
    /// Seconds since 1970.
    pub time: i64,
    /// New random hexadecimal digits, of which games get their names and their luck.
    pub random: String,
    /// What is kept under the name in the path.
    #[serde(default)]
    pub kept: Option<KeptText>,
    /// All heads of the kind that the path lists.
    #[serde(default)]
    pub heads: Vec<serde_json::Value>,
}

/// What a page has kept.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptText {
    /// How often it was kept.
    pub revision: u64,
    /// What was to be kept.
    pub text: String,
}

/// The answer to a request, or what a slice came to.
#[derive(Debug, Clone, Serialize)]
pub struct DeviceReply {
    /// The status of HTTP.
    pub status: u16,
    /// The media type of the body.
    #[serde(rename = "type")]
    pub media_type: &'static str,
    /// The answer.
    pub body: String,
    /// The name under which it is saved as a file, if it is meant for that.
    pub name: Option<String>,
    /// The messages of live connections.
    pub said: Vec<Said>,
    /// What is to be kept, before anybody is told.
    pub keep: Vec<Keep>,
    /// Whether there is more to do in slices.
    pub busy: bool,
}

/// A message of the live connection of a game.
#[derive(Debug, Clone, Serialize)]
pub struct Said {
    /// The game.
    pub id: String,
    /// The message.
    pub text: String,
}

/// What is to be kept under a name.
#[derive(Debug, Clone, Serialize)]
pub struct Keep {
    /// `game` or `run`.
    pub kind: &'static str,
    /// The name.
    pub id: String,
    /// How often it was kept, this time included.
    pub revision: u64,
    /// What lists need of it.
    pub head: Json,
    /// All of it.
    pub text: String,
}

/// What is answered, and how.
pub(crate) struct Answered {
    media_type: &'static str,
    body: String,
    name: Option<String>,
}

impl Answered {
    pub(crate) fn json(body: &Json) -> Self {
        Self { media_type: "application/json", body: body.to_string(), name: None }
    }

    pub(crate) fn svg(body: String) -> Self {
        Self { media_type: "image/svg+xml", body, name: None }
    }

    /// A file that is saved under a name.
    pub(crate) fn file(media_type: &'static str, name: String, body: String) -> Self {
        Self { media_type, body, name: Some(name) }
    }
}

/// The time and the luck of a request.
pub(crate) struct Now<'a> {
    pub(crate) time: i64,
    random: &'a str,
    /// How many names or seeds were made of it.
    made: u32,
}

impl Now<'_> {
    /// A seed that is new.
    pub(crate) fn seed(&mut self) -> String {
        self.made += 1;
        let digits: String = self.random.chars().take(MOST_RANDOM).collect();
        if self.made == 1 { digits } else { format!("{digits}-{}", self.made) }
    }

    /// A name that is new: it says nothing of the seed.
    pub(crate) fn name(&mut self) -> String {
        let digest = Sha256::digest(format!("name {}", self.seed()));
        let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
        digest.iter().take(NAME).map(letter).collect()
    }
}

/// The most random digits of a request that are used.
const MOST_RANDOM: usize = 32;
/// Games and runs in memory that nobody reads, and that do not go on.
const MOST_IDLE: usize = 4;
/// The letters of a name, and how many it has, as a server gives them.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const NAME: usize = 10;

/// What answers a page.
pub struct Device {
    rules: PageRules,
    courses: Courses,
    how_to_play: HowToPlay,
    shipped: OnceCell<Shipped>,
    games: BTreeMap<String, DeviceGame>,
    runs: BTreeMap<String, DeviceRun>,
    /// The games and runs in memory, the one that was asked for last at the end.
    asked: Vec<String>,
    reviews: Vec<KeptReview>,
    said: Vec<Said>,
    keep: Vec<Keep>,
}

impl Device {
    /// One that has answered nothing yet.
    pub fn new(registry: &'static Registry) -> Self {
        Self {
            rules: PageRules::shipped(registry),
            courses: Courses::default(),
            how_to_play: HowToPlay::default(),
            shipped: OnceCell::new(),
            games: BTreeMap::new(),
            runs: BTreeMap::new(),
            asked: Vec::new(),
            reviews: Vec::new(),
            said: Vec::new(),
            keep: Vec::new(),
        }
    }

    /// Answers a request, given as the JSON of a [`DeviceAsk`].
    pub fn answer(&mut self, ask: &str) -> DeviceReply {
        let ask: DeviceAsk = match serde_json::from_str(ask) {
            Ok(ask) => ask,
            Err(why) => return self.reply(Err(NotAnswered::bad(why.to_string()))),
        };
        let guarded = caught(|| self.routed(&ask));
        let answered = guarded.unwrap_or_else(|_| {
            // What was made before is neither told nor kept.
            (self.said, self.keep) = (Vec::new(), Vec::new());
            let after = caught(|| self.after_fault(&ask));
            Err(after.unwrap_or(NotAnswered::Fault))
        });
        self.reply(answered)
    }

    /// After a fault of the program: what the request was about is read again from what is kept.
    /// Where the game itself cannot be asked or played, it would fail again, and so it ends.
    fn after_fault(&mut self, ask: &DeviceAsk) -> NotAnswered {
        let mut parts = ask.path.split('/').skip(1);
        let (Some(id), what) = (parts.next(), parts.next()) else { return NotAnswered::Fault };
        self.runs.remove(id);
        let reader = self.games.remove(id).and_then(|game| game.reader());
        let is_of_table =
            matches!(what, Some("live" | "touch" | "choose" | "preview" | "undo" | "consent"));
        if ask.path.starts_with("games/")
            && is_of_table
            && self.read_game(id, ask).is_ok()
            && self.game(id).map(|game| game.read_by(reader)).is_ok()
            && self.end_by_fault(id, ask.time).is_ok()
        {
            return NotAnswered::Refused(Refused::Broken);
        }
        NotAnswered::Fault
    }

    /// Goes on for a slice: a bot decides, or a run plays some games. `time` and `random` are as in
    /// a request.
    pub fn go_on(&mut self, time: i64, random: &str) -> DeviceReply {
        let mut now = Now { time, random, made: 0 };
        let game = self.games.iter().find(|(_, game)| game.bot_is_next()).map(|(id, _)| id.clone());
        let run = self.runs.iter().find(|(_, run)| run.goes_on()).map(|(id, _)| id.clone());
        let guarded = caught(|| match (&game, &run) {
            (Some(id), _) => self.bot_decides(id, &mut now),
            (None, Some(id)) => self.play_run(id),
            (None, None) => Ok(()),
        });
        let done = guarded.unwrap_or_else(|_| {
            // What was made before is neither told nor kept. Tried again, it would fail again.
            (self.said, self.keep) = (Vec::new(), Vec::new());
            match (&game, &run) {
                (Some(id), _) => self.end_by_fault(id, time),
                (None, Some(id)) => self.fail_run(id),
                (None, None) => Ok(()),
            }
        });
        let done = done.map(|()| Answered::json(&json!({})));
        self.reply(done.map_err(NotAnswered::from))
    }

    /// Notes what a request is about. Others that nobody reads, and that do not go on, leave the
    /// memory when there are too many: they are read again from what is kept.
    pub(crate) fn note(&mut self, id: &str) {
        self.asked.retain(|known| known != id);
        self.asked.push(id.to_owned());
        let is_idle = |id: &String| {
            self.games.get(id).is_none_or(|game| !game.is_read())
                && self.runs.get(id).is_none_or(|run| !run.goes_on())
        };
        let idle: Vec<String> = self.asked.iter().filter(|id| is_idle(id)).cloned().collect();
        for id in &idle[..idle.len().saturating_sub(MOST_IDLE)] {
            self.games.remove(id);
            self.runs.remove(id);
            self.asked.retain(|known| known != id);
        }
    }

    fn reply(&mut self, answered: Result<Answered, NotAnswered>) -> DeviceReply {
        let (status, answered) = match answered {
            Ok(answered) => (200, answered),
            Err(why) => {
                let (status, body) = why.told();
                (status, Answered::json(&body))
            }
        };
        let Answered { media_type, body, name } = answered;
        let busy = self.games.values().any(DeviceGame::bot_is_next)
            || self.runs.values().any(DeviceRun::goes_on);
        let (said, keep) = (std::mem::take(&mut self.said), std::mem::take(&mut self.keep));
        DeviceReply { status, media_type, body, name, said, keep, busy }
    }
}

/// Why what was kept cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KeptError {
    #[error("it has another form ({0})")]
    Form(#[from] serde_json::Error),
    #[error("it has the format {found}; this version knows {known}")]
    Format { found: u32, known: u32 },
    #[error("{0}")]
    Game(#[from] GameError),
}

/// Reads what was kept in a format.
pub(crate) fn read_kept<T: DeserializeOwned>(text: &str, known: u32) -> Result<T, KeptError> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let Format { format: found } = serde_json::from_str(text)?;
    if found != known {
        return Err(KeptError::Format { found, known });
    }
    Ok(serde_json::from_str(text)?)
}

/// The language with this code, if pages have it.
fn language(code: Option<&str>) -> Language {
    code.and_then(Language::from_code).unwrap_or_default()
}
