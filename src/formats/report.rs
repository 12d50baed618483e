//! What was skipped or repaired while reading. Invariant: at most [`MAX_ENTRIES`] entries are kept,
//! the rest is counted.

#[cfg(test)]
mod tests;

use crate::{
    Options, Place,
    bvh::{BvhOptions, Positions},
};
use asset::vertex_cache::Up;
use serde::{Deserialize, Serialize};
use std::fmt;

pub const MAX_ENTRIES: usize = 1000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Nothing that one would miss.
    Note,
    /// Something was changed or left out.
    Warning,
}

/// What would change what an entry tells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fix {
    /// Reading the file again with this as its scale.
    Scale(f32),
    /// Reading it again without what stands before the last colon of names.
    StripNamespaces,
    /// Reading the position channels of a BVH file this way.
    Positions(Positions),
    /// Reading a BVH file with Z up.
    ZUp,
}

impl Fix {
    /// The options with which a file is read again that was read with these.
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub severity: Severity,
    pub place: Place,
    /// What the file calls that which the place is of.
    pub name: Option<String>,
    /// Says what was found and what was done about it.
    pub text: String,
    pub fix: Option<Fix>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub entries: Vec<Entry>,
    /// How many more there were.
    pub left_off: usize,
}

impl Report {
    pub fn note(&mut self, place: impl Into<Place>, text: impl Into<String>) {
        self.push(Severity::Note, place.into(), text.into(), None);
    }

    pub fn warn(&mut self, place: impl Into<Place>, text: impl Into<String>) {
        self.push(Severity::Warning, place.into(), text.into(), None);
    }

    /// A warning with a way out.
    pub fn offer(&mut self, place: impl Into<Place>, text: impl Into<String>, fix: Fix) {
        self.push(Severity::Warning, place.into(), text.into(), Some(fix));
    }

    /// A note with another way.
    pub fn suggest(&mut self, place: impl Into<Place>, text: impl Into<String>, fix: Fix) {
        self.push(Severity::Note, place.into(), text.into(), Some(fix));
    }

    pub fn has_warnings(&self) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.severity == Severity::Warning)
    }

    fn push(&mut self, severity: Severity, place: Place, text: String, fix: Option<Fix>) {
        if self.entries.len() < MAX_ENTRIES {
            self.entries.push(Entry {
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

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
        };
        match &self.name {
            Some(name) => write!(f, "{severity}: “{name}” ({}): {}", self.place, self.text),
            None => write!(f, "{severity}: {}: {}", self.place, self.text),
        }
    }
}
