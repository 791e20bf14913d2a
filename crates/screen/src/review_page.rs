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
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tsuro::game::{Choice, Seat};
use tsuro::picture::BoardScene;
use tsuro::session::{Game, GameError};
use tsuro_faces::table::review;
use tsuro_faces::words::{Narrator, TextKey};
use tsuro_lab::review::{ENOUGH, Findings, Review, SEED};

/// How often the first search of all decisions tells what it has found.
const TELLS_EVERY: Duration = Duration::from_secs(1);
/// What stands for a share, from the least to the greatest.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

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
    found: Receiver<Findings>,
    findings: Option<Findings>,
    stop: Arc<AtomicBool>,
    /// Which of the costliest decisions is shown.
    at: usize,
    /// Whether the board shows the choice that was made, and not the best one.
    is_yours: bool,
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
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        thread::spawn(move || {
            let goes_on = |_| !stopped.load(Ordering::Relaxed);
            let mut told = Instant::now();
            while review.games() < ENOUGH && goes_on(0) {
                // The first pass tells now and then how far it has come.
                let is_first = review.passes() == 0;
                let has_time = |games| games > 0 || !is_first || told.elapsed() < TELLS_EVERY;
                let is_whole = review.pass(u32::MAX, 1, &|games| goes_on(games) && has_time(games));
                let found = review.findings().filter(|_| is_whole || is_first);
                if found.is_some_and(|findings| send.send(findings).is_err()) {
                    return;
                }
                told = Instant::now();
            }
        });
        narrator.you = Some(seat);
        Ok(Self {
            game,
            narrator,
            theme,
            looked_at,
            found,
            findings: None,
            stop,
            at: 0,
            is_yours: false,
            is_open: false,
            bar: KeyBar::new(),
        })
    }

    /// Takes what the search has found since.
    pub(super) fn pass(&mut self) {
        while let Ok(findings) = self.found.try_recv() {
            self.at = self.at.min(findings.costliest.len().saturating_sub(1));
            self.findings = Some(findings);
        }
    }

    /// Whether better numbers are to come.
    pub(super) fn is_moving(&self) -> bool {
        self.findings.as_ref().is_none_or(|found| found.games < ENOUGH || !found.is_whole())
    }

    /// Takes a key; what comes next, if that is decided.
    pub(super) fn key(&mut self, key: Key) -> Option<ReviewEnd> {
        let count = self.findings.as_ref().map_or(0, |findings| findings.costliest.len());
        match key {
            Key::Escape | Key::Char('q') => return Some(ReviewEnd::Back),
            Key::Right | Key::Down | Key::Tab | Key::Enter if count > 0 => {
                self.at = stepped(self.at, count, false);
            }
            Key::Left | Key::Up | Key::BackTab if count > 0 => {
                self.at = stepped(self.at, count, true);
            }
            Key::Char('b' | ' ') => self.is_yours = !self.is_yours,
            Key::Char('c') => self.is_open = !self.is_open,
            Key::Char('g') => return self.go_on(),
            _ => {}
        }
        None
    }

    /// Takes a click or the wheel.
    pub(super) fn pointer(&mut self, pointer: Pointer) -> Option<ReviewEnd> {
        self.key(match pointer.act {
            Act::WheelUp => Key::Left,
            Act::WheelDown => Key::Right,
            Act::Click => Key::Char('b'),
        })
    }

    /// The game before the decision that is shown.
    fn go_on(&self) -> Option<ReviewEnd> {
        let findings = self.findings.as_ref()?;
        let cost = &findings.decisions[*findings.costliest.get(self.at)?];
        let game = self.game.at_mark(findings.curve[cost.point].mark)?;
        Some(ReviewEnd::GoOn(Box::new(game), findings.seat))
    }

    /// The board that is shown: after one of the choices of the decision, or at the end.
    fn scene(&self) -> BoardScene {
        let letters = self.narrator.letters();
        let shown = self.findings.as_ref().and_then(|findings| {
            let cost = &findings.decisions[*findings.costliest.get(self.at)?];
            let choice = if self.is_yours { &cost.chosen.choice } else { &cost.best.choice };
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
        if let Some(&number) = findings.costliest.get(self.at) {
            let cost = &findings.decisions[number];
            let names = [
                ("number", &*(self.at + 1).to_string()),
                ("count", &findings.costliest.len().to_string()),
                ("turn", &cost.turn.to_string()),
            ];
            say(&mut lines, words.say(TextKey::ReviewDecision, &names), Theme::heading());
            let told = self
                .looked_at
                .look(cost.point, |see| review::decision(see, &self.narrator, cost))
                .unwrap_or_default();
            for text in told {
                say(&mut lines, text, Style::default());
            }
            let shown =
                if self.is_yours { TextKey::ReviewShownYours } else { TextKey::ReviewShownBest };
            say(&mut lines, words.plain(shown), theme.faint());
        } else {
            say(&mut lines, words.plain(TextKey::ReviewNoCost), Style::default());
        }
        lines.push(Line::default());
        say(&mut lines, review::luck(&self.narrator, findings), Style::default());
        let progress = review::progress(&self.narrator, findings, !self.is_moving());
        say(&mut lines, progress, theme.faint());
        frame.render_widget(Paragraph::new(lines), right);
        self.bar = widgets::keys(frame, bottom, words, TextKey::KeysReview, theme);
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
        self.stop.store(true, Ordering::Relaxed);
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
            assert!(page.key(Key::Char('b')).is_none() && page.is_yours);
            assert_ne!(shown(&mut page), best);
            assert!(page.key(Key::Char('c')).is_none() && page.is_open);
            let Some(ReviewEnd::GoOn(again, seat)) = page.key(Key::Char('g')) else {
                panic!("a decision is shown");
            };
            let cost = &findings.decisions[findings.costliest[0]];
            assert_eq!((again.turn(), again.decision().unwrap().seat()), (cost.turn, seat));
            assert!(matches!(page.key(Key::Escape), Some(ReviewEnd::Back)));
        }
    }
}
