//! Clips: source keys at any times become evenly spaced keys; constant properties keep one key,
//! default ones none.

use super::{
    Output, Skeletons, additive,
    compress::{self, Done, Work},
    curves,
    keys::{full_pose, key_count},
    limits, markers,
    notifies::{self, NotifyReferences},
    notify_class::Classes,
    options::CompileOptions,
    recipe::{Made, Recipe},
    resample::{Frames, Loss},
    seam::{self, Ends, Seam},
    warps, wrap,
};
use crate::{
    Bones, Clip, Diagnostic, Id, MadeFor, Project, Skeleton,
    diagnostic::Kind,
    inputs::{ClipInputs, PoseInputs},
    mover::{self, Mover},
    source::Track,
};
use anim::{
    Name,
    clip::{ClipError, RootMotion},
    codec::{Bound, CodecReport, EncodeError},
    limits::LONGEST,
    retarget::Retarget,
};
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use words::tr;

struct ClipCompileEntry {
    clip: Arc<Clip>,
    /// The clip that it is the difference to.
    base: Option<Arc<Clip>>,
    skeleton: Arc<anim::Skeleton>,
    /// Authored skeleton that the compiled one was made of.
    authored: Arc<Skeleton>,
    /// Distance from each bone at which errors are measured.
    shells: Arc<[f32]>,
    /// References outside of the clip that its notifies name.
    named: NotifyReferences,
    result: Option<Arc<anim::Clip>>,
    /// The seam of its loop; None without a result, or with one key.
    seam: Option<Seam>,
    /// Distance between the two ends of the loop's seam, metres; None without a seam.
    apart: Option<f32>,
    /// Error of the raw frames against the source.
    loss: Loss,
    state: ClipCompressionState,
    diagnostics: Vec<Diagnostic>,
}

/// Previous results for a clip's own keys.
#[derive(Default)]
struct PreviousClipResult {
    resampled: Option<Arc<anim::Clip>>,
    seam: Option<Seam>,
    loss: Loss,
    state: ClipCompressionState,
    is_repaired: bool,
}

/// Progress of an entry's result from raw keys to compressed ones.
#[derive(Clone, Default)]
enum ClipCompressionState {
    #[default]
    Raw,
    Compressed(Arc<CodecReport>),
    /// Compressing failed, and the clip stays raw.
    Failed(EncodeError),
}

#[derive(Default)]
pub(crate) struct ClipCompileCache(BTreeMap<Id, ClipCompileEntry>);

impl ClipCompileCache {
    /// The clips, and of those what is left to be compressed.
    pub(crate) fn compile(
        &mut self,
        project: &Project,
        usable: &BTreeSet<Id>,
        (rigs, classes): (CompiledRigs<'_>, &Classes),
        options: CompileOptions<'_>,
        out: &mut Output,
    ) -> (Vec<Arc<anim::Clip>>, Vec<Work>) {
        self.0.retain(|id, _| project.clips.contains_key(id));
        let wanted: Vec<ClipCompileJob<'_>> = project
            .clips
            .iter()
            .filter(|(id, _)| usable.contains(id))
            .map(|(id, clip)| ClipCompileJob::of(project, (*id, clip), (rigs, classes), out))
            .collect();
        self.make(&wanted, options);
        let (mut compiled, mut pending) = (Vec::new(), Vec::new());
        for ClipCompileJob {
            id, found, source, ..
        } in wanted
        {
            out.diagnostics.extend(found);
            if source.is_none() {
                continue;
            }
            let entry = self
                .0
                .get_mut(&id)
                .expect("it was made if it was not there");
            out.diagnostics.extend(entry.diagnostics.iter().cloned());
            match entry.work(id) {
                Some(work) if options.defers_compression => pending.push(work),
                Some(work) => entry.take(work.compress()),
                None => {}
            }
            compiled.extend(entry.result.clone());
            entry.report(id, out);
        }
        (compiled, pending)
    }

    /// Compiles those of `wanted` that changed since they were compiled; each clip is compiled by
    /// itself.
    fn make(&mut self, wanted: &[ClipCompileJob<'_>], options: CompileOptions<'_>) {
        let is_stale = |wanted: &&ClipCompileJob<'_>| match &wanted.source {
            Some(source) => !self
                .0
                .get(&wanted.id)
                .is_some_and(|entry| entry.is_as(wanted.clip, source)),
            None => false,
        };
        let stale: Vec<&ClipCompileJob<'_>> = wanted.iter().filter(is_stale).collect();
        let before: Vec<Mutex<Option<ClipCompileEntry>>> = stale
            .iter()
            .map(|wanted| Mutex::new(self.0.remove(&wanted.id)))
            .collect();
        let made: Vec<OnceLock<ClipCompileEntry>> = stale.iter().map(|_| OnceLock::new()).collect();
        (options.each)(stale.len(), &|at| {
            let before = before[at]
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            let entry = stale[at]
                .source
                .as_ref()
                .map(|source| ClipCompileEntry::made(stale[at], source, before, options));
            entry
                .into_iter()
                .for_each(|entry| drop(made[at].set(entry)));
        });
        let made = stale
            .iter()
            .zip(made)
            .filter_map(|(wanted, entry)| Some((wanted.id, entry.into_inner()?)));
        self.0.extend(made);
    }

    /// Takes compressed keys for a clip that is still the same.
    pub(crate) fn take_compressed(&mut self, done: Done) {
        let Some(entry) = self.0.get_mut(&done.work.id) else {
            return;
        };
        let is_same = entry.is_made_of(&done.work.clip, done.work.base.as_deref());
        if is_same
            && done
                .work
                .is_for((&entry.skeleton, &entry.authored), &entry.shells)
        {
            entry.take(done);
        }
    }
}

/// A clip of a project, and what it is compiled with.
struct ClipCompileJob<'a> {
    id: Id,
    clip: &'a Arc<Clip>,
    /// Inputs to compile the clip from; None without a skeleton.
    source: Option<ClipCompileSource<'a>>,
    /// Diagnostics found while the job is prepared.
    found: Vec<Diagnostic>,
}

struct ClipCompileSource<'a> {
    base: Option<&'a Arc<Clip>>,
    skeleton: &'a Arc<anim::Skeleton>,
    authored: &'a Arc<Skeleton>,
    shells: &'a Arc<[f32]>,
    named: NotifyReferences,
}

/// Compiled skeletons, and the distances from their bones at which errors are measured.
pub(crate) type CompiledRigs<'a> = (&'a Skeletons, &'a BTreeMap<Id, Arc<[f32]>>);

impl<'a> ClipCompileJob<'a> {
    fn of(
        project: &'a Project,
        (id, clip): (Id, &'a Arc<Clip>),
        ((skeletons, shells), classes): (CompiledRigs<'a>, &Classes),
        out: &mut Output,
    ) -> Self {
        let mark = out.diagnostics.len();
        for curve in &clip.source.curves {
            out.name(id, None, &curve.name);
        }
        let curves = clip.curves.iter().map(|curve| (curve.id, &curve.name));
        let markers = clip
            .sync_markers
            .iter()
            .map(|marker| (marker.id, &marker.name));
        for (item, name) in curves.chain(markers) {
            out.name(id, Some(item), name);
        }
        notifies::name_all(id, &clip.notifies, out);
        let both = skeletons
            .get(&clip.skeleton)
            .zip(project.skeletons.get(&clip.skeleton));
        let both = both.zip(shells.get(&clip.skeleton));
        if both.is_none() {
            out.error(id, None, Kind::SkeletonMissing);
        }
        let source = both.map(|((skeleton, authored), shells)| {
            let base = additive::base_clip(project, id, clip, out);
            let named = NotifyReferences::of(project, clip.skeleton, &clip.notifies, classes);
            ClipCompileSource {
                base,
                skeleton,
                authored,
                shells,
                named,
            }
        });
        Self {
            id,
            clip,
            source,
            found: out.diagnostics.split_off(mark),
        }
    }
}

impl ClipCompileEntry {
    fn has_bones(&self, authored: &Arc<Skeleton>) -> bool {
        Arc::ptr_eq(&self.authored, authored) || self.authored.same_bones(authored)
    }

    /// Whether the inputs of the entry are unchanged.
    fn is_as(
        &self,
        clip: &Arc<Clip>,
        ClipCompileSource {
            base,
            skeleton,
            authored,
            shells,
            named,
        }: &ClipCompileSource<'_>,
    ) -> bool {
        Arc::ptr_eq(&self.clip, clip)
            && self.base.as_ref().map(Arc::as_ptr) == base.map(Arc::as_ptr)
            && self.named == *named
            && self.has_bones(authored)
            && plays_alike(&self.skeleton, skeleton)
            && self.shells == **shells
    }

    /// `before` is what there was, of which keys may stay.
    fn made(
        wanted: &ClipCompileJob<'_>,
        source: &ClipCompileSource<'_>,
        before: Option<Self>,
        options: CompileOptions<'_>,
    ) -> Self {
        let (
            ClipCompileJob { id, clip, .. },
            ClipCompileSource {
                base,
                skeleton,
                authored,
                shells,
                named,
            },
        ) = (wanted, source);
        let alike = |entry: &Self| {
            entry.has_bones(authored)
                && plays_alike(&entry.skeleton, skeleton)
                && entry.shells == **shells
        };
        let base = base.cloned();
        let reused = before.filter(|entry| entry.is_made_of(clip, base.as_deref()) && alike(entry));
        let keys = match reused {
            Some(entry) => entry.into_before(),
            None if clip.source.is_whole()
                && base.as_ref().is_none_or(|base| base.source.is_whole()) =>
            {
                known(clip, base.as_deref(), source, options).unwrap_or_default()
            }
            None => PreviousClipResult::default(),
        };
        let mut found = Output::default();
        let parts = ClipCompileInputs {
            skeleton,
            authored,
            shells,
            named,
        };
        let known = keys
            .resampled
            .map(|resampled| (resampled, keys.loss, keys.is_repaired));
        let result = compile_one(*id, clip, base.as_deref(), &parts, known, &mut found);
        let (result, loss) = result.map_or((None, Loss::default()), |(clip, loss)| {
            (Some(Arc::new(clip)), loss)
        });
        let (seam, state) = if result.is_some() {
            (keys.seam, keys.state)
        } else {
            (None, ClipCompressionState::Raw)
        };
        // A result that was made of an earlier one may be compressed already.
        let seam = seam.or_else(|| Ends::of(result.as_deref()?, skeleton).map(Seam::Poses));
        let apart = seam
            .as_ref()
            .map(|seam| seam.apart((skeleton, shells), clip.root_motion));
        Self {
            clip: (*clip).clone(),
            base,
            skeleton: (*skeleton).clone(),
            authored: (*authored).clone(),
            shells: (*shells).clone(),
            named: named.clone(),
            result,
            seam,
            apart,
            loss,
            state,
            diagnostics: found.diagnostics,
        }
    }

    fn into_before(self) -> PreviousClipResult {
        // Only resampling finds it.
        let is_repaired = self.result.is_some() && self.finds(&Kind::KeysNotFinite);
        PreviousClipResult {
            is_repaired,
            resampled: self.result,
            seam: self.seam,
            loss: self.loss,
            state: self.state,
        }
    }

    /// Compression that is left to do; None if there is nothing left.
    fn work(&self, id: Id) -> Option<Work> {
        let settings = self
            .clip
            .compression
            .filter(|_| matches!(self.state, ClipCompressionState::Raw))?;
        Some(Work {
            id,
            clip: self.clip.clone(),
            base: self.base.clone(),
            skeleton: self.skeleton.clone(),
            authored: self.authored.clone(),
            shells: self.shells.clone(),
            raw: self.result.clone()?,
            settings,
            loss: self.loss,
            seams: self
                .seam
                .as_ref()
                .map(|seam| seam.both((&self.skeleton, &self.shells))),
            is_repaired: self.finds(&Kind::KeysNotFinite),
        })
    }

    fn finds(&self, kind: &Kind) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.kind == *kind)
    }

    /// Whether the bones' keys compile to the same: an edit of anything else does not resample.
    fn is_made_of(&self, clip: &Clip, base: Option<&Clip>) -> bool {
        self.base.as_deref().map(Clip::poses) == base.map(Clip::poses)
            && self.clip.inputs() == clip.inputs()
    }

    fn take(&mut self, done: Done) {
        self.state = match done.result {
            Ok((compressed, report)) => {
                // The entry may have other notifies by now than the work began with.
                self.result = self
                    .result
                    .take()
                    .map(|raw| Arc::new(compress::replaced(&raw, compressed)));
                ClipCompressionState::Compressed(Arc::new(report))
            }
            Err(error) => ClipCompressionState::Failed(error),
        };
    }

    fn report(&self, id: Id, out: &mut Output) {
        if let Some(distance) = self.apart {
            out.seams.insert(id, distance);
            if self.clip.looping && distance > seam::TOLERANCE {
                out.warn(id, None, Kind::SeamOpen { distance });
            }
        }
        let asked = asked(&self.clip, &self.skeleton);
        let off = |bone, time, error| Kind::SourceMissed { bone, time, error };
        match &self.state {
            ClipCompressionState::Compressed(report) => {
                let (worst, source) = (report.max_error, report.source);
                let is_bounded = self
                    .clip
                    .compression
                    .is_some_and(|settings| settings.bound == Bound::Max);
                if worst > report.precision && is_bounded {
                    out.warn(
                        id,
                        None,
                        Kind::PrecisionMissed {
                            bone: report.worst_bone as u32,
                            error: worst,
                        },
                    );
                }
                let is_alone = worst <= report.precision;
                if is_bounded && (self.loss.error > asked || (source.max > asked && is_alone)) {
                    out.warn(id, None, off(source.bone, source.time, source.max));
                }
                out.reports.insert(id, report.clone());
            }
            ClipCompressionState::Raw | ClipCompressionState::Failed(_) => {
                if let ClipCompressionState::Failed(error) = &self.state {
                    out.warn(id, None, Kind::NotCompressed { reason: *error });
                }
                if self.result.is_some() && self.loss.error > asked {
                    out.warn(
                        id,
                        None,
                        off(self.loss.bone, self.loss.time, self.loss.error),
                    );
                }
            }
        }
    }
}

fn known(
    clip: &Clip,
    base: Option<&Clip>,
    source: &ClipCompileSource<'_>,
    options: CompileOptions<'_>,
) -> Option<PreviousClipResult> {
    let recipe = Recipe::of(
        clip,
        base,
        (source.skeleton, source.authored),
        source.shells,
    )?;
    let Made {
        compressed,
        report,
        times,
        loss,
        seams,
        is_repaired,
    } = options.known.find(&recipe)?;
    Some(PreviousClipResult {
        resampled: Some(Arc::new(recipe.keys(compressed, times))),
        loss,
        seam: seams.map(Seam::Known),
        state: ClipCompressionState::Compressed(Arc::new(report)),
        is_repaired,
    })
}

/// Whether raw clips compile to the same for both, at the same shells: sockets and virtual bones do
/// not matter to them.
fn plays_alike(a: &Arc<anim::Skeleton>, b: &Arc<anim::Skeleton>) -> bool {
    Arc::ptr_eq(a, b) || (a.name == b.name && a.bones == b.bones && a.retarget == b.retarget)
}

/// Names of bones that the clip moves away from where it was made for them to be, and whose keys
/// their mode cannot scale.
fn scaled_without_length(clip: &Clip, skeleton: &Skeleton, bones: &Bones<'_>) -> Vec<String> {
    let is_none = |length: f32| length <= anim::transform::TINY;
    let name = |track: &Track| {
        let at = bones.index(&track.bone)? as usize;
        let (bone, made_for) = (
            &skeleton.bones[at],
            clip.made_for.translation(track, skeleton, at),
        );
        let is_scaled = bone.retarget == Retarget::Scaled && made_for != bone.reference.translation;
        let keys = track.translation.as_ref()?;
        let moves = keys.values.iter().any(|value| *value != 0.0);
        let has_none = is_none(made_for.length()) || is_none(bone.reference.translation.length());
        (is_scaled && moves && has_none).then(|| bone.name.clone())
    };
    clip.source.tracks.iter().filter_map(name).collect()
}

/// Greatest error of a clip's frames against its file, if it exceeds the tolerance. None if it does
/// not, or if the clip does not compile.
pub fn lost(project: &Project, id: Id) -> Option<Loss> {
    let clip = project
        .clips
        .get(&id)
        .filter(|clip| clip.source.is_whole())?;
    let authored = project.skeletons.get(&clip.skeleton)?;
    let skeleton = super::skeleton_alone(authored)?;
    let clip = &*mover::carried(limits::clip(id, clip, &mut Output::default()), authored);
    let (shells, asked) = (
        super::shells(project, clip.skeleton),
        asked(clip, &skeleton),
    );
    let poses = clip.poses();
    let key_count = key_count(&poses)
        .ok()
        .filter(|_| poses.length() <= LONGEST)?;
    let frames = Frames::of(
        &poses,
        key_count,
        (&skeleton, &Bones::of(authored), &shells),
        0.5 * asked,
    );
    Some(frames.loss).filter(|loss| loss.error > asked)
}

/// Metres: how far a point may be from where the file has it.
fn asked(clip: &Clip, skeleton: &anim::Skeleton) -> f32 {
    let asked = clip.compression.map(|settings| settings.precision);
    asked
        .filter(|it| it.is_finite() && *it > 0.0)
        .unwrap_or_else(|| compress::default_precision(skeleton))
}

/// Inputs of the compilation of a clip.
struct ClipCompileInputs<'a> {
    skeleton: &'a anim::Skeleton,
    authored: &'a Skeleton,
    /// Distance from each bone at which errors are measured.
    shells: &'a [f32],
    named: &'a NotifyReferences,
}

/// Warns of mismatches between the clip and its skeleton. `standing` is the result of
/// [`mover::standing`].
fn warn_of_bones(
    id: Id,
    clip: &Clip,
    standing: Option<(usize, Mover)>,
    bones: &Bones<'_>,
    out: &mut Output,
) {
    let authored = bones.skeleton();
    if matches!(clip.made_for, MadeFor::Pose(pose) if authored.retarget_source(pose).is_none()) {
        out.warn(id, None, Kind::RetargetSourceMissing);
    }
    let missing = bones.missing(clip.source.tracks.iter().map(|track| &track.bone));
    if !missing.is_empty() {
        out.warn(id, None, Kind::BonesMissing { bones: missing });
    }
    if let Some((
        bone,
        Mover {
            bone: other,
            metres,
        },
    )) = standing
    {
        out.warn(
            id,
            None,
            Kind::RootStands {
                bone: bone as u32,
                other: other as u32,
                metres,
            },
        );
    }
    let scaled = scaled_without_length(clip, authored, bones);
    if !scaled.is_empty() {
        out.warn(id, None, Kind::ScaledWithoutLength { bones: scaled });
    }
}

/// Inputs of a clip's resampled keys.
struct ResampledKeys<'a> {
    id: Id,
    inputs: ClipInputs<'a>,
    /// Inputs of the base clip that the difference is taken from.
    base: Option<PoseInputs<'a>>,
    key_count: u32,
    skeleton: &'a anim::Skeleton,
    bones: &'a Bones<'a>,
}

impl ResampledKeys<'_> {
    /// The keys at these frames, as a clip that has nothing else.
    fn at(&self, frames: &Frames, out: &mut Output) -> anim::Clip {
        let (skeleton, bones) = (self.skeleton, self.bones);
        let (full, repaired) = full_pose(&self.inputs.poses, frames, skeleton, bones);
        if repaired {
            out.warn(self.id, None, Kind::KeysNotFinite);
        }
        let Some((additive, root_motion)) = self.inputs.additive else {
            return full;
        };
        // What is wrong with the base's own keys is reported there.
        let even = |base: &PoseInputs<'_>| Some(Frames::even(base, key_count(base).ok()?));
        let base = self
            .base
            .and_then(|base| Some(full_pose(&base, &even(&base)?, skeleton, bones).0));
        let even_keys = self.key_count + u32::from(wrap::closing(&self.inputs.poses).is_some());
        additive::differences(
            &full,
            base.as_ref(),
            additive,
            root_motion,
            (skeleton, even_keys),
        )
    }
}

/// The number that keeps the clip from being compiled.
fn bad_number(clip: &Clip) -> Option<&'static str> {
    if !clip.rate_scale.is_finite() {
        Some(tr!("rate scale"))
    } else if !clip.source.is_whole() {
        Some(tr!("count of keys in a track or a curve"))
    } else {
        None
    }
}

/// `known` is an earlier result of the same keys, how far it is from the source, and whether some
/// keys were repaired, which only resampling finds.
fn compile_one(
    id: Id,
    clip: &Clip,
    base: Option<&Clip>,
    &ClipCompileInputs {
        skeleton,
        authored,
        shells,
        named,
    }: &ClipCompileInputs<'_>,
    known: Option<(Arc<anim::Clip>, Loss, bool)>,
    out: &mut Output,
) -> Option<(anim::Clip, Loss)> {
    if let Some(field) = bad_number(clip) {
        out.error(id, None, Kind::BadNumber { field });
        return None;
    }
    let standing = mover::standing(clip, authored);
    let clip = &*mover::carried(limits::clip(id, clip, out), authored);
    // What is wrong with the base's own numbers is reported there.
    let base = base.filter(|base| base.source.is_whole());
    let base =
        base.map(|base| mover::carried(limits::clip(id, base, &mut Output::default()), authored));
    let base = base.as_deref();
    if clip.length() > LONGEST {
        out.error(id, None, Kind::TooLong);
        return None;
    }
    let inputs = clip.inputs();
    let key_count = key_count(&inputs.poses)
        .map_err(|kind| out.error(id, None, kind))
        .ok()?;
    let bones = Bones::of(authored);
    warn_of_bones(id, clip, standing, &bones, out);
    let keys = ResampledKeys {
        id,
        inputs,
        base: base.map(Clip::poses),
        key_count,
        skeleton,
        bones: &bones,
    };
    let (resampled, loss) = match known {
        Some((known, loss, is_repaired)) => {
            if is_repaired {
                out.warn(id, None, Kind::KeysNotFinite);
            }
            ((*known).clone(), loss)
        }
        None => {
            // Half of what may be lost: compressing loses the rest.
            let tolerance = 0.5 * asked(clip, skeleton);
            let rig = (skeleton, &bones, shells);
            let frames = Frames::of(&keys.inputs.poses, key_count, rig, tolerance);
            (keys.at(&frames, out), frames.loss)
        }
    };
    let length = resampled.length;
    let (curves, curve_keys) = curves::compile(id, clip, base, out);
    let host = notifies::NotifyHost {
        tracks: &clip.tracks,
        length,
        named,
        sections: None,
    };
    let (notifies, values) = notifies::compile(id, &clip.notifies, &host, out);
    // A warp goes by the same pose whether or not its clip is compressed yet.
    let raw = OnceCell::new();
    let raw = || match resampled.compressed {
        Some(_) => raw.get_or_init(|| {
            let frames = Frames::known(&keys.inputs.poses, key_count, &resampled.times);
            keys.at(&frames, &mut Output::default())
        }),
        None => &resampled,
    };
    let timeline = warps::WarpTimeline {
        skeleton,
        named,
        length,
        moves_root: clip.root_motion.enabled && clip.additive.is_none(),
        pose: &|at, pose| raw().sample(skeleton, at, pose),
    };
    let warps = warps::compile(id, &clip.notifies, &timeline, out);
    let compiled = anim::Clip {
        name: Name::new(&clip.name),
        skeleton: skeleton.name,
        rate_scale: clip.rate_scale,
        looping: clip.looping,
        // What is added to a pose has no root of its own.
        root_motion: if clip.additive.is_some() {
            RootMotion::default()
        } else {
            clip.root_motion
        },
        notifies: notifies.into(),
        values: values.into(),
        markers: markers::compile(id, &clip.sync_markers, length, clip.looping, out).into(),
        curves: curves.into(),
        curve_keys: curve_keys.into(),
        warps,
        ..resampled
    };
    checked(id, compiled, skeleton, out).map(|compiled| (compiled, loss))
}

fn checked(
    id: Id,
    compiled: anim::Clip,
    skeleton: &anim::Skeleton,
    out: &mut Output,
) -> Option<anim::Clip> {
    let field = |error| match error {
        ClipError::Length => tr!("length or rate scale"),
        ClipError::Curve { .. } => tr!("value of a curve"),
        ClipError::Notifies => tr!("time or value of a notify"),
        ClipError::Markers => tr!("time of a sync marker"),
        ClipError::TooMany | ClipError::NoKeys => tr!("count of keys"),
        ClipError::Track { .. } | ClipError::Keys | ClipError::Times => {
            tr!("place of a bone in a key")
        }
    };
    let checked = anim::Clip::new(compiled, skeleton.len());
    checked
        .map_err(|error| {
            out.error(
                id,
                None,
                Kind::BadNumber {
                    field: field(error),
                },
            )
        })
        .ok()
}

#[cfg(test)]
mod tests;
