//! Morphs that keep the volume of a bent joint: they add what linear skinning loses there, so that
//! 1 is right at 120°.

use super::measures::Measures;
use crate::{
    math,
    sculpt::{
        half::{Half, Vertex},
        morphs::Morphed,
    },
};
use glam::{DMat3, DVec3};

/// Angle at which a corrective is fully on, in radians.
const FULL: f64 = 120.0 * std::f64::consts::PI / 180.0;

/// A hinge joint, with how the names of the bones above and below it begin.
struct Hinge {
    stem: &'static str,
    bones: [&'static str; 3],
    upper: &'static str,
    lower: &'static str,
}

const HINGES: [Hinge; 2] = [
    Hinge {
        stem: "elbow",
        bones: ["upperarm_l", "lowerarm_l", "hand_l"],
        upper: "upperarm",
        lower: "lowerarm",
    },
    Hinge {
        stem: "knee",
        bones: ["thigh_l", "calf_l", "foot_l"],
        upper: "thigh",
        lower: "calf",
    },
];

/// The corrective morphs of elbows and knees, for the left half; each side gets its own.
pub fn of_joints(half: &Half, measures: &Measures) -> Vec<Morphed> {
    let one = |hinge: &Hinge| Morphed {
        stem: hinge.stem,
        is_sided: true,
        deltas: hinge.deltas(half, measures),
    };
    HINGES.iter().map(one).collect()
}

impl Hinge {
    fn deltas(&self, half: &Half, measures: &Measures) -> Vec<(u32, DVec3, DVec3)> {
        let [above, joint, below] = self.bones.map(|bone| measures.at(bone));
        let axis = (joint - above).cross(below - joint).normalize();
        let delta = |(i, vertex): (usize, &Vertex)| {
            let share = self.share(vertex)?;
            let (position, normal) = kept(vertex.position - joint, vertex.normal, axis, share);
            Some((i as u32, position, normal))
        };
        half.vertices.iter().enumerate().filter_map(delta).collect()
    }

    /// Share of the lower bones in the weights of a vertex. None where only one of the two moves
    /// it.
    fn share(&self, vertex: &Vertex) -> Option<f64> {
        let sum = |stem: &str| {
            let of = vertex
                .influences
                .iter()
                .filter(|(bone, _)| bone.starts_with(stem));
            of.map(|(_, weight)| weight).sum::<f64>()
        };
        let (upper, lower) = (sum(self.upper), sum(self.lower));
        (upper > 0.0 && lower > 0.0).then(|| lower / (upper + lower))
    }
}

/// What must be added before linear skinning, so that a point and its normal end where a rotation
/// by their share of the angle puts them.
fn kept(from_joint: DVec3, normal: DVec3, axis: DVec3, share: f64) -> (DVec3, DVec3) {
    let turn = |angle: f64| DMat3::from_quat(math::turned(axis, angle));
    let linear = DMat3::IDENTITY * (1.0 - share) + turn(FULL) * share;
    let wanted = turn(FULL * share);
    let position = linear.inverse() * (wanted * from_joint) - from_joint;
    let turned = (linear.transpose() * (wanted * normal)).normalize_or_zero();
    (position, turned - normal)
}
