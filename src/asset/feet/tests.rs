use super::*;
use crate::skeleton::Bone;
use anim::Transform;

fn rig(bones: &[(&str, Option<u32>)]) -> Skeleton {
    let bones = bones
        .iter()
        .map(|(name, parent)| Bone::new(*name, *parent, Transform::IDENTITY))
        .collect();
    Skeleton {
        bones,
        ..Skeleton::default()
    }
}

#[test]
fn feet_are_found_by_the_names_that_programs_give_them() {
    let found = |bones: &[(&str, Option<u32>)]| -> Vec<(String, Option<String>)> {
        named(&rig(bones))
            .into_iter()
            .map(|foot| (foot.foot, foot.ball))
            .collect()
    };
    let pair = |foot: &str, ball: Option<&str>| (foot.to_owned(), ball.map(str::to_owned));
    let mixamo = [
        ("mixamorig:Hips", None),
        ("mixamorig:LeftLeg", Some(0)),
        ("mixamorig:LeftFoot", Some(1)),
        ("mixamorig:LeftToeBase", Some(2)),
        ("mixamorig:LeftFootTip", Some(2)),
    ];
    assert_eq!(
        found(&mixamo),
        [pair("mixamorig:LeftFoot", Some("mixamorig:LeftToeBase"))]
    );
    let unreal = [
        ("pelvis", None),
        ("calf_r", Some(0)),
        ("foot_r", Some(1)),
        ("ball_r", Some(2)),
        ("ik_foot_root", None),
    ];
    assert_eq!(found(&unreal), [pair("foot_r", Some("ball_r"))]);
    assert_eq!(found(&[("root", None), ("tail", Some(0))]), []);
}

#[test]
fn a_marker_is_of_the_foot_whose_side_or_name_it_says() {
    let of = |feet: &[&str], markers: &[&str]| -> Vec<Option<String>> {
        let foot = |name: &&str| Foot {
            foot: name.to_string(),
            ball: None,
            contact: None,
            marker: None,
        };
        let all: Vec<Foot> = feet.iter().map(foot).collect();
        feet.iter()
            .map(|name| marker(name, &all, markers))
            .collect()
    };
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(
        of(&["foot_l", "foot_r"], &["L", "R"]),
        [some("L"), some("R")]
    );
    assert_eq!(
        of(
            &["mixamorig:LeftFoot", "mixamorig:RightFoot"],
            &["Right_Plant", "LeftUp", "Left_Plant"]
        ),
        [some("Left_Plant"), some("Right_Plant")]
    );
    // Of two on a side each is told by its own name alone.
    let four = ["front_paw_l", "front_paw_r", "rear_paw_l", "rear_paw_r"];
    assert_eq!(of(&four, &["L", "R"]), [None, None, None, None]);
    assert_eq!(
        of(&four, &["L", "FrontPawL", "rear_paw_r"]),
        [some("FrontPawL"), None, None, some("rear_paw_r")]
    );
    assert_eq!(of(&["foot"], &["L", "R", "foot"]), [some("foot")]);
    assert_eq!(of(&["foot_l", "foot_r"], &["Loop", "middle"]), [None, None]);
}

#[test]
fn a_foot_tells_the_names_of_all_that_it_is_known_by_in_their_order() {
    let named = |name: &str| Some(name.to_owned());
    let foot = Foot {
        foot: "a".into(),
        ball: named("b"),
        contact: named("c"),
        marker: named("d"),
    };
    assert_eq!(
        foot.names(),
        ["a", "b", "c", "d"].map(|name| Some(Name::new(name)))
    );
    let alone = Foot {
        foot: "a".into(),
        ball: None,
        contact: None,
        marker: None,
    };
    assert_eq!(alone.names(), [Some(Name::new("a")), None, None, None]);
}
