//! Named poses that are mixed by weights: faces, hands, corrections of joints.

#[cfg(test)]
mod tests;

use crate::{
    Name, Pose, Skeleton, Transform,
    additive::{AdditiveKind, AdditivePose, NO_DELTA, parts_of},
    float::Extreme,
    pose::{LANES, blend},
    transform::WEIGHT_EPSILON,
};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::fmt;
use words::tr;

/// Range to which weights of differences are clamped, unless an asset sets another range.
pub const WEIGHTS: [f32; 2] = [-1.0, 2.0];

/// Named poses of one skeleton, full ones or differences.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "PoseAssetParts", into = "PoseAssetParts")]
pub struct PoseAsset {
    /// Name of the skeleton whose bones the poses have.
    pub skeleton: Name,
    names: Vec<Name>,
    /// Full, or differences.
    poses: Vec<Pose>,
    is_additive: bool,
    /// Least and most of a weight; those of full poses lie between 0 and 1.
    weights: [f32; 2],
}

/// Metres, or times: what a pose holds beyond it is no pose, and sums of such leave the numbers.
const FARTHEST: f32 = 1e6;

/// Translation, rotation and scale of each bone, and curves.
type Kept = (Vec<(Vec3, Quat, Vec3)>, Vec<(Name, f32)>);

/// An asset as it is kept.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PoseAssetParts {
    skeleton: Name,
    names: Vec<Name>,
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Vec<(Vec<([f32; 3], [f32; 4], [f32; 3])>, Vec<(Name, f32)>)>")
    )]
    poses: Vec<Kept>,
    is_additive: bool,
    weights: [f32; 2],
}

impl TryFrom<PoseAssetParts> for PoseAsset {
    type Error = PoseAssetError;

    fn try_from(parts: PoseAssetParts) -> Result<Self, PoseAssetError> {
        let PoseAssetParts {
            skeleton,
            names,
            poses,
            is_additive,
            weights,
        } = parts;
        if weights.iter().any(|weight| !weight.is_finite()) || weights[0] > weights[1] {
            return Err(PoseAssetError::Weights);
        }
        let bones = poses.first().map_or(0, |(locals, _)| locals.len());
        let made = |(at, (locals, curves)): (usize, Kept)| {
            let locals = locals
                .into_iter()
                .map(|(at, turn, scale)| Transform::new(at, turn, scale));
            let mut pose = Pose::new(locals);
            curves
                .iter()
                .for_each(|(name, value)| pose.set_curve(*name, *value));
            let is_near = |v: Vec3| v.abs().max_element() <= FARTHEST;
            let is_fine = |local: Transform| {
                local.is_finite() && is_near(local.translation) && is_near(local.scale)
            };
            let is_finite =
                pose.iter().all(is_fine) && curves.iter().all(|(_, it)| it.abs() <= FARTHEST);
            if is_finite && pose.len() == bones {
                Ok(pose)
            } else {
                Err(PoseAssetError::Pose(at))
            }
        };
        let poses = poses
            .into_iter()
            .enumerate()
            .map(made)
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(at) = (0..names.len()).find(|at| names[..*at].contains(&names[*at])) {
            return Err(PoseAssetError::Name(at));
        }
        if names.len() != poses.len() {
            return Err(PoseAssetError::Pose(names.len().min(poses.len())));
        }
        Ok(Self {
            skeleton,
            names,
            poses,
            is_additive,
            weights,
        })
    }
}

impl From<PoseAsset> for PoseAssetParts {
    fn from(asset: PoseAsset) -> Self {
        let PoseAsset {
            skeleton,
            names,
            poses,
            is_additive,
            weights,
        } = asset;
        let local = |local: Transform| (local.translation, local.rotation, local.scale);
        let poses = poses
            .iter()
            .map(|pose| (pose.iter().map(local).collect(), pose.curves.clone()))
            .collect();
        Self {
            skeleton,
            names,
            poses,
            is_additive,
            weights,
        }
    }
}

/// Reason why poses do not form a pose asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoseAssetError {
    /// The pose with this index does not have the bones of the skeleton, or has invalid numbers.
    Pose(usize),
    /// The pose with this index has the name of another pose.
    Name(usize),
    /// The base is none of the poses.
    Base,
    /// The least weight is above the most.
    Weights,
}

impl fmt::Display for PoseAssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PoseAssetError::Pose(pose) => {
                f.write_str(&tr!("pose {pose} of an asset does not fit the skeleton"))
            }
            PoseAssetError::Name(pose) => {
                f.write_str(&tr!("pose {pose} of an asset has the name of another"))
            }
            PoseAssetError::Base => {
                f.write_str(tr!("the base of a pose asset is not one of its poses"))
            }
            PoseAssetError::Weights => {
                f.write_str(tr!("the min weight of a pose asset is above the max"))
            }
        }
    }
}

impl std::error::Error for PoseAssetError {}

/// Buffers of [`PoseAsset::apply`], kept between calls.
#[derive(Clone, Debug, Default)]
pub struct PoseRoom {
    mixed: Pose,
}

impl PoseAsset {
    /// Takes full poses, whose weights are bounded to 0..=1. Refuses a pose with other bones than
    /// the skeleton or numbers that are none, and a name that two poses have.
    pub fn full(skeleton: &Skeleton, poses: Vec<(Name, Pose)>) -> Result<Self, PoseAssetError> {
        check(skeleton, &poses)?;
        let (names, poses) = poses.into_iter().unzip();
        Ok(Self {
            skeleton: skeleton.name,
            names,
            poses,
            is_additive: false,
            weights: [0.0, 1.0],
        })
    }

    /// Creates an asset of differences: each pose relative to the pose with the index `base`, whose
    /// own difference changes nothing.
    pub fn additive(
        skeleton: &Skeleton,
        poses: Vec<(Name, Pose)>,
        base: usize,
        weights: [f32; 2],
    ) -> Result<Self, PoseAssetError> {
        check(skeleton, &poses)?;
        if weights.iter().any(|weight| weight.is_nan()) || weights[0] > weights[1] {
            return Err(PoseAssetError::Weights);
        }
        let base = &poses.get(base).ok_or(PoseAssetError::Base)?.1;
        let delta = |(_, pose): &(Name, Pose)| {
            AdditivePose::between(AdditiveKind::Local, skeleton, base, pose).deltas
        };
        let deltas = poses.iter().map(delta).collect();
        let names = poses.iter().map(|(name, _)| *name).collect();
        Ok(Self {
            skeleton: skeleton.name,
            names,
            poses: deltas,
            is_additive: true,
            weights,
        })
    }

    /// Names of the poses, and of the curves that set their weights.
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Puts poses on the input, each by its weight; a weight that is no number is none. At weights
    /// of 0 the input stays bit for bit. Contract: the pose has the bones of the skeleton.
    pub fn apply(&self, weights: &[f32], room: &mut PoseRoom, pose: &mut Pose) {
        let [least, most] = self.weights;
        let bounded = |weight: f32| {
            if weight.is_nan() {
                0.0
            } else {
                weight.clamp(least, most)
            }
        };
        let all = self
            .poses
            .iter()
            .zip(weights)
            .map(|(own, weight)| (own, bounded(*weight)));
        let bones = pose.len();
        let all = all.filter(|(own, weight)| weight.abs() > WEIGHT_EPSILON && own.len() == bones);
        if self.is_additive {
            add(all, pose)
        } else {
            cover(all, room, pose)
        }
    }
}

fn check(skeleton: &Skeleton, poses: &[(Name, Pose)]) -> Result<(), PoseAssetError> {
    for (at, (name, pose)) in poses.iter().enumerate() {
        let is_sound = pose.len() == skeleton.len() && pose.iter().all(|local| local.is_finite());
        if !is_sound || pose.curves.iter().any(|curve| !curve.1.is_finite()) {
            return Err(PoseAssetError::Pose(at));
        }
        if poses[..at].iter().any(|other| other.0 == *name) {
            return Err(PoseAssetError::Name(at));
        }
    }
    Ok(())
}

/// Adds weighted differences to `pose`: turns apply one after the other, all else is summed, growth
/// too.
fn add<'a>(all: impl Iterator<Item = (&'a Pose, f32)> + Clone, pose: &mut Pose) {
    for (delta, weight) in all.clone() {
        for (row, block) in delta.blocks().iter().enumerate() {
            let parts = parts_of(&block.rotation, &[weight; LANES]);
            for lane in 0..LANES.min(pose.len() - row * LANES) {
                let bone = row * LANES + lane;
                let part = Quat::from_array(parts.map(|row| row[lane]));
                pose.set_rotation(bone, (part * pose.rotation(bone)).normalize());
                pose.set_translation(
                    bone,
                    pose.translation(bone) + block.translation(lane) * weight,
                );
            }
        }
        pose.add_numbers(delta, weight);
    }
    for bone in 0..pose.len() {
        let grown = all
            .clone()
            .map(|(delta, weight)| delta.get(bone).scale * weight)
            .sum::<glam::Vec3>();
        if grown != NO_DELTA.scale {
            let mut local = pose.get(bone);
            local.scale *= 1.0 + grown;
            pose.set(bone, &local);
        }
    }
}

/// The input has what the poses leave of 1.
fn cover<'a>(
    all: impl Iterator<Item = (&'a Pose, f32)> + Clone,
    room: &mut PoseRoom,
    pose: &mut Pose,
) {
    let total: f32 = all.clone().map(|(_, weight)| weight).sum();
    let mut sum = (1.0 - total).higher(0.0);
    for (own, weight) in all {
        sum += weight;
        blend(pose, own, weight / sum, &mut room.mixed);
        std::mem::swap(pose, &mut room.mixed);
    }
}
