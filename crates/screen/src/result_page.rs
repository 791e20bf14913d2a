//! The screen after a game: places, causes, moments, and what to do next.

use super::input::{Act, Key, Pointer};
use super::questionnaire::{Asked, Questionnaire};
use super::sitting::Sitting;
use super::table_view::letter;
use super::theme::Theme;
use super::widgets::{self, Field, Hits, KeyBar, stepped, wrapped};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::path::Path;
use tsuro::record::Feedback;
use tsuro_faces::table::summary::ResultSummary;
use tsuro_faces::words::{Language, TextKey};
use tsuro_world::files::{self, Existing};

/// What can be done after a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Again,
    Other,
    Watch,
    Review,
    Rate,
    Save,
    Quit,
}

impl Deed {
    const ALL: [(Self, TextKey); 7] = [
        (Self::Again, TextKey::DoAgain),
        (Self::Other, TextKey::DoOther),
        (Self::Watch, TextKey::DoWatch),
        (Self::Review, TextKey::DoReview),
        (Self::Rate, TextKey::DoRate),
        (Self::Save, TextKey::DoSave),
        (Self::Quit, TextKey::DoQuit),
    ];
}

/// A game that is over.
pub(super) struct ResultPage {
    pub sitting: Sitting,
    theme: Theme,
    summary: ResultSummary,
    at: usize,
    /// The path to which the record is to be saved, while it is typed.
    field: Option<Field>,
    /// The questions about the game, while they are asked.
    questions: Option<Questionnaire>,
    pub(super) notice: String,
    hits: Hits,
    pub bar: KeyBar,
}

impl ResultPage {
    pub(super) fn new(sitting: Sitting, theme: Theme) -> Self {
        let summary = ResultSummary::new(&sitting.game, &sitting.narrator);
        Self {
            sitting,
            theme,
            summary,
            at: 0,
            field: None,
            questions: None,
            notice: String::new(),
            hits: Hits::new(),
            bar: KeyBar::new(),
        }
    }

    fn words(&self) -> Language {
        self.sitting.narrator.language
    }

    /// Takes a key; what is to be done, if that is decided.
    pub(super) fn key(&mut self, key: Key) -> Option<Deed> {
        self.notice.clear();
        if let Some(field) = &mut self.field {
            match key {
                Key::Enter => {
                    let path = std::mem::take(&mut field.text);
                    self.field = None;
                    self.save(path.trim());
                }
                Key::Escape => self.field = None,
                _ => drop(field.key(key)),
            }
            return None;
        }
        if self.questions.is_some() {
            self.answer(key);
            return None;
        }
        match key {
            Key::Tab | Key::Right | Key::Down => self.at = stepped(self.at, Deed::ALL.len(), false),
            Key::BackTab | Key::Left | Key::Up => self.at = stepped(self.at, Deed::ALL.len(), true),
            Key::Escape | Key::Char('q') => return Some(Deed::Quit),
            Key::Enter if Deed::ALL[self.at].0 == Deed::Save => {
                let name = self.sitting.setup.variant.name();
                let name: String = name
                    .chars()
                    .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
                    .collect();
                self.field = Some(Field { text: format!("{name}.jsonl") });
            }
            Key::Enter if Deed::ALL[self.at].0 == Deed::Rate => {
                self.questions = Some(Questionnaire::default());
            }
            Key::Char('r') => return Some(Deed::Review),
            Key::Enter => return Some(Deed::ALL[self.at].0),
            _ => {}
        }
        None
    }

    /// Takes a key while the questions about the game are asked.
    fn answer(&mut self, key: Key) {
        let Some(questions) = &mut self.questions else { return };
        let feedback = match questions.key(key) {
            Asked::On => return,
            Asked::Wrong(last) => {
                let last = [("last", &*last.to_string())];
                self.notice = self.words().say(TextKey::RateNumber, &last);
                return;
            }
            Asked::Left => Feedback::default(),
            Asked::Done(feedback) => feedback,
        };
        self.questions = None;
        if feedback.is_empty() {
            return;
        }
        let is_added = self.sitting.game.add_feedback(feedback);
        let key = if is_added { TextKey::RateKept } else { TextKey::RateNot };
        self.notice = match self.sitting.keep() {
            Ok(()) => self.words().sentence(key).to_owned(),
            Err(why) => why.to_string(),
        };
    }

    fn save(&mut self, path: &str) {
        if path.is_empty() {
            return;
        }
        let written = match self.sitting.game.record() {
            Ok(record) => files::write_whole(Path::new(path), record.as_bytes(), Existing::Refuse)
                .map_err(|why| why.to_string()),
            Err(why) => Err(why.to_string()),
        };
        self.notice = match written {
            Ok(()) => self.words().say(TextKey::SavedTo, &[("file", path)]),
            Err(why) => why,
        };
    }

    /// Takes a click or the wheel.
    pub(super) fn pointer(&mut self, pointer: Pointer) -> Option<Deed> {
        match pointer.act {
            Act::WheelUp => self.key(Key::Left),
            Act::WheelDown => self.key(Key::Right),
            Act::Click => {
                self.at = widgets::hit(&self.hits, pointer)?;
                self.key(Key::Enter)
            }
        }
    }

    /// Draws the page.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (words, theme) = (self.words(), self.theme);
        let margin = Margin { horizontal: 2, vertical: 0 };
        let asked = self.questions.as_ref().map(|questions| {
            let wide = frame.area().inner(margin).width;
            let mut lines = wrapped([questions.question(words)], wide);
            lines.push(questions.field.shown());
            lines
        });
        let tall = asked.as_ref().map_or(2, |lines| lines.len() as u16);
        let [main, menu, bottom] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(tall), Constraint::Length(1)])
                .areas(frame.area());
        let main = main.inner(Margin { horizontal: 2, vertical: 1 });
        let scene = self.sitting.scene();
        let board = super::board::small_enough(&scene, main.width.saturating_sub(52), main.height);
        let [texts, picture] = Layout::horizontal([
            Constraint::Min(0),
            Constraint::Length(board.map_or(0, |scale| scale.size(&scene).0 as u16)),
        ])
        .areas(main);
        let wide = texts.width.saturating_sub(2);
        let mut lines: Vec<Line<'_>> = wrapped([&self.summary.title], wide)
            .into_iter()
            .map(|line| Line::styled(line, Theme::heading()))
            .collect();
        lines.push(Line::default());
        for (seat, text) in &self.summary.standings {
            for (number, line) in wrapped([text], wide.saturating_sub(2)).into_iter().enumerate() {
                let mark = if number == 0 {
                    letter(&self.sitting.narrator, *seat, true, theme)
                } else {
                    Span::raw(" ")
                };
                lines.push(Line::from(vec![mark, Span::raw(" "), Span::raw(line)]));
            }
        }
        let undos = self.sitting.game.undos();
        if undos > 0 {
            lines.push(Line::styled(
                words.say(TextKey::UndosWere, &[("count", &undos.to_string())]),
                theme.faint(),
            ));
        }
        if !self.summary.moments.is_empty() {
            lines.push(Line::default());
            lines.push(Line::styled(words.plain(TextKey::MomentsTitle), Theme::heading()));
            lines.extend(
                wrapped(&self.summary.moments, wide)
                    .into_iter()
                    .map(|line| Line::styled(line, Style::default())),
            );
        }
        frame.render_widget(Paragraph::new(lines), texts);
        if board.is_some() {
            super::board::draw(&scene, None, theme, picture, frame.buffer_mut());
        }
        if let Some(lines) = asked {
            let lines: Vec<Line<'_>> = lines.into_iter().map(Line::raw).collect();
            frame.render_widget(Paragraph::new(lines), menu.inner(margin));
            self.bar = widgets::keys(frame, bottom, words, TextKey::KeysField, theme);
        } else if let Some(field) = &self.field {
            let line = format!("  {} {}", words.sentence(TextKey::SaveTo), field.shown());
            frame.render_widget(Paragraph::new(line), menu);
            self.bar = widgets::keys(frame, bottom, words, TextKey::KeysField, theme);
        } else {
            let labels: Vec<String> = Deed::ALL.iter().map(|deed| words.plain(deed.1)).collect();
            self.hits = widgets::buttons(frame, menu.inner(margin), &labels, self.at);
            self.bar = widgets::keys(frame, bottom, words, TextKey::KeysResult, theme);
        }
        widgets::notice(frame, bottom, &self.notice);
    }
}
