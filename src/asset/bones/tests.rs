use super::*;
use crate::{
    Id,
    skeleton::{AbsentBone, Bone},
};
use anim::{Transform, retarget::Retarget};
use glam::{Quat, Vec3};

const NAMES: [&str; 4] = ["root", "arm", "hand", "finger"];

fn reference(at: usize) -> Transform {
    let (translation, rotation) = (
        Vec3::new(0.1, 0.4, -0.2 - at as f32),
        Quat::from_rotation_z(0.6),
    );
    Transform {
        translation,
        rotation,
        ..Transform::IDENTITY
    }
}

/// root ← arm ← hand ← finger.
fn whole() -> Skeleton {
    let bone = |at: usize| {
        Bone::new(
            NAMES[at],
            at.checked_sub(1).map(|parent| parent as u32),
            reference(at),
        )
    };
    Skeleton {
        name: "rig".into(),
        bones: (0..4).map(bone).collect(),
        ..Skeleton::default()
    }
}

fn absent(name: &str, parent: Option<&str>, reference: Transform) -> AbsentBone {
    let (key, parent) = (name.into(), parent.map(Into::into));
    AbsentBone {
        key,
        name: name.into(),
        parent,
        reference,
        retarget: Retarget::default(),
    }
}

/// Without the hand and the finger, and knowing of a bone that hung on nothing.
fn cut() -> Skeleton {
    let mut skeleton = whole();
    skeleton.bones.truncate(2);
    skeleton.absent = vec![
        absent("finger", Some("hand"), reference(3)),
        absent("hand", Some("arm"), reference(2)),
        absent("camera", None, reference(7)),
    ];
    skeleton
}

fn bind(at: usize) -> Affine3A {
    Affine3A::from_rotation_translation(
        Quat::from_rotation_x(at as f32),
        Vec3::new(at as f32, -0.5, 0.3),
    )
}

/// One joint a name.
fn mesh(names: &[&str]) -> (Mesh, Arc<MeshPart>) {
    let keys = names.iter().map(|name| BoneKey::from(*name)).collect();
    let joint = |at: usize| PaletteJoint {
        bone: at as u32,
        inverse_bind: inverse_bind_rows(&bind(at)),
    };
    let palette = (0..names.len()).map(joint).collect();
    (
        Mesh::new("mesh", (Id(1), keys), vec![], vec![]),
        Arc::new(MeshPart {
            palette,
            ..MeshPart::default()
        }),
    )
}

/// Where each joint's vertices go from where they lie in the mesh, with the root and the arm
/// turned.
fn placed(skeleton: &Skeleton, names: &[&str], turned: f32) -> Vec<Affine3A> {
    let (mesh, part) = mesh(names);
    let mut posed = skeleton.clone();
    posed.bones[..2]
        .iter_mut()
        .for_each(|bone| bone.reference.rotation *= Quat::from_rotation_x(turned));
    let models = posed.reference_models();
    let part = Bones::of(skeleton).part(&mesh, &part);
    part.palette
        .iter()
        .map(|joint| models[joint.bone as usize] * affine_from_rows(joint.inverse_bind))
        .collect()
}

#[track_caller]
fn assert_alike(a: &[Affine3A], b: &[Affine3A]) {
    assert!(
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.abs_diff_eq(*b, 1e-5)),
        "{a:?}\n{b:?}"
    );
}

#[test]
fn what_followed_an_absent_bone_stays_and_turns_as_if_that_bone_rested() {
    for turned in [0.0, 0.8] {
        assert_alike(
            &placed(&cut(), &NAMES, turned),
            &placed(&whole(), &NAMES, turned),
        );
    }
}

#[test]
fn what_followed_a_bone_that_never_was_stays_where_it_was_bound_and_turns_with_the_root() {
    let mut skeleton = cut();
    skeleton
        .absent
        .push(absent("ring", Some("nowhere"), reference(5)));
    let names = ["root", "never", "ring"];
    assert_alike(
        &placed(&skeleton, &names, 0.0)[1..],
        &[Affine3A::IDENTITY; 2],
    );
    let moved = placed(&skeleton, &names, 0.8)[0] * placed(&skeleton, &names, 0.0)[0].inverse();
    assert_alike(&placed(&skeleton, &names, 0.8)[1..], &[moved; 2]);
}

#[test]
fn what_followed_a_former_root_stays_and_turns_with_the_root_of_now() {
    let names = ["root", "camera"];
    let rest = placed(&cut(), &names, 0.0);
    assert_alike(&rest[1..], &[reference(7).to_affine() * bind(1)]);
    let turned = placed(&cut(), &names, 0.8);
    assert_alike(&turned[1..], &[turned[0] * rest[0].inverse() * rest[1]]);
}

#[test]
fn absent_bones_that_hang_on_each_other_end_at_the_root() {
    let mut skeleton = cut();
    skeleton.absent = vec![
        absent("a", Some("b"), reference(2)),
        absent("b", Some("a"), reference(3)),
    ];
    let (mesh, part) = mesh(&["a", "b"]);
    let part = Bones::of(&skeleton).part(&mesh, &part);
    assert!(
        part.palette
            .iter()
            .all(|joint| joint.bone == 0 && affine_from_rows(joint.inverse_bind).is_finite())
    );
}

#[test]
fn bones_are_found_by_key_wherever_they_are_now_and_a_part_that_has_them_in_order_is_shared() {
    let skeleton = whole();
    let bones = Bones::of(&skeleton);
    let (same, part) = mesh(&NAMES);
    assert!(Arc::ptr_eq(&bones.part(&same, &part), &part));
    let (other, part) = mesh(&["finger", "root", "arm"]);
    let moved = bones.part(&other, &part);
    assert_eq!(
        moved
            .palette
            .iter()
            .map(|joint| joint.bone)
            .collect::<Vec<_>>(),
        [3, 0, 1]
    );
    assert!(
        moved
            .palette
            .iter()
            .zip(part.palette.iter())
            .all(|(a, b)| a.inverse_bind == b.inverse_bind)
    );
}

#[test]
fn each_missing_bone_is_named_once_by_its_name_or_its_key() {
    let mut skeleton = cut();
    skeleton.absent[1].name = "Hand.L".into();
    let keys = ["hand", "arm", "never", "hand", "finger"].map(BoneKey::from);
    assert_eq!(
        Bones::of(&skeleton).missing(&keys),
        ["Hand.L", "never", "finger"]
    );
}

#[test]
fn a_bone_below_every_other_absent_one_still_finds_the_one_that_is_there() {
    let mut skeleton = cut();
    skeleton.absent.pop();
    assert_alike(
        &placed(&skeleton, &NAMES, 0.8),
        &placed(&whole(), &NAMES, 0.8),
    );
}
