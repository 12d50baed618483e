//! What the previewed character holds in this scene, beside what its skeleton's sockets show.

use super::{SceneEdit, add_ui, explained, fault_ui, free_id, item_ui};
use crate::{panels::rows::PropertyRows, parts};
use asset::{AssetKind, Id, PreviewScene, SceneProp};
use document::Command;
use egui::Ui;
use words::tr;

/// The rows of all props, and a button for one more.
pub(super) fn props_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, edit: &SceneEdit<'_>) {
    let props = &edit.scene.props;
    if !parts::group_header(ui, tr!("Props"), &props.len().to_string()) {
        return;
    }
    let sockets = sockets(edit);
    for at in 0..props.len() {
        prop_ui(ui, rows, edit, (at, &sockets));
    }
    let meshes = edit.project.list(AssetKind::Mesh);
    let known = sockets.first().zip(meshes.first());
    let tip = if known.is_some() {
        tr!("A mesh in the character's hand while this is previewed. A game places its own")
    } else {
        tr!("The project needs a skeleton with a socket, and a mesh")
    };
    let button = |ui: &mut Ui| {
        let button = |ui: &mut Ui| parts::button(ui, None, tr!("Add prop"), false);
        let shown = ui.add_enabled_ui(known.is_some(), button).inner;
        shown
            .on_hover_text(tip)
            .on_disabled_hover_text(tip)
            .clicked()
    };
    if add_ui(ui, button)
        && let Some(((socket, _), (mesh, _))) = known
    {
        let id = free_id("scene prop", |id| props.iter().any(|it| it.id == id));
        let (socket, mesh) = (*socket, *mesh);
        rows.perform(with(edit, |all| all.push(SceneProp { id, socket, mesh })));
    }
}

fn with(edit: &SceneEdit<'_>, change: impl FnOnce(&mut Vec<SceneProp>)) -> Command {
    let mut props = edit.scene.props.clone();
    change(&mut props);
    edit.set(PreviewScene {
        props,
        ..edit.scene.clone()
    })
}

/// Sockets of all skeletons, the open asset's skeleton first; each text names its skeleton.
fn sockets(edit: &SceneEdit<'_>) -> Vec<(Id, String)> {
    let own = edit.skeleton();
    let mut rigs: Vec<_> = edit.project.skeletons.iter().collect();
    rigs.sort_by_key(|(id, _)| Some(**id) != own);
    rigs.into_iter()
        .flat_map(|(_, rig)| {
            let name = |socket: &asset::skeleton::Socket| tr!("{} of {}", socket.name, rig.name);
            rig.sockets
                .iter()
                .map(move |socket| (socket.id, name(socket)))
        })
        .collect()
}

fn prop_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    edit: &SceneEdit<'_>,
    (at, sockets): (usize, &[(Id, String)]),
) {
    let (nth, prop) = (at + 1, &edit.scene.props[at]);
    if item_ui(ui, &tr!("Prop {nth}"), &tr!("Delete prop {nth}")) {
        rows.perform(with(edit, |all| {
            all.remove(at);
        }));
    }
    let meshes = edit.project.list(AssetKind::Mesh).into_iter();
    let meshes: Vec<_> = meshes.map(|(id, name)| (id, name.to_owned())).collect();
    explained(
        ui,
        tr!("Shown in the reference pose of its skeleton"),
        |ui| {
            rows.choice(ui, &tr!("Prop {nth} mesh"), &prop.mesh, &meshes, |mesh| {
                with(edit, |all| all[at].mesh = mesh)
            });
        },
    );
    explained(
        ui,
        tr!("Characters without this socket hold nothing"),
        |ui| {
            let label = tr!("Prop {nth} socket");
            rows.choice(ui, &label, &prop.socket, sockets, |socket| {
                with(edit, |all| all[at].socket = socket)
            });
        },
    );
    if !edit.project.meshes.contains_key(&prop.mesh) {
        fault_ui(ui, tr!("The mesh is not in the project. Choose another."));
    }
    if sockets.iter().all(|(id, _)| *id != prop.socket) {
        fault_ui(ui, tr!("No skeleton has this socket. Choose another."));
    }
}
