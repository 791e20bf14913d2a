//! Failures of the scenario itself: impossible positions, refused choices, missing or unused
//! choices and chance.

use super::failure::Failure;
use crate::chance::{ChanceKind, ChanceProblem};
use crate::letters::letter;
use crate::model::{Expectation, ExpectedFact, ScenarioDecision, Situation, Span, Spanned};
use crate::play::{ScenarioStop, Trace};
use tsuro::ruleset::Code;

/// What of a scenario went otherwise than it was given.
pub(super) fn unplanned(given: &Situation, expect: &[Expectation], trace: &Trace) -> Vec<Failure> {
    let first = match &trace.stop {
        ScenarioStop::Impossible(field, why) => {
            return impossible(given, expect, field, why).into_iter().collect();
        }
        // A scenario ends at what is refused, so nothing after it can be missed.
        ScenarioStop::Refused(asked, item, why) => {
            let is_expected =
                expect.iter().any(|expectation| expectation.want == ExpectedFact::Refused(*asked));
            let refused = || Failure::new(Code::NotMet, why, choice_span(given, *asked, *item));
            return (!is_expected).then(refused).into_iter().collect();
        }
        ScenarioStop::Asked(_) | ScenarioStop::Played if trace.trouble.is_some() => {
            return trace.trouble.iter().map(|trouble| without_outcome(given, trouble)).collect();
        }
        ScenarioStop::Asked(asked) => unanswered(given, expect, trace, *asked),
        ScenarioStop::Played => None,
    };
    let unused = trace.left_chance.iter().map(|&(kind, item)| unused_chance(given, kind, item));
    let unmade = trace.left_choices.iter().map(|&(asked, item)| unused_choice(given, asked, item));
    first.into_iter().chain(unused).chain(unmade).collect()
}

/// An impossible position, unless that or nothing but the rules is asked about.
fn impossible(
    given: &Situation,
    expect: &[Expectation],
    field: &str,
    why: &str,
) -> Option<Failure> {
    let mut wants = expect.iter().map(|expectation| &expectation.want);
    let is_of_rules =
        |want| matches!(want, &ExpectedFact::Players(..) | &ExpectedFact::SameRulesAs(_));
    if wants.clone().any(|want| matches!(want, ExpectedFact::Impossible(_)))
        || wants.all(is_of_rules)
    {
        return None;
    }
    let message = format!("this position is impossible: {field}: {why}");
    Some(Failure::new(Code::ImpossiblePosition, message, field_span(given, field)))
}

/// A decision for which the scenario has no answer, and at which it does not mean to stop.
fn unanswered(
    given: &Situation,
    expect: &[Expectation],
    trace: &Trace,
    asked: ScenarioDecision,
) -> Option<Failure> {
    let is_looked_at = expect.iter().any(|expectation| {
        matches!(
            expectation.want,
            ExpectedFact::Asked(_)
                | ExpectedFact::OnlyMarks(_)
                | ExpectedFact::Marks(_)
                | ExpectedFact::NotMarks(_)
                | ExpectedFact::MarkCount(_)
        )
    });
    let is_left_open = match asked {
        ScenarioDecision::Placement => given.place.is_empty(),
        ScenarioDecision::Mark => given.marks.is_empty(),
        ScenarioDecision::Relocation | ScenarioDecision::Exchange | ScenarioDecision::Answer => {
            false
        }
    };
    if is_looked_at || is_left_open {
        return None;
    }
    let seat = trace.after.as_ref().map_or('A', |after| letter(after.decider));
    let what = match asked {
        ScenarioDecision::Mark => "a start mark is asked for",
        ScenarioDecision::Relocation => "a relocation is asked for",
        ScenarioDecision::Placement => "a placement is asked for",
        ScenarioDecision::Exchange => "an exchange may be made",
        ScenarioDecision::Answer => "a rule asks",
    };
    let message = format!(
        "here {what} ({seat} decides), but the scenario has no answer: give it in `{}`",
        asked.key()
    );
    Some(Failure::new(Code::NotMet, message, None))
}

/// An outcome of chance that is missing or cannot be.
fn without_outcome(given: &Situation, trouble: &ChanceProblem) -> Failure {
    let ChanceProblem { kind, item, why } = trouble;
    let Some(item) = *item else {
        let message = format!("{why}: give the outcome in `{}`, or give a `seed`", kind.key());
        return Failure::new(Code::NotMet, message, None);
    };
    Failure::new(Code::NotMet, why, chance_span(given, *kind, item))
}

fn unused_chance(given: &Situation, kind: ChanceKind, item: usize) -> Failure {
    let message = match kind {
        ChanceKind::Dice => "these dice are never rolled",
        ChanceKind::Spawns => "this piece never comes",
        ChanceKind::Shuffles => "the pile is never shuffled into this order",
        ChanceKind::Picks => "this number is never picked",
        ChanceKind::First => "under these rules the first player is not drawn by lot",
        ChanceKind::Deck => "the deck is never shuffled",
    };
    Failure::new(Code::NeverUsed, message, chance_span(given, kind, item))
}

fn unused_choice(given: &Situation, asked: ScenarioDecision, item: usize) -> Failure {
    let message = match asked {
        ScenarioDecision::Mark => "this start mark is never used: no start mark is asked for",
        ScenarioDecision::Relocation => "this relocation is never used: none is asked for",
        ScenarioDecision::Placement => "this tile is never placed: no placement is asked for",
        ScenarioDecision::Exchange => "this exchange is never made: none is offered",
        ScenarioDecision::Answer => "this answer is never given: nothing is asked",
    };
    Failure::new(Code::NeverUsed, message, choice_span(given, asked, item))
}

/// The place of a field of the position, or of the table that it is in.
fn field_span(given: &Situation, field: &str) -> Option<Span> {
    let fits = |known: &str| {
        field == known || field.strip_prefix(known).is_some_and(|rest| rest.starts_with(['.', '[']))
    };
    given.fields.iter().find(|(known, _)| fits(known)).map(|(_, span)| span.clone())
}

fn span_at<T>(items: &Spanned<T>, item: usize) -> Option<Span> {
    items.get(item).map(|(_, span)| span.clone())
}

fn choice_span(given: &Situation, asked: ScenarioDecision, item: usize) -> Option<Span> {
    match asked {
        ScenarioDecision::Mark => span_at(&given.marks, item),
        ScenarioDecision::Relocation => span_at(&given.relocate, item),
        ScenarioDecision::Placement => span_at(&given.place, item),
        ScenarioDecision::Exchange => span_at(&given.exchange, item),
        ScenarioDecision::Answer => span_at(&given.choose, item),
    }
}

fn chance_span(given: &Situation, sort: ChanceKind, item: usize) -> Option<Span> {
    match sort {
        ChanceKind::Dice => span_at(&given.dice, item),
        ChanceKind::Spawns => span_at(&given.spawns, item),
        ChanceKind::Shuffles => span_at(&given.shuffles, item),
        ChanceKind::Picks => span_at(&given.picks, item),
        ChanceKind::First | ChanceKind::Deck => field_span(given, sort.key()),
    }
}
