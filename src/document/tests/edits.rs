//! What each edit takes, refuses and leaves.

use crate::{
    ClipCommand, Command, CurveKeyCommand, Document, EditError, ItemCommand, MontageCommand,
    NotifyCommand, ProjectCommand, SkeletonCommand,
};
use anim::{
    Transform, codec, limits::LONGEST, montage::Easing, notify::SHORTEST_STATE,
    reduction::Reduction,
};
use asset::{
    Clip, Curve, CurveKey, Id, Material, Mesh, Montage, Notify, NotifyTrack, Project, Skeleton,
    SyncMarker,
    clip::{Additive, AdditiveBase},
    montage::{Blend, Section, Segment, Slot},
    notify::Action,
    skeleton::{Bone, Socket},
    source::{ClipSource, Interpolation},
};
use glam::Vec3;
use std::sync::Arc;

pub(crate) const RIG: Id = Id(1);
pub(crate) const OTHER: Id = Id(2);
pub(crate) const CLIP: Id = Id(3);
pub(crate) const FOREIGN: Id = Id(4);
pub(crate) const MONTAGE: Id = Id(5);
pub(crate) const SECTION: Id = Id(11);
pub(crate) const SLOT: Id = Id(12);
pub(crate) const TRACK: Id = Id(13);

/// Two rigs with a clip of a second each, and an empty montage of the first rig's.
pub(crate) fn project() -> Project {
    let skeleton = |name: &str| {
        let bones = vec![Bone::new("root", None, Transform::IDENTITY)];
        Arc::new(Skeleton {
            name: name.into(),
            bones,
            ..Skeleton::default()
        })
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    });
    let mut montage = Montage::new("montage", RIG, &mut 100);
    (
        montage.sections[0].id,
        montage.slots[0].id,
        montage.tracks[0].id,
    ) = (SECTION, SLOT, TRACK);
    let mut project = Project::default();
    project
        .skeletons
        .extend([(RIG, skeleton("rig")), (OTHER, skeleton("other"))]);
    project
        .clips
        .insert(CLIP, Arc::new(Clip::new("clip", RIG, source.clone(), 30.0)));
    project
        .clips
        .insert(FOREIGN, Arc::new(Clip::new("foreign", OTHER, source, 30.0)));
    project.montages.insert(MONTAGE, Arc::new(montage));
    project
}

pub(crate) fn document() -> Document {
    Document::new(project())
}

pub(crate) fn montage(command: MontageCommand) -> Command {
    Command::Montage(MONTAGE, command)
}

pub(crate) fn notify(command: NotifyCommand) -> Command {
    Command::Notify(MONTAGE, command)
}

/// What the commands come to, one after another.
fn run<const N: usize>(
    document: &mut Document,
    commands: [Command; N],
) -> [Result<bool, EditError>; N] {
    commands.map(|command| document.perform(&command, None))
}

pub(crate) fn montage_of(document: &Document) -> Montage {
    (*document.project().montages[&MONTAGE]).clone()
}

pub(crate) fn section(id: u64, name: &str, start: f32) -> Section {
    Section {
        id: Id(id),
        name: name.into(),
        start,
        next: None,
        color: 0,
    }
}

pub(crate) fn segment(id: u64, start: f32) -> Segment {
    Segment {
        id: Id(id),
        clip: CLIP,
        start,
        clip_begin: 0.25,
        clip_end: 0.75,
        rate: 1.0,
        loops: 1,
    }
}

pub(crate) fn key(id: u64, time: f32) -> CurveKey {
    CurveKey::new(Id(id), time, 1.0, Interpolation::Linear)
}

pub(crate) fn add_segment(segment: Segment) -> Command {
    montage(MontageCommand::AddSegment {
        slot: SLOT,
        segment,
    })
}

/// The ends of a range are taken, what is beyond them and no number is refused.
#[track_caller]
fn takes(command: impl Fn(f32) -> Command, inside: [f32; 2], outside: [f32; 2]) {
    for value in inside {
        assert!(document().perform(&command(value), None).is_ok(), "{value}");
    }
    for value in outside.into_iter().chain([f32::NAN]) {
        let refused = document().perform(&command(value), None);
        assert!(
            matches!(refused, Err(EditError::OutOfRange { .. })),
            "{value}: {refused:?}"
        );
    }
}

#[test]
fn numbers_are_taken_up_to_the_ends_of_their_range() {
    takes(
        |v| montage(MontageCommand::SetRateScale(v)),
        [-100.0, 100.0],
        [-100.1, 100.1],
    );
    takes(
        |v| montage(MontageCommand::SetFrameRate(v)),
        [1.0, 1000.0],
        [0.99, 1000.1],
    );
    takes(
        |v| montage(MontageCommand::SetBlendOutTrigger(v)),
        [-1.0, 3600.0],
        [-1.01, 3600.1],
    );
    takes(
        |v| montage(MontageCommand::SetBlendIn(Blend::standard(v, Easing::Sine))),
        [0.0, 3600.0],
        [-0.1, 3600.1],
    );
    takes(
        |v| {
            montage(MontageCommand::SetBlendOut(Blend::standard(
                v,
                Easing::Sine,
            )))
        },
        [0.0, 3600.0],
        [-0.1, 3600.1],
    );
    let clip = |command| Command::Clip(CLIP, command);
    takes(
        |v| clip(ClipCommand::SetRateScale(v)),
        [-100.0, 100.0],
        [-100.1, 100.1],
    );
    takes(
        |v| clip(ClipCommand::SetFrameRate(v)),
        [1.0, 1000.0],
        [0.99, 1000.1],
    );
    let settings = |precision| {
        Some(codec::EncoderSettings {
            precision,
            ..codec::EncoderSettings::default()
        })
    };
    takes(
        |v| clip(ClipCommand::SetCompression(settings(v))),
        [1e-7, 1.0],
        [0.9e-7, 1.01],
    );
    let step = || Notify::instant(Id(20), TRACK, "Step", 0.5);
    let add = |it| notify(NotifyCommand::Add(it));
    takes(
        |v| add(Notify { time: v, ..step() }),
        [0.0, LONGEST],
        [-0.1, 86401.0],
    );
    takes(
        |v| {
            add(Notify {
                duration: Some(v),
                ..step()
            })
        },
        [SHORTEST_STATE, LONGEST],
        [0.0, 86401.0],
    );
    takes(
        |v| {
            add(Notify {
                weight_threshold: v,
                ..step()
            })
        },
        [0.0, 1.0],
        [-0.1, 1.1],
    );
    takes(
        |v| {
            add(Notify {
                chance: v,
                ..step()
            })
        },
        [0.0, 1.0],
        [-0.1, 1.1],
    );
    takes(
        |v| add_segment(segment(20, v)),
        [0.0, 86400.0],
        [-0.1, 86401.0],
    );
    takes(
        |v| {
            add_segment(Segment {
                rate: v,
                ..segment(20, 0.0)
            })
        },
        [0.01, -100.0],
        [0.009, -100.1],
    );
    takes(
        |v| {
            add_segment(Segment {
                clip_begin: v,
                ..segment(20, 0.0)
            })
        },
        [0.0, 0.7],
        [-0.1, 0.75],
    );
    takes(
        |v| {
            add_segment(Segment {
                clip_end: v,
                ..segment(20, 0.0)
            })
        },
        [0.250_11, 1.000_098],
        [0.250_095, 1.000_11],
    );
    takes(
        |v| {
            add_segment(Segment {
                loops: v as u32,
                ..segment(20, 0.0)
            })
        },
        [1.0, 10_000.0],
        [0.0, 10_001.0],
    );
    takes(
        |v| montage(MontageCommand::AddSection(section(20, "B", v))),
        [0.0, 9.0],
        [-0.1, f32::INFINITY],
    );
    takes(
        |v| montage(MontageCommand::MoveSection(SECTION, v)),
        [0.0, LONGEST],
        [-0.1, 86401.0],
    );
    let marker = |time| SyncMarker {
        id: Id(20),
        name: "L".into(),
        time,
    };
    takes(
        |v| Command::SyncMarker(CLIP, ItemCommand::Add(marker(v))),
        [0.0, LONGEST],
        [-0.1, 86401.0],
    );
    let keyed = |key| {
        Command::Curve(
            CLIP,
            ItemCommand::Add(Curve {
                keys: vec![key],
                ..Curve::new(Id(20), "c", 0)
            }),
        )
    };
    let (key, (least, most)) = (|| key(21, 0.5), (f32::NEG_INFINITY, f32::INFINITY));
    takes(
        |time| keyed(CurveKey { time, ..key() }),
        [0.0, LONGEST],
        [-0.1, 86401.0],
    );
    takes(
        |value| keyed(CurveKey { value, ..key() }),
        [f32::MIN, f32::MAX],
        [least, most],
    );
    takes(
        |in_tangent| {
            keyed(CurveKey {
                in_tangent,
                ..key()
            })
        },
        [f32::MIN, f32::MAX],
        [least, most],
    );
    takes(
        |out_tangent| {
            keyed(CurveKey {
                out_tangent,
                ..key()
            })
        },
        [f32::MIN, f32::MAX],
        [least, most],
    );
    let reduce = |with: Reduction| Command::Clip(CLIP, ClipCommand::ReduceKeys(with));
    let plain = Reduction::default();
    takes(
        |rotation| reduce(Reduction { rotation, ..plain }),
        [0.0, 36_000.0],
        [-0.1, 36_001.0],
    );
    takes(
        |translation| {
            reduce(Reduction {
                translation,
                ..plain
            })
        },
        [0.0, 1000.0],
        [-0.1, 1000.1],
    );
    takes(
        |scale| reduce(Reduction { scale, ..plain }),
        [0.0, 1000.0],
        [-0.1, 1000.1],
    );
    takes(
        |delay| reduce(Reduction { delay, ..plain }),
        [0.0, 1000.0],
        [-0.1, 1000.1],
    );
}

#[test]
fn a_name_is_trimmed_and_taken_by_one_alone() {
    let taken = || Err(EditError::NameTaken { name: "A".into() });
    let check = |add: &dyn Fn(u64, &str) -> Command, rename: &dyn Fn(u64, &str) -> Command| {
        let mut document = document();
        let commands = [
            add(20, " A "),
            add(21, "B"),
            add(22, "A"),
            rename(20, "A "),
            rename(21, "A"),
            rename(21, "C"),
        ];
        assert_eq!(
            run(&mut document, commands),
            [Ok(true), Ok(true), taken(), Ok(false), taken(), Ok(true)]
        );
        assert_eq!(
            document.perform(&add(20, "D"), None),
            Err(EditError::IdTaken)
        );
        assert_eq!(
            document.perform(&add(23, " "), None),
            Err(EditError::NameEmpty)
        );
        assert_eq!(
            document.perform(&rename(99, "D"), None),
            Err(EditError::ItemMissing)
        );
    };
    let track = |id, name: &str| {
        notify(NotifyCommand::Track(ItemCommand::Add(NotifyTrack {
            id: Id(id),
            name: name.into(),
            color: 0,
            locked: false,
        })))
    };
    check(&track, &|id, name| {
        notify(NotifyCommand::Track(ItemCommand::Rename(
            Id(id),
            name.into(),
        )))
    });
    let slot = |id, name: &str| {
        montage(MontageCommand::Slot(ItemCommand::Add(Slot {
            id: Id(id),
            name: name.into(),
            segments: vec![],
            locked: false,
        })))
    };
    check(&slot, &|id, name| {
        montage(MontageCommand::Slot(ItemCommand::Rename(
            Id(id),
            name.into(),
        )))
    });
    let part =
        |id: u64, name: &str| montage(MontageCommand::AddSection(section(id, name, id as f32)));
    check(&part, &|id, name| {
        montage(MontageCommand::RenameSection(Id(id), name.into()))
    });
    let curve = |id, name: &str| Curve::new(Id(id), name, 0);
    check(
        &|id, name| Command::Curve(CLIP, ItemCommand::Add(curve(id, name))),
        &|id, name| Command::Curve(CLIP, ItemCommand::Set(curve(id, name))),
    );
    let socket = |id, name: &str| Socket::new(Id(id), name, "root".into(), Transform::IDENTITY);
    check(
        &|id, name| {
            Command::Skeleton(
                RIG,
                SkeletonCommand::Socket(ItemCommand::Add(socket(id, name))),
            )
        },
        &|id, name| {
            Command::Skeleton(
                RIG,
                SkeletonCommand::Socket(ItemCommand::Set(socket(id, name))),
            )
        },
    );
}

#[test]
fn segments_may_touch_and_are_sorted_and_never_overlap() {
    let mut document = document();
    let moved = |start| {
        montage(MontageCommand::SetSegment {
            slot: SLOT,
            segment: segment(21, start),
        })
    };
    let commands = [
        add_segment(segment(20, 1.0)),
        add_segment(segment(21, 0.5)),
        add_segment(segment(22, 1.49995)),
    ];
    assert_eq!(run(&mut document, commands), [Ok(true), Ok(true), Ok(true)]);
    let ids: Vec<u64> = montage_of(&document).slots[0]
        .segments
        .iter()
        .map(|segment| segment.id.0)
        .collect();
    assert_eq!(ids, [21, 20, 22]);
    let overlap = || Err(EditError::Overlap);
    assert_eq!(
        run(
            &mut document,
            [moved(0.5), moved(0.501), moved(1.9), moved(2.0)]
        ),
        [Ok(false), overlap(), overlap(), Ok(true)]
    );
    let foreign = Segment {
        clip: FOREIGN,
        ..segment(30, 9.0)
    };
    let other = [
        add_segment(segment(20, 9.0)),
        add_segment(foreign),
        add_segment(Segment {
            clip: Id(99),
            ..segment(30, 9.0)
        }),
    ];
    let refused = [
        EditError::IdTaken,
        EditError::SkeletonMismatch,
        EditError::AssetMissing,
    ];
    assert_eq!(run(&mut document, other), refused.map(Err));
}

#[test]
fn a_clip_that_plays_faster_takes_less_room() {
    let mut document = document();
    let commands = [
        Command::Clip(CLIP, ClipCommand::SetRateScale(2.0)),
        add_segment(segment(20, 0.0)),
        add_segment(segment(21, 0.2)),
        add_segment(segment(22, 0.25)),
    ];
    assert_eq!(
        run(&mut document, commands),
        [Ok(true), Ok(true), Err(EditError::Overlap), Ok(true)]
    );
}

#[test]
fn a_section_that_goes_ends_what_it_ended() {
    let mut document = document();
    let mut jump = Notify::instant(Id(30), TRACK, "jump", 0.1);
    (jump.branching, jump.action) = (true, Action::JumpToSection(Id(20)));
    let other = Notify {
        id: Id(31),
        action: Action::JumpToSection(Id(21)),
        ..jump.clone()
    };
    let link = |from, to| montage(MontageCommand::LinkSection { from, to: Some(to) });
    run(
        &mut document,
        [
            montage(MontageCommand::AddSection(section(20, "B", 0.5))),
            montage(MontageCommand::AddSection(section(21, "C", 1.0))),
            link(SECTION, Id(20)),
            link(Id(21), Id(21)),
            notify(NotifyCommand::Add(jump)),
            notify(NotifyCommand::Add(other)),
            montage(MontageCommand::RemoveSection(Id(20))),
        ],
    )
    .into_iter()
    .for_each(|done| assert_eq!(done, Ok(true)));
    let left = montage_of(&document);
    assert_eq!(
        left.sections
            .iter()
            .map(|section| section.next)
            .collect::<Vec<_>>(),
        [None, Some(Id(21))]
    );
    let actions: Vec<Action> = left.notifies.iter().map(|notify| notify.action).collect();
    assert_eq!(
        actions,
        [Action::StopMontage(None), Action::JumpToSection(Id(21))]
    );
    let last = [
        MontageCommand::RemoveSection(SECTION),
        MontageCommand::RemoveSection(Id(21)),
    ];
    assert_eq!(
        run(&mut document, last.map(montage)),
        [Ok(true), Err(EditError::LastSection)]
    );
    assert_eq!(
        montage_of(&document).sections[0].start,
        0.0,
        "the first starts the montage"
    );
    assert_eq!(
        document.perform(
            &montage(MontageCommand::Slot(ItemCommand::Remove(SLOT))),
            None
        ),
        Err(EditError::LastSlot)
    );
}

#[test]
fn a_section_starts_a_frame_beside_one_that_is_there() {
    let start = |wanted: f32| {
        let mut document = document();
        let [first, second] =
            [(20, "B", 0.5), (21, "C", wanted)].map(|(id, name, start)| section(id, name, start));
        let added = run(
            &mut document,
            [first, second].map(|it| montage(MontageCommand::AddSection(it))),
        );
        assert_eq!(added, [Ok(true), Ok(true)]);
        montage_of(&document).section(Id(21)).unwrap().start
    };
    let frame = 1.0 / 30.0;
    for (wanted, expected) in [
        (0.7, 0.7),
        (0.51, 0.5 + frame),
        (0.49, 0.5 - frame),
        (0.0, frame),
        (0.5 + frame, 0.5 + frame),
    ] {
        assert!(
            (start(wanted) - expected).abs() < 1e-6,
            "{wanted}: {}",
            start(wanted)
        );
    }
}

#[test]
fn an_edit_says_whether_it_changed_anything() {
    let mut document = document();
    let marker = |id, time| SyncMarker {
        id: Id(id),
        name: "L".into(),
        time,
    };
    let marks = |command| Command::SyncMarker(CLIP, command);
    let curves = |command| Command::Curve(CLIP, command);
    let keys = |command| Command::CurveKey(CLIP, command);
    let add_key = |id, time| {
        keys(CurveKeyCommand::Add {
            curve: Id(30),
            key: key(id, time),
        })
    };
    let commands = [
        marks(ItemCommand::Add(marker(20, 0.5))),
        marks(ItemCommand::Set(marker(20, 0.5))),
        marks(ItemCommand::Set(marker(20, 0.6))),
        marks(ItemCommand::Remove(Id(20))),
        curves(ItemCommand::Add(Curve::new(Id(30), "smile", 0))),
        add_key(31, 0.5),
        add_key(32, 0.25),
        keys(CurveKeyCommand::Set(key(32, 0.25))),
        keys(CurveKeyCommand::Set(key(32, 0.75))),
        keys(CurveKeyCommand::Remove(Id(32))),
        montage(MontageCommand::SetAutoBlendOut(true)),
        montage(MontageCommand::SetAutoBlendOut(false)),
        montage(MontageCommand::SetRootMotion {
            translation: true,
            rotation: true,
        }),
        montage(MontageCommand::SetRootMotion {
            translation: false,
            rotation: true,
        }),
        montage(MontageCommand::SetRootMotion {
            translation: false,
            rotation: false,
        }),
        montage(MontageCommand::SetSyncGroup("  ".into())),
        notify(NotifyCommand::SetTrackColor(TRACK, 4)),
        notify(NotifyCommand::SetTrackColor(TRACK, 5)),
    ];
    let changed = run(&mut document, commands).map(Result::unwrap);
    let (yes, no) = (true, false);
    assert_eq!(
        changed,
        [
            yes, no, yes, yes, yes, yes, yes, no, yes, yes, no, yes, no, yes, yes, no, no, yes
        ]
    );
    let refused = [
        add_key(31, 0.1),
        add_key(30, 0.1),
        keys(CurveKeyCommand::Remove(Id(32))),
    ];
    assert_eq!(run(&mut document, refused)[0], Err(EditError::IdTaken));
}

#[test]
fn what_is_in_use_names_its_users_and_stays() {
    let mut project = project();
    let users = |project: &Project, id| match Document::new(project.clone())
        .perform(&Command::Project(ProjectCommand::DeleteAsset(id)), None)
    {
        Err(EditError::InUse { by }) => by,
        done => vec![format!("{done:?}")],
    };
    assert_eq!(users(&project, RIG), ["montage", "clip"]);
    assert_eq!(users(&project, CLIP), ["Ok(true)"]);
    let own = Additive {
        base: AdditiveBase::ClipScaled { clip: CLIP },
        ..Additive::default()
    };
    Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()).additive = Some(own);
    assert_eq!(
        users(&project, CLIP),
        ["Ok(true)"],
        "it may be its own base"
    );
    Arc::make_mut(project.clips.get_mut(&FOREIGN).unwrap()).additive = Some(own);
    Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap()).slots[0].segments =
        vec![segment(20, 0.0)];
    assert_eq!(users(&project, CLIP), ["montage", "foreign"]);
    let material = Material {
        normal_texture: Some(Id(40)),
        ..Material::default()
    };
    project.meshes.insert(
        Id(41),
        Arc::new(Mesh::new(
            "mesh",
            (OTHER, Arc::new([])),
            vec![],
            vec![material],
        )),
    );
    assert_eq!(users(&project, OTHER), ["foreign", "mesh"]);
    let texture = asset::Texture {
        name: "t".into(),
        origin: None,
        width: 1,
        height: 1,
        rgba: Arc::new([0; 4]),
    };
    project.textures.insert(Id(40), Arc::new(texture));
    assert_eq!(users(&project, Id(40)), ["mesh"]);
    let shown = Socket {
        preview: Some(Id(41)),
        ..Socket::new(Id(42), "hand", "root".into(), Transform::IDENTITY)
    };
    Arc::make_mut(project.skeletons.get_mut(&RIG).unwrap()).sockets = vec![shown];
    assert_eq!(users(&project, Id(41)), ["rig"]);
}

#[test]
fn a_montage_is_added_under_an_id_and_a_name_of_its_own() {
    let add = |id, name: &str, skeleton| {
        let montage = Montage::new(name, skeleton, &mut 200);
        document().perform(
            &Command::Project(ProjectCommand::Add(id, montage.into())),
            None,
        )
    };
    assert_eq!(add(Id(50), " new ", RIG), Ok(true));
    assert_eq!(add(CLIP, "new", RIG), Err(EditError::IdTaken));
    assert_eq!(add(Id(50), "new", Id(99)), Err(EditError::AssetMissing));
    assert_eq!(
        add(Id(50), "montage", RIG),
        Err(EditError::NameTaken {
            name: "montage".into()
        })
    );
}

#[test]
fn a_clip_is_bound_to_another_skeleton_once() {
    let mut document = document();
    let bind = |to| Command::Clip(CLIP, ClipCommand::Bind(to));
    let missing = || Err(EditError::AssetMissing);
    assert_eq!(
        run(
            &mut document,
            [bind(RIG), bind(OTHER), bind(OTHER), bind(Id(99))]
        ),
        [Ok(false), Ok(true), Ok(false), missing()]
    );
    assert_eq!(document.project().clips[&CLIP].skeleton, OTHER);
}

#[test]
fn a_socket_stays_within_a_thousand_kilometres() {
    let at = |translation| {
        let socket = Socket::new(
            Id(20),
            "hand",
            "root".into(),
            Transform::from_translation(translation),
        );
        Command::Skeleton(RIG, SkeletonCommand::Socket(ItemCommand::Add(socket)))
    };
    takes(|v| at(Vec3::new(0.0, v, 0.0)), [-1e6, 1e6], [-1.1e6, 1.1e6]);
}
