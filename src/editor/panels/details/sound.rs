//! A sound of the project: what it is, what it looks like, and a button that plays it.

use super::{PropertyRows, fact, identity};
use crate::{
    action::{FileAction, TransportAction},
    icons,
    panels::rows::fact_in,
    parts, sounds, theme,
};
use asset::{Id, Project, SoundFile};
use egui::{Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use std::sync::Arc;
use words::{noun, tr};

/// Points of the picture of a sound.
const HEIGHT: f32 = 72.0;

/// The rows of a sound that is selected in the assets.
pub fn sound_ui(
    ui: &mut Ui,
    rows: &mut PropertyRows<'_>,
    project: &Project,
    file: &Arc<SoundFile>,
) {
    let id = rows.asset;
    identity(ui, icons::SPEAKER_SIMPLE_HIGH, &file.name, tr!("Sound"), "");
    waveform_ui(ui, rows, file);
    try_ui(ui, rows, id);
    fact(ui, tr!("Length"), &format!("{:.3} s", file.seconds));
    facts_ui(ui, rows, file);
    let size = file.bytes.len() as f64 / 1024.0;
    fact(
        ui,
        tr!("File"),
        &tr!("{} file, {size:.0} KiB", file.ending.to_uppercase()),
    );
    fact(ui, tr!("Used by"), &used_by(project, id));
    let replace = parts::property(ui, "", |ui| {
        parts::button(ui, None, tr!("Replace file…"), false)
            .on_hover_text(tr!("Another file under the same name"))
            .clicked()
    });
    if replace {
        rows.actions.push(FileAction::ReplaceSound(id).into());
    }
}

fn waveform_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, file: &Arc<SoundFile>) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, tr!("Waveform")));
    let inner = rect.shrink2(vec2(12.0, 6.0));
    let painter = ui.painter_at(inner);
    painter.rect_filled(inner, 3.0, theme::BASE);
    let words = match rows.views.sounds.get(file) {
        Some(Ok(decoded)) => {
            let whole = (0.0, decoded.wave.duration());
            return sounds::waveform(&painter, inner, &decoded.wave, whole, theme::OK);
        }
        Some(Err(_)) => tr!("No picture"),
        None => tr!("Reading…"),
    };
    parts::text_in(
        ui,
        inner,
        egui::Align2::CENTER_CENTER,
        words,
        theme::small(),
        theme::TEXT_3,
    );
}

fn facts_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, file: &Arc<SoundFile>) {
    match rows.views.sounds.get(file) {
        Some(Ok(decoded)) => fact(ui, tr!("Rate"), &tr!("{} Hz", decoded.pcm.rate)),
        Some(Err(why)) => fact_in(ui, tr!("Problem"), &tr!("In the file, {why}"), theme::ERROR),
        None => fact(ui, tr!("Rate"), tr!("Reading…")),
    }
}

/// How many notifies use the sound, and on how many timelines it lies, as text.
fn used_by(project: &Project, id: Id) -> String {
    let montages = project.montages.values().map(|montage| &montage.notifies);
    let notifies = montages.chain(project.clips.values().map(|clip| &clip.notifies));
    let names = |notify: &&asset::Notify| {
        let found = project.sound_of(notify);
        found.is_some_and(|(sound, ..)| sound == id)
    };
    let notifies = notifies.flat_map(|list| list.iter()).filter(names).count();
    match (notifies, project.users(id).count()) {
        (0, 0) => tr!("nothing yet").to_owned(),
        (notifies, 0) => parts::count(notifies, noun!("notify", "notifies")),
        (0, timelines) => parts::count(timelines, noun!("timeline")),
        (notifies, timelines) => format!(
            "{}, {}",
            parts::count(notifies, noun!("notify", "notifies")),
            parts::count(timelines, noun!("timeline"))
        ),
    }
}

/// A button that plays a sound by itself, or stops it.
pub fn try_ui(ui: &mut Ui, rows: &mut PropertyRows<'_>, sound: Id) {
    let plays = rows.session.trial_sound == Some(sound);
    let (icon, label) = if plays {
        (icons::PAUSE, tr!("Stop sound"))
    } else {
        (icons::PLAY, tr!("Play sound"))
    };
    let clicked = parts::property(ui, "", |ui| {
        parts::button(ui, Some(icon), label, false).clicked()
    });
    if clicked {
        rows.actions.push(TransportAction::TrySound(sound).into());
    }
}
