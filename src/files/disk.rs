//! What this crate asks of a file system, so that tests can put one in its place that fails.
//!
//! Contract: what `write` and `append` have written survives a loss of power, its name only after
//! `sync_folder`; `rename` replaces what is there in one moment.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use words::tr;

/// Type of what has a name on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskEntryKind {
    File {
        bytes: u64,
    },
    Folder,
    /// A link to a folder.
    LinkedFolder,
    /// A pipe, a device, a link to nothing.
    Other,
}

pub(crate) trait Disk {
    /// Type of what lies at `path`; None if nothing has this name.
    fn kind(&self, path: &Path) -> io::Result<Option<DiskEntryKind>>;
    /// The names in a folder, in any order.
    fn list(&self, folder: &Path) -> io::Result<Vec<(String, DiskEntryKind)>>;
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// The first bytes of a file, at most `most`.
    fn head(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = self.read(path)?;
        bytes.truncate(most as usize);
        Ok(bytes)
    }
    /// Calls `call` with each number below `count`, at once where the file system bears that.
    fn each(&self, count: usize, call: &(dyn Fn(&dyn Disk, usize) + Sync));
    /// Makes a folder whose parent exists. A folder that exists already is fine.
    fn make_folder(&self, path: &Path) -> io::Result<()>;
    /// Writes a new file, or one in place of what a stopped write has left. With the permissions of
    /// another file where one is named that is there.
    fn write(&self, path: &Path, bytes: &[u8], like: Option<&Path>) -> io::Result<()>;
    /// Appends to a file that exists.
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Writes over bytes of a file that exists, from the byte `at` on.
    fn patch(&self, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()>;
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    fn remove_file(&self, path: &Path) -> io::Result<()>;
    /// Whether nobody has written the file for an hour.
    fn is_old(&self, path: &Path) -> bool;
    /// Removes an empty folder.
    fn remove_folder(&self, path: &Path) -> io::Result<()>;
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
    /// `path` with all links on the way resolved.
    fn canonical(&self, path: &Path) -> io::Result<PathBuf>;
    /// Waits for others to give a file's lock back, which they do at their end too. Makes the file.
    fn lock(&self, path: &Path) -> io::Result<DiskLock>;
}

/// The lock of a file, given back when it is dropped, or when the process ends.
pub(crate) struct DiskLock {
    _file: Option<File>,
}

impl DiskLock {
    /// A lock of a file system that nobody else uses.
    #[cfg(test)]
    pub fn alone() -> Self {
        Self { _file: None }
    }
}

/// Longest time that another program may take over a save.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(20);
const OLD: Duration = Duration::from_secs(3600);

/// The machine's own.
pub(crate) struct Real;

impl Disk for Real {
    fn kind(&self, path: &Path) -> io::Result<Option<DiskEntryKind>> {
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => Ok(Some(linked(path))),
            Ok(found) => Ok(Some(plain_of(&found))),
            Err(error) if is_nothing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, DiskEntryKind)>> {
        let entry = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            let kind = if entry.file_type()?.is_symlink() {
                linked(&entry.path())
            } else {
                plain_of(&entry.metadata()?)
            };
            Ok((entry.file_name().to_string_lossy().into_owned(), kind))
        };
        fs::read_dir(folder)?.map(entry).collect()
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn head(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn Disk, usize) + Sync)) {
        crate::compile::each(count, &|at| call(&Real, at));
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        match fs::create_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
            made => made,
        }
    }

    fn write(&self, path: &Path, bytes: &[u8], like: Option<&Path>) -> io::Result<()> {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(path)?;
        if let Some(found) = like.and_then(|like| fs::metadata(like).ok()) {
            file.set_permissions(found.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).open(path)?;
        file.write_all(bytes)?;
        file.sync_data()
    }

    fn patch(&self, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)?;
        file.sync_data()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn is_old(&self, path: &Path) -> bool {
        let modified = fs::symlink_metadata(path).and_then(|found| found.modified());
        modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|age| age > OLD))
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn lock(&self, path: &Path) -> io::Result<DiskLock> {
        wait_for(
            OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?,
        )
    }
}

pub(crate) fn wait_for(file: File) -> io::Result<DiskLock> {
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(DiskLock { _file: Some(file) }),
            Err(fs::TryLockError::WouldBlock) if since.elapsed() < PATIENCE => {
                std::thread::sleep(PAUSE)
            }
            Err(fs::TryLockError::WouldBlock) => {
                return Err(io::Error::other(tr!(
                    "another program has been writing it for too long. Close that program"
                )));
            }
            // A file system without locks.
            Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(DiskLock { _file: None });
            }
            Err(fs::TryLockError::Error(error)) => return Err(error),
        }
    }
}

fn is_nothing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

pub(crate) fn plain(is_folder: bool, is_file: bool, bytes: u64) -> DiskEntryKind {
    match (is_folder, is_file) {
        (true, _) => DiskEntryKind::Folder,
        (_, true) => DiskEntryKind::File { bytes },
        _ => DiskEntryKind::Other,
    }
}

fn plain_of(found: &fs::Metadata) -> DiskEntryKind {
    plain(found.is_dir(), found.is_file(), found.len())
}

fn linked(path: &Path) -> DiskEntryKind {
    match fs::metadata(path).as_ref().map(plain_of) {
        Ok(DiskEntryKind::Folder) => DiskEntryKind::LinkedFolder,
        Ok(kind) => kind,
        Err(_) => DiskEntryKind::Other,
    }
}

/// A folder and those above it that are missing, each with its name made safe.
pub(crate) fn make_folders(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || disk.kind(path)?.is_some() {
        return Ok(());
    }
    let above = path.parent().unwrap_or(Path::new(""));
    make_folders(disk, above)?;
    disk.make_folder(path)?;
    disk.sync_folder(if above.as_os_str().is_empty() {
        Path::new(".")
    } else {
        above
    })
}
