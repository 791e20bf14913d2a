//! Puts questions to a person: shows them, and asks until there is an answer. At every question the person can ask for
//! help, the board and more.

use super::answer::{AnswerWord, word};
use super::console::Console;
use super::frame::{Panel, compose};
use super::input::Input;
use super::journal::SharedLog;
use super::stop::PlayStop;
use std::cell::RefCell;
use std::rc::Rc;
use tsuro::game::{GameSeed, Observation, Rng, Seat};
use tsuro::picture::{BoardScene, MIN_TILE_ROWS, Pen, TileScale, ink};
use tsuro_faces::describe;
use tsuro_faces::words::{Language, Narrator, TextKey};
use tsuro_world::interrupt;

/// Talks with the persons at the table.
pub(super) struct Dialogue {
    pub shared: Rc<RefCell<SharedLog>>,
    input: Input,
    /// The number of persons who share the keyboard.
    humans: usize,
    seed: GameSeed,
    /// The last seat that had the keyboard.
    last: Option<Seat>,
    /// What is said before the question is asked again.
    notices: Vec<String>,
    /// Whether the current question has been shown in full.
    is_shown: bool,
    /// Whether the board was drawn with the last question; otherwise the window is too small.
    is_drawn: bool,
}

/// A question to a person.
pub(super) struct Question<'q> {
    /// The heading that it is shown under.
    pub title: String,
    /// The question and its choices in sentences.
    pub sentences: Vec<String>,
    /// The board that is drawn with it.
    pub scene: BoardScene,
    /// What is drawn beside the board: the tiles, and the lines below them.
    pub panel: &'q dyn Fn() -> Panel,
    /// The help on this question.
    pub help: &'q [TextKey],
    /// The prompt in front of the answer.
    pub prompt: TextKey,
}

impl Dialogue {
    pub(super) fn new(shared: Rc<RefCell<SharedLog>>, input: Input, humans: usize, seed: GameSeed) -> Self {
        Self { shared, input, humans, seed, last: None, notices: Vec::new(), is_shown: false, is_drawn: true }
    }

    /// Stops the game if the program was asked to stop, or if the record or the output cannot be written.
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

    /// Random numbers for choices that a person leaves to chance, and for advice. The seed cannot be computed from
    /// them.
    pub(super) fn chance(&self, see: &Observation<'_>) -> Rng {
        see.decision_stream(self.seed).one_way()
    }

    /// The narrator of the game.
    pub(super) fn narrator(&self) -> Narrator {
        self.shared.borrow().console.narrator.clone()
    }

    /// The language of the game.
    pub(super) fn words(&self) -> Language {
        self.shared.borrow().console.narrator.language
    }

    /// Whether the game is told in sentences, without a drawn board.
    pub(super) fn is_plain(&self) -> bool {
        self.shared.borrow().console.style.plain
    }

    /// The board as a person sees it, with the letters of the pieces.
    pub(super) fn scene(&self, see: &Observation<'_>) -> BoardScene {
        BoardScene::new(see, self.shared.borrow().console.narrator.letters())
    }

    /// Before a person decides: hands the keyboard over, so that nobody else sees the hand.
    pub(super) fn hand_over(&mut self, see: &Observation<'_>) -> Result<(), PlayStop> {
        self.check()?;
        self.notices.clear();
        self.is_shown = false;
        let seat = see.decider();
        if self.humans > 1 && !see.is_open() && self.last != Some(seat) {
            let narrator = self.narrator();
            self.input.forget();
            let console = &mut self.shared.borrow_mut().console;
            console.hide();
            console.say(&narrator.language.say(TextKey::HandOver, &[("who", narrator.name(seat))]));
            console.ask(&self.input, narrator.language.sentence(TextKey::HandOverAsk))?;
            if console.style.plain && console.style.wipes {
                // The news were cleared with the hand of the person before.
                let news: Vec<String> = console.news(seat).to_vec();
                console.clear();
                console.say_all(&news);
            }
        }
        self.last = Some(seat);
        Ok(())
    }

    /// After a person has decided: hides the hand. Gives the decision back.
    pub(super) fn after_decision<T>(&mut self, seat: Seat, decision: T) -> T {
        let console = &mut self.shared.borrow_mut().console;
        console.mark_seen(seat);
        if self.humans > 1 {
            console.hide();
        }
        decision
    }

    /// Adds a line that is said before the question is asked again.
    pub(super) fn notice(&mut self, text: String) {
        self.notices.push(text);
    }

    /// Has the question shown in full again.
    pub(super) fn show_again(&mut self) {
        self.is_shown = false;
    }

    fn read(&mut self, prompt: &str) -> Result<String, PlayStop> {
        self.shared.borrow_mut().console.ask(&self.input, prompt)
    }

    /// Asks until there is an answer to this question, and not a word for help and the like.
    pub(super) fn ask(&mut self, see: &Observation<'_>, question: &Question<'_>) -> Result<String, PlayStop> {
        loop {
            self.check()?;
            self.present(see, question);
            let words = self.words();
            let line = self.read(words.sentence(question.prompt))?;
            match word(&line, words) {
                Some(AnswerWord::Help) => self.help(question.help),
                Some(AnswerWord::Where) => self.page(&describe::everyone(see, &self.narrator())),
                Some(AnswerWord::Hand) => self.page(&describe::hand(see, &self.narrator())),
                Some(AnswerWord::Board) if self.is_plain() || !self.is_drawn => {
                    self.page(&describe::board(see, &self.narrator()));
                }
                Some(AnswerWord::Board | AnswerWord::Choices) => self.show_again(),
                Some(AnswerWord::Log) => self.log(see.decider()),
                Some(AnswerWord::Quit) => return Err(PlayStop::Quit),
                Some(AnswerWord::Back | AnswerWord::Marks | AnswerWord::Advise) | None => return Ok(line),
            }
        }
    }

    fn help(&mut self, own: &[TextKey]) {
        let words = self.words();
        let general = [TextKey::HelpWords, TextKey::HelpNoBack];
        let rules = self.narrator().help().collect::<Vec<_>>();
        self.page(&own.iter().chain(&general).map(|&key| words.plain(key)).chain(rules).collect::<Vec<_>>());
    }

    fn log(&mut self, seat: Seat) {
        let mut lines: Vec<String> = self.shared.borrow().console.news(seat).to_vec();
        if lines.is_empty() {
            lines.push(self.words().plain(TextKey::LogEmpty));
        }
        self.page(&lines);
    }

    /// Shows lines.
    pub(super) fn page(&mut self, lines: &[String]) {
        self.shared.borrow_mut().console.say_all(lines);
    }

    /// Shows the question and the notices.
    fn present(&mut self, see: &Observation<'_>, question: &Question<'_>) {
        let notices = std::mem::take(&mut self.notices);
        let shared = &mut *self.shared.borrow_mut();
        let console = &mut shared.console;
        let style = console.style;
        self.is_drawn = true;
        let first = !std::mem::replace(&mut self.is_shown, true);
        if style.plain || !first {
            if first {
                console.say_all(&question.sentences);
            }
            return console.say_all(&notices);
        }
        let mut panel = (question.panel)();
        panel.head = head(see, &console.narrator, &question.title, |text, pen| console.paint(text, pen));
        let (width, height) = Console::size();
        let size = (width, height.saturating_sub(1));
        if let Some(lines) = compose(&question.scene, &panel, size, style.color) {
            console.say_all(&lines);
            console.say_all(&notices);
        } else {
            self.is_drawn = false;
            let (wide, high) = TileScale::new(MIN_TILE_ROWS).size(&question.scene);
            // The last row of the window is for the answer.
            let needs = [("columns", &*wide.to_string()), ("rows", &(high + 1).to_string())];
            console.say(&console.narrator.language.say(TextKey::TooSmall, &needs));
            console.say_all(&question.sentences);
            console.say_all(&notices);
        }
    }
}

/// The heading, the players with the size of their hands, and the pile.
fn head(see: &Observation<'_>, narrator: &Narrator, title: &str, paint: impl Fn(&str, Pen) -> String) -> Vec<String> {
    const WIDTH: usize = 28;
    let words = narrator.language;
    let mut lines = vec![paint(title, Pen::ink(ink(see.decider()).ansi).bold())];
    let (mut line, mut length) = (String::new(), 0);
    for seat in (0..see.seats()).map(Seat::new) {
        let alive = see.alive().contains(seat);
        let count = if see.is_open() { String::new() } else { format!(" {}", see.hand_len(seat)) };
        let text = if alive {
            format!("{}{count}{}", narrator.who(seat), describe::short_counts(see, Some(seat), words))
        } else {
            format!("{} ×", narrator.who(seat))
        };
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
        pile.push_str(&words.say(TextKey::PanelHolder, &[("dragon", narrator.token()), ("who", narrator.who(holder))]));
    }
    pile.push_str(&describe::short_counts(see, None, words));
    lines.push(pile);
    lines
}
