//! Skin weights along a row of bones.

use super::{curve::ramp, piece::BoneInfluences};

/// A bone that takes over from the one before around a place, within `reach` on both sides of it.
#[derive(Clone, Copy, Debug)]
pub struct WeightLink {
    /// Name of the bone.
    pub bone: &'static str,
    /// Place along the piece where both bones have half.
    pub at: f64,
    /// How far the blend extends on each side, in places.
    pub reach: f64,
}

/// Weights at a place; they sum to 1. `first` is the bone before all links.
pub fn along(first: &'static str, links: &[WeightLink], place: f64) -> BoneInfluences {
    let mut influences = vec![(first, 1.0)];
    let mut before = 1.0f64;
    for link in links {
        let taken = ramp(link.at - link.reach, link.at + link.reach, place).min(before);
        if let Some(last) = influences.last_mut() {
            last.1 = before - taken;
        }
        influences.push((link.bone, taken));
        before = taken;
    }
    influences.retain(|(_, weight)| *weight > 0.0);
    influences
}

/// Gives a bone a share, 0..=1, of a vertex; the other weights shrink.
pub fn share(influences: &mut BoneInfluences, bone: &'static str, part: f64) {
    if part > 0.0 {
        influences
            .iter_mut()
            .for_each(|(_, weight)| *weight *= 1.0 - part);
        influences.push((bone, part));
    }
}
