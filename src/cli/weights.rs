//! `weights`: prints how the vertices of a mesh follow bones, prunes their weights, or takes them
//! from another mesh.

use crate::{Failure, Io, args::WeightsArgs, find, json, load};
use anim::mesh::MAX_INFLUENCES;
use asset::{AssetKind, Mesh, skin::Pruning};
use document::{
    Command, Document, MeshCommand,
    skin::{self, Parts},
};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct SkinWeightsReport<'a> {
    mesh: &'a str,
    /// Parts of all levels, the finest level first.
    parts: Vec<PartRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pruned: Option<PrunedRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transferred: Option<TransferredRow>,
}

#[derive(Serialize)]
struct PartRow<'a> {
    lod: usize,
    name: &'a str,
    vertices: usize,
    /// How many vertices follow each number of bones.
    following: BTreeMap<usize, usize>,
    /// The smallest weight above 0, at most 1.
    lightest: f32,
    /// How far the weights of a vertex are from 1 on the whole, at most.
    off: f32,
    bones: usize,
    idle_bones: usize,
    /// Names of the skin-weight profiles that the part has.
    profiles: Vec<&'a str>,
}

#[derive(Serialize)]
struct PrunedRow {
    changed: usize,
    dropped: usize,
    /// The largest share of a vertex that went, 0 to 1.
    heaviest: f32,
}

/// Metres from a vertex to the surface that it took its weights from.
#[derive(Serialize)]
struct TransferredRow {
    farthest: f32,
    mean: f32,
}

/// Changes what the options ask for, saves only when something changed, and prints the weights. An
/// error when the path is no project, a name is unknown, or the mesh to take from has no triangles.
pub fn run_weights(args: &WeightsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut document = Document::new(load::project(&args.project, io)?);
    let since = document.project().clone();
    let id = find::asset(&since, AssetKind::Mesh, &args.mesh)?;
    let parts = args
        .part
        .as_ref()
        .map_or(Parts::ALL, Parts::named)
        .under(args.profile.as_deref());
    if parts.of(&since.meshes[&id]).next().is_none() {
        return Err(Failure::Input(format!(
            "{}: part not found. {}",
            args.mesh,
            names(&since.meshes[&id])
        )));
    }
    let (mut transferred, mut pruned) = (None, None);
    let mut perform = |commands: Vec<MeshCommand>| {
        let commands = commands
            .into_iter()
            .map(|command| Command::Mesh(id, command))
            .collect();
        let done = document.perform(&Command::Batch(commands), None);
        done.map(|_| document.project().clone())
            .map_err(|error| Failure::Input(format!("{}: {error}", args.mesh)))
    };
    let mut now = since.clone();
    if let Some(limit) = args.bones_a_section {
        now = perform(vec![MeshCommand::SetBoneLimit(
            Some(limit).filter(|limit| *limit > 0),
        )])?;
    }
    if let Some(profile) = &args.remove_profile {
        now = perform(vec![MeshCommand::RemoveProfile(profile.clone())]).map_err(|_| {
            Failure::Input(format!(
                "{}: {}",
                args.mesh,
                no_profile(&since.meshes[&id], profile)
            ))
        })?;
    }
    if args.profile.is_some() {
        now = perform(skin::make_profile(&now.meshes[&id], &parts))?;
    }
    if let Some(from) = &args.from {
        let from = find::asset(&since, AssetKind::Mesh, from)?;
        let most = args.most.map_or(MAX_INFLUENCES, usize::from);
        let taken = if from == id {
            skin::transfer(&now.meshes[&id], &parts, &now.meshes[&id], most)
        } else {
            skin::transfer(&now.meshes[&id], &parts, &now.meshes[&from], most)
        };
        let (commands, found) =
            taken.ok_or_else(|| Failure::Input("that mesh has no triangles.".to_owned()))?;
        transferred = Some(TransferredRow {
            farthest: found.farthest,
            mean: found.mean,
        });
        now = perform(commands)?;
    }
    if args.prune.or(args.most.map(f32::from)).is_some() {
        let least = args.prune.unwrap_or(0.0) / 100.0;
        let pruning = Pruning {
            least,
            most: args.most.map_or(MAX_INFLUENCES, usize::from),
        };
        let (commands, found) = skin::prune(&now.meshes[&id], &parts, &pruning);
        pruned = Some(PrunedRow {
            changed: found.changed,
            dropped: found.dropped,
            heaviest: found.heaviest,
        });
        now = perform(commands)?;
    }
    if now != since {
        load::print_open(&args.project, io)?;
        files::save_project(&args.project, &now, &files::Saving::since(Some(&since)))?;
    }
    let said = SkinWeightsReport {
        mesh: &args.mesh,
        parts: rows(&now.meshes[&id], &parts),
        pruned,
        transferred,
    };
    if args.json {
        json::write(io, &said)
    } else {
        print(&said, io)
    }
}

fn names(mesh: &Mesh) -> String {
    let names: Vec<&str> = mesh
        .lod(0)
        .parts
        .iter()
        .map(|part| part.name.as_str())
        .collect();
    format!("Available parts: {}.", names.join(", "))
}

/// Says that the mesh has no such profile, and which it has.
fn no_profile(mesh: &Mesh, profile: &str) -> String {
    let known = mesh.profiles();
    if known.is_empty() {
        format!("profile “{profile}” does not exist; the mesh has no profiles.")
    } else {
        format!(
            "profile “{profile}” does not exist. Available profiles: {}.",
            known.join(", ")
        )
    }
}

fn rows<'a>(mesh: &'a Mesh, parts: &Parts) -> Vec<PartRow<'a>> {
    let row = |((lod, _), part): ((usize, usize), &'a asset::mesh::Part)| {
        let census = parts.skin(mesh, part).census();
        let following = census
            .by_count
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, vertices)| *vertices > 0)
            .collect();
        PartRow {
            lod,
            name: &part.name,
            vertices: census.vertices,
            following,
            lightest: census.lightest,
            off: census.off,
            bones: part.data.palette.len(),
            idle_bones: census.idle,
            profiles: part.profiles.iter().map(String::as_str).collect(),
        }
    };
    parts.of(mesh).map(row).collect()
}

fn print(said: &SkinWeightsReport<'_>, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(TransferredRow { farthest, mean }) = said.transferred {
        writeln!(
            io.out,
            "transferred: distance max {farthest:.4} m, mean {mean:.4} m"
        )?;
    }
    if let Some(PrunedRow {
        changed,
        dropped,
        heaviest,
    }) = said.pruned
    {
        let percent = heaviest * 100.0;
        writeln!(
            io.out,
            "{dropped} influences of {changed} vertices removed, up to {percent:.2} % per vertex"
        )?;
    }
    for part in &said.parts {
        let PartRow {
            lod,
            name,
            vertices,
            bones,
            idle_bones,
            ..
        } = part;
        let following: Vec<String> = part
            .following
            .iter()
            .map(|(count, vertices)| format!("{vertices} with {count}"))
            .collect();
        writeln!(
            io.out,
            "LOD {lod}, {name}: {vertices} vertices by bone count: {}",
            following.join(", ")
        )?;
        let (lightest, off) = (part.lightest * 100.0, part.off);
        writeln!(
            io.out,
            "  {bones} bones, {idle_bones} unused; smallest weight {lightest:.3} %, sum error up to {off:.6}"
        )?;
        if !part.profiles.is_empty() {
            writeln!(io.out, "  profiles: {}", part.profiles.join(", "))?;
        }
    }
    Ok(())
}
