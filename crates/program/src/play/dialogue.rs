//! Puts questions to a person: shows them, and asks until there is an answer. At every question the
//! person can ask for help, the board and more.

use super::answer::{AnswerWord, guessed, word};
use super::input::Input;
use super::journal::SharedLog;
use super::stop::PlayStop;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tsuro::game::{GameSeed, Observation, Rng, Seat};
use tsuro_faces::describe;
use tsuro_faces::words::{Language, Narrator, TextKey};
use tsuro_world::interrupt;

/// Talks with the persons at the table.
pub(super) struct Dialogue {
    pub shared: Rc<RefCell<SharedLog>>,
    input: Rc<Input>,
    /// The number of persons who share the keyboard.
    humans: usize,
    seed: GameSeed,
    /// The last seat that had the keyboard.
    last: Option<Seat>,
    /// What is said before the question is asked again.
    notices: Vec<String>,
    /// Whether the current question has been shown in full.
    is_shown: bool,
    /// Whether the person was asked what to do after being put out.
    is_loss_asked: bool,
}

/// A question to a person.
pub(super) struct Question<'q> {
    /// The question and its choices in sentences.
    pub sentences: Vec<String>,
    /// The help on this question.
    pub help: &'q [TextKey],
    /// The prompt in front of the answer.
    pub prompt: String,
}

impl Dialogue {
    pub(super) fn new(
        shared: Rc<RefCell<SharedLog>>,
        input: Rc<Input>,
        humans: usize,
        seed: GameSeed,
    ) -> Self {
        Self {
            shared,
            input,
            humans,
            seed,
            last: None,
            notices: Vec::new(),
            is_shown: false,
            is_loss_asked: false,
        }
    }

    /// Stops the game if the program was asked to stop, or if the record or the output cannot be
    /// written.
    pub(super) fn check(&self) -> Result<(), PlayStop> {
        if interrupt::requested() {
            return Err(PlayStop::Interrupted);
        }
        let mut shared = self.shared.borrow_mut();
        shared.tell_placement();
        if let Some(error) = shared.record_error() {
            return Err(PlayStop::Record(error));
        }
        shared.console.check()
    }

    /// Random numbers for choices that a person leaves to chance, and for advice. The seed cannot
    /// be computed from them.
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

    /// Before a person decides: hands the keyboard over, so that no other person sees the hand.
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
            if console.wipes {
                // The news were cleared with the hand of the person before.
                let news = console.news(seat);
                console.clear();
                console.say_all(&news);
            }
        }
        self.last = Some(seat);
        Ok(())
    }

    /// After a person has decided: hides the hand.
    pub(super) fn after_decision(&mut self, seat: Seat) {
        let console = &mut self.shared.borrow_mut().console;
        console.mark_seen(seat);
        if self.humans > 1 {
            console.hide();
        }
    }

    /// Notes for the record how long a person took; answers that come from a pipe say nothing of
    /// that.
    pub(super) fn note_time(&self, time: Duration) {
        if self.input.is_typed {
            let milliseconds = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
            self.shared.borrow_mut().recorder.note_time(milliseconds);
        }
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
    pub(super) fn ask(
        &mut self,
        see: &Observation<'_>,
        question: &Question<'_>,
    ) -> Result<String, PlayStop> {
        loop {
            self.check()?;
            self.present(question);
            let words = self.words();
            let line = self.read(&question.prompt)?;
            match word(&line, words) {
                Some(AnswerWord::Help) => self.help(question.help, see),
                Some(AnswerWord::Where) => self.page(&describe::everyone(see, &self.narrator())),
                Some(AnswerWord::Hand) => self.page(&describe::hand(see, &self.narrator())),
                Some(AnswerWord::Board) => self.page(&describe::board(see, &self.narrator())),
                Some(AnswerWord::Choices) => self.show_again(),
                Some(AnswerWord::Log) => self.log(see.decider()),
                Some(AnswerWord::Exact) => self.swap_exact(),
                Some(AnswerWord::Quit) => return Err(PlayStop::Quit),
                Some(AnswerWord::Undo) => match self.why_no_undo(see) {
                    Some(why) => self.notice(words.plain(why)),
                    None => return Err(PlayStop::Undo),
                },
                Some(AnswerWord::Back | AnswerWord::Marks | AnswerWord::Advise) | None => {
                    return Ok(line);
                }
            }
        }
    }

    /// Asks a person who is out whether to watch on, once. Where there are no more answers, the
    /// others play on; an answer that is no word watches on, too.
    pub(super) fn ask_after_loss(&mut self, see: &Observation<'_>) -> Result<(), PlayStop> {
        if std::mem::replace(&mut self.is_loss_asked, true) {
            return Ok(());
        }
        let prompt = self.words().plain(TextKey::LossAsk);
        let question = Question { sentences: Vec::new(), help: &[], prompt };
        loop {
            let line = match self.ask(see, &question) {
                Err(PlayStop::EndOfInput) => return Ok(()),
                line => line?,
            };
            match guessed(&line, self.words()).filter(|_| word(&line, self.words()).is_none()) {
                Some(guess) => self.notice(guess),
                None => return Ok(()),
            }
        }
    }

    /// Why nothing can be taken back, if that is so.
    fn why_no_undo(&self, see: &Observation<'_>) -> Option<TextKey> {
        if self.humans > 1 && !see.is_open() {
            return Some(TextKey::NoUndoTogether);
        }
        self.shared.borrow_mut().why_no_undo()
    }

    fn help(&mut self, own: &[TextKey], see: &Observation<'_>) {
        let words = self.words();
        let can_undo = self.why_no_undo(see) != Some(TextKey::NoUndoTogether);
        let undo = can_undo.then_some(TextKey::HelpUndo);
        let general: Vec<TextKey> =
            [TextKey::HelpWords, TextKey::HelpExact].into_iter().chain(undo).collect();
        let rules = self.narrator().help().collect::<Vec<_>>();
        self.page(
            &own.iter()
                .chain(&general)
                .map(|&key| words.plain(key))
                .chain(rules)
                .collect::<Vec<_>>(),
        );
    }

    /// Tells places and tiles exactly from now on, or no longer.
    fn swap_exact(&mut self) {
        let console = &mut self.shared.borrow_mut().console;
        console.exact ^= true;
        let key = if console.exact { TextKey::ExactOn } else { TextKey::ExactOff };
        console.say(console.narrator.language.sentence(key));
    }

    fn log(&mut self, seat: Seat) {
        let mut lines = self.shared.borrow().console.news(seat);
        if lines.is_empty() {
            lines.push(self.words().plain(TextKey::LogEmpty));
        }
        self.page(&lines);
    }

    /// Shows lines.
    pub(super) fn page(&mut self, lines: &[String]) {
        self.shared.borrow_mut().console.say_all(lines);
    }

    /// Says the question, if it has not been said, and the notices.
    fn present(&mut self, question: &Question<'_>) {
        let notices = std::mem::take(&mut self.notices);
        let is_shown = std::mem::replace(&mut self.is_shown, true);
        if !is_shown {
            self.page(&question.sentences);
        }
        self.page(&notices);
    }
}
