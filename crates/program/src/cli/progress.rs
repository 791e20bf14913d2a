//! Progress of long commands: a bar on a terminal, and Ctrl-C passed on to the threads that play.

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::Duration;
use tsuro_lab::GameCounter;
use tsuro_world::interrupt;
use tsuro_world::terminal::Terminal;

/// Runs `work`, which counts its games in `progress`, with a progress bar. From now on the first
/// Ctrl-C stops the games and not the program.
pub(super) fn show<T>(games: u64, progress: &GameCounter, work: impl FnOnce() -> T) -> T {
    show_on(&games_bar(games), progress, work)
}

/// As [`show`], on a given bar, which is cleared in the end.
pub(super) fn show_on<T>(bar: &ProgressBar, progress: &GameCounter, work: impl FnOnce() -> T) -> T {
    interrupt::note();
    let done = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(bar, progress, &done));
        // Dropped after a panic as well: the scope would wait for the watcher for ever.
        let _done = StopWatching { done: &done, watcher: watcher.thread().clone() };
        work()
    });
    bar.finish_and_clear();
    result
}

/// Stops the watcher when it is dropped.
struct StopWatching<'a> {
    done: &'a AtomicBool,
    watcher: Thread,
}

impl Drop for StopWatching<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        self.watcher.unpark();
    }
}

/// Moves the bar and looks for Ctrl-C until the games are done.
fn watch(bar: &ProgressBar, progress: &GameCounter, done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        bar.set_position(progress.games.load(Ordering::Relaxed));
        if interrupt::requested() {
            progress.stop.store(true, Ordering::Relaxed);
        }
        std::thread::park_timeout(Duration::from_millis(50));
    }
}

/// A bar over a number of games.
pub(super) fn games_bar(games: u64) -> ProgressBar {
    bar(
        ProgressBar::new(games),
        "{bar:20} {human_pos} of {human_len} games, {rate}, {eta} left  {wide_msg}",
    )
}

/// A line for games whose number is not known.
pub(super) fn spinner() -> ProgressBar {
    bar(ProgressBar::new_spinner(), "{spinner} {human_pos} games, {rate}, {elapsed}  {wide_msg}")
}

/// A bar in the style of `template`, in which `{rate}` is the games per second; hidden unless
/// standard error is a terminal with a cursor.
fn bar(bar: ProgressBar, template: &str) -> ProgressBar {
    if !Terminal::current().err.cursor {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style.with_key("rate", |state: &ProgressState, to: &mut dyn Write| {
        let _ = write!(to, "{}/s", HumanCount(state.per_sec() as u64));
    }))
}
