//! Skin weights as colours: how much each vertex follows one bone, and the card that says which
//! colour means how much.

#[cfg(test)]
mod tests;

use super::card::{below_tools, paint_card};
use crate::{parts, theme};
use anim::MeshPart;
use egui::{
    Align2, Color32, Mesh, Rect, Sense, Shape, Ui, WidgetInfo, accesskit::Role, pos2, vec2,
};
use render::RenderMaterial;
use words::tr;

/// Colours from no weight to full weight, in even steps.
const RAMP: [Color32; 5] = [
    Color32::from_rgb(0x56, 0x5E, 0x6E),
    Color32::from_rgb(0x2F, 0x6F, 0xC9),
    Color32::from_rgb(0x35, 0xB5, 0x8A),
    Color32::from_rgb(0xE8, 0xC8, 0x3C),
    Color32::from_rgb(0xE5, 0x48, 0x2D),
];
/// Material of painted parts: unchanged colours on both sides of faces.
pub(super) const MATERIAL: RenderMaterial = RenderMaterial {
    base_color: [1.0; 4],
    texture: None,
    normal_texture: None,
    double_sided: true,
    alpha_cutoff: 0.0,
};

const WIDTH: f32 = 264.0;
const ROW: f32 = 20.0;

fn color(weight: f32) -> [f32; 4] {
    let at = weight.clamp(0.0, 1.0) * (RAMP.len() - 1) as f32;
    let (below, share) = ((at as usize).min(RAMP.len() - 2), at.fract());
    let share = if at as usize > below { 1.0 } else { share };
    let [a, b] = [RAMP[below], RAMP[below + 1]].map(|it| egui::Rgba::from(it).to_array());
    std::array::from_fn(|channel| a[channel] + (b[channel] - a[channel]) * share)
}

/// Linear RGBA of each vertex by its weight of `bone`, an index into the skeleton that the part's
/// palette refers to.
pub(super) fn colors(part: &MeshPart, bone: Option<usize>) -> Vec<[f32; 4]> {
    let is_it: Vec<bool> = part
        .palette
        .iter()
        .map(|joint| bone == Some(joint.bone as usize))
        .collect();
    let width = part.influences as usize;
    let weight = |(slots, weights): (&[u16], &[f32])| -> f32 {
        slots
            .iter()
            .zip(weights)
            .filter(|(slot, _)| is_it[usize::from(**slot)])
            .map(|(_, weight)| weight)
            .sum()
    };
    part.joints
        .chunks_exact(width)
        .zip(part.weights.chunks_exact(width))
        .map(weight)
        .map(color)
        .collect()
}

/// Draws the legend of skin weights below the tools.
pub(super) fn legend(ui: &Ui, tools: Rect, bone: Option<&str>) {
    let words = match bone {
        Some(name) => tr!("Skin weights of {name}"),
        None => tr!("Select a bone to see its weights").to_owned(),
    };
    let card = below_tools(tools, vec2(WIDTH, 3.0 * ROW));
    paint_card(ui, card, "weights");
    let row = |nth: f32| {
        let top = card.top() + 4.0 + nth * ROW;
        Rect::from_min_size(pos2(card.left(), top), vec2(card.width(), ROW))
            .shrink2(vec2(12.0, 0.0))
    };
    let response = ui.interact(row(0.0), ui.scope_id().with("weights"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let ink = if bone.is_some() {
        theme::TEXT
    } else {
        theme::TEXT_2
    };
    parts::text_in(
        ui,
        row(0.0),
        Align2::LEFT_CENTER,
        words,
        theme::small(),
        ink,
    );
    ui.painter().add(bar(row(1.0).shrink2(vec2(0.0, 4.0))));
    for (text, align) in [
        ("0 %", Align2::LEFT_CENTER),
        ("50 %", Align2::CENTER_CENTER),
        ("100 %", Align2::RIGHT_CENTER),
    ] {
        parts::text_in(ui, row(1.8), align, text, theme::small(), theme::TEXT_2);
    }
}

fn bar(rect: Rect) -> Shape {
    let mut mesh = Mesh::default();
    for (at, color) in (0u32..).zip(RAMP) {
        let x = egui::lerp(rect.x_range(), at as f32 / (RAMP.len() - 1) as f32);
        mesh.colored_vertex(pos2(x, rect.top()), color);
        mesh.colored_vertex(pos2(x, rect.bottom()), color);
        if at > 0 {
            let first = (at - 1) * 2;
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 1, first + 2, first + 3);
        }
    }
    Shape::mesh(mesh)
}
