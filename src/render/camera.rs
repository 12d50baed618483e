//! The orbit camera. Invariant: it never rolls; `distance` is positive and `pitch` stays within a
//! quarter turn.

#[cfg(test)]
mod tests;

use crate::Bounds;
use glam::{Mat3, Mat4, Vec2, Vec3, camera::rh};
use std::f32::consts::{FRAC_PI_2, PI};

/// An orbit camera that looks at `target` from `distance` away. Yaw 0 and pitch 0 look along -Z: a
/// character that faces +Z is seen from the front. World space is right-handed with +Y up; pixels
/// start at the top left of the viewport, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    /// Point to look at and to orbit around, in world space and metres.
    pub target: Vec3,
    /// Distance from the target in metres, above 0.
    pub distance: f32,
    /// Rotation about +Y in radians; positive moves the eye towards +X.
    pub yaw: f32,
    /// Rotation up or down in radians, -π/2..=π/2; positive looks down from above.
    pub pitch: f32,
    /// Vertical angle of view, in radians.
    pub fov: f32,
    /// Whether the projection is parallel; it shows the target plane as large as the perspective
    /// one does.
    pub orthographic: bool,
}

/// A half line in world space; `direction` is unit length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start of the ray, world space, metres.
    pub origin: Vec3,
    /// Direction of the ray, world space, a unit vector.
    pub direction: Vec3,
}

/// Side of the character from which it is seen. It faces +Z, so its left is +X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CameraSide {
    /// View from +Z.
    Front,
    /// View from -Z.
    Back,
    /// View from +X.
    Left,
    /// View from -X.
    Right,
    /// View from +Y.
    Top,
    /// View from -Y.
    Bottom,
}

const NEAREST: f32 = 1e-3;
const FARTHEST: f32 = 1e5;

impl Default for OrbitCamera {
    fn default() -> Self {
        OrbitCamera {
            target: Vec3::Y,
            distance: 4.0,
            yaw: 0.6,
            pitch: 0.2,
            fov: 40f32.to_radians(),
            orthographic: false,
        }
    }
}

impl OrbitCamera {
    /// Position of the eye in world space.
    pub fn eye(&self) -> Vec3 {
        self.target + self.backward() * self.distance
    }

    /// Unit vector from the target to the eye, in world space.
    pub fn backward(&self) -> Vec3 {
        self.world_from_view().z_axis
    }

    /// Orbits about the target by angles in radians; yaw wraps and pitch is clamped.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        self.yaw = (self.yaw + yaw + PI).rem_euclid(2.0 * PI) - PI;
        self.pitch = (self.pitch + pitch).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Moves sideways, so that what is at the target's depth follows a pointer that moved by
    /// `delta` pixels. `viewport` is in pixels.
    pub fn pan(&mut self, delta: Vec2, viewport: Vec2) {
        let basis = self.world_from_view();
        let metres = delta * self.metres_per_pixel(viewport);
        self.target += basis.y_axis * metres.y - basis.x_axis * metres.x;
    }

    /// Multiplies the distance; the point under the cursor at the target's depth stays there.
    /// `cursor` and `viewport` are in pixels.
    pub fn dolly(&mut self, factor: f32, cursor: Vec2, viewport: Vec2) {
        let factor = (self.distance * factor).clamp(NEAREST, FARTHEST) / self.distance;
        let fixed = self.on_target_plane(cursor, viewport);
        self.target = fixed + (self.target - fixed) * factor;
        self.distance *= factor;
    }

    /// Moves so that all of a box is visible, from the same direction. An empty box changes
    /// nothing.
    pub fn frame(&mut self, bounds: Bounds, viewport: Vec2) {
        if bounds.is_empty() {
            return;
        }
        let radius = (bounds.size().length() * 0.5).max(NEAREST);
        let narrow = (viewport.x / viewport.y).min(1.0);
        let half_angle = ((self.fov * 0.5).tan() * narrow).atan();
        self.target = bounds.center();
        self.distance = (radius / half_angle.sin()).clamp(NEAREST, FARTHEST);
    }

    /// Moves so that all points are visible and as large as possible, from the same direction. An
    /// empty list changes nothing.
    pub fn frame_points(&mut self, points: &[Vec3], viewport: Vec2) {
        let Some(middle) = middle(points) else { return };
        let view_from_world = self.world_from_view().transpose();
        let seen = |at: &Vec3| view_from_world * (*at - middle);
        let (low, high) = points
            .iter()
            .map(seen)
            .fold((Vec3::MAX, Vec3::MIN), |(a, b), at| (a.min(at), b.max(at)));
        let centre = ((low + high) * 0.5).with_z(0.0);
        let slope = (self.fov * 0.5).tan() * Vec2::new(viewport.x / viewport.y, 1.0);
        let needed = |at: Vec3| ((at - centre).truncate().abs() / slope).max_element() + at.z;
        let distance = points.iter().map(seen).map(needed).fold(NEAREST, f32::max);
        self.target = middle + self.world_from_view() * centre;
        self.distance = distance.clamp(NEAREST, FARTHEST);
    }

    /// Turns to one of the six main views; target and distance stay.
    pub fn look_from(&mut self, view: CameraSide) {
        (self.yaw, self.pitch) = match view {
            CameraSide::Front => (0.0, 0.0),
            CameraSide::Back => (PI, 0.0),
            CameraSide::Left => (FRAC_PI_2, 0.0),
            CameraSide::Right => (-FRAC_PI_2, 0.0),
            CameraSide::Top => (0.0, FRAC_PI_2),
            CameraSide::Bottom => (0.0, -FRAC_PI_2),
        };
    }

    /// Rotation from view to world space; its columns are right, up and backward.
    pub fn world_from_view(&self) -> Mat3 {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        let right = Vec3::new(cos_yaw, 0.0, -sin_yaw);
        let backward = Vec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch);
        Mat3::from_cols(right, backward.cross(right), backward)
    }

    /// Transform from world space to view space, where the eye is at the origin and looks along -Z.
    pub fn view_from_world(&self) -> Mat4 {
        let view_from_world = self.world_from_view().transpose();
        Mat4::from_translation(-(view_from_world * self.eye()))
            .mul_mat4(&Mat4::from_mat3(view_from_world))
    }

    /// Projection. Depth is 1 at the near plane and 0 at infinity, or at the far plane when
    /// orthographic.
    pub fn clip_from_view(&self, viewport: Vec2) -> Mat4 {
        let aspect = viewport.x / viewport.y;
        if !self.orthographic {
            return rh::proj::directx::perspective_infinite_reverse(
                self.fov,
                aspect,
                self.distance * 0.01,
            );
        }
        let (half, depth) = (self.half_height(), self.distance * 100.0);
        rh::proj::directx::orthographic(-half * aspect, half * aspect, -half, half, depth, -depth)
    }

    /// Transform from world to clip space.
    pub fn clip_from_world(&self, viewport: Vec2) -> Mat4 {
        self.clip_from_view(viewport) * self.view_from_world()
    }

    /// Ray through a pixel position, in world space. A perspective ray starts at the eye.
    pub fn ray(&self, pixel: Vec2, viewport: Vec2) -> Ray {
        let on_plane = self.on_target_plane(pixel, viewport);
        if self.orthographic {
            return Ray {
                origin: on_plane + self.backward() * self.distance,
                direction: -self.backward(),
            };
        }
        let origin = self.eye();
        Ray {
            origin,
            direction: (on_plane - origin).normalize(),
        }
    }

    /// Pixel position of a point in world space. None when it is not in front of the eye.
    pub fn project(&self, point: Vec3, viewport: Vec2) -> Option<Vec2> {
        let clip = self.clip_from_world(viewport) * point.extend(1.0);
        if clip.w <= self.distance * 1e-6 {
            return None;
        }
        let ndc = clip.truncate() / clip.w;
        Some(Vec2::new(0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y) * viewport)
    }

    /// Screen size of a box: part of the picture's height that its longest side takes, laid upright
    /// at its centre. 0 for an empty box.
    pub fn height_share(&self, bounds: Bounds) -> f32 {
        if bounds.is_empty() {
            return 0.0;
        }
        let depth = (self.eye() - bounds.center()).dot(self.backward());
        let depth = if self.orthographic {
            self.distance
        } else {
            depth.max(NEAREST)
        };
        bounds.size().max_element() / (2.0 * depth * (self.fov * 0.5).tan())
    }

    /// Size of a pixel at the target's depth, in metres.
    pub fn metres_per_pixel(&self, viewport: Vec2) -> f32 {
        2.0 * self.half_height() / viewport.y
    }

    fn half_height(&self) -> f32 {
        self.distance * (self.fov * 0.5).tan()
    }

    fn on_target_plane(&self, pixel: Vec2, viewport: Vec2) -> Vec3 {
        let basis = self.world_from_view();
        let offset = (pixel - viewport * 0.5) * self.metres_per_pixel(viewport);
        self.target + basis.x_axis * offset.x - basis.y_axis * offset.y
    }
}

impl Ray {
    /// Point at a distance in metres from the origin.
    pub fn at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }
}

fn middle(points: &[Vec3]) -> Option<Vec3> {
    let bounds = Bounds::of_points(points.iter().copied());
    (!bounds.is_empty()).then(|| bounds.center())
}
