//! [`Midst`]: the act of a rule that another moment has interrupted.

use crate::game::basics::timing::Timing;

/// The act of a rule that another moment has interrupted, as positions have it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Midst {
    /// The moment at which they act.
    pub at: Timing,
    /// The name of the rule that acts on, or begins next; `None`: all have acted.
    pub rule: Option<String>,
    /// Whether that rule has begun.
    pub begun: bool,
}

impl Midst {
    /// The act of `rule` at the moment `at`.
    pub fn within(rule: &str, at: Timing) -> Self {
        Self { at, rule: Some(rule.to_owned()), begun: true }
    }

    /// Before a rule begins at a moment; `None`: when all that act then have done so.
    pub(crate) fn before(rule: Option<&str>, at: Timing) -> Self {
        Self { at, rule: rule.map(str::to_owned), begun: false }
    }
}
