//! A file system that ends at a folder: whatever lies in it, no link leads out.
//!
//! What a project's folder holds may come from anybody. Every path is resolved from the open folder
//! on, by a library that refuses each step out of it, so that a link to elsewhere is neither read
//! nor written, nor is what it leads to removed.

use crate::disk::{Disk, DiskEntryKind, DiskLock, Real, plain, wait_for};
use cap_std::{
    ambient_authority,
    fs::{Dir, OpenOptions},
};
use std::{
    fs::File,
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};
use words::tr;

/// A folder and what lies below it. Paths that are given to it begin with the folder's own.
pub(crate) struct Below {
    root: PathBuf,
    dir: Dir,
}

impl Below {
    /// The folder is there; a link to it is followed, for a person has named it.
    pub fn open(root: &Path) -> io::Result<Self> {
        let place = if root.as_os_str().is_empty() {
            Path::new(".")
        } else {
            root
        };
        Ok(Self {
            root: root.to_owned(),
            dir: Dir::open_ambient_dir(place, ambient_authority())?,
        })
    }

    fn inside<'a>(&self, path: &'a Path) -> io::Result<&'a Path> {
        match path.strip_prefix(&self.root) {
            Ok(inside) if inside.as_os_str().is_empty() => Ok(Path::new(".")),
            Ok(inside) => Ok(inside),
            Err(_) => Err(io::Error::other(tr!("it is outside the project folder"))),
        }
    }

    /// Opens the file of a lock, and makes it if there is none. Any other entry in its place is
    /// refused: a link would lead elsewhere, and a pipe would be waited for.
    pub fn lock_file(&self, path: &Path) -> io::Result<File> {
        let inside = self.inside(path)?;
        match self.dir.symlink_metadata(inside) {
            Ok(found) if !found.is_file() => {
                return Err(io::Error::other(tr!("it is not a lock file")));
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let file = self
            .dir
            .open_with(inside, OpenOptions::new().write(true).create(true))?;
        Ok(file.into_std())
    }

    fn linked(&self, inside: &Path) -> DiskEntryKind {
        match self.dir.metadata(inside) {
            Ok(found) if found.is_dir() => DiskEntryKind::LinkedFolder,
            Ok(found) if found.is_file() => DiskEntryKind::File { bytes: found.len() },
            _ => DiskEntryKind::Other,
        }
    }

    fn told(&self, inside: &Path, found: &cap_std::fs::Metadata) -> DiskEntryKind {
        if found.is_symlink() {
            self.linked(inside)
        } else {
            plain(found.is_dir(), found.is_file(), found.len())
        }
    }
}

impl Disk for Below {
    fn kind(&self, path: &Path) -> io::Result<Option<DiskEntryKind>> {
        let inside = self.inside(path)?;
        match self.dir.symlink_metadata(inside) {
            Ok(found) => Ok(Some(self.told(inside, &found))),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, DiskEntryKind)>> {
        let inside = self.inside(folder)?;
        let entry = |entry: io::Result<cap_std::fs::DirEntry>| {
            let entry = entry?;
            let name = entry.file_name();
            let kind = self.told(&inside.join(&name), &entry.metadata()?);
            Ok((name.to_string_lossy().into_owned(), kind))
        };
        self.dir.read_dir(inside)?.map(entry).collect()
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.dir.read(self.inside(path)?)
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn Disk, usize) + Sync)) {
        crate::compile::each(count, &|at| call(self, at));
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        let inside = self.inside(path)?;
        match self.dir.create_dir(inside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if self.dir.symlink_metadata(inside)?.is_dir() {
                    Ok(())
                } else {
                    Err(error)
                }
            }
            made => made,
        }
    }

    /// Writes a file. An existing file of that name is replaced rather than written into: it may be
    /// a second name of a file elsewhere.
    fn write(&self, path: &Path, bytes: &[u8], like: Option<&Path>) -> io::Result<()> {
        let inside = self.inside(path)?;
        if self.dir.symlink_metadata(inside).is_ok() {
            self.dir.remove_file(inside)?;
        }
        let mut file = self
            .dir
            .open_with(inside, OpenOptions::new().write(true).create_new(true))?;
        let like = like.and_then(|like| self.inside(like).ok());
        if let Some(found) = like.and_then(|like| self.dir.metadata(like).ok()) {
            file.set_permissions(found.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = self
            .dir
            .open_with(self.inside(path)?, OpenOptions::new().append(true))?;
        file.write_all(bytes)?;
        file.sync_data()
    }

    fn patch(&self, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut file = self
            .dir
            .open_with(self.inside(path)?, OpenOptions::new().write(true))?;
        file.seek(io::SeekFrom::Start(at))?;
        file.write_all(bytes)?;
        file.sync_data()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.dir
            .rename(self.inside(from)?, &self.dir, self.inside(to)?)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.dir.remove_file(self.inside(path)?)
    }

    fn is_old(&self, path: &Path) -> bool {
        Real.is_old(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.dir.remove_dir(self.inside(path)?)
    }

    #[cfg(unix)]
    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.dir.open(self.inside(path)?)?.sync_all()
    }

    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(self.root.join(self.dir.canonicalize(self.inside(path)?)?))
    }

    fn lock(&self, path: &Path) -> io::Result<DiskLock> {
        wait_for(self.lock_file(path)?)
    }
}
