//! From a scene to a picture. Invariant: the same scene on the same device gives the same bytes, in a window or not.

use crate::part::SharedStreams;
use crate::pool::{Maker, Pool};
use crate::{Gpu, GpuError, GpuPaint, GpuPart, GpuTexture, Image, Scene, Target};
use crate::{
    encode::EncodePass, frame::Frame, grid::GridPass, lines::LinePass, lines::Lines, mesh_pass::MeshPass,
    shadow::ShadowPass,
};
use crate::{
    skin_pass::{SKINNED_STRIDE, SkinPass, SkinnedVertex},
    texture::{Kind, Textures},
};
use anim::skinning::Skinned;
use glam::{Affine3A, Vec4};

pub struct Renderer {
    gpu: Gpu,
    frame: Frame,
    textures: Textures,
    surface_layout: wgpu::BindGroupLayout,
    skin_pass: SkinPass,
    streams: SharedStreams,
    shadow_pass: ShadowPass,
    encode_pass: Option<EncodePass>,
    /// Made when first drawn with: for 1 sample and for 4.
    passes: [Option<Passes>; 2],
    pool: Pool,
    lines: Lines,
    white: GpuTexture,
    viewport: Target,
    offscreen: Target,
}

/// The pipelines for one number of samples.
struct Passes {
    mesh: MeshPass,
    grid: GridPass,
    lines: LinePass,
}

impl Renderer {
    pub fn new(gpu: &Gpu) -> Renderer {
        let device = &gpu.device;
        let (frame, textures) = (Frame::new(device), Textures::new(device));
        Renderer {
            surface_layout: MeshPass::surface_layout(device),
            skin_pass: SkinPass::new(device),
            streams: SharedStreams::default(),
            shadow_pass: ShadowPass::new(device, &frame, &textures),
            encode_pass: (!gpu.has_view_formats).then(|| EncodePass::new(device, &textures)),
            passes: [None, None],
            pool: Pool::default(),
            lines: Lines::new(device),
            white: textures.upload(gpu, 1, 1, &[255; 4], Kind::Colors),
            viewport: Target::default(),
            offscreen: Target::default(),
            gpu: gpu.clone(),
            frame,
            textures,
        }
    }

    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Parts that share their arrays share them on the device.
    pub fn upload_mesh(&self, part: &anim::MeshPart) -> GpuPart {
        GpuPart::new(&self.gpu.device, &self.skin_pass, &self.streams, part)
    }

    /// Contract: as many colours, linear RGBA, as the part has vertices that it is drawn with.
    pub fn upload_paint(&self, colors: &[[f32; 4]]) -> GpuPaint {
        GpuPaint::new(&self.gpu.device, colors)
    }

    /// sRGB with straight alpha, top row first. Contract: `rgba` holds `width * height` texels, both above 0.
    pub fn upload_texture(&self, width: u32, height: u32, rgba: &[u8]) -> GpuTexture {
        self.textures.upload(&self.gpu, width, height, rgba, Kind::Colors)
    }

    /// Directions in place of colours, see `Material::normal_texture`. Contract: as [`Renderer::upload_texture`].
    pub fn upload_normals(&self, width: u32, height: u32, rgba: &[u8]) -> GpuTexture {
        self.textures.upload(&self.gpu, width, height, rgba, Kind::Numbers)
    }

    /// Draws into the renderer's own target, for a viewport. When [`Renderer::generation`] has changed, the view is a
    /// new one and must be registered again with whoever shows it.
    pub fn render_to_texture(&mut self, scene: &Scene<'_>) -> &wgpu::TextureView {
        let mut viewport = std::mem::take(&mut self.viewport);
        self.render(scene, &mut viewport);
        self.viewport = viewport;
        self.viewport.view().expect("it was just drawn")
    }

    /// Of the texture that [`Renderer::render_to_texture`] draws into.
    pub fn generation(&self) -> u64 {
        self.viewport.generation()
    }

    /// Draws and waits for the picture. The error is that the device was lost.
    pub fn render_to_image(&mut self, scene: &Scene<'_>) -> Result<Image, GpuError> {
        let mut offscreen = std::mem::take(&mut self.offscreen);
        self.render(scene, &mut offscreen);
        self.offscreen = offscreen;
        Image::read(&self.gpu, self.offscreen.color().expect("it was just drawn"))
    }

    /// Draws into a target of the caller's, for a second viewport.
    pub fn render(&mut self, scene: &Scene<'_>, target: &mut Target) {
        let samples = if scene.samples >= 4 { 4 } else { 1 };
        target.fit(&self.gpu, &self.textures, scene.viewport, samples);
        self.prepare(scene, samples);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        self.skin_pass
            .record(&mut encoder, self.pool.slots.iter().filter(|slot| slot.is_stale).map(|slot| &slot.skinned));
        if scene.grid.is_some_and(|grid| grid.contact_shadow) {
            self.shadow_pass.record(&mut encoder, &self.frame, self.pool.casters());
        }
        self.draw(scene, samples, &mut target.begin(&mut encoder, scene.background));
        target.finish(&mut encoder, self.encode_pass.as_ref());
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// Skins on the device and waits for the vertices, in vertex order, model space.
    /// The error is that the device was lost. Contract: as `anim::skinning::skin`.
    pub fn skin_on_gpu(
        &self,
        part: &GpuPart,
        palette: &[Affine3A],
        morph_weights: &[f32],
    ) -> Result<Skinned, GpuError> {
        self.skin_placed(part, &Affine3A::IDENTITY, palette, morph_weights)
    }

    /// The same in world space.
    pub(crate) fn skin_placed(
        &self,
        part: &GpuPart,
        world_from_model: &Affine3A,
        palette: &[Affine3A],
        morph_weights: &[f32],
    ) -> Result<Skinned, GpuError> {
        let mut skinned = self.skin_pass.posed(&self.gpu.device, part.clone());
        skinned.send(&self.gpu.queue, world_from_model, palette, morph_weights);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        self.skin_pass.record(&mut encoder, std::iter::once(&skinned));
        self.gpu.queue.submit([encoder.finish()]);
        let bytes = self.gpu.read_buffer(&skinned.vertices)?;
        let vertices = bytes.chunks_exact(SKINNED_STRIDE as usize).take(part.vertex_count());
        let mut skinned = Skinned::default();
        for vertex in vertices.map(bytemuck::pod_read_unaligned::<SkinnedVertex>) {
            skinned.positions.push(vertex.position.into());
            skinned.normals.push(vertex.normal.into());
            skinned.tangents.extend(part.buffers().has_tangents.then_some(Vec4::from(vertex.tangent)));
        }
        Ok(skinned)
    }

    /// The buffers that the frame's vertices lie in.
    #[cfg(test)]
    pub(crate) fn skinned_buffers(&self) -> Vec<wgpu::Buffer> {
        self.pool.slots.iter().map(|slot| slot.skinned.vertices.clone()).collect()
    }

    /// Of the last frame: what was drawn, and what was skinned at some time and is up to date or not needed.
    #[cfg(test)]
    pub(crate) fn drawn(&self) -> usize {
        self.pool.slots.iter().filter(|slot| slot.is_seen).count()
    }

    /// Whether the last frame had nothing to skin.
    #[cfg(test)]
    pub(crate) fn is_settled(&self) -> bool {
        self.pool.slots.iter().all(|slot| !slot.is_stale)
    }

    fn prepare(&mut self, scene: &Scene<'_>, samples: u32) {
        let Renderer { gpu, skin_pass, surface_layout, white, pool, .. } = self;
        pool.fill(scene, &Maker { gpu, skin_pass, surface_layout, white });
        self.frame.send(&self.gpu.queue, scene);
        self.lines.send(&self.gpu, scene);
        if self.passes[index(samples)].is_none() {
            self.passes[index(samples)] = Some(self.make_passes(samples));
        }
    }

    fn make_passes(&self, samples: u32) -> Passes {
        let Renderer { gpu: Gpu { device, .. }, frame, textures, surface_layout, .. } = self;
        Passes {
            mesh: MeshPass::new(device, frame, surface_layout, textures, samples),
            grid: GridPass::new(device, frame, textures, samples),
            lines: LinePass::new(device, frame, samples),
        }
    }

    fn draw(&self, scene: &Scene<'_>, samples: u32, pass: &mut wgpu::RenderPass<'_>) {
        let passes = self.passes[index(samples)].as_ref().expect("prepared");
        pass.set_bind_group(0, &self.frame.group, &[]);
        self.pool.solids().for_each(|slot| passes.mesh.draw_solid(pass, slot));
        if scene.grid.is_some() {
            passes.grid.draw(pass, &self.shadow_pass.map_group);
        }
        self.pool.ghosts().into_iter().for_each(|slot| passes.mesh.draw_ghost(pass, slot));
        passes.lines.draw(pass, &self.lines);
    }
}

fn index(samples: u32) -> usize {
    usize::from(samples > 1)
}
