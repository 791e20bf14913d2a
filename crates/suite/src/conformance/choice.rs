//! What is chosen at a decision.

use super::case::CaseNumbers;
use super::must_hold::{Broken, LEGAL, STUCK};
use tsuro::board::{Content, Size};
use tsuro::game::{Answer, Choice, Marks, Phase, Question, Rng, State, View, random_exchange};
use tsuro::rules::Rules;

/// What is chosen at a decision; otherwise what is wrong with what can be chosen.
pub(super) fn choice<Z: Size>(
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    numbers: &mut CaseNumbers<'_>,
) -> Result<Choice, Broken> {
    let core = state.core();
    let (view, seat) = (View::new(rules, state), core.active());
    Ok(match core.phase() {
        Phase::Start => {
            let marks = Marks::new(&rules.basics, core).at_start();
            if marks.is_empty() {
                return Err((STUCK, format!("seat {seat} has no start mark to choose")));
            }
            Choice::Start(marks[numbers.below(marks.len())])
        }
        Phase::Relocate { must } => {
            let marks = Marks::new(&rules.basics, core).to_relocate(seat);
            if marks.is_empty() {
                return Err((STUCK, format!("seat {seat} has no mark to relocate to")));
            }
            Choice::Relocate(marks.get(numbers.below(marks.len() + usize::from(!must))).copied())
        }
        Phase::Ask => {
            let seat = core.decider();
            let Some(asked) = view.question() else {
                return Err((
                    STUCK,
                    format!("seat {seat} is asked, and there is no question any more"),
                ));
            };
            if let Some(wrong) = wrong_answers(&asked) {
                return Err((STUCK, format!("seat {seat} is asked: {wrong}")));
            }
            Choice::Rule(asked.options[numbers.below(asked.options.len())])
        }
        Phase::Exchange => {
            let seen = view.observation(Some(seat));
            let mut rng = Rng::new(numbers.below(1 << 12) as u64, 0);
            let exchange = random_exchange(seen.hand(), seen.offered(), &mut rng);
            if !exchange.is_empty() && !seen.allows_exchange(&exchange) {
                return Err((
                    LEGAL,
                    format!("{exchange:?} consists of tiles that are offered, and is not allowed"),
                ));
            }
            Choice::Exchange(exchange)
        }
        Phase::Place | Phase::Turn | Phase::Over => {
            let faced = core.place(seat).square();
            if core.board().content(faced) != Content::Empty {
                let what = if core.board().is_blocked(faced) { "is blocked" } else { "has a tile" };
                return Err((
                    STUCK,
                    format!("seat {seat} has to place a tile on {faced}, which {what}"),
                ));
            }
            let legal = view.choices().legal();
            if legal.is_empty() {
                return Err((STUCK, format!("seat {seat} has no legal placement")));
            }
            Choice::Place(legal[numbers.below(legal.len())])
        }
    })
}

/// What is wrong with a question and its answers, if anything is: the engine has seen to it that
/// there are answers, and a seat that can choose.
fn wrong_answers(question: &Question) -> Option<String> {
    let options = &question.options;
    let blank = |option: &&Answer| {
        option.as_word().is_some_and(|word| word.is_empty() || word.contains(char::is_whitespace))
    };
    if let Some(option) = options.iter().find(blank) {
        return Some(format!(
            "the rule {:?} has the answer \"{option}\", which is not a word",
            question.asks.rule
        ));
    }
    let (shown, declared) = (question.about.len(), question.asks.about.len());
    if shown != declared {
        return Some(format!(
            "the rule {:?} shows {shown} things with its question, and declares {declared}",
            question.asks.rule
        ));
    }
    let twice = (1..options.len()).find(|&at| options[..at].contains(&options[at]))?;
    Some(format!("the rule {:?} has the answer {} twice", question.asks.rule, options[twice]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::game::{AnswerKind, AskDecl, SubjectDecl, Texts};

    const BID: AskDecl =
        AskDecl::new("auction", AnswerKind::Number, Texts(&[("en", "For {lot}?")]))
            .about(&[SubjectDecl::new("lot")]);

    #[test]
    fn a_question_that_shows_other_than_it_declares_is_found() {
        let bid = || Question::new(&BID, [Answer::number(1)]);
        assert_eq!(wrong_answers(&bid().about([7.into()])), None);
        let wrong = wrong_answers(&bid()).unwrap();
        assert_eq!(wrong, r#"the rule "auction" shows 0 things with its question, and declares 1"#);
        assert!(
            wrong_answers(&bid().about([7.into(), 8.into()])).unwrap().contains("shows 2 things")
        );
    }
}
