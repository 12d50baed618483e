//! Rows of what the parts of a mesh follow while a game simulates it.

use super::{PropertyRows, compression::note_ui, fact};
use crate::parts;
use asset::{
    Id, Mesh, Project,
    cloth::{self, Fit},
    mesh::{Cloth, Part},
};
use document::{Command, MeshCommand};
use egui::Ui;
use words::{Word, tr, word};

const NOTE: Word = word!(
    "A part can follow another part, such as a coarse garment that the game simulates. Bundles store the binding. Mutoscope does not simulate cloth."
);

/// The rows of cloth parts of a mesh.
pub fn cloth_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    mesh: &Mesh,
    fits: &[(String, Fit)],
) {
    // Few need it.
    let header = if mesh.parts().any(|part| part.cloth.is_some()) {
        parts::group_header
    } else {
        closed
    };
    if !header(ui, tr!("Cloth"), "") {
        return;
    }
    for (at, part) in mesh.lod(0).parts.iter().enumerate() {
        part_ui(ui, rows, project, mesh, (at, part));
        for (_, fit) in fits
            .iter()
            .filter(|(name, _)| part.cloth.is_some() && *name == part.name)
        {
            fit_ui(ui, part, fit);
        }
    }
    note_ui(ui, &NOTE);
}

/// Millimetres, as a robe is a few of them above the one that is simulated.
fn fit_ui(ui: &mut Ui, part: &Part, fit: &Fit) {
    let (mean, farthest, all) = (fit.mean * 1e3, fit.farthest * 1e3, part.data.vertex_count());
    if fit.vertices < all {
        fact(
            ui,
            &tr!("{} following", part.name),
            &tr!("{} of {all} vertices", fit.vertices),
        );
    }
    fact(
        ui,
        &tr!("{} distance", part.name),
        &tr!("mean {mean:.1} mm"),
    );
    fact(
        ui,
        &tr!("{} farthest", part.name),
        &format!("{farthest:.1} mm"),
    );
}

fn closed(ui: &mut Ui, title: &str, _: &str) -> bool {
    parts::folded_header(ui, title)
}

fn part_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    mesh: &Mesh,
    (at, part): (usize, &Part),
) {
    let id = rows.asset;
    let followed = part
        .cloth
        .as_ref()
        .map(|cloth| (cloth.mesh, cloth.part.clone()));
    let weight = part.cloth.as_ref().and_then(|cloth| cloth.weight.clone());
    let options = surfaces(project, (id, mesh), part, followed.as_ref());
    rows.choice(
        ui,
        &tr!("{} follows", part.name),
        &followed,
        &options,
        |followed| {
            let weight = weight.clone();
            let cloth = followed.map(|(mesh, part)| Cloth { mesh, part, weight });
            Command::Mesh(id, MeshCommand::SetCloth(at, cloth))
        },
    );
    let Some(cloth) = &part.cloth else { return };
    let whole = std::iter::once((None, tr!("All vertices").to_owned()));
    let is_one = |name: &&String| {
        cloth::weights(part, name).is_some() || cloth.weight.as_ref() == Some(name)
    };
    let gone = cloth
        .weight
        .iter()
        .filter(|name| !part.attributes.contains(name));
    let named = part.attributes.iter().filter(is_one).chain(gone);
    let options: Vec<(Option<String>, String)> = whole
        .chain(named.map(|name| (Some(name.clone()), name.clone())))
        .collect();
    rows.choice(
        ui,
        &tr!("{} amount", part.name),
        &cloth.weight,
        &options,
        |weight| {
            Command::Mesh(
                id,
                MeshCommand::SetCloth(
                    at,
                    Some(Cloth {
                        weight,
                        ..cloth.clone()
                    }),
                ),
            )
        },
    );
}

type ClothSurface = Option<(Id, String)>;

/// Options for what the part follows: nothing, the present choice, and every other part of the
/// skeleton's meshes.
fn surfaces(
    project: &Project,
    (id, mesh): (Id, &Mesh),
    part: &Part,
    now: Option<&(Id, String)>,
) -> Vec<(ClothSurface, String)> {
    let mut options = vec![(None, tr!("Own skin weights").to_owned())];
    for (other, by) in project
        .meshes
        .iter()
        .filter(|(_, by)| by.skeleton == mesh.skeleton)
    {
        let named = by
            .lod(0)
            .parts
            .iter()
            .filter(|by| *other != id || by.name != part.name);
        options.extend(named.map(|part| {
            (
                Some((*other, part.name.clone())),
                tr!("{} of {}", part.name, by.name),
            )
        }));
    }
    let lacks = |now: &&(Id, String)| options.iter().all(|(known, _)| known.as_ref() != Some(now));
    let gone = now
        .filter(lacks)
        .map(|now| (Some(now.clone()), tr!("{} (gone)", now.1)));
    options.extend(gone);
    options
}
