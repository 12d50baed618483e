//! The surface of a drawable as the block of numbers that a shader reads, apart from the pool that
//! sends it.

use crate::Drawable;
use bytemuck::{Pod, Zeroable};

/// Bind group 1 of a mesh: how its surface looks. Matches `Surface` in `shaders/mesh.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct SurfaceUniform {
    base_color: [f32; 4],
    alpha_cutoff: f32,
    opacity: f32,
    bumps: f32,
    unused: f32,
}

impl SurfaceUniform {
    /// The numbers of a drawable: material, tint and whether it has a normal map.
    pub fn new(drawable: &Drawable<'_>) -> SurfaceUniform {
        let alpha_cutoff = drawable.material.alpha_cutoff;
        SurfaceUniform {
            base_color: drawable.color(),
            alpha_cutoff,
            opacity: drawable.tint[3].min(1.0),
            bumps: if drawable.material.normal_texture.is_some() {
                1.0
            } else {
                0.0
            },
            unused: 0.0,
        }
    }
}
