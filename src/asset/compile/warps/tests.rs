//! Windows of motion warping as they are compiled, and what is said of those that warp nothing.

use crate::{
    Cache, Clip, Id, Montage, Notify, Project, Severity, Skeleton, Warp, compile,
    diagnostic::Kind,
    montage::Segment,
    skeleton::{Bone, Socket},
    source::{Channel, ClipSource, Track},
    warp::WarpPoint,
};
use anim::{
    Name, Transform,
    clip::RootMotion,
    limits::MOST_WINDOWS,
    warp::{Windows, motion::Method},
};
use glam::{DVec3, Quat, Vec3};
use std::sync::Arc;

const RIG: Id = Id(1);
const CLIP: Id = Id(2);
const MONTAGE: Id = Id(3);
const GRIP: Id = Id(4);
const TRACK: Id = Id(5);

fn along(end: [f32; 3]) -> Option<Channel> {
    let values = [[0.0; 3], end].concat();
    Some(Channel {
        times: vec![0.0, 1.0],
        values,
        ..Channel::default()
    })
}

/// The root goes two metres ahead in a second, its arm rises by one from a metre above it.
fn project() -> Project {
    let at = |x, y, z| Transform::from_translation(Vec3::new(x, y, z));
    let bones = vec![
        Bone::new("root", None, Transform::IDENTITY),
        Bone::new("arm", Some(0), at(0.0, 1.0, 0.0)),
    ];
    let grip = Socket::new(GRIP, "grip", "arm".into(), at(0.25, 0.0, 0.5));
    let skeleton = Skeleton {
        name: "rig".into(),
        bones,
        sockets: vec![grip],
        ..Skeleton::default()
    };
    let root = Track {
        bone: "root".into(),
        translation: along([0.0, 0.0, 2.0]),
        ..Track::default()
    };
    let mut up = along([0.0, 2.0, 0.0]);
    up.as_mut().unwrap().values[1] = 1.0;
    let arm = Track {
        bone: "arm".into(),
        translation: up,
        ..Track::default()
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        tracks: vec![root, arm],
        ..ClipSource::default()
    });
    let root_motion = RootMotion {
        enabled: true,
        ..RootMotion::default()
    };
    let mut montage = Montage::new("montage", RIG, &mut 100);
    (montage.root_translation, montage.root_rotation) = (true, true);
    montage.slots[0].segments = vec![piece(20, 0.0, 1)];
    let mut project = Project::default();
    project.skeletons.insert(RIG, Arc::new(skeleton));
    project.clips.insert(
        CLIP,
        Arc::new(Clip {
            root_motion,
            ..Clip::new("clip", RIG, source, 10.0)
        }),
    );
    project.montages.insert(MONTAGE, Arc::new(montage));
    project
}

fn piece(id: u64, start: f32, loops: u32) -> Segment {
    Segment {
        id: Id(id),
        clip: CLIP,
        start,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops,
    }
}

fn window(id: u64, time: f32, duration: f32) -> Notify {
    let warp = Warp {
        target: "ledge".into(),
        ..Warp::default()
    };
    Notify {
        warp: Some(Box::new(warp)),
        ..Notify::state(Id(id), TRACK, "Leap", time, duration)
    }
}

fn warping(id: u64, edit: impl FnOnce(&mut Warp)) -> Notify {
    let mut notify = window(id, 0.25, 0.5);
    edit(notify.warp.as_mut().unwrap());
    notify
}

fn clip(project: &mut Project) -> &mut Clip {
    Arc::make_mut(project.clips.get_mut(&CLIP).unwrap())
}

fn montage(project: &mut Project) -> &mut Montage {
    Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap())
}

type Told = Vec<(Severity, Option<Id>, Kind)>;

/// The windows of the clip and of the montage, and what was said that has to do with them.
fn compiled(edit: impl FnOnce(&mut Project)) -> ([Windows; 2], Told) {
    let mut project = project();
    edit(&mut project);
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let library = &compiled.library;
    let windows = [
        library.clips[0].warps.clone(),
        library.montages[0].warps.clone(),
    ];
    let told = compiled
        .diagnostics
        .into_iter()
        .map(|found| (found.severity, found.subject.item, found.kind));
    (
        windows,
        told.filter(|(_, _, kind)| !matches!(kind, Kind::NotifyTrackMissing { .. }))
            .collect(),
    )
}

fn of_montage(notifies: Vec<Notify>) -> (Windows, Told) {
    let ([_, windows], told) = compiled(|project| montage(project).notifies = notifies.into());
    (windows, told)
}

fn warned(id: u64, kind: Kind) -> Told {
    vec![(Severity::Warning, Some(Id(id)), kind)]
}

fn times(windows: &Windows) -> Vec<(f64, f64)> {
    let thousandth = |time: f64| (time * 1e3).round() / 1e3;
    windows
        .windows()
        .iter()
        .map(|window| (thousandth(window.start), thousandth(window.end)))
        .collect()
}

#[test]
fn a_window_is_what_its_notify_says() {
    let (windows, told) = of_montage(vec![window(31, 0.5, 0.25), window(30, 0.25, 0.25)]);
    assert_eq!(
        (told, times(&windows)),
        (vec![], vec![(0.25, 0.5), (0.5, 0.75)])
    );
    assert_eq!(
        windows
            .of()
            .iter()
            .map(|it| (it.notify, it.target))
            .collect::<Vec<_>>(),
        {
            let ledge = Name::new("ledge");
            [(30, ledge), (31, ledge)]
        }
    );
    let (windows, _) = of_montage(vec![window(30, 0.75, 5.0)]);
    assert_eq!(
        times(&windows),
        [(0.75, 1.0)],
        "no longer than its timeline"
    );
}

#[test]
fn what_does_not_last_warps_nothing() {
    let (windows, told) = of_montage(vec![Notify {
        duration: None,
        ..window(30, 0.25, 0.5)
    }]);
    assert_eq!(
        told,
        warned(
            30,
            Kind::WarpNoState {
                name: "Leap".into()
            }
        )
    );
    assert!(windows.is_empty());
}

#[test]
fn without_a_target_only_a_scale_warps() {
    let (windows, told) = of_montage(vec![warping(30, |warp| warp.target = "  ".into())]);
    assert_eq!(
        told,
        warned(
            30,
            Kind::WarpNoTarget {
                name: "Leap".into()
            }
        )
    );
    assert!(windows.is_empty());
    let scale = warping(30, |warp| {
        (warp.modifier, warp.target, warp.scale) = (Method::Scale, String::new(), [2.0; 3])
    });
    let (windows, told) = of_montage(vec![scale]);
    assert_eq!(
        (told.len(), windows.windows()[0].scale),
        (0, DVec3::splat(2.0))
    );
}

#[test]
fn what_nothing_moves_is_told_and_warped_where_that_is_meant() {
    let still = |notify: Notify| {
        compiled(|project| {
            let montage = montage(project);
            (montage.root_translation, montage.root_rotation) = (false, false);
            montage.notifies = vec![notify].into();
        })
    };
    let ([_, windows], told) = still(window(30, 0.25, 0.5));
    assert_eq!(
        told,
        warned(
            30,
            Kind::WarpNoRootMotion {
                name: "Leap".into()
            }
        )
    );
    assert_eq!(windows.windows().len(), 1);
    let (_, told) = still(warping(30, |warp| warp.without_root_motion = true));
    assert_eq!(told, []);
    let (_, told) = compiled(|project| {
        clip(project).root_motion.enabled = false;
        clip(project).notifies = vec![window(30, 0.25, 0.5)].into();
    });
    assert_eq!(
        told,
        warned(
            30,
            Kind::WarpNoRootMotion {
                name: "Leap".into()
            }
        ),
        "of a clip too"
    );
}

#[test]
fn a_point_is_where_its_bone_or_socket_is_at_the_windows_end() {
    let point = |point: WarpPoint| {
        let (windows, told) =
            of_montage(vec![warping(30, |warp| warp.point = Some(point.clone()))]);
        assert_eq!(told, []);
        let place = windows.windows()[0].warp_point.unwrap();
        assert!(
            place.rotation.as_quat().abs_diff_eq(Quat::IDENTITY, 1e-6),
            "which way it looks is the root's affair"
        );
        place.translation
    };
    let check =
        |found: DVec3, wanted: [f64; 3]| assert!(found.abs_diff_eq(wanted.into(), 1e-4), "{found}");
    check(point(WarpPoint::Bone("arm".into())), [0.0, 1.75, 0.0]);
    check(point(WarpPoint::Bone("root".into())), [0.0; 3]);
    check(point(WarpPoint::Socket(GRIP)), [0.25, 1.75, 0.5]);
    check(
        point(WarpPoint::Offset([0.5, 0.25, -1.0])),
        [0.5, 0.25, -1.0],
    );
    let ([windows, _], _) = compiled(|project| {
        clip(project).notifies = vec![warping(30, |warp| {
            warp.point = Some(WarpPoint::Socket(GRIP))
        })]
        .into();
    });
    check(
        windows.windows()[0].warp_point.unwrap().translation,
        [0.25, 1.75, 0.5],
    );
}

#[test]
fn where_its_point_is_gone_the_root_arrives() {
    for gone in [WarpPoint::Bone("tail".into()), WarpPoint::Socket(Id(99))] {
        let (windows, told) = of_montage(vec![warping(30, |warp| warp.point = Some(gone.clone()))]);
        assert_eq!(
            told,
            warned(
                30,
                Kind::WarpPointMissing {
                    name: "Leap".into()
                }
            )
        );
        assert_eq!(windows.windows()[0].warp_point, None);
    }
}

#[test]
fn of_two_that_warp_the_same_at_once_the_later_one_is_told() {
    let (_, told) = of_montage(vec![window(31, 0.5, 0.25), window(30, 0.25, 0.5)]);
    assert_eq!(told, warned(31, Kind::WarpsOverlap));
    let mut turns = window(31, 0.5, 0.25);
    turns.warp.as_mut().unwrap().translation = false;
    let goes = warping(30, |warp| warp.rotation = false);
    assert_eq!(
        of_montage(vec![goes.clone(), turns]).1,
        [],
        "they warp different things"
    );
    let scales = warping(31, |warp| {
        (warp.modifier, warp.translation) = (Method::Scale, false)
    });
    assert_eq!(
        of_montage(vec![goes, scales]).1,
        [],
        "a scale turns nothing"
    );
}

#[test]
fn numbers_outside_of_their_range_are_told() {
    let (windows, told) = of_montage(vec![warping(30, |warp| {
        (warp.multiplier, warp.rate) = (0.0, -5.0)
    })]);
    assert_eq!(
        told,
        warned(
            30,
            Kind::OutOfRange {
                field: "rotation time",
                range: "more than 0 and up to 1".into()
            }
        )
    );
    assert_eq!(
        (windows.windows()[0].multiplier, windows.windows()[0].rate),
        (0.0, 0.0)
    );
    let (windows, told) = of_montage(vec![warping(30, |warp| warp.rate = f64::INFINITY)]);
    assert_eq!(
        told,
        [(
            Severity::Error,
            Some(Id(30)),
            Kind::BadNumber {
                field: "motion warping"
            }
        )]
    );
    assert!(windows.is_empty());
}

/// Twice as fast, and as often as its segment loops.
#[test]
fn a_montage_has_the_windows_of_its_first_slots_clips() {
    let ([own, windows], told) = compiled(|project| {
        clip(project).notifies = vec![warping(30, |warp| warp.rate = 90.0)].into();
        let montage = montage(project);
        montage.slots[0].segments = vec![
            Segment {
                rate: 2.0,
                ..piece(20, 0.0, 2)
            },
            piece(21, 1.0, 1),
        ];
        montage.notifies = vec![window(40, 1.75, 0.25)].into();
    });
    assert_eq!((told, times(&own)), (vec![], vec![(0.25, 0.75)]));
    assert_eq!(
        times(&windows),
        [(1.75, 2.0), (0.125, 0.375), (0.625, 0.875), (1.25, 1.75)]
    );
    let rates: Vec<f64> = windows.windows().iter().map(|window| window.rate).collect();
    assert_eq!(
        rates,
        [180.0, 180.0, 180.0, 90.0],
        "degrees a second of the montage"
    );
    assert_eq!(
        windows.of().iter().map(|it| it.notify).collect::<Vec<_>>(),
        [40, 30, 30, 30]
    );
}

#[test]
fn a_clip_that_is_cut_or_played_backwards_or_elsewhere_gives_no_windows() {
    let windows = |edit: &dyn Fn(&mut Montage)| {
        let ([_, windows], _) = compiled(|project| {
            clip(project).notifies = vec![window(30, 0.25, 0.5)].into();
            edit(montage(project));
        });
        times(&windows)
    };
    let first =
        |edit: fn(&mut Segment)| windows(&|montage| edit(&mut montage.slots[0].segments[0]));
    assert_eq!(first(|_| ()), [(0.25, 0.75)]);
    assert_eq!(first(|piece| piece.clip_begin = 0.2), [(0.05, 0.55)]);
    assert_eq!(first(|piece| piece.clip_begin = 0.3), []);
    assert_eq!(first(|piece| piece.clip_end = 0.7), []);
    assert_eq!(first(|piece| piece.rate = -1.0), []);
    let elsewhere = windows(&|montage| {
        let mut other = montage.slots[0].clone();
        (other.id, other.name) = (Id(50), "Other".into());
        other.segments[0].id = Id(51);
        montage.slots[0].segments.clear();
        montage.slots.push(other);
    });
    assert_eq!(elsewhere, []);
}

#[test]
fn windows_of_loops_are_as_many_as_a_timeline_may_have() {
    let ([_, windows], _) = compiled(|project| {
        clip(project).notifies = vec![window(30, 0.25, 0.5)].into();
        montage(project).slots[0].segments = vec![piece(20, 0.0, MOST_WINDOWS as u32 + 100)];
    });
    assert_eq!(windows.windows().len(), MOST_WINDOWS);
}
