//! Why an expectation means nothing under the rules that are played.

use crate::model::ExpectedFact;
use crate::play::FinalState;
use tsuro::board::{Place, Square};
use tsuro::game::{Seat, Shown};
use tsuro::rules::hazard::names;
use tsuro::ruleset::{Variant, plain};

/// Why an expectation has no meaning under these rules.
pub(super) fn why_meaningless(
    want: &ExpectedFact,
    after: &FinalState,
    variant: &Variant,
) -> Option<String> {
    let shape = &variant.resolved().facts().shape;
    let unreal =
        |square: Square| shape.why_no_tile(square).map(|(why, _)| format!("{square} {why}"));
    let why = match want {
        ExpectedFact::Tile(square, _)
        | ExpectedFact::RulePiece(square, _)
        | ExpectedFact::SquareMark(square, _)
            if !shape.takes_tiles(*square) =>
        {
            return unreal(*square);
        }
        ExpectedFact::At(_, Some(place)) => return unreal(place.square()),
        ExpectedFact::Marks(marks) | ExpectedFact::OnlyMarks(marks) => {
            return marks.iter().find_map(|mark| unreal(mark.square()));
        }
        // That there are no marks on missing squares and portals is a rule; off the board is a
        // slip.
        ExpectedFact::NotMarks(marks) => {
            let slips = |mark: &&Place| {
                mark.square().column() >= shape.columns() || mark.square().row() >= shape.rows()
            };
            return marks.iter().find(slips).and_then(|mark| unreal(mark.square()));
        }
        ExpectedFact::Supply(_)
        | ExpectedFact::Under(_)
        | ExpectedFact::RulePieceCount(_)
        | ExpectedFact::RulePiece(..)
            if after.supply.is_none() =>
        {
            Some(names::NONE_UNDER_THESE_RULES)
        }
        ExpectedFact::OpenHand(_) if !after.open => {
            Some("under these rules each player has a hand: use `hands` or `hand-counts`")
        }
        ExpectedFact::Hand(..) | ExpectedFact::HandCount(..) if after.open => {
            Some("under these rules the table has one hand: use `hand`")
        }
        ExpectedFact::Counted(name, seat, _) => return why_not_counted(name, *seat, &after.shown),
        ExpectedFact::Score(..) if after.scores.is_none() => {
            Some("under these rules no points are counted")
        }
        _ => None,
    };
    why.map(str::to_owned)
}

/// Why no number of this name is counted for a seat, or for the table.
fn why_not_counted(name: &str, seat: Option<Seat>, shown: &[Shown]) -> Option<String> {
    let names = |of_seats: bool| {
        let mut names: Vec<&str> = Vec::new();
        for one in shown {
            match one {
                Shown::Seat(decl, ..) if of_seats && !names.contains(&decl.name) => {
                    names.push(decl.name);
                }
                Shown::Table(decl, _) if !of_seats && !names.contains(&decl.name) => {
                    names.push(decl.name);
                }
                _ => {}
            }
        }
        names
    };
    let (here, there) = (names(seat.is_some()), names(seat.is_none()));
    if here.contains(&name) {
        return None;
    }
    if there.contains(&name) {
        let how = if seat.is_some() {
            format!("for the table: use `count.{name}`")
        } else {
            format!("for each seat: use `count.{name}.A`")
        };
        return Some(format!("`{name}` is counted {how}"));
    }
    let all: Vec<String> = here.iter().chain(&there).map(|name| format!("`{name}`")).collect();
    let known = if all.is_empty() {
        "nothing is counted here".to_owned()
    } else {
        format!("there is {}", all.join(", "))
    };
    Some(format!("no rule counts `{}`: {known}", plain(name)))
}
