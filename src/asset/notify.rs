//! Authored notifies: instants and states on named tracks of a clip or montage.

#[cfg(test)]
mod tests;

use crate::{Id, Warp, notify_class::FieldValue};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A row of a timeline that notifies are on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotifyTrack {
    /// Unique in its clip or montage.
    pub id: Id,
    /// Unique on its timeline.
    pub name: String,
    /// Index in the category palette.
    pub color: u8,
    /// Whether the track is locked: nothing on a locked track is edited.
    #[serde(default, skip_serializing_if = "is_false")]
    pub locked: bool,
}

/// Behaviour of an item when a segment of its montage is edited. It has no effect on evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// The item stays at its time.
    #[default]
    Absolute,
    /// The item keeps its distance from the start of this segment.
    Relative(Id),
    /// The item keeps its relative position in this segment; the item's length scales with the
    /// segment.
    Proportional(Id),
}

impl Link {
    /// The segment that is followed; None of one that stays at its time.
    pub fn segment(self) -> Option<Id> {
        match self {
            Link::Absolute => None,
            Link::Relative(segment) | Link::Proportional(segment) => Some(segment),
        }
    }

    /// The same link to another segment; an absolute link stays absolute.
    pub fn to(self, segment: Id) -> Self {
        match self {
            Link::Absolute => Link::Absolute,
            Link::Relative(_) => Link::Relative(segment),
            Link::Proportional(_) => Link::Proportional(segment),
        }
    }
}

/// Action that a branching notify performs by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    #[default]
    None,
    /// Jump to the start of this section.
    JumpToSection(Id),
    /// Make this section follow the current one.
    SetNextSection(Id),
    /// Stop the montage, blending out over so many seconds; None takes the montage's own blend-out.
    StopMontage(Option<f32>),
    /// Play this montage of the skeleton. If it is the notify's own montage, it starts again.
    PlayMontage(Id),
    /// The rate at which the montage goes on.
    SetPlayRate(f32),
    /// Keep the root in place while the state is active.
    DisableRootMotion,
}

impl Action {
    /// The section of the montage that it names.
    pub fn section(self) -> Option<Id> {
        match self {
            Action::JumpToSection(section) | Action::SetNextSection(section) => Some(section),
            Action::None
            | Action::StopMontage(_)
            | Action::PlayMontage(_)
            | Action::SetPlayRate(_)
            | Action::DisableRootMotion => None,
        }
    }
}

/// An instant or a state of a clip or montage that signals something to a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notify {
    /// Unique in its clip or montage; events name it.
    pub id: Id,
    /// The track that it is on.
    pub track: Id,
    /// Name of the events of the notify; a game listens for this name.
    pub name: String,
    /// Start of the notify, seconds.
    pub time: f32,
    /// Seconds; None is an instant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<f32>,
    /// Fires inside the montage's advance. Without effect on a clip.
    #[serde(default, skip_serializing_if = "is_false")]
    pub branching: bool,
    /// Action that the notify performs by itself if it is branching.
    #[serde(default, skip_serializing_if = "is_no_action")]
    pub action: Action,
    /// Socket of the skeleton where a game plays what the notify asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub socket: Option<Id>,
    /// Fires only where its player has more weight, 0 to 1.
    #[serde(default = "default_threshold")]
    pub weight_threshold: f32,
    /// Probability that the notify fires, 0 to 1.
    #[serde(default = "one")]
    pub chance: f32,
    /// Does not fire at this LOD or a coarser one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_lod: Option<u32>,
    /// The notify also fires on a dedicated server, where nothing is shown.
    #[serde(default = "yes")]
    pub on_dedicated_server: bool,
    /// Fires on a follower of its sync group, too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub on_follower: bool,
    /// A game may silence it, together with all others that are marked so.
    #[serde(default, skip_serializing_if = "is_false")]
    pub filterable: bool,
    /// Class of the project that says what it carries for a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Id>,
    /// Values by the fields of the class. What is not said is the field's default.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: BTreeMap<Id, FieldValue>,
    /// Segment of the montage that the notify follows; always absolute on a clip.
    #[serde(default, skip_serializing_if = "is_absolute")]
    pub link: Link,
    /// Changes that a state makes to the root motion under it; None makes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warp: Option<Box<Warp>>,
}

impl Notify {
    /// A plain notify at one time, which fires for everybody.
    pub fn instant(id: Id, track: Id, name: impl Into<String>, time: f32) -> Self {
        Self {
            id,
            track,
            name: name.into(),
            time,
            duration: None,
            branching: false,
            action: Action::None,
            socket: None,
            weight_threshold: default_threshold(),
            chance: 1.0,
            from_lod: None,
            on_dedicated_server: true,
            on_follower: false,
            filterable: false,
            class: None,
            fields: BTreeMap::new(),
            link: Link::Absolute,
            warp: None,
        }
    }

    /// A plain notify that lasts `duration` seconds.
    pub fn state(id: Id, track: Id, name: impl Into<String>, time: f32, duration: f32) -> Self {
        Self {
            duration: Some(duration),
            ..Self::instant(id, track, name, time)
        }
    }

    /// Assets that it names.
    pub fn uses(&self) -> impl Iterator<Item = Id> + use<> {
        let played = if let Action::PlayMontage(montage) = self.action {
            Some(montage)
        } else {
            None
        };
        self.class.into_iter().chain(played)
    }

    /// Seconds; the notify's own time for an instant.
    pub fn end(&self) -> f32 {
        self.time + self.duration.unwrap_or(0.0)
    }
}

fn default_threshold() -> f32 {
    anim::transform::WEIGHT_EPSILON
}

fn one() -> f32 {
    1.0
}

fn yes() -> bool {
    true
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_no_action(action: &Action) -> bool {
    *action == Action::None
}

fn is_absolute(link: &Link) -> bool {
    *link == Link::Absolute
}
