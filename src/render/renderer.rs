//! Makes a picture of a scene. Invariant: the same scene on the same device gives the same bytes,
//! in a window or not.

use crate::{
    Gpu, GpuError, GpuPaint, GpuPart, GpuTexture, Image, RenderScene, RenderTarget, Shading,
    batch::PoseBatch,
    cache::SkinCache,
    encode::EncodePass,
    frame::FrameUniforms,
    grid::GridPass,
    lines::{LinePass, Lines},
    mesh_pass::{Layouts, MeshPass, PoseSource},
    part::SharedStreams,
    pool::{DrawSlot, Maker, Pool},
    posed::PosedPart,
    probe::SkinProbe,
    shadow::ShadowPass,
    skin_pass::{SKINNED_STRIDE, SkinPass, SkinnedVertex},
    texture::{TexelKind, TextureUploader},
    timing::{RenderTiming, Timer},
    way::VertexSource,
};
use anim::skinning::Skinned;
use glam::{Affine3A, Vec4};
use std::sync::OnceLock;

/// Draws scenes on one device, and owns everything that is kept from picture to picture.
pub struct Renderer {
    gpu: Gpu,
    frame: FrameUniforms,
    textures: TextureUploader,
    surface_layout: wgpu::BindGroupLayout,
    skin_pass: SkinPass,
    streams: SharedStreams,
    shadow_pass: ShadowPass,
    encode_pass: Option<EncodePass>,
    /// Pipelines for 1 sample and for 4; made when first drawn with.
    passes: [Option<Passes>; 2],
    pool: Pool,
    cache: SkinCache,
    batch: PoseBatch,
    probe: OnceLock<SkinProbe>,
    lines: Lines,
    white: GpuTexture,
    viewport: RenderTarget,
    offscreen: RenderTarget,
}

/// The pipelines for one number of samples.
struct Passes {
    mesh: MeshPass,
    /// Pass for parts that are skinned while drawn; made when first needed.
    unskinned: Option<MeshPass>,
    /// Pass for [`Shading::Motion`]; made when first needed.
    motion: Option<MeshPass>,
    grid: GridPass,
    lines: LinePass,
}

impl Renderer {
    /// Makes the shared pipelines. Clones the handle of the device.
    pub fn new(gpu: &Gpu) -> Renderer {
        let device = &gpu.device;
        let (frame, textures) = (FrameUniforms::new(device), TextureUploader::new(device));
        let skin_pass = SkinPass::new(gpu);
        Renderer {
            surface_layout: MeshPass::surface_layout(device),
            shadow_pass: ShadowPass::new(gpu, &frame, &textures, &skin_pass),
            skin_pass,
            streams: SharedStreams::default(),
            encode_pass: (!gpu.has_view_formats).then(|| EncodePass::new(device, &textures)),
            passes: [None, None],
            pool: Pool::default(),
            cache: SkinCache::new(gpu),
            batch: PoseBatch::new(device),
            probe: OnceLock::new(),
            lines: Lines::new(device),
            white: textures.upload(gpu, 1, 1, &[255; 4], TexelKind::Colors),
            viewport: RenderTarget::default(),
            offscreen: RenderTarget::default(),
            gpu: gpu.clone(),
            frame,
            textures,
        }
    }

    /// The device that it draws with.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Sets the bytes of skinned vertices that are kept from picture to picture; the default is 128
    /// MiB. Parts out of the picture lose their room first, longest unseen first. A part without
    /// room is skinned while it is drawn. Adapters that cannot do that keep everything.
    pub fn set_skin_cache(&mut self, bytes: u64) {
        self.pool.release(&mut self.cache);
        self.cache.set_budget(&self.gpu, bytes);
    }

    /// Uploads a part. Parts that share their arrays share them on the device.
    pub fn upload_mesh(&self, part: &anim::MeshPart) -> GpuPart {
        GpuPart::new(&self.gpu, &self.streams, part)
    }

    /// Uploads colours to replace those of a part. Contract: `colors` are linear RGBA, one for each
    /// vertex of the part that it is drawn with.
    pub fn upload_paint(&self, colors: &[[f32; 4]]) -> GpuPaint {
        GpuPaint::new(&self.gpu.device, colors)
    }

    /// Uploads a colour texture: sRGB with straight alpha, top row first. Contract: `rgba` holds
    /// `width * height` texels, both above 0.
    pub fn upload_texture(&self, width: u32, height: u32, rgba: &[u8]) -> GpuTexture {
        self.textures
            .upload(&self.gpu, width, height, rgba, TexelKind::Colors)
    }

    /// Uploads a normal map, see
    /// [`RenderMaterial::normal_texture`](crate::RenderMaterial::normal_texture); top row first.
    /// Contract: `rgba` holds `width * height` texels, both above 0.
    pub fn upload_normals(&self, width: u32, height: u32, rgba: &[u8]) -> GpuTexture {
        self.textures
            .upload(&self.gpu, width, height, rgba, TexelKind::Numbers)
    }

    /// Draws into the renderer's own target, for a viewport. When [`Renderer::generation`] has
    /// changed, the view is new and must be registered again where it is shown.
    pub fn render_to_texture(&mut self, scene: &RenderScene<'_>) -> &wgpu::TextureView {
        let mut viewport = std::mem::take(&mut self.viewport);
        self.render(scene, &mut viewport);
        self.viewport = viewport;
        self.viewport.view().expect("it was just drawn")
    }

    /// Counts the textures that [`Renderer::render_to_texture`] has drawn into; see
    /// [`RenderTarget::generation()`].
    pub fn generation(&self) -> u64 {
        self.viewport.generation()
    }

    /// Draws and waits for the picture. An Err means that the device was lost.
    pub fn render_to_image(&mut self, scene: &RenderScene<'_>) -> Result<Image, GpuError> {
        let mut offscreen = std::mem::take(&mut self.offscreen);
        self.render(scene, &mut offscreen);
        self.offscreen = offscreen;
        Image::read(
            &self.gpu,
            self.offscreen.color().expect("it was just drawn"),
        )
    }

    /// Draws into a target of the caller, for a second viewport.
    pub fn render(&mut self, scene: &RenderScene<'_>, target: &mut RenderTarget) {
        self.render_timed(scene, target, None);
    }

    /// Draws into the renderer's own target, waits, and returns how long it took. An Err means that
    /// the device was lost.
    pub fn measure(&mut self, scene: &RenderScene<'_>) -> Result<RenderTiming, GpuError> {
        let timer = Timer::new(&self.gpu);
        let mut viewport = std::mem::take(&mut self.viewport);
        self.render_timed(scene, &mut viewport, timer.as_ref());
        self.viewport = viewport;
        self.gpu.wait()?;
        let times = timer.map(|timer| timer.read(&self.gpu)).transpose()?;
        let (vertices, bytes) = self.batch.amount();
        Ok(RenderTiming {
            times,
            vertices,
            bytes,
        })
    }

    fn render_timed(
        &mut self,
        scene: &RenderScene<'_>,
        target: &mut RenderTarget,
        timer: Option<&Timer>,
    ) {
        let samples = if scene.samples >= 4 { 4 } else { 1 };
        target.fit(&self.gpu, &self.textures, scene.viewport, samples);
        self.prepare(scene, samples);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        self.batch.record(&mut encoder, &self.skin_pass, timer);
        if scene.grid.is_some_and(|grid| grid.contact_shadow) {
            let from = (&self.frame, &self.gpu);
            self.shadow_pass
                .record(&mut encoder, from, &self.pool, &self.poses());
        }
        self.draw(
            scene,
            samples,
            &mut target.begin_pass(&mut encoder, scene.background, timer),
        );
        target.finish_frame(&mut encoder, self.encode_pass.as_ref());
        if let Some(timer) = timer {
            timer.resolve(&mut encoder);
        }
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// Skins a part on the device and waits for the vertices, in vertex order and model space. An
    /// Err means that the device was lost. Contract: as for `anim::skinning::skin`.
    pub fn skin_on_gpu(
        &self,
        part: &GpuPart,
        palette: &[Affine3A],
        morph_weights: &[f32],
    ) -> Result<Skinned, GpuError> {
        self.skin_placed(part, &Affine3A::IDENTITY, palette, morph_weights)
    }

    /// Skins a part by the shader that skins while drawing, and waits for the vertices, in vertex
    /// order and model space. An Err means that the device was lost or that the adapter cannot do
    /// it.
    pub fn skin_while_drawing(
        &self,
        part: &GpuPart,
        palette: &[Affine3A],
        morph_weights: &[f32],
    ) -> Result<Skinned, GpuError> {
        if !self.gpu.has_vertex_storage {
            return Err(GpuError::NoVertexStorage {
                adapter: self.gpu.adapter.name.clone(),
            });
        }
        let (batch, posed, _) = self.alone(part, &Affine3A::IDENTITY, palette, morph_weights);
        let probe = self
            .probe
            .get_or_init(|| SkinProbe::new(&self.gpu.device, &self.skin_pass));
        probe.read(&self.gpu, &batch, &posed)
    }

    /// Skins a part on the device and waits for the vertices, in vertex order and world space.
    pub(crate) fn skin_placed(
        &self,
        part: &GpuPart,
        world_from_model: &Affine3A,
        palette: &[Affine3A],
        morph_weights: &[f32],
    ) -> Result<Skinned, GpuError> {
        let (batch, _, vertices) = self.alone(part, world_from_model, palette, morph_weights);
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        batch.record(&mut encoder, &self.skin_pass, None);
        self.gpu.queue.submit([encoder.finish()]);
        let bytes = self.gpu.read_buffer(&vertices)?;
        let vertices = bytes
            .chunks_exact(SKINNED_STRIDE as usize)
            .take(part.vertex_count());
        let mut skinned = Skinned::default();
        for vertex in vertices.map(bytemuck::pod_read_unaligned::<SkinnedVertex>) {
            skinned.positions.push(vertex.position.into());
            skinned.normals.push(vertex.normal.into());
            skinned.tangents.extend(
                part.buffers()
                    .has_tangents
                    .then_some(Vec4::from(vertex.tangent)),
            );
        }
        Ok(skinned)
    }

    /// A batch of one part, its pose, and the buffer that it is skinned to.
    fn alone(
        &self,
        part: &GpuPart,
        world_from_model: &Affine3A,
        palette: &[Affine3A],
        morph_weights: &[f32],
    ) -> (PoseBatch, PosedPart, wgpu::Buffer) {
        let vertices = crate::cache::vertices(&self.gpu, part.buffers().vertex_count);
        let mut posed = PosedPart::new(part.clone());
        posed.bend(world_from_model, palette, morph_weights, true);
        posed.room = Some(0..part.buffers().vertex_count);
        let mut batch = PoseBatch::new(&self.gpu.device);
        batch.send(
            &self.gpu,
            &self.skin_pass,
            std::iter::once(&mut posed),
            &vertices,
            false,
        );
        (batch, posed, vertices)
    }

    /// The buffer of the frame's skinned vertices, and the range of each slot in it.
    #[cfg(test)]
    pub(crate) fn rooms(&self) -> (wgpu::Buffer, Vec<Option<std::ops::Range<u32>>>) {
        (
            self.cache.vertices.clone(),
            self.pool
                .slots
                .iter()
                .map(|slot| slot.posed.room.clone())
                .collect(),
        )
    }

    /// Number of drawables that the last frame showed.
    #[cfg(test)]
    pub(crate) fn drawn(&self) -> usize {
        self.pool.slots.iter().filter(|slot| slot.is_seen).count()
    }

    /// Number of draws for the solids of the last frame.
    #[cfg(test)]
    pub(crate) fn draws(&self) -> usize {
        self.pool
            .runs
            .iter()
            .filter(|run| !run.seen.is_empty())
            .count()
    }

    /// Number of dispatches that skinned the last frame.
    #[cfg(test)]
    pub(crate) fn dispatches(&self) -> usize {
        self.batch.dispatches()
    }

    fn prepare(&mut self, scene: &RenderScene<'_>, samples: u32) {
        let Renderer {
            gpu,
            skin_pass,
            surface_layout,
            white,
            pool,
            cache,
            batch,
            textures,
            ..
        } = self;
        let maker = Maker {
            gpu,
            surface_layout,
            sampler: &textures.repeating,
            white,
        };
        let solids = pool.fill(scene, &maker, cache);
        cache.house(gpu, &mut pool.slots);
        let order = pool.arrange(gpu);
        batch.send(
            gpu,
            skin_pass,
            pool.posed(&order),
            &cache.vertices,
            scene.shading == Shading::Motion,
        );
        self.frame.send(&self.gpu.queue, scene, solids);
        self.lines.send(&self.gpu, scene);
        self.prepare_passes(scene, samples);
    }

    fn prepare_passes(&mut self, scene: &RenderScene<'_>, samples: u32) {
        let Renderer {
            gpu,
            frame,
            textures,
            surface_layout,
            skin_pass,
            pool,
            shadow_pass,
            passes,
            ..
        } = self;
        let device = &gpu.device;
        let layouts = Layouts {
            frame,
            surfaces: surface_layout,
            skinning: skin_pass,
        };
        let made = |way| MeshPass::new(device, &layouts, way, samples);
        let passes = passes[index(samples)].get_or_insert_with(|| Passes {
            mesh: made(if gpu.looks_up {
                VertexSource::Kept
            } else {
                VertexSource::Skinned
            }),
            unskinned: None,
            motion: None,
            grid: GridPass::new(device, frame, textures, samples),
            lines: LinePass::new(device, frame, samples),
        });
        if pool.slots.iter().any(|slot| {
            slot.is_needed && VertexSource::of(&slot.posed, gpu) == VertexSource::Unskinned
        }) {
            passes
                .unskinned
                .get_or_insert_with(|| made(VertexSource::Unskinned));
            shadow_pass.prepare_unskinned(device, frame, &skin_pass.read_layout);
        }
        if scene.shading == Shading::Motion && gpu.shows_motion() {
            passes
                .motion
                .get_or_insert_with(|| made(VertexSource::Motion));
        }
    }

    fn poses(&self) -> PoseSource<'_> {
        PoseSource {
            batch: &self.batch,
            cache: &self.cache,
        }
    }

    fn draw(&self, scene: &RenderScene<'_>, samples: u32, pass: &mut wgpu::RenderPass<'_>) {
        let passes = self.passes[index(samples)].as_ref().expect("prepared");
        let motion = passes
            .motion
            .as_ref()
            .filter(|_| scene.shading == Shading::Motion);
        let cached =
            |slot: &DrawSlot| match (VertexSource::of(&slot.posed, &self.gpu), &passes.unskinned) {
                (VertexSource::Unskinned, Some(unskinned)) => unskinned,
                _ => &passes.mesh,
            };
        let poses = self.poses();
        pass.set_bind_group(0, &self.frame.group, &[]);
        for run in self.pool.runs.iter().filter(|run| !run.seen.is_empty()) {
            let slot = &self.pool.slots[run.slot];
            motion
                .unwrap_or(cached(slot))
                .draw_solid(pass, slot, run.seen.clone(), &poses);
            if scene.shading == Shading::Wireframe {
                cached(slot).draw_edges(pass, slot, run.seen.clone(), &poses);
            }
        }
        if scene.grid.is_some() {
            passes.grid.draw(pass, &self.shadow_pass.map_group);
        }
        self.pool.ghosts().into_iter().for_each(|slot| {
            motion
                .unwrap_or(cached(slot))
                .draw_ghost(pass, slot, &poses)
        });
        passes.lines.draw(pass, &self.lines);
    }
}

fn index(samples: u32) -> usize {
    usize::from(samples > 1)
}
