//! The program on the whole screen of a terminal: boards, keys and the mouse.
//!
//! Pages know nothing of terminals: they take `input`, let time pass, and draw themselves into a
//! frame, so tests drive them without one. `app` says which page is shown. A `sitting` is a game
//! with its players; bots think in a thread of their own (`thinking`), and what happened is shown
//! one thing after another (`queue`).

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

mod app;
mod board;
mod input;
mod launch_page;
mod lesson_page;
mod questionnaire;
mod queue;
mod replay_page;
mod result_page;
mod review_page;
mod rule_sets;
mod sitting;
mod table_page;
mod table_view;
mod theme;
mod thinking;
mod widgets;

pub use self::app::{AppError, Beginning, First, Options};

use self::app::App;
use self::input::{Input, Key};
use self::queue::Pace;
use self::theme::{Depth, Theme};
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType, disable_raw_mode};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsuro::bots::Host;
use tsuro::game::acting;
use tsuro_faces::lesson::Learner;
use tsuro_faces::setup::TableSetup;
use tsuro_faces::words::Language;
use tsuro_world::context::Context;
use tsuro_world::files::{KeptGames, StateFile};
use tsuro_world::interrupt;
use tsuro_world::terminal::Terminal;

/// How long the screen waits for a person while something moves.
const FRAME: Duration = Duration::from_millis(33);
/// How long it waits while nothing does.
const IDLE: Duration = Duration::from_millis(250);
/// How many keys are taken before the screen is drawn again.
const FLOOD: usize = 64;

/// Why the screen ended before it was left.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// The terminal cannot be read or written.
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
    /// The game cannot go on.
    #[error("{0}")]
    App(#[from] AppError),
}

/// How the screen was left.
pub struct ScreenExit {
    /// The file of a game that was left before its end.
    pub game: Option<PathBuf>,
    /// A game that was chosen and is told in sentences.
    pub plain: Option<TableSetup>,
    /// Whether it was left by Ctrl-C or a signal.
    pub is_interrupted: bool,
}

impl Options {
    /// What this terminal can show. A `speed` of 1 is the usual one; where none is asked for,
    /// `NO_MOTION` in the environment stops all motion.
    pub fn for_terminal(
        asked_language: Option<Language>,
        speed: Option<f32>,
        kept: Option<KeptGames>,
    ) -> Self {
        let here = Terminal::current();
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let many =
            set("COLORTERM").is_some() || set("TERM").is_some_and(|term| term.contains("256"));
        let depth = if set("NO_COLOR").is_some() {
            Depth::None
        } else if many {
            Depth::Full
        } else {
            Depth::Sixteen
        };
        let speed = speed.unwrap_or(if set("NO_MOTION").is_some() { 0.0 } else { 1.0 });
        Self {
            asked_language,
            theme: Theme { depth, ascii: here.ascii, own: None },
            pace: Pace { speed },
            kept,
            learner: StateFile::from_environment(Learner::FILE),
        }
    }
}

/// The screen, which is given back when this is dropped.
struct Screen {
    terminal: ratatui::DefaultTerminal,
}

impl Screen {
    fn open() -> io::Result<Self> {
        // It also gives the screen back after a panic, but not the mouse.
        let terminal = ratatui::try_init()?;
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // The game goes on to its end, which names the rule.
            if acting::is_caught() {
                return;
            }
            give_back();
            hook(panic);
        }));
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok(Self { terminal })
    }

    /// Gives the screen back until the program is woken up again.
    #[cfg(unix)]
    fn suspend(&mut self) -> io::Result<()> {
        give_back();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.terminal = ratatui::try_init()?;
        execute!(io::stdout(), EnableMouseCapture, Clear(ClearType::All))
    }

    #[cfg(not(unix))]
    fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives the screen back to the terminal, as it was.
pub fn give_back() {
    // First what needs no output: a terminal that is stopped takes none.
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), DisableMouseCapture, Show);
    ratatui::restore();
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Shows the program on the whole screen until it is left.
///
/// # Errors
/// Why it could not be shown, or ended before.
pub fn run(
    context: &Context,
    host: Arc<dyn Host>,
    options: Options,
    first: First,
) -> Result<ScreenExit, ScreenError> {
    let mut app = App::new(context, host, options, first)?;
    if app.is_over() {
        return Ok(ScreenExit { game: None, plain: app.plain, is_interrupted: false });
    }
    interrupt::note();
    interrupt::restore_with(give_back);
    // Requests of others to end or to stop for a while; from the keyboard they come as keys.
    let (quits, stops) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    #[cfg(unix)]
    {
        use signal_hook::consts::{
            SIGALRM, SIGPROF, SIGQUIT, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM,
        };
        for signal in [SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF] {
            signal_hook::flag::register(signal, Arc::clone(&quits))?;
        }
        signal_hook::flag::register(SIGTSTP, Arc::clone(&stops))?;
    }
    let mut screen = Screen::open()?;
    let mut last = Instant::now();
    while !app.is_over() {
        screen.terminal.draw(|frame| app.draw(frame))?;
        let mut wait = if app.is_moving() { FRAME } else { IDLE };
        // Of a flood of keys some are taken before the next drawing.
        for _ in 0..FLOOD {
            if app.is_over() || !event::poll(wait)? {
                break;
            }
            wait = Duration::ZERO;
            match Input::from_event(&event::read()?) {
                Some(Input::Key(Key::Suspend)) => stops.store(true, Ordering::Relaxed),
                Some(input) => app.take(input)?,
                None => {}
            }
            if std::mem::take(&mut app.has_result) {
                while event::poll(Duration::ZERO)? {
                    event::read()?;
                }
            }
        }
        if stops.swap(false, Ordering::Relaxed) {
            screen.suspend()?;
            // Time does not pass while the screen is suspended.
            last = Instant::now();
        }
        if interrupt::requested() || quits.load(Ordering::Relaxed) {
            app.interrupt();
        }
        let now = Instant::now();
        app.pass(now - last)?;
        last = now;
    }
    drop(screen);
    Ok(ScreenExit { game: app.left, plain: app.plain, is_interrupted: app.is_interrupted })
}

#[cfg(test)]
mod tests;
