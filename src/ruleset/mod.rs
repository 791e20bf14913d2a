//! The rule-set language: reads TOML files into resolved rules, checks, compiles, compares,
//! explains and writes them.
//!
//! A rule set has three forms, each its own type: **as written** (`SourceDocument`, with the place
//! of every key and value) → **resolved** ([`Resolved`], parents merged and defaults filled in,
//! each value with its origin) → **compiled** ([`Variant`], with the tables that the engine plays
//! on). All of it works from one table of keys ([`keys`]) and the keys that rules declare
//! ([`RuleCatalog`]).
//!
//! Nothing here opens a file or prints: texts come in through a [`Loader`], and errors come out as
//! [`Problems`].

mod builtin;
mod catalog;
mod chain;
mod compile;
mod contradictions;
mod diff;
mod digest;
mod folder;
mod guide;
mod hash;
pub mod keys;
mod loader;
mod merge;
mod not_a_table;
mod overrides;
mod parse;
mod problem;
mod reference;
mod resolve;
mod resolved;
mod schema;
mod scripts;
mod show;
mod shown;
mod source;
mod template;
mod toml_text;
mod top;
mod value;
mod written;

pub use builtin::{BUILT_INS, BuiltIn, HOUSE_RULES, SCRIPTED};
pub use catalog::{RuleCatalog, RuleDecl, RulePhase};
pub use compile::Variant;
pub use diff::diff_in_order;
pub use diff::{KeyDifference, diff, diff_text};
pub(crate) use digest::{hex, sha256};
pub use folder::FolderFiles;
pub use guide::keys_in_order;
pub use guide::{KeyDoc, keys_json, keys_reference, keys_text};
pub use loader::{BuiltIns, LoadError, Loader};
pub use parse::parse;
pub use problem::{
    Code, Expected, Label, MAX_PROBLEMS, Problem, Problems, Severity, ShownBy, nearest,
};
pub use reference::base;
pub use resolve::from_json;
pub use resolve::{load, resolve};
pub use resolved::{MixesInto, Origin, Presentation, Resolved};
pub use resolved::{TableValues, in_order, record_fields};
pub use schema::schema;
pub use schema::schema_in_order;
pub use shown::push_shown;
pub use shown::{is_hidden, plain, shown, shown_lines};
pub use source::{LineColumn, MAX_SOURCE_BYTES, Source, SourceId, SourceSpan};
pub use template::template;
pub use toml_text::inline;
pub use toml_text::push_toml_escape;
pub use toml_text::{toml_inline, toml_string};
pub use top::{RuleSetTexts, Translation, is_name};
pub use value::ValueReader;
pub use written::{SourceData, SourceDocument, SourceEntry, SourceValue, find};

impl Resolved {
    /// The rules that a game record carries. Fields that no key declares are ignored, missing keys
    /// take their defaults.
    ///
    /// # Errors
    /// What is wrong with them; messages name the key.
    pub fn from_json(
        rules: &serde_json::Value,
        catalog: &dyn RuleCatalog,
    ) -> Result<Self, Problems> {
        from_json(rules, catalog)
    }
}
