//! [`FolderFiles`]: the files that a rule-set file names, in its folder and the folders below. How
//! files are read is given: the library itself reads none.

use super::loader::LoadError;
use super::source::{Source, SourceId};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How files are read, and by it, what the files of rule sets name. A [`Loader`](super::Loader) of
/// files passes on to it.
pub trait FolderFiles {
    /// A path with links followed; `None`: there is nothing.
    fn resolved(&self, path: &Path) -> Option<PathBuf>;

    /// Reads a rule-set file or a script; `shown` is its name in messages.
    ///
    /// # Errors
    /// The file cannot be read, is too large, or is not text.
    fn read(&self, path: &Path, shown: &str) -> Result<Source, LoadError>;

    /// The names of what is in a folder, in any order.
    fn names_in(&self, folder: &Path) -> Vec<String>;

    /// The rule-set file that the path `reference` means in `from`, which was read from `file`. The
    /// text of one that is elsewhere than in the folder of that file or below is kept from
    /// messages.
    ///
    /// # Errors
    /// As [`FolderFiles::read`].
    fn rule_set(&self, reference: &str, from: &Source, file: &Path) -> Result<Source, LoadError> {
        let path = beside(file, reference);
        let source =
            self.read(&path, &beside(Path::new(&from.shown), reference).display().to_string());
        if self.is_near(&path, file, from) { source } else { outside(source) }
    }

    /// As [`Loader::script`](super::Loader::script), of a file; `None`: `from` is none.
    fn script_near(&self, reference: &str, from: &Source) -> Option<Result<Source, LoadError>> {
        let SourceId::File(file) = &from.id else { return None };
        let path = beside(file, reference);
        Some(if self.is_near(&path, file, from) {
            self.read(&path, &beside(Path::new(&from.shown), reference).display().to_string())
        } else {
            Err(LoadError::NoFile)
        })
    }

    /// As [`Loader::scripts_beside`](super::Loader::scripts_beside), sorted.
    fn scripts_near(&self, reference: &str, from: &Source) -> Vec<String> {
        let SourceId::File(file) = &from.id else { return Vec::new() };
        let written = reference.rfind('/').map_or("", |end| &reference[..=end]);
        let folder = beside(file, written);
        if !self.is_near(&folder, file, from) {
            return Vec::new();
        }
        self.names_ending(&folder, "rhai")
            .into_iter()
            .map(|name| format!("{written}{name}.rhai"))
            .collect()
    }

    /// The names of the files in a folder with an ending, sorted, without it. Names with a dot in
    /// front, as of editors' backups, are left out.
    fn names_ending(&self, folder: &Path, ending: &str) -> Vec<String> {
        let stem = |name: String| name.strip_suffix(ending)?.strip_suffix('.').map(str::to_owned);
        let names = self.names_in(folder).into_iter().filter(|name| !name.starts_with('.'));
        let mut names: Vec<String> = names.filter_map(stem).collect();
        names.sort();
        names
    }

    /// Whether a path that the file `by` names leads to a place beside or below that file, with
    /// links followed. A file that is itself outside cannot name such a place.
    fn is_near(&self, path: &Path, by: &Path, from: &Source) -> bool {
        let home = by
            .parent()
            .map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let home = home.and_then(|home| self.resolved(home));
        !from.is_outside()
            && home
                .is_some_and(|home| self.resolved(path).is_some_and(|path| path.starts_with(home)))
    }
}

/// The path that `reference` means where a file has written it.
fn beside(file: &Path, reference: &str) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(reference)
}

/// Marks a source as read from outside the folder of the file that names it: messages do not show
/// its text.
fn outside(source: Result<Source, LoadError>) -> Result<Source, LoadError> {
    match source {
        Ok(source) => Ok(source.outside()),
        Err(LoadError::NotUtf8 { text, at, byte }) => Err(LoadError::NotUtf8 {
            text: Arc::new(Arc::unwrap_or_clone(text).outside()),
            at,
            byte,
        }),
        Err(why) => Err(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files of `/home`, as a folder would list them; `link.rhai` leads elsewhere.
    struct Shelf;

    impl FolderFiles for Shelf {
        fn resolved(&self, path: &Path) -> Option<PathBuf> {
            Some(if path.ends_with("link.rhai") {
                PathBuf::from("/etc/secret.rhai")
            } else {
                path.to_owned()
            })
        }

        fn read(&self, path: &Path, shown: &str) -> Result<Source, LoadError> {
            Ok(Source::new(SourceId::File(path.to_owned()), shown, "text"))
        }

        fn names_in(&self, folder: &Path) -> Vec<String> {
            assert_eq!(folder, Path::new("/home/rules/"));
            ["wind.rhai", ".hidden.rhai", "notes.txt", "ice.rhai", "fog.rhai"]
                .map(str::to_owned)
                .to_vec()
        }
    }

    #[test]
    fn scripts_are_named_in_order_and_none_elsewhere_is_read() {
        let from = Source::new(SourceId::File(PathBuf::from("/home/mine.toml")), "mine.toml", "");
        assert_eq!(
            Shelf.scripts_near("rules/fgo.rhai", &from),
            ["rules/fog.rhai", "rules/ice.rhai", "rules/wind.rhai"]
        );
        let script = |reference: &str| {
            Shelf.script_near(reference, &from).map(|read| read.map(|source| source.shown.clone()))
        };
        assert!(matches!(script("rules/fog.rhai"), Some(Ok(shown)) if *shown == *"rules/fog.rhai"));
        for reference in ["link.rhai", "/etc/fog.rhai"] {
            assert!(matches!(script(reference), Some(Err(LoadError::NoFile))), "{reference}");
        }
        let elsewhere = Shelf.rule_set("/etc/mine.toml", &from, Path::new("/home/mine.toml"));
        assert!(elsewhere.is_ok_and(|source| source.is_outside()), "its text is not shown");
        assert!(
            Shelf
                .script_near(
                    "fog.rhai",
                    &Source::new(SourceId::BuiltIn("seas".to_owned()), "seas", "")
                )
                .is_none()
        );
    }
}
