//! Which keys do what: a preset, and what people changed in it.

pub mod chord;
mod panel;
mod presets;
mod store;
mod taker;

pub use panel::Panels;
pub use store::KeyFile;
pub use taker::{KeyContext, Taker};

use crate::{
    action::{Entry, menus},
    dock::Panel,
    preferences::InputPreset,
};
use egui::{Key, KeyboardShortcut, Modifiers};
use std::collections::BTreeMap;
use words::tr;

/// The keys of every action: those of a preset, and a person's own in their place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keymap {
    /// The preset that actions without keys of their own follow.
    pub preset: InputPreset,
    /// A person's own keys in place of the preset's, by the id of an entry.
    own: BTreeMap<String, Vec<KeyboardShortcut>>,
}

/// Every entry of every menu, in the order of the menus.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    menus().flat_map(|(_, entries)| entries)
}

/// Whether both can be meant by one press.
fn overlap(a: &Entry, b: &Entry) -> bool {
    a.panels.is_empty()
        || b.panels.is_empty()
        || a.panels.iter().any(|panel| b.panels.contains(panel))
}

impl Keymap {
    /// The keys of an entry: a person's own, else the preset's. May be empty.
    pub fn chords(&self, entry: &Entry) -> Vec<KeyboardShortcut> {
        self.own
            .get(entry.id)
            .cloned()
            .unwrap_or_else(|| presets::chords(self.preset, entry))
    }

    /// The first keys of an entry, as a menu shows them; empty for an entry without keys.
    pub fn label(&self, entry: &Entry) -> String {
        self.chords(entry)
            .first()
            .map_or(String::new(), chord::text)
    }

    /// The first keys of the entry with this id, as a menu shows them; empty for an unknown id.
    pub fn label_of(&self, id: &str) -> String {
        entries()
            .find(|entry| entry.id == id)
            .map_or(String::new(), |entry| self.label(entry))
    }

    /// A title with its keys, as tooltips have it.
    pub fn titled(&self, title: &str, id: &str) -> String {
        match self.label_of(id) {
            keys if keys.is_empty() => title.to_owned(),
            keys => format!("{title} ({keys})"),
        }
    }

    /// Action that a press of these keys triggers while the panel is active, with the chord; None
    /// if there is none.
    pub fn find(
        &self,
        modifiers: Modifiers,
        key: Key,
        active: Panel,
    ) -> Option<(&'static Entry, KeyboardShortcut)> {
        entries()
            .filter(|entry| entry.panels.is_empty() || entry.panels.contains(&active))
            .find_map(|entry| {
                let found = self
                    .chords(entry)
                    .into_iter()
                    .find(|chord| chord::is(chord, modifiers, key))?;
                Some((entry, found))
            })
    }

    /// Other entry that has the chord already where this entry could be triggered too; None if
    /// there is none.
    pub fn taken_by(&self, chord: &KeyboardShortcut, entry: &Entry) -> Option<&'static Entry> {
        let has = |other: &Entry| {
            self.chords(other)
                .iter()
                .any(|known| chord::same(known, chord))
        };
        entries().find(|other| other.id != entry.id && overlap(entry, other) && has(other))
    }

    /// One more chord; the error says who has it.
    pub fn bind(&mut self, entry: &Entry, chord: KeyboardShortcut) -> Result<(), String> {
        if let Some(other) = self.taken_by(&chord, entry) {
            return Err(tr!("{} is already “{}”", chord::text(&chord), other.title));
        }
        let mut chords = self.chords(entry);
        if !chords.iter().any(|known| chord::same(known, &chord)) {
            chords.push(chord);
            self.set(entry, chords);
        }
        Ok(())
    }

    /// Takes one chord away; none left keeps the entry without keys.
    pub fn unbind(&mut self, entry: &Entry, chord: &KeyboardShortcut) {
        let chords = self
            .chords(entry)
            .into_iter()
            .filter(|known| !chord::same(known, chord))
            .collect();
        self.set(entry, chords);
    }

    /// Whether its keys differ from the preset's.
    pub fn is_changed(&self, entry: &Entry) -> bool {
        self.own.contains_key(entry.id)
    }

    /// Back to the preset's keys; refused while another entry has been given one of them.
    pub fn reset(&mut self, entry: &Entry) -> Result<(), String> {
        for chord in presets::chords(self.preset, entry) {
            if let Some(other) = self.taken_by(&chord, entry) {
                return Err(tr!("{} is now “{}”", chord::text(&chord), other.title));
            }
        }
        self.own.remove(entry.id);
        Ok(())
    }

    /// Turns to the keys of a preset and forgets every key that a person changed.
    pub fn choose(&mut self, preset: InputPreset) {
        *self = Self {
            preset,
            own: BTreeMap::new(),
        };
    }

    fn set(&mut self, entry: &Entry, chords: Vec<KeyboardShortcut>) {
        if chords == presets::chords(self.preset, entry) {
            self.own.remove(entry.id);
        } else {
            self.own.insert(entry.id.to_owned(), chords);
        }
    }
}

#[cfg(test)]
mod tests;
