//! 09 §5: montages that keep step with what else plays in their group.

use super::stage::{Character, montage};
use crate::{
    Montage, Name,
    instance::{Request, RootMotionMode, Start},
    montage::{Blend, NO_SECTION},
    sync::SyncMarker,
};

fn synced(name: &str, length: f32, marks: [f32; 2], blend_in: f32) -> Montage {
    let markers = vec![
        SyncMarker::new(Name::new("L"), marks[0]),
        SyncMarker::new(Name::new("R"), marks[1]),
    ];
    Montage {
        name: Name::new(name),
        group: Name::new(name),
        sync_group: Name::new("steps"),
        markers: markers.into(),
        auto_blend_out: false,
        blend_in: Blend {
            time: blend_in,
            ..Blend::default()
        },
        root_translation: false,
        root_rotation: false,
        ..montage(&[0.0], length, &[NO_SECTION])
    }
}

fn start(name: &str, at: f64) -> Request {
    Request::PlayMontage {
        montage: Name::new(name),
        rate: 1.0,
        start: Start::Seconds(at),
        stop_group: true,
    }
}

#[test]
fn one_that_weighs_less_follows_the_markers_of_the_one_that_leads_a_tick_late() {
    let mut c = Character::new(vec![
        synced("walk", 1.0, [0.1, 0.6], 0.0),
        synced("run", 0.6, [0.05, 0.35], 1.0),
    ]);
    let mode = Request::SetRootMotionMode {
        mode: RootMotionMode::Ignore,
    };
    c.tick(0.0, &[mode, start("walk", 0.1), start("run", 0.5)]);
    let at = |c: &Character, name: &str| -> f64 {
        c.instance.montage_state(Name::new(name)).unwrap().position
    };
    let mut before: Option<f64> = None;
    for tick in 0..20 {
        c.tick(0.025, &[]);
        let walk = at(&c, "walk");
        if let Some(walk) = before.filter(|_| tick > 2) {
            // Between L and R: the same part of the way.
            let wanted: f64 = 0.05 + (0.35 - 0.05) * (walk - 0.1) / 0.5;
            assert!(
                (at(&c, "run") - wanted).abs() < 1e-5,
                "{tick}: {} {wanted}",
                at(&c, "run")
            );
        }
        before = Some(walk);
    }
    assert!(
        (at(&c, "walk") - 0.6).abs() < 1e-5,
        "who leads goes at its own rate"
    );
}

#[test]
fn alone_in_its_group_or_in_none_it_goes_as_ever() {
    for group in [Name::NONE, Name::new("steps")] {
        let mut c = Character::new(vec![Montage {
            sync_group: group,
            ..synced("walk", 1.0, [0.1, 0.6], 0.0)
        }]);
        c.tick(0.0, &[start("walk", 0.0)]);
        for tick in 1..=12 {
            c.tick(0.0625, &[]);
            let at = c
                .instance
                .montage_state(Name::new("walk"))
                .unwrap()
                .position;
            assert!((at - 0.0625 * f64::from(tick)).abs() < 1e-9, "{at}");
        }
    }
}
