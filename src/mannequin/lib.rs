//! The sample project: a figure and its motions, made by code. The same bytes on every run and every machine.
//!
//! Bones are aligned with the model axes in the reference pose, so that every rotation reads as one about the model's
//! x (pitch), y (turn) or z (lean). The figure stands on y = 0, faces +z, its left is +x.

pub mod body;
pub mod math;
mod montage;
mod motion;
mod proportions;
#[cfg(test)]
mod quality;
pub mod rig;
pub mod skeleton;
mod take;

pub use proportions::Build;

use asset::{Id, Material, Mesh, Project, mesh::Lod};
use std::sync::Arc;

fn id(kind: &str, name: &str) -> Id {
    Id::derive(&["sample", kind, name])
}

/// The whole sample project.
pub fn sample() -> Project {
    let mut project = Project { name: "Sample".into(), ..Project::default() };
    for texture in body::textures() {
        project.textures.insert(id("texture", &texture.name), Arc::new(texture));
    }
    for build in [Build::Tall, Build::Stout] {
        project.skeletons.insert(id("skeleton", build.skeleton_name()), Arc::new(skeleton::skeleton(build)));
        project.meshes.insert(id("mesh", build.mesh_name()), Arc::new(mesh(build)));
    }
    let tall = id("skeleton", Build::Tall.skeleton_name());
    for take in motion::all() {
        project.clips.insert(take::Take::clip_id(take.name), Arc::new(take.clip(tall)));
    }
    for montage in montage::all(tall) {
        project.montages.insert(id("montage", &montage.name), Arc::new(montage));
    }
    project
}

fn mesh(build: Build) -> Mesh {
    let bones = skeleton::joints(build).len() as u32;
    let screen_size = [1.0, 0.4, 0.15];
    let lod = |level: usize| Lod {
        screen_size: screen_size[level],
        removed_bones: Vec::new(),
        parts: body::parts(build, level),
    };
    let _ = bones;
    let material = |texture: asset::Texture| Material {
        name: texture.name.trim_start_matches("T_").into(),
        base_color: [1.0; 4],
        texture: Some(id("texture", &texture.name)),
        ..Material::default()
    };
    Mesh {
        name: build.mesh_name().into(),
        skeleton: id("skeleton", build.skeleton_name()),
        lods: (0..body::LODS).map(lod).collect(),
        materials: body::textures().map(material).to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_compiles_without_problems() {
        let project = sample();
        let compiled = asset::compile(&project, &mut asset::Cache::default());
        let problems: Vec<String> =
            compiled.diagnostics.iter().map(|problem| asset::describe(&project, problem)).collect();
        assert_eq!(problems, [""; 0]);
        let library = &compiled.library;
        assert_eq!((library.skeletons.len(), library.meshes.len(), library.montages.len()), (2, 2, 2));
    }
}
