//! What the shapes are measured from: the joints of a build, and how stout its parts are.

use crate::{Build, skeleton};
use glam::DVec3;

pub struct Measures {
    joints: Vec<skeleton::Joint>,
    pub girth: Girth,
}

/// Factors on radii; pairs are front and back, then sides.
#[derive(Clone, Copy, Debug)]
pub struct Girth {
    pub torso: [f64; 2],
    pub arm: [f64; 2],
    pub leg: [f64; 2],
    pub hand: [f64; 2],
    pub foot: f64,
    pub head: f64,
}

impl Measures {
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

    /// Where a bone's joint is, model space.
    pub fn at(&self, bone: &str) -> DVec3 {
        self.joints
            .iter()
            .find(|joint| joint.name == bone)
            .map_or(DVec3::ZERO, |joint| joint.at)
    }
}
