//! Numbers between the runtime and Godot. Both are right-handed with +Y up, in metres; quaternions
//! are xyzw.

use anim::{PackedTransform, Transform};
use godot::builtin::{Basis, Quaternion, Transform3D, Vector3};

/// The parts of a transform, as bones of a skeleton take them.
pub fn parts(from: &Transform) -> (Vector3, Quaternion, Vector3) {
    let [x, y, z] = from.translation.to_array();
    let [i, j, k, w] = from.rotation.to_array();
    let [wide, high, deep] = from.scale.to_array();
    (
        Vector3::new(x, y, z),
        Quaternion::new(i, j, k, w),
        Vector3::new(wide, high, deep),
    )
}

/// A transform of the runtime from its parts.
pub fn from_parts(position: Vector3, rotation: Quaternion, scale: Vector3) -> Transform {
    PackedTransform {
        translation: [position.x, position.y, position.z],
        rotation: [rotation.x, rotation.y, rotation.z, rotation.w],
        scale: [scale.x, scale.y, scale.z],
    }
    .into()
}

/// A transform of the runtime as one of Godot: scaled first, then turned, then moved.
pub fn to_godot(from: &Transform) -> Transform3D {
    let (position, rotation, scale) = parts(from);
    let turned = Basis::from_quaternion(rotation);
    let basis = Basis::from_cols(
        turned.col_a() * scale.x,
        turned.col_b() * scale.y,
        turned.col_c() * scale.z,
    );
    Transform3D::new(basis, position)
}

/// A matrix of three rows, the last column of which moves, as a transform of Godot.
pub fn matrix(rows: [[f32; 4]; 3]) -> Transform3D {
    let column = |at: usize| Vector3::new(rows[0][at], rows[1][at], rows[2][at]);
    let basis = Basis::from_cols(column(0), column(1), column(2));
    Transform3D::new(basis, column(3))
}
