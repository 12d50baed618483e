//! Poses seen in a mirror: a plane of model space through its origin, and which bone stands for which behind it.
//!
//! A bone takes the place of its partner, reflected. What is left of its turn, where the axes of the two are laid out
//! differently, is known from the reference pose: mirrored, it comes out as it is.

use crate::{Name, Pose, Skeleton, Transform, pose::Attribute, spaces::mesh_rotations};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};

/// The normal of the mirror's plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    #[default]
    X,
    Y,
    Z,
}

impl Axis {
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// A place or a way, seen in the mirror.
    pub fn reflected(self, v: Vec3) -> Vec3 {
        match self {
            Axis::X => Vec3::new(-v.x, v.y, v.z),
            Axis::Y => Vec3::new(v.x, -v.y, v.z),
            Axis::Z => Vec3::new(v.x, v.y, -v.z),
        }
    }

    /// The turn that is seen in the mirror.
    pub fn turned(self, q: Quat) -> Quat {
        // The axis is a pseudovector: along the normal it stays, else it flips.
        let axis = -self.reflected(q.xyz());
        Quat::from_xyzw(axis.x, axis.y, axis.z, q.w)
    }
}

/// Names that stand for each other, such as those of the left and the right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NameSwap(Vec<(Name, Name)>);

impl NameSwap {
    /// Of a name that is in several pairs, one counts.
    pub fn new(pairs: &[(Name, Name)]) -> Self {
        let mut both: Vec<(Name, Name)> = pairs.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        both.sort_unstable();
        both.dedup_by_key(|pair| pair.0);
        Self(both)
    }

    /// A name without a partner stays.
    pub fn of(&self, name: Name) -> Name {
        self.0.binary_search_by_key(&name, |pair| pair.0).map_or(name, |at| self.0[at].1)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct MirrorTable {
    axis: Axis,
    /// One a bone: itself in the middle.
    partners: Vec<u16>,
    /// One a bone: from the reflected axes of its partner to its own.
    corrections: Vec<Quat>,
    names: Arc<NameSwap>,
}

/// A table as it is kept.
#[derive(Serialize, Deserialize)]
struct Parts {
    axis: Axis,
    partners: Vec<u16>,
    corrections: Vec<Quat>,
    names: Arc<NameSwap>,
}

impl TryFrom<Parts> for MirrorTable {
    type Error = MirrorError;

    fn try_from(Parts { axis, partners, corrections, names }: Parts) -> Result<Self, MirrorError> {
        let is_good = |bone: usize| {
            let partner = partners.get(bone).and_then(|partner| partners.get(usize::from(*partner)));
            let turn = corrections.get(bone).is_some_and(|turn| turn.is_finite() && turn.is_normalized());
            turn && partner.is_some_and(|back| usize::from(*back) == bone)
        };
        match (0..partners.len().max(corrections.len())).find(|bone| !is_good(*bone)) {
            Some(bone) => Err(MirrorError { bone }),
            None => Ok(Self { axis, partners, corrections, names }),
        }
    }
}

impl From<MirrorTable> for Parts {
    fn from(MirrorTable { axis, partners, corrections, names }: MirrorTable) -> Self {
        Self { axis, partners, corrections, names }
    }
}

/// There is not one partner a bone, or this bone is not the partner of its partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MirrorError {
    pub bone: usize,
}

impl fmt::Display for MirrorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bone {} is not the partner of its partner in a mirror", self.bone)
    }
}

impl std::error::Error for MirrorError {}

/// Buffers of [`MirrorTable::mirror`], kept between calls.
#[derive(Clone, Debug, Default)]
pub struct Mirrored {
    models: Vec<Transform>,
    reflected: Vec<Transform>,
    source: Pose,
}

impl MirrorTable {
    /// `partners` has one bone a bone; `names` are those of curves, notifies and sync markers.
    pub fn new(skeleton: &Skeleton, axis: Axis, partners: &[u16], names: NameSwap) -> Result<Self, MirrorError> {
        let is_bad = |bone: usize| {
            let partner = partners.get(bone).and_then(|partner| partners.get(usize::from(*partner)));
            partner.is_none_or(|back| usize::from(*back) != bone)
        };
        let count = skeleton.len().max(partners.len());
        if let Some(bone) = (0..count).find(|bone| *bone >= skeleton.len() || is_bad(*bone)) {
            return Err(MirrorError { bone });
        }
        let mut turned = Vec::new();
        mesh_rotations(skeleton, skeleton.reference_pose(), &mut turned);
        let correction =
            |(bone, partner): (usize, &u16)| axis.turned(turned[usize::from(*partner)]).conjugate() * turned[bone];
        let corrections = partners.iter().enumerate().map(correction).collect();
        Ok(Self { axis, partners: partners.to_vec(), corrections, names: Arc::new(names) })
    }

    /// Of the skeletons that it is for.
    pub(crate) fn bone_count(&self) -> usize {
        self.partners.len()
    }

    /// The bone that is seen in the place of another one; one that the table does not know is seen as itself.
    pub(crate) fn partner(&self, bone: usize) -> usize {
        self.partners.get(bone).map_or(bone, |partner| usize::from(*partner))
    }

    pub fn names(&self) -> &Arc<NameSwap> {
        &self.names
    }

    /// Turns a full pose into what is seen in the mirror. A pose of another skeleton stays.
    pub fn mirror(&self, skeleton: &Skeleton, room: &mut Mirrored, pose: &mut Pose) {
        if pose.len() != self.partners.len() || pose.len() != skeleton.len() {
            return;
        }
        let Mirrored { models, reflected, source } = room;
        models.clear();
        for (bone, local) in pose.iter().enumerate() {
            models.push(skeleton.parent(bone).map_or(local, |parent| models[parent].compose(&local)));
        }
        reflected.clear();
        for (partner, correction) in self.partners.iter().zip(&self.corrections) {
            let Transform { translation, rotation, scale } = models[usize::from(*partner)];
            let rotation = (self.axis.turned(rotation) * *correction).normalize();
            reflected.push(Transform { translation: self.axis.reflected(translation), rotation, scale });
        }
        for (bone, model) in reflected.iter().enumerate() {
            let local = skeleton.parent(bone).map_or(*model, |parent| reflected[parent].relative_to(model));
            pose.set(bone, &local);
        }
        source.copy_numbers(pose);
        pose.clear_numbers();
        source.curves.iter().for_each(|(name, value)| pose.set_curve(self.names.of(*name), *value));
        for (attribute, value) in &source.attributes {
            let bone = self.partners.get(attribute.bone as usize).map_or(attribute.bone, |bone| u32::from(*bone));
            pose.set_attribute(Attribute { name: self.names.of(attribute.name), bone }, *value);
        }
    }

    /// Root motion, in component space, as it is seen in the mirror.
    pub fn root_delta(&self, delta: &Transform) -> Transform {
        let (translation, rotation) = (self.axis.reflected(delta.translation), self.axis.turned(delta.rotation));
        Transform { translation, rotation, scale: delta.scale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use proptest::prelude::*;

    /// Root, spine, a left and a right arm whose axes are laid out differently, and hands.
    fn skeleton() -> Skeleton {
        fixture::skeleton(&[-1, 0, 1, 1, 2, 3], |bone| match bone {
            1 => Transform::from_translation(Vec3::Y),
            2 => Transform::new(Vec3::new(0.5, 0.25, 0.0), Quat::from_rotation_z(0.3), Vec3::ONE),
            3 => Transform::new(
                Vec3::new(-0.5, 0.25, 0.0),
                Quat::from_rotation_z(-0.3) * Quat::from_rotation_x(3.0),
                Vec3::ONE,
            ),
            4 => Transform::from_translation(Vec3::X * 0.4),
            5 => {
                let right = Quat::from_rotation_z(-0.3) * Quat::from_rotation_x(3.0);
                let place = right.conjugate() * (Quat::from_rotation_z(-0.3) * (Vec3::NEG_X * 0.4));
                Transform::from_translation(place)
            }
            _ => Transform::IDENTITY,
        })
    }

    const LEFT: Name = Name::new("hand_l");
    const RIGHT: Name = Name::new("hand_r");

    fn table() -> MirrorTable {
        MirrorTable::new(&skeleton(), Axis::X, &[0, 1, 3, 2, 5, 4], NameSwap::new(&[(LEFT, RIGHT)])).unwrap()
    }

    fn mirrored(pose: &Pose) -> Pose {
        let mut out = pose.clone();
        table().mirror(&skeleton(), &mut Mirrored::default(), &mut out);
        out
    }

    fn model(pose: &Pose, bone: usize) -> Transform {
        let skeleton = skeleton();
        let local = pose.get(bone);
        skeleton.parent(bone).map_or(local, |parent| model(pose, parent).compose(&local))
    }

    fn near(found: &Pose, wanted: &Pose) {
        for (bone, (found, wanted)) in found.iter().zip(wanted.iter()).enumerate() {
            assert!(found.translation.abs_diff_eq(wanted.translation, 1e-5), "{bone}: {found:?} {wanted:?}");
            assert!(found.rotation.dot(wanted.rotation).abs() > 1.0 - 1e-5, "{bone}: {found:?} {wanted:?}");
        }
    }

    #[test]
    fn what_stands_evenly_is_its_own_image() {
        let pose = Pose::reference(&skeleton());
        near(&mirrored(&pose), &pose);
    }

    #[test]
    fn a_raised_left_arm_becomes_a_raised_right_one() {
        let mut pose = Pose::reference(&skeleton());
        pose.set_rotation(2, Quat::from_rotation_z(1.0) * pose.rotation(2));
        pose.set_curve(LEFT, 0.75);
        let out = mirrored(&pose);
        let (left, right) = (model(&pose, 4).translation, model(&out, 5).translation);
        assert!(right.abs_diff_eq(Vec3::new(-left.x, left.y, left.z), 1e-6), "{left} {right}");
        assert!(model(&out, 4).translation.abs_diff_eq(model(&Pose::reference(&skeleton()), 4).translation, 1e-6));
        assert_eq!((out.curve(RIGHT), out.curve(LEFT)), (Some(0.75), None));
    }

    #[test]
    fn a_motion_of_the_root_goes_to_the_other_side() {
        let step = Transform::new(Vec3::new(1.0, 2.0, 3.0), Quat::from_rotation_y(0.5), Vec3::ONE);
        let seen = table().root_delta(&step);
        assert_eq!(seen.translation, Vec3::new(-1.0, 2.0, 3.0));
        assert!(seen.rotation.dot(Quat::from_rotation_y(-0.5)) > 1.0 - 1e-6);
    }

    #[test]
    fn partners_that_do_not_agree_are_refused() {
        let refused = |partners: &[u16]| MirrorTable::new(&skeleton(), Axis::X, partners, NameSwap::default()).err();
        assert_eq!(refused(&[0, 1, 3, 2, 4, 5]), None);
        assert_eq!(refused(&[0, 1, 3, 3, 4, 5]), Some(MirrorError { bone: 2 }));
        assert_eq!(refused(&[0, 1, 9, 3, 4, 5]), Some(MirrorError { bone: 2 }));
        assert_eq!(refused(&[0, 1]), Some(MirrorError { bone: 2 }));
        assert_eq!(refused(&[0, 1, 2, 3, 4, 5, 6]), Some(MirrorError { bone: 6 }));
        let mut other = Pose::reference(&fixture::chain(3));
        table().mirror(&skeleton(), &mut Mirrored::default(), &mut other);
        assert_eq!(other, Pose::reference(&fixture::chain(3)));
    }

    proptest! {
        #[test]
        fn seen_twice_everything_is_where_it_was(
            turns in prop::collection::vec((-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, -3.0f32..3.0), 6),
        ) {
            let mut pose = Pose::reference(&skeleton());
            for (bone, (x, y, z, angle)) in turns.into_iter().enumerate() {
                let axis = Vec3::new(x, y, z).normalize_or(Vec3::X);
                pose.set_rotation(bone, Quat::from_axis_angle(axis, angle) * pose.rotation(bone));
                pose.set_translation(bone, pose.translation(bone) + Vec3::new(y, z, x));
            }
            let once = mirrored(&pose);
            for (bone, partner) in [0usize, 1, 3, 2, 5, 4].into_iter().enumerate() {
                let (seen, source) = (model(&once, bone).translation, model(&pose, partner).translation);
                prop_assert!(seen.abs_diff_eq(Vec3::new(-source.x, source.y, source.z), 1e-5));
            }
            near(&mirrored(&once), &pose);
        }
    }
}
