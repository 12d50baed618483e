//! Fewer keys in a clip: what it may cost, the thresholds that hold it, what they would leave, and
//! the button that does it.

use super::{fact, fields::TimelineFieldRows};
use crate::{
    action::ClipAction,
    icons,
    panels::rows::fact_in,
    parts::{self, FieldEdit, NumberField},
    reduction::{Comparison, ReductionPreview},
    theme,
};
use asset::{Clip, Skeleton, reduce::Preview};
use document::{ClipCommand, Command};
use egui::{Rect, Ui};
use words::tr;

/// Rows of bones in a preview.
const MOST_BONES: usize = 24;

/// The key reduction of a clip: thresholds, a preview and what it would do.
pub fn reduction_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, clip: &Clip) {
    let (settings, goal) = (
        fields.rows.views.kinds.clip.reduction,
        fields.rows.views.kinds.clip.reduction_goal,
    );
    let preview = fields
        .rows
        .views
        .kinds
        .clip
        .reduction_preview
        .clone()
        .filter(|preview| preview.is_of(clip, &settings, goal));
    bound_ui(ui, fields);
    if preview.is_some() || !goal.is_followed {
        thresholds_ui(ui, fields);
    }
    delay_ui(ui, fields);
    comparison_ui(ui, fields, preview.as_deref());
    let Some(preview) = preview else {
        return preview_ui(ui, fields);
    };
    let top = ui.cursor().top();
    result_ui(ui, fields, clip, &preview);
    let waited = ui.scope_id().with("waiting for a preview");
    if ui
        .data_mut(|data| data.remove_temp::<bool>(waited))
        .is_some()
    {
        // What was asked for comes into sight: its sums and the button, not the bones below.
        let bottom = ui.cursor().top().min(top + 7.0 * theme::ROW);
        ui.scroll_to_rect(
            Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=bottom),
            None,
        );
    }
}

fn result_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    clip: &Clip,
    preview: &ReductionPreview,
) {
    let (settings, goal) = (
        fields.rows.views.kinds.clip.reduction,
        fields.rows.views.kinds.clip.reduction_goal,
    );
    let skeleton = fields.host.project.skeletons.get(&clip.skeleton);
    let Some((found, skeleton)) = preview.found.as_ref().zip(skeleton) else {
        fact(ui, tr!("Keys"), tr!("The clip has no frames to compare"));
        return;
    };
    total_ui(ui, fields, skeleton, (preview, found));
    let is_within = found.errors.max <= goal.bound;
    if !is_within {
        let text = tr!("The error exceeds {:.2} cm", goal.bound * 100.0);
        let warning = egui::RichText::new(text)
            .font(theme::small())
            .color(theme::WARN);
        parts::property(ui, "", |ui| ui.label(warning));
    }
    let (now, then) = found.keys();
    if then < now
        && button_row(
            ui,
            if is_within {
                icons::CHECK
            } else {
                icons::WARNING
            },
            tr!("Reduce keys"),
            is_within,
        )
    {
        let id = fields.host.id;
        fields.rows.views.kinds.clip.comparison = None;
        fields
            .rows
            .perform(Command::Clip(id, ClipCommand::ReduceKeys(settings)));
    }
    bones_ui(ui, skeleton, found);
}

/// Button that makes a preview, or the state of the search for one.
fn preview_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>) {
    if fields.rows.views.kinds.clip.is_reducing {
        fact(ui, tr!("State"), tr!("Searching keys to remove…"));
        ui.data_mut(|data| data.insert_temp(ui.scope_id().with("waiting for a preview"), true));
    } else if button_row(ui, icons::EYE, tr!("Preview"), false) {
        fields
            .rows
            .actions
            .push(ClipAction::PreviewReduction.into());
    }
}

/// Turns the comparison on and off, where there is something to compare or may be.
fn comparison_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    preview: Option<&ReductionPreview>,
) {
    if preview.is_some_and(|preview| preview.found.is_none()) {
        return;
    }
    let is_on = fields.rows.views.kinds.clip.comparison.is_some();
    let clicked = parts::property(ui, tr!("Show"), |ui| {
        let clicked = parts::check_box(ui, is_on, tr!("Show before and after"));
        ui.add(
            egui::Label::new(egui::RichText::new(tr!("before and after")).color(theme::TEXT))
                .truncate(),
        )
        .on_hover_text(tr!(
            "Compares in the viewport, and shows the selected bone's keys in the timeline"
        ));
        clicked
    });
    if clicked {
        let clip = fields.host.id;
        fields.rows.views.kinds.clip.comparison = (!is_on).then(|| Comparison::new(clip));
    }
}

/// A number of the session; returns whether it was changed.
fn number_ui(
    ui: &mut Ui,
    (label, unit, decimals): (&str, &str, usize),
    value: &mut f32,
    (factor, most): (f64, f64),
) -> bool {
    let field = NumberField {
        name: label,
        value: f64::from(*value) * factor,
        unit,
        decimals,
        speed: 0.01,
        range: 0.0..=most,
        width: 84.0,
    };
    let edit = parts::property(ui, label, |ui| field.show(ui));
    let Some(changed) = edit.and_then(FieldEdit::value) else {
        return false;
    };
    *value = (changed / factor) as f32;
    true
}

/// Thresholds follow the bound from then on.
fn bound_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>) {
    let goal = &mut fields.rows.views.kinds.clip.reduction_goal;
    goal.is_followed |= number_ui(
        ui,
        (tr!("Error bound"), "cm", 2),
        &mut goal.bound,
        (100.0, 1000.0),
    );
}

/// Rows for the error thresholds; after an edit of either one, both no longer follow the goal.
fn thresholds_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>) {
    let known = &mut fields.rows.views.kinds.clip.reduction;
    let mut is_chosen = number_ui(
        ui,
        (tr!("Rotation error"), "°", 3),
        &mut known.rotation,
        (1.0, 36_000.0),
    );
    is_chosen |= number_ui(
        ui,
        (tr!("Position error"), "cm", 3),
        &mut known.translation,
        (100.0, 100_000.0),
    );
    fields.rows.views.kinds.clip.reduction_goal.is_followed &= !is_chosen;
}

fn delay_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>) {
    number_ui(
        ui,
        (tr!("Max key gap"), "s", 2),
        &mut fields.rows.views.kinds.clip.reduction.delay,
        (1.0, 1000.0),
    );
}

fn bone_name(skeleton: &Skeleton, bone: usize) -> &str {
    skeleton
        .bones
        .get(bone)
        .map_or("—", |bone| bone.name.as_str())
}

fn total_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    skeleton: &Skeleton,
    (preview, found): (&ReductionPreview, &Preview),
) {
    let (now, then) = found.keys();
    fact(ui, tr!("Keys before"), &now.to_string());
    fact(ui, tr!("Keys after"), &then.to_string());
    let is_within = found.errors.max <= fields.rows.views.kinds.clip.reduction_goal.bound;
    let color = if is_within { theme::TEXT } else { theme::ERROR };
    fact_in(
        ui,
        tr!("Largest error"),
        &preview.worst(skeleton).unwrap_or_default(),
        color,
    );
    fact(
        ui,
        tr!("Mean error"),
        &format!("{:.3} cm", found.errors.mean * 100.0),
    );
    let tip = tr!("Moves the playhead to the largest error and selects its bone");
    let go = |ui: &mut Ui| {
        parts::button(ui, None, tr!("Worst place"), false)
            .on_hover_text(tip)
            .clicked()
    };
    if found.errors.max > 0.0 && parts::property(ui, "", go) {
        let time = preview.worst_time().unwrap_or(0.0).into();
        fields.rows.actions.push(
            ClipAction::ShowBoneAt {
                bone: found.errors.worst_bone,
                time,
            }
            .into(),
        );
    }
}

/// Key counts of bones, those with the most remaining keys first.
fn bones_ui(ui: &mut Ui, skeleton: &Skeleton, found: &Preview) {
    let errors = &found.errors;
    let mut bones = found.bones.clone();
    bones.sort_by_key(|(bone, _, then)| (std::cmp::Reverse(*then), *bone));
    for (bone, now, then) in bones.iter().take(MOST_BONES) {
        let error = errors
            .bones
            .get(*bone as usize)
            .map_or(0.0, |error| error.max * 100.0);
        fact(
            ui,
            bone_name(skeleton, *bone as usize),
            &tr!("{then} of {now} keys, {error:.3} cm"),
        );
    }
    if bones.len() > MOST_BONES {
        let more = egui::RichText::new(tr!("and {} more bones", bones.len() - MOST_BONES));
        parts::property(ui, "", |ui| {
            ui.label(more.font(theme::small()).color(theme::TEXT_3))
        });
    }
}

fn button_row(ui: &mut Ui, icon: &str, label: &str, primary: bool) -> bool {
    parts::property(ui, "", |ui| {
        parts::button(ui, Some(icon), label, primary).clicked()
    })
}
