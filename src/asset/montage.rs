//! An authored montage: sections, slots with segments of clips, notifies and blends.

#[cfg(test)]
mod tests;

use crate::{Curve, CurveKey, Id, LaneSound, List, Note, Notify, NotifyTrack, child::Override};
use anim::{
    curve::evaluate,
    montage::{BlendCurve, Easing},
};
use serde::{Deserialize, Serialize};

/// A section *is* its start; it ends where the next one in time starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Section {
    /// Unique in its montage; a child montage has its parent's.
    pub id: Id,
    /// Unique within the montage.
    pub name: String,
    /// Start of the section in the montage, seconds.
    pub start: f32,
    /// The section that plays after this one; None ends the montage.
    #[serde(default)]
    pub next: Option<Id>,
    /// Index in the category palette.
    #[serde(default)]
    pub color: u8,
}

/// A piece of a clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Segment {
    /// Unique in its montage; a child montage has its parent's.
    pub id: Id,
    /// The clip that plays.
    pub clip: Id,
    /// Seconds on the montage.
    pub start: f32,
    /// Seconds on the clip at which the piece begins.
    pub clip_begin: f32,
    /// Seconds on the clip at which the piece ends.
    pub clip_end: f32,
    /// Clip seconds per montage second, not 0; negative plays backwards.
    pub rate: f32,
    /// Number of times that the piece plays, at least 1.
    pub loops: u32,
}

impl Segment {
    /// Seconds on the montage. `clip_rate` is the clip's own rate scale.
    pub fn duration(&self, clip_rate: f32) -> f32 {
        self.loops as f32 * (self.clip_end - self.clip_begin) / (self.rate * clip_rate).abs()
    }
}

/// A row of segments that plays into a slot of graphs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Slot {
    /// Unique in its montage; a child montage has its parent's.
    pub id: Id,
    /// Unique within the montage.
    pub name: String,
    /// Segments in order of start.
    pub segments: Vec<Segment>,
    /// No segment of it is edited.
    #[serde(default, skip_serializing_if = "is_false")]
    pub locked: bool,
}

/// A rise or fall of the weight of a montage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blend {
    /// Seconds, 0 or more.
    pub time: f32,
    /// Counts where there is no curve.
    pub easing: Easing,
    /// The blend's own shape: keys at parts of its time, from 0 at 0 to 1 at 1, ascending by time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curve: Option<Vec<CurveKey>>,
    /// The weight jumps, and the jump of the pose decays over the time instead.
    #[serde(default, skip_serializing_if = "is_false")]
    pub inertialize: bool,
    /// Blend profile of the montage's skeleton, by which bones go ahead of the weight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Id>,
}

impl Blend {
    /// A blend by weight.
    pub fn standard(time: f32, easing: Easing) -> Self {
        Self {
            time,
            easing,
            curve: None,
            inertialize: false,
            profile: None,
        }
    }

    /// Easing of the weight. A value of the curve that is not a number or lies outside 0 to 1
    /// counts as the nearest valid one.
    pub fn shape(&self) -> Easing {
        let Some(keys) = self.curve.as_ref().filter(|keys| !keys.is_empty()) else {
            return self.easing;
        };
        let mut keys: Vec<anim::curve::CurveKey> = keys
            .iter()
            .filter(|key| key.is_finite())
            .map(Into::into)
            .collect();
        keys.sort_by(|a, b| a.time.total_cmp(&b.time));
        Easing::Custom(BlendCurve::sample_from(|part| evaluate(&keys, part)))
    }

    /// Whether it has no curve, or one that goes from 0 at 0 to 1 at 1.
    pub fn is_whole(&self) -> bool {
        let at = |key: Option<&CurveKey>, end: f32| {
            key.is_some_and(|key| (key.time, key.value) == (end, end))
        };
        self.curve
            .as_ref()
            .is_none_or(|keys| at(keys.first(), 0.0) && at(keys.last(), 1.0))
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Pieces of clips on a timeline, which sections and notifies divide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Montage {
    /// Unique among the montages of the project.
    pub name: String,
    /// The skeleton of its clips.
    pub skeleton: Id,
    /// The montage that this one is a child of: see [`crate::child`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Id>,
    /// Clips of a child in place of its parent's, each segment once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<Override>,
    /// Montage seconds per second of playback.
    pub rate_scale: f32,
    /// The grid of the timeline, frames per second; plays no part in evaluation.
    pub frame_rate: f32,
    /// Blend of the weight when the montage starts.
    pub blend_in: Blend,
    /// Blend of the weight when the montage ends or stops.
    pub blend_out: Blend,
    /// Seconds before the end; negative uses the blend-out's own time.
    pub blend_out_trigger: f32,
    /// Whether the montage blends out by itself at its end; if not, the montage is held there.
    pub auto_blend_out: bool,
    /// The root of the montage moves the character.
    pub root_translation: bool,
    /// The root of the montage turns the character.
    pub root_rotation: bool,
    /// Sections in order of start, the first at 0.
    pub sections: Vec<Section>,
    /// Slots, at least one; the root of the first one moves the character.
    pub slots: Vec<Slot>,
    /// Rows of the timeline that notifies are on, in their order.
    pub tracks: Vec<NotifyTrack>,
    /// Notifies in any order; each names its track.
    pub notifies: List<Notify>,
    /// Share of a change of rate that each part of the montage takes, from 0 to 1: at 0 a part
    /// keeps its speed. If None, all parts take it alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stretch: Option<Curve>,
    /// Keeps step with what else plays in it, by the sync markers of the clips in
    /// [`Self::sync_slot`]; empty is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub sync_group: String,
    /// The slot whose clips' sync markers count; None is the first slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sync_slot: Option<Id>,
    /// Curves in place of the clips' curves of their names, each name once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    /// Notes on the montage, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Sounds that play along with the montage in the editor, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sounds: Vec<LaneSound>,
}

impl Montage {
    /// A montage with one section and one slot, no segments, one notify track.
    pub fn new(name: impl Into<String>, skeleton: Id, ids: &mut u64) -> Self {
        Self {
            name: name.into(),
            skeleton,
            parent: None,
            overrides: Vec::new(),
            rate_scale: 1.0,
            frame_rate: 30.0,
            blend_in: Blend::standard(0.25, Easing::Smoothstep),
            blend_out: Blend::standard(0.25, Easing::Smoothstep),
            blend_out_trigger: -1.0,
            auto_blend_out: true,
            root_translation: true,
            root_rotation: true,
            sections: vec![Section {
                id: Id::next(ids),
                name: "Default".into(),
                start: 0.0,
                next: None,
                color: 0,
            }],
            slots: vec![Slot {
                id: Id::next(ids),
                name: "DefaultSlot".into(),
                segments: Vec::new(),
                locked: false,
            }],
            tracks: vec![NotifyTrack {
                id: Id::next(ids),
                name: "Notifies".into(),
                color: 4,
                locked: false,
            }],
            notifies: List::new(),
            stretch: None,
            sync_group: String::new(),
            sync_slot: None,
            curves: Vec::new(),
            notes: Vec::new(),
            sounds: Vec::new(),
        }
    }

    /// The section of this id.
    pub fn section(&self, id: Id) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// The notify of this id.
    pub fn notify(&self, id: Id) -> Option<&Notify> {
        self.notifies.iter().find(|notify| notify.id == id)
    }

    /// The segment of this id, with the slot that it is on.
    pub fn segment(&self, id: Id) -> Option<(&Slot, &Segment)> {
        let find = |slot: &Slot| slot.segments.iter().position(|segment| segment.id == id);
        self.slots
            .iter()
            .find_map(|slot| find(slot).map(|at| (slot, &slot.segments[at])))
    }
}
