//! Reading many source files at once, on all processors, and none that the project holds as it is.

#[cfg(test)]
mod tests;

use crate::{
    Error, compile,
    disk::{Disk, Real},
    folder, place,
    source::{import_bytes, tell_losses},
};
use asset::{Origin, Project};
use formats::{Imported, Options};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// A file that is to be read.
#[derive(Clone, Debug)]
pub struct SourceRequest {
    /// Path of the file.
    pub path: PathBuf,
    /// Options for reading the file.
    pub options: Options,
    /// Content of the file that needs not be read again, from [`held`]; None always reads.
    pub held: Option<String>,
}

/// Result of reading a file.
#[derive(Debug)]
pub enum Read {
    Whole(Box<Imported>),
    /// The file is as it was when the project imported it.
    Unchanged,
    Failed(Error),
}

/// Origin that a project keeps of a source file; None if the project has nothing from the file.
pub fn origin_of<'a>(project: &'a Project, path: &Path) -> Option<&'a Origin> {
    let path = place::absolute(path);
    project
        .origins()
        .map(|(_, origin)| origin)
        .find(|origin| origin.file == path)
}

/// The options with which a project has read a file; the usual ones where it does not know it.
pub fn options_of(project: &Project, path: &Path) -> Options {
    origin_of(project, path).map_or_else(Options::default, |origin| {
        Options::recalled(&origin.options)
    })
}

/// The content of a file that a project holds, where all that came from it did so at once and by
/// these options.
pub fn held(project: &Project, path: &Path, options: &Options) -> Option<String> {
    let (path, options) = (place::absolute(path), options.remembered());
    let mut origins = project
        .origins()
        .map(|(_, origin)| origin)
        .filter(|origin| origin.file == path);
    let content = &origins
        .next()
        .filter(|first| first.options == options)?
        .content;
    origins
        .all(|other| other.content == *content && other.options == options)
        .then(|| content.clone())
}

/// Whether a source file holds something else than all these contents; None where it cannot be
/// read.
pub fn is_changed(path: &Path, held: &BTreeSet<String>) -> Option<bool> {
    let bytes = folder::read_on(&Real, path).ok()?;
    let is_held = |content: &str| held.len() == 1 && held.contains(content);
    if is_held(&formats::content(&bytes)) {
        return Some(false);
    }
    let read = import_bytes(&Real, path, None, &bytes, &Options::default(), &|_| true).ok()?;
    let (_, origin) = read.project.origins().next()?;
    Some(!is_held(&origin.content))
}

/// Imports the `wanted` files for a project that lies in `folder`; results are in the order of
/// `wanted`. `folder` is None for a project without a folder yet. `progress` receives the part of
/// all bytes that is read, 0 to 1, from any thread. If `progress` returns false the import is
/// cancelled, and files that are not read by then have failed.
pub fn import_many(
    wanted: &[SourceRequest],
    folder: Option<&Path>,
    progress: &(dyn Fn(f32) -> bool + Sync),
) -> Vec<Read> {
    let sizes: Vec<u64> = wanted
        .iter()
        .map(|wanted| std::fs::metadata(&wanted.path).map_or(0, |data| data.len()))
        .collect();
    let all = sizes.iter().sum::<u64>().max(1);
    let done: Vec<AtomicU64> = wanted.iter().map(|_| AtomicU64::new(0)).collect();
    let read: Vec<OnceLock<Read>> = wanted.iter().map(|_| OnceLock::new()).collect();
    compile::each(wanted.len(), &|at| {
        let told = |part: f32| {
            done[at].store(
                (sizes[at] as f64 * f64::from(part.clamp(0.0, 1.0))) as u64,
                Ordering::Relaxed,
            );
            progress(
                (done
                    .iter()
                    .map(|done| done.load(Ordering::Relaxed))
                    .sum::<u64>() as f64
                    / all as f64) as f32,
            )
        };
        // Each is set once.
        let _ = read[at].set(one(&wanted[at], folder, &told));
        told(1.0);
    });
    let cancelled = |wanted: &SourceRequest| Read::Failed(Error::cancelled(&wanted.path));
    read.into_iter()
        .zip(wanted)
        .map(|(read, wanted)| read.into_inner().unwrap_or_else(|| cancelled(wanted)))
        .collect()
}

fn one(wanted: &SourceRequest, folder: Option<&Path>, progress: &dyn Fn(f32) -> bool) -> Read {
    let SourceRequest {
        path,
        options,
        held,
    } = wanted;
    if !progress(0.0) {
        return Read::Failed(Error::cancelled(path));
    }
    let disk: &dyn Disk = &Real;
    let read = folder::read_on(disk, path).map_err(|error| Error::reading(path, &error));
    // What a file refers to counts too, and is known only when the file is read.
    let is_held = |content: &str| held.as_deref() == Some(content);
    let read = match read {
        Ok(bytes) if held.is_some() && is_held(&formats::content(&bytes)) => {
            return Read::Unchanged;
        }
        Ok(bytes) => import_bytes(disk, path, folder, &bytes, options, progress),
        Err(error) => Err(error),
    };
    match read {
        Ok(imported)
            if imported
                .project
                .origins()
                .next()
                .is_some_and(|(_, origin)| is_held(&origin.content)) =>
        {
            Read::Unchanged
        }
        Ok(mut imported) => {
            tell_losses(&mut imported);
            Read::Whole(Box::new(imported))
        }
        Err(error) => Read::Failed(error),
    }
}
