//! What an import did, asset by asset.

use asset::{AssetKind, Id};
use std::fmt;

/// What became of an asset, by the name that it has in the project.
#[derive(Clone, Debug, PartialEq)]
pub struct Joined {
    pub id: Id,
    pub kind: AssetKind,
    pub name: String,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub enum What {
    Added,
    Updated,
    /// It plays on this skeleton of the project, which has none of these bones that it moves or follows.
    Bound {
        skeleton: String,
        missing: Vec<String>,
    },
    /// The source no longer has it; it stays as it is.
    Kept,
    /// Changed here and in the file since the last import.
    Conflict {
        field: String,
        here: String,
        file: String,
        took: Took,
    },
    /// Bones of a skeleton that the file no longer has; what refers to them waits.
    BonesGone(Vec<String>),
    /// Bones that were gone and are there again.
    BonesBack(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Took {
    Here,
    File,
}

impl fmt::Display for Joined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.word();
        let name = format!("“{}”", self.name);
        match &self.what {
            What::Added => write!(f, "Added {kind} {name}"),
            What::Updated => write!(f, "Updated {kind} {name}"),
            What::Bound { skeleton, missing } if missing.is_empty() => write!(f, "Bound {kind} {name} to {skeleton}"),
            What::Bound { skeleton, missing } => {
                write!(f, "Bound {kind} {name} to {skeleton}, which lacks {}", missing.join(", "))
            }
            What::Kept => write!(f, "Kept {kind} {name}, which the file no longer has"),
            What::Conflict { field, here, file, took } => {
                let took = if *took == Took::Here { "kept" } else { "replaced" };
                write!(f, "Conflict in {kind} {name}: {field} is {here} here ({took}) and {file} in the file")
            }
            What::BonesGone(bones) => write!(f, "Bones of {kind} {name} are gone: {}", bones.join(", ")),
            What::BonesBack(bones) => write!(f, "Bones of {kind} {name} are back: {}", bones.join(", ")),
        }
    }
}
