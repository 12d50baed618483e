use super::*;
use crate::{Clip, Montage, Severity, montage::Segment, skeleton::Bone};
use std::sync::Arc;

#[test]
fn a_diagnostic_names_its_asset_and_item() {
    let mut montage = Montage::new("Attack", Id(1), &mut 1);
    let segment = Segment {
        id: Id(9),
        clip: Id(5),
        start: 0.5,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    };
    montage.slots[0].segments.push(segment);
    let section = montage.sections[0].id;
    let mut project = Project::default();
    project.montages.insert(Id(2), Arc::new(montage));
    let mut skeleton = crate::Skeleton::default();
    let reference = anim::Transform::IDENTITY;
    let bone = |name: &str| Bone::new(name, None, reference);
    skeleton.bones = vec![bone("hand_r")];
    project.skeletons.insert(Id(7), Arc::new(skeleton));
    project.clips.insert(
        Id(8),
        Arc::new(Clip::new("Walk", Id(7), Default::default(), 30.0)),
    );
    let missed = Kind::PrecisionMissed {
        bone: 0,
        error: 0.0002,
    };
    let subject = Subject {
        asset: Id(8),
        item: None,
    };
    let text = describe(
        &project,
        &Diagnostic {
            severity: Severity::Warning,
            subject,
            kind: missed,
        },
    );
    assert!(text.contains("bone “hand_r” by 0.0200 cm"), "{text}");
    let check = |item, kind, expected: &str| {
        let subject = Subject { asset: Id(2), item };
        let text = describe(
            &project,
            &Diagnostic {
                severity: Severity::Error,
                subject,
                kind,
            },
        );
        assert!(text.starts_with(expected), "{text}");
    };
    check(
        None,
        Kind::MontageEmpty,
        "Montage “Attack”: it has no segments",
    );
    check(
        Some(section),
        Kind::DuplicateSectionName { name: "A".into() },
        "Montage “Attack”, section “Default”: ",
    );
    check(
        Some(Id(9)),
        Kind::ClipMissing,
        "Montage “Attack”, segment of “a deleted clip” at 0.500 s in slot",
    );
}

#[test]
fn an_item_is_named_by_what_it_is_and_by_its_own_name() {
    use crate::{Curve, Notify, SyncMarker, skeleton::BlendProfile};
    let mut clip = Clip::new("Walk", Id(7), Default::default(), 30.0);
    clip.notifies = [Id(10), Id(11)]
        .map(|id| Notify::instant(id, Id(1), format!("n{id}"), 0.0))
        .into();
    clip.sync_markers = [Id(12), Id(13)]
        .map(|id| SyncMarker {
            id,
            name: format!("m{id}"),
            time: 0.0,
        })
        .into();
    clip.curves = [Id(14), Id(15)]
        .map(|id| Curve::new(id, format!("c{id}"), 0))
        .into();
    let mut montage = Montage::new("Attack", Id(7), &mut 1);
    montage.notifies = [Id(20), Id(21)]
        .map(|id| Notify::instant(id, Id(1), format!("n{id}"), 0.0))
        .into();
    let slot = |id: Id| crate::montage::Slot {
        id,
        name: format!("t{id}"),
        segments: Vec::new(),
        locked: false,
    };
    montage.slots = [Id(22), Id(23)].map(slot).into();
    let (id, start, clip_begin, clip_end) = (Id(24), 0.25, 0.0, 1.0);
    montage.slots[1].segments = vec![Segment {
        id,
        clip: Id(2),
        start,
        clip_begin,
        clip_end,
        rate: 1.0,
        loops: 1,
    }];
    let (mode, factors) = (anim::mask::ProfileMode::TimeFactor, [].into());
    let profile = BlendProfile {
        id: Id(30),
        name: "slow".into(),
        mode,
        factors,
    };
    let mut rig = crate::Skeleton {
        name: "rig".into(),
        blend_profiles: vec![profile],
        ..Default::default()
    };
    rig.sockets.push(crate::skeleton::Socket::new(
        Id(31),
        "grip",
        "hand".into(),
        anim::Transform::IDENTITY,
    ));
    let mut project = Project::default();
    project.clips.insert(Id(2), Arc::new(clip));
    project.montages.insert(Id(3), Arc::new(montage));
    project.skeletons.insert(Id(7), Arc::new(rig));
    let named = |asset, item| {
        place(
            &project,
            Subject {
                asset: Id(asset),
                item: Some(Id(item)),
            },
        )
    };
    for (item, word, letter) in [
        (10, "notify", 'n'),
        (12, "sync marker", 'm'),
        (14, "curve", 'c'),
    ] {
        for item in [item, item + 1] {
            assert_eq!(
                named(2, item),
                format!("Clip “Walk”, {word} “{letter}{}”", Id(item))
            );
        }
    }
    for (item, word, letter) in [(20, "notify", 'n'), (22, "slot", 't')] {
        for item in [item, item + 1] {
            assert_eq!(
                named(3, item),
                format!("Montage “Attack”, {word} “{letter}{}”", Id(item))
            );
        }
    }
    let segment = format!(
        "Montage “Attack”, segment of “Walk” at 0.250 s in slot “t{}”",
        Id(23)
    );
    assert_eq!(named(3, 24), segment);
    assert_eq!(named(7, 30), "Skeleton “rig”, blend profile “slow”");
    assert_eq!(named(7, 31), "Skeleton “rig”, socket “grip”");
    assert_eq!(
        (named(2, 99), named(3, 99)),
        ("Clip “Walk”".into(), "Montage “Attack”".into())
    );
    assert_eq!(named(99, 1), "A deleted asset");
}

#[test]
fn many_missing_bones_are_counted_and_the_first_eight_named() {
    let mut project = Project::default();
    project.clips.insert(
        Id(8),
        Arc::new(Clip::new("Walk", Id(7), Default::default(), 30.0)),
    );
    let text = |count: usize| {
        let bones = (1..=count).map(|at| format!("b{at}")).collect();
        let subject = Subject {
            asset: Id(8),
            item: None,
        };
        let found = Diagnostic {
            severity: Severity::Warning,
            subject,
            kind: Kind::BonesMissing { bones },
        };
        describe(&project, &found)
    };
    assert!(
        text(1).contains("no bone “b1”; the keys stay, and play once no bone is missing."),
        "{}",
        text(1)
    );
    assert!(
        text(2).contains("no bones “b1”, “b2”; the keys stay, and play once no bone is missing."),
        "{}",
        text(2)
    );
    assert!(text(8).contains("“b7”, “b8”; "), "{}", text(8));
    assert!(text(10).contains("“b7”, “b8” and 2 more; "), "{}", text(10));
}

#[test]
fn a_distance_is_told_in_centimetres() {
    assert!(clip::seam_open(0.0123).contains("by 1.23 cm"));
    assert!(clip::precision_missed("hand", 0.000_25).contains("“hand” by 0.0250 cm"));
}
