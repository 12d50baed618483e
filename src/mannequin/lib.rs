//! The sample project: a figure and its motions, made by code. The same bytes on every run and every machine.
//!
//! Bones are aligned with the model axes in the reference pose, so that every rotation reads as one about the model's
//! x (pitch), y (turn) or z (lean). The figure stands on y = 0, faces +z, its left is +x.

pub mod body;
pub mod math;
mod montage;
mod motion;
pub mod prop;
mod proportions;
pub mod rig;
mod sculpt;
pub mod skeleton;
mod take;

pub use proportions::Build;

use asset::{Id, Project};
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
        let mesh = body::mesh(build, id("skeleton", build.skeleton_name()), |name| id("texture", name));
        project.meshes.insert(id("mesh", build.mesh_name()), Arc::new(mesh));
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
