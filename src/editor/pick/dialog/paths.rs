//! Paths as the built-in file dialog shows and reads them.

use crate::pick::listing::{self};
use std::path::{Path, PathBuf};
use words::tr;

pub(super) fn nearest_folder(start: &Path) -> PathBuf {
    let above = start
        .ancestors()
        .find(|folder| folder.is_dir())
        .map(Path::to_owned);
    above
        .or_else(std::env::home_dir)
        .unwrap_or_else(|| PathBuf::from("/"))
}

/// Ends in a separator, so that typing goes on inside the folder.
pub(super) fn shown_path(folder: &Path) -> String {
    let text = folder.display().to_string();
    if text.ends_with(std::path::MAIN_SEPARATOR) {
        text
    } else {
        text + std::path::MAIN_SEPARATOR_STR
    }
}

/// `~` is the home folder.
pub(super) fn expanded(text: &str) -> PathBuf {
    let home = text
        .strip_prefix('~')
        .filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    match home.zip(std::env::home_dir()) {
        Some((rest, home)) => home.join(rest.trim_start_matches(['/', '\\'])),
        None => PathBuf::from(text),
    }
}

pub(super) fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Whether saving there replaces something: a file, or a folder that is not empty.
pub(super) fn is_taken(path: &Path) -> bool {
    match std::fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => path.exists(),
    }
}

pub(super) fn why_not(path: &Path) -> String {
    let reason = match std::fs::metadata(path) {
        Ok(_) => tr!("Wrong file type.").into(),
        Err(error) => listing::words(&error),
    };
    tr!("“{}” cannot be chosen. {reason}", name_of(path))
}
