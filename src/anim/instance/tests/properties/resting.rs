//! Ticks that are rested, or done in part.

use super::stage::{Character, montage, near, notify, play};
use crate::{
    Event, Montage, Name, Pose, Transform,
    event::Phase,
    instance::{AnimInstanceProxy, Following, Posed, ProxyWork, Request},
    montage::NO_SECTION,
    skeleton::Bone,
};
use std::sync::Arc;

/// Moves the pose from x = 0 to x = 1 in a second, and fires at a quarter.
fn moving() -> Montage {
    let whole = montage(&[0.0], 1.0, &[NO_SECTION]);
    Montage {
        root_translation: false,
        auto_blend_out: false,
        notifies: vec![notify("quarter", 0.25, false, "")].into(),
        ..whole
    }
}

fn x(pose: &Pose) -> f32 {
    pose.translation(0).x
}

#[test]
fn in_a_rested_tick_nothing_happens_and_requests_wait() {
    let mut c = Character::new(vec![moving()]);
    assert!(!c.tick(0.1, &[play("montage")]).is_empty());
    c.instance.rest(0.0);
    assert_eq!(
        (c.instance.events(), c.instance.root_delta()),
        (&[][..], &Transform::IDENTITY)
    );
    assert!(near(c.instance.clock(), 0.1));
    c.instance
        .request(&Request::StopMontage {
            montage: None,
            blend_out: Some(0.0),
        })
        .unwrap();
    c.instance.request(&play("montage")).unwrap();
    c.instance.rest(0.0);
    assert_eq!(c.instance.events(), []);
    let phases = |events: Vec<Event>| events.iter().map(|event| event.phase).collect::<Vec<_>>();
    let found = phases(c.tick(0.1, &[]));
    assert!(
        found.contains(&Phase::Started) && found.contains(&Phase::Ended { interrupted: true }),
        "{found:?}"
    );
    assert_eq!(phases(c.tick(0.0, &[])), [], "once");
}

#[test]
fn montages_alone_fire_and_move_without_a_worker() {
    let mut c = Character::new(vec![Montage {
        root_translation: true,
        ..moving()
    }]);
    c.instance.begin_frame(0.5);
    c.instance.request(&play("montage")).unwrap();
    c.instance.update_montages(&mut crate::instance::Silent);
    c.instance.complete_montages(
        &mut AnimInstanceProxy::default(),
        &mut crate::instance::Silent,
    );
    assert!(
        c.instance
            .events()
            .iter()
            .any(|event| event.name == Name::new("quarter"))
    );
    assert!(near(c.instance.placement().translation.x.into(), 0.5));
    assert!(c.proxy.pose().is_empty());
}

#[test]
fn a_run_does_what_it_is_told() {
    let mut c = Character::new(vec![moving()]);
    let mut tick = |work: ProxyWork, requests: &[Request]| {
        c.proxy.set_work(work);
        c.tick(0.125, requests);
        (
            x(c.proxy.pose()),
            c.proxy.models()[0].translation.x,
            c.proxy.between().is_some(),
        )
    };
    let held = ProxyWork {
        evaluate: false,
        ..ProxyWork::ALL
    };
    assert_eq!(
        tick(ProxyWork::ALL, &[play("montage")]),
        (0.125, 0.125, false)
    );
    assert_eq!(tick(held, &[]), (0.125, 0.125, false));
    assert_eq!(tick(ProxyWork::ALL, &[]), (0.375, 0.375, false));
    // From where nothing was evaluated yet there is no way.
    let going = |alpha| ProxyWork {
        between: Some(alpha),
        ..ProxyWork::ALL
    };
    assert_eq!(tick(going(0.5), &[]), (0.5, 0.5, true));
    assert_eq!(tick(going(0.5), &[]), (0.5625, 0.5625, true));
    assert_eq!(
        tick(
            ProxyWork {
                evaluate: false,
                ..going(0.75)
            },
            &[]
        ),
        (0.59375, 0.59375, true)
    );
    assert_eq!(
        tick(
            ProxyWork {
                evaluate: false,
                ..going(1.0)
            },
            &[]
        ),
        (0.625, 0.625, true)
    );
    assert_eq!(tick(held, &[]), (0.625, 0.625, true));
}

#[test]
fn a_pose_that_is_followed_is_found_by_the_names_of_bones() {
    use crate::{Array, Skeleton};
    use glam::{Quat, Vec3};
    let chain = |names: &[(&str, i32, f32)]| {
        let bone = |(name, parent, up): &(&str, i32, f32)| Bone {
            name: Name::new(name),
            parent: *parent,
            reference: Transform::from_translation(Vec3::Y * *up).into(),
            reserved: 0,
        };
        Arc::new(
            Skeleton::new(
                Name::new("any"),
                names.iter().map(bone).collect(),
                Array::default(),
            )
            .unwrap(),
        )
    };
    let leader = chain(&[("root", -1, 0.0), ("a", 0, 1.0), ("b", 1, 1.0)]);
    let own = chain(&[
        ("root", -1, 0.0),
        ("new", 0, 3.0),
        ("b", 1, 3.0),
        ("leaf", 2, 0.5),
    ]);
    let mut shown = Posed::default();
    shown.pose.reset(&leader);
    shown.pose.set_rotation(1, Quat::from_rotation_z(1.0));
    shown.pose.set_curve(Name::new("curve"), 0.5);
    shown.finish_pose(&leader);
    let following = Following::new(&leader, &own);
    assert!(following.is_of(&leader, &own) && !following.is_of(&own, &leader));
    let mut posed = Posed::default();
    posed.follow(&shown, &following);
    assert_eq!(
        (posed.models()[0], posed.models()[2]),
        (shown.models()[0], shown.models()[2])
    );
    assert_eq!(posed.pose().get(1), own.reference(1));
    assert_eq!(posed.pose().curve(Name::new("curve")), Some(0.5));
    let mut again = Posed::default();
    again.pose.copy_from(posed.pose());
    again.finish_pose(&own);
    for (model, from_locals) in posed.models().iter().zip(again.models()) {
        assert!(
            model.abs_diff_eq(*from_locals, 1e-5),
            "{model} {from_locals}"
        );
    }
    let mut same = Posed::default();
    same.follow(&shown, &Following::new(&leader, &leader));
    assert!(same == shown && same != posed);
}
