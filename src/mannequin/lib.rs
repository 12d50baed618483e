//! The sample project: a figure and its motions, made by code. The same bytes on every run.
//!
//! Bones are aligned with the model axes in the reference pose, so that every rotation reads as one about the model's
//! x (pitch), y (turn) or z (lean). The figure stands on y = 0, faces +z, its left is +x.

pub mod body;
mod clips;
mod figure;
mod montage;
mod proportions;
mod sculpt;
mod shape;
pub mod skeleton;

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
    for clip in clips::all(skeleton_id) {
        project.clips.insert(id("clip", &clip.name), Arc::new(clip));
    }
    let attack = montage::attack_combo(skeleton_id, &|clip| id("clip", clip));
    project.montages.insert(id("montage", &attack.name), Arc::new(attack));
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
            (1, 1, 1)
        );
    }

    #[test]
    fn planted_feet_stay_where_they_are() {
        let compiled = asset::compile(&sample(), &mut asset::Cache::default());
        let library = &compiled.library;
        let skeleton = &library.skeletons[0];
        let walk = library.clip(anim::Name::new("Walk")).unwrap();
        let foot = skeleton.find(anim::Name::new("foot_l")).unwrap();
        let world = |time: f64| {
            let (mut pose, mut models) = (anim::Pose::default(), Vec::new());
            walk.sample(skeleton, time, &mut pose);
            anim::pose::local_to_model(skeleton, &pose, &mut models);
            models[foot].translation
        };
        let start = world(0.1);
        for i in 0..=20 {
            let now = world(0.1 + 0.3 * f64::from(i) / 20.0);
            assert!(now.distance(start) < 0.004, "{i}: slid {} m", now.distance(start));
        }
    }
}
