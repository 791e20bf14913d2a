//! Finds the rule sets and scripts that a rule-set file names: built in, or files in the folder of the file that names them.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsuro::ruleset::{BuiltIns, LoadError, Loader, MAX_SOURCE_BYTES, Source, SourceId};

/// Loads files by their paths, and built-in rule sets by their names.
pub struct Files;

impl Loader for Files {
    fn load(&self, reference: &str, from: Option<&Source>) -> Result<Source, LoadError> {
        let is_path =
            reference.contains(['/', std::path::MAIN_SEPARATOR]) || Path::new(reference).extension().is_some_and(|end| end == "toml");
        match from.map(|from| (from, &from.id)) {
            // The first reference is the path that was asked for.
            None if is_path => read(Path::new(reference), reference),
            Some((from, SourceId::File(file))) if is_path => {
                let beside = |file: &Path| file.parent().unwrap_or(Path::new("")).join(reference);
                let source = read(&beside(file), &beside(Path::new(&from.shown)).display().to_string());
                if is_below_or_beside(&beside(file), file, from) { source } else { outside(source) }
            }
            _ => BuiltIns.load(reference, from),
        }
    }

    fn script(&self, reference: &str, from: &Source) -> Result<Source, LoadError> {
        let SourceId::File(file) = &from.id else { return BuiltIns.script(reference, from) };
        let beside = |file: &Path| file.parent().unwrap_or(Path::new("")).join(reference);
        if !is_below_or_beside(&beside(file), file, from) {
            return Err(LoadError::NoFile);
        }
        read(&beside(file), &beside(Path::new(&from.shown)).display().to_string())
    }

    fn scripts_beside(&self, reference: &str, from: &Source) -> Vec<String> {
        let SourceId::File(file) = &from.id else { return Vec::new() };
        let written = reference.rfind('/').map_or("", |end| &reference[..=end]);
        let folder = file.parent().unwrap_or(Path::new("")).join(written);
        if !is_below_or_beside(&folder, file, from) {
            return Vec::new();
        }
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| name.ends_with(".rhai") && !name.starts_with('.')).map(|name| format!("{written}{name}")).collect()
    }

    fn names(&self) -> Vec<String> {
        BuiltIns.names()
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

/// Whether a path that the file `by` names leads to a place beside or below that file, with links followed.
fn is_below_or_beside(path: &Path, by: &Path, from: &Source) -> bool {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    let home = by.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder }).and_then(whole);
    !from.is_outside() && home.is_some_and(|home| whole(path).is_some_and(|path| path.starts_with(home)))
}

/// Marks a text as read from outside the folder of the file that names it: messages do not show its text.
fn outside(source: Result<Source, LoadError>) -> Result<Source, LoadError> {
    match source {
        Ok(source) => Ok(source.outside()),
        Err(LoadError::NotUtf8 { text, at, byte }) => {
            Err(LoadError::NotUtf8 { text: Arc::new(Arc::unwrap_or_clone(text).outside()), at, byte })
        }
        Err(why) => Err(why),
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
