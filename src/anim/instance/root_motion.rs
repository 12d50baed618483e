//! Root motion of several sources in one tick: weighted, the missing weight stays where it is.

use crate::{Transform, transform::TINY};
use glam::{Quat, Vec3};

#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMotionBlend {
    weight: f32,
    translation: Vec3,
    rotation: Quat,
}

impl RootMotionBlend {
    pub(crate) const NONE: Self =
        Self { weight: 0.0, translation: Vec3::ZERO, rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) };

    pub(crate) fn add(&mut self, delta: &Transform, weight: f32) {
        self.weight += weight;
        self.translation += delta.translation * weight;
        let signed = if self.rotation.dot(delta.rotation) < 0.0 { -delta.rotation } else { delta.rotation };
        self.rotation += signed * weight;
    }

    /// Weights above 1 in sum are normalised; below 1 the rest is identity.
    pub(crate) fn delta(mut self) -> Transform {
        if self.weight < 1.0 {
            self.add(&Transform::IDENTITY, 1.0 - self.weight);
        }
        let length = self.rotation.length();
        let rotation = if length < TINY { Quat::IDENTITY } else { self.rotation * (1.0 / length) };
        Transform::new(self.translation / self.weight, rotation, Vec3::ONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_average() {
        let mut blend = RootMotionBlend::NONE;
        blend.add(&Transform::from_translation(Vec3::X * 100.0), 0.25);
        blend.add(&Transform::from_translation(Vec3::X * 300.0), 0.75);
        assert!((blend.delta().translation.x - 250.0).abs() < 1e-3);
        assert_eq!(RootMotionBlend::NONE.delta(), Transform::IDENTITY);
    }
}
