//! The centre of mass: parts of the body by their share of its mass and where along them it lies,
//! after Dempster (1955) as tabled by Winter, "Biomechanics and Motor Control of Human Movement".

#[cfg(test)]
mod tests;

use super::Rig;
use glam::DVec3;
use std::sync::OnceLock;

/// From joint, to joint, share of the mass, and where the centre is between them.
const SEGMENTS: [(&str, &str, f64, f64); 9] = [
    ("pelvis", "spine_03", 0.24, 0.4),
    ("spine_03", "neck_01", 0.257, 0.5),
    ("upperarm", "lowerarm", 0.028, 0.436),
    ("lowerarm", "hand", 0.016, 0.43),
    ("hand", "middle_01", 0.006, 0.9),
    ("thigh", "calf", 0.1, 0.433),
    ("calf", "foot", 0.0465, 0.433),
    ("foot", "ball", 0.0145, 0.5),
    // The middle of the head is beyond its joint.
    ("neck_02", "head", 0.081, 2.75),
];

struct MassSegment {
    from: usize,
    to: usize,
    share: f64,
    along: f64,
}

fn segments() -> &'static [MassSegment] {
    static SEGMENTS_OF_RIG: OnceLock<Vec<MassSegment>> = OnceLock::new();
    SEGMENTS_OF_RIG.get_or_init(|| {
        let rig = Rig::get();
        let is_paired = |stem: &str| rig.joints.iter().all(|joint| joint.name != stem);
        let of = |(from, to, share, along): &(&str, &str, f64, f64)| {
            let sides: &[&str] = if is_paired(from) {
                &["_l", "_r"]
            } else {
                &[""]
            };
            let segment = |side: &&str| MassSegment {
                from: rig.bone(&format!("{from}{side}")),
                to: rig.bone(&format!("{to}{side}")),
                share: *share,
                along: *along,
            };
            sides.iter().map(segment).collect::<Vec<_>>()
        };
        SEGMENTS.iter().flat_map(of).collect()
    })
}

/// Centre of mass, from the joints of all bones and in their space. The shares sum to 1.
pub fn centre(joints: &[DVec3]) -> DVec3 {
    segments()
        .iter()
        .map(|segment| joints[segment.from].lerp(joints[segment.to], segment.along) * segment.share)
        .sum()
}
