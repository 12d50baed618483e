use super::*;
use egui::{Color32, Rect, Stroke, StrokeKind, pos2, vec2};
use egui_kittest::Harness;

const SIZE: [f32; 2] = [400.0, 300.0];

/// Rectangles that can be taken over and such that cannot, over each other, at odd places, cut and
/// beyond the window.
fn paint(ui: &egui::Ui, picture: TextureId) {
    let rect = |x: f32, y: f32, width: f32, height: f32| {
        Rect::from_min_size(pos2(x, y), vec2(width, height))
    };
    let painter = ui.painter();
    painter.rect_filled(
        rect(-40.0, -20.0, 300.3, 200.7),
        0.0,
        Color32::from_rgb(19, 20, 22),
    );
    painter.rect_filled(
        rect(33.4, 21.6, 200.25, 150.5),
        0.0,
        Color32::from_rgb(250, 128, 1),
    );
    painter.rect_filled(
        rect(60.0, 40.0, 200.0, 150.0),
        8.0,
        Color32::from_rgb(0, 100, 200),
    );
    painter.rect_filled(
        rect(100.0, 100.0, 200.0, 150.0),
        0.0,
        Color32::from_rgba_unmultiplied(255, 255, 255, 60),
    );
    let stroke = Stroke::new(3.0, Color32::WHITE);
    painter.rect(
        rect(120.0, 60.0, 250.0, 90.0),
        0.0,
        Color32::DARK_GREEN,
        stroke,
        StrokeKind::Inside,
    );
    let cut = painter.with_clip_rect(rect(210.5, 150.5, 140.0, 100.0));
    cut.rect_filled(
        rect(150.0, 120.0, 900.0, 900.0),
        0.0,
        Color32::from_rgb(90, 12, 90),
    );
    painter.add(Shape::image(
        picture,
        rect(10.0, 180.0, 128.0, 96.0),
        rect(0.0, 0.0, 1.0, 1.0),
        Color32::WHITE,
    ));
    painter.add(Shape::image(
        picture,
        rect(250.0, 10.0, 128.0, 96.0),
        rect(0.0, 0.0, 0.5, 1.0),
        Color32::WHITE,
    ));
    painter.add(Shape::image(
        picture,
        rect(330.0, 150.0, 200.0, 150.0),
        rect(0.0, 0.0, 1.0, 1.0),
        Color32::WHITE,
    ));
}

/// A picture of four times three colours.
fn texture(state: &RenderState) -> wgpu::TextureView {
    let size = wgpu::Extent3d {
        width: 4,
        height: 3,
        depth_or_array_layers: 1,
    };
    let descriptor = wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    };
    let texture = state.device.create_texture(&descriptor);
    let texels: Vec<u8> = (0..12u8)
        .flat_map(|at| [at * 20, 255 - at * 20, at * 7, 255])
        .collect();
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(16),
        rows_per_image: None,
    };
    state
        .queue
        .write_texture(texture.as_image_copy(), &texels, layout, size);
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

struct Painted(TextureId);

impl eframe::App for Painted {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        paint(ui, self.0);
    }
}

/// The picture of a window, and how many of its shapes were taken over.
fn shot(takes_over: bool, scale: f32) -> (Vec<u8>, usize) {
    let builder = Harness::builder()
        .with_size(SIZE)
        .with_pixels_per_point(scale);
    let builder = builder.wgpu_setup(egui_kittest::wgpu::default_wgpu_setup());
    let mut window = builder.build_eframe(|cc| {
        let state = cc.wgpu_render_state.as_ref().unwrap();
        let view = texture(state);
        let id = state.renderer.write().register_native_texture(
            &state.device,
            &view,
            wgpu::FilterMode::Linear,
        );
        if takes_over {
            take_over(&cc.egui_ctx, state);
            picture(state, id, Some(&view));
        }
        Painted(id)
    });
    window.run();
    let taken = window
        .output()
        .shapes
        .iter()
        .filter(|it| matches!(it.shape, Shape::Callback(_)))
        .count();
    (window.render().unwrap().into_raw(), taken)
}

#[test]
fn what_is_taken_over_looks_as_egui_paints_it() {
    for scale in [1.0, 1.25, 2.0] {
        let ((ours, taken), (theirs, none)) = (shot(true, scale), shot(false, scale));
        // At 1.25 the picture does not begin at a whole pixel.
        assert_eq!(
            (taken, none),
            (if scale == 1.25 { 4 } else { 5 }, 0),
            "at {scale}"
        );
        assert_eq!(ours.len(), theirs.len());
        let away = |(ours, theirs): (&u8, &u8)| ours.abs_diff(*theirs);
        let worst = ours.iter().zip(theirs.iter()).map(away).max().unwrap();
        assert!(worst <= 1, "{worst} at {scale}");
    }
}
