//! Tables of edits in a row: what each comes to, and that what changes nothing is no step.

use crate::{
    ClipCommand, Command, CurveKeyCommand, Document, EditError, ItemCommand, MontageCommand,
    NotifyCommand, ProjectCommand, SkeletonCommand,
    edits::{
        CLIP, FOREIGN, MONTAGE, OTHER, RIG, SECTION, SLOT, TRACK, add_segment, document, key,
        montage, montage_of, notify, project, section, segment,
    },
};
use anim::{clip::RootMotion, montage::Easing};
use asset::{
    Curve, CurveKey, Id, MadeFor, Notify, NotifyTrack, SyncMarker,
    clip::{Additive, AdditiveBase, LoopPolicy},
    montage::{Blend, Segment, Slot},
};
use std::sync::Arc;

/// Performs each command and compares what it comes to. One that changes makes one step of its
/// label, any other none.
#[track_caller]
fn walk(
    document: &mut Document,
    rows: impl IntoIterator<Item = (Command, Result<bool, EditError>)>,
) {
    for (at, (command, expected)) in rows.into_iter().enumerate() {
        let (before, steps) = (document.project().clone(), document.step_count());
        let done = document.perform(&command, None);
        assert_eq!(done, expected, "{at}: {command:?}");
        let changed = done == Ok(true);
        assert_eq!(
            document.step_count(),
            steps + usize::from(changed),
            "{at}: {command:?}"
        );
        assert_eq!(
            !Arc::ptr_eq(&before, document.project()),
            changed,
            "{at}: {command:?}"
        );
        if changed {
            assert_ne!(before, *document.project(), "{at}: {command:?}");
            assert_eq!(document.undo_label(), Some(command.label()));
        }
    }
}

/// The same again changes nothing.
fn once(commands: impl IntoIterator<Item = Command>) -> Vec<(Command, Result<bool, EditError>)> {
    commands
        .into_iter()
        .flat_map(|command| [(command.clone(), Ok(true)), (command, Ok(false))])
        .collect()
}

#[test]
fn a_setting_changes_once_and_is_no_step_when_it_is_so_already() {
    let own = Additive {
        base: AdditiveBase::OwnFrame(2),
        ..Additive::default()
    };
    let clip = [
        ClipCommand::SetLooping(true),
        ClipCommand::SetLoopPolicy(LoopPolicy::Wrap),
        ClipCommand::SetRateScale(2.0),
        ClipCommand::SetFrameRate(25.0),
        ClipCommand::SetRootMotion(RootMotion {
            enabled: true,
            ..RootMotion::default()
        }),
        ClipCommand::SetRootBone(Some("root".into())),
        ClipCommand::SetAdditive(Some(own)),
        ClipCommand::SetAdditive(None),
        ClipCommand::SetCompression(None),
    ];
    walk(
        &mut document(),
        once(clip.map(|command| Command::Clip(CLIP, command))),
    );
    let blend = Blend::standard(0.7, Easing::Sine);
    let settings = [
        MontageCommand::SetRateScale(2.0),
        MontageCommand::SetFrameRate(25.0),
        MontageCommand::SetBlendIn(blend.clone()),
        MontageCommand::SetBlendOut(Blend {
            curve: Some(vec![key(20, 0.0), key(21, 1.0)]),
            ..blend
        }),
        MontageCommand::SetStretch(Some(Curve {
            keys: vec![key(22, 0.0)],
            ..Curve::new(Id(23), "Time stretch", 0)
        })),
        MontageCommand::SetSyncGroup("steps".into()),
        MontageCommand::SetSyncSlot(Some(SLOT)),
        MontageCommand::SetStretch(None),
        MontageCommand::SetSyncGroup(String::new()),
        MontageCommand::SetSyncSlot(None),
        MontageCommand::SetBlendOutTrigger(0.5),
        MontageCommand::SetAutoBlendOut(false),
        MontageCommand::SetRootMotion {
            translation: true,
            rotation: false,
        },
        MontageCommand::SetRootMotion {
            translation: true,
            rotation: true,
        },
        MontageCommand::SetSectionColor(SECTION, 3),
        MontageCommand::LinkSection {
            from: SECTION,
            to: Some(SECTION),
        },
        MontageCommand::LinkSection {
            from: SECTION,
            to: None,
        },
        MontageCommand::RenameSection(SECTION, "Start".into()),
        MontageCommand::Slot(ItemCommand::Rename(SLOT, "Upper".into())),
    ];
    let mut rooted = project();
    let it = Arc::make_mut(rooted.montages.get_mut(&MONTAGE).unwrap());
    (it.root_translation, it.root_rotation) = (false, false);
    walk(&mut Document::new(rooted), once(settings.map(montage)));
    let of_project = [
        ProjectCommand::Rename(" game ".into()),
        ProjectCommand::RenameAsset(CLIP, " run ".into()),
        ProjectCommand::RenameAsset(MONTAGE, "run".into()),
    ];
    walk(&mut document(), once(of_project.map(Command::Project)));
}

#[test]
fn what_is_not_there_is_refused_by_every_edit() {
    let (gone, asset, item) = (
        Id(99),
        || Err(EditError::AssetMissing),
        || Err(EditError::ItemMissing),
    );
    let project = |command| Command::Project(command);
    let on_clip = |clip, command| Command::Clip(clip, command);
    let to_clip = Additive {
        base: AdditiveBase::ClipScaled { clip: gone },
        ..Additive::default()
    };
    let step = Notify::instant(Id(20), gone, "Step", 0.5);
    let track = |id| NotifyTrack {
        id,
        name: "T".into(),
        color: 0,
        locked: false,
    };
    let (marker, curve) = (
        SyncMarker {
            id: gone,
            name: "L".into(),
            time: 0.0,
        },
        Curve::new(gone, "c", 0),
    );
    let missing_assets = [
        project(ProjectCommand::RenameAsset(gone, "x".into())),
        project(ProjectCommand::DeleteAsset(gone)),
        on_clip(gone, ClipCommand::SetLooping(true)),
        on_clip(gone, ClipCommand::Bind(RIG)),
        on_clip(CLIP, ClipCommand::Bind(gone)),
        on_clip(gone, ClipCommand::SetAdditive(None)),
        on_clip(CLIP, ClipCommand::SetAdditive(Some(to_clip))),
        on_clip(MONTAGE, ClipCommand::SetLooping(true)),
        Command::Montage(CLIP, MontageCommand::SetAutoBlendOut(false)),
        Command::Notify(RIG, NotifyCommand::Track(ItemCommand::Add(track(Id(20))))),
        Command::SyncMarker(gone, ItemCommand::Remove(gone)),
        Command::Curve(RIG, ItemCommand::Remove(gone)),
        Command::Skeleton(CLIP, SkeletonCommand::Socket(ItemCommand::Remove(gone))),
    ];
    walk(
        &mut document(),
        missing_assets.map(|command| (command, asset())),
    );
    let notifies = [
        NotifyCommand::Track(ItemCommand::Remove(gone)),
        NotifyCommand::Track(ItemCommand::Rename(gone, "x".into())),
        NotifyCommand::SetTrackColor(gone, 1),
        NotifyCommand::SetTrackLocked(gone, true),
        NotifyCommand::Track(ItemCommand::Move(gone, 0)),
        NotifyCommand::Add(step.clone()),
        NotifyCommand::Remove(gone),
        NotifyCommand::Set(Notify {
            track: TRACK,
            ..step
        }),
    ];
    let part = || segment(20, 0.0);
    let montages = [
        MontageCommand::RemoveSection(gone),
        MontageCommand::RenameSection(gone, "x".into()),
        MontageCommand::MoveSection(gone, 1.0),
        MontageCommand::LinkSection {
            from: gone,
            to: Some(SECTION),
        },
        MontageCommand::LinkSection {
            from: SECTION,
            to: Some(gone),
        },
        MontageCommand::SetSectionColor(gone, 1),
        MontageCommand::SetSyncSlot(Some(gone)),
        MontageCommand::Slot(ItemCommand::Remove(gone)),
        MontageCommand::Slot(ItemCommand::Rename(gone, "x".into())),
        MontageCommand::AddSegment {
            slot: gone,
            segment: part(),
        },
        MontageCommand::SetSegment {
            slot: SLOT,
            segment: part(),
        },
        MontageCommand::RemoveSegment(gone),
        MontageCommand::Arrange {
            segments: vec![(SLOT, part())],
            sections: vec![],
        },
        MontageCommand::Arrange {
            segments: vec![],
            sections: vec![(gone, 1.0)],
        },
        MontageCommand::SplitSegment {
            segment: gone,
            at: 0.1,
            pieces: [Id(91), Id(92), Id(93)],
        },
        MontageCommand::Slot(ItemCommand::Move(gone, 0)),
        MontageCommand::SetSlotLocked(gone, true),
    ];
    let key = key(20, 0.1);
    let curves = [ItemCommand::Remove(gone), ItemCommand::Set(curve)];
    let keys = [
        CurveKeyCommand::Add {
            curve: gone,
            key: key.clone(),
        },
        CurveKeyCommand::Remove(gone),
        CurveKeyCommand::Set(key),
    ];
    let markers = [ItemCommand::Remove(gone), ItemCommand::Set(marker)];
    let made_for = on_clip(CLIP, ClipCommand::SetMadeFor(MadeFor::Pose(gone)));
    let missing_items = notifies
        .map(notify)
        .into_iter()
        .chain(montages.map(montage))
        .chain([made_for]);
    let on = |owner: Id| curves.clone().map(|command| Command::Curve(owner, command));
    let on_key = |owner: Id| {
        keys.clone()
            .map(|command| Command::CurveKey(owner, command))
    };
    let missing_items = missing_items.chain(on(CLIP)).chain(on(MONTAGE));
    let missing_items = missing_items.chain(on_key(CLIP)).chain(on_key(MONTAGE));
    let missing_items =
        missing_items.chain(markers.map(|command| Command::SyncMarker(CLIP, command)));
    walk(
        &mut document(),
        missing_items.map(|command| (command, item())),
    );
}

#[test]
fn a_batch_is_one_step_of_all_or_nothing() {
    let mut document = document();
    let rate = |rate| Command::Clip(CLIP, ClipCommand::SetRateScale(rate));
    let name = |name: &str| Command::Project(ProjectCommand::Rename(name.into()));
    walk(
        &mut document,
        [
            (Command::Batch(vec![]), Ok(false)),
            (Command::Batch(vec![rate(1.0), rate(1.0)]), Ok(false)),
            (Command::Batch(vec![rate(2.0), rate(2.0)]), Ok(true)),
            (Command::Batch(vec![rate(2.0), name("game")]), Ok(true)),
            (
                Command::Batch(vec![name("other"), name(" ")]),
                Err(EditError::NameEmpty),
            ),
            (
                Command::Batch(vec![name(" "), name("other")]),
                Err(EditError::NameEmpty),
            ),
        ],
    );
    assert_eq!(
        (document.project().name.as_str(), document.undo_label()),
        ("game", Some("Change clip"))
    );
    assert_eq!(document.project().clips[&CLIP].rate_scale, 2.0);
}

#[test]
fn a_track_that_goes_takes_its_own_notifies_along_on_clips_and_montages() {
    for (asset, own) in [(MONTAGE, TRACK), (CLIP, Id(24))] {
        let mut document = document();
        let on = |command| (Command::Notify(asset, command), Ok(true));
        let track = |id, name: &str| {
            NotifyCommand::Track(ItemCommand::Add(NotifyTrack {
                id,
                name: name.into(),
                color: 0,
                locked: false,
            }))
        };
        let step = |id, track| Notify::instant(Id(id), track, " Step ", 0.5);
        if asset == CLIP {
            walk(&mut document, [on(track(own, "A"))]);
        }
        let add = |id, track| on(NotifyCommand::Add(step(id, track)));
        walk(
            &mut document,
            [
                on(track(Id(25), "B")),
                add(30, own),
                add(31, Id(25)),
                add(32, own),
            ],
        );
        let nameless = Notify {
            name: " ".into(),
            ..step(33, own)
        };
        let moved = Notify {
            track: Id(25),
            time: 0.75,
            name: "Step".into(),
            ..step(32, own)
        };
        let set = Command::Notify(asset, NotifyCommand::Set(moved.clone()));
        walk(
            &mut document,
            [
                (add(30, Id(25)).0, Err(EditError::IdTaken)),
                (
                    Command::Notify(asset, NotifyCommand::Add(nameless)),
                    Err(EditError::NameEmpty),
                ),
                (set.clone(), Ok(true)),
                (set, Ok(false)),
                on(NotifyCommand::Track(ItemCommand::Remove(own))),
            ],
        );
        let project = document.project();
        let notifies = project.montages.get(&asset).map(|it| &it.notifies);
        let notifies = notifies.unwrap_or_else(|| &project.clips[&CLIP].notifies);
        assert_eq!(
            *notifies,
            [
                Notify {
                    name: "Step".into(),
                    ..step(31, Id(25))
                },
                moved
            ]
            .into()
        );
        walk(&mut document, [on(NotifyCommand::Remove(Id(31)))]);
    }
}

#[test]
fn a_curve_comes_with_keys_in_order_under_ids_of_their_own() {
    for owner in [CLIP, MONTAGE] {
        check_curves(owner);
    }
}

fn check_curves(owner: Id) {
    let mut document = document();
    let curve = |id, name: &str, keys: &[(u64, f32)]| {
        let keys = keys.iter().map(|(id, time)| key(*id, *time)).collect();
        Curve {
            keys,
            ..Curve::new(Id(id), name, 0)
        }
    };
    let on = |command| Command::Curve(owner, command);
    let on_key = |command| Command::CurveKey(owner, command);
    let add = |id, name: &str, keys: &[(u64, f32)]| on(ItemCommand::Add(curve(id, name, keys)));
    let taken = || Err(EditError::IdTaken);
    walk(
        &mut document,
        [
            (add(20, " A ", &[(21, 0.5), (22, 0.25)]), Ok(true)),
            (add(30, "B", &[(31, 0.5), (32, 0.75)]), Ok(true)),
            (add(21, "C", &[]), taken()),
            (add(40, "C", &[(41, 0.0), (32, 0.0)]), taken()),
            (add(40, "C", &[(20, 0.0)]), taken()),
            (
                on_key(CurveKeyCommand::Add {
                    curve: Id(20),
                    key: key(32, 0.0),
                }),
                taken(),
            ),
            (
                on_key(CurveKeyCommand::Add {
                    curve: Id(30),
                    key: key(33, 0.625),
                }),
                Ok(true),
            ),
            (on_key(CurveKeyCommand::Remove(Id(31))), Ok(true)),
            (
                on(ItemCommand::Set(curve(20, "A", &[(22, 0.25), (21, 0.5)]))),
                Ok(false),
            ),
            (
                on(ItemCommand::Set(curve(20, "B", &[]))),
                Err(EditError::NameTaken { name: "B".into() }),
            ),
        ],
    );
    let curves = |document: &Document| match document.project().clips.get(&owner) {
        Some(clip) => clip.curves.clone(),
        None => document.project().montages[&owner].curves.clone(),
    };
    let expected = [
        curve(20, "A", &[(22, 0.25), (21, 0.5)]),
        curve(30, "B", &[(33, 0.625), (32, 0.75)]),
    ];
    assert_eq!(curves(&document), expected);
    walk(&mut document, [(on(ItemCommand::Remove(Id(20))), Ok(true))]);
    assert_eq!(curves(&document).len(), 1);
}

#[test]
fn the_keys_of_a_time_stretch_are_edited_as_a_curve_s_and_stay_from_0_to_1() {
    let mut document = document();
    let on = |command| Command::Curve(MONTAGE, command);
    let on_key = |command| Command::CurveKey(MONTAGE, command);
    let at = |id, time, value| CurveKey {
        value,
        ..key(id, time)
    };
    let stretch = |keys: Vec<CurveKey>| Curve {
        keys,
        ..Curve::new(Id(20), "Time stretch", 0)
    };
    let set = |keys| montage(MontageCommand::SetStretch(Some(stretch(keys))));
    let refused = || {
        Err(EditError::OutOfRange {
            field: "Value",
            range: "between 0 (no change) and 1 (full change)".into(),
        })
    };
    walk(
        &mut document,
        [
            (
                on(ItemCommand::Add(Curve {
                    keys: vec![key(31, 0.5)],
                    ..Curve::new(Id(30), "c", 0)
                })),
                Ok(true),
            ),
            (set(vec![at(31, 0.0, 0.0)]), Err(EditError::IdTaken)),
            (set(vec![at(21, 0.0, 1.5)]), refused()),
            (set(vec![at(22, 0.5, 1.0), at(21, 0.0, 0.0)]), Ok(true)),
            (
                on_key(CurveKeyCommand::Add {
                    curve: Id(20),
                    key: at(31, 0.1, 0.1),
                }),
                Err(EditError::IdTaken),
            ),
            (
                on_key(CurveKeyCommand::Add {
                    curve: Id(20),
                    key: at(23, 0.1, -0.1),
                }),
                refused(),
            ),
            (
                on_key(CurveKeyCommand::Add {
                    curve: Id(20),
                    key: at(23, 0.1, 0.5),
                }),
                Ok(true),
            ),
            (on_key(CurveKeyCommand::Set(at(21, 0.75, 2.0))), refused()),
            (on_key(CurveKeyCommand::Set(at(21, 0.75, 0.25))), Ok(true)),
            (on_key(CurveKeyCommand::Remove(Id(22))), Ok(true)),
            (on(ItemCommand::Remove(Id(20))), Err(EditError::ItemMissing)),
        ],
    );
    let known = document.project().montages[&MONTAGE].stretch.clone();
    assert_eq!(
        known,
        Some(stretch(vec![at(23, 0.1, 0.5), at(21, 0.75, 0.25)]))
    );
}

#[test]
fn the_keys_of_a_blend_are_parts_of_it_and_in_order() {
    let mut document = document();
    let at = |id, time, value| CurveKey {
        value,
        ..key(id, time)
    };
    let blend = |keys: Vec<CurveKey>| Blend {
        curve: Some(keys),
        ..Blend::standard(0.25, Easing::Linear)
    };
    for bad in [
        (1.5, 0.0),
        (-0.1, 0.0),
        (0.5, 1.5),
        (0.5, f32::NAN),
        (f32::NAN, 0.5),
    ] {
        let command = montage(MontageCommand::SetBlendIn(blend(vec![at(
            20, bad.0, bad.1,
        )])));
        assert!(
            matches!(
                document.perform(&command, None),
                Err(EditError::OutOfRange { .. })
            ),
            "{bad:?}"
        );
    }
    let many = (0..1001).map(|id| at(id, 0.5, 0.5)).collect();
    let command = montage(MontageCommand::SetBlendOut(blend(many)));
    assert!(matches!(
        document.perform(&command, None),
        Err(EditError::OutOfRange { .. })
    ));
    let keys = vec![at(21, 1.0, 1.0), at(20, 0.0, 0.0)];
    document
        .perform(&montage(MontageCommand::SetBlendIn(blend(keys))), None)
        .unwrap();
    let known = document.project().montages[&MONTAGE].blend_in.clone();
    assert_eq!(known, blend(vec![at(20, 0.0, 0.0), at(21, 1.0, 1.0)]));
}

#[test]
fn a_slot_that_goes_is_nobody_s_sync_slot() {
    let mut document = document();
    let upper = Slot {
        id: Id(20),
        name: "Upper".into(),
        segments: vec![],
        locked: false,
    };
    let commands = [
        MontageCommand::Slot(ItemCommand::Add(upper)),
        MontageCommand::SetSyncSlot(Some(Id(20))),
        MontageCommand::Slot(ItemCommand::Remove(Id(20))),
    ];
    walk(
        &mut document,
        commands.map(|command| (montage(command), Ok(true))),
    );
    assert_eq!(document.project().montages[&MONTAGE].sync_slot, None);
}

#[test]
fn segments_take_turns_on_their_slots_to_a_ten_thousandth_of_a_second() {
    let mut document = document();
    let slot = |id, name: &str, segments| {
        MontageCommand::Slot(ItemCommand::Add(Slot {
            id: Id(id),
            name: name.into(),
            segments,
            locked: false,
        }))
    };
    let set = |slot, segment| montage(MontageCommand::SetSegment { slot, segment });
    let foreign = Segment {
        clip: FOREIGN,
        ..segment(30, 0.0)
    };
    let two = || vec![segment(21, 2.0), segment(22, 1.0)];
    walk(
        &mut document,
        [
            (add_segment(segment(20, 0.5)), Ok(true)),
            (
                add_segment(segment(30, 1.0 - 1.1e-4)),
                Err(EditError::Overlap),
            ),
            (add_segment(segment(30, 1.1e-4)), Err(EditError::Overlap)),
            (add_segment(segment(31, 1.0 - 0.95e-4)), Ok(true)),
            (add_segment(segment(32, 0.95e-4)), Ok(true)),
            (
                montage(slot(40, "Upper", vec![segment(20, 0.0)])),
                Err(EditError::IdTaken),
            ),
            (
                montage(slot(40, "Upper", vec![foreign])),
                Err(EditError::SkeletonMismatch),
            ),
            (
                montage(slot(40, "Upper", vec![segment(21, 0.0), segment(22, 0.1)])),
                Err(EditError::Overlap),
            ),
            (montage(slot(40, " Upper ", two())), Ok(true)),
            (set(Id(41), segment(20, 0.5)), Err(EditError::ItemMissing)),
            (set(Id(40), segment(20, 1.25)), Err(EditError::Overlap)),
            (set(Id(40), segment(20, 0.5)), Ok(true)),
            (set(Id(40), segment(20, 0.5)), Ok(false)),
            (montage(MontageCommand::RemoveSegment(Id(31))), Ok(true)),
        ],
    );
    let slots = montage_of(&document).slots;
    let ids = |at: usize| {
        slots[at]
            .segments
            .iter()
            .map(|segment| segment.id.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (ids(0), ids(1), slots[1].name.as_str()),
        (vec![32], vec![20, 22, 21], "Upper")
    );
    walk(
        &mut document,
        [(
            montage(MontageCommand::Slot(ItemCommand::Remove(SLOT))),
            Ok(true),
        )],
    );
    assert_eq!(montage_of(&document).slots, slots[1..]);
}

#[test]
fn sections_stay_in_order_and_the_first_at_the_start() {
    let mut document = document();
    let add = |id, name: &str, start| montage(MontageCommand::AddSection(section(id, name, start)));
    let to = |id, start| montage(MontageCommand::MoveSection(Id(id), start));
    let order = |document: &Document| -> Vec<(u64, f32)> {
        montage_of(document)
            .sections
            .iter()
            .map(|section| (section.id.0, section.start))
            .collect()
    };
    let whole = [
        (montage(MontageCommand::SetFrameRate(1.0)), Ok(true)),
        (add(20, "B", 4.0), Ok(true)),
        (add(21, "C", 2.0), Ok(true)),
        (to(20, 4.0), Ok(false)),
        (to(21, 7.0), Ok(true)),
        (
            montage(MontageCommand::MoveSection(SECTION, 3.0)),
            Ok(false),
        ),
        (add(SECTION.0, "D", 9.0), Err(EditError::IdTaken)),
    ];
    walk(&mut document, whole);
    assert_eq!(order(&document), [(SECTION.0, 0.0), (20, 4.0), (21, 7.0)]);
    for (wanted, expected) in [
        (4.9995, 4.9995),
        (4.998, 5.0),
        (3.0, 3.0),
        (0.2, 1.0),
        (0.999, 1.0),
        (4.5, 5.0),
    ] {
        walk(&mut document, [(to(21, wanted), Ok(true))]);
        assert_eq!(
            montage_of(&document).section(Id(21)).unwrap().start,
            expected,
            "{wanted}"
        );
        assert!(document.undo());
    }
    walk(
        &mut document,
        [(to(20, 4.0), Ok(false)), (to(20, 8.0), Ok(true))],
    );
    assert_eq!(order(&document), [(SECTION.0, 0.0), (21, 7.0), (20, 8.0)]);
    walk(
        &mut document,
        [(montage(MontageCommand::RemoveSection(Id(21))), Ok(true))],
    );
    assert_eq!(order(&document), [(SECTION.0, 0.0), (20, 8.0)]);
}

#[test]
fn assets_of_one_kind_have_names_of_their_own() {
    let rename = |id, name: &str| Command::Project(ProjectCommand::RenameAsset(id, name.into()));
    let delete = |id| Command::Project(ProjectCommand::DeleteAsset(id));
    let mut document = document();
    let taken = |name: &str| Err(EditError::NameTaken { name: name.into() });
    walk(
        &mut document,
        [
            (rename(CLIP, " clip "), Ok(false)),
            (rename(CLIP, "foreign"), taken("foreign")),
            (rename(CLIP, "  "), Err(EditError::NameEmpty)),
            (rename(CLIP, "montage"), Ok(true)),
            (rename(RIG, "other "), taken("other")),
            (rename(OTHER, "rigs"), Ok(true)),
            (delete(MONTAGE), Ok(true)),
            (delete(CLIP), Ok(true)),
            (delete(RIG), Ok(true)),
            (
                delete(OTHER),
                Err(EditError::InUse {
                    by: vec!["foreign".into()],
                }),
            ),
        ],
    );
    assert_eq!(document.project().asset_name(OTHER), Some("rigs"));
    assert!(document.project().kind(CLIP).is_none() && document.project().kind(FOREIGN).is_some());
}

#[test]
fn segments_that_share_a_whole_ten_thousandth_of_a_second_still_have_room() {
    let [first, second] = [segment(20, 0.0), segment(21, 0.5 - 1e-4)].map(add_segment);
    for order in [[first.clone(), second.clone()], [second, first]] {
        walk(&mut document(), order.map(|command| (command, Ok(true))));
    }
}
