//! Which editor has a project open: a lock that ends with its process, and beside it who holds it.

#[cfg(test)]
mod tests;

use crate::{
    atomic::replace,
    below::Below,
    disk::Disk,
    folder::read_on,
    transaction::{OWN, enter},
};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    fs::{File, TryLockError},
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};
use words::tr;

const LOCK: &str = "editor.lock";
const WHO: &str = "editor.json";

/// An editor that has a project open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    /// Id of the process.
    pub process: u32,
    /// Name of the machine.
    pub host: String,
    /// Seconds since 1970.
    pub since: u64,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tr!("process {} on {}", self.process, self.host))
    }
}

/// Says to others that the project is open here, until it is dropped.
#[derive(Debug)]
pub struct Presence {
    _file: Option<File>,
    /// Another editor that was there first.
    pub other: Option<Who>,
}

impl Presence {
    /// A folder that cannot be written is entered without a word.
    pub fn enter(dir: &Path) -> Self {
        let own = dir.join(OWN);
        let disk = Below::open(dir)
            .ok()
            .filter(|disk| enter(disk, dir).is_ok());
        let entered = disk.and_then(|disk| Some((disk.lock_file(&own.join(LOCK)).ok()?, disk)));
        let Some((file, disk)) = entered else {
            return Self {
                _file: None,
                other: None,
            };
        };
        match file.try_lock() {
            Ok(()) => {
                let since = SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .map_or(0, |since| since.as_secs());
                let host = gethostname::gethostname().to_string_lossy().into_owned();
                let who = Who {
                    process: std::process::id(),
                    host,
                    since,
                };
                // Without it the others know that there is somebody, but not who.
                let _ = replace(
                    &disk,
                    &own.join(WHO),
                    &serde_json::to_vec(&who).unwrap_or_default(),
                );
                Self {
                    _file: Some(file),
                    other: None,
                }
            }
            Err(TryLockError::WouldBlock) => Self {
                _file: None,
                other: Some(read(&disk, dir)),
            },
            Err(TryLockError::Error(_)) => Self {
                _file: None,
                other: None,
            },
        }
    }
}

/// The editor that has a project open, if there is one.
pub fn open_in(dir: &Path) -> Option<Who> {
    let disk = Below::open(dir).ok()?;
    let lock = dir.join(OWN).join(LOCK);
    disk.kind(&lock).ok().flatten()?;
    let file = disk.lock_file(&lock).ok()?;
    matches!(file.try_lock(), Err(TryLockError::WouldBlock)).then(|| read(&disk, dir))
}

fn read(disk: &Below, dir: &Path) -> Who {
    let text = read_on(disk, &dir.join(OWN).join(WHO)).ok();
    let who = text.and_then(|text| serde_json::from_slice(&text).ok());
    who.unwrap_or(Who {
        process: 0,
        host: tr!("an unknown machine").into(),
        since: 0,
    })
}
