//! The samples of a blend space with their live weights, and why the weights are what they are.

use super::{super::PropertyRows, place_text};
use crate::{action::BlendSpaceAction, icons, kinds::blend_space::BlendSpaceNow, parts, theme};
use asset::{BlendSpace, Id, Project, blend_space::Sample};
use egui::{Align2, Color32, Rect, RichText, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use words::tr;

/// Points of the column of weights at the right end, and of the places before it.
const WEIGHT: f32 = 56.0;
const PLACE: f32 = 120.0;

/// A row for each sample; a click chooses it.
pub(super) fn samples_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    space: &BlendSpace,
    (chosen, now): (Option<Id>, &BlendSpaceNow),
) {
    if !parts::group_header(ui, tr!("Samples"), &space.samples.len().to_string()) {
        return;
    }
    heading_ui(ui);
    for (at, sample) in space.samples.iter().enumerate() {
        let weight = now.weights.get(at).copied().unwrap_or(0.0);
        let name = project.asset_name(sample.clip).unwrap_or(tr!("missing"));
        let place = place_text(space, sample);
        if row_ui(ui, (name, &place, weight), chosen == Some(sample.id)) {
            rows.actions
                .push(BlendSpaceAction::ChooseSample(sample.id).into());
        }
    }
    if parts::property(ui, "", |ui| {
        parts::button(ui, Some(icons::PLUS), tr!("Add sample"), false).clicked()
    }) {
        rows.actions.push(BlendSpaceAction::AddSample.into());
    }
}

/// Clip, place and weight of a row.
fn cells(row: Rect) -> [Rect; 3] {
    let right = row.right() - 12.0;
    let part = |from: f32, to: f32| {
        Rect::from_min_max(
            pos2(right - from, row.top()),
            pos2(right - to, row.bottom()),
        )
    };
    let name = Rect::from_min_max(
        pos2(row.left() + 24.0, row.top()),
        pos2(right - WEIGHT - PLACE, row.bottom()),
    );
    [name, part(WEIGHT + PLACE, WEIGHT), part(WEIGHT, 0.0)]
}

fn heading_ui(ui: &mut Ui) {
    let (row, response) = ui.allocate_exact_size(vec2(ui.available_width(), 18.0), Sense::hover());
    response.on_hover_text(tr!(
        "Weights are those of the preview; they change while it plays."
    ));
    let words = [tr!("Clip"), tr!("Place"), tr!("Weight")];
    for (nth, (cell, text)) in cells(row).into_iter().zip(words).enumerate() {
        let align = if nth == 0 {
            Align2::LEFT_CENTER
        } else {
            Align2::RIGHT_CENTER
        };
        parts::text_in(ui, cell, align, text, theme::small(), theme::TEXT_3);
    }
}

/// Returns whether it was clicked.
fn row_ui(ui: &mut Ui, (name, place, weight): (&str, &str, f64), is_chosen: bool) -> bool {
    let size = vec2(ui.available_width(), theme::LOG_ROW);
    let (row, response) = ui.allocate_exact_size(size, Sense::click());
    let label = tr!("Sample {name}");
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &label));
    if is_chosen || response.hovered() {
        let fill = if is_chosen {
            theme::ACCENT_FILL
        } else {
            theme::RAISE
        };
        ui.painter().rect_filled(row, 0.0, fill);
    }
    let [words, at, share] = cells(row);
    let is_in = weight >= 5e-4;
    let live = theme::category(2);
    let dot = pos2(row.left() + 14.0, row.center().y);
    if is_in {
        ui.painter().circle_filled(dot, 3.5, live);
    } else {
        let edge = egui::Stroke::new(1.0, theme::TEXT_3);
        ui.painter().circle_stroke(dot, 3.0, edge);
    }
    let tone = |on: Color32| if is_in { on } else { theme::TEXT_3 };
    let (left, right) = (Align2::LEFT_CENTER, Align2::RIGHT_CENTER);
    parts::text_in(ui, words, left, name, theme::text(), theme::TEXT);
    parts::text_in(ui, at, right, place, theme::small(), theme::TEXT_2);
    let number = format!("{weight:.3}");
    parts::text_in(ui, share, right, &number, theme::small(), tone(live));
    parts::focus_ring(ui, &response);
    let clicked = response.clicked();
    response.on_hover_text(tr!("{name} at {place}, weight {number}"));
    clicked
}

/// Sentences below a heading.
pub(super) fn why_ui(ui: &mut Ui, project: &Project, space: &BlendSpace, now: &BlendSpaceNow) {
    if space.samples.is_empty() || !parts::group_header(ui, tr!("Why these weights"), "") {
        return;
    }
    let name = |sample: usize| {
        let clip = space.samples.get(sample).map(|sample: &Sample| sample.clip);
        let name = clip.and_then(|clip| project.asset_name(clip));
        name.unwrap_or(tr!("missing")).to_owned()
    };
    for reason in now.reasons(space, name) {
        ui.horizontal(|ui| {
            ui.add_space(12.0);
            let text = RichText::new(reason).font(theme::small());
            ui.add(egui::Label::new(text.color(theme::TEXT_2)).wrap());
        });
    }
    ui.add_space(4.0);
}
