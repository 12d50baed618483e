//! An imported file joins a project: what came from it before is updated, everything else is added beside.
//!
//! Invariant: nothing that people added or changed is lost, and nothing is updated that did not come from the same
//! source. [`decide`] asks where that is not certain; [`Import::joined`] does what was decided.

mod bind;
mod bones;
mod copies;
mod decide;
mod fit;
mod join;
mod merge;
#[cfg(test)]
mod properties;
mod renamed;

pub(crate) use bind::rebound_clip;
pub(crate) use bind::rebound_mesh;
pub use decide::{Choices, Doubt, Mode, decide};
pub use fit::{Fit, fit, fit_asset};
pub use renamed::BoneChanges;

use asset::{AssetKind, Id, Project};
use std::{collections::BTreeMap, fmt, sync::Arc};

/// Names of bones as they were, and as they are called now.
pub type Renames = BTreeMap<String, String>;

/// An imported file, and how it joins.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    pub file: Arc<Project>,
    /// The source whose assets are updated, as their origin names it; None adds.
    pub updates: Option<String>,
    /// Where the file was added several times: which of its copies is updated, counted from 0.
    pub copy: usize,
    /// Assets of the project whose source was never recorded, and that those of the file take the place of.
    pub adopts: BTreeMap<Id, Id>,
    /// Skeletons of the project that take the place of the file's own.
    pub bindings: BTreeMap<Id, Id>,
    /// What was bound elsewhere before is bound anew.
    pub rebinds: bool,
    pub renames: Renames,
    /// The file's values hold where people changed them here.
    pub reset: bool,
}

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

impl Import {
    /// The project with the file in it, and what became of each asset.
    pub fn joined(&self, project: &Project) -> (Project, Vec<Joined>) {
        join::join(project, self)
    }
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
