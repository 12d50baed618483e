//! The worker side of a playing character: updates the players, evaluates the pose.
//!
//! It sees only what [`AnimInstance::pre_update`](super::AnimInstance::pre_update) copied in. The built-in graph is a
//! base (a clip, or the reference pose) under a chain of slot nodes: the first slot of every montage, by name.

use super::{bone_blend::BoneBlend, dispatch::Queued};
use crate::{
    Clip, Library, Montage, Name, Pose, Skeleton, Transform,
    additive::AdditivePose,
    clip::wrap,
    codec::SampleCache,
    event::Source,
    inertialization::{InertializationRequest, Inertializer, Step},
    mask::BlendProfile,
    montage::{Blend, Segment},
    notify::{clip_ranges, for_each_hit},
    pose::{Layer, blend_layers, local_to_model},
    required::RequiredBones,
    sync::Part,
    transform::WEIGHT_EPSILON,
    virtual_bone,
};
use glam::Affine3A;
use std::sync::Arc;

/// A layer whose bones have weights of their own counts at least this much, for its curves alone.
const LEAST_LAYER: f32 = 1e-4;

/// A montage as the worker sees it this tick.
#[derive(Clone, Debug)]
pub(crate) struct MontageRecord {
    pub(crate) montage: Arc<Montage>,
    pub(crate) position: f64,
    pub(crate) weight: f32,
    /// While bones differ from the weight.
    pub(crate) bones: Option<BoneBlend>,
}

/// The clip player under all slots.
#[derive(Clone, Debug)]
pub(crate) struct BaseClip {
    clip: Arc<Clip>,
    position: f64,
    rate: f32,
    fresh: bool,
}

impl BaseClip {
    pub(crate) fn new(clip: Arc<Clip>, position: f64, rate: f32) -> Self {
        let position = wrap(position, clip.length.into(), clip.looping);
        Self { clip, position, rate, fresh: true }
    }
}

#[derive(Clone, Debug, Default)]
pub struct AnimInstanceProxy {
    library: Arc<Library>,
    skeleton: Arc<Skeleton>,
    /// Level of detail, and the bones that it works out.
    lod: u32,
    required: RequiredBones,
    slots: Vec<Name>,
    base: Option<BaseClip>,
    dt: f64,
    /// Counts the ticks.
    frame: u64,
    teleported: bool,
    pub(crate) records: Vec<MontageRecord>,
    pub(crate) queued: Vec<Queued>,
    pub(crate) base_root: Option<(Transform, f32)>,
    slot_weights: Vec<(Name, f32)>,
    pose: Pose,
    models: Vec<Affine3A>,
    virtual_bones: Vec<Transform>,
    components: Vec<Transform>,
    /// The source of a slot and the montages on it; kept for their buffers.
    layers: Vec<Layer>,
    /// One a clip that was sampled in the last tick, in the order of sampling.
    caches: Vec<SampleCache>,
    caches_used: usize,
    delta: AdditivePose,
    inertializer: Inertializer,
}

impl AnimInstanceProxy {
    /// Local transforms and curves.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// One matrix a bone, model space.
    pub fn models(&self) -> &[Affine3A] {
        &self.models
    }

    /// Relative to its source, one a virtual bone of the skeleton.
    pub fn virtual_bones(&self) -> &[Transform] {
        &self.virtual_bones
    }

    /// Clip and position of the player under all slots, in seconds.
    pub fn base_clip(&self) -> Option<(Name, f64)> {
        self.base.as_ref().map(|base| (base.clip.name, base.position))
    }

    /// Play rate of the player under all slots.
    pub fn base_rate(&self) -> Option<f32> {
        self.base.as_ref().map(|base| base.rate)
    }

    /// The bones that are worked out at the character's level of detail; all others show their reference pose.
    pub fn required(&self) -> &RequiredBones {
        &self.required
    }

    /// Replaces the pose by the reference pose: what is shown after a fault.
    pub fn reset_pose(&mut self) {
        self.queued.clear();
        self.base_root = None;
        self.pose.reset(&self.skeleton);
        self.finish_pose();
    }

    /// What follows from the pose.
    fn finish_pose(&mut self) {
        local_to_model(&self.skeleton, &self.pose, &mut self.models);
        virtual_bone::fill(&self.skeleton, &self.pose, &mut self.components, &mut self.virtual_bones);
    }

    pub(crate) fn set_base(&mut self, base: Option<BaseClip>) {
        self.base = base;
    }

    pub(crate) fn slot_weight(&self, slot: Name) -> f32 {
        self.slot_weights.iter().find(|entry| entry.0 == slot).map_or(0.0, |entry| entry.1)
    }

    pub(crate) fn begin(&mut self, library: &Arc<Library>, skeleton: &Arc<Skeleton>, lod: u32, dt: f64) {
        let is_other = !Arc::ptr_eq(&self.library, library) || !Arc::ptr_eq(&self.skeleton, skeleton);
        if is_other || self.lod != lod {
            self.lod = lod;
            library.require(skeleton, lod as usize, &mut self.required);
        }
        if is_other {
            self.library = library.clone();
            self.skeleton = skeleton.clone();
            self.slots = first_slots(library);
            self.base = self.base.take().and_then(|base| rebound(base, library, skeleton.name));
        }
        self.dt = dt;
        self.frame += 1;
        self.queued.clear();
        self.base_root = None;
    }

    /// A jump of this tick's pose decays over these blends, bone by bone over the shortest. A scrubbed pose forgets
    /// where it came from.
    pub(crate) fn inertialize(&mut self, blends: &[Blend], scrubbed: bool) {
        self.teleported = scrubbed;
        for blend in blends {
            let profile = self.skeleton.profile(blend.profile);
            let factors =
                |profile: &BlendProfile| (0..self.skeleton.len()).map(|bone| profile.duration_factor(bone)).collect();
            self.inertializer.request(InertializationRequest {
                duration: blend.time,
                bone_factors: profile.map(factors).unwrap_or_default(),
                ..InertializationRequest::default()
            });
        }
    }

    /// Updates, then evaluates. Deterministic: the same on any thread.
    pub fn run(&mut self) {
        self.update();
        self.evaluate();
    }

    fn update(&mut self) {
        self.slot_weights.clear();
        let mut source = 1.0;
        for slot in self.slots.iter().rev() {
            let (full, all) = slot_totals(&self.records, *slot, &self.library);
            self.slot_weights.push((*slot, all.min(1.0) * source));
            source *= 1.0 - full.min(1.0);
        }
        self.update_base(source);
    }

    fn update_base(&mut self, weight: f32) {
        let Some(base) = &mut self.base else { return };
        let clip = base.clip.clone();
        let delta = self.dt * f64::from(base.rate) * f64::from(clip.rate_scale);
        let mut root = Transform::IDENTITY;
        let (queued, skeleton) = (&mut self.queued, &self.skeleton);
        base.position = clip_ranges(base.position, delta, clip.length.into(), clip.looping, base.fresh, |range| {
            for_each_hit(&clip.notifies, range, |notify| {
                queued.push(Queued {
                    notify: *notify,
                    source: Source::BaseClip,
                    asset: clip.name,
                    slot: Name::NONE,
                    weight,
                    part: Part::Alone,
                    keeps_alive: false,
                });
            });
            if clip.root_motion.enabled {
                root = root.compose(&clip.root_delta(skeleton, range.from, range.to));
            }
        });
        base.fresh &= delta == 0.0;
        self.base_root = clip.root_motion.enabled.then_some((root, weight));
    }

    fn evaluate(&mut self) {
        self.caches_used = 0;
        match &self.base {
            Some(base) => {
                let cache = next_cache(&mut self.caches, &mut self.caches_used);
                base.clip.sample_cached(&self.skeleton, base.position, cache, &mut self.pose);
                lock_root(&base.clip, &self.skeleton, true, true, &mut self.pose);
            }
            None => self.pose.reset(&self.skeleton),
        }
        for at in 0..self.slots.len() {
            self.evaluate_slot(self.slots[at]);
        }
        let step = Step { frame: self.frame, dt: self.dt as f32, teleported: self.teleported };
        self.inertializer.update(&step, &mut self.pose);
        self.required.keep(&self.skeleton, &mut self.pose);
        self.finish_pose();
    }

    /// Source and full montages by weight, then the additive ones in play order, each by its own weight. Without a
    /// montage the source passes bit for bit.
    fn evaluate_slot(&mut self, slot: Name) {
        let (full, _) = slot_totals(&self.records, slot, &self.library);
        let is_by_bone = self.full_records(slot).any(|record| record.bones.is_some());
        if full > WEIGHT_EPSILON || is_by_bone {
            let used = self.sample_layers(slot, 1.0 - full.min(1.0));
            if is_by_bone {
                self.weigh_bones(slot, used);
            } else {
                self.layers[..used].iter_mut().for_each(|layer| layer.mask = None);
            }
            blend_layers(&self.skeleton, &self.layers[..used], &mut self.pose);
        }
        for record in &self.records {
            if let Some((clip, time)) = additive_clip(record, slot, &self.library) {
                let cache = next_cache(&mut self.caches, &mut self.caches_used);
                clip.sample_additive(&self.skeleton, time, cache, &mut self.delta);
                self.delta.apply(&self.skeleton, record.weight, &mut self.pose);
            }
        }
    }

    /// The montages that play a full pose in a slot, in play order.
    fn full_records(&self, slot: Name) -> impl Iterator<Item = &MontageRecord> {
        let is_full = move |record: &&MontageRecord| {
            record.montage.find_slot(slot).is_some() && additive_clip(record, slot, &self.library).is_none()
        };
        self.records.iter().filter(is_full)
    }

    /// Masks that give every bone of the layers its own weight, and the source what the montages leave of it. Curves go
    /// by the layers' weights.
    fn weigh_bones(&mut self, slot: Name, used: usize) {
        let mut layers = std::mem::take(&mut self.layers);
        let bones = self.skeleton.len();
        let weigh = |layer: &mut Layer, weight: &dyn Fn(usize) -> f32| {
            layer.weight = layer.weight.max(LEAST_LAYER);
            let of_layer = layer.weight;
            layer.mask.get_or_insert_default().fill(bones, |bone| weight(bone) / of_layer);
        };
        let of = |record: &MontageRecord, bone: usize| match &record.bones {
            Some(blend) => blend.bone(bone, self.skeleton.profile(blend.profile())),
            None => record.weight,
        };
        let taken = |bone: usize| self.full_records(slot).map(|record| of(record, bone)).sum::<f32>();
        weigh(&mut layers[0], &|bone| (1.0 - taken(bone)).max(0.0));
        for (layer, record) in layers[1..used].iter_mut().zip(self.full_records(slot)) {
            weigh(layer, &|bone| of(record, bone));
        }
        self.layers = layers;
    }

    /// Moves the pose into the first layer and samples the full montages of a slot into the next. Returns how many
    /// layers hold something.
    fn sample_layers(&mut self, slot: Name, source: f32) -> usize {
        let mut used = 1;
        self.layers.resize_with(self.layers.len().max(1), Layer::default);
        self.layers[0].weight = source;
        std::mem::swap(&mut self.layers[0].pose, &mut self.pose);
        for record in self.records.iter().filter(|record| additive_clip(record, slot, &self.library).is_none()) {
            let Some(track) = record.montage.find_slot(slot) else { continue };
            if self.layers.len() == used {
                self.layers.push(Layer::default());
            }
            let layer = &mut self.layers[used];
            layer.weight = record.weight;
            let segments = record.montage.slot_segments(track);
            let cache = next_cache(&mut self.caches, &mut self.caches_used);
            sample_slot(record, segments, &self.library, &self.skeleton, cache, &mut layer.pose);
            used += 1;
        }
        used
    }
}

/// Summed weights in a slot: of the montages that play a full pose, and of all.
fn slot_totals(records: &[MontageRecord], slot: Name, library: &Library) -> (f32, f32) {
    let in_slot = records.iter().filter(|record| record.montage.find_slot(slot).is_some());
    in_slot.fold((0.0, 0.0), |(full, all), record| {
        let is_full = additive_clip(record, slot, library).is_none();
        (full + if is_full { record.weight } else { 0.0 }, all + record.weight)
    })
}

/// The additive clip under the position, and the time in it. In a gap an additive slot adds nothing.
fn additive_clip<'a>(record: &MontageRecord, slot: Name, library: &'a Library) -> Option<(&'a Clip, f64)> {
    let segments = record.montage.slot_segments(record.montage.find_slot(slot)?);
    let segment = segment_at(segments, record.position)?;
    let clip = &*library.clips[segment.clip as usize];
    clip.additive.is_some().then(|| (clip, segment.clip_time(record.position)))
}

fn segment_at(segments: &[Segment], position: f64) -> Option<&Segment> {
    let started = segments.partition_point(|segment| f64::from(segment.start) <= position);
    let under = started.checked_sub(1).map(|at| &segments[at]);
    // The rounding of a segment's end must not open a gap before a neighbour.
    under.filter(|segment| position <= segment.end() + 1e-4)
}

/// Players are sampled in the same order tick after tick, so each finds its own again; another one costs time only.
fn next_cache<'a>(caches: &'a mut Vec<SampleCache>, used: &mut usize) -> &'a mut SampleCache {
    if caches.len() == *used {
        caches.push(SampleCache::default());
    }
    *used += 1;
    &mut caches[*used - 1]
}

fn first_slots(library: &Library) -> Vec<Name> {
    let mut slots: Vec<Name> =
        library.montages.iter().filter_map(|montage| montage.slots.first()).map(|slot| slot.name).collect();
    slots.sort();
    slots.dedup();
    slots
}

fn rebound(base: BaseClip, library: &Library, skeleton: Name) -> Option<BaseClip> {
    let clip = library.clip(base.clip.name).filter(|clip| clip.skeleton == skeleton)?.clone();
    let position = base.position.min(clip.length.into());
    Some(BaseClip { clip, position, ..base })
}

/// A gap is the reference pose.
fn sample_slot(
    record: &MontageRecord,
    segments: &[Segment],
    library: &Library,
    skeleton: &Skeleton,
    cache: &mut SampleCache,
    out: &mut Pose,
) {
    let Some(segment) = segment_at(segments, record.position) else { return out.reset(skeleton) };
    let clip = &library.clips[segment.clip as usize];
    clip.sample_cached(skeleton, segment.clip_time(record.position), cache, out);
    lock_root(clip, skeleton, record.montage.root_translation, record.montage.root_rotation, out);
}

fn lock_root(clip: &Clip, skeleton: &Skeleton, translation: bool, rotation: bool, pose: &mut Pose) {
    if !clip.root_motion.enabled || clip.additive.is_some() {
        return;
    }
    let locked = clip.locked_root(skeleton);
    if translation {
        pose.set_translation(0, locked.translation);
    }
    if rotation {
        pose.set_rotation(0, locked.rotation);
    }
}
