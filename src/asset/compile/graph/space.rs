//! Blend spaces: samples by library index.

use super::{Clips, clip_index};
use crate::{BlendSpace, Id, Project, compile::Output, diagnostic::Kind};
use anim::{
    Library,
    blend_space::{self, BlendSpaceError},
};
use std::sync::Arc;

/// None where it has no axes that can play. A sample whose clip does not play is left out.
pub(super) fn compile(space: &BlendSpace, clips: &Clips) -> Option<Arc<blend_space::BlendSpace>> {
    compiled(space, clips).ok().map(Arc::new)
}

fn compiled(space: &BlendSpace, clips: &Clips) -> Result<blend_space::BlendSpace, BlendSpaceError> {
    let axis = |axis: &crate::blend_space::Axis| blend_space::Axis {
        min: axis.min,
        max: axis.max,
        wrap: axis.wrap,
        smoothing: axis.smoothing,
    };
    let axes: Vec<_> = space.axes.iter().map(axis).collect();
    let samples = space.samples.iter().filter_map(|sample| {
        let clip = clips.get(&sample.clip).copied().flatten()?;
        Some(blend_space::Sample { clip, at: sample.at, rate: sample.rate })
    });
    let compiled = blend_space::BlendSpace::new(&axes, &samples.collect::<Vec<_>>(), space.weight_speed)?;
    Ok(compiled.triggering(space.notifies))
}

/// What is wrong with it, whether a graph plays it or not.
pub(super) fn report(project: &Project, id: Id, space: &BlendSpace, library: &Library, out: &mut Output) {
    if !project.skeletons.contains_key(&space.skeleton) {
        return out.error(id, None, Kind::SkeletonMissing);
    }
    if space.samples.is_empty() {
        out.warn(id, None, Kind::BlendSpaceEmpty);
    }
    let mut clips = Clips::new();
    for sample in &space.samples {
        let index = clip_index(project, space.skeleton, sample.clip, library);
        if index.is_none() {
            match project.clips.get(&sample.clip).filter(|clip| clip.skeleton != space.skeleton) {
                Some(clip) => out.error(id, Some(sample.id), Kind::SkeletonMismatch { clip: clip.name.clone() }),
                None => out.error(id, Some(sample.id), Kind::ClipMissing),
            }
        }
        clips.insert(sample.clip, index);
    }
    if let Err(error) = compiled(space, &clips) {
        out.error(id, None, Kind::BadBlendSpace { why: error.to_string() });
    }
}
