//! The page that lists every key and changes it.

use crate::{
    action::{EditorAction, Entry, KeysAction},
    icons,
    keymap::{KeyFile, Keymap, chord, entries},
    parts,
    preferences::InputPreset,
    theme,
    viewport::mouse,
};
use egui::{Event, Key, KeyboardShortcut, Ui};
use words::tr;

/// The state of the Keys page while it is open.
#[derive(Clone, Debug, Default)]
pub struct KeysPage {
    filter: String,
    /// The entry that gets the next keys pressed.
    waiting: Option<&'static str>,
    /// Why the last change was not made; None if it was made.
    pub refused: Option<String>,
}

/// Shows the Keys page while it is open; Esc or its button closes it.
pub fn window_ui(
    ctx: &egui::Context,
    open: &mut Option<KeysPage>,
    (keymap, file): (&Keymap, &KeyFile),
    actions: &mut Vec<EditorAction>,
) {
    let Some(mut page) = open.take() else { return };
    let was_waiting = page.waiting.is_some();
    let mut closed = false;
    let modal = egui::Modal::new(egui::Id::unique("keys")).show(ctx, |ui| {
        ui.set_width(640.0);
        ui.horizontal(|ui| {
            ui.label(egui::RichText::new(tr!("Keys")).font(theme::title()));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                closed = parts::icon_button(ui, icons::X, tr!("Close keys"), false).clicked();
            });
        });
        keys_page_ui(ui, keymap, file.broken.as_deref(), &mut page, actions);
    });
    if !closed && (was_waiting || !modal.should_close()) {
        *open = Some(page);
    }
}

/// Stands in any window; changes are pushed as actions.
pub fn keys_page_ui(
    ui: &mut Ui,
    keymap: &Keymap,
    broken: Option<&str>,
    page: &mut KeysPage,
    actions: &mut Vec<EditorAction>,
) {
    take_chord(ui, page, actions);
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(tr!("Key preset")).color(theme::TEXT_2));
        for preset in InputPreset::ALL {
            let response = ui.selectable_label(keymap.preset == preset, preset.name());
            if response
                .on_hover_text(tr!("Switches keys and mouse; discards your own keys"))
                .clicked()
            {
                actions.push(KeysAction::Choose(preset).into());
            }
        }
        let hint = tr!("{}  Filter by command or key", icons::MAGNIFYING_GLASS);
        ui.add(
            egui::TextEdit::singleline(&mut page.filter)
                .hint_text(hint)
                .desired_width(f32::INFINITY),
        )
        .accessible_name(tr!("Filter keys"));
    });
    for line in mouse::lines(keymap.preset) {
        ui.label(
            egui::RichText::new(line)
                .font(theme::small())
                .color(theme::TEXT_2),
        );
    }
    for line in broken.into_iter().chain(page.refused.as_deref()) {
        ui.label(
            egui::RichText::new(line)
                .font(theme::small())
                .color(theme::ERROR),
        );
    }
    let filter = page.filter.to_lowercase();
    let is_shown = |entry: &&Entry| {
        let keys = keymap
            .chords(entry)
            .iter()
            .any(|keys| chord::text(keys).to_lowercase().contains(&filter));
        keys || entry.title.to_lowercase().contains(&filter)
    };
    egui::ScrollArea::vertical()
        .max_height(460.0)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for entry in entries().filter(is_shown) {
                row_ui(ui, keymap, entry, page, actions);
            }
        });
}

fn row_ui(
    ui: &mut Ui,
    keymap: &Keymap,
    entry: &'static Entry,
    page: &mut KeysPage,
    actions: &mut Vec<EditorAction>,
) {
    ui.horizontal(|ui| {
        ui.set_height(theme::ROW);
        let (rect, _) = ui.allocate_exact_size(egui::vec2(250.0, theme::ROW), egui::Sense::hover());
        parts::text_in(
            ui,
            rect,
            egui::Align2::LEFT_CENTER,
            entry.title,
            theme::text(),
            theme::TEXT,
        );
        let (rect, _) = ui.allocate_exact_size(egui::vec2(120.0, theme::ROW), egui::Sense::hover());
        let place = match entry.panels {
            [] => tr!("Everywhere").to_owned(),
            panels => panels
                .iter()
                .map(|panel| panel.title())
                .collect::<Vec<_>>()
                .join(", "),
        };
        parts::text_in(
            ui,
            rect,
            egui::Align2::LEFT_CENTER,
            place,
            theme::small(),
            theme::TEXT_3,
        );
        for keys in keymap.chords(entry) {
            let text = chord::text(&keys);
            let button = egui::Button::new(format!("{text}  {}", icons::X));
            let name = tr!("Remove {text} from {}", entry.title);
            if ui
                .add(button)
                .accessible_name(name)
                .on_hover_text(tr!("Remove"))
                .clicked()
            {
                actions.push(KeysAction::Unbind(entry.id, keys).into());
            }
        }
        if page.waiting == Some(entry.id) {
            ui.label(egui::RichText::new(tr!("Press keys, or Esc to cancel")).color(theme::ACCENT));
        } else if parts::icon_button(ui, icons::PLUS, &tr!("Add keys for {}", entry.title), false)
            .clicked()
        {
            (page.waiting, page.refused) = (Some(entry.id), None);
        }
        if keymap.is_changed(entry)
            && ui
                .button(tr!("Reset"))
                .accessible_name(tr!("Reset {}", entry.title))
                .clicked()
        {
            actions.push(KeysAction::Reset(entry.id).into());
        }
    });
}

/// The next keys pressed, if an entry waits for some. Esc waits no more; it is never bound itself.
fn take_chord(ui: &Ui, page: &mut KeysPage, actions: &mut Vec<EditorAction>) {
    let Some(id) = page.waiting else { return };
    let pressed = ui.input_mut(|input| {
        let at = input
            .events
            .iter()
            .position(|event| matches!(event, Event::Key { pressed: true, .. }))?;
        match input.events.remove(at) {
            Event::Key { key, modifiers, .. } => Some(KeyboardShortcut::new(modifiers, key)),
            _ => None,
        }
    });
    let Some(keys) = pressed else { return };
    page.waiting = None;
    if keys.logical_key == Key::Escape {
        return;
    }
    let modifiers = egui::Modifiers {
        ctrl: false,
        mac_cmd: false,
        command: keys.modifiers.command,
        ..keys.modifiers
    };
    let keys = KeyboardShortcut::new(modifiers, keys.logical_key);
    match chord::trouble(&keys) {
        Some(reason) => page.refused = Some(tr!("{} cannot be used: {reason}", chord::text(&keys))),
        None => actions.push(KeysAction::Bind(id, keys).into()),
    }
}
