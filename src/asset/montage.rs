//! An authored montage.

use crate::{Id, Notify, NotifyTrack};
use anim::montage::Easing;
use serde::{Deserialize, Serialize};

/// A section *is* its start; it ends where the next one in time starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    pub id: Id,
    /// Unique within the montage.
    pub name: String,
    /// Seconds.
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
pub struct Segment {
    pub id: Id,
    pub clip: Id,
    /// Seconds on the montage.
    pub start: f32,
    /// Seconds on the clip.
    pub clip_begin: f32,
    pub clip_end: f32,
    /// Not 0; negative plays backwards.
    pub rate: f32,
    /// At least 1.
    pub loops: u32,
}

impl Segment {
    /// Seconds on the montage. `clip_rate` is the clip's own rate scale.
    pub fn duration(&self, clip_rate: f32) -> f32 {
        self.loops as f32 * (self.clip_end - self.clip_begin) / (self.rate * clip_rate).abs()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slot {
    pub id: Id,
    /// Unique within the montage.
    pub name: String,
    /// In order of start.
    pub segments: Vec<Segment>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blend {
    /// Seconds, 0 or more.
    pub time: f32,
    pub easing: Easing,
    /// The weight jumps, and the jump of the pose decays over the time instead.
    #[serde(default, skip_serializing_if = "is_false")]
    pub inertialize: bool,
    /// Blend profile of the montage's skeleton, by which bones go ahead of the weight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<Id>,
}

impl Blend {
    /// By weight.
    pub fn standard(time: f32, easing: Easing) -> Self {
        Self { time, easing, inertialize: false, profile: None }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Montage {
    pub name: String,
    pub skeleton: Id,
    /// Montages of one group replace each other.
    pub group: String,
    pub rate_scale: f32,
    /// The grid of the timeline, frames per second; plays no part in evaluation.
    pub frame_rate: f32,
    pub blend_in: Blend,
    pub blend_out: Blend,
    /// Seconds before the end; negative uses the blend-out's own time.
    pub blend_out_trigger: f32,
    pub auto_blend_out: bool,
    pub root_translation: bool,
    pub root_rotation: bool,
    /// In order of start, the first at 0.
    pub sections: Vec<Section>,
    pub slots: Vec<Slot>,
    pub tracks: Vec<NotifyTrack>,
    pub notifies: Vec<Notify>,
}

impl Montage {
    /// A montage with one section and one slot, no segments, one notify track.
    pub fn new(name: impl Into<String>, skeleton: Id, ids: &mut u64) -> Self {
        Self {
            name: name.into(),
            skeleton,
            group: "DefaultGroup".into(),
            rate_scale: 1.0,
            frame_rate: 30.0,
            blend_in: Blend::standard(0.25, Easing::Smoothstep),
            blend_out: Blend::standard(0.25, Easing::Smoothstep),
            blend_out_trigger: -1.0,
            auto_blend_out: true,
            root_translation: true,
            root_rotation: true,
            sections: vec![Section { id: Id::next(ids), name: "Default".into(), start: 0.0, next: None, color: 0 }],
            slots: vec![Slot { id: Id::next(ids), name: "DefaultSlot".into(), segments: Vec::new() }],
            tracks: vec![NotifyTrack { id: Id::next(ids), name: "Notifies".into(), color: 4 }],
            notifies: Vec::new(),
        }
    }

    pub fn section(&self, id: Id) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    pub fn notify(&self, id: Id) -> Option<&Notify> {
        self.notifies.iter().find(|notify| notify.id == id)
    }

    pub fn segment(&self, id: Id) -> Option<(&Slot, &Segment)> {
        let find = |slot: &'_ Slot| slot.segments.iter().position(|segment| segment.id == id);
        self.slots.iter().find_map(|slot| find(slot).map(|at| (slot, &slot.segments[at])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_montage_is_one_section_and_one_slot_that_fade_over_a_quarter_second() {
        let new = Montage::new("Attack", Id(1), &mut 7);
        let ids = {
            let state = &mut 7;
            [Id::next(state), Id::next(state), Id::next(state)]
        };
        let blend = Blend { time: 0.25, easing: Easing::Smoothstep, inertialize: false, profile: None };
        let expected = Montage {
            name: "Attack".into(),
            skeleton: Id(1),
            group: "DefaultGroup".into(),
            rate_scale: 1.0,
            frame_rate: 30.0,
            blend_in: blend,
            blend_out: blend,
            blend_out_trigger: -1.0,
            auto_blend_out: true,
            root_translation: true,
            root_rotation: true,
            sections: vec![Section { id: ids[0], name: "Default".into(), start: 0.0, next: None, color: 0 }],
            slots: vec![Slot { id: ids[1], name: "DefaultSlot".into(), segments: vec![] }],
            tracks: vec![NotifyTrack { id: ids[2], name: "Notifies".into(), color: 4 }],
            notifies: vec![],
        };
        assert_eq!(new, expected);
    }

    #[test]
    fn each_part_is_found_by_its_own_id_and_none_by_another() {
        let mut montage = Montage::new("Attack", Id(1), &mut 7);
        let section = |id| Section { id, name: format!("{}", id.0), start: 0.0, next: None, color: 0 };
        montage.sections = [Id(2), Id(3)].map(section).into();
        montage.notifies = [Id(4), Id(5)].map(|id| Notify::instant(id, Id(9), "n", id.0 as f32)).into();
        let segment =
            |id| Segment { id, clip: Id(9), start: id.0 as f32, clip_begin: 0.0, clip_end: 1.0, rate: 1.0, loops: 1 };
        let slot = |name: &str, ids: [Id; 2]| Slot { id: Id(20), name: name.into(), segments: ids.map(segment).into() };
        montage.slots = vec![slot("legs", [Id(6), Id(7)]), slot("arms", [Id(8), Id(10)])];
        for id in [Id(2), Id(3)] {
            assert_eq!(montage.section(id).unwrap().name, format!("{}", id.0));
        }
        for id in [Id(4), Id(5)] {
            assert_eq!(montage.notify(id).unwrap().time, id.0 as f32);
        }
        for (id, name) in [(Id(6), "legs"), (Id(7), "legs"), (Id(8), "arms"), (Id(10), "arms")] {
            let (slot, segment) = montage.segment(id).unwrap();
            assert_eq!((slot.name.as_str(), segment.start), (name, id.0 as f32));
        }
        assert!(
            montage.section(Id(4)).is_none() && montage.notify(Id(2)).is_none() && montage.segment(Id(2)).is_none()
        );
    }

    #[test]
    fn a_blend_by_weight_needs_no_word_in_a_file() {
        let blend = Blend::standard(0.5, Easing::Sine);
        assert_eq!(blend, Blend { time: 0.5, easing: Easing::Sine, inertialize: false, profile: None });
        assert!(is_false(&blend.inertialize) && !is_false(&true));
    }
}
