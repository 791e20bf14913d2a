//! Finds the rule sets and scripts that a rule-set file names: built in, or files in the folder of the file that names them.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use tsuro::ruleset::{BuiltIns, FolderFiles, LoadError, Loader, MAX_SOURCE_BYTES, Source, SourceId};

/// Loads files by their paths, and built-in rule sets by their names.
pub struct Files;

impl Loader for Files {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        let is_path =
            reference.contains(['/', std::path::MAIN_SEPARATOR]) || Path::new(reference).extension().is_some_and(|end| end == "toml");
        match from.map(|from| (from, &from.id)) {
            // The first reference is the path that was asked for.
            None if is_path => read(Path::new(reference), reference),
            Some((from, SourceId::File(file))) if is_path => self.rule_set(reference, from, file),
            _ => BuiltIns.load(reference, from),
        }
    }

    fn script(&self, reference: &str, from: &Source) -> Result<Source, LoadError> {
        self.script_near(reference, from).unwrap_or_else(|| BuiltIns.script(reference, from))
    }

    fn scripts_beside(&self, reference: &str, from: &Source) -> Vec<String> {
        self.scripts_near(reference, from)
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
    }
}

impl FolderFiles for Files {
    fn resolved(&self, path: &Path) -> Option<PathBuf> {
        std::fs::canonicalize(path).ok()
    }

    fn read(&self, path: &Path, shown: &str) -> Result<Source, LoadError> {
        read(path, shown)
    }

    fn names_in(&self, folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }
}

/// A loader that knows one text by its name, before the built-in rule sets.
pub struct OneText<'a> {
    /// The name of the text.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

impl OneText<'_> {
    /// The text as a source.
    pub fn source(&self) -> Source {
        Source::new(SourceId::File(PathBuf::from(self.name)), self.name, self.text)
    }
}

impl Loader for OneText<'_> {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        if from.is_none() && reference == self.name { Ok(self.source()) } else { BuiltIns.load(reference, from) }
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
    }

    fn takes_paths(&self) -> bool {
        false
    }
}

/// Reads a rule-set file, of which `shown` is the name in messages.
fn read(path: &Path, shown: &str) -> Result<Source, LoadError> {
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => LoadError::NoFile,
        _ => LoadError::Unreadable { why: error.to_string() },
    };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(LoadError::Directory);
    }
    if !metadata.is_file() {
        return Err(LoadError::Unreadable { why: "it is not a plain file".to_owned() });
    }
    if metadata.len() > MAX_SOURCE_BYTES as u64 {
        return Err(LoadError::TooLarge { bytes: metadata.len() });
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_SOURCE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let id = SourceId::File(std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()));
    Source::from_bytes(id, shown, &bytes)
}
