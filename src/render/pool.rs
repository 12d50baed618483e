//! Posed parts that live from frame to frame. Invariant: a frame like the one before makes no buffer and sends no
//! pose; what a frame does not draw is let go.

use crate::skin_pass::{SkinPass, SkinnedPart};
use crate::{
    Bounds, Drawable, Gpu, GpuPaint, GpuPart, GpuTexture, Scene, frustum::Frustum, layout, mesh_pass::SurfaceUniform,
};
use glam::Vec3;

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
    /// Some of it may be in the picture.
    pub is_seen: bool,
    /// It, or its shadow, may be in the picture: it is skinned.
    pub is_needed: bool,
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

/// From where a scene is seen.
struct View {
    frustum: Frustum,
    eye: Vec3,
    /// How far the edge of a shadow is blurred, metres; None where there are none.
    blur: Option<f32>,
}

impl View {
    fn of(scene: &Scene<'_>) -> Self {
        let casts = scene.grid.is_some_and(|grid| grid.contact_shadow);
        let blur = casts.then(|| scene.solid_bounds().size().max_element() * BLUR);
        Self { frustum: Frustum::of(scene), eye: scene.camera.eye(), blur }
    }

    /// The shadow lies on the ground below.
    fn sees_shadow(&self, bounds: Bounds) -> bool {
        let Some(blur) = self.blur.filter(|_| !bounds.is_empty()) else { return false };
        let [mut min, mut max] = [bounds.min - blur, bounds.max + blur];
        (min.y, max.y) = (0.0, 0.0);
        self.frustum.sees(Bounds { min, max })
    }
}

/// Of the largest side of all that casts shadows: how far these are blurred, and a little more.
const BLUR: f32 = 0.1;

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
        let view = View::of(scene);
        let drawn = |drawable: &&Drawable<'_>| drawable.part.buffers().index_count > 0;
        for drawable in scene.drawables.iter().filter(drawn) {
            let mut slot = self.take(drawable.part).unwrap_or_else(|| maker.slot(drawable.part.clone()));
            slot.show(drawable, &view, maker);
            self.slots.push(slot);
        }
        self.spare.clear();
    }

    /// That are in the picture.
    pub fn solids(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().filter(|slot| !slot.is_ghost && slot.is_seen)
    }

    /// Whose shadows are in the picture.
    pub fn casters(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().filter(|slot| !slot.is_ghost && slot.is_needed)
    }

    /// The farthest first.
    pub fn ghosts(&self) -> Vec<&Slot> {
        let mut ghosts: Vec<_> = self.slots.iter().filter(|slot| slot.is_ghost && slot.is_seen).collect();
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
            is_seen: true,
            is_needed: true,
            distance: 0.0,
            surface,
        }
    }
}

impl Slot {
    fn show(&mut self, drawable: &Drawable<'_>, view: &View, maker: &Maker<'_>) {
        let queue = &maker.gpu.queue;
        let bounds = drawable.bounds();
        self.is_ghost = drawable.is_ghost();
        self.is_seen = view.frustum.sees(bounds);
        self.is_needed = self.is_seen || (!self.is_ghost && view.sees_shadow(bounds));
        self.distance = bounds.center().distance(view.eye);
        self.is_stale = false;
        if !self.is_needed {
            return;
        }
        self.is_stale = self.skinned.send(queue, &drawable.world_from_model, drawable.palette, drawable.morph_weights);
        queue.write_buffer(&self.surface, 0, bytemuck::bytes_of(&SurfaceUniform::new(drawable)));
        let material = drawable.material;
        self.texture = material.texture.as_ref().unwrap_or(maker.white).clone();
        self.normal_texture = material.normal_texture.as_ref().unwrap_or(maker.white).clone();
        self.paint = drawable.paint.cloned();
        self.two_sided = material.double_sided || drawable.is_mirrored();
    }
}
