//! [`Registry`]: the list of the rules that a rule-set file can name.

use super::draw::{DRAFT, DRAGON, REFILL, STATUE};
use super::hazard::{
    CANNON, DAIKAIJU, MYSTIC_PORTAL, NONE, TAIHOU, TSUNAMI, UZUSHIO, WAVE, WHIRLPOOL,
};
use super::other::NO_RULE;
use super::placement::{FREE, TRUCE};
use super::rule_script::RuleScript;
use super::score::{
    LANTERNS, LAST_STANDING, LAST_TEAM, LONGEST_PATH, MOST_CROSSINGS, OUTLAST, SOLO,
};
use super::script;
use crate::game::{KeyWord, Rule, RuleDecl, RulePhase, ValueKind, Values};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The rules of the crate.
static SHIPPED: [&RuleDecl; 23] = [
    &FREE,
    &TRUCE,
    &DRAGON,
    &STATUE,
    &REFILL,
    &DRAFT,
    &NONE,
    &DAIKAIJU,
    &CANNON,
    &TAIHOU,
    &MYSTIC_PORTAL,
    &TSUNAMI,
    &WHIRLPOOL,
    &WAVE,
    &UZUSHIO,
    &LAST_STANDING,
    &LONGEST_PATH,
    &MOST_CROSSINGS,
    &SOLO,
    &OUTLAST,
    &LAST_TEAM,
    &LANTERNS,
    &NO_RULE,
];

/// The rules that a rule-set file can name: the rules of the crate, and the rules that a program
/// registers before it starts.
///
/// ```
/// use tsuro::rules::{Registry, RulePhase};
///
/// let names: Vec<&str> =
///     Registry::default().rules(RulePhase::Score).iter().map(|rule| rule.name).collect();
/// assert!(names.contains(&"last-standing"));
/// ```
#[derive(Debug, Clone)]
pub struct Registry {
    /// By phase, in the order of [`RulePhase::ALL`].
    rules: [Vec<&'static RuleDecl>; RulePhase::ALL.len()],
    /// All words of a [`ValueKind::Causes`] key, made when they are first needed.
    words: OnceLock<&'static [KeyWord]>,
    /// The scripts of one rule set, whose rules are among the others.
    scripts: Vec<Arc<RuleScript>>,
}

/// The lists of words that were made so far, each once, since none is freed.
static WORDS: Mutex<Vec<&'static [KeyWord]>> = Mutex::new(Vec::new());

/// The same words, for good.
fn kept(words: Vec<KeyWord>) -> &'static [KeyWord] {
    let same = |known: &&&[KeyWord]| {
        known.len() == words.len()
            && known.iter().zip(&words).all(|(one, other)| one.name == other.name)
    };
    let mut all = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(same) {
        return known;
    }
    let new: &'static [KeyWord] = words.leak();
    all.push(new);
    new
}

impl Default for Registry {
    /// The rules of the crate.
    fn default() -> Self {
        let of = |phase| SHIPPED.into_iter().filter(|decl| decl.phase == phase).collect();
        Self { rules: RulePhase::ALL.map(of), words: OnceLock::new(), scripts: Vec::new() }
    }
}

impl Registry {
    /// Registers a rule.
    ///
    /// # Panics
    /// If there is a rule of that name already, since positions and reports tell rules by their
    /// names; if one of its causes, events or numbers is not its own; if a rule of which there can
    /// be several has a key `remove`, which takes a rule away.
    #[must_use]
    pub fn with(mut self, decl: &'static RuleDecl) -> Self {
        self.check(decl);
        self.rules[decl.phase as usize].push(decl);
        self.words = OnceLock::new();
        self
    }

    /// The same with the rules of these scripts, none of which has the name of another rule.
    pub(crate) fn with_scripts(&self, scripts: Vec<Arc<RuleScript>>) -> Self {
        let mut extended = self.clone();
        for script in &scripts {
            extended.rules[script.rule().phase as usize].push(script.rule());
        }
        if scripts.iter().any(|script| !script.rule().causes.is_empty()) {
            extended.words = OnceLock::new();
        }
        extended.scripts = scripts;
        extended
    }

    /// The scripts of the rule set for which the registry was extended.
    pub(crate) fn scripts(&self) -> &[Arc<RuleScript>] {
        &self.scripts
    }

    /// Checks that the name of a rule is new, and that its causes, events and numbers are its own.
    fn check(&self, decl: &RuleDecl) {
        let name = decl.name;
        assert!(self.all().all(|known| known.name != name), "there is already a rule {name:?}");
        assert!(
            !decl.phase.several() || decl.keys.iter().all(|key| key.name != "remove"),
            "the rule {name:?} has a key `remove`"
        );
        for cause in decl.causes {
            let own = cause
                .name
                .split_once('/')
                .is_some_and(|(rule, word)| rule == name && !word.is_empty());
            assert!(own, "the cause {:?} of the rule {name:?} is not named {name}/…", cause.name);
        }
        for event in decl.events {
            assert!(
                event.is_of_rule() && event.name == name,
                "the event {:?} of the rule {name:?} is not its own",
                event.name
            );
        }
        for chance in decl.chance {
            let told = chance.event.is_none_or(|(event, fields)| {
                decl.events.iter().any(|own| std::ptr::eq(*own, event))
                    && fields.iter().all(|field| event.written().contains(field))
            });
            assert!(
                chance.rule == name && told,
                "the numbers {:?} of the rule {name:?} are not its own",
                chance.text.in_language("en")
            );
        }
    }

    /// All rules, phase by phase.
    pub fn all(&self) -> impl Iterator<Item = &'static RuleDecl> {
        self.rules.iter().flatten().copied()
    }

    /// Turns [`ValueKind::Causes`] into the list of all causes that a file can name; returns any
    /// other kind unchanged.
    ///
    /// The list is made once and never freed, so that a kind can be copied.
    pub(crate) fn kind(&self, kind: ValueKind) -> ValueKind {
        match kind {
            ValueKind::Causes(words) => ValueKind::Choices(self.words.get_or_init(|| {
                let causes = self.all().flat_map(|decl| decl.causes);
                let causes = causes.filter(|cause| {
                    cause.by_placement && !words.iter().any(|word| word.name == cause.name)
                });
                let causes = causes.map(|cause| KeyWord::new(cause.name, cause.means));
                kept(words.iter().copied().chain(causes).collect())
            })),
            kind => kind,
        }
    }

    /// The rules of a phase: the rules of the crate first, then the others in the order of their
    /// registration.
    pub fn rules(&self, phase: RulePhase) -> &[&'static RuleDecl] {
        &self.rules[phase as usize]
    }

    /// Builds the rule of a phase with this name; `None` if there is none, or if it cannot be made
    /// of its values.
    pub(crate) fn build(
        &self,
        phase: RulePhase,
        name: &str,
        values: &mut Values<'_>,
    ) -> Option<Box<dyn Rule>> {
        let decl = self.rules(phase).iter().find(|decl| decl.name == name)?;
        match self.scripts.iter().find(|script| std::ptr::eq(script.rule(), *decl)) {
            Some(script) => script::rule_of(script, values.given()),
            None => (decl.build)(values),
        }
    }
}
