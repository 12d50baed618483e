//! Posed parts that are kept from frame to frame. Invariant: a frame like the one before makes no
//! buffer and sends no pose; parts that a frame does not draw are dropped.

use crate::{
    Bounds, Drawable, Gpu, GpuPaint, GpuPart, GpuTexture, RenderScene, Shading, cache::SkinCache,
    frustum::Frustum, layout, posed::PosedPart, surface::SurfaceUniform, way::VertexSource,
};
use glam::Vec3;
use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
};

/// One drawable of the current frame, with what it has on the device.
#[derive(Debug)]
pub(crate) struct DrawSlot {
    /// Pose of the part.
    pub posed: PosedPart,
    /// Bind group 1: surface and textures.
    pub group: wgpu::BindGroup,
    /// Colours in place of the part's own.
    pub paint: Option<GpuPaint>,
    /// Whether back faces are drawn.
    pub two_sided: bool,
    /// Whether it is see-through and casts no shadow.
    pub is_ghost: bool,
    /// Whether some of it may be in the picture.
    pub is_seen: bool,
    /// Whether it or its shadow may be in the picture, so that it is skinned.
    pub is_needed: bool,
    /// Whether the previous picture needed it and had the same parts.
    pub was_needed: bool,
    /// Number of the last picture that needed it.
    pub needed_at: u64,
    /// Distance from the eye to the middle of the part, in metres.
    pub distance: f32,
    textures: [GpuTexture; 2],
    surface: wgpu::Buffer,
    sent: Option<SurfaceUniform>,
}

/// The slots of the frame.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    /// Slots in the order of the scene's drawables, without those that have no triangles.
    pub slots: Vec<DrawSlot>,
    /// Draws of the solids that are needed.
    pub runs: Vec<InstanceRun>,
    spare: VecDeque<DrawSlot>,
    pictures: u64,
}

/// Solids that look alike and have consecutive instances, so that one draw shows them all.
#[derive(Debug)]
pub(crate) struct InstanceRun {
    /// Index of one of their slots.
    pub slot: usize,
    /// Instances of all of them.
    pub instances: Range<u32>,
    /// Instances that may be in the picture; the others only cast shadows into it.
    pub seen: Range<u32>,
}

/// Properties that solids must have in common to be drawn at once.
#[derive(Debug, PartialEq, Eq, Hash)]
struct InstanceLook {
    part: usize,
    paint: Option<usize>,
    textures: [usize; 2],
    /// Bits of the surface uniform.
    surface: Option<[u32; size_of::<SurfaceUniform>() / 4]>,
    two_sided: bool,
    way: VertexSource,
    /// Slot of a solid that must be drawn alone; None where it can share a draw.
    alone: Option<usize>,
}

/// A solid; its order is the drawing order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct SolidEntry {
    /// First slot with the same part.
    part: usize,
    /// Index of the look.
    look: usize,
    is_hidden: bool,
    slot: usize,
}

/// The point of view of a scene.
struct SceneView {
    frustum: Frustum,
    eye: Vec3,
    /// How far the edge of a shadow is blurred, in metres; None without shadows.
    blur: Option<f32>,
}

impl SceneView {
    fn of(scene: &RenderScene<'_>, solids: Bounds) -> Self {
        let casts = scene.grid.is_some_and(|grid| grid.contact_shadow);
        let blur = casts.then(|| solids.size().max_element() * BLUR);
        Self {
            frustum: Frustum::of(scene),
            eye: scene.camera.eye(),
            blur,
        }
    }

    /// Whether the shadow of a box, which lies on the ground below, may be in the picture.
    fn sees_shadow(&self, bounds: Bounds) -> bool {
        let Some(blur) = self.blur.filter(|_| !bounds.is_empty()) else {
            return false;
        };
        let [mut min, mut max] = [bounds.min - blur, bounds.max + blur];
        (min.y, max.y) = (0.0, 0.0);
        self.frustum.sees(Bounds { min, max })
    }
}

/// Width of the blur of shadows, as a part of the longest side of all casters; a little more than
/// the shader needs.
const BLUR: f32 = 0.1;

/// Resources that new slots are made with.
pub(crate) struct Maker<'a> {
    /// The device that the buffers of slots are made on.
    pub gpu: &'a Gpu,
    /// Layout of bind group 1.
    pub surface_layout: &'a wgpu::BindGroupLayout,
    /// Sampler of textures.
    pub sampler: &'a wgpu::Sampler,
    /// Texture for materials without one.
    pub white: &'a GpuTexture,
}

impl Pool {
    /// Fills the slots from a scene. Returns a box around all solids, in world space. What has no
    /// room left in the buffer of palettes is not drawn.
    pub fn fill(
        &mut self,
        scene: &RenderScene<'_>,
        maker: &Maker<'_>,
        cache: &mut SkinCache,
    ) -> Bounds {
        self.pictures += 1;
        self.spare.extend(self.slots.drain(..));
        let boxes: Vec<Bounds> = scene.drawables.iter().map(Drawable::bounds).collect();
        let solids = scene
            .drawables
            .iter()
            .zip(&boxes)
            .filter(|(drawable, _)| !drawable.is_ghost());
        let solids = solids.fold(Bounds::EMPTY, |all, (_, bounds)| all.join(*bounds));
        let view = SceneView::of(scene, solids);
        let drawn = || {
            scene
                .drawables
                .iter()
                .zip(&boxes)
                .filter(|(drawable, _)| drawable.part.buffers().index_count > 0)
        };
        // Others than before: who stood where is not known.
        let is_same = |(slot, (drawable, _)): (&DrawSlot, (&Drawable<'_>, _))| {
            slot.posed.part.is_same(drawable.part)
        };
        let is_new =
            self.spare.len() != drawn().count() || !self.spare.iter().zip(drawn()).all(is_same);
        let mut room = maker.gpu.device.limits().max_storage_buffer_binding_size;
        for (drawable, bounds) in drawn() {
            let mut slot = self
                .take(drawable.part)
                .unwrap_or_else(|| maker.slot(drawable.part.clone()));
            slot.was_needed = slot.is_needed && !is_new;
            slot.show(drawable, *bounds, &view, maker, self.pictures);
            if slot.is_needed {
                match room.checked_sub(slot.posed.size(scene.shading == Shading::Motion)) {
                    Some(left) => room = left,
                    None => (slot.is_needed, slot.is_seen) = (false, false),
                }
            }
            self.slots.push(slot);
        }
        self.spare
            .drain(..)
            .for_each(|mut slot| cache.release(&mut slot.posed));
        solids
    }

    /// Forgets all skinned vertices.
    pub fn release(&mut self, cache: &mut SkinCache) {
        self.slots
            .iter_mut()
            .for_each(|slot| cache.release(&mut slot.posed));
    }

    /// Finds solids that can be drawn at once. Returns the needed slots in the order in which their
    /// poses must be sent.
    pub fn arrange(&mut self, gpu: &Gpu) -> Vec<usize> {
        // Of what lies in the same place the part shows that is first in the scene, wherever it is
        // seen from.
        let (mut parts, mut looks) = (HashMap::new(), HashMap::new());
        let mut solids: Vec<SolidEntry> = Vec::with_capacity(self.slots.len());
        for (at, slot) in self.slots.iter().enumerate() {
            let part = *parts.entry(slot.posed.part.place()).or_insert(at);
            if slot.is_needed && !slot.is_ghost {
                let next = looks.len();
                let look = *looks.entry(slot.look(at, gpu)).or_insert(next);
                solids.push(SolidEntry {
                    part,
                    look,
                    is_hidden: !slot.is_seen,
                    slot: at,
                });
            }
        }
        solids.sort_unstable();
        self.runs.clear();
        let mut first = 0;
        for run in solids.chunk_by(|a, b| a.look == b.look) {
            let seen = run.iter().filter(|member| !member.is_hidden).count() as u32;
            let (instances, seen) = (first..first + run.len() as u32, first..first + seen);
            first = instances.end;
            self.runs.push(InstanceRun {
                slot: run[0].slot,
                instances,
                seen,
            });
        }
        let ghosts = self
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.is_needed && slot.is_ghost);
        solids
            .iter()
            .map(|member| member.slot)
            .chain(ghosts.map(|(at, _)| at))
            .collect()
    }

    /// Poses of these slots. Contract: no slot comes twice.
    pub fn posed<'a>(&'a mut self, order: &'a [usize]) -> impl Iterator<Item = &'a mut PosedPart> {
        let mut all: Vec<Option<&mut PosedPart>> = self
            .slots
            .iter_mut()
            .map(|slot| Some(&mut slot.posed))
            .collect();
        order.iter().filter_map(move |at| all[*at].take())
    }

    /// Ghosts in the picture, farthest first.
    pub fn ghosts(&self) -> Vec<&DrawSlot> {
        let mut ghosts: Vec<_> = self
            .slots
            .iter()
            .filter(|slot| slot.is_ghost && slot.is_seen)
            .collect();
        ghosts.sort_by(|a, b| b.distance.total_cmp(&a.distance));
        ghosts
    }

    /// A spare slot that was made for the part. The oldest comes first, so that an unchanged scene
    /// gets the same slots.
    fn take(&mut self, part: &GpuPart) -> Option<DrawSlot> {
        let at = self
            .spare
            .iter()
            .position(|slot| slot.posed.part.is_same(part))?;
        self.spare.remove(at)
    }
}

impl Maker<'_> {
    fn slot(&self, part: GpuPart) -> DrawSlot {
        let device = &self.gpu.device;
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let surface = layout::buffer(device, "surface", size_of::<SurfaceUniform>() as u64, usage);
        let textures = [self.white.clone(), self.white.clone()];
        DrawSlot {
            posed: PosedPart::new(part),
            group: self.surface_group(&surface, &textures),
            textures,
            paint: None,
            two_sided: false,
            is_ghost: false,
            is_seen: true,
            is_needed: false,
            was_needed: false,
            needed_at: 0,
            distance: 0.0,
            surface,
            sent: None,
        }
    }

    fn surface_group(&self, surface: &wgpu::Buffer, textures: &[GpuTexture; 2]) -> wgpu::BindGroup {
        let [base, normal] = textures
            .each_ref()
            .map(|texture| wgpu::BindingResource::TextureView(texture.view()));
        let sampler = wgpu::BindingResource::Sampler(self.sampler);
        layout::bind(
            &self.gpu.device,
            self.surface_layout,
            &[surface.as_entire_binding(), sampler, base, normal],
        )
    }
}

impl DrawSlot {
    fn show(
        &mut self,
        drawable: &Drawable<'_>,
        bounds: Bounds,
        view: &SceneView,
        maker: &Maker<'_>,
        picture: u64,
    ) {
        self.is_ghost = drawable.is_ghost();
        self.is_seen = view.frustum.sees(bounds);
        self.is_needed = self.is_seen || (!self.is_ghost && view.sees_shadow(bounds));
        self.distance = bounds.center().distance(view.eye);
        if !self.is_needed {
            return;
        }
        self.needed_at = picture;
        let jumps = drawable.jumps || !self.was_needed;
        self.posed.bend(
            &drawable.world_from_model,
            drawable.palette,
            drawable.morph_weights,
            jumps,
        );
        self.paint = drawable.paint.cloned();
        self.two_sided = drawable.material.double_sided || drawable.is_mirrored();
        self.dress(drawable, maker);
    }

    fn look(&self, at: usize, gpu: &Gpu) -> InstanceLook {
        let way = VertexSource::of(&self.posed, gpu);
        InstanceLook {
            part: self.posed.part.place(),
            paint: self.paint.as_ref().map(GpuPaint::place),
            textures: self.textures.each_ref().map(GpuTexture::place),
            surface: self.sent.map(bytemuck::cast),
            two_sided: self.two_sided,
            way,
            alone: (way == VertexSource::Skinned).then_some(at),
        }
    }

    fn dress(&mut self, drawable: &Drawable<'_>, maker: &Maker<'_>) {
        let uniform = SurfaceUniform::new(drawable);
        if self.sent != Some(uniform) {
            maker
                .gpu
                .queue
                .write_buffer(&self.surface, 0, bytemuck::bytes_of(&uniform));
            self.sent = Some(uniform);
        }
        let material = drawable.material;
        let textures = [&material.texture, &material.normal_texture]
            .map(|texture| texture.as_ref().unwrap_or(maker.white));
        if !textures
            .iter()
            .zip(&self.textures)
            .all(|(new, known)| new.is_same(known))
        {
            self.textures = textures.map(GpuTexture::clone);
            self.group = maker.surface_group(&self.surface, &self.textures);
        }
    }
}
