//! Which request is answered by what.

use super::{Answered, Device, DeviceAsk, Now, heads, language};
use crate::choose;
use crate::history::AskedList;
use crate::how_to_play::{self, AskedHow};
use crate::lessons::{AskedDay, AskedLesson, CourseKind};
use crate::measured::{self, AskedMeasure, HistoryRecords};
use crate::pictures;
use crate::refused::NotAnswered;
use crate::requests::{SentRules, SentText};
use crate::rules::AskedRules;
use crate::run;
use crate::sent::SentTexts;
use crate::sheet;
use crate::suites::{self, AskedChanges, AskedLook, AskedSuites, Shipped};
use crate::table::AskedTable;
use crate::trial;
use crate::words::all_words;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tsuro::json::json;
use tsuro::picture;
use tsuro_faces::words::Language;
use tsuro_lab::GameCounter;

/// There is no such address.
fn nothing() -> NotAnswered {
    NotAnswered::Nothing("there is nothing here")
}

/// The body of a request.
///
/// # Errors
/// It is missing, or not what is read.
pub(super) fn body<T: DeserializeOwned>(ask: &DeviceAsk) -> Result<T, NotAnswered> {
    serde_json::from_str(ask.body.as_deref().unwrap_or_default())
        .map_err(|why| NotAnswered::bad(format!("the body: {why}")))
}

/// What follows the question mark.
fn query<T: DeserializeOwned>(ask: &DeviceAsk) -> Result<T, NotAnswered> {
    serde_urlencoded::from_str(&ask.query).map_err(|why| NotAnswered::bad(why.to_string()))
}

#[derive(Deserialize)]
struct AskedBoard {
    rules: String,
}

/// The games of the page's history, and what is asked of them.
#[derive(Deserialize)]
struct SentHistory {
    asked: AskedMeasure,
    history: HistoryRecords,
}

#[derive(Deserialize)]
struct AskedTile {
    look: Option<String>,
}

impl Device {
    pub(super) fn routed(&mut self, ask: &DeviceAsk) -> Result<Answered, NotAnswered> {
        let parts: Vec<&str> = ask.path.split('/').collect();
        let method = ask.method.as_str();
        match parts[..] {
            ["games", id, ref rest @ ..] if !id.is_empty() => {
                self.read_game(id, ask)?;
                let mut now = Now { time: ask.time, random: &ask.random, made: 0 };
                self.of_game(id, (method, rest), ask, &mut now)
            }
            ["runs", id] => {
                self.read_run(id, ask)?;
                self.of_run(id, (method, None), ask)
            }
            ["runs", id, what] => {
                self.read_run(id, ask)?;
                self.of_run(id, (method, Some(what)), ask)
            }
            _ if method == "GET" => self.got(&parts, ask),
            _ => self.posted(ask),
        }
    }

    /// What is read, and belongs to no game.
    fn got(&mut self, parts: &[&str], ask: &DeviceAsk) -> Result<Answered, NotAnswered> {
        let (rules, language) = (&self.rules, language(ask.lang.as_deref()));
        Ok(Answered::json(&match *parts {
            ["words"] => all_words(language),
            ["editions"] => choose::editions(rules, language),
            ["how-to-play"] => how_to_play::listed(rules, language),
            ["how-to-play", "one"] => {
                let asked: AskedHow = query(ask)?;
                self.how_to_play
                    .of(rules, &asked, language)
                    .ok_or(NotAnswered::Nothing("there is no such edition or house rule"))?
            }
            ["lessons"] => self.courses.listed(rules, language),
            ["puzzles"] => {
                let asked: AskedDay = query(ask)?;
                let listed = self.courses.puzzles(rules, &asked, language);
                listed.map_err(|why| NotAnswered::bad(why.to_string()))?
            }
            [kind @ ("lessons" | "puzzles"), "one"] => {
                let asked: AskedLesson = query(ask)?;
                let kind =
                    if kind == "lessons" { CourseKind::Lessons } else { CourseKind::Puzzles };
                let lesson = self.courses.lesson(rules, (kind, &asked), language);
                let lesson =
                    lesson.ok_or(NotAnswered::Nothing("there is no such lesson or puzzle"))?;
                return Ok(Answered::json(&lesson));
            }
            ["board.svg"] => {
                let AskedBoard { rules: named } = query(ask)?;
                let asked = AskedRules::named(named);
                return Ok(Answered::svg(choose::board(rules, &asked, picture::svg, &|| true)?));
            }
            ["tiles", name] => {
                let AskedTile { look } = query(ask)?;
                return Ok(Answered::svg(pictures::tile(name, look.as_deref())?));
            }
            ["metrics"] => run::metrics(),
            ["suites"] => self.shipped().list(),
            ["runs"] => heads::runs(&ask.heads),
            ["games"] => {
                let asked: AskedList = query(ask)?;
                heads::games(&ask.heads, &asked.filter()?, language)
            }
            _ => return Err(nothing()),
        }))
    }

    /// What is sent, and belongs to no game.
    fn posted(&mut self, ask: &DeviceAsk) -> Result<Answered, NotAnswered> {
        let language = language(ask.lang.as_deref());
        let mut now = Now { time: ask.time, random: &ask.random, made: 0 };
        if ask.path.starts_with("suites/") {
            return self.tested(ask, language);
        }
        let rules = &self.rules;
        Ok(Answered::json(&match ask.path.as_str() {
            "choose" => choose::chosen(rules, &body(ask)?, language)?,
            "rules/check" => {
                let SentRules { text, scripts } = body(ask)?;
                let problems = rules.check(SentTexts::new(&text, &scripts)).err();
                json!({ "problems": choose::problems(&problems.unwrap_or_default()) })
            }
            "rules/sheet" => {
                let SentRules { text, scripts } = body(ask)?;
                sheet::sheet(rules, SentTexts::new(&text, &scripts), language)
            }
            "rules/edit" => {
                let edited = sheet::edit(rules, body(ask)?)?;
                json!({ "text": edited.text, "scripts": edited.scripts })
            }
            "rules/try" => trial::trial(rules, &body(ask)?, language)?,
            "games" => {
                let asked: AskedTable = body(ask)?;
                return self.open(&asked, language, &mut now);
            }
            "records" => {
                let SentText { text } = body(ask)?;
                return self.bring(&text, &mut now);
            }
            "measure" => {
                let SentHistory { asked, history } = body(ask)?;
                // The page has sent only the records that the filter finds.
                asked.wanted()?;
                let registry = rules.registry;
                let luck = (&*now.seed(), &GameCounter::default());
                measured::measured(registry, &asked, &history, language, luck)?
            }
            "runs" => return self.begin_run(body(ask)?, &mut now),
            _ => return Err(nothing()),
        }))
    }

    /// The suites that ship, read at the first request for them.
    fn shipped(&self) -> &Shipped {
        self.shipped.get_or_init(|| Shipped::new(self.rules.registry))
    }

    fn tested(&self, ask: &DeviceAsk, language: Language) -> Result<Answered, NotAnswered> {
        let (rules, shipped) = (&self.rules, self.shipped());
        Ok(Answered::json(&match ask.path.as_str() {
            "suites/run" => {
                let asked: AskedSuites = body(ask)?;
                suites::run(rules, shipped, &asked, language)?
            }
            "suites/look" => {
                let asked: AskedLook = body(ask)?;
                suites::look(rules, shipped, &asked)?
            }
            "suites/changes" => {
                let asked: AskedChanges = body(ask)?;
                suites::changes(rules, shipped, &asked)?
            }
            _ => return Err(nothing()),
        }))
    }
}
