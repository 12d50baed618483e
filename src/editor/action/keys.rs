//! From pressed keys to actions.

use super::{Action, Entry, menus};
use egui::{Key, KeyboardShortcut};

fn is_held(input: &egui::InputState, key: Key) -> bool {
    let is_repeat = |event: &egui::Event| matches!(event, egui::Event::Key { key: k, repeat: true, .. } if *k == key);
    input.events.iter().any(is_repeat)
}

/// The actions whose keys were pressed in this pass; the keys are consumed. While a text is typed only few are taken;
/// a focused button keeps Enter, but not Space; while the camera flies, plain letters are its own.
pub fn pressed(ctx: &egui::Context, flying: bool) -> Vec<Action> {
    let typing = ctx.text_edit_focused();
    let is_focused = ctx.memory(|memory| memory.focused().is_some());
    let mut actions = Vec::new();
    let mut entries: Vec<(&KeyboardShortcut, &Entry)> = menus()
        .flat_map(|(_, entries)| entries.iter())
        .filter(|entry| entry.in_text || !typing)
        .flat_map(|entry| entry.keys.iter().map(move |key| (key, entry)))
        .filter(|(key, _)| !flying || key.modifiers.any())
        .filter(|(key, _)| !is_focused || key.logical_key != Key::Enter)
        .collect();
    // The most specific chord first: Ctrl+Shift+Z must not be taken for Ctrl+Z.
    entries.sort_by_key(|(key, _)| {
        std::cmp::Reverse(usize::from(key.modifiers.shift) + usize::from(key.modifiers.command))
    });
    ctx.input_mut(|input| {
        for (shortcut, entry) in entries {
            let held = is_held(input, shortcut.logical_key);
            let action = (entry.action)();
            if input.consume_shortcut(shortcut) && (!held || action.repeats()) {
                actions.push(action);
            }
        }
    });
    actions
}
