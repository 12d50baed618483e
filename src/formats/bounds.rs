//! How large numbers may be. What is beyond is replaced while reading, and reported with its place.
//! Invariant: no point of a character gets further than [`REACH`] from its origin by its bones, at rest or in a clip,
//! so that what is made of it later stays finite.

use crate::Report;
use anim::Transform;
use asset::{
    skeleton::Bone,
    source::{Channel, Interpolation, Track},
};
use glam::Vec3;
use std::collections::BTreeMap;

/// Metres: of translations, vertices and morph deltas along an axis. Floats are 64 m apart there.
pub const LENGTH: f32 = 1e9;
/// Factors of one bone, and weights of morphs.
pub const FACTOR: f32 = 1e6;
/// Smaller factors of a bone count as 0.
const LEAST_FACTOR: f32 = 1e-9;
/// Factors of a bone and of all above it multiplied, and numbers of an inverse bind.
pub const CHAIN: f32 = 1e9;
/// Metres.
const REACH: f32 = 1e12;
/// Seconds before and after time 0.
pub const TIME: f32 = 1e6;

/// A finite number within a limit either way.
pub fn within(value: f32, limit: f32) -> f32 {
    value.clamp(-limit, limit)
}

/// Brings a finite transform within bounds; false when that moved anything.
pub fn transform(local: &mut Transform) -> bool {
    let vector = |v: Vec3, limit: f32| v.clamp(Vec3::splat(-limit), Vec3::splat(limit));
    let (translation, scale) = (vector(local.translation, LENGTH), vector(local.scale, FACTOR));
    let is_same = (translation, scale) == (local.translation, local.scale);
    local.translation = translation;
    local.scale = Vec3::from(scale.to_array().map(|x| if x.abs() < LEAST_FACTOR { 0.0 } else { x }));
    is_same
}

/// Bones that multiply or add up to more than is bearable lose their scale or translation. Parents come first.
pub fn reference_pose(bones: &mut [Bone], report: &mut Report) {
    let mut spans: Vec<Span> = Vec::with_capacity(bones.len());
    for bone in bones {
        let above = bone.parent.map_or(Span::ORIGIN, |parent| spans[parent as usize]);
        let place = bone.source.map_or("/nodes".to_owned(), |node| format!("/nodes/{node}"));
        if above.factor * largest(bone.reference.scale) > CHAIN {
            bone.reference.scale = Vec3::ONE;
            let text = format!(
                "The scales of the node and those above it multiply to more than {CHAIN:e}; its own was left out."
            );
            report.warn(place.as_str(), text);
        }
        let mut span = above.below(largest(bone.reference.translation), largest(bone.reference.scale));
        if span.reach > REACH {
            bone.reference.translation = Vec3::ZERO;
            span.reach = above.reach;
            report.warn(place, format!("The node is more than {REACH:e} m away; its translation was left out."));
        }
        spans.push(span);
    }
}

/// A clip that takes a bone out of bounds loses its translations and scales.
pub fn motion(tracks: &mut BTreeMap<u32, Track>, bones: &[Bone], place: &str, report: &mut Report) {
    let Some(bone) = first_beyond(tracks, bones) else {
        return;
    };
    for track in tracks.values_mut() {
        (track.translation, track.scale) = (None, None);
    }
    let text = format!(
        "The clip takes “{}” further than {REACH:e} m, or scales it by more than {CHAIN:e}; its translations and scales were left out.",
        bone.name
    );
    report.warn(place, text);
}

fn first_beyond<'a>(tracks: &BTreeMap<u32, Track>, bones: &'a [Bone]) -> Option<&'a Bone> {
    let mut spans: Vec<Span> = Vec::with_capacity(bones.len());
    for (at, bone) in bones.iter().enumerate() {
        let above = bone.parent.map_or(Span::ORIGIN, |parent| spans[parent as usize]);
        let track = tracks.get(&(at as u32));
        let most = |channel: Option<&Channel>, rest: Vec3| channel.map_or(largest(rest), extreme);
        let translation = most(track.and_then(|track| track.translation.as_ref()), bone.reference.translation);
        let scale = most(track.and_then(|track| track.scale.as_ref()), bone.reference.scale);
        let span = above.below(translation, scale);
        if span.factor > CHAIN || span.reach > REACH {
            return Some(bone);
        }
        spans.push(span);
    }
    None
}

/// How far a bone may be from the origin, and by how much it scales what hangs on it.
#[derive(Clone, Copy)]
struct Span {
    reach: f32,
    factor: f32,
}

impl Span {
    const ORIGIN: Span = Span { reach: 0.0, factor: 1.0 };

    fn below(self, translation: f32, scale: f32) -> Span {
        Span { reach: self.reach + self.factor * translation * 3f32.sqrt(), factor: self.factor * scale }
    }
}

fn largest(v: Vec3) -> f32 {
    v.abs().max_element()
}

/// No value between the keys is larger.
fn extreme(channel: &Channel) -> f32 {
    let largest = |values: &mut dyn Iterator<Item = &f32>| values.fold(0f32, |most, x| most.max(x.abs()));
    let all = largest(&mut channel.values.iter());
    if channel.interpolation != Interpolation::Cubic {
        return all;
    }
    let span = channel.times.windows(2).map(|pair| pair[1] - pair[0]).fold(0f32, f32::max);
    all * (1.0 + span)
}

/// Brings the finite numbers of a channel of positions, scales or weights within a limit. Returns how many keys it changed.
pub fn keys(channel: &mut Channel, key: usize, limit: f32) -> usize {
    let mut changed = 0;
    for key in channel.values.chunks_exact_mut(key) {
        changed += usize::from(key.iter().any(|value| value.abs() > limit));
        key.iter_mut().for_each(|value| *value = within(*value, limit));
    }
    changed
}

/// Keys of turns whose value, four numbers from `value` on, is far from unit length are brought to it as a whole.
pub fn turns(channel: &mut Channel, key: usize, value: usize) -> usize {
    let mut changed = 0;
    for key in channel.values.chunks_exact_mut(key) {
        let length = key[value..value + 4].iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
        if !(1e-3..=1e3).contains(&length) {
            key.iter_mut().for_each(|x| *x = (f64::from(*x) / length) as f32);
            changed += 1;
        }
        key.iter_mut().for_each(|x| *x = within(*x, LENGTH));
    }
    changed
}

#[cfg(test)]
mod tests {
    use crate::gltf::tests::{Builder, imported, parts, warnings};
    use anim::{
        Pose,
        codec::Settings,
        skinning::{self, Skinned},
    };
    use asset::{Cache, Project};
    use rayon::prelude::*;
    use serde_json::{Value, json};

    const ODD: [f32; 8] = [1e38, -1e38, 3e38, 1e30, 1e20, 1e-38, 1e-45, 1e12];

    fn next(seed: &mut u64) -> usize {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) as usize
    }

    /// Six bones in a chain with a skinned and morphing triangle, all of it moving; odd numbers in many places.
    fn hostile(seed: u64) -> Vec<u8> {
        let mut state = seed;
        let mut one_in = |n: usize, usual: f32| {
            let is_odd = next(&mut state).is_multiple_of(n);
            if is_odd { ODD[next(&mut state) % ODD.len()] } else { usual }
        };
        let mut node = |at: usize| {
            let mut node = json!({
                "translation": [one_in(9, 0.1), one_in(9, 1.0), 0],
                "scale": [one_in(9, 1.0), one_in(9, 2.0), 1],
                "rotation": [one_in(40, 0.0), 0, 0, 1],
            });
            if at < 5 {
                node["children"] = json!([at + 1]);
            }
            node
        };
        let mut nodes: Vec<Value> = (0..6).map(&mut node).collect();
        nodes.push(json!({"mesh": 0, "skin": 0, "weights": [one_in(4, 0.5)]}));
        let mut builder = Builder::new(json!({"nodes": nodes}));
        let mut values = |n: usize, usual: f32| -> Vec<f32> { (0..n).map(|_| one_in(12, usual)).collect() };
        let (positions, deltas, binds) = (values(9, 0.5), values(9, 0.1), values(6 * 16, 0.3));
        let (moves, turns, scales) = (values(27, 1.0), values(12, 0.5), values(27, 1.5));
        let (weights, colors) = (values(9, 0.5), values(12, 0.5));
        let mut times = vec![0.0, 0.5, one_in(3, 1.0).abs().max(0.75)];
        times.dedup();
        let positions = builder.floats("VEC3", 3, &positions);
        let deltas = builder.floats("VEC3", 3, &deltas);
        let colors = builder.floats("VEC4", 4, &colors);
        let binds = builder.floats("MAT4", 16, &binds);
        let (joints, on_joints) = builder.on_first_joint(3);
        let attributes = json!({"POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": on_joints, "COLOR_0": colors});
        builder.json["meshes"] =
            json!([{"primitives": [{"attributes": attributes, "targets": [{"POSITION": deltas}]}]}]);
        builder.json["skins"] = json!([{"joints": [5, 4, 3, 2, 1, 0], "inverseBindMatrices": binds}]);
        let times = builder.floats("SCALAR", 1, &times);
        let moves = builder.floats("VEC3", 3, &moves);
        let turns = builder.floats("VEC4", 4, &turns);
        let scales = builder.floats("VEC3", 3, &scales);
        let weights = builder.floats("SCALAR", 1, &weights);
        let sampler = |output: usize, how: &str| json!({"input": times, "output": output, "interpolation": how});
        let samplers = [
            sampler(moves, "CUBICSPLINE"),
            sampler(turns, "LINEAR"),
            sampler(scales, "CUBICSPLINE"),
            sampler(weights, "CUBICSPLINE"),
        ];
        let channel = |sampler: usize, node: usize, path: &str| json!({"sampler": sampler, "target": {"node": node, "path": path}});
        let mut channels = vec![channel(3, 6, "weights")];
        for bone in [0, 2, 4] {
            channels.extend([channel(0, bone, "translation"), channel(1, bone, "rotation"), channel(2, bone, "scale")]);
        }
        builder.json["animations"] = json!([{"name": "all", "channels": channels, "samplers": samplers}]);
        builder.finish()
    }

    /// Everything that playing makes of a project.
    fn numbers(project: &Project) -> Vec<f32> {
        let library = asset::compile(project, &mut Cache::default()).library;
        let authored = project.skeletons.values().next().unwrap();
        let (skeleton, mut numbers) = (&library.skeletons[0], Vec::new());
        let shells = asset::library_shells(&library, skeleton);
        let mut show = |pose: &Pose| {
            let mut models = Vec::new();
            anim::pose::local_to_model(skeleton, pose, &mut models);
            numbers.extend(models.iter().flat_map(|model| model.to_cols_array()));
            numbers.extend(pose.curves.iter().map(|(_, value)| *value));
            for part in parts(project) {
                let mut skinned = Skinned::default();
                skinning::skin_pose(&part.data, &models, pose, &mut skinned);
                numbers.extend(skinned.positions.iter().flat_map(|position| position.to_array()));
            }
        };
        show(&Pose::reference(skeleton));
        for clip in project.clips.values() {
            for time in [0.0, 0.25, 0.5, 0.6, 1e9] {
                let mut pose = Pose::reference(skeleton);
                for track in &clip.source.tracks {
                    let bone = authored.index(&track.bone).unwrap();
                    pose.set(bone, &track.evaluate(time, &skeleton.reference(bone)));
                }
                show(&pose);
            }
        }
        for clip in &library.clips {
            let settings = Settings { precision: 1e-4, ..Settings::default() };
            if let Ok((_, report)) = asset::compress(clip, &[], (skeleton, &shells), &settings) {
                numbers.extend([report.max_error, report.mean_error, report.root_mean_square, report.p99_error]);
                numbers.extend(report.bones.iter().flat_map(|bone| [bone.max, bone.mean, bone.root_mean_square]));
                numbers.extend(asset::seam(clip, (skeleton, &shells)));
            }
        }
        numbers
    }

    #[test]
    fn whatever_numbers_a_file_has_what_plays_is_finite() {
        (0..300).into_par_iter().for_each(|seed| {
            let found = imported(&hostile(seed));
            let numbers = numbers(&found.project);
            let bad = numbers.iter().filter(|number| !number.is_finite()).count();
            assert_eq!(bad, 0, "seed {seed}, {} numbers, {:?}", numbers.len(), warnings(&found));
        });
    }

    #[test]
    fn numbers_beyond_bounds_are_brought_within_and_reported_where_they_are() {
        let nodes = json!([{"name": "a", "translation": [1e38, -1e38, 5], "children": [1]}, {"name": "b", "scale": [1e20, 1, 1e-20]}]);
        let found = imported(&Builder::new(json!({"nodes": nodes})).finish());
        let bones = &found.project.skeletons.values().next().unwrap().bones;
        assert_eq!(bones[0].reference.translation.to_array(), [1e9, -1e9, 5.0]);
        assert_eq!(bones[1].reference.scale.to_array(), [1e6, 1.0, 0.0]);
        let places: Vec<String> = found.report.entries.iter().map(|entry| entry.place.to_string()).collect();
        assert_eq!(places, ["/nodes/0", "/nodes/1"]);
    }

    #[test]
    fn scales_that_multiply_beyond_bounds_are_left_out_from_there_on() {
        let node = |child: usize| json!({"scale": [1e4, 1e4, 1e4], "translation": [1, 0, 0], "children": [child]});
        let nodes = json!([node(1), node(2), node(3), {"translation": [1, 0, 0]}]);
        let found = imported(&Builder::new(json!({"nodes": nodes})).finish());
        let bones = &found.project.skeletons.values().next().unwrap().bones;
        let scales: Vec<f32> = bones.iter().map(|bone| bone.reference.scale.x).collect();
        assert_eq!(scales, [1e4, 1e4, 1.0, 1.0]);
        assert!(warnings(&found)[0].starts_with("warning: /nodes/2: "), "{:?}", warnings(&found));
    }

    #[test]
    fn keys_at_absurd_times_are_left_out() {
        let clip = |times: [f32; 3]| {
            let mut builder = Builder::new(json!({"nodes": [{}]}));
            let input = builder.floats("SCALAR", 1, &times);
            let output = builder.vec3(&[[1.0; 3], [2.0; 3], [3.0; 3]]);
            let channel = json!({"sampler": 0, "target": {"node": 0, "path": "translation"}});
            builder.json["animations"] =
                json!([{"channels": [channel], "samplers": [{"input": input, "output": output}]}]);
            let found = imported(&builder.finish());
            let clip = found.project.clips.values().next().unwrap().clone();
            let channel = clip.source.tracks[0].translation.clone().unwrap();
            (channel.times, channel.values[0], clip.source.duration, warnings(&found).len())
        };
        assert_eq!(clip([-1e38, 0.0, 1.0]), (vec![0.0, 1.0], 2.0, 1.0, 2), "also that keys lie before 0");
        assert_eq!(clip([0.0, 1.0, 1e30]), (vec![0.0, 1.0], 1.0, 1.0, 1));
        assert_eq!(clip([1e30, 1e31, 1e32]), (vec![0.0], 1.0, 0.0, 1));
        assert_eq!(clip([0.0, 0.5, 1.0]), (vec![0.0, 0.5, 1.0], 1.0, 1.0, 0));
    }
}
