//! Compiled clips against their sources, by a twin of the source's interpolation in double
//! precision that is written here.

use super::*;
use crate::{
    Cache, Clip, Compiled, Id, Project, Severity, Skeleton,
    clip::{Additive, AdditiveBase, LoopPolicy},
    compile,
    diagnostic::Kind,
    skeleton::Bone,
    source::ClipSource,
};
use anim::{additive::AdditiveKind, codec::EncoderSettings};
use glam::{DAffine3, DMat3, DQuat, DVec3, Quat};
use std::sync::Arc;

const RIG: Id = Id(1);
const CLIP: Id = Id(2);
/// Metres: from a bone, where nothing hangs on it.
const SHELL: f64 = 0.03;

fn rig() -> Skeleton {
    let up = |y: f32| Transform::from_translation(Vec3::Y * y);
    let bones = vec![
        Bone::new("root", None, up(0.9)),
        Bone::new("upper", Some(0), up(0.5)),
        Bone::new("lower", Some(1), up(0.3)),
        Bone::new("hand", Some(2), up(0.25)),
    ];
    Skeleton {
        name: "rig".into(),
        bones,
        ..Skeleton::default()
    }
}

/// Values by a bone's number and a key's, and how they run.
fn rotations(bone: u32, times: &[f32], interpolation: Interpolation, seed: u32) -> Channel {
    let value = |key: usize| {
        let angle = |axis: u32| ((seed * 7 + bone * 3 + axis) as f32 + key as f32 * 1.7).sin();
        Quat::from_euler(
            glam::EulerRot::XYZ,
            1.2 * angle(0),
            0.8 * angle(1),
            angle(2),
        )
        .to_array()
    };
    let values = (0..times.len()).flat_map(|key| keyed(&value(key), interpolation, key));
    Channel {
        interpolation,
        times: times.to_vec(),
        values: values.collect(),
    }
}

fn translations(times: &[f32], interpolation: Interpolation, seed: u32) -> Channel {
    let value = |key: usize| {
        [0, 1, 2].map(|axis| 0.9 + 0.3 * ((seed + axis) as f32 + key as f32 * 2.3).sin())
    };
    let values = (0..times.len()).flat_map(|key| keyed(&value(key), interpolation, key));
    Channel {
        interpolation,
        times: times.to_vec(),
        values: values.collect(),
    }
}

/// With tangents where they count.
fn keyed(value: &[f32], interpolation: Interpolation, key: usize) -> Vec<f32> {
    let tangent: Vec<f32> = (0..value.len())
        .map(|at| 1.5 * ((at * 5 + key) as f32).cos())
        .collect();
    match interpolation {
        Interpolation::Cubic => [&tangent, value, &tangent].concat(),
        Interpolation::Step | Interpolation::Linear => value.to_vec(),
    }
}

fn project(tracks: Vec<Track>, duration: f32) -> Project {
    let source = ClipSource {
        duration,
        tracks,
        curves: Vec::new(),
    };
    let mut project = Project::default();
    project.skeletons.insert(RIG, Arc::new(rig()));
    project.clips.insert(
        CLIP,
        Arc::new(Clip::new("clip", RIG, Arc::new(source), 30.0)),
    );
    project
}

/// Every bone turns, and the root moves.
fn moving(times: &[f32], interpolation: Interpolation, seed: u32) -> Project {
    let names = ["root", "upper", "lower", "hand"];
    let track = |(bone, name): (u32, &str)| Track {
        bone: name.into(),
        rotation: Some(rotations(bone, times, interpolation, seed)),
        translation: (bone == 0).then(|| translations(times, interpolation, seed)),
        ..Track::default()
    };
    project(
        (0..).zip(names).map(track).collect(),
        times[times.len() - 1],
    )
}

fn edit(project: &mut Project, edit: impl FnOnce(&mut Clip)) {
    edit(Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()));
}

/// The twin: a channel's value at a time, in double precision.
fn value(channel: &Channel, width: usize, time: f64) -> Vec<f64> {
    let parts = if channel.interpolation == Interpolation::Cubic {
        3
    } else {
        1
    };
    let at = |key: usize, part: usize| -> Vec<f64> {
        let first = (key * parts + part) * width;
        channel.values[first..first + width]
            .iter()
            .map(|it| f64::from(*it))
            .collect()
    };
    let own = parts / 2;
    let after = channel
        .times
        .iter()
        .filter(|key| f64::from(**key) <= time)
        .count();
    if after == 0 || after == channel.times.len() {
        return at(after.saturating_sub(1), own);
    }
    let (a, b) = (
        f64::from(channel.times[after - 1]),
        f64::from(channel.times[after]),
    );
    let (u, h) = ((time - a) / (b - a), b - a);
    let (from, to) = (at(after - 1, own), at(after, own));
    match channel.interpolation {
        Interpolation::Step => from,
        Interpolation::Linear if width == 4 => {
            let quat = |value: &[f64]| DQuat::from_slice(value).normalize();
            quat(&from)
                .slerp(
                    if quat(&from).dot(quat(&to)) < 0.0 {
                        -quat(&to)
                    } else {
                        quat(&to)
                    },
                    u,
                )
                .to_array()
                .into()
        }
        Interpolation::Linear => from
            .iter()
            .zip(&to)
            .map(|(from, to)| from + (to - from) * u)
            .collect(),
        Interpolation::Cubic => {
            let (out, into) = (at(after - 1, 2), at(after, 0));
            let (u2, u3) = (u * u, u * u * u);
            let one = |i: usize| {
                (2.0 * u3 - 3.0 * u2 + 1.0) * from[i]
                    + h * (u3 - 2.0 * u2 + u) * out[i]
                    + (3.0 * u2 - 2.0 * u3) * to[i]
                    + h * (u3 - u2) * into[i]
            };
            (0..width).map(one).collect()
        }
    }
}

/// `model_from_bone` of every bone, as the file says.
fn right(project: &Project, time: f64) -> Vec<DAffine3> {
    let (skeleton, source) = (&project.skeletons[&RIG], &project.clips[&CLIP].source);
    let mut models: Vec<DAffine3> = Vec::new();
    for bone in &skeleton.bones {
        let track = source.tracks.iter().find(|track| track.bone == bone.key);
        let rest = (
            bone.reference.translation.as_dvec3(),
            bone.reference.rotation.as_dquat(),
        );
        let (translation, rotation) = track.map_or(rest, |track| {
            let move_by = |channel: &Channel| DVec3::from_slice(&value(channel, 3, time));
            let turn = |channel: &Channel| DQuat::from_slice(&value(channel, 4, time)).normalize();
            (
                track.translation.as_ref().map_or(rest.0, move_by),
                track.rotation.as_ref().map_or(rest.1, turn),
            )
        });
        let local = DAffine3 {
            matrix3: DMat3::from_quat(rotation),
            translation,
        };
        models.push(
            bone.parent
                .map_or(local, |parent| models[parent as usize] * local),
        );
    }
    models
}

fn shown(skeleton: &anim::Skeleton, clip: &anim::Clip, time: f64) -> Vec<DAffine3> {
    let mut pose = Pose::default();
    clip.sample(skeleton, time, &mut pose);
    let mut models: Vec<DAffine3> = Vec::new();
    for (bone, local) in pose.iter().enumerate() {
        let rotation = DQuat::from_array(local.rotation.to_array().map(f64::from)).normalize();
        let local = DAffine3 {
            matrix3: DMat3::from_quat(rotation),
            translation: local.translation.as_dvec3(),
        };
        models.push(
            skeleton
                .parent(bone)
                .map_or(local, |parent| models[parent] * local),
        );
    }
    models
}

/// Metres: how far any point three centimetres from a bone is off, at many times: everywhere
/// evenly, at the keys, and close by on either side.
fn off(project: &Project, compiled: &Compiled) -> (f64, f64) {
    let (skeleton, clip) = (&compiled.library.skeletons[0], &compiled.library.clips[0]);
    let duration = f64::from(project.clips[&CLIP].source.duration);
    let mut all: Vec<f32> = project.clips[&CLIP]
        .source
        .channels()
        .flat_map(|channel| channel.times.clone())
        .collect();
    all.sort_by(f32::total_cmp);
    let near = |key: f32| {
        let key = f64::from(key);
        [0.0, 1e-9, -1e-9, 3e-7, -3e-7, 1e-4, -1e-4, 3e-3, -3e-3]
            .map(|by| (key + by).clamp(0.0, duration))
    };
    // Between two keys that are neighbours among floats nothing can be.
    let is_moment = |time: f64| {
        let after = all.partition_point(|key| f64::from(*key) <= time);
        after > 0
            && after < all.len()
            && all[after] <= all[after - 1].next_up()
            && f64::from(all[after - 1]) < time
    };
    let times = (0..=4001)
        .map(|step| duration * f64::from(step) / 4001.0)
        .chain(all.iter().copied().flat_map(near));
    let mut worst = (0.0, 0.0);
    for time in times.filter(|time| !is_moment(*time)) {
        for (right, shown) in right(project, time).iter().zip(shown(skeleton, clip, time)) {
            for axis in [
                DVec3::X,
                DVec3::Y,
                DVec3::Z,
                DVec3::NEG_X,
                DVec3::NEG_Y,
                DVec3::NEG_Z,
            ] {
                let point = axis * SHELL;
                let distance = right
                    .transform_point3(point)
                    .distance(shown.transform_point3(point));
                if distance > worst.0 {
                    worst = (distance, time);
                }
            }
        }
    }
    worst
}

fn check(project: &Project, what: &str) -> Compiled {
    let compiled = compile(
        project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let report = &compiled.reports[&CLIP];
    let (worst, time) = off(project, &compiled);
    let asked = f64::from(report.precision);
    assert!(
        worst <= asked * 1.01,
        "{what}: {worst} m off at {time} s, told {:?}",
        report.source
    );
    assert!(
        !report.is_red() && f64::from(report.source.max) <= asked,
        "{what}: {:?}",
        report.source
    );
    assert!(
        compiled.diagnostics.is_empty(),
        "{what}: {:?}",
        compiled.diagnostics
    );
    compiled
}

const PUNCH: [f32; 5] = [0.0, 0.21, 0.347, 0.412, 0.9];

#[test]
fn hand_keyed_clips_are_within_their_precision_of_the_file_at_all_times() {
    for interpolation in [
        Interpolation::Linear,
        Interpolation::Cubic,
        Interpolation::Step,
    ] {
        for seed in 0..3 {
            let compiled = check(
                &moving(&PUNCH, interpolation, seed),
                &format!("{interpolation:?} {seed}"),
            );
            assert!(!compiled.library.clips[0].times.is_empty());
        }
        let seven: Vec<f32> = (0..7).map(|key| key as f32 * 1.37 / 6.0).collect();
        check(&moving(&seven, interpolation, 5), "seven");
    }
}

#[test]
fn keys_as_close_as_floats_can_be_and_far_into_a_clip_are_kept() {
    let close = [0.0, 0.41, 0.410_001, 0.410_001_03, 0.6, 0.600_000_1, 0.9];
    check(&moving(&close, Interpolation::Linear, 2), "close");
    let late: Vec<f32> = [0.0, 900.01, 900.02, 900.033, 900.0331, 900.3].to_vec();
    check(&moving(&late, Interpolation::Linear, 3), "late");
    check(&moving(&[0.0, 1e-6], Interpolation::Linear, 3), "short");
}

#[test]
fn a_step_is_exact_to_the_last_digit_of_its_time_also_beside_what_runs_on() {
    let mut project = moving(&[0.0, 0.2, 0.333_333, 0.5, 0.8], Interpolation::Step, 4);
    edit(&mut project, |clip| {
        let source = Arc::make_mut(&mut clip.source);
        source.tracks[3].rotation = Some(rotations(3, &[0.0, 0.31, 0.8], Interpolation::Linear, 1));
        source.tracks[2].rotation = Some(rotations(2, &[0.0, 0.1, 0.8], Interpolation::Cubic, 1));
    });
    let compiled = check(&project, "mixed");
    let (skeleton, clip) = (&compiled.library.skeletons[0], &compiled.library.clips[0]);
    for key in [0.2f32, 0.333_333, 0.5, 0.8] {
        let at = f64::from(key);
        let place = |time: f64| shown(skeleton, clip, time)[0].translation;
        assert!(
            place(at).distance(right(&project, at)[0].translation) < 2e-4,
            "{key}"
        );
        let before = at - 1e-12;
        assert!(
            place(before).distance(right(&project, before)[0].translation) < 2e-4,
            "before {key}"
        );
        assert!(
            place(at).distance(place(before)) > 0.01,
            "it jumps at {key}"
        );
    }
    assert_eq!(
        clip.times
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .count(),
        4
    );
}

#[test]
fn even_frames_stay_where_they_are_enough() {
    let times: Vec<f32> = (0..61).map(|frame| frame as f32 / 30.0).collect();
    let swing = |key: usize| Quat::from_rotation_z(0.3 * (key as f32 * 0.15).sin()).to_array();
    let values = (0..61).flat_map(swing).collect();
    let rotation = Some(Channel {
        times,
        values,
        ..Channel::default()
    });
    let track = Track {
        bone: "upper".into(),
        rotation,
        ..Track::default()
    };
    let compiled = check(&project(vec![track], 2.0), "even");
    let clip = &compiled.library.clips[0];
    assert_eq!((clip.key_count, clip.times.len()), (61, 0));
    assert!(compiled.reports[&CLIP].times.is_empty());
}

#[test]
fn a_closed_loop_keeps_its_keys_and_a_travelling_root_its_pace() {
    let mut project = moving(&PUNCH, Interpolation::Linear, 1);
    edit(&mut project, |clip| {
        (clip.looping, clip.loop_policy, clip.root_motion.enabled) = (true, LoopPolicy::Wrap, true);
    });
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let (skeleton, clip) = (&compiled.library.skeletons[0], &compiled.library.clips[0]);
    let (worst, time) = off(&project, &compiled);
    assert!(worst <= 1.01e-4, "{worst} at {time}");
    let frame = f64::from(clip.length) - 0.9;
    let [before, last, after] =
        [0.9 - frame, 0.9, 0.9 + frame].map(|time| shown(skeleton, clip, time)[0]);
    let onwards = last * (before.inverse() * last);
    assert!(
        onwards.translation.distance(after.translation) < 5e-4,
        "{onwards:?} {after:?}"
    );
}

#[test]
fn differences_keep_jumps_and_keys_as_well() {
    let mut project = moving(&PUNCH, Interpolation::Linear, 1);
    edit(&mut project, |clip| {
        clip.additive = Some(Additive {
            kind: AdditiveKind::Local,
            base: AdditiveBase::ReferencePose,
        });
    });
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    // On the reference pose an additive clip shows what it was made from.
    let (worst, time) = off(&project, &compiled);
    assert!(worst <= 1.01e-4, "{worst} at {time}");
    assert!(!compiled.library.clips[0].times.is_empty() && !compiled.reports[&CLIP].is_red());
}

#[test]
fn what_cannot_be_met_is_measured_against_the_file_and_told() {
    // More bends than there may be frames.
    let times: Vec<f32> = vec![0.0, 0.05];
    let mut project = moving(&times, Interpolation::Cubic, 1);
    edit(&mut project, |clip| {
        let source = Arc::make_mut(&mut clip.source);
        source
            .tracks
            .iter_mut()
            .flat_map(|track| [&mut track.rotation, &mut track.translation])
            .flatten()
            .for_each(|channel| {
                let width = channel.values.len() / 6;
                channel.values[2 * width..3 * width]
                    .iter_mut()
                    .for_each(|tangent| *tangent = 9e3);
            });
        clip.compression = Some(EncoderSettings {
            precision: 1e-6,
            ..EncoderSettings::default()
        });
    });
    for compression in [project.clips[&CLIP].compression, None] {
        edit(&mut project, |clip| clip.compression = compression);
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let (worst, _) = off(&project, &compiled);
        let found = compiled
            .diagnostics
            .iter()
            .find_map(|found| match found.kind {
                Kind::SourceMissed { error, .. } if found.severity == Severity::Warning => {
                    Some(f64::from(error))
                }
                _ => None,
            });
        let error =
            found.unwrap_or_else(|| panic!("{worst} is not told: {:?}", compiled.diagnostics));
        assert!(
            worst > 1e-6 && error >= worst * 0.8 && error <= worst * 3.0,
            "{worst} told as {error}"
        );
        if compression.is_some() {
            assert!(compiled.reports[&CLIP].is_red());
        }
    }
}

#[test]
fn what_hangs_on_a_bone_chooses_the_frames_also_of_a_clip_that_keeps_every_key() {
    let times: Vec<f32> = (0..31).map(|frame| frame as f32 / 30.0).collect();
    let swing = |key: usize| Quat::from_rotation_z(0.5 * (key as f32 * 0.6).sin()).to_array();
    let rotation = Some(Channel {
        times,
        values: (0..31).flat_map(swing).collect(),
        ..Channel::default()
    });
    let mut project = project(
        vec![Track {
            bone: "hand".into(),
            rotation,
            ..Track::default()
        }],
        1.0,
    );
    edit(&mut project, |clip| clip.compression = None);
    let mut cache = Cache::default();
    let keys = |project: &Project, cache: &mut Cache| {
        compile(project, cache, crate::CompileOptions::default())
            .library
            .clips[0]
            .key_count
    };
    assert_eq!(keys(&project, &mut cache), 31);
    let far = Transform::from_translation(Vec3::X * 40.0);
    let socket = crate::skeleton::Socket::new(Id(9), "tip", "hand".into(), far);
    Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap())
        .sockets
        .push(socket);
    let longer = keys(&project, &mut cache);
    assert!(
        longer > 31 && longer == keys(&project, &mut Cache::default()),
        "{longer}"
    );
}

#[test]
fn what_is_kept_elsewhere_has_the_same_times() {
    let project = moving(&PUNCH, Interpolation::Linear, 1);
    let fresh = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let mut cache = Cache::default();
    let live = crate::compile(&project, &mut cache, crate::CompileOptions::deferred());
    let done = live.pending.into_iter().map(crate::Work::compress);
    done.collect::<Vec<_>>()
        .into_iter()
        .for_each(|done| cache.take_compressed(done));
    let finished = compile(&project, &mut cache, crate::CompileOptions::default());
    assert_eq!(finished.library.clips[0], fresh.library.clips[0]);
    assert_eq!(finished.reports, fresh.reports);
    let (_, report) = crate::compress_authored(&project, CLIP, &EncoderSettings::default())
        .unwrap()
        .unwrap();
    assert_eq!(report, *fresh.reports[&CLIP]);
}
