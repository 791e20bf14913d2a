//! A game that bots play under rules that are being written: event by event, with what scripts
//! print in between.
//!
//! All of it is in one answer, and nothing of it is kept. It is short, ends where its time is up,
//! and has its turn among other games with scripts, so that it holds up no other game.

use crate::bounds::{cut, is_longer};
use crate::rules::PageRules;
use crate::sent::{SentScript, SentTexts};
use crate::telling;
use std::sync::Arc;
use std::time::Duration;
use tsuro::bots::{Bot, BotSpec};
use tsuro::game::{Choice, Decision, Phase};
use tsuro::json::{Json, json};
use tsuro::picture::BoardScene;
use tsuro::rules::PrintedLine;
use tsuro::rules::printed::{printed, printed_so_far};
use tsuro::ruleset::{Code, Problem, Problems, Variant};
use tsuro::session::Game;
use tsuro_faces::table::show::Teller;
use tsuro_faces::words::{Language, Narrator};
use web_time::Instant;

/// How many play: enough for rules between players, and few for the reader of the game.
const PLAYERS: u8 = 3;
/// The bot that lays tiles: it looks at its own placement alone, and so runs few scripts beside the
/// game.
const LAYS: &str = "greedy";
/// The bot that answers what rules ask: others play games out after each answer.
const ANSWERS: &str = "random";
/// The longest seed, in characters.
const LONGEST_SEED: usize = 100;
/// The most steps that are told.
const MOST_STEPS: usize = 500;
/// The most bytes of their drawings.
const MOST_DRAWN: usize = 512 * 1024;
/// The most lines that scripts print.
const MOST_PRINTED: usize = 400;
/// The longest sentence, in characters: scripts declare their own.
const LONGEST_WORDS: usize = 1000;
/// How long it may take: then it is broken off at the next decision.
const LONGEST: Duration = Duration::from_secs(3);

/// The rules to be tried.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedTrial {
    text: String,
    #[serde(default)]
    scripts: Vec<SentScript>,
    #[serde(default)]
    seed: String,
}

/// What has been told.
struct TrialProgress {
    teller: Teller,
    /// The board as the last step left it.
    drawn: BoardScene,
    steps: Vec<Json>,
    bytes: usize,
    /// What was printed since the last step.
    pending: Vec<PrintedLine>,
    /// How many lines were printed, and how many of them are left out.
    printed: usize,
    left_out: usize,
}

impl TrialProgress {
    fn new(scene: BoardScene, mark: usize) -> Self {
        Self {
            teller: Teller::new(scene.clone(), mark),
            drawn: scene,
            steps: Vec::new(),
            bytes: 0,
            pending: Vec::new(),
            printed: 0,
            left_out: 0,
        }
    }

    fn print(&mut self, lines: &[PrintedLine]) {
        let room = MOST_PRINTED.saturating_sub(self.printed);
        self.pending.extend(lines.iter().take(room).cloned());
        self.printed += lines.len();
        self.left_out += lines.len().saturating_sub(room);
    }

    /// Adds a step, with what was printed before it.
    fn step(&mut self, words: &str, language: Language) {
        let scene = &self.teller.scene;
        let patch = telling::patch(&self.drawn, scene, language);
        self.bytes += patch.to_string().len();
        self.drawn = scene.clone();
        let printed = lines(&std::mem::take(&mut self.pending));
        let turn = telling::turn(self.teller.turn);
        self.steps.push(json!({
            "words": cut(words, LONGEST_WORDS), "turn": turn, "patch": patch, "printed": printed
        }));
    }

    fn is_full(&self) -> bool {
        self.steps.len() >= MOST_STEPS || self.bytes >= MOST_DRAWN
    }
}

fn lines(lines: &[PrintedLine]) -> Json {
    let one = |line: &PrintedLine| {
        json!({
            "script": line.script, "line": line.line, "turn": line.turn, "text": line.text
        })
    };
    Json::list(lines.iter().map(one))
}

/// Why a game cannot be tried.
fn cannot(why: &dyn std::fmt::Display) -> Problems {
    Problem::error(Code::NotMet, why.to_string()).into()
}

/// The bots that decide.
struct TrialBots {
    lays: Box<dyn Bot>,
    answers: Box<dyn Bot>,
}

impl TrialBots {
    fn new() -> Result<Self, Problems> {
        let bot = |name| BotSpec::parse(name).map_err(|why| cannot(&why)).map(|bot| bot.make());
        Ok(Self { lays: bot(LAYS)?, answers: bot(ANSWERS)? })
    }

    /// The choice of the player that has to decide. What scripts print meanwhile is not part of the
    /// game.
    fn choose(&mut self, game: &Game, decision: Decision) -> Option<Choice> {
        let see = game.observe(decision.seat());
        let bot = if see.phase() == Phase::Ask { &mut self.answers } else { &mut self.lays };
        bot.choose(&see, &mut game.bot_stream())
    }
}

/// A game that is tried.
struct TrialGame {
    game: Game,
    narrator: Narrator,
    language: Language,
    told: TrialProgress,
}

impl TrialGame {
    /// A game that is set up, with what scripts have printed meanwhile.
    fn new(
        variant: &Arc<Variant>,
        players: u8,
        seed: &str,
        language: Language,
    ) -> Result<Self, Problems> {
        let (game, first, more) =
            printed(|| Game::from_variant(Arc::clone(variant), players, seed));
        let game = game.map_err(|why| cannot(&why))?.followed();
        let narrator = Narrator::new(language, &vec![None; players.into()]).for_rules(variant);
        let scene = BoardScene::new(&game.observe(None), narrator.letters());
        let mut told = TrialProgress::new(scene, game.mark());
        told.left_out = more;
        told.print(&first);
        Ok(Self { game, narrator, language, told })
    }

    fn tell_set_up(&mut self) {
        let events = self.game.events_since(0);
        let set_up: Vec<String> =
            events.filter_map(|event| self.narrator.event(&event)).take(MOST_STEPS).collect();
        for words in set_up.iter().filter(|words| !words.is_empty()) {
            self.told.step(words, self.language);
        }
    }

    /// Plays on; why it is broken off, if it is.
    fn play(&mut self, bots: &mut TrialBots, until: Instant) -> Option<&'static str> {
        while let Some(decision) = self.game.decision() {
            if self.told.is_full() {
                return Some("long");
            }
            if Instant::now() > until {
                return Some("slow");
            }
            let choice = bots.choose(&self.game, decision)?;
            self.tell(&choice)?;
        }
        None
    }

    /// Plays a choice and tells what comes of it; `None`: it cannot be played.
    fn tell(&mut self, choice: &Choice) -> Option<()> {
        let mark = self.game.mark();
        let mut heard: Vec<(usize, usize)> = Vec::new();
        let (played, own, more) = printed(|| {
            self.game.play_heard(choice, &mut |events| heard.push((events, printed_so_far())))
        });
        played.ok()?;
        let told = &mut self.told;
        told.left_out += more;
        // Events that only tell a change of the board have the number of the one before.
        heard.dedup_by_key(|event| event.0);
        let (mut taken, mut heard) = (0, heard.into_iter().peekable());
        for (number, seen) in self.game.events_seen_by(None, mark).numbered() {
            while let Some((_, before)) = heard.next_if(|event| event.0 <= number) {
                told.print(own.get(taken..before).unwrap_or_default());
                taken = before;
            }
            let Some(shown) = told.teller.tell((number, seen), &self.narrator) else { continue };
            let words =
                telling::in_words(self.narrator.seen(&seen).as_deref(), shown.reason.as_deref());
            // What has no words is drawn with the next that has.
            if !words.is_empty() && !told.is_full() {
                told.step(&words, self.language);
            }
        }
        told.print(own.get(taken..).unwrap_or_default());
        Some(())
    }
}

/// Plays a game and tells it.
///
/// # Errors
/// What is wrong with the rules.
pub fn trial(
    page_rules: &PageRules,
    asked: &AskedTrial,
    language: Language,
) -> Result<Json, Problems> {
    if is_longer(&asked.seed, LONGEST_SEED) {
        return Err(Problem::error(
            Code::WrongLength,
            format!("a seed has at most {LONGEST_SEED} characters"),
        )
        .into());
    }
    let until = Instant::now() + LONGEST;
    let variant = Arc::new(page_rules.check(SentTexts::new(&asked.text, &asked.scripts))?);
    let players = variant.players().nearest(PLAYERS);
    let mut trial = TrialGame::new(&variant, players, &asked.seed, language)?;
    let mut bots = TrialBots::new()?;
    let board = telling::board(&trial.told.drawn, &variant.resolved().texts().title, language);
    trial.tell_set_up();
    let why = trial.play(&mut bots, until);
    let TrialGame { game, told, .. } = trial;
    Ok(json!({
        "players": players,
        "board": board,
        "steps": Json::List(told.steps),
        "printed": lines(&told.pending),
        "more_printed": told.left_out,
        "over": game.decision().is_none(),
        "why": why,
    }))
}
