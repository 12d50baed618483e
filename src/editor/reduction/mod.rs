//! Fewer keys in a clip, before they are gone: what it may cost, what it would do, and seeing both
//! beside each other.

mod ghost;
mod keys;

pub use ghost::Ghost;
pub use keys::{BoneKeys, BoneTrackProperty};

use anim::{Library, reduction::Reduction};
use asset::{Clip, Id, Project, Skeleton, reduce::Preview, source::ClipSource};
use std::sync::Arc;
use words::tr;

/// The error that a key reduction may cause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReductionGoal {
    /// Metres that a point near a bone may be moved by.
    pub bound: f32,
    /// A preview finds the thresholds that hold the bound; else somebody chose them.
    pub is_followed: bool,
}

impl Default for ReductionGoal {
    fn default() -> Self {
        Self {
            bound: asset::reduce::DEFAULT_BOUND,
            is_followed: true,
        }
    }
}

/// Preview of a clip with fewer keys.
#[derive(Clone, Debug)]
pub struct ReductionPreview {
    /// The clip as it was when the preview was made.
    pub clip: Arc<Clip>,
    /// The thresholds; those that were found where the goal is followed.
    pub settings: Reduction,
    /// The goal of the reduction, as it was requested.
    pub goal: ReductionGoal,
    /// Result of the reduction; None if the clip gives no frames.
    pub found: Option<Preview>,
    /// The reduced clip; None if the clip gives no frames.
    pub after: Option<After>,
}

/// The clip as it would be.
#[derive(Clone, Debug)]
pub struct After {
    /// The keys that would be left.
    pub source: ClipSource,
    /// Library with the reduced clip alone and what it needs to play; it has every remaining key,
    /// uncompressed.
    pub library: Arc<Library>,
}

impl ReductionPreview {
    /// Takes a while. Contract: the project has the clip.
    pub fn of(project: &Project, id: Id, settings: Reduction, goal: ReductionGoal) -> Self {
        let clip = project.clips[&id].clone();
        let skeleton = project.skeletons.get(&clip.skeleton);
        let shells = asset::shells(project, clip.skeleton);
        let found = skeleton.and_then(|skeleton| {
            if goal.is_followed {
                asset::reduce::within(&clip, (skeleton, &shells), goal.bound, settings.delay)
            } else {
                asset::reduce::preview(&clip, (skeleton, &shells), &settings)
                    .map(|found| (settings, found))
            }
        });
        let Some((settings, found)) = found else {
            return Self {
                clip,
                settings,
                goal,
                found: None,
                after: None,
            };
        };
        let source =
            skeleton.and_then(|skeleton| asset::reduce::reduced(&clip, skeleton, &settings));
        let after = source.map(|source| After {
            library: compiled(project, id, &source),
            source,
        });
        Self {
            clip,
            settings,
            goal,
            found: Some(found),
            after,
        }
    }

    /// Whether the preview is still valid for this clip, these settings and this goal.
    pub fn is_of(&self, clip: &Clip, settings: &Reduction, goal: ReductionGoal) -> bool {
        Arc::ptr_eq(&self.clip.source, &clip.source)
            && self.clip.name == clip.name
            && self.clip.frame_rate == clip.frame_rate
            && self.clip.made_for == clip.made_for
            && (self.clip.additive, self.clip.root_motion) == (clip.additive, clip.root_motion)
            && self.clip.root_bone == clip.root_bone
            && self.clip.loop_policy == clip.loop_policy
            && self.settings == *settings
            && (self.goal.is_followed, self.goal.bound.to_bits())
                == (goal.is_followed, goal.bound.to_bits())
    }

    /// The largest error: its centimetres, bone and time.
    pub fn worst(&self, skeleton: &Skeleton) -> Option<String> {
        let errors = &self.found.as_ref()?.errors;
        let bone = skeleton
            .bones
            .get(errors.worst_bone)
            .map_or("—", |bone| bone.name.as_str());
        Some(tr!(
            "{:.3} cm at {bone}, {:.2} s",
            errors.max * 100.0,
            self.worst_time()?
        ))
    }

    /// Time of the largest error, seconds; None if the clip gives no frames.
    pub fn worst_time(&self) -> Option<f32> {
        self.found
            .as_ref()
            .map(|found| found.errors.worst_frame as f32 / self.clip.frame_rate)
    }
}

/// The clip with other keys, beside the clip that it is the difference to.
fn compiled(project: &Project, id: Id, source: &ClipSource) -> Arc<Library> {
    let clip = &project.clips[&id];
    let base = clip.additive.and_then(|additive| additive.base.clip());
    let base = base.and_then(|base| Some((base, Clip::clone(project.clips.get(&base)?))));
    let reduced = (
        id,
        Clip {
            source: source.clone().into(),
            ..Clip::clone(clip)
        },
    );
    let raw = |(id, clip): (Id, Clip)| {
        (
            id,
            Arc::new(Clip {
                compression: None,
                ..clip
            }),
        )
    };
    let skeletons = project
        .skeletons
        .iter()
        .filter(|(id, _)| **id == clip.skeleton);
    let alone = Project {
        skeletons: skeletons
            .map(|(id, skeleton)| (*id, skeleton.clone()))
            .collect(),
        clips: base.into_iter().chain([reduced]).map(raw).collect(),
        ..Project::default()
    };
    asset::compile(
        &alone,
        &mut asset::Cache::default(),
        asset::CompileOptions::default(),
    )
    .library
}

/// Comparison of a clip before and after a key reduction, as the panels show it.
#[derive(Debug)]
pub struct Comparison {
    /// The clip that is compared.
    pub clip: Id,
    /// Keys of the selected bone; None if no bone is selected or its keys are not available.
    pub keys: Option<Arc<BoneKeys>>,
}

impl Comparison {
    /// A comparison without keys of a bone yet.
    pub fn new(clip: Id) -> Self {
        Self { clip, keys: None }
    }
}
