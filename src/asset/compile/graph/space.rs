//! Blend spaces: samples by library index, bones by theirs.

use super::made_of::{Clips, clip_index};
use crate::{
    BlendSpace, Bones, Id, Project, Skeleton,
    blend_space::{Division, Sample},
    compile::Output,
    diagnostic::Kind,
};
use anim::{
    Library,
    blend_space::{self, BlendSpaceError, BoneSpeeds, MOST_DIVISIONS},
};
use std::sync::Arc;
use words::tr;

/// The compiled blend space; None where it has no axes that can play. A sample whose clip does not
/// play, or that stands nowhere, is left out.
pub(super) fn compile(
    space: &BlendSpace,
    skeleton: &Skeleton,
    clips: &Clips,
) -> Option<Arc<blend_space::BlendSpace>> {
    compiled(space, skeleton, clips).ok().map(Arc::new)
}

fn compiled(
    space: &BlendSpace,
    skeleton: &Skeleton,
    clips: &Clips,
) -> Result<blend_space::BlendSpace, BlendSpaceError> {
    let axes = axes(space);
    let samples = space.samples.iter().filter_map(|sample| {
        let clip = clips.get(&sample.clip).copied().flatten()?;
        Some(placed(space, sample, clip)).filter(|it| is_somewhere(&axes, it))
    });
    let compiled =
        blend_space::BlendSpace::new(&axes, &samples.collect::<Vec<_>>(), space.weight_speed)?;
    let compiled = compiled
        .triggering(space.notifies)
        .with_bone_speeds(bone_speeds(space, skeleton))?;
    match space.division {
        Division::Triangles => Ok(compiled),
        Division::Grid => {
            let lines = |axis: usize| space.axes.get(axis).map_or(1, |axis| axis.grid);
            // What has too many lines is refused, not cut.
            compiled.gridded(
                [0, 1].map(|axis| u16::try_from(lines(axis)).unwrap_or(MOST_DIVISIONS + 1)),
            )
        }
    }
}

fn axes(space: &BlendSpace) -> Vec<blend_space::BlendSpaceAxis> {
    let axis = |axis: &crate::blend_space::Axis| blend_space::BlendSpaceAxis {
        min: axis.min,
        max: axis.max,
        wrap: axis.wrap,
        smoothing: axis.smoothing,
    };
    space.axes.iter().map(axis).collect()
}

fn placed(space: &BlendSpace, sample: &Sample, clip: u32) -> blend_space::Sample {
    blend_space::Sample {
        clip,
        at: space.place(sample),
        rate: sample.rate,
    }
}

/// Whether a sample is at a valid place of the axes; problems of the axes themselves do not count.
fn is_somewhere(axes: &[blend_space::BlendSpaceAxis], sample: &blend_space::Sample) -> bool {
    use BlendSpaceError::{SampleNotFinite, SampleRate, SampleTooFar};
    let alone = blend_space::BlendSpace::new(axes, &[*sample], 0.0);
    !matches!(
        alone,
        Err(SampleNotFinite { .. } | SampleRate { .. } | SampleTooFar { .. })
    )
}

/// A bone goes at its own speed, or at that of the next bone above that has one. Bones that are
/// gone are left out, and of two speeds of one bone the first counts.
pub(super) fn bone_speeds(space: &BlendSpace, skeleton: &Skeleton) -> BoneSpeeds {
    let known = Bones::of(skeleton);
    let there: Vec<(u32, f32)> = space
        .bone_speeds
        .iter()
        .filter_map(|it| Some((known.index(&it.bone)?, it.speed)))
        .collect();
    if there.is_empty() {
        return BoneSpeeds::default();
    }
    let mut bones: Vec<u8> = Vec::with_capacity(skeleton.bones.len());
    for (at, bone) in skeleton.bones.iter().enumerate() {
        let own = there.iter().position(|(index, _)| *index as usize == at);
        let above = bone
            .parent
            .and_then(|parent| bones.get(parent as usize).copied());
        bones.push(own.map_or(above.unwrap_or(0), |own| {
            u8::try_from(own + 1).unwrap_or(u8::MAX)
        }));
    }
    BoneSpeeds {
        speeds: there.iter().map(|(_, speed)| *speed).collect(),
        bones,
    }
}

/// Reports problems of a blend space, whether a graph plays it or not.
pub(super) fn report(
    project: &Project,
    id: Id,
    space: &BlendSpace,
    library: &Library,
    out: &mut Output,
) {
    let Some(skeleton) = project.skeletons.get(&space.skeleton) else {
        return out.error(id, None, Kind::SkeletonMissing);
    };
    if space.samples.is_empty() {
        out.warn(id, None, Kind::BlendSpaceEmpty);
    }
    let (mut clips, axes) = (Clips::new(), axes(space));
    for sample in &space.samples {
        let index = clip_index(project, space.skeleton, sample.clip, library);
        if index.is_none() {
            match project
                .clips
                .get(&sample.clip)
                .filter(|clip| clip.skeleton != space.skeleton)
            {
                Some(clip) => out.error(
                    id,
                    Some(sample.id),
                    Kind::SkeletonMismatch {
                        clip: clip.name.clone(),
                    },
                ),
                None => out.error(id, Some(sample.id), Kind::ClipMissing),
            }
        }
        if !is_somewhere(&axes, &placed(space, sample, 0)) {
            out.error(
                id,
                Some(sample.id),
                Kind::BadNumber {
                    field: tr!("place or rate"),
                },
            );
        }
        clips.insert(sample.clip, index);
    }
    let missing = Bones::of(skeleton).missing(space.bone_speeds.iter().map(|it| &it.bone));
    if !missing.is_empty() {
        out.warn(id, None, Kind::BonesMissing { bones: missing });
    }
    if let Err(error) = compiled(space, skeleton, &clips) {
        out.error(
            id,
            None,
            Kind::BadBlendSpace {
                why: error.to_string(),
            },
        );
    }
}
