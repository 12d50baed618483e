use super::*;
use crate::clip::LoopPolicy;
use crate::{
    clip::{Additive, AdditiveBase},
    source::{Channel, ClipSource, Interpolation},
};
use anim::{Pose, Transform, additive::AdditiveKind, clip::Keys, retarget::Retarget};
use glam::{Quat, Vec3};

fn clip(additive: Option<Additive>) -> (anim::Skeleton, anim::Clip) {
    let bone = |parent: i32, y: f32| anim::skeleton::Bone {
        name: Name((parent + 2) as u64),
        parent,
        reference: Transform::from_translation(Vec3::Y * y).into(),
        reserved: 0,
    };
    let skeleton = anim::Skeleton::new(
        Name(9),
        vec![bone(-1, 1.0), bone(0, 0.5)].into(),
        anim::Array::default(),
    )
    .unwrap();
    let turn = |angle: f32| Quat::from_rotation_x(angle).to_array();
    let rotation = Channel {
        times: vec![0.0, 1.0],
        values: [turn(0.2), turn(0.8)].concat(),
        ..Channel::default()
    };
    let track = Track {
        bone: "arm".into(),
        rotation: Some(rotation),
        ..Track::default()
    };
    let source = ClipSource {
        duration: 1.0,
        tracks: vec![track],
        curves: Vec::new(),
    };
    let authored = Clip {
        additive,
        ..Clip::new("c", Id(1), Arc::new(source), 10.0)
    };
    let compiled = alone(&authored, &skeleton);
    (skeleton, compiled)
}

#[test]
fn an_additive_clip_on_its_base_is_the_clip() {
    for kind in [
        AdditiveKind::Local,
        AdditiveKind::Mesh,
        AdditiveKind::LocalBoneFrame,
    ] {
        let (skeleton, full) = clip(None);
        let (_, additive) = clip(Some(Additive {
            kind,
            base: AdditiveBase::ReferencePose,
        }));
        let (mut a, mut b) = (Pose::default(), Pose::default());
        full.sample(&skeleton, 0.5, &mut a);
        additive.sample(&skeleton, 0.5, &mut b);
        for (a, b) in a.iter().zip(b.iter()) {
            assert!(
                a.translation.abs_diff_eq(b.translation, 1e-6)
                    && a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6,
                "{kind:?}"
            );
        }
    }
}

/// On a skeleton of a root and an arm.
fn alone(clip: &Clip, skeleton: &anim::Skeleton) -> anim::Clip {
    let bone = |name: &str, parent, y: f32| {
        crate::skeleton::Bone::new(name, parent, Transform::from_translation(Vec3::Y * y))
    };
    let bones = vec![bone("root", None, 1.0), bone("arm", Some(0), 0.5)];
    let authored = Skeleton {
        bones,
        ..Skeleton::default()
    };
    let rig = ClipCompileInputs {
        skeleton,
        authored: &authored,
        shells: &[0.03; 2],
        named: &NotifyReferences::default(),
    };
    compile_one(Id(2), clip, None, &rig, None, &mut Output::default())
        .unwrap()
        .0
}

/// The y of bone 1 at the first key of a clip whose keys say 2, made for a bone at `made_for`,
/// played on one at 0.5.
fn retargeted(mode: Retarget, made_for: Option<f32>) -> f32 {
    let (skeleton, _) = clip(None);
    let mode = Retarget::ALL
        .iter()
        .position(|other| *other == mode)
        .unwrap() as u32;
    let skeleton = skeleton.with_retarget(vec![0, mode].into()).unwrap();
    let translation = Channel {
        times: vec![0.0],
        values: vec![0.0, 2.0, 0.0],
        ..Channel::default()
    };
    let reference = made_for.map(|y| [0.0, y, 0.0]);
    let track = Track {
        bone: "arm".into(),
        translation: Some(translation),
        reference,
        ..Track::default()
    };
    let source = ClipSource {
        duration: 0.0,
        tracks: vec![track],
        curves: Vec::new(),
    };
    let authored = Clip::new("c", Id(1), Arc::new(source), 10.0);
    let compiled = alone(&authored, &skeleton);
    let mut pose = Pose::default();
    compiled.sample(&skeleton, 0.0, &mut pose);
    pose.translation(1).y
}

#[test]
fn translations_are_retargeted_bone_by_bone() {
    let check =
        |mode, made_for, y| assert_eq!(retargeted(mode, made_for), y, "{mode:?} {made_for:?}");
    check(Retarget::Animation, Some(1.0), 2.0);
    check(Retarget::Skeleton, Some(1.0), 0.5);
    check(Retarget::Scaled, Some(1.0), 1.0);
    check(Retarget::Relative, Some(1.0), 1.5);
    check(Retarget::Scaled, None, 2.0);
    check(Retarget::Relative, None, 2.0);
}

#[test]
fn sockets_do_not_resample_clips_and_retarget_modes_do() {
    let (skeleton, _) = clip(None);
    let skeleton = Arc::new(skeleton);
    let socket = anim::skeleton::Socket {
        name: Name(8),
        bone: 0,
        local: Transform::IDENTITY.into(),
        reserved: 0,
    };
    let with_socket =
        anim::Skeleton::new(skeleton.name, skeleton.bones.clone(), vec![socket].into()).unwrap();
    assert!(plays_alike(&skeleton, &Arc::new(with_socket)));
    let scaled = (*skeleton)
        .clone()
        .with_retarget(vec![0, 2].into())
        .unwrap();
    assert!(!plays_alike(&skeleton, &Arc::new(scaled)));
}

#[test]
fn keys_are_compressed_again_where_a_bone_begins_to_hold_something() {
    use crate::{Cache, compile, skeleton as authored};
    let bone = |name: &str, parent| {
        authored::Bone::new(name, parent, Transform::from_translation(Vec3::Y))
    };
    let bones = vec![bone("root", None), bone("hand", Some(0))];
    let mut skeleton = authored::Skeleton {
        name: "s".into(),
        bones,
        ..authored::Skeleton::default()
    };
    let source = ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    };
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(skeleton.clone()));
    project.clips.insert(
        Id(2),
        Arc::new(Clip::new("c", Id(1), Arc::new(source), 10.0)),
    );
    let mut cache = Cache::default();
    let mut left = |project: &Project| {
        let works = compile(project, &mut cache, crate::CompileOptions::deferred()).pending;
        let count = works.len();
        works
            .into_iter()
            .for_each(|work| cache.take_compressed(work.compress()));
        count
    };
    assert_eq!([left(&project), left(&project)], [1, 0]);
    for (id, name, expected) in [(3, "sword", 1), (4, "torch", 0)] {
        let (name, local) = (name.to_owned(), Transform::IDENTITY);
        skeleton
            .sockets
            .push(authored::Socket::new(Id(id), name, "hand".into(), local));
        project.skeletons.insert(Id(1), Arc::new(skeleton.clone()));
        assert_eq!(
            left(&project),
            expected,
            "the second is held by the same bone"
        );
    }
}

#[test]
fn root_motion_makes_the_keys_of_a_wrapped_clip_again_and_of_no_other() {
    use crate::{Cache, compile, skeleton as authored};
    let bone = authored::Bone::new("root", None, Transform::IDENTITY);
    let skeleton = authored::Skeleton {
        name: "s".into(),
        bones: vec![bone],
        ..authored::Skeleton::default()
    };
    let values = vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let slide = Channel {
        times: vec![0.0, 1.0],
        values,
        ..Channel::default()
    };
    let track = Track {
        bone: "root".into(),
        translation: Some(slide),
        ..Track::default()
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        tracks: vec![track],
        curves: Vec::new(),
    });
    for (loop_policy, again) in [(LoopPolicy::Clamp, false), (LoopPolicy::Wrap, true)] {
        let clip = Clip {
            loop_policy,
            compression: None,
            ..Clip::new("c", Id(1), source.clone(), 10.0)
        };
        let mut project = Project::default();
        project.skeletons.insert(Id(1), Arc::new(skeleton.clone()));
        let mut cache = Cache::default();
        let mut keys = |enabled| {
            let root_motion = RootMotion {
                enabled,
                ..RootMotion::default()
            };
            project.clips.insert(
                Id(2),
                Arc::new(Clip {
                    root_motion,
                    ..clip.clone()
                }),
            );
            compile(&project, &mut cache, crate::CompileOptions::default())
                .library
                .clips[0]
                .keys
                .clone()
        };
        let before = keys(false);
        let after = keys(true);
        assert_eq!(
            before.as_slice().as_ptr() != after.as_slice().as_ptr(),
            again,
            "{loop_policy:?}"
        );
        assert_eq!(
            before != after,
            again,
            "the last key of a wrapped clip goes on instead of back"
        );
    }
}

fn channel<const N: usize>(
    interpolation: Interpolation,
    times: &[f32],
    values: &[[f32; N]],
) -> Option<Channel> {
    Some(Channel {
        interpolation,
        times: times.into(),
        values: values.concat(),
    })
}

/// Frames a second apart.
fn by_the_second(tracks: Vec<Track>) -> Clip {
    let ends = tracks
        .iter()
        .flat_map(Track::channels)
        .filter_map(|channel| channel.times.last().copied());
    let duration = ends.fold(0.0, f32::max);
    Clip::new(
        "c",
        Id(1),
        Arc::new(ClipSource {
            duration,
            tracks,
            curves: Vec::new(),
        }),
        1.0,
    )
}

#[test]
fn what_stands_still_has_one_key_and_where_the_skeleton_has_it_none() {
    let (linear, times) = (Interpolation::Linear, [0.0, 1.0, 2.0]);
    let turns = [0.1, 0.4, 0.9].map(|angle| Quat::from_rotation_x(angle).to_array());
    let arm = Track {
        bone: "arm".into(),
        translation: channel(linear, &times, &[[0.0, 0.5, 0.0]; 3]),
        rotation: channel(linear, &times, &turns),
        scale: channel(linear, &times, &[[2.0; 3]; 3]),
        reference: None,
    };
    let leaving = [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [5.0, 1.0, 0.0]];
    let root = Track {
        bone: "root".into(),
        translation: channel(linear, &times, &leaving),
        ..Track::default()
    };
    let unknown = Track {
        bone: "tail".into(),
        ..root.clone()
    };
    let clip = by_the_second(vec![arm, unknown, root]);
    let compiled = alone(&clip, &self::clip(None).0);
    let keys = |first, count| Keys { first, count };
    let tracks: Vec<_> = compiled
        .tracks
        .iter()
        .map(|t| (t.bone, t.translation, t.rotation, t.scale))
        .collect();
    let none = Keys::default();
    assert_eq!(
        tracks,
        [
            (0, keys(0, 3), none, none),
            (1, none, keys(9, 3), keys(21, 1))
        ]
    );
    assert_eq!(compiled.keys[..9], leaving.concat());
    assert_eq!(compiled.keys[21..], [2.0; 3]);
    assert_eq!((compiled.key_count, compiled.length), (3, 2.0));
}

#[test]
fn a_rotation_lies_on_the_side_of_the_one_before_it() {
    let turn = |angle: f32| Quat::from_rotation_x(angle);
    let keys = [-turn(0.2), turn(0.8), -turn(1.5), turn(-0.1)].map(|turn| turn.to_array());
    let rotation = channel(Interpolation::Step, &[0.0, 1.0, 2.0, 3.0], &keys);
    let track = Track {
        bone: "arm".into(),
        rotation,
        ..Track::default()
    };
    let compiled = alone(&by_the_second(vec![track]), &clip(None).0);
    let stored: Vec<Quat> = compiled.keys.chunks(4).map(Quat::from_slice).collect();
    assert_eq!(compiled.times[..], [0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
    for (stored, angle) in stored.iter().zip([0.2, 0.2, 0.8, 0.8, 1.5, 1.5, -0.1]) {
        assert!(stored.abs_diff_eq(turn(angle), 1e-6), "{stored} {angle}");
    }
    for way in [1.0, -1.0] {
        let rotation = channel(Interpolation::Step, &[0.0], &[[way, 0.0, 0.0, 0.0]]);
        let track = Track {
            bone: "arm".into(),
            rotation,
            ..Track::default()
        };
        let compiled = alone(&by_the_second(vec![track]), &clip(None).0);
        assert_eq!(
            compiled.keys[..],
            [way, 0.0, 0.0, 0.0],
            "half a turn is on neither side and stays"
        );
    }
}

#[test]
fn a_key_that_is_no_number_is_the_one_before_it_and_at_first_the_skeleton_s() {
    let values = [
        [f32::NAN; 3],
        [1.0, 2.0, 3.0],
        [0.0, f32::INFINITY, 0.0],
        [4.0, 5.0, 6.0],
    ];
    let translation = channel(Interpolation::Step, &[0.0, 1.0, 2.0, 3.0], &values);
    let track = Track {
        bone: "arm".into(),
        translation,
        ..Track::default()
    };
    let compiled = alone(&by_the_second(vec![track]), &clip(None).0);
    let expected = [
        [0.0, 0.5, 0.0],
        [1.0, 2.0, 3.0],
        [1.0, 2.0, 3.0],
        [4.0, 5.0, 6.0],
    ];
    assert_eq!(compiled.keys[..], expected.concat());
}

const RIG: Id = Id(1);
const CLIP: Id = Id(2);

/// A root that slides and an arm that swings over a second of ten frames.
fn project() -> Project {
    let bone = |name: &str, parent| {
        crate::skeleton::Bone::new(name, parent, Transform::from_translation(Vec3::Y))
    };
    let bones = vec![bone("root", None), bone("arm", Some(0))];
    let times: Vec<f32> = (0..11).map(|frame| frame as f32 / 10.0).collect();
    let slide: Vec<[f32; 3]> = times.iter().map(|time| [time * time, 1.0, 0.0]).collect();
    let swing: Vec<[f32; 4]> = times
        .iter()
        .map(|time| Quat::from_rotation_z((3.0 * time).sin()).to_array())
        .collect();
    let tracks = vec![
        Track {
            bone: "root".into(),
            translation: channel(Interpolation::Linear, &times, &slide),
            ..Track::default()
        },
        Track {
            bone: "arm".into(),
            rotation: channel(Interpolation::Linear, &times, &swing),
            ..Track::default()
        },
    ];
    let source = ClipSource {
        duration: 1.0,
        tracks,
        curves: Vec::new(),
    };
    let mut project = Project::default();
    project.skeletons.insert(
        RIG,
        Arc::new(Skeleton {
            name: "rig".into(),
            bones,
            ..Skeleton::default()
        }),
    );
    project.clips.insert(
        CLIP,
        Arc::new(Clip::new("swing", RIG, Arc::new(source), 10.0)),
    );
    project
}

fn rig_of(project: &mut Project) -> &mut Skeleton {
    Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap())
}

fn clip_of(project: &mut Project) -> &mut Clip {
    Arc::make_mut(project.clips.get_mut(&CLIP).unwrap())
}

fn hold(project: &mut Project, bone: &str) {
    let socket = crate::skeleton::Socket::new(Id(9), "grip", bone.into(), Transform::IDENTITY);
    rig_of(project).sockets.push(socket);
}

#[test]
fn a_precision_is_missed_by_the_worst_point_unless_most_points_are_enough() {
    let found = |precision, bound| {
        let mut project = project();
        clip_of(&mut project).compression = Some(anim::codec::EncoderSettings {
            precision,
            bound,
            ..Default::default()
        });
        let compiled = crate::compile(
            &project,
            &mut crate::Cache::default(),
            crate::CompileOptions::default(),
        );
        let kinds: Vec<Kind> = compiled
            .diagnostics
            .into_iter()
            .map(|found| found.kind)
            .collect();
        (compiled.reports[&CLIP].clone(), kinds)
    };
    let (report, kinds) = found(1e-10, Bound::Max);
    let missed = Kind::PrecisionMissed {
        bone: report.worst_bone as u32,
        error: report.max_error,
    };
    assert!(report.is_red());
    let anim::codec::report::SourceError { max, bone, time } = report.source;
    let off = Kind::SourceMissed {
        bone,
        time,
        error: max,
    };
    assert_eq!(
        kinds,
        [missed, off],
        "a turn along a chord never is one at constant speed"
    );
    let (report, kinds) = found(1e-10, Bound::P99);
    assert_eq!((report.is_red(), kinds), (true, vec![]));
    for bound in [Bound::Max, Bound::P99] {
        assert_eq!(found(1e-3, bound).1, []);
    }
}

#[test]
fn keys_are_compressed_again_for_the_edits_that_change_them_and_for_no_others() {
    type Edit = fn(&mut Project);
    let edits: [(usize, Edit); 21] = [
        (0, |p| p.name = "renamed".into()),
        (0, |p| clip_of(p).looping = true),
        (0, |p| clip_of(p).rate_scale = 2.0),
        (0, |p| {
            clip_of(p)
                .notifies
                .push(crate::Notify::instant(Id(7), Id(8), "Step", 0.5))
        }),
        (0, |p| clip_of(p).root_motion.enabled = true),
        (0, |p| clip_of(p).name = "renamed".into()),
        (0, |p| clip_of(p).compression = None),
        (1, |p| {
            clip_of(p).compression = Some(anim::codec::EncoderSettings {
                precision: 1e-3,
                ..Default::default()
            })
        }),
        (1, |p| clip_of(p).frame_rate = 20.0),
        (1, |p| clip_of(p).loop_policy = LoopPolicy::Wrap),
        (1, |p| clip_of(p).made_for = MadeFor::Skeleton),
        (1, |p| clip_of(p).additive = Some(Additive::default())),
        (1, |p| {
            clip_of(p).source = Arc::new((*clip_of(p).source).clone())
        }),
        (0, |p| {
            rig_of(p).masks.push(crate::skeleton::BoneMask {
                id: Id(5),
                name: "m".into(),
                weights: [].into(),
            })
        }),
        (1, |p| hold(p, "arm")),
        (1, |p| rig_of(p).name = "renamed".into()),
        (1, |p| rig_of(p).bones[1].reference.translation.y = 2.0),
        (1, |p| rig_of(p).bones[1].retarget = Retarget::Skeleton),
        (1, |p| rig_of(p).bones[1].name = "renamed".into()),
        (1, |p| {
            let pose = crate::RetargetSource::of(Id(5), &rig_of(p).clone(), rig_of(p));
            rig_of(p).retarget_sources.push(pose);
        }),
        (0, |p| drop(p.clips.remove(&CLIP))),
    ];
    for (at, (again, edit)) in edits.into_iter().enumerate() {
        let (mut project, mut cache) = (project(), crate::Cache::default());
        let mut settle = |project: &Project| {
            let pending =
                crate::compile(project, &mut cache, crate::CompileOptions::deferred()).pending;
            let count = pending.len();
            pending
                .into_iter()
                .for_each(|work| cache.take_compressed(work.compress()));
            count
        };
        assert_eq!([settle(&project), settle(&project)], [1, 0]);
        edit(&mut project);
        assert_eq!(
            [settle(&project), settle(&project)],
            [again, 0],
            "edit {at}"
        );
        let (warm, fresh) = (
            crate::compile(&project, &mut cache, crate::CompileOptions::deferred()),
            crate::compile(
                &project,
                &mut crate::Cache::default(),
                crate::CompileOptions::default(),
            ),
        );
        assert_eq!(warm.library, fresh.library, "edit {at}");
        assert_eq!(warm.diagnostics, fresh.diagnostics, "edit {at}");
        assert_eq!(
            (warm.seams, warm.reports),
            (fresh.seams, fresh.reports),
            "edit {at}"
        );
    }
}

#[test]
fn what_is_held_makes_raw_keys_again_as_if_nothing_was_known() {
    let (mut project, mut cache) = (project(), crate::Cache::default());
    clip_of(&mut project).compression = None;
    let mut keys = |project: &Project| {
        crate::compile(project, &mut cache, crate::CompileOptions::default())
            .library
            .clips[0]
            .keys
            .clone()
    };
    let before = keys(&project);
    hold(&mut project, "arm");
    let held = keys(&project);
    let fresh = crate::compile(
        &project,
        &mut crate::Cache::default(),
        crate::CompileOptions::default(),
    )
    .library
    .clips[0]
        .keys
        .clone();
    assert!(
        held == fresh && held.len() > before.len(),
        "what is held swings further between two frames"
    );
    rig_of(&mut project).bones[1].reference.translation.y = 2.0;
    assert_ne!(keys(&project).as_slice().as_ptr(), held.as_slice().as_ptr());
}

#[test]
fn keys_that_were_compressed_for_what_is_no_longer_there_are_left() {
    let edits: [fn(&mut Project); 3] = [
        |p| drop(p.clips.remove(&CLIP)),
        |p| clip_of(p).frame_rate = 20.0,
        |p| rig_of(p).bones[1].reference.translation.y = 2.0,
    ];
    for (at, edit) in edits.into_iter().enumerate() {
        let (mut project, mut cache) = (project(), crate::Cache::default());
        let work = crate::compile(&project, &mut cache, crate::CompileOptions::deferred())
            .pending
            .remove(0);
        assert_eq!(work.name(), "swing");
        edit(&mut project);
        crate::compile(&project, &mut cache, crate::CompileOptions::deferred());
        cache.take_compressed(work.compress());
        let after = crate::compile(&project, &mut cache, crate::CompileOptions::deferred());
        assert_eq!(after.pending.len(), project.clips.len(), "edit {at}");
        assert!(
            after
                .library
                .clips
                .iter()
                .all(|clip| clip.compressed.is_none()),
            "edit {at}"
        );
    }
}

#[test]
fn what_keeps_a_clip_from_playing_is_named_and_what_does_not_is_a_warning() {
    use crate::Severity::{Error, Warning};
    let found = |edit: fn(&mut Project)| {
        let mut project = project();
        edit(&mut project);
        let compiled = crate::compile(
            &project,
            &mut crate::Cache::default(),
            crate::CompileOptions::default(),
        );
        let found = compiled
            .diagnostics
            .into_iter()
            .map(|found| (found.severity, found.kind))
            .collect::<Vec<_>>();
        (compiled.library.clips.len(), found)
    };
    assert_eq!(found(|_| ()), (1, vec![]));
    let unknown = (
        0,
        vec![(
            Error,
            Kind::BadNumber {
                field: "rate scale",
            },
        )],
    );
    assert_eq!(found(|p| clip_of(p).rate_scale = f32::NAN), unknown);
    assert_eq!(found(|p| clip_of(p).rate_scale = f32::INFINITY), unknown);
    let unfit = found(|p| clip_of(p).frame_rate = 0.0);
    assert_eq!(
        unfit,
        (
            0,
            vec![(
                Error,
                Kind::BadNumber {
                    field: "frame rate"
                }
            )]
        )
    );
    let alone = found(|p| clip_of(p).skeleton = Id(77));
    assert_eq!(alone, (0, vec![(Error, Kind::SkeletonMissing)]));
    let cut = found(|p| rig_of(p).bones.truncate(1));
    assert_eq!(
        cut,
        (
            1,
            vec![(
                Warning,
                Kind::BonesMissing {
                    bones: vec!["arm".into()]
                }
            )]
        )
    );
    let rootless = found(|p| clip_of(p).made_for = MadeFor::Pose(Id(5)));
    assert_eq!(rootless, (1, vec![(Warning, Kind::RetargetSourceMissing)]));
}

#[test]
fn a_clip_plays_as_it_says_and_what_is_added_moves_no_root() {
    let played = |edit: fn(&mut Clip)| {
        let mut project = project();
        edit(clip_of(&mut project));
        crate::compile(
            &project,
            &mut crate::Cache::default(),
            crate::CompileOptions::default(),
        )
        .library
        .clips[0]
            .clone()
    };
    let motion = RootMotion {
        enabled: true,
        ..RootMotion::default()
    };
    for looping in [false, true] {
        let clip = if looping {
            played(|clip| clip.looping = true)
        } else {
            played(|_| ())
        };
        assert_eq!(
            (clip.looping, clip.rate_scale, clip.key_count),
            (looping, 1.0, 11)
        );
        assert_eq!(
            (clip.name, clip.skeleton),
            (Name::new("swing"), Name::new("rig"))
        );
    }
    let moving = played(|clip| (clip.root_motion.enabled, clip.rate_scale) = (true, -0.5));
    assert_eq!(
        (moving.root_motion, moving.rate_scale, moving.additive),
        (motion, -0.5, None)
    );
    let added = played(|clip| {
        (clip.root_motion.enabled, clip.additive) = (true, Some(Additive::default()))
    });
    assert_eq!(
        (added.root_motion, added.additive),
        (RootMotion::default(), Some(AdditiveKind::default()))
    );
}
