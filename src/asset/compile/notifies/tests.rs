use super::*;
use crate::{
    Cache, Clip, Diagnostic, Montage, Skeleton, compile, describe,
    montage::Segment,
    skeleton::{Bone, Socket},
    source::ClipSource,
};
use anim::Transform;
use std::sync::Arc;

const RIG: Id = Id(1);
const OTHER: Id = Id(2);
const CLIP: Id = Id(3);
const MONTAGE: Id = Id(4);
const GROUND: Id = Id(5);
const FOREIGN: Id = Id(6);

fn rig(name: &str, socket: Socket) -> Arc<Skeleton> {
    let reference = Transform::IDENTITY;
    let bone = Bone::new("root", None, reference);
    Arc::new(Skeleton {
        name: name.into(),
        bones: vec![bone],
        sockets: vec![socket],
        ..Skeleton::default()
    })
}

fn notify(id: u64, socket: Id) -> Notify {
    Notify {
        socket: Some(socket),
        ..Notify::instant(Id(id), Id(50), "Step", 0.5)
    }
}

/// A clip with a notify of id 20, and a montage of it with one of id 30, both at a socket.
fn project(socket: Id) -> Project {
    let track = NotifyTrack {
        id: Id(50),
        name: "Steps".into(),
        color: 0,
        locked: false,
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    });
    let mut clip = Clip::new("clip", RIG, source, 10.0);
    (clip.tracks, clip.notifies) = (vec![track.clone()], vec![notify(20, socket)].into());
    let mut montage = Montage::new("montage", RIG, &mut 100);
    (montage.tracks, montage.notifies) = (vec![track], vec![notify(30, socket)].into());
    let (id, start, clip_begin, clip_end) = (Id(60), 0.0, 0.0, 1.0);
    montage.slots[0].segments = vec![Segment {
        id,
        clip: CLIP,
        start,
        clip_begin,
        clip_end,
        rate: 1.0,
        loops: 1,
    }];
    let mut project = Project::default();
    let socket = |id, name: &str| Socket::new(id, name, "root".into(), Transform::IDENTITY);
    project
        .skeletons
        .insert(RIG, rig("rig", socket(GROUND, "ground")));
    project
        .skeletons
        .insert(OTHER, rig("other", socket(FOREIGN, "foreign")));
    project.clips.insert(CLIP, Arc::new(clip));
    project.montages.insert(MONTAGE, Arc::new(montage));
    project
}

/// Names of the sockets that the clip's and the montage's notify have, and what was found.
fn compiled(project: &Project, cache: &mut Cache) -> ([String; 2], Vec<Diagnostic>) {
    let compiled = compile(project, cache, crate::CompileOptions::default());
    let library = &compiled.library;
    let sockets = [
        library.clips[0].notifies[0].socket,
        library.montages[0].notifies[0].socket,
    ];
    (
        sockets.map(|name| library.names.text(name).to_owned()),
        compiled.diagnostics,
    )
}

fn rename(project: &mut Project, sockets: &[&str]) {
    let rig = Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap());
    rig.sockets = sockets
        .iter()
        .map(|name| Socket::new(GROUND, *name, "root".into(), Transform::IDENTITY))
        .collect();
}

#[test]
fn a_notify_has_the_name_that_its_socket_has_now() {
    let (mut project, mut cache) = (project(GROUND), Cache::default());
    assert_eq!(
        compiled(&project, &mut cache),
        (["ground", "ground"].map(Into::into), vec![])
    );
    rename(&mut project, &["floor"]);
    assert_eq!(
        compiled(&project, &mut cache),
        (["floor", "floor"].map(Into::into), vec![])
    );
    rename(&mut project, &[]);
    assert_eq!(compiled(&project, &mut cache).1.len(), 2);
    rename(&mut project, &["ground"]);
    assert_eq!(
        compiled(&project, &mut cache),
        (["ground", "ground"].map(Into::into), vec![])
    );
}

#[test]
fn an_edit_of_other_sockets_leaves_a_clip_as_it_is() {
    let (mut project, mut cache) = (project(GROUND), Cache::default());
    let clip = |project: &Project, cache: &mut Cache| {
        compile(project, cache, crate::CompileOptions::default())
            .library
            .clips[0]
            .clone()
    };
    let first = clip(&project, &mut cache);
    let rig = Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap());
    rig.sockets.push(Socket::new(
        Id(70),
        "more",
        "root".into(),
        Transform::IDENTITY,
    ));
    assert!(Arc::ptr_eq(&first, &clip(&project, &mut cache)));
}

#[test]
fn a_socket_that_is_gone_or_of_another_skeleton_is_named_and_the_notify_fires_without_one() {
    for socket in [FOREIGN, Id(99)] {
        let project = project(socket);
        let (sockets, found) = compiled(&project, &mut Cache::default());
        assert_eq!(sockets, ["", ""]);
        assert!(
            found
                .iter()
                .all(|found| found.severity == crate::Severity::Warning)
        );
        let texts: Vec<String> = found
            .iter()
            .map(|found| describe(&project, found))
            .collect();
        assert!(
            texts[0].starts_with("Clip “clip”, notify “Step”: the socket"),
            "{texts:?}"
        );
        assert!(
            texts[1].starts_with("Montage “montage”, notify “Step”: the socket"),
            "{texts:?}"
        );
        assert_eq!(texts.len(), 2);
    }
}

/// The notifies of ids 20 and 30 as they play.
fn played(edit: impl Fn(&mut Notify)) -> ([anim::Notify; 2], Vec<Diagnostic>) {
    let mut project = project(GROUND);
    edit(&mut Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()).notifies[0]);
    edit(&mut Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap()).notifies[0]);
    let compiled = compile(
        &project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    );
    let library = &compiled.library;
    (
        [
            library.clips[0].notifies[0],
            library.montages[0].notifies[0],
        ],
        compiled.diagnostics,
    )
}

#[test]
fn every_flag_is_what_was_asked_for_and_a_clip_has_no_branching_points() {
    for asked in 0..32 {
        let is = |bit: u32| asked & bit != 0;
        let (played, found) = played(|notify| {
            notify.duration = is(flag::STATE).then_some(0.2);
            notify.branching = is(flag::BRANCHING);
            notify.on_follower = is(flag::ON_FOLLOWER);
            notify.on_dedicated_server = !is(flag::NOT_ON_SERVER);
            notify.filterable = is(flag::FILTERABLE);
        });
        assert_eq!(
            played.map(|notify| notify.flags),
            [asked & !flag::BRANCHING, asked]
        );
        let kinds: Vec<_> = found
            .into_iter()
            .map(|found| (found.subject.asset, found.kind))
            .collect();
        let unheard = (
            CLIP,
            Kind::BranchingOnClip {
                name: "Step".into(),
            },
        );
        assert_eq!(
            kinds,
            if is(flag::BRANCHING) {
                vec![unheard]
            } else {
                vec![]
            }
        );
    }
}

#[test]
fn a_branching_point_alone_jumps_and_only_to_a_section_that_is_there() {
    let jump = |to, branching| {
        let (played, found) = played(|notify| (notify.action, notify.branching) = (to, branching));
        let errors = found
            .iter()
            .filter(|found| matches!(found.kind, Kind::JumpTargetMissing { .. }))
            .count();
        (played.map(|notify| (notify.action, notify.target)), errors)
    };
    let (nothing, section) = (
        (action::NONE, Name::NONE),
        (action::JUMP_TO_SECTION, Name::new("Default")),
    );
    let default = Montage::new("", RIG, &mut 100).sections[0].id;
    assert_eq!(
        jump(Action::JumpToSection(default), true),
        ([nothing, section], 0)
    );
    assert_eq!(
        jump(Action::JumpToSection(default), false),
        ([nothing; 2], 0)
    );
    assert_eq!(jump(Action::JumpToSection(Id(99)), true), ([nothing; 2], 1));
    assert_eq!(jump(Action::None, true), ([nothing; 2], 0));
}

#[test]
fn every_action_has_its_name_and_its_number() {
    let done = |action, edit: &dyn Fn(&mut Project)| {
        let mut project = project(GROUND);
        let montage = Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap());
        (montage.notifies[0].branching, montage.notifies[0].action) = (true, action);
        edit(&mut project);
        let compiled = compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::default(),
        );
        let notify = compiled
            .library
            .montage(Name::new("montage"))
            .unwrap()
            .notifies[0];
        let texts: Vec<String> = compiled
            .diagnostics
            .iter()
            .map(|found| describe(&project, found))
            .collect();
        ((notify.action, notify.target, notify.value), texts)
    };
    let fine = |action| {
        let (done, texts) = done(action, &|_| ());
        assert_eq!(texts, Vec::<String>::new());
        done
    };
    let default = Montage::new("", RIG, &mut 100).sections[0].id;
    assert_eq!(
        fine(Action::SetNextSection(default)),
        (2, Name::new("Default"), 0.0)
    );
    assert_eq!(fine(Action::StopMontage(None)), (3, Name::NONE, -1.0));
    assert_eq!(fine(Action::StopMontage(Some(0.25))), (3, Name::NONE, 0.25));
    assert_eq!(
        fine(Action::PlayMontage(MONTAGE)),
        (4, Name::new("montage"), 0.0)
    );
    assert_eq!(fine(Action::SetPlayRate(-2.0)), (5, Name::NONE, -2.0));
    for (bad, compiled, text) in [
        (
            Action::SetPlayRate(1e9),
            (5, Name::NONE, 100.0),
            "play rate must be between",
        ),
        (Action::SetPlayRate(f32::NAN), (5, Name::NONE, 1.0), ""),
        (
            Action::StopMontage(Some(-1.0)),
            (3, Name::NONE, 0.0),
            "blend time must be between",
        ),
        (
            Action::StopMontage(Some(f32::NAN)),
            (3, Name::NONE, -1.0),
            "",
        ),
        (
            Action::PlayMontage(CLIP),
            (0, Name::NONE, 0.0),
            "the montage that it plays was deleted",
        ),
        (
            Action::SetNextSection(Id(99)),
            (0, Name::NONE, 0.0),
            "its action uses a deleted section",
        ),
    ] {
        let (done, texts) = done(bad, &|_| ());
        assert_eq!(done, compiled, "{bad:?}");
        assert!(
            texts
                .iter()
                .all(|found| found.starts_with("Montage “montage”, notify “Step”: ")),
            "{texts:?}"
        );
        assert!(text.is_empty() || texts[0].contains(text), "{texts:?}");
    }
    let foreign = |project: &mut Project| {
        project
            .montages
            .insert(Id(7), Arc::new(Montage::new("foreign", OTHER, &mut 200)));
    };
    assert_eq!(
        done(Action::PlayMontage(Id(7)), &foreign).0,
        (0, Name::NONE, 0.0)
    );
}

#[test]
fn only_a_branching_state_of_a_montage_keeps_the_root_in_place() {
    let held = |branching, duration| {
        let (played, found) = played(|notify| {
            (notify.branching, notify.duration, notify.action) =
                (branching, duration, Action::DisableRootMotion);
        });
        let told = found
            .iter()
            .filter(|it| matches!(it.kind, Kind::RootMotionNotHeld { .. }));
        (
            played.map(|notify| notify.action),
            told.map(|it| it.subject.asset).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        held(true, Some(0.2)),
        ([action::NONE, action::DISABLE_ROOT_MOTION], vec![])
    );
    for (branching, duration) in [(false, Some(0.2)), (true, None), (false, None)] {
        assert_eq!(
            held(branching, duration),
            ([action::NONE; 2], vec![MONTAGE])
        );
    }
}

#[test]
fn a_montage_that_is_played_may_be_called_otherwise() {
    let (mut project, mut cache) = (project(GROUND), Cache::default());
    let other = project.montages[&MONTAGE].clone();
    project.montages.insert(
        Id(7),
        Arc::new(Montage {
            name: "other".into(),
            ..(*other).clone()
        }),
    );
    let montage = Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap());
    (montage.notifies[0].branching, montage.notifies[0].action) =
        (true, Action::PlayMontage(Id(7)));
    let target = |project: &Project, cache: &mut Cache| {
        compile(project, cache, crate::CompileOptions::default())
            .library
            .montage(Name::new("montage"))
            .unwrap()
            .notifies[0]
            .target
    };
    assert_eq!(target(&project, &mut cache), Name::new("other"));
    Arc::make_mut(project.montages.get_mut(&Id(7)).unwrap()).name = "renamed".into();
    assert_eq!(target(&project, &mut cache), Name::new("renamed"));
}

#[test]
fn numbers_reach_what_plays_within_their_bounds() {
    let numbers = |threshold, chance, lod| {
        let (played, _) = played(|notify| {
            (notify.weight_threshold, notify.chance, notify.from_lod) = (threshold, chance, lod);
        });
        let got = played.map(|notify| (notify.weight_threshold, notify.chance, notify.from_lod));
        assert_eq!(got[0], got[1]);
        got[0]
    };
    assert_eq!(numbers(0.3, 0.4, Some(2)), (0.3, 0.4, 2));
    assert_eq!(numbers(1.0, 1.5, Some(u32::MAX)), (1.0, 1.0, i32::MAX));
    assert_eq!(numbers(f32::NAN, f32::NAN, None), (0.0, 1.0, -1));
    assert_eq!(numbers(f32::INFINITY, -1.0, Some(0)), (0.0, 0.0, 0));
}

#[test]
fn a_notify_as_it_is_made_fires_from_the_least_weight_that_counts() {
    let ([clip, montage], _) = played(|_| {});
    for notify in [clip, montage] {
        assert_eq!(
            (notify.weight_threshold, notify.chance, notify.from_lod),
            (1e-5, 1.0, -1)
        );
    }
}

#[test]
fn times_stay_on_the_timeline_and_what_lay_outside_is_named() {
    let span = |time, duration| {
        let ([notify, _], found) =
            played(|notify| (notify.time, notify.duration) = (time, duration));
        (
            (notify.time, notify.end),
            found
                .iter()
                .any(|found| matches!(found.kind, Kind::NotifyOutside { .. })),
        )
    };
    assert_eq!(span(0.5, None), ((0.5, 0.5), false));
    assert_eq!(span(0.5, Some(0.25)), ((0.5, 0.75), false));
    assert_eq!(span(0.5, Some(0.5)), ((0.5, 1.0), false));
    assert_eq!(span(-0.5, None), ((0.0, 0.0), true));
    assert_eq!(span(1.5, None), ((1.0, 1.0), true));
    assert_eq!(span(0.5, Some(0.75)), ((0.5, 1.0), true));
    assert_eq!(span(1.0, Some(0.0)), ((1.0 - SHORTEST_STATE, 1.0), false));
    assert_eq!(span(0.0, Some(0.0)), ((0.0, SHORTEST_STATE), false));
    assert_eq!(span(f32::NAN, None), ((0.0, 0.0), true));
}

#[test]
fn a_notify_lies_on_the_track_of_its_id_and_one_without_lies_beyond_the_last() {
    let ([on, _], found) = played(|_| {});
    assert_eq!((on.track, found.len()), (0, 0));
    let (off, found) = played(|notify| notify.track = Id(98));
    assert_eq!((off.map(|notify| notify.track), found.len()), ([1, 1], 2));
}
