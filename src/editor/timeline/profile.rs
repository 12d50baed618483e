//! How fast a clip's fastest bone moves over its time: the hills behind a segment's name.

use anim::{Library, Name, Pose, pose::local_to_model};
use std::{collections::BTreeMap, sync::Arc};

/// Steps over the whole clip at most; short clips have one a key.
const MOST_STEPS: u32 = 96;

/// Profiles by clip name, made once for each compiled clip.
#[derive(Default)]
pub struct Profiles(BTreeMap<Name, (Arc<anim::Clip>, Vec<f32>)>);

impl Profiles {
    /// Speeds from 0 to 1, evenly spaced over the clip; empty for a clip that does not compile or
    /// stands still.
    pub fn of(&mut self, library: &Library, clip: Name) -> &[f32] {
        let Some(compiled) = library.clip(clip) else {
            return &[];
        };
        let is_known = self
            .0
            .get(&clip)
            .is_some_and(|(known, _)| Arc::ptr_eq(known, compiled));
        if !is_known {
            self.0
                .insert(clip, (compiled.clone(), measured(library, compiled)));
        }
        &self.0[&clip].1
    }
}

/// Between the middles of the steps; `part` runs from 0 to 1 over the clip.
pub fn at(speeds: &[f32], part: f32) -> f32 {
    let x = (part * speeds.len() as f32 - 0.5).clamp(0.0, (speeds.len() - 1) as f32);
    let (low, high) = (x as usize, (x as usize + 1).min(speeds.len() - 1));
    speeds[low] + (speeds[high] - speeds[low]) * x.fract()
}

fn measured(library: &Library, clip: &anim::Clip) -> Vec<f32> {
    let Some(skeleton) = library
        .skeleton(clip.skeleton)
        .filter(|_| clip.length > 0.0)
    else {
        return Vec::new();
    };
    let (mut pose, mut models, mut last) = (Pose::default(), Vec::new(), Vec::new());
    let steps = clip.key_count.saturating_sub(1).clamp(1, MOST_STEPS) as usize;
    let mut speeds = Vec::with_capacity(steps);
    for step in 0..=steps {
        clip.sample(
            skeleton,
            f64::from(clip.length) * step as f64 / steps as f64,
            &mut pose,
        );
        local_to_model(skeleton, &pose, &mut models);
        let moved =
            models
                .iter()
                .zip(&last)
                .map(|(now, then): (&glam::Affine3A, &glam::Affine3A)| {
                    now.translation.distance(then.translation)
                });
        if step > 0 {
            speeds.push(moved.fold(0.0, f32::max));
        }
        std::mem::swap(&mut models, &mut last);
    }
    let top = speeds.iter().copied().fold(0.0, f32::max);
    if top <= 0.0 || !top.is_finite() {
        return Vec::new();
    }
    speeds.into_iter().map(|speed| speed / top).collect()
}
