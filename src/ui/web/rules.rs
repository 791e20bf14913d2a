//! Where a server finds rule sets: those that ship, the rule sets of whoever runs it by their names, and one text that a
//! client sent, which can extend only what ships.

use super::bounds::{check_reference, check_texts};
use crate::rules::Registry;
use crate::ruleset::{self, BuiltIns, LoadError, Loader, Problems, Source, SourceId, Variant, is_name};
use crate::ui::RuleFiles;
use crate::ui::table::choosing::RuleSource;
use std::path::PathBuf;

/// The name of a text that a client sent, in references and messages.
pub(super) const SENT: &str = "your-rules";

/// The rule sets that clients may name.
#[derive(Clone)]
pub(super) struct ServerRules {
    pub files: RuleFiles,
    pub registry: &'static Registry,
}

/// Which rules a client asked for.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AskedRules {
    /// A reference, with options if any.
    #[serde(default)]
    pub rules: Option<String>,
    /// A rule set in TOML.
    #[serde(default)]
    pub text: Option<String>,
    /// What is ticked on top.
    #[serde(default)]
    pub options: Vec<String>,
}

impl AskedRules {
    /// The reference with all options.
    pub(super) fn reference(&self) -> String {
        let base = if self.text.is_some() { SENT } else { self.rules.as_deref().unwrap_or("classic") };
        std::iter::once(base).chain(self.options.iter().map(String::as_str)).collect::<Vec<_>>().join("+")
    }
}

/// Loads rule sets for one request.
pub(super) struct RequestLoader<'a> {
    files: &'a RuleFiles,
    sent: Option<&'a str>,
}

impl ServerRules {
    /// The loader of a request that sent this text, if any.
    pub(super) fn loader<'a>(&'a self, text: Option<&'a str>) -> RequestLoader<'a> {
        RequestLoader { files: &self.files, sent: text }
    }

    /// Calls `act` with what loads the rule sets of a request.
    pub(super) fn with<T>(&self, text: Option<&str>, act: impl FnOnce(RuleSource<'_>) -> T) -> T {
        let loader = self.loader(text);
        act(RuleSource { loader: &loader, registry: self.registry })
    }

    /// Compiles what a client asked for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn variant(&self, asked: &AskedRules) -> Result<Variant, Problems> {
        let reference = asked.reference();
        if let Some(problem) = check_reference(&reference) {
            return Err(problem.into());
        }
        let variant = Variant::load(&reference, &self.loader(asked.text.as_deref()), self.registry)?;
        // Those of whoever runs the server are cut where they are shown.
        match check_texts(variant.resolved().texts()).filter(|_| asked.text.is_some()) {
            Some(problem) => Err(problem.into()),
            None => Ok(variant),
        }
    }

    /// Checks a text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn check(&self, text: &str) -> Result<Variant, Problems> {
        let resolved = ruleset::load(SENT, &self.loader(Some(text)), self.registry)?;
        match check_texts(resolved.texts()) {
            Some(problem) => Err(problem.into()),
            None => Variant::new(resolved, self.registry),
        }
    }
}

impl Loader for RequestLoader<'_> {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        let shipped = || BuiltIns.load(reference, None);
        match from.map(|from| &from.id) {
            None if reference == SENT => match self.sent {
                Some(text) => Source::from_bytes(sent_id(), SENT, text.as_bytes()),
                None => Err(LoadError::NotFound),
            },
            // The rule sets of whoever runs the server may extend what they like; what a client sent may not.
            None | Some(SourceId::Overrides) if self.files.user_names().iter().any(|name| name == reference) && is_name(reference) => {
                self.files.load(reference, None)
            }
            Some(id @ SourceId::File(_)) if *id != sent_id() => self.files.load(reference, from),
            _ => shipped(),
        }
    }

    fn takes_paths(&self) -> bool {
        false
    }

    fn names(&self) -> Vec<String> {
        // A client does not learn what else is in the folder of whoever runs the server.
        BuiltIns.names()
    }
}

/// What tells the text of a client from files: a path without any part.
fn sent_id() -> SourceId {
    SourceId::File(PathBuf::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(folder: Option<PathBuf>) -> ServerRules {
        ServerRules { files: RuleFiles { user: folder }, registry: Box::leak(Box::default()) }
    }

    fn asked(rules: &str) -> AskedRules {
        AskedRules { rules: Some(rules.into()), text: None, options: Vec::new() }
    }

    #[test]
    fn a_client_names_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret.toml");
        std::fs::write(&secret, "schema = 1\nname = \"secret\"\nextends = \"classic\"\n[deck]\nsecret = 1\n").unwrap();
        let path = secret.display().to_string();
        let server = rules(None);
        for reference in [path.as_str(), "./secret.toml", "../secret", "secret", "classic+./secret.toml", &format!("classic+{path}")] {
            let why = server.variant(&asked(reference)).unwrap_err().to_string();
            assert!(!why.contains("secret = 1"), "{why}");
        }
        for key in ["extends", "mixins"] {
            let value = if key == "extends" { format!("{path:?}") } else { format!("[{path:?}]") };
            let text = format!("schema = 1\nname = \"mine\"\n{key} = {value}\n");
            let why = server.check(&text).unwrap_err().to_string();
            assert!(why.contains("rule set") && !why.contains("secret = 1"), "{why}");
        }
    }

    #[test]
    fn the_rule_sets_of_whoever_runs_the_server_are_found_by_name_but_not_by_what_a_client_sent() {
        let folder = tempfile::tempdir().unwrap();
        let text = "schema = 1\nname = \"friday\"\nextends = \"classic\"\n[tiles]\nhand = 4\n";
        std::fs::write(folder.path().join("friday.toml"), text).unwrap();
        let server = rules(Some(folder.path().to_owned()));
        server.variant(&asked("friday")).unwrap();
        server.variant(&asked("friday+rough-seas")).unwrap_err();
        let own = text.replace("\"classic\"", "\"friday\"").replace("name = \"friday\"", "name = \"mine\"");
        assert!(server.check(&own).unwrap_err().to_string().contains("friday"));
        let own = AskedRules { rules: None, text: Some(text.into()), options: vec!["tiles.hand=2".into()] };
        assert_eq!(server.variant(&own).unwrap().resolved().value("tiles.hand").map(ToString::to_string), Some("2".into()));
    }
}
