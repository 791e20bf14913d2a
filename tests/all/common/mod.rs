//! What tests share: the checkout, rule sets, games, the program, and files of expected text.

pub mod games;
pub mod golden;
pub mod json_schema;
pub mod program;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tsuro::game::Values;
use tsuro::rules::Registry;
use tsuro::ruleset::{
    BuiltIns, LoadError, Loader, Problems, Resolved, RuleCatalog, RuleDecl, RulePhase, Source,
    SourceId, load, resolve,
};

/// The checkout: the folder of the workspace.
pub fn checkout() -> &'static Path {
    static CHECKOUT: LazyLock<PathBuf> = LazyLock::new(|| {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
    });
    &CHECKOUT
}

/// A path in the checkout.
pub fn in_checkout(path: impl AsRef<Path>) -> PathBuf {
    checkout().join(path)
}

/// The text of a file in the checkout.
pub fn read_checkout(path: impl AsRef<Path>) -> String {
    let path = in_checkout(path);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::default);

/// The built-in rules, as the language sees them.
pub struct Catalog;

impl RuleCatalog for Catalog {
    fn rules(&self, phase: RulePhase) -> &[&'static RuleDecl] {
        REGISTRY.rules(phase)
    }

    fn one_hand(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) -> bool {
        REGISTRY.one_hand(phase, rule, values)
    }

    fn pieces(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) -> usize {
        REGISTRY.pieces(phase, rule, values)
    }

    fn check(&self, phase: RulePhase, rule: &str, values: &mut Values<'_>) {
        RuleCatalog::check(&*REGISTRY, phase, rule, values);
    }
}

/// A loader that knows some texts by name, beside the built-in ones.
pub struct Texts<'a>(pub &'a [(&'a str, &'a str)]);

impl Loader for Texts<'_> {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        match self.0.iter().find(|(name, _)| *name == reference) {
            Some((name, text)) => Ok(Source::new(
                SourceId::File(format!("{name}.toml").into()),
                format!("{name}.toml"),
                *text,
            )),
            None => BuiltIns.load(reference, from),
        }
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).chain(BuiltIns.names()).collect()
    }
}

/// The rules of a reference that has to be fine.
pub fn rules(reference: &str) -> Resolved {
    load(reference, &BuiltIns, &Catalog)
        .unwrap_or_else(|problems| panic!("{reference}:\n{problems}"))
}

/// The rules of a text that has to be fine.
pub fn text_rules(text: &str) -> Resolved {
    text_result(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

/// The rules of a text, or what is wrong with it.
pub fn text_result(text: &str) -> Result<Resolved, Problems> {
    resolve(Source::new(SourceId::File("test.toml".into()), "test.toml", text), &BuiltIns, &Catalog)
}
