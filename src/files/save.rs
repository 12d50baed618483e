//! Saving a project into its folder, as one [`FolderChange`].

use crate::{
    Error,
    below::Below,
    disk::{Disk, DiskEntryKind, Real, make_folders},
    external_changes::ExternalChanges,
    folder::{self, KEPT},
    found::{FolderContents, There},
    settled::Folder,
    transaction::{self, FolderChange, OWN},
    written::{Bytes, FileFingerprint, ProjectFileMap, Remembered, files_of, files_of_both},
};
use asset::{Id, Project};
use formats::project::{ProjectFileKind, ROOT_FILE, written};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};
use words::tr;

/// What a save does if somebody else has changed the project meanwhile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Others {
    /// The save is refused: nothing is written.
    #[default]
    Refuse,
    /// Copies files that others have changed into [`KEPT`] and replaces them; files that others
    /// have added stay.
    Replace,
}

/// Settings for saving a project.
#[derive(Clone, Copy)]
pub struct Saving<'a> {
    /// The project that the folder held when it was opened or saved last; None if the folder must
    /// not hold a project.
    pub since: Option<&'a Project>,
    /// What the save does if somebody else has changed the project since `since`.
    pub others: Others,
    /// Told the part that is done, 0 to 1; false from it cancels, and nothing has changed.
    pub progress: &'a dyn Fn(f32) -> bool,
    /// Files that earlier saves made, for a caller that saves again and again.
    pub remembered: Option<&'a Remembered>,
}

impl<'a> Saving<'a> {
    /// Over what was read or saved before; refused where others have changed it.
    pub fn since(since: Option<&'a Project>) -> Self {
        Self {
            since,
            others: Others::Refuse,
            progress: &|_| true,
            remembered: None,
        }
    }
}

/// Makes the folder hold this project, as a whole or not at all: writes what differs, removes the
/// files of assets that are gone and blobs that nothing refers to any more. What somebody else has
/// put there stays. Returns the copies of what others had changed.
pub fn save_project(
    dir: &Path,
    project: &Project,
    how: &Saving<'_>,
) -> Result<Vec<PathBuf>, Error> {
    make_folders(&Real, dir).map_err(|error| Error::writing(dir, &error))?;
    save_on(&below(dir)?, dir, project, how)
}

fn below(dir: &Path) -> Result<Below, Error> {
    Below::open(dir).map_err(|error| Error::reading(dir, &error))
}

/// Finishes a save that was stopped in a project's folder, or throws away what it had only begun.
/// Reading does neither.
pub fn finish_stopped_save(dir: &Path) -> Result<(), Error> {
    finish_on(&below(dir)?, dir)
}

pub(crate) fn finish_on(disk: &dyn Disk, dir: &Path) -> Result<(), Error> {
    if !transaction::has_left(disk, dir) {
        return Ok(());
    }
    let _lock = transaction::lock(disk, dir)?;
    transaction::recover(disk, dir)
}

pub(crate) fn save_on(
    disk: &dyn Disk,
    dir: &Path,
    project: &Project,
    how: &Saving<'_>,
) -> Result<Vec<PathBuf>, Error> {
    make_folders(disk, dir).map_err(|error| Error::writing(dir, &error))?;
    let _lock = transaction::lock(disk, dir)?;
    transaction::recover(disk, dir)?;
    if how.since.is_none()
        && disk
            .kind(&dir.join(ROOT_FILE))
            .is_ok_and(|kind| kind.is_some())
    {
        let text = tr!(
            "the folder holds another project. Choose another folder, or open that project first."
        );
        return Err(Error::new(dir, text));
    }
    let (new, left) = match how.since {
        None => (files_of(project, dir, how.remembered, Bytes::Kept), None),
        Some(since) => {
            let [new, left] = files_of_both(project, since, dir, how.remembered);
            (new, Some(left))
        }
    };
    let found = FolderContents::read(disk, dir, left.iter().chain([&new]))?;
    let outside = ExternalChanges::of(disk, dir, &found, left.as_ref(), Some(&new))?;
    if how.others == Others::Refuse && !outside.is_empty() {
        return Err(outside.refusal(dir));
    }
    let missing: Vec<(&String, Cow<'_, [u8]>)> = missing(&new, &found)
        .map(|path| (path, new[path].bytes(path, project, dir)))
        .collect();
    let mut change = FolderChange {
        puts: missing
            .iter()
            .map(|(path, bytes)| ((*path).clone(), &**bytes))
            .collect(),
        removes: removes(disk, dir, &new, &found, left.as_ref())?,
    };
    let lost = found.files.iter().filter(|(path, _)| outside.has(path));
    let lost = lost
        .filter(|(path, _)| change.puts.contains_key(*path) || change.removes.contains_key(*path));
    let copies = copies(disk, dir, lost)?;
    change.puts.extend(
        copies
            .iter()
            .map(|(path, bytes)| (path.clone(), bytes.as_slice())),
    );
    if !change.is_empty() {
        change.perform(disk, dir, how.progress)?;
    }
    Ok(copies
        .into_keys()
        .map(|path| folder::place(dir, &path))
        .collect())
}

/// Saves into a new folder; one that holds anything already is refused.
pub fn create_project(dir: &Path, project: &Project) -> Result<(), Error> {
    let bad = |error| {
        Error::new(
            dir,
            tr!("it cannot become a project ({error}). Choose another place."),
        )
    };
    let is_new = Real.kind(dir).map_err(bad)?.is_none();
    if is_new {
        make_folders(&Real, dir).map_err(|error| Error::writing(dir, &error))?;
    }
    let disk = Below::open(dir).map_err(bad)?;
    let created = create_on(&disk, dir, project, is_new);
    if created.is_err() && is_new {
        // With anything in it, it stays.
        let _ = Real.remove_folder(dir);
    }
    created
}

/// `is_new`: the folder was made for it, and holds nothing in the end where this fails.
pub(crate) fn create_on(
    disk: &dyn Disk,
    dir: &Path,
    project: &Project,
    is_new: bool,
) -> Result<(), Error> {
    let bad = |error| {
        Error::new(
            dir,
            tr!("it cannot become a project ({error}). Choose another place."),
        )
    };
    let is_empty = match disk.kind(dir).map_err(bad)? {
        None => true,
        // What a stopped call has left is no obstacle to the next one.
        _ => {
            disk.list(dir)
                .map_err(bad)?
                .iter()
                .all(|(name, _)| name == OWN)
                && !has_project(disk, dir)?
        }
    };
    if is_empty {
        save_on(disk, dir, project, &Saving::since(None))
            .map(drop)
            .inspect_err(|_| {
                if is_new {
                    transaction::leave(disk, dir);
                }
            })
    } else {
        Err(Error::new(
            dir,
            tr!("the folder is not empty. Choose another folder."),
        ))
    }
}

/// Whether a folder holds a project.
pub fn is_project(dir: &Path) -> bool {
    Below::open(dir).is_ok_and(|disk| has_project(&disk, dir).unwrap_or(true))
}

/// Whether it holds one, or will when the save is finished that was stopped in it.
pub(crate) fn has_project(disk: &dyn Disk, dir: &Path) -> Result<bool, Error> {
    use formats::project::ProjectFileSource;
    let is_there = matches!(
        disk.kind(&dir.join(ROOT_FILE)),
        Ok(Some(DiskEntryKind::File { .. }))
    );
    Ok(is_there || Folder::new(disk, dir)?.read(ROOT_FILE).is_ok())
}

/// Paths of the files of `new` that are not in the folder as they are. A blob that is there in full
/// length stays: its name is the hash of its content.
fn missing<'a>(
    new: &'a ProjectFileMap,
    found: &'a FolderContents,
) -> impl Iterator<Item = &'a String> {
    let is_there = move |path: &String, mark: FileFingerprint| {
        if path.starts_with("blobs/") {
            found.blobs.get(path) == Some(&DiskEntryKind::File { bytes: mark.length })
        } else {
            found
                .files
                .get(path)
                .is_some_and(|there| there.mark == mark)
        }
    };
    new.iter()
        .filter(move |(path, file)| !is_there(path, file.mark))
        .map(|(path, _)| path)
}

/// Copies of what is about to be lost. Each keeps the file's own path within [`KEPT`], with a
/// number where there is a copy already.
fn copies<'a>(
    disk: &dyn Disk,
    dir: &Path,
    lost: impl Iterator<Item = (&'a String, &'a There)>,
) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let mut copies = BTreeMap::new();
    for (path, There { bytes, .. }) in lost {
        let copy = format!("{KEPT}/{path}");
        let stem = copy.strip_suffix(".json").unwrap_or(&copy).to_owned();
        let mut names = std::iter::once(copy).chain((2..).map(|n| format!("{stem}.{n}.json")));
        let is_free = |path: &String| {
            disk.kind(&folder::place(dir, path))
                .is_ok_and(|kind| kind.is_none())
        };
        let free = names.by_ref().take(10_000).find(is_free);
        let free = free.ok_or_else(|| {
            Error::new(
                &dir.join(KEPT),
                tr!("it has too many copies. Delete old ones."),
            )
        })?;
        copies.insert(free, bytes.clone());
    }
    Ok(copies)
}

/// Former files of assets, files of assets that were in the folder as this project left it and are
/// gone, and blobs that it left there. Where somebody else's or broken assets lie, these may refer
/// to any blob.
fn removes(
    disk: &dyn Disk,
    dir: &Path,
    new: &ProjectFileMap,
    found: &FolderContents,
    left: Option<&ProjectFileMap>,
) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let ours = new.iter().chain(left.into_iter().flatten());
    let known: BTreeSet<Id> = ours.filter_map(|(_, file)| file.asset).collect();
    let was_ours = |id: &Id| known.contains(id);
    let others: Vec<&String> = found
        .files
        .keys()
        .filter(|path| !new.contains_key(*path))
        .collect();
    let is_ours = |path: &&&String| found.assets.get(**path).is_some_and(was_ours);
    let (gone, foreign): (Vec<&String>, Vec<&String>) =
        others.into_iter().partition(|path| is_ours(&path));
    let mut removes: BTreeMap<String, Vec<u8>> = gone
        .into_iter()
        .map(|path| (path.clone(), found.files[path].bytes.clone()))
        .collect();
    let was_left =
        |path: &String| left.is_some_and(|left| foreign.is_empty() && left.contains_key(path));
    for path in found
        .blobs
        .keys()
        .filter(|path| was_left(path) && !new.contains_key(*path))
    {
        let place = folder::place(dir, path);
        let bytes =
            folder::read_on(disk, &place).map_err(|error| Error::reading(&place, &error))?;
        if written(path, &bytes) == Some(ProjectFileKind::Blob) {
            removes.insert(path.clone(), bytes);
        }
    }
    Ok(removes)
}
