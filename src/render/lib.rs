//! Draws posed characters: skinned meshes, bones, lines and the ground, in a window or without one.
//!
//! The caller builds a [`RenderScene`] a frame and hands it to a [`Renderer`]; skinning runs on the
//! device. The crate knows meshes, skeletons and matrices; it knows no clips, montages, graphs,
//! files or widgets.

mod batch;
mod bones;
mod cache;
mod camera;
mod color;
#[cfg(test)]
#[path = "tests/crowd.rs"]
mod crowd;
#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;
mod encode;
#[cfg(test)]
#[path = "tests/figure.rs"]
mod figure;
mod frame;
mod frustum;
mod gpu;
mod grid;
mod growing;
mod image;
mod layout;
mod line;
mod lines;
mod mesh_pass;
mod pages;
mod part;
mod pipeline;
mod pool;
mod posed;
mod probe;
mod renderer;
mod scene;
#[cfg(test)]
#[path = "tests/shading.rs"]
mod shading;
mod shadow;
mod skin_pass;
mod spans;
mod surface;
mod target;
#[cfg(test)]
mod tests;
mod texels;
mod texture;
mod timing;
mod way;

pub use anim::Bounds;
pub use camera::{CameraSide, OrbitCamera, Ray};
pub use color::{linear_from_hex, with_alpha};
pub use gpu::{Gpu, GpuError};
pub use image::Image;
pub use part::{GpuPaint, GpuPart};
pub use renderer::Renderer;
pub use scene::{BoneOverlay, Drawable, Grid, Polyline, RenderMaterial, RenderScene, Shading};
pub use target::RenderTarget;
pub use texture::GpuTexture;
pub use timing::{PassTimes, RenderTiming};
