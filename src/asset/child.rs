//! Child montages: all that their parent is, with other clips in some segments.
//!
//! A child holds a copy of what it has from its parent, so that whoever shows or compiles montages
//! need not ask which is one. Invariant, kept by [`Project::derive_children`] after every edit and
//! on reading: the copy is what the parent is now. Files say only what is the child's own.

#[cfg(test)]
mod tests;

use crate::{Id, Montage, Project, montage::Segment};
use anim::float::Extreme;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, sync::Arc};

/// Most parents from a child up to the montage that has none.
pub const MOST_PARENTS: usize = 16;

/// The clip that a child plays in place of its parent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Override {
    /// The segment of the parent that plays another clip.
    pub segment: Id,
    /// The clip that the child plays there.
    pub clip: Id,
}

/// Reason why a montage has no root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orphan {
    /// A parent of the montage is missing.
    Missing,
    /// The chain of parents leads back to the montage itself.
    Cycle,
    /// The montage has more than [`MOST_PARENTS`] parents.
    TooDeep,
}

impl Montage {
    /// A child without anything of its own.
    pub fn child(name: impl Into<String>, parent: Id, skeleton: Id) -> Self {
        let plain = Self::new(name, skeleton, &mut 0);
        let (sections, slots, tracks) = Default::default();
        Self {
            parent: Some(parent),
            sections,
            slots,
            tracks,
            ..plain
        }
    }

    /// The montage as its file holds it: a child montage has only its own part.
    pub fn own_part(&self) -> Cow<'_, Montage> {
        let Some(parent) = self.parent else {
            return Cow::Borrowed(self);
        };
        let bare = Self::child(self.name.clone(), parent, self.skeleton);
        Cow::Owned(Self {
            overrides: self.overrides.clone(),
            ..bare
        })
    }

    /// The clip that it plays in a segment of its parent, of its own choice.
    pub fn override_of(&self, segment: Id) -> Option<Id> {
        self.overrides
            .iter()
            .find(|it| it.segment == segment)
            .map(|it| it.clip)
    }
}

impl Project {
    /// The montage whose sections, slots and notifies it has: itself, unless it is a child.
    pub fn root_montage(&self, id: Id) -> Result<Id, Orphan> {
        self.line_of(id).map(|line| line[line.len() - 1])
    }

    /// Itself, its parent and so on.
    fn line_of(&self, id: Id) -> Result<Vec<Id>, Orphan> {
        let mut line = vec![id];
        loop {
            let montage = self
                .montages
                .get(&line[line.len() - 1])
                .ok_or(Orphan::Missing)?;
            let Some(parent) = montage.parent else {
                return Ok(line);
            };
            if line.contains(&parent) {
                return Err(Orphan::Cycle);
            }
            if line.len() > MOST_PARENTS {
                return Err(Orphan::TooDeep);
            }
            line.push(parent);
        }
    }

    /// Brings what children have from their parents up to date. One that is so already stays the
    /// very same.
    pub fn derive_children(&mut self) {
        let children: Vec<Id> = self
            .montages
            .iter()
            .filter(|(_, it)| it.parent.is_some())
            .map(|(id, _)| *id)
            .collect();
        for id in children {
            let derived = self.derived(id);
            if let Some(known) = self
                .montages
                .get_mut(&id)
                .filter(|known| ***known != derived)
            {
                *known = Arc::new(derived);
            }
        }
    }

    fn derived(&self, id: Id) -> Montage {
        let own = &self.montages[&id];
        let Ok(line) = self.line_of(id) else {
            return own.own_part().into_owned();
        };
        let mut montage = (*self.montages[&line[line.len() - 1]]).clone();
        for segment in montage.slots.iter_mut().flat_map(|slot| &mut slot.segments) {
            if let Some(clip) = line
                .iter()
                .find_map(|id| self.montages[id].override_of(segment.id))
            {
                self.replace_clip(segment, clip);
            }
        }
        Montage {
            name: own.name.clone(),
            parent: own.parent,
            overrides: own.overrides.clone(),
            ..montage
        }
    }

    /// Replaces the clip of a segment; the segment's range stays as far as it lies in the new clip.
    fn replace_clip(&self, segment: &mut Segment, clip: Id) {
        segment.clip = clip;
        let Some(clip) = self.clips.get(&clip) else {
            return;
        };
        segment.clip_end = segment.clip_end.lower(clip.length());
        if segment.clip_begin >= segment.clip_end {
            segment.clip_begin = 0.0;
        }
    }
}
