use super::*;
use anim::Transform;
use asset::skeleton::Bone;

/// Name and place of the parent.
fn rig(bones: &[(&str, Option<u32>)]) -> Skeleton {
    let bones = bones
        .iter()
        .map(|(name, parent)| Bone::new(*name, *parent, Transform::IDENTITY))
        .collect();
    Skeleton {
        name: "rig".into(),
        bones,
        ..Skeleton::default()
    }
}

fn guesses(known: &[(&str, Option<u32>)], new: &[(&str, Option<u32>)]) -> Vec<(String, String)> {
    changes((&rig(known), &BTreeSet::new()), &rig(new), &Renames::new())
        .guessed
        .into_iter()
        .collect()
}

fn pair(old: &str, new: &str) -> (String, String) {
    (old.to_owned(), new.to_owned())
}

#[test]
fn names_that_differ_by_case_or_a_prefix_are_the_same_bones() {
    let known = [("Hips", None), ("Arm", Some(0)), ("Leg", Some(0))];
    let spaced = [
        ("rig:hips", None),
        ("rig:arm", Some(0)),
        ("rig:leg", Some(0)),
    ];
    let all = [("Arm", "arm"), ("Hips", "hips"), ("Leg", "leg")];
    let named = |prefix: &str| all.map(|(old, new)| pair(old, &format!("{prefix}{new}")));
    assert_eq!(guesses(&known, &spaced), named("rig:"));
    let prefixed = [("b_hips", None), ("b_arm", Some(0)), ("b_leg", Some(0))];
    assert_eq!(guesses(&known, &prefixed), named("b_"));
}

#[test]
fn a_new_bone_alone_in_the_place_of_one_that_is_gone_is_it_also_down_a_chain() {
    let known = [("root", None), ("arm", Some(0)), ("hand", Some(1))];
    let new = [("root", None), ("limb", Some(0)), ("palm", Some(1))];
    assert_eq!(
        guesses(&known, &new),
        [pair("arm", "limb"), pair("hand", "palm")]
    );
}

#[test]
fn where_several_would_do_nothing_is_guessed() {
    let known = [("root", None), ("arm", Some(0)), ("leg", Some(0))];
    let two = [("root", None), ("a", Some(0)), ("b", Some(0))];
    assert_eq!(guesses(&known, &two), []);
    let elsewhere = [("root", None), ("arm", Some(0)), ("fin", Some(1))];
    assert_eq!(guesses(&known, &elsewhere), []);
    let part_of_a_name = [
        ("root", None),
        ("arm", Some(0)),
        ("x", Some(0)),
        ("ik_leg", Some(1)),
    ];
    assert_eq!(guesses(&known, &part_of_a_name), [pair("leg", "x")]);
}

#[test]
fn what_is_renamed_or_was_gone_before_is_neither_gone_nor_new() {
    let mut known = rig(&[("root", None), ("arm", Some(0)), ("leg", Some(0))]);
    let new = rig(&[
        ("root", None),
        ("limb", Some(0)),
        ("tail", Some(0)),
        ("fin", Some(0)),
    ]);
    let bone = asset::skeleton::AbsentBone {
        name: "tail".into(),
        ..absent()
    };
    known.absent.push(bone);
    let found = changes(
        (&known, &BTreeSet::new()),
        &new,
        &[pair("arm", "limb")].into(),
    );
    assert_eq!(
        (found.gone, found.new),
        (vec!["leg".to_owned()], vec!["fin".to_owned()])
    );
}

fn absent() -> asset::skeleton::AbsentBone {
    let (key, name) = ("tail".into(), String::new());
    let (reference, retarget) = (Transform::IDENTITY, anim::retarget::Retarget::default());
    asset::skeleton::AbsentBone {
        key,
        name,
        parent: None,
        reference,
        retarget,
    }
}

#[test]
fn an_import_tells_of_bones_only_where_some_go_and_others_come() {
    use std::sync::Arc;
    let origin = || asset::Origin {
        file: "/a.glb".into(),
        place: "skeleton".into(),
        content: "c".into(),
        said: Default::default(),
        options: Default::default(),
        properties: Default::default(),
    };
    let project = |bones: &[&str]| {
        let bones: Vec<_> = bones
            .iter()
            .map(|name| (*name, (*name != "root").then_some(0)))
            .collect();
        let rig = Skeleton {
            origin: Some(origin()),
            ..rig(&bones)
        };
        Project {
            skeletons: [(asset::Id(1), Arc::new(rig))].into(),
            ..Project::default()
        }
    };
    let changes = |known: &[&str], new: &[&str], updates: bool| {
        let import = Import {
            file: Arc::new(project(new)),
            updates: updates.then(|| "/a.glb".to_owned()),
            copy: 0,
            adopts: Default::default(),
            bindings: Default::default(),
            rebinds: false,
            renames: Renames::new(),
            matches: Renames::new(),
            reset: false,
            root_motion: false,
        };
        import
            .bone_changes(&project(known))
            .map(|all| (all.gone, all.new, all.guessed.len()))
    };
    let list = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        changes(&["root", "arm"], &["root", "limb"], true),
        Some((list(&["arm"]), list(&["limb"]), 1))
    );
    assert_eq!(changes(&["root", "arm"], &["root"], true), None);
    assert_eq!(changes(&["root"], &["root", "arm"], true), None);
    assert_eq!(changes(&["root", "arm"], &["root", "arm"], true), None);
    assert_eq!(
        changes(&["root", "arm"], &["root", "limb"], false),
        None,
        "what is added updates no skeleton"
    );
}
