//! The page of preferences.

use crate::{
    action::{EditorAction, KeysAction, ViewAction},
    parts::{self, FieldEdit, NumberField},
    preferences::{AUTOSAVES, HISTORIES, InputPreset, Preferences, SCALES, Unit, most_workers},
    theme,
};
use document::{Document, MOST_STEPS};
use egui::{Button, Label, Response, RichText, Ui, vec2};
use languages::Language;
use words::{noun, tr};

/// Each change takes effect at once.
pub fn preferences_ui(
    ui: &mut Ui,
    known: &Preferences,
    preset: InputPreset,
    document: &Document,
    actions: &mut Vec<EditorAction>,
) {
    let mut chosen = *known;
    parts::property(ui, tr!("Interface scale"), |ui| {
        for scale in SCALES {
            if choice(ui, &format!("{scale} %"), known.scale == scale) {
                chosen.scale = scale;
            }
        }
    });
    parts::property(ui, tr!("Language"), |ui| {
        let shown = known.shown_language();
        if choice(ui, tr!("System"), shown.is_none()) {
            (chosen.language, chosen.asked_language) = (None, None);
        }
        for language in Language::ALL {
            let own = language.own_name();
            // A name that no font has would be a row of boxes.
            let has_font = ui.fonts_mut(|fonts| fonts.has_glyphs(&theme::medium(), own));
            let name = if has_font {
                own
            } else {
                language.english_name()
            };
            let response = choice_response(ui, name, shown == Some(language));
            if response.on_hover_text(language.english_name()).clicked() {
                (chosen.language, chosen.asked_language) = (Some(language), None);
            }
        }
    });
    note(
        ui,
        tr!("Names in your projects and the pages of the guide stay as they are written."),
    );
    parts::property(ui, tr!("Lengths"), |ui| {
        for unit in Unit::ALL {
            if choice(ui, unit.title(), known.unit == unit) {
                chosen.unit = unit;
            }
        }
    });
    note(
        ui,
        tr!("Positions, distances and speeds. Errors are in centimetres."),
    );
    parts::property(ui, tr!("Keys and mouse"), |ui| {
        for other in InputPreset::ALL {
            if choice(ui, other.name(), preset == other) && preset != other {
                actions.push(KeysAction::Choose(other).into());
            }
        }
        if parts::button(ui, None, tr!("Change keys…"), false).clicked() {
            actions.push(ViewAction::ShowKeys.into());
        }
    });
    note(
        ui,
        tr!("Keys and mouse of that program. Switching discards your own keys."),
    );
    parts::property(ui, tr!("Autosave"), |ui| {
        for minutes in AUTOSAVES {
            let name = if minutes == 0 {
                tr!("Never").to_owned()
            } else {
                tr!("{minutes} min")
            };
            if choice(ui, &name, known.autosave == minutes) {
                chosen.autosave = minutes;
            }
        }
    });
    note(
        ui,
        tr!(
            "Delay after an edit, before it saves into the project folder. Save a new project once first."
        ),
    );
    parts::property(ui, tr!("Changed sources"), |ui| {
        for (comes_in, name) in [(false, tr!("Notify me")), (true, tr!("Import again"))] {
            if choice(ui, name, known.reimport == comes_in) {
                chosen.reimport = comes_in;
            }
        }
    });
    note(
        ui,
        tr!("When imported files change on disk. Your edits stay."),
    );
    parts::property(ui, tr!("Undo history"), |ui| {
        for megabytes in HISTORIES {
            if choice(ui, &tr!("{megabytes} MB"), known.history == megabytes) {
                chosen.history = megabytes;
            }
        }
    });
    note(ui, &history(document));
    parts::property(ui, tr!("Worker threads"), |ui| {
        let field = NumberField {
            name: tr!("Worker threads"),
            value: known.workers as f64,
            unit: "",
            decimals: 0,
            speed: 0.05,
            range: 1.0..=most_workers() as f64,
            width: 58.0,
        };
        if let Some(FieldEdit::Change(workers)) = field.show(ui) {
            chosen.workers = workers.round() as usize;
        }
    });
    note(
        ui,
        tr!("Threads that evaluate the preview. The result does not depend on their number."),
    );
    parts::property(ui, tr!("Reduced motion"), |ui| {
        if parts::check_box(ui, known.reduced_motion, tr!("Reduced motion")) {
            chosen.reduced_motion = !chosen.reduced_motion;
        }
    });
    note(ui, tr!("Turns off fades and other UI animation."));
    if chosen != *known {
        actions.push(ViewAction::SetPreferences(chosen).into());
    }
}

/// Text about how much of the undo history is in use.
fn history(document: &Document) -> String {
    let (steps, megabytes) = (
        document.history_steps(),
        document.history_bytes() as f64 / f64::from(1 << 20),
    );
    let used = tr!(
        "Now {megabytes:.1} MB for {}.",
        parts::count(steps, noun!("step"))
    );
    let dropped = match document.forgotten() {
        0 => String::new(),
        forgotten => tr!(
            " {} discarded.",
            parts::count(forgotten, noun!("older step"))
        ),
    };
    tr!(
        "{used}{dropped} Above this size or {MOST_STEPS} steps, the oldest steps are discarded. The last edit can always be undone."
    )
}

fn choice(ui: &mut Ui, name: &str, on: bool) -> bool {
    choice_response(ui, name, on).clicked()
}

fn choice_response(ui: &mut Ui, name: &str, on: bool) -> Response {
    let color = if on { theme::ACCENT } else { theme::TEXT_2 };
    let text = RichText::new(name).font(theme::medium()).color(color);
    ui.spacing_mut().button_padding.x = 6.0;
    ui.add(Button::selectable(on, text).min_size(vec2(0.0, theme::BUTTON)))
}

fn note(ui: &mut Ui, text: &str) {
    ui.horizontal(|ui| {
        ui.add_space(theme::LABEL_COLUMN);
        ui.add(
            Label::new(
                RichText::new(text)
                    .font(theme::small())
                    .color(theme::TEXT_2),
            )
            .wrap(),
        );
    });
    ui.add_space(4.0);
}
