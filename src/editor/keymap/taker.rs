//! Takes the keys of a pass before any widget sees them: a focused button would take Space, and arrows would move the
//! focus.

use super::{Keymap, chord};
use crate::{
    action::{Action, EditAction, SelectAction},
    dock::Panel,
};
use egui::{Event, ImeEvent, Key, Modifiers, RawInput};
use std::{collections::BTreeSet, sync::Arc};

/// What decides where a key goes, as it was at the end of the last pass.
#[derive(Clone, Debug)]
pub struct Situation {
    pub keymap: Arc<Keymap>,
    /// As the tables of keys name it.
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
    pub is_flying: bool,
    /// Where what is selected glows; empty while nothing is.
    pub selection: &'static [Panel],
}

impl Default for Situation {
    fn default() -> Self {
        Self {
            keymap: Arc::default(),
            active: Panel::Timeline,
            is_typing: false,
            is_focused: false,
            is_asking: false,
            is_busy: false,
            is_flying: false,
            selection: &[],
        }
    }
}

#[derive(Default)]
pub struct Taker {
    pub situation: Situation,
    taken: Vec<Action>,
    held: BTreeSet<Key>,
    /// An input method has letters that are not yet text.
    is_composing: bool,
}

impl egui::Plugin for Taker {
    fn debug_name(&self) -> &'static str {
        "keys"
    }

    fn input_hook(&mut self, _: &egui::Context, input: &mut RawInput) {
        let was_composing = self.is_composing;
        let mut commits = false;
        for event in &input.events {
            match event {
                Event::Ime(ImeEvent::Preedit { text, .. }) => self.is_composing = !text.is_empty(),
                Event::Ime(ImeEvent::Commit(_)) => (self.is_composing, commits) = (false, true),
                Event::WindowFocused(false) => self.held.clear(),
                _ => {}
            }
        }
        let is_text = was_composing || self.is_composing || commits;
        input.events.retain(|event| !self.takes(event, is_text));
    }
}

impl Taker {
    /// What was pressed since the last call.
    pub fn taken(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.taken)
    }

    fn takes(&mut self, event: &Event, is_text: bool) -> bool {
        match event {
            Event::Key { key, pressed: true, modifiers, .. } => {
                let is_repeat = !self.held.insert(*key);
                !is_text && !self.situation.is_asking && self.takes_key(*key, *modifiers, is_repeat)
            }
            // The window's system has read these chords itself.
            Event::Copy => self.takes_clipboard(Key::C, None),
            Event::Cut => self.takes_clipboard(Key::X, None),
            Event::Paste(text) => self.takes_clipboard(Key::V, Some(text)),
            Event::Key { key, pressed: false, .. } => {
                self.held.remove(key);
                false
            }
            _ => false,
        }
    }

    /// Without a selection, copying is of the text of a label.
    fn takes_clipboard(&mut self, key: Key, text: Option<&String>) -> bool {
        let is_free = !self.situation.is_asking && (text.is_some() || !self.situation.selection.is_empty());
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
                self.taken.push(SelectAction::Nothing.into());
            }
            return free;
        }
        let Some((entry, found)) = now.keymap.find(modifiers, key, now.active) else { return false };
        let is_others = now.is_typing && !chord::acts_in_text(&found)
            || now.is_flying && found.modifiers.is_none()
            // A focused button is pressed by Enter.
            || now.is_focused && key == Key::Enter;
        if is_others {
            return false;
        }
        let mut action = (entry.action)();
        if action.is_of_selection() && !now.selection.is_empty() && !now.selection.contains(&now.active) {
            action = SelectAction::SayWhere(now.selection[0]).into();
        }
        if !is_repeat || action.repeats() {
            self.taken.push(action);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Plugin;

    fn press(key: Key) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }
    }

    /// What the events of a pass did, and how many were left to the widgets.
    fn pass(taker: &mut Taker, events: Vec<Event>) -> (usize, usize) {
        let mut input = RawInput { events, ..RawInput::default() };
        taker.input_hook(&egui::Context::default(), &mut input);
        taker.held.clear();
        (taker.taken().len(), input.events.len())
    }

    #[test]
    fn an_input_method_keeps_all_keys_until_the_pass_after_its_commit() {
        let mut taker = Taker::default();
        let preedit = Event::Ime(ImeEvent::Preedit { text: "ka".into(), active_range_chars: None });
        assert_eq!(pass(&mut taker, vec![preedit]), (0, 1));
        assert_eq!(pass(&mut taker, vec![press(Key::Enter), press(Key::Escape), press(Key::Space)]), (0, 3));
        assert_eq!(pass(&mut taker, vec![Event::Ime(ImeEvent::Commit("か".into())), press(Key::Enter)]), (0, 2));
        assert_eq!(pass(&mut taker, vec![press(Key::Enter)]), (1, 0));
    }

    #[test]
    fn a_held_key_is_taken_and_does_its_action_once() {
        let mut taker = Taker::default();
        let events = || vec![press(Key::Space)];
        let mut input = RawInput { events: [events(), events(), events()].concat(), ..RawInput::default() };
        taker.input_hook(&egui::Context::default(), &mut input);
        assert_eq!((taker.taken().len(), input.events.len()), (1, 0));
    }

    #[test]
    fn dialogs_keep_all_keys_and_fields_all_that_a_text_could_want() {
        let mut taker = Taker::default();
        taker.situation.is_asking = true;
        assert_eq!(pass(&mut taker, vec![press(Key::Space), press(Key::F7)]), (0, 2));
        taker.situation = Situation { is_typing: true, ..Situation::default() };
        assert_eq!(pass(&mut taker, vec![press(Key::Space), press(Key::F7), press(Key::Escape)]), (1, 2));
        taker.situation = Situation { is_busy: true, ..Situation::default() };
        assert_eq!(pass(&mut taker, vec![press(Key::Escape), press(Key::Space)]), (1, 1));
    }
}
