//! The sample project: a figure and its motions, made by code. The same bytes on every run.
//!
//! Bones are aligned with the model axes in the reference pose, so that every rotation reads as one about the model's
//! x (pitch), y (turn) or z (lean). The figure stands on y = 0, faces +z, its left is +x.

pub mod body;
mod figure;
pub mod math;
mod motion;
mod proportions;
pub mod rig;
mod sculpt;
mod shape;
pub mod skeleton;
mod take;

pub use proportions::Build;

use asset::{Id, Project};
use std::sync::Arc;

/// Frames per second of everything in the sample.
pub const FRAME_RATE: f32 = 30.0;

/// The whole sample project.
pub fn sample() -> Project {
    let id = |kind: &str, name: &str| Id::derive(&["sample", kind, name]);
    let skeleton_id = id("skeleton", "SK_Mannequin");
    let mut project = Project { name: "Sample".into(), ..Project::default() };
    project.skeletons.insert(skeleton_id, Arc::new(figure::skeleton()));
    project.meshes.insert(id("mesh", "SM_Mannequin"), Arc::new(figure::mesh(skeleton_id)));
    for take in motion::all() {
        project.clips.insert(take::Take::clip_id(take.name), Arc::new(take.clip(skeleton_id)));
    }
    project
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_compiles_without_problems() {
        let compiled = asset::compile(&sample(), &mut asset::Cache::default());
        assert_eq!(compiled.diagnostics, []);
        assert_eq!(
            (compiled.library.skeletons.len(), compiled.library.meshes.len(), compiled.library.montages.len()),
            (1, 1, 0)
        );
    }
}
