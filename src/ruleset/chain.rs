//! From a file to all the files it is made from: parents first, each with its mixins.

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
pub struct ChainFile {
    /// Its mixins, each with the place where the file names it.
    pub mixins: Vec<(Arc<SourceDocument>, SourceSpan)>,
    /// The file itself.
    pub own: Arc<SourceDocument>,
}

/// What a mixin is laid over.
#[derive(Debug, Clone, Copy)]
pub struct Base<'b> {
    /// What messages call it.
    pub name: &'b str,
    /// The files that it is made of: the parent of a mixin is one of them.
    pub files: &'b [SourceId],
}

/// Loads files and remembers them.
pub struct SourceChain<'a> {
    /// Where texts come from.
    pub loader: &'a dyn Loader,
    /// Where problems go.
    pub problems: &'a mut Problems,
    bytes: usize,
    /// By parent or mixin: where the named file takes it in, or a file that it extends.
    pub ways_in: Vec<(SourceId, SourceSpan)>,
}

/// Where there are more files than these in a folder, they are not listed.
const MOST_BESIDE: usize = 12;

/// The most text in all that a rule set may be made from, in bytes: a long chain of large files is nobody's game.
const MAX_BYTES: usize = 4 * MAX_SOURCE_BYTES;

impl<'a> SourceChain<'a> {
    /// Nothing loaded yet.
    pub fn new(loader: &'a dyn Loader, problems: &'a mut Problems) -> Self {
        Self { loader, problems, bytes: 0, ways_in: Vec::new() }
    }

    /// The levels from the first parent to `source` itself, as far as they can be had; and whether that is all of them.
    pub fn levels(&mut self, source: Source) -> (Vec<ChainFile>, bool) {
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
                        self.comes_in(&parent.id, Some(&source.id), &place);
                        if let Some(from) = seen.iter().position(|(id, _)| *id == parent.id) {
                            let mut names: Vec<_> = seen[from..].iter().map(|(_, name)| plain(name)).collect();
                            names.push(plain(&parent.shown));
                            let chain = names.join(" → ");
                            let problem = Problem::error(Code::Cycle, format!("`extends` comes back to where it began: {chain}"));
                            self.problems.push(problem.key("extends").at(place, "").help("one of them has to do without"));
                            fine = false;
                        } else if seen.len() > MAX_EXTENDS {
                            let message = format!("more than {MAX_EXTENDS} rule sets extend each other");
                            self.problems.push(Problem::error(Code::TooDeep, message).key("extends").at(place, ""));
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
        let ids: Vec<SourceId> = files.iter().map(|own: &Arc<SourceDocument>| own.source.id.clone()).collect();
        let chain_is_whole = fine;
        let mut levels = Vec::new();
        for (index, own) in files.into_iter().enumerate() {
            // Where a parent is missing, nobody knows what else the file comes from.
            let base = chain_is_whole.then_some(Base { name: &own.source.shown, files: &ids[..index] });
            let mixins = self.mixins(&own, base);
            fine &= mixins.is_some();
            levels.push(ChainFile { mixins: mixins.unwrap_or_default(), own });
        }
        (levels, fine)
    }

    /// A mixin by name, as named at `place`, to be laid over `base` (`None` where that is not wholly known).
    pub fn mixin(
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
        self.comes_in(&source.id, from.map(|from| &from.id), &place);
        let written = self.read(&source)?;
        if let Some(entry) = written.entry("mixins") {
            let message = format!("`{}` has `mixins`, so it cannot be a mixin", plain(&source.shown));
            let problem = Problem::error(Code::MixinExtends, message)
                .key("mixins")
                .at(place, "")
                .at(written.place(&entry.span()), "here")
                .help("a mixin holds differences only; name its own mixins beside it");
            self.problems.push(problem);
            return None;
        }
        if let Some((parent, node)) = text(&written, "extends") {
            let extends = written.place(&node.span);
            let known = self.loader.load(parent, Some(&source));
            let known = known.map_err(|error| self.not_loaded(parent, &error, Some(extends.clone()), "extends")).ok()?;
            if let Some(base) = base.filter(|base| !base.files.contains(&known.id)) {
                self.problems.push(not_its_parent(&source, &known, base, &place).at(place, "").at(extends, "its parent"));
                return None;
            }
        }
        Some((Arc::new(written), place))
    }

    /// Remembers that a text is named at `place` in the text `by`; what counts is the place in the file that was asked for.
    fn comes_in(&mut self, id: &SourceId, by: Option<&SourceId>, place: &SourceSpan) {
        let way = |id: &SourceId| self.ways_in.iter().find(|(known, _)| known == id).map(|(_, way)| way.clone());
        if way(id).is_none() {
            let outermost = by.and_then(way).unwrap_or_else(|| place.clone());
            self.ways_in.push((id.clone(), outermost));
        }
    }

    fn mixins(&mut self, own: &SourceDocument, base: Option<Base<'_>>) -> Option<Vec<(Arc<SourceDocument>, SourceSpan)>> {
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

    /// Reads a text as far as its version allows.
    fn read(&mut self, source: &Arc<Source>) -> Option<SourceDocument> {
        self.bytes += source.text().len();
        if self.bytes > MAX_BYTES {
            let message = format!("this rule set and all that it is made from have more than {MAX_BYTES} bytes");
            let problem = Problem::error(Code::Unreadable, message);
            self.problems.push(if source.is_outside() { problem } else { problem.at(SourceSpan::new(source, &(0..0)), "") });
            return None;
        }
        let mut syntax = Problems::default();
        let written = parse(source, &mut syntax);
        if source.is_outside()
            && let Some(problem) = self.no_rule_set(source, written.as_ref(), &syntax)
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

    /// Why a text from outside is not a rule set, if so. Nothing of the text is in the answer.
    fn no_rule_set(&self, source: &Source, written: Option<&SourceDocument>, syntax: &Problems) -> Option<Problem> {
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
        let way = self.ways_in.iter().find(|(id, _)| *id == source.id).map(|(_, way)| way.clone());
        let problem = match way {
            Some(way) => problem.at(way, "named here"),
            None => problem,
        };
        Some(problem.help(format!(
            "nothing of it is shown, since it lies neither beside nor below the file that names it: see `tsuro rules check {name}`"
        )))
    }

    /// Notes that a text is not to be had.
    ///
    /// Where nothing but the text is named on the command line, there is no `place` worth showing.
    pub fn not_loaded(&mut self, reference: &str, error: &LoadError, place: Option<SourceSpan>, key: &str) {
        let name = plain(reference);
        let mut problem = match error {
            LoadError::NotFound => {
                let names = self.loader.names();
                let guess = nearest(reference, names.iter().map(String::as_str));
                let called = key.is_empty() || place.as_ref().is_some_and(|place| place.source.id == SourceId::Overrides);
                let advice = called.then(|| self.loader.advice(reference)).flatten();
                let message = match reference {
                    "" => "a rule set has to be named here".to_owned(),
                    _ => format!("there is no rule set `{name}`"),
                };
                let help = if reference.contains('=') {
                    format!("changes of keys stand behind the name of a rule set: `classic+{name}`")
                } else {
                    advice.unwrap_or_else(|| "a file is named by its path: ./mine.toml".to_owned())
                };
                Problem::error(Code::NotFound, message).did_you_mean(guess).expected(Expected::Words(names)).help(help)
            }
            LoadError::NoFile => {
                let named_in = place.as_ref().map(|place| &*place.source).filter(|source| source.id != SourceId::Overrides);
                let beside = self.loader.beside(reference, named_in);
                let problem = Problem::error(Code::NotFound, format!("there is no file `{name}`"))
                    .did_you_mean(nearest(reference, beside.iter().map(String::as_str)));
                let problem =
                    if beside.is_empty() || beside.len() > MOST_BESIDE { problem } else { problem.expected(Expected::Words(beside)) };
                if reference.contains("://") {
                    problem.help("nothing is ever fetched from the network; save the file first")
                } else if place.as_ref().is_none_or(|place| place.source.id == SourceId::Overrides) {
                    problem
                } else {
                    problem.help(
                        "a path begins at the folder of the file that names it; rule sets of the program go by their names: \"classic\"",
                    )
                }
            }
            LoadError::NotUtf8 { text, .. } if text.is_outside() => {
                Problem::error(Code::Unreadable, format!("`{}` is not a rule set: it is not UTF-8 text", plain(&text.shown)))
            }
            LoadError::NotUtf8 { text, at, byte } => Problem::error(Code::Unreadable, format!("this is not UTF-8 text: byte 0x{byte:02x}"))
                .at(SourceSpan::new(text, &(*at..at + 1)), "")
                .help("save the file as UTF-8"),
            LoadError::Shadows { path, .. } => Problem::error(Code::Unreadable, error.to_string())
                .help(format!("name the file by its path ({}), or rename it", plain(path))),
            LoadError::NotToml => Problem::error(Code::Unreadable, format!("`{name}` cannot be used: {error}")).help(format!(
                "such a file begins with `schema = 1`, and `tsuro rules new NAME` starts one; one with another ending is named by its path: ./{name}"
            )),
            error => Problem::error(Code::Unreadable, format!("`{name}` cannot be used: {error}")),
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
}

fn text<'w>(written: &'w SourceDocument, key: &str) -> Option<(&'w str, &'w SourceValue)> {
    let node = &written.entry(key)?.value;
    Some((node.as_text().filter(|_| !written.is_damaged(&node.span))?, node))
}

/// A mixin differs from a rule set that is no part of what it is laid over.
fn not_its_parent(mixin: &Source, parent: &Source, base: Base<'_>, place: &SourceSpan) -> Problem {
    let (mixin, parent, base) = (plain(&mixin.shown), plain(&parent.shown), plain(base.name));
    let message = format!("`{mixin}` cannot be mixed into `{base}`: it differs from `{parent}`, which is no parent of `{base}`");
    let help = if place.source.id == SourceId::Overrides {
        format!("begin with `{mixin}` itself, or with `{parent}` or a rule set that extends it: `{parent}+{mixin}`")
    } else {
        format!("have the file extend `{mixin}` itself, or `{parent}` or a rule set that extends it")
    };
    Problem::error(Code::MixinExtends, message).key("mixins").help(help)
}

/// A file for a later version of the language is refused with one sentence: whatever else looks wrong in it may be right there.
fn newer(written: &SourceDocument) -> Option<Problem> {
    let entry = written.entry("schema")?;
    let beyond = match &entry.value.data {
        SourceData::Int(number) => *number > SCHEMA,
        SourceData::Huge(text) => !text.starts_with('-'),
        _ => false,
    };
    beyond.then(|| {
        let message = format!("this program is too old for the file: it is written in version {} of the language", entry.value.describe());
        Problem::error(Code::SchemaNewer, message)
            .key("schema")
            .at(written.place(&entry.value.span), format!("this program knows versions up to {SCHEMA}"))
            .help("use a newer version of the program")
    })
}
