//! Many files of a project's folder as one change: all of them are as before, or all as they are to be.
//!
//! ```text
//! .mutoscope/save/0, 1, …      what is to be written, synced
//! .mutoscope/save/commit.json  the list of what is to be done; from the moment it has its name, the change is done
//! ```
//!
//! What is staged is then renamed to its place, and the list removed. A stopped change is finished by whoever comes next
//! where the list is there, and thrown away where it is not. Until it is finished, [`Pending`] reads as if it were.

use crate::{
    Error,
    disk::{Disk, Kind, Lock, make_folders},
    folder,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
};
use xxhash_rust::xxh3::xxh3_128;

/// What a project's folder has of this program's own; its name begins with a dot, so that it is no part of the project.
pub(crate) const OWN: &str = ".mutoscope";
const STAGE: &str = "save";
const COMMIT: &str = "commit.json";
const FORMAT: &str = "mutoscope.save";
const VERSION: u32 = 1;

/// Relative paths with forward slashes.
#[derive(Default)]
pub(crate) struct Change<'a> {
    pub puts: BTreeMap<String, &'a [u8]>,
    /// With what the files hold.
    pub removes: BTreeMap<String, Vec<u8>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Commit {
    format: String,
    version: u32,
    puts: Vec<Put>,
    removes: Vec<Remove>,
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

impl Change<'_> {
    pub fn is_empty(&self) -> bool {
        self.puts.is_empty() && self.removes.is_empty()
    }

    /// Contract: the folder is locked, and no change is pending in it. `progress` is told the part that is done, 0 to 1;
    /// after false from it nothing has changed.
    pub fn perform(&self, disk: &dyn Disk, root: &Path, progress: &dyn Fn(f32) -> bool) -> Result<(), Error> {
        let staged = self.stage(disk, root, progress);
        if staged.is_err() {
            // What is left here is thrown away by the next one, too.
            let _ = discard(disk, root);
        }
        let commit = staged?;
        finish(disk, root, &commit)
    }

    fn stage(&self, disk: &dyn Disk, root: &Path, progress: &dyn Fn(f32) -> bool) -> Result<Commit, Error> {
        let stage = stage(root);
        let failed = |error: io::Error| Error::writing(root, &error);
        self.refuse_links(disk, root)?;
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
        let text = serde_json::to_vec_pretty(&commit).unwrap_or_else(|error| unreachable!("it is plain data: {error}"));
        let (new, named) = (stage.join("new"), stage.join(COMMIT));
        disk.write(&new, &text, None).map_err(failed)?;
        disk.rename(&new, &named).map_err(failed)?;
        disk.sync_folder(&stage).map_err(failed)?;
        Ok(commit)
    }

    /// What lies behind a link is not the project's.
    fn refuse_links(&self, disk: &dyn Disk, root: &Path) -> Result<(), Error> {
        let folders: BTreeSet<PathBuf> =
            self.puts.keys().filter_map(|path| folder::place(root, path).parent().map(Path::to_owned)).collect();
        for folder in folders {
            let kind = disk.kind(&folder).map_err(|error| Error::writing(&folder, &error))?;
            if !matches!(kind, None | Some(Kind::Folder)) && folder != root {
                let text = "it is a link, and nothing is written through it. Put the folder itself in its place.";
                return Err(Error::new(&folder, text));
            }
        }
        Ok(())
    }

    fn commit(&self) -> Commit {
        let puts = self.puts.iter().map(|(path, bytes)| Put { path: path.clone(), hash: hash(bytes) });
        let removes = self.removes.iter().map(|(path, bytes)| Remove { path: path.clone(), hash: hash(bytes) });
        Commit { format: FORMAT.into(), version: VERSION, puts: puts.collect(), removes: removes.collect() }
    }
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

fn stage(root: &Path) -> PathBuf {
    root.join(OWN).join(STAGE)
}

/// Keeps others from changing the folder. Contract: the folder is there.
pub(crate) fn lock(disk: &dyn Disk, root: &Path) -> Result<Lock, Error> {
    let failed = |error: io::Error| Error::writing(root, &error);
    let own = root.join(OWN);
    make_folders(disk, &own).and_then(|()| ignore(disk, root)).map_err(failed)?;
    disk.lock(&own.join("lock")).map_err(failed)
}

/// Version control leaves the program's own folder out.
pub(crate) fn ignore(disk: &dyn Disk, root: &Path) -> io::Result<()> {
    let ignored = root.join(OWN).join(".gitignore");
    match disk.kind(&ignored)? {
        None => disk.write(&ignored, b"*\n", None),
        Some(_) => Ok(()),
    }
}

/// Waits until nobody is changing the folder. None where it cannot be locked, as on a disk that is only read.
pub(crate) fn read_lock(disk: &dyn Disk, root: &Path) -> Option<Lock> {
    let path = root.join(OWN).join("lock");
    disk.kind(&path).ok().flatten().and_then(|_| disk.lock(&path).ok())
}

/// Finishes or throws away what a stopped change has left. Contract: the folder is locked.
pub(crate) fn recover(disk: &dyn Disk, root: &Path) -> Result<(), Error> {
    match pending(disk, root)? {
        Some(commit) => finish(disk, root, &commit),
        None => discard(disk, root).map_err(|error| Error::writing(root, &error)),
    }
}

/// Whether a stopped change has left anything.
pub(crate) fn has_left(disk: &dyn Disk, root: &Path) -> bool {
    disk.kind(&stage(root)).is_ok_and(|kind| kind.is_some())
}

fn pending(disk: &dyn Disk, root: &Path) -> Result<Option<Commit>, Error> {
    let path = stage(root).join(COMMIT);
    let failed = |error: io::Error| Error::reading(&path, &error);
    if disk.kind(&path).map_err(failed)?.is_none() {
        return Ok(None);
    }
    let bytes = disk.read(&path).map_err(failed)?;
    let commit: Commit = serde_json::from_slice(&bytes).map_err(|error| unreadable(&path, &error.to_string()))?;
    let is_ours = commit.format == FORMAT && commit.version == VERSION;
    let paths = commit.puts.iter().map(|put| &put.path).chain(commit.removes.iter().map(|remove| &remove.path));
    match is_ours && paths.clone().all(|path| folder::is_inside(path)) {
        true => Ok(Some(commit)),
        false => Err(unreadable(&path, "a newer program may have written it")),
    }
}

fn unreadable(path: &Path, why: &str) -> Error {
    let text = format!(
        "a save was stopped here, and what it has left cannot be read ({why}). Move the folder that this file lies in \
         elsewhere to go on with the files as they are."
    );
    Error::new(path, text)
}

/// May be called as often as it takes.
fn finish(disk: &dyn Disk, root: &Path, commit: &Commit) -> Result<(), Error> {
    let stage = stage(root);
    let mut folders = BTreeSet::new();
    for (at, put) in commit.puts.iter().enumerate() {
        let (from, to) = (stage.join(at.to_string()), folder::place(root, &put.path));
        let done = put_in_place(disk, &from, &to);
        done.map_err(|error| Error::unfinished(&to, &error))?;
        folders.extend(to.parent().map(Path::to_owned));
    }
    for remove in &commit.removes {
        let path = folder::place(root, &remove.path);
        remove_if_same(disk, &path, &remove.hash).map_err(|error| Error::unfinished(&path, &error))?;
        folders.extend(path.parent().map(Path::to_owned));
    }
    let synced = folders.iter().try_for_each(|folder| match disk.kind(folder)? {
        Some(_) => disk.sync_folder(folder),
        None => Ok(()),
    });
    let ended = synced.and_then(|()| disk.remove_file(&stage.join(COMMIT))).and_then(|()| disk.sync_folder(&stage));
    ended.and_then(|()| discard(disk, root)).map_err(|error| Error::unfinished(root, &error))
}

/// What is not staged any more is in its place.
fn put_in_place(disk: &dyn Disk, from: &Path, to: &Path) -> io::Result<()> {
    if disk.kind(from)?.is_none() {
        return Ok(());
    }
    make_folders(disk, to.parent().unwrap_or(Path::new("")))?;
    disk.rename(from, to)
}

fn remove_if_same(disk: &dyn Disk, path: &Path, held: &str) -> io::Result<()> {
    match disk.kind(path)? {
        Some(Kind::File { .. }) if hash(&disk.read(path)?) == held => disk.remove_file(path),
        _ => Ok(()),
    }
}

/// Contract: the change was not committed, or is finished.
fn discard(disk: &dyn Disk, root: &Path) -> io::Result<()> {
    let stage = stage(root);
    if disk.kind(&stage)?.is_none() {
        return Ok(());
    }
    for (name, kind) in disk.list(&stage)? {
        if matches!(kind, Kind::File { .. }) {
            disk.remove_file(&stage.join(name))?;
        }
    }
    disk.remove_folder(&stage)
}

/// A change that is committed and not finished, over the folder's own files.
pub(crate) struct Pending {
    /// Where the content of a path lies.
    puts: BTreeMap<String, PathBuf>,
    removes: BTreeSet<String>,
}

impl Pending {
    /// None where nothing is pending.
    pub fn of(disk: &dyn Disk, root: &Path) -> Result<Option<Self>, Error> {
        let Some(commit) = pending(disk, root)? else { return Ok(None) };
        let staged = commit.puts.into_iter().enumerate().map(|(at, put)| (put.path, stage(root).join(at.to_string())));
        let mut puts = BTreeMap::new();
        for (path, from) in staged {
            if disk.kind(&from).map_err(|error| Error::reading(&from, &error))?.is_some() {
                puts.insert(path, from);
            }
        }
        let removes = commit.removes.into_iter().map(|remove| remove.path).collect();
        Ok(Some(Self { puts, removes }))
    }

    pub fn content(&self, path: &str) -> Option<&Path> {
        self.puts.get(path).map(PathBuf::as_path)
    }

    pub fn is_removed(&self, path: &str) -> bool {
        self.removes.contains(path)
    }

    pub fn paths(&self) -> impl Iterator<Item = &String> {
        self.puts.keys()
    }
}
