//! How far many games are: a bar on a terminal, and Ctrl-C passed on to whoever plays them.

use crate::lab::Progress;
use crate::ui::interrupt;
use crate::ui::terminal::Terminal;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Thread;
use std::time::Duration;

/// Runs `work`, which counts its games in `progress`, and shows how far it is until it is done. From now on a first Ctrl-C is only noted, and
/// stops the games.
pub fn show<T>(games: u64, progress: &Progress, work: impl FnOnce() -> T) -> T {
    show_on(&bar(games), progress, work)
}

/// The same on another bar, which is cleared in the end.
pub fn show_on<T>(bar: &ProgressBar, progress: &Progress, work: impl FnOnce() -> T) -> T {
    interrupt::note();
    let done = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(bar, progress, &done));
        // Said by a drop, so that a panic does not leave the scope waiting for its watcher.
        let _done = StopWatching { done: &done, watcher: watcher.thread().clone() };
        work()
    });
    bar.finish_and_clear();
    result
}

/// Tells the watcher that the work is done, however it ended.
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

/// Moves the progress bar and looks for Ctrl-C until the games are done.
fn watch(bar: &ProgressBar, progress: &Progress, done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        bar.set_position(progress.games.load(Ordering::Relaxed));
        if interrupt::requested() {
            progress.stop.store(true, Ordering::Relaxed);
        }
        std::thread::park_timeout(Duration::from_millis(50));
    }
}

/// A style with `{rate}`: games a second, as a whole number.
pub fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("rate", |state: &ProgressState, to: &mut dyn Write| {
        let _ = write!(to, "{}/s", HumanCount(state.per_sec() as u64));
    })
}

/// A progress bar, on a terminal only.
fn bar(games: u64) -> ProgressBar {
    if !Terminal::here().err.cursor {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:20} {human_pos} of {human_len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
