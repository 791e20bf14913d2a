//! A question put to a person: shown, asked until there is an answer, with everything that can be asked back.

use super::answer::{AnswerWord, word};
use super::console::Console;
use super::frame::{Panel, compose};
use super::input::Input;
use super::journal::SharedLog;
use super::stop::PlayStop;
use super::told;
use crate::game::{GameSeed, Observation, Rng, Seat, bot_stream};
use crate::picture::{BoardScene, MIN_TILE_ROWS, Pen, TileScale, ink};
use crate::rules::hazard::DaikaijuTile;
use crate::ui::interrupt;
use crate::ui::words::{Language, Narrator, TextKey};
use std::cell::RefCell;
use std::rc::Rc;

/// Everything that is needed to talk with the persons at the table.
pub(super) struct Dialogue {
    pub shared: Rc<RefCell<SharedLog>>,
    pub input: Input,
    /// What is printed on the daikaiju tiles.
    pub faces: Vec<DaikaijuTile>,
    /// How many persons share the keyboard.
    pub humans: usize,
    /// The seed of the game.
    seed: GameSeed,
    last: Option<Seat>,
    /// What has to be said before the question is asked again.
    notices: Vec<String>,
    /// Whether the question has been shown since it was last put.
    shown: bool,
    /// Whether the window was large enough for the board when it was last shown.
    drawn: bool,
}

/// A question.
pub(super) struct Question<'q> {
    /// What it is about, above everything else.
    pub title: String,
    /// The question and its choices in sentences.
    pub told: Vec<String>,
    /// The board that goes with it.
    pub scene: BoardScene,
    /// What stands beside the board: only rows of tiles and lines below them.
    pub panel: &'q dyn Fn() -> Panel,
    /// What is said to those who ask for help.
    pub help: &'q [TextKey],
    /// The last line.
    pub prompt: TextKey,
}

impl Dialogue {
    pub(super) fn new(shared: Rc<RefCell<SharedLog>>, input: Input, faces: Vec<DaikaijuTile>, humans: usize, seed: GameSeed) -> Self {
        Self { shared, input, faces, humans, seed, last: None, notices: Vec::new(), shown: false, drawn: true }
    }

    /// Whether the game can go on.
    pub(super) fn check(&self) -> Result<(), PlayStop> {
        if interrupt::requested() {
            return Err(PlayStop::Interrupted);
        }
        let mut shared = self.shared.borrow_mut();
        if let Some(error) = shared.record_error() {
            return Err(PlayStop::Record(error));
        }
        shared.console.check()
    }

    /// Random numbers for what a person leaves to chance or is advised: nobody can find the seed in them.
    pub(super) fn chance(&self, see: &Observation<'_>) -> Rng {
        bot_stream(self.seed, see.phase(), see.active(), see.turn()).one_way()
    }

    /// The words of the game.
    pub(super) fn narrator(&self) -> Narrator {
        self.shared.borrow().console.narrator.clone()
    }

    /// The language of the game.
    pub(super) fn words(&self) -> Language {
        self.shared.borrow().console.narrator.language
    }

    /// Whether everything is told in sentences.
    pub(super) fn is_plain(&self) -> bool {
        self.shared.borrow().console.style.plain
    }

    /// A scene of the board, pieces lettered and daikaiju printed.
    pub(super) fn scene(&self, see: &Observation<'_>) -> BoardScene {
        BoardScene::new(see, self.shared.borrow().console.narrator.letters(), &self.faces)
    }

    /// Before a person decides: the keyboard goes to it, and everyone else looks away.
    pub(super) fn hand_over(&mut self, see: &Observation<'_>) -> Result<(), PlayStop> {
        self.check()?;
        self.notices.clear();
        self.shown = false;
        let seat = see.active();
        if self.humans > 1 && !see.is_open() && self.last != Some(seat) {
            let narrator = self.narrator();
            self.input.forget();
            {
                let console = &mut self.shared.borrow_mut().console;
                console.hide();
                console.say(&narrator.language.say(TextKey::HandOver, &[("who", narrator.name(seat))]));
            }
            self.read(narrator.language.sentence(TextKey::HandOverAsk))?;
            let console = &mut self.shared.borrow_mut().console;
            if console.style.plain && console.style.wipes {
                // What was told to the one before has been wiped away with the hand.
                let news: Vec<String> = console.news(seat).iter().map(|news| news.full.clone()).collect();
                console.clear();
                console.say_all(&news);
            }
        }
        self.last = Some(seat);
        Ok(())
    }

    /// After a person has decided: nobody else may see its hand.
    pub(super) fn decided(&mut self, seat: Seat) {
        let console = &mut self.shared.borrow_mut().console;
        console.mark_seen(seat);
        if self.humans > 1 {
            console.hide();
        }
    }

    /// Something to say before the question is asked again.
    pub(super) fn notice(&mut self, text: String) {
        self.notices.push(text);
    }

    /// The question is to be shown in full again.
    pub(super) fn show_again(&mut self) {
        self.shown = false;
    }

    /// An answer, as typed.
    fn read(&mut self, prompt: &str) -> Result<String, PlayStop> {
        self.shared.borrow_mut().console.prompt(prompt);
        self.check()?;
        let line = self.input.line();
        let console = &mut self.shared.borrow_mut().console;
        match &line {
            // A pipe does not show what came through it.
            Ok(line) if !self.input.typed => console.echo(line),
            Ok(_) => {}
            Err(_) => console.end_line(),
        }
        line
    }

    /// Puts the question until an answer comes that belongs to it.
    pub(super) fn ask(&mut self, see: &Observation<'_>, question: &Question<'_>) -> Result<String, PlayStop> {
        loop {
            self.check()?;
            self.present(see, question);
            let line = self.read(self.words().sentence(question.prompt))?;
            match word(&line, self.words()) {
                Some(AnswerWord::Help) => self.help(question.help)?,
                Some(AnswerWord::Where) => self.page(&told::everyone(see, &self.narrator()))?,
                Some(AnswerWord::Hand) => self.page(&told::hand(see, &self.narrator()))?,
                Some(AnswerWord::Board) if self.is_plain() || !self.drawn => self.page(&told::board(see, &self.narrator(), &self.faces))?,
                Some(AnswerWord::Board | AnswerWord::Choices) => self.show_again(),
                Some(AnswerWord::Log) => self.log(see.active())?,
                Some(AnswerWord::Quit) => return Err(PlayStop::Quit),
                Some(AnswerWord::Back | AnswerWord::Marks | AnswerWord::Advise) | None => return Ok(line),
            }
        }
    }

    fn help(&mut self, own: &[TextKey]) -> Result<(), PlayStop> {
        let words = self.words();
        let general = [TextKey::HelpWords, TextKey::HelpNoBack];
        self.page(&own.iter().chain(&general).map(|&key| words.plain(key)).collect::<Vec<_>>())
    }

    fn log(&mut self, seat: Seat) -> Result<(), PlayStop> {
        let mut lines: Vec<String> = self.shared.borrow().console.news(seat).iter().map(|news| news.full.clone()).collect();
        if lines.is_empty() {
            lines.push(self.words().plain(TextKey::LogEmpty));
        }
        self.page(&lines)
    }

    /// Shows lines: on a screen alone, until somebody has read them.
    pub(super) fn page(&mut self, lines: &[String]) -> Result<(), PlayStop> {
        let screen = self.shared.borrow().console.style.screen;
        if screen {
            self.shared.borrow_mut().console.clear();
        }
        self.shared.borrow_mut().console.say_all(lines);
        if screen {
            self.read(self.words().sentence(TextKey::Back))?;
        }
        Ok(())
    }

    fn present(&mut self, see: &Observation<'_>, question: &Question<'_>) {
        let notices = std::mem::take(&mut self.notices);
        let shared = &mut *self.shared.borrow_mut();
        let console = &mut shared.console;
        let style = console.style;
        self.drawn = true;
        let first = !std::mem::replace(&mut self.shown, true);
        if style.plain || (!style.screen && !first) {
            if first {
                console.say_all(&question.told);
            }
            return console.say_all(&notices);
        }
        let mut panel = (question.panel)();
        panel.head = self::head(see, &console.narrator, &question.title, |text, pen| console.paint(text, pen));
        let (width, height) = Console::size();
        let size = (width, height.saturating_sub(1));
        if style.screen {
            panel.foot.extend(notices.iter().cloned());
            panel.news = console.news(see.active()).iter().filter_map(|news| news.short.clone()).collect();
            let words = console.narrator.language;
            panel.more = Some(Box::new(move |count| words.say(TextKey::PanelMore, &[("count", &count.to_string())])));
            console.clear();
        }
        if let Some(lines) = compose(&question.scene, &panel, size, !style.screen, style.color) {
            console.say_all(&lines);
            if !style.screen {
                console.say_all(&notices);
            }
        } else {
            self.drawn = false;
            let (wide, high) = TileScale::new(MIN_TILE_ROWS).size(&question.scene);
            // The last row of the window is for the answer.
            let needs = [("columns", &*wide.to_string()), ("rows", &(high + 1).to_string())];
            console.say(&console.narrator.language.say(TextKey::TooSmall, &needs));
            console.say_all(&question.told);
            console.say_all(&notices);
        }
    }
}

/// The title, and who is how well off.
fn head(see: &Observation<'_>, narrator: &Narrator, title: &str, paint: impl Fn(&str, Pen) -> String) -> Vec<String> {
    const WIDTH: usize = 28;
    let words = narrator.language;
    let mut lines = vec![paint(title, Pen::ink(ink(see.active()).ansi).bold())];
    let (mut line, mut length) = (String::new(), 0);
    for seat in (0..see.seats()).map(Seat::new) {
        let alive = see.alive().contains(seat);
        let count = if see.is_open() { String::new() } else { format!(" {}", see.hand_len(seat)) };
        let text = if alive { format!("{}{count}", narrator.who(seat)) } else { format!("{} ×", narrator.who(seat)) };
        let letter = narrator.letters().get(seat.index()).copied().unwrap_or('?');
        let ansi = ink(seat).ansi;
        let pen = if alive { Pen::ink(16).on(ansi).bold() } else { Pen::ink(244) };
        let wide = text.chars().count() + 4;
        if length > 0 && length + wide > WIDTH {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        line.push_str(&paint(&letter.to_string(), pen));
        line.push(' ');
        line.push_str(&paint(&text, Pen::ink(if alive { ansi } else { 244 })));
        line.push_str("  ");
        length += wide;
    }
    lines.push(line);
    let mut pile = words.say(TextKey::PanelPile, &[("count", &see.pile_len().to_string())]);
    if let Some(holder) = see.holder() {
        pile.push_str("  ");
        pile.push_str(&words.say(TextKey::PanelHolder, &[("dragon", narrator.dragon()), ("who", narrator.who(holder))]));
    }
    lines.push(pile);
    lines
}
