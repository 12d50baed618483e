//! `export --gltf`: characters, clips and baked montages as a `.glb` file.

use crate::{
    Failure, Io,
    args::{ExportArgs, LodSelection},
    find, output,
    played::{self, PlaySpan, PlayedMoment, TICK},
    progress::ProgressLine,
    script,
};
use anim::{Name, Pose};
use asset::{AssetKind, Clip, Id, Project};
use files::GltfExport;
use formats::gltf::{GltfExportSelection, Style};
use std::collections::BTreeSet;
use words::tr;

/// Writes a `.glb` file. What the format could not take goes to `io.err` as notes. An error when a
/// name is unknown or the output must not be replaced.
pub fn export(project: &Project, args: &ExportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let what = what(project, args)?;
    let progress = ProgressLine::new("exporting");
    let summary = files::export_gltf(
        project,
        &what,
        (&args.out, output::over(args.force)),
        &|part| progress.tell(part),
    )?;
    drop(progress);
    for note in &summary.notes {
        writeln!(io.err, "{}", tr!("note: {note}"))?;
    }
    let told = output::told(&args.out, io);
    writeln!(
        told,
        "{}",
        tr!("{}: {} bytes", args.out.display(), summary.bytes)
    )?;
    Ok(writeln!(
        told,
        "{}",
        tr!(
            "{} skeletons, {} animations",
            summary.skeletons,
            summary.animations
        )
    )?)
}

fn what(project: &Project, args: &ExportArgs) -> Result<GltfExport, Failure> {
    let found = |kind, names: &[String]| -> Result<Vec<Id>, Failure> {
        names
            .iter()
            .map(|name| find::asset(project, kind, name))
            .collect()
    };
    let only = found(AssetKind::Skeleton, &args.skeleton)?;
    let montages = found(AssetKind::Montage, &args.montage)?;
    let all = GltfExportSelection::of(project, |id| only.is_empty() || only.contains(&id));
    let driven: Vec<Clip> = driven(project, args)?.into_iter().collect();
    let are_named = !args.clip.is_empty() || !args.montage.is_empty() || !driven.is_empty();
    let clips = match (are_named, args.no_clips) {
        (true, _) => found(AssetKind::Clip, &args.clip)?,
        (false, true) => Vec::new(),
        (false, false) => all.clips,
    };
    let played = clips.iter().map(|id| project.clips[id].skeleton);
    let played = played.chain(montages.iter().map(|id| project.montages[id].skeleton));
    let played = played.chain(driven.iter().map(|clip| clip.skeleton));
    let skeletons: BTreeSet<Id> = if are_named && only.is_empty() {
        played.collect()
    } else {
        Default::default()
    };
    let skeletons = if skeletons.is_empty() {
        all.skeletons
    } else {
        skeletons.into_iter().collect()
    };
    Ok(GltfExport {
        skeletons,
        clips,
        montages,
        played: driven,
        style: style(project, args),
    })
}

/// What the graph plays that is asked for, with a key a tick. The root bone is where the character
/// goes.
fn driven(project: &Project, args: &ExportArgs) -> Result<Option<Clip>, Failure> {
    let Some(name) = &args.graph else {
        return Ok(None);
    };
    let id = find::asset(project, AssetKind::Graph, name)?;
    let mut cache = asset::Cache::default();
    let library = files::compile(project, &mut cache, &files::ClipCache::of_user()).library;
    let Some(graph) = library.graph(Name::new(name)).cloned() else {
        let text = tr!("nothing plays. `mutoscope info` lists problems.");
        return Err(Failure::input(text));
    };
    let duration = match (args.duration, &args.script) {
        (Some(duration), _) => duration,
        (None, None) => scenario::script::LINGER,
        (None, Some(path)) => {
            let requests = script::read(path)?.requests;
            requests.last().map_or(0.0, |last| last.at) + scenario::script::LINGER
        }
    };
    let span = PlaySpan {
        duration,
        tick: TICK,
    };
    let moments = played::poses(&library, &graph, args.script.as_deref(), span)?;
    let length = moments.len().saturating_sub(1) as f64 * TICK;
    let pose = |moment: PlayedMoment| {
        let mut pose = moment.pose;
        pose.set(0, &moment.placement.compose(&pose.get(0)));
        pose
    };
    let poses: Vec<Pose> = moments.into_iter().map(pose).collect();
    let names = poses.iter().flat_map(|pose| &pose.curves);
    let names: BTreeSet<&str> = names.map(|(name, _)| library.names.text(*name)).collect();
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let skeleton = project.graphs[&id].skeleton;
    let played = files::played(project, (name, skeleton), (&poses, length), &names);
    Ok(Some(played))
}

fn style(project: &Project, args: &ExportArgs) -> Style {
    let most = project
        .meshes
        .values()
        .map(|mesh| mesh.lods.len())
        .max()
        .unwrap_or(1);
    Style {
        levels: match &args.levels {
            LodSelection::All => (0..most).collect(),
            LodSelection::These(levels) => levels.clone(),
        },
        influences: usize::from(args.influences),
        key_every_bone: args.key_every_bone,
    }
}
