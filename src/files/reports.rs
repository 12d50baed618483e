//! Reports of faults of the program: text files in a folder of their own, the newest ten.

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
/// Of one that nobody has seen.
const UNSEEN: &str = ".new.txt";

/// `time` is in milliseconds since 1970. One that is `unseen` is offered by [`take_unseen_report`].
pub fn write_report(folder: &Path, time: u64, text: &str, is_unseen: bool) -> Result<PathBuf, Error> {
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
    let unseen = reports(folder).into_iter().filter(|path| path.to_string_lossy().ends_with(UNSEEN));
    let newest = unseen.map(|path| seen(&path)).collect::<Vec<_>>().pop()?;
    let text = Real.read(&newest).ok()?;
    Some((newest, String::from_utf8_lossy(&text).into_owned()))
}

/// One that cannot be renamed is offered again.
fn seen(path: &Path) -> PathBuf {
    let name = path.to_string_lossy();
    let seen = PathBuf::from(format!("{}{END}", name.strip_suffix(UNSEEN).unwrap_or(&name)));
    if Real.rename(path, &seen).is_ok() { seen } else { path.to_owned() }
}

/// The oldest first.
fn reports(folder: &Path) -> Vec<PathBuf> {
    let listed = Real.list(folder).unwrap_or_default().into_iter().map(|(name, _)| name);
    let mut names: Vec<String> = listed.filter(|name| name.starts_with(START) && name.ends_with(END)).collect();
    names.sort();
    names.into_iter().map(|name| folder.join(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_ten_are_kept_and_the_newest_unseen_is_offered_until_it_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("not there").join("yet");
        assert_eq!(take_unseen_report(&place), None);
        std::fs::create_dir_all(&place).unwrap();
        std::fs::write(place.join("notes.txt"), "of somebody else").unwrap();
        for time in 0..15 {
            write_report(&place, time, &format!("report {time}"), time == 11 || time == 12).unwrap();
        }
        let kept: Vec<String> = reports(&place).iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let newest: Vec<String> = (5..15).map(|time| format!("report {time}")).collect();
        assert_eq!(kept, newest);
        let (path, text) = take_unseen_report(&place).unwrap();
        assert_eq!((text.as_str(), std::fs::read_to_string(path).unwrap().as_str()), ("report 12", "report 12"));
        assert_eq!((take_unseen_report(&place), reports(&place).len()), (None, MOST_REPORTS));
        assert_eq!(std::fs::read_to_string(place.join("notes.txt")).unwrap(), "of somebody else");
    }
}
