use crate::{
    Cache, Clip, Id, Project, Skeleton, compile,
    diagnostic::Kind,
    skeleton::{Bone, Socket},
    source::{Channel, ClipSource, Track},
};
use anim::{Transform, clip::RootMotion};
use glam::{Quat, Vec3};
use std::sync::Arc;

const CLIP: Id = Id(2);

/// One second that loops: the root goes `travel` metres, the arm ends `shift` metres and `turn`
/// radians off.
fn project(travel: f32, shift: f32, turn: f32) -> Project {
    let bone = |name: &str, parent| Bone::new(name, parent, Transform::IDENTITY);
    let bones = vec![bone("root", None), bone("arm", Some(0))];
    let channel = |values| {
        Some(Channel {
            times: vec![0.0, 1.0],
            values,
            ..Channel::default()
        })
    };
    let moved = |by: f32| channel(vec![0.0, 0.0, 0.0, by, 0.0, 0.0]);
    let turned = [
        Quat::IDENTITY.to_array(),
        Quat::from_rotation_z(turn).to_array(),
    ]
    .concat();
    let tracks = vec![
        Track {
            bone: "root".into(),
            translation: moved(travel),
            ..Track::default()
        },
        Track {
            bone: "arm".into(),
            translation: moved(shift),
            rotation: channel(turned),
            ..Track::default()
        },
    ];
    let source = Arc::new(ClipSource {
        duration: 1.0,
        tracks,
        curves: Vec::new(),
    });
    let clip = Clip {
        looping: true,
        compression: None,
        ..Clip::new("clip", Id(1), source, 10.0)
    };
    let mut project = Project::default();
    project.skeletons.insert(
        Id(1),
        Arc::new(Skeleton {
            name: "s".into(),
            bones,
            ..Skeleton::default()
        }),
    );
    project.clips.insert(CLIP, Arc::new(clip));
    project
}

fn edit(project: &mut Project, edit: impl FnOnce(&mut Clip)) {
    edit(Arc::make_mut(project.clips.get_mut(&CLIP).unwrap()));
}

/// The seam, and what was warned of, in metres.
fn found(project: &Project, cache: &mut Cache) -> (f32, Option<f32>) {
    let compiled = compile(project, cache, crate::CompileOptions::default());
    let warned = compiled
        .diagnostics
        .iter()
        .find_map(|found| match found.kind {
            Kind::SeamOpen { distance } if found.subject.asset == CLIP => Some(distance),
            _ => None,
        });
    (compiled.seams[&CLIP], warned)
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn a_loop_that_does_not_close_is_reported_above_half_a_centimetre() {
    let (seam, warned) = found(&project(0.0, 0.0051, 0.0), &mut Cache::default());
    assert!(
        near(seam, 0.0051) && warned == Some(seam),
        "{seam} {warned:?}"
    );
    let (seam, warned) = found(&project(0.0, 0.0049, 0.0), &mut Cache::default());
    assert!(near(seam, 0.0049) && warned.is_none(), "{seam} {warned:?}");
    let mut once = project(0.0, 1.0, 0.0);
    edit(&mut once, |clip| clip.looping = false);
    assert_eq!(
        found(&once, &mut Cache::default()),
        (1.0, None),
        "it does not loop"
    );
}

#[test]
fn root_motion_does_not_count() {
    let (mut project, mut cache) = (project(3.0, 0.002, 0.0), Cache::default());
    let (seam, warned) = found(&project, &mut cache);
    assert!(near(seam, 3.002) && warned == Some(seam), "{seam}");
    edit(&mut project, |clip| {
        clip.root_motion = RootMotion {
            enabled: true,
            ..RootMotion::default()
        }
    });
    let (seam, warned) = found(&project, &mut cache);
    assert!(near(seam, 0.002) && warned.is_none(), "{seam} {warned:?}");
}

#[test]
fn what_is_held_swings_further_and_compressed_keys_are_measured_as_the_raw_ones() {
    let (mut project, mut cache) = (project(0.0, 0.0, 0.01), Cache::default());
    assert!(near(
        found(&project, &mut cache).0,
        2.0 * 0.03 * 0.005f32.sin()
    ));
    let socket = Socket::new(
        Id(9),
        "hand",
        "arm".into(),
        Transform::from_translation(Vec3::X),
    );
    Arc::make_mut(project.skeletons.get_mut(&Id(1)).unwrap())
        .sockets
        .push(socket);
    let held = found(&project, &mut cache);
    assert!(
        near(held.0, 2.0 * 0.005f32.sin()) && held.1 == Some(held.0),
        "{held:?}"
    );
    edit(&mut project, |clip| {
        clip.compression = Some(anim::codec::EncoderSettings::default())
    });
    assert_eq!(found(&project, &mut cache), held);
    edit(&mut project, |clip| clip.rate_scale = 2.0);
    assert_eq!(
        found(&project, &mut cache),
        held,
        "the keys are compressed by now"
    );
    assert_eq!(
        compile(
            &project,
            &mut Cache::default(),
            crate::CompileOptions::deferred()
        )
        .seams[&CLIP],
        held.0
    );
}
