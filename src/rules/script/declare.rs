//! What a script declares: the map `RULE` at its top, read as it is written.
//!
//! Events, questions and looks are known by their addresses for as long as the program runs, so
//! each declaration is made once and never freed: scripts that declare the same share it, and a
//! program keeps no more than `MOST_DECLARED` bytes of them.

mod asks;
mod chance;
mod declared;
mod events;
mod kept;
mod keys;
mod looks;
mod reader;

use super::literal::{Entry, Literal, LiteralValue, place_of};
use super::problem::ScriptProblem;
use super::sections;
use crate::game::{RuleDecl, RulePhase, Texts};
pub(super) use declared::{Copies, Declared, FieldKind, Implied};
use kept::list;
use reader::Reader;

/// The declaration that a script has written, with what its functions say.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn declared(
    written: &Literal,
    implied: Implied,
) -> Result<&'static Declared, Vec<ScriptProblem>> {
    let mut canonical = format!("{:?}{:?}", implied.timings, implied.abilities);
    written.write(&mut canonical);
    if let Some(known) = kept::known(&canonical) {
        return Ok(known);
    }
    if !kept::has_room_for(&canonical) {
        let message = "this program has read too many different scripts: start it anew";
        return Err(vec![ScriptProblem::new(place_of(written.at), message)]);
    }
    // Nothing is kept of a declaration with problems.
    let mut reader = Reader { problems: Vec::new(), dry: true };
    reader.rule(written, implied);
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    reader.dry = false;
    let found = reader.rule(written, implied).filter(|_| reader.problems.is_empty());
    found.map(|declared| kept::keep(canonical, declared)).ok_or(reader.problems)
}

impl Reader {
    fn rule(&mut self, written: &Literal, implied: Implied) -> Option<Declared> {
        let top = self.map(written, "`RULE`", sections::RULE);
        if !matches!(written.value, LiteralValue::Map(_)) {
            return None;
        }
        for needed in ["name", "summary"] {
            if Self::entry(top, needed).is_none() {
                self.problem(written.at, format!("`RULE` has no `{needed}`"));
            }
        }
        let name_at = Self::entry(top, "name").map_or(written.at, |literal| literal.at);
        let name = Self::entry(top, "name")
            .map_or("", |literal| self.string(literal, "the name of a rule"));
        let kept_name = self.name(name, name_at, "a rule");
        let (summary, rulebook) = self.summary(top);
        let phases = RulePhase::ALL.map(|phase| (phase.table(), phase));
        let phase = Self::entry(top, "phase").map_or(Some(RulePhase::Rule), |literal| {
            self.word(literal, "the phase of a rule", &phases)
        });
        let keys = self.keys(top);
        let events = self.events(top, name);
        let asks = self.asks(top, kept_name);
        let chance = self.chance(top, kept_name, &events);
        let causes = self.causes(top, name);
        let outcomes = self.outcomes(top, name);
        let (marks, counts, pieces) = (self.marks(top), self.counts(top), self.pieces(top));
        let tiles = self.tiles(top, &keys);
        let cause_of_blocked = self.cause_of(top, "blocked", &causes);
        let cause_of_facing = self.cause_of(top, "facing", &causes);
        let help = self.help(top);
        if self.dry {
            return None;
        }
        let rule = RuleDecl {
            keys: list(keys),
            events: list(events.iter().map(|event| event.1.0).collect()),
            causes: list(causes.iter().map(|cause| cause.1).collect()),
            asks: list(asks.iter().map(|ask| ask.1).collect()),
            chance: list(chance.iter().map(|chance| chance.1).collect()),
            marks: list(marks.iter().map(|mark| mark.1).collect()),
            counts: list(counts.iter().map(|count| count.1).collect()),
            help: list(help),
            rulebook,
            timings: implied.timings,
            abilities: implied.abilities,
            // Scripts are built by the registry, which has their text.
            ..RuleDecl::new(phase?, kept_name, summary, &|_| None)
        };
        let (events, asks, chance, causes) = (list(events), list(asks), list(chance), list(causes));
        let (outcomes, marks, counts, pieces, tiles) =
            (list(outcomes), list(marks), list(counts), list(pieces), list(tiles));
        Some(Declared {
            rule,
            events,
            asks,
            chance,
            causes,
            outcomes,
            marks,
            counts,
            pieces,
            tiles,
            cause_of_blocked,
            cause_of_facing,
        })
    }

    /// What the rule does: a text in English, or one for each language.
    fn summary(&mut self, top: &[Entry]) -> (&'static str, Texts) {
        let what = "the summary of a rule";
        match Self::entry(top, "summary") {
            Some(literal) if matches!(literal.value, LiteralValue::Map(_)) => {
                let texts = self.texts(literal, what);
                (texts.in_language("en"), texts)
            }
            literal => {
                let summary = literal.map_or("", |literal| self.string(literal, what));
                (self.text(summary), Texts(&[]))
            }
        }
    }
}
