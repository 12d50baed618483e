//! `levels`: makes levels of detail of a mesh in a project, takes them from files, and removes
//! them.

use crate::{Failure, Io, args::LevelsArgs, find, info::levels_down_to, load};
use asset::{AssetKind, BoneKey, Id, Mesh, Project};
use document::{Command, Document, MeshCommand};
use std::sync::Arc;
use words::tr;

/// Changes the levels and the post-process graph of a mesh, saves the project and prints the
/// levels. An error when the path is no project, a name is unknown or a file cannot be read;
/// nothing is saved then.
pub fn run_levels(args: &LevelsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let since = load::project(&args.project, io)?;
    let id = find::asset(&since, AssetKind::Mesh, &args.mesh)?;
    let mut document = Document::new(since);
    let since = document.project().clone();
    let command = Command::Batch(commands(args, id, &since, io)?);
    document
        .perform(&command, None)
        .map_err(|error| Failure::Input(format!("{}: {error}", args.mesh)))?;
    load::print_open(&args.project, io)?;
    files::save_project(
        &args.project,
        document.project(),
        &files::Saving::since(Some(&since)),
    )?;
    let mesh = &document.project().meshes[&id];
    for (at, lod) in mesh.lods.iter().enumerate() {
        let (size, triangles, vertices) = (lod.screen_size, lod.triangles(), lod.vertices());
        writeln!(
            io.out,
            "{}",
            tr!(
                "LOD {at} below {size} of picture height: {triangles} triangles, {vertices} vertices"
            )
        )?;
        let skeleton = document.project().skeletons.get(&mesh.skeleton);
        if let Some(skeleton) = skeleton.filter(|_| !lod.removed_bones.is_empty()) {
            let names: Vec<&str> = lod
                .removed_bones
                .iter()
                .map(|bone| skeleton.bone_name(bone))
                .collect();
            writeln!(
                io.out,
                "{}",
                tr!(
                    "  {} bones, without {}",
                    lod.bones(skeleton).len(),
                    names.join(", ")
                )
            )?;
        }
    }
    if let Some(graph) = mesh
        .post_process
        .and_then(|graph| document.project().graphs.get(&graph))
    {
        writeln!(
            io.out,
            "{}",
            tr!(
                "post-process graph {} at {}",
                graph.name,
                levels_down_to(mesh.post_process_lod, mesh.lods.len())
            )
        )?;
    }
    Ok(())
}

fn commands(
    args: &LevelsArgs,
    id: Id,
    project: &Project,
    io: &mut Io<'_>,
) -> Result<Vec<Command>, Failure> {
    let mesh = &project.meshes[&id];
    let count = mesh.lods.len();
    let commands: Vec<MeshCommand> = if let Some(shares) = &args.make {
        made(mesh, shares, io)?
    } else if let Some(at) = args.remove {
        vec![MeshCommand::RemoveLevel(at)]
    } else if let Some(path) = &args.from {
        let from = Arc::new(other(path, args, io)?);
        let at = args.level.unwrap_or(count);
        let last = mesh.lods[count - 1].screen_size;
        vec![if at < count {
            MeshCommand::ReplaceLevel(at, from)
        } else {
            MeshCommand::AddLevel {
                at,
                screen_size: args.below.unwrap_or(last / 2.0),
                from,
            }
        }]
    } else if let Some((level, removed)) = removed_bones(args, project, mesh)? {
        vec![MeshCommand::SetRemovedBones(level, removed)]
    } else {
        Vec::new()
    };
    let worked = args.post_process_lod.map(MeshCommand::SetPostProcessLod);
    Ok(commands
        .into_iter()
        .chain(worked)
        .map(|command| Command::Mesh(id, command))
        .collect())
}

/// Level whose bones the arguments change, and the bones that the level does without; None if the
/// arguments name no level.
fn removed_bones(
    args: &LevelsArgs,
    project: &Project,
    mesh: &Mesh,
) -> Result<Option<(usize, Vec<BoneKey>)>, Failure> {
    let Some(level) = args.level else {
        return Ok(None);
    };
    if level == 0 || level >= mesh.lods.len() {
        let coarser = mesh.lods.len() - 1;
        let there = tr!(
            "{}: LOD {level} is not one of its {coarser} coarser LODs, numbered from 1",
            mesh.name
        );
        return Err(Failure::Input(there));
    }
    let skeleton = project.skeletons.get(&mesh.skeleton);
    let skeleton =
        skeleton.ok_or_else(|| Failure::Input(tr!("{}: the mesh has no skeleton", mesh.name)))?;
    let removed = if let Some(names) = &args.without {
        names
            .iter()
            .map(|name| find::bone(skeleton, name))
            .collect::<Result<_, _>>()?
    } else if args.without_idle {
        mesh.lods
            .get(level)
            .map_or(Vec::new(), |lod| lod.idle_bones(&mesh.bones, skeleton))
    } else {
        Vec::new()
    };
    Ok(Some((level, removed)))
}

/// Commands that put levels with these shares of the triangles in place of all coarser levels. The
/// share is the screen size, too. A level that would keep all triangles is an error; one that
/// misses its share is reported in `io.err`.
fn made(mesh: &Mesh, shares: &[f32], io: &mut Io<'_>) -> Result<Vec<MeshCommand>, Failure> {
    let mut commands: Vec<MeshCommand> = (1..mesh.lods.len())
        .rev()
        .map(MeshCommand::RemoveLevel)
        .collect();
    for (share, at) in shares.iter().zip(1..) {
        let from = formats::simplify::level(mesh, *share);
        let told = formats::simplify::shortfall(mesh, &from, *share);
        if let Some(text) = told
            .as_ref()
            .filter(|_| from.lod(0).triangles() == mesh.lod(0).triangles())
        {
            return Err(Failure::Input(tr!(
                "LOD {at} of “{}” cannot be made: {text}",
                mesh.name
            )));
        }
        if let Some(text) = told {
            writeln!(
                io.err,
                "{}",
                tr!("warning: LOD {at} of “{}”: {text}", mesh.name)
            )?;
        }
        commands.push(MeshCommand::AddLevel {
            at,
            screen_size: *share,
            from: Arc::new(from),
        });
    }
    Ok(commands)
}

/// The mesh of a file; the one that is named, where there are several.
fn other(path: &std::path::Path, args: &LevelsArgs, io: &mut Io<'_>) -> Result<Mesh, Failure> {
    let imported = files::import(path, Some(&args.project), &Default::default(), &|_| true)?;
    load::print_report(path, &imported.report, io)?;
    let meshes = &imported.project.meshes;
    let named = args
        .file_mesh
        .as_ref()
        .map(|name| find::asset(&imported.project, AssetKind::Mesh, name))
        .transpose()?;
    let mesh = named
        .or(meshes.keys().next().copied().filter(|_| meshes.len() == 1))
        .and_then(|id| meshes.get(&id));
    mesh.map(|mesh| (**mesh).clone()).ok_or_else(|| {
        Failure::Input(tr!(
            "{}: the file has {} meshes. Choose one with --file-mesh.",
            path.display(),
            meshes.len()
        ))
    })
}
