//! What the pose of the selected bone comes from: shares of clips, and what each node does.

use super::{WhyPanelState, note::note_ui};
use crate::{
    action::{EditorAction, SessionAction},
    parts, theme,
};
use egui::{Align2, Response, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use words::tr;

/// Shows the provenance of the selected bone.
pub fn traced_ui(ui: &mut Ui, state: &WhyPanelState<'_>, actions: &mut Vec<EditorAction>) {
    let traced = state.rewound.traced.as_ref();
    let bone = traced.map_or(String::new(), |it| state.names.text(it.bone).to_owned());
    if !parts::group_header(ui, tr!("Provenance"), &bone) {
        return;
    }
    let Some(traced) = traced else {
        return note_ui(
            ui,
            tr!("Select a bone in the viewport or in the Skeleton panel."),
        );
    };
    if traced.tick != state.rewound.tick() {
        return note_ui(ui, tr!("Asking…"));
    }
    let Some(found) = &traced.provenance else {
        return note_ui(ui, tr!("The character has no such bone at this moment."));
    };
    note_ui(ui, tr!("By clip"));
    for share in &found.shares {
        let name = share.clip.map_or(tr!("reference pose").to_owned(), |clip| {
            state.names.text(clip).to_owned()
        });
        let sign = if share.is_additive { "+" } else { "" };
        let value = format!("{sign}{:.1} %", share.weight * 100.0);
        bar_ui(ui, (&name, false), share.weight, &value);
    }
    note_ui(
        ui,
        tr!("By node: how far the bone is from where it is without it"),
    );
    let most = found
        .nodes
        .iter()
        .map(|it| it.distance)
        .fold(1e-9, f64::max);
    for node in &found.nodes {
        let value = tr!("{:.1} mm, {:.1}°", node.distance * 1000.0, node.angle);
        let is_on = state.rewound.without == Some(node.node);
        let name = state.names.text(node.name);
        let part = (node.distance / most) as f32;
        let response = bar_ui(ui, (name, is_on), part, &value);
        let tip = tr!("Click to see the pose without it as a ghost");
        if response.on_hover_text(tip).clicked() {
            actions.push(SessionAction::ShowWithout(node.node).into());
        }
    }
    if found.nodes.is_empty() {
        note_ui(ui, tr!("No node moves it."));
    }
}

fn bar_ui(ui: &mut Ui, (name, is_on): (&str, bool), part: f32, value: &str) -> Response {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::LOG_ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name} {value}")));
    if is_on {
        ui.painter().rect_filled(rect, 0.0, theme::ACCENT_FILL);
    }
    let (left, right) = (rect.left() + 14.0, rect.right() - 8.0);
    let middle = left + (right - left) * 0.44;
    let cell = |from, to| parts::row_cell(rect, from, to);
    parts::text_in(
        ui,
        cell(left, middle - 6.0),
        Align2::LEFT_CENTER,
        name,
        theme::text(),
        theme::TEXT,
    );
    let track = cell(middle, right - 116.0).shrink2(vec2(0.0, 7.0));
    ui.painter().rect_filled(track, 2.0, theme::BASE);
    let filled = track.with_max_x(track.left() + track.width() * part.clamp(0.0, 1.0));
    ui.painter().rect_filled(filled, 2.0, theme::PALETTE[5]);
    parts::text_in(
        ui,
        cell(right - 112.0, right),
        Align2::RIGHT_CENTER,
        value,
        theme::small(),
        theme::TEXT,
    );
    response.on_hover_text(format!("{name}: {value}"))
}
