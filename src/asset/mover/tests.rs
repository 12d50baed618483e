use super::*;
use crate::{Cache, Id, Project, compile, skeleton::Bone};
use anim::{Name, Pose, clip::RootMotion};
use std::f32::consts::FRAC_PI_2;

/// An armature on its back at a hundredth of the size, hips that walk 120 of its units along its Y
/// in a second and turn `turn` radians about its Z, and a spine.
fn project(turn: f32, root_bone: Option<&str>) -> Project {
    let armature = Transform::new(
        Vec3::ZERO,
        Quat::from_rotation_x(-FRAC_PI_2),
        Vec3::splat(0.01),
    );
    let hips = Transform::from_translation(Vec3::new(0.0, 0.0, 100.0));
    let bones = vec![
        Bone::new("Armature", None, armature),
        Bone::new("Hips", Some(0), hips),
        Bone::new(
            "Spine",
            Some(1),
            Transform::from_translation(Vec3::Z * 20.0),
        ),
    ];
    let skeleton = Skeleton {
        name: "s".into(),
        bones,
        ..Skeleton::default()
    };
    let times = vec![0.0, 0.5, 1.0];
    let channel = |values: Vec<f32>| {
        Some(Channel {
            times: times.clone(),
            values,
            ..Channel::default()
        })
    };
    let walked = (0..3)
        .flat_map(|at| [0.0, -60.0 * at as f32, 100.0])
        .collect();
    let turned = (0..3)
        .flat_map(|at| Quat::from_rotation_z(turn * at as f32 / 2.0).to_array())
        .collect();
    let hips = Track {
        bone: "Hips".into(),
        translation: channel(walked),
        rotation: channel(turned),
        ..Track::default()
    };
    let spine = Track {
        bone: "Spine".into(),
        rotation: channel([0.0, 0.0, 0.0, 1.0].repeat(3)),
        ..Track::default()
    };
    let source = ClipSource {
        duration: 1.0,
        tracks: vec![hips, spine],
        curves: Vec::new(),
    };
    let clip = Clip {
        root_motion: RootMotion {
            enabled: true,
            ..RootMotion::default()
        },
        root_bone: root_bone.map(Into::into),
        ..Clip::new("walk", Id(1), Arc::new(source), 30.0)
    };
    let mut project = Project::default();
    project.skeletons.insert(Id(1), Arc::new(skeleton));
    project.clips.insert(Id(2), Arc::new(clip));
    project
}

#[test]
fn the_bone_that_carries_the_figure_is_found_below_one_that_stands() {
    let project = project(0.0, None);
    let (clip, skeleton) = (&project.clips[&Id(2)], &project.skeletons[&Id(1)]);
    let found = mover(&clip.source, skeleton).unwrap();
    assert!(
        found.bone == 1 && (found.metres - 1.2).abs() < 1e-5,
        "{found:?}"
    );
    assert_eq!(
        standing(clip, skeleton).map(|(bone, mover)| (bone, mover.bone)),
        Some((0, 1))
    );
    let chosen = Clip {
        root_bone: Some("Hips".into()),
        ..(**clip).clone()
    };
    assert_eq!(standing(&chosen, skeleton), None);
    let off = Clip {
        root_motion: RootMotion::default(),
        ..(**clip).clone()
    };
    assert_eq!(standing(&off, skeleton), None);
    let mut crouches = (*clip.source).clone();
    // Along the armature's Z, which is up.
    let down = [0.0, 0.0, 100.0, 0.0, 0.0, 60.0, 0.0, 0.0, 40.0].to_vec();
    crouches.tracks[0].translation.as_mut().unwrap().values = down;
    assert_eq!(mover(&crouches, skeleton), None);
    let mut still = (*clip.source).clone();
    still.tracks.remove(0);
    assert_eq!(mover(&still, skeleton), None);
}

#[test]
fn what_is_shown_of_the_chosen_bone_goes_as_in_the_file_and_the_character_with_it() {
    for turn in [0.0, 1.0] {
        let of = |root_bone| {
            let project = project(turn, root_bone);
            let compiled = compile(
                &project,
                &mut Cache::default(),
                crate::CompileOptions::default(),
            );
            let library = compiled.library;
            (
                library.skeletons[0].clone(),
                library.clip(Name::new("walk")).unwrap().clone(),
                compiled.diagnostics,
            )
        };
        let (skeleton, file, warned) = of(None);
        assert!(warned.iter().any(|it| matches!(
            it.kind,
            crate::diagnostic::Kind::RootStands {
                bone: 0,
                other: 1,
                ..
            }
        )));
        let (_, carried, warned) = of(Some("Hips"));
        assert_eq!(warned, []);
        let whole = carried.root_delta(&skeleton, 0.0, 1.0);
        assert!(
            turn != 0.0 || whole.translation.abs_diff_eq(Vec3::Z * 1.2, 1e-4),
            "{whole:?}"
        );
        let models = |clip: &anim::Clip, time: f64, locked: bool| {
            let mut pose = Pose::default();
            clip.sample(&skeleton, time, &mut pose);
            if locked {
                pose.set(0, &clip.locked_root(&skeleton));
            }
            let top = pose.get(0);
            let hips = top.compose(&pose.get(1));
            [hips, hips.compose(&pose.get(2))]
        };
        let begin = models(&file, 0.0, false)[0];
        for at in 0..=20 {
            let time = f64::from(at) / 20.0;
            let placement = carried.root_delta(&skeleton, 0.0, time);
            for (is, should) in models(&carried, time, true)
                .into_iter()
                .zip(models(&file, time, false))
            {
                let is = placement.compose(&is);
                assert!(
                    is.translation.abs_diff_eq(should.translation, 5e-4),
                    "{turn} {time}: {is:?} {should:?}"
                );
                assert!(
                    is.rotation.dot(should.rotation).abs() > 1.0 - 1e-5,
                    "{turn} {time}"
                );
            }
        }
        assert!(begin.translation.abs_diff_eq(Vec3::Y, 1e-5));
    }
}

/// A bone goes a metre; as many bones as `below` hang on it, itself among them, of `all`.
fn carries(below: u32, all: u32) -> bool {
    let parent = |at: u32| match at {
        0 => None,
        1 => Some(0),
        at if at < 1 + below => Some(at - 1),
        _ => Some(0),
    };
    let bones = (0..all)
        .map(|at| Bone::new(at.to_string(), parent(at), Transform::IDENTITY))
        .collect();
    let skeleton = Skeleton {
        name: "s".into(),
        bones,
        ..Skeleton::default()
    };
    let translation = Channel {
        times: vec![0.0, 1.0],
        values: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        ..Channel::default()
    };
    let track = Track {
        bone: "1".into(),
        translation: Some(translation),
        ..Track::default()
    };
    let source = ClipSource {
        duration: 1.0,
        tracks: vec![track],
        curves: Vec::new(),
    };
    mover(&source, &skeleton)
        == Some(Mover {
            bone: 1,
            metres: 1.0,
        })
}

#[test]
fn what_carries_less_than_half_of_the_bones_carries_no_figure() {
    let found = [(1, 2), (2, 4), (2, 5), (3, 5), (3, 6), (3, 7), (4, 7)]
        .map(|(below, all)| carries(below, all));
    assert_eq!(found, [true, true, false, true, true, false, true]);
}
