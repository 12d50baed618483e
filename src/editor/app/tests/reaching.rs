//! Chains, legs and feet: added on bones that look like them, and set in Details, each setting in
//! one step.

use super::{graphs::*, walkthrough::type_into_number, *};
use anim::ik::{ccd::Order, foot_placement::PelvisMode, two_bone::TooClose};
use asset::graph::controls::TwoBoneIkControl;
use asset::graph::nodes::ControlNode;
use asset::graph::{Ccd, ControlKind, Fabrik, FootPlacement, LegIk, NodeKind, TargetSpace};

/// Added by the list of what there is; it stands alone in Details.
fn added(words: &str) -> Window {
    let mut window = opened();
    details_alone(&mut window);
    let place = rect(&window, "Node Legs").center_bottom() + vec2(60.0, 120.0);
    window.event(Event::PointerMoved(place));
    settle(&mut window);
    press(&mut window, Key::Tab);
    type_text(&mut window, words);
    press(&mut window, Key::Enter);
    window
}

fn control(window: &Window) -> &ControlKind {
    match &shown(window).wiring.nodes.last().unwrap().kind {
        NodeKind::Control(ControlNode { kind, .. }) => kind,
        other => panic!("{other:?}"),
    }
}

fn choose(window: &mut Window, field: &str, option: &str) {
    scroll_to(window, field);
    window
        .query_all_by_role_and_label(egui::accesskit::Role::ComboBox, field)
        .last()
        .expect("it is there")
        .click();
    settle(window);
    click(window, option);
}

fn set(window: &mut Window, field: &str, text: &str) {
    scroll_to(window, field);
    type_into_number(window, field, text);
}

fn toggle(window: &mut Window, label: &str) {
    scroll_to(window, label);
    click(window, label);
}

fn feet(window: &Window) -> &FootPlacement {
    match control(window) {
        ControlKind::FootPlacement(feet) => feet,
        other => panic!("{other:?}"),
    }
}

#[test]
fn feet_stand_on_the_legs_of_the_skeleton_and_every_setting_is_one_step() {
    let mut window = added("foot placement");
    let names: Vec<_> = feet(&window)
        .legs
        .iter()
        .map(|it| (it.leg.hip.as_str(), it.leg.foot.as_str()))
        .collect();
    assert_eq!(names, [("thigh_l", "foot_l"), ("thigh_r", "foot_r")]);
    assert_eq!(feet(&window).pelvis.as_str(), "pelvis");
    let before = steps(&window);
    set(&mut window, "Step up", "0.25");
    set(&mut window, "Min knee angle 1", "30");
    choose(&mut window, "Pelvis mode", "With the lowest foot");
    set(&mut window, "Pelvis stiffness", "80");
    toggle(&mut window, "Hinge 0");
    set(&mut window, "Hinge 0 y", "0.5");
    toggle(&mut window, "Lock curve 0");
    set(&mut window, "Release distance", "0.3");
    let now = feet(&window);
    assert_eq!(
        (
            now.settings.step_up,
            now.legs[1].leg.settings.least_angle,
            now.settings.pelvis_spring.stiffness
        ),
        (0.25, 30.0, 80.0)
    );
    assert_eq!(
        (now.settings.pelvis_mode, now.legs[0].leg.hinge),
        (PelvisMode::Simple, Some([1.0, 0.5, 0.0]))
    );
    assert_eq!(
        (
            now.legs[0].lock_curve.as_deref(),
            now.settings.lock.unwrap().radius
        ),
        (Some("Planted"), 0.3)
    );
    assert_eq!(steps(&window), before + 8);
    scroll_to(&mut window, "Copy leg 1 to the others");
    click(&mut window, "Copy leg 1 to the others");
    let [left, right] = &feet(&window).legs[..] else {
        panic!("two legs")
    };
    assert_eq!(
        (left.leg.settings.least_angle, left.leg.hinge),
        (30.0, right.leg.hinge),
        "all but the bones"
    );
    assert_eq!(
        (left.leg.foot.as_str(), left.lock_curve.as_deref()),
        ("foot_l", Some("Planted"))
    );
    assert_eq!(steps(&window), before + 9);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    toggle(&mut window, "Plants feet");
    assert!(
        feet(&window).settings.lock.is_none() && !has(&window, "Release distance"),
        "nothing of a lock that is none"
    );
    scroll_to(&mut window, "Remove leg 1");
    click(&mut window, "Remove leg 1");
    assert_eq!((feet(&window).legs.len(), steps(&window)), (1, before + 10));
    for _ in 0..10 {
        chord(&mut window, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(feet(&window).legs.len(), 2);
    assert_eq!(feet(&window).settings, FootPlacement::default().settings);
    keep(&mut window, "foot placement");
}

#[test]
fn chains_and_legs_are_set_in_details() {
    let mut window = added("fabrik");
    let fabrik = |window: &Window| -> Fabrik {
        if let ControlKind::Fabrik(chain) = control(window) {
            chain.clone()
        } else {
            panic!("no chain")
        }
    };
    let before = steps(&window);
    choose(&mut window, "Tip rotation", "Keep local rotation");
    set(&mut window, "Iterations", "25");
    set(&mut window, "Tolerance", "2");
    toggle(&mut window, "Pole");
    scroll_to(&mut window, "Add limit");
    click(&mut window, "Add limit");
    set(&mut window, "Max bend 0", "20");
    choose(&mut window, "Pole space", "Parent bone");
    let now = fabrik(&window);
    assert_eq!(
        (now.iterations, now.precision, now.pole.unwrap().space),
        (25, 0.002, TargetSpace::ParentBone)
    );
    assert_eq!(
        (
            now.limits[0].most,
            now.limits[0].bone == now.chain.root,
            steps(&window)
        ),
        (20.0, true, before + 7)
    );
    keep(&mut window, "fabrik");

    let mut window = added("ccd");
    choose(&mut window, "Order", "Root first");
    set(&mut window, "Max angle per iteration", "12");
    scroll_to(&mut window, "Add limit");
    click(&mut window, "Add limit");
    toggle(&mut window, "Step limit 0");
    set(&mut window, "Total limit 0 max", "33");
    let ControlKind::Ccd(Ccd {
        order,
        most_step,
        limits,
        ..
    }) = control(&window)
    else {
        panic!("no chain")
    };
    assert_eq!(
        (*order, *most_step, limits[0].step, limits[0].total),
        (Order::RootToTip, 12.0, Some(45.0), Some(33.0))
    );

    let mut window = added("leg ik");
    let ControlKind::LegIk(LegIk { legs }) = control(&window) else {
        panic!("no legs")
    };
    let goals: Vec<_> = legs
        .iter()
        .map(|it| (it.leg.foot.as_str(), it.goal.as_str()))
        .collect();
    assert_eq!(goals, [("foot_l", "ik_foot_l"), ("foot_r", "ik_foot_r")]);
    scroll_to(&mut window, "Add leg");
    click(&mut window, "Add leg");
    assert!(matches!(control(&window), ControlKind::LegIk(LegIk { legs }) if legs.len() == 3));
}

#[test]
fn a_limb_has_its_stretch_its_twist_and_what_is_too_close_in_details() {
    let mut window = added("two-bone ik");
    toggle(&mut window, "Stretches");
    set(&mut window, "Stretch to", "1.5");
    choose(&mut window, "Too close", "Lengthens the lower bone");
    toggle(&mut window, "No twist about");
    let ControlKind::TwoBoneIk(TwoBoneIkControl {
        stretch,
        twist_axis,
        too_close,
        ..
    }) = control(&window)
    else {
        panic!("no limb")
    };
    assert_eq!(
        (stretch.unwrap().most, *twist_axis, *too_close),
        (1.5, Some([1.0, 0.0, 0.0]), TooClose::Reach)
    );
    toggle(&mut window, "Stretches");
    assert!(matches!(
        control(&window),
        ControlKind::TwoBoneIk(TwoBoneIkControl { stretch: None, .. })
    ));
}

/// Both of a limb's, a chain's and a look's: on a socket, and where a game names a place, by one of
/// the names that are there or by another.
#[test]
fn what_reaches_is_given_sockets_and_warp_targets_in_details() {
    for (node, label, pole) in [
        ("two-bone ik", "Effector", true),
        ("fabrik", "Target", false),
        ("ccd", "Target", false),
        ("look at", "Target", false),
        ("scale length", "Target", false),
    ] {
        let mut window = added(node);
        let spaces = |window: &Window| {
            control(window)
                .targets()
                .map(|target| target.map(|it| it.space.clone()))
        };
        let project = window.state().document.project().clone();
        // A look begins with a target of its own; where nothing has a name it is called Target.
        let known = project.warp_targets().into_iter().next();
        let first = known.unwrap_or("Target").to_owned();
        assert_eq!(first == "LookTarget", node == "look at");
        let (socket, before) = (
            project
                .skeletons
                .values()
                .flat_map(|rig| &rig.sockets)
                .next()
                .unwrap(),
            steps(&window),
        );
        choose(
            &mut window,
            &format!("{label} space"),
            &format!("Socket {}", socket.name),
        );
        assert!(
            matches!(&spaces(&window)[0], Some(TargetSpace::Socket(_))),
            "{node}"
        );
        choose(&mut window, &format!("{label} space"), "Warp target");
        assert_eq!(
            spaces(&window)[0],
            Some(TargetSpace::WarpTarget(first)),
            "{node}"
        );
        type_into(&mut window, &format!("{label} warp target"), "Crate");
        press(&mut window, Key::Enter);
        assert_eq!(
            spaces(&window)[0],
            Some(TargetSpace::WarpTarget("Crate".into())),
            "{node}"
        );
        assert!(
            window
                .state()
                .document
                .project()
                .warp_targets()
                .contains("Crate")
        );
        if pole {
            choose(&mut window, "Pole space", "Warp target");
            assert!(matches!(
                &spaces(&window)[1],
                Some(TargetSpace::WarpTarget(_))
            ));
        }
        assert_eq!(steps(&window), before + 3 + usize::from(pole));
        chord(&mut window, Modifiers::COMMAND, Key::Z);
        let text = |target: &TargetSpace| matches!(target, TargetSpace::WarpTarget(name) if name == "Crate");
        assert_eq!(
            spaces(&window)[0].as_ref().is_some_and(text),
            pole,
            "{node}"
        );
    }
}
