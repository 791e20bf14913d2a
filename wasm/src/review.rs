//! `Review`: searches again at every decision of a game, a few searches at a time.

use crate::arguments::{self, within};
use crate::arguments::{SeedArgument, options};
use crate::fault::{Fault, guard};
use crate::game::Game;
use crate::value::text_to_js;
use serde::Deserialize;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU32, Ordering};
use tsuro_lab::review::{self, SEED};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The number of games for each value, if the caller names none: that of the first pass.
const USUAL_PLAYOUTS: u64 = 24;

/// How a game is reviewed.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReviewOptions {
    seat: Option<u64>,
    seed: Option<SeedArgument>,
    playouts: Option<u64>,
}

/// A review of a game: the chances turn by turn, the costliest choices, and what was luck.
///
/// `step` does a part of it, until it returns `true`; `findings` can be asked for after any step.
#[wasm_bindgen]
pub struct Review {
    search: AssertUnwindSafe<review::Review>,
    /// The number of games for each value after which it is done.
    playouts: u32,
    /// What the pass that is not complete was begun with.
    pass: Option<u32>,
    /// The number of searches in it so far.
    searched: u32,
    /// The number of searches of a whole pass; 0 before one is complete.
    whole: u32,
    is_broken: bool,
}

#[wasm_bindgen]
impl Review {
    /// A review of a game for one seat (0, if it is left out), before the first step. The same seed
    /// and playouts give the same findings as `tsuro review --playouts`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        game: &Game,
        #[wasm_bindgen(unchecked_optional_param_type = "ReviewOptions")] options: JsValue,
    ) -> Result<Self, JsValue> {
        let options: ReviewOptions = self::options(&options)?;
        let seed = options.seed.unwrap_or_else(|| SeedArgument::Text(SEED.to_owned()));
        let seed = arguments::seed(Some(seed))?;
        let playouts = options.playouts.unwrap_or(USUAL_PLAYOUTS);
        let playouts = within("playouts", playouts, 1..=review::ENOUGH.into())? as u32;
        let review = guard(|| {
            let game = game.session()?;
            let seat = arguments::seat(options.seat.unwrap_or(0) as f64, game.seats())?;
            review::Review::new(game, seat, &seed).map_err(|why| Fault::game(&why))
        })?;
        let search = AssertUnwindSafe(review);
        Ok(Self { search, playouts, pass: None, searched: 0, whole: 0, is_broken: false })
    }

    /// Does the next `searches` searches, by default one. Returns whether the review is done.
    pub fn step(&mut self, searches: Option<f64>) -> Result<bool, JsValue> {
        let searches = arguments::whole("searches", searches.unwrap_or(1.0), 1..=1_000_000)?;
        guard(|| {
            if self.is_broken {
                return Err(Fault::unfinished());
            }
            self.is_broken = true;
            let left = AtomicU32::new(searches);
            while !self.is_done() && left.load(Ordering::Relaxed) > 0 {
                self.go_on(&left);
            }
            self.is_broken = false;
            Ok(self.is_done())
        })
    }

    /// Whether all playouts were played.
    #[wasm_bindgen(getter)]
    pub fn done(&self) -> bool {
        self.is_done()
    }

    /// How far it is, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f64 {
        if self.is_done() {
            return 1.0;
        }
        let played = if self.search.passes() == 0 { 0 } else { self.search.games() };
        let in_pass = if self.whole == 0 {
            let found = self.search.findings();
            found.map_or(0.0, |found| found.curve.len() as f64 / found.points.max(1) as f64)
        } else {
            f64::from(self.searched) / f64::from(self.whole)
        };
        let next = f64::from(self.games_of_pass());
        (f64::from(played) + next * in_pass.min(1.0)) / f64::from(self.playouts)
    }

    /// What it has come to so far, as `tsuro review --format json` prints it; `null` before the
    /// first decision was looked at.
    #[wasm_bindgen(unchecked_return_type = "Findings | null")]
    pub fn findings(&self) -> Result<JsValue, JsValue> {
        Ok(self.json()?.map_or(JsValue::NULL, |text| text_to_js(&text)))
    }

    /// The same as a text, as the program prints it.
    #[wasm_bindgen(js_name = toJson)]
    pub fn json(&self) -> Result<Option<String>, JsValue> {
        guard(|| {
            if self.is_broken {
                return Err(Fault::unfinished());
            }
            let found = self.search.findings();
            Ok(found.map(|found| format!("{:#}\n", review::in_order(&self.search, &found))))
        })
    }
}

impl Review {
    fn is_done(&self) -> bool {
        self.search.passes() > 0 && self.search.games() >= self.playouts
    }

    /// The games of the pass that comes next, or is not complete.
    fn games_of_pass(&self) -> u32 {
        let played = if self.search.passes() == 0 { 0 } else { self.search.games() };
        let most = self.pass.unwrap_or(self.playouts.saturating_sub(played));
        (review::FIRST_PASS << self.search.passes().min(6)).min(most)
    }

    /// Goes on with a pass, for as many searches as are left.
    fn go_on(&mut self, left: &AtomicU32) {
        // A pass that goes on has to have the same bound, which its first searches have moved.
        let played = if self.search.passes() == 0 { 0 } else { self.search.games() };
        let most = *self.pass.get_or_insert(self.playouts.saturating_sub(played));
        let begun = AtomicU32::new(0);
        let goes_on = |games: u32| {
            if games > 0 {
                return true;
            }
            let next = |left: u32| left.checked_sub(1);
            let may = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).is_ok();
            begun.fetch_add(may.into(), Ordering::Relaxed);
            may
        };
        let is_complete = self.search.pass(most, 1, &goes_on);
        self.searched += begun.into_inner();
        if is_complete {
            self.whole = std::mem::take(&mut self.searched);
            self.pass = None;
        }
    }
}
