//! What is kept from session to session, by its name in the store.

use crate::{dock::Dock, drive::Choices, preferences::Preferences, store::SettingsStore};
use asset::Id;
use std::collections::BTreeMap;

/// The settings of the viewport.
pub(super) const VIEWPORT: &str = "viewport";
/// Name in the store of what is starred for graphs.
pub(super) const SHELF: &str = "graph shelf";
pub(super) const NODE_PRESETS: &str = "node presets";
pub(super) const PREFERENCES: &str = "preferences";

pub(super) fn stored_preferences(store: &SettingsStore) -> Preferences {
    store
        .get::<Preferences>(PREFERENCES)
        .unwrap_or_default()
        .sound()
}

/// The choices for every graph in the store.
pub(super) const DRIVE: &str = "drive";

pub(super) fn stored_choices(store: &crate::store::SettingsStore) -> BTreeMap<Id, Choices> {
    store.get(DRIVE).unwrap_or_default()
}

/// The arrangements of the panels.
pub(super) const ARRANGEMENTS: &str = "arrangements";

/// Dock with the stored arrangements; an unreadable one is replaced by the default.
pub(super) fn stored_dock(store: &SettingsStore) -> Dock {
    let kept: BTreeMap<String, serde_json::Value> = store.get(ARRANGEMENTS).unwrap_or_default();
    let read = |(place, value)| Some((place, serde_json::from_value(value).ok()?));
    Dock::new(kept.into_iter().filter_map(read).collect())
}
