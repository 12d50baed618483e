//! Fewer keys in a clip: what it may cost, the thresholds that hold it, what they would leave, and the button that does it.

use super::{Fields, fact};
use crate::{
    action::Action,
    icons, parts,
    parts::{FieldEdit, NumberField},
    session::{ReductionGoal, ReductionPreview},
    theme,
};
use asset::{Clip, Skeleton, reduce::Preview};
use document::{ClipCommand, Command};
use egui::Ui;

/// Rows of bones in a preview.
const MOST_BONES: usize = 24;

pub fn reduction_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, clip: &Clip) {
    let (settings, goal) = (fields.session.reduction, fields.session.reduction_goal);
    let preview = fields.session.reduction_preview.clone().filter(|preview| preview.is_of(clip, &settings, goal));
    bound_ui(ui, fields);
    if preview.is_some() || !goal.is_followed {
        thresholds_ui(ui, fields);
    }
    delay_ui(ui, fields);
    let Some(preview) = preview else {
        if button_row(ui, icons::EYE, "Preview", false) {
            fields.actions.push(Action::PreviewReduction);
        }
        return;
    };
    let skeleton = fields.host.project.skeletons.get(&clip.skeleton);
    let Some((found, skeleton)) = preview.found.as_ref().zip(skeleton) else {
        fact(ui, "Keys", "The clip gives no frames that could be compared");
        return;
    };
    total_ui(ui, clip, skeleton, found);
    let is_within = found.errors.max <= goal.bound;
    if !is_within {
        let text = format!("Points move by more than {:.2} cm", goal.bound * 100.0);
        let warning = egui::RichText::new(text).font(theme::small()).color(theme::WARN);
        parts::property(ui, "", |ui| ui.label(warning));
    }
    let (now, then) = found.keys();
    if then < now && button_row(ui, if is_within { icons::CHECK } else { icons::WARNING }, "Reduce keys", is_within) {
        let id = fields.host.id;
        fields.perform(Command::Clip(id, ClipCommand::ReduceKeys(settings)));
    }
    bones_ui(ui, skeleton, found);
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
    let Some(FieldEdit::Change(changed)) = parts::property(ui, label, |ui| field.show(ui)) else { return false };
    *value = (changed / factor) as f32;
    true
}

/// Thresholds follow the bound from then on.
fn bound_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>) {
    let goal = &mut fields.session.reduction_goal;
    goal.is_followed |= number_ui(ui, ("Error bound", "cm", 2), &mut goal.bound, (100.0, 1000.0));
}

/// Whoever changes one chooses both.
fn thresholds_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>) {
    let known = &mut fields.session.reduction;
    let mut is_chosen = number_ui(ui, ("Threshold", "°", 3), &mut known.rotation, (1.0, 36_000.0));
    is_chosen |= number_ui(ui, ("Distance", "cm", 3), &mut known.translation, (100.0, 100_000.0));
    fields.session.reduction_goal.is_followed &= !is_chosen;
}

fn delay_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>) {
    number_ui(ui, ("Longest delay", "s", 2), &mut fields.session.reduction.delay, (1.0, 1000.0));
}

fn bone_name(skeleton: &Skeleton, bone: usize) -> &str {
    skeleton.bones.get(bone).map_or("—", |bone| bone.name.as_str())
}

fn total_ui(ui: &mut Ui, clip: &Clip, skeleton: &Skeleton, found: &Preview) {
    let (now, then) = found.keys();
    fact(ui, "Keys before", &now.to_string());
    fact(ui, "Keys after", &then.to_string());
    let errors = &found.errors;
    let time = errors.worst_frame as f32 / clip.frame_rate;
    fact(
        ui,
        "Largest error",
        &format!("{:.3} cm at {}, {time:.2} s", errors.max * 100.0, bone_name(skeleton, errors.worst_bone)),
    );
    fact(ui, "Mean error", &format!("{:.3} cm", errors.mean * 100.0));
}

/// Those that keep the most first.
fn bones_ui(ui: &mut Ui, skeleton: &Skeleton, found: &Preview) {
    let errors = &found.errors;
    let mut bones = found.bones.clone();
    bones.sort_by_key(|(bone, _, then)| (std::cmp::Reverse(*then), *bone));
    for (bone, now, then) in bones.iter().take(MOST_BONES) {
        let error = errors.bones.get(*bone as usize).map_or(0.0, |error| error.max * 100.0);
        fact(ui, bone_name(skeleton, *bone as usize), &format!("{then} of {now} keys, {error:.3} cm"));
    }
    if bones.len() > MOST_BONES {
        let more = egui::RichText::new(format!("and {} more bones", bones.len() - MOST_BONES));
        parts::property(ui, "", |ui| ui.label(more.font(theme::small()).color(theme::TEXT_3)));
    }
}

fn button_row(ui: &mut Ui, icon: &str, label: &str, primary: bool) -> bool {
    parts::property(ui, "", |ui| parts::button(ui, Some(icon), label, primary).clicked())
}

impl ReductionPreview {
    /// Whether it still tells what would happen.
    fn is_of(&self, clip: &Clip, settings: &anim::reduction::Reduction, goal: ReductionGoal) -> bool {
        std::sync::Arc::ptr_eq(&self.clip.source, &clip.source)
            && self.clip.frame_rate == clip.frame_rate
            && self.settings == *settings
            && (self.goal.is_followed, self.goal.bound.to_bits()) == (goal.is_followed, goal.bound.to_bits())
    }
}
