//! Shows a game: lines one after another.

use super::input::Input;
use super::stop::PlayStop;
use std::io;
use tsuro::ruleset::shown;
use tsuro_faces::words::Narrator;
use tsuro_world::door::{self, Form};
use tsuro_world::terminal::{self, Terminal};

/// Clears the screen.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// An event in words.
#[derive(Debug, Clone)]
pub(super) struct News {
    /// As people tell it who see the board.
    pub words: String,
    /// With ports.
    pub exact: String,
}

/// Where a game is shown.
pub(super) struct Console {
    /// Whether the screen can be cleared, so that a hand can be hidden.
    pub wipes: bool,
    /// Makes sentences of events.
    pub narrator: Narrator,
    /// Whether events are told with exact places and tiles.
    pub exact: bool,
    /// All events in words, oldest first.
    news: Vec<News>,
    /// For each seat, how many of the news it has seen.
    seen: [usize; tsuro::game::MAX_SEATS],
    /// Why standard output cannot be written, if it failed.
    failure: Option<io::Error>,
}

impl Console {
    /// One that tells a game in the narrator's words; `is_typed`: the answers come from a keyboard.
    pub(super) fn new(narrator: Narrator, is_typed: bool) -> Self {
        Self {
            wipes: is_typed && Terminal::current().out.cursor,
            narrator,
            exact: false,
            news: Vec::new(),
            seen: [0; tsuro::game::MAX_SEATS],
            failure: None,
        }
    }

    /// Stops the game if standard output cannot be written.
    pub(super) fn check(&mut self) -> Result<(), PlayStop> {
        match self.failure.take() {
            None => Ok(()),
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(PlayStop::ReaderGone),
            Some(error) => Err(PlayStop::Output(error)),
        }
    }

    fn write(&mut self, text: &str) {
        self.keep_failure(|| door::write_out(text, Form::Words));
    }

    fn keep_failure(&mut self, write: impl FnOnce() -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = write().err();
        }
    }

    /// Shows a line.
    pub(super) fn say(&mut self, line: &str) {
        self.write(&format!("{}\n", line.trim_end()));
    }

    /// Shows several lines at once.
    pub(super) fn say_all(&mut self, lines: &[String]) {
        let mut text = String::new();
        for line in lines {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        self.write(&text);
    }

    /// Asks for an answer, and reads it.
    pub(super) fn ask(&mut self, input: &Input, prompt: &str) -> Result<String, PlayStop> {
        self.write(&format!("{prompt}: "));
        self.check()?;
        let answer = input.line();
        match &answer {
            // A keyboard shows what is typed; a pipe does not.
            Ok(answer) if !input.is_typed => self.say(&shown(answer)),
            Ok(_) => {}
            Err(_) => self.write("\n"),
        }
        answer
    }

    /// Clears the screen, if it can be cleared.
    pub(super) fn clear(&mut self) {
        if self.wipes {
            self.keep_failure(|| terminal::control(CLEAR));
        }
    }

    /// Hides what was shown before another person looks: clears the screen, or scrolls it away.
    pub(super) fn hide(&mut self) {
        if self.wipes || !Terminal::current().out.is_terminal {
            return self.clear();
        }
        let (_, height) = Self::size();
        self.write(&"\n".repeat(height.max(40)));
    }

    /// Shows the terminal's second screen, if it has one.
    pub(super) fn enter_second_screen(&mut self) {
        if self.wipes {
            self.keep_failure(terminal::enter_second_screen);
        }
    }

    /// Tells an event.
    pub(super) fn tell(&mut self, news: News) {
        self.say(if self.exact { &news.exact } else { &news.words });
        self.keep(news);
    }

    /// Keeps an event for the log, without telling it.
    pub(super) fn keep(&mut self, news: News) {
        self.news.push(news);
    }

    /// Forgets all events, which are about to be told again.
    pub(super) fn forget_news(&mut self) {
        self.news.clear();
        self.seen = [0; tsuro::game::MAX_SEATS];
    }

    /// The news since `seat` last decided.
    pub(super) fn news(&self, seat: tsuro::game::Seat) -> Vec<String> {
        self.news_from(self.seen[seat.index()])
    }

    fn news_from(&self, first: usize) -> Vec<String> {
        let news = &self.news[first.min(self.news.len())..];
        let words = |news: &News| if self.exact { &news.exact } else { &news.words }.clone();
        news.iter().map(words).collect()
    }

    /// The news since the last decision of a person.
    pub(super) fn last_news(&self) -> Vec<String> {
        self.news_from(self.seen.iter().copied().max().unwrap_or(0))
    }

    /// Notes that the seat has seen all news.
    pub(super) fn mark_seen(&mut self, seat: tsuro::game::Seat) {
        self.seen[seat.index()] = self.news.len();
    }

    /// The columns and rows of the window; 80 by 24 for a pipe.
    pub(super) fn size() -> (usize, usize) {
        let window =
            Terminal::current().out.is_terminal.then(terminal_size::terminal_size).flatten();
        match window {
            Some((terminal_size::Width(columns), terminal_size::Height(rows)))
                if columns > 0 && rows > 0 =>
            {
                (columns.into(), rows.into())
            }
            _ => (80, 24),
        }
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        terminal::leave_second_screen();
    }
}
