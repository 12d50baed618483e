//! Numbers between the runtime and Bevy. Nothing is rounded: the bits stay.

use bevy::math::{Mat4, Quat, Vec3, Vec4};

/// A transform of the runtime as one of Bevy.
pub(crate) fn to_bevy(from: &anim::Transform) -> bevy::prelude::Transform {
    bevy::prelude::Transform {
        translation: Vec3::from_array(from.translation.to_array()),
        rotation: Quat::from_array(from.rotation.to_array()),
        scale: Vec3::from_array(from.scale.to_array()),
    }
}

/// A transform of Bevy as one of the runtime.
pub(crate) fn from_bevy(from: &bevy::prelude::Transform) -> anim::Transform {
    anim::PackedTransform {
        translation: from.translation.to_array(),
        rotation: from.rotation.to_array(),
        scale: from.scale.to_array(),
    }
    .into()
}

/// A matrix of three rows as one of Bevy.
pub(crate) fn matrix(rows: [[f32; 4]; 3]) -> Mat4 {
    let [x, y, z] = rows.map(Vec4::from_array);
    Mat4::from_cols(x, y, z, Vec4::W).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_comes_back_with_its_bits() {
        let there = bevy::prelude::Transform {
            translation: Vec3::new(0.1, -0.0, 3e-40),
            rotation: Quat::from_xyzw(0.5, -0.5, 0.5, -0.5),
            scale: Vec3::new(1.0, -2.0, 0.3),
        };
        let back = to_bevy(&from_bevy(&there));
        let bits = |it: &bevy::prelude::Transform| {
            let numbers = it.translation.to_array().into_iter();
            let numbers = numbers
                .chain(it.rotation.to_array())
                .chain(it.scale.to_array());
            numbers.map(f32::to_bits).collect::<Vec<_>>()
        };
        assert_eq!(bits(&back), bits(&there));
    }

    #[test]
    fn the_last_number_of_a_row_moves_a_point() {
        let rows = [
            [1.0, 0.0, 0.0, 4.0],
            [0.0, 0.0, -1.0, 5.0],
            [0.0, 1.0, 0.0, 6.0],
        ];
        let moved = matrix(rows).transform_point3(Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(moved, Vec3::new(5.0, 2.0, 8.0));
    }
}
