use super::*;
use crate::{Command, Document, ItemCommand};
use anim::{Transform, retarget::Retarget};
use asset::skeleton::Bone;

const RIG: Id = Id(1);

fn rig(names: &[(&str, Option<u32>)]) -> Skeleton {
    let bone =
        |(name, parent): &(&str, Option<u32>)| Bone::new(*name, *parent, Transform::IDENTITY);
    Skeleton {
        name: "rig".into(),
        bones: names.iter().map(bone).collect(),
        ..Skeleton::default()
    }
}

fn document() -> Document {
    let mut project = Project::default();
    let bones = [
        ("root", None),
        ("arm", Some(0)),
        ("hand", Some(1)),
        ("leg", Some(0)),
    ];
    project.skeletons.insert(RIG, Arc::new(rig(&bones)));
    Document::new(project)
}

const NAMES: [&str; 10] = ["root", "arm", "hand", "leg", "", "", "", "", "", "nowhere"];

fn socket(id: u64, name: &str, bone: usize) -> Socket {
    Socket::new(Id(id), name, NAMES[bone].into(), Transform::IDENTITY)
}

fn link(id: u64, name: &str, source: usize, target: usize) -> VirtualBone {
    VirtualBone::new(Id(id), name, NAMES[source].into(), NAMES[target].into())
}

fn perform(document: &mut Document, command: SkeletonCommand) -> Result<bool, EditError> {
    document.perform(&Command::Skeleton(RIG, command), None)
}

#[test]
fn sockets_come_change_and_go_and_every_step_is_undone() {
    let mut document = document();
    let first = document.project().clone();
    perform(
        &mut document,
        SkeletonCommand::Socket(ItemCommand::Add(socket(5, " grip ", 2))),
    )
    .unwrap();
    let mut moved = socket(5, "Grip", 1);
    moved.local.translation.x = 1.0;
    perform(
        &mut document,
        SkeletonCommand::Socket(ItemCommand::Set(moved.clone())),
    )
    .unwrap();
    assert_eq!(document.project().skeletons[&RIG].sockets, [moved]);
    perform(
        &mut document,
        SkeletonCommand::Socket(ItemCommand::Remove(Id(5))),
    )
    .unwrap();
    assert!(document.project().skeletons[&RIG].sockets.is_empty());
    while document.undo() {}
    assert!(Arc::ptr_eq(&first, document.project()));
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut document = document();
    perform(
        &mut document,
        SkeletonCommand::Socket(ItemCommand::Add(socket(5, "grip", 2))),
    )
    .unwrap();
    perform(
        &mut document,
        SkeletonCommand::VirtualBone(ItemCommand::Add(link(6, "hand from leg", 3, 2))),
    )
    .unwrap();
    let before = document.project().clone();
    let mut refused = |command, error| {
        assert_eq!(perform(&mut document, command), Err(error));
        assert!(Arc::ptr_eq(&before, document.project()));
    };
    let taken = |name: &str| EditError::NameTaken { name: name.into() };
    refused(
        SkeletonCommand::Socket(ItemCommand::Add(socket(7, "grip", 0))),
        taken("grip"),
    );
    refused(
        SkeletonCommand::Socket(ItemCommand::Add(socket(6, "new", 0))),
        EditError::IdTaken,
    );
    refused(
        SkeletonCommand::Socket(ItemCommand::Add(socket(7, "new", 9))),
        EditError::ItemMissing,
    );
    refused(
        SkeletonCommand::Socket(ItemCommand::Set(socket(7, "new", 0))),
        EditError::ItemMissing,
    );
    refused(
        SkeletonCommand::VirtualBone(ItemCommand::Add(link(7, "arm", 0, 1))),
        taken("arm"),
    );
    refused(
        SkeletonCommand::VirtualBone(ItemCommand::Add(link(7, "same", 1, 1))),
        EditError::SameBone,
    );
    refused(
        SkeletonCommand::VirtualBone(ItemCommand::Add(link(7, "far", 1, 9))),
        EditError::ItemMissing,
    );
    refused(
        SkeletonCommand::VirtualBone(ItemCommand::Remove(Id(5))),
        EditError::ItemMissing,
    );
    let [mut nowhere, mut unturned] = [socket(5, "grip", 2), socket(5, "grip", 2)];
    nowhere.local.translation.x = f32::NAN;
    unturned.local.rotation *= 0.0;
    for broken in [nowhere, unturned] {
        assert!(
            perform(
                &mut document,
                SkeletonCommand::Socket(ItemCommand::Set(broken))
            )
            .is_err()
        );
    }
}

fn modes(document: &Document) -> Vec<Retarget> {
    document.project().skeletons[&RIG]
        .bones
        .iter()
        .map(|bone| bone.retarget)
        .collect()
}

#[test]
fn a_retarget_mode_is_set_for_a_bone_or_its_branch() {
    let (mut document, plain) = (document(), Retarget::Animation);
    let set = |document: &mut Document, bone, mode, children| {
        perform(
            document,
            SkeletonCommand::SetRetarget {
                bone,
                mode,
                children,
            },
        )
    };
    set(&mut document, 1, Retarget::Skeleton, true).unwrap();
    assert_eq!(
        modes(&document),
        [plain, Retarget::Skeleton, Retarget::Skeleton, plain]
    );
    set(&mut document, 0, Retarget::Scaled, false).unwrap();
    assert_eq!(
        modes(&document)[..2],
        [Retarget::Scaled, Retarget::Skeleton]
    );
    assert_eq!(set(&mut document, 0, Retarget::Scaled, false), Ok(false));
    assert_eq!(
        set(&mut document, 9, Retarget::Scaled, false),
        Err(EditError::ItemMissing)
    );
}

#[test]
fn a_retarget_source_comes_is_named_and_stays_while_a_clip_was_made_for_it() {
    let mut document = document();
    let mut project = (**document.project()).clone();
    project.clips.insert(
        Id(20),
        Arc::new(Clip::new("walk", RIG, Default::default(), 30.0)),
    );
    document = Document::new(project);
    let figure = rig(&[("root", None), ("arm", Some(0))]);
    let source = RetargetSource::of(Id(8), &figure, &document.project().skeletons[&RIG]);
    assert_eq!(source.translations.len(), 2);
    perform(
        &mut document,
        SkeletonCommand::RetargetSource(ItemCommand::Add(source.clone())),
    )
    .unwrap();
    let again = perform(
        &mut document,
        SkeletonCommand::RetargetSource(ItemCommand::Add(RetargetSource {
            id: Id(9),
            ..source
        })),
    );
    assert_eq!(again, Err(EditError::NameTaken { name: "rig".into() }));
    perform(
        &mut document,
        SkeletonCommand::RetargetSource(ItemCommand::Rename(Id(8), " short ".into())),
    )
    .unwrap();
    assert_eq!(
        document.project().skeletons[&RIG].retarget_sources[0].name,
        "short"
    );
    let made_for =
        |pose| Command::Clip(Id(20), crate::ClipCommand::SetMadeFor(MadeFor::Pose(pose)));
    assert_eq!(
        document.perform(&made_for(Id(7)), None),
        Err(EditError::ItemMissing)
    );
    document.perform(&made_for(Id(8)), None).unwrap();
    let removed = perform(
        &mut document,
        SkeletonCommand::RetargetSource(ItemCommand::Remove(Id(8))),
    );
    assert_eq!(
        removed,
        Err(EditError::InUse {
            by: vec!["walk".into()]
        })
    );
    document.undo();
    perform(
        &mut document,
        SkeletonCommand::RetargetSource(ItemCommand::Remove(Id(8))),
    )
    .unwrap();
    assert!(
        document.project().skeletons[&RIG]
            .retarget_sources
            .is_empty()
    );
}

#[test]
fn every_edit_says_whether_it_changed_anything() {
    let mut document = document();
    let retarget = |bone, mode, children| SkeletonCommand::SetRetarget {
        bone,
        mode,
        children,
    };
    let source = |id, name: &str| {
        let name = name.to_owned();
        SkeletonCommand::RetargetSource(ItemCommand::Add(RetargetSource {
            id: Id(id),
            name,
            translations: Default::default(),
        }))
    };
    let rename =
        |id, name: &str| SkeletonCommand::RetargetSource(ItemCommand::Rename(Id(id), name.into()));
    let taken = |name: &str| Err(EditError::NameTaken { name: name.into() });
    let missing = || Err(EditError::ItemMissing);
    let rows = [
        (
            SkeletonCommand::Socket(ItemCommand::Add(socket(5, "grip", 2))),
            Ok(true),
        ),
        (
            SkeletonCommand::Socket(ItemCommand::Add(socket(6, "foot", 3))),
            Ok(true),
        ),
        (
            SkeletonCommand::Socket(ItemCommand::Set(socket(6, " foot ", 3))),
            Ok(false),
        ),
        (
            SkeletonCommand::Socket(ItemCommand::Set(socket(6, "foot", 0))),
            Ok(true),
        ),
        (
            SkeletonCommand::Socket(ItemCommand::Set(socket(6, "grip", 0))),
            taken("grip"),
        ),
        (
            SkeletonCommand::Socket(ItemCommand::Set(socket(6, " ", 0))),
            Err(EditError::NameEmpty),
        ),
        (
            SkeletonCommand::Socket(ItemCommand::Remove(Id(5))),
            Ok(true),
        ),
        (
            SkeletonCommand::Socket(ItemCommand::Remove(Id(5))),
            missing(),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Add(link(7, " a ", 3, 2))),
            Ok(true),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Add(link(8, "b", 0, 2))),
            Ok(true),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Add(link(8, "c", 0, 2))),
            Err(EditError::IdTaken),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Add(link(9, "a", 0, 2))),
            taken("a"),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Add(link(9, "c", 9, 2))),
            missing(),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Add(link(9, " ", 0, 2))),
            Err(EditError::NameEmpty),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Set(link(7, "a", 3, 2))),
            Ok(false),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Set(link(7, "a", 2, 3))),
            Ok(true),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Set(link(7, "b", 3, 2))),
            taken("b"),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Set(link(9, "c", 3, 2))),
            missing(),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Remove(Id(8))),
            Ok(true),
        ),
        (
            SkeletonCommand::VirtualBone(ItemCommand::Remove(Id(8))),
            missing(),
        ),
        (retarget(1, Retarget::Skeleton, false), Ok(true)),
        (retarget(0, Retarget::Skeleton, true), Ok(true)),
        (retarget(0, Retarget::Skeleton, true), Ok(false)),
        (retarget(0, Retarget::Scaled, false), Ok(true)),
        (retarget(0, Retarget::Skeleton, true), Ok(true)),
        (retarget(4, Retarget::Scaled, false), missing()),
        (source(10, " tall "), Ok(true)),
        (source(10, "short"), Err(EditError::IdTaken)),
        (source(6, "short"), Err(EditError::IdTaken)),
        (source(7, "short"), Err(EditError::IdTaken)),
        (source(11, "short"), Ok(true)),
        (
            SkeletonCommand::Socket(ItemCommand::Add(socket(10, "new", 0))),
            Err(EditError::IdTaken),
        ),
        (rename(10, "tall"), Ok(false)),
        (rename(10, "short"), taken("short")),
        (rename(10, ""), Err(EditError::NameEmpty)),
        (rename(12, "new"), missing()),
        (rename(10, "long"), Ok(true)),
        (
            SkeletonCommand::RetargetSource(ItemCommand::Remove(Id(12))),
            missing(),
        ),
        (
            SkeletonCommand::RetargetSource(ItemCommand::Remove(Id(11))),
            Ok(true),
        ),
    ];
    for (at, (command, expected)) in rows.into_iter().enumerate() {
        let (before, steps) = (document.project().clone(), document.step_count());
        let done = perform(&mut document, command);
        let changed = !Arc::ptr_eq(&before, document.project());
        assert_eq!(done, expected, "{at}");
        assert_eq!(
            (changed, document.step_count()),
            (done == Ok(true), steps + usize::from(changed)),
            "{at}"
        );
    }
    let left = &document.project().skeletons[&RIG];
    assert_eq!(
        (&left.sockets, &left.virtual_bones),
        (&vec![socket(6, "foot", 0)], &vec![link(7, "a", 2, 3)])
    );
    assert_eq!(
        left.retarget_sources
            .iter()
            .map(|it| (it.id.0, &*it.name))
            .collect::<Vec<_>>(),
        [(10, "long")]
    );
}

#[test]
fn a_socket_keeps_a_rotation_of_length_one_and_a_size_in_range() {
    let placed = |edit: &dyn Fn(&mut Transform)| {
        let (mut document, mut it) = (document(), socket(5, "grip", 2));
        edit(&mut it.local);
        perform(&mut document, SkeletonCommand::Socket(ItemCommand::Add(it))).map(|_| {
            let local = document.project().skeletons[&RIG].sockets[0].local;
            assert!(local.rotation.is_normalized());
            local
        })
    };
    let turned = |length: f32| placed(&|local: &mut Transform| local.rotation *= length);
    for length in [1.1e-3, 0.5, 1.0, 999.0] {
        assert!(turned(length).is_ok(), "{length}");
    }
    for length in [0.0, 0.95e-3, 1001.0, f32::NAN] {
        assert!(
            matches!(turned(length), Err(EditError::OutOfRange { .. })),
            "{length}"
        );
    }
    let sized =
        |z: f32| placed(&|local: &mut Transform| local.scale.z = z).map(|local| local.scale.z);
    assert_eq!([-1e6, 0.0, 1e6].map(sized), [Ok(-1e6), Ok(0.0), Ok(1e6)]);
    assert!(
        [-1.01e6, 1.01e6, f32::NAN]
            .into_iter()
            .all(|z| sized(z).is_err())
    );
}
