//! Many files of a project's folder as one change: all of them are as before, or all as they are to
//! be.
//!
//! ```text
//! .mutoscope/save/0, 1, …      what is to be written, synced
//! .mutoscope/save/commit.json  the list of what is to be done; from the moment it has its name, the change is done
//! ```
//!
//! What is staged is then renamed to its place, and the list removed. A stopped change is finished
//! by whoever writes next where the list is there, and thrown away where it is not. Until it is
//! finished, [`Pending`] reads as if it were: reading changes nothing.
//!
//! A folder may come from anybody. So a list counts only with its check and with every staged
//! content as the list has it, names nothing but places where a project's files lie, and nothing is
//! done through a link.

use crate::{
    Error,
    disk::{Disk, DiskEntryKind, DiskLock, make_folders},
    folder::{self, KEPT, read_on},
};
use formats::project::{ROOT_FILE, kind_of};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
};
use words::tr;
use xxhash_rust::xxh3::xxh3_128;

/// Name of this program's own folder inside a project's folder. The name begins with a dot, so that
/// the folder is no part of the project.
pub const OWN: &str = ".mutoscope";
const STAGE: &str = "save";
const COMMIT: &str = "commit.json";
const FORMAT: &str = "mutoscope.save";
const VERSION: u32 = 2;

/// Relative paths with forward slashes.
#[derive(Default)]
pub(crate) struct FolderChange<'a> {
    /// Content of the files that are written, by path.
    pub puts: BTreeMap<String, &'a [u8]>,
    /// Files that are removed, with what they hold.
    pub removes: BTreeMap<String, Vec<u8>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Commit {
    format: String,
    version: u32,
    puts: Vec<Put>,
    removes: Vec<Remove>,
    /// The hash of what is to be done, as JSON without blanks.
    check: String,
}

impl Commit {
    fn new(puts: Vec<Put>, removes: Vec<Remove>) -> Self {
        let mut new = Self {
            format: FORMAT.into(),
            version: VERSION,
            puts,
            removes,
            check: String::new(),
        };
        new.check = new.checked();
        new
    }

    fn checked(&self) -> String {
        hash(&serde_json::to_vec(&(&self.puts, &self.removes)).unwrap_or_else(plain))
    }

    fn text(&self) -> Vec<u8> {
        serde_json::to_vec_pretty(self).unwrap_or_else(plain)
    }
}

/// The list of a stopped change, as anybody might forge it.
#[cfg(test)]
pub(crate) fn list_of(puts: &[&str], content: &[u8], removes: &[&str], held: &[u8]) -> String {
    let puts = puts
        .iter()
        .map(|path| Put {
            path: path.to_string(),
            hash: hash(content),
        })
        .collect();
    let removes = removes
        .iter()
        .map(|path| Remove {
            path: path.to_string(),
            hash: hash(held),
        })
        .collect();
    String::from_utf8_lossy(&Commit::new(puts, removes).text()).into_owned()
}

fn plain(error: serde_json::Error) -> Vec<u8> {
    unreachable!("it is plain data: {error}")
}

/// Hashes are XXH3 of 128 bits, as hex.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Put {
    path: String,
    hash: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Remove {
    path: String,
    /// Another content is somebody else's work, and stays.
    hash: String,
}

impl FolderChange<'_> {
    /// True where nothing is written and nothing removed.
    pub fn is_empty(&self) -> bool {
        self.puts.is_empty() && self.removes.is_empty()
    }

    /// Contract: the folder is locked, and no change is pending in it. `progress` receives the part
    /// that is done, 0 to 1; after false from it nothing has changed.
    pub fn perform(
        &self,
        disk: &dyn Disk,
        root: &Path,
        progress: &dyn Fn(f32) -> bool,
    ) -> Result<(), Error> {
        let staged = self.stage(disk, root, progress);
        if staged.is_err() {
            // What is left here is thrown away by the next one, too.
            let _ = discard(disk, root);
        }
        let commit = staged?;
        finish_commit(disk, root, &commit)
    }

    fn stage(
        &self,
        disk: &dyn Disk,
        root: &Path,
        progress: &dyn Fn(f32) -> bool,
    ) -> Result<Commit, Error> {
        let stage = stage(root);
        let failed = |error: io::Error| Error::writing(root, &error);
        self.puts
            .keys()
            .try_for_each(|path| refuse_links(disk, root, path))?;
        make_folders(disk, &stage).map_err(failed)?;
        let all: usize = self.puts.values().map(|bytes| bytes.len() + 1).sum();
        let mut done = 0;
        for (at, (path, bytes)) in self.puts.iter().enumerate() {
            if !progress(done as f32 / all as f32) {
                return Err(Error::cancelled(root));
            }
            let place = folder::place(root, path);
            disk.write(&stage.join(at.to_string()), bytes, Some(&place))
                .map_err(|error| Error::writing(&place, &error))?;
            done += bytes.len() + 1;
        }
        disk.sync_folder(&stage).map_err(failed)?;
        let commit = self.commit();
        let (new, named) = (stage.join("new"), stage.join(COMMIT));
        disk.write(&new, &commit.text(), None).map_err(failed)?;
        disk.rename(&new, &named).map_err(failed)?;
        disk.sync_folder(&stage).map_err(failed)?;
        Ok(commit)
    }

    fn commit(&self) -> Commit {
        let puts = self.puts.iter().map(|(path, bytes)| Put {
            path: path.clone(),
            hash: hash(bytes),
        });
        let removes = self.removes.iter().map(|(path, bytes)| Remove {
            path: path.clone(),
            hash: hash(bytes),
        });
        Commit::new(puts.collect(), removes.collect())
    }
}

/// Refuses a path that leads through a link: what lies behind a link is not the project's.
fn refuse_links(disk: &dyn Disk, root: &Path, path: &str) -> Result<(), Error> {
    match blocked(disk, root, path)
        .map_err(|error| Error::writing(&folder::place(root, path), &error))?
    {
        Some(folder) => Err(not_a_folder(&folder)),
        None => Ok(()),
    }
}

/// Folder on the way to `path` that is neither a folder nor free; None if there is no such one.
fn blocked(disk: &dyn Disk, root: &Path, path: &str) -> io::Result<Option<PathBuf>> {
    for folder in folder::place(root, path)
        .ancestors()
        .skip(1)
        .take_while(|folder| *folder != root)
    {
        if !is_folder_or_free(disk, folder)? {
            return Ok(Some(folder.to_owned()));
        }
    }
    Ok(None)
}

fn is_folder_or_free(disk: &dyn Disk, path: &Path) -> io::Result<bool> {
    Ok(matches!(
        disk.kind(path)?,
        None | Some(DiskEntryKind::Folder)
    ))
}

fn not_a_folder(path: &Path) -> Error {
    Error::new(
        path,
        tr!("it is a link or a file, so nothing is written there. Replace it with a real folder."),
    )
}

/// Whether a save may have to do with a path: another one is somebody else's.
pub(crate) fn is_of_project(path: &str) -> bool {
    let path = path
        .strip_prefix(KEPT)
        .and_then(|kept| kept.strip_prefix('/'))
        .unwrap_or(path);
    let is_blob = |path: &str| {
        path.strip_prefix("blobs/")
            .is_some_and(|name| !name.contains('/') && !name.starts_with('.'))
    };
    folder::is_inside(path) && (path == ROOT_FILE || kind_of(path).is_some() || is_blob(path))
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

fn stage(root: &Path) -> PathBuf {
    root.join(OWN).join(STAGE)
}

/// Keeps others from changing the folder. Contract: the folder is there.
pub(crate) fn lock(disk: &dyn Disk, root: &Path) -> Result<DiskLock, Error> {
    enter(disk, root)?;
    disk.lock(&root.join(OWN).join("lock"))
        .map_err(|error| Error::writing(root, &error))
}

/// Makes the program's own folder, which version control leaves out.
pub(crate) fn enter(disk: &dyn Disk, root: &Path) -> Result<(), Error> {
    let own = root.join(OWN);
    if !is_own(disk, root).map_err(|error| Error::writing(root, &error))? {
        return Err(not_a_folder(&own));
    }
    let ignored = own.join(".gitignore");
    let ignore = || match disk.kind(&ignored)? {
        None => disk.write(&ignored, b"*\n", None),
        Some(_) => Ok(()),
    };
    make_folders(disk, &own)
        .and_then(|()| ignore())
        .map_err(|error| Error::writing(root, &error))
}

/// Takes the program's own folder away again, where nothing is left in it that counts.
pub(crate) fn leave(disk: &dyn Disk, root: &Path) {
    let own = root.join(OWN);
    // What cannot be removed harms nobody.
    let _ = discard_begun(disk, root);
    if !has_left(disk, root) && is_own(disk, root).unwrap_or(false) {
        let _ = ["lock", ".gitignore"].map(|name| disk.remove_file(&own.join(name)));
        let _ = disk.remove_folder(&own);
    }
}

fn discard_begun(disk: &dyn Disk, root: &Path) -> io::Result<()> {
    match disk.kind(&stage(root).join(COMMIT))? {
        None => discard(disk, root),
        Some(_) => Ok(()),
    }
}

/// Waits until nobody is changing the folder. None where it cannot be locked, as on a disk that is
/// only read.
pub(crate) fn read_lock(disk: &dyn Disk, root: &Path) -> Option<DiskLock> {
    let path = root.join(OWN).join("lock");
    let is_there = matches!(disk.kind(&path), Ok(Some(DiskEntryKind::File { .. })));
    if is_there {
        disk.lock(&path).ok()
    } else {
        None
    }
}

/// Finishes or throws away what a stopped change has left. Contract: the folder is locked.
pub(crate) fn recover(disk: &dyn Disk, root: &Path) -> Result<(), Error> {
    match pending(disk, root)? {
        Some(commit) => finish_commit(disk, root, &commit),
        None => discard(disk, root).map_err(|error| Error::writing(root, &error)),
    }
}

/// Whether a stopped change has left anything.
pub(crate) fn has_left(disk: &dyn Disk, root: &Path) -> bool {
    disk.kind(&stage(root)).is_ok_and(|kind| kind.is_some())
}

/// Whether the folders of a change are no links: what lies behind a link was not left by a change
/// of this folder.
fn is_own(disk: &dyn Disk, root: &Path) -> io::Result<bool> {
    Ok(is_folder_or_free(disk, &root.join(OWN))? && is_folder_or_free(disk, &stage(root))?)
}

fn pending(disk: &dyn Disk, root: &Path) -> Result<Option<Commit>, Error> {
    let path = stage(root).join(COMMIT);
    let failed = |error: io::Error| Error::reading(&path, &error);
    if !is_own(disk, root).map_err(failed)? || disk.kind(&path).map_err(failed)?.is_none() {
        return Ok(None);
    }
    let bytes = read_on(disk, &path).map_err(failed)?;
    let commit: Commit =
        serde_json::from_slice(&bytes).map_err(|error| unreadable(&path, &error.to_string()))?;
    if commit.format != FORMAT || commit.version != VERSION {
        return Err(unreadable(
            &path,
            tr!("another version of Mutoscope wrote it"),
        ));
    }
    let mut paths = commit
        .puts
        .iter()
        .map(|put| &put.path)
        .chain(commit.removes.iter().map(|remove| &remove.path));
    if commit.check != commit.checked() || !paths.all(|path| is_of_project(path)) {
        return Err(unreadable(&path, tr!("its content is damaged")));
    }
    for (at, put) in commit.puts.iter().enumerate() {
        let staged = stage(root).join(at.to_string());
        let failed = |error: io::Error| Error::reading(&staged, &error);
        if disk.kind(&staged).map_err(failed)?.is_some()
            && hash(&read_on(disk, &staged).map_err(failed)?) != put.hash
        {
            return Err(unreadable(&staged, tr!("it differs from the data to save")));
        }
    }
    Ok(Some(commit))
}

fn unreadable(path: &Path, why: &str) -> Error {
    let text = tr!(
        "an interrupted save cannot be read ({why}). To continue with the current files, move the folder of this file away."
    );
    Error::new(path, text)
}

/// May be called as often as it takes.
fn finish_commit(disk: &dyn Disk, root: &Path, commit: &Commit) -> Result<(), Error> {
    let stage = stage(root);
    let mut folders = BTreeSet::new();
    for (at, put) in commit.puts.iter().enumerate() {
        refuse_links(disk, root, &put.path)?;
        let (from, to) = (stage.join(at.to_string()), folder::place(root, &put.path));
        let done = put_in_place(disk, &from, &to);
        done.map_err(|error| Error::unfinished(&to, &error))?;
        folders.extend(to.parent().map(Path::to_owned));
    }
    for remove in &commit.removes {
        let path = folder::place(root, &remove.path);
        let done = blocked(disk, root, &remove.path).and_then(|blocked| match blocked {
            None => remove_if_same(disk, &path, &remove.hash),
            Some(_) => Ok(()),
        });
        done.map_err(|error| Error::unfinished(&path, &error))?;
        folders.extend(path.parent().map(Path::to_owned));
    }
    let synced = folders
        .iter()
        .try_for_each(|folder| match disk.kind(folder)? {
            Some(_) => disk.sync_folder(folder),
            None => Ok(()),
        });
    let ended = synced
        .and_then(|()| disk.remove_file(&stage.join(COMMIT)))
        .and_then(|()| disk.sync_folder(&stage));
    ended
        .and_then(|()| discard(disk, root))
        .map_err(|error| Error::unfinished(root, &error))
}

/// Moves a staged file to its place. A file that is not staged any more is in its place.
fn put_in_place(disk: &dyn Disk, from: &Path, to: &Path) -> io::Result<()> {
    if disk.kind(from)?.is_none() {
        return Ok(());
    }
    make_folders(disk, to.parent().unwrap_or(Path::new("")))?;
    disk.rename(from, to)
}

fn remove_if_same(disk: &dyn Disk, path: &Path, held: &str) -> io::Result<()> {
    if holds(disk, path, held)? {
        disk.remove_file(path)
    } else {
        Ok(())
    }
}

fn holds(disk: &dyn Disk, path: &Path, held: &str) -> io::Result<bool> {
    match disk.kind(path)? {
        Some(DiskEntryKind::File { .. }) => Ok(hash(&disk.read(path)?) == held),
        _ => Ok(false),
    }
}

/// Contract: the change was not committed, or is finished.
fn discard(disk: &dyn Disk, root: &Path) -> io::Result<()> {
    let stage = stage(root);
    if disk.kind(&stage)? != Some(DiskEntryKind::Folder) {
        return Ok(());
    }
    for (name, kind) in disk.list(&stage)? {
        if kind != DiskEntryKind::Folder {
            disk.remove_file(&stage.join(name))?;
        }
    }
    disk.remove_folder(&stage)
}

/// A change that is committed and not finished, over the folder's own files.
pub(crate) struct Pending {
    /// File that holds the new content of each path.
    puts: BTreeMap<String, PathBuf>,
    removes: BTreeSet<String>,
}

impl Pending {
    /// The pending transaction in the folder `root`; None if no transaction is pending.
    pub fn of(disk: &dyn Disk, root: &Path) -> Result<Option<Self>, Error> {
        let Some(commit) = pending(disk, root)? else {
            return Ok(None);
        };
        let staged = commit
            .puts
            .into_iter()
            .enumerate()
            .map(|(at, put)| (put.path, stage(root).join(at.to_string())));
        let mut puts = BTreeMap::new();
        for (path, from) in staged {
            if disk
                .kind(&from)
                .map_err(|error| Error::reading(&from, &error))?
                .is_some()
            {
                puts.insert(path, from);
            }
        }
        let is_to_go = |remove: &Remove| {
            let path = folder::place(root, &remove.path);
            holds(disk, &path, &remove.hash).map_err(|error| Error::reading(&path, &error))
        };
        let mut removes = BTreeSet::new();
        for remove in commit.removes {
            if is_to_go(&remove)? {
                removes.insert(remove.path);
            }
        }
        Ok(Some(Self { puts, removes }))
    }

    /// Path of the staged content for `path`; None if no content is to be put there.
    pub fn content(&self, path: &str) -> Option<&Path> {
        self.puts.get(path).map(PathBuf::as_path)
    }

    /// Whether the file at `path` is still to be removed.
    pub fn is_removed(&self, path: &str) -> bool {
        self.removes.contains(path)
    }

    /// Each path to be put, with the path of its staged content.
    pub fn contents(&self) -> impl Iterator<Item = (&String, &PathBuf)> {
        self.puts.iter()
    }
}
