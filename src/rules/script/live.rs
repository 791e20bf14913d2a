//! The game that a script acts on, as long as it runs: its functions take it from here, since no
//! reference to a game can be a value of a script.

use super::rule::ScriptRule;
use crate::game::{Rng, Table, TableView};
use rhai::{Dynamic, EvalAltResult, Position};
use scoped_tls_hkt::{ReborrowMut, scoped_thread_local};

/// What a running script can reach of a game.
pub(super) enum Reach<'a> {
    /// It acts on the game.
    Acts(Table<'a>),
    /// It looks at the game.
    Looks(TableView<'a>),
    /// It has its own state alone.
    Nothing,
}

/// A running script.
pub(super) struct Live<'a> {
    pub reach: Reach<'a>,
    pub rule: &'a ScriptRule,
    /// Chance for what a seat cannot know.
    pub rng: Option<&'a mut Rng>,
}

impl<'a, 'b: 'a> ReborrowMut<'a> for Live<'b> {
    type Result = Live<'a>;
    fn reborrow_mut(&'a mut self) -> Live<'a> {
        let reach: Reach<'a> = match &mut self.reach {
            Reach::Acts(table) => Reach::Acts(table.again()),
            Reach::Looks(view) => Reach::Looks(view.again()),
            Reach::Nothing => Reach::Nothing,
        };
        let rng: Option<&'a mut Rng> = self.rng.as_deref_mut();
        Live { reach, rule: self.rule, rng }
    }
}

scoped_thread_local!(static mut LIVE: for<'a> Live<'a>);

/// Runs a script within `live`.
pub(super) fn within<T>(live: Live<'_>, run: impl FnOnce() -> T) -> T {
    LIVE.set(live, run)
}

/// What a verb comes back with.
pub(super) type VerbResult = Result<Dynamic, Box<EvalAltResult>>;

/// An error at the place where a function is called.
#[expect(clippy::unnecessary_box_returns, reason = "the language has its errors in boxes")]
pub(super) fn wrong(why: impl Into<String>) -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(why.into().into(), Position::NONE).into()
}

/// Does something with the running script.
pub(super) fn with_live<T>(
    name: &str,
    act: impl FnOnce(Live<'_>) -> Result<T, String>,
) -> Result<T, Box<EvalAltResult>> {
    LIVE.with(act).map_err(|why| wrong(format!("`{name}` {why}")))
}

/// Whose function runs, and in which turn of the game; `None` where none does.
pub(super) fn running() -> Option<(String, Option<u32>)> {
    if !LIVE.is_set() {
        return None;
    }
    Some(LIVE.with(|live| {
        let turn = match live.reach {
            Reach::Acts(table) => Some(table.view().turn()),
            Reach::Looks(view) => Some(view.turn()),
            Reach::Nothing => None,
        };
        (live.rule.file_name().to_owned(), turn)
    }))
}

/// Looks at the game.
pub(super) fn look<T>(
    name: &str,
    look: impl FnOnce(TableView<'_>) -> Result<T, String>,
) -> Result<T, Box<EvalAltResult>> {
    with_live(name, |live| match live.reach {
        Reach::Acts(table) => look(table.view()),
        Reach::Looks(view) => look(view),
        Reach::Nothing => Err("needs a table, and this function has none".to_owned()),
    })
}

/// Acts on the game.
pub(super) fn act<T>(
    name: &str,
    act: impl FnOnce(&mut Table<'_>, &ScriptRule) -> Result<T, String>,
) -> Result<T, Box<EvalAltResult>> {
    with_live(name, |live| match live.reach {
        Reach::Acts(mut table) => act(&mut table, live.rule),
        Reach::Looks(_) | Reach::Nothing => {
            Err("changes the game, and this function may only look at it".to_owned())
        }
    })
}
