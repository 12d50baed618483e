//! Conversions from the types of the library ufbx to those of glam and of the scene.

/// Index in the scene of a node of the library. None for the root, which stands for the world.
pub(super) fn node_index(node: &ufbx::Node) -> Option<usize> {
    (node.element.typed_id as usize).checked_sub(1)
}

pub(super) fn vector(v: ufbx::Vec3) -> glam::DVec3 {
    glam::DVec3::new(v.x, v.y, v.z)
}

pub(super) fn turn(q: ufbx::Quat) -> glam::DQuat {
    let turn = glam::DQuat::from_xyzw(q.x, q.y, q.z, q.w);
    if turn.length_squared() > 1e-12 && turn.is_finite() {
        turn.normalize()
    } else {
        glam::DQuat::IDENTITY
    }
}

pub(super) fn affine(m: &ufbx::Matrix) -> glam::DAffine3 {
    glam::DAffine3::from_cols_array(&[
        m.m00, m.m10, m.m20, m.m01, m.m11, m.m21, m.m02, m.m12, m.m22, m.m03, m.m13, m.m23,
    ])
}
