//! What is shown: lines one after another, or a screen that is drawn anew for each question.

use super::stop::PlayStop;
use crate::picture::{Canvas, Pen};
use crate::ruleset::shown;
use crate::ui::door::{self, Form};
use crate::ui::terminal::Terminal;
use crate::ui::words::Narrator;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Switches to the terminal's second screen, and back: what was on the first is there again, and the second has no memory to scroll back in.
const TAKE_SCREEN: &str = "\x1b[?1049h\x1b[2J\x1b[H";
const GIVE_BACK: &str = "\x1b[?1049l";
const CLEAR: &str = "\x1b[2J\x1b[H";

/// How the game is shown.
#[allow(clippy::struct_excessive_bools, reason = "each is a question of its own about the terminal")]
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// In sentences alone.
    pub plain: bool,
    /// With colours.
    pub color: bool,
    /// With a screen that is cleared for each question.
    pub screen: bool,
    /// With a screen that can be cleared at all, so that a hand can be hidden.
    pub wipes: bool,
}

impl Style {
    /// The style for the terminal at hand; `answers_typed`: answers come from a keyboard.
    pub(super) fn of_terminal(plain: bool, answers_typed: bool) -> Self {
        let terminal = Terminal::here();
        let plain = plain || terminal.ascii;
        let wipes = terminal.out.cursor && answers_typed;
        Self { plain, color: terminal.out.color && !plain, screen: wipes && !plain, wipes }
    }
}

/// Whether the terminal's second screen is taken.
static SCREEN_TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal's first screen back, if it was taken: for the very end, where nothing more can be reported.
pub(in crate::ui) fn give_back() {
    if SCREEN_TAKEN.load(Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = out.write_all(GIVE_BACK.as_bytes()).and_then(|()| out.flush());
    }
}

/// Something that happened, as it is told.
#[derive(Debug, Clone)]
pub(super) struct Announcement {
    /// In full.
    pub full: String,
    /// In short, for the space beside a board; `None` where the board says it.
    pub short: Option<String>,
}

/// Where everything is shown.
pub(super) struct Console {
    /// How.
    pub style: Style,
    /// In whose words.
    pub narrator: Narrator,
    /// Everything that happened, oldest first.
    news: Vec<Announcement>,
    /// Up to where each seat has seen the news.
    seen: [usize; crate::game::MAX_SEATS],
    taken: bool,
    failed: Option<io::Error>,
}

impl Console {
    pub(super) fn new(style: Style, narrator: Narrator) -> Self {
        Self { style, narrator, news: Vec::new(), seen: [0; crate::game::MAX_SEATS], taken: false, failed: None }
    }

    /// Why nothing more can be shown, if so.
    pub(super) fn check(&mut self) -> Result<(), PlayStop> {
        match self.failed.take() {
            None => Ok(()),
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(PlayStop::NobodyReads),
            Some(error) => Err(PlayStop::Output(error)),
        }
    }

    fn write(&mut self, text: &str) {
        let form = if self.style.color { Form::Colored } else { Form::Words };
        self.keep_failure(|| door::write_out(text, form));
    }

    /// Writes a sequence that moves the cursor or clears the screen, and no text.
    fn control(&mut self, sequence: &str) {
        self.keep_failure(|| {
            let mut out = io::stdout().lock();
            out.write_all(sequence.as_bytes()).and_then(|()| out.flush())
        });
    }

    fn keep_failure(&mut self, write: impl FnOnce() -> io::Result<()>) {
        if self.failed.is_none() {
            self.failed = write().err();
        }
    }

    /// Shows a line. Text from outside in it has been [shown](shown()) as an escape, since here it may come among colours.
    pub(super) fn say(&mut self, line: &str) {
        self.write(&format!("{}\n", line.trim_end()));
    }

    /// Shows lines.
    pub(super) fn say_all(&mut self, lines: &[String]) {
        let mut text = String::new();
        for line in lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        self.write(&text);
    }

    /// Asks for an answer at the beginning of a line of its own.
    pub(super) fn prompt(&mut self, text: &str) {
        self.write(&format!("{text}: "));
    }

    /// Shows what was answered, where a pipe does not.
    pub(super) fn echo(&mut self, answer: &str) {
        self.say(&shown(answer));
    }

    /// Ends a line in which an answer was awaited and did not come.
    pub(super) fn end_line(&mut self) {
        self.write("\n");
    }

    /// Clears the screen, where there is one to clear.
    pub(super) fn clear(&mut self) {
        if self.style.wipes {
            self.control(CLEAR);
        }
    }

    /// Takes what was shown out of sight before another person looks: wiped away, or pushed up and out where a terminal cannot wipe.
    pub(super) fn hide(&mut self) {
        if self.style.wipes || !Terminal::here().out.is_terminal {
            return self.clear();
        }
        let (_, height) = Self::size();
        self.write(&"\n".repeat(height.max(40)));
    }

    /// Takes the terminal's second screen, where there is one.
    pub(super) fn take_screen(&mut self) {
        if self.style.wipes && !self.taken {
            self.taken = true;
            SCREEN_TAKEN.store(true, Ordering::SeqCst);
            self.control(TAKE_SCREEN);
        }
    }

    /// Gives the first screen back; whether it had been taken.
    pub(super) fn give_back(&mut self) -> bool {
        if self.taken {
            self.control(GIVE_BACK);
            SCREEN_TAKEN.store(false, Ordering::SeqCst);
        }
        std::mem::take(&mut self.taken)
    }

    /// Tells what happened: at once, or when the screen is drawn next.
    pub(super) fn tell(&mut self, news: Announcement) {
        if !self.style.screen {
            self.say(&news.full);
        }
        self.keep(news);
    }

    /// Keeps what happened for those who ask, without telling it.
    pub(super) fn keep(&mut self, news: Announcement) {
        self.news.push(news);
    }

    /// What happened since `seat` last decided.
    pub(super) fn news(&self, seat: crate::game::Seat) -> &[Announcement] {
        &self.news[self.seen[seat.index()].min(self.news.len())..]
    }

    /// What happened since somebody last decided.
    pub(super) fn last_news(&self) -> &[Announcement] {
        let seen = self.seen.iter().copied().max().unwrap_or(0);
        &self.news[seen.min(self.news.len())..]
    }

    /// The seat has seen all news.
    pub(super) fn mark_seen(&mut self, seat: crate::game::Seat) {
        self.seen[seat.index()] = self.news.len();
    }

    /// Characters in a row and rows of the window; a pipe is 80 wide and endless.
    pub(super) fn size() -> (usize, usize) {
        let window = Terminal::here().out.is_terminal.then(crossterm::terminal::size).and_then(Result::ok);
        match window {
            Some((columns, rows)) if columns > 0 && rows > 0 => (columns.into(), rows.into()),
            _ => (80, 24),
        }
    }

    /// A text in a colour, where there are colours; it may come from outside.
    pub(super) fn paint(&self, text: &str, pen: Pen) -> String {
        let text = &*shown(text);
        let mut canvas = Canvas::new(text.chars().count(), 1);
        canvas.text(0, 0, text, pen);
        canvas.lines(self.style.color).pop().unwrap_or_default()
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.give_back();
    }
}
