//! What every drawing shader knows about a frame. Invariant: the struct matches `FrameUniforms` in
//! `shaders/frame.wgsl`.

use crate::{Bounds, RenderScene, Shading, layout};
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3};

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct FrameUniform {
    clip_from_world: Mat4,
    clip_from_world_before: Mat4,
    eye: [f32; 4],
    viewport: [f32; 2],
    pixels_per_metre: f32,
    nearest: f32,
    grid_minor: [f32; 4],
    grid_major: [f32; 4],
    grid: [f32; 4],
    shadow: [f32; 4],
    shading: [u32; 4],
}

/// The uniform buffer and bind group 0 of every drawing pipeline.
#[derive(Debug)]
pub(crate) struct FrameUniforms {
    /// Layout of bind group 0.
    pub layout: wgpu::BindGroupLayout,
    /// Bind group 0, the uniform buffer.
    pub group: wgpu::BindGroup,
    uniform: wgpu::Buffer,
    /// Clip-from-world matrix of the previous picture; None before the first.
    before: Option<Mat4>,
}

impl FrameUniforms {
    /// A buffer that nothing was written to yet.
    pub fn new(device: &wgpu::Device) -> FrameUniforms {
        let entry = layout::uniform(0, wgpu::ShaderStages::VERTEX_FRAGMENT);
        let layout = layout::group(device, "frame", &[entry]);
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let uniform = layout::buffer(device, "frame", size_of::<FrameUniform>() as u64, usage);
        let group = layout::bind(device, &layout, &[uniform.as_entire_binding()]);
        FrameUniforms {
            layout,
            group,
            uniform,
            before: None,
        }
    }

    /// Sends the camera and grid of a scene. `solids` is a box around everything that casts
    /// shadows, in world space.
    pub fn send(&mut self, queue: &wgpu::Queue, scene: &RenderScene<'_>, solids: Bounds) {
        let uniform = FrameUniform::new(scene, self.before, solids);
        self.before = Some(uniform.clip_from_world);
        queue.write_buffer(&self.uniform, 0, bytemuck::bytes_of(&uniform));
    }
}

impl FrameUniform {
    fn new(scene: &RenderScene<'_>, before: Option<Mat4>, solids: Bounds) -> FrameUniform {
        let (camera, size) = (&scene.camera, scene.size());
        let eye = if camera.orthographic {
            camera.backward().extend(0.0)
        } else {
            camera.eye().extend(1.0)
        };
        let clip_from_world = camera.clip_from_world(size);
        let clip_from_view = camera.clip_from_view(size);
        let grid = scene.grid.unwrap_or_default();
        let reach = (grid.spacing * 24.0).max(camera.distance * 7.0);
        FrameUniform {
            clip_from_world,
            clip_from_world_before: before.unwrap_or(clip_from_world),
            eye: eye.to_array(),
            viewport: size.to_array(),
            pixels_per_metre: 0.5 * size.y * clip_from_view.y_axis.y,
            nearest: if camera.orthographic {
                0.0
            } else {
                camera.distance * 0.01
            },
            grid_minor: grid.minor,
            grid_major: grid.major,
            grid: [camera.target.x, camera.target.z, grid.spacing, reach],
            shadow: if grid.contact_shadow {
                shadow_square(solids)
            } else {
                NO_SHADOW
            },
            shading: [number(scene.shading), 0, 0, 0],
        }
    }
}

/// Number of a shading in `shaders/frame.wgsl`. Motion has a shader of its own.
fn number(shading: Shading) -> u32 {
    match shading {
        Shading::Lit | Shading::Motion => 0,
        Shading::Solid => 1,
        Shading::Unlit => 2,
        Shading::Normals => 3,
        Shading::Wireframe => 4,
    }
}

/// A shadow that is out of sight.
const NO_SHADOW: [f32; 4] = [1e9, 1e9, 1.0, 1.0];

/// Square of the shadow map: centre x and z, half side, and the height at which the shadow has
/// faded out; all in metres.
fn shadow_square(bounds: Bounds) -> [f32; 4] {
    let bounds = if bounds.is_empty() {
        Bounds {
            min: Vec3::ZERO,
            max: Vec3::ZERO,
        }
    } else {
        bounds
    };
    let (center, size) = (bounds.center(), bounds.size());
    let half = (size.x.max(size.z) * 0.65).max(1e-3);
    [center.x, center.z, half, (size.y * 0.7).max(1e-3)]
}
