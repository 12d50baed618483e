//! What was skipped or repaired while reading. Invariant: at most [`MAX_ENTRIES`] entries are kept,
//! the rest is only counted.

#[cfg(test)]
mod tests;

use crate::{
    ImportErrorPlace, Options,
    bvh::{BvhOptions, Positions},
};
use asset::vertex_cache::Up;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Entries that a report keeps; further ones only raise [`ImportReport::left_off`].
pub const MAX_ENTRIES: usize = 1000;

/// Severity of an entry in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ImportSeverity {
    /// Information; nothing was lost.
    Note,
    /// Something was changed or left out.
    Warning,
}

/// Another way to read the file that would change what an entry reports.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ImportFix {
    /// Read the file again with this [`Options::scale`].
    Scale(f32),
    /// Read it again without the prefix before the last colon of names.
    StripNamespaces,
    /// Read the position channels of a BVH file by this rule.
    Positions(Positions),
    /// Read a BVH file with Z up.
    ZUp,
}

impl ImportFix {
    /// The options for reading the file again, from those that it was read with.
    pub fn apply(self, options: Options) -> Options {
        match self {
            Self::Scale(scale) => Options { scale, ..options },
            Self::StripNamespaces => Options {
                strip_namespaces: true,
                ..options
            },
            Self::ZUp => Options {
                bvh: BvhOptions {
                    up: Up::Z,
                    ..options.bvh
                },
                ..options
            },
            Self::Positions(positions) => Options {
                bvh: BvhOptions {
                    positions,
                    ..options.bvh
                },
                ..options
            },
        }
    }
}

/// One finding from reading a source file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportReportEntry {
    /// Notes are information; warnings mean that something changed.
    pub severity: ImportSeverity,
    /// Place of the finding in the file.
    pub place: ImportErrorPlace,
    /// Name that the file gives the thing at `place`; filled in after reading, None where it has
    /// none.
    pub name: Option<String>,
    /// Says what was found and what was done about it.
    pub text: String,
    /// Another way to read the file that would change what the entry reports; None if there is no
    /// other way.
    pub fix: Option<ImportFix>,
}

/// Report of what was skipped or repaired in reading one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ImportReport {
    /// Findings in the order in which they were found; at most [`MAX_ENTRIES`].
    pub entries: Vec<ImportReportEntry>,
    /// Number of entries that were dropped because the list was full.
    pub left_off: usize,
}

impl ImportReport {
    /// Adds an entry of [`ImportSeverity::Note`]. `text` is one or more whole sentences.
    pub fn note(&mut self, place: impl Into<ImportErrorPlace>, text: impl Into<String>) {
        self.push(ImportSeverity::Note, place.into(), text.into(), None);
    }

    /// Adds an entry of [`ImportSeverity::Warning`]. `text` is one or more whole sentences.
    pub fn warn(&mut self, place: impl Into<ImportErrorPlace>, text: impl Into<String>) {
        self.push(ImportSeverity::Warning, place.into(), text.into(), None);
    }

    /// Adds a warning together with a fix.
    pub fn offer(
        &mut self,
        place: impl Into<ImportErrorPlace>,
        text: impl Into<String>,
        fix: ImportFix,
    ) {
        self.push(
            ImportSeverity::Warning,
            place.into(),
            text.into(),
            Some(fix),
        );
    }

    /// Adds a note together with another way to read the file.
    pub fn suggest(
        &mut self,
        place: impl Into<ImportErrorPlace>,
        text: impl Into<String>,
        fix: ImportFix,
    ) {
        self.push(ImportSeverity::Note, place.into(), text.into(), Some(fix));
    }

    /// Whether any entry that was kept is a warning; dropped entries do not count.
    pub fn has_warnings(&self) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.severity == ImportSeverity::Warning)
    }

    fn push(
        &mut self,
        severity: ImportSeverity,
        place: ImportErrorPlace,
        text: String,
        fix: Option<ImportFix>,
    ) {
        if self.entries.len() < MAX_ENTRIES {
            self.entries.push(ImportReportEntry {
                severity,
                place,
                name: None,
                text,
                fix,
            });
        } else {
            self.left_off += 1;
        }
    }
}

impl fmt::Display for ImportReportEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            ImportSeverity::Note => "note",
            ImportSeverity::Warning => "warning",
        };
        match &self.name {
            Some(name) => write!(f, "{severity}: “{name}” ({}): {}", self.place, self.text),
            None => write!(f, "{severity}: {}: {}", self.place, self.text),
        }
    }
}
