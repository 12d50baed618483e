//! Rows of a mesh.

use super::{Rows, fact, identity};
use crate::{icons, parts};
use anim::{MeshPart, mesh::SkinMethod};
use asset::Mesh;
use document::{Command, MeshCommand};
use egui::Ui;

pub fn mesh_ui(ui: &mut Ui, rows: &mut Rows<'_>, mesh: &Mesh) {
    identity(ui, icons::CUBE, &mesh.name, "Mesh", "");
    let count = |of: fn(&MeshPart) -> usize| mesh.parts.iter().map(|part| of(&part.data)).sum::<usize>().to_string();
    fact(ui, "Parts", &mesh.parts.len().to_string());
    fact(ui, "Vertices", &count(MeshPart::vertex_count));
    fact(ui, "Triangles", &count(|part| part.indices.len() / 3));
    fact(ui, "Morph targets", &count(|part| part.morphs.len()));
    fact(ui, "Materials", &mesh.materials.len().to_string());
    if parts::group_header(ui, "Skinning", "") {
        let first = mesh.parts.first().map(|part| part.data.method);
        let of_all = first.filter(|method| mesh.parts.iter().all(|part| part.data.method == *method));
        if mesh.parts.len() > 1 {
            method_ui(ui, rows, "All parts", of_all, None);
        }
        for (at, part) in mesh.parts.iter().enumerate() {
            method_ui(ui, rows, &part.name, Some(part.data.method), Some(at));
        }
    }
}

/// `method` is None where parts differ, `part` None for all of them.
fn method_ui(ui: &mut Ui, rows: &mut Rows<'_>, label: &str, method: Option<SkinMethod>, part: Option<usize>) {
    let options = [
        (Some(SkinMethod::Linear), "Linear: fast".to_owned()),
        (Some(SkinMethod::DualQuaternion), "Dual quaternion: keeps volume".to_owned()),
    ];
    let mesh = rows.asset;
    rows.choice(ui, label, &method, &options, |method| {
        Command::Mesh(mesh, MeshCommand::SetMethod(part, method.unwrap_or_default()))
    });
}
