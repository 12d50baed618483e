//! What position channels count from. Files differ, and say nothing: in some a channel is where the
//! joint is from its parent, in others how far it is from its OFFSET.

use super::{
    hierarchy::BvhJoint,
    motion::{BvhJointKeys, BvhMotion},
    options::Positions,
};
use crate::{ImportErrorPlace, ImportFix, ImportReport};
use glam::DVec3;
use words::tr;

/// Share of the OFFSET above which the mean of the channels is taken to include it.
const HALF: f64 = 0.5;
/// Shares that are too near to [`HALF`] to be sure.
const UNCLEAR: std::ops::Range<f64> = 0.25..0.75;

/// Number of joints whose position channels are added to the OFFSET or replace it, and names of the
/// unclear joints.
#[derive(Default)]
struct Count<'a> {
    added: usize,
    replaced: usize,
    unclear: Vec<&'a str>,
}

/// Offsets that are added to the position channels of each joint, in units of the file: its whole
/// OFFSET, or only the axes without a channel. A guess is reported.
pub fn bases(
    joints: &[BvhJoint],
    motion: &BvhMotion,
    wished: Positions,
    report: &mut ImportReport,
) -> Vec<DVec3> {
    let mut count = Count::default();
    let bases = joints
        .iter()
        .zip(&motion.keys)
        .map(|(joint, keys)| count.base(joint, keys, wished))
        .collect();
    if wished == Positions::Guess {
        count.tell(report);
    }
    bases
}

impl<'a> Count<'a> {
    fn base(&mut self, joint: &'a BvhJoint, keys: &BvhJointKeys, wished: Positions) -> DVec3 {
        let placed = joint.placed();
        let part = |is_placed: bool| {
            let axis = |axis: usize| {
                if placed[axis] == is_placed {
                    joint.offset[axis]
                } else {
                    0.0
                }
            };
            DVec3::from_array(std::array::from_fn(axis))
        };
        let spoken_of = part(true);
        // Both readings come to the same.
        if spoken_of == DVec3::ZERO || keys.positions.is_empty() {
            return joint.offset;
        }
        let share = keys.mean.dot(spoken_of) / spoken_of.length_squared();
        let replaces = match wished {
            Positions::Guess => share > HALF,
            Positions::Add => false,
            Positions::Replace => true,
        };
        if UNCLEAR.contains(&share) {
            self.unclear.push(&joint.name);
        }
        *(if replaces {
            &mut self.replaced
        } else {
            &mut self.added
        }) += 1;
        if replaces { part(false) } else { joint.offset }
    }

    fn tell(&self, report: &mut ImportReport) {
        let Self {
            added,
            replaced,
            unclear,
        } = self;
        if added + replaced == 0 {
            return;
        }
        let other = ImportFix::Positions(if replaced >= added {
            Positions::Add
        } else {
            Positions::Replace
        });
        let text = tr!(
            "Position channels replace OFFSET at {replaced} joints and add to it at {added}, by their mean. If the pose is wrong, use the other option."
        );
        report.suggest(ImportErrorPlace::File, text, other);
        if let Some(first) = unclear.first() {
            let text = tr!(
                "It is unclear whether position channels include OFFSET at {} joints, such as “{first}”.",
                unclear.len()
            );
            report.warn(ImportErrorPlace::File, text);
        }
    }
}
