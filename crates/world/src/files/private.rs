//! Files that only their owner may read, and whether files are still where they were.

use super::error::{WriteError, WriteStep};
use super::write::{folder_of, new_file_in, take_free_name};
use std::fs::{self, DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Makes a folder into which only its owner can look, and its parents. A folder that exists is
/// closed to others if nothing but the files called `own` is in it: other folders are not for this
/// program to close.
///
/// # Errors
/// It cannot be made.
pub fn make_private_folder(path: &Path, own: &[&str]) -> Result<(), WriteError> {
    let failed = |why| WriteError::Failed {
        path: path.to_owned(),
        step: WriteStep::Folder,
        why,
        old: path.exists(),
    };
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(failed)?;
    let is_own = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| own.iter().any(|name| entry.file_name() == *name))
    };
    if fs::read_dir(path).is_ok_and(|mut all| all.all(is_own)) {
        // A user who may write into the folder of another user may not close it; its files are
        // closed all the same.
        let _ = restrict(path);
    }
    Ok(())
}

/// Closes a file to all but its owner; makes it, empty, if it does not exist.
///
/// # Errors
/// It cannot be made, or its permissions cannot be changed.
pub fn make_private_file(path: &Path) -> Result<(), WriteError> {
    let failed = |step| move |why| WriteError::failed(path, step, why);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(()),
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
            restrict(path).map_err(failed(WriteStep::Permissions))
        }
        Err(why) => Err(failed(WriteStep::Create)(why)),
    }
}

/// Takes all rights from others than the owner.
#[cfg(unix)]
fn restrict(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path)?.permissions().mode() & 0o777;
    let own = mode & 0o700;
    if mode == own { Ok(()) } else { fs::set_permissions(path, fs::Permissions::from_mode(own)) }
}

#[cfg(not(unix))]
fn restrict(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Makes a new file in one step that only its owner can read: `fill` writes it at another path.
///
/// # Errors
/// There is such a file, it cannot be made, or what `fill` says; then there is none.
pub fn make_new_private<E: From<WriteError>>(
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |step| move |why| WriteError::failed(path, step, why);
    if path.symlink_metadata().is_ok() {
        return Err(WriteError::Exists(path.to_owned()).into());
    }
    let (file, new) =
        new_file_in(folder_of(path), true).map_err(failed(WriteStep::Create))?.into_parts();
    fill(&new)?;
    file.sync_all().map_err(failed(WriteStep::Sync))?;
    Ok(take_free_name(new, path, path)?)
}

/// Files, and what told them apart from others when they were looked up.
#[derive(Debug)]
pub struct FilesInPlace(Vec<(PathBuf, FileIdentity)>);

/// The device and the number of a file; on other systems it cannot go while it is open.
type FileIdentity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).map(|there| (there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<FileIdentity> {
    fs::metadata(path).map(|_| (0, 0))
}

impl FilesInPlace {
    /// The files among `paths` that exist.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        // A process that changes its folder looks for the same files.
        let whole = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let found = |path: PathBuf| identity(&path).ok().map(|identity| (path, identity));
        Self(paths.into_iter().map(whole).filter_map(found).collect())
    }

    /// Whether all of them are still there, and are no others.
    pub fn are_there(&self) -> bool {
        self.0.iter().all(|(path, known)| identity(path).is_ok_and(|now| now == *known))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn own_folders_are_closed_and_those_of_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, files: &[&str]| {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            for file in files {
                fs::write(path.join(file), "").unwrap();
            }
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            make_private_folder(&path, &["games"]).unwrap();
            mode(&path)
        };
        assert_eq!(
            [make("empty", &[]), make("own", &["games"]), make("home", &["games", "letters"])],
            [0o700, 0o700, 0o755]
        );
        let new = folder.path().join("a/b");
        make_private_folder(&new, &[]).unwrap();
        assert_eq!((mode(&new), mode(new.parent().unwrap())), (0o700, 0o700));
    }

    #[test]
    fn files_are_private_and_known_again() {
        let folder = tempfile::tempdir().unwrap();
        let (new, old) = (folder.path().join("new"), folder.path().join("old"));
        fs::write(&old, "kept").unwrap();
        fs::set_permissions(&old, fs::Permissions::from_mode(0o644)).unwrap();
        for path in [&new, &old] {
            make_private_file(path).unwrap();
            assert_eq!(mode(path), 0o600);
        }
        assert_eq!(fs::read(&old).unwrap(), b"kept");
        let files = FilesInPlace::new([new.clone(), old.clone(), folder.path().join("none")]);
        assert!(files.are_there());
        fs::remove_file(&old).unwrap();
        assert!(!files.are_there());
        fs::write(&old, "another").unwrap();
        let another = fs::File::create(folder.path().join("other")).unwrap();
        fs::rename(folder.path().join("other"), &new).unwrap();
        assert!(!files.are_there(), "another file of the same name");
        drop(another);
    }
}
