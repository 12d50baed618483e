//! The vertex data of lines, dots and bone shapes, each of which is one quad for the shader.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// One quad. Matches `Line` in `shaders/lines.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(crate) struct Line {
    a: Vec3,
    width_a: f32,
    b: Vec3,
    width_b: f32,
    color_a: [f32; 4],
    color_b: [f32; 4],
    shape: f32,
}

impl Line {
    /// A line between two points in world space; `width` is in pixels.
    pub fn new(a: Vec3, b: Vec3, width: f32, color: [f32; 4]) -> Line {
        Line {
            a,
            width_a: width,
            b,
            width_b: width,
            color_a: color,
            color_b: color,
            shape: 0.0,
        }
    }

    /// A dot at a point in world space; `diameter` is in pixels.
    pub fn dot(at: Vec3, diameter: f32, color: [f32; 4]) -> Line {
        Line::new(at, at, diameter, color)
    }

    /// An octahedron from `a` to `b`. `thickness` is its largest radius in metres; `fill` is 1 for
    /// see-through and 2 for nearly solid.
    pub fn bone(a: Vec3, b: Vec3, thickness: f32, fill: f32, color: [f32; 4]) -> Line {
        Line {
            width_a: thickness,
            shape: 1.0,
            ..Line::new(a, b, fill, color)
        }
    }
}
