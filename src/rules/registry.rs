//! [`Registry`]: the list of the rules that a rule-set file can name.

use super::draw::{DRAFT, DRAGON, REFILL, STATUE};
use super::hazard::{CANNON, DAIKAIJU, NONE, TSUNAMI, WHIRLPOOL};
use super::other::NO_RULE;
use super::placement::{FREE, TRUCE};
use super::score::{LAST_STANDING, LAST_TEAM, LONGEST_PATH, MOST_CROSSINGS, SOLO};
use crate::game::{KeyWord, Rule, RuleDecl, RulePhase, ValueKind, Values};
use std::sync::OnceLock;

/// The rules of the crate.
static SHIPPED: [&RuleDecl; 17] = [
    &FREE,
    &TRUCE,
    &DRAGON,
    &STATUE,
    &REFILL,
    &DRAFT,
    &NONE,
    &DAIKAIJU,
    &CANNON,
    &TSUNAMI,
    &WHIRLPOOL,
    &LAST_STANDING,
    &LONGEST_PATH,
    &MOST_CROSSINGS,
    &SOLO,
    &LAST_TEAM,
    &NO_RULE,
];

/// The rules that a rule-set file can name: those of the crate, and those that a program registers before it starts.
///
/// ```
/// use tsuro::rules::{Registry, RulePhase};
///
/// let names: Vec<&str> = Registry::default().rules(RulePhase::Score).iter().map(|rule| rule.name).collect();
/// assert!(names.contains(&"last-standing"));
/// ```
#[derive(Debug)]
pub struct Registry {
    /// By phase, in the order of [`RulePhase::ALL`].
    rules: [Vec<&'static RuleDecl>; RulePhase::ALL.len()],
    /// All words of a [`ValueKind::Causes`] key, made when they are first needed.
    words: OnceLock<&'static [KeyWord]>,
}

impl Default for Registry {
    /// The rules of the crate.
    fn default() -> Self {
        let of = |phase| SHIPPED.into_iter().filter(|decl| decl.phase == phase).collect();
        Self { rules: RulePhase::ALL.map(of), words: OnceLock::new() }
    }
}

impl Registry {
    /// Registers a rule.
    ///
    /// # Panics
    /// If there is a rule of that name already, since positions and reports tell rules by their names; if one of its causes,
    /// events or numbers is not its own; if a rule of which there can be several has a key `remove`, which takes a rule away.
    #[must_use]
    pub fn with(mut self, decl: &'static RuleDecl) -> Self {
        self.check(decl);
        self.rules[decl.phase as usize].push(decl);
        self.words = OnceLock::new();
        self
    }

    /// Checks that the name of a rule is new, and that its causes, events and numbers are its own.
    fn check(&self, decl: &RuleDecl) {
        let name = decl.name;
        assert!(self.all().all(|known| known.name != name), "there is already a rule {name:?}");
        assert!(!decl.phase.several() || decl.keys.iter().all(|key| key.name != "remove"), "the rule {name:?} has a key `remove`");
        for cause in decl.causes {
            let own = cause.name.split_once('/').is_some_and(|(rule, word)| rule == name && !word.is_empty());
            assert!(own, "the cause {:?} of the rule {name:?} is not named {name}/…", cause.name);
        }
        for event in decl.events {
            assert!(event.is_of_rule() && event.name == name, "the event {:?} of the rule {name:?} is not its own", event.name);
        }
        for chance in decl.chance {
            let told = chance.event.is_none_or(|(event, fields)| {
                decl.events.iter().any(|own| std::ptr::eq(*own, event)) && fields.iter().all(|field| event.written().contains(field))
            });
            assert!(chance.rule == name && told, "the numbers {:?} of the rule {name:?} are not its own", chance.text.of("en"));
        }
    }

    /// All rules, phase by phase.
    pub fn all(&self) -> impl Iterator<Item = &'static RuleDecl> {
        self.rules.iter().flatten().copied()
    }

    /// Turns [`ValueKind::Causes`] into the list of all causes that a file can name; returns any other kind unchanged.
    ///
    /// The list is made once and never freed, so that a kind can be copied.
    pub(crate) fn kind(&self, kind: ValueKind) -> ValueKind {
        match kind {
            ValueKind::Causes(words) => ValueKind::Choices(self.words.get_or_init(|| {
                let causes = self.all().flat_map(|decl| decl.causes);
                let causes = causes.filter(|cause| cause.by_placement && !words.iter().any(|word| word.name == cause.name));
                let causes = causes.map(|cause| KeyWord::new(cause.name, cause.means));
                Box::leak(words.iter().copied().chain(causes).collect())
            })),
            kind => kind,
        }
    }

    /// The rules of a phase: those of the crate first, then the others in the order of their registration.
    pub fn rules(&self, phase: RulePhase) -> &[&'static RuleDecl] {
        &self.rules[phase as usize]
    }

    /// Builds the rule of a phase with this name; `None` if there is none, or if it cannot be made of its values.
    pub(crate) fn build(&self, phase: RulePhase, name: &str, values: &mut Values<'_>) -> Option<Box<dyn Rule>> {
        let decl = self.rules(phase).iter().find(|decl| decl.name == name)?;
        (decl.build)(values)
    }
}
