use super::*;
use anim::{MeshPart, Transform, mesh::PaletteJoint};
use asset::{
    mesh::Part,
    skeleton::Bone,
    source::{Channel, ClipSource},
};
use glam::{Quat, Vec3};
use std::sync::Arc;

const RIG: Id = Id(1);

/// Each bone hangs on the one before.
fn rig(names: &[&str]) -> Skeleton {
    let bone = |(at, name): (usize, &&str)| {
        Bone::new(
            *name,
            at.checked_sub(1).map(|at| at as u32),
            Transform::from_translation(Vec3::Y),
        )
    };
    Skeleton {
        name: "rig".into(),
        bones: names.iter().enumerate().map(bone).collect(),
        ..Skeleton::default()
    }
}

/// A rig, and a clip that moves some of its bones.
fn file(skeleton: Skeleton, moved: &[&str]) -> Project {
    let away = || {
        Some(Channel {
            times: vec![0.0],
            values: vec![5.0; 3],
            ..Channel::default()
        })
    };
    let track = |name: &&str| Track {
        bone: (*name).into(),
        translation: away(),
        ..Track::default()
    };
    let source = ClipSource {
        tracks: moved.iter().map(track).collect(),
        ..ClipSource::default()
    };
    let mut file = Project::default();
    file.skeletons.insert(RIG, Arc::new(skeleton));
    file.clips
        .insert(Id(2), Arc::new(Clip::new("c", RIG, Arc::new(source), 30.0)));
    file
}

fn fits(file: &Project, other: &Skeleton) -> SkeletonFit {
    fit(
        file,
        &file.skeletons[&RIG],
        &Project::default(),
        other,
        &Renames::new(),
    )
}

#[test]
fn a_few_ends_may_be_missing_and_more_is_asked_for() {
    let kind = |matched: usize, missing: usize, is_torn: bool, kinship: f32| {
        let names = |count| vec![String::new(); count];
        let (matched, missing) = (names(matched), names(missing));
        let fit = SkeletonFit {
            matched,
            missing,
            is_torn,
            kinship,
            same_rest: true,
            ..SkeletonFit::default()
        };
        (fit.is_full(), fit.is_partial())
    };
    let (full, partial, neither) = ((true, false), (false, true), (false, false));
    assert_eq!([kind(9, 1, false, 0.5), kind(4, 0, false, 1.0)], [full; 2]);
    assert_eq!(
        [
            kind(8, 1, false, 0.5),
            kind(9, 1, true, 0.5),
            kind(1, 1, false, 0.5)
        ],
        [partial; 3]
    );
    assert_eq!(
        [
            kind(9, 1, false, 0.49),
            kind(1, 2, false, 1.0),
            kind(9, 0, true, 0.49)
        ],
        [neither; 3]
    );
}

#[test]
fn a_bone_missing_between_others_tears_and_one_at_the_end_does_not() {
    let file = file(
        rig(&["root", "arm", "hand", "finger"]),
        &["root", "arm", "hand", "finger"],
    );
    let torn = fits(&file, &rig(&["root", "arm", "finger"]));
    assert_eq!(
        (torn.missing, torn.matched.len(), torn.is_torn),
        (vec!["hand".to_owned()], 3, true)
    );
    let short = fits(&file, &rig(&["root", "arm", "hand"]));
    assert_eq!(
        (short.missing, short.matched.len(), short.is_torn),
        (vec!["finger".to_owned()], 3, false)
    );
}

#[test]
fn leaves_at_rest_are_no_part_of_kinship() {
    let bones = ["root", "arm", "leaf"];
    let kinship =
        |moved: &[&str], known: &[&str]| fits(&file(rig(&bones), moved), &rig(known)).kinship;
    assert_eq!(kinship(&["arm"], &["root", "arm"]), 1.0);
    assert_eq!(kinship(&["arm"], &["arm"]), 0.5);
    assert_eq!(kinship(&["leaf"], &["root", "arm"]), 2.0 / 3.0);
    assert_eq!(kinship(&["leaf"], &bones), 1.0);
}

#[test]
fn rest_poses_are_the_same_within_a_thousandth() {
    let same = |length: f32, edit: fn(&mut Transform)| {
        let mut own = rig(&["root", "arm"]);
        own.bones[1].reference.translation *= length;
        let mut other = own.clone();
        edit(&mut other.bones[1].reference);
        fits(&file(own, &["root", "arm"]), &other).same_rest
    };
    let moves = [
        |t: &mut Transform| t.translation.x += 9e-4,
        |t: &mut Transform| t.translation.x += 2e-3,
    ];
    assert_eq!(moves.map(|edit| same(1.0, edit)), [true, false]);
    assert_eq!(
        moves.map(|edit| same(0.1, edit)),
        [true, false],
        "a short bone is no stricter"
    );
    assert_eq!(
        moves.map(|edit| same(10.0, edit)),
        [true, true],
        "a long one goes by its length"
    );
    let turns = [
        |t: &mut Transform| t.rotation = Quat::from_rotation_x(1e-3),
        |t: &mut Transform| t.rotation = Quat::from_rotation_x(3e-3),
    ];
    assert_eq!(turns.map(|edit| same(1.0, edit)), [true, false]);
    let grows = [
        |t: &mut Transform| t.scale.z += 9e-4,
        |t: &mut Transform| t.scale.z += 2e-3,
    ];
    assert_eq!(grows.map(|edit| same(1.0, edit)), [true, false]);
}

#[test]
fn a_track_moves_a_bone_by_more_than_a_thousandth() {
    let reference = Transform::from_translation(Vec3::Y);
    let keyed = |values: Vec<f32>| {
        Some(Channel {
            times: vec![0.0],
            values,
            ..Channel::default()
        })
    };
    let moved = |by: f32| Track {
        translation: keyed(vec![0.0, 1.0 + by, 0.0]),
        ..Track::default()
    };
    let turned = |by| Track {
        rotation: keyed(Quat::from_rotation_z(by).to_array().into()),
        ..Track::default()
    };
    let grown = |by: f32| Track {
        scale: keyed(vec![1.0, 1.0, 1.0 - by]),
        ..Track::default()
    };
    for track in [moved(9e-4), turned(1e-3), grown(9e-4), Track::default()] {
        assert!(!moves(&track, &reference), "{track:?}");
    }
    for track in [moved(2e-3), moved(-2e-3), turned(3e-3), grown(2e-3)] {
        assert!(moves(&track, &reference), "{track:?}");
    }
}

#[test]
fn bones_that_a_skin_follows_are_needed_and_the_bone_of_a_rigid_part_is_not() {
    let needs = |bones: &[u32]| {
        let mut file = file(rig(&["root", "arm", "hand"]), &["root"]);
        let palette = bones
            .iter()
            .map(|&bone| PaletteJoint {
                bone,
                inverse_bind: [[0.0; 4]; 3],
            })
            .collect();
        let data = Arc::new(MeshPart {
            influences: 1,
            palette,
            ..MeshPart::default()
        });
        let part = Part {
            name: "p".into(),
            data,
            ..Part::default()
        };
        let keys = file.skeletons[&RIG].keys();
        file.meshes.insert(
            Id(3),
            Arc::new(Mesh::new("m", (RIG, keys), vec![part], Vec::new())),
        );
        fits(&file, &rig(&["root", "arm"])).missing
    };
    assert_eq!(needs(&[1, 2]), ["hand"]);
    assert_eq!((needs(&[2]), needs(&[0, 1])), (vec![], vec![]));
}

#[test]
fn a_bone_is_in_the_same_place_below_the_nearest_bone_that_both_have() {
    let bones = ["root", "arm", "hand"];
    let missing = |other: &[&str]| fits(&file(rig(&bones), &["arm", "hand"]), &rig(other)).missing;
    assert!(missing(&["root", "arm", "hand"]).is_empty());
    assert!(
        missing(&["root", "twist", "arm", "wrist", "hand"]).is_empty(),
        "what lies between does not count"
    );
    assert!(
        missing(&["world", "arm", "hand"]).is_empty(),
        "nor does another root"
    );
    assert_eq!(missing(&["root", "hand", "arm"]), ["arm", "hand"]);
    let mut bound_off = rig(&["root", "arm", "hand"]);
    bound_off.bones[2].parent = None;
    let stray = fits(&file(rig(&bones), &["arm", "hand"]), &bound_off);
    assert_eq!(
        (stray.missing, stray.is_torn),
        (vec![], false),
        "a root may be anywhere"
    );
}

#[test]
fn a_clip_or_mesh_of_the_project_fits_by_its_own_bones_alone() {
    let mut project = file(rig(&["root", "arm", "hand"]), &["hand"]);
    let source = project.clips[&Id(2)].source.clone();
    let arm = ClipSource {
        tracks: vec![Track {
            bone: "arm".into(),
            ..source.tracks[0].clone()
        }],
        ..Default::default()
    };
    project
        .clips
        .insert(Id(4), Arc::new(Clip::new("d", RIG, Arc::new(arm), 30.0)));
    project
        .clips
        .insert(Id(5), Arc::new(Clip::new("e", Id(9), source, 30.0)));
    let other = rig(&["root", "arm"]);
    let missing = |id| fit_asset(&project, id, &other).map(|fit| (fit.matched, fit.missing));
    assert_eq!(missing(Id(2)), Some((vec![], vec!["hand".to_owned()])));
    assert_eq!(missing(Id(4)), Some((vec!["arm".to_owned()], vec![])));
    assert_eq!(
        [missing(RIG), missing(Id(5)), missing(Id(8))],
        [None, None, None]
    );
}

#[test]
fn tracks_of_bones_that_their_own_skeleton_lacks_count_by_their_names() {
    let file = file(rig(&["root"]), &["tail", "horn"]);
    let fit = fits(&file, &rig(&["root", "tail"]));
    assert_eq!(
        (fit.matched, fit.missing),
        (vec!["tail".to_owned()], vec!["horn".to_owned()])
    );
    let still = Project {
        clips: Default::default(),
        ..file
    };
    assert_eq!(
        fits(&still, &rig(&["root"])).matched,
        ["root"],
        "of a file that moves nothing all bones count"
    );
}

#[test]
fn turning_begins_where_the_cosine_of_half_the_turn_leaves_its_threshold() {
    let turned = |steps: f32| {
        let away = steps * f32::EPSILON / 2.0;
        let values = vec![0.0, 0.0, (2.0 * away).sqrt(), 1.0 - away];
        let rotation = Some(Channel {
            times: vec![0.0],
            values,
            ..Channel::default()
        });
        moves(
            &Track {
                rotation,
                ..Track::default()
            },
            &Transform::IDENTITY,
        )
    };
    // Half of the square of a thousandth, in steps of a number right below 1, and a step more.
    assert_eq!([turned(8.0), turned(9.0)], [false, true]);
}
