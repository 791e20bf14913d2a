//! Where rule sets are found: a path, a built-in name, the user's directory.

use crate::ruleset::{BuiltIns, LoadError, Loader, MAX_SOURCE_BYTES, Source, SourceId};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The loader of the program. It reads files, and nothing from a network.
#[derive(Debug, Clone)]
pub struct Files {
    /// The user's own rule sets, if there is such a directory.
    user: Option<PathBuf>,
}

impl Default for Files {
    /// With the user's directory: `$TSURO_RULESETS`, else `tsuro/rulesets` in `$XDG_CONFIG_HOME` or `~/.config`.
    fn default() -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let config = || set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")));
        let user = set("TSURO_RULESETS").or_else(|| config().map(|config| config.join("tsuro").join("rulesets")));
        Self { user }
    }
}

impl Files {
    /// Built-in rule sets and paths only.
    pub const fn without_user() -> Self {
        Self { user: None }
    }

    /// With the user's own rule sets in `directory`.
    pub const fn with_user(directory: PathBuf) -> Self {
        Self { user: Some(directory) }
    }

    /// The names of the user's own rule sets, in ascending order.
    pub fn user_names(&self) -> Vec<String> {
        let Some(entries) = self.user.as_ref().and_then(|user| fs::read_dir(user).ok()) else { return Vec::new() };
        let name = |path: PathBuf| {
            let toml = path.extension().is_some_and(|extension| extension == "toml");
            path.file_stem().filter(|_| toml).and_then(|stem| stem.to_str()).map(str::to_owned)
        };
        let mut names: Vec<String> = entries.flatten().filter_map(|entry| name(entry.path())).collect();
        names.sort();
        names
    }

    fn user_file(&self, name: &str) -> Option<PathBuf> {
        let plain = !name.is_empty() && !name.contains(['/', '\\']) && name != "." && name != "..";
        let path = self.user.as_ref().filter(|_| plain)?.join(format!("{name}.toml"));
        path.exists().then_some(path)
    }

    /// Reads a file and gives it the name that messages show. A rule set may name plain files only; on the command line a pipe will do.
    fn read(path: &Path, shown: &str, pipes: bool) -> Result<Source, LoadError> {
        let unreadable = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => LoadError::NoFile,
            _ => LoadError::Unreadable { why: error.to_string() },
        };
        let about = fs::metadata(path).map_err(unreadable)?;
        if about.is_dir() {
            return Err(LoadError::Directory);
        }
        if !about.is_file() && !pipes {
            return Err(LoadError::Unreadable { why: "it is not a plain file".to_owned() });
        }
        if about.is_file() && about.len() > MAX_SOURCE_BYTES as u64 {
            return Err(LoadError::TooLarge { bytes: about.len() });
        }
        let mut bytes = Vec::new();
        // One byte more than allowed, so that what is too large shows; a pipe need not end.
        fs::File::open(path).and_then(|file| file.take(MAX_SOURCE_BYTES as u64 + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
        let id = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Source::from_bytes(SourceId::File(id), shown, &bytes)
    }
}

impl Loader for Files {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        if reference.contains(['/', std::path::MAIN_SEPARATOR])
            || Path::new(reference).extension().is_some_and(|extension| extension == "toml")
        {
            let beside = |file: &Path| file.parent().unwrap_or(Path::new("")).join(reference);
            return match from.map(|from| (&from.id, &from.shown)) {
                // What is shown stays as short as the user wrote it, even where the file itself was found through links.
                Some((SourceId::File(file), shown)) => Self::read(&beside(file), &beside(Path::new(shown)).display().to_string(), false),
                other => Self::read(Path::new(reference), reference, other.is_none()),
            };
        }
        match (BuiltIns.load(reference, from), self.user_file(reference)) {
            (Ok(_), Some(path)) => Err(LoadError::Shadows { name: reference.to_owned(), path: path.display().to_string() }),
            (Ok(source), None) => Ok(source),
            (Err(_), Some(path)) => Self::read(&path, &path.display().to_string(), false),
            (Err(error), None) => Err(error),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = BuiltIns.names();
        names.extend(self.user_names());
        names
    }
}
