//! Slot groups: which slots stand together. Montages in slots of one group replace each other.
//!
//! A table of the project and not of its montages, so that two montages in one slot are always in
//! one group.

#[cfg(test)]
mod tests;

use crate::{Id, Project};
use serde::{Deserialize, Serialize};

/// The group of slots that no other one lists.
pub const DEFAULT_GROUP: &str = "DefaultGroup";

/// Slots whose montages replace each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlotGroup {
    /// Unique in the project.
    pub id: Id,
    /// Unique within the project, and not [`DEFAULT_GROUP`].
    pub name: String,
    /// Names of slots, each in one group alone.
    pub slots: Vec<String>,
}

impl Project {
    /// The name of a slot's group. Of several that list it the first by name counts.
    pub fn group_of_slot(&self, slot: &str) -> &str {
        self.groups_of_slot(slot)
            .first()
            .copied()
            .unwrap_or(DEFAULT_GROUP)
    }

    /// The names of all groups that list a slot, in order: no more than one, unless two people put
    /// it into two.
    pub fn groups_of_slot(&self, slot: &str) -> Vec<&str> {
        let lists = |group: &&SlotGroup| group.slots.iter().any(|listed| listed == slot);
        let mut names: Vec<&str> = self
            .slot_groups
            .iter()
            .filter(lists)
            .map(|group| group.name.as_str())
            .collect();
        names.sort_unstable();
        names
    }

    /// Every slot of a montage or of a group, in order of name, each once.
    pub fn slot_names(&self) -> Vec<&str> {
        let of_montages = self
            .montages
            .values()
            .flat_map(|montage| &montage.slots)
            .map(|slot| slot.name.as_str());
        let listed = self
            .slot_groups
            .iter()
            .flat_map(|group| &group.slots)
            .map(String::as_str);
        let mut names: Vec<&str> = of_montages.chain(listed).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
