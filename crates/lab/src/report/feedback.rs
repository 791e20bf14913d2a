//! What players say of recorded games, in every form.

use super::figures::grouped;
use crate::compare::FeedbackSums;
use maud::{Markup, html};
use tsuro::json::{Json, json};

/// The answers in a sentence.
pub(super) fn in_words(said: &FeedbackSums) -> String {
    let mut parts = Vec::new();
    let known = |counts: &[u64]| counts.iter().sum::<u64>();
    if let Some(mean) = said.mean_fun() {
        parts.push(format!("fun {mean:.1} of 5 ({})", answers(known(&said.fun))));
    }
    let share = |counts: &[u64], at: usize| 100.0 * counts[at] as f64 / known(counts) as f64;
    if known(&said.length) > 0 {
        let [short, right, long] = [0, 1, 2].map(|at| share(&said.length, at));
        let count = answers(known(&said.length));
        parts.push(format!(
            "too short for {short:.0} %, right for {right:.0} %, too long for {long:.0} % ({count})"
        ));
    }
    if known(&said.again) > 0 {
        let (again, count) = (share(&said.again, 0), answers(known(&said.again)));
        parts.push(format!("{again:.0} % would play again ({count})"));
    }
    if !said.remarks.is_empty() {
        let count = said.remarks.len() as u64;
        parts.push(format!("{} {}", grouped(count), if count == 1 { "remark" } else { "remarks" }));
    }
    format!("What players say: {}.", parts.join("; "))
}

fn answers(count: u64) -> String {
    format!("{} {}", grouped(count), if count == 1 { "answer" } else { "answers" })
}

/// The answers on the page, with all remarks.
pub(super) fn on_page(said: &FeedbackSums) -> Markup {
    html! {
        h3 { "What players say" }
        p { (in_words(said)) }
        @if !said.remarks.is_empty() { ul { @for remark in &said.remarks { li { (remark) } } } }
    }
}

/// The answers as JSON; `null` if nobody said anything.
pub(super) fn json(said: &FeedbackSums) -> Json {
    if said.answers == 0 {
        return json!(());
    }
    let [too_short, right, too_long] = said.length;
    let [again, not_again] = said.again;
    json!({
        "answers": said.answers, "fun": said.fun, "mean_fun": said.mean_fun(),
        "too_short": too_short, "right": right, "too_long": too_long, "again": again,
        "not_again": not_again, "remarks": said.remarks, "words": in_words(said),
    })
}
