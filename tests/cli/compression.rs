//! Every clip of the shared corpus, compressed: how far off it is, how much smaller, and that it
//! says so.

use crate::corpus::corpus;
use asset::{
    Cache, Clip, Project, compile,
    source::{Channel, Interpolation, Track},
};
use glam::{DAffine3, DQuat, DVec3};
use std::path::{Path, PathBuf};

/// Of a clip, at which it is looked at.
const TIMES: u32 = 24;

fn gltf_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        let ending = entry
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default()
            .to_owned();
        if entry.is_dir() {
            gltf_files(&entry, found);
        } else if ending == "glb" || ending == "gltf" {
            found.push(entry);
        }
    }
    found.sort();
}

/// A file's clips as they are, and with a precision of a ten-thousandth of the figure's size, which
/// suits files that count in centimetres too.
fn check(path: &Path, totals: &mut (usize, usize, usize)) {
    let Ok(imported) = files::import(path, None, &Default::default(), &|_| true) else {
        return;
    };
    let mut project = imported.project;
    let raw_clips = {
        let mut raw = project.clone();
        raw.clips
            .values_mut()
            .for_each(|clip| std::sync::Arc::make_mut(clip).compression = None);
        compile(
            &raw,
            &mut Cache::default(),
            asset::CompileOptions::default(),
        )
        .library
    };
    for clip in project.clips.values_mut() {
        let clip = std::sync::Arc::make_mut(clip);
        let settings = clip
            .compression
            .as_mut()
            .expect("clips are compressed unless told otherwise");
        settings.precision = raw_clips
            .clip(anim::Name::new(&clip.name))
            .map_or(1e-4, |raw| size(&raw_clips, raw) * 1e-4);
    }
    let compiled = compile(
        &project,
        &mut Cache::default(),
        asset::CompileOptions::default(),
    );
    for (id, report) in &compiled.reports {
        let place = || format!("{} “{}”", path.display(), project.clips[id].name);
        assert!(report.max_error.is_finite(), "{}", place());
        assert_eq!(
            report.is_red(),
            report.max_error.max(report.source.max) > report.precision,
            "{}",
            place()
        );
        assert!(
            !report.is_red(),
            "{}: {} and {:?} of {}",
            place(),
            report.max_error,
            report.source,
            report.precision
        );
        totals.0 += 1;
        totals.1 += report.raw_bytes;
        totals.2 += report.compressed_bytes;
    }
    for clip in project.clips.values() {
        let off = farthest(&project, clip, &compiled.library);
        let precision = f64::from(clip.compression.as_ref().unwrap().precision);
        assert!(
            off <= precision,
            "{} “{}”: {off} m off its file, of {precision}",
            path.display(),
            clip.name
        );
    }
    let count = compiled
        .library
        .clips
        .iter()
        .filter(|clip| clip.compressed.is_some())
        .count();
    assert_eq!(
        count,
        compiled.reports.len(),
        "{}: every clip that is reported on is compressed",
        path.display()
    );
    assert_eq!(
        count,
        compiled.library.clips.len(),
        "{}: every clip is compressed",
        path.display()
    );
}

/// How far a bone of the compiled clip is from where its file has it, metres, at times that are
/// those of no frame. What the file means is worked out here.
fn farthest(project: &Project, clip: &Clip, library: &anim::Library) -> f64 {
    let (rig, compiled) = (
        &project.skeletons[&clip.skeleton],
        library.clip(anim::Name::new(&clip.name)).unwrap(),
    );
    let skeleton = library.skeleton(compiled.skeleton).unwrap();
    let (mut pose, mut models) = (anim::Pose::default(), Vec::new());
    let mut most = 0.0f64;
    for nth in 1..=TIMES {
        let time = f64::from(clip.source.duration) * (f64::from(nth) * 0.618_033_988_75).fract();
        // A float that is hardly beside a jump may be on its other side.
        let is_at_a_jump = |key: &f32| (f64::from(*key) - time).abs() < 1e-4;
        if clip
            .source
            .channels()
            .any(|channel| channel.times.iter().any(is_at_a_jump))
        {
            continue;
        }
        compiled.sample(skeleton, time, &mut pose);
        anim::pose::local_to_model(skeleton, &pose, &mut models);
        let mut wanted: Vec<DAffine3> = Vec::new();
        for bone in &rig.bones {
            let track = clip
                .source
                .tracks
                .iter()
                .find(|track| track.bone == bone.key);
            let local = told(track, &bone.reference, time);
            wanted.push(
                bone.parent
                    .map_or(local, |parent| wanted[parent as usize] * local),
            );
        }
        for (found, wanted) in models.iter().zip(&wanted) {
            most = most.max(found.translation.as_dvec3().distance(wanted.translation));
        }
    }
    most
}

fn told(track: Option<&Track>, rest: &anim::Transform, time: f64) -> DAffine3 {
    let channel = |of: fn(&Track) -> Option<&Channel>| track.and_then(of);
    let place =
        channel(|it| it.translation.as_ref()).map(|it| DVec3::from(value::<3>(it, time, false)));
    let turn =
        channel(|it| it.rotation.as_ref()).map(|it| DQuat::from_array(value::<4>(it, time, true)));
    let size = channel(|it| it.scale.as_ref()).map(|it| DVec3::from(value::<3>(it, time, false)));
    DAffine3::from_scale_rotation_translation(
        size.unwrap_or(rest.scale.as_dvec3()),
        turn.unwrap_or(rest.rotation.as_dquat()).normalize(),
        place.unwrap_or(rest.translation.as_dvec3()),
    )
}

/// As glTF 2.0 has it, appendix C; rotations between keys go the shorter way on the sphere.
fn value<const N: usize>(channel: &Channel, time: f64, is_turn: bool) -> [f64; N] {
    let (parts, last) = (
        if channel.interpolation == Interpolation::Cubic {
            3
        } else {
            1
        },
        channel.times.len() - 1,
    );
    let part = |key: usize, part: usize| -> [f64; N] {
        std::array::from_fn(|at| channel.values[(key * parts + part) * N + at].into())
    };
    let key = |key: usize| part(key, usize::from(parts == 3));
    let next = channel
        .times
        .iter()
        .position(|key| f64::from(*key) > time)
        .unwrap_or(last + 1);
    if next == 0 || next > last {
        return key(if next == 0 { 0 } else { last });
    }
    let (from, to) = (
        f64::from(channel.times[next - 1]),
        f64::from(channel.times[next]),
    );
    let (u, long, a, b) = (
        (time - from) / (to - from),
        to - from,
        key(next - 1),
        key(next),
    );
    let mixed = |wa: f64, wb: f64| std::array::from_fn(|at| wa * a[at] + wb * b[at]);
    match channel.interpolation {
        Interpolation::Step => a,
        Interpolation::Linear if is_turn => {
            let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            let angle = dot.abs().min(1.0).acos();
            let sign = if dot < 0.0 { -1.0 } else { 1.0 };
            if angle < 1e-9 {
                mixed(1.0 - u, u * sign)
            } else {
                mixed(
                    ((1.0 - u) * angle).sin() / angle.sin(),
                    sign * (u * angle).sin() / angle.sin(),
                )
            }
        }
        Interpolation::Linear => mixed(1.0 - u, u),
        Interpolation::Cubic => {
            let (out, into, u2, u3) = (part(next - 1, 2), part(next, 0), u * u, u * u * u);
            std::array::from_fn(|at| {
                (2.0 * u3 - 3.0 * u2 + 1.0) * a[at]
                    + long * (u3 - 2.0 * u2 + u) * out[at]
                    + (3.0 * u2 - 2.0 * u3) * b[at]
                    + long * (u3 - u2) * into[at]
            })
        }
    }
}

/// The largest distance of a bone from the origin in the first pose, metres; at least one.
fn size(library: &anim::Library, clip: &anim::Clip) -> f32 {
    let Some(skeleton) = library.skeleton(clip.skeleton) else {
        return 1.0;
    };
    let (mut pose, mut models) = (anim::Pose::default(), Vec::new());
    clip.sample(skeleton, 0.0, &mut pose);
    anim::pose::local_to_model(skeleton, &pose, &mut models);
    models
        .iter()
        .map(|model| model.translation.length())
        .fold(1.0, f32::max)
}

#[test]
#[ignore = "reads the corpus at ../shared/data, beside the repository"]
fn every_clip_keeps_its_precision() {
    let root = corpus();
    let (mut found, mut totals) = (Vec::new(), (0, 0, 0));
    gltf_files(&root.join("gltf"), &mut found);
    found.iter().for_each(|path| check(path, &mut totals));
    let (clips, raw, compressed) = totals;
    println!(
        "{clips} clips, {raw} bytes as {compressed}, {:.2} : 1",
        raw as f64 / compressed as f64
    );
    assert!(clips > 100, "the corpus has lost its clips: {clips}");
    assert!(compressed * 5 < raw);
}
