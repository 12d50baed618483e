//! Levels of detail of a mesh, made in the background or taken from a file, and weights taken from
//! another mesh. Each is one undo step when it is done.

use super::{App, purpose::Purpose};
use crate::{
    jobs::{Change, Handle, JobOutcome, Remade},
    parts,
    pick::PickKind,
    toast::Tone,
};
use anim::mesh::MAX_INFLUENCES;
use asset::{Id, Mesh};
use document::{Command, MeshCommand, skin};
use formats::Options;
use std::{path::PathBuf, sync::Arc};
use words::{noun, tr};

const DONE: &str = "done";
/// Shares of the finest level's triangles, and of the picture's height below which a level is
/// drawn.
const SHARES: [f32; 3] = [0.5, 0.25, 0.12];

impl App {
    /// Makes levels of a mesh in place of its present coarser levels.
    pub(crate) fn make_levels(&mut self, id: Id) {
        let Some(mesh) = self.document.project().meshes.get(&id).cloned() else {
            return;
        };
        self.remade(tr!("LODs of {}", mesh.name), move |_| {
            let (commands, warnings) = made(&mesh)?;
            let said = if warnings.is_empty() {
                DONE
            } else {
                tr!("LODs have more triangles than requested")
            };
            Ok(Change {
                warnings,
                ..changed((id, &mesh), commands, said.to_owned())
            })
        });
    }

    /// `at` is the level that is replaced, or one beyond the last.
    pub(crate) fn pick_level(&mut self, mesh: Id, at: usize) {
        let filters = vec![(tr!("Characters"), files::ENDINGS.to_vec())];
        self.pick(
            Purpose::Level(mesh, at),
            tr!("LOD from a file"),
            PickKind::OpenFiles,
            filters,
            String::new(),
        );
    }

    pub(super) fn level_from(&mut self, id: Id, at: usize, path: PathBuf) {
        let Some(mesh) = self.document.project().meshes.get(&id).cloned() else {
            return;
        };
        self.remade(tr!("LOD {at} of {}", mesh.name), move |job| {
            taken((id, &mesh), at, &path, job)
        });
    }

    /// Transfers weights from the nearest places of another mesh, or of the mesh's own finest
    /// level.
    pub(crate) fn transfer_weights(&mut self, id: Id, from: Id) {
        let meshes = &self.document.project().meshes;
        let Some((mesh, from)) = meshes.get(&id).cloned().zip(meshes.get(&from).cloned()) else {
            return;
        };
        let name = tr!("Weights of {} from {}", mesh.name, from.name);
        let edited = self.views.kinds.mesh.parts();
        self.remade(name, move |_| {
            let (commands, found) = skin::transfer(&mesh, &edited, &from, MAX_INFLUENCES)
                .ok_or_else(|| tr!("{} has no triangles to take weights from.", from.name))?;
            let vertices = parts::count(found.vertices, noun!("vertex", "vertices"));
            let (farthest, mean) = (found.farthest * 100.0, found.mean * 100.0);
            let said = tr!("{vertices}, distance max {farthest:.2} cm, mean {mean:.2} cm");
            Ok(changed((id, &mesh), commands, said))
        });
    }

    pub(super) fn remade(
        &mut self,
        name: String,
        work: impl FnOnce(&Handle) -> Remade + Send + 'static,
    ) {
        self.jobs
            .start(name, move |job| JobOutcome::Remade(work(job)));
    }

    fn is_still(&self, id: Id, mesh: &Arc<Mesh>) -> bool {
        self.document
            .project()
            .meshes
            .get(&id)
            .is_some_and(|now| Arc::ptr_eq(now, mesh))
    }

    pub(super) fn remake(&mut self, result: Remade) {
        match result {
            Ok(change)
                if change
                    .of
                    .as_ref()
                    .is_some_and(|(id, mesh)| !self.is_still(*id, mesh)) =>
            {
                let text = tr!("The mesh changed during the calculation. Run it again.");
                self.session
                    .toast(Tone::Warning, tr!("The mesh is unchanged"), text);
            }
            Ok(change) => {
                self.perform(&Command::Batch(change.commands), None);
                change.shown.into_iter().for_each(|id| self.open_asset(id));
                if !change.warnings.is_empty() {
                    self.session
                        .toast(Tone::Warning, change.said, change.warnings.join(" "));
                }
            }
            Err(text) => self
                .session
                .toast(Tone::Error, tr!("The mesh is unchanged"), text),
        }
    }
}

fn changed((id, mesh): (Id, &Arc<Mesh>), commands: Vec<MeshCommand>, said: String) -> Change {
    let commands = commands
        .into_iter()
        .map(|command| Command::Mesh(id, command))
        .collect();
    Change {
        commands,
        of: Some((id, mesh.clone())),
        said,
        ..Change::default()
    }
}

/// Commands that replace the coarser levels, with warnings for levels that are finer than
/// requested. Err if no triangle can go.
fn made(mesh: &Mesh) -> Result<(Vec<MeshCommand>, Vec<String>), String> {
    let mut commands: Vec<MeshCommand> = (1..mesh.lods.len())
        .rev()
        .map(MeshCommand::RemoveLevel)
        .collect();
    let mut warnings = Vec::new();
    for (share, at) in SHARES.into_iter().zip(1..) {
        let from = formats::simplify::level(mesh, share);
        let told = formats::simplify::shortfall(mesh, &from, share);
        if let Some(text) = told
            .as_ref()
            .filter(|_| from.lod(0).triangles() == mesh.lod(0).triangles())
        {
            return Err(tr!("LOD {at} cannot be made: {text}"));
        }
        warnings.extend(told.map(|text| tr!("LOD {at}: {text}")));
        commands.push(MeshCommand::AddLevel {
            at,
            screen_size: share,
            from: Arc::new(from),
        });
    }
    Ok((commands, warnings))
}

/// Makes a level from the file's mesh of the same name, or from its only mesh.
fn taken((id, mesh): (Id, &Arc<Mesh>), at: usize, path: &std::path::Path, job: &Handle) -> Remade {
    let imported = files::import(path, None, &Options::default(), &|part| job.report(part));
    let imported = imported.map_err(|error| error.to_string())?.project;
    let named = imported
        .meshes
        .values()
        .find(|other| other.name == mesh.name);
    let only = imported
        .meshes
        .values()
        .next()
        .filter(|_| imported.meshes.len() == 1);
    let Some(from) = named.or(only).cloned() else {
        return Err(tr!(
            "The file has {} meshes, but none is named “{}”.",
            imported.meshes.len(),
            mesh.name
        ));
    };
    let command = match mesh.lods.get(at) {
        Some(_) => MeshCommand::ReplaceLevel(at, from),
        None => {
            let last = mesh.lods.last().map_or(1.0, |lod| lod.screen_size);
            MeshCommand::AddLevel {
                at,
                screen_size: last / 2.0,
                from,
            }
        }
    };
    Ok(changed((id, mesh), vec![command], DONE.to_owned()))
}
