use crate::{
    Cache, Clip, Compiled, Diagnostic, Id, Project, Severity, Skeleton,
    clip::{Additive, AdditiveBase},
    compile,
    diagnostic::Kind,
    skeleton::{Bone, Socket},
    source::{Channel, ClipSource, Track},
};
use anim::{
    Name, Pose, Transform,
    additive::AdditivePose,
    clip::{RootLock, RootMotion},
    codec::SampleCache,
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const SOURCE: Id = Id(2);
const BASE: Id = Id(3);

/// The root slides along x and bone 1 turns about x, evenly over the seconds.
fn clip(name: &str, seconds: f32, slide: [f32; 2], turn: [f32; 2]) -> Clip {
    let times = vec![0.0, seconds];
    let translation = Channel {
        times: times.clone(),
        values: vec![slide[0], 1.0, 0.0, slide[1], 1.0, 0.0],
        ..Channel::default()
    };
    let turned = |angle: f32| Quat::from_rotation_x(angle).to_array();
    let rotation = Channel {
        times,
        values: [turned(turn[0]), turned(turn[1])].concat(),
        ..Channel::default()
    };
    let tracks = vec![
        Track {
            bone: "root".into(),
            translation: Some(translation),
            ..Track::default()
        },
        Track {
            bone: "arm".into(),
            rotation: Some(rotation),
            ..Track::default()
        },
    ];
    let source = ClipSource {
        duration: seconds,
        tracks,
        curves: Vec::new(),
    };
    Clip {
        compression: None,
        ..Clip::new(name, Id(1), Arc::new(source), 10.0)
    }
}

fn skeleton(name: &str) -> Arc<Skeleton> {
    let bone = |name: &str, parent, y: f32| {
        Bone::new(name, parent, Transform::from_translation(Vec3::Y * y))
    };
    let bones = vec![bone("root", None, 1.0), bone("arm", Some(0), 0.5)];
    Arc::new(Skeleton {
        name: name.into(),
        bones,
        ..Skeleton::default()
    })
}

/// One second from 0.2 to 0.8 radians and from 0 to 3 m, on a base of two seconds from 0.1 to 0.5
/// and 1 to 2 m.
fn project(base: AdditiveBase) -> Project {
    let mut project = Project::default();
    project.skeletons.insert(Id(1), skeleton("a"));
    project.skeletons.insert(Id(4), skeleton("b"));
    let additive = Some(Additive {
        base,
        ..Additive::default()
    });
    let source = Clip {
        additive,
        ..clip("source", 1.0, [0.0, 3.0], [0.2, 0.8])
    };
    project.clips.insert(SOURCE, Arc::new(source));
    project
        .clips
        .insert(BASE, Arc::new(clip("base", 2.0, [1.0, 2.0], [0.1, 0.5])));
    project
}

/// Radians that bone 1 and metres that the root gain after some seconds.
fn gained(compiled: &Compiled, time: f64) -> (f32, f32) {
    let library = &compiled.library;
    let mut delta = AdditivePose::default();
    let clip = library.clip(Name::new("source")).unwrap();
    clip.sample_additive(
        &library.skeletons[0],
        time,
        &mut SampleCache::default(),
        &mut delta,
    );
    let turn = delta.deltas.rotation(1);
    (2.0 * turn.x.atan2(turn.w), delta.deltas.translation(0).x)
}

#[track_caller]
fn check(project: &Project, time: f64, expected: (f32, f32)) {
    let got = gained(
        &compile(
            project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        ),
        time,
    );
    assert!(
        (got.0 - expected.0).abs() < 1e-3 && (got.1 - expected.1).abs() < 1e-5,
        "{got:?}, not {expected:?}"
    );
}

#[test]
fn every_base_gives_its_own_difference() {
    let at_half = |base| project(base);
    check(&at_half(AdditiveBase::ReferencePose), 0.5, (0.5, 1.5));
    check(&at_half(AdditiveBase::OwnFrame(0)), 0.0, (0.0, 0.0));
    check(&at_half(AdditiveBase::OwnFrame(0)), 1.0, (0.6, 3.0));
    check(
        &at_half(AdditiveBase::ClipFrame {
            clip: BASE,
            frame: 5,
        }),
        0.5,
        (0.5 - 0.2, 1.5 - 1.25),
    );
    check(
        &at_half(AdditiveBase::ClipFrame {
            clip: BASE,
            frame: 999,
        }),
        0.0,
        (0.2 - 0.5, -2.0),
    );
    for (part, expected) in [
        (0.0, (0.1, -1.0)),
        (0.5, (0.5 - 0.3, 0.0)),
        (1.0, (0.8 - 0.5, 1.0)),
    ] {
        check(
            &at_half(AdditiveBase::ClipScaled { clip: BASE }),
            part,
            expected,
        );
    }
    check(
        &at_half(AdditiveBase::ClipScaled { clip: SOURCE }),
        0.7,
        (0.0, 0.0),
    );
}

#[test]
fn the_root_lock_holds_for_source_and_base() {
    let locked = |lock, base| {
        let mut project = project(base);
        let source = Arc::make_mut(project.clips.get_mut(&SOURCE).unwrap());
        source.root_motion = RootMotion {
            enabled: true,
            lock,
        };
        project
    };
    let scaled = AdditiveBase::ClipScaled { clip: BASE };
    check(&locked(RootLock::Reference, scaled), 1.0, (0.3, 0.0));
    check(&locked(RootLock::Zero, scaled), 1.0, (0.3, 0.0));
    check(&locked(RootLock::FirstFrame, scaled), 1.0, (0.3, -1.0));
    check(
        &locked(RootLock::Zero, AdditiveBase::ReferencePose),
        1.0,
        (0.8, 0.0),
    );
    check(
        &locked(RootLock::FirstFrame, AdditiveBase::OwnFrame(3)),
        1.0,
        (0.8 - 0.38, 0.0),
    );
}

#[test]
fn a_base_that_cannot_be_is_named_and_the_reference_pose_counts() {
    let found = |project: &Project| {
        let compiled = compile(
            project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let diagnostics = compiled
            .diagnostics
            .iter()
            .filter(|d| d.subject.asset == SOURCE);
        diagnostics
            .map(|d| (d.severity, d.kind.clone()))
            .collect::<Vec<_>>()
    };
    let base = AdditiveBase::ClipFrame {
        clip: BASE,
        frame: 5,
    };
    assert_eq!(found(&project(base)), []);
    let missing = project(AdditiveBase::ClipScaled { clip: Id(77) });
    assert_eq!(found(&missing), [(Severity::Error, Kind::BaseMissing)]);
    check(&missing, 0.5, (0.5, 1.5));
    let with_base = |edit: fn(&mut Clip)| {
        let mut project = project(base);
        edit(Arc::make_mut(project.clips.get_mut(&BASE).unwrap()));
        project
    };
    let foreign = with_base(|clip| clip.skeleton = Id(4));
    assert_eq!(
        found(&foreign),
        [(
            Severity::Error,
            Kind::BaseMismatch {
                clip: "base".into()
            }
        )]
    );
    check(&foreign, 0.5, (0.5, 1.5));
    let broken = with_base(|clip| clip.frame_rate = f32::NAN);
    assert_eq!(found(&broken), [(Severity::Error, Kind::BaseMissing)]);
    check(&broken, 0.5, (0.5, 1.5));
    // Each is the base of the other: both count with the poses of their keys.
    let circle = with_base(|clip| {
        clip.additive = Some(Additive {
            base: AdditiveBase::ClipFrame {
                clip: SOURCE,
                frame: 0,
            },
            ..Additive::default()
        })
    });
    assert_eq!(
        found(&circle),
        [(
            Severity::Warning,
            Kind::BaseAdditive {
                clip: "base".into()
            }
        )]
    );
    check(&circle, 0.5, (0.5 - 0.2, 1.5 - 1.25));
}

#[test]
fn an_edit_of_the_base_recompiles_what_is_made_of_it_and_no_other_edit_does() {
    let (mut cache, mut project) = (
        Cache::default(),
        project(AdditiveBase::ClipFrame {
            clip: BASE,
            frame: 5,
        }),
    );
    let compiled = |project: &Project, cache: &mut Cache| {
        let compiled = compile(project, cache, crate::CompileOptions::default());
        let clip = compiled.library.clip(Name::new("source")).unwrap().clone();
        (clip.keys.as_slice().as_ptr(), gained(&compiled, 0.5), clip)
    };
    let first = compiled(&project, &mut cache);
    Arc::make_mut(project.clips.get_mut(&BASE).unwrap()).looping = true;
    let same = compiled(&project, &mut cache);
    assert_eq!(
        (first.0, first.1),
        (same.0, same.1),
        "the keys are not made again"
    );
    Arc::make_mut(project.clips.get_mut(&BASE).unwrap()).source =
        clip("", 2.0, [1.0, 2.0], [0.4, 0.4]).source;
    assert!((compiled(&project, &mut cache).1.0 - 0.1).abs() < 1e-3);
    Arc::make_mut(project.clips.get_mut(&BASE).unwrap()).frame_rate = 5.0;
    assert!(
        (compiled(&project, &mut cache).1.1 - 0.0).abs() < 1e-5,
        "frame 5 is now at one second"
    );
    project.clips.remove(&BASE);
    assert!((compiled(&project, &mut cache).1.0 - 0.5).abs() < 1e-3);
}

#[test]
fn what_resampling_found_is_said_again_when_it_is_not_done_again() {
    let (mut cache, mut project) = (Cache::default(), project(AdditiveBase::ReferencePose));
    let source = &mut Arc::make_mut(project.clips.get_mut(&SOURCE).unwrap()).source;
    Arc::make_mut(source).tracks[0]
        .translation
        .as_mut()
        .unwrap()
        .values[0] = f32::NAN;
    let first = compile(&project, &mut cache, crate::CompileOptions::default()).diagnostics;
    assert!(
        matches!(
            first[..],
            [Diagnostic {
                kind: Kind::KeysNotFinite,
                ..
            }]
        ),
        "{first:?}"
    );
    Arc::make_mut(project.clips.get_mut(&SOURCE).unwrap()).rate_scale = 2.0;
    assert_eq!(
        compile(&project, &mut cache, crate::CompileOptions::default()).diagnostics,
        first
    );
}

#[test]
fn compressed_keys_of_another_base_are_not_taken() {
    let (mut cache, mut project) = (
        Cache::default(),
        project(AdditiveBase::ClipScaled { clip: BASE }),
    );
    Arc::make_mut(project.clips.get_mut(&SOURCE).unwrap()).compression =
        Some(anim::codec::EncoderSettings::default());
    let work = compile(&project, &mut cache, crate::CompileOptions::deferred())
        .pending
        .remove(0);
    Arc::make_mut(project.clips.get_mut(&BASE).unwrap()).source =
        clip("", 2.0, [1.0, 2.0], [0.4, 0.4]).source;
    let again = compile(&project, &mut cache, crate::CompileOptions::deferred());
    assert!(again.pending.len() == 1 && (gained(&again, 0.5).0 - 0.1).abs() < 1e-3);
    cache.take_compressed(work.compress());
    assert_eq!(
        compile(&project, &mut cache, crate::CompileOptions::deferred())
            .pending
            .len(),
        1,
        "the old base's keys were taken"
    );
}

fn lock_root(project: &mut Project, lock: RootLock) {
    Arc::make_mut(project.clips.get_mut(&SOURCE).unwrap()).root_motion = RootMotion {
        enabled: true,
        lock,
    };
}

#[test]
fn another_root_lock_makes_the_keys_again() {
    let (mut cache, mut project) = (
        Cache::default(),
        project(AdditiveBase::ClipScaled { clip: BASE }),
    );
    let mut slide = |project: &Project| {
        gained(
            &compile(project, &mut cache, crate::CompileOptions::default()),
            1.0,
        )
        .1
    };
    assert!((slide(&project) - 1.0).abs() < 1e-5);
    for (lock, expected) in [
        (RootLock::Reference, 0.0),
        (RootLock::FirstFrame, -1.0),
        (RootLock::Zero, 0.0),
    ] {
        lock_root(&mut project, lock);
        assert!((slide(&project) - expected).abs() < 1e-5, "{lock:?}");
    }
}

#[test]
fn compressed_keys_of_another_root_lock_are_not_taken() {
    let (mut cache, mut project) = (
        Cache::default(),
        project(AdditiveBase::ClipScaled { clip: BASE }),
    );
    Arc::make_mut(project.clips.get_mut(&SOURCE).unwrap()).compression =
        Some(anim::codec::EncoderSettings::default());
    let work = compile(&project, &mut cache, crate::CompileOptions::deferred())
        .pending
        .remove(0);
    lock_root(&mut project, RootLock::FirstFrame);
    assert!(
        (gained(
            &compile(&project, &mut cache, crate::CompileOptions::deferred()),
            1.0
        )
        .1 + 1.0)
            .abs()
            < 1e-5
    );
    cache.take_compressed(work.compress());
    assert_eq!(
        compile(&project, &mut cache, crate::CompileOptions::deferred())
            .pending
            .len(),
        1,
        "the old lock's keys were taken"
    );
}

#[test]
fn on_its_base_a_clip_is_itself_again() {
    let compiled = compile(
        &project(AdditiveBase::ClipScaled { clip: BASE }),
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let (library, mut delta) = (&compiled.library, AdditivePose::default());
    let (skeleton, source) = (
        &library.skeletons[0],
        library.clip(Name::new("source")).unwrap(),
    );
    let mut pose = Pose::default();
    library
        .clip(Name::new("base"))
        .unwrap()
        .sample(skeleton, 1.0, &mut pose);
    source.sample_additive(skeleton, 0.5, &mut SampleCache::default(), &mut delta);
    delta.apply(skeleton, 1.0, &mut pose);
    assert!((pose.translation(0).x - 1.5).abs() < 1e-5);
    assert!((pose.rotation(1).to_axis_angle().1 - 0.5).abs() < 1e-3);
}

#[test]
fn work_is_the_same_while_clip_base_skeleton_and_settings_are() {
    let first = |edit: &dyn Fn(&mut Project)| {
        let mut project = project(AdditiveBase::ClipScaled { clip: BASE });
        let clip = Arc::make_mut(project.clips.get_mut(&SOURCE).unwrap());
        clip.compression = Some(anim::codec::EncoderSettings::default());
        let mut cache = Cache::default();
        let before = compile(&project, &mut cache, crate::CompileOptions::deferred())
            .pending
            .remove(0);
        edit(&mut project);
        let after = compile(&project, &mut cache, crate::CompileOptions::deferred())
            .pending
            .remove(0);
        assert_eq!(before.is_same(&after), after.is_same(&before));
        before.is_same(&after)
    };
    let of = |id: Id, edit: fn(&mut Clip)| {
        first(&move |project| edit(Arc::make_mut(project.clips.get_mut(&id).unwrap())))
    };
    assert!(
        first(&|_| ())
            && of(SOURCE, |clip| clip.looping = true)
            && of(BASE, |clip| clip.looping = true)
    );
    assert!(!of(SOURCE, |clip| clip.frame_rate = 20.0));
    assert!(!of(SOURCE, |clip| clip
        .compression
        .as_mut()
        .unwrap()
        .precision = 1e-3));
    assert!(
        !of(BASE, |clip| clip.frame_rate = 20.0),
        "the base counts too"
    );
    assert!(!first(&|project| drop(project.clips.remove(&BASE))));
    assert!(!first(&|project| {
        let skeleton = Arc::make_mut(project.skeletons.get_mut(&Id(1)).unwrap());
        skeleton.bones[1].reference.translation.y = 2.0;
    }));
    assert!(!first(&|project| {
        let skeleton = Arc::make_mut(project.skeletons.get_mut(&Id(1)).unwrap());
        skeleton.sockets = vec![Socket::new(
            Id(9),
            "hand",
            "arm".into(),
            Transform::IDENTITY,
        )];
    }));
}
