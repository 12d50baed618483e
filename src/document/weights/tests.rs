use super::*;
use crate::{Command, Document, ItemCommand, MontageCommand, SkeletonCommand};
use anim::{Transform, montage::Easing};
use asset::graph::nodes::BlendListNode;
use asset::{montage::Blend, skeleton::Bone};

const RIG: Id = Id(1);
const MASK: Id = Id(5);
const PROFILE: Id = Id(6);

/// root ← arm ← hand, and leg under root.
fn rig() -> Skeleton {
    let bone = |(name, parent): (&str, Option<u32>)| Bone::new(name, parent, Transform::IDENTITY);
    let bones = [
        ("root", None),
        ("arm", Some(0)),
        ("hand", Some(1)),
        ("leg", Some(0)),
    ];
    Skeleton {
        name: "rig".into(),
        bones: bones.into_iter().map(bone).collect(),
        ..Skeleton::default()
    }
}

fn mask(name: &str) -> BoneMask {
    BoneMask {
        id: MASK,
        name: name.into(),
        weights: BoneWeights::new(),
    }
}

fn profile(name: &str) -> BlendProfile {
    BlendProfile {
        id: PROFILE,
        name: name.into(),
        mode: ProfileMode::TimeFactor,
        factors: BoneWeights::new(),
    }
}

fn document() -> Document {
    let mut project = Project::default();
    project.skeletons.insert(RIG, Arc::new(rig()));
    project
        .montages
        .insert(Id(2), Arc::new(Montage::new("swing", RIG, &mut 10)));
    let mut document = Document::new(project);
    perform(
        &mut document,
        SkeletonCommand::Mask(ItemCommand::Add(mask(" upper "))),
    )
    .unwrap();
    perform(
        &mut document,
        SkeletonCommand::BlendProfile(ItemCommand::Add(profile("fast"))),
    )
    .unwrap();
    document
}

fn perform(document: &mut Document, command: SkeletonCommand) -> Result<bool, EditError> {
    document.perform(&Command::Skeleton(RIG, command), None)
}

fn numbers(document: &Document, id: Id) -> (String, Vec<f32>) {
    let (name, numbers) = document.project().skeletons[&RIG].weights(id).unwrap();
    (name.to_owned(), numbers)
}

#[test]
fn a_weight_is_set_for_a_bone_or_its_branch_and_every_step_is_undone() {
    let mut document = document();
    let set = |id, bone, weight, children| SkeletonCommand::SetWeight {
        id,
        bone,
        weight,
        children,
    };
    perform(&mut document, set(MASK, 1, 1.0, true)).unwrap();
    perform(&mut document, set(MASK, 2, 0.5, false)).unwrap();
    perform(&mut document, set(PROFILE, 0, 2.5, true)).unwrap();
    perform(
        &mut document,
        SkeletonCommand::SetProfileMode(PROFILE, ProfileMode::WeightFactor),
    )
    .unwrap();
    perform(
        &mut document,
        SkeletonCommand::BlendProfile(ItemCommand::Rename(PROFILE, "slow".into())),
    )
    .unwrap();
    assert_eq!(
        numbers(&document, MASK),
        ("upper".into(), vec![0.0, 1.0, 0.5, 0.0])
    );
    assert_eq!(numbers(&document, PROFILE), ("slow".into(), vec![2.5; 4]));
    assert_eq!(perform(&mut document, set(MASK, 2, 0.5, false)), Ok(false));
    perform(
        &mut document,
        SkeletonCommand::Mask(ItemCommand::Remove(MASK)),
    )
    .unwrap();
    assert!(document.project().skeletons[&RIG].masks.is_empty());
    while document.undo() {}
    assert_eq!(*document.project().skeletons[&RIG], rig());
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut document = document();
    let before = document.project().clone();
    let mut refused = |command, error| {
        assert_eq!(perform(&mut document, command), Err(error));
        assert!(Arc::ptr_eq(&before, document.project()));
    };
    let set = |id, bone, weight| SkeletonCommand::SetWeight {
        id,
        bone,
        weight,
        children: false,
    };
    let range = |field, range: &'static str| {
        let range = range.into();
        EditError::OutOfRange { field, range }
    };
    refused(set(MASK, 0, 1.5), range("Weight", "between 0 and 1"));
    refused(set(PROFILE, 0, -1.0), range("Factor", "between 0 and 100"));
    refused(set(MASK, 9, 1.0), EditError::ItemMissing);
    refused(set(Id(9), 0, 1.0), EditError::ItemMissing);
    refused(
        SkeletonCommand::Mask(ItemCommand::Add(mask("other"))),
        EditError::IdTaken,
    );
    let foreign = BoneMask {
        id: Id(7),
        weights: [("tail".into(), 1.0)].into(),
        ..mask("foreign")
    };
    refused(
        SkeletonCommand::Mask(ItemCommand::Add(foreign)),
        EditError::ItemMissing,
    );
    let twin = BlendProfile {
        id: Id(7),
        ..profile("fast")
    };
    refused(
        SkeletonCommand::BlendProfile(ItemCommand::Add(twin)),
        EditError::NameTaken {
            name: "fast".into(),
        },
    );
    refused(
        SkeletonCommand::SetProfileMode(MASK, ProfileMode::TimeFactor),
        EditError::ItemMissing,
    );
    refused(
        SkeletonCommand::Mask(ItemCommand::Rename(MASK, " ".into())),
        EditError::NameEmpty,
    );
}

#[test]
fn a_profile_that_a_montage_blends_by_stays() {
    let mut document = document();
    let blend = Blend {
        profile: Some(PROFILE),
        ..Blend::standard(0.2, Easing::Linear)
    };
    document
        .perform(
            &Command::Montage(Id(2), MontageCommand::SetBlendOut(blend)),
            None,
        )
        .unwrap();
    let removed = perform(
        &mut document,
        SkeletonCommand::BlendProfile(ItemCommand::Remove(PROFILE)),
    );
    assert_eq!(
        removed,
        Err(EditError::InUse {
            by: vec!["swing".into()]
        })
    );
    assert_eq!(
        perform(
            &mut document,
            SkeletonCommand::Mask(ItemCommand::Remove(MASK))
        ),
        Ok(true)
    );
}

#[test]
fn weights_reach_one_and_factors_a_hundred() {
    let weighted = |id, weight: f32| {
        let mask = BoneMask {
            id: Id(7),
            weights: [("arm".into(), weight)].into(),
            ..mask("new")
        };
        let profile = BlendProfile {
            id: Id(7),
            factors: [("arm".into(), weight)].into(),
            ..profile("new")
        };
        let set = SkeletonCommand::SetWeight {
            id,
            bone: 1,
            weight,
            children: false,
        };
        if id == MASK {
            [SkeletonCommand::Mask(ItemCommand::Add(mask)), set]
        } else {
            [
                SkeletonCommand::BlendProfile(ItemCommand::Add(profile)),
                set,
            ]
        }
    };
    for (id, inside, outside) in [
        (MASK, [0.0, 1.0], [-0.01, 1.01]),
        (PROFILE, [0.0, 100.0], [-0.01, 100.1]),
    ] {
        for weight in inside {
            for command in weighted(id, weight) {
                assert!(perform(&mut document(), command).is_ok(), "{weight}");
            }
        }
        for weight in outside.into_iter().chain([f32::NAN]) {
            for command in weighted(id, weight) {
                let refused = perform(&mut document(), command);
                assert!(
                    matches!(refused, Err(EditError::OutOfRange { .. })),
                    "{weight}: {refused:?}"
                );
            }
        }
    }
}

#[test]
fn a_weight_at_rest_is_no_entry_and_one_change_of_many_is_a_change() {
    let mut document = document();
    let set = |id, bone, weight, children| SkeletonCommand::SetWeight {
        id,
        bone,
        weight,
        children,
    };
    let entries = |document: &Document| {
        let skeleton = &document.project().skeletons[&RIG];
        (
            skeleton.masks[0].weights.len(),
            skeleton.blend_profiles[0].factors.len(),
        )
    };
    let (mask_rest, profile_rest) = (BoneMask::REST, BlendProfile::REST);
    let rows = [
        (set(MASK, 0, mask_rest, true), false, (0, 0)),
        (set(PROFILE, 3, profile_rest, true), false, (0, 0)),
        (set(PROFILE, 0, 2.0, false), true, (0, 1)),
        (set(MASK, 3, 0.5, false), true, (1, 1)),
        (set(MASK, 0, 0.5, true), true, (4, 1)),
        (set(MASK, 0, 0.5, true), false, (4, 1)),
        (set(MASK, 1, 0.25, false), true, (4, 1)),
        (set(MASK, 0, 0.5, true), true, (4, 1)),
        (set(PROFILE, 0, profile_rest, true), true, (4, 0)),
        (set(MASK, 1, mask_rest, true), true, (2, 0)),
        (
            SkeletonCommand::SetProfileMode(PROFILE, ProfileMode::TimeFactor),
            false,
            (2, 0),
        ),
        (
            SkeletonCommand::SetProfileMode(PROFILE, ProfileMode::WeightFactor),
            true,
            (2, 0),
        ),
    ];
    for (at, (command, changed, left)) in rows.into_iter().enumerate() {
        assert_eq!(
            (perform(&mut document, command), entries(&document)),
            (Ok(changed), left),
            "{at}"
        );
    }
    for (bone, weight) in [(4, 0.5), (usize::MAX, 0.5)] {
        for children in [false, true] {
            assert_eq!(
                perform(&mut document, set(MASK, bone, weight, children)),
                Err(EditError::ItemMissing)
            );
        }
    }
}

#[test]
fn masks_and_profiles_have_names_of_their_own_kind_and_ids_of_all() {
    let mut document = document();
    let rename = |id, name: &str| match id {
        PROFILE => SkeletonCommand::BlendProfile(ItemCommand::Rename(id, name.into())),
        _ => SkeletonCommand::Mask(ItemCommand::Rename(id, name.into())),
    };
    let mask_of = |id, name: &str| {
        SkeletonCommand::Mask(ItemCommand::Add(BoneMask {
            id: Id(id),
            ..mask(name)
        }))
    };
    let profile_of = |id, name: &str| {
        SkeletonCommand::BlendProfile(ItemCommand::Add(BlendProfile {
            id: Id(id),
            ..profile(name)
        }))
    };
    let taken = |name: &str| Err(EditError::NameTaken { name: name.into() });
    let rows = [
        (mask_of(7, "upper"), taken("upper")),
        (mask_of(7, " fast "), Ok(true)),
        (profile_of(8, " upper "), Ok(true)),
        (profile_of(7, "new"), Err(EditError::IdTaken)),
        (mask_of(8, "new"), Err(EditError::IdTaken)),
        (mask_of(9, " "), Err(EditError::NameEmpty)),
        (rename(MASK, " upper"), Ok(false)),
        (rename(MASK, "fast"), taken("fast")),
        (rename(MASK, "lower"), Ok(true)),
        (rename(PROFILE, "fast"), Ok(false)),
        (rename(PROFILE, "upper"), taken("upper")),
        (rename(PROFILE, "lower"), Ok(true)),
        (rename(Id(99), "x"), Err(EditError::ItemMissing)),
        (
            SkeletonCommand::Mask(ItemCommand::Remove(Id(99))),
            Err(EditError::ItemMissing),
        ),
        (
            SkeletonCommand::SetProfileMode(Id(8), ProfileMode::WeightFactor),
            Ok(true),
        ),
        (
            SkeletonCommand::BlendProfile(ItemCommand::Remove(PROFILE)),
            Ok(true),
        ),
        (SkeletonCommand::Mask(ItemCommand::Remove(MASK)), Ok(true)),
    ];
    for (at, (command, expected)) in rows.into_iter().enumerate() {
        assert_eq!(perform(&mut document, command), expected, "{at}");
    }
    let skeleton = &document.project().skeletons[&RIG];
    let names = |names: Vec<&String>| names.into_iter().cloned().collect::<Vec<_>>();
    assert_eq!(
        names(skeleton.masks.iter().map(|mask| &mask.name).collect()),
        ["fast"]
    );
    let left = &skeleton.blend_profiles;
    assert_eq!(
        (left.len(), left[0].name.as_str(), left[0].mode),
        (1, "upper", ProfileMode::WeightFactor)
    );
}

#[test]
fn every_montage_that_blends_in_or_out_by_a_profile_is_named() {
    let mut document = document();
    let mut project = (**document.project()).clone();
    project
        .montages
        .insert(Id(3), Arc::new(Montage::new("kick", RIG, &mut 20)));
    project
        .montages
        .insert(Id(4), Arc::new(Montage::new("jump", RIG, &mut 30)));
    document = Document::new(project);
    let blend = Blend {
        profile: Some(PROFILE),
        ..Blend::standard(0.2, Easing::Linear)
    };
    for (id, command) in [
        (3, MontageCommand::SetBlendIn(blend.clone())),
        (4, MontageCommand::SetBlendOut(blend)),
    ] {
        document
            .perform(&Command::Montage(Id(id), command), None)
            .unwrap();
    }
    let removed = perform(
        &mut document,
        SkeletonCommand::BlendProfile(ItemCommand::Remove(PROFILE)),
    );
    assert_eq!(
        removed,
        Err(EditError::InUse {
            by: vec!["kick".into(), "jump".into()]
        })
    );
}

#[test]
fn a_profile_that_a_list_or_a_transition_blends_by_stays() {
    use asset::graph::{Machine, Node, NodeKind, Settings, Transition};
    let list = NodeKind::BlendList(BlendListNode {
        index: 0.0.into(),
        poses: Vec::new(),
        easing: Easing::Linear,
        profile: Some(PROFILE),
        inertialize: false,
        restarts: false,
    });
    let settings = Settings {
        profile: Some(PROFILE),
        ..Settings::new(0.2)
    };
    let transition = Transition {
        settings: Some(settings),
        ..Transition::new(Id(40), Id(41), Id(42), "true", 0.0)
    };
    let machine = NodeKind::StateMachine(Machine {
        transitions: vec![transition],
        ..Machine::default()
    });
    for kind in [list, machine] {
        let mut project = (**document().project()).clone();
        let mut graph = PoseGraph::new("moves", RIG);
        Arc::make_mut(&mut graph.wiring)
            .nodes
            .push(Node::new(Id(50), kind));
        project.graphs.insert(Id(30), Arc::new(graph));
        let mut document = Document::new(project);
        let removed = perform(
            &mut document,
            SkeletonCommand::BlendProfile(ItemCommand::Remove(PROFILE)),
        );
        assert_eq!(
            removed,
            Err(EditError::InUse {
                by: vec!["moves".into()]
            })
        );
        assert_eq!(
            perform(
                &mut document,
                SkeletonCommand::Mask(ItemCommand::Remove(MASK))
            ),
            Ok(true)
        );
    }
}
