//! From raw keys to compressed ones: work that may be done elsewhere while the raw clip already
//! plays.

#[cfg(test)]
mod tests;

use super::{
    Output,
    additive::{base_clip, base_poses},
    keys::{even_poses, key_poses},
    recipe::{Made, Recipe},
    resample::{Loss, against_source},
    seam::Seams,
};
use crate::{Bones, Clip, Id, Project, Skeleton, reduce::fitted};
use anim::{
    Array, Pose,
    codec::{
        self, Bound, CodecReport, Compressed, EncodeError, EncoderSettings, ErrorMetricSpace,
        keyframes::{KeyframeReport, Reduction},
        report::SourceError,
    },
};
use glam::Affine3A;
use std::sync::Arc;

/// A compiled clip that is to be compressed. Holds all it needs, so that it can run on any thread.
#[derive(Clone, Debug)]
pub struct Work {
    /// The clip in the project.
    pub id: Id,
    pub(super) clip: Arc<Clip>,
    /// The clip that it is the difference to.
    pub(super) base: Option<Arc<Clip>>,
    pub(super) skeleton: Arc<anim::Skeleton>,
    /// Authored skeleton that the compiled one was made of.
    pub(super) authored: Arc<Skeleton>,
    pub(super) raw: Arc<anim::Clip>,
    /// Distance from each bone at which errors are measured.
    pub(super) shells: Arc<[f32]>,
    pub(super) settings: EncoderSettings,
    /// Error of the raw frames against the source.
    pub(super) loss: Loss,
    pub(super) seams: Option<Seams>,
    /// Some keys of the source were no numbers.
    pub(super) is_repaired: bool,
}

/// Finished compression work, for [`crate::Cache::take_compressed`].
#[derive(Debug)]
pub struct Done {
    pub(super) work: Work,
    pub(super) result: Result<(Compressed, CodecReport), EncodeError>,
}

impl Work {
    /// Name of the clip that is compressed.
    pub fn name(&self) -> &str {
        &self.clip.name
    }

    /// Whether both would come to the same: what began with the one need not begin again for the
    /// other.
    pub fn is_same(&self, other: &Self) -> bool {
        self.id == other.id
            && self.clip.inputs() == other.clip.inputs()
            && self.base.as_deref().map(Clip::poses) == other.base.as_deref().map(Clip::poses)
            && self.is_for((&other.skeleton, &other.authored), &other.shells)
            && self.settings == other.settings
    }

    pub(super) fn is_for(&self, both: (&Arc<anim::Skeleton>, &Skeleton), shells: &[f32]) -> bool {
        Arc::ptr_eq(&self.skeleton, both.0)
            && self.authored.same_bones(both.1)
            && *self.shells == *shells
    }

    /// Recipe of the work: all inputs that its result depends on.
    pub fn recipe(&self) -> Option<Recipe<'_>> {
        Recipe::of(
            &self.clip,
            self.base.as_deref(),
            (&self.skeleton, &self.authored),
            &self.shells,
        )
    }

    /// The result of [`Work::compress`], where it is known already.
    pub fn known(self, made: Made) -> Done {
        Done {
            work: self,
            result: Ok((made.compressed, made.report)),
        }
    }

    /// Compresses the clip. The result is handed to
    /// [`Cache::take_compressed`](crate::Cache::take_compressed), whether it succeeded or not.
    pub fn compress(self) -> Done {
        let bones = Bones::of(&self.authored);
        let bases = base_poses(
            &self.clip,
            self.base.as_deref(),
            (&self.skeleton, &bones),
            &self.raw.times,
        );
        let result = self.compressed(&bases, &bones);
        drop(bones);
        Done { work: self, result }
    }

    /// Compresses so that the errors of resampling and compression together are within the
    /// precision. If resampling lost little, the whole precision is tried first, for both errors
    /// seldom are at their worst in one place.
    fn compressed(
        &self,
        bases: &[Pose],
        bones: &Bones<'_>,
    ) -> Result<(Compressed, CodecReport), EncodeError> {
        let asked = self.settings.precision;
        let left = asked - self.loss.error;
        let is_left = left >= asked / 4.0;
        let mut precision = if is_left && self.loss.error > asked / 8.0 {
            left
        } else {
            asked
        };
        loop {
            let settings = EncoderSettings {
                precision,
                ..self.settings
            };
            let (compressed, mut report) =
                compress(&self.raw, bases, (&self.skeleton, &self.shells), &settings)?;
            report.precision = asked;
            report.times = self.raw.times.to_vec();
            report.source = self.source_error(&compressed, &report, bones);
            if report.source.max <= asked || !is_left || precision < asked || self.loss.error == 0.0
            {
                return Ok((compressed, report));
            }
            precision = left;
        }
    }

    /// Error of the compressed clip against the source, if it can be measured in the bounded space;
    /// else the error of the raw frames, and for differences the sum of both errors.
    fn source_error(
        &self,
        compressed: &Compressed,
        report: &CodecReport,
        bones: &Bones<'_>,
    ) -> SourceError {
        let Loss { error, bone, time } = self.loss;
        let raw = SourceError {
            max: error,
            bone,
            time,
        };
        if self.settings.space != ErrorMetricSpace::Object || self.settings.bound != Bound::Max {
            return raw;
        }
        if self.raw.additive.is_some() {
            return if error > 0.0 {
                SourceError {
                    max: error + report.max_error,
                    ..raw
                }
            } else {
                raw
            };
        }
        let shown = replaced(&self.raw, compressed.clone());
        let limited = super::limits::clip(self.id, &self.clip, &mut Output::default());
        let carried = crate::mover::carried(limited, &self.authored);
        let found = against_source(
            &carried.poses(),
            &shown,
            (&self.skeleton, bones, &self.shells),
        );
        found.map_or(raw, |Loss { error, bone, time }| SourceError {
            max: error,
            bone,
            time,
        })
    }
}

impl Done {
    /// Result of the work; None if the clip cannot be compressed.
    pub fn made(&self) -> Option<Made> {
        let (compressed, report) = self.result.clone().ok()?;
        let Work {
            seams,
            is_repaired,
            loss,
            raw,
            ..
        } = self.work.clone();
        Some(Made {
            compressed,
            report,
            times: raw.times.to_vec(),
            loss,
            seams,
            is_repaired,
        })
    }
}

/// Base poses on which the differences of an additive clip of a project are measured, for
/// [`compress`] and [`key_stream`]; empty for a clip that is not additive. `raw` is the compiled
/// clip.
pub fn bases(project: &Project, id: Id, raw: &anim::Clip, skeleton: &anim::Skeleton) -> Vec<Pose> {
    let Some(clip) = project.clips.get(&id) else {
        return Vec::new();
    };
    let Some(authored) = project.skeletons.get(&clip.skeleton) else {
        return Vec::new();
    };
    let base = base_clip(project, id, clip, &mut Output::default());
    base_poses(
        clip,
        base.map(Arc::as_ref),
        (skeleton, &Bones::of(authored)),
        &raw.times,
    )
}

/// Compresses the keys of a raw compiled clip of a skeleton and measures the result. `bases` are as
/// in [`codec::EncoderSource::bases`], shells come from [`super::shells`](fn@super::shells).
pub fn compress(
    raw: &anim::Clip,
    bases: &[Pose],
    (skeleton, shells): (&anim::Skeleton, &[f32]),
    settings: &EncoderSettings,
) -> Result<(Compressed, CodecReport), EncodeError> {
    let frames = key_poses(raw, skeleton);
    codec::encode(
        &codec::EncoderSource {
            skeleton,
            additive: raw.additive,
            bases,
            frames: &frames,
            shells,
        },
        settings,
    )
}

/// The keys of a raw compiled clip as a stream for a network, and what it costs. Frames of a stream
/// are even: of a clip whose keys are not, as many of them.
pub fn key_stream(
    raw: &anim::Clip,
    bases: &[Pose],
    (skeleton, shells): (&anim::Skeleton, &[f32]),
    reduction: &Reduction,
) -> Result<(Vec<u8>, KeyframeReport), EncodeError> {
    let frames = even_poses(raw, skeleton);
    let source = codec::EncoderSource {
        skeleton,
        additive: raw.additive,
        bases,
        frames: &frames,
        shells,
    };
    codec::keyframes::encode(&source, raw.length, reduction)
}

/// Works as [`key_stream`], with the coarsest thresholds that move no point near a bone by more
/// than `bound` metres.
pub fn key_stream_within(
    raw: &anim::Clip,
    bases: &[Pose],
    on: (&anim::Skeleton, &[f32]),
    bound: f32,
    delay: f32,
) -> Result<(Reduction, KeyframeReport), EncodeError> {
    let report =
        |reduction: &Reduction| key_stream(raw, bases, on, reduction).map(|(_, report)| report);
    report(&Reduction {
        delay,
        ..Reduction::default()
    })?;
    let measured = |reduction: &Reduction| {
        report(reduction)
            .ok()
            .map(|report| (report.errors.max, report))
    };
    fitted(bound, delay, measured).ok_or(EncodeError::BadSettings)
}

/// Metres: a tenth of a millimetre for a figure of a human's size, and ten times as much or as
/// little for each ten times that another one is larger or smaller.
pub fn default_precision(skeleton: &anim::Skeleton) -> f32 {
    precision_around(&anim::skinning::reference_models(skeleton))
}

/// [`default_precision`] of an authored skeleton.
pub fn authored_precision(skeleton: &Skeleton) -> f32 {
    precision_around(&skeleton.reference_models())
}

fn precision_around(models: &[Affine3A]) -> f32 {
    const HUMAN: f32 = 1.8;
    const DECADES: [f64; 9] = [1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4];
    let places = || models.iter().map(|model| model.translation);
    let (least, most) = (
        places().reduce(|a, b| a.min(b)),
        places().reduce(|a, b| a.max(b)),
    );
    let size = least
        .zip(most)
        .map_or(0.0, |(least, most)| (most - least).max_element());
    let decades = if size > 0.0 && size.is_finite() {
        libm::log10f(size / HUMAN).round().clamp(-4.0, 4.0)
    } else {
        0.0
    };
    (f64::from(EncoderSettings::DEFAULT_PRECISION) * DECADES[(decades + 4.0) as usize]) as f32
}

/// The clip with compressed keys in place of its own.
pub(super) fn replaced(raw: &anim::Clip, compressed: Compressed) -> anim::Clip {
    anim::Clip {
        compressed: Some(compressed),
        tracks: Array::default(),
        keys: Array::default(),
        ..raw.clone()
    }
}
