//! Finds rule-set files: by path, among the built-in ones, and in the user's folder.

use super::files;
use std::path::{Path, PathBuf};
use tsuro::ruleset::{
    BuiltIns, FolderFiles, LoadError, Loader, MAX_SOURCE_BYTES, Source, SourceId, plain,
};

/// Loads rule sets from the file system.
///
/// A reference with a path separator, or ending in `.toml`, is a path, relative to the file that
/// names it or to the working directory. Any other is the name of a built-in rule set, or of a file
/// in the user's folder, without `.toml`. A name that is both is refused.
#[derive(Debug, Clone, Default)]
#[expect(clippy::exhaustive_structs, reason = "the caller fills in every field")]
pub struct RuleFiles {
    /// The folder with the user's own rule sets, if there is one.
    pub user: Option<PathBuf>,
}

impl RuleFiles {
    /// With the user's folder: `$TSURO_RULESETS`, otherwise `tsuro/rulesets` in `$XDG_CONFIG_HOME`
    /// or `~/.config`.
    pub fn from_environment() -> Self {
        let set = |name: &str| {
            std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
        };
        let config =
            || set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")));
        Self {
            user: set("TSURO_RULESETS")
                .or_else(|| config().map(|config| config.join("tsuro").join("rulesets"))),
        }
    }

    /// The names of the user's own rule sets, sorted.
    pub fn user_names(&self) -> Vec<String> {
        self.user.as_deref().map(rule_sets_in).unwrap_or_default()
    }

    fn named(&self, name: &str) -> Result<Source, LoadError> {
        let plain = !name.is_empty() && !name.starts_with('.');
        let own = self
            .user
            .as_ref()
            .map(|directory| directory.join(format!("{name}.toml")))
            .filter(|path| plain && path.exists());
        match (BuiltIns.load(name, None), own) {
            (Ok(_), Some(path)) => {
                Err(LoadError::Shadows { name: name.to_owned(), path: path.display().to_string() })
            }
            (Ok(source), None) => Ok(source),
            (Err(_), Some(path)) => read(&path, &path.display().to_string(), true),
            (Err(error), None) => Err(error),
        }
    }
}

/// The files of the file system.
struct Disk;

impl FolderFiles for Disk {
    fn resolved(&self, path: &Path) -> Option<PathBuf> {
        std::fs::canonicalize(path).ok()
    }

    fn read(&self, path: &Path, shown: &str) -> Result<Source, LoadError> {
        read(path, shown, false)
    }

    fn names_in(&self, folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }
}

/// The names of the rule-set files in a folder, sorted, without `.toml`.
fn rule_sets_in(folder: &Path) -> Vec<String> {
    Disk.names_ending(folder, "toml")
}

impl Loader for RuleFiles {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        let is_path = reference.contains(['/', std::path::MAIN_SEPARATOR])
            || Path::new(reference).extension().is_some_and(|end| end == "toml");
        if !is_path {
            // Built-in rule sets extend built-in ones, whatever files the user has.
            return match from.map(|from| &from.id) {
                Some(SourceId::BuiltIn(_)) => BuiltIns.load(reference, from),
                Some(_) => self.named(reference),
                None => self.named(reference).map_err(|why| match why {
                    LoadError::NotFound if Path::new(reference).is_file() => LoadError::NotToml,
                    why => why,
                }),
            };
        }
        match from.map(|from| (from, &from.id)) {
            Some((from, SourceId::File(file))) => Disk.rule_set(reference, from, file),
            other => read(Path::new(reference), reference, other.is_none()),
        }
    }

    fn script(&self, reference: &str, from: &Source) -> Result<Source, LoadError> {
        Disk.script_near(reference, from).unwrap_or_else(|| BuiltIns.script(reference, from))
    }

    fn scripts_beside(&self, reference: &str, from: &Source) -> Vec<String> {
        Disk.scripts_near(reference, from)
    }

    fn names(&self) -> Vec<String> {
        let mut names = BuiltIns.names();
        names.extend(self.user_names());
        names
    }

    fn beside(&self, reference: &str, from: Option<&Source>) -> Vec<String> {
        let (own, folder) = match from.map(|from| &from.id) {
            Some(SourceId::File(file)) => {
                (file.file_stem(), file.parent().unwrap_or(Path::new("")))
            }
            _ => (None, Path::new("")),
        };
        let written =
            reference.rfind(['/', std::path::MAIN_SEPARATOR]).map_or("", |end| &reference[..=end]);
        let folder = folder.join(written);
        // Files elsewhere are not suggested.
        if let Some((from, SourceId::File(file))) = from.map(|from| (from, &from.id))
            && !Disk.is_near(&folder, file, from)
        {
            return Vec::new();
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        rule_sets_in(folder)
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
            Some(format!(
                "there is a file of that name; as a file it is written `{}`",
                plain(&file)
            ))
        } else if Path::new(reference).is_dir() {
            Some(format!(
                "`{}` is a folder: `tsuro rules list {0}` lists the rule sets in it",
                plain(reference)
            ))
        } else {
            None
        }
    }
}

/// Reads a rule set or suite; `shown` is its name in messages. With `devices`, as on the command
/// line, it may be a pipe or device.
///
/// # Errors
/// The file cannot be read, is too large, or is not text.
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
