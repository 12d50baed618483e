//! What an imported file is to a project: an update, something new, clips for a skeleton that is
//! there, or a question.

#[cfg(test)]
mod tests;

use super::{
    copies,
    doubt::Doubt,
    fit::{SkeletonFit, fit},
    request::{Import, Renames},
};
use asset::{Id, Mesh, Project, Skeleton};
use std::{collections::BTreeMap, sync::Arc};

/// The part of bones by name that a skeleton keeps when its source is edited.
const SAME: f32 = 0.5;

/// Choices for an import that a person has already made.
#[derive(Clone, Debug, Default)]
pub struct ImportChoices {
    /// Mode of the import: what the file becomes in the project.
    pub mode: ImportMode,
    /// An asset of the copy that is updated, where the file was added several times.
    pub copy: Option<Id>,
    /// Clips and meshes play on this skeleton of the project.
    pub skeleton: Option<Id>,
    /// Bones that were renamed in the file, by a person's word; see [`Import::renames`].
    pub renames: Renames,
    /// Matches of the file's bones, as in [`Import::matches`].
    pub matches: Renames,
    /// Whether the file's values replace changed ones, as in [`Import::reset`].
    pub reset: bool,
    /// Whether new clips get root motion, as in [`Import::root_motion`].
    pub root_motion: bool,
}

/// Whether a file updates what it gave before, or is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImportMode {
    /// The file updates what it gave before only where that is certain.
    #[default]
    Ask,
    /// The file updates what it gave before.
    Update,
    /// The file is added beside what is there.
    Add,
}

/// Decides how a file joins the project. `exists` says whether a path of an origin still holds a
/// file.
pub fn decide(
    project: &Project,
    file: Arc<Project>,
    choices: &ImportChoices,
    exists: &dyn Fn(&str) -> bool,
) -> Result<Import, Doubt> {
    let (updates, adopts) = match source(project, &file, choices, exists)? {
        Some(updates) => (Some(updates), BTreeMap::new()),
        None if choices.mode == ImportMode::Add => (None, BTreeMap::new()),
        None => (None, adopted(project, &file, choices.mode)?),
    };
    let copy = updates.as_ref().map_or(Ok(0), |path| {
        copies::chosen(project, &file, path, choices.copy)
    })?;
    let mut bindings = BTreeMap::new();
    for (id, skeleton) in file
        .skeletons
        .iter()
        .filter(|(id, _)| !adopts.contains_key(*id))
    {
        let bound = binding(project, &file, (*id, skeleton), updates.as_deref(), choices)?;
        if let Some(target) = bound.and_then(|bound| project.skeletons.get(&bound)) {
            match fit(&file, skeleton, project, target, &choices.matches).open {
                open if open.is_empty() => {}
                bones => {
                    return Err(Doubt::OpenBones {
                        skeleton: target.name.clone(),
                        bones,
                    });
                }
            }
        }
        bindings.extend(bound.map(|bound| (*id, bound)));
    }
    let (rebinds, reset, root_motion) = (
        choices.skeleton.is_some(),
        choices.reset,
        choices.root_motion,
    );
    let (renames, matches) = (choices.renames.clone(), choices.matches.clone());
    Ok(Import {
        file,
        updates,
        copy,
        adopts,
        bindings,
        rebinds,
        renames,
        matches,
        reset,
        root_motion,
    })
}

pub(super) fn is_stand_in(mesh: &Mesh) -> bool {
    mesh.origin.as_ref().is_some_and(asset::Origin::is_stand_in)
}

/// The path and content that the file's assets remember.
fn path_and_content(file: &Project) -> Option<(&str, &str)> {
    file.origins()
        .next()
        .map(|(_, origin)| (origin.file.as_str(), origin.content.as_str()))
}

fn source(
    project: &Project,
    file: &Project,
    choices: &ImportChoices,
    exists: &dyn Fn(&str) -> bool,
) -> Result<Option<String>, Doubt> {
    let mode = choices.mode;
    let is_kin = |other: &str| is_kin(project, file, other, &choices.renames);
    let Some((path, content)) = path_and_content(file).filter(|_| mode != ImportMode::Add) else {
        return Ok(None);
    };
    let of = |wanted: &str| {
        project
            .origins()
            .filter(move |(_, origin)| origin.file == wanted)
            .collect::<Vec<_>>()
    };
    let here = of(path);
    if !here.is_empty() {
        let is_certain = here.iter().any(|(_, origin)| origin.content == content) || is_kin(path);
        return if mode == ImportMode::Update || is_certain {
            Ok(Some(path.to_owned()))
        } else {
            Err(Doubt::OtherContent {
                file: path.to_owned(),
            })
        };
    }
    let same_name = |other: &str| other.rsplit('/').next() == path.rsplit('/').next();
    let is_moved = |other: &str, it: &str| {
        it == content || (same_name(other) && !exists(other) && is_kin(other))
    };
    let from = project
        .origins()
        .find(|(_, origin)| is_moved(&origin.file, &origin.content));
    let from = from.map(|(_, origin)| origin.file.clone());
    match (from, mode) {
        (Some(from), ImportMode::Update) => Ok(Some(from)),
        (Some(from), _) => Err(Doubt::Moved {
            file: path.to_owned(),
            from,
        }),
        (None, _) => Ok(None),
    }
}

/// Whether the skeletons that came from a source still are the file's, or it has the same clips
/// without one.
fn is_kin(project: &Project, file: &Project, path: &str, renames: &Renames) -> bool {
    let from_there =
        |origin: &Option<asset::Origin>| origin.as_ref().is_some_and(|origin| origin.file == path);
    let known: Vec<&Arc<Skeleton>> = project
        .skeletons
        .values()
        .filter(|it| from_there(&it.origin))
        .collect();
    if known.is_empty() {
        let places = |project: &Project| -> Vec<String> {
            project
                .origins()
                .filter(|(_, origin)| origin.file == path)
                .map(|(_, origin)| origin.place.clone())
                .collect()
        };
        let known = places(project);
        return file
            .origins()
            .any(|(_, origin)| known.contains(&origin.place));
    }
    known.iter().any(|known| {
        file.skeletons
            .values()
            .any(|new| shared(known, new, renames) >= SAME)
    })
}

/// The part of the bones of the smaller skeleton that the other has too, by the names that they
/// have now.
fn shared(known: &Skeleton, new: &Skeleton, renames: &Renames) -> f32 {
    let least = known.bones.len().min(new.bones.len()).max(1);
    let now = |name: &String| new.find(renames.get(name).unwrap_or(name)).is_some();
    let both = known.bones.iter().filter(|bone| now(&bone.name)).count();
    both as f32 / least as f32
}

/// Assets of the file that take the place of some in the project. Projects of the first version did
/// not record where those came from.
fn adopted(project: &Project, file: &Project, mode: ImportMode) -> Result<BTreeMap<Id, Id>, Doubt> {
    let mut found = BTreeMap::new();
    for (id, origin) in file.origins() {
        let name = file.asset_name(id).unwrap_or_default();
        let kind = origin.place.split(' ').next().unwrap_or_default();
        let former = if matches!(kind, "clip" | "texture") {
            Id::derive(&[&file.name, kind, name])
        } else {
            Id::derive(&[&file.name, kind])
        };
        if project.kind(former).is_some() && project.origin(former).is_none() {
            found.insert(id, former);
        }
    }
    let name = |id: &Id| project.asset_name(*id).unwrap_or_default().to_owned();
    match (found.is_empty(), mode) {
        (true, ImportMode::Update) => Err(Doubt::NothingToUpdate {
            file: path_and_content(file)
                .map_or("", |(path, _)| path)
                .to_owned(),
        }),
        (false, ImportMode::Ask) => Err(Doubt::UnknownSource {
            names: found.values().map(name).collect(),
        }),
        _ => Ok(found),
    }
}

/// The skeleton of the project that takes the place of the file's; None for its own.
fn binding(
    project: &Project,
    file: &Project,
    (id, own): (Id, &Arc<Skeleton>),
    updates: Option<&str>,
    choices: &ImportChoices,
) -> Result<Option<Id>, Doubt> {
    if choices.skeleton.is_some() {
        return Ok(choices.skeleton);
    }
    let place = own.origin.as_ref().map(|origin| origin.place.as_str());
    let is_same = |it: &Skeleton| {
        it.origin.as_ref().is_some_and(|origin| {
            Some(origin.file.as_str()) == updates && Some(origin.place.as_str()) == place
        })
    };
    if project.skeletons.values().any(|it| is_same(it)) {
        return Ok(None);
    }
    if let Some(bound) = bound_before(project, file, id, updates) {
        return Ok(Some(bound));
    }
    let has_skin = file.meshes.values().any(|mesh| {
        mesh.skeleton == id
            && !is_stand_in(mesh)
            && mesh.parts().any(|part| part.data.palette.len() > 1)
    });
    let fits = project.skeletons.iter().map(|(id, other)| {
        (
            *id,
            &**other,
            fit(file, own, project, other, &choices.matches),
        )
    });
    let fits: Vec<(Id, &Skeleton, SkeletonFit)> = fits.collect();
    let full: Vec<&(Id, &Skeleton, SkeletonFit)> = fits
        .iter()
        .filter(|(.., fit)| fit.is_full() && (fit.same_rest || !has_skin))
        .collect();
    let same: Vec<_> = full.iter().filter(|(.., fit)| fit.same_rest).collect();
    match (same.as_slice(), full.as_slice()) {
        ([(id, ..)], _) | ([], [(id, ..)]) => return Ok(Some(*id)),
        ([], []) => {}
        _ if choices.mode == ImportMode::Add => return Ok(None),
        _ => {
            return Err(Doubt::SeveralSkeletons {
                names: full.iter().map(|(_, it, _)| it.name.clone()).collect(),
            });
        }
    }
    let is_asked = |(.., fit): &&(Id, &Skeleton, SkeletonFit)| {
        fit.is_partial() && !has_skin && choices.mode != ImportMode::Add
    };
    let has_clips = file.clips.values().any(|clip| clip.skeleton == id);
    let best = fits
        .iter()
        .filter(is_asked)
        .min_by_key(|(.., fit)| fit.missing.len());
    match best.filter(|_| has_clips) {
        Some((_, it, fit)) => Err(Doubt::PartlyFits {
            skeleton: it.name.clone(),
            missing: fit.missing.clone(),
        }),
        None => Ok(None),
    }
}

/// Skeleton that the file's clips play on since the last import; None if none is known.
fn bound_before(
    project: &Project,
    file: &Project,
    skeleton: Id,
    updates: Option<&str>,
) -> Option<Id> {
    let updates = updates?;
    let clips = file.clips.values().filter(|clip| clip.skeleton == skeleton);
    let places: Vec<&str> = clips
        .filter_map(|clip| Some(clip.origin.as_ref()?.place.as_str()))
        .collect();
    let is_known =
        |origin: &asset::Origin| origin.file == updates && places.contains(&origin.place.as_str());
    project
        .clips
        .values()
        .find(|clip| clip.origin.as_ref().is_some_and(is_known))
        .map(|clip| clip.skeleton)
}
