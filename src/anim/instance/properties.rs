//! The numbered properties of montages and notifies, on small made-up montages.

use super::{AnimInstance, AnimInstanceProxy, MontageInstance, Request, dispatch::Outbox, montage_instance::Context};
use crate::{
    Array, Clip, Event, Library, Montage, Name, Names, Notify, Skeleton, Transform,
    event::{Phase, Reason, Source},
    mask::BlendProfile,
    montage::{Blend, Easing, NO_SECTION, Section, Segment, Slot},
    notify::{action, flag},
    skeleton::Bone,
};
use std::sync::Arc;

/// A montage under test, its outbox, and the clock.
pub(super) struct Stage {
    pub(super) library: Arc<Library>,
    pub(super) out: Outbox,
    pub(super) instance: MontageInstance,
    time: f64,
}

fn skeleton() -> Arc<Skeleton> {
    let bone = Bone { name: Name::new("root"), parent: -1, reference: Transform::IDENTITY.into(), reserved: 0 };
    Arc::new(Skeleton::new(Name::new("skeleton"), vec![bone].into(), Array::default()).unwrap())
}

/// Moves bone 0 from x = 0 to x = 1 over `length`, as root motion.
pub(super) fn clip(name: &str, length: f32) -> Arc<Clip> {
    use crate::clip::{Keys, RootMotion, Track};
    let track =
        Track { bone: 0, translation: Keys { first: 0, count: 2 }, rotation: Keys::default(), scale: Keys::default() };
    let clip = Clip {
        name: Name::new(name),
        skeleton: Name::new("skeleton"),
        length,
        key_count: 2,
        rate_scale: 1.0,
        root_motion: RootMotion { enabled: true, ..RootMotion::default() },
        tracks: vec![track].into(),
        keys: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0].into(),
        ..Clip::default()
    };
    Arc::new(Clip::new(clip, 1).unwrap())
}

/// Sections `A`, `B`, `C` … at the given starts with the given links, over one clip of the whole length.
pub(super) fn montage(starts: &[f32], length: f32, links: &[i32]) -> Montage {
    let name = |i: usize| Name::new(["A", "B", "C", "D"][i]);
    let sections = starts.iter().zip(links).enumerate().map(|(i, (start, next))| Section {
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
        blend_out: Blend { time: 0.25, easing: Easing::Linear, inertialize: false, ..Blend::default() },
        blend_out_trigger: -1.0,
        auto_blend_out: true,
        root_translation: true,
        root_rotation: true,
        sections: sections.collect(),
        slots: vec![Slot { name: Name::new("slot"), first_segment: 0, segment_count: 1 }].into(),
        segments: vec![Segment { id: 9, clip: 0, start: 0.0, clip_begin: 0.0, clip_end: length, rate: 1.0, loops: 1 }]
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
        action: if target == Name::NONE { action::NONE } else { action::JUMP_TO_SECTION },
    }
}

pub(super) fn library(montages: Vec<Montage>) -> Arc<Library> {
    let length = montages[0].length;
    let clips = vec![clip("clip", length)];
    let mut montages: Vec<_> = montages.into_iter().map(|m| Arc::new(Montage::new(m, 1).unwrap())).collect();
    montages.sort_by_key(|m| m.name);
    Arc::new(Library { names: Names::default(), skeletons: vec![skeleton()], clips, meshes: Vec::new(), montages })
}

pub(super) fn stage(montage: Montage, rate: f32, start: f64) -> Stage {
    let library = library(vec![montage]);
    let instance = MontageInstance::new(1, library.montages[0].clone(), rate, start);
    Stage { library, out: Outbox::default(), instance, time: 0.0 }
}

impl Stage {
    /// One tick; returns whether the instance is over.
    pub(super) fn advance(&mut self, dt: f64) -> bool {
        self.time += dt;
        self.out.begin_frame();
        let skeleton = self.library.skeletons[0].clone();
        let mut cx = Context { library: &self.library, skeleton: &skeleton, out: &mut self.out, tick_end: self.time };
        self.instance.update_weight(dt as f32, &mut cx);
        self.instance.advance(dt, &mut cx)
    }

    fn section_changes(&self) -> usize {
        self.out.montage_events.iter().filter(|e| matches!(e.phase, Phase::Section { .. })).count()
    }

    fn branches(&self) -> Vec<(Name, Reason)> {
        self.out.events.iter().filter(|e| e.phase == Phase::Notify).map(|e| (e.name, e.reason)).collect()
    }
}

pub(super) fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn p1_a_self_linked_section_takes_nine_bodies_and_keeps_the_rest() {
    let mut s = stage(montage(&[0.0], 0.1, &[0]), 1.0, 0.0);
    s.advance(2.0);
    assert_eq!(s.section_changes(), 9);
    assert!(near(s.instance.travel.time_left, 1.1) && near(s.instance.travel.position, 0.0));
    s.advance(0.016);
    assert!(near(s.instance.travel.time_left, 0.216));
}

#[test]
fn p2_a_backlog_of_ten_seconds_takes_no_more() {
    let mut s = stage(montage(&[0.0], 0.1, &[0]), 1.0, 0.0);
    s.advance(20.0);
    assert!(near(s.instance.travel.time_left, 19.1));
    for i in 1..=11 {
        s.advance(1.0);
        assert!(near(s.instance.travel.time_left, 19.1 - 0.9 * f64::from(i)), "{i}: {}", s.instance.travel.time_left);
    }
    s.advance(1.0);
    assert!(near(s.instance.travel.time_left, 9.3));
}

#[test]
fn p3_linear_sections_pass_in_one_advance() {
    let mut s = stage(montage(&[0.0, 1.0, 2.0], 3.0, &[1, 2, NO_SECTION]), 1.0, 0.0);
    s.advance(2.25);
    assert!(near(s.instance.travel.position, 2.25) && s.instance.travel.section == 2 && s.section_changes() == 2);
}

#[test]
fn p4_a_jump_skips_later_branching_points() {
    let mut m = montage(&[0.0, 1.0, 2.0], 3.0, &[NO_SECTION; 3]);
    m.notifies = vec![notify("first", 0.25, true, "C"), notify("second", 0.5, true, "B")].into();
    let mut s = stage(m, 1.0, 0.0);
    s.advance(0.6);
    assert!(near(s.instance.travel.position, 2.35));
    assert_eq!(s.branches(), [(Name::new("first"), Reason::Fired)]);
}

fn ends(trigger: f32, rate: f32) -> (f64, f64, f64) {
    let m = Montage { blend_out_trigger: trigger, ..montage(&[0.0], 1.0, &[NO_SECTION]) };
    let mut s = stage(m, rate, 0.0);
    let (mut out_at, mut frame) = (0.0, 0);
    loop {
        frame += 1;
        let over = s.advance(1.0 / 60.0);
        let at = f64::from(frame) / 60.0;
        if s.out.montage_events.iter().any(|e| e.phase == Phase::BlendingOut { interrupted: false }) {
            out_at = at;
        }
        if over {
            assert!(s.out.montage_events.iter().any(|e| e.phase == Phase::Ended { interrupted: false }));
            return (out_at, at, s.instance.travel.position);
        }
        assert!(frame < 600);
    }
}

#[test]
fn p5_to_p7_natural_ends_come_when_they_should() {
    let close = |a: (f64, f64, f64), b: (f64, f64, f64)| near(a.0, b.0) && near(a.1, b.1) && near(a.2, b.2);
    assert!(close(ends(-1.0, 1.0), (0.75, 1.0, 0.99995)), "{:?}", ends(-1.0, 1.0));
    assert!(close(ends(0.0, 1.0), (1.0, 1.25, 0.99995)), "{:?}", ends(0.0, 1.0));
    assert!(close(ends(-1.0, 2.0), (0.25, 0.5, 0.99995)), "{:?}", ends(-1.0, 2.0));
}

#[test]
fn p8_reverse_passes_sections_from_their_ends() {
    let m = Montage { auto_blend_out: false, ..montage(&[0.0, 1.0], 2.0, &[1, NO_SECTION]) };
    let mut s = stage(m, -1.0, 1.5);
    s.advance(0.75);
    assert!(near(s.instance.travel.position, 0.74995));
    s.advance(1.0);
    assert!(near(s.instance.travel.position, 0.0) && !s.instance.travel.playing);
}

#[test]
fn p9_a_marker_on_a_section_end_fires_once() {
    let mut m = montage(&[0.0, 1.0], 2.0, &[1, NO_SECTION]);
    m.notifies = vec![notify("marker", 1.0, true, "")].into();
    let mut s = stage(m, 1.0, 0.9);
    s.advance(0.2);
    assert_eq!(s.branches(), [(Name::new("marker"), Reason::Fired)]);
    assert!(s.section_changes() == 1 && near(s.instance.travel.position, 1.1));
    s.advance(0.2);
    assert_eq!(s.branches(), []);
}

#[test]
fn p10_a_forced_move_ends_where_it_is_told() {
    let mut s = stage(montage(&[0.0], 1.0, &[NO_SECTION]), 1.0, 0.5);
    s.instance.travel.force_move(Some(0.5), 0.8);
    s.advance(1.0 / 30.0);
    assert!(s.instance.travel.position == 0.8 && near(s.instance.travel.time_left, 0.0));
    s.instance.travel.force_move(None, 0.2);
    s.advance(1.0 / 30.0);
    assert!(near(s.instance.travel.position, 0.2));
}

#[test]
fn p11_rate_zero_stays_and_banks_no_time() {
    let mut s = stage(montage(&[0.0], 1.0, &[NO_SECTION]), 0.0, 0.0);
    s.advance(0.5);
    assert!(
        s.instance.travel.playing
            && s.instance.travel.position == 0.0
            && s.instance.travel.time_left == 0.0
            && s.out.queued.is_empty()
    );
    s.instance.travel.rate = 1.0;
    s.advance(0.1);
    assert!(near(s.instance.travel.position, 0.1));
}

#[test]
fn p12_a_second_stop_only_shortens() {
    let mut s = stage(Montage { auto_blend_out: false, ..montage(&[0.0], 9.0, &[NO_SECTION]) }, 1.0, 0.0);
    s.advance(0.1);
    let library = s.library.clone();
    let mut cx = Context { library: &library, skeleton: &library.skeletons[0], out: &mut s.out, tick_end: 0.0 };
    let linear = |time| Blend { time, easing: Easing::Linear, inertialize: false, ..Blend::default() };
    s.instance.stop(linear(0.4), false, &mut cx);
    s.instance.update_weight(0.1, &mut cx);
    assert!((s.instance.weight() - 0.75).abs() < 1e-6);
    s.instance.stop(linear(0.05), true, &mut cx);
    s.instance.update_weight(0.025, &mut cx);
    assert!((s.instance.weight() - 0.375).abs() < 1e-6 && s.instance.fade.interrupted);
    let outs = cx.out.montage_events.iter().filter(|e| matches!(e.phase, Phase::BlendingOut { .. })).count();
    assert_eq!(outs, 1);
}

#[test]
fn p18_splitting_the_time_ends_at_the_same_place() {
    let position = |steps: u32| {
        let mut s = stage(montage(&[0.0, 0.3], 1.0, &[1, 1]), 1.0, 0.0);
        for _ in 0..steps {
            s.advance(1.5 / f64::from(steps));
        }
        s.instance.travel.position
    };
    assert!((position(1) - position(90)).abs() < 1e-9);
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
        Self { instance: AnimInstance::new(library, skeleton, 1), proxy: AnimInstanceProxy::default() }
    }

    pub(super) fn tick(&mut self, dt: f64, requests: &[Request]) -> Vec<Event> {
        self.instance.begin_frame(dt);
        requests.iter().for_each(|request| self.instance.request(request).unwrap());
        self.instance.update_montages();
        self.instance.pre_update(&mut self.proxy);
        self.proxy.run();
        self.instance.complete(&mut self.proxy);
        self.instance.events().to_vec()
    }
}

pub(super) fn play(name: &str) -> Request {
    Request::PlayMontage { montage: Name::new(name), rate: 1.0, section: Name::NONE }
}

#[test]
fn virtual_bones_are_filled_after_each_evaluation() {
    let mut library = (*library(vec![Montage { root_translation: false, ..montage(&[0.0], 1.0, &[0]) }])).clone();
    let root = crate::skeleton::VirtualBone { name: Name::new("VB"), source: 0, target: 0 };
    let skeleton = (*skeleton()).clone().with_virtual_bones(vec![root].into()).unwrap();
    library.skeletons = vec![Arc::new(skeleton)];
    let skeleton = library.skeletons[0].clone();
    let mut c =
        Character { instance: AnimInstance::new(Arc::new(library), skeleton, 1), proxy: AnimInstanceProxy::default() };
    c.tick(0.5, &[play("montage")]);
    assert_eq!(c.proxy.virtual_bones().len(), 1);
    assert!(c.proxy.virtual_bones()[0].translation.abs_diff_eq(glam::Vec3::ZERO, 1e-6));
}

#[test]
fn p13_slot_weights_normalise_only_above_one() {
    let pose_x = |weights: [f32; 2]| {
        let other = Montage {
            name: Name::new("other"),
            group: Name::new("other"),
            root_translation: false,
            root_rotation: false,
            ..montage(&[0.0], 1.0, &[0])
        };
        let first = Montage { root_translation: false, root_rotation: false, ..montage(&[0.0], 1.0, &[0]) };
        let with = |m: Montage, time| Montage {
            blend_in: Blend { time, easing: Easing::Linear, inertialize: false, ..Blend::default() },
            ..m
        };
        let mut c = Character::new(vec![with(first, 0.5 / weights[0]), with(other, 0.5 / weights[1])]);
        c.tick(0.5, &[play("montage"), play("other")]);
        c.proxy.pose().translation(0).x
    };
    assert!((pose_x([0.6, 0.7]) - 0.5).abs() < 1e-5);
    assert!((pose_x([0.3, 0.2]) - 0.25).abs() < 1e-5);
}

#[test]
fn an_additive_montage_adds_its_weight_onto_the_source() {
    let montage = Montage {
        blend_in: Blend { time: 1.0, easing: Easing::Linear, inertialize: false, ..Blend::default() },
        root_translation: false,
        root_rotation: false,
        ..montage(&[0.0], 1.0, &[0])
    };
    let library = library(vec![montage]);
    let additive = Clip { additive: Some(crate::additive::AdditiveKind::Local), ..(*library.clips[0]).clone() };
    let base = Clip { name: Name::new("base"), ..(*library.clips[0]).clone() };
    let mut clips = vec![Arc::new(additive), Arc::new(base)];
    clips.sort_by_key(|clip| clip.name);
    let at = clips.iter().position(|clip| clip.additive.is_some()).unwrap() as u32;
    let segments = library.montages[0].segments.iter().map(|s| Segment { clip: at, ..*s }).collect();
    let montages = vec![Arc::new(Montage { segments, ..(*library.montages[0]).clone() })];
    let library = Arc::new(Library { clips, montages, ..(*library).clone() });
    let mut c = Character {
        instance: AnimInstance::new(library.clone(), library.skeletons[0].clone(), 1),
        proxy: AnimInstanceProxy::default(),
    };
    c.tick(0.5, &[play("montage")]);
    // Half the weight of a clip that is half-way through adding 1, onto the reference pose.
    assert!((c.proxy.pose().translation(0).x - 0.25).abs() < 1e-6);
    let shown = c.proxy.slot_weight(Name::new("slot"));
    assert!((shown - 0.5).abs() < 1e-6, "its notifies see its weight: {shown}");
}

#[test]
fn an_inertialized_blend_starts_where_the_pose_was_and_ends_exact() {
    let still = |m: Montage| Montage { root_translation: false, root_rotation: false, auto_blend_out: false, ..m };
    let blend_in = Blend { time: 0.4, easing: Easing::Linear, inertialize: true, ..Blend::default() };
    let mut c = Character::new(vec![Montage { blend_in, ..still(montage(&[0.0, 0.5], 1.0, &[0, 1])) }]);
    let x = |c: &Character| c.proxy.pose().translation(0).x;
    c.tick(0.1, &[]);
    c.tick(0.1, &[]);
    let start = Request::PlayMontage { montage: Name::new("montage"), rate: 0.0, section: Name::new("B") };
    c.tick(0.1, &[start]);
    assert_eq!(c.instance.montage_states().next().map(|state| state.weight), Some(1.0), "the weight is there at once");
    let first = x(&c);
    assert!(first > 0.0 && first < 0.35, "the pose is not: {first}");
    (0..4).for_each(|_| drop(c.tick(0.1001, &[])));
    assert_eq!(x(&c), 0.5);
}

/// Three bones side by side, of which profile `late` lets the second take half the time and the third none.
fn profiled() -> Arc<Skeleton> {
    let bone = |at: usize| Bone {
        name: Name::new(["root", "arm", "hand"][at]),
        parent: if at == 0 { -1 } else { 0 },
        reference: Transform::IDENTITY.into(),
        reserved: 0,
    };
    let profile = BlendProfile { factors: vec![1.0, 0.5, 0.0], ..BlendProfile::default() };
    let skeleton = Skeleton::new(Name::new("skeleton"), (0..3).map(bone).collect(), Array::default()).unwrap();
    Arc::new(skeleton.with_profiles(vec![(Name::new("late"), profile)]).unwrap())
}

/// Every bone stands at x = 1.
fn aside() -> Arc<Clip> {
    use crate::clip::{Keys, Track};
    let track = |bone: u32| Track {
        bone,
        translation: Keys { first: 0, count: 1 },
        rotation: Keys::default(),
        scale: Keys::default(),
    };
    let clip = Clip {
        name: Name::new("clip"),
        skeleton: Name::new("skeleton"),
        length: 1.0,
        key_count: 2,
        rate_scale: 1.0,
        tracks: (0..3).map(track).collect(),
        keys: vec![1.0, 0.0, 0.0].into(),
        ..Clip::default()
    };
    Arc::new(Clip::new(clip, 3).unwrap())
}

/// A character at the reference pose, with montages of inertialized blend-ins that put every bone aside: name, seconds,
/// profile. Each is in a group and slot of its own.
fn inertialized(blends: &[(&str, f32, &str)]) -> Character {
    let montage = |(name, time, profile): &(&str, f32, &str)| {
        let blend_in = Blend { time: *time, easing: Easing::Linear, inertialize: true, profile: Name::new(profile) };
        let whole = montage(&[0.0], 1.0, &[0]);
        let slots = vec![Slot { name: Name::new(name), ..whole.slots[0] }].into();
        let (name, group) = (Name::new(name), Name::new(name));
        Montage { name, group, slots, blend_in, root_translation: false, root_rotation: false, ..whole }
    };
    let mut library = (*library(blends.iter().map(montage).collect())).clone();
    (library.skeletons, library.clips) = (vec![profiled()], vec![aside()]);
    let skeleton = library.skeletons[0].clone();
    Character { instance: AnimInstance::new(Arc::new(library), skeleton, 1), proxy: AnimInstanceProxy::default() }
}

/// How far each bone is aside after each of some ticks of a tenth of a second, from the one with the requests on.
fn asides(c: &mut Character, requests: &[Request], ticks: usize) -> Vec<[f32; 3]> {
    c.tick(0.1, &[]);
    c.tick(0.1, &[]);
    let mut next = requests;
    let mut tick = || {
        c.tick(0.1, std::mem::take(&mut next));
        std::array::from_fn(|bone| c.proxy.pose().translation(bone).x)
    };
    (0..ticks).map(|_| tick()).collect()
}

#[test]
fn a_jump_leaves_the_other_branching_points_of_its_instant() {
    let mut m = montage(&[0.0, 1.0, 2.0], 3.0, &[NO_SECTION; 3]);
    let mut both = vec![notify("first", 0.25, true, "C"), notify("second", 0.25, true, "B")];
    both.sort_by_key(|notify| notify.id);
    let [jumps, left] = [both[0].name, both[1].name];
    m.notifies = both.into();
    let mut s = stage(m, 1.0, 0.0);
    s.advance(0.3);
    assert_eq!(s.branches(), [(jumps, Reason::Fired), (left, Reason::JumpedOver)]);
    let start = if jumps == Name::new("first") { 2.0 } else { 1.0 };
    assert!(near(s.instance.travel.position, start + 0.05), "{}", s.instance.travel.position);
}

/// Two seconds in a slot: a clip that goes one metre ahead and turns left, twice.
fn turning_library() -> Library {
    use crate::clip::{Keys, RootMotion, Track};
    use glam::Quat;
    let turned = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2).to_array();
    let track = Track {
        bone: 0,
        translation: Keys { first: 0, count: 2 },
        rotation: Keys { first: 6, count: 2 },
        scale: Keys::default(),
    };
    let keys = [&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0][..], &turned].concat();
    let base = (*clip("clip", 1.0)).clone();
    let clip = Clip { tracks: vec![track].into(), keys: keys.into(), ..base };
    assert_eq!(clip.root_motion, RootMotion { enabled: true, ..RootMotion::default() });
    let segment = |id, start| Segment { id, clip: 0, start, clip_begin: 0.0, clip_end: 1.0, rate: 1.0, loops: 1 };
    let whole = montage(&[0.0], 2.0, &[NO_SECTION]);
    let slots = vec![Slot { segment_count: 2, ..whole.slots[0] }].into();
    let montage = Montage { segments: vec![segment(1, 0.0), segment(2, 1.0)].into(), slots, ..whole };
    Library { clips: vec![Arc::new(Clip::new(clip, 1).unwrap())], ..(*library(vec![montage])).clone() }
}

#[test]
fn root_motion_over_segments_composes_in_the_order_of_travel() {
    let library = turning_library();
    let (montage, skeleton) = (&library.montages[0], &library.skeletons[0]);
    let travel = |from, to| super::root_travel(montage, &library, skeleton, crate::notify::Range::new(from, to));
    let whole = travel(0.0, 2.0);
    assert!(whole.translation.abs_diff_eq(glam::Vec3::new(1.0, 0.0, -1.0), 1e-5), "{whole:?}");
    assert!(whole.rotation.dot(glam::Quat::from_rotation_y(std::f32::consts::PI)).abs() > 1.0 - 1e-6);
    let back = travel(2.0, 0.0);
    let nothing = whole.compose(&back);
    assert!(nothing.translation.length() < 1e-5 && nothing.rotation.xyz().length() < 1e-5, "{back:?}");
    // In one step or in many.
    for (from, to) in [(0.0, 2.0), (2.0, 0.0), (0.25, 1.75), (1.9, 0.4)] {
        let parts = (0..7).map(|at| {
            let time = |at: i32| from + (to - from) * f64::from(at) / 7.0;
            travel(time(at), time(at + 1))
        });
        let parts = parts.fold(Transform::IDENTITY, |total, part| total.compose(&part));
        assert!(parts.translation.abs_diff_eq(travel(from, to).translation, 1e-5), "{from} {to}");
    }
}

#[test]
fn backwards_notifies_of_segments_are_met_from_the_last() {
    let library = {
        let mut library = turning_library();
        let clip = (*library.clips[0]).clone();
        let notifies = vec![notify("early", 0.25, false, ""), notify("late", 0.75, false, "")].into();
        library.clips = vec![Arc::new(Clip { notifies, ..clip })];
        Arc::new(library)
    };
    let mut out = Outbox::default();
    let mut instance = MontageInstance::new(1, library.montages[0].clone(), -1.0, 2.0);
    let skeleton = library.skeletons[0].clone();
    let mut cx = Context { library: &library, skeleton: &skeleton, out: &mut out, tick_end: 2.0 };
    instance.update_weight(2.0, &mut cx);
    instance.advance(1.9, &mut cx);
    let met: Vec<(Name, Source)> = out.queued.iter().map(|queued| (queued.notify.name, queued.source)).collect();
    let [early, late] = ["early", "late"].map(Name::new);
    let [first, second] = [1, 2].map(|id| Source::Segment(1, id));
    assert_eq!(met, [(late, second), (early, second), (late, first), (early, first)]);
}

#[test]
fn blends_and_sections_are_announced() {
    let blend = Blend { time: 0.2, easing: Easing::Linear, ..Blend::default() };
    let m = Montage { blend_in: blend, ..montage(&[0.0, 0.5], 1.0, &[1, 0]) };
    let mut c = Character::new(vec![m]);
    let mut log = Vec::new();
    for tick in 0..8 {
        let start = [play("montage")];
        log.extend(c.tick(0.1, if tick == 0 { &start } else { &[] }));
    }
    let count = |phase: Phase| log.iter().filter(|event| event.phase == phase).count();
    assert_eq!(count(Phase::Started), 1);
    assert_eq!(count(Phase::BlendedIn), 1);
    assert_eq!(count(Phase::Section { looped: false }), 1);
}

#[test]
fn an_inertialized_blend_keeps_to_its_profile() {
    let found = asides(&mut inertialized(&[("one", 0.4, "late")]), &[play("one")], 4);
    // What remains of an offset of 1 without velocity.
    let rest = |t: f32, duration: f32| {
        if t < duration { (1.0 - t / duration).powi(4) * (1.0 + 4.0 * t / duration) } else { 0.0 }
    };
    for (tick, bones) in found.iter().enumerate() {
        let t = 0.1 * (tick + 1) as f32;
        let expected = [1.0 - rest(t, 0.4), 1.0 - rest(t, 0.2), 1.0];
        assert!(bones.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{t}: {bones:?} {expected:?}");
    }
    assert_eq!(found[1][1], 1.0, "property 18 of spec 11: half the time");
}

#[test]
fn of_several_inertialized_blends_in_a_tick_the_shortest_wins_bone_by_bone() {
    let alone = |time: f32| asides(&mut inertialized(&[("one", time, "")]), &[play("one")], 3);
    let both = |a: f32, b: f32, profile: &str| {
        asides(&mut inertialized(&[("one", a, ""), ("two", b, profile)]), &[play("one"), play("two")], 3)
    };
    assert_eq!(both(0.8, 0.4, ""), alone(0.4));
    assert_eq!(both(0.4, 0.8, ""), alone(0.4));
    let mixed = both(0.4, 0.6, "late");
    let column = |found: &[[f32; 3]], bone: usize| found.iter().map(|bones| bones[bone]).collect::<Vec<_>>();
    assert_eq!(column(&mixed, 0), column(&alone(0.4), 0));
    let near = |a: Vec<f32>, b: Vec<f32>| a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near(column(&mixed, 1), column(&alone(0.3), 0)), "{mixed:?}");
    assert_eq!(column(&mixed, 2), [1.0; 3]);
}

#[test]
fn p15_a_group_is_taken_over_with_the_new_blend_in() {
    let blend = Blend { time: 0.125, easing: Easing::Linear, inertialize: false, ..Blend::default() };
    let other = Montage { name: Name::new("other"), blend_in: blend, ..montage(&[0.0], 1.0, &[0]) };
    let apart = Montage {
        name: Name::new("apart"),
        group: Name::new("else"),
        root_translation: false,
        root_rotation: false,
        ..montage(&[0.0], 1.0, &[0])
    };
    let mut c = Character::new(vec![montage(&[0.0], 1.0, &[0]), other, apart]);
    c.tick(0.1, &[play("montage"), play("apart")]);
    let events = c.tick(0.0625, &[play("other")]);
    assert!(
        events.iter().any(|e| e.phase == Phase::BlendingOut { interrupted: true } && e.name == Name::new("montage"))
    );
    let states: Vec<_> = c.instance.montage_states().map(|s| (s.montage, s.weight, s.stopped)).collect();
    assert_eq!(
        states,
        [(Name::new("montage"), 0.5, true), (Name::new("apart"), 1.0, false), (Name::new("other"), 0.5, false)]
    );
}

#[test]
fn p16_only_the_newest_root_motion_montage_moves_the_character() {
    let apart = Montage { name: Name::new("apart"), group: Name::new("else"), ..montage(&[0.0], 1.0, &[0]) };
    let mut c = Character::new(vec![montage(&[0.0], 1.0, &[0]), apart]);
    c.tick(0.25, &[play("montage")]);
    c.tick(0.25, &[play("apart")]);
    assert!((c.instance.placement().translation.x - 0.5).abs() < 1e-5);
}

#[test]
fn root_motion_of_a_looping_montage_goes_on_over_the_seam() {
    let mut c = Character::new(vec![montage(&[0.0], 1.0, &[0])]);
    c.tick(0.75, &[play("montage")]);
    c.tick(0.75, &[]);
    c.tick(1.0, &[]);
    assert!((c.instance.placement().translation.x - 2.5).abs() < 1e-5);
    assert_eq!(c.proxy.pose().translation(0).x, 0.0);
}

#[test]
fn a_notify_on_a_section_boundary_belongs_to_the_section_that_starts_there() {
    let fired = |links: &[i32], section: &str, ticks: usize| {
        let mut m = montage(&[0.0, 1.0], 2.0, links);
        m.notifies = vec![notify("boundary", 1.0, false, "")].into();
        let mut c = Character::new(vec![m]);
        let start = Request::PlayMontage { montage: Name::new("montage"), rate: 1.0, section: Name::new(section) };
        let mut count = 0;
        for i in 0..ticks {
            let requests: &[Request] = if i == 0 { &[start] } else { &[] };
            count +=
                c.tick(0.25, requests).iter().filter(|e| e.phase == Phase::Notify && e.reason == Reason::Fired).count();
        }
        count
    };
    assert_eq!(fired(&[1, NO_SECTION], "A", 8), 1);
    assert_eq!(fired(&[0, NO_SECTION], "A", 16), 0);
    assert_eq!(fired(&[1, 1], "B", 12), 3);
}

#[test]
fn a_notify_still_fires_in_the_frame_its_montage_fades_to_nothing() {
    let mut m = Montage { auto_blend_out: false, ..montage(&[0.0], 1.0, &[0]) };
    m.notifies = vec![notify("late", 0.5, false, "")].into();
    let mut c = Character::new(vec![m]);
    c.tick(0.4, &[play("montage")]);
    let stop = Request::StopMontage { montage: None, blend_out: Some(0.1) };
    let events = c.tick(0.1, &[stop]);
    // An interrupted montage adds nothing; the log says so by its absence, the end by its event.
    assert!(events.iter().all(|e| e.phase != Phase::Notify));
    assert!(events.iter().any(|e| e.phase == Phase::Ended { interrupted: true }));
}

#[test]
fn a_branching_jump_shows_in_the_pose_of_the_same_frame() {
    let mut m = montage(&[0.0, 1.0], 2.0, &[1, 1]);
    m.root_translation = false;
    m.root_rotation = false;
    m.notifies = vec![notify("jump", 0.25, true, "B")].into();
    let mut c = Character::new(vec![m]);
    c.tick(0.5, &[play("montage")]);
    assert!((c.proxy.pose().translation(0).x - 1.25 / 2.0).abs() < 1e-5);
}

#[test]
fn states_begin_and_end_in_pairs_through_tear_down() {
    let mut m = montage(&[0.0], 1.0, &[0]);
    let state = |name: &str, branching| Notify {
        end: 0.8,
        flags: flag::STATE | if branching { flag::BRANCHING } else { 0 },
        ..notify(name, 0.2, branching, "")
    };
    let mut notifies = vec![state("queued", false), state("branching", true)];
    notifies.sort_by_key(|n| n.id);
    m.notifies = notifies.into();
    let mut c = Character::new(vec![m]);
    let mut log = c.tick(0.5, &[play("montage")]);
    c.instance.tear_down();
    log.extend(c.instance.events());
    for name in ["queued", "branching"] {
        let count = |phase| log.iter().filter(|e| e.name == Name::new(name) && e.phase == phase).count();
        assert_eq!((count(Phase::Begin), count(Phase::End)), (1, 1), "{name}");
    }
}

#[test]
fn every_event_of_a_notify_names_its_socket_and_no_other_event_does() {
    let mut m = montage(&[0.0], 1.0, &[0]);
    let at = |name: &str, time, branching| Notify { socket: Name::new("ground"), ..notify(name, time, branching, "") };
    let state = |name: &str, time, branching| {
        let instant = at(name, time, branching);
        Notify { end: 0.8, flags: instant.flags | flag::STATE, ..instant }
    };
    m.notifies = vec![at("a", 0.1, false), at("b", 0.2, true), state("c", 0.3, false), state("d", 0.4, true)].into();
    let mut c = Character::new(vec![m]);
    let mut log = c.tick(0.5, &[play("montage")]);
    [0.4, 0.05].into_iter().for_each(|dt| log.extend(c.tick(dt, &[])));
    let (of_notifies, others): (Vec<Event>, Vec<Event>) = log.iter().partition(|event| event.id != 0);
    for phase in [Phase::Notify, Phase::Begin, Phase::Tick, Phase::End] {
        assert!(of_notifies.iter().filter(|event| event.phase == phase).count() >= 2, "{phase:?}");
    }
    assert!(of_notifies.iter().all(|event| event.socket == Name::new("ground")));
    assert!(!others.is_empty() && others.iter().all(|event| event.socket == Name::NONE));
}

#[test]
fn scrubbing_shows_the_pose_and_fires_nothing() {
    let mut m = montage(&[0.0], 1.0, &[0]);
    m.notifies = vec![notify("n", 0.5, false, "")].into();
    m.root_translation = false;
    m.root_rotation = false;
    let mut c = Character::new(vec![m]);
    c.instance.begin_frame(0.0);
    c.instance.scrub(Name::new("montage"), 0.5).unwrap();
    c.instance.update_montages();
    c.instance.pre_update(&mut c.proxy);
    c.proxy.run();
    c.instance.complete(&mut c.proxy);
    assert!(c.instance.events().is_empty());
    assert!((c.proxy.pose().translation(0).x - 0.5).abs() < 1e-6);
}

proptest::proptest! {
    /// The same notifies in the same order, however the time is cut, as long as no tick overflows.
    #[test]
    fn cutting_time_differently_fires_the_same(cuts in proptest::collection::vec(1u32..12, 1..40)) {
        let run = |steps: &[u32]| {
            let mut m = Montage { auto_blend_out: false, ..montage(&[0.0, 1.0, 2.0], 3.0, &[1, 2, 2]) };
            m.notifies = vec![
                notify("start", 0.0, false, ""), notify("a", 0.25, false, ""), notify("seam", 1.0, false, ""),
                notify("b", 1.5, false, ""), notify("loop", 2.0, false, ""), notify("back", 2.75, true, "B"),
            ].into();
            let mut c = Character::new(vec![m]);
            let (mut queued, mut branching) = (Vec::new(), Vec::new());
            for (i, step) in steps.iter().enumerate() {
                let requests = if i == 0 { vec![play("montage")] } else { vec![] };
                for e in c.tick(f64::from(*step) / 16.0, &requests).iter().filter(|e| e.phase == Phase::Notify) {
                    if e.branching { branching.push(e.name) } else { queued.push(e.name) }
                }
            }
            (queued, branching)
        };
        let total: u32 = cuts.iter().sum();
        proptest::prop_assert_eq!(run(&cuts), run(&vec![1; total as usize]));
    }
}
