//! Where rule sets are found: paths, the program's own, and the user's directory.

use super::files;
use crate::ruleset::{BuiltIns, LoadError, Loader, MAX_SOURCE_BYTES, Source, SourceId, plain};
use std::path::{Path, PathBuf};

/// A loader that looks into the file system.
///
/// A reference with a path separator, or ending in `.toml`, is a path: relative to the file that names it, or to the working directory. Any
/// other is a name: of a built-in rule set, or of a file in the user's directory, without `.toml`; a name that is both is refused.
#[derive(Debug, Clone, Default)]
pub struct RuleFiles {
    /// The user's directory, if there is one.
    pub user: Option<PathBuf>,
}

impl RuleFiles {
    /// With the user's directory: `$TSURO_RULESETS`, else `tsuro/rulesets` in `$XDG_CONFIG_HOME` or `~/.config`.
    pub fn from_environment() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let config = || set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")));
        Self { user: set("TSURO_RULESETS").or_else(|| config().map(|config| config.join("tsuro").join("rulesets"))) }
    }

    /// The names of the user's own rule sets, sorted.
    pub fn user_names(&self) -> Vec<String> {
        self.user.as_deref().map(names_in).unwrap_or_default()
    }

    fn named(&self, name: &str) -> Result<Source, LoadError> {
        let plain = !name.is_empty() && !name.starts_with('.');
        let own = self.user.as_ref().map(|directory| directory.join(format!("{name}.toml"))).filter(|path| plain && path.exists());
        match (BuiltIns.load(name, None), own) {
            (Ok(_), Some(path)) => Err(LoadError::Shadows { name: name.to_owned(), path: path.display().to_string() }),
            (Ok(source), None) => Ok(source),
            (Err(_), Some(path)) => read(&path, &path.display().to_string(), true),
            (Err(error), None) => Err(error),
        }
    }
}

/// The names of the rule-set files of a folder, sorted, without `.toml`; what editors leave beside a file begins with a dot.
fn names_in(folder: &Path) -> Vec<String> {
    let name = |path: PathBuf| {
        let name = path.file_stem()?.to_str()?.to_owned();
        (path.extension()? == "toml" && !name.starts_with('.')).then_some(name)
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| name(entry.path())).collect();
    names.sort();
    names
}

impl Loader for RuleFiles {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        let is_path =
            reference.contains(['/', std::path::MAIN_SEPARATOR]) || Path::new(reference).extension().is_some_and(|end| end == "toml");
        if !is_path {
            // What is built in is made of what is built in, whatever files the user has.
            return match from.map(|from| &from.id) {
                Some(SourceId::BuiltIn(_)) => BuiltIns.load(reference, from),
                Some(_) => self.named(reference),
                None => self.named(reference).map_err(|why| match why {
                    LoadError::NotFound if Path::new(reference).is_file() => LoadError::NotToml,
                    why => why,
                }),
            };
        }
        let beside = |file: &Path| file.parent().unwrap_or(Path::new("")).join(reference);
        match from.map(|from| (from, &from.id)) {
            Some((from, SourceId::File(file))) => {
                let source = read(&beside(file), &beside(Path::new(&from.shown)).display().to_string(), false);
                if is_at_home(&beside(file), file, from) { source } else { outside(source) }
            }
            other => read(Path::new(reference), reference, other.is_none()),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = BuiltIns.names();
        names.extend(self.user_names());
        names
    }

    fn beside(&self, reference: &str, from: Option<&Source>) -> Vec<String> {
        let (own, folder) = match from.map(|from| &from.id) {
            Some(SourceId::File(file)) => (file.file_stem(), file.parent().unwrap_or(Path::new(""))),
            _ => (None, Path::new("")),
        };
        let written = reference.rfind(['/', std::path::MAIN_SEPARATOR]).map_or("", |end| &reference[..=end]);
        let folder = folder.join(written);
        // What lies elsewhere is nobody's guess.
        if let Some((from, SourceId::File(file))) = from.map(|from| (from, &from.id))
            && !is_at_home(&folder, file, from)
        {
            return Vec::new();
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        names_in(folder)
            .into_iter()
            .filter(|name| own.is_none_or(|own| own != name.as_str()))
            .map(|name| format!("{written}{name}.toml"))
            .collect()
    }

    fn advice(&self, reference: &str) -> Option<String> {
        let file = format!("{reference}.toml");
        if reference.is_empty() {
            None
        } else if Path::new(&file).is_file() {
            Some(format!("there is a file of that name; as a file it is written `{}`", plain(&file)))
        } else if Path::new(reference).is_dir() {
            Some(format!("`{}` is a folder: `tsuro rules list {0}` lists the rule sets in it", plain(reference)))
        } else {
            None
        }
    }
}

/// Whether a path named by the file `by` leads to something beside or below that file, links followed; what a file from outside names is
/// outside, too.
fn is_at_home(path: &Path, by: &Path, from: &Source) -> bool {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    let home = by.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).and_then(whole);
    !from.is_outside() && home.is_some_and(|home| whole(path).is_some_and(|path| path.starts_with(home)))
}

/// What was read outside of where the file that names it may show things.
fn outside(source: Result<Source, LoadError>) -> Result<Source, LoadError> {
    match source {
        Ok(source) => Ok(source.outside()),
        Err(LoadError::NotUtf8 { text, at, byte }) => {
            Err(LoadError::NotUtf8 { text: std::sync::Arc::new(std::sync::Arc::unwrap_or_clone(text).outside()), at, byte })
        }
        Err(why) => Err(why),
    }
}

/// Reads a file and gives it the name that messages show. `devices` says whether it may be something that is no plain file (a pipe): on the command line it may, in a rule set not.
///
/// # Errors
/// Why there is no text.
pub fn read(path: &Path, shown: &str, devices: bool) -> Result<Source, LoadError> {
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => LoadError::NoFile,
        _ => LoadError::Unreadable { why: error.to_string() },
    };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(LoadError::Directory);
    }
    if !metadata.is_file() && !devices {
        return Err(LoadError::Unreadable { why: "it is not a plain file".to_owned() });
    }
    if metadata.is_file() && metadata.len() > MAX_SOURCE_BYTES as u64 {
        return Err(LoadError::TooLarge { bytes: metadata.len() });
    }
    let bytes = files::read_bytes(path, files::SOURCE).map_err(unreadable)?;
    let id = SourceId::File(std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()));
    Source::from_bytes(id, shown, &bytes)
}
