//! Rotations in double precision, with sines of a library: the same bits on every machine.

#[cfg(test)]
mod tests;

use glam::{DMat3, DQuat, DVec3};

/// Radians from degrees.
pub fn rad(degrees: f64) -> f64 {
    degrees * (std::f64::consts::PI / 180.0)
}

/// Rotation about an axis of unit length by an angle in radians.
pub fn turned(axis: DVec3, angle: f64) -> DQuat {
    exp(axis * angle)
}

/// Rotation about a vector by its length in radians.
pub fn exp(v: DVec3) -> DQuat {
    let angle = v.length();
    if angle < 1e-12 {
        return DQuat::from_xyzw(v.x / 2.0, v.y / 2.0, v.z / 2.0, 1.0).normalize();
    }
    let s = libm::sin(angle / 2.0) / angle;
    DQuat::from_xyzw(v.x * s, v.y * s, v.z * s, libm::cos(angle / 2.0))
}

/// The shorter vector whose [`exp`] is the rotation.
pub fn log(q: DQuat) -> DVec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let v = DVec3::new(q.x, q.y, q.z);
    let s = v.length();
    if s < 1e-12 {
        v * 2.0
    } else {
        v * (2.0 * libm::atan2(s, q.w) / s)
    }
}

/// Spherical interpolation along the shorter arc; `u` is 0..=1, and further goes on.
pub fn slerp(a: DQuat, b: DQuat, u: f64) -> DQuat {
    (a * exp(log(a.inverse() * b) * u)).normalize()
}

/// Rotation from degrees: `pitch` bends forwards, `turn` turns to the left, `lean` leans to the
/// right. The lean is applied first and the turn last.
pub fn euler(pitch: f64, turn: f64, lean: f64) -> DQuat {
    turned(DVec3::Y, rad(turn)) * turned(DVec3::X, rad(pitch)) * turned(DVec3::Z, rad(lean))
}

/// Rotation that takes +y against `along`, and +x as near to `hinge` as a right angle allows.
/// Neither may be zero, and they may not be parallel.
pub fn frame(along: DVec3, hinge: DVec3) -> DQuat {
    let y = -along.normalize();
    let x = (hinge - y * hinge.dot(y)).normalize();
    from_axes(x, y, x.cross(y))
}

fn from_axes(x: DVec3, y: DVec3, z: DVec3) -> DQuat {
    DQuat::from_mat3(&DMat3::from_cols(x, y, z)).normalize()
}

/// The part of a rotation that is about a unit axis.
pub fn twist(q: DQuat, axis: DVec3) -> DQuat {
    let along = DVec3::new(q.x, q.y, q.z).dot(axis);
    let twist = DQuat::from_xyzw(axis.x * along, axis.y * along, axis.z * along, q.w);
    if twist.length_squared() < 1e-18 {
        DQuat::IDENTITY
    } else {
        twist.normalize()
    }
}

/// Smooth step from 0 to 1 without speed or acceleration at the ends; clamped.
pub fn smooth(u: f64) -> f64 {
    let u = u.clamp(0.0, 1.0);
    u * u * u * (u * (u * 6.0 - 15.0) + 10.0)
}

/// Cubic from values and slopes at both ends of a span of length 1.
pub fn hermite(a: DVec3, slope_a: DVec3, b: DVec3, slope_b: DVec3, u: f64) -> DVec3 {
    let (u2, u3) = (u * u, u * u * u);
    a * (2.0 * u3 - 3.0 * u2 + 1.0)
        + slope_a * (u3 - 2.0 * u2 + u)
        + b * (3.0 * u2 - 2.0 * u3)
        + slope_b * (u3 - u2)
}

/// Cubic Hermite curve of rotations, like [`hermite`]. Slopes are rotation vectors in the frame of
/// their own end.
pub fn hermite_turn(a: DQuat, slope_a: DVec3, b: DQuat, slope_b: DVec3, u: f64) -> DQuat {
    let (p1, p2) = (a * exp(slope_a / 3.0), b * exp(-slope_b / 3.0));
    let (q0, q1, q2) = (slerp(a, p1, u), slerp(p1, p2, u), slerp(p2, b, u));
    slerp(slerp(q0, q1, u), slerp(q1, q2, u), u)
}
