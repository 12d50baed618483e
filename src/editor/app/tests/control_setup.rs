//! Controls that work by a preset, and on the other side of the skeleton too.

use super::{graphs::act, tuning::sample_in, *};
use crate::action::GraphAction;
use asset::graph::controls::TwoBoneIkControl;
use asset::graph::nodes::ControlNode;
use asset::graph::{ControlKind, Node, NodeKind};
use document::Selection;
use egui::accesskit::Role;

fn hero(window: &Window) -> (Id, std::sync::Arc<asset::PoseGraph>) {
    let found = project(window)
        .graphs
        .iter()
        .find(|(_, graph)| graph.name == "PG_Hero")
        .unwrap();
    (*found.0, found.1.clone())
}

fn control(window: &Window, name: &str) -> Node {
    hero(window)
        .1
        .wiring
        .nodes
        .iter()
        .find(|node| node.name == name)
        .unwrap()
        .clone()
}

fn kind(node: &Node) -> ControlKind {
    let NodeKind::Control(ControlNode { kind, .. }) = &node.kind else {
        panic!("a control")
    };
    kind.clone()
}

fn select(window: &mut Window, name: &str) {
    let (graph, node) = (hero(window).0, control(window, name).id);
    window
        .state_mut()
        .document
        .select(Selection::item(graph, node));
    settle(window);
}

#[test]
fn a_hand_s_reach_is_set_up_for_the_other_hand_in_one_step() {
    let mut window = sample_in("PG_Hero");
    let name = "Left hand on the crate";
    let authored = kind(&control(&window, "Right hand on the crate"));
    // It had one: that is what has to come again.
    let right = control(&window, "Right hand on the crate").id;
    let graph = hero(&window).0;
    window
        .state_mut()
        .document
        .select(Selection::item(graph, right));
    act(&mut window, GraphAction::Detach);
    select(&mut window, name);
    let (own, before) = (control(&window, name), steps(&window));
    let takers = |window: &Window, source: Id| {
        let graph = hero(window).1;
        let pins = graph.wiring.nodes.iter().flat_map(|node| node.kind.pins());
        pins.filter(|pin| pin.source == Some(source)).count()
            + usize::from(graph.wiring.output == Some(source))
    };
    let taken = takers(&window, own.id);
    act(&mut window, GraphAction::Mirror);
    let told: Vec<_> = window
        .state()
        .session
        .toasts
        .iter()
        .map(|toast| &toast.line)
        .collect();
    assert!(told.iter().all(|line| !line.contains("side")), "{told:?}");
    let other = control(&window, "Right hand on the crate");
    assert_eq!(steps(&window), before + 1);
    let ControlKind::TwoBoneIk(TwoBoneIkControl { end, .. }) = kind(&other) else {
        panic!("a limb")
    };
    assert_eq!((end.as_str(), kind(&other)), ("hand_r", authored));
    let NodeKind::Control(ControlNode { source, .. }) = &other.kind else {
        panic!()
    };
    assert_eq!(
        (*source, takers(&window, own.id), takers(&window, other.id)),
        (Some(own.id), 1, taken)
    );
    assert_eq!(
        window
            .state()
            .document
            .selection()
            .items
            .iter()
            .collect::<Vec<_>>(),
        [&other.id]
    );
    let pages = &hero(&window).1.layout.pages;
    assert_eq!(pages.get(&other.id), pages.get(&own.id));
    keep(&mut window, "the other hand");
    // Again: the one there becomes as it is, and no third one comes.
    let count = hero(&window).1.wiring.nodes.len();
    change(&mut window, |project| {
        let graph = project
            .graphs
            .values_mut()
            .find(|graph| graph.name == "PG_Hero")
            .unwrap();
        let wiring = std::sync::Arc::make_mut(&mut std::sync::Arc::make_mut(graph).wiring);
        let NodeKind::Control(ControlNode { kind, .. }) =
            &mut wiring.node_mut(own.id).unwrap().kind
        else {
            panic!()
        };
        let ControlKind::TwoBoneIk(TwoBoneIkControl { stretch, .. }) = kind else {
            panic!()
        };
        *stretch = Some(anim::ik::two_bone::Stretch {
            start: 0.5,
            most: 3.0,
        });
    });
    select(&mut window, name);
    act(&mut window, GraphAction::Mirror);
    assert_eq!(hero(&window).1.wiring.nodes.len(), count);
    let ControlKind::TwoBoneIk(TwoBoneIkControl { stretch, .. }) =
        kind(&control(&window, "Right hand on the crate"))
    else {
        panic!()
    };
    assert_eq!(stretch.map(|it| it.most), Some(3.0));
    // What cannot be mirrored says so, and nothing changes.
    let root = window.state().document.project().clone();
    select(&mut window, "Feet on the ground");
    act(&mut window, GraphAction::Mirror);
    assert!(std::sync::Arc::ptr_eq(
        &root,
        window.state().document.project()
    ));
    assert!(
        window
            .state()
            .session
            .toasts
            .last()
            .unwrap()
            .line
            .contains("every leg")
    );
}

#[test]
fn a_leg_is_mirrored_where_it_stands_in_a_list() {
    let mut window = sample_in("PG_Hero");
    change(&mut window, |project| {
        let graph = project
            .graphs
            .values_mut()
            .find(|graph| graph.name == "PG_Hero")
            .unwrap();
        let wiring = std::sync::Arc::make_mut(&mut std::sync::Arc::make_mut(graph).wiring);
        let node = wiring
            .nodes
            .iter_mut()
            .find(|node| node.name == "Feet on the ground")
            .unwrap();
        let NodeKind::Control(ControlNode {
            kind: ControlKind::FootPlacement(feet),
            ..
        }) = &mut node.kind
        else {
            panic!()
        };
        feet.legs.truncate(1);
        feet.legs[0].leg.hinge = Some([1.0, 0.0, 0.0]);
        feet.legs[0].leg.settings.least_angle = 33.0;
    });
    let name = "Feet on the ground";
    select(&mut window, name);
    let before = steps(&window);
    act(&mut window, GraphAction::Mirror);
    let feet = |window: &Window| match kind(&control(window, name)) {
        ControlKind::FootPlacement(feet) => feet,
        _ => panic!("feet"),
    };
    let both = feet(&window);
    assert_eq!((both.legs.len(), steps(&window)), (2, before + 1));
    let [left, right] = [&both.legs[0], &both.legs[1]];
    assert_eq!(
        (left.leg.foot.as_str(), right.leg.foot.as_str()),
        ("foot_l", "foot_r")
    );
    assert_eq!(right.ball.as_ref().unwrap().as_str(), "ball_r");
    assert_eq!(right.lock_curve.as_deref(), Some("Contact_R"));
    assert_eq!(
        (right.leg.hinge, right.leg.settings.least_angle),
        (Some([1.0, 0.0, 0.0]), 33.0),
        "a hinge bends alike"
    );
    click_tab(&mut window, "Details");
    click_button(&mut window, "Mirror leg 1 to the other side");
    assert_eq!(feet(&window), both, "it is as it was");
}

#[test]
fn a_preset_is_chosen_kept_and_there_for_another_node() {
    let mut window = sample_in("PG_Hero");
    let name = "Left hand on the crate";
    act(&mut window, crate::action::ViewAction::ArrangeForTuning);
    select(&mut window, name);
    click_tab(&mut window, "Details");
    let stretch = |window: &Window, name: &str| match kind(&control(window, name)) {
        ControlKind::TwoBoneIk(TwoBoneIkControl { stretch, .. }) => stretch.map(|it| it.most),
        _ => panic!("a limb"),
    };
    let choose = |window: &mut Window, what: &str| {
        window
            .query_all_by_role_and_label(Role::ComboBox, "Apply preset")
            .last()
            .expect("it is there")
            .click();
        settle(window);
        keep(window, "preset list");
        click(window, what);
    };
    let before = steps(&window);
    choose(&mut window, "Cartoon");
    assert_eq!(
        (stretch(&window, name), steps(&window)),
        (Some(1.8), before + 1)
    );
    keep(&mut window, "preset");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    change(&mut window, |project| {
        let graph = project
            .graphs
            .values_mut()
            .find(|graph| graph.name == "PG_Hero")
            .unwrap();
        let wiring = std::sync::Arc::make_mut(&mut std::sync::Arc::make_mut(graph).wiring);
        let node = wiring
            .nodes
            .iter_mut()
            .find(|node| node.name == "Left hand on the crate")
            .unwrap();
        let NodeKind::Control(ControlNode {
            kind: ControlKind::TwoBoneIk(TwoBoneIkControl { stretch, .. }),
            ..
        }) = &mut node.kind
        else {
            panic!()
        };
        *stretch = Some(anim::ik::two_bone::Stretch {
            start: 0.5,
            most: 2.5,
        });
    });
    select(&mut window, name);
    click_button(&mut window, "Save as preset");
    assert!(!has(&window, "Save as preset"), "it is one");
    let stored: Vec<crate::kinds::graph::NodePreset> =
        window.state().store.get("node presets").unwrap();
    assert_eq!(stored.len(), 1);
    choose(&mut window, "Keeps its lengths");
    assert_eq!(stretch(&window, name), None);
    choose(&mut window, name);
    assert_eq!(stretch(&window, name), Some(2.5));
    click_button(&mut window, "Delete this preset");
    assert!(window.state().session.node_presets.is_empty());
    assert_eq!(
        stretch(&window, name),
        Some(2.5),
        "what works by it goes on"
    );
}

/// Written once they are what is found, once more they are the same, and the runtime has them.
#[test]
fn contacts_of_a_clip_are_written_into_curves_in_one_step() {
    let mut window = sample_in("PG_Hero");
    let clip = *project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Walk_Fwd")
        .unwrap()
        .0;
    window.state_mut().open_asset(clip);
    settle(&mut window);
    let curve = |window: &Window, name: &str| {
        project(window).clips[&clip]
            .curves
            .iter()
            .find(|curve| curve.name == name)
            .cloned()
    };
    let before = steps(&window);
    act(&mut window, crate::kinds::clip::ClipAction::WriteContacts);
    assert_eq!(steps(&window), before + 1);
    let [left, right] = ["Contact_L", "Contact_R"].map(|name| curve(&window, name).unwrap());
    let clip_now = project(&window).clips[&clip].clone();
    for curve in [&left, &right] {
        assert!(
            curve
                .keys
                .windows(2)
                .all(|pair| pair[0].time < pair[1].time)
        );
        assert!(
            curve.keys.iter().any(|key| key.value == 0.0)
                && curve.keys.iter().any(|key| key.value == 1.0)
        );
        assert!(
            curve
                .keys
                .iter()
                .all(|key| (0.0..=clip_now.length()).contains(&key.time))
        );
    }
    // The feet of a walk take turns.
    let stands = |keys: &[asset::CurveKey], time: f32| {
        let after = keys
            .partition_point(|key| key.time <= time)
            .min(keys.len() - 1);
        let (a, b) = (&keys[after.saturating_sub(1)], &keys[after]);
        let part = if b.time > a.time {
            ((time - a.time) / (b.time - a.time)).clamp(0.0, 1.0)
        } else {
            0.0
        };
        a.value + (b.value - a.value) * part > 0.5
    };
    let times = (0..100).map(|nth| clip_now.length() * nth as f32 / 100.0);
    let down = times.map(|time| [stands(&left.keys, time), stands(&right.keys, time)]);
    let down: Vec<[bool; 2]> = down.collect();
    assert!(
        down.iter().all(|feet| feet[0] || feet[1]),
        "one at least: {down:?}"
    );
    assert!(
        (0..2).all(|foot| down.iter().filter(|feet| !feet[foot]).count() > 20),
        "{down:?}"
    );
    keep(&mut window, "contacts");
    wait_until(&mut window, "it is compiled", |app| {
        app.compiled
            .library
            .clip(anim::Name::new("Walk_Fwd"))
            .is_some()
    });
    let toast = window.state().session.toasts.last().unwrap().clone();
    assert!(toast.line.contains("foot_l: "), "{toast:?}");
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert!(curve(&window, "Contact_L") != Some(left));
}

#[test]
fn a_target_is_put_in_the_space_of_a_virtual_bone_and_keeps_it_under_another_name() {
    let mut window = sample_in("PG_Hero");
    details_alone(&mut window);
    let name = "Right hand on the crate";
    select(&mut window, name);
    let space = |window: &Window| {
        let ControlKind::TwoBoneIk(TwoBoneIkControl { effector, .. }) =
            kind(&control(window, name))
        else {
            panic!("a limb")
        };
        effector.space
    };
    scroll_to(&mut window, "Effector space");
    click(&mut window, "Effector space");
    type_into(
        &mut window,
        "Search Effector space",
        "VB hand_l_from_hand_r",
    );
    window.key_press(Key::Enter);
    settle(&mut window);
    let chosen = asset::graph::TargetSpace::Bone("VB hand_l_from_hand_r".into());
    assert_eq!(space(&window), chosen);
    let (rig, bone) = {
        let (id, rig) = project(&window)
            .skeletons
            .iter()
            .find(|(_, rig)| !rig.virtual_bones.is_empty())
            .unwrap();
        (
            *id,
            rig.virtual_bones
                .iter()
                .find(|bone| bone.name == "VB hand_l_from_hand_r")
                .unwrap()
                .clone(),
        )
    };
    let renamed = asset::skeleton::VirtualBone {
        name: "hands".into(),
        ..bone
    };
    let command = document::Command::Skeleton(
        rig,
        document::SkeletonCommand::VirtualBone(document::ItemCommand::Set(renamed)),
    );
    window.state_mut().document.perform(&command, None).unwrap();
    settle(&mut window);
    assert_eq!(space(&window), chosen);
    assert!(has(&window, "Effector space"));
    wait_until(&mut window, "it is compiled", |app| {
        app.compiled
            .diagnostics
            .iter()
            .all(|it| it.subject.item.is_none())
    });
    keep(&mut window, "virtual bone as a space");
}
