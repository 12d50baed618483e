//! `bounds`: prints or changes what tells how much room a mesh takes: its vertices, its bodies, or
//! a fixed box.

use crate::{
    Failure, Io,
    args::{BoundsArgs, By},
    find, json, load,
};
use anim::{Bounds, BoundsBy};
use asset::{AssetKind, Bones, Mesh, Project};
use document::{Command, Document, MeshCommand};
use serde::Serialize;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MeshBoundsReport<'a> {
    mesh: &'a str,
    /// `vertices`, `bodies` or `fixed`.
    by: &'static str,
    /// The low corner of the box in the reference pose: metres, model space.
    min: [f32; 3],
    /// The high corner of the box in the reference pose: metres, model space.
    max: [f32; 3],
    bodies: Vec<BodyRow>,
}

/// A capsule on a bone: its radius, and the two ends of its line in bone space. All in metres.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BodyRow {
    bone: String,
    radius: f32,
    from: [f32; 3],
    to: [f32; 3],
}

/// Changes what the options ask for, saves only when something changed, and prints the bounds. An
/// error when the path is no project or the mesh is unknown.
pub fn run_bounds(args: &BoundsArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let since = load::project(&args.project, io)?;
    let id = find::asset(&since, AssetKind::Mesh, &args.mesh)?;
    let mut document = Document::new(since);
    let since = document.project().clone();
    let commands = commands(args, &since, &since.meshes[&id])
        .into_iter()
        .map(|command| Command::Mesh(id, command));
    document
        .perform(&Command::Batch(commands.collect()), None)
        .map_err(|error| Failure::Input(format!("{}: {error}", args.mesh)))?;
    let now = document.project();
    if *now != since {
        load::print_open(&args.project, io)?;
        files::save_project(&args.project, now, &files::Saving::since(Some(&since)))?;
    }
    let said = said(args, now, &now.meshes[&id]);
    if args.json {
        json::write(io, &said)
    } else {
        print(&said, io)
    }
}

fn commands(args: &BoundsArgs, project: &Project, mesh: &Mesh) -> Vec<MeshCommand> {
    let bodies = match (args.make_bodies, args.remove_bodies) {
        (true, _) => Some(asset::bodies::made(mesh)),
        (_, true) => Some(Vec::new()),
        _ => None,
    };
    let room = args.by.map(|by| match by {
        By::Vertices => BoundsBy::Vertices,
        By::Bodies => BoundsBy::Bodies,
        By::Fixed => BoundsBy::Fixed(at_rest(project, mesh)),
    });
    bodies
        .map(MeshCommand::SetBodies)
        .into_iter()
        .chain(room.map(MeshCommand::SetRoom))
        .collect()
}

/// The box of the vertices in the reference pose; empty when the skeleton is missing.
fn at_rest(project: &Project, mesh: &Mesh) -> Bounds {
    let skeleton = project.skeletons.get(&mesh.skeleton);
    skeleton.map_or(Bounds::EMPTY, |skeleton| {
        asset::bodies::at_rest(mesh, skeleton)
    })
}

fn said<'a>(args: &'a BoundsArgs, project: &Project, mesh: &Mesh) -> MeshBoundsReport<'a> {
    let skeleton = project.skeletons.get(&mesh.skeleton);
    let around =
        skeleton.and_then(|it| mesh.room_on(&Bones::of(it)).around(&it.reference_models()));
    let around = around.unwrap_or_else(|| at_rest(project, mesh));
    let name = |body: &asset::mesh::Body| {
        skeleton
            .map_or(body.bone.as_str(), |it| it.bone_name(&body.bone))
            .to_owned()
    };
    let row = |body: &asset::mesh::Body| BodyRow {
        bone: name(body),
        radius: body.radius,
        from: body.from,
        to: body.to,
    };
    MeshBoundsReport {
        mesh: &args.mesh,
        by: match mesh.room {
            BoundsBy::Vertices => "vertices",
            BoundsBy::Bodies => "bodies",
            BoundsBy::Fixed(_) => "fixed",
        },
        min: around.min.to_array(),
        max: around.max.to_array(),
        bodies: mesh.bodies.iter().map(row).collect(),
    }
}

fn print(said: &MeshBoundsReport<'_>, io: &mut Io<'_>) -> Result<(), Failure> {
    let ([a, b, c], [x, y, z]) = (said.min, said.max);
    writeln!(
        io.out,
        "{}",
        tr!(
            "bounds by {}: from {a:.3} {b:.3} {c:.3} to {x:.3} {y:.3} {z:.3} m in the reference pose",
            said.by
        )
    )?;
    for BodyRow {
        bone,
        radius,
        from: [a, b, c],
        to: [x, y, z],
    } in &said.bodies
    {
        writeln!(
            io.out,
            "{}",
            tr!("{bone}: {radius:.4} m about {a:.3} {b:.3} {c:.3} to {x:.3} {y:.3} {z:.3}")
        )?;
    }
    Ok(())
}
