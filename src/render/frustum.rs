//! What a camera can see, to skip what it cannot. Invariant: a box with any point in the picture
//! counts as seen; some others do, too.

#[cfg(test)]
mod tests;

use crate::{Bounds, RenderScene};
use glam::{Mat4, Vec3, Vec4, Vec4Swizzles};

/// Six planes in world space; what a camera sees is on the positive side of all of them.
pub(crate) struct Frustum([Vec4; 6]);

impl Frustum {
    /// Frustum of the scene's camera.
    pub fn of(scene: &RenderScene<'_>) -> Self {
        Self::new(&scene.camera.clip_from_world(scene.size()))
    }

    /// Planes of the frustum for depth from 0 to 1, reversed or not. After Gribb and Hartmann, Fast
    /// Extraction of Viewing Frustum Planes from the World-View-Projection Matrix, 2001.
    fn new(clip_from_world: &Mat4) -> Self {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| clip_from_world.row(row));
        Self([w + x, w - x, w + y, w - y, w - z, z])
    }

    /// Whether a box in world space may be in the picture. An empty box never is.
    pub fn sees(&self, bounds: Bounds) -> bool {
        let is_outside = |plane: &Vec4| {
            // The corner that is farthest on the positive side.
            let corner = Vec3::select(plane.xyz().cmpge(Vec3::ZERO), bounds.max, bounds.min);
            let sizes = plane.xyz().abs().dot(corner.abs()) + plane.w.abs();
            plane.dot(corner.extend(1.0)) < -1e-5 * sizes
        };
        !bounds.is_empty() && !self.0.iter().any(is_outside)
    }
}
