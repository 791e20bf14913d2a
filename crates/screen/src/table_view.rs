//! How the screen looks on which a game is played.

use super::board::{self, BoardArea};
use super::input::Key;
use super::sitting::SittingState;
use super::table_page::{Overlay, TablePage};
use super::theme::{Depth, Theme};
use super::widgets::{self, Hits, Row, boxed, wrapped};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use tsuro::board::{Laid, Place, Port, Rotation, Square};
use tsuro::game::{Choice, Decision, DecisionKind, Look, Observation, Seat, Subject};
use tsuro::picture::{BoardScene, Pen, TileScale, crossings, ink, special_tile, tile};
use tsuro_faces::describe;
use tsuro_faces::table::ask::{Ask, Card, Item, Topic};
use tsuro_faces::table::show::has_ways;
use tsuro_faces::words::{Narrator, TextKey};

/// The least width of what stands beside the board.
pub(super) const BESIDE: u16 = 30;

/// The board on the left as large as it fits, what stands beside it, and the last line.
pub(super) fn areas(scene: &BoardScene, whole: Rect) -> [Rect; 3] {
    let [main, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(whole);
    let wide = board::width_of(scene, main.width.saturating_sub(BESIDE), main.height).max(20);
    let [left, right] =
        Layout::horizontal([Constraint::Length(wide), Constraint::Min(0)]).areas(main);
    // A piece at the right rim does not touch what stands beside it.
    let right =
        Rect { x: right.x + 2.min(right.width), width: right.width.saturating_sub(2), ..right };
    [left, right, bottom]
}

/// A heading and what belongs to it, in one line or two.
pub(super) fn two_parts(
    heading: String,
    more: String,
    width: u16,
    theme: Theme,
) -> Vec<Line<'static>> {
    let fits = heading.chars().count() + 2 + more.chars().count() <= width.into();
    let mut lines: Vec<Line<'_>> = wrapped([heading], width)
        .into_iter()
        .map(|line| Line::styled(line, Theme::heading()))
        .collect();
    match lines.last_mut() {
        Some(line) if fits => line.spans.push(Span::styled(format!("  {more}"), theme.faint())),
        _ => lines.push(Line::styled(more, theme.faint())),
    }
    lines
}

/// The letter of a seat in the colour of its piece.
pub(super) fn letter(
    narrator: &Narrator,
    seat: Seat,
    is_alive: bool,
    theme: Theme,
) -> Span<'static> {
    let letter = narrator.letters().get(seat.index()).copied().unwrap_or('?');
    let pen = if is_alive { Pen::ink(16).on(ink(seat).ansi).bold() } else { Pen::ink(244) };
    Span::styled(letter.to_string(), theme.pen(pen))
}

/// Draws a hand from left to right: tile `chosen` as it is turned, with the ways of `crossings`;
/// returns where its tiles are.
pub(super) fn draw_hand(
    frame: &mut Frame<'_>,
    area: Rect,
    see: &Observation<'_>,
    chosen: Option<(usize, Laid)>,
    theme: Theme,
) -> Hits {
    let shown = see.hand().iter().enumerate().map(|(slot, face)| {
        let turned = chosen.filter(|chosen| chosen.0 == slot).map(|chosen| chosen.1);
        let label = format!(" {} ", slot + 1);
        let ways = turned.map(|tile| crossings(see, tile)).unwrap_or_default();
        ShownTile {
            tile: turned.unwrap_or(Laid::new(face, Rotation::NONE)),
            special: see.special(face),
            label,
            is_chosen: turned.is_some(),
            ways,
        }
    });
    draw_tiles(frame, area, shown, theme)
}

/// A tile beside the board.
struct ShownTile {
    tile: Laid,
    /// How it looks, if it is a special tile.
    special: Option<&'static Look>,
    label: String,
    is_chosen: bool,
    /// The seats whose pieces would cross it, each with the ports where it enters and leaves.
    ways: Vec<(Seat, Port, Port)>,
}

/// Draws tiles from left to right, as many as there is room for; returns where they are.
fn draw_tiles(
    frame: &mut Frame<'_>,
    area: Rect,
    tiles: impl Iterator<Item = ShownTile>,
    theme: Theme,
) -> Hits {
    let scale = TileScale::new(usize::from(area.height.saturating_sub(1)));
    let wide = u16::try_from(scale.width()).unwrap_or(u16::MAX).saturating_add(1);
    let mut hits = Hits::new();
    let mut x = area.x;
    for (slot, shown) in tiles.enumerate() {
        if x + wide > area.right() + 1 {
            break;
        }
        let owner = |port| {
            shown.ways.iter().rev().find(|way| way.1 == port || way.2 == port).map(|way| way.0)
        };
        let face = || tile(shown.tile, scale, theme.depth != Depth::None, &owner);
        let canvas = shown.special.map_or_else(face, |look| special_tile(look, scale));
        let place = Rect { x, y: area.y, width: wide - 1, height: area.height };
        let style = if shown.is_chosen { Theme::chosen() } else { theme.faint() };
        frame.buffer_mut().set_string(x, area.y, &shown.label, style);
        board::copy(
            &canvas,
            (0, 0),
            theme,
            Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..place },
            frame.buffer_mut(),
        );
        hits.push((place, slot));
        x += wide;
    }
    hits
}

/// Adds a text, in as many lines as it takes.
fn say(lines: &mut Vec<Line<'static>>, area: Rect, text: &str, style: Style) {
    lines.extend(wrapped([text], area.width).into_iter().map(|line| Line::styled(line, style)));
}

impl TablePage {
    /// The board as it is to be drawn: with the placement that is pointed at, or with the places to
    /// choose from.
    fn scene(&self) -> BoardScene {
        let scene = self.sitting.scene();
        let SittingState::Person(decision) = self.sitting.waits() else { return scene };
        if matches!(self.over, Some(Overlay::HandOver(_))) {
            return scene;
        }
        let see = self.sitting.game.observe(decision.seat());
        let mut scene = BoardScene::new(&see, self.sitting.narrator.letters());
        match &self.ask {
            Some(Ask::Cards { cards, at }) => match cards.get(*at) {
                Some(card) => scene.trying(&see, card.tile),
                None => scene,
            },
            Some(Ask::Items { items, at, .. }) => {
                let label = |(number, item): (usize, &Item)| {
                    let text = if number == *at { "●" } else { "·" };
                    item.place.map(|place| (place, text.to_owned()))
                };
                scene.marks = items.iter().enumerate().filter_map(label).collect();
                scene
            }
            None => scene,
        }
    }

    /// Draws the page.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let scene = self.scene();
        let own = match self.sitting.waits() {
            SittingState::Person(decision) => Some(decision.seat()),
            _ => self.sitting.narrator.you,
        };
        self.theme.own = own.map(|seat| ink(seat).ansi);
        let whole = frame.area();
        let [left, right, bottom] = areas(&scene, whole);
        let pointed = match &self.ask {
            Some(Ask::Items { items, at, about, .. }) => {
                let item =
                    items.get(*at).and_then(|item| item.square.or(item.place.map(Place::square)));
                item.or_else(|| about.iter().find_map(|topic| topic.subject.square()))
            }
            _ => None,
        };
        let moving = self.sitting.happening().and_then(|event| event.way.as_ref()).map(|way| way.0);
        let mover = moving.or(self.sitting.game.decision().map(Decision::seat));
        let stands = mover
            .and_then(|seat| scene.pieces.iter().find(|piece| piece.0 == seat))
            .map(|piece| piece.1);
        let area: BoardArea = board::draw(
            &scene,
            pointed.or(stands.map(Place::square)),
            self.theme,
            left,
            frame.buffer_mut(),
        );
        if self.shows_ways {
            for (square, die) in self.sitting.piece_ways() {
                area.label(square, &format!("‼{die}"), self.theme.danger(), frame.buffer_mut());
            }
        }
        for (square, text, style) in self.signs() {
            area.label(square, text, style, frame.buffer_mut());
        }
        // What is not allowed is shown faintly.
        if let Some(Ask::Cards { cards, at }) = &self.ask
            && cards.get(*at).is_some_and(|card| card.refused.is_some())
            && let Some(square) = scene.tried
        {
            area.restyle(square, self.theme.faint(), frame.buffer_mut());
        }
        if let Some(Overlay::Out(_, Some(square))) = &self.over {
            area.mark_loss(&scene, *square, self.theme, frame.buffer_mut());
        }
        self.area = Some(area);
        if let Some(Overlay::Out(texts, _)) = &self.over {
            self.draw_out(frame, right, texts);
        } else {
            self.draw_beside(frame, right);
        }
        self.draw_bottom(frame, bottom);
        self.draw_over(frame, whole);
    }

    /// The signs of a question on squares: on the squares that it shows, and on the squares among
    /// which a player chooses.
    fn signs(&self) -> Vec<(Square, &'static str, Style)> {
        let Some(Ask::Items { about, items, at, .. }) =
            self.ask.as_ref().filter(|_| self.is_asked())
        else {
            return Vec::new();
        };
        let about = about
            .iter()
            .filter_map(|topic| Some((topic.subject.square()?, " ? ", Theme::heading())));
        let item = |(number, item): (usize, &Item)| {
            let (text, style) =
                if number == *at { (" ● ", Theme::chosen()) } else { (" · ", Theme::heading()) };
            Some((item.square?, text, style))
        };
        about.chain(items.iter().enumerate().filter_map(item)).collect()
    }

    /// Whether a person who looks at the screen is asked.
    fn is_asked(&self) -> bool {
        matches!(self.sitting.waits(), SittingState::Person(_))
            && !matches!(self.over, Some(Overlay::HandOver(_)))
    }

    /// That a person is out, beside the board: the board and the last path stay in sight.
    fn draw_out(&self, frame: &mut Frame<'_>, area: Rect, texts: &[String]) {
        let lines = self.heading(area);
        let high = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height / 3);
        frame.render_widget(Paragraph::new(lines), Rect { height: high, ..area });
        let below = Rect { y: area.y + high, height: area.height - high, ..area };
        boxed(frame, below, &self.words().plain(TextKey::OutTitle), texts);
    }

    fn draw_beside(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let mut lines = self.heading(area);
        self.hits = match self.ask.as_ref().filter(|_| self.is_asked()) {
            Some(Ask::Cards { cards, at }) => self.draw_cards(frame, area, lines, cards, *at),
            Some(Ask::Items { title, about, items, at }) => {
                say(&mut lines, area, title, Theme::heading());
                for topic in about.iter().filter(|topic| !topic.words.is_empty()) {
                    say(&mut lines, area, &topic.words, Style::default());
                }
                let shown = shown_tiles(&self.sitting.game.observe(None), about, items, *at);
                self.draw_items(frame, area, lines, shown, (items, *at))
            }
            None => {
                self.draw_meanwhile(frame, area, lines);
                Hits::new()
            }
        };
    }

    /// The tiles in the hand, with what comes of the one that is pointed at.
    fn draw_cards(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        mut lines: Vec<Line<'static>>,
        cards: &[Card],
        at: usize,
    ) -> Hits {
        let slots = cards.iter().map(|card| card.slot + 1).max().unwrap_or(1);
        let high = hand_height(area, slots);
        let [above, below] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(high)]).areas(area);
        let card = cards.get(at);
        if let Some(card) = card {
            let (text, style) = match &card.refused {
                Some(why) => (format!("✗ {why}"), self.theme.faint()),
                None if card.to.is_none() => (format!("† {}", card.fate), self.theme.danger()),
                None => (format!("✓ {}", card.fate), Style::default()),
            };
            say(&mut lines, area, &text, style);
            if let Some(worth) = self.worth(&Choice::Place(card.tile)) {
                say(&mut lines, area, &worth, Theme::heading());
            }
        }
        self.add_news(&mut lines, above);
        frame.render_widget(Paragraph::new(lines), above);
        let SittingState::Person(decision) = self.sitting.waits() else { return Hits::new() };
        let see = self.sitting.game.observe(decision.seat());
        draw_hand(frame, below, &see, card.map(|card| (card.slot, card.tile)), self.theme)
    }

    /// A list to choose from, with the tiles that belong to it, and the hand where there is room.
    fn draw_items(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        lines: Vec<Line<'static>>,
        shown: Vec<ShownTile>,
        (items, at): (&[Item], usize),
    ) -> Hits {
        let tiles = if shown.is_empty() { 0 } else { hand_height(area, shown.len().max(3)) };
        let hand =
            self.sitting.game.decision().filter(|_| area.height >= 18 + tiles).map(Decision::seat);
        let high = if hand.is_some() { hand_height(area, 3) } else { 0 };
        let top = u16::try_from(lines.len())
            .unwrap_or(u16::MAX)
            .min(area.height.saturating_sub(2 + tiles));
        let heights = [
            Constraint::Length(top),
            Constraint::Length(tiles),
            Constraint::Min(2),
            Constraint::Length(high),
        ];
        let [above, drawn, middle, below] = Layout::vertical(heights).areas(area);
        frame.render_widget(Paragraph::new(lines), above);
        draw_tiles(frame, drawn, shown.into_iter(), self.theme);
        let row = |item: &Item| {
            let worth =
                self.worth(&item.choice).map(|worth| format!(": {worth}")).unwrap_or_default();
            Row::new(format!("{}{worth}", item.words))
        };
        let rows: Vec<Row> = items.iter().map(row).collect();
        if let Some(seat) = hand {
            draw_hand(frame, below, &self.sitting.game.observe(seat), None, self.theme);
        }
        widgets::list(frame, middle, &rows, Some(at), self.theme)
    }

    /// What happens while no person at the screen is asked.
    fn draw_meanwhile(&self, frame: &mut Frame<'_>, area: Rect, mut lines: Vec<Line<'static>>) {
        if let SittingState::Bot(seat) = self.sitting.waits() {
            let who = self.sitting.narrator.who(seat);
            let thinks = self.words().say(TextKey::Thinks, &[("who", who)]);
            say(&mut lines, area, &thinks, self.theme.faint());
        }
        if let Some(event) = self.sitting.happening() {
            say(&mut lines, area, &event.words, Theme::heading());
        }
        self.add_news(&mut lines, area);
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// What was told since a person decided last, as much as there is room for: the newest last.
    fn add_news(&self, lines: &mut Vec<Line<'static>>, area: Rect) {
        let room = usize::from(area.height).saturating_sub(lines.len() + 1);
        // Whole sentences, as many of the last as there is room for.
        let mut news: Vec<Vec<String>> = Vec::new();
        for told in self.sitting.news().iter().rev() {
            let told = wrapped([told], area.width);
            if news.iter().map(Vec::len).sum::<usize>() + told.len() > room {
                break;
            }
            news.push(told);
        }
        if room < 2 || news.is_empty() {
            return;
        }
        lines.push(Line::default());
        lines.extend(
            news.into_iter().rev().flatten().map(|line| Line::styled(line, self.theme.faint())),
        );
    }

    /// Whose turn it is, and the players with their hands.
    fn heading(&self, area: Rect) -> Vec<Line<'static>> {
        let (words, narrator) = (self.words(), &self.sitting.narrator);
        let see = self.sitting.game.observe(None);
        let mut lines = Vec::new();
        // What is shown may be behind the game.
        let now = self.sitting.game.decision().map(|decision| (decision.seat(), see.turn()));
        let shown = self.sitting.happening().map_or(now, |event| event.turn);
        if let Some((seat, number)) = shown.or(now) {
            let (number, count) = (number.to_string(), see.pile_len().to_string());
            let title = match &*number {
                "0" => words.say(TextKey::TitleStart, &[("who", narrator.who(seat))]),
                number => words
                    .say(TextKey::TitlePlace, &[("who", narrator.who(seat)), ("number", number)]),
            };
            let mut pile = words.say(TextKey::PanelPile, &[("count", &count)]);
            if let Some(holder) = see.holder() {
                pile = format!(
                    "{pile}  {}",
                    words.say(
                        TextKey::PanelHolder,
                        &[("dragon", narrator.token()), ("who", narrator.who(holder))]
                    )
                );
            }
            pile.push_str(&describe::short_counts(&see, None, words));
            lines.extend(two_parts(title, pile, area.width, self.theme));
        }
        lines.extend(self.players(&see, area));
        lines.push(Line::default());
        lines
    }

    /// The players, a line each where there is room.
    fn players(&self, see: &Observation<'_>, area: Rect) -> Vec<Line<'static>> {
        let narrator = &self.sitting.narrator;
        let scene = self.sitting.scene();
        let scores = see.scores();
        let of = |seat: Seat| {
            // Before it has started a piece is not on the board; after that only who is out is not.
            let alive =
                see.alive().contains(seat) || scene.pieces.iter().any(|piece| piece.0 == seat);
            let count = if !alive {
                " ×".to_owned()
            } else if see.is_open() {
                String::new()
            } else {
                format!(" {}", see.hand_len(seat))
            };
            let points = scores.as_ref().and_then(|scores| scores.get(seat.index()));
            let points = points.map(|points| format!(" ★{points}")).unwrap_or_default();
            let counts = if alive {
                describe::short_counts(see, Some(seat), self.words())
            } else {
                String::new()
            };
            (
                letter(narrator, seat, alive, self.theme),
                format!(" {}{count}{points}{counts}", narrator.who(seat)),
            )
        };
        let seats = (0..see.seats()).map(Seat::new);
        if usize::from(area.height) < usize::from(see.seats()) + 19 {
            let mut lines = vec![Line::default()];
            for (letter, text) in seats.map(of) {
                let text = format!("{text}  ");
                if lines.last().is_some_and(|line| {
                    line.width() + 1 + text.trim_end().chars().count() > area.width.into()
                }) {
                    lines.push(Line::default());
                }
                lines
                    .last_mut()
                    .into_iter()
                    .for_each(|line| line.spans.extend([letter.clone(), Span::raw(text.clone())]));
            }
            return lines;
        }
        let line = |seat: Seat| {
            let (letter, text) = of(seat);
            let player = &self.sitting.setup.players[seat.index()];
            let mut kind = if player.is_human() {
                String::new()
            } else {
                format!("  {}", player.kind(self.words()))
            };
            if see.teams() > 0 {
                let team = (seat.number() % see.teams() + 1).to_string();
                kind =
                    format!("{kind}  {}", self.words().say(TextKey::PanelTeam, &[("team", &team)]));
            }
            Line::from(vec![letter, Span::raw(text), Span::styled(kind, self.theme.faint())])
        };
        seats.map(line).collect()
    }

    /// How often a choice wins, if that was asked for.
    fn worth(&self, choice: &Choice) -> Option<String> {
        let advice = self.sitting.advice.as_ref()?;
        let found = advice.iter().find(|advice| advice.choice == *choice)?;
        let best = advice.first().is_some_and(|best| best.choice == found.choice);
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        let names = [("share", &*percent(found.share)), ("best", &percent(advice[0].share))];
        let key = if best { TextKey::WorthBest } else { TextKey::Worth };
        Some(self.words().say(key, &names))
    }

    fn draw_bottom(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let thinks =
            self.sitting.is_thinking() && matches!(self.sitting.waits(), SittingState::Person(_));
        let key = match (&self.over, self.sitting.waits()) {
            (Some(Overlay::Log(_)), _) => TextKey::KeysLog,
            (Some(Overlay::Help(_)), _) => TextKey::KeysScroll,
            (Some(Overlay::Out(..)), _) => TextKey::KeysOut,
            (Some(_), _) => TextKey::KeysBox,
            _ if thinks => TextKey::Advising,
            (_, SittingState::Show | SittingState::Bot(_)) if self.is_watched() => {
                TextKey::KeysWatch
            }
            (_, SittingState::Show) => TextKey::KeysShow,
            (_, SittingState::Person(_)) if matches!(self.ask, Some(Ask::Cards { .. })) => {
                if has_ways(&self.sitting.scene()) {
                    TextKey::KeysWays
                } else {
                    TextKey::KeysCards
                }
            }
            (_, SittingState::Person(_)) => TextKey::KeysItems,
            (_, SittingState::Bot(_)) => TextKey::KeysBot,
            (_, SittingState::Over) => TextKey::KeysOver,
        };
        let without: &[Key] = if self.sitting.can_take_back() { &[] } else { &[Key::Char('u')] };
        self.bar = widgets::keys_without(frame, area, self.words(), key, self.theme, without);
        widgets::notice(frame, area, &self.notice);
    }

    fn draw_over(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let words = self.words();
        let room = Rect { height: area.height.saturating_sub(1), ..area };
        let (title, texts) = match &self.over {
            None | Some(Overlay::Out(..)) => return,
            Some(Overlay::Help(from)) => {
                let title = words.plain(TextKey::HelpTitle);
                self.help_lines =
                    widgets::boxed_from(frame, room, &title, &self.help(), *from, self.theme);
                return;
            }
            Some(Overlay::HandOver(seat)) => {
                let names = [("who", self.sitting.narrator.name(*seat))];
                (String::new(), vec![words.say(TextKey::HandOver, &names)])
            }
            Some(Overlay::Leave) => (
                String::new(),
                vec![words.plain(if self.sitting.file.is_some() {
                    TextKey::LeaveKept
                } else {
                    TextKey::LeaveAsk
                })],
            ),
            Some(Overlay::Where) => {
                let see = self.sitting.game.observe(None);
                let mut texts = describe::everyone(&see, &self.sitting.narrator);
                texts.extend(describe::shape(see.shape(), words));
                (words.plain(TextKey::WhereTitle), texts)
            }
            Some(Overlay::Log(to)) => (
                words.plain(TextKey::LogTitle),
                self.sitting.log().iter().take(*to).cloned().collect(),
            ),
        };
        boxed(frame, room, &title, &texts);
    }

    /// The help: this moment in few words, then the aim of the game, the keys, and what the signs
    /// mean.
    fn help(&self) -> Vec<String> {
        let words = self.words();
        let is_start =
            self.sitting.game.decision().map(Decision::kind) == Some(DecisionKind::Start);
        let (now, more) = match (&self.ask, self.sitting.waits()) {
            (Some(Ask::Cards { .. }), SittingState::Person(_)) => {
                (TextKey::HelpNowCards, TextKey::HelpCards)
            }
            (Some(Ask::Items { .. }), SittingState::Person(_)) if is_start => {
                (TextKey::HelpNowStart, TextKey::HelpItems)
            }
            (Some(Ask::Items { .. }), SittingState::Person(_)) => {
                (TextKey::HelpNowItems, TextKey::HelpItems)
            }
            _ => (TextKey::HelpNowWatch, TextKey::HelpWatch),
        };
        let mut texts: Vec<String> =
            [now, TextKey::HelpGoal, TextKey::HelpMore, more, TextKey::HelpKeys]
                .map(|key| words.plain(key))
                .into();
        if has_ways(&self.sitting.scene()) {
            texts.push(words.plain(TextKey::HelpWays));
        }
        texts.extend(self.sitting.narrator.help());
        texts.push(words.plain(TextKey::HelpColours));
        // A blank line between paragraphs.
        let count = texts.len();
        texts
            .into_iter()
            .zip(1..)
            .map(|(text, number)| if number == count { text } else { format!("{text}\n ") })
            .collect()
    }
}

/// The tiles that a question shows: its own tiles, and the tile that is pointed at.
fn shown_tiles(
    see: &Observation<'_>,
    about: &[Topic],
    items: &[Item],
    at: usize,
) -> Vec<ShownTile> {
    let of = |tile: Laid, label: String, is_chosen: bool| ShownTile {
        tile,
        special: see.special(tile.face()),
        label,
        is_chosen,
        ways: Vec::new(),
    };
    let about = about.iter().filter_map(|topic| match topic.subject {
        Subject::Tile(tile) => Some(of(tile, " ? ".to_owned(), false)),
        _ => None,
    });
    let pointed = items
        .get(at)
        .and_then(|item| item.tile)
        .map(|tile| of(tile, format!(" {} ", at + 1), true));
    about.chain(pointed).collect()
}

/// The height of the tiles of a hand, with their numbers above: as large as they fit side by side.
pub(super) fn hand_height(area: Rect, tiles: usize) -> u16 {
    let most = if area.height >= 30 {
        6
    } else if area.height >= 22 {
        5
    } else if area.height >= 16 {
        4
    } else {
        3
    };
    let rows = (3..=most)
        .rev()
        .find(|rows| tiles * (2 * rows + 1) <= usize::from(area.width) + 1)
        .unwrap_or(3);
    u16::try_from(rows + 1).unwrap_or(4)
}
