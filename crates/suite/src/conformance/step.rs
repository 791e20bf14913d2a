//! What is checked before each step of a game, and what the step is.

use super::case::{CaseNumbers, GameCase};
use super::choice::choice;
use super::must_hold::{ABLE, Broken, CheckResult, DECLARED, END, REPORTED};
use super::notes::{ConformanceChance, ConformanceSink};
use super::position::{check_position, count_tiles};
use super::secrets::Secrets;
use super::watched::Watch;
use serde_json::Value;
use tsuro::board::Size;
use tsuro::game::unchecked::{NextStep, advance_turn, deal_on};
use tsuro::game::{Choice, Phase, State, View, table};
use tsuro::record::write_position;
use tsuro::rules::Rules;
use tsuro::ruleset::Variant;

/// The position is checked in detail once in this many turns.
const DETAILED_EVERY: u32 = 5;

/// Goes through a game step by step.
pub(super) struct StepCheck<'a, Z: Size> {
    variant: &'a Variant,
    case: &'a GameCase,
    rules: &'a Rules<Z>,
    watch: Option<&'a Watch>,
    /// The number of turns after which a game counts as endless.
    most_turns: u32,
    secrets: Secrets<'a, Z>,
    numbers: CaseNumbers<'a>,
    /// What the deal came to, until it is told at the first step.
    dealt: CheckResult,
    /// The position before the turn that is played, and how many events there were.
    pub before: Option<(Value, u64)>,
}

impl<'a, Z: Size> StepCheck<'a, Z> {
    /// Of a game whose deal drew from `luck`.
    pub(super) fn new(
        variant: &'a Variant,
        case: &'a GameCase,
        rules: &'a Rules<Z>,
        watch: Option<&'a Watch>,
        most_turns: u32,
        luck: &ConformanceChance<'_>,
    ) -> Self {
        let secrets = Secrets::new(variant, rules);
        let dealt = secrets.check_numbers(
            &table(rules, case.players),
            luck.declared,
            &luck.luck,
            |state, luck, hear| {
                deal_on(rules, state, luck, hear);
            },
        );
        let numbers = case.numbers();
        Self { variant, case, rules, watch, most_turns, secrets, numbers, dealt, before: None }
    }

    /// Checks where the game stands, and says how it goes on; `None`: it is over.
    pub(super) fn next(
        &mut self,
        state: &State<Rules<Z>>,
        luck: &ConformanceChance<'_>,
        sink: &ConformanceSink<'_>,
    ) -> Result<Option<NextStep>, Broken> {
        std::mem::replace(&mut self.dealt, Ok(()))?;
        count_tiles(self.rules, state, &sink.boxed)?;
        if self.watch.is_some() {
            // Watched rules note what they show when they are asked for it.
            View::new(self.rules, state).observation(None).shows(|_| ());
        }
        self.check_declared(luck, sink)?;
        self.secrets.check_squares(state)?;
        match state.core().phase() {
            Phase::Over => Ok(None),
            Phase::Turn => {
                self.begin_turn(state, luck, sink)?;
                Ok(Some(NextStep::Turn))
            }
            _ => Ok(Some(NextStep::Take(self.choose(state, luck)?))),
        }
    }

    /// Checks that rules have drawn, reported and done what they declare, and nothing else.
    fn check_declared(
        &self,
        luck: &ConformanceChance<'_>,
        sink: &ConformanceSink<'_>,
    ) -> CheckResult {
        if let Some(decl) = luck.undeclared {
            let why = format!(
                "the rule {:?} draws numbers that it does not declare: {}",
                decl.rule,
                decl.text.in_language("en")
            );
            return Err((DECLARED, why));
        }
        if let Some(decl) = sink.undeclared {
            let kind = decl.kind.map(|kind| format!(" of the kind {kind:?}")).unwrap_or_default();
            let (name, fields) = (decl.name, decl.fields.join(", "));
            let why = format!(
                "{name:?} reports an event{kind} that is not declared, with the fields: {fields}"
            );
            return Err((REPORTED, why));
        }
        self.watch.and_then(Watch::undeclared).map_or(Ok(()), |why| Err((ABLE, why)))
    }

    /// Checks the position before a turn.
    fn begin_turn(
        &mut self,
        state: &State<Rules<Z>>,
        luck: &ConformanceChance<'_>,
        sink: &ConformanceSink<'_>,
    ) -> CheckResult {
        let (rules, turn) = (self.rules, state.core().turn());
        if turn >= self.most_turns && turn < rules.basics.turn_limit() {
            return Err((END, format!("the game has not ended after {turn} turns")));
        }
        let position = write_position(rules, state);
        let checked = if turn.is_multiple_of(DETAILED_EVERY) {
            check_position(self.variant, rules, state, &position, self.case.game_seed())
        } else {
            Ok(())
        };
        self.before = Some((position, sink.events));
        checked?;
        self.secrets.check_numbers(state, luck.declared, &luck.luck, |state, luck, hear| {
            advance_turn(rules, state, luck, hear);
        })?;
        self.secrets.check_told(state, None, &luck.luck)
    }

    /// The choice at a decision, once it is checked that it shows nothing that is secret.
    fn choose(
        &mut self,
        state: &State<Rules<Z>>,
        luck: &ConformanceChance<'_>,
    ) -> Result<Choice, Broken> {
        let phase = state.core().phase();
        let choice = choice(self.rules, state, &mut self.numbers)?;
        let asked = View::new(self.rules, state).question().filter(|_| phase == Phase::Ask);
        if let Some(asked) = asked {
            self.secrets.check_answer(state, &asked, &luck.luck)?;
        }
        if phase != Phase::Start {
            self.secrets.check_told(state, Some(&choice), &luck.luck)?;
        }
        Ok(choice)
    }
}
