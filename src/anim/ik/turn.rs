//! Directions and turns in double precision, for solvers. Trigonometry is that of libm, which has
//! the same bits on every platform.

#[cfg(test)]
mod tests;

use glam::{DQuat, DVec3};

/// Metres below which there is no length; also the length of unit products that are nearly
/// parallel.
pub const LEAST: f64 = 1e-4;
/// Points nearer than this, in metres, are one.
const COINCIDENT: f64 = 1e-8;

/// Unit; None without a length, or one that is no number.
pub fn direction(v: DVec3) -> Option<DVec3> {
    let length = v.length();
    (COINCIDENT..f64::INFINITY)
        .contains(&length)
        .then(|| v / length)
}

/// Component of `v` that is perpendicular to a unit axis.
pub fn reject(v: DVec3, axis: DVec3) -> DVec3 {
    v - axis * v.dot(axis)
}

/// Unit: the coordinate axis that is most perpendicular to a unit vector, x before y before z, made
/// so wholly.
pub fn any_perpendicular(u: DVec3) -> DVec3 {
    let size = u.abs();
    let axis = if size.x <= size.y && size.x <= size.z {
        DVec3::X
    } else if size.y <= size.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    direction(reject(axis, u)).unwrap_or(axis)
}

/// Angle between two vectors, radians, 0 to π.
pub fn angle_between(u: DVec3, v: DVec3) -> f64 {
    libm::atan2(u.cross(v).length(), u.dot(v))
}

/// Radians from `a` to `b` about a unit axis, −π to π; None where one of them lies along it.
pub fn signed_angle(a: DVec3, b: DVec3, axis: DVec3) -> Option<f64> {
    let (a, b) = (reject(a, axis), reject(b, axis));
    let is_there = a.length() >= LEAST && b.length() >= LEAST;
    is_there.then(|| libm::atan2(axis.dot(a.cross(b)), a.dot(b)))
}

/// The turn by radians about a unit axis.
pub fn axis_angle(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = libm::sincos(angle / 2.0);
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// Degrees about x, then y, then z, each axis that of the space, not of what was turned.
pub fn euler(degrees: DVec3) -> DQuat {
    let about = |axis: DVec3, degrees: f64| axis_angle(axis, degrees.to_radians());
    about(DVec3::Z, degrees.z) * about(DVec3::Y, degrees.y) * about(DVec3::X, degrees.x)
}

/// The turn with unit length; the identity where it has no length.
pub fn normalized(q: DQuat) -> DQuat {
    let length = q.length();
    if length > 1e-12 {
        q * (1.0 / length)
    } else {
        DQuat::IDENTITY
    }
}

/// The shortest turn between unit vectors. Opposite ones turn about the hint, or anyhow.
pub fn from_to(u: DVec3, v: DVec3, hint: Option<DVec3>) -> DQuat {
    from_to_by(u, v, || hint)
}

/// The shortest turn from the direction of one vector to the direction of another, as [`from_to`],
/// with a hint that is costly to compute. Vectors with a zero or non-finite length turn nothing.
#[inline]
pub fn between(u: DVec3, v: DVec3, hint: impl FnOnce() -> Option<DVec3>) -> DQuat {
    let (cosine, size) = (u.dot(v), (u.length_squared() * v.length_squared()).sqrt());
    if size < f64::INFINITY && cosine > -0.5 * size && size > LEAST * LEAST {
        // Of a length that is known without its parts: few bones turn so far that little would be
        // left of it.
        let real = size + cosine;
        let part = 1.0 / (2.0 * size * real).sqrt();
        let axis = u.cross(v) * part;
        return DQuat::from_xyzw(axis.x, axis.y, axis.z, real * part);
    }
    direction(u)
        .zip(direction(v))
        .map_or(DQuat::IDENTITY, |(u, v)| from_to_by(u, v, hint))
}

/// The turn of [`from_to`], with a hint that is only worked out where it is needed.
fn from_to_by(u: DVec3, v: DVec3, hint: impl FnOnce() -> Option<DVec3>) -> DQuat {
    let cosine = u.dot(v);
    if cosine < -1.0 + 1e-6 {
        let hinted = hint()
            .map(|hint| reject(hint, u))
            .filter(|axis| axis.length() > LEAST);
        let axis = hinted
            .and_then(direction)
            .unwrap_or_else(|| any_perpendicular(u));
        // Nearly opposite is not opposite: what is left after half a turn shows at the end of a
        // limb.
        let rest = shortest(-u, v);
        return normalized(rest * DQuat::from_xyzw(axis.x, axis.y, axis.z, 0.0));
    }
    shortest(u, v)
}

fn shortest(u: DVec3, v: DVec3) -> DQuat {
    let cross = u.cross(v);
    normalized(DQuat::from_xyzw(cross.x, cross.y, cross.z, 1.0 + u.dot(v)))
}

/// Rotation vector of a rotation: axis times angle in radians, along the shorter arc.
pub fn turn_vector(q: DQuat) -> DVec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let axis = DVec3::new(q.x, q.y, q.z);
    let length = axis.length();
    if length < 1e-12 {
        DVec3::ZERO
    } else {
        axis * (2.0 * libm::atan2(length, q.w) / length)
    }
}

/// The turn about an axis whose length is the angle in radians, the inverse of [`turn_vector`].
pub fn from_turn_vector(v: DVec3) -> DQuat {
    let angle = v.length();
    if angle < 1e-12 {
        DQuat::IDENTITY
    } else {
        axis_angle(v / angle, angle)
    }
}

/// The given fraction of a rotation, along the shorter arc.
pub fn part_of(q: DQuat, part: f64) -> DQuat {
    from_turn_vector(turn_vector(q) * part)
}

/// The unit vector at the fraction `part` of the arc from one unit vector to another.
pub fn arc(u: DVec3, v: DVec3, part: f64, hint: DVec3) -> DVec3 {
    part_of(from_to(u, v, Some(hint)), part) * u
}

/// The twist about a unit axis, as in `q = swing · twist`.
pub fn twist(q: DQuat, axis: DVec3) -> DQuat {
    let along = axis * DVec3::new(q.x, q.y, q.z).dot(axis);
    normalized(DQuat::from_xyzw(along.x, along.y, along.z, q.w))
}

/// Radians of the twist about a unit axis, −π to π.
pub fn twist_angle(q: DQuat, axis: DVec3) -> f64 {
    turn_vector(twist(q, axis)).dot(axis)
}
