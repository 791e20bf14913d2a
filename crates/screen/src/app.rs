//! The program on the screen: which page is shown, and what comes after it.

use super::input::{Input, Key, Pointer};
use super::launch_page::{LaunchPage, Launched, Remembered};
use super::lesson_page::{LessonEnd, LessonPage};
use super::queue::Pace;
use super::replay_page::ReplayPage;
use super::result_page::{Deed, ResultPage};
use super::review_page::{ReviewEnd, ReviewPage};
use super::sitting::{Sitting, SittingError};
use super::table_page::{PageEnd, TablePage};
use super::theme::Theme;
use super::widgets::{self, KeyBar};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::Paragraph;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tsuro::bots::Host;
use tsuro::game::{Event, Seat};
use tsuro::ruleset::Variant;
use tsuro::session::{Game, GameError};
use tsuro_faces::lesson::{Learner, Lessons};
use tsuro_faces::setup::TableSetup;
use tsuro_faces::table::choosing::RuleSource;
use tsuro_faces::words::{Language, Narrator, TextKey};
use tsuro_faces::{Player, seats};
use tsuro_world::context::{Context, random_seed};
use tsuro_world::files::{GameFile, GameFileError, KeptGames, StateFile};

/// The smallest window in which a game can be played.
const SMALLEST: (u16, u16) = (60, 18);

/// Why the screen cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The game cannot go on.
    #[error("{0}")]
    Sitting(#[from] SittingError),
    /// The game cannot be set up.
    #[error("{0}")]
    Game(#[from] GameError),
    /// The record of a game cannot be gone on with.
    #[error("{0}")]
    File(#[from] GameFileError),
    /// A player of a record cannot play on.
    #[error("{0}; say with --seats who plays at each seat")]
    Player(String),
}

/// How the screen looks and what it may do, whatever is shown on it.
#[derive(Clone)]
pub struct Options {
    /// The language, where the user has asked for one.
    pub asked_language: Option<Language>,
    pub(super) theme: Theme,
    pub(super) pace: Pace,
    /// Where games are kept; `None`: nowhere.
    pub kept: Option<KeptGames>,
    /// Where it is remembered what was learnt; `None`: nowhere.
    pub learner: Option<StateFile<Learner>>,
}

/// What the command line says about the first game that is begun.
#[derive(Debug, Default)]
pub struct Beginning {
    /// The seed of all chance.
    pub seed: Option<String>,
    /// The file to which it is recorded.
    pub record: Option<PathBuf>,
}

/// What is shown first.
pub enum First {
    /// The choice of a game, with these players if there are any.
    Launch(Vec<Player>, Beginning),
    /// A new game.
    Begin(TableSetup, Beginning),
    /// A game that was broken off; with players if they are not the players of the record.
    GoOn(PathBuf, Option<Vec<Player>>),
    /// A recorded game, to be looked at.
    Replay(Box<Game>),
    /// Lessons.
    Learn(Vec<Lessons>),
}

/// A page.
enum Page<'c> {
    Launch(Box<LaunchPage<'c>>),
    Lesson(Box<LessonPage>),
    Table(Box<TablePage>),
    Result(Box<ResultPage>),
    Replay(Box<ReplayPage>),
    Review(Box<ReviewPage>),
    /// Between two pages, and at the end.
    Left,
}

/// The program on the screen.
#[expect(clippy::struct_excessive_bools, reason = "each says one thing, apart from the others")]
pub(crate) struct App<'c> {
    context: &'c Context,
    host: Arc<dyn Host>,
    options: Options,
    beginning: Beginning,
    page: Page<'c>,
    /// The page to which a replay goes back.
    behind: Option<Box<ResultPage>>,
    /// The page to which a review goes back.
    before_review: Option<Page<'c>>,
    /// The file of a game that was left before its end.
    pub left: Option<PathBuf>,
    /// A game that is told in sentences, and so not on the screen.
    pub plain: Option<TableSetup>,
    /// Whether it was left by Ctrl-C or a signal.
    pub is_interrupted: bool,
    /// Whether the window was too small when it was drawn last.
    is_too_small: bool,
    /// Whether the next game explains what happens for the first time.
    explains: bool,
    /// Whether a result has just come, which keys typed before it are not meant for.
    pub has_result: bool,
}

impl<'c> App<'c> {
    /// The program as it begins.
    ///
    /// # Errors
    /// Why it cannot show what is asked for.
    pub(crate) fn new(
        context: &'c Context,
        host: Arc<dyn Host>,
        options: Options,
        first: First,
    ) -> Result<Self, AppError> {
        let beginning = Beginning::default();
        let mut app = Self {
            context,
            host,
            options,
            beginning,
            page: Page::Left,
            behind: None,
            before_review: None,
            left: None,
            plain: None,
            is_interrupted: false,
            is_too_small: false,
            explains: false,
            has_result: false,
        };
        match first {
            First::Launch(players, beginning) => {
                app.beginning = beginning;
                app.launch(players);
            }
            First::Begin(setup, beginning) => {
                app.beginning = beginning;
                app.begin(setup)?;
            }
            First::GoOn(path, players) => app.resume(&path, players)?,
            First::Learn(courses) => app.learn(courses),
            First::Replay(game) => {
                let players = game.players();
                let name = |seat: usize| {
                    let player = players.get(seat)?;
                    Player::from_record(player, &app.host).ok()?.name()
                };
                let names: Vec<Option<String>> = (0..usize::from(game.seats())).map(name).collect();
                let narrator = Narrator::new(app.language(None), &names).for_rules(game.variant());
                app.page = Page::Replay(Box::new(ReplayPage::new(
                    *game,
                    narrator,
                    app.options.theme,
                    app.options.pace,
                )));
            }
        }
        Ok(app)
    }

    /// The language of a game: as asked for, that of its rule set, or the user's.
    fn language(&self, setup: Option<&TableSetup>) -> Language {
        let own = setup.and_then(|setup| {
            Language::from_code(setup.variant.resolved().presentation().language.as_deref()?)
        });
        self.options.asked_language.or(own).unwrap_or_else(Language::of_the_user)
    }

    fn launch(&mut self, before: Vec<Player>) {
        let kept = self.options.kept.as_ref().map(KeptGames::all).unwrap_or_default();
        let page = LaunchPage::new(
            self.context,
            Arc::clone(&self.host),
            self.language(None),
            self.options.theme,
            Remembered { kept: &kept, learner: self.options.learner.as_ref(), before },
            self.beginning.seed.clone(),
        );
        self.page = Page::Launch(Box::new(page));
    }

    /// Shows lessons.
    fn learn(&mut self, courses: Vec<Lessons>) {
        let (language, theme) = (self.language(None), self.options.theme);
        let learner = self.options.learner.clone();
        let page = LessonPage::new(courses, (language, theme, self.options.pace), learner);
        self.page = Page::Lesson(Box::new(page));
    }

    /// After the lessons: a first game, or the choice of a game.
    fn end_lessons(&mut self, end: Option<LessonEnd>) -> Result<(), AppError> {
        let first = match end {
            None => return Ok(()),
            Some(LessonEnd::Leave) => None,
            Some(LessonEnd::Play(rules)) => {
                Variant::load(&rules, &self.context.files, &self.context.registry).ok()
            }
        };
        let Some(variant) = first else {
            self.launch(Vec::new());
            return Ok(());
        };
        let players = seats::first_game(&variant);
        self.explains = true;
        let begun = self.begin(TableSetup { variant: Arc::new(variant), players, seed: None });
        // A game that did not begin has not taken it, and the next one is not a first game.
        self.explains = false;
        begun
    }

    /// Begins a game; without a file of its own it is kept with the others.
    fn begin(&mut self, mut setup: TableSetup) -> Result<(), AppError> {
        if setup.variant.resolved().presentation().plain {
            self.page = Page::Left;
            self.plain = Some(setup);
            return Ok(());
        }
        // The next game has another seed, and does not take the place of the first.
        let Beginning { seed, record } = std::mem::take(&mut self.beginning);
        let seed = setup.seed.get_or_insert_with(|| seed.unwrap_or_else(random_seed)).clone();
        let mut game =
            Game::from_variant(Arc::clone(&setup.variant), setup.players.len() as u8, &seed)?;
        game.name_players(&setup.players.iter().map(Player::record_name).collect::<Vec<_>>());
        let has_person = setup.players.iter().any(Player::is_human);
        let mut unkept = None;
        let file = match (record, &self.options.kept) {
            (Some(path), _) => Some(GameFile::begin(&path).map_err(GameFileError::from)?),
            (None, Some(kept)) if has_person => {
                match kept.begin(setup.variant.name(), &game.record()?) {
                    Ok(file) => Some(file),
                    // A game can be played where it cannot be kept.
                    Err(why) => {
                        unkept = Some(why.to_string());
                        None
                    }
                }
            }
            _ => None,
        };
        self.sit(game, setup, file, unkept)
    }

    fn sit(
        &mut self,
        game: Game,
        setup: TableSetup,
        file: Option<GameFile>,
        unkept: Option<String>,
    ) -> Result<(), AppError> {
        let narrator = setup.narrator(self.language(Some(&setup)));
        let words = narrator.language;
        let mut sitting = Sitting::new(game, setup, narrator, file, self.options.pace);
        sitting.explains = std::mem::take(&mut self.explains);
        sitting.keep()?;
        let mut page = TablePage::new(sitting, self.options.theme);
        page.notice =
            unkept.map(|why| words.say(TextKey::NotKept, &[("why", &why)])).unwrap_or_default();
        self.page = Page::Table(Box::new(page));
        Ok(())
    }

    /// Goes on with a game that was broken off.
    fn resume(&mut self, path: &Path, players: Option<Vec<Player>>) -> Result<(), AppError> {
        let is_asked_for = !self.options.kept.as_ref().is_some_and(|kept| kept.holds(path));
        let (file, record) = GameFile::reopen(path, is_asked_for)?;
        let game = Game::from_record(&record, &self.context.registry)?;
        // With the luck of its seed it can be played again from its deal, and choices be taken
        // back.
        let game = game.again_from_deal().unwrap_or(game);
        let recorded = || {
            game.players()
                .iter()
                .map(|player| Player::from_record(player, &self.host))
                .collect::<Result<Vec<_>, _>>()
        };
        let players = match players {
            Some(players) => players,
            None => recorded().map_err(|why| AppError::Player(why.to_string()))?,
        };
        // A record holds the rules alone; how its game is shown is looked up under its name.
        let setup = TableSetup {
            variant: Arc::clone(game.variant()),
            players,
            seed: Some(game.seed().to_owned()),
        };
        self.sit(game, setup, Some(file), None)
    }

    /// Whether the program is to end.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.page, Page::Left)
    }

    /// Whether something moves, so that the screen has to be drawn again soon.
    pub(crate) fn is_moving(&self) -> bool {
        match &self.page {
            Page::Table(page) => page.is_moving(),
            Page::Replay(page) => page.is_moving(),
            Page::Lesson(page) => page.is_moving(),
            Page::Review(page) => page.is_moving(),
            _ => false,
        }
    }

    /// Lets time pass.
    ///
    /// # Errors
    /// Why the game cannot go on.
    pub(crate) fn pass(&mut self, time: Duration) -> Result<(), AppError> {
        match &mut self.page {
            Page::Table(page) => page.pass(time)?,
            Page::Replay(page) => page.pass(time),
            Page::Lesson(page) => page.pass(time),
            Page::Review(page) => page.pass(),
            _ => {}
        }
        Ok(())
    }

    /// Takes what a person did.
    ///
    /// # Errors
    /// Why the game cannot go on.
    pub(crate) fn take(&mut self, input: Input) -> Result<(), AppError> {
        match input {
            Input::Key(Key::Interrupt) => self.interrupt(),
            Input::Key(Key::Char('q')) if self.is_too_small => self.leave(),
            // What is not seen is not decided.
            _ if self.is_too_small => {}
            Input::Key(key) => self.key(key)?,
            Input::Pointer(pointer) => self.pointer(pointer)?,
            Input::Resized => {}
        }
        Ok(())
    }

    /// Leaves the screen; a game that is not over can be gone on with.
    pub(crate) fn leave(&mut self) {
        if let Page::Table(page) = std::mem::replace(&mut self.page, Page::Left)
            && page.sitting.game.ending().is_none()
        {
            let is_begun =
                page.sitting.game.events_since(0).any(|event| matches!(event, Event::Start { .. }));
            let file = page.sitting.file;
            self.left = if is_begun {
                file.map(|file| file.path().to_owned())
            } else {
                file.and_then(GameFile::discard)
            };
        }
    }

    /// Leaves the screen as on Ctrl-C.
    pub(crate) fn interrupt(&mut self) {
        self.leave();
        self.is_interrupted = true;
    }

    fn bar(&self) -> Option<&KeyBar> {
        match &self.page {
            Page::Launch(page) => Some(&page.bar),
            Page::Lesson(page) => Some(&page.bar),
            Page::Table(page) => Some(&page.bar),
            Page::Result(page) => Some(&page.bar),
            Page::Replay(page) => Some(&page.bar),
            Page::Review(page) => Some(&page.bar),
            Page::Left => None,
        }
    }

    fn key(&mut self, key: Key) -> Result<(), AppError> {
        match &mut self.page {
            Page::Launch(page) => {
                let launched = page.key(key);
                self.launched(launched)
            }
            Page::Lesson(page) => {
                let end = page.key(key);
                self.end_lessons(end)
            }
            Page::Table(page) => {
                let end = page.key(key)?;
                self.end_table(end.as_ref());
                Ok(())
            }
            Page::Result(page) => {
                let deed = page.key(key);
                self.deed(deed)
            }
            Page::Replay(page) if key == Key::Char('r') && page.for_review().is_some() => {
                let (game, narrator, view) = page.for_review().unwrap_or_else(|| unreachable!());
                let seat = view.unwrap_or(self.person_of(&game));
                self.review(game, seat, narrator);
                Ok(())
            }
            Page::Review(page) => {
                let end = page.key(key);
                self.end_review(end)
            }
            Page::Replay(page) => {
                let is_over = page.key(key);
                self.end_replay(is_over);
                Ok(())
            }
            Page::Left => Ok(()),
        }
    }

    fn pointer(&mut self, pointer: Pointer) -> Result<(), AppError> {
        // What the last line says can be clicked.
        let key = self.bar().and_then(|bar| widgets::key_at(bar, pointer));
        if let Some(key) = key {
            return self.key(key);
        }
        match &mut self.page {
            Page::Launch(page) => {
                let launched = page.pointer(pointer);
                self.launched(launched)
            }
            Page::Lesson(page) => {
                let end = page.pointer(pointer);
                self.end_lessons(end)
            }
            Page::Table(page) => {
                let end = page.pointer(pointer)?;
                self.end_table(end.as_ref());
                Ok(())
            }
            Page::Result(page) => {
                let deed = page.pointer(pointer);
                self.deed(deed)
            }
            Page::Review(page) => {
                let end = page.pointer(pointer);
                self.end_review(end)
            }
            Page::Replay(page) => {
                let is_over = page.pointer(pointer);
                self.end_replay(is_over);
                Ok(())
            }
            Page::Left => Ok(()),
        }
    }

    fn launched(&mut self, launched: Option<Launched>) -> Result<(), AppError> {
        match launched {
            None => Ok(()),
            Some(Launched::Begin(setup)) => self.begin(setup),
            Some(Launched::Learn) => {
                let rules =
                    RuleSource { loader: &self.context.files, registry: &self.context.registry };
                self.learn(Lessons::shipped(rules));
                Ok(())
            }
            Some(Launched::Puzzles) => {
                let rules =
                    RuleSource { loader: &self.context.files, registry: &self.context.registry };
                self.learn(Lessons::puzzles_from_today(rules));
                Ok(())
            }
            Some(Launched::GoOn(path)) => match self.resume(&path, None) {
                // It may be played in another window, or be damaged; the launch stays.
                Err(why) => {
                    if let Page::Launch(page) = &mut self.page {
                        page.notice = why.to_string();
                    }
                    Ok(())
                }
                gone_on => gone_on,
            },
            Some(Launched::Quit) => {
                self.leave();
                Ok(())
            }
        }
    }

    fn end_table(&mut self, end: Option<&PageEnd>) {
        match end {
            None => {}
            Some(PageEnd::Quit) => self.leave(),
            Some(PageEnd::Over) => {
                if let Page::Table(page) = std::mem::replace(&mut self.page, Page::Left) {
                    self.has_result = true;
                    self.page =
                        Page::Result(Box::new(ResultPage::new(page.sitting, self.options.theme)));
                }
            }
        }
    }

    fn deed(&mut self, deed: Option<Deed>) -> Result<(), AppError> {
        let Some(deed) = deed else { return Ok(()) };
        let Page::Result(page) = std::mem::replace(&mut self.page, Page::Left) else {
            return Ok(());
        };
        match deed {
            Deed::Quit => {}
            Deed::Again => {
                return self.begin(TableSetup { seed: None, ..page.sitting.setup.clone() });
            }
            Deed::Other => self.launch(page.sitting.setup.players.clone()),
            Deed::Watch => {
                let (game, narrator) = (page.sitting.game.clone(), page.sitting.narrator.clone());
                self.page = Page::Replay(Box::new(ReplayPage::new(
                    game,
                    narrator,
                    self.options.theme,
                    self.options.pace,
                )));
                self.behind = Some(page);
            }
            Deed::Review => {
                let (game, narrator) = (page.sitting.game.clone(), page.sitting.narrator.clone());
                let seat = narrator.you.unwrap_or(self.person_of(&game));
                self.page = Page::Result(page);
                self.review(game, seat, narrator);
            }
            // The result saves by itself.
            Deed::Rate | Deed::Save => self.page = Page::Result(page),
        }
        Ok(())
    }

    /// The seat of the first person in a game, otherwise the first seat.
    fn person_of(&self, game: &Game) -> Seat {
        let is_person = |name: &String| {
            Player::from_record(name, &self.host).is_ok_and(|player| player.is_human())
        };
        Seat::new(game.players().iter().position(is_person).unwrap_or(0) as u8)
    }

    /// Opens the review of a game; the page that is shown comes back after it.
    fn review(&mut self, game: Game, seat: Seat, narrator: Narrator) {
        let words = narrator.language;
        match ReviewPage::new(game, seat, narrator, self.options.theme) {
            Ok(page) => {
                let before = std::mem::replace(&mut self.page, Page::Review(Box::new(page)));
                self.before_review = Some(before);
            }
            Err(why) => {
                let notice = words.say(TextKey::ReviewNot, &[("why", &why.to_string())]);
                match &mut self.page {
                    Page::Result(page) => page.notice = notice,
                    Page::Replay(page) => page.notice = notice,
                    // A review is asked for on no other page.
                    _ => {}
                }
            }
        }
    }

    /// Leaves a review: back, or with a game from a decision on, against bots.
    fn end_review(&mut self, end: Option<ReviewEnd>) -> Result<(), AppError> {
        match end {
            None => Ok(()),
            Some(ReviewEnd::Back) => {
                self.page = self.before_review.take().unwrap_or(Page::Left);
                Ok(())
            }
            Some(ReviewEnd::GoOn(game, seat)) => {
                (self.before_review, self.behind) = (None, None);
                let players = seats::to_go_on(&game.players(), seat, game.variant(), &self.host);
                let mut game = game.again_from_deal().unwrap_or(*game);
                game.name_players(&players.iter().map(Player::record_name).collect::<Vec<_>>());
                let setup = TableSetup {
                    variant: Arc::clone(game.variant()),
                    players,
                    seed: Some(game.seed().to_owned()),
                };
                let kept = self.options.kept.as_ref().map(|kept| {
                    kept.begin(setup.variant.name(), &game.record().unwrap_or_default())
                });
                let (file, unkept) = match kept {
                    Some(Ok(file)) => (Some(file), None),
                    Some(Err(why)) => (None, Some(why.to_string())),
                    None => (None, None),
                };
                self.sit(game, setup, file, unkept)
            }
        }
    }

    fn end_replay(&mut self, is_over: bool) {
        if is_over {
            self.page = self.behind.take().map_or(Page::Left, Page::Result);
        }
    }

    /// Draws the page, or says that the window is too small for it.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let Rect { width, height, .. } = frame.area();
        self.is_too_small = width < SMALLEST.0 || height < SMALLEST.1;
        if self.is_too_small {
            let names = [
                ("columns", &*width.to_string()),
                ("rows", &*height.to_string()),
                ("wide", &*SMALLEST.0.to_string()),
                ("high", &*SMALLEST.1.to_string()),
            ];
            let text = self.language(None).say(TextKey::WindowSmall, &names);
            let lines = widgets::wrapped([text], width);
            frame.render_widget(Paragraph::new(lines.join("\n")), frame.area());
        } else {
            match &mut self.page {
                Page::Launch(page) => page.draw(frame),
                Page::Lesson(page) => page.draw(frame),
                Page::Table(page) => page.draw(frame),
                Page::Result(page) => page.draw(frame),
                Page::Replay(page) => page.draw(frame),
                Page::Review(page) => page.draw(frame),
                Page::Left => {}
            }
        }
        super::theme::purify(frame.buffer_mut(), self.options.theme.ascii);
    }
}
