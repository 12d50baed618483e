//! Large plain areas and the picture of the scene, painted with few instructions a pixel. egui's
//! own shader reads texels for plain areas too, and where there is no graphics hardware nearly all
//! time of a pass goes into that. Invariant: what is painted is what egui would have painted.

#[cfg(test)]
mod tests;

use egui::{
    Color32, FullOutput, Rect, Shape, TextureId,
    emath::GuiRounding,
    epaint::{ClippedShape, PaintCallbackInfo, RectShape},
};
use egui_wgpu::{Callback, CallbackResources, CallbackTrait, RenderState};
use std::collections::BTreeMap;

/// Square points; what is smaller is left to egui.
const LARGE: f32 = 8192.0;

/// Takes over where it pays: without graphics hardware, on a surface that is written as it is seen.
pub fn install(ctx: &egui::Context, state: &RenderState) {
    let is_software = state.adapter.get_info().device_type == wgpu::DeviceType::Cpu;
    if is_software && !state.target_format.is_srgb() {
        take_over(ctx, state);
    }
}

fn take_over(ctx: &egui::Context, state: &RenderState) {
    let painter = Painter::new(&state.device, state.target_format);
    state.renderer.write().callback_resources.insert(painter);
    ctx.add_plugin(Areas);
}

/// Says what the picture of that name in egui is; none for one that is gone.
pub fn picture(state: &RenderState, id: TextureId, view: Option<&wgpu::TextureView>) {
    let mut renderer = state.renderer.write();
    let Some(painter) = renderer.callback_resources.get_mut::<Painter>() else {
        return;
    };
    match view {
        Some(view) => drop(
            painter
                .pictures
                .insert(id, painter.bind(&state.device, view)),
        ),
        None => drop(painter.pictures.remove(&id)),
    }
}

struct Areas;

impl egui::Plugin for Areas {
    fn debug_name(&self) -> &'static str {
        "areas"
    }

    fn output_hook(&mut self, ctx: &egui::Context, output: &mut FullOutput) {
        let screen = ctx.content_rect();
        for clipped in &mut output.shapes {
            if let Some((rect, area)) = area(clipped, screen, output.pixels_per_point) {
                clipped.shape = Shape::Callback(Callback::new_paint_callback(rect, area));
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Area {
    Plain(Color32),
    Picture(TextureId),
}

/// The whole pixels that a shape covers.
fn area(clipped: &ClippedShape, screen: Rect, pixels_per_point: f32) -> Option<(Rect, Area)> {
    let (rect, area) = match &clipped.shape {
        Shape::Rect(shape) => (shape.rect.round_to_pixels(pixels_per_point), filled(shape)?),
        Shape::Mesh(mesh) => (mesh.calc_bounds(), pictured(mesh)?),
        _ => return None,
    };
    // A viewport ends with the window and at whole pixels, and what is to fill it would be
    // squeezed.
    let is_squeezed = !screen.contains_rect(rect) || rect != rect.round_to_pixels(pixels_per_point);
    let is_left = is_squeezed && matches!(area, Area::Picture(_));
    let seen = rect.intersect(clipped.clip_rect).intersect(screen);
    (seen.is_positive() && seen.area() >= LARGE && !is_left).then_some((rect, area))
}

fn filled(shape: &RectShape) -> Option<Area> {
    let is_plain = shape.stroke.is_empty()
        && shape.blur_width == 0.0
        && shape.angle == 0.0
        && shape.corner_radius == egui::CornerRadius::ZERO
        && shape.round_to_pixels != Some(false);
    match &shape.brush {
        None => (is_plain && shape.fill.a() > 0).then_some(Area::Plain(shape.fill)),
        Some(_) => None,
    }
}

/// A whole picture of the user's, upright and uncoloured.
fn pictured(mesh: &egui::Mesh) -> Option<Area> {
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let is_whole = matches!(mesh.texture_id, TextureId::User(_))
        && mesh.vertices.len() == 4
        && mesh
            .vertices
            .iter()
            .zip(corners)
            .all(|(it, [x, y])| it.uv == egui::pos2(x, y) && it.color == Color32::WHITE);
    is_whole.then_some(Area::Picture(mesh.texture_id))
}

impl CallbackTrait for Area {
    fn paint(
        &self,
        _: PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &CallbackResources,
    ) {
        let Some(painter) = resources.get::<Painter>() else {
            return;
        };
        match self {
            Self::Plain(color) => {
                let [red, green, blue, alpha] = color.to_array();
                // Opaque white would be the last number, after which there is none.
                let number = u32::from_le_bytes([
                    red,
                    green,
                    blue,
                    if color.is_opaque() { 0 } else { alpha },
                ]);
                pass.set_pipeline(if color.is_opaque() {
                    &painter.plain
                } else {
                    &painter.seen_through
                });
                pass.draw(0..3, number..number + 1);
            }
            Self::Picture(id) => {
                let Some(picture) = painter.pictures.get(id) else {
                    return;
                };
                pass.set_pipeline(&painter.pictured);
                pass.set_bind_group(0, picture, &[]);
                pass.draw(0..3, 0..1);
            }
        }
    }
}

struct Painter {
    plain: wgpu::RenderPipeline,
    seen_through: wgpu::RenderPipeline,
    pictured: wgpu::RenderPipeline,
    sampler: wgpu::Sampler,
    pictures: BTreeMap<TextureId, wgpu::BindGroup>,
}

impl Painter {
    fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let source = wgpu::ShaderSource::Wgsl(include_str!("../../shaders/area.wgsl").into());
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("area"),
            source,
        });
        let pipeline = |fragment, blend| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: Some(fragment),
                layout: None,
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some("vertex"),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    buffers: &[],
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: None,
                multisample: wgpu::MultisampleState::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(fragment),
                    compilation_options: wgpu::PipelineCompilationOptions::default(),
                    targets: &[Some(wgpu::ColorTargetState {
                        blend,
                        ..format.into()
                    })],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..wgpu::SamplerDescriptor::default()
        });
        Self {
            plain: pipeline("plain", None),
            seen_through: pipeline(
                "seen_through",
                Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
            ),
            pictured: pipeline("pictured", None),
            sampler,
            pictures: BTreeMap::new(),
        }
    }

    fn bind(&self, device: &wgpu::Device, view: &wgpu::TextureView) -> wgpu::BindGroup {
        let entry = |binding, resource| wgpu::BindGroupEntry { binding, resource };
        let entries = [
            entry(0, wgpu::BindingResource::TextureView(view)),
            entry(1, wgpu::BindingResource::Sampler(&self.sampler)),
        ];
        let layout = &self.pictured.get_bind_group_layout(0);
        device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("picture"),
            layout,
            entries: &entries,
        })
    }
}
