//! A game looked at afterwards: everybody's chances, the costliest decisions on the board, and what
//! was luck. It is searched on in a thread of its own while the page is shown.

use super::input::{Act, Key, Pointer};
use super::table_view::{areas, letter};
use super::theme::Theme;
use super::widgets::{self, KeyBar, stepped, wrapped};
use ratatui::Frame;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tsuro::game::{Choice, Observation, Seat};
use tsuro::picture::BoardScene;
use tsuro::session::{Game, GameError};
use tsuro_faces::table::review;
use tsuro_faces::words::{Narrator, TextKey};
use tsuro_lab::Advice;
use tsuro_lab::review::{ENOUGH, Findings, Review, SEED};

/// How often the first search of all decisions tells what it has found.
const TELLS_EVERY: Duration = Duration::from_secs(1);
/// What stands for a share, from the least to the greatest.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// For how many seconds it is searched, one of these; `None`: until the page is left.
const TIMES: [Option<u64>; 4] = [Some(10), Some(60), Some(300), None];
/// How often a search that rests looks whether it goes on.
const RESTS: Duration = Duration::from_millis(50);

/// What the search has come to.
struct Found {
    findings: Findings,
    /// The choices of each decision that were tried, from the best down.
    tried: Vec<Vec<Advice>>,
}

/// What the page and its search share.
#[derive(Default)]
struct SearchOrders {
    stop: AtomicBool,
    /// Which of the [times](TIMES) is wanted.
    time: AtomicUsize,
}

impl SearchOrders {
    /// Whether a search that has taken `spent` goes on.
    fn goes_on(&self, spent: Duration) -> bool {
        let most = TIMES[self.time.load(Ordering::Relaxed) % TIMES.len()];
        !self.is_stopped() && most.is_none_or(|most| spent < Duration::from_secs(most))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What comes after a key.
pub(super) enum ReviewEnd {
    /// Back to where it was opened.
    Back,
    /// A game from this point on, in which the player of this seat plays against bots.
    GoOn(Box<Game>, Seat),
}

/// A review on the screen.
pub(super) struct ReviewPage {
    game: Game,
    narrator: Narrator,
    theme: Theme,
    /// The decisions, to look at; it never searches.
    looked_at: Review,
    found: Receiver<Found>,
    findings: Option<Findings>,
    tried: Vec<Vec<Advice>>,
    orders: Arc<SearchOrders>,
    /// Since when it is searched.
    began: Instant,
    /// Which of the player's decisions is shown; `None`: the costliest.
    at: Option<usize>,
    /// The choice that the board shows; `None`: the best.
    choice: Option<Choice>,
    /// Whether the curve is that with open hands.
    is_open: bool,
    pub bar: KeyBar,
}

impl ReviewPage {
    /// A page on a game for `seat`; the search begins at once.
    ///
    /// # Errors
    /// If the game cannot be played again.
    pub(super) fn new(
        game: Game,
        seat: Seat,
        mut narrator: Narrator,
        theme: Theme,
    ) -> Result<Self, GameError> {
        let looked_at = Review::new(&game, seat, SEED)?;
        let mut review = Review::new(&game, seat, SEED)?;
        let (send, found) = channel();
        let orders = Arc::new(SearchOrders::default());
        orders.time.store(TIMES.len() - 1, Ordering::Relaxed);
        let (ordered, began) = (Arc::clone(&orders), Instant::now());
        thread::spawn(move || search(&mut review, &ordered, began, &send));
        narrator.you = Some(seat);
        Ok(Self {
            game,
            narrator,
            theme,
            looked_at,
            found,
            findings: None,
            tried: Vec::new(),
            orders,
            began,
            at: None,
            choice: None,
            is_open: false,
            bar: KeyBar::new(),
        })
    }

    /// Takes what the search has found since.
    pub(super) fn pass(&mut self) {
        while let Ok(Found { findings, tried }) = self.found.try_recv() {
            (self.findings, self.tried) = (Some(findings), tried);
        }
    }

    /// Whether better numbers are to come.
    pub(super) fn is_moving(&self) -> bool {
        let is_wanted =
            self.findings.as_ref().is_none_or(|found| found.games < ENOUGH || !found.is_whole());
        is_wanted && self.orders.goes_on(self.began.elapsed())
    }

    /// The number of the decision that is shown, among those of the player.
    fn shown(&self) -> Option<usize> {
        let findings = self.findings.as_ref()?;
        let last = findings.decisions.len().checked_sub(1)?;
        Some(self.at.or(findings.costliest.first().copied()).unwrap_or(0).min(last))
    }

    /// Shows a decision, after its best choice.
    fn show(&mut self, at: usize) {
        (self.at, self.choice) = (Some(at), None);
    }

    /// On to the next of the costliest decisions, or back.
    fn step_costliest(&mut self, back: bool) {
        let Some(findings) = &self.findings else { return };
        let costliest = &findings.costliest;
        let now = costliest.iter().position(|at| Some(*at) == self.shown());
        let next = now.map_or(0, |now| stepped(now, costliest.len(), back));
        if let Some(&at) = costliest.get(next) {
            self.show(at);
        }
    }

    /// On to the next decision of the player, or back.
    fn step_turn(&mut self, back: bool) {
        let count = self.findings.as_ref().map_or(0, |findings| findings.decisions.len());
        if let Some(now) = self.shown() {
            self.show(stepped(now, count, back));
        }
    }

    /// On to the next choice that was tried, from the best down, or back.
    fn step_choice(&mut self, back: bool) {
        let Some(tried) = self.shown().and_then(|at| self.tried.get(at)) else { return };
        let now = self.choice.as_ref();
        let now = tried.iter().position(|one| Some(&one.choice) == now).unwrap_or(0);
        let next = tried.get(stepped(now, tried.len(), back));
        self.choice = next.map(|one| one.choice.clone());
    }

    /// Changes between the best choice and the one that was made.
    fn compare(&mut self) {
        let cost = self.findings.as_ref().zip(self.shown());
        let Some(made) = cost.map(|(found, at)| found.decisions[at].chosen.choice.clone()) else {
            return;
        };
        self.choice = if self.choice.as_ref() == Some(&made) { None } else { Some(made) };
    }

    /// The same page for the next player, with the time that was set.
    fn next_player(&mut self) {
        let seat = self.looked_at.seat().number();
        let next = Seat::new((seat + 1) % self.game.seats());
        let page = Self::new(self.game.clone(), next, self.narrator.clone(), self.theme);
        let Ok(mut page) = page else { return };
        page.orders.time.store(self.orders.time.load(Ordering::Relaxed), Ordering::Relaxed);
        page.is_open = self.is_open;
        *self = page;
    }

    /// Takes a key; what comes next, if that is decided.
    pub(super) fn key(&mut self, key: Key) -> Option<ReviewEnd> {
        match key {
            Key::Escape | Key::Char('q') => return Some(ReviewEnd::Back),
            Key::Right | Key::Tab | Key::Enter => self.step_costliest(false),
            Key::Left | Key::BackTab => self.step_costliest(true),
            Key::Char(']') => self.step_turn(false),
            Key::Char('[') => self.step_turn(true),
            Key::Down => self.step_choice(false),
            Key::Up => self.step_choice(true),
            Key::Char('b' | ' ') => self.compare(),
            Key::Char('c') => self.is_open = !self.is_open,
            Key::Char('t') => {
                self.orders.time.fetch_add(1, Ordering::Relaxed);
            }
            Key::Char('p') => self.next_player(),
            Key::Char('g') => return self.go_on(),
            _ => {}
        }
        None
    }

    /// Takes a click or the wheel.
    pub(super) fn pointer(&mut self, pointer: Pointer) -> Option<ReviewEnd> {
        self.key(match pointer.act {
            Act::WheelUp => Key::Up,
            Act::WheelDown => Key::Down,
            Act::Click => Key::Char('b'),
        })
    }

    /// The game before the decision that is shown; from its beginning, if there is none.
    fn go_on(&self) -> Option<ReviewEnd> {
        let findings = self.findings.as_ref()?;
        let point = self.shown().map_or(0, |at| findings.decisions[at].point);
        let game = self.game.at_mark(findings.curve.get(point)?.mark)?;
        Some(ReviewEnd::GoOn(Box::new(game), findings.seat))
    }

    /// The board that is shown: after one of the choices of the decision, or at the end.
    fn scene(&self) -> BoardScene {
        let letters = self.narrator.letters();
        let shown = self.findings.as_ref().zip(self.shown()).and_then(|(findings, at)| {
            let cost = &findings.decisions[at];
            let choice = self.choice.as_ref().unwrap_or(&cost.best.choice);
            self.looked_at.look(cost.point, |see| {
                let scene = BoardScene::new(see, letters);
                if let Choice::Place(tile) = choice { scene.trying(see, *tile) } else { scene }
            })
        });
        shown
            .unwrap_or_else(|| BoardScene::new(&self.game.observe(None), letters))
            .in_language(self.narrator.language.code())
    }

    /// Draws the page.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let scene = self.scene();
        let (words, theme) = (self.narrator.language, self.theme);
        let [left, right, bottom] = areas(&scene, frame.area());
        super::board::draw(&scene, scene.tried, theme, left, frame.buffer_mut());
        let name = self.narrator.name(self.looked_at.seat());
        let mut lines = Vec::new();
        let say = |lines: &mut Vec<Line<'static>>, text: String, style| {
            let rows = wrapped([text], right.width).into_iter();
            lines.extend(rows.map(|line| Line::styled(line, style)));
        };
        say(&mut lines, words.say(TextKey::ReviewTitle, &[("who", name)]), Theme::heading());
        let Some(findings) = &self.findings else {
            say(&mut lines, words.plain(TextKey::ReviewFirst), theme.faint());
            frame.render_widget(Paragraph::new(lines), right);
            self.bar = widgets::keys(frame, bottom, words, TextKey::KeysReview, theme);
            return;
        };
        let heading = if self.is_open {
            words.plain(TextKey::ReviewOpen)
        } else {
            words.say(TextKey::ReviewKnown, &[("who", name)])
        };
        say(&mut lines, heading, theme.faint());
        lines.extend(self.curves(findings, right.width));
        lines.push(Line::default());
        match self.shown() {
            Some(at) => {
                for (text, style) in self.decision_lines(findings, at) {
                    say(&mut lines, text, style);
                }
            }
            None => say(&mut lines, words.plain(TextKey::ReviewNoCost), Style::default()),
        }
        lines.push(Line::default());
        say(&mut lines, review::luck(&self.narrator, findings), Style::default());
        let progress = review::progress(&self.narrator, findings, !self.is_moving());
        say(&mut lines, format!("{progress} {}", self.time_in_words()), theme.faint());
        frame.render_widget(Paragraph::new(lines), right);
        self.bar = widgets::keys(frame, bottom, words, TextKey::KeysReview, theme);
    }

    /// What there is to say of a decision, and of the choice that the board shows.
    fn decision_lines(&self, findings: &Findings, at: usize) -> Vec<(String, Style)> {
        let (words, cost) = (self.narrator.language, &findings.decisions[at]);
        let rank = findings.costliest.iter().position(|&costly| costly == at);
        let heading = match (rank, cost.turn) {
            (Some(rank), turn) => {
                review::costliest_head(words, (rank, findings.costliest.len()), turn)
            }
            (None, 0) => words.plain(TextKey::WebReviewStart),
            (None, turn) => words.say(TextKey::WebReviewTurn, &[("turn", &turn.to_string())]),
        };
        let mut lines = vec![(heading, Theme::heading())];
        let look = |see: &Observation<'_>| {
            let tried = self.tried.get(at).map(Vec::as_slice).unwrap_or_default();
            let is_shown = |one: &Advice| Some(&one.choice) == self.choice.as_ref();
            let other = tried.iter().position(is_shown);
            let other = other.map(|place| {
                review::tried(see, &self.narrator, (place, tried.len()), &tried[place])
            });
            (review::decision(see, &self.narrator, cost), other)
        };
        let Some((told, other)) = self.looked_at.look(cost.point, look) else { return lines };
        lines.extend(told.into_iter().map(|text| (text, Style::default())));
        let faint = self.theme.faint();
        match &self.choice {
            Some(choice) if *choice == cost.chosen.choice => {
                lines.push((words.plain(TextKey::ReviewShownYours), faint));
            }
            Some(choice) if *choice != cost.best.choice => {
                lines.extend(other.map(|text| (text, Theme::heading())));
            }
            _ => lines.push((words.plain(TextKey::ReviewShownBest), faint)),
        }
        lines
    }

    /// For how long it is searched.
    fn time_in_words(&self) -> String {
        let words = self.narrator.language;
        let times: Vec<&str> = words.sentence(TextKey::WebReviewTimes).split(',').collect();
        let at = self.orders.time.load(Ordering::Relaxed) % TIMES.len();
        let time = times.get(at).copied().unwrap_or_default();
        format!("({time})")
    }

    /// A line for each seat: its chances turn by turn, and the last.
    fn curves(&self, findings: &Findings, width: u16) -> Vec<Line<'static>> {
        let points = findings.by_turn();
        let room = usize::from(width).saturating_sub(9).clamp(1, points.len());
        let line = |seat: u8| {
            let share = |point: usize| {
                let point = &findings.curve[point];
                let shares = if self.is_open { &point.open } else { &point.known };
                shares[usize::from(seat)].value
            };
            let bars: String = (0..room)
                .map(|at| {
                    let at = at * (points.len() - 1) / (room - 1).max(1);
                    BARS[((8.0 * share(points[at])) as usize).min(7)]
                })
                .collect();
            let last = points.last().map_or(0.0, |&point| share(point));
            Line::from(vec![
                letter(&self.narrator, Seat::new(seat), true, self.theme),
                Span::raw(format!(" {bars} {:.0} %", 100.0 * last)),
            ])
        };
        (0..self.game.seats()).map(line).collect()
    }
}

impl Drop for ReviewPage {
    fn drop(&mut self) {
        self.orders.stop.store(true, Ordering::Relaxed);
    }
}

/// Searches until the page is left, resting when the time is over or enough was searched.
fn search(review: &mut Review, orders: &SearchOrders, began: Instant, send: &Sender<Found>) {
    let mut told = Instant::now();
    while !orders.is_stopped() && (review.games() < ENOUGH || review.passes() == 0) {
        if !orders.goes_on(began.elapsed()) {
            thread::sleep(RESTS);
            continue;
        }
        // The first pass tells now and then how far it has come.
        let is_first = review.passes() == 0;
        let has_time = |games| games > 0 || !is_first || told.elapsed() < TELLS_EVERY;
        let goes_on = |games| orders.goes_on(began.elapsed()) && has_time(games);
        let is_whole = review.pass(u32::MAX, 1, &goes_on);
        if let Some(findings) = review.findings().filter(|_| is_whole || is_first) {
            let tried = findings.decisions.iter().map(|cost| review.tried(cost.point)).collect();
            if send.send(Found { findings, tried }).is_err() {
                return;
            }
        }
        told = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Depth;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use tsuro::bots::{Bot, Random};
    use tsuro_faces::words::Language;

    /// What is on a screen of this size.
    fn shown(page: &mut ReviewPage) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| page.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_review_shows_its_decisions_and_goes_on_from_one() {
        let mut game = Game::new("seas", 3, "on the screen").unwrap();
        while let Some(decision) = game.decision() {
            let see = game.observe(decision.seat());
            let choice = Random.choose(&see, &mut game.bot_stream()).unwrap();
            game.play(&choice).unwrap();
        }
        for code in ["en", "fr"] {
            let language = Language::from_code(code).unwrap();
            let narrator = Narrator::new(language, &[None, None, None]).for_rules(game.variant());
            let theme = Theme { depth: Depth::None, ascii: false, own: None };
            let mut page = ReviewPage::new(game.clone(), Seat::new(0), narrator, theme).unwrap();
            assert!(!shown(&mut page).is_empty());
            let began = Instant::now();
            let is_whole =
                |page: &ReviewPage| page.findings.as_ref().is_some_and(Findings::is_whole);
            while !is_whole(&page) && began.elapsed() < Duration::from_secs(60) {
                thread::sleep(Duration::from_millis(10));
                page.pass();
            }
            let findings = page.findings.clone().expect("the first pass is short");
            assert!(!findings.costliest.is_empty(), "random play costs something");
            let best = shown(&mut page);
            assert!(best.contains(" %"), "{best}");
            assert!(page.key(Key::Char('b')).is_none());
            let first = findings.decisions[findings.costliest[0]].clone();
            assert_eq!(page.choice, Some(first.chosen.choice.clone()));
            assert_ne!(shown(&mut page), best);
            // Back to the best, and through everything that was tried.
            page.key(Key::Char('b'));
            let mut seen = Vec::new();
            for _ in 0..first.choices {
                page.key(Key::Down);
                seen.push(page.choice.clone().unwrap());
                shown(&mut page);
            }
            for (at, one) in seen.iter().enumerate() {
                assert!(!seen[..at].contains(one), "every choice is shown once");
            }
            assert_eq!(
                seen.last(),
                page.tried[findings.costliest[0]].first().map(|one| &one.choice)
            );
            assert!(page.key(Key::Char('c')).is_none() && page.is_open);
            let Some(ReviewEnd::GoOn(again, seat)) = page.key(Key::Char('g')) else {
                panic!("a decision is shown");
            };
            let cost = &findings.decisions[findings.costliest[0]];
            assert_eq!((again.turn(), again.decision().unwrap().seat()), (cost.turn, seat));
            // Every turn of the player can be gone on from.
            for _ in 0..findings.decisions.len() {
                page.key(Key::Char(']'));
                let cost = &findings.decisions[page.shown().unwrap()];
                let Some(ReviewEnd::GoOn(again, _)) = page.key(Key::Char('g')) else {
                    panic!("a decision is shown");
                };
                assert_eq!(again.turn(), cost.turn);
            }
            // The time can be set, and the review be that of another player.
            let time = page.time_in_words();
            page.key(Key::Char('t'));
            assert_ne!(page.time_in_words(), time);
            page.key(Key::Char('p'));
            assert_eq!((page.looked_at.seat(), page.findings.is_none()), (Seat::new(1), true));
            assert_eq!(page.orders.time.load(Ordering::Relaxed), TIMES.len());
            assert!(page.is_open);
            assert!(matches!(page.key(Key::Escape), Some(ReviewEnd::Back)));
        }
    }
}
