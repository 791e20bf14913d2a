//! [`ScriptRule`]: a rule that a script plays, and what verbs take from its declaration.

use super::declare::{Declared, FieldKind};
use super::hooks::Hook;
use super::values::{ScriptArgument, of_json};
use crate::board::{Face, Place, Rotation, Square};
use crate::game::{Cause, FieldValue, MAX_FIELDS, Seat, Table};
use crate::rules::rule_script::RuleScript;
use rhai::{AST, Dynamic, ImmutableString, Map};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

impl RuleScript {
    pub(super) fn ast(&self) -> &AST {
        &self.program.ast
    }

    pub(super) fn declared(&self) -> &'static Declared {
        self.program.declared
    }

    pub(super) fn has(&self, hook: Hook) -> bool {
        self.program.hooks & hook.bit() != 0
    }
}

/// A rule of a rule set that a script plays.
pub(super) struct ScriptRule {
    pub(super) script: Arc<RuleScript>,
    /// The values of its keys.
    keys: Map,
}

impl fmt::Debug for ScriptRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptRule")
            .field("name", &self.name())
            .field("keys", &self.keys)
            .finish_non_exhaustive()
    }
}

impl ScriptRule {
    /// The rule of a script with these values of its keys.
    pub(super) fn new(
        script: Arc<RuleScript>,
        given: &serde_json::Map<String, Value>,
    ) -> Option<Self> {
        let names = script.declared().rule.keys.iter().map(|key| key.name);
        let keys = names
            .map(|name| Some((name.into(), of_json(given.get(name)?).ok()?)))
            .collect::<Option<Map>>()?;
        Some(Self { script, keys })
    }

    pub(super) fn name(&self) -> &'static str {
        self.script.declared().rule.name
    }

    /// The file name of the script.
    pub(super) fn file_name(&self) -> &str {
        self.script.file_name()
    }

    /// The value of a key.
    pub(super) fn key(&self, name: &str) -> Option<Dynamic> {
        self.keys.get(name).cloned()
    }

    /// The cause of this name: one of the rule's, or one that there is under any rules.
    pub(super) fn cause(&self, name: &str) -> Result<Cause, String> {
        let own = self
            .script
            .declared()
            .causes
            .iter()
            .find(|cause| cause.0 == name)
            .map(|cause| Cause::Rule(cause.1));
        let found = own.or_else(|| Cause::ALL.into_iter().find(|cause| cause.name() == name));
        found.ok_or_else(|| {
            format!(
                "takes a cause that the rule declares, \"edge\", \"collision\" or \"loop\", and \
                 not {name:?}"
            )
        })
    }

    /// Draws a number.
    pub(super) fn chance(
        &self,
        table: &mut Table<'_>,
        lot: &str,
        seat: Option<Seat>,
        below: u32,
    ) -> Result<u32, String> {
        let known = self.script.declared().chance.iter().find(|known| known.0 == lot);
        let decl = known
            .ok_or_else(|| format!("draws {lot:?}, which is not among the `chance` of `RULE`"))?
            .1;
        if below == 0 {
            return Err("takes a bound from 1".to_owned());
        }
        let lot = decl.below(below);
        Ok(table.chance(&seat.map_or(lot, |seat| lot.seen_by(seat)))[0])
    }

    /// Reports an event.
    pub(super) fn tell(
        &self,
        table: &mut Table<'_>,
        event: &str,
        fields: &Map,
    ) -> Result<(), String> {
        let known = self.script.declared().events.iter().find(|known| known.0 == event);
        let (decl, kinds) = known
            .ok_or_else(|| {
                format!("tells of {event:?}, which is not among the `events` of `RULE`")
            })?
            .1;
        if let Some(other) = fields.keys().find(|field| !decl.fields.contains(&field.as_str())) {
            return Err(format!(
                "tells of a field `{other}`, which the event {event:?} does not have"
            ));
        }
        let mut told = [FieldValue::Null; MAX_FIELDS];
        for ((slot, &field), &kind) in told.iter_mut().zip(decl.fields).zip(kinds) {
            let value = fields
                .get(field)
                .ok_or_else(|| format!("tells of no `{field}`, which the event {event:?} has"))?;
            *slot = field_value(kind, value)
                .map_err(|why| format!("has a wrong `{field}` of the event {event:?}: it {why}"))?;
        }
        table.tell_declared(decl, &told[..decl.fields.len()]);
        Ok(())
    }
}

/// The value of a field of an event.
fn field_value(kind: FieldKind, value: &Dynamic) -> Result<FieldValue, String> {
    if value.is_unit() {
        return Ok(FieldValue::Null);
    }
    let number = || value.as_int().map_err(|found| format!("takes a number, and not a {found}"));
    let text = || {
        value
            .clone()
            .try_cast::<ImmutableString>()
            .ok_or_else(|| format!("takes a text, and not a {}", value.type_name()))
    };
    Ok(match kind {
        FieldKind::Number => FieldValue::Number(u32::take(number()?)?),
        FieldKind::Seat => FieldValue::Seat(Seat::take(number()?)?),
        FieldKind::Tile => FieldValue::Face(Face::take(number()?)?),
        FieldKind::Rotation => FieldValue::Rotation(Rotation::take(number()?)?),
        FieldKind::Square => FieldValue::Square(Square::take(text()?)?),
        FieldKind::Place => FieldValue::Place(Place::take(text()?)?),
        FieldKind::Words(words) => {
            let text = text()?;
            let word = words.iter().find(|word| **word == text.as_str());
            FieldValue::Word(
                word.ok_or_else(|| format!("takes one of {}, and not {text:?}", words.join(", ")))?,
            )
        }
    })
}
