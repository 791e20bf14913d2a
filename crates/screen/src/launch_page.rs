//! What is played, and by whom: editions, options to tick, single keys, seats.

use super::input::{Act, Key, Pointer};
use super::rule_sets::{self, BoardSketch};
use super::theme::Theme;
use super::widgets::{self, Field, Hits, KeyBar, Row, stepped, wrapped};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use std::path::PathBuf;
use std::sync::Arc;
use tsuro::bots::{BotSpec, Host, LEVELS};
use tsuro::game::Seat;
use tsuro_faces::lesson::{Learner, Lessons};
use tsuro_faces::seats::{about_level, offered_levels};
use tsuro_faces::setup::TableSetup;
use tsuro_faces::table::choosing::{self, Choosing, ChosenKey, Edition, RuleSource};
use tsuro_faces::words::{Language, TextKey};
use tsuro_faces::{Player, is_all_human};
use tsuro_world::context::Context;
use tsuro_world::files::{KeptGame, StateFile};

/// What the launch page comes to.
pub(super) enum Launched {
    /// A game begins.
    Begin(TableSetup),
    /// A game that was broken off goes on.
    GoOn(PathBuf),
    /// The lessons.
    Learn,
    /// The puzzles.
    Puzzles,
    /// Away from here.
    Quit,
}

/// A row of the first list.
enum Entry {
    Heading(TextKey),
    /// The lessons.
    Learn,
    /// The puzzles.
    Puzzles,
    /// A game that was broken off, in words.
    Resume(PathBuf, String),
    Rules(Edition),
}

/// Where in the launch the page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Edition,
    Options,
    Values,
    Seats,
}

/// What is typed.
enum Typing {
    /// The value of a key.
    Value(String),
    /// The name of a rule set of one's own.
    SaveAs,
    /// The name of a person.
    Name,
}

/// The details of a rule set that take a moment to find out.
struct Details {
    reference: String,
    board: Option<BoardSketch>,
    length: Option<u32>,
}

/// What the page knows of the games and lessons before.
pub(super) struct Remembered<'k> {
    /// The games that are kept.
    pub kept: &'k [KeptGame],
    /// Where it is remembered what was learnt; `None`: nowhere.
    pub learner: Option<&'k StateFile<Learner>>,
    /// The players of the game before.
    pub before: Vec<Player>,
}

/// The height of the frame around the lessons.
const LEARN_HIGH: u16 = 3;

/// How many of the rule sets played last are on top.
const RECENT: usize = 3;

/// The launch.
pub(super) struct LaunchPage<'c> {
    context: &'c Context,
    rules: RuleSource<'c>,
    host: Arc<dyn Host>,
    language: Language,
    theme: Theme,
    step: Step,
    entries: Vec<Entry>,
    choosing: Option<Choosing>,
    setup: Option<TableSetup>,
    /// The players of the game before.
    before: Vec<Player>,
    /// What was learnt and solved; `None`: that is not remembered.
    learner: Option<Learner>,
    /// How many puzzles there are, and how many of them are solved: found out when it is shown.
    solved: Option<[usize; 2]>,
    /// The seed that was asked for.
    seed: Option<String>,
    /// What is pointed at, on the page of each step.
    at: [usize; 4],
    typing: Option<(Typing, Field)>,
    details: Option<Details>,
    pub notice: String,
    hits: Hits,
    pub bar: KeyBar,
}

impl<'c> LaunchPage<'c> {
    /// A page that offers the lessons, the games that are kept, and all rule sets.
    pub(super) fn new(
        context: &'c Context,
        host: Arc<dyn Host>,
        language: Language,
        theme: Theme,
        Remembered { kept, learner, before }: Remembered<'_>,
        seed: Option<String>,
    ) -> Self {
        let mut page = Self {
            context,
            rules: RuleSource { loader: &context.files, registry: &context.registry },
            host,
            language,
            theme,
            step: Step::Edition,
            entries: Vec::new(),
            choosing: None,
            setup: None,
            before,
            learner: learner.map(StateFile::read),
            solved: None,
            seed,
            at: [0; 4],
            typing: None,
            details: None,
            notice: String::new(),
            hits: Hits::new(),
            bar: KeyBar::new(),
        };
        page.list(kept);
        page
    }

    fn list(&mut self, kept: &[KeptGame]) {
        let load = |reference: &str| Edition::load(reference, self.rules, self.language);
        let mut entries = vec![Entry::Learn, Entry::Puzzles];
        // At most one, so that the editions stay in sight; `tsuro games` lists all.
        let goes_on =
            |game: &&KeptGame| game.winners.is_none() && game.is_begun && !game.is_being_played();
        if let Some(game) = kept.iter().find(goes_on).filter(|_| self.before.is_empty()) {
            let title = load(&game.rules).title;
            let names = [
                ("title", title.as_str()),
                ("number", &game.turn.to_string()),
                ("who", &game.players.join(", ")),
            ];
            entries.push(Entry::Heading(TextKey::ListResume));
            entries.push(Entry::Resume(
                game.path.clone(),
                self.language.say(TextKey::ResumeIs, &names),
            ));
        }
        let mut recent: Vec<Edition> = Vec::new();
        for game in kept {
            if recent.len() < RECENT
                && !recent.iter().any(|edition| edition.reference == game.rules)
            {
                recent.extend(Some(load(&game.rules)).filter(|edition| edition.broken.is_none()));
            }
        }
        let [shipped, own] = rule_sets::listed(self.context);
        let of = |names: Vec<String>| names.iter().map(|name| load(name)).collect::<Vec<_>>();
        for (heading, editions) in [
            (TextKey::ListRecent, recent),
            (TextKey::ListOwn, of(own)),
            (TextKey::ListEditions, of(shipped)),
        ] {
            if !editions.is_empty() {
                entries.push(Entry::Heading(heading));
                entries.extend(editions.into_iter().map(Entry::Rules));
            }
        }
        // To those who have taken no lesson and played no game, the lessons are proposed first, and
        // otherwise a game to go on with, what was played last, the first edition.
        let is_new = self.learner.as_ref().is_some_and(|learner| !learner.has_learnt);
        let is_first = |entry: &Entry| {
            matches!(
                entry,
                Entry::Heading(TextKey::ListResume | TextKey::ListRecent | TextKey::ListEditions)
            )
        };
        let heading = entries.iter().position(is_first).filter(|_| !is_new || !kept.is_empty());
        self.at[0] = heading.map_or(0, |heading| heading + 1);
        self.entries = entries;
    }

    /// What is pointed at on the page of this step.
    fn at(&self) -> usize {
        self.at[self.step as usize]
    }

    fn point(&mut self, at: usize) {
        self.at[self.step as usize] = at;
    }

    /// The number of rows of the page of this step.
    fn count(&self) -> usize {
        match self.step {
            Step::Edition => self.entries.len(),
            Step::Options => {
                self.choosing.as_ref().map_or(0, |choosing| choosing.house_rules.len())
            }
            Step::Values => {
                self.choosing.as_ref().map_or(0, |choosing| choosing.keys(self.rules).len())
            }
            Step::Seats => self.setup.as_ref().map_or(0, |setup| setup.players.len()),
        }
    }

    fn step_row(&mut self, back: bool) {
        let count = self.count();
        let mut at = stepped(self.at(), count, back);
        while self.step == Step::Edition && matches!(self.entries.get(at), Some(Entry::Heading(_)))
        {
            at = stepped(at, count, back);
        }
        self.point(at);
    }

    /// Takes a key; what comes next, if that is decided.
    pub(super) fn key(&mut self, key: Key) -> Option<Launched> {
        self.notice.clear();
        if let Some((typing, mut field)) = self.typing.take() {
            match key {
                Key::Enter => self.typed(&typing, field.text.trim()),
                Key::Escape => {}
                _ => {
                    field.key(key);
                    self.typing = Some((typing, field));
                }
            }
            return None;
        }
        match (self.step, key) {
            (_, Key::PageUp | Key::PageDown | Key::Home | Key::End) => {
                let last = self.count().saturating_sub(1);
                self.point(match key {
                    Key::PageUp => self.at().saturating_sub(10),
                    Key::PageDown => (self.at() + 10).min(last),
                    Key::Home => 0,
                    _ => last,
                });
                if matches!(self.entries.get(self.at()), Some(Entry::Heading(_)))
                    && self.step == Step::Edition
                {
                    self.step_row(false);
                }
            }
            (_, Key::Down | Key::Tab) => self.step_row(false),
            (_, Key::Up | Key::BackTab) => self.step_row(true),
            (Step::Edition | Step::Options, Key::Char('q')) => return Some(Launched::Quit),
            (Step::Edition, Key::Enter | Key::Right) => return self.choose(),
            (Step::Options, Key::Char(' ' | 'x')) => {
                let at = self.at();
                let refused = self
                    .choosing
                    .as_ref()
                    .and_then(|choosing| choosing.house_rules.get(at)?.refused.clone());
                self.notice = refused
                    .map(|why| self.language.say(TextKey::CannotPlay, &[("why", &why)]))
                    .unwrap_or_default();
                self.choosing
                    .iter_mut()
                    .for_each(|choosing| choosing.tick(at, self.rules, self.language));
            }
            (Step::Options, Key::Enter) => self.seats(),
            (Step::Options, Key::Char('m')) => self.step = Step::Values,
            (Step::Options, Key::Char('s')) => {
                self.typing = Some((Typing::SaveAs, Field::default()));
            }
            (Step::Options, Key::Escape | Key::Left) => self.step = Step::Edition,
            (Step::Values, Key::Enter) => self.type_value(),
            (Step::Values, Key::Char('x')) => self.change_value(None),
            (Step::Values, Key::Escape | Key::Left | Key::Char('q'))
            | (Step::Seats, Key::Escape) => self.step = Step::Options,
            (Step::Seats, Key::Enter) => return self.setup.clone().map(Launched::Begin),
            (Step::Seats, key) => self.key_seats(key),
            _ => {}
        }
        None
    }

    /// Takes the entry of the first list that is pointed at.
    fn choose(&mut self) -> Option<Launched> {
        match self.entries.get(self.at())? {
            Entry::Heading(_) => {}
            Entry::Learn => return Some(Launched::Learn),
            Entry::Puzzles => return Some(Launched::Puzzles),
            Entry::Resume(path, _) => return Some(Launched::GoOn(path.clone())),
            Entry::Rules(edition) => {
                if let Some(why) = &edition.broken {
                    self.notice = self.language.say(TextKey::CannotPlay, &[("why", why)]);
                } else {
                    self.choosing =
                        Some(Choosing::new(&edition.reference.clone(), self.rules, self.language));
                    self.step = Step::Options;
                    self.point(0);
                }
            }
        }
        None
    }

    /// On to the seats.
    fn seats(&mut self) {
        let Some(choosing) = &self.choosing else { return };
        match &choosing.chosen.variant {
            Some(variant) => {
                let before = self.setup.as_ref().map_or(&self.before, |setup| &setup.players);
                self.setup = Some(TableSetup {
                    seed: self.seed.clone(),
                    ..TableSetup::new(Arc::clone(variant), before)
                });
                self.step = Step::Seats;
                self.point(0);
            }
            None => self.notice = choosing.chosen.broken.clone().unwrap_or_default(),
        }
    }

    fn key_seats(&mut self, key: Key) {
        let at = self.at();
        let Some(setup) = &mut self.setup else { return };
        let now = setup.players.len() as u8;
        let counts = setup.counts();
        match key {
            Key::Char('+' | '=') => setup.resize(
                (now + 1..=counts.most()).find(|&players| counts.contains(players)).unwrap_or(now),
            ),
            Key::Char('-') => setup.resize(
                (counts.fewest()..now)
                    .rev()
                    .find(|&players| counts.contains(players))
                    .unwrap_or(now),
            ),
            Key::Left | Key::Right | Key::Char(' ') if !is_all_human(&setup.variant) => {
                let kinds = kinds(&self.host);
                let kind = |player: &Player| {
                    kinds.iter().position(|kind| {
                        kind.word(Language::English) == player.word(Language::English)
                    })
                };
                let person =
                    if setup.players[at].is_human() { Some(0) } else { kind(&setup.players[at]) };
                let next = person.map_or(0, |kind| stepped(kind, kinds.len(), key == Key::Left));
                setup.players[at] = kinds[next].clone();
            }
            Key::Char('n') if setup.players[at].is_human() => {
                self.typing = Some((
                    Typing::Name,
                    Field { text: setup.players[at].name().unwrap_or_default() },
                ));
            }
            // Colours go with the seats.
            Key::Char('<') if at > 0 => {
                setup.players.swap(at, at - 1);
                self.point(at - 1);
            }
            Key::Char('>') if at + 1 < setup.players.len() => {
                setup.players.swap(at, at + 1);
                self.point(at + 1);
            }
            _ => {}
        }
        let last = self.count().saturating_sub(1);
        self.point(self.at().min(last));
    }

    fn type_value(&mut self) {
        let at = self.at();
        let Some(choosing) = &self.choosing else { return };
        if let Some(key) = choosing.keys(self.rules).get(at) {
            self.typing = Some((
                Typing::Value(key.name.clone()),
                Field { text: key.value.trim_matches('"').to_owned() },
            ));
        }
    }

    fn change_value(&mut self, value: Option<&str>) {
        let at = self.at();
        let Some(choosing) = &mut self.choosing else { return };
        let Some(key) = choosing.keys(self.rules).get(at).map(|key| key.name.clone()) else {
            return;
        };
        if let Err(why) = choosing.set(&key, value, self.rules, self.language) {
            self.notice = why;
        }
    }

    /// Takes what was typed.
    fn typed(&mut self, typing: &Typing, text: &str) {
        match typing {
            Typing::Value(_) => self.change_value(Some(text)),
            Typing::SaveAs => {
                let Some(choosing) = &self.choosing else { return };
                match rule_sets::save(choosing, text, self.context) {
                    Ok(path) => {
                        self.notice = self
                            .language
                            .say(TextKey::SavedAs, &[("file", &path.display().to_string())]);
                        let choosing = Choosing::new(text, self.rules, self.language);
                        self.choosing = Some(choosing);
                    }
                    Err(why) => self.notice = why.to_string(),
                }
            }
            Typing::Name => {
                let at = self.at();
                let Some(setup) = &mut self.setup else { return };
                let others: Vec<Player> = setup
                    .players
                    .iter()
                    .enumerate()
                    .filter(|(seat, _)| *seat != at)
                    .map(|(_, player)| player.clone())
                    .collect();
                match Player::named(text, &others, &self.host) {
                    Ok(player) => setup.players[at] = player,
                    Err(why) => self.notice = why.in_words(self.language),
                }
            }
        }
    }

    /// Takes a click or the wheel.
    pub(super) fn pointer(&mut self, pointer: Pointer) -> Option<Launched> {
        match pointer.act {
            Act::WheelUp => self.key(Key::Up),
            Act::WheelDown => self.key(Key::Down),
            Act::Click => {
                let row = widgets::hit(&self.hits, pointer)?;
                let again = self.at() == row;
                self.point(row);
                match self.step {
                    Step::Options => self.key(Key::Char(' ')),
                    Step::Seats if again => self.key(Key::Right),
                    _ if again => self.key(Key::Enter),
                    _ => None,
                }
            }
        }
    }

    /// Draws the page.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        // The lessons have a frame of their own above the list.
        let (high, gap) = if self.step == Step::Edition { (LEARN_HIGH, 1) } else { (0, 2) };
        let [title, learn, main, bottom] = Layout::vertical([
            Constraint::Length(gap),
            Constraint::Length(high),
            Constraint::Min(0),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        let rows = self.rows();
        let share = if self.step == Step::Edition {
            // As wide as the longest title, with the pointer and the arrow of the list.
            let longest = rows.iter().map(|row| row.text.chars().count()).max().unwrap_or(0) + 4;
            let longest = u16::try_from(longest).unwrap_or(u16::MAX);
            let part = |of: u32, whole: u32| (u32::from(main.width) * of / whole) as u16;
            Constraint::Length(longest.clamp(part(2, 5), part(9, 16)))
        } else {
            Constraint::Percentage(45)
        };
        let [left, right] = Layout::horizontal([share, Constraint::Min(0)]).areas(main);
        let right = right.inner(Margin { horizontal: 2, vertical: 0 });
        let chosen = self
            .choosing
            .as_ref()
            .map(|choosing| choosing.chosen.title.clone())
            .unwrap_or_default();
        let heading = match self.step {
            Step::Edition => self.language.plain(TextKey::LaunchTitle),
            Step::Options => self.language.say(TextKey::OptionsTitle, &[("title", &chosen)]),
            Step::Values => self.language.say(TextKey::ValuesTitle, &[("title", &chosen)]),
            Step::Seats => self.language.say(TextKey::SeatsTitle, &[("title", &chosen)]),
        };
        frame.render_widget(
            Paragraph::new(Line::styled(format!(" {heading}"), Theme::heading())),
            title,
        );
        let keys = match self.step {
            Step::Edition => TextKey::KeysEdition,
            Step::Options => TextKey::KeysOptions,
            Step::Values => TextKey::KeysValues,
            Step::Seats => TextKey::KeysSeats,
        };
        match self.step {
            Step::Edition => self.draw_edition(frame, right),
            Step::Options => self.draw_options(frame, right),
            Step::Values => self.draw_values(frame, right),
            Step::Seats => self.draw_seats(frame, right),
        }
        let at = self.at();
        self.hits = match self.step {
            Step::Seats => self.draw_seat_rows(frame, left),
            Step::Edition => self.draw_entries(frame, (learn, left), &rows),
            _ => widgets::list(frame, left, &rows, Some(at), self.theme),
        };
        if let Some((typing, field)) = &self.typing {
            let ask = match typing {
                Typing::Value(key) => format!("{key} ="),
                Typing::SaveAs => self.language.plain(TextKey::SaveAsAsk),
                Typing::Name => self.language.plain(TextKey::NameAsk),
            };
            let line = Rect { y: bottom.y.saturating_sub(1), ..bottom };
            frame.render_widget(ratatui::widgets::Clear, line);
            frame.render_widget(
                Paragraph::new(Line::styled(format!(" {ask} {}", field.shown()), Theme::heading())),
                line,
            );
            self.bar = widgets::keys(frame, bottom, self.language, TextKey::KeysField, self.theme);
        } else {
            self.bar = widgets::keys(frame, bottom, self.language, keys, self.theme);
        }
        widgets::notice(frame, bottom, &self.notice);
    }

    /// The lessons in a frame, and below them the list of everything else.
    fn draw_entries(
        &self,
        frame: &mut Frame<'_>,
        (learn, below): (Rect, Rect),
        rows: &[Row],
    ) -> Hits {
        let (words, at) = (self.language, self.at());
        let is_chosen = at == 0;
        let style = if is_chosen { Theme::chosen() } else { Theme::heading() };
        let heading = words.sentence(TextKey::LearnHeading);
        let frame_of =
            Block::bordered().title(Span::styled(format!(" {heading} "), Theme::heading()));
        let pointer = if is_chosen { "› " } else { "  " };
        let line = Line::from(vec![
            Span::styled(format!("{pointer}{}", words.sentence(TextKey::LearnTitle)), style),
            Span::styled(format!("  {}", words.sentence(TextKey::LearnFew)), self.theme.faint()),
        ]);
        frame.render_widget(Paragraph::new(line).block(frame_of), learn);
        let rest = rows.get(1..).unwrap_or_default();
        let hits = widgets::list(frame, below, rest, at.checked_sub(1), self.theme);
        let below = hits.into_iter().map(|(area, row)| (area, row + 1));
        std::iter::once((learn, 0)).chain(below).collect()
    }

    /// How many puzzles there are and how many are solved, in words.
    fn solved_in_words(&mut self) -> Option<String> {
        let learner = self.learner.as_ref()?;
        let [solved, count] = *self.solved.get_or_insert_with(|| {
            let suites = Lessons::puzzles(self.rules);
            let solved = suites.iter().filter_map(|suite| suite.solved(learner)).sum();
            [solved, suites.iter().map(Lessons::count).sum()]
        });
        let names = [("solved", &*solved.to_string()), ("count", &count.to_string())];
        Some(format!("{}.", self.language.say(TextKey::PuzzleSolved, &names)))
    }

    /// The rows of the list of this step.
    fn rows(&self) -> Vec<Row> {
        let choosing = self.choosing.as_ref();
        match self.step {
            Step::Edition => self
                .entries
                .iter()
                .map(|entry| match entry {
                    Entry::Heading(key) => Row::heading(self.language.plain(*key)),
                    Entry::Learn => Row::new(self.language.plain(TextKey::LearnTitle)),
                    Entry::Puzzles => Row::new(self.language.plain(TextKey::PuzzlesTitle)),
                    Entry::Resume(_, words) => Row::new(words.clone()),
                    Entry::Rules(edition) => {
                        Row::new(edition.title.clone()).faint(edition.broken.is_some())
                    }
                })
                .collect(),
            Step::Options => choosing
                .into_iter()
                .flat_map(|choosing| &choosing.house_rules)
                .map(|house| {
                    let tick = if house.is_ticked { "[×]" } else { "[ ]" };
                    Row::new(format!("{tick} {}", house.title)).faint(house.refused.is_some())
                })
                .collect(),
            Step::Values => {
                let changed = |key: &str| {
                    choosing
                        .is_some_and(|choosing| choosing.values.iter().any(|value| value.0 == key))
                };
                let keys = choosing.map(|choosing| choosing.keys(self.rules)).unwrap_or_default();
                keys.iter()
                    .map(|ChosenKey { name, value, .. }| {
                        let mark = if changed(name) { "• " } else { "" };
                        Row::new(format!("{mark}{name} = {}", value.trim_matches('"')))
                    })
                    .collect()
            }
            Step::Seats => Vec::new(),
        }
    }

    /// What there is to say about the edition that is pointed at.
    fn draw_edition(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let at = self.at();
        let (words, theme) = (self.language, self.theme);
        let small_boards = match self.entries.get(at) {
            Some(Entry::Learn) => Some((TextKey::LearnTitle, TextKey::LearnAbout)),
            Some(Entry::Puzzles) => Some((TextKey::PuzzlesTitle, TextKey::PuzzlesAbout)),
            _ => None,
        };
        if let Some((title, about)) = small_boards {
            let solved = matches!(self.entries.get(at), Some(Entry::Puzzles))
                .then(|| self.solved_in_words())
                .flatten();
            let about = [Some(words.plain(about)), solved].into_iter().flatten();
            let about = wrapped(about, area.width);
            let title = Line::styled(words.plain(title), Theme::heading());
            let lines: Vec<Line<'_>> =
                std::iter::once(title).chain(about.into_iter().map(Line::from)).collect();
            return frame.render_widget(Paragraph::new(lines), area);
        }
        let Some(Entry::Rules(edition)) = self.entries.get(at) else { return };
        let mut lines = vec![Line::styled(edition.title.clone(), Theme::heading())];
        lines.extend(wrapped([&edition.summary], area.width).into_iter().map(Line::from));
        lines.push(Line::default());
        if let Some(why) = &edition.broken {
            let why = words.say(TextKey::CannotPlay, &[("why", why)]);
            lines.extend(
                wrapped([why], area.width)
                    .into_iter()
                    .map(|line| Line::styled(line, theme.danger())),
            );
        }
        if let Some(variant) = &edition.variant {
            if self.details.as_ref().is_none_or(|details| details.reference != edition.reference) {
                let players = variant.players().nearest(tsuro_faces::USUAL_PLAYERS);
                let (board, length) =
                    (rule_sets::board_sketch(variant), choosing::length(variant, players));
                self.details =
                    Some(Details { reference: edition.reference.clone(), board, length });
            }
            if let Some(board) = self.details.as_ref().and_then(|details| details.board.as_ref()) {
                let counts = words.counts(variant.players());
                let names = [
                    ("counts", &*counts),
                    ("columns", &board.columns.to_string()),
                    ("rows", &board.rows.to_string()),
                ];
                lines.push(Line::from(words.say(TextKey::FactsIs, &names)));
            }
            let players = variant.players().nearest(tsuro_faces::USUAL_PLAYERS).to_string();
            if let Some(turns) = self.details.as_ref().and_then(|details| details.length) {
                lines.push(Line::from(words.say(
                    TextKey::LengthIs,
                    &[("turns", &turns.to_string()), ("players", &players)],
                )));
            }
        }
        let used = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(1);
        frame.render_widget(Paragraph::new(lines), area);
        let details =
            self.details.as_ref().filter(|details| details.reference == edition.reference);
        if let Some(board) = details.and_then(|details| details.board.as_ref()) {
            let below = Rect {
                y: area.y.saturating_add(used),
                height: area.height.saturating_sub(used),
                ..area
            };
            super::board::copy(&board.drawing, (0, 0), theme, below, frame.buffer_mut());
        }
    }

    /// The house rule that is pointed at, and what differs from the edition.
    fn draw_options(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let at = self.at();
        let Some(choosing) = &self.choosing else { return };
        let (words, theme) = (self.language, self.theme);
        let mut lines = Vec::new();
        match choosing.house_rules.get(at) {
            Some(house) => {
                lines.extend(wrapped([&house.summary], area.width).into_iter().map(Line::from));
                if let Some(why) = &house.refused {
                    let why = words.say(TextKey::CannotPlay, &[("why", why)]);
                    lines.extend(
                        wrapped([why], area.width)
                            .into_iter()
                            .map(|line| Line::styled(line, theme.danger())),
                    );
                }
            }
            None => lines.push(Line::from(words.plain(TextKey::OptionsNone))),
        }
        lines.push(Line::default());
        lines.push(Line::styled(words.plain(TextKey::OptionsDiffer), Theme::heading()));
        let differences = choosing.differences(self.rules, words);
        let same = [words.plain(TextKey::OptionsSame)];
        let differences = if differences.is_empty() { &same[..] } else { &differences[..] };
        lines.extend(wrapped(differences, area.width).into_iter().map(Line::from));
        lines.push(Line::default());
        lines.extend(
            wrapped([&choosing.chosen.reference], area.width)
                .into_iter()
                .map(|line| Line::styled(line, theme.faint())),
        );
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// The key that is pointed at: what it means and which values it takes.
    fn draw_values(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let at = self.at();
        let keys =
            self.choosing.as_ref().map(|choosing| choosing.keys(self.rules)).unwrap_or_default();
        let Some(ChosenKey { doc, .. }) = keys.get(at) else { return };
        let mut texts = vec![doc.doc.clone(), String::new(), doc.values.clone()];
        texts.extend(doc.words.iter().map(|(word, meaning)| format!("{word}: {meaning}")));
        let lines: Vec<Line<'_>> = wrapped(texts, area.width).into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn draw_seat_rows(&mut self, frame: &mut Frame<'_>, area: Rect) -> Hits {
        let at = self.at();
        let Some(setup) = &self.setup else { return Hits::new() };
        let narrator = setup.narrator(self.language);
        let mut hits = Hits::new();
        let from = at
            .saturating_sub(usize::from(area.height) / 2)
            .min(setup.players.len().saturating_sub(area.height.into()));
        for ((seat, player), y) in
            setup.players.iter().enumerate().skip(from).zip(area.y..area.bottom())
        {
            let row = Rect { y, height: 1, ..area };
            let who = Seat::new(seat as u8);
            let style = if seat == at { Theme::chosen() } else { ratatui::style::Style::default() };
            let kind = player.kind(self.language);
            let pointer = if seat == at { "› " } else { "  " };
            let line = Line::from(vec![
                Span::raw(pointer),
                super::table_view::letter(&narrator, who, true, self.theme),
                Span::styled(format!(" {:<14}‹ {kind} ›", narrator.name(who)), style),
            ]);
            frame.render_widget(Paragraph::new(line), row);
            hits.push((row, seat));
        }
        hits
    }

    /// The command that begins the same game.
    fn draw_seats(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let Some(setup) = &self.setup else { return };
        let levels = offered_levels(self.language);
        let mut texts = vec![
            self.language.say(TextKey::BotAbout, &[("levels", &levels)]),
            self.language.plain(TextKey::BotsSee),
            String::new(),
        ];
        if let Some(player @ Player::Bot(bot)) = setup.players.get(self.at())
            && let Some(level) = bot.level()
        {
            let (name, about) = (player.kind(self.language), about_level(level, self.language));
            texts
                .push(self.language.say(TextKey::BotLevel, &[("level", &name), ("about", &about)]));
            texts.push(String::new());
        }
        texts.extend([self.language.plain(TextKey::SameCommand), setup.command()]);
        let lines: Vec<Line<'_>> =
            wrapped(&texts, area.width).into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines), area);
    }
}

/// Who can sit at a seat: a person, or a bot of one of the levels.
fn kinds(host: &Arc<dyn Host>) -> Vec<Player> {
    let bots = LEVELS.iter().filter_map(|level| BotSpec::parse_on(level.name, host).ok());
    std::iter::once(Player::Human(None)).chain(bots.map(Player::Bot)).collect()
}
