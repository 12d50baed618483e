//! A slot node: the montages that play in its slot, by weight over what comes from below.

use super::{
    montage_record::{ActiveMontage, segment_at},
    outcome::Totals,
    sampling::lock_root,
    scratch::{AtWork, EvaluationScratch},
    tick::Tick,
};
use crate::{
    Name, Pose,
    float::Extreme,
    pose::{PoseLayer, blend_layers},
    transform::WEIGHT_EPSILON,
};

/// A layer whose bones have weights of their own counts at least this much, for its curves alone.
const LEAST_LAYER: f32 = 1e-4;

impl ActiveMontage {
    pub(super) fn bone(&self, bone: usize, tick: &Tick<'_>) -> f32 {
        match &self.bones {
            Some(blend) => blend.bone(bone, tick.skeleton.profile(blend.profile())),
            None => self.weight,
        }
    }
}

pub(in crate::graph) fn totals(tick: &Tick<'_>, slot: Name) -> Totals {
    let mut totals = Totals::default();
    for record in tick
        .montages
        .iter()
        .filter(|record| record.segments(slot).is_some())
    {
        totals.all += record.weight;
        if record.additive(slot, &tick.library).is_none() {
            totals.full += record.weight;
            totals.root += record.root_weight;
            totals.is_by_bone |= record.bones.is_some();
        }
    }
    let plays = |instance: u32| tick.montages.iter().any(|record| record.id == instance);
    let over = tick
        .montage_roots
        .iter()
        .filter(|made| made.slot == slot && !plays(made.instance));
    totals.root += over.filter_map(|made| made.weight).sum::<f32>();
    totals
}

/// Source and full montages by weight, then the additive ones in play order, each by its own
/// weight. `pose` is the source's, unless it `has_source` none, and becomes the slot's.
pub(in crate::graph) fn evaluate(
    tick: &Tick<'_>,
    slot: Name,
    has_source: bool,
    scratch: &mut EvaluationScratch,
    pose: &mut Pose,
) {
    let totals = totals(tick, slot);
    if totals.full > WEIGHT_EPSILON || totals.is_by_bone {
        let used = sample(tick, slot, 1.0 - totals.full.lower(1.0), scratch, pose);
        if totals.is_by_bone {
            weigh_bones(tick, slot, &mut scratch.layers[..used]);
        } else {
            scratch.layers[..used]
                .iter_mut()
                .for_each(|layer| layer.mask = None);
        }
        blend_layers(
            &tick.skeleton,
            &scratch.layers[usize::from(!has_source)..used],
            pose,
        );
    }
    for record in &tick.montages {
        if let Some((clip, time)) = record.additive(slot, &tick.library) {
            let EvaluationScratch { caches, delta, .. } = scratch;
            clip.sample_additive_rows(&tick.skeleton, time, tick.rows(), caches.next(), delta);
            record
                .montage
                .write_curves(record.position, &mut delta.deltas);
            scratch.delta.apply(&tick.skeleton, record.weight, pose);
        }
    }
}

/// The montages that play a full pose in a slot, in play order.
pub(super) fn full_records<'a>(
    tick: &'a Tick<'_>,
    slot: Name,
) -> impl Iterator<Item = &'a ActiveMontage> {
    let is_full = move |record: &&ActiveMontage| {
        record.segments(slot).is_some() && record.additive(slot, &tick.library).is_none()
    };
    tick.montages.iter().filter(is_full)
}

/// Montages that add to a slot, each by its own weight.
pub(super) fn additive_records<'a>(
    tick: &'a Tick<'_>,
    slot: Name,
) -> impl Iterator<Item = &'a ActiveMontage> {
    tick.montages
        .iter()
        .filter(move |record| record.additive(slot, &tick.library).is_some())
}

/// Moves the source into the first layer and samples the full montages of a slot into the next.
/// Returns how many layers hold something.
fn sample(
    tick: &Tick<'_>,
    slot: Name,
    source: f32,
    scratch: &mut EvaluationScratch,
    pose: &mut Pose,
) -> usize {
    let EvaluationScratch { layers, caches, .. } = scratch;
    let mut used = 1;
    layers.resize_with(layers.len().max(1), PoseLayer::default);
    layers[0].weight = source;
    std::mem::swap(&mut layers[0].pose, pose);
    for record in full_records(tick, slot) {
        if layers.len() == used {
            layers.push(PoseLayer::default());
        }
        layers[used].weight = record.weight;
        sample_record(tick, record, slot, caches, &mut layers[used].pose);
        used += 1;
    }
    used
}

/// A gap is the reference pose. The montage's own curves are in every slot of it, and so as much as
/// it is.
fn sample_record(
    tick: &Tick<'_>,
    record: &ActiveMontage,
    slot: Name,
    caches: &mut AtWork,
    out: &mut Pose,
) {
    let (montage, position) = (&record.montage, record.position);
    let cache = caches.next();
    match record
        .segments(slot)
        .and_then(|segments| segment_at(segments, position))
    {
        Some(segment) => {
            let clip = &tick.library.clips[segment.clip as usize];
            clip.sample_rows(
                &tick.skeleton,
                segment.clip_time(position),
                tick.rows(),
                cache,
                out,
            );
            if tick.root_motion.takes_montages() {
                lock_root(
                    clip,
                    &tick.skeleton,
                    montage.root_translation,
                    montage.root_rotation,
                    out,
                );
            }
        }
        None => out.reset_rows(&tick.skeleton, tick.rows()),
    }
    montage.write_curves(position, out);
}

/// Masks that give every bone of the layers its own weight, and the source what the montages leave
/// of it. Curves go by the layers' weights.
fn weigh_bones(tick: &Tick<'_>, slot: Name, layers: &mut [PoseLayer]) {
    let bones = tick.skeleton.len();
    let weigh = |layer: &mut PoseLayer, weight: &dyn Fn(usize) -> f32| {
        layer.weight = layer.weight.higher(LEAST_LAYER);
        let of_layer = layer.weight;
        layer
            .mask
            .get_or_insert_default()
            .fill(bones, |bone| weight(bone) / of_layer);
    };
    let taken = |bone: usize| {
        full_records(tick, slot)
            .map(|record| record.bone(bone, tick))
            .sum::<f32>()
    };
    weigh(&mut layers[0], &|bone| (1.0 - taken(bone)).higher(0.0));
    for (layer, record) in layers[1..].iter_mut().zip(full_records(tick, slot)) {
        weigh(layer, &|bone| record.bone(bone, tick));
    }
}
