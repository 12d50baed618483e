//! Posed parts that live from frame to frame. Invariant: a frame like the one before makes no buffer and sends no
//! pose; what a frame does not draw is let go.

use crate::skin_pass::{SkinPass, SkinnedPart};
use crate::{Drawable, Gpu, GpuPaint, GpuPart, GpuTexture, Scene, layout, mesh_pass::SurfaceUniform};

/// One drawable of the current frame.
#[derive(Debug)]
pub(crate) struct Slot {
    pub skinned: SkinnedPart,
    pub surface_group: wgpu::BindGroup,
    pub texture: GpuTexture,
    pub normal_texture: GpuTexture,
    pub paint: Option<GpuPaint>,
    pub two_sided: bool,
    pub is_ghost: bool,
    /// The pose changed, so that the part must be skinned again.
    pub is_stale: bool,
    /// Metres from the eye to the middle of the part.
    pub distance: f32,
    surface: wgpu::Buffer,
}

/// In the order of the scene's drawables.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    pub slots: Vec<Slot>,
    spare: Vec<Slot>,
}

/// What a new slot is made of.
pub(crate) struct Maker<'a> {
    pub gpu: &'a Gpu,
    pub skin_pass: &'a SkinPass,
    pub surface_layout: &'a wgpu::BindGroupLayout,
    pub white: &'a GpuTexture,
}

impl Pool {
    pub fn fill(&mut self, scene: &Scene<'_>, maker: &Maker<'_>) {
        std::mem::swap(&mut self.slots, &mut self.spare);
        let drawn = |drawable: &&Drawable<'_>| drawable.part.buffers().index_count > 0;
        for drawable in scene.drawables.iter().filter(drawn) {
            let mut slot = self.take(drawable.part).unwrap_or_else(|| maker.slot(drawable.part.clone()));
            slot.show(drawable, scene, maker);
            self.slots.push(slot);
        }
        self.spare.clear();
    }

    pub fn solids(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().filter(|slot| !slot.is_ghost)
    }

    /// The farthest first.
    pub fn ghosts(&self) -> Vec<&Slot> {
        let mut ghosts: Vec<_> = self.slots.iter().filter(|slot| slot.is_ghost).collect();
        ghosts.sort_by(|a, b| b.distance.total_cmp(&a.distance));
        ghosts
    }

    /// A slot that was made for the part; the oldest first, so that an unchanged scene meets its own slots.
    fn take(&mut self, part: &GpuPart) -> Option<Slot> {
        let at = self.spare.iter().position(|slot| slot.skinned.part.is_same(part))?;
        Some(self.spare.remove(at))
    }
}

impl Maker<'_> {
    fn slot(&self, part: GpuPart) -> Slot {
        let device = &self.gpu.device;
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let surface = layout::buffer(device, "surface", size_of::<SurfaceUniform>() as u64, usage);
        Slot {
            skinned: self.skin_pass.posed(device, part),
            surface_group: layout::bind(device, self.surface_layout, &[surface.as_entire_binding()]),
            texture: self.white.clone(),
            normal_texture: self.white.clone(),
            paint: None,
            two_sided: false,
            is_ghost: false,
            is_stale: true,
            distance: 0.0,
            surface,
        }
    }
}

impl Slot {
    fn show(&mut self, drawable: &Drawable<'_>, scene: &Scene<'_>, maker: &Maker<'_>) {
        let queue = &maker.gpu.queue;
        self.is_stale = self.skinned.send(queue, &drawable.world_from_model, drawable.palette, drawable.morph_weights);
        queue.write_buffer(&self.surface, 0, bytemuck::bytes_of(&SurfaceUniform::new(drawable)));
        let material = drawable.material;
        self.texture = material.texture.as_ref().unwrap_or(maker.white).clone();
        self.normal_texture = material.normal_texture.as_ref().unwrap_or(maker.white).clone();
        self.paint = drawable.paint.cloned();
        self.two_sided = material.double_sided || drawable.is_mirrored();
        self.is_ghost = drawable.is_ghost();
        self.distance = drawable.bounds().center().distance(scene.camera.eye());
    }
}
