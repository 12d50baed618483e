//! Slots that are hidden in the preview. What is exported has them all.

#[cfg(test)]
mod tests;

use super::App;
use anim::{Library, Name, montage::Montage};
use std::sync::Arc;

impl App {
    /// The compiled library for the engine, without the slots that are hidden in the open montage.
    pub(super) fn send_snapshot(&mut self) {
        let library = self.previewed();
        self.engine.set_library(library);
    }

    pub(super) fn previewed(&self) -> Arc<Library> {
        let whole = &self.compiled.library;
        let hidden = &self.views.timeline.lanes.hidden;
        let Some(open) = self
            .host()
            .and_then(|host| host.montage())
            .filter(|_| !hidden.is_empty())
        else {
            return whole.clone();
        };
        let names: Vec<Name> = open
            .slots
            .iter()
            .filter(|slot| hidden.contains(&slot.id))
            .map(|slot| Name::new(&slot.name))
            .collect();
        let (name, mut library) = (Name::new(&open.name), Library::clone(whole));
        let shown = library
            .montages
            .iter_mut()
            .find(|montage| montage.name == name);
        if let Some(montage) = shown.filter(|_| !names.is_empty()) {
            *montage = Arc::new(without(montage, &names));
        }
        Arc::new(library)
    }
}

/// A montage has a slot at least: the last one that is hidden stays empty.
fn without(montage: &Montage, hidden: &[Name]) -> Montage {
    let mut slots = montage.slots.to_vec();
    let last = slots.first().copied();
    slots.retain(|slot| !hidden.contains(&slot.name));
    if slots.is_empty() {
        slots.extend(last.map(|slot| anim::montage::Slot {
            segment_count: 0,
            ..slot
        }));
    }
    Montage {
        slots: slots.into(),
        ..montage.clone()
    }
}
