//! What a montage is baked to, and why some are not.

use super::*;
use crate::{Cache, compile, defaults::compare, whole};

const MONTAGE: Id = Id(15);

/// Two segments of the first slot, one right after the other: half a second of the clip at its 1.25
/// times, and that half backwards at half of it, twice.
fn project(edit: impl FnOnce(&mut Project)) -> Project {
    let mut project = whole::project();
    montage(&mut project).slots[0].segments[1].start = 0.4;
    edit(&mut project);
    project
}

fn montage(project: &mut Project) -> &mut Montage {
    Arc::make_mut(project.montages.get_mut(&MONTAGE).unwrap())
}

fn walk(project: &mut Project) -> &mut Clip {
    Arc::make_mut(project.clips.get_mut(&Id(2)).unwrap())
}

/// To 2 s, which is how long the segments take.
fn way(until: f64) -> Vec<(f64, Transform)> {
    let at = |part: f32| Transform {
        rotation: Quat::from_xyzw(0.0, 0.6 * part, 0.0, 1.0).normalize(),
        ..Transform::from_translation(Vec3::new(part, 0.0, 3.0 * part))
    };
    vec![
        (0.0, Transform::IDENTITY),
        (0.5, at(0.125)),
        (1.5, at(0.5)),
        (until, at(1.0)),
    ]
}

fn bake(project: &Project, way: &Way) -> Result<Baked, Refusal> {
    let library = compile(
        project,
        &mut Cache::default(),
        crate::CompileOptions::default(),
    )
    .library;
    let mut next = 900;
    baked(
        project,
        &library,
        MONTAGE,
        way,
        (Id(899), "baked".into()),
        &mut || {
            next += 1;
            Id(next)
        },
    )
}

#[test]
fn what_is_baked_is_what_it_was() {
    let plain = bake(&project(|_| ()), &way(2.0)).unwrap();
    assert!(!plain.clip.looping && plain.clip.keys_edited && plain.clip.source.duration == 2.0);
    let rooted = bake(
        &project(|project| montage(project).root_rotation = true),
        &way(2.0),
    )
    .unwrap();
    compare(
        "baked.txt",
        &format!("{plain:#.5?}\n{:#.5?}\n", rooted.clip.source.tracks.first()),
    );
}

#[test]
fn a_montage_that_cannot_be_baked_says_why() {
    let refused = |edit: fn(&mut Project), until| bake(&project(edit), &way(until)).err();
    assert_eq!(refused(|_| (), 2.0), None);
    assert_eq!(
        refused(|_| (), 1.91),
        None,
        "a tenth of a second may be missing"
    );
    assert_eq!(refused(|_| (), 1.89), Some(Refusal::Unplayed));
    assert_eq!(
        refused(|project| montage(project).parent = Some(Id(1)), 2.0),
        Some(Refusal::Child)
    );
    assert_eq!(
        refused(|project| montage(project).slots[0].locked = true, 2.0),
        Some(Refusal::Locked)
    );
    assert_eq!(
        refused(|project| walk(project).root_motion.enabled = false, 2.0),
        Some(Refusal::NoRootMotion)
    );
    assert_eq!(
        refused(
            |project| montage(project).slots[0].segments[1].start = 0.4009,
            2.0
        ),
        None
    );
    assert_eq!(
        refused(
            |project| montage(project).slots[0].segments[1].start = 0.4012,
            2.0
        ),
        Some(Refusal::Gap)
    );
    assert_eq!(
        refused(|project| drop(project.montages.remove(&MONTAGE)), 2.0),
        Some(Refusal::Uncompiled)
    );
    assert_eq!(
        refused(
            |project| walk(project).additive = Some(Default::default()),
            2.0
        ),
        Some(Refusal::Uncompiled)
    );
    assert_eq!(bake(&project(|_| ()), &[]), Err(Refusal::Unplayed));
}
