//! An imported file, and how it joins: every decision as a value, so that the edit asks nobody.

use asset::{Id, Project};
use std::{collections::BTreeMap, sync::Arc};

/// Names of bones as they were, and as they are called now.
pub type Renames = BTreeMap<String, String>;

/// An imported file with every decision about how it joins a project.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// Content of the file, as a project.
    pub file: Arc<Project>,
    /// The source whose assets are updated, as their origin names it; None adds.
    pub updates: Option<String>,
    /// Index from 0 of the copy that is updated, where the file was added several times.
    pub copy: usize,
    /// Assets of the project whose source was never recorded, and that those of the file take the
    /// place of.
    pub adopts: BTreeMap<Id, Id>,
    /// Skeletons of the project that take the place of the file's own.
    pub bindings: BTreeMap<Id, Id>,
    /// Whether clips and meshes that were bound to other skeletons are bound to those of
    /// `bindings`.
    pub rebinds: bool,
    /// Bones of updated skeletons that have another name in the file.
    pub renames: Renames,
    /// Names of the file's bones that more than one bone could be, and the names of those that they
    /// are; none is empty.
    pub matches: Renames,
    /// The file's values hold where people changed them here.
    pub reset: bool,
    /// Clips that come in new and carry their figure along get root motion.
    pub root_motion: bool,
}
