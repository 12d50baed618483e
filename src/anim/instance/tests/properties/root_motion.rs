//! What moves the character.

use super::stage::{Character, clip, library, montage, play, turning_library};
use crate::{
    Library, Montage, Name, Transform,
    instance::{AnimInstance, Request, RootMotionMode},
};
use proptest::prelude::*;
use std::sync::Arc;

#[test]
fn root_motion_over_segments_composes_in_the_order_of_travel() {
    let library = turning_library();
    let (montage, skeleton) = (&library.montages[0], &library.skeletons[0]);
    let travel = |from, to| {
        crate::instance::root_travel(
            montage,
            &library,
            skeleton,
            crate::notify::Range::new(from, to),
        )
    };
    let whole = travel(0.0, 2.0);
    assert!(
        whole
            .translation
            .abs_diff_eq(glam::Vec3::new(1.0, 0.0, -1.0), 1e-5),
        "{whole:?}"
    );
    assert!(
        whole
            .rotation
            .dot(glam::Quat::from_rotation_y(std::f32::consts::PI))
            .abs()
            > 1.0 - 1e-6
    );
    let back = travel(2.0, 0.0);
    let nothing = whole.compose(&back);
    assert!(
        nothing.translation.length() < 1e-5 && nothing.rotation.xyz().length() < 1e-5,
        "{back:?}"
    );
    // In one step or in many.
    for (from, to) in [(0.0, 2.0), (2.0, 0.0), (0.25, 1.75), (1.9, 0.4)] {
        let parts = (0..7).map(|at| {
            let time = |at: i32| from + (to - from) * f64::from(at) / 7.0;
            travel(time(at), time(at + 1))
        });
        let parts = parts.fold(Transform::IDENTITY, |total, part| total.compose(&part));
        assert!(
            parts
                .translation
                .abs_diff_eq(travel(from, to).translation, 1e-5),
            "{from} {to}"
        );
    }
}

#[test]
fn p16_only_the_newest_root_motion_montage_moves_the_character() {
    let apart = Montage {
        name: Name::new("apart"),
        group: Name::new("else"),
        ..montage(&[0.0], 1.0, &[0])
    };
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

/// Of one metre in one second: what blends at neither end, in a fifth of a second, and at both
/// ends.
const LUNGES: [(f32, f32, f32); 3] = [(0.0, 0.0, 1.0), (0.2, 0.0, 0.9), (0.2, 0.2, 0.8)];

fn lunge(blend_in: f32, blend_out: f32) -> Montage {
    let mut lunge = montage(&[0.0], 1.0, &[-1]);
    (lunge.blend_in.time, lunge.blend_out.time) = (blend_in, blend_out);
    lunge
}

/// How far it came in two seconds.
fn gone(mut c: Character, first: &[Request], ticks: &[f64]) -> f32 {
    let mut left = 2.0;
    let mut requests = first;
    for dt in ticks.iter().cycle().copied() {
        let dt = dt.min(left);
        c.tick(dt, requests);
        (left, requests) = (left - dt, &[]);
        if left <= 0.0 {
            break;
        }
    }
    c.instance.placement().translation.x
}

fn ticks() -> impl Strategy<Value = Vec<f64>> {
    let tick = prop_oneof![
        Just(1.0 / 144.0),
        Just(1.0 / 60.0),
        Just(1.0 / 30.0),
        Just(0.25),
        1e-3f64..1.5
    ];
    prop::collection::vec(tick, 1..8)
}

proptest! {
    #[test]
    fn a_montage_moves_as_far_as_its_weights_say_at_every_tick_length(ticks in ticks()) {
        for (blend_in, blend_out, metres) in LUNGES {
            let character = || Character::new(vec![lunge(blend_in, blend_out)]);
            let far = gone(character(), &[play("montage")], &ticks);
            prop_assert!((far - metres).abs() < 1e-3, "{} and {}: {}", blend_in, blend_out, far);
            let mode = Request::SetRootMotionMode { mode: RootMotionMode::FromMontagesOnly };
            let far = gone(character(), &[mode, play("montage")], &ticks);
            prop_assert!((far - 1.0).abs() < 1e-4, "alone: {}", far);
        }
    }

    /// A walk and a lunge of one speed below each other come as far as either alone: what one does
    /// not count, the other does.
    #[test]
    fn what_a_montage_leaves_free_the_clip_below_it_moves(ticks in prop::collection::vec(1e-3f64..1.0 / 30.0, 1..8)) {
        // A clip that is covered whole at the end of a tick stands still in all of it.
        let most = 0.5 * ticks.iter().copied().fold(0.0, f64::max) as f32 + 1e-3;
        for (blend_in, blend_out, _) in LUNGES {
            let made = library(vec![lunge(blend_in, blend_out)]);
            let mut walk = (*clip("walk", 1.0)).clone();
            walk.looping = true;
            let skeleton = made.skeletons[0].clone();
            let clips = vec![made.clips[0].clone(), Arc::new(walk)];
            let library = Library { clips, ..(*made).clone() };
            let instance = AnimInstance::new(Arc::new(library), skeleton, 1);
            let c = Character { instance, proxy: Default::default() };
            let walks = Request::PlayClip { clip: Name::new("walk"), position: 0.0, rate: 1.0 };
            let far = gone(c, &[walks, play("montage")], &ticks);
            prop_assert!((far - 2.0).abs() < most, "{} and {}: {}", blend_in, blend_out, far);
        }
    }
}

#[test]
fn a_spin_that_cuts_out_is_whole_at_every_tick_length() {
    for tick in [1.0 / 144.0, 1.0 / 60.0, 0.03, 0.25, 0.7, 1.0] {
        let library = Arc::new(turning_library());
        let mut spins = (*library.montages[0]).clone();
        (spins.blend_in.time, spins.blend_out.time) = (0.0, 0.0);
        let library = Library {
            montages: vec![Arc::new(spins)],
            ..(*library).clone()
        };
        let skeleton = library.skeletons[0].clone();
        let mut c = Character {
            instance: AnimInstance::new(Arc::new(library), skeleton, 1),
            proxy: Default::default(),
        };
        c.tick(tick, &[play("montage")]);
        (0..(3.0 / tick) as usize).for_each(|_| drop(c.tick(tick, &[])));
        let turned = c.instance.placement().rotation;
        let half = glam::Quat::from_rotation_y(std::f32::consts::PI);
        assert!(turned.dot(half).abs() > 1.0 - 1e-6, "{tick}: {turned}");
    }
}
