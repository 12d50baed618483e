//! Clips with the file's own keys: one for each character that a take moves.

use super::{
    morph::SceneMorphTarget,
    motions::{CharacterMotion, CharacterTake},
    timing,
};
use asset::{
    Clip, Id,
    skeleton::Bone,
    source::{ClipSource, SourceCurve, Track},
};
use std::{collections::BTreeMap, sync::Arc};

/// Makes the clip of one motion. `file` is the identity of the file, from which the id is derived;
/// `targets` name the morphs of each node.
pub fn clip(
    file: &str,
    skeleton: Id,
    bones: &[Bone],
    motion: CharacterTake,
    targets: &BTreeMap<usize, Vec<SceneMorphTarget>>,
) -> (Id, Arc<Clip>) {
    let mut curves: BTreeMap<String, SourceCurve> = BTreeMap::new();
    let CharacterMotion {
        tracks,
        weights,
        curves: others,
    } = motion.moved;
    for (node, channels) in weights {
        for (target, channel) in targets.get(&node).into_iter().flatten().zip(channels) {
            curves
                .entry(target.name.clone())
                .or_insert_with(|| SourceCurve {
                    name: target.name.clone(),
                    channel,
                });
        }
    }
    for curve in others {
        curves.entry(curve.name.clone()).or_insert(curve);
    }
    let track = |(bone, track): (u32, Track)| {
        let bone = &bones[bone as usize];
        let reference = track
            .translation
            .as_ref()
            .map(|_| bone.reference.translation.to_array());
        Track {
            bone: bone.key.clone(),
            reference,
            ..track
        }
    };
    let source = ClipSource {
        duration: motion.duration,
        tracks: tracks.into_iter().map(track).collect(),
        curves: curves.into_values().collect(),
    };
    let frame_rate = motion
        .frame_rate
        .unwrap_or_else(|| timing::frame_rate(source.channels()));
    let looping = asset::looping::loops(&source, None);
    let id = Id::derive(&[file, "clip", &motion.name]);
    let clip = Clip::new(motion.name, skeleton, Arc::new(source), frame_rate);
    let mut clip = Clip { looping, ..clip };
    if let Some(said) = motion.said {
        said.apply(&mut clip, bones);
    }
    motion.events.apply(&mut clip);
    (id, Arc::new(clip))
}
