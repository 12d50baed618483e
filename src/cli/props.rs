//! Chooses what the sockets of a project hold in a picture.

use crate::{Failure, args::RenderArgs, load::Loaded};
use asset::{AssetKind, Id, Project};
use std::sync::Arc;
use words::tr;

/// Takes off the props that the arguments do not want and puts on those that they name. Err if a
/// socket or mesh is unknown, and for props on a bundle, which has no looks.
pub fn dress(loaded: &mut Loaded, args: &RenderArgs) -> Result<(), Failure> {
    match loaded {
        Loaded::Authored { project, .. } => {
            if args.no_props {
                undress(project);
            }
            args.prop
                .iter()
                .try_for_each(|(socket, mesh)| hold(project, socket, mesh))
        }
        Loaded::Bundle(_) if args.prop.is_empty() => Ok(()),
        Loaded::Bundle(_) => Err(Failure::input(tr!(
            "a bundle has no materials or textures. Render its project instead."
        ))),
    }
}

fn undress(project: &mut Project) {
    for skeleton in project.skeletons.values_mut() {
        Arc::make_mut(skeleton)
            .sockets
            .iter_mut()
            .for_each(|socket| socket.preview = None);
    }
    let preview = &mut project.preview;
    let own = preview.scenes.values_mut();
    own.chain([&mut preview.scene])
        .for_each(|scene| scene.props.clear());
}

/// Every socket of this name shows the mesh.
fn hold(project: &mut Project, socket: &str, mesh: &str) -> Result<(), Failure> {
    let meshes = project.list(AssetKind::Mesh);
    let missing = || {
        Failure::Input(tr!(
            "mesh “{mesh}” does not exist. Available meshes: {}.",
            quoted(&meshes)
        ))
    };
    let mesh = meshes
        .iter()
        .find(|(_, name)| *name == mesh)
        .map(|(id, _)| *id)
        .ok_or_else(missing)?;
    let mut is_found = false;
    for skeleton in project.skeletons.values_mut() {
        for socket in Arc::make_mut(skeleton)
            .sockets
            .iter_mut()
            .filter(|known| known.name == socket)
        {
            socket.preview = Some(mesh);
            is_found = true;
        }
    }
    let missing = || {
        Failure::Input(tr!(
            "socket “{socket}” does not exist. `mutoscope info --json` lists the sockets."
        ))
    };
    is_found.then_some(()).ok_or_else(missing)
}

fn quoted(list: &[(Id, &str)]) -> String {
    list.iter()
        .map(|(_, name)| format!("“{name}”"))
        .collect::<Vec<_>>()
        .join(", ")
}
