//! `cloth`: prints or changes which part of a mesh follows which while a game simulates cloth.

use crate::{Failure, Io, args::ClothArgs, find, json, load};
use anim::Name;
use asset::{AssetKind, Id, Mesh, Project, cloth, mesh::Cloth};
use document::{Command, Document, MeshCommand};
use serde::Serialize;
use words::tr;

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ClothReport<'a> {
    mesh: &'a str,
    /// Parts that follow another, the finest level first.
    parts: Vec<ClothPartRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ClothPartRow<'a> {
    lod: usize,
    name: &'a str,
    follows: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<&'a str>,
    vertices: usize,
    /// Fit of the part. None when the part cannot follow the other one: that one is gone, cut, on
    /// another skeleton, or has no triangles.
    #[serde(flatten)]
    fit: Option<FitRow>,
}

/// Fit of a part on the part that it follows. All distances are in metres.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FitRow {
    following: usize,
    mean: f32,
    farthest: f32,
    /// Distance of vertices from their own places while the followed part is at rest.
    off: f32,
}

/// Sets or removes what a part follows, saves only when something changed, and prints all parts
/// that follow another. An error when a name is unknown or a part is left open, when the two parts
/// are the same or on different skeletons, or when the weight is no attribute of one number a
/// vertex.
pub fn run_cloth(args: &ClothArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut document = Document::new(load::project(&args.project, io)?);
    let since = document.project().clone();
    let id = find::asset(&since, AssetKind::Mesh, &args.mesh)?;
    if args.on.is_some() || args.remove {
        let mesh = &since.meshes[&id];
        let part = part_of(mesh, args.part.as_deref(), "--part")?;
        let cloth = args
            .on
            .as_ref()
            .map(|on| wanted(&since, (mesh, part), on, args))
            .transpose()?;
        let command = Command::Mesh(id, MeshCommand::SetCloth(part, cloth));
        document
            .perform(&command, None)
            .map_err(|error| Failure::Input(format!("{}: {error}", args.mesh)))?;
    }
    let now = document.project().clone();
    if now != since {
        load::print_open(&args.project, io)?;
        files::save_project(&args.project, &now, &files::Saving::since(Some(&since)))?;
    }
    let said = ClothReport {
        mesh: &args.mesh,
        parts: rows(&now, &now.meshes[&id]),
    };
    if args.json {
        json::write(io, &said)
    } else {
        print(&said, io)
    }
}

fn wanted(
    project: &Project,
    own: (&Mesh, usize),
    on: &str,
    args: &ClothArgs,
) -> Result<Cloth, Failure> {
    let mesh = find::asset(project, AssetKind::Mesh, on)?;
    let by = part_of(&project.meshes[&mesh], args.on_part.as_deref(), "--on-part")?;
    let (part, driver) = (&own.0.lod(0).parts[own.1], &project.meshes[&mesh]);
    if driver.skeleton != own.0.skeleton {
        let text = tr!(
            "{on} uses another skeleton than {}. Choose a mesh on the same skeleton, or run `bind`.",
            own.0.name
        );
        return Err(Failure::Input(text));
    }
    if std::ptr::eq(part, &driver.lod(0).parts[by]) {
        return Err(Failure::Input(tr!(
            "part “{}” cannot follow itself. Choose another part with --on-part.",
            part.name
        )));
    }
    if let Some(attribute) = args
        .weight
        .as_ref()
        .filter(|attribute| cloth::weights(part, attribute).is_none())
    {
        let text = tr!(
            "part “{}” has no per-vertex number attribute “{attribute}”. {}",
            part.name,
            numbers(part)
        );
        return Err(Failure::Input(text));
    }
    Ok(Cloth {
        mesh,
        part: driver.lod(0).parts[by].name.clone(),
        weight: args.weight.clone(),
    })
}

/// Says which attributes of a part have one number a vertex and so can weigh how much it follows.
fn numbers(part: &asset::mesh::Part) -> String {
    let of_one: Vec<&str> = part
        .attributes
        .iter()
        .map(String::as_str)
        .filter(|name| cloth::weights(part, name).is_some())
        .collect();
    if of_one.is_empty() {
        tr!("It has no such attributes.").to_owned()
    } else {
        tr!("Available attributes: {}.", of_one.join(", "))
    }
}

/// The index of the part with this name, or of the only part when no name is given.
fn part_of(mesh: &Mesh, name: Option<&str>, option: &str) -> Result<usize, Failure> {
    let parts = &mesh.lod(0).parts;
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    match name {
        Some(name) => parts
            .iter()
            .position(|part| part.name == name)
            .ok_or_else(|| {
                Failure::Input(tr!(
                    "{}: part “{name}” does not exist. Available parts: {}.",
                    mesh.name,
                    names.join(", ")
                ))
            }),
        None if parts.len() == 1 => Ok(0),
        None => Err(Failure::Input(tr!(
            "{}: choose a part with {option}. Available parts: {}.",
            mesh.name,
            names.join(", ")
        ))),
    }
}

fn rows<'a>(project: &'a Project, mesh: &'a Mesh) -> Vec<ClothPartRow<'a>> {
    let parts = mesh
        .lods
        .iter()
        .enumerate()
        .flat_map(|(lod, level)| level.parts.iter().map(move |part| (lod, part)));
    let row = |(lod, part): (usize, &'a asset::mesh::Part)| {
        let Cloth {
            mesh: id,
            part: by,
            weight,
        } = part.cloth.as_ref()?;
        let driver = project.meshes.get(id);
        let data = cloth::driver(project, mesh, part)?.ok();
        let weights = weight
            .as_ref()
            .and_then(|attribute| cloth::weights(part, attribute))
            .unwrap_or_default();
        let bound = data.and_then(|(_, by)| {
            cloth::bind(&part.data, (Name::NONE, Name::NONE), &by.data, weights)
        });
        let fit = bound.map(|(_, fit)| FitRow {
            following: fit.vertices,
            mean: fit.mean,
            farthest: fit.farthest,
            off: fit.off,
        });
        let follows = tr!(
            "{} of {}",
            by,
            named(driver.map(|driver| driver.name.as_str()), *id)
        );
        Some(ClothPartRow {
            lod,
            name: &part.name,
            follows,
            weight: weight.as_deref(),
            vertices: part.data.vertex_count(),
            fit,
        })
    };
    parts.filter_map(row).collect()
}

fn named(name: Option<&str>, id: Id) -> String {
    name.map_or_else(|| tr!("a deleted mesh ({id})"), str::to_owned)
}

fn print(said: &ClothReport<'_>, io: &mut Io<'_>) -> Result<(), Failure> {
    if said.parts.is_empty() {
        writeln!(io.out, "{}", tr!("{}: no part follows cloth", said.mesh))?;
    }
    for ClothPartRow {
        lod,
        name,
        follows,
        weight,
        vertices,
        fit,
    } in &said.parts
    {
        let by = weight.map_or_else(String::new, |weight| tr!(" by {weight}"));
        writeln!(
            io.out,
            "{}",
            tr!("LOD {lod}, {name}: follows {follows}{by}")
        )?;
        let Some(FitRow {
            following,
            mean,
            farthest,
            off,
        }) = fit
        else {
            writeln!(
                io.out,
                "{}",
                tr!(
                    "  it uses its own weights: its cloth was deleted, is on another skeleton, is split, or has no triangles"
                )
            )?;
            continue;
        };
        let [mean, farthest, off] = [mean, farthest, off].map(|metres| metres * 1e3);
        writeln!(
            io.out,
            "{}",
            tr!(
                "  {following} of {vertices} vertices, distance mean {mean:.2} mm, max {farthest:.2} mm; error in the reference pose {off:.3} mm"
            )
        )?;
    }
    Ok(())
}
