//! What a report says, and where reports lie.

#[cfg(test)]
mod tests;

use super::ProgramFault;
use etcetera::BaseStrategy;
use std::{
    collections::VecDeque,
    fmt::{self, Debug, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};
use words::tr;

/// Largest number of actions in a report.
const MOST_ACTIONS: usize = 30;
/// Longest text of an action in a report; the text begins with the action's name.
const LONGEST_ACTION: usize = 64;
/// Words of an action that are names of the program's, and never the user's.
const ACTION_WORDS: usize = 2;

/// What the program did before a panic.
#[derive(Default)]
struct PanicPrelude {
    adapter: String,
    /// Latest actions, the oldest first.
    actions: VecDeque<String>,
}

static BEFORE: Mutex<PanicPrelude> = Mutex::new(PanicPrelude {
    adapter: String::new(),
    actions: VecDeque::new(),
});

fn before() -> MutexGuard<'static, PanicPrelude> {
    BEFORE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A fault, ready to be written.
pub struct PanicReport {
    text: String,
    time: u64,
}

impl PanicReport {
    /// Sets the graphics adapter that all later reports name.
    pub fn tell_adapter(adapter: &wgpu::AdapterInfo) {
        let wgpu::AdapterInfo {
            name,
            driver,
            driver_info,
            backend,
            ..
        } = adapter;
        before().adapter = format!("{name}, {backend:?}, {driver} {driver_info}");
    }

    /// Records an action for later reports. Only the name of the action is kept, because its
    /// content belongs to the user.
    pub fn tell_action(action: &impl Debug) {
        let mut before = before();
        before.actions.push_back(name(action));
        if before.actions.len() > MOST_ACTIONS {
            before.actions.pop_front();
        }
    }

    /// The text of a report, with what the program did before and the time of now.
    pub fn of(fault: &ProgramFault) -> Self {
        let now = SystemTime::now();
        let time = now
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_or(0, |since| since.as_millis() as u64);
        Self {
            text: text(fault, &before(), now),
            time,
        }
    }

    /// Writes the report into `folder`. With `is_unseen` the next start offers it.
    pub fn write(&self, folder: &Path, is_unseen: bool) -> Result<PathBuf, files::Error> {
        files::write_report(folder, self.time, &self.text, is_unseen)
    }

    /// Folder of the reports; None if the platform has no place for them.
    pub fn folder() -> Option<PathBuf> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.data_dir().join("mutoscope").join("reports"))
    }
}

fn text(fault: &ProgramFault, before: &PanicPrelude, now: SystemTime) -> String {
    let or_none = |text: &str| {
        if text.is_empty() {
            "unknown".to_owned()
        } else {
            text.to_owned()
        }
    };
    let actions: Vec<&str> = before.actions.iter().map(String::as_str).collect();
    let actions = if actions.is_empty() {
        "none".to_owned()
    } else {
        actions.join(", ")
    };
    tr!(
        "Mutoscope {} hit an internal error.\n\
         This report has no project data except what the error message contains.\n\n\
         fault    {}\n\
         place    {}\n\
         thread   {}\n\
         time     {}\n\
         system   {} {}\n\
         adapter  {}\n\
         actions  {actions}\n\n\
         {}\n",
        env!("CARGO_PKG_VERSION"),
        fault.message,
        or_none(&fault.place),
        or_none(&fault.thread),
        humantime::format_rfc3339_seconds(now),
        std::env::consts::OS,
        std::env::consts::ARCH,
        or_none(&before.adapter),
        backtrace(&fault.backtrace),
    )
}

fn backtrace(text: &str) -> String {
    let place = |line: &str| {
        let (start, path) = line
            .split_once(" at ")
            .filter(|(start, _)| start.trim().is_empty())?;
        Some(format!("{start} at {}", without_machine(path)))
    };
    text.lines()
        .map(|line| place(line).unwrap_or_else(|| line.to_owned()))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A path of a source as it is in its own package: nothing is left of the machine that built the
/// program.
pub fn without_machine(path: &str) -> String {
    let path = path.replace('\\', "/");
    let after = |mark: &str, folders: usize| {
        let (_, rest) = path.split_once(mark)?;
        rest.splitn(folders + 1, '/')
            .nth(folders)
            .map(str::to_owned)
    };
    // A registry's folder and a compiler's have one more folder before what they hold.
    let known = after("/registry/src/", 1)
        .or_else(|| after("/git/checkouts/", 2))
        .or_else(|| after("/rustc/", 1));
    let own = || path.rfind("/src/").map(|at| path[at + 1..].to_owned());
    match known {
        Some(known) => known,
        None if path.starts_with('/') || path.contains(":/") => {
            own().unwrap_or_else(|| path.rsplit('/').next().unwrap_or_default().to_owned())
        }
        None => path.trim_start_matches("./").to_owned(),
    }
}

/// A text whose paths say nothing of the machine, and nothing of the user's files: places in
/// sources stay.
pub fn without_paths(text: &str) -> String {
    text.split_inclusive(char::is_whitespace)
        .map(without_path)
        .collect()
}

fn without_path(word: &str) -> String {
    let is_quote = |c: char| "\"'`(<[".contains(c);
    let start = word.len() - word.trim_start_matches(is_quote).len();
    let end = word
        .trim_end_matches(|c: char| c.is_whitespace() || "\"'`)>],;".contains(c))
        .len()
        .max(start);
    let (before, path, after) = (&word[..start], &word[start..end], &word[end..]);
    let is_path =
        path.starts_with('/') && path.len() > 1 || path.contains(":\\") || path.contains(":/");
    match is_path {
        true if path.contains(".rs") => format!("{before}{}{after}", without_machine(path)),
        true => format!("{before}…{after}"),
        false => word.to_owned(),
    }
}

/// The words that an action begins with, as in “Edit Undo”.
fn name(action: &impl Debug) -> String {
    let mut start = PanicReportHead(String::new());
    // It ends with an error where there is more than is wanted.
    let _ = write!(start, "{action:?}");
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names = start
        .0
        .split(|c| !is_name(c) && c != '(' && c != ' ')
        .next()
        .unwrap_or_default();
    names
        .split(['(', ' '])
        .filter(|name| !name.is_empty())
        .take(ACTION_WORDS)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The start of what is written.
struct PanicReportHead(String);

impl Write for PanicReportHead {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend(
            text.chars()
                .take(LONGEST_ACTION.saturating_sub(self.0.len())),
        );
        if self.0.len() < LONGEST_ACTION {
            Ok(())
        } else {
            Err(fmt::Error)
        }
    }
}
