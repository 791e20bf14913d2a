//! Lessons on the screen: a board with a question, what comes of an answer, and why.

use super::board::{self, BoardArea};
use super::input::{Act, Key, Pointer};
use super::queue::{Pace, Show};
use super::table_view::{areas, draw_hand, hand_height};
use super::theme::Theme;
use super::widgets::{self, Hits, KeyBar, Row, stepped, wrapped};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use std::time::Duration;
use tsuro::picture::BoardScene;
use tsuro_faces::lesson::{Learner, LessonProgress, LessonVerdict, LessonView, Lessons};
use tsuro_faces::table::ask::{Ask, Item};
use tsuro_faces::words::{Language, TextKey};
use tsuro_world::files::StateFile;

/// What the lessons come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LessonEnd {
    /// A first game under this rule set.
    Play(String),
    /// Away from here.
    Leave,
}

/// What can be done after the last lesson of a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AfterCourse {
    Play,
    More,
    Leave,
}

/// The lessons.
pub(super) struct LessonPage {
    courses: Vec<Lessons>,
    /// Which course is taken.
    course: usize,
    progress: LessonProgress,
    language: Language,
    theme: Theme,
    pace: Pace,
    /// The lesson that is taken; `None` after the last.
    view: Option<LessonView>,
    /// What an answer came to, and what of it is still to be shown.
    verdict: Option<LessonVerdict>,
    show: Show,
    /// The board as the last event that was shown left it.
    scene: Option<BoardScene>,
    has_hint: bool,
    /// Where it is remembered what was learnt, and what was.
    file: Option<StateFile<Learner>>,
    learner: Learner,
    /// What is pointed at after the last lesson.
    at: usize,
    hits: Hits,
    area: Option<BoardArea>,
    pub bar: KeyBar,
}

impl LessonPage {
    /// A page of courses, at the first lesson of the first, or its first puzzle that is not solved.
    pub(super) fn new(
        courses: Vec<Lessons>,
        (language, theme, pace): (Language, Theme, Pace),
        file: Option<StateFile<Learner>>,
    ) -> Self {
        let learner = file.as_ref().map(StateFile::read).unwrap_or_default();
        let progress = courses.first().map(|course| course.begin(&learner));
        let mut page = Self {
            courses,
            course: 0,
            progress: progress.unwrap_or_else(|| LessonProgress::new(0)),
            file,
            learner,
            language,
            theme,
            pace,
            view: None,
            verdict: None,
            show: Show::default(),
            scene: None,
            has_hint: false,
            at: 0,
            hits: Hits::new(),
            area: None,
            bar: KeyBar::new(),
        };
        page.ask();
        page
    }

    /// Puts the question of the lesson, at first or once more.
    fn ask(&mut self) {
        let course = self.courses.get(self.course);
        self.view =
            course.and_then(|course| course.view(self.progress.at, self.language, &mut |_| {}));
        (self.verdict, self.scene, self.has_hint) = (None, None, false);
        self.show = Show::default();
    }

    fn go(&mut self, back: bool) {
        self.progress.go(back);
        self.ask();
    }

    /// What is said in the place of a text about lessons.
    fn text(&self, key: TextKey) -> TextKey {
        self.courses.get(self.course).map_or(key, |course| course.key(key))
    }

    /// What can be done after the last lesson.
    fn after_course(&self) -> Vec<(AfterCourse, String)> {
        let more = self.courses.get(self.course + 1).map(|next| {
            let names = [("title", next.title(self.language))];
            (AfterCourse::More, self.language.say(next.key(TextKey::LessonMore), &names))
        });
        let play = (AfterCourse::Play, self.language.plain(self.text(TextKey::LessonFirstGame)));
        let leave = (AfterCourse::Leave, self.language.plain(TextKey::DoQuit));
        [play].into_iter().chain(more).chain([leave]).collect()
    }

    /// Takes the choice that is pointed at.
    fn answer(&mut self) {
        let Some(choice) = self.view.as_ref().and_then(|view| view.ask.choice()) else { return };
        let Some(course) = self.courses.get(self.course) else { return };
        let Some(mut verdict) = course.answer(self.progress.at, &choice, self.language) else {
            return;
        };
        self.progress.answered(verdict.is_right);
        if let Some(file) = self.file.as_ref().filter(|_| verdict.is_right) {
            // Where nothing can be kept, lessons are taken all the same.
            let _ = file.change(|learner| course.note(self.progress.at, learner));
            self.learner = file.read();
        }
        let events = std::mem::take(&mut verdict.events);
        self.show.add(events.into_iter(), self.pace);
        self.verdict = Some(verdict);
        self.pass(Duration::ZERO);
    }

    /// Whether something is being shown.
    pub(super) fn is_moving(&self) -> bool {
        !self.show.is_over()
    }

    /// Lets time pass.
    pub(super) fn pass(&mut self, time: Duration) {
        let done = self.show.pass(time, |_| false, |_| false);
        if let Some(last) = done.into_iter().last() {
            self.scene = Some(last.scene);
        }
    }

    /// Takes a key; what the lessons come to, if they end.
    pub(super) fn key(&mut self, key: Key) -> Option<LessonEnd> {
        if key == Key::Char('q') || key == Key::Escape {
            return Some(LessonEnd::Leave);
        }
        if self.view.is_none() {
            return self.key_after_course(key);
        }
        match key {
            Key::Char('n') => self.go(false),
            Key::Char('b') => self.go(true),
            Key::Char('h' | '?') => self.has_hint = true,
            _ if self.verdict.is_some() => {
                if matches!(key, Key::Enter | Key::Char(' ')) {
                    self.enter_after_answer();
                }
            }
            Key::Enter => self.answer(),
            _ => self.point(key),
        }
        None
    }

    /// Enter after an answer: first all of it is shown, then it goes on.
    fn enter_after_answer(&mut self) {
        if self.is_moving() {
            if let Some(last) = self.show.skip(|_| true).into_iter().last() {
                self.scene = Some(last.scene);
            }
        } else if self.verdict.as_ref().is_some_and(|verdict| verdict.is_right) {
            self.go(false);
        } else {
            self.ask();
        }
    }

    fn point(&mut self, key: Key) {
        let Some(view) = &mut self.view else { return };
        match key {
            Key::Tab | Key::Down => view.ask.slot_or_step(false),
            Key::BackTab | Key::Up => view.ask.slot_or_step(true),
            Key::Char('r') | Key::Right => view.ask.turn_or_step(false),
            Key::Char('R') | Key::Left => view.ask.turn_or_step(true),
            Key::Char(digit @ '1'..='9') => {
                let number = digit as usize - '1' as usize;
                match &mut view.ask {
                    Ask::Cards { .. } => view.ask.pick_slot(number),
                    Ask::Items { items, at, .. } if number < items.len() => *at = number,
                    Ask::Items { .. } => {}
                }
            }
            _ => {}
        }
    }

    fn key_after_course(&mut self, key: Key) -> Option<LessonEnd> {
        let deeds = self.after_course();
        match key {
            Key::Tab | Key::Down | Key::Right => self.at = stepped(self.at, deeds.len(), false),
            Key::BackTab | Key::Up | Key::Left => self.at = stepped(self.at, deeds.len(), true),
            Key::Char('b') => self.go(true),
            Key::Enter => match deeds.get(self.at)?.0 {
                AfterCourse::Play => {
                    let game = self.courses.get(self.course)?.first_game().to_owned();
                    return Some(LessonEnd::Play(game));
                }
                AfterCourse::More => {
                    self.course += 1;
                    if let Some(course) = self.courses.get(self.course) {
                        self.progress = course.begin(&self.learner);
                    }
                    self.at = 0;
                    self.ask();
                }
                AfterCourse::Leave => return Some(LessonEnd::Leave),
            },
            _ => {}
        }
        None
    }

    /// Takes a click or the wheel.
    pub(super) fn pointer(&mut self, pointer: Pointer) -> Option<LessonEnd> {
        match pointer.act {
            Act::WheelUp => self.key(Key::Left),
            Act::WheelDown => self.key(Key::Right),
            Act::Click => {
                let is_over = self.view.is_none();
                let Some(view) = self.view.as_mut().filter(|_| self.verdict.is_none()) else {
                    // After an answer a click anywhere goes on; after the last lesson only a click
                    // on the list, as it may begin a game.
                    if is_over {
                        self.at = widgets::hit(&self.hits, pointer)?;
                    }
                    return self.key(Key::Enter);
                };
                let square = self.area.and_then(|area| {
                    area.square_at(pointer.column, pointer.row, view.scene.shape())
                });
                let hit = widgets::hit(&self.hits, pointer);
                match &mut view.ask {
                    Ask::Cards { cards, at } => {
                        let slot = cards.get(*at).map(|card| card.slot);
                        match hit {
                            // A click on the tile that is pointed at turns it.
                            Some(hit) if slot == Some(hit) => view.ask.turn(false),
                            Some(hit) => view.ask.pick_slot(hit),
                            None if square.is_some() && square == view.scene.focus => {
                                self.answer();
                            }
                            None => {}
                        }
                    }
                    Ask::Items { items, at, .. } => {
                        let named = |item: &Item| square.is_some() && item.square == square;
                        let hit = hit.or_else(|| items.iter().position(named))?;
                        if *at == hit {
                            self.answer();
                        } else {
                            *at = hit;
                        }
                    }
                }
                None
            }
        }
    }

    /// Draws the page.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        if self.view.is_none() {
            return self.draw_after_course(frame);
        }
        let (whole, theme) = (frame.area(), self.theme);
        let scene = self.board();
        let [left, right, bottom] = areas(&scene, whole);
        let near = scene.pieces.first().map(|piece| piece.1.square());
        let area = board::draw(&scene, near, theme, left, frame.buffer_mut());
        if let Some((_, Some(square))) = self.show.current().and_then(|event| event.out) {
            area.mark_loss(&scene, square, theme, frame.buffer_mut());
        }
        let Some(view) = &self.view else { return };
        if let (Ask::Items { items, at, .. }, None) = (&view.ask, &self.verdict) {
            for (number, item) in items.iter().enumerate() {
                let Some(square) = item.square else { continue };
                let (text, style) = if number == *at {
                    (" ● ", Theme::chosen())
                } else {
                    (" · ", Theme::heading())
                };
                area.label(square, text, style, frame.buffer_mut());
            }
        }
        self.area = Some(area);
        self.hits = self.draw_beside(frame, right);
        let keys = match (&self.verdict, &view.ask) {
            (Some(verdict), _) if verdict.is_right => self.text(TextKey::LessonKeysRight),
            (Some(_), _) => TextKey::LessonKeysWrong,
            (None, Ask::Cards { .. }) => TextKey::LessonKeys,
            (None, Ask::Items { .. }) => TextKey::LessonKeysItems,
        };
        self.bar = widgets::keys(frame, bottom, self.language, keys, theme);
    }

    /// The board as it is to be drawn: what is being shown, or the placement that is pointed at.
    fn board(&self) -> BoardScene {
        let Some(view) = &self.view else { unreachable!("there is a lesson to draw") };
        if let Some(event) = self.show.current() {
            let mut scene = event.scene.clone();
            if let Some((seat, place)) = self.show.traveller() {
                scene.pieces.retain(|piece| piece.0 != seat);
                scene.pieces.push((seat, place));
            }
            return scene;
        }
        if let Some(scene) = self.scene.clone().filter(|_| self.verdict.is_some()) {
            return scene;
        }
        let mut scene = view.scene.clone();
        if let Ask::Cards { cards, at } = &view.ask
            && let (Some(card), Some(course)) = (cards.get(*at), self.courses.get(self.course))
        {
            course.view(self.progress.at, self.language, &mut |see| {
                scene = view.scene.clone().trying(see, card.tile);
            });
        }
        scene
    }

    /// What stands beside the board; where it can be clicked.
    fn draw_beside(&self, frame: &mut Frame<'_>, area: Rect) -> Hits {
        let Some(view) = &self.view else { return Hits::new() };
        let mut lines: Vec<Line<'static>> = Vec::new();
        let mut say = |text: &str, style: Style| {
            let broken = wrapped([text], area.width).into_iter();
            lines.extend(broken.map(|line| Line::styled(line, style)));
        };
        say(&view.heading, Theme::heading());
        let course = self.courses.get(self.course);
        let solved = course.and_then(|course| course.solved(&self.learner).zip(Some(course)));
        if let Some((solved, course)) = solved.filter(|solved| solved.0 > 0) {
            let names = [("solved", &*solved.to_string()), ("count", &course.count().to_string())];
            say(&self.language.say(TextKey::PuzzleSolved, &names), self.theme.faint());
        }
        if let Some(verdict) = &self.verdict {
            if let Some(event) = self.show.current() {
                say(&event.words, Style::default());
            } else {
                let (key, sign) = if verdict.is_right {
                    (TextKey::LessonRight, "✓")
                } else {
                    (TextKey::LessonWrong, "✗")
                };
                say(&format!("{sign} {}", self.language.sentence(key)), Theme::heading());
                say(&verdict.words, Style::default());
            }
        } else {
            say(&view.tell, Style::default());
            say("", Style::default());
            say(&view.question, Theme::heading());
        }
        if self.has_hint {
            let none = self.language.sentence(TextKey::LessonNoHint);
            say(view.hint.as_deref().unwrap_or(none), self.theme.faint());
        }
        if self.verdict.is_some() {
            frame.render_widget(Paragraph::new(lines), area);
            return Hits::new();
        }
        match &view.ask {
            Ask::Cards { cards, at } => {
                let card = cards.get(*at);
                if let Some(card) = card {
                    let text = match &card.refused {
                        Some(why) => format!("✗ {why}"),
                        None if card.to.is_none() => format!("† {}", card.fate),
                        None => format!("✓ {}", card.fate),
                    };
                    let broken = wrapped([text], area.width).into_iter();
                    lines.extend(broken.map(Line::from));
                }
                let slots = cards.iter().map(|card| card.slot + 1).max().unwrap_or(1);
                let [above, below] = Layout::vertical([
                    Constraint::Min(0),
                    Constraint::Length(hand_height(area, slots)),
                ])
                .areas(area);
                frame.render_widget(Paragraph::new(lines), above);
                let (mut hits, theme) = (Hits::new(), self.theme);
                let chosen = card.map(|card| (card.slot, card.tile));
                if let Some(course) = self.courses.get(self.course) {
                    course.view(self.progress.at, self.language, &mut |see| {
                        hits = draw_hand(frame, below, see, chosen, theme);
                    });
                }
                hits
            }
            Ask::Items { items, at, .. } => {
                let top = u16::try_from(lines.len()).unwrap_or(u16::MAX);
                let [above, below] =
                    Layout::vertical([Constraint::Length(top), Constraint::Min(2)]).areas(area);
                frame.render_widget(Paragraph::new(lines), above);
                let rows: Vec<Row> =
                    items.iter().map(|item| Row::new(item.words.clone())).collect();
                widgets::list(frame, below, &rows, Some(*at), self.theme)
            }
        }
    }

    /// Draws what can be done after the last lesson.
    fn draw_after_course(&mut self, frame: &mut Frame<'_>) {
        let [above, middle, bottom] =
            Layout::vertical([Constraint::Length(4), Constraint::Min(0), Constraint::Length(1)])
                .areas(frame.area());
        let title = self.courses.get(self.course).map_or("", |course| course.title(self.language));
        let course = self.courses.get(self.course);
        let summary = course.map(|course| self.progress.summary(course, self.language));
        let texts = wrapped(summary, above.width);
        let mut lines = vec![Line::styled(title.to_owned(), Theme::heading())];
        lines.extend(texts.into_iter().map(Line::from));
        frame.render_widget(Paragraph::new(lines), above);
        let rows: Vec<Row> =
            self.after_course().into_iter().map(|(_, words)| Row::new(words)).collect();
        self.hits = widgets::list(frame, middle, &rows, Some(self.at), self.theme);
        self.bar = widgets::keys(frame, bottom, self.language, TextKey::LessonKeysDone, self.theme);
    }
}
