use crate::{
    Cache, Clip, Id, Project, Skeleton,
    clip::{Additive, AdditiveBase, LoopPolicy},
    compile,
    skeleton::Bone,
    source::{Channel, ClipSource, Track},
};
use anim::{Name, Pose, Transform, clip::RootMotion, notify::clip_ranges};
use glam::{Quat, Vec3};
use std::sync::Arc;

const CLIP: Id = Id(2);

/// Frames at 10 a second, one a pair: the x of the root, which turns `turn` radians a frame, and
/// the x of the arm, which turns 30 degrees a frame.
fn project(frames: &[(f32, f32)], turn: f32) -> Project {
    let bone = |name: &str, parent| Bone::new(name, parent, Transform::IDENTITY);
    let times: Vec<f32> = (0..frames.len()).map(|frame| frame as f32 / 10.0).collect();
    let channel = |values: Vec<f32>| {
        Some(Channel {
            times: times.clone(),
            values,
            ..Channel::default()
        })
    };
    let moved = |x: fn(&(f32, f32)) -> f32| {
        channel(
            frames
                .iter()
                .flat_map(|frame| [x(frame), 0.0, 0.0])
                .collect(),
        )
    };
    let turned = |angle: f32| {
        let turns = (0..frames.len()).map(|frame| Quat::from_rotation_z(angle * frame as f32));
        channel(turns.flat_map(|turn| turn.to_array()).collect())
    };
    let tracks = vec![
        Track {
            bone: "root".into(),
            translation: moved(|f| f.0),
            rotation: turned(turn),
            ..Track::default()
        },
        Track {
            bone: "arm".into(),
            translation: moved(|f| f.1),
            rotation: turned(30f32.to_radians()),
            ..Track::default()
        },
    ];
    let source = ClipSource {
        duration: *times.last().unwrap(),
        tracks,
        curves: Vec::new(),
    };
    let clip = Clip {
        looping: true,
        loop_policy: LoopPolicy::Wrap,
        compression: None,
        ..Clip::new("clip", Id(1), Arc::new(source), 10.0)
    };
    let bones = vec![bone("root", None), bone("arm", Some(0))];
    let mut project = Project::default();
    project.skeletons.insert(
        Id(1),
        Arc::new(Skeleton {
            name: "s".into(),
            bones,
            ..Skeleton::default()
        }),
    );
    project.clips.insert(CLIP, Arc::new(clip));
    project
}

fn edit(project: &mut Project, edit: impl FnOnce(&mut Clip)) {
    edit(Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()));
}

fn travels(clip: &mut Clip) {
    clip.root_motion = RootMotion {
        enabled: true,
        ..RootMotion::default()
    };
}

fn compiled(project: &Project, cache: &mut Cache) -> (Arc<anim::Skeleton>, Arc<anim::Clip>) {
    let compiled = compile(project, cache, crate::CompileOptions::default());
    assert_eq!(compiled.diagnostics, []);
    (
        compiled.library.skeletons[0].clone(),
        compiled.library.clip(Name::new("clip")).unwrap().clone(),
    )
}

/// The x of root and arm.
fn at((skeleton, clip): &(Arc<anim::Skeleton>, Arc<anim::Clip>), time: f64) -> (f32, f32) {
    let mut pose = Pose::default();
    clip.sample(skeleton, time, &mut pose);
    (pose.translation(0).x, pose.translation(1).x)
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-4
}

/// What moves the character over `delta` seconds from `from`.
fn root_motion(
    (skeleton, clip): &(Arc<anim::Skeleton>, Arc<anim::Clip>),
    from: f64,
    delta: f64,
) -> Transform {
    let mut total = Transform::IDENTITY;
    clip_ranges(from, delta, clip.length.into(), true, false, |range| {
        total = total.compose(&clip.root_delta(skeleton, range.from, range.to));
    });
    total
}

const FRAMES: [(f32, f32); 4] = [(0.0, 0.0), (1.0, 1.0), (3.0, 2.0), (5.0, 4.0)];

#[test]
fn one_more_frame_leads_from_the_last_key_to_the_first() {
    let project = project(&FRAMES, 0.0);
    let wrapped = compiled(&project, &mut Cache::default());
    assert_eq!(
        (wrapped.1.key_count, wrapped.1.length, wrapped.1.rate()),
        (5, 0.4, 10.0)
    );
    assert_eq!(project.clips[&CLIP].length(), wrapped.1.length);
    for (time, expected) in [
        (0.1, (1.0, 1.0)),
        (0.3, (5.0, 4.0)),
        (0.35, (2.5, 2.0)),
        (0.4, (0.0, 0.0)),
    ] {
        let got = at(&wrapped, time);
        assert!(
            near(got.0, expected.0) && near(got.1, expected.1),
            "{time}: {got:?}"
        );
    }
    let mut pose = Pose::default();
    wrapped.1.sample(&wrapped.0, 0.35, &mut pose);
    let half = pose
        .rotation(1)
        .angle_between(Quat::from_rotation_z(45f32.to_radians()));
    assert!(half < 1e-3, "half way back from 90 degrees: {half}");
}

#[test]
fn a_clamped_clip_and_a_single_key_take_what_they_take() {
    let mut clamped = project(&FRAMES, 0.0);
    edit(&mut clamped, |clip| {
        (clip.loop_policy, clip.looping) = (LoopPolicy::Clamp, false)
    });
    let clip = compiled(&clamped, &mut Cache::default()).1;
    assert_eq!(
        (clip.key_count, clip.length, clamped.clips[&CLIP].length()),
        (4, 0.3, 0.3)
    );
    let still = project(&FRAMES[..1], 0.0);
    let clip = compiled(&still, &mut Cache::default()).1;
    assert_eq!(
        (clip.key_count, clip.length, still.clips[&CLIP].length()),
        (2, 0.1, 0.1)
    );
}

#[test]
fn root_motion_goes_on_over_the_seam_at_the_last_velocity() {
    let (mut straight, mut cache) = (project(&FRAMES, 0.0), Cache::default());
    assert!(
        near(at(&compiled(&straight, &mut cache), 0.4).0, 0.0),
        "the pose has the root: it goes back"
    );
    edit(&mut straight, travels);
    let wrapped = compiled(&straight, &mut cache);
    let got = at(&wrapped, 0.4);
    assert!(
        near(got.0, 7.0) && near(got.1, 0.0),
        "the root goes on, the arm goes back: {got:?}"
    );
    assert!(
        near(root_motion(&wrapped, 0.35, 0.1).translation.x, 1.0 + 0.5),
        "no jump back"
    );
    assert!(near(
        root_motion(&wrapped, 0.15, 1.2).translation.x,
        3.0 * 7.0
    ));
    assert_eq!(
        wrapped.1.tracks[0].rotation.count, 0,
        "what does not turn takes no keys"
    );
}

#[test]
fn a_root_that_walks_in_a_circle_stays_on_it() {
    let turn = 30f32.to_radians();
    let mut round = project(&[(0.0, 0.0); 4], turn);
    let mut source = (*round.clips[&CLIP].source).clone();
    let places =
        (0..4).flat_map(|frame| (Quat::from_rotation_z(turn * frame as f32) * Vec3::X).to_array());
    source.tracks[0].translation.as_mut().unwrap().values = places.collect();
    edit(&mut round, |clip| clip.source = Arc::new(source));
    edit(&mut round, travels);
    let wrapped = compiled(&round, &mut Cache::default());
    let (last, over) = (
        root_motion(&wrapped, 0.2, 0.1),
        root_motion(&wrapped, 0.3, 0.1),
    );
    assert!(
        over.translation.abs_diff_eq(last.translation, 1e-5)
            && over.rotation.abs_diff_eq(last.rotation, 1e-5)
    );
    let cycle = root_motion(&wrapped, 0.0, 1.2);
    assert!(
        cycle.translation.length() < 1e-4,
        "three times 120 degrees: {}",
        cycle.translation
    );
}

#[test]
fn compressed_and_additive_clips_lead_back_too() {
    let mut project = project(&FRAMES, 0.0);
    edit(&mut project, |clip| {
        clip.compression = Some(anim::codec::EncoderSettings::default())
    });
    let wrapped = compiled(&project, &mut Cache::default());
    assert!(wrapped.1.compressed.is_some() && wrapped.1.key_count == 5);
    assert!((at(&wrapped, 0.35).1 - 2.0).abs() < 2e-4 && at(&wrapped, 0.4).1.abs() < 2e-4);
    let additive = Additive {
        base: AdditiveBase::OwnFrame(3),
        ..Additive::default()
    };
    edit(&mut project, |clip| {
        (clip.compression, clip.additive) = (None, Some(additive))
    });
    let wrapped = compiled(&project, &mut Cache::default());
    assert!(near(at(&wrapped, 0.4).1, -4.0) && near(at(&wrapped, 0.3).1, 0.0));
}
