//! What plays under test: a montage alone, and a character ticked whole.

use crate::{
    Array, Clip, Event, Library, Montage, Name, Names, Notify, Skeleton, Transform,
    event::{Cause, EventReason, Phase},
    instance::{
        AnimInstance, AnimInstanceProxy, Handler, MontageInstance, Request, RootMotionMode, Silent,
        dispatch::Outbox, montage_instance::MontageContext, stepping::SubStepProgress,
    },
    montage::{Blend, Easing, NO_SECTION, Section, Segment, Slot},
    notify::{action, flag},
    skeleton::Bone,
};
use bytemuck::Zeroable;
use std::sync::Arc;

/// A montage under test, its outbox, and the clock.
pub(super) struct Stage {
    pub(super) library: Arc<Library>,
    pub(super) out: Outbox,
    pub(super) instance: MontageInstance,
    pub(super) time: f64,
}

pub(super) fn skeleton() -> Arc<Skeleton> {
    let bone = Bone {
        name: Name::new("root"),
        parent: -1,
        reference: Transform::IDENTITY.into(),
        reserved: 0,
    };
    Arc::new(Skeleton::new(Name::new("skeleton"), vec![bone].into(), Array::default()).unwrap())
}

/// Moves bone 0 from x = 0 to x = 1 over `length`, as root motion.
pub(super) fn clip(name: &str, length: f32) -> Arc<Clip> {
    use crate::clip::{Keys, RootMotion, Track};
    let track = Track {
        bone: 0,
        translation: Keys { first: 0, count: 2 },
        rotation: Keys::default(),
        scale: Keys::default(),
    };
    let clip = Clip {
        name: Name::new(name),
        skeleton: Name::new("skeleton"),
        length,
        key_count: 2,
        rate_scale: 1.0,
        root_motion: RootMotion {
            enabled: true,
            ..RootMotion::default()
        },
        tracks: vec![track].into(),
        keys: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0].into(),
        ..Clip::default()
    };
    Arc::new(Clip::new(clip, 1).unwrap())
}

/// Sections `A`, `B`, `C` … at the given starts with the given links, over one clip of the whole
/// length.
pub(super) fn montage(starts: &[f32], length: f32, links: &[i32]) -> Montage {
    let name = |i: usize| Name::new(["A", "B", "C", "D"][i]);
    let sections = starts
        .iter()
        .zip(links)
        .enumerate()
        .map(|(i, (start, next))| Section {
            name: name(i),
            start: *start,
            next: *next,
        });
    Montage {
        name: Name::new("montage"),
        skeleton: Name::new("skeleton"),
        group: Name::new("group"),
        length,
        rate_scale: 1.0,
        blend_out: Blend {
            time: 0.25,
            easing: Easing::Linear,
            inertialize: false,
            ..Blend::default()
        },
        blend_out_trigger: -1.0,
        auto_blend_out: true,
        root_translation: true,
        root_rotation: true,
        sections: sections.collect(),
        slots: vec![Slot {
            name: Name::new("slot"),
            first_segment: 0,
            segment_count: 1,
        }]
        .into(),
        segments: vec![Segment {
            id: 9,
            clip: 0,
            start: 0.0,
            clip_begin: 0.0,
            clip_end: length,
            rate: 1.0,
            loops: 1,
        }]
        .into(),
        ..Montage::default()
    }
}

pub(super) fn notify(name: &str, time: f32, branching: bool, jump_to: &str) -> Notify {
    let target = Name::new(jump_to);
    Notify {
        id: Name::new(name).0,
        name: Name::new(name),
        target,
        socket: Name::NONE,
        time,
        end: time,
        track: 0,
        flags: if branching { flag::BRANCHING } else { 0 },
        weight_threshold: 1e-5,
        chance: 1.0,
        from_lod: -1,
        action: if target == Name::NONE {
            action::NONE
        } else {
            action::JUMP_TO_SECTION
        },
        ..Notify::zeroed()
    }
}

pub(super) fn library(montages: Vec<Montage>) -> Arc<Library> {
    let length = montages[0].length;
    let clips = vec![clip("clip", length)];
    let mut montages: Vec<_> = montages
        .into_iter()
        .map(|m| Arc::new(Montage::new(m, 1).unwrap()))
        .collect();
    montages.sort_by_key(|m| m.name);
    Arc::new(Library {
        names: Names::default(),
        skeletons: vec![skeleton()],
        clips,
        montages,
        ..Library::default()
    })
}

pub(super) fn stage(montage: Montage, rate: f32, start: f64) -> Stage {
    let library = library(vec![montage]);
    let instance = {
        let montage = library.montages[0].clone();
        let section = montage.section_at(start);
        MontageInstance::new(1, montage, rate, (section, start))
    };
    Stage {
        library,
        out: Outbox::default(),
        instance,
        time: 0.0,
    }
}

impl Stage {
    /// One tick; returns whether the instance is over.
    pub(super) fn advance(&mut self, dt: f64) -> bool {
        self.time += dt;
        self.out.begin_frame();
        let skeleton = self.library.skeletons[0].clone();
        let mut cx = MontageContext {
            library: &self.library,
            skeleton: &skeleton,
            out: &mut self.out,
            now: self.time - dt,
            tick_end: self.time,
            mode: RootMotionMode::default(),
            is_advancing: true,
            section_end_needs_time: false,
            placement: crate::Placement::IDENTITY,
            targets: &crate::instance::WarpTargets::default(),
        };
        self.instance.update_weight(dt, &mut cx);
        self.instance.begin_advance(dt, &mut cx);
        loop {
            match self.instance.step(&mut cx) {
                SubStepProgress::Done => break,
                SubStepProgress::More => {}
                SubStepProgress::Fired(notify) => {
                    let target = self.instance.montage.find_section(notify.target);
                    if let Some(section) = target {
                        self.instance
                            .jump_to(section, false, Cause::Branch, &mut cx);
                    }
                }
            }
        }
        self.instance.end_advance(dt, &mut cx)
    }

    pub(super) fn section_changes(&self) -> usize {
        self.out
            .montage_events
            .iter()
            .filter(|e| matches!(e.phase, Phase::Section { .. }))
            .count()
    }

    pub(super) fn branches(&self) -> Vec<(Name, EventReason)> {
        self.out
            .events
            .iter()
            .filter(|e| e.phase == Phase::Notify)
            .map(|e| (e.name, e.reason))
            .collect()
    }
}

pub(super) fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// A character with its proxy, ticked whole.
pub(super) struct Character {
    pub(super) instance: AnimInstance,
    pub(super) proxy: AnimInstanceProxy,
}

impl Character {
    pub(super) fn new(montages: Vec<Montage>) -> Self {
        let library = library(montages);
        let skeleton = library.skeletons[0].clone();
        Self {
            instance: AnimInstance::new(library, skeleton, 1),
            proxy: AnimInstanceProxy::default(),
        }
    }

    pub(super) fn tick(&mut self, dt: f64, requests: &[Request]) -> Vec<Event> {
        self.tick_with(dt, requests, &mut Silent)
    }

    pub(super) fn tick_with(
        &mut self,
        dt: f64,
        requests: &[Request],
        handler: &mut dyn Handler,
    ) -> Vec<Event> {
        self.instance.begin_frame(dt);
        for request in requests {
            // What cannot be had changes nothing.
            let _ = self.instance.request(request);
        }
        self.instance.update_montages(handler);
        self.instance.pre_update(&mut self.proxy);
        self.proxy.run_tick(&mut Default::default());
        self.instance.complete(&mut self.proxy, handler);
        self.instance.events().to_vec()
    }
}

pub(super) fn play(name: &str) -> Request {
    Request::play(Name::new(name), 1.0)
}

/// Two seconds in a slot: a clip that goes one metre ahead and turns left, twice.
pub(super) fn turning_library() -> Library {
    use crate::clip::{Keys, RootMotion, Track};
    use glam::Quat;
    let turned = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2).to_array();
    let track = Track {
        bone: 0,
        translation: Keys { first: 0, count: 2 },
        rotation: Keys { first: 6, count: 2 },
        scale: Keys::default(),
    };
    let keys = [
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0][..],
        &turned,
    ]
    .concat();
    let base = (*clip("clip", 1.0)).clone();
    let clip = Clip {
        tracks: vec![track].into(),
        keys: keys.into(),
        ..base
    };
    assert_eq!(
        clip.root_motion,
        RootMotion {
            enabled: true,
            ..RootMotion::default()
        }
    );
    let segment = |id, start| Segment {
        id,
        clip: 0,
        start,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    };
    let whole = montage(&[0.0], 2.0, &[NO_SECTION]);
    let slots = vec![Slot {
        segment_count: 2,
        ..whole.slots[0]
    }]
    .into();
    let montage = Montage {
        segments: vec![segment(1, 0.0), segment(2, 1.0)].into(),
        slots,
        ..whole
    };
    Library {
        clips: vec![Arc::new(Clip::new(clip, 1).unwrap())],
        ..(*library(vec![montage])).clone()
    }
}
