//! What shows of what plays: weights of slots, additive and inertialized blends, scrubbing.

use super::stage::{Character, library, montage, notify, play, skeleton};
use crate::{
    Array, Clip, Library, Montage, Name, Skeleton, Transform,
    instance::{AnimInstance, AnimInstanceProxy, Request},
    mask::BlendProfile,
    montage::{Blend, Easing, Segment, Slot},
    skeleton::Bone,
};
use std::sync::Arc;

#[test]
fn virtual_bones_are_filled_after_each_evaluation() {
    let mut library = (*library(vec![Montage {
        root_translation: false,
        ..montage(&[0.0], 1.0, &[0])
    }]))
    .clone();
    let root = crate::skeleton::VirtualBone {
        name: Name::new("VB"),
        source: 0,
        target: 0,
    };
    let skeleton = (*skeleton())
        .clone()
        .with_virtual_bones(vec![root].into())
        .unwrap();
    library.skeletons = vec![Arc::new(skeleton)];
    let skeleton = library.skeletons[0].clone();
    let mut c = Character {
        instance: AnimInstance::new(Arc::new(library), skeleton, 1),
        proxy: AnimInstanceProxy::default(),
    };
    c.tick(0.5, &[play("montage")]);
    let filled = c.proxy.virtual_bones();
    assert_eq!(filled.len(), 1);
    assert!(filled[0].translation.abs_diff_eq(glam::Vec3::ZERO, 1e-6));
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
        let first = Montage {
            root_translation: false,
            root_rotation: false,
            ..montage(&[0.0], 1.0, &[0])
        };
        let with = |m: Montage, time| Montage {
            blend_in: Blend {
                time,
                easing: Easing::Linear,
                inertialize: false,
                ..Blend::default()
            },
            ..m
        };
        let mut c = Character::new(vec![
            with(first, 0.5 / weights[0]),
            with(other, 0.5 / weights[1]),
        ]);
        // One is at a half, the other at a quarter; the source is at 0.
        c.tick(
            0.5,
            &[play("montage"), Request::play(Name::new("other"), 0.5)],
        );
        c.proxy.pose().translation(0).x
    };
    assert!((pose_x([0.6, 0.7]) - (0.4615385 * 0.5 + 0.5384615 * 0.25)).abs() < 1e-5);
    assert!((pose_x([0.3, 0.2]) - (0.3 * 0.5 + 0.2 * 0.25)).abs() < 1e-5);
}

#[test]
fn an_additive_montage_adds_its_weight_onto_the_source() {
    let montage = Montage {
        blend_in: Blend {
            time: 1.0,
            easing: Easing::Linear,
            inertialize: false,
            ..Blend::default()
        },
        root_translation: false,
        root_rotation: false,
        ..montage(&[0.0], 1.0, &[0])
    };
    let library = library(vec![montage]);
    let additive = Clip {
        additive: Some(crate::additive::AdditiveKind::Local),
        ..(*library.clips[0]).clone()
    };
    let base = Clip {
        name: Name::new("base"),
        ..(*library.clips[0]).clone()
    };
    let mut clips = vec![Arc::new(additive), Arc::new(base)];
    clips.sort_by_key(|clip| clip.name);
    let at = clips
        .iter()
        .position(|clip| clip.additive.is_some())
        .unwrap() as u32;
    let segments = library.montages[0]
        .segments
        .iter()
        .map(|s| Segment { clip: at, ..*s })
        .collect();
    let montages = vec![Arc::new(Montage {
        segments,
        ..(*library.montages[0]).clone()
    })];
    let library = Arc::new(Library {
        clips,
        montages,
        ..(*library).clone()
    });
    let mut c = Character {
        instance: AnimInstance::new(library.clone(), library.skeletons[0].clone(), 1),
        proxy: AnimInstanceProxy::default(),
    };
    c.tick(0.5, &[play("montage")]);
    // Half the weight of a clip that is half-way through adding 1, onto the reference pose.
    assert!((c.proxy.pose().translation(0).x - 0.25).abs() < 1e-6);
    let shown = c.proxy.slot_weight(Name::new("slot")).unwrap();
    assert!(
        (shown - 0.5).abs() < 1e-6,
        "its notifies see its weight: {shown}"
    );
}

#[test]
fn an_inertialized_blend_starts_where_the_pose_was_and_ends_exact() {
    let still = |m: Montage| Montage {
        root_translation: false,
        root_rotation: false,
        auto_blend_out: false,
        ..m
    };
    let blend_in = Blend {
        time: 0.4,
        easing: Easing::Linear,
        inertialize: true,
        ..Blend::default()
    };
    let mut c = Character::new(vec![Montage {
        blend_in,
        ..still(montage(&[0.0, 0.5], 1.0, &[0, 1]))
    }]);
    let x = |c: &Character| c.proxy.pose().translation(0).x;
    c.tick(0.1, &[]);
    c.tick(0.1, &[]);
    let start = Request::play_section(Name::new("montage"), 0.0, Name::new("B"));
    c.tick(0.1, &[start]);
    assert_eq!(
        c.instance.montage_states().next().map(|state| state.weight),
        Some(1.0),
        "the weight is there at once"
    );
    let first = x(&c);
    assert!(first > 0.0 && first < 0.35, "the pose is not: {first}");
    (0..4).for_each(|_| drop(c.tick(0.1001, &[])));
    assert_eq!(x(&c), 0.5);
}

/// Three bones side by side, of which profile `late` lets the second take half the time and the
/// third none.
fn profiled() -> Arc<Skeleton> {
    let bone = |at: usize| Bone {
        name: Name::new(["root", "arm", "hand"][at]),
        parent: if at == 0 { -1 } else { 0 },
        reference: Transform::IDENTITY.into(),
        reserved: 0,
    };
    let profile = BlendProfile {
        factors: vec![1.0, 0.5, 0.0],
        ..BlendProfile::default()
    };
    let skeleton = Skeleton::new(
        Name::new("skeleton"),
        (0..3).map(bone).collect(),
        Array::default(),
    )
    .unwrap();
    Arc::new(
        skeleton
            .with_profiles(vec![(Name::new("late"), profile)])
            .unwrap(),
    )
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

/// A character at the reference pose, with montages of inertialized blend-ins that put every bone
/// aside: name, seconds, profile. Each is in a group and slot of its own.
fn inertialized(blends: &[(&str, f32, &str)]) -> Character {
    let montage = |(name, time, profile): &(&str, f32, &str)| {
        let blend_in = Blend {
            time: *time,
            easing: Easing::Linear,
            inertialize: true,
            profile: Name::new(profile),
        };
        let whole = montage(&[0.0], 1.0, &[0]);
        let slots = vec![Slot {
            name: Name::new(name),
            ..whole.slots[0]
        }]
        .into();
        let (name, group) = (Name::new(name), Name::new(name));
        Montage {
            name,
            group,
            slots,
            blend_in,
            root_translation: false,
            root_rotation: false,
            ..whole
        }
    };
    let mut library = (*library(blends.iter().map(montage).collect())).clone();
    (library.skeletons, library.clips) = (vec![profiled()], vec![aside()]);
    let skeleton = library.skeletons[0].clone();
    Character {
        instance: AnimInstance::new(Arc::new(library), skeleton, 1),
        proxy: AnimInstanceProxy::default(),
    }
}

/// How far each bone is aside after each of some ticks of a tenth of a second, from the one with
/// the requests on.
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
fn an_inertialized_blend_keeps_to_its_profile() {
    let found = asides(
        &mut inertialized(&[("one", 0.4, "late")]),
        &[play("one")],
        4,
    );
    // What remains of an offset of 1 without velocity.
    let rest = |t: f32, duration: f32| {
        if t < duration {
            (1.0 - t / duration).powi(4) * (1.0 + 4.0 * t / duration)
        } else {
            0.0
        }
    };
    for (tick, bones) in found.iter().enumerate() {
        let t = 0.1 * (tick + 1) as f32;
        let expected = [1.0 - rest(t, 0.4), 1.0 - rest(t, 0.2), 1.0];
        assert!(
            bones
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-5),
            "{t}: {bones:?} {expected:?}"
        );
    }
    assert_eq!(found[1][1], 1.0, "property 18 of spec 11: half the time");
}

#[test]
fn of_several_inertialized_blends_in_a_tick_the_shortest_wins_bone_by_bone() {
    let alone = |time: f32| asides(&mut inertialized(&[("one", time, "")]), &[play("one")], 3);
    let both = |a: f32, b: f32, profile: &str| {
        asides(
            &mut inertialized(&[("one", a, ""), ("two", b, profile)]),
            &[play("one"), play("two")],
            3,
        )
    };
    assert_eq!(both(0.8, 0.4, ""), alone(0.4));
    assert_eq!(both(0.4, 0.8, ""), alone(0.4));
    let mixed = both(0.4, 0.6, "late");
    let column =
        |found: &[[f32; 3]], bone: usize| found.iter().map(|bones| bones[bone]).collect::<Vec<_>>();
    assert_eq!(column(&mixed, 0), column(&alone(0.4), 0));
    let near = |a: Vec<f32>, b: Vec<f32>| a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near(column(&mixed, 1), column(&alone(0.3), 0)), "{mixed:?}");
    assert_eq!(column(&mixed, 2), [1.0; 3]);
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
fn scrubbing_shows_the_pose_and_fires_nothing() {
    let mut m = montage(&[0.0], 1.0, &[0]);
    m.notifies = vec![notify("n", 0.5, false, "")].into();
    m.root_translation = false;
    m.root_rotation = false;
    let mut c = Character::new(vec![m]);
    c.instance.begin_frame(0.0);
    c.instance
        .request(&Request::Scrub {
            montage: Name::new("montage"),
            position: 0.5,
        })
        .unwrap();
    c.instance.update_montages(&mut crate::instance::Silent);
    c.instance.pre_update(&mut c.proxy);
    c.proxy.run_tick(&mut Default::default());
    c.instance
        .complete(&mut c.proxy, &mut crate::instance::Silent);
    assert!(c.instance.events().is_empty());
    assert!((c.proxy.pose().translation(0).x - 0.5).abs() < 1e-6);
}
