//! Random walks over commands: undo all returns the very first root, redo all the last, refusals
//! change nothing.

use crate::{
    ClipCommand, Command, CurveKeyCommand, Document, EditError, Gesture, ItemCommand, MeshCommand,
    MontageCommand, NotifyCommand, ProjectCommand, SkeletonCommand, import::Import,
};
use anim::{
    MeshPart, Transform, mesh::SkinMethod, montage::Easing, reduction::Reduction,
    retarget::Retarget,
};
use asset::{
    Asset, Clip, Curve, CurveKey, Id, Mesh, Montage, Notify, NotifyTrack, Origin, Project,
    Skeleton, SyncMarker,
    clip::{Additive, AdditiveBase, LoopPolicy},
    mesh::Part,
    montage::{Blend, Section, Segment, Slot},
    skeleton::{Bone, Socket},
    source::{Channel, ClipSource, Interpolation, Track},
};
use proptest::prelude::*;
use std::sync::Arc;

const METHODS: [SkinMethod; 2] = [SkinMethod::Linear, SkinMethod::DualQuaternion];
const POLICIES: [LoopPolicy; 2] = [LoopPolicy::Clamp, LoopPolicy::Wrap];

const SKELETON: Id = Id(1);
const CLIP: Id = Id(2);
const MONTAGE: Id = Id(3);
const MESH: Id = Id(4);

fn project() -> Project {
    let bone = Bone::new("root", None, Transform::IDENTITY);
    let skeleton = Skeleton {
        name: "skeleton".into(),
        bones: vec![bone],
        ..Skeleton::default()
    };
    let source = Arc::new(ClipSource {
        duration: 1.0,
        ..ClipSource::default()
    });
    let mut project = Project {
        name: "project".into(),
        ..Project::default()
    };
    project.skeletons.insert(SKELETON, Arc::new(skeleton));
    project
        .clips
        .insert(CLIP, Arc::new(Clip::new("clip", SKELETON, source, 30.0)));
    project.meshes.insert(MESH, Arc::new(mesh()));
    project.montages.insert(
        MONTAGE,
        Arc::new(Montage::new("montage", SKELETON, &mut 10)),
    );
    of_a_file(project)
}

/// Everything in it came from one file.
fn of_a_file(mut project: Project) -> Project {
    let origin = |kind: &str, said| {
        let (file, place) = ("/char.glb".to_owned(), kind.to_owned());
        Some(Origin {
            file,
            place,
            content: "0".repeat(32),
            said,
            options: Default::default(),
            properties: Default::default(),
        })
    };
    for skeleton in project.skeletons.values_mut().map(Arc::make_mut) {
        skeleton.origin = origin("skeleton", skeleton.said());
    }
    for mesh in project.meshes.values_mut().map(Arc::make_mut) {
        mesh.origin = origin("mesh", mesh.said());
    }
    for clip in project.clips.values_mut().map(Arc::make_mut) {
        clip.origin = origin(&format!("clip {}", clip.name), clip.said());
    }
    project
}

/// The file again as it is now, as an update of what came from it.
fn imported(file: &Project) -> Command {
    let mut file = file.clone();
    file.montages.clear();
    for clip in file.clips.values_mut().map(Arc::make_mut) {
        clip.origin = None;
    }
    let (file, updates) = (Arc::new(of_a_file(file)), Some("/char.glb".to_owned()));
    let (adopts, bindings, renames, matches) = Default::default();
    Command::Project(ProjectCommand::Import(Arc::new(Import {
        file,
        updates,
        copy: 0,
        adopts,
        bindings,
        rebinds: false,
        renames,
        matches,
        reset: false,
        root_motion: false,
    })))
}

fn mesh() -> Mesh {
    let part = |name: &str| Part {
        name: name.into(),
        data: Arc::new(MeshPart {
            influences: 1,
            ..MeshPart::default()
        }),
        ..Part::default()
    };
    Mesh::new(
        "mesh",
        (SKELETON, Arc::new([])),
        vec![part("body"), part("hair")],
        Vec::new(),
    )
}

/// Ids that exist, ids that do not, and ids of the wrong kind.
fn pick(m: &Montage, n: u8) -> Id {
    let mut ids: Vec<Id> = m.sections.iter().map(|s| s.id).collect();
    ids.extend(
        m.slots
            .iter()
            .flat_map(|slot| slot.segments.iter().map(|s| s.id).chain([slot.id])),
    );
    ids.extend(
        m.tracks
            .iter()
            .map(|t| t.id)
            .chain(m.notifies.iter().map(|n| n.id)),
    );
    ids.push(Id(999));
    ids[n as usize % ids.len()]
}

/// Splits, arrangements and locks.
fn arranging(kind: u8, (x, y): (Id, Id), (fresh, time): (Id, f32), segment: Segment) -> Command {
    let command = match kind {
        32 => {
            let pieces = [fresh, Id(fresh.0 + 90_000), Id(fresh.0 + 180_000)];
            MontageCommand::SplitSegment {
                segment: x,
                at: time,
                pieces,
            }
        }
        33 => {
            let sections = vec![(x, time), (y, time + 0.1)];
            MontageCommand::Arrange {
                segments: vec![(x, segment)],
                sections,
            }
        }
        34 => MontageCommand::Arrange {
            segments: vec![],
            sections: vec![(x, time)],
        },
        _ => MontageCommand::SetSlotLocked(x, fresh.0.is_multiple_of(3)),
    };
    Command::Montage(MONTAGE, command)
}

fn command(m: &Montage, kind: u8, a: u8, b: u8) -> Command {
    let (x, y) = (pick(m, a), pick(m, b));
    let time = f32::from(b) / 40.0 - 0.2;
    let fresh = Id(1000 + u64::from(a) * 256 + u64::from(b));
    let name = ["", "A", "B", " C ", "D"][a as usize % 5].to_owned();
    let segment = |id| Segment {
        id,
        clip: if a < 200 { CLIP } else { x },
        start: time,
        clip_begin: 0.0,
        clip_end: 0.5,
        rate: f32::from(b % 4),
        loops: 1,
    };
    let montage = |command| Command::Montage(MONTAGE, command);
    let notify =
        |command| Command::Notify(if a.is_multiple_of(7) { CLIP } else { MONTAGE }, command);
    match kind % 37 {
        0 => montage(MontageCommand::AddSection(Section {
            id: fresh,
            name,
            start: time,
            next: None,
            color: 0,
        })),
        1 => montage(MontageCommand::RemoveSection(x)),
        2 => montage(MontageCommand::RenameSection(x, name)),
        3 => montage(MontageCommand::MoveSection(x, time)),
        4 => montage(MontageCommand::LinkSection {
            from: x,
            to: (b > 30).then_some(y),
        }),
        5 => montage(MontageCommand::Slot(ItemCommand::Add(Slot {
            id: fresh,
            name,
            segments: Vec::new(),
            locked: false,
        }))),
        6 => montage(MontageCommand::Slot(ItemCommand::Remove(x))),
        7 => montage(MontageCommand::AddSegment {
            slot: x,
            segment: segment(fresh),
        }),
        8 => montage(MontageCommand::SetSegment {
            slot: x,
            segment: segment(y),
        }),
        9 => montage(MontageCommand::RemoveSegment(x)),
        10 => notify(NotifyCommand::Track(ItemCommand::Add(NotifyTrack {
            id: fresh,
            name,
            color: 1,
            locked: false,
        }))),
        11 => notify(NotifyCommand::Track(ItemCommand::Remove(x))),
        12 => notify(NotifyCommand::Add(Notify::instant(fresh, x, name, time))),
        13 => notify(NotifyCommand::Set(Notify::state(x, y, name, time, time))),
        14 => notify(NotifyCommand::Remove(x)),
        15 => montage(MontageCommand::SetBlendIn(Blend::standard(
            time,
            Easing::Sine,
        ))),
        16 => Command::Clip(CLIP, ClipCommand::SetRateScale(time)),
        17 => Command::Project(ProjectCommand::RenameAsset(
            if a.is_multiple_of(2) { CLIP } else { MONTAGE },
            name,
        )),
        18 => Command::Project(ProjectCommand::DeleteAsset(if a.is_multiple_of(2) {
            CLIP
        } else {
            SKELETON
        })),
        19 => Command::Project(ProjectCommand::Add(
            fresh,
            Montage::new(name, SKELETON, &mut u64::from(b)).into(),
        )),
        20 => imported(&project()),
        21 => Command::SyncMarker(
            CLIP,
            ItemCommand::Add(SyncMarker {
                id: fresh,
                name,
                time,
            }),
        ),
        22 => Command::SyncMarker(CLIP, ItemCommand::Remove(fresh)),
        23 => Command::Curve(
            CLIP,
            ItemCommand::Add(Curve::new(Id(2000 + u64::from(a % 8)), name, b)),
        ),
        24 => {
            let key = CurveKey::new(fresh, time, f32::from(a), Interpolation::Linear);
            Command::CurveKey(
                CLIP,
                CurveKeyCommand::Add {
                    curve: Id(2000 + u64::from(a % 8)),
                    key,
                },
            )
        }
        25 => Command::CurveKey(
            CLIP,
            CurveKeyCommand::Set(CurveKey::new(fresh, time, 0.0, Interpolation::Cubic)),
        ),
        26 => Command::Skeleton(
            SKELETON,
            SkeletonCommand::Socket(ItemCommand::Add(Socket::new(
                fresh,
                name,
                ["root", "nowhere"][b as usize % 2].into(),
                Transform::IDENTITY,
            ))),
        ),
        27 => Command::Skeleton(
            SKELETON,
            SkeletonCommand::Socket(ItemCommand::Remove(fresh)),
        ),
        28 => Command::Skeleton(
            SKELETON,
            SkeletonCommand::SetRetarget {
                bone: b as usize % 2,
                mode: Retarget::ALL[a as usize % 4],
                children: true,
            },
        ),
        29 => Command::Mesh(
            MESH,
            MeshCommand::SetMethod(
                (!b.is_multiple_of(4)).then_some(b as usize % 4),
                METHODS[a as usize % 2],
            ),
        ),
        30 => Command::Clip(
            CLIP,
            ClipCommand::ReduceKeys(Reduction {
                rotation: time,
                ..Reduction::default()
            }),
        ),
        32..=35 => arranging(kind % 37, (x, y), (fresh, time), segment(y)),
        31 => Command::Clip(CLIP, ClipCommand::SetLoopPolicy(POLICIES[a as usize % 2])),
        _ => Command::Batch(vec![
            montage(MontageCommand::MoveSection(x, time)),
            montage(MontageCommand::RemoveSection(y)),
        ]),
    }
}

proptest! {
    #[test]
    fn undo_all_returns_the_first_root_and_redo_all_the_last(walk in proptest::collection::vec((0u8.., 0u8.., 0u8.., 0u8..4), 1..60)) {
        let mut document = Document::new(project());
        let first = document.project().clone();
        let spare = Montage::new("spare", SKELETON, &mut 77);
        for (kind, a, b, gesture) in walk {
            let before = document.project().clone();
            let montage = before.montages.get(&MONTAGE).map_or(&spare, |m| m);
            let gesture = (gesture > 1).then_some(Gesture(gesture.into()));
            if document.perform(&command(montage, kind, a, b), gesture).is_err() {
                prop_assert!(Arc::ptr_eq(&before, document.project()));
            }
            let sections = &document.project().montages[&MONTAGE].sections;
            prop_assert_eq!(sections[0].start, 0.0);
            prop_assert!(sections.windows(2).all(|pair| pair[0].start < pair[1].start));
            let mut curves = document.project().clips.get(&CLIP).into_iter().flat_map(|clip| &clip.curves);
            prop_assert!(curves.all(|curve| curve.keys.is_sorted_by(|a, b| a.time <= b.time)));
        }
        let last = document.project().clone();
        while document.undo() {}
        prop_assert!(Arc::ptr_eq(&first, document.project()));
        prop_assert!(document.is_saved());
        while document.redo() {}
        prop_assert!(Arc::ptr_eq(&last, document.project()));
    }
}

#[test]
fn a_gesture_is_one_step_and_can_be_taken_back() {
    let mut document = Document::new(project());
    let first = document.project().clone();
    let add = |document: &mut Document| {
        let section = Section {
            id: Id(50),
            name: "B".into(),
            start: 0.5,
            next: None,
            color: 0,
        };
        document
            .perform(
                &Command::Montage(MONTAGE, MontageCommand::AddSection(section)),
                None,
            )
            .unwrap();
    };
    add(&mut document);
    let placed = document.project().clone();
    let drag = |document: &mut Document, start| {
        document
            .perform(
                &Command::Montage(MONTAGE, MontageCommand::MoveSection(Id(50), start)),
                Some(Gesture(1)),
            )
            .unwrap();
    };
    [0.6, 0.7, 0.8]
        .into_iter()
        .for_each(|start| drag(&mut document, start));
    assert_eq!(document.step_count(), 2);
    document.cancel(Gesture(1));
    assert!(Arc::ptr_eq(&placed, document.project()) && document.step_count() == 1);
    [0.6, 0.5]
        .into_iter()
        .for_each(|start| drag(&mut document, start));
    document.finish_gesture(Gesture(1));
    assert!(Arc::ptr_eq(&placed, document.project()) && document.step_count() == 1);
    document.undo();
    assert!(Arc::ptr_eq(&first, document.project()));
}

#[test]
fn gestures_that_run_at_once_stay_steps_of_their_own() {
    let mut document = Document::new(project());
    let mut roots = vec![document.project().clone()];
    let rate = |document: &mut Document, rate, gesture| {
        document
            .perform(
                &Command::Clip(CLIP, ClipCommand::SetRateScale(rate)),
                Some(Gesture(gesture)),
            )
            .unwrap();
        document.project().clone()
    };
    for (value, gesture) in [(2.0, 1), (3.0, 2), (4.0, 1)] {
        roots.push(rate(&mut document, value, gesture));
    }
    assert_eq!(document.step_count(), 3);
    document.finish_gesture(Gesture(2));
    rate(&mut document, 5.0, 1);
    assert_eq!(document.step_count(), 3, "the first goes on where it was");
    document.cancel(Gesture(2));
    assert_eq!(document.step_count(), 3, "only the last can be taken back");
    document.finish_gesture(Gesture(1));
    rate(&mut document, 6.0, 1);
    assert_eq!(document.step_count(), 4, "one that ended does not go on");
    for root in [None, Some(2), Some(1), Some(0)] {
        assert!(document.undo());
        let rate = document.project().clips[&CLIP].rate_scale;
        assert!(
            root.map_or(rate == 5.0, |root: usize| Arc::ptr_eq(
                &roots[root],
                document.project()
            )),
            "{rate}"
        );
    }
}

#[test]
fn reimport_keeps_what_people_added() {
    let mut document = Document::new(project());
    let track = NotifyTrack {
        id: Id(60),
        name: "Steps".into(),
        color: 0,
        locked: false,
    };
    document
        .perform(
            &Command::Notify(CLIP, NotifyCommand::Track(ItemCommand::Add(track))),
            None,
        )
        .unwrap();
    document
        .perform(&Command::Clip(CLIP, ClipCommand::SetLooping(true)), None)
        .unwrap();
    document
        .perform(
            &Command::Clip(CLIP, ClipCommand::SetLoopPolicy(LoopPolicy::Wrap)),
            None,
        )
        .unwrap();
    let marker = SyncMarker {
        id: Id(61),
        name: "L".into(),
        time: 0.1,
    };
    document
        .perform(
            &Command::SyncMarker(CLIP, ItemCommand::Add(marker.clone())),
            None,
        )
        .unwrap();
    let curve = Curve::new(Id(62), "smile", 0);
    document
        .perform(&Command::Curve(CLIP, ItemCommand::Add(curve.clone())), None)
        .unwrap();
    let kept = SkinMethod::DualQuaternion;
    document
        .perform(
            &Command::Mesh(MESH, MeshCommand::SetMethod(Some(1), kept)),
            None,
        )
        .unwrap();
    let name = document.project().meshes[&MESH].lods[0].parts[0]
        .name
        .clone();
    let cloth = asset::mesh::Cloth {
        mesh: MESH,
        part: name,
        weight: None,
    };
    document
        .perform(
            &Command::Mesh(MESH, MeshCommand::SetCloth(1, Some(cloth.clone()))),
            None,
        )
        .unwrap();
    let mut again = project();
    let longer = Arc::new(ClipSource {
        duration: 2.0,
        ..ClipSource::default()
    });
    again
        .clips
        .insert(CLIP, Arc::new(Clip::new("clip", SKELETON, longer, 30.0)));
    document.perform(&imported(&again), None).unwrap();
    let clip = &document.project().clips[&CLIP];
    assert!(clip.looping && clip.tracks.len() == 1 && clip.source.duration == 2.0);
    assert_eq!(clip.loop_policy, LoopPolicy::Wrap);
    assert_eq!(
        (&clip.sync_markers, &clip.curves),
        (&vec![marker], &vec![curve])
    );
    assert_eq!(document.project().skeletons.len(), 1);
    let methods: Vec<SkinMethod> = document.project().meshes[&MESH]
        .parts()
        .map(|p| p.data.method)
        .collect();
    assert_eq!(methods, [SkinMethod::Linear, kept]);
    let followed: Vec<_> = document.project().meshes[&MESH]
        .parts()
        .map(|part| part.cloth.clone())
        .collect();
    assert_eq!(followed, [None, Some(cloth)]);
}

#[test]
fn levels_that_were_made_here_stay_when_the_file_comes_again() {
    let mut document = Document::new(project());
    let coarse = Mesh::new(
        "coarse",
        (SKELETON, Arc::new(["tail".into()])),
        vec![mesh().lods[0].parts[1].clone()],
        Vec::new(),
    );
    let add = MeshCommand::AddLevel {
        at: 1,
        screen_size: 0.3,
        from: Arc::new(coarse),
    };
    document.perform(&Command::Mesh(MESH, add), None).unwrap();
    let sizes = |document: &Document| -> Vec<f32> {
        document.project().meshes[&MESH]
            .lods
            .iter()
            .map(|lod| lod.screen_size)
            .collect()
    };
    document.perform(&imported(&project()), None).unwrap();
    let kept = document.project().meshes[&MESH].clone();
    assert_eq!(
        (sizes(&document), kept.lods[1].parts[0].name.as_str()),
        (vec![1.0, 0.3], "hair")
    );
    assert!(
        kept.bones.contains(&"tail".into()),
        "with the bones that they follow"
    );
    let mut levelled = project();
    let file = Arc::make_mut(levelled.meshes.get_mut(&MESH).unwrap());
    file.lods.push(asset::mesh::Lod {
        screen_size: 0.5,
        ..file.lods[0].clone()
    });
    document.perform(&imported(&levelled), None).unwrap();
    assert_eq!(
        sizes(&document),
        [1.0, 0.3],
        "also where the file has levels of its own by now"
    );
    let Command::Project(ProjectCommand::Import(again)) = imported(&levelled) else {
        unreachable!()
    };
    let reset = Import {
        reset: true,
        ..(*again).clone()
    };
    document
        .perform(
            &Command::Project(ProjectCommand::Import(Arc::new(reset))),
            None,
        )
        .unwrap();
    assert_eq!(sizes(&document), [1.0, 0.5]);
}

#[test]
fn a_notify_keeps_the_socket_that_it_names_whatever_becomes_of_it() {
    let mut document = Document::new(project());
    let track = NotifyTrack {
        id: Id(60),
        name: "Steps".into(),
        color: 0,
        locked: false,
    };
    let (step, socket) = (Notify::instant(Id(61), Id(60), "Step", 0.1), Id(62));
    let skeleton = |command| Command::Skeleton(SKELETON, command);
    let named = |name: &str| Socket::new(socket, name, "root".into(), Transform::IDENTITY);
    for command in [
        Command::Notify(CLIP, NotifyCommand::Track(ItemCommand::Add(track))),
        Command::Notify(CLIP, NotifyCommand::Add(step.clone())),
        skeleton(SkeletonCommand::Socket(ItemCommand::Add(named("ground")))),
    ] {
        assert_eq!(document.perform(&command, None), Ok(true));
    }
    let of = |document: &Document| document.project().clips[&CLIP].notifies[0].socket;
    let set = Command::Notify(
        CLIP,
        NotifyCommand::Set(Notify {
            socket: Some(socket),
            ..step
        }),
    );
    assert_eq!(document.perform(&set, None), Ok(true));
    assert_eq!(
        (of(&document), document.perform(&set, None)),
        (Some(socket), Ok(false))
    );
    document.undo();
    assert_eq!(of(&document), None);
    document.redo();
    for command in [
        SkeletonCommand::Socket(ItemCommand::Set(named("floor"))),
        SkeletonCommand::Socket(ItemCommand::Remove(socket)),
    ] {
        assert_eq!(document.perform(&skeleton(command), None), Ok(true));
        assert_eq!(of(&document), Some(socket));
    }
}

#[test]
fn sections_never_share_a_start() {
    let mut document = Document::new(project());
    for (id, start) in [(Id(50), 0.5), (Id(51), 1.0)] {
        let section = Section {
            id,
            name: id.to_string(),
            start,
            next: None,
            color: 0,
        };
        document
            .perform(
                &Command::Montage(MONTAGE, MontageCommand::AddSection(section)),
                None,
            )
            .unwrap();
    }
    document
        .perform(
            &Command::Montage(MONTAGE, MontageCommand::MoveSection(Id(50), 1.0)),
            None,
        )
        .unwrap();
    let starts: Vec<f32> = document.project().montages[&MONTAGE]
        .sections
        .iter()
        .map(|s| s.start)
        .collect();
    assert!(
        (starts[2] - starts[1] - 1.0 / 30.0).abs() < 1e-6,
        "{starts:?}"
    );
}

#[test]
fn sync_markers_and_curves_refuse_what_cannot_play() {
    let mut document = Document::new(project());
    let first = document.project().clone();
    let marker = |name: &str, time| SyncMarker {
        id: Id(61),
        name: name.into(),
        time,
    };
    let mut add_marker =
        |marker| document.perform(&Command::SyncMarker(CLIP, ItemCommand::Add(marker)), None);
    assert_eq!(add_marker(marker(" ", 0.1)), Err(EditError::NameEmpty));
    assert!(matches!(
        add_marker(marker("L", -0.1)),
        Err(EditError::OutOfRange { .. })
    ));
    assert!(matches!(
        add_marker(marker("L", f32::NAN)),
        Err(EditError::OutOfRange { .. })
    ));
    assert!(Arc::ptr_eq(&first, document.project()));
    let mut run = |command| document.perform(&command, None);
    let curve = |command| Command::Curve(CLIP, command);
    let keyed = |command| Command::CurveKey(CLIP, command);
    let key = |id, time, value| CurveKey::new(Id(id), time, value, Interpolation::Linear);
    assert_eq!(
        run(curve(ItemCommand::Add(Curve::new(Id(1), " smile ", 0)))),
        Ok(true)
    );
    assert_eq!(
        run(curve(ItemCommand::Add(Curve::new(Id(1), "other", 0)))),
        Err(EditError::IdTaken)
    );
    let taken = EditError::NameTaken {
        name: "smile".into(),
    };
    assert_eq!(
        run(curve(ItemCommand::Add(Curve::new(Id(2), "smile", 0)))),
        Err(taken)
    );
    assert_eq!(
        run(keyed(CurveKeyCommand::Add {
            curve: Id(1),
            key: key(3, 0.5, 1.0)
        })),
        Ok(true)
    );
    assert_eq!(
        run(keyed(CurveKeyCommand::Add {
            curve: Id(1),
            key: key(3, 0.7, 1.0)
        })),
        Err(EditError::IdTaken)
    );
    assert!(run(keyed(CurveKeyCommand::Set(key(3, 0.5, f32::INFINITY)))).is_err());
    assert_eq!(
        run(keyed(CurveKeyCommand::Add {
            curve: Id(1),
            key: key(4, 0.2, 2.0)
        })),
        Ok(true)
    );
    assert_eq!(run(keyed(CurveKeyCommand::Set(key(4, 0.9, 2.0)))), Ok(true));
    assert_eq!(
        run(keyed(CurveKeyCommand::Remove(Id(9)))),
        Err(EditError::ItemMissing)
    );
    let keys: Vec<f32> = document.project().clips[&CLIP].curves[0]
        .keys
        .iter()
        .map(|key| key.time)
        .collect();
    assert_eq!(keys, [0.5, 0.9]);
}

#[test]
fn a_base_is_a_clip_of_the_same_skeleton_and_stays_while_it_is_one() {
    let mut project = project();
    let source = project.clips[&CLIP].source.clone();
    let (base, foreign) = (Id(70), Id(71));
    project.clips.insert(
        base,
        Arc::new(Clip::new("base", SKELETON, source.clone(), 30.0)),
    );
    project.clips.insert(
        foreign,
        Arc::new(Clip::new("foreign", Id(72), source, 30.0)),
    );
    let mut document = Document::new(project);
    let set = |base| {
        let additive = Additive {
            base,
            ..Additive::default()
        };
        Command::Clip(CLIP, ClipCommand::SetAdditive(Some(additive)))
    };
    let delete = Command::Project(ProjectCommand::DeleteAsset(base));
    for (clip, error) in [
        (foreign, EditError::SkeletonMismatch),
        (Id(99), EditError::AssetMissing),
    ] {
        assert_eq!(
            document.perform(&set(AdditiveBase::ClipScaled { clip }), None),
            Err(error)
        );
    }
    for wanted in [
        AdditiveBase::ClipScaled { clip: base },
        AdditiveBase::ClipFrame {
            clip: base,
            frame: 3,
        },
    ] {
        assert_eq!(document.perform(&set(wanted), None), Ok(true));
        let by = vec!["clip".to_owned()];
        assert_eq!(
            document.perform(&delete, None),
            Err(EditError::InUse { by })
        );
    }
    let mut again = (**document.project()).clone();
    again.clips.retain(|id, _| *id == CLIP);
    Arc::make_mut(again.clips.get_mut(&CLIP).unwrap()).additive = None;
    document.perform(&imported(&again), None).unwrap();
    let kept = document.project().clips[&CLIP].additive.unwrap().base;
    assert_eq!(
        kept,
        AdditiveBase::ClipFrame {
            clip: base,
            frame: 3
        }
    );
    assert_eq!(
        document.perform(&set(AdditiveBase::OwnFrame(0)), None),
        Ok(true)
    );
    assert_eq!(document.perform(&delete, None), Ok(true));
}

#[test]
fn fewer_keys_are_one_step_and_stay_until_the_file_s_are_asked_for() {
    let mut project = project();
    let times: Vec<f32> = (0..31).map(|i| i as f32 / 30.0).collect();
    let values = (0..31).flat_map(|i| [i as f32 * 0.1, 0.0, 0.0]).collect();
    let translation = Some(Channel {
        times,
        values,
        ..Channel::default()
    });
    let tracks = vec![Track {
        bone: "root".into(),
        translation,
        ..Track::default()
    }];
    let source = Arc::new(ClipSource {
        duration: 1.0,
        tracks,
        curves: Vec::new(),
    });
    Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()).source = source.clone();
    let project = of_a_file(project);
    let file = project.clone();
    let mut document = Document::new(project);
    let reduce = |delay| {
        Command::Clip(
            CLIP,
            ClipCommand::ReduceKeys(Reduction {
                delay,
                ..Reduction::default()
            }),
        )
    };
    let keys = |document: &Document| {
        document.project().clips[&CLIP]
            .source
            .channels()
            .next()
            .unwrap()
            .times
            .len()
    };
    assert!(matches!(
        document.perform(&reduce(-1.0), None),
        Err(EditError::OutOfRange { field: "Delay", .. })
    ));
    assert_eq!(
        (document.perform(&reduce(0.5), None), keys(&document)),
        (Ok(true), 3)
    );
    assert_eq!(
        (document.perform(&reduce(0.0), None), keys(&document)),
        (Ok(true), 2)
    );
    assert_eq!(
        document.perform(&reduce(0.0), None),
        Ok(false),
        "there is nothing left to drop"
    );
    document.undo();
    document.undo();
    assert!(Arc::ptr_eq(
        &document.project().clips[&CLIP].source,
        &source
    ));
    document.redo();
    document.perform(&imported(&file), None).unwrap();
    assert_eq!(
        keys(&document),
        3,
        "the file has not changed, and what was done here stays"
    );
    let Command::Project(ProjectCommand::Import(again)) = imported(&file) else {
        unreachable!()
    };
    let reset = Import {
        reset: true,
        ..(*again).clone()
    };
    document
        .perform(
            &Command::Project(ProjectCommand::Import(Arc::new(reset))),
            None,
        )
        .unwrap();
    assert!(keys(&document) == 31 && !document.project().clips[&CLIP].keys_edited);
}
