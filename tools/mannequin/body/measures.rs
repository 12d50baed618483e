//! Measures of a build: where its joints are, and how stout its parts are.

use crate::{Build, skeleton};
use glam::DVec3;

/// Measures that the pieces of the body are made from.
pub struct Measures {
    joints: Vec<skeleton::FigureJoint>,
    /// How stout each part is.
    pub girth: Girth,
}

/// Factors on the radii of pieces. Pairs hold one for front and back, then one for the sides.
#[derive(Clone, Copy, Debug)]
pub struct Girth {
    /// Pelvis to neck; the neck itself takes less of it.
    pub torso: [f64; 2],
    /// Shoulder to wrist.
    pub arm: [f64; 2],
    /// Hip to ankle.
    pub leg: [f64; 2],
    /// Palm; the second factor is also that of the fingers.
    pub hand: [f64; 2],
    /// Size of the whole foot, in all directions.
    pub foot: f64,
    /// Size of the whole head, in all directions.
    pub head: f64,
}

impl Measures {
    /// Measures of a build; the tall one has all factors 1.
    pub fn new(build: Build) -> Self {
        let girth = match build {
            Build::Tall => Girth {
                torso: [1.0; 2],
                arm: [1.0; 2],
                leg: [1.0; 2],
                hand: [1.0; 2],
                foot: 1.0,
                head: 1.0,
            },
            Build::Stout => Girth {
                torso: [1.3, 1.36],
                arm: [1.25; 2],
                leg: [1.3; 2],
                hand: [0.95, 1.1],
                foot: 1.1,
                head: 1.16,
            },
        };
        Self {
            joints: skeleton::joints(build),
            girth,
        }
    }

    /// Position of a bone's joint in model space, in metres. The origin for an unknown bone.
    pub fn at(&self, bone: &str) -> DVec3 {
        self.joints
            .iter()
            .find(|joint| joint.name == bone)
            .map_or(DVec3::ZERO, |joint| joint.at)
    }
}
