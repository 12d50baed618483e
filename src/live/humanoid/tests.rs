use super::*;

/// The places of a list of names, as pairs.
fn found(names: &[&str]) -> Vec<(&'static str, String)> {
    let places = places(names.iter().copied());
    let of = |(human, place): (&'static HumanBone, Option<usize>)| {
        Some((human.name.as_str(), names[place?].into()))
    };
    bones().iter().zip(places).filter_map(of).collect()
}

#[test]
fn the_humanoid_is_unity_s_with_parents_before_their_children() {
    assert_eq!(bones().len(), COUNT);
    assert_eq!(find("Hips"), Some(HIPS));
    for (at, bone) in bones().iter().enumerate() {
        assert_eq!(find(&bone.name), Some(at), "{} is there once", bone.name);
        assert_eq!(bone.parent.is_none(), at == HIPS, "{}", bone.name);
        assert!(bone.parent.is_none_or(|parent| parent < at));
    }
    let parent = |name: &str| {
        bones()[bones()[find(name).unwrap()].parent.unwrap()]
            .name
            .as_str()
    };
    assert_eq!(
        ["LeftHand", "RightThumbProximal", "RightUpperLeg", "Chest"].map(parent),
        ["LeftLowerArm", "RightHand", "Hips", "Spine"]
    );
    assert_eq!(
        (bones()[1].name.as_str(), bones()[3].name.as_str()),
        ("Spine", "UpperChest"),
        "as in SPINES"
    );
}

#[test]
fn the_names_of_other_rigs_are_found() {
    let check = |names: &[&str], expected: &[&'static str]| {
        let found = found(names);
        for (human, name) in expected.iter().zip(names) {
            assert!(
                found.contains(&(human, (*name).to_owned())),
                "{name} is not {human}: {found:?}"
            );
        }
        assert_eq!(found.len(), expected.len(), "{found:?}");
    };
    let wanted = [
        "Hips",
        "Spine",
        "Chest",
        "UpperChest",
        "LeftUpperArm",
        "RightLowerLeg",
        "LeftIndexIntermediate",
    ];
    check(&wanted, &wanted);
    check(
        &[
            "pelvis",
            "spine_01",
            "spine_03",
            "spine_05",
            "upperarm_l",
            "calf_r",
            "index_02_l",
            "spine_02",
        ],
        &wanted,
    );
    let mixamo = [
        "Hips",
        "Spine",
        "Spine1",
        "Spine2",
        "LeftArm",
        "RightLeg",
        "LeftHandIndex2",
        "HeadTop_End",
    ];
    check(
        &mixamo
            .map(|name| format!("mixamorig:{name}"))
            .each_ref()
            .map(String::as_str),
        &wanted,
    );
    let vroid = [
        "C_Hips",
        "C_Spine",
        "C_Chest",
        "C_UpperChest",
        "L_UpperArm",
        "R_LowerLeg",
        "L_Index2",
    ];
    check(
        &vroid
            .map(|name| format!("J_Bip_{name}"))
            .each_ref()
            .map(String::as_str),
        &wanted,
    );
    check(
        &[
            "hips",
            "spine",
            "chest",
            "upper_arm.L",
            "shin.R",
            "f_index.02.L",
        ],
        &[
            "Hips",
            "Spine",
            "Chest",
            "LeftUpperArm",
            "RightLowerLeg",
            "LeftIndexIntermediate",
        ],
    );
    check(&["Hero:rig:hips", "Hero:rig:head"], &["Hips", "Head"]);
    check(&["", ":", "骨", "mixamorig:", "tail"], &[]);
}
