//! The attack combo: windup, a hold that loops until it is released, strike, recovery.

use crate::FRAME_RATE;
use anim::montage::Easing;
use asset::{
    Id, Montage, Notify, NotifyTrack,
    montage::{Blend, Section, Segment, Slot},
    notify::Action,
};

/// Section, its clip, start and length in seconds, the section that follows, palette colour.
const SECTIONS: [(&str, &str, f32, f32, &str, u8); 4] = [
    ("Windup", "Atk_Windup", 0.0, 0.5, "Hold", 0),
    ("Hold", "Atk_Hold", 0.5, 0.6, "Hold", 6),
    ("Strike", "Atk_Strike", 1.1, 0.6, "Recover", 3),
    ("Recover", "Atk_Recover", 1.7, 0.7, "", 2),
];
const TRACKS: [(&str, u8); 3] = [("Footsteps", 4), ("FX", 1), ("Hit windows", 5)];

pub fn attack_combo(skeleton: Id, clip: &dyn Fn(&str) -> Id) -> Montage {
    let id = |kind: &str, name: &str| Id::derive(&["sample", "AM_AttackCombo", kind, name]);
    let section = |(name, _, start, _, next, color): &(&str, &str, f32, f32, &str, u8)| Section {
        id: id("section", name),
        name: (*name).into(),
        start: *start,
        next: (!next.is_empty()).then(|| id("section", next)),
        color: *color,
    };
    let segment = |(name, clip_name, start, length, ..): &(&str, &str, f32, f32, &str, u8)| Segment {
        id: id("segment", name),
        clip: clip(clip_name),
        start: *start,
        clip_begin: 0.0,
        clip_end: *length,
        rate: 1.0,
        loops: 1,
    };
    let track = |(name, color): &(&str, u8)| NotifyTrack { id: id("track", name), name: (*name).into(), color: *color };
    let slot = Slot {
        id: id("slot", "DefaultSlot"),
        name: "DefaultSlot".into(),
        segments: SECTIONS.iter().map(segment).collect(),
    };
    Montage {
        name: "AM_AttackCombo".into(),
        skeleton,
        group: "DefaultGroup".into(),
        rate_scale: 1.0,
        frame_rate: FRAME_RATE,
        blend_in: Blend::standard(0.12, Easing::Smoothstep),
        blend_out: Blend::standard(0.2, Easing::CubicInOut),
        blend_out_trigger: -1.0,
        auto_blend_out: true,
        root_translation: true,
        root_rotation: true,
        sections: SECTIONS.iter().map(section).collect(),
        slots: vec![slot],
        tracks: TRACKS.iter().map(track).collect(),
        notifies: notifies(&id),
    }
}

fn notifies(id: &dyn Fn(&str, &str) -> Id) -> Vec<Notify> {
    let instant =
        |track: &str, name: &str, time: f32| Notify::instant(id("notify", name), id("track", track), name, time);
    let state = |track: &str, name: &str, time: f32, duration: f32| {
        Notify::state(id("notify", name), id("track", track), name, time, duration)
    };
    // Released in one pass of the hold in three, so that the loop shows.
    let release = Notify {
        branching: true,
        chance: 0.34,
        action: Action::JumpToSection(id("section", "Strike")),
        ..instant("Hit windows", "Release", 1.0333334)
    };
    vec![
        instant("Footsteps", "Foot_R", 0.2333333),
        instant("Footsteps", "Foot_L", 1.2666667),
        instant("Footsteps", "Foot_L_back", 2.0333333),
        instant("FX", "ClothRustle", 0.1),
        state("FX", "HoldGlow", 0.5333334, 0.4666667),
        state("FX", "SwordTrail", 1.1333333, 0.3),
        state("Hit windows", "HitWindow", 1.2, 0.1666667),
        release,
    ]
}
