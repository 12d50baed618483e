//! The sample project: a figure and its motions, made by code. The same bytes on every run and
//! every machine.
//!
//! Bones are aligned with the model axes in the reference pose, so that every rotation reads as one
//! about the model's x (pitch), y (turn) or z (lean). The figure stands on y = 0, faces +z, its
//! left is +x.

pub mod body;
#[cfg(test)]
#[path = "tests/compression.rs"]
mod compression;
mod graph;
mod ids;
mod math;
mod montage;
mod motion;
mod notify;
pub mod prop;
mod proportions;
#[cfg(test)]
#[path = "tests/quality/mod.rs"]
mod quality;
mod reaching;
mod rig;
mod scenario;
mod sculpt;
mod skeleton;
mod take;
#[cfg(test)]
mod tests;

pub use proportions::Build;

use asset::{Clip, Mesh, Montage, Notify, Project, Skeleton, notify::Link};
use ids::id;
use prop::PropKind;
use std::sync::{Arc, OnceLock};

/// The whole sample project. It is made once; clones share its assets.
pub fn sample() -> Project {
    static SAMPLE: OnceLock<Project> = OnceLock::new();
    SAMPLE.get_or_init(make).clone()
}

fn make() -> Project {
    let mut project = Project {
        name: "Sample".into(),
        ..Project::default()
    };
    for texture in body::textures() {
        project
            .textures
            .insert(id("texture", &texture.name), Arc::new(texture));
    }
    for build in [Build::Tall, Build::Stout] {
        let mut skeleton = skeleton::skeleton(build);
        for socket in skeleton
            .sockets
            .iter_mut()
            .filter(|socket| socket.name == "hand_r_weapon")
        {
            socket.preview = Some(id("mesh", PropKind::Sword.mesh_name()));
        }
        let skeleton_id = id("skeleton", build.skeleton_name());
        project.skeletons.insert(skeleton_id, Arc::new(skeleton));
        let correctives = graph::correctives(build, skeleton_id);
        let post_process = graph::graph_id(&correctives.name);
        project.graphs.insert(post_process, Arc::new(correctives));
        let mesh = body::mesh(build, skeleton_id, |name| id("texture", name));
        // As small as the coarsest is drawn, nobody sees how a joint folds.
        let mesh = Mesh {
            post_process: Some(post_process),
            post_process_lod: 1,
            ..mesh
        };
        project
            .meshes
            .insert(id("mesh", build.mesh_name()), Arc::new(mesh));
    }
    for prop in PropKind::ALL {
        let skeleton = id("skeleton", prop.skeleton_name());
        project
            .skeletons
            .insert(skeleton, Arc::new(prop.skeleton()));
        project
            .meshes
            .insert(id("mesh", prop.mesh_name()), Arc::new(prop.mesh(skeleton)));
    }
    let tall = id("skeleton", Build::Tall.skeleton_name());
    for take in motion::all() {
        project
            .clips
            .insert(take::Take::clip_id(take.name), Arc::new(take.clip(tall)));
    }
    for space in graph::blend_spaces(tall) {
        project
            .blend_spaces
            .insert(id("blend space", &space.name), Arc::new(space));
    }
    project
        .pose_assets
        .insert(graph::poses_id(), Arc::new(graph::poses(tall)));
    let hero = graph::hero(tall);
    project
        .graphs
        .insert(graph::graph_id(&hero.name), Arc::new(hero));
    let stout = graph::stout(id("skeleton", Build::Stout.skeleton_name()));
    project
        .graphs
        .insert(graph::graph_id(&stout.name), Arc::new(stout));
    project
        .notify_classes
        .extend(notify::classes().map(|(id, class)| (id, Arc::new(class))));
    project.slot_groups = montage::slot_groups();
    for montage in montage::all(tall).into_iter().chain(reaching::all(tall)) {
        project
            .montages
            .insert(montage::montage_id(&montage.name), Arc::new(montage));
    }
    project
        .tests
        .extend(scenario::all().map(|(id, scenario)| (id, Arc::new(scenario))));
    project.quick_slots = montage::quick_slots(&project);
    project.preview = reaching::preview();
    project.derive_children();
    project
}

/// Clips of [`excerpt`].
const EXCERPT: [&str; 6] = [
    "Idle",
    "Walk_Fwd",
    "Charge_Start",
    "Charge_Loop",
    "Charge_Release",
    "Charge_End",
];

/// A part of the sample for tests, quick to compile: the tall figure with a few clips and a
/// montage, without graphs, notify classes and the preview of a weapon.
pub fn excerpt() -> Project {
    let whole = sample();
    let tall = id("skeleton", Build::Tall.skeleton_name());
    let mut skeleton = Skeleton::clone(&whole.skeletons[&tall]);
    skeleton
        .sockets
        .iter_mut()
        .for_each(|socket| socket.preview = None);
    let clips = whole
        .clips
        .iter()
        .filter(|(_, clip)| EXCERPT.contains(&clip.name.as_str()));
    let bare = |it: &Notify| Notify {
        class: None,
        fields: Default::default(),
        link: Link::Absolute,
        ..it.clone()
    };
    let bare = |notifies: &asset::List<Notify>| notifies.iter().map(bare).collect();
    Project {
        skeletons: [(tall, Arc::new(skeleton))].into(),
        meshes: whole
            .meshes
            .iter()
            .filter(|(_, mesh)| mesh.skeleton == tall)
            .map(|(id, it)| {
                (
                    *id,
                    Arc::new(Mesh {
                        post_process: None,
                        ..Mesh::clone(it)
                    }),
                )
            })
            .collect(),
        clips: clips
            .map(|(id, clip)| {
                (
                    *id,
                    Arc::new(Clip {
                        notifies: bare(&clip.notifies),
                        ..Clip::clone(clip)
                    }),
                )
            })
            .collect(),
        montages: whole
            .montages
            .iter()
            .filter(|(_, montage)| montage.name == "AM_ChargedAttack")
            .map(|(id, it)| {
                (
                    *id,
                    Arc::new(Montage {
                        notifies: bare(&it.notifies),
                        ..Montage::clone(it)
                    }),
                )
            })
            .collect(),
        graphs: Default::default(),
        blend_spaces: Default::default(),
        pose_assets: Default::default(),
        notify_classes: Default::default(),
        slot_groups: Default::default(),
        tests: Default::default(),
        quick_slots: Default::default(),
        preview: Default::default(),
        ..whole
    }
}
