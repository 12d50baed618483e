//! Reports of faults of the program: text files in a folder of their own, the newest ten.

#[cfg(test)]
mod tests;

use crate::{
    Error,
    atomic::write_on,
    disk::{Disk, Real},
};
use std::path::{Path, PathBuf};

/// Older ones are removed.
pub const MOST_REPORTS: usize = 10;

const START: &str = "fault-";
const END: &str = ".txt";
/// Ending of a report that nobody has seen.
const UNSEEN: &str = ".new.txt";

/// `time` is in milliseconds since 1970. One that is `unseen` is offered by [`take_unseen_report`].
pub fn write_report(
    folder: &Path,
    time: u64,
    text: &str,
    is_unseen: bool,
) -> Result<PathBuf, Error> {
    std::fs::create_dir_all(folder).map_err(|error| Error::writing(folder, &error))?;
    let end = if is_unseen { UNSEEN } else { END };
    let path = folder.join(format!("{START}{time:014}-{}{end}", std::process::id()));
    write_on(&Real, &path, text.as_bytes())?;
    let old = reports(folder).into_iter().rev().skip(MOST_REPORTS);
    // One that cannot be removed harms nobody.
    old.for_each(|path| drop(Real.remove_file(&path)));
    Ok(path)
}

/// The newest that nobody has seen, and where it lies from here on: all of the folder are seen now.
pub fn take_unseen_report(folder: &Path) -> Option<(PathBuf, String)> {
    let unseen = reports(folder)
        .into_iter()
        .filter(|path| path.to_string_lossy().ends_with(UNSEEN));
    let newest = unseen.map(|path| seen(&path)).collect::<Vec<_>>().pop()?;
    let text = Real.read(&newest).ok()?;
    Some((newest, String::from_utf8_lossy(&text).into_owned()))
}

/// One that cannot be renamed is offered again.
fn seen(path: &Path) -> PathBuf {
    let name = path.to_string_lossy();
    let seen = PathBuf::from(format!(
        "{}{END}",
        name.strip_suffix(UNSEEN).unwrap_or(&name)
    ));
    if Real.rename(path, &seen).is_ok() {
        seen
    } else {
        path.to_owned()
    }
}

/// Reports in a folder, the oldest first.
fn reports(folder: &Path) -> Vec<PathBuf> {
    let listed = Real
        .list(folder)
        .unwrap_or_default()
        .into_iter()
        .map(|(name, _)| name);
    let mut names: Vec<String> = listed
        .filter(|name| name.starts_with(START) && name.ends_with(END))
        .collect();
    names.sort();
    names.into_iter().map(|name| folder.join(name)).collect()
}
