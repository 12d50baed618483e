//! All groups of a character.

use super::{GroupFrame, Role, TickRecord, group::SyncGroup};
use crate::Name;
use serde::{Deserialize, Serialize};

/// All sync groups of a character. Contract: [`Self::begin_tick`], then every player's record, then
/// [`Self::tick`]; a steady tick allocates nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SyncGroups {
    #[serde(skip)]
    records: Vec<TickRecord>,
    /// Ascending by name.
    groups: Vec<SyncGroup>,
    alone: Vec<usize>,
}

impl SyncGroups {
    /// Drops the records of the last tick. The last frame of each group stays readable.
    pub fn begin_tick(&mut self) {
        self.records.clear();
        self.alone.clear();
        self.groups
            .iter_mut()
            .for_each(|group| group.members.clear());
    }

    /// The order of posting is the order of the records after the tick, and decides ties.
    pub fn post(&mut self, mut record: TickRecord) {
        record.repair();
        self.records.push(record);
    }

    /// Moves every player. `dt` in seconds.
    pub fn tick(&mut self, dt: f64) {
        let dt = if dt.is_finite() { dt } else { 0.0 };
        self.gather(dt);
        for group in &mut self.groups {
            group.tick(&mut self.records, dt);
        }
        for at in &self.alone {
            self.records[*at].advance_alone(dt);
        }
    }

    fn gather(&mut self, dt: f64) {
        for at in 0..self.records.len() {
            let group = if self.records[at].takes_part(dt) {
                self.group_index(at)
            } else {
                None
            };
            match group {
                Some(group) => self.groups[group].members.push(at),
                None => self.alone.push(at),
            }
        }
    }

    /// Records in the order of posting: as posted before the tick, as moved after it.
    pub fn records(&self) -> &[TickRecord] {
        &self.records
    }

    /// The group's last finished tick; None for a group that no player ever posted to.
    pub fn group(&self, name: Name) -> Option<&GroupFrame> {
        self.groups
            .binary_search_by_key(&name, |group| group.name)
            .ok()
            .map(|at| &self.groups[at].done)
    }

    /// Whether more than one player took part in the group's last tick.
    pub fn is_shared(&self, name: Name) -> bool {
        self.group(name)
            .is_some_and(|group| group.members.len() > 1)
    }

    /// Index of the record's group; None if the record is a second exclusive leader.
    fn group_index(&mut self, of: usize) -> Option<usize> {
        let record = &self.records[of];
        let at = self
            .groups
            .binary_search_by_key(&record.group, |group| group.name)
            .unwrap_or_else(|at| {
                self.groups.insert(at, SyncGroup::new(record.group));
                at
            });
        let exclusive = |member: &usize| self.records[*member].role == Role::ExclusiveAlwaysLeader;
        let second = record.role == Role::ExclusiveAlwaysLeader
            && self.groups[at].members.iter().any(exclusive);
        (!second).then_some(at)
    }
}
