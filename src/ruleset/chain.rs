//! Loads a rule-set file with all its parents and mixins, parents first.

use super::keys::{MAX_EXTENDS, SCHEMA};
use super::loader::{LoadError, Loader};
use super::parse::parse;
use super::problem::{Code, Expected, Problem, Problems, nearest};
use super::shown::plain;
use super::source::{MAX_SOURCE_BYTES, Source, SourceId, SourceSpan};
use super::written::{SourceData, SourceDocument, SourceValue};
use std::sync::Arc;

/// One file of the chain.
#[derive(Debug, Clone)]
pub(super) struct ChainFile {
    /// Its mixins, each with the place where the file names it.
    pub mixins: Vec<(Arc<SourceDocument>, SourceSpan)>,
    /// The file itself.
    pub own: Arc<SourceDocument>,
}

/// The rule set that a mixin is applied to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Base<'b> {
    /// Its name in messages.
    pub name: &'b str,
    /// Its files; a mixin that extends a rule set can be applied if that is one of them.
    pub files: &'b [SourceId],
}

/// Loads the files of one rule set and collects their problems.
pub(super) struct SourceChain<'a> {
    /// Where texts come from.
    pub loader: &'a dyn Loader,
    /// Where problems go.
    pub problems: &'a mut Problems,
    bytes: usize,
    /// For each parent and mixin: the `extends` or `mixins` of the named file through which it came
    /// in.
    pub include_sites: Vec<(SourceId, SourceSpan)>,
}

/// The most files of a folder that a message lists.
const MOST_BESIDE: usize = 12;

/// The largest size of a rule set with its parents and mixins, in bytes.
const MAX_BYTES: usize = 4 * MAX_SOURCE_BYTES;

impl<'a> SourceChain<'a> {
    /// A chain without files.
    pub(super) fn new(loader: &'a dyn Loader, problems: &'a mut Problems) -> Self {
        Self { loader, problems, bytes: 0, include_sites: Vec::new() }
    }

    /// Loads `source` with its parents and mixins: the files from the first parent to `source`, and
    /// whether all could be loaded.
    pub(super) fn levels(&mut self, source: Source) -> (Vec<ChainFile>, bool) {
        let mut files = Vec::new();
        let mut next = Some(source);
        let mut seen: Vec<(SourceId, String)> = Vec::new();
        let mut fine = true;
        while let Some(source) = next.take() {
            let source = Arc::new(source);
            seen.push((source.id.clone(), source.shown.clone()));
            let Some(own) = self.read(&source).map(Arc::new) else {
                fine = false;
                break;
            };
            if let Some((reference, node)) = text(&own, "extends") {
                let place = own.place(&node.span);
                match self.loader.load(reference, Some(&source)) {
                    Ok(parent) => {
                        self.note_include_site(&parent.id, Some(&source.id), &place);
                        if let Some(from) = seen.iter().position(|(id, _)| *id == parent.id) {
                            let mut names: Vec<_> =
                                seen[from..].iter().map(|(_, name)| plain(name)).collect();
                            names.push(plain(&parent.shown));
                            let chain = names.join(" → ");
                            let problem = Problem::error(
                                Code::Cycle,
                                format!("these rule sets extend each other in a circle: {chain}"),
                            );
                            self.problems.push(
                                problem
                                    .key("extends")
                                    .at(place, "")
                                    .help("remove `extends` from one of them"),
                            );
                            fine = false;
                        } else if seen.len() > MAX_EXTENDS {
                            let message = format!(
                                "the chain of `extends` is longer than {MAX_EXTENDS} rule sets"
                            );
                            self.problems.push(
                                Problem::error(Code::TooDeep, message).key("extends").at(place, ""),
                            );
                            fine = false;
                        } else {
                            next = Some(parent);
                        }
                    }
                    Err(error) => {
                        self.not_loaded(reference, &error, Some(place), "extends");
                        fine = false;
                    }
                }
            } else if own.entry("extends").is_some() {
                fine = false;
            }
            files.push(own);
        }
        files.reverse();
        let ids: Vec<SourceId> =
            files.iter().map(|own: &Arc<SourceDocument>| own.source.id.clone()).collect();
        let chain_is_whole = fine;
        let mut levels = Vec::new();
        for (index, own) in files.into_iter().enumerate() {
            // Where a parent is missing, it is unknown what else the file extends.
            let base =
                chain_is_whole.then_some(Base { name: &own.source.shown, files: &ids[..index] });
            let mixins = self.mixins(&own, base);
            fine &= mixins.is_some();
            levels.push(ChainFile { mixins: mixins.unwrap_or_default(), own });
        }
        (levels, fine)
    }

    /// Loads the mixin that is named at `place`, to be applied to `base` (`None` where not all
    /// files of the base could be loaded).
    pub(super) fn mixin(
        &mut self,
        reference: &str,
        from: Option<&Source>,
        place: SourceSpan,
        base: Option<Base<'_>>,
    ) -> Option<(Arc<SourceDocument>, SourceSpan)> {
        let source = match self.loader.load(reference, from) {
            Ok(source) => Arc::new(source),
            Err(error) => {
                self.not_loaded(reference, &error, Some(place), "mixins");
                return None;
            }
        };
        self.note_include_site(&source.id, from.map(|from| &from.id), &place);
        let written = self.read(&source)?;
        if let Some(entry) = written.entry("mixins") {
            let message =
                format!("`{}` has `mixins`, so it cannot be a mixin", plain(&source.shown));
            let problem = Problem::error(Code::MixinExtends, message)
                .key("mixins")
                .at(place, "")
                .at(written.place(&entry.span()), "here")
                .help("list its mixins beside it instead");
            self.problems.push(problem);
            return None;
        }
        if let Some((parent, node)) = text(&written, "extends") {
            let extends = written.place(&node.span);
            let known = self.loader.load(parent, Some(&source));
            let known = known
                .map_err(|error| self.not_loaded(parent, &error, Some(extends.clone()), "extends"))
                .ok()?;
            if let Some(base) = base.filter(|base| !base.files.contains(&known.id)) {
                self.problems.push(
                    not_its_parent(&source, &known, base, &place)
                        .at(place, "")
                        .at(extends, "its parent"),
                );
                return None;
            }
        }
        Some((Arc::new(written), place))
    }

    /// Remembers through which place of the named file a text comes in: `place`, or the place
    /// through which the file `by` came in.
    fn note_include_site(&mut self, id: &SourceId, by: Option<&SourceId>, place: &SourceSpan) {
        let site = |id: &SourceId| {
            self.include_sites.iter().find(|(known, _)| known == id).map(|(_, site)| site.clone())
        };
        if site(id).is_none() {
            let outermost = by.and_then(site).unwrap_or_else(|| place.clone());
            self.include_sites.push((id.clone(), outermost));
        }
    }

    fn mixins(
        &mut self,
        own: &SourceDocument,
        base: Option<Base<'_>>,
    ) -> Option<Vec<(Arc<SourceDocument>, SourceSpan)>> {
        let Some(entry) = own.entry("mixins") else {
            return Some(Vec::new());
        };
        let SourceData::List(items) = &entry.value.data else {
            return None;
        };
        let mut mixins = Vec::new();
        for item in items.iter().take(32) {
            let reference = item.as_text()?;
            mixins.push(self.mixin(reference, Some(&own.source), own.place(&item.span), base));
        }
        mixins.into_iter().collect()
    }

    /// Parses a text, unless it is too large, in a newer version of the language, or from outside
    /// and not a rule set.
    fn read(&mut self, source: &Arc<Source>) -> Option<SourceDocument> {
        self.bytes += source.text().len();
        if self.bytes > MAX_BYTES {
            let message = format!(
                "this rule set with its parents and mixins has more than {MAX_BYTES} bytes"
            );
            let problem = Problem::error(Code::Unreadable, message);
            self.problems.push(if source.is_outside() {
                problem
            } else {
                problem.at(SourceSpan::new(source, &(0..0)), "")
            });
            return None;
        }
        let mut syntax = Problems::default();
        let written = parse(source, &mut syntax);
        if source.is_outside()
            && let Some(problem) = self.not_a_rule_set(source, written.as_ref(), &syntax)
        {
            self.problems.push(problem);
            return None;
        }
        if let Some(problem) = written.as_ref().and_then(newer) {
            self.problems.push(problem);
            return None;
        }
        self.problems.extend(syntax);
        written
    }

    /// The problem of a text from outside that is not a rule set. It quotes nothing of the text.
    fn not_a_rule_set(
        &self,
        source: &Source,
        written: Option<&SourceDocument>,
        syntax: &Problems,
    ) -> Option<Problem> {
        let schema = written.and_then(|written| written.entry("schema"));
        let (code, why) = if written.is_none() || syntax.has_errors() {
            (Code::Syntax, "it is not written in TOML")
        } else if !schema.is_some_and(|entry| matches!(entry.value.data, SourceData::Int(_))) {
            (Code::SchemaMissing, "it has no `schema`")
        } else {
            return None;
        };
        let name = plain(&source.shown);
        let problem = Problem::error(code, format!("`{name}` is not a rule set: {why}"));
        let site = self
            .include_sites
            .iter()
            .find(|(id, _)| *id == source.id)
            .map(|(_, site)| site.clone());
        let problem = match site {
            Some(site) => problem.at(site, "named here"),
            None => problem,
        };
        Some(problem.help(format!(
            "its text is not shown, because it is not in the folder of the file that names it or \
             below: run `tsuro rules check {name}`"
        )))
    }

    /// Reports that a text could not be loaded. `place` is `None` where the whole command-line
    /// argument names it.
    pub(super) fn not_loaded(
        &mut self,
        reference: &str,
        error: &LoadError,
        place: Option<SourceSpan>,
        key: &str,
    ) {
        let mut problem = match error {
            LoadError::NotFound => self.no_rule_set(reference, place.as_ref(), key),
            LoadError::NoFile => self.no_file(reference, place.as_ref()),
            error => unusable(reference, error),
        };
        if !key.is_empty() {
            problem = problem.key(key);
        }
        if let Some(place) = place {
            let text = if problem.labels.is_empty() { "" } else { "named here" };
            problem = problem.at(place, text);
        }
        self.problems.push(problem);
    }

    /// The problem of a name that no rule set has.
    fn no_rule_set(&self, reference: &str, place: Option<&SourceSpan>, key: &str) -> Problem {
        let name = plain(reference);
        let names = self.loader.names();
        let guess = nearest(reference, names.iter().map(String::as_str));
        let called = key.is_empty() || place.is_some_and(is_in_overrides);
        let advice = called.then(|| self.loader.advice(reference)).flatten();
        let message = match reference {
            "" => "the name of a rule set is missing here".to_owned(),
            _ => format!("there is no rule set `{name}`"),
        };
        let problem = Problem::error(Code::NotFound, message)
            .did_you_mean(guess)
            .expected(Expected::Words(names));
        if reference.contains('=') {
            problem
                .help(format!("write the name of a rule set before the change: `classic+{name}`"))
        } else if let Some(advice) = advice {
            problem.help(advice)
        } else if self.loader.takes_paths() {
            problem.help("to use a file, write its path: ./mine.toml")
        } else {
            problem
        }
    }

    /// The problem of a path at which no file is.
    fn no_file(&self, reference: &str, place: Option<&SourceSpan>) -> Problem {
        let named_in = place.filter(|place| !is_in_overrides(place)).map(|place| &*place.source);
        let beside = self.loader.beside(reference, named_in);
        let message = format!("there is no file `{}`", plain(reference));
        let problem = Problem::error(Code::NotFound, message)
            .did_you_mean(nearest(reference, beside.iter().map(String::as_str)));
        let problem = if beside.is_empty() || beside.len() > MOST_BESIDE {
            problem
        } else {
            problem.expected(Expected::Words(beside))
        };
        if reference.contains("://") {
            problem
                .help("rule sets are not fetched from the network: save the file and name it here")
        } else if named_in.is_none() {
            problem
        } else {
            problem.help(
                "a path is relative to the file that it is written in; built-in rule sets have \
                 names: \"classic\"",
            )
        }
    }
}

/// Whether a place is in what was written on the command line.
fn is_in_overrides(place: &SourceSpan) -> bool {
    place.source.id == SourceId::Overrides
}

/// The problem of a file that is there, and is not a rule set that can be read.
fn unusable(reference: &str, error: &LoadError) -> Problem {
    let name = plain(reference);
    let unreadable = |message| Problem::error(Code::Unreadable, message);
    match error {
        LoadError::NotUtf8 { text, .. } if text.is_outside() => {
            unreadable(format!("`{}` is not a rule set: it is not UTF-8 text", plain(&text.shown)))
        }
        LoadError::NotUtf8 { text, at, byte } => {
            unreadable(format!("this is not UTF-8 text: byte 0x{byte:02x}"))
                .at(SourceSpan::new(text, &(*at..at + 1)), "")
                .help("save the file as UTF-8")
        }
        LoadError::Shadows { path, .. } => unreadable(error.to_string())
            .help(format!("write the path of the file ({}), or rename it", plain(path))),
        LoadError::NotToml => {
            unreadable(format!("`{name}` cannot be used: {error}")).help(format!(
                "`tsuro rules new NAME` writes a rule-set file to start from; to use a file with \
                 another ending, write its path: ./{name}"
            ))
        }
        error => unreadable(format!("`{name}` cannot be used: {error}")),
    }
}

fn text<'w>(written: &'w SourceDocument, key: &str) -> Option<(&'w str, &'w SourceValue)> {
    let node = &written.entry(key)?.value;
    Some((node.as_text().filter(|_| !written.is_damaged(&node.span))?, node))
}

/// The problem of a mixin that extends a rule set that its base does not.
fn not_its_parent(mixin: &Source, parent: &Source, base: Base<'_>, place: &SourceSpan) -> Problem {
    let (mixin, parent, base) = (plain(&mixin.shown), plain(&parent.shown), plain(base.name));
    let message = format!(
        "`{mixin}` cannot be mixed into `{base}`: it extends `{parent}`, and `{base}` does not"
    );
    let help = if place.source.id == SourceId::Overrides {
        format!(
            "use `{mixin}` alone, or mix it into `{parent}` or a rule set that extends `{parent}`: \
             `{parent}+{mixin}`"
        )
    } else {
        format!("extend `{mixin}` instead, or `{parent}`, or a rule set that extends `{parent}`")
    };
    Problem::error(Code::MixinExtends, message).key("mixins").help(help)
}

/// The one problem of a file in a newer version of the language: anything else that looks wrong in
/// it may be right there.
fn newer(written: &SourceDocument) -> Option<Problem> {
    let entry = written.entry("schema")?;
    let beyond = match &entry.value.data {
        SourceData::Int(number) => *number > SCHEMA,
        SourceData::Huge(text) => !text.starts_with('-'),
        _ => false,
    };
    beyond.then(|| {
        let message = format!(
            "this file is written in version {} of the language, which is newer than this program",
            entry.value.describe()
        );
        Problem::error(Code::SchemaNewer, message)
            .key("schema")
            .at(
                written.place(&entry.value.span),
                format!("this program reads versions up to {SCHEMA}"),
            )
            .help("use a newer version of the program")
    })
}
