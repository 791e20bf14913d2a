//! What pages are put together from: lists, buttons, boxes, a line of text that is typed.

use super::input::{Act, Key, Pointer};
use super::theme::Theme;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use tsuro_faces::words::{Language, TextKey, wrap};

/// Parts of the screen that can be clicked, with what they stand for.
pub(super) type Hits = Vec<(Rect, usize)>;

/// What was clicked.
pub(super) fn hit(hits: &Hits, pointer: Pointer) -> Option<usize> {
    hits.iter()
        .find(|(area, _)| area.contains((pointer.column, pointer.row).into()))
        .map(|hit| hit.1)
}

/// The next or the previous of `count`, round at the ends.
pub(super) fn stepped(at: usize, count: usize, back: bool) -> usize {
    if count == 0 { 0 } else { (at + if back { count - 1 } else { 1 }) % count }
}

/// A row of a list.
#[derive(Debug, Clone, Default)]
pub(super) struct Row {
    pub text: String,
    /// Whether it cannot be taken, and is shown faintly.
    pub is_faint: bool,
    /// Whether it is a heading, which cannot be pointed at.
    pub is_heading: bool,
}

impl Row {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(super) fn heading(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_heading: true, ..Self::default() }
    }

    pub(super) fn faint(self, is_faint: bool) -> Self {
        Self { is_faint, ..self }
    }
}

/// Draws a list, scrolled so that row `at` is seen, which is pointed at; headings are counted as
/// rows. `None`: what is pointed at is elsewhere.
pub(super) fn list(
    frame: &mut Frame<'_>,
    area: Rect,
    rows: &[Row],
    at: Option<usize>,
    theme: Theme,
) -> Hits {
    let room = usize::from(area.height);
    let from = at.unwrap_or(0).saturating_sub(room / 2).min(rows.len().saturating_sub(room));
    let mut hits = Hits::new();
    for ((number, row), y) in rows.iter().enumerate().skip(from).take(room).zip(area.y..) {
        let place = Rect { y, height: 1, ..area };
        let style = if row.is_heading {
            Theme::heading()
        } else if Some(number) == at {
            Theme::chosen()
        } else if row.is_faint {
            theme.faint()
        } else {
            Style::default()
        };
        let pointer = if row.is_heading {
            ""
        } else if Some(number) == at {
            "› "
        } else {
            "  "
        };
        let text = format!("{pointer}{}", row.text);
        let more = (y == area.y && number > 0)
            || (usize::from(y - area.y) + 1 == room && number + 1 < rows.len());
        let mark = if !more {
            ""
        } else if y == area.y {
            "↑"
        } else {
            "↓"
        };
        frame.render_widget(
            Paragraph::new(Line::styled(
                cut(&text, usize::from(area.width).saturating_sub(2)),
                style,
            )),
            place,
        );
        frame.render_widget(
            Paragraph::new(Line::styled(mark, theme.faint()).right_aligned()),
            place,
        );
        if !row.is_heading {
            hits.push((place, number));
        }
    }
    hits
}

/// A text of at most `width` characters; what is cut off leaves an ellipsis.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// Draws buttons side by side.
pub(super) fn buttons(frame: &mut Frame<'_>, area: Rect, labels: &[String], at: usize) -> Hits {
    let mut hits = Hits::new();
    let (mut x, mut y) = (area.x, area.y);
    for (number, label) in labels.iter().enumerate() {
        let text = format!(" {label} ");
        let wide = u16::try_from(text.chars().count()).unwrap_or(u16::MAX);
        if x > area.x && x.saturating_add(wide) > area.right() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() {
            break;
        }
        let place = Rect { x, y, width: wide.min(area.right() - x), height: 1 };
        let style = if number == at { Theme::chosen() } else { Style::default() };
        frame.render_widget(Paragraph::new(Span::styled(text, style)), place);
        hits.push((place, number));
        x += wide + 1;
    }
    hits
}

/// The keys of the last line, and where a click means one of them.
pub(super) type KeyBar = Vec<(Rect, Key)>;

/// Draws the line of keys: entries are separated by two spaces, and entries that do not fit are
/// left out. Clicking an entry is pressing its key.
pub(super) fn keys(
    frame: &mut Frame<'_>,
    area: Rect,
    words: Language,
    text: TextKey,
    theme: Theme,
) -> KeyBar {
    keys_without(frame, area, words, text, theme, &[])
}

/// As [`keys`], without some keys that do nothing now.
pub(super) fn keys_without(
    frame: &mut Frame<'_>,
    area: Rect,
    words: Language,
    text: TextKey,
    theme: Theme,
    without: &[Key],
) -> KeyBar {
    let mut spans = Vec::new();
    let mut bar = KeyBar::new();
    let mut x = area.x;
    for entry in words.sentence(text).split("  ") {
        let wide = u16::try_from(entry.chars().count()).unwrap_or(u16::MAX);
        let (name, does) = entry.split_once(' ').unwrap_or((entry, ""));
        if key_called(name, words).is_some_and(|key| without.contains(&key)) {
            continue;
        }
        if x.saturating_add(wide) > area.right() {
            break;
        }
        bar.extend(key_called(name, words).map(|key| (Rect { x, width: wide, ..area }, key)));
        spans.extend([
            Span::styled(name.to_owned(), Theme::heading()),
            Span::styled(format!(" {does}  "), theme.faint()),
        ]);
        x = x.saturating_add(wide + 2);
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
    bar
}

/// The key whose entry was clicked.
pub(super) fn key_at(bar: &KeyBar, pointer: Pointer) -> Option<Key> {
    let hit = bar.iter().find(|(area, _)| area.contains((pointer.column, pointer.row).into()));
    hit.filter(|_| pointer.act == Act::Click).map(|hit| hit.1)
}

/// The key that a line of keys calls so.
fn key_called(name: &str, words: Language) -> Option<Key> {
    let named = [
        (TextKey::NameEnter, Key::Enter),
        (TextKey::NameEscape, Key::Escape),
        (TextKey::NameSpace, Key::Char(' ')),
    ];
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some('→'), None) | (Some('←'), Some('→')) => Some(Key::Right),
        (Some('←'), None) => Some(Key::Left),
        (Some('↑'), Some('↓')) => Some(Key::Down),
        (Some(letter), None) => Some(Key::Char(letter)),
        _ if name == "Tab" => Some(Key::Tab),
        _ => named.into_iter().find(|named| words.sentence(named.0) == name).map(|named| named.1),
    }
}

/// Draws a notice over the lines above that of the keys, if there is one.
pub(super) fn notice(frame: &mut Frame<'_>, keys: Rect, text: &str) {
    if !text.is_empty() {
        let lines = wrapped([text], keys.width);
        let high = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(keys.y);
        let area = Rect { y: keys.y - high, height: high, ..keys };
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(lines.join("\n")).style(Theme::heading()), area);
    }
}

/// The lines of texts, broken at spaces.
pub(super) fn wrapped(texts: impl IntoIterator<Item = impl AsRef<str>>, width: u16) -> Vec<String> {
    let lines = |line: &str| {
        let mut lines = wrap(line, width.into());
        // Prose has no hanging indent.
        lines.iter_mut().skip(1).for_each(|line| *line = line.trim_start().to_owned());
        lines.into_iter().flat_map(|line| broken(&line, width)).collect::<Vec<_>>()
    };
    texts
        .into_iter()
        .flat_map(|text| text.as_ref().lines().flat_map(lines).collect::<Vec<_>>())
        .collect()
}

/// A line in pieces of at most `width` characters, where a word is longer than that.
fn broken(line: &str, width: u16) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    if letters.len() <= width.into() {
        return vec![line.to_owned()];
    }
    letters.chunks(usize::from(width).max(1)).map(|piece| piece.iter().collect()).collect()
}

/// The widest box.
const WIDEST: u16 = 72;

/// Draws a box in the middle of an area, as high as its texts need; lines that do not fit are left
/// out at the top.
pub(super) fn boxed(frame: &mut Frame<'_>, area: Rect, title: &str, texts: &[String]) {
    let lines = wrapped(texts, WIDEST.min(area.width).saturating_sub(4));
    let room = usize::from(area.height.saturating_sub(2));
    draw_box(frame, area, title, &lines[lines.len().saturating_sub(room)..]);
}

/// Draws a box in the middle of an area, with its texts from line `from` on as far as there is
/// room; gives at how many lines they can begin so that the box is full.
pub(super) fn boxed_from(
    frame: &mut Frame<'_>,
    area: Rect,
    title: &str,
    texts: &[String],
    from: usize,
    theme: Theme,
) -> usize {
    let lines = wrapped(texts, WIDEST.min(area.width).saturating_sub(4));
    let room = usize::from(area.height.saturating_sub(2));
    let last = lines.len().saturating_sub(room);
    let from = from.min(last);
    let seen = &lines[from..lines.len().min(from + room)];
    let place = draw_box(frame, area, title, seen);
    for (is_more, sign, y) in
        [(from > 0, "↑", place.y), (from < last, "↓", place.bottom().saturating_sub(1))]
    {
        if is_more {
            let at = Rect { x: place.right().saturating_sub(3), y, width: 1, height: 1 };
            frame.render_widget(Paragraph::new(Span::styled(sign, theme.danger())), at);
        }
    }
    last + 1
}

fn draw_box(frame: &mut Frame<'_>, area: Rect, title: &str, lines: &[String]) -> Rect {
    let wide = WIDEST.min(area.width);
    let high = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - wide) / 2,
        y: area.y + (area.height - high) / 2,
        width: wide,
        height: high,
    };
    frame.render_widget(Clear, place);
    let block = Block::bordered()
        .title(Span::styled(title.to_owned(), Theme::heading()))
        .padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(
        Paragraph::new(lines.iter().map(|line| Line::from(line.clone())).collect::<Vec<_>>())
            .block(block),
        place,
    );
    place
}

/// Where a log that is seen up to line `to` of `last` is after a key; `None`: the key closes it.
pub(super) fn scrolled(to: usize, last: usize, key: Key) -> Option<usize> {
    let to = match key {
        Key::Up => to.saturating_sub(1),
        Key::PageUp => to.saturating_sub(10),
        Key::Home => 0,
        Key::Down => to + 1,
        Key::PageDown => to + 10,
        Key::End => last,
        _ => return None,
    };
    Some(to.clamp(1, last.max(1)))
}

/// A line of text that is typed.
#[derive(Debug, Clone, Default)]
pub(super) struct Field {
    pub text: String,
}

impl Field {
    /// Takes a key; `false`: it means nothing here.
    pub(super) fn key(&mut self, key: Key) -> bool {
        match key {
            Key::Char(letter) if self.text.chars().count() < 200 => self.text.push(letter),
            Key::Back => drop(self.text.pop()),
            _ => return false,
        }
        true
    }

    /// The text with the cursor behind it.
    pub(super) fn shown(&self) -> String {
        // Of a long text the end is seen.
        let from = self.text.chars().count().saturating_sub(40);
        format!("{}▏", self.text.chars().skip(from).collect::<String>())
    }
}
