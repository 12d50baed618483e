//! How a montage comes and goes: natural ends, stops, groups.

use super::stage::{Character, montage, near, play, stage};
use crate::{
    Montage, Name,
    event::{Cause, Phase},
    instance::{RootMotionMode, montage_instance::MontageContext},
    montage::{Blend, Easing, NO_SECTION},
};

fn ends(trigger: f32, rate: f32) -> (f64, f64, f64) {
    let m = Montage {
        blend_out_trigger: trigger,
        ..montage(&[0.0], 1.0, &[NO_SECTION])
    };
    let mut s = stage(m, rate, 0.0);
    let (mut out_at, mut frame) = (0.0, 0);
    loop {
        frame += 1;
        let over = s.advance(1.0 / 60.0);
        let at = f64::from(frame) / 60.0;
        if s.out
            .montage_events
            .iter()
            .any(|e| e.phase == Phase::BlendingOut { interrupted: false })
        {
            out_at = at;
        }
        if over {
            assert!(
                s.out
                    .montage_events
                    .iter()
                    .any(|e| e.phase == Phase::Ended { interrupted: false })
            );
            return (out_at, at, s.instance.travel.position);
        }
        assert!(frame < 600);
    }
}

#[test]
fn p5_to_p7_natural_ends_come_when_they_should() {
    let close =
        |a: (f64, f64, f64), b: (f64, f64, f64)| near(a.0, b.0) && near(a.1, b.1) && near(a.2, b.2);
    assert!(
        close(ends(-1.0, 1.0), (0.75, 1.0, 0.99995)),
        "{:?}",
        ends(-1.0, 1.0)
    );
    assert!(
        close(ends(0.0, 1.0), (1.0, 1.25, 0.99995)),
        "{:?}",
        ends(0.0, 1.0)
    );
    assert!(
        close(ends(-1.0, 2.0), (0.25, 0.5, 0.99995)),
        "{:?}",
        ends(-1.0, 2.0)
    );
}

#[test]
fn p12_a_second_stop_only_shortens() {
    let mut s = stage(
        Montage {
            auto_blend_out: false,
            ..montage(&[0.0], 9.0, &[NO_SECTION])
        },
        1.0,
        0.0,
    );
    s.advance(0.1);
    let library = s.library.clone();
    let mut cx = MontageContext {
        library: &library,
        skeleton: &library.skeletons[0],
        out: &mut s.out,
        now: 0.0,
        tick_end: 0.0,
        mode: RootMotionMode::default(),
        is_advancing: false,
        section_end_needs_time: false,
        placement: crate::Transform::IDENTITY.into(),
        targets: &crate::instance::WarpTargets::default(),
    };
    let linear = |time| Blend {
        time,
        easing: Easing::Linear,
        inertialize: false,
        ..Blend::default()
    };
    s.instance.stop(linear(0.4), false, Cause::Request, &mut cx);
    s.instance.update_weight(0.1, &mut cx);
    assert!((s.instance.weight() - 0.75).abs() < 1e-6);
    s.instance.stop(linear(0.05), true, Cause::Request, &mut cx);
    s.instance.update_weight(0.025, &mut cx);
    assert!((s.instance.weight() - 0.375).abs() < 1e-6 && s.instance.fade.interrupted);
    let outs = cx
        .out
        .montage_events
        .iter()
        .filter(|e| matches!(e.phase, Phase::BlendingOut { .. }))
        .count();
    assert_eq!(outs, 1);
}

#[test]
fn blends_and_sections_are_announced() {
    let blend = Blend {
        time: 0.2,
        easing: Easing::Linear,
        ..Blend::default()
    };
    let m = Montage {
        blend_in: blend,
        ..montage(&[0.0, 0.5], 1.0, &[1, 0])
    };
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
fn p15_a_group_is_taken_over_with_the_new_blend_in() {
    let blend = Blend {
        time: 0.125,
        easing: Easing::Linear,
        inertialize: false,
        ..Blend::default()
    };
    let other = Montage {
        name: Name::new("other"),
        blend_in: blend,
        ..montage(&[0.0], 1.0, &[0])
    };
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
        events
            .iter()
            .any(|e| e.phase == Phase::BlendingOut { interrupted: true }
                && e.name == Name::new("montage"))
    );
    let states: Vec<_> = c
        .instance
        .montage_states()
        .map(|s| (s.montage, s.weight, s.stopped))
        .collect();
    assert_eq!(
        states,
        [
            (Name::new("montage"), 0.5, true),
            (Name::new("apart"), 1.0, false),
            (Name::new("other"), 0.5, false)
        ]
    );
}
