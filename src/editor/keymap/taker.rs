//! Takes the keys of a pass before any widget sees them: a focused button would take Space, and
//! arrows would move the focus.

#[cfg(test)]
mod tests;

use super::{Keymap, chord};
use crate::{
    action::{EditAction, EditorAction, GraphAction, SelectAction},
    dock::Panel,
};
use egui::{Event, ImeEvent, Key, Modifiers, RawInput};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Keys that drive, by position.
const DRIVING: [Key; 10] = [
    Key::W,
    Key::A,
    Key::S,
    Key::D,
    Key::C,
    Key::Space,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
];

fn is_function_key(key: Key) -> bool {
    (Key::F1..=Key::F35).contains(&key)
}

/// Context that decides where a key goes, as it was at the end of the last pass.
#[derive(Clone, Debug)]
pub struct KeyContext {
    /// Keys that are bound to actions.
    pub keymap: Arc<Keymap>,
    /// The panel that keys go to, as the key tables name it.
    pub active: Panel,
    /// A text field has the focus.
    pub is_typing: bool,
    /// Something has the focus.
    pub is_focused: bool,
    /// A dialog, or a name that is about to be typed: all keys are its own.
    pub is_asking: bool,
    /// Something is dragged, or a menu is open: Esc is its own.
    pub is_busy: bool,
    /// The camera flies by plain letters.
    pub is_viewports: bool,
    /// The pointer is over the page of a graph: what is added there needs no click first.
    pub is_over_canvas: bool,
    /// The pointer is over a row that Backspace takes back to its default.
    pub is_over_reset: bool,
    /// A graph is driven: its keys go there, whatever is held with them, and plain keys do nothing
    /// else.
    pub is_driving: bool,
    /// A drag was taken back by the other button, which is still down.
    pub menus_wait: bool,
    /// Panels in which the selection is highlighted; empty while nothing is selected.
    pub selection: &'static [Panel],
}

impl Default for KeyContext {
    fn default() -> Self {
        Self {
            keymap: Arc::default(),
            active: Panel::Timeline,
            is_typing: false,
            is_focused: false,
            is_asking: false,
            is_busy: false,
            is_viewports: false,
            is_over_canvas: false,
            is_over_reset: false,
            is_driving: false,
            menus_wait: false,
            selection: &[],
        }
    }
}

/// An egui plugin that takes keys out of the input and keeps the actions they stand for.
#[derive(Default)]
pub struct Taker {
    /// Set by the application at the end of each pass.
    pub situation: KeyContext,
    taken: Vec<EditorAction>,
    held: BTreeSet<Key>,
    /// Actions that the release of held keys triggers.
    releases: BTreeMap<Key, EditorAction>,
    /// Driving keys that are held, by position.
    driving: BTreeSet<Key>,
    jumps: bool,
    /// An input method has letters that are not yet text.
    is_composing: bool,
    /// Events that came after a button in the same pass, kept for the next pass.
    late: Vec<Event>,
}

impl egui::Plugin for Taker {
    fn debug_name(&self) -> &'static str {
        "keys"
    }

    fn input_hook(&mut self, ctx: &egui::Context, input: &mut RawInput) {
        self.hold_back(ctx, input);
        // A field that is left does not always hear that its word has ended, and nobody's keys
        // would be left.
        self.is_composing &= self.situation.is_typing;
        let was_composing = self.is_composing;
        let mut commits = false;
        for event in &input.events {
            match event {
                Event::Ime(ImeEvent::Preedit { text, .. }) => self.is_composing = !text.is_empty(),
                Event::Ime(ImeEvent::Commit(_)) => (self.is_composing, commits) = (false, true),
                Event::WindowFocused(false) => {
                    self.taken
                        .extend(std::mem::take(&mut self.releases).into_values());
                    self.held.clear();
                    self.driving.clear();
                    self.is_composing = false;
                }
                _ => {}
            }
        }
        if self.situation.menus_wait {
            input.events = std::mem::take(&mut input.events)
                .into_iter()
                .flat_map(no_click)
                .collect();
        }
        let is_text = was_composing || self.is_composing || commits;
        input.events.retain(|event| !self.takes(event, is_text));
        if was_composing || self.is_composing {
            // They chose and ended what the input method shows: a list or a field that heard them
            // would take half a word.
            let is_press = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
            input.events.retain(|event| !is_press(event));
        }
    }
}

/// The release of the other button, as of one that was dragged: it clicks nothing.
fn no_click(event: Event) -> Vec<Event> {
    match event {
        Event::PointerButton {
            pos,
            button: egui::PointerButton::Secondary,
            pressed: false,
            ..
        } => {
            vec![
                Event::PointerMoved(pos + egui::Vec2::splat(100.0)),
                event,
                Event::PointerMoved(pos),
            ]
        }
        event => vec![event],
    }
}

impl Taker {
    /// Keeps events after the last press or release of a button for the next pass. Panels then see
    /// the modifier keys at that moment, and for a release the place of the pointer.
    fn hold_back(&mut self, ctx: &egui::Context, input: &mut RawInput) {
        input.events.splice(0..0, self.late.drain(..));
        let is_button = |event: &Event| matches!(event, Event::PointerButton { .. });
        let Some(last) = input.events.iter().rposition(is_button) else {
            return;
        };
        let is_release = matches!(
            input.events[last],
            Event::PointerButton { pressed: false, .. }
        );
        let is_late = |event: &mut Event| match event {
            Event::ModifiersChanged(_) => true,
            Event::PointerMoved(_) => is_release,
            _ => false,
        };
        self.late = input.events.extract_if(last + 1.., is_late).collect();
        if !self.late.is_empty() {
            ctx.request_repaint();
        }
    }

    /// Returns the actions that were triggered since the last call.
    pub fn taken(&mut self) -> Vec<EditorAction> {
        std::mem::take(&mut self.taken)
    }

    /// Driving keys that are held, by position, and whether a jump was requested since the last
    /// call.
    pub fn driven(&mut self) -> (BTreeSet<Key>, bool) {
        if !self.situation.is_driving {
            self.driving.clear();
            self.jumps = false;
        }
        (self.driving.clone(), std::mem::take(&mut self.jumps))
    }

    /// Whether a key goes to what is driven.
    fn drives(&mut self, key: Key, pressed: bool, is_text: bool) -> bool {
        if !pressed {
            return self.driving.remove(&key);
        }
        let now = &self.situation;
        let is_free = now.is_driving && !is_text && !now.is_typing && !now.is_asking;
        if !is_free || !DRIVING.contains(&key) {
            return false;
        }
        self.jumps |= self.driving.insert(key) && key == Key::Space;
        true
    }

    fn takes(&mut self, event: &Event, is_text: bool) -> bool {
        if let Event::Key {
            key,
            physical_key,
            pressed,
            ..
        } = event
            && self.drives(physical_key.unwrap_or(*key), *pressed, is_text)
        {
            return true;
        }
        match event {
            // With Ctrl held to crouch.
            Event::Copy | Event::Cut if self.situation.is_driving && !self.situation.is_typing => {
                true
            }
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => {
                let is_repeat = !self.held.insert(*key);
                !is_text && !self.situation.is_asking && self.takes_key(*key, *modifiers, is_repeat)
            }
            // The window's system has read these chords itself.
            Event::Copy => self.takes_clipboard(Key::C, None),
            Event::Cut => self.takes_clipboard(Key::X, None),
            Event::Paste(text) => self.takes_clipboard(Key::V, Some(text)),
            Event::Key {
                key,
                pressed: false,
                ..
            } => {
                self.held.remove(key);
                let released = self.releases.remove(key);
                let is_taken = released.is_some();
                self.taken.extend(released);
                is_taken
            }
            _ => false,
        }
    }

    /// Whether a clipboard key triggers an action. Without a selection, copying takes the text of a
    /// label.
    fn takes_clipboard(&mut self, key: Key, text: Option<&String>) -> bool {
        let is_free =
            !self.situation.is_asking && (text.is_some() || !self.situation.selection.is_empty());
        let count = self.taken.len();
        let is_taken = is_free && self.takes_key(key, Modifiers::COMMAND, false);
        if let (Some(text), Some(action)) = (text, self.taken.get_mut(count)) {
            *action = EditAction::PasteText(text.clone()).into();
        }
        is_taken
    }

    fn takes_key(&mut self, key: Key, modifiers: Modifiers, is_repeat: bool) -> bool {
        let now = &self.situation;
        if key == Key::Escape && modifiers.is_none() {
            let free = !now.is_typing && !now.is_busy;
            if free && !is_repeat {
                self.taken.push(if now.is_driving {
                    GraphAction::Drive.into()
                } else {
                    SelectAction::Nothing.into()
                });
            }
            return free;
        }
        if key == Key::Backspace && modifiers.is_none() && now.is_over_reset {
            return false;
        }
        // A list moves by arrows.
        let is_of_list =
            now.active == Panel::Assets && matches!(key, Key::ArrowUp | Key::ArrowDown);
        if is_of_list && modifiers.is_none() && !now.is_driving {
            return false;
        }
        let added = || {
            now.keymap
                .find(modifiers, key, Panel::Canvas)
                .filter(|(entry, _)| entry.id == "graph.add")
        };
        let over_canvas = if now.is_over_canvas { added() } else { None };
        let Some((entry, found)) =
            over_canvas.or_else(|| now.keymap.find(modifiers, key, now.active))
        else {
            return false;
        };
        let is_others = now.is_typing && !chord::acts_in_text(&found)
            || now.is_viewports && found.modifiers.is_none()
            || now.is_driving && !found.modifiers.command && !is_function_key(key)
            // A focused button is pressed by Enter.
            || now.is_focused && key == Key::Enter;
        if is_others {
            return false;
        }
        let mut action = (entry.action)();
        if action.is_of_selection()
            && !now.selection.is_empty()
            && !now.selection.contains(&now.active)
        {
            action = SelectAction::SayWhere(now.selection[0]).into();
        }
        if !is_repeat || action.repeats() {
            if let EditorAction::Timeline(timed) = &action
                && let Some(released) = timed.on_release()
            {
                self.releases.insert(key, released.into());
            }
            self.taken.push(action);
        }
        true
    }
}
