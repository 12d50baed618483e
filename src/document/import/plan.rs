//! Many files, one after the other: each joins what those before it have made.

#[cfg(test)]
mod tests;

use super::{
    decide::{ImportChoices, decide, is_stand_in},
    doubt::Doubt,
    renamed::BoneChanges,
    request::Import,
    told::ImportedAsset,
};
use asset::Project;
use std::sync::Arc;

/// One of several files, and how it joins the project.
#[derive(Debug)]
pub struct Planned {
    /// The file and how it joins.
    pub import: Import,
    /// The file's assets, and what became of each.
    pub joined: Vec<ImportedAsset>,
    /// Changes of bones that a person would be asked about if the file came in alone; None if there
    /// is nothing to ask.
    pub changes: Option<BoneChanges>,
}

/// Plans how each file joins the project that the files before it have joined, and gives the
/// project after all of them. A file that leaves a doubt is passed over. A file that is to play on
/// a missing skeleton joins as if no skeleton was chosen. `exists` is as [`decide`] takes it.
pub fn plan<'a>(
    project: &Arc<Project>,
    files: impl IntoIterator<Item = (&'a Arc<Project>, &'a ImportChoices)>,
    exists: &dyn Fn(&str) -> bool,
) -> (Vec<Result<Planned, Doubt>>, Arc<Project>) {
    let mut project = project.clone();
    let mut one = |(file, choices): (&Arc<Project>, &ImportChoices)| {
        let skeleton = choices
            .skeleton
            .filter(|id| project.skeletons.contains_key(id));
        let import = decide(
            &project,
            file.clone(),
            &ImportChoices {
                skeleton,
                ..choices.clone()
            },
            exists,
        )?;
        let changes = import.bone_changes(&project);
        let (after, joined) = import.joined(&project);
        project = Arc::new(after);
        Ok(Planned {
            import,
            joined,
            changes,
        })
    };
    let planned = files.into_iter().map(&mut one).collect();
    (planned, project)
}

/// Whether a file brings something to see that is its own. Such files come before others, so that
/// takes find the character that they are for.
pub fn is_character(file: &Project) -> bool {
    file.meshes.values().any(|mesh| !is_stand_in(mesh))
}
