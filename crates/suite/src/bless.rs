//! Replaces each `?` in a suite by the value that was found.

use super::judge::Failure;
use super::model::Span;

/// Two runs of a scenario found different values for one `?`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "one run found {one} and another {other}: write the value by hand where rule sets or rows \
     differ in it"
)]
pub struct Ambiguous {
    /// Where the `?` stands.
    pub span: Span,
    /// The value of one run.
    pub one: String,
    /// The value of another.
    pub other: String,
}

/// The text of a suite with the values of `failures` in the place of their `?`; `None` where there
/// is no `?` to replace.
///
/// # Errors
/// If two runs found different values for one `?`.
pub fn bless<'f>(
    text: &str,
    failures: impl IntoIterator<Item = &'f Failure>,
) -> Result<Option<String>, Ambiguous> {
    let mut found: Vec<(Span, &str)> = Vec::new();
    for failure in failures.into_iter().filter(|failure| failure.asks) {
        let (Some(span), Some(value)) = (&failure.span, failure.toml.as_deref()) else { continue };
        match found.iter().find(|(known, _)| known == span) {
            Some((_, other)) if *other != value => {
                return Err(Ambiguous {
                    span: span.clone(),
                    one: (*other).to_owned(),
                    other: value.to_owned(),
                });
            }
            Some(_) => {}
            None => found.push((span.clone(), value)),
        }
    }
    if found.is_empty() {
        return Ok(None);
    }
    // From the end, so that the other places stay valid.
    found.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut text = text.to_owned();
    for (span, value) in found {
        text.replace_range(span, value);
    }
    Ok(Some(text))
}
