//! Rows of the materials of a mesh.

use super::PropertyRows;
use crate::parts::{self, NumberField};
use asset::{Id, Material, Mesh, Project};
use document::{Command, MeshCommand};
use egui::Ui;
use words::tr;

/// Cutoff of a material that gets one, the default of glTF.
const USUAL_CUTOFF: f32 = 0.5;

/// The materials of a mesh.
pub fn materials_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, mesh: &Mesh) {
    if !parts::group_header(ui, tr!("Materials"), &mesh.materials.len().to_string()) {
        return;
    }
    for (at, material) in mesh.materials.iter().enumerate() {
        let title = if material.name.is_empty() {
            tr!("Material {at}")
        } else {
            material.name.clone()
        };
        ui.push_id(("material", at), |ui| {
            if mesh.materials.len() == 1 || parts::group_header(ui, &title, "") {
                material_ui(ui, rows, project, (at, material));
            }
        });
    }
}

fn material_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    (at, material): (usize, &Material),
) {
    let mesh = rows.asset;
    let set =
        |material: Material| Command::Mesh(mesh, MeshCommand::SetMaterial(at, Box::new(material)));
    rows.text(ui, tr!("Name"), &material.name, |name| {
        set(Material {
            name,
            ..material.clone()
        })
    });
    rows.color(ui, tr!("Base colour"), material.base_color, |base_color| {
        set(Material {
            base_color,
            ..material.clone()
        })
    });
    let none = (None, tr!("None").to_owned());
    let pictures = project
        .textures
        .iter()
        .map(|(id, texture)| (Some(*id), texture.name.clone()));
    let options: Vec<(Option<Id>, String)> = std::iter::once(none).chain(pictures).collect();
    rows.choice(ui, tr!("Texture"), &material.texture, &options, |texture| {
        set(Material {
            texture,
            ..material.clone()
        })
    });
    rows.choice(
        ui,
        tr!("Normal map"),
        &material.normal_texture,
        &options,
        |normal_texture| {
            set(Material {
                normal_texture,
                ..material.clone()
            })
        },
    );
    rows.toggle(
        ui,
        tr!("Two-sided"),
        material.double_sided,
        tr!("also draws back faces"),
        |double_sided| {
            set(Material {
                double_sided,
                ..material.clone()
            })
        },
    );
    rows.toggle(
        ui,
        tr!("Cut out"),
        material.alpha_cutoff.is_some(),
        tr!("where the texture is transparent"),
        |is_cut| {
            set(Material {
                alpha_cutoff: is_cut.then_some(USUAL_CUTOFF),
                ..material.clone()
            })
        },
    );
    if let Some(cutoff) = material.alpha_cutoff {
        let field = NumberField {
            name: tr!("Alpha below"),
            value: f64::from(cutoff) * 100.0,
            unit: "%",
            decimals: 0,
            speed: 0.5,
            range: 0.0..=100.0,
            width: 84.0,
        };
        rows.number(ui, tr!("Alpha below"), field, |percent| {
            set(Material {
                alpha_cutoff: Some((percent / 100.0) as f32),
                ..material.clone()
            })
        });
    }
}
