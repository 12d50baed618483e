//! Rows of the bounds of a mesh, and of the bodies that may tell them.

use super::PropertyRows;
use crate::{
    icons,
    parts::{self, NumberField},
};
use anim::{Bounds, BoundsBy};
use asset::{Mesh, Project, mesh::Body};
use document::{Command, MeshCommand};
use egui::Ui;
use words::{Word, tr, word};

const MAKE_TIP: Word =
    word!("Makes a capsule around the vertices of each bone; replaces existing bodies.");

/// The bounds and bodies of a mesh.
pub fn room_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, project: &Project, mesh: &Mesh) {
    let id = rows.asset;
    let fixed = match mesh.room {
        BoundsBy::Fixed(fixed) => fixed,
        BoundsBy::Vertices | BoundsBy::Bodies => at_rest(project, mesh),
    };
    let options = [
        (
            BoundsBy::Vertices,
            tr!("Vertices: a box per bone").to_owned(),
        ),
        (BoundsBy::Bodies, tr!("Bodies").to_owned()),
        (BoundsBy::Fixed(fixed), tr!("Fixed box").to_owned()),
    ];
    rows.choice(ui, tr!("Bounds from"), &mesh.room, &options, |room| {
        Command::Mesh(id, MeshCommand::SetRoom(room))
    });
    if let BoundsBy::Fixed(fixed) = mesh.room {
        box_ui(ui, rows, fixed);
    }
    let (mut makes, mut removes) = (false, false);
    parts::property(ui, "", |ui| {
        makes = parts::button(ui, Some(icons::PLUS), tr!("Make bodies"), false)
            .on_hover_text(MAKE_TIP.text())
            .clicked();
        removes = !mesh.bodies.is_empty()
            && parts::button(ui, Some(icons::TRASH), tr!("Remove all"), false).clicked();
    });
    if makes {
        rows.perform(Command::Mesh(
            id,
            MeshCommand::SetBodies(asset::bodies::made(mesh)),
        ));
    }
    if removes {
        rows.perform(Command::Mesh(id, MeshCommand::SetBodies(Vec::new())));
    }
    if mesh.bodies.is_empty()
        || !parts::group_header(ui, tr!("Radii of bodies"), &mesh.bodies.len().to_string())
    {
        return;
    }
    for (at, body) in mesh.bodies.iter().enumerate() {
        ui.push_id(("body", at), |ui| {
            body_ui(ui, rows, project, mesh, (at, body))
        });
    }
}

/// Bounds of the mesh's vertices in its reference pose.
fn at_rest(project: &Project, mesh: &Mesh) -> Bounds {
    let Some(skeleton) = project.skeletons.get(&mesh.skeleton) else {
        return Bounds::EMPTY;
    };
    asset::bodies::at_rest(mesh, skeleton)
}

fn box_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, fixed: Bounds) {
    let id = rows.asset;
    for (axis, name) in ["X", "Y", "Z"].into_iter().enumerate() {
        for is_max in [false, true] {
            let label = if is_max {
                tr!("{name} to")
            } else {
                tr!("{name} from")
            };
            let value = if is_max {
                fixed.max[axis]
            } else {
                fixed.min[axis]
            };
            let range = if is_max {
                f64::from(fixed.min[axis])..=1e4
            } else {
                -1e4..=f64::from(fixed.max[axis])
            };
            let field = NumberField {
                name: &label,
                value: f64::from(value) * 100.0,
                unit: "cm",
                decimals: 1,
                speed: 0.5,
                range: range.start() * 100.0..=range.end() * 100.0,
                width: 120.0,
            };
            rows.number(ui, &label, field, |value| {
                let mut changed = fixed;
                let corner = if is_max {
                    &mut changed.max
                } else {
                    &mut changed.min
                };
                corner[axis] = (value / 100.0) as f32;
                Command::Mesh(id, MeshCommand::SetRoom(BoundsBy::Fixed(changed)))
            });
        }
    }
}

fn body_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    mesh: &Mesh,
    (at, body): (usize, &Body),
) {
    let id = rows.asset;
    let skeleton = project.skeletons.get(&mesh.skeleton);
    let name = skeleton.map_or(body.bone.as_str(), |skeleton| {
        skeleton.bone_name(&body.bone)
    });
    let set = |bodies: Vec<Body>| Command::Mesh(id, MeshCommand::SetBodies(bodies));
    let label = tr!("Radius, {name}");
    let field = NumberField {
        name: &label,
        value: f64::from(body.radius) * 100.0,
        unit: "cm",
        decimals: 2,
        speed: 0.05,
        range: 0.01..=1e4,
        width: 100.0,
    };
    let remove = tr!("Remove the body of {name}");
    let (edit, is_gone) = parts::property(ui, name, |ui| {
        (
            field.show(ui),
            parts::icon_button(ui, icons::TRASH, &remove, false).clicked(),
        )
    });
    rows.apply(edit, |value| {
        let mut bodies = mesh.bodies.clone();
        bodies[at].radius = (value / 100.0) as f32;
        set(bodies)
    });
    if is_gone {
        let mut bodies = mesh.bodies.clone();
        bodies.remove(at);
        rows.perform(set(bodies));
    }
}
