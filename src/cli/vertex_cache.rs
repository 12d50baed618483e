//! `vertex-cache`: turns points over time that another program wrote into morph targets of a mesh
//! and a clip.

use crate::{Failure, Io, args::VertexCacheArgs, find, json, load};
use asset::{
    AssetKind,
    vertex_cache::{Told, VertexCacheSettings, played},
};
use document::{Command, Document};
use serde::Serialize;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct VertexCacheReport<'a> {
    mesh: &'a str,
    clip: &'a str,
    frames: usize,
    /// Number of morph targets that were made.
    shapes: usize,
    /// Vertices of the finest level that move.
    vertices: usize,
    /// The farthest that points are off, in metres.
    farthest: f32,
    mean: f32,
    /// Frame that was taken for the mesh at rest. None when vertices follow the order of points.
    rest_frame: Option<usize>,
    parts_left_out: &'a [String],
    /// Sentences about what somebody should look at.
    warnings: Vec<String>,
}

/// Reads a point cache, adds morph targets and curves, and saves the project. An error when a name
/// is unknown, the clip is for another skeleton, or the cache does not fit the mesh.
pub fn run_vertex_cache(args: &VertexCacheArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let since = load::project(&args.project, io)?;
    let mesh = find::asset(&since, AssetKind::Mesh, &args.mesh)?;
    let into = args
        .clip
        .as_ref()
        .map(|name| find::asset(&since, AssetKind::Clip, name))
        .transpose()?;
    if into.is_some_and(|clip| since.clips[&clip].skeleton != since.meshes[&mesh].skeleton) {
        return Err(Failure::Input(
            tr!("the clip and the mesh use different skeletons.").to_owned(),
        ));
    }
    let name = args
        .name
        .clone()
        .or_else(|| Some(args.file.file_stem()?.to_string_lossy().into_owned()));
    let name = name
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| {
        Failure::Input(tr!("the file needs a name. Set one with --name.").to_owned())
    })?;
    let name = document::vertex_cache::free_name(&since, mesh, &name);
    let cache = files::vertex_cache(&args.file, args.frames_per_second)?;
    let settings = VertexCacheSettings {
        name: name.clone(),
        precision: args.precision * 1e-3,
        rest: args.rest,
        part: args.part.clone(),
        up: args.up,
    };
    let played = played(&since.meshes[&mesh], &cache, &settings, &|_| true)
        .map_err(|error| Failure::Input(format!("{}: {error}", args.file.display())))?;
    let (commands, clip) = document::vertex_cache::imported(&since, mesh, &name, &played, into);
    let mut document = Document::new(since);
    let since = document.project().clone();
    document
        .perform(&Command::Batch(commands), None)
        .map_err(|error| Failure::Input(error.to_string()))?;
    load::print_open(&args.project, io)?;
    files::save_project(
        &args.project,
        document.project(),
        &files::Saving::since(Some(&since)),
    )?;
    let clip = document.project().clips[&clip].name.as_str();
    let said = said(&args.mesh, clip, &played.told, args.precision * 1e-3);
    if args.json {
        json::write(io, &said)
    } else {
        print(&said, io)
    }
}

fn said<'a>(mesh: &'a str, clip: &'a str, told: &'a Told, precision: f32) -> VertexCacheReport<'a> {
    let Told {
        frames,
        shapes,
        vertices,
        farthest,
        mean,
        rest,
        ..
    } = *told;
    let (parts_left_out, warnings) = (told.left_out.as_slice(), told.warnings(precision));
    VertexCacheReport {
        mesh,
        clip,
        frames,
        shapes,
        vertices,
        farthest,
        mean,
        rest_frame: rest,
        parts_left_out,
        warnings,
    }
}

fn print(said: &VertexCacheReport<'_>, io: &mut Io<'_>) -> Result<(), Failure> {
    let VertexCacheReport {
        mesh,
        clip,
        frames,
        shapes,
        vertices,
        ..
    } = *said;
    let (farthest, mean) = (said.farthest * 1e3, said.mean * 1e3);
    writeln!(
        io.out,
        "{}",
        tr!("{mesh}: {vertices} vertices over {frames} frames in {shapes} morph targets")
    )?;
    writeln!(
        io.out,
        "{}",
        tr!("clip {clip} drives them; error max {farthest:.3} mm, mean {mean:.4} mm")
    )?;
    said.warnings
        .iter()
        .try_for_each(|line| writeln!(io.err, "{line}"))?;
    Ok(())
}
