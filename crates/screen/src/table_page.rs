//! The screen on which a game is played: what keys and the mouse do there. How it looks is in
//! [`super::table_view`].

use super::board::BoardArea;
use super::input::{Act, Key, Pointer};
use super::queue::Pace;
use super::sitting::{Sitting, SittingError, SittingState};
use super::theme::Theme;
use super::widgets::{self, Hits, KeyBar};
use std::time::Duration;
use tsuro::board::{Place, Square};
use tsuro::game::Seat;
use tsuro_faces::table::ask::{Ask, Item};
use tsuro_faces::words::{Language, TextKey};

/// What lies over the board.
pub(super) enum Overlay {
    /// Help on this moment, from this line on.
    Help(usize),
    /// What was told, up to this line.
    Log(usize),
    /// Before the next of several persons takes the keyboard.
    HandOver(Seat),
    /// A person is out: by what, and where.
    Out(Vec<String>, Option<Square>),
    /// Where everybody is, who plays together, points, who holds what.
    Where,
    /// Whether to leave, where the game is not kept.
    Leave,
}

/// A game on the screen.
pub(super) struct TablePage {
    pub sitting: Sitting,
    pub(super) theme: Theme,
    /// The question to a person, while there is one.
    pub(super) ask: Option<Ask>,
    /// The seat that had the keyboard last.
    last: Option<Seat>,
    pub(super) over: Option<Overlay>,
    /// What comes back when the help is closed.
    behind_help: Option<Overlay>,
    /// At how many lines the help can begin, in the window as it is.
    pub(super) help_lines: usize,
    /// A line at the bottom: what was wrong, or done.
    pub(super) notice: String,
    /// How fast things are shown when there is motion.
    pace: Pace,
    /// Whether the squares are shown to which pieces of rules may move.
    pub(super) shows_ways: bool,
    /// Where the board is, for the mouse.
    pub(super) area: Option<BoardArea>,
    /// Where the tiles of the hand are, or the choices of a list.
    pub(super) hits: Hits,
    pub(super) bar: KeyBar,
}

/// What a page wants of the program.
pub(super) enum PageEnd {
    /// The game is over, and its end was looked at.
    Over,
    /// Away from here.
    Quit,
}

impl TablePage {
    pub(super) fn new(sitting: Sitting, theme: Theme) -> Self {
        let pace = Pace { speed: if sitting.pace.speed > 0.0 { sitting.pace.speed } else { 1.0 } };
        let mut page = Self {
            pace,
            sitting,
            theme,
            ask: None,
            last: None,
            over: None,
            behind_help: None,
            help_lines: 1,
            notice: String::new(),
            shows_ways: false,
            area: None,
            hits: Hits::new(),
            bar: KeyBar::new(),
        };
        page.arrive();
        page
    }

    pub(super) fn words(&self) -> Language {
        self.sitting.narrator.language
    }

    /// Lets time pass.
    ///
    /// # Errors
    /// Why the game cannot go on.
    pub(super) fn pass(&mut self, time: Duration) -> Result<(), SittingError> {
        // Nothing moves while another person takes the keyboard, or a text lies over the board.
        if self.over.is_none() {
            let had = self.sitting.advice.is_some();
            self.sitting.pass(time)?;
            if !had {
                self.take_advice();
            }
        }
        self.arrive();
        Ok(())
    }

    /// Points at the best choice of advice that has just come.
    fn take_advice(&mut self) {
        match (&self.sitting.advice, &mut self.ask) {
            (Some(advice), Some(ask)) if !advice.is_empty() => ask.point_at(&advice[0].choice),
            (Some(_), _) => self.notice = self.words().plain(TextKey::NoAdvice),
            _ => {}
        }
    }

    /// Tells persons that they are out, and asks the person whose decision it is.
    fn arrive(&mut self) {
        if let Some(why) = self.sitting.unkept.take() {
            self.notice = self.words().say(TextKey::NotKept, &[("why", &why.to_string())]);
        }
        if let Some((seat, square)) = self.sitting.take_out() {
            // What has just been told has the reason: the tile that was laid, the piece of a rule
            // that came.
            let told = self.sitting.log();
            let mut texts = vec![
                self.sitting.narrator.about(seat, TextKey::AreOutYou, TextKey::AreOut, &[]),
                String::new(),
            ];
            texts.extend(told[told.len().saturating_sub(4)..].iter().cloned());
            self.over = Some(Overlay::Out(texts, square));
            return;
        }
        let SittingState::Person(decision) = self.sitting.waits() else { return };
        if self.ask.is_some() {
            return;
        }
        let seat = decision.seat();
        let see = self.sitting.game.observe(seat);
        if self.sitting.persons() > 1 && self.last != Some(seat) && !see.is_open() {
            self.over = Some(Overlay::HandOver(seat));
        }
        self.ask = Some(Ask::new(&see, &self.sitting.narrator));
        self.last = Some(seat);
    }

    /// Whether something moves, so that the screen has to be drawn again soon.
    pub(super) fn is_moving(&self) -> bool {
        self.over.is_none()
            && (matches!(self.sitting.waits(), SittingState::Show | SittingState::Bot(_))
                || self.sitting.is_thinking())
    }

    /// Whether the user only looks on: no person is among the players who still play.
    pub(super) fn is_watched(&self) -> bool {
        let see = self.sitting.game.observe(None);
        let alive = |seat: usize| see.alive().contains(Seat::new(seat as u8));
        !self
            .sitting
            .setup
            .players
            .iter()
            .enumerate()
            .any(|(seat, player)| player.is_human() && alive(seat))
    }

    /// Takes a key.
    ///
    /// # Errors
    /// Why the game cannot go on.
    pub(super) fn key(&mut self, key: Key) -> Result<Option<PageEnd>, SittingError> {
        self.notice.clear();
        if self.over.is_some() {
            return Ok(self.key_over(key));
        }
        match (key, self.sitting.waits()) {
            // On a slow line the beginning of another key looks like Esc.
            (Key::Escape, _) => self.over = Some(Overlay::Leave),
            (Key::Char('q'), _) if self.sitting.file.is_none() && !self.is_watched() => {
                self.over = Some(Overlay::Leave);
            }
            (Key::Char('q'), _) => return Ok(Some(PageEnd::Quit)),
            (Key::Char('?' | 'h'), _) => self.over = Some(Overlay::Help(0)),
            (Key::Char('l'), _) => self.over = Some(Overlay::Log(self.sitting.log().len())),
            (Key::Char('w'), _) => self.over = Some(Overlay::Where),
            (Key::Char('d'), _) => self.shows_ways = !self.shows_ways,
            (Key::Char('m'), _) => {
                let still = self.sitting.pace.speed <= 0.0;
                self.sitting.pace = if still { self.pace } else { Pace { speed: 0.0 } };
                self.notice =
                    self.words().plain(if still { TextKey::MotionOn } else { TextKey::MotionOff });
            }
            (Key::Char('p'), _) => self.sitting.is_stepwise = !self.sitting.is_stepwise,
            (Key::Char('e'), _) if self.is_watched() => self.show_all(),
            (Key::Char('u') | Key::Back, _) => self.take_back()?,
            (Key::Enter | Key::Char(' ') | Key::Right, SittingState::Show) => {
                self.sitting.skip(false);
            }
            (Key::Char('s'), SittingState::Show) => self.sitting.skip(true),
            (Key::Enter, SittingState::Over) => return Ok(Some(PageEnd::Over)),
            (_, SittingState::Person(_)) => self.key_answer(key)?,
            _ => {}
        }
        self.arrive();
        Ok(None)
    }

    fn key_over(&mut self, key: Key) -> Option<PageEnd> {
        match (self.over.as_mut()?, key) {
            (Overlay::Log(to), Key::Char('c')) => {
                self.sitting.swap_coordinates();
                *to = self.sitting.log().len();
            }
            (Overlay::Log(to), key) => {
                let scrolled = widgets::scrolled(*to, self.sitting.log().len(), key);
                self.over = scrolled.map(Overlay::Log);
            }
            (Overlay::Help(from), key) => {
                let scrolled = widgets::scrolled(*from + 1, self.help_lines, key);
                let help = scrolled.map(|line| Overlay::Help(line - 1));
                self.over = help.or_else(|| self.behind_help.take());
            }
            (Overlay::Leave | Overlay::HandOver(_) | Overlay::Out(..), Key::Char('q')) => {
                return Some(PageEnd::Quit);
            }
            (Overlay::Out(..), Key::Char('?' | 'h')) => {
                self.behind_help = self.over.replace(Overlay::Help(0));
            }
            (Overlay::Out(..), Key::Char('p')) => {
                (self.over, self.sitting.is_stepwise) = (None, true);
            }
            (Overlay::Out(..), Key::Char('e')) => self.show_all(),
            (Overlay::Out(..), Key::Char('u')) => {
                self.over = None;
                return self.take_back().is_err().then_some(PageEnd::Quit);
            }
            (Overlay::Out(..), Key::Char(' ') | Key::Escape) => self.over = None,
            // Only Enter shows the next person's hand, and a key that was pressed too early skips
            // no message.
            (Overlay::HandOver(_) | Overlay::Out(..), key) if key != Key::Enter => {}
            _ => self.over = None,
        }
        None
    }

    /// From now on everything is shown at once.
    fn show_all(&mut self) {
        self.over = None;
        self.sitting.pace = Pace { speed: 0.0 };
        self.sitting.is_stepwise = false;
        self.sitting.skip(true);
    }

    fn take_back(&mut self) -> Result<(), SittingError> {
        if !self.sitting.can_take_back() {
            self.notice = self.words().plain(TextKey::NoUndoTogether);
        } else if self.sitting.take_back()? {
            self.ask = None;
            self.sitting.is_stepwise = false;
        } else {
            self.notice = self.words().plain(TextKey::NothingBefore);
        }
        self.arrive();
        Ok(())
    }

    fn key_answer(&mut self, key: Key) -> Result<(), SittingError> {
        let Some(ask) = &mut self.ask else { return Ok(()) };
        match key {
            Key::Enter => return self.decide(),
            Key::Char('r') | Key::Right => ask.turn_or_step(false),
            Key::Char('R') | Key::Left => ask.turn_or_step(true),
            Key::Tab | Key::Down => ask.slot_or_step(false),
            Key::BackTab | Key::Up => ask.slot_or_step(true),
            Key::Char(digit @ '1'..='5') => ask.pick_slot(digit as usize - '1' as usize),
            Key::Char(' ') => {
                self.sitting.advice = None;
                self.sitting.ask_advice();
            }
            _ => {}
        }
        Ok(())
    }

    /// Makes the choice that is pointed at.
    fn decide(&mut self) -> Result<(), SittingError> {
        // Why a placement is not allowed stands beside the board.
        let Some(choice) = self.ask.as_ref().and_then(Ask::choice) else { return Ok(()) };
        match self.sitting.choose(&choice)? {
            Ok(()) => self.ask = None,
            Err(why) => self.notice = why.to_string(),
        }
        Ok(())
    }

    /// Takes a click or the wheel.
    ///
    /// # Errors
    /// Why the game cannot go on.
    pub(super) fn pointer(&mut self, pointer: Pointer) -> Result<Option<PageEnd>, SittingError> {
        if pointer.act == Act::Click
            && (self.over.is_some() || !matches!(self.sitting.waits(), SittingState::Person(_)))
        {
            return self.key(Key::Enter);
        }
        if let (Some(Overlay::Log(_) | Overlay::Help(_)), Act::WheelUp | Act::WheelDown) =
            (&self.over, pointer.act)
        {
            return self.key(if pointer.act == Act::WheelUp { Key::Up } else { Key::Down });
        }
        let Some(ask) = self.ask.as_mut().filter(|_| self.over.is_none()) else { return Ok(None) };
        match pointer.act {
            Act::WheelUp => ask.turn_or_step(true),
            Act::WheelDown => ask.turn_or_step(false),
            Act::Click => self.click(pointer)?,
        }
        self.arrive();
        Ok(None)
    }

    fn click(&mut self, pointer: Pointer) -> Result<(), SittingError> {
        self.notice.clear();
        let Some(ask) = &mut self.ask else { return Ok(()) };
        let square = self.area.as_ref().and_then(|area| {
            area.square_at(pointer.column, pointer.row, self.sitting.scene().shape())
        });
        match (widgets::hit(&self.hits, pointer), ask) {
            (Some(slot), ask @ Ask::Cards { .. }) => {
                if ask.slot() == Some(slot) {
                    ask.turn(false);
                } else {
                    ask.pick_slot(slot);
                }
            }
            // The first click points at a choice, the second takes it.
            (Some(item), Ask::Items { at, .. }) if *at != item => *at = item,
            (Some(_), Ask::Items { .. }) => return self.decide(),
            (None, Ask::Items { items, at, .. }) => {
                // The square of the click, or the place nearest to it, if there is one on or beside
                // that square.
                let far = |item: &Item| match item.square {
                    Some(own) => (square == Some(own)).then_some(0),
                    None => {
                        item.place.and_then(|place| self.area.as_ref()?.distance(place, pointer))
                    }
                };
                let near = items
                    .iter()
                    .enumerate()
                    .filter_map(|(number, item)| Some((far(item)?, number)));
                match near.min().map(|near| near.1) {
                    Some(nearest) if nearest == *at => return self.decide(),
                    Some(nearest) => *at = nearest,
                    None => {}
                }
            }
            (None, Ask::Cards { .. }) => {
                let game = &self.sitting.game;
                let own = game
                    .decision()
                    .and_then(|decision| game.observe(decision.seat()).place(decision.seat()));
                if square.is_some() && own.map(Place::square) == square {
                    return self.decide();
                }
            }
        }
        Ok(())
    }
}
