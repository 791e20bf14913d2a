//! A recorded game, step by step, forward and back.

use super::input::{Act, Key, Pointer};
use super::queue::Pace;
use super::table_view::{areas, draw_hand, hand_height, letter, two_parts};
use super::theme::Theme;
use super::widgets::{self, Field, KeyBar, boxed, wrapped};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::time::Duration;
use tsuro::game::Seat;
use tsuro::picture::BoardScene;
use tsuro::session::Game;
use tsuro_faces::table::show::{ShownEvent, Teller};
use tsuro_faces::words::{Language, Narrator, TextKey};

/// A recorded game on the screen.
pub(super) struct ReplayPage {
    game: Game,
    narrator: Narrator,
    theme: Theme,
    /// What has happened, one thing after another.
    steps: Vec<ShownEvent>,
    /// What was set up before the first choice, in words.
    set_up: Vec<String>,
    at: usize,
    /// Whose view it is.
    view: Option<Seat>,
    /// The game before the choice that is shown, for its hands, and the step for which it was made.
    before: Option<(usize, Game)>,
    field: Option<Field>,
    /// The last line of the log that is seen, while it lies over the board.
    log: Option<usize>,
    /// Whether it goes on by itself, and the time until it does.
    runs: Option<Duration>,
    pace: Pace,
    /// What could not be done, until the next key.
    pub(super) notice: String,
    pub bar: KeyBar,
}

impl ReplayPage {
    /// A page of a game; `narrator` has its players.
    pub(super) fn new(game: Game, narrator: Narrator, theme: Theme, pace: Pace) -> Self {
        let view = narrator.you;
        let mut page = Self {
            game,
            narrator,
            theme,
            steps: Vec::new(),
            set_up: Vec::new(),
            at: 0,
            view,
            before: None,
            field: None,
            log: None,
            runs: None,
            pace,
            notice: String::new(),
            bar: KeyBar::new(),
        };
        page.tell();
        page
    }

    /// Tells the game as the view has it.
    fn tell(&mut self) {
        self.narrator.you = self.view;
        let dealt = self.game.dealt().unwrap_or_else(|| self.game.clone());
        self.set_up =
            dealt.events_since(0).filter_map(|event| self.narrator.event(&event)).collect();
        let scene = BoardScene::new(&dealt.observe(None), self.narrator.letters());
        let mut teller = Teller::new(scene, dealt.mark());
        self.steps = vec![teller.beginning()];
        let told = self.game.events_seen_by(self.view, dealt.mark()).numbered();
        self.steps.extend(told.filter_map(|event| teller.tell(event, &self.narrator)));
    }

    fn words(&self) -> Language {
        self.narrator.language
    }

    /// The game for a review, its narrator, and whose view is shown; `None` while a turn is typed or
    /// the log is read.
    pub(super) fn for_review(&self) -> Option<(Game, Narrator, Option<Seat>)> {
        let is_free = self.field.is_none() && self.log.is_none();
        is_free.then(|| (self.game.clone(), self.narrator.clone(), self.view))
    }

    /// Lets time pass.
    pub(super) fn pass(&mut self, time: Duration) {
        let Some(left) = &mut self.runs else { return };
        *left = left.saturating_sub(time);
        if left.is_zero() {
            self.runs =
                if self.at + 1 < self.steps.len() { Some(self.pace.scaled(500)) } else { None };
            self.go(1);
        }
    }

    pub(super) fn is_moving(&self) -> bool {
        self.runs.is_some()
    }

    fn go(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.steps.len().saturating_sub(1));
    }

    /// Goes to the nearest step that fits, if there is one.
    fn seek(&mut self, back: bool, fits: impl Fn(&ShownEvent) -> bool) {
        let found = if back {
            self.steps[..self.at].iter().rposition(fits)
        } else {
            self.steps.iter().skip(self.at + 1).position(fits).map(|found| self.at + 1 + found)
        };
        self.at = found.unwrap_or(if back { 0 } else { self.steps.len().saturating_sub(1) });
    }

    fn turn(&self) -> u32 {
        self.steps.get(self.at).map_or(0, turn_of)
    }

    fn last_turn(&self) -> u32 {
        self.steps.last().map_or(0, turn_of)
    }

    /// Goes to where a turn begins.
    fn go_to_turn(&mut self, turn: u32) {
        self.at = self
            .steps
            .iter()
            .position(|step| turn_of(step) >= turn)
            .unwrap_or(self.steps.len().saturating_sub(1));
    }

    /// Takes a key; `true`: away from here.
    pub(super) fn key(&mut self, key: Key) -> bool {
        self.notice.clear();
        if let Some(field) = &mut self.field {
            match key {
                Key::Enter => {
                    let turn = if field.text.is_empty() {
                        None
                    } else {
                        Some(field.text.trim().parse().unwrap_or(u32::MAX))
                    };
                    self.field = None;
                    if let Some(turn) = turn {
                        self.go_to_turn(turn);
                    }
                }
                Key::Escape => self.field = None,
                Key::Char(digit) if !digit.is_ascii_digit() => {}
                _ => drop(field.key(key)),
            }
            return false;
        }
        if let Some(to) = self.log {
            let last = self.log_lines().len();
            self.log = widgets::scrolled(to, last, key);
            return false;
        }
        let turn = self.turn();
        if key != Key::Char('p') {
            self.runs = None;
        }
        match key {
            Key::Escape | Key::Char('q') => return true,
            Key::Enter if self.at + 1 >= self.steps.len() => return true,
            Key::Enter | Key::Right | Key::Down | Key::Char(' ') => self.go(1),
            Key::Left | Key::Up | Key::Back => self.go(-1),
            Key::Char(']') | Key::PageDown | Key::Tab => self.go_to_turn(turn + 1),
            Key::Char('[') | Key::PageUp | Key::BackTab => {
                // From within a turn to its beginning, from there to the turn before.
                let begins = self.at == 0 || turn_of(&self.steps[self.at - 1]) < turn;
                self.go_to_turn(if begins { turn.saturating_sub(1) } else { turn });
            }
            Key::Char('x') => self.seek(false, |step| step.out.is_some()),
            Key::Char('X') => self.seek(true, |step| step.out.is_some()),
            Key::Home => self.at = 0,
            Key::End => self.at = self.steps.len().saturating_sub(1),
            Key::Char('g') => self.field = Some(Field::default()),
            Key::Char('v') => {
                let next = self.view.map_or(0, |seat| seat.number() + 1);
                self.view = (next < self.game.seats()).then(|| Seat::new(next));
                self.tell();
            }
            Key::Char('l') => self.log = Some(self.log_lines().len()),
            Key::Char('p') => {
                self.runs = if self.runs.is_some() { None } else { Some(Duration::ZERO) }
            }
            _ => {}
        }
        false
    }

    /// Takes a click or the wheel.
    pub(super) fn pointer(&mut self, pointer: Pointer) -> bool {
        match pointer.act {
            Act::WheelUp => self.key(if self.log.is_some() { Key::Up } else { Key::Left }),
            Act::WheelDown => self.key(if self.log.is_some() { Key::Down } else { Key::Right }),
            Act::Click => self.key(Key::Enter),
        }
    }

    /// What has been told up to this step.
    fn log_lines(&self) -> Vec<String> {
        let steps = self
            .steps
            .iter()
            .take(self.at + 1)
            .map(|step| &step.words)
            .filter(|words| !words.is_empty());
        self.set_up.iter().chain(steps).cloned().collect()
    }

    /// Draws the page.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (words, theme) = (self.words(), self.theme);
        let Some(step) = self.steps.get(self.at) else { return };
        let events = step.events;
        let whole = frame.area();
        let [left, right, bottom] = areas(&step.scene, whole);
        let mover = step.scene.pieces.first().map(|piece| piece.1.square());
        super::board::draw(&step.scene, mover, theme, left, frame.buffer_mut());
        let (turn, last) = (turn_of(step), self.last_turn());
        let heading = match turn {
            0 => words.plain(TextKey::ReplayDeal),
            _ => words.say(
                TextKey::ReplayAt,
                &[("number", &turn.to_string()), ("last", &last.to_string())],
            ),
        };
        let view = match self.view {
            None => words.plain(TextKey::ViewTable),
            Some(seat) => words.say(TextKey::ViewSeat, &[("who", self.narrator.name(seat))]),
        };
        let alive = |seat: Seat| step.scene.pieces.iter().any(|piece| piece.0 == seat);
        let mut players = Vec::new();
        for seat in (0..self.game.seats()).map(Seat::new) {
            players.extend([
                letter(&self.narrator, seat, alive(seat), theme),
                Span::raw(format!(" {}  ", self.narrator.name(seat))),
            ]);
        }
        let mut lines = two_parts(heading, view, right.width, theme);
        lines.push(slider(self.at, self.steps.len(), right.width, theme));
        lines.extend(wrap_spans(&players, right.width));
        lines.push(Line::default());
        let hand = self.view.filter(|_| right.height > 12).map_or(0, |_| hand_height(right, 3));
        let [above, below] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(hand)]).areas(right);
        let told = self.log_lines();
        let room = usize::from(above.height).saturating_sub(lines.len());
        let now = told.len().saturating_sub(1);
        let news: Vec<(String, bool)> = told
            .iter()
            .enumerate()
            .skip(now.saturating_sub(8))
            .flat_map(|(number, text)| {
                wrapped([text], above.width)
                    .into_iter()
                    .map(move |line| (line, number == now))
                    .collect::<Vec<_>>()
            })
            .collect();
        let shown = &news[news.len().saturating_sub(room)..];
        lines.extend(shown.iter().map(|(line, now)| {
            Line::styled(line.clone(), if *now { Theme::heading() } else { theme.faint() })
        }));
        frame.render_widget(Paragraph::new(lines), above);
        if let Some(seat) = self.view.filter(|_| hand > 0) {
            if self.before.as_ref().is_none_or(|before| before.0 != events) {
                self.before = self.game.before_choice(events).map(|game| (events, game));
            }
            if let Some((_, game)) = &self.before {
                draw_hand(frame, below, &game.observe(seat), None, theme);
            }
        }
        if let Some(to) = self.log {
            boxed(
                frame,
                Rect { height: whole.height.saturating_sub(1), ..whole },
                words.sentence(TextKey::LogTitle),
                &told[..to.min(told.len())],
            );
        }
        if let Some(field) = &self.field {
            let line = format!("{} {}", words.sentence(TextKey::GoToAsk), field.shown());
            frame.render_widget(Paragraph::new(line), bottom);
            self.bar.clear();
        } else {
            self.bar = widgets::keys(frame, bottom, words, TextKey::KeysReplay, theme);
        }
        widgets::notice(frame, bottom, &self.notice);
    }
}

/// The number of the turn of a step; 0 before the first.
fn turn_of(step: &ShownEvent) -> u32 {
    step.turn.map_or(0, |turn| turn.1)
}

/// How far a game has come.
fn slider(at: usize, count: usize, width: u16, theme: Theme) -> Line<'static> {
    let wide = usize::from(width).max(2) - 1;
    let reached = wide * at / count.saturating_sub(1).max(1);
    Line::from(vec![
        Span::styled("━".repeat(reached), Theme::heading()),
        Span::styled("●", Theme::heading()),
        Span::styled("─".repeat(wide - reached), theme.faint()),
    ])
}

/// Pairs of spans in as many lines as they need.
fn wrap_spans(spans: &[Span<'static>], width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for pair in spans.chunks(2) {
        let wide: usize = pair.iter().map(Span::width).sum();
        if lines
            .last()
            .is_some_and(|line| !line.spans.is_empty() && line.width() + wide > width.into())
        {
            lines.push(Line::default());
        }
        lines.last_mut().into_iter().for_each(|line| line.spans.extend(pair.iter().cloned()));
    }
    lines
}
