//! `export --gltf`: clips and baked montages as a `.glb` file.

use crate::{Failure, Io, args::ExportArgs, find};
use asset::{AssetKind, Id, Project};
use formats::gltf::Selection;
use std::{collections::BTreeSet, sync::Arc};

pub fn export(mut project: Project, args: &ExportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let what = selection(&mut project, args)?;
    let bytes = files::export_gltf(&project, &what, &args.out, &|_| true)?;
    writeln!(io.out, "{}: {bytes} bytes", args.out.display())?;
    Ok(writeln!(io.out, "{} skeletons, {} animations", what.skeletons.len(), what.clips.len())?)
}

/// Baked montages join the project as clips.
fn selection(project: &mut Project, args: &ExportArgs) -> Result<Selection, Failure> {
    let skeleton = args.skeleton.as_ref().map(|name| find::asset(project, AssetKind::Skeleton, name)).transpose()?;
    if args.clip.is_empty() && args.montage.is_empty() {
        return Ok(Selection::of(project, |id| skeleton.is_none_or(|only| only == id)));
    }
    let named = args.clip.iter().map(|name| find::asset(project, AssetKind::Clip, name));
    let mut clips = named.collect::<Result<Vec<Id>, Failure>>()?;
    for name in &args.montage {
        let id = find::asset(project, AssetKind::Montage, name)?;
        let baked = engine::bake::montage(project, id);
        let baked = baked.map_err(|text| Failure::Input(format!("the montage “{name}” cannot be baked: {text}")))?;
        project.clips.insert(id, Arc::new(baked));
        clips.push(id);
    }
    let skeletons: BTreeSet<Id> = match skeleton {
        Some(only) => BTreeSet::from([only]),
        None => clips.iter().map(|id| project.clips[id].skeleton).collect(),
    };
    Ok(Selection { skeletons: skeletons.into_iter().collect(), clips })
}
