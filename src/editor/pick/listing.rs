//! What is in a folder: read on a thread of its own, for a folder on a slow disk must not hold the
//! window. Invariant: folders come first, then names in the order that people expect, whatever
//! their case.

#[cfg(test)]
mod tests;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError},
    time::{Duration, SystemTime},
};
use words::tr;

/// A folder that is read within this time appears in the same pass.
const PATIENCE: Duration = Duration::from_millis(40);

#[derive(Clone, Debug, PartialEq)]
pub(super) struct FolderEntry {
    /// The name in its folder; letters that are no Unicode are replaced.
    pub name: String,
    /// Full path of the file or folder.
    pub path: PathBuf,
    /// A folder, or a link to one.
    pub is_folder: bool,
    /// Size, bytes.
    pub size: u64,
    /// Time of the last change; None if the system does not report it.
    pub modified: Option<SystemTime>,
}

pub(super) struct FolderListing {
    state: ListingState,
}

enum ListingState {
    Reading(Receiver<io::Result<Vec<FolderEntry>>>),
    Read(Vec<FolderEntry>),
    Failed(String),
}

impl FolderListing {
    /// Asks for a pass when the folder was read.
    pub fn start(folder: &Path, ctx: &egui::Context) -> FolderListing {
        let (sender, receiver) = mpsc::channel();
        let (path, ctx) = (folder.to_owned(), ctx.clone());
        std::thread::spawn(move || {
            // The dialog may have gone on to another folder; then nobody waits for this one.
            let _ = sender.send(read(&path));
            ctx.request_repaint();
        });
        let state = match receiver.recv_timeout(PATIENCE) {
            Ok(result) => ListingState::of(result),
            Err(RecvTimeoutError::Timeout) => ListingState::Reading(receiver),
            Err(RecvTimeoutError::Disconnected) => {
                ListingState::Failed(tr!("Cannot read it.").into())
            }
        };
        FolderListing { state }
    }

    /// Takes over what was read since; does not wait.
    pub fn poll(&mut self) {
        if let ListingState::Reading(receiver) = &self.state {
            match receiver.try_recv() {
                Ok(result) => self.state = ListingState::of(result),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    self.state = ListingState::Failed(tr!("Cannot read it.").into())
                }
            }
        }
    }

    /// Whether the folder has not been read yet.
    pub fn is_reading(&self) -> bool {
        matches!(self.state, ListingState::Reading(_))
    }

    /// Error that left the folder without entries; None if there is no error.
    pub fn error(&self) -> Option<&str> {
        match &self.state {
            ListingState::Failed(error) => Some(error),
            _ => None,
        }
    }

    /// Empty while the folder is read, and where it could not be.
    pub fn entries(&self) -> &[FolderEntry] {
        match &self.state {
            ListingState::Read(entries) => entries,
            _ => &[],
        }
    }
}

impl ListingState {
    fn of(result: io::Result<Vec<FolderEntry>>) -> ListingState {
        result.map_or_else(
            |error| ListingState::Failed(words(&error)),
            ListingState::Read,
        )
    }
}

fn read(folder: &Path) -> io::Result<Vec<FolderEntry>> {
    let mut entries: Vec<FolderEntry> = fs::read_dir(folder)?
        .filter_map(|entry| Some(FolderEntry::of(&entry.ok()?)))
        .collect();
    entries.sort_by_cached_key(|entry| {
        (
            !entry.is_folder,
            entry.name.to_lowercase(),
            entry.name.clone(),
        )
    });
    Ok(entries)
}

impl FolderEntry {
    /// Links count as what they point at; broken ones as empty files.
    fn of(entry: &fs::DirEntry) -> FolderEntry {
        let path = entry.path();
        let metadata = fs::metadata(&path).ok();
        FolderEntry {
            name: entry.file_name().to_string_lossy().into_owned(),
            is_folder: metadata.as_ref().is_some_and(fs::Metadata::is_dir),
            size: metadata.as_ref().map_or(0, fs::Metadata::len),
            modified: metadata.and_then(|metadata| metadata.modified().ok()),
            path,
        }
    }

    /// Whether the name begins with a dot.
    pub fn is_hidden(&self) -> bool {
        self.name.starts_with('.')
    }

    /// Whether the name ends in one of the extensions, in upper or lower case; true if `extensions`
    /// is empty.
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let own = self
            .path
            .extension()
            .map(|own| own.to_string_lossy().to_lowercase());
        extensions.is_empty()
            || own.is_some_and(|own| extensions.iter().any(|wanted| wanted.to_lowercase() == own))
    }
}

/// What an error means to a user who looks for a file.
pub(super) fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => tr!("It does not exist.").into(),
        io::ErrorKind::PermissionDenied => tr!("No permission.").into(),
        io::ErrorKind::NotADirectory => tr!("It is not a folder.").into(),
        io::ErrorKind::AlreadyExists => tr!("It already exists.").into(),
        io::ErrorKind::ReadOnlyFilesystem => tr!("The disk is read-only.").into(),
        io::ErrorKind::StorageFull => tr!("The disk is full.").into(),
        io::ErrorKind::InvalidFilename => tr!("This name is not allowed here.").into(),
        _ => format!("{error}."),
    }
}

/// A file's size with at most four figures.
pub(super) fn size_text(bytes: u64) -> String {
    let mut size = bytes as f64;
    let mut units = ["B", "KB", "MB", "GB", "TB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    for larger in units {
        if size < 1000.0 {
            break;
        }
        (size, unit) = (size / 1000.0, larger);
    }
    if unit == "B" {
        format!("{bytes} B")
    } else {
        format!("{size:.1} {unit}")
    }
}

/// Age of a file that was modified within a day, else the date (UTC).
pub(super) fn date_text(modified: SystemTime, now: SystemTime) -> String {
    let age = now.duration_since(modified).unwrap_or_default().as_secs();
    match age {
        0..60 => tr!("just now").into(),
        60..3_600 => tr!("{} min ago", age / 60),
        3_600..86_400 => tr!("{} h ago", age / 3_600),
        _ => {
            let seconds = modified
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default()
                .as_secs();
            let (year, month, day) = civil_from_days(seconds / 86_400);
            format!("{year}-{month:02}-{day:02}")
        }
    }
}

/// Year, month and day of a number of days since 1970-01-01 (Hinnant's algorithm: years start in
/// March).
fn civil_from_days(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}
