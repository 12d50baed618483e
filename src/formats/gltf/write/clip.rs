//! A clip as an animation: the source keys of its bones with their own interpolation, and the
//! weights of morphs.

use super::{
    ExportError, extras,
    keys::{GltfChannelKeys, Moved, Path},
    lists::pushed,
    rig::GltfExportRig,
    store::{GltfBinaryStore, Use},
    weights,
};
use anim::retarget::Retarget;
use asset::{
    Bones, Clip, Id,
    skeleton::Bone,
    source::{Channel, Interpolation},
};
use glam::Vec3;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use words::tr;

/// Writes a clip. With `every_bone`, properties that the clip does not move have one key with the
/// reference pose. An Err names a number that is not finite.
pub fn animation(
    store: &mut GltfBinaryStore,
    rig: &GltfExportRig<'_>,
    id: Id,
    clip: &Clip,
    every_bone: bool,
) -> Result<Value, ExportError> {
    let place = tr!("clip “{}”", clip.name);
    let mut moved = bones(rig, clip);
    if every_bone {
        let resting = resting(rig, &moved);
        moved.extend(resting);
    }
    moved.extend(weights::of(rig, clip));
    if moved.is_empty() {
        moved.push(Moved {
            node: rig.first,
            keys: GltfChannelKeys::resting(Path::Translation, &rig.skeleton.bones[0].reference),
        });
    }
    let end = moved
        .iter()
        .map(|moved| moved.keys.end())
        .fold(0.0, f32::max);
    if end < clip.source.duration {
        moved[0].keys.hold_until(clip.source.duration);
    }
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for Moved { node, keys } in &moved {
        let of_node = |bone: &asset::skeleton::Bone| tr!("{place}, bone “{}”", bone.name);
        let bone = node
            .checked_sub(rig.first)
            .and_then(|bone| rig.skeleton.bones.get(bone));
        let place = format!(
            "{}, {}",
            bone.map_or(place.clone(), of_node),
            keys.path.name()
        );
        let sampler = pushed(&mut samplers, sampler(store, keys, &place)?);
        channels
            .push(json!({"sampler": sampler, "target": {"node": node, "path": keys.path.name()}}));
    }
    let extras = extras::of(rig, id, clip, &place)?;
    Ok(
        json!({"name": clip.name, "samplers": samplers, "channels": channels, "extras": {"mutoscope": extras}}),
    )
}

fn sampler(
    store: &mut GltfBinaryStore,
    keys: &GltfChannelKeys,
    place: &str,
) -> Result<Value, ExportError> {
    let times: Vec<[f32; 1]> = keys.times.iter().map(|time| [*time]).collect();
    let input = store.floats(Use::Times, &times, |key| tr!("{place}, time of key {key}"))?;
    let per_key = keys.values.len() / keys.times.len();
    let at = |width: usize| move |element: usize| tr!("{place}, key {}", element * width / per_key);
    let output = match keys.path {
        Path::Rotation => store.floats(Use::Keys, keys.values.as_chunks::<4>().0, at(4))?,
        Path::Translation | Path::Scale => {
            store.floats(Use::Keys, keys.values.as_chunks::<3>().0, at(3))?
        }
        Path::Weights(_) => store.floats(Use::Keys, keys.values.as_chunks::<1>().0, at(1))?,
    };
    let interpolation = match keys.interpolation {
        Interpolation::Step => "STEP",
        Interpolation::Linear => "LINEAR",
        Interpolation::Cubic => "CUBICSPLINE",
    };
    Ok(json!({"input": input, "output": output, "interpolation": interpolation}))
}

fn bones(rig: &GltfExportRig<'_>, clip: &Clip) -> Vec<Moved> {
    let mut moved = Vec::new();
    let keys = Bones::of(rig.skeleton);
    for (bone, track) in clip
        .source
        .tracks
        .iter()
        .filter_map(|track| Some((keys.index(&track.bone)?, track)))
    {
        let bone = bone as usize;
        let translation = track.translation.as_ref().map(|channel| {
            let made_for = clip.made_for.translation(track, rig.skeleton, bone);
            retargeted(&rig.skeleton.bones[bone], made_for, channel)
        });
        let node = rig.first + bone;
        let mut add = |path: Path, channel: Option<&Channel>| {
            moved.extend(channel.map(|channel| Moved {
                node,
                keys: GltfChannelKeys::new(path, channel),
            }));
        };
        add(Path::Translation, translation.as_ref());
        add(Path::Rotation, track.rotation.as_ref());
        add(Path::Scale, track.scale.as_ref());
    }
    moved
}

/// Keys of the reference pose for every property of a bone that has no keys.
fn resting(rig: &GltfExportRig<'_>, moved: &[Moved]) -> Vec<Moved> {
    let known: BTreeSet<(usize, &str)> = moved
        .iter()
        .map(|moved| (moved.node, moved.keys.path.name()))
        .collect();
    let mut resting = Vec::new();
    for (bone, node) in rig.skeleton.bones.iter().zip(rig.first..) {
        let paths = [Path::Translation, Path::Rotation, Path::Scale].into_iter();
        let missing = paths.filter(|path| !known.contains(&(node, path.name())));
        resting.extend(missing.map(|path| Moved {
            node,
            keys: GltfChannelKeys::resting(path, &bone.reference),
        }));
    }
    resting
}

/// Keys as they play on this skeleton, which need not be the one that they were made for. `source`
/// is the bone's translation there, in local space.
fn retargeted(bone: &Bone, source: Vec3, channel: &Channel) -> Channel {
    if bone.retarget == Retarget::Animation {
        return channel.clone();
    }
    let target = bone.reference.translation;
    let place = |key: Vec3| bone.retarget.translation(key, source, target);
    // The map is affine: slopes go through it without what it adds.
    let slope = |key: Vec3| place(key) - place(Vec3::ZERO);
    let is_slope = |at: usize| channel.interpolation == Interpolation::Cubic && at % 3 != 1;
    let keys = channel.values.as_chunks::<3>().0.iter().enumerate();
    let new = keys.flat_map(|(at, key)| {
        let key = Vec3::from(*key);
        if is_slope(at) { slope(key) } else { place(key) }.to_array()
    });
    Channel {
        values: new.collect(),
        interpolation: channel.interpolation,
        times: channel.times.clone(),
    }
}
