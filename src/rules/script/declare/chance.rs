//! What a script's rule leaves to chance, why it puts pieces out, and how games end under it.

use super::events::NamedEvent;
use super::kept::{list, one, text};
use super::reader::Reader;
use crate::game::{Cause, CauseDecl, ChanceDecl, OutcomeDecl};
use crate::rules::script::literal::{Entry, LiteralValue};
use crate::rules::script::sections;

impl Reader {
    pub(super) fn chance(
        &mut self,
        top: &[Entry],
        rule: &'static str,
        events: &[NamedEvent],
    ) -> Vec<(&'static str, &'static ChanceDecl)> {
        let mut lots = Vec::new();
        for entry in self.section(top, "chance") {
            let what = format!("the lot `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a lot");
            let fields = self.map(&entry.value, &what, sections::LOT);
            let mut lot = ChanceDecl::new(rule, self.texts_among(fields, entry.value.at, &what));
            if self.flag(fields, "dice") {
                lot = lot.as_dice();
            }
            if let Some(seen_by) = Self::entry(fields, "seen_by") {
                let words = [("everybody", 0), ("one-seat", 1), ("nobody", 2)];
                lot = match self.word(seen_by, &format!("`seen_by` of {what}"), &words) {
                    Some(1) => lot.seen_by_one_seat(),
                    Some(2) => lot.seen_by_nobody(),
                    _ => lot,
                };
            }
            if let Some(event) = Self::entry(fields, "event") {
                let named = self.string(event, &format!("`event` of {what}"));
                let field = Self::entry(fields, "field")
                    .map_or("", |field| self.string(field, &format!("`field` of {what}")));
                if !self.dry {
                    match events
                        .iter()
                        .find(|known| known.0 == named)
                        .map(|event| event.1.0)
                        .filter(|event| event.has(&[field]))
                    {
                        Some(event) => lot.event = Some((event, list(vec![text(field)]))),
                        None => {
                            self.problem(
                                event.at,
                                format!(
                                    "{what} names an event and a `field` of \
                                it that the rule does not have"
                                ),
                            );
                        }
                    }
                }
            }
            if !self.dry {
                lots.push((name, one(lot)));
            }
        }
        lots
    }

    pub(super) fn causes(
        &mut self,
        top: &[Entry],
        rule: &str,
    ) -> Vec<(&'static str, &'static CauseDecl)> {
        let mut causes = Vec::new();
        for entry in self.section(top, "causes") {
            let what = format!("the cause `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a cause");
            let fields = self.map(&entry.value, &what, sections::CAUSE);
            let texts = self.texts_among(fields, entry.value.at, &what);
            let means = Self::entry(fields, "means").map(|means| self.string(means, &what));
            let mut cause = CauseDecl::new(
                self.text(&format!("{rule}/{}", entry.key)),
                self.text(means.unwrap_or_default()),
                texts,
            );
            if means.is_none() {
                cause = cause.of_acts();
            }
            if !self.dry {
                causes.push((name, one(cause)));
            }
        }
        causes
    }

    /// The cause that the declaration names for something.
    pub(super) fn cause_of(
        &mut self,
        top: &[Entry],
        key: &str,
        causes: &[(&'static str, &'static CauseDecl)],
    ) -> Option<Cause> {
        let literal = Self::entry(top, key)?;
        let name = self.string(literal, &format!("`{key}`"));
        let known: Vec<&str> =
            self.section(top, "causes").iter().map(|entry| entry.key.as_str()).collect();
        if !known.contains(&name) {
            self.problem(
                literal.at,
                format!("`{key}` names the cause {name:?}, which is not among the `causes`"),
            )
            .unknown(name, &known);
        }
        causes.iter().find(|cause| cause.0 == name).map(|cause| Cause::Rule(cause.1))
    }

    pub(super) fn outcomes(
        &mut self,
        top: &[Entry],
        rule: &str,
    ) -> Vec<(&'static str, &'static OutcomeDecl)> {
        let mut outcomes = Vec::new();
        for entry in self.section(top, "outcomes") {
            let what = format!("the outcome `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "an outcome");
            let texts = self.texts(&entry.value, &what);
            if let LiteralValue::Map(fields) = &entry.value.value {
                self.names_only(fields, &["who"], &what);
            }
            if !self.dry {
                outcomes.push((
                    name,
                    one(OutcomeDecl::new(text(&format!("{rule}/{}", entry.key)), texts)),
                ));
            }
        }
        outcomes
    }
}
