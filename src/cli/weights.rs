//! `weights`: prints how the vertices of a mesh follow bones, prunes their weights, or takes them
//! from another mesh.

use crate::{Failure, Io, args::WeightsArgs, find, json, load};
use anim::mesh::MAX_INFLUENCES;
use asset::{AssetKind, Id, Mesh, skin::Pruning};
use document::{
    Command, Document, MeshCommand,
    skin::{self, Parts},
};
use serde::Serialize;
use std::collections::BTreeMap;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SkinWeightsReport<'a> {
    mesh: &'a str,
    /// Parts of all levels, the finest level first.
    parts: Vec<PartRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pruned: Option<PrunedRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transferred: Option<TransferredRow>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PartRow<'a> {
    lod: usize,
    name: &'a str,
    vertices: usize,
    /// Number of vertices that follow each number of bones.
    following: BTreeMap<usize, usize>,
    /// The smallest weight above 0, at most 1.
    lightest: f32,
    /// Largest difference between 1 and the sum of a vertex's weights.
    off: f32,
    bones: usize,
    idle_bones: usize,
    /// Names of the skin-weight profiles that the part has.
    profiles: Vec<&'a str>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PrunedRow {
    changed: usize,
    dropped: usize,
    /// The largest share of a vertex that went, 0 to 1.
    heaviest: f32,
}

/// Metres from a vertex to the surface that it took its weights from.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TransferredRow {
    farthest: f32,
    mean: f32,
}

/// Changes what the options ask for, saves only when something changed, and prints the weights. An
/// error when the path is no project, a name is unknown, or the mesh to take from has no triangles.
pub fn run_weights(args: &WeightsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let document = Document::new(load::project(&args.project, io)?);
    let since = document.project().clone();
    let id = find::asset(&since, AssetKind::Mesh, &args.mesh)?;
    let parts = args
        .part
        .as_ref()
        .map_or(Parts::ALL, Parts::named)
        .under(args.profile.as_deref());
    if parts.of(&since.meshes[&id]).next().is_none() {
        return Err(Failure::Input(tr!(
            "{}: part not found. {}",
            args.mesh,
            names(&since.meshes[&id])
        )));
    }
    let mut edits = WeightEdits {
        args,
        id,
        parts: &parts,
        document,
    };
    edits.set_up()?;
    let transferred = edits.transfer()?;
    let pruned = edits.prune()?;
    let now = edits.document.project().clone();
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

/// The edits that the options ask for, one after the other.
struct WeightEdits<'a> {
    args: &'a WeightsArgs,
    /// Id of the mesh.
    id: Id,
    parts: &'a Parts,
    document: Document,
}

impl WeightEdits<'_> {
    fn mesh(&self) -> &Mesh {
        &self.document.project().meshes[&self.id]
    }

    fn perform(&mut self, commands: Vec<MeshCommand>) -> Result<(), Failure> {
        let commands = commands.into_iter();
        let commands = commands.map(|command| Command::Mesh(self.id, command));
        self.document
            .perform(&Command::Batch(commands.collect()), None)
            .map_err(|error| Failure::Input(format!("{}: {error}", self.args.mesh)))?;
        Ok(())
    }

    /// The limit of bones, and which profiles there are.
    fn set_up(&mut self) -> Result<(), Failure> {
        if let Some(limit) = self.args.bones_a_section {
            let limit = Some(limit).filter(|limit| *limit > 0);
            self.perform(vec![MeshCommand::SetBoneLimit(limit)])?;
        }
        if let Some(profile) = &self.args.remove_profile {
            let refusal = format!("{}: {}", self.args.mesh, no_profile(self.mesh(), profile));
            self.perform(vec![MeshCommand::RemoveProfile(profile.clone())])
                .map_err(|_| Failure::Input(refusal))?;
        }
        if self.args.profile.is_some() {
            self.perform(skin::make_profile(self.mesh(), self.parts))?;
        }
        Ok(())
    }

    fn transfer(&mut self) -> Result<Option<TransferredRow>, Failure> {
        let Some(from) = &self.args.from else {
            return Ok(None);
        };
        let project = self.document.project();
        let from = &project.meshes[&find::asset(project, AssetKind::Mesh, from)?];
        let most = self.args.most.map_or(MAX_INFLUENCES, usize::from);
        let taken = skin::transfer(self.mesh(), self.parts, from, most);
        let (commands, found) =
            taken.ok_or_else(|| Failure::Input(tr!("that mesh has no triangles.").to_owned()))?;
        self.perform(commands)?;
        Ok(Some(TransferredRow {
            farthest: found.farthest,
            mean: found.mean,
        }))
    }

    fn prune(&mut self) -> Result<Option<PrunedRow>, Failure> {
        let WeightsArgs { prune, most, .. } = self.args;
        if prune.is_none() && most.is_none() {
            return Ok(None);
        }
        let pruning = Pruning {
            least: prune.unwrap_or(0.0) / 100.0,
            most: most.map_or(MAX_INFLUENCES, usize::from),
        };
        let (commands, found) = skin::prune(self.mesh(), self.parts, &pruning);
        self.perform(commands)?;
        Ok(Some(PrunedRow {
            changed: found.changed,
            dropped: found.dropped,
            heaviest: found.heaviest,
        }))
    }
}

fn names(mesh: &Mesh) -> String {
    let names: Vec<&str> = mesh
        .lod(0)
        .parts
        .iter()
        .map(|part| part.name.as_str())
        .collect();
    tr!("Available parts: {}.", names.join(", "))
}

/// Says that the mesh has no such profile, and which it has.
fn no_profile(mesh: &Mesh, profile: &str) -> String {
    let known = mesh.profiles();
    if known.is_empty() {
        tr!("profile “{profile}” does not exist; the mesh has no profiles.")
    } else {
        tr!(
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
            "{}",
            tr!("transferred: distance max {farthest:.4} m, mean {mean:.4} m")
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
            "{}",
            tr!(
                "{dropped} influences of {changed} vertices removed, up to {percent:.2} % per vertex"
            )
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
            .map(|(count, vertices)| tr!("{vertices} with {count}"))
            .collect();
        writeln!(
            io.out,
            "{}",
            tr!(
                "LOD {lod}, {name}: {vertices} vertices by bone count: {}",
                following.join(", ")
            )
        )?;
        let (lightest, off) = (part.lightest * 100.0, part.off);
        writeln!(
            io.out,
            "{}",
            tr!(
                "  {bones} bones, {idle_bones} unused; smallest weight {lightest:.3} %, sum error up to {off:.6}"
            )
        )?;
        if !part.profiles.is_empty() {
            writeln!(
                io.out,
                "{}",
                tr!("  profiles: {}", part.profiles.join(", "))
            )?;
        }
    }
    Ok(())
}
