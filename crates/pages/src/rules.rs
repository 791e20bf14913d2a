//! Where pages find rule sets: the shipped ones, the rule sets of whoever runs a server by their
//! names, and one text that a client sent, which can extend only shipped rule sets, and names only
//! the scripts that were sent with it.

use crate::bounds::{check_reference, check_scripts, check_texts};
use crate::sent::{SentScript, SentTexts};
use std::path::PathBuf;
use std::sync::Arc;
use tsuro::rules::Registry;
use tsuro::ruleset::{
    self, BuiltIns, LoadError, Loader, Problems, SCRIPTED, Source, SourceId, Variant, is_name,
};
use tsuro_faces::table::choosing::RuleSource;

/// The name of a text that a client sent, in references and messages.
pub const SENT: &str = "your-rules";

/// The rule sets that clients may name.
#[derive(Clone)]
pub struct PageRules {
    /// Loads the rule sets that ship, and those of whoever runs a server.
    pub loader: Arc<dyn Loader + Send + Sync>,
    /// The names of the latter.
    pub own_names: Arc<dyn Fn() -> Vec<String> + Send + Sync>,
    /// The rules that rule sets may name.
    pub registry: &'static Registry,
}

impl PageRules {
    /// The rule sets that ship.
    pub fn shipped(registry: &'static Registry) -> Self {
        Self { loader: Arc::new(BuiltIns), own_names: Arc::new(Vec::new), registry }
    }
}

/// Which rules a client asked for.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedRules {
    /// A reference, with options if any.
    #[serde(default)]
    pub rules: Option<String>,
    /// A rule set in TOML.
    #[serde(default)]
    pub text: Option<String>,
    /// The scripts beside that rule set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<SentScript>,
    /// What is ticked on top.
    #[serde(default)]
    pub options: Vec<String>,
}

impl AskedRules {
    /// The rules that a reference names.
    pub fn named(rules: impl Into<String>) -> Self {
        Self { rules: Some(rules.into()), text: None, scripts: Vec::new(), options: Vec::new() }
    }

    /// The texts that were sent.
    pub fn sent(&self) -> SentTexts<'_> {
        SentTexts { rules: self.text.as_deref(), scripts: &self.scripts }
    }

    /// Whether scripts may be among them, which may take their time.
    pub fn may_have_scripts(&self) -> bool {
        let mut named =
            self.rules.iter().chain(&self.options).flat_map(|reference| reference.split('+'));
        self.sent().has_scripts()
            || named.any(|name| SCRIPTED.iter().any(|shipped| shipped.name == name))
    }

    /// The reference with all options.
    pub fn reference(&self) -> String {
        let base =
            if self.text.is_some() { SENT } else { self.rules.as_deref().unwrap_or("classic") };
        std::iter::once(base)
            .chain(self.options.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join("+")
    }
}

/// Loads rule sets for one request.
pub struct RequestLoader<'a> {
    rules: &'a PageRules,
    sent: SentTexts<'a>,
}

impl PageRules {
    /// The loader of a request with these texts.
    pub fn loader<'a>(&'a self, sent: SentTexts<'a>) -> RequestLoader<'a> {
        RequestLoader { rules: self, sent }
    }

    /// Calls `act` with what loads the rule sets of a request.
    pub fn with<T>(&self, sent: SentTexts<'_>, act: impl FnOnce(RuleSource<'_>) -> T) -> T {
        let loader = self.loader(sent);
        act(RuleSource { loader: &loader, registry: self.registry })
    }

    /// Compiles what a client asked for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn variant(&self, asked: &AskedRules) -> Result<Variant, Problems> {
        let reference = asked.reference();
        if let Some(problem) = check_reference(&reference).or_else(|| check_scripts(&asked.scripts))
        {
            return Err(problem.into());
        }
        let variant = Variant::load(&reference, &self.loader(asked.sent()), self.registry)?;
        // Long texts of the operator's rule sets are cut where they are shown.
        match check_texts(variant.resolved().texts()).filter(|_| asked.text.is_some()) {
            Some(problem) => Err(problem.into()),
            None => Ok(variant),
        }
    }

    /// Checks a text with its scripts.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, sent: SentTexts<'_>) -> Result<Variant, Problems> {
        if let Some(problem) = check_scripts(sent.scripts) {
            return Err(problem.into());
        }
        let resolved = ruleset::load(SENT, &self.loader(sent), self.registry)?;
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
            None if reference == SENT => match self.sent.rules {
                Some(text) => Source::from_bytes(sent_id(), SENT, text.as_bytes()),
                None => Err(LoadError::NotFound),
            },
            // The operator's rule sets may extend any others; what a client sent may not.
            None | Some(SourceId::Overrides)
                if (self.rules.own_names)().iter().any(|name| name == reference)
                    && is_name(reference) =>
            {
                self.rules.loader.load(reference, None)
            }
            Some(id @ SourceId::File(_)) if *id != sent_id() => {
                self.rules.loader.load(reference, from)
            }
            _ => shipped(),
        }
    }

    fn script(&self, reference: &str, from: &Source) -> Result<Source, LoadError> {
        if from.id != sent_id() {
            // A shipped rule set has shipped scripts, and a rule set of the operator has the
            // scripts in its folder.
            return self.rules.loader.script(reference, from);
        }
        let script = self
            .sent
            .scripts
            .iter()
            .find(|script| script.name == reference)
            .ok_or(LoadError::NoFile)?;
        // No script that ships has such an id.
        Source::from_bytes(
            SourceId::File(PathBuf::from(&script.name)),
            &script.name,
            script.text.as_bytes(),
        )
    }

    fn scripts_beside(&self, _: &str, from: &Source) -> Vec<String> {
        // A client does not learn what lies in the folder of the operator.
        let sent = if from.id == sent_id() { self.sent.scripts } else { &[] };
        sent.iter().map(|script| script.name.clone()).collect()
    }

    fn takes_paths(&self) -> bool {
        false
    }

    fn names(&self) -> Vec<String> {
        // A client does not learn what else is in the folder of the operator.
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
    use tsuro_world::RuleFiles;

    fn rules(folder: Option<PathBuf>) -> PageRules {
        let files = Arc::new(RuleFiles { user: folder });
        let loader = Arc::clone(&files);
        let own_names = Arc::new(move || files.user_names());
        PageRules { loader, own_names, registry: Box::leak(Box::default()) }
    }

    fn asked(rules: &str) -> AskedRules {
        AskedRules::named(rules)
    }

    #[test]
    fn a_client_names_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret.toml");
        std::fs::write(
            &secret,
            "schema = 1\nname = \"secret\"\nextends = \"classic\"\n[deck]\nsecret = 1\n",
        )
        .unwrap();
        let path = secret.display().to_string();
        let server = rules(None);
        for reference in [
            path.as_str(),
            "./secret.toml",
            "../secret",
            "secret",
            "classic+./secret.toml",
            &format!("classic+{path}"),
        ] {
            let why = server.variant(&asked(reference)).unwrap_err().to_string();
            assert!(!why.contains("secret = 1"), "{why}");
        }
        for key in ["extends", "mixins"] {
            let value = if key == "extends" { format!("{path:?}") } else { format!("[{path:?}]") };
            let text = format!("schema = 1\nname = \"mine\"\n{key} = {value}\n");
            let why = server.check(SentTexts::new(&text, &[])).unwrap_err().to_string();
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
        let own = text
            .replace("\"classic\"", "\"friday\"")
            .replace("name = \"friday\"", "name = \"mine\"");
        assert!(
            server.check(SentTexts::new(&own, &[])).unwrap_err().to_string().contains("friday")
        );
        let own = AskedRules {
            rules: None,
            text: Some(text.into()),
            scripts: Vec::new(),
            options: vec!["tiles.hand=2".into()],
        };
        assert_eq!(
            server.variant(&own).unwrap().resolved().value("tiles.hand").map(ToString::to_string),
            Some("2".into())
        );
    }

    /// A script of a rule called `mine`.
    const SCRIPT: &str =
        "const RULE = #{ name: \"mine\", summary: \"x\" };\nfn before_placement(table) { }\n";

    fn script(name: &str, text: &str) -> SentScript {
        SentScript { name: name.to_owned(), text: text.to_owned() }
    }

    fn with_script(name: &str) -> String {
        format!(
            "schema = 1\nextends = \"classic\"\nscripts = [{name:?}]\n[[rule]]\nrule = \"mine\"\n"
        )
    }

    #[test]
    fn a_text_names_the_scripts_that_were_sent_with_it_and_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let secret = folder.path().join("secret.rhai");
        std::fs::write(&secret, SCRIPT).unwrap();
        std::fs::write(folder.path().join("friday.toml"), with_script("secret.rhai")).unwrap();
        let server = rules(Some(folder.path().to_owned()));
        let sent = [script("mine.rhai", SCRIPT)];
        let variant = server.check(SentTexts::new(&with_script("mine.rhai"), &sent)).unwrap();
        assert_eq!(variant.resolved().scripts().count(), 1);
        let path = secret.display().to_string();
        for name in [
            "secret.rhai",
            "./secret.rhai",
            "../secret.rhai",
            path.as_str(),
            "mine",
            "./mine.rhai",
            "Cargo.toml",
        ] {
            let why =
                server.check(SentTexts::new(&with_script(name), &sent)).unwrap_err().to_string();
            assert!(why.contains(name) && !why.contains("RULE"), "{why}");
        }
        let misspelt = server.check(SentTexts::new(&with_script("mime.rhai"), &sent)).unwrap_err();
        assert_eq!(misspelt.iter().next().unwrap().did_you_mean.as_deref(), Some("mine.rhai"));
        // The operator has scripts in the folder, also where a client sends some.
        let friday =
            AskedRules { scripts: vec![script("secret.rhai", "broken")], ..asked("friday") };
        assert_eq!(server.variant(&friday).unwrap().resolved().scripts().count(), 1);
    }

    #[test]
    fn rules_that_may_have_scripts_are_known_before_they_are_read() {
        let own = |text: &str| AskedRules {
            rules: None,
            text: Some(text.to_owned()),
            scripts: Vec::new(),
            options: Vec::new(),
        };
        let with =
            |option: &str| AskedRules { options: vec![option.to_owned()], ..asked("classic") };
        for scripted in [
            asked("seas+tide"),
            asked("ko"),
            with("wind"),
            own("scripts = [\"x.rhai\"]"),
            own("mixins = ['bid']"),
        ] {
            assert!(scripted.may_have_scripts(), "{scripted:?}");
        }
        for plain in [asked("seas+rough-seas"), with("truce"), own("extends = \"seas\"")] {
            assert!(!plain.may_have_scripts(), "{plain:?}");
        }
    }

    #[test]
    fn scripts_are_few_and_small_and_have_simple_names() {
        let server = rules(None);
        let text = with_script("mine.rhai");
        let long = format!("{}.rhai", "x".repeat(80));
        for name in [
            "mine",
            ".rhai",
            "a/mine.rhai",
            "../mine.rhai",
            "C:mine.rhai",
            "mine.rhai\n",
            "\u{e9}.rhai",
            long.as_str(),
        ] {
            let why = server
                .check(SentTexts::new(&text, &[script(name, SCRIPT)]))
                .unwrap_err()
                .to_string();
            assert!(why.contains("the name of a script"), "{name:?}: {why}");
        }
        let many: Vec<SentScript> =
            (0..17).map(|number| script(&format!("m{number}.rhai"), SCRIPT)).collect();
        assert!(
            server
                .check(SentTexts::new(&text, &many))
                .unwrap_err()
                .to_string()
                .contains("at most 16 scripts")
        );
        let twice = [script("mine.rhai", SCRIPT), script("mine.rhai", SCRIPT)];
        assert!(
            server
                .check(SentTexts::new(&text, &twice))
                .unwrap_err()
                .to_string()
                .contains("two scripts are called")
        );
        let large = [script("mine.rhai", SCRIPT), script("large.rhai", &" ".repeat(130 * 1024))];
        assert!(
            server
                .check(SentTexts::new(&text, &large))
                .unwrap_err()
                .to_string()
                .contains("bytes in all")
        );
    }
}
