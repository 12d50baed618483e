//! How many bits a compressed clip spends on each property of each bone.

use super::{Compressed, layout::Property};
use crate::pose::LANES;

/// Bits of a component in a frame, the mean over the clip: 0 of what stands still, None of what is
/// not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// Bits of a component of the rotation.
    pub rotation: Option<f32>,
    /// Bits of a component of the translation.
    pub translation: Option<f32>,
    /// Bits of a component of the scale.
    pub scale: Option<f32>,
}

impl Rates {
    fn of(&mut self, property: Property) -> &mut Option<f32> {
        match property {
            Property::Rotation | Property::FullRotation => &mut self.rotation,
            Property::Translation => &mut self.translation,
            Property::Scale => &mut self.scale,
        }
    }
}

impl Compressed {
    /// Data rates of the properties of each bone.
    pub fn rates(&self) -> Vec<Rates> {
        let mut rates = vec![Rates::default(); self.bone_count()];
        for constant in self.constants.iter() {
            if let Some(property) = Property::ALL.get(usize::from(constant.property)) {
                *rates[usize::from(constant.bone)].of(*property) = Some(0.0);
            }
        }
        for group in self.groups.iter() {
            let lanes = (0..LANES).filter(|lane| group.lanes & (1 << lane) != 0);
            for (nth, lane) in lanes.enumerate() {
                let bone = usize::from(group.block) * LANES + lane;
                let bits: u64 = (0..self.segment_count())
                    .map(|at| {
                        self.lane_bits(
                            at,
                            group.first as usize,
                            (nth, group.lane_count()),
                            group.property,
                        )
                    })
                    .sum();
                // A group may name lanes beyond the last bone.
                let mean = bits as f32 / (self.frames as f32 * group.property.width() as f32);
                if let Some(rates) = rates.get_mut(bone) {
                    *rates.of(group.property) = Some(mean);
                }
            }
        }
        rates
    }

    /// Bits of all components of one lane in all frames of a segment.
    fn lane_bits(
        &self,
        segment: usize,
        first: usize,
        (nth, lanes): (usize, usize),
        property: Property,
    ) -> u64 {
        let widths = self.segment(segment).widths;
        let frame: u64 = (0..property.width())
            .map(|at| u64::from(widths[first + at * lanes + nth]))
            .sum();
        frame * u64::from(self.segment_length(segment))
    }
}
