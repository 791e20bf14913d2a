//! Where rule sets are found: a path, a built-in name, the user's directory.

use crate::ruleset::{BuiltIns, LoadError, Loader, Source, SourceId};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The largest rule-set file that is read.
const MAX_BYTES: u64 = 1 << 20;

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

    fn read(path: &Path) -> Result<Source, LoadError> {
        let unreadable = |error: std::io::Error| LoadError::Unreadable { why: error.to_string() };
        let about = fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => LoadError::NoFile,
            _ => unreadable(error),
        })?;
        if about.is_dir() {
            return Err(LoadError::Directory);
        }
        if about.len() > MAX_BYTES {
            return Err(LoadError::TooLarge { bytes: about.len() });
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        let id = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        Source::from_bytes(SourceId::File(id), path.display().to_string(), &bytes)
    }
}

impl Loader for Files {
    fn load(&self, reference: &str, from: Option<&SourceId>) -> Result<Source, LoadError> {
        if reference.contains(['/', '\\']) || Path::new(reference).extension().is_some_and(|extension| extension == "toml") {
            let beside = match from {
                Some(SourceId::File(file)) => file.parent().map(|folder| folder.join(reference)),
                _ => None,
            };
            return Self::read(&beside.unwrap_or_else(|| PathBuf::from(reference)));
        }
        match (BuiltIns.load(reference, from), self.user_file(reference)) {
            (Ok(_), Some(path)) => Err(LoadError::Shadows { name: reference.to_owned(), path: path.display().to_string() }),
            (Ok(source), None) => Ok(source),
            (Err(_), Some(path)) => Self::read(&path),
            (Err(error), None) => Err(error),
        }
    }

    fn names(&self) -> Vec<String> {
        let mut names = BuiltIns.names();
        names.extend(self.user_names());
        names
    }
}
