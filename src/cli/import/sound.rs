//! Sound files as sounds of a project.

use super::ImportedFile;
use crate::Failure;
use asset::{AssetKind, Id, Project};
use document::{
    Command, Document, ProjectCommand,
    import::{ImportOutcome, ImportedAsset},
};
use std::path::Path;

/// Adds the sound of a file; one whose bytes the project has stays as it is.
pub(super) fn join(document: &mut Document, path: &Path) -> Result<ImportedFile, Failure> {
    let file = files::read_sound(path, sound::checked)?;
    let project = document.project();
    if project
        .sounds
        .values()
        .any(|known| known.bytes == file.bytes)
    {
        return Ok(ImportedFile::unchanged(path));
    }
    let name = project.free_name(AssetKind::Sound, &file.name, None);
    let id = free_id(project, &name);
    let file = asset::SoundFile {
        name: name.clone(),
        ..file
    };
    let command = Command::Project(ProjectCommand::Add(id, file.into()));
    let failed = |error| Failure::Input(format!("{}: {error}", path.display()));
    document.perform(&command, None).map_err(failed)?;
    Ok(ImportedFile {
        joined: vec![ImportedAsset {
            id,
            kind: AssetKind::Sound,
            name,
            what: ImportOutcome::Added,
        }],
        unchanged: false,
        ..ImportedFile::unchanged(path)
    })
}

/// A free id for a sound: the same for the same name in the same project.
fn free_id(project: &Project, name: &str) -> Id {
    let ids = (0u32..).map(|nth| Id::derive(&["sound", name, &nth.to_string()]));
    let mut free = ids.filter(|id| project.kind(*id).is_none());
    free.next().unwrap_or(Id::derive(&["sound", name]))
}
