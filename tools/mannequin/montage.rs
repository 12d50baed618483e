//! The montages: a combo of three hits that ends with a charged one, the charged attack by itself,
//! a heavy attack of one press, and a wave of the arms alone.

use crate::{
    Build, notify,
    skeleton::{socket_id, upper_body_profile},
    take::Take,
};
use anim::montage::Easing;
use asset::{
    Curve, CurveKey, Id, Montage, Notify, NotifyTrack, Project, QuickSlot, SlotGroup,
    child::Override,
    montage::{Blend, Section, Segment, Slot},
    notify::{Action, Link},
    source::Interpolation,
};

/// A section: name, clip, length in seconds, the section that follows, palette colour.
pub(crate) type AttackSectionRow = (&'static str, &'static str, f32, &'static str, u8);

const COMBO: [AttackSectionRow; 6] = [
    ("Slash", "Attack_1", 0.85, "Backhand", 0),
    ("Backhand", "Attack_2", 0.85, "Chop", 6),
    ("Chop", "Attack_3", 1.3, "Windup", 3),
    ("Windup", "Charge_Start", 0.5, "Hold", 0),
    ("Hold", "Charge_Loop", 0.6, "Hold", 6),
    ("Release", "Charge_Release", 0.6, "", 2),
];
const CHARGED: [AttackSectionRow; 4] = [
    ("Windup", "Charge_Start", 0.5, "Hold", 0),
    ("Hold", "Charge_Loop", 0.6, "Hold", 6),
    ("Strike", "Charge_Release", 0.6, "Recover", 3),
    ("Recover", "Charge_End", 0.7, "", 2),
];
const HEAVY: [AttackSectionRow; 3] = [
    ("Windup", "Charge_Start", 0.5, "Strike", 0),
    ("Strike", "Charge_Release", 0.6, "Recover", 3),
    ("Recover", "Charge_End", 0.7, "", 2),
];
const HEAVY_ATTACK: &str = "AM_HeavyAttack";
/// Curve for how much the blade glows, 0..=1; a game's material reads it.
const GLOW: &str = "weapon_glow";
/// Seconds before the end of a round of *Hold* at which the loop is left: the pose there is that in
/// which the strike begins.
const ROUND_ENDS: f32 = 0.001;
const GREETING: [AttackSectionRow; 1] = [("Wave", "Wave", 2.4, "", 1)];
/// Slot for the arms alone: the figure's graph plays it over the legs.
const UPPER_BODY_SLOT: &str = "UpperBody";

/// Name and palette colour of a notify track.
pub(crate) type Lane = (&'static str, u8);

const COMBO_LANES: [Lane; 3] = [("FX", 1), ("Trails", 4), ("Hit windows", 5)];
const HEAVY_LANES: [Lane; 3] = [("FX", 1), ("Trails", 4), ("Hit windows", 5)];
const GREETING_LANES: [Lane; 1] = [("FX", 1)];
const CHARGED_LANES: [Lane; 3] = [("Footsteps", 4), ("FX", 1), ("Hit windows", 5)];

/// Derives ids from the name of a montage.
pub(crate) struct Ids(pub &'static str);

impl Ids {
    /// Id of something in the montage, by its type and name.
    pub fn of(&self, kind: &str, name: &str) -> Id {
        Id::derive(&["sample", self.0, kind, name])
    }

    /// A notify at a time, in seconds.
    pub fn instant(&self, track: &str, name: &str, time: f32) -> Notify {
        Notify::instant(self.of("notify", name), self.of("track", track), name, time)
    }

    /// A notify that sets the playback rate from its time on.
    fn pace(&self, track: &str, name: &str, time: f32, rate: f32) -> Notify {
        Notify {
            branching: true,
            action: Action::SetPlayRate(rate),
            ..self.instant(track, name, time)
        }
    }

    /// Keys of a curve from times and values. Times are seconds, or for a blend curve parts of the
    /// blend.
    pub fn keys(
        &self,
        curve: &str,
        keys: &[(f32, f32)],
        interpolation: Interpolation,
    ) -> Vec<CurveKey> {
        let key = |(at, (time, value)): (usize, &(f32, f32))| {
            CurveKey::new(
                self.of("key", &format!("{curve} {at}")),
                *time,
                *value,
                interpolation,
            )
        };
        keys.iter().enumerate().map(key).collect()
    }

    /// A notify state from a time on, in seconds.
    pub fn state(&self, track: &str, name: &str, time: f32, duration: f32) -> Notify {
        Notify::state(
            self.of("notify", name),
            self.of("track", track),
            name,
            time,
            duration,
        )
    }

    /// A branching notify state: it begins and ends in each round of a loop, even if rounds are
    /// shorter than frames.
    fn branching_state(&self, track: &str, name: &str, time: f32, duration: f32) -> Notify {
        Notify {
            branching: true,
            ..self.state(track, name, time, duration)
        }
    }
}

fn at(socket: &str, notify: Notify) -> Notify {
    Notify {
        socket: Some(socket_id(Build::Tall, socket)),
        ..notify
    }
}

/// Id of a montage by its name.
pub fn montage_id(name: &str) -> Id {
    crate::id("montage", name)
}

/// The attacks and the wave; [`crate::reaching`] has the montages with motion warping.
pub fn all(skeleton: Id) -> [Montage; 5] {
    [
        combo(skeleton),
        charged(skeleton),
        heavy(skeleton),
        held(skeleton),
        greeting(skeleton),
    ]
}

/// Slot groups. The wave has its own group, so that it goes on while an attack begins.
pub fn slot_groups() -> Vec<SlotGroup> {
    let slots = vec![UPPER_BODY_SLOT.to_owned()];
    vec![SlotGroup {
        id: crate::id("slot group", "Gestures"),
        name: "Gestures".into(),
        slots,
    }]
}

/// Quick slots: notifies of the attacks on the digit keys.
pub fn quick_slots(project: &Project) -> Vec<QuickSlot> {
    let of = |digit: u8, montage: &str, name: &str| {
        let montage = project.montages.get(&montage_id(montage))?;
        let notify = montage.notifies.iter().find(|notify| notify.name == name)?;
        let track = montage
            .tracks
            .iter()
            .find(|track| track.id == notify.track)?;
        let notify = Notify {
            time: 0.0,
            link: Link::Absolute,
            ..notify.clone()
        };
        let (id, track, color) = (QuickSlot::id_of(digit), track.name.clone(), track.color);
        Some(QuickSlot {
            id,
            digit,
            track,
            color,
            notify,
        })
    };
    let rows = [
        (1, "AM_ChargedAttack", "Foot_L"),
        (2, "AM_ChargedAttack", "Foot_R"),
        (3, "AM_AttackCombo", "HitWindow"),
        (4, "AM_AttackCombo", "SwordTrail"),
        (5, "AM_AttackCombo", "Whoosh_1"),
        (6, "AM_AttackCombo", "ComboWindow_1"),
        (7, "AM_AttackCombo", "GroundHit"),
    ];
    rows.into_iter()
        .filter_map(|(digit, montage, name)| of(digit, montage, name))
        .collect()
}

pub(crate) fn montage(
    ids: &Ids,
    skeleton: Id,
    rows: &[AttackSectionRow],
    lanes: &[Lane],
    notifies: Vec<Notify>,
) -> Montage {
    let starts: Vec<f32> = rows
        .iter()
        .scan(0.0, |end, row| Some(std::mem::replace(end, *end + row.2)))
        .collect();
    let section = |((name, _, _, next, color), start): (&AttackSectionRow, &f32)| Section {
        id: ids.of("section", name),
        name: (*name).into(),
        start: *start,
        next: (!next.is_empty()).then(|| ids.of("section", next)),
        color: *color,
    };
    let segment = |((name, clip, length, ..), start): (&AttackSectionRow, &f32)| Segment {
        id: ids.of("segment", name),
        clip: Take::clip_id(clip),
        start: *start,
        clip_begin: 0.0,
        clip_end: *length,
        rate: 1.0,
        loops: 1,
    };
    let track = |(name, color): &(&str, u8)| NotifyTrack {
        id: ids.of("track", name),
        name: (*name).into(),
        color: *color,
        locked: false,
    };
    // They move with what they belong to.
    let under = |notify: &Notify| {
        starts
            .iter()
            .rposition(|start| *start <= notify.time + 1e-4)
    };
    let linked = |notify: Notify| {
        let row = under(&notify).map(|at| Link::Relative(ids.of("segment", rows[at].0)));
        Notify {
            link: row.unwrap_or_default(),
            ..notify
        }
    };
    let slot = Slot {
        id: ids.of("slot", "DefaultSlot"),
        name: "DefaultSlot".into(),
        segments: rows.iter().zip(&starts).map(segment).collect(),
        locked: false,
    };
    Montage {
        name: ids.0.into(),
        skeleton,
        parent: None,
        overrides: Vec::new(),
        rate_scale: 1.0,
        frame_rate: 60.0,
        blend_in: Blend::standard(0.12, Easing::Smoothstep),
        blend_out: Blend::standard(0.2, Easing::CubicInOut),
        blend_out_trigger: -1.0,
        auto_blend_out: true,
        root_translation: true,
        root_rotation: true,
        sections: rows.iter().zip(&starts).map(section).collect(),
        slots: vec![slot],
        tracks: lanes.iter().map(track).collect(),
        notifies: notifies
            .into_iter()
            .map(|it| linked(notify::carrying(ids.0, it)))
            .collect(),
        stretch: None,
        sync_group: String::new(),
        sync_slot: None,
        curves: Vec::new(),
        notes: Vec::new(),
        sounds: Vec::new(),
    }
}

/// Three hits in a row, then a charged one that is held for a random time.
fn combo(skeleton: Id) -> Montage {
    let ids = Ids("AM_AttackCombo");
    let release = Notify {
        branching: true,
        chance: 0.5,
        action: Action::JumpToSection(ids.of("section", "Release")),
        ..ids.instant("Hit windows", "Release", 4.1 - ROUND_ENDS)
    };
    let notifies = vec![
        ids.instant("FX", "Whoosh_1", 0.36),
        ids.state("Hit windows", "ComboWindow_1", 0.52, 0.3),
        ids.instant("FX", "Whoosh_2", 1.18),
        ids.state("Hit windows", "ComboWindow_2", 1.36, 0.3),
        ids.instant("FX", "Whoosh_3", 2.16),
        // A hit-stop of 0.08 seconds.
        ids.pace("Hit windows", "HitStop", 2.2, 0.1),
        ids.pace("Hit windows", "HitStopEnd", 2.208, 1.0),
        ids.instant("FX", "GroundHit", 2.28),
        ids.branching_state("FX", "HoldGlow", 3.5333333, 0.5),
        release,
        ids.instant("FX", "Whoosh_4", 4.24),
        at(
            "hand_r_weapon",
            ids.state("Trails", "SwordTrail", 4.2, 0.25),
        ),
        ids.state("Hit windows", "HitWindow", 4.25, 0.2),
    ];
    let mut combo = montage(&ids, skeleton, &COMBO, &COMBO_LANES, notifies);
    combo.blend_out.profile = Some(upper_body_profile(Build::Tall));
    combo
}

fn charged(skeleton: Id) -> Montage {
    let ids = Ids("AM_ChargedAttack");
    // Released in one pass of the hold in three, so that the loop shows.
    let release = Notify {
        branching: true,
        chance: 0.34,
        action: Action::JumpToSection(ids.of("section", "Strike")),
        ..ids.instant("Hit windows", "Release", 1.1 - ROUND_ENDS)
    };
    let notifies = vec![
        at(
            "foot_r_ground",
            ids.instant("Footsteps", "Foot_R", 0.2333333),
        ),
        at(
            "foot_l_ground",
            ids.instant("Footsteps", "Foot_L", 1.2666667),
        ),
        at(
            "foot_l_ground",
            ids.instant("Footsteps", "Foot_L_back", 2.0333333),
        ),
        ids.instant("FX", "ClothRustle", 0.1),
        ids.branching_state("FX", "HoldGlow", 0.5333334, 0.4666667),
        at(
            "hand_r_weapon",
            ids.state("FX", "SwordTrail", 1.1333333, 0.3),
        ),
        ids.state("Hit windows", "HitWindow", 1.2, 0.1666667),
        release,
    ];
    montage(&ids, skeleton, &CHARGED, &CHARGED_LANES, notifies)
}

/// Slower than its clips, but not during the strike: only wind-up and recovery take the additional
/// time.
fn heavy(skeleton: Id) -> Montage {
    let ids = Ids(HEAVY_ATTACK);
    let notifies = vec![
        ids.instant("FX", "ClothRustle", 0.1),
        at("hand_r_weapon", ids.instant("FX", "Whoosh", 0.66)),
        ids.instant("FX", "GroundHit", 0.84),
        at(
            "hand_r_weapon",
            ids.state("Trails", "SwordTrail", 0.6333333, 0.2833333),
        ),
        ids.state("Hit windows", "HitWindow", 0.7, 0.1666667),
    ];
    let mut heavy = montage(&ids, skeleton, &HEAVY, &HEAVY_LANES, notifies);
    heavy.rate_scale = 0.75;
    let stretched = [(0.0, 1.0), (0.5, 0.0), (1.1, 1.0)];
    let keys = ids.keys("stretch", &stretched, Interpolation::Step);
    heavy.stretch = Some(Curve {
        keys,
        ..Curve::new(ids.of("curve", "stretch"), "Time stretch", 6)
    });
    let keys = ids.keys(
        GLOW,
        &[(0.0, 0.0), (0.5, 1.0), (0.75, 1.0), (1.1, 0.0)],
        Interpolation::Linear,
    );
    heavy.curves = vec![Curve {
        keys,
        ..Curve::new(ids.of("curve", GLOW), GLOW, 3)
    }];
    heavy
}

/// The heavy attack from a charge that is already held: a child montage.
fn held(skeleton: Id) -> Montage {
    let windup = Override {
        segment: Ids(HEAVY_ATTACK).of("segment", "Windup"),
        clip: Take::clip_id("Charge_Loop"),
    };
    let child = Montage::child("AM_HeavyAttack_Held", montage_id(HEAVY_ATTACK), skeleton);
    Montage {
        overrides: vec![windup],
        ..child
    }
}

/// A wave; at the end the arm sinks slowly at first and then falls.
fn greeting(skeleton: Id) -> Montage {
    let ids = Ids("AM_Wave");
    let notifies = vec![ids.instant("FX", "ClothRustle", 0.2)];
    let mut greeting = montage(&ids, skeleton, &GREETING, &GREETING_LANES, notifies);
    (greeting.slots[0].id, greeting.slots[0].name) =
        (ids.of("slot", UPPER_BODY_SLOT), UPPER_BODY_SLOT.into());
    greeting.blend_in.time = 0.25;
    let falling = ids.keys(
        "blend out",
        &[(0.0, 0.0), (0.4, 0.1), (0.8, 0.8), (1.0, 1.0)],
        Interpolation::Linear,
    );
    greeting.blend_out.time = 0.5;
    greeting.blend_out.curve = Some(falling);
    greeting
}
