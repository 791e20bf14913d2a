//! How long people took in recorded games, as sentences, tables and JSON.

use super::figures::grouped;
use super::lines::{aligned, wrap};
use super::wide_table;
use crate::compare::{KindTimes, LONGEST, RecordedTimes};
use crate::metrics::Pace;
use maud::{Markup, html};
use tsuro::json::{Json, json};

const HEAD: [&str; 5] = ["choice", "known times", "median", "90 % within", "mean"];

/// The times as text.
pub(super) fn text(times: &RecordedTimes) -> String {
    let head = HEAD.map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows(times)).collect();
    [&*wrap(&in_words(times), ""), &*aligned(&rows, |column| column == 0)].concat()
}

/// The times on the page.
pub(super) fn on_page(times: &RecordedTimes) -> Markup {
    let head = html! { @for name in HEAD { th { (name) } } };
    let rows: Vec<Markup> = rows(times)
        .map(|row| {
            let cells = row.iter().enumerate();
            html! { @for (column, text) in cells { td.n[column > 0] { (text) } } }
        })
        .collect();
    html! {
        h3 { "Time for a choice" }
        p { (in_words(times)) }
        (wide_table(None, Some(&head), &rows))
    }
}

/// The times as JSON; `null` if none is known.
pub(super) fn json(times: Option<&RecordedTimes>) -> Json {
    let Some(times) = times else { return json!(()) };
    let kinds = times.kinds.iter().map(|KindTimes { kind, choices, median, high, mean }| {
        json!({
            "choice": kind.name(), "known": *choices as u64, "median": *median, "high": *high,
            "mean": *mean,
        })
    });
    let pace = |pace: &Pace| {
        json!({
            "player": pace.player, "tile": pace.tile, "exchange": pace.exchange,
            "rule_turn": pace.rule_turn,
        })
    };
    json!({
        "kinds": Json::list(kinds), "assumed": pace(&Pace::ASSUMED),
        "pace": times.pace.as_ref().map(pace), "minutes_assumed": times.minutes.0,
        "minutes": times.minutes.1, "words": in_words(times),
    })
}

/// The pace of the people beside the assumed one.
fn in_words(times: &RecordedTimes) -> String {
    let known: u64 = times.kinds.iter().map(|kind| kind.choices as u64).sum();
    let known = format!("The records have the times of {} choices.", grouped(known));
    let (assumed, minutes) = times.minutes;
    let Some((pace, minutes)) = times.pace.zip(minutes) else {
        return format!(
            "{known} That is too few to tell how long these games take: by the assumed pace, \
             {assumed:.1} minutes on average."
        );
    };
    let parts = [
        ("A tile takes", pace.tile, Pace::ASSUMED.tile),
        ("an exchange takes", pace.exchange, Pace::ASSUMED.exchange),
    ];
    let parts: Vec<String> = parts
        .iter()
        .map(|(what, seconds, assumed)| {
            if seconds.total_cmp(assumed).is_eq() {
                format!("{what} {assumed} seconds as assumed")
            } else {
                format!("{what} {seconds:.1} seconds on average ({assumed} are assumed)")
            }
        })
        .collect();
    format!(
        "{known} {}. At this pace these games take {minutes:.1} minutes on average, and \
         {assumed:.1} by the assumed one. A longer choice than {} minutes counts as that long; the \
         times to set up and for what rules do stay as assumed.",
        parts.join(", "),
        LONGEST / 60_000
    )
}

/// The rows of the table.
fn rows(times: &RecordedTimes) -> impl Iterator<Item = Vec<String>> {
    let seconds = |seconds: f64| format!("{seconds:.1} s");
    times.kinds.iter().map(move |times| {
        vec![
            times.kind.name().to_owned(),
            grouped(times.choices as u64),
            seconds(times.median),
            seconds(times.high),
            seconds(times.mean),
        ]
    })
}
