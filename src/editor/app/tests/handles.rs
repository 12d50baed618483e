//! Handles in the viewport: what is dragged is where it is dropped, in one step, with numbers, and
//! taken back.

use super::{graphs::*, *};
use crate::{
    action::{GraphAction, SelectAction, TransportAction, ViewAction},
    app::handles::HandleScene,
    viewport::{Axes, HandleId, Overlay, Tool},
};
use anim::Transform;
use asset::graph::controls::{ModifyBoneControl, TwoBoneIkControl};
use asset::graph::nodes::ControlNode;
use asset::graph::{ControlKind, NodeKind, Target, TargetSpace};
use document::Selection;
use glam::{EulerRot, Quat, Vec3};
use studio::PreviewFrame;

/// PG_Hero, at rest.
fn hero() -> Window {
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| {
        *project = mannequin::sample();
        project.preview.scene.targets[0].at = [0.5, 1.3, 0.3];
    });
    let hero = *project(&window)
        .graphs
        .iter()
        .find(|(_, it)| it.name == "PG_Hero")
        .unwrap()
        .0;
    window.state_mut().open_asset(hero);
    wait_until(&mut window, "the graph", |app| {
        app.engine.frame.as_ref().is_some_and(|frame| {
            frame.graph.name() == anim::Name::new("PG_Hero") && frame.time > 0.2
        })
    });
    act(&mut window, TransportAction::Pause);
    act(&mut window, ViewAction::ArrangeForTuning);
    act(&mut window, ViewAction::FrameAll);
    window
}

fn select_node(window: &mut Window, name: &str) -> Id {
    let (graph, node) = project(window)
        .graphs
        .iter()
        .filter(|(_, graph)| graph.name == "PG_Hero")
        .find_map(|(id, graph)| {
            Some((
                *id,
                graph.wiring.nodes.iter().find(|node| node.name == name)?.id,
            ))
        })
        .unwrap();
    window
        .state_mut()
        .document
        .select(Selection::item(graph, node));
    settle(window);
    node
}

fn target(window: &Window, at: usize) -> asset::PreviewTarget {
    project(window).preview.scene.targets[at].clone()
}

fn effector(window: &Window, name: &str) -> Target {
    let mut nodes = project(window)
        .graphs
        .values()
        .flat_map(|graph| &graph.wiring.nodes);
    match &nodes.find(|node| node.name == name).unwrap().kind {
        NodeKind::Control(ControlNode { kind, .. }) => kind.targets()[0].unwrap().clone(),
        other => panic!("{other:?}"),
    }
}

/// As a keyboard does: each letter is a key that is pressed, and its text.
fn letters(window: &mut Window, text: &str) {
    for letter in text.chars().map(String::from) {
        let key = Key::from_name(&letter.to_uppercase()).expect("a key");
        window.key_down(key);
        window.event(Event::Text(letter));
        window.key_up(key);
        settle(window);
    }
}

#[test]
fn a_target_is_dragged_in_one_step_and_esc_takes_it_back() {
    let mut window = hero();
    let kept = target(&window, 0);
    let (before, label) = (steps(&window), format!("Handle {}", kept.name));
    let from = rect(&window, &label).center();
    hold(&mut window, from);
    for step in 1..=5 {
        move_to(&mut window, from, from + vec2(8.0, -6.0) * step as f32);
    }
    assert_ne!(target(&window, 0).at, kept.at, "live");
    release(&mut window, from + vec2(40.0, -30.0));
    let moved = target(&window, 0);
    assert_eq!(steps(&window), before + 1);
    assert!(
        (moved.at[1] - kept.at[1]) > 0.02 && moved.turn == kept.turn,
        "{:?} {:?}",
        kept.at,
        moved.at
    );
    let now = rect(&window, &label).center();
    assert!(
        now.distance(from + vec2(40.0, -30.0)) < 2.0,
        "under the pointer: {now}"
    );
    // Another one is taken back while it is held.
    hold(&mut window, now);
    move_to(&mut window, now, now + vec2(60.0, 20.0));
    assert_ne!(target(&window, 0), moved);
    press(&mut window, Key::Escape);
    assert_eq!((target(&window, 0), steps(&window)), (moved, before + 1));
    move_to(&mut window, now, now + vec2(90.0, 60.0));
    release(&mut window, now + vec2(90.0, 60.0));
    assert_eq!(
        steps(&window),
        before + 1,
        "what is left of the drag is nobody's"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(target(&window, 0), kept);
    // The other button takes back, too.
    hold(&mut window, from);
    move_to(&mut window, from, from + vec2(50.0, 0.0));
    window.event(button(
        from + vec2(50.0, 0.0),
        PointerButton::Secondary,
        true,
    ));
    settle(&mut window);
    assert_eq!(target(&window, 0), kept);
    window.event(button(
        from + vec2(50.0, 0.0),
        PointerButton::Secondary,
        false,
    ));
    release(&mut window, from + vec2(50.0, 0.0));
    assert_eq!(target(&window, 0), kept);
    keep(&mut window, "handles");
}

#[test]
fn numbers_and_axes_are_typed_while_it_is_held() {
    let mut window = hero();
    let kept = target(&window, 0);
    let at = rect(&window, &format!("Handle {}", kept.name)).center();
    let before = steps(&window);
    hold(&mut window, at);
    move_to(&mut window, at, at + vec2(25.0, 10.0));
    letters(&mut window, "x0.25");
    assert!(
        (target(&window, 0).at[0] - kept.at[0] - 0.25).abs() < 1e-4,
        "{:?}",
        target(&window, 0)
    );
    letters(&mut window, "y-1.5");
    press(&mut window, Key::Enter);
    release(&mut window, at + vec2(25.0, 10.0));
    let now = target(&window, 0);
    assert!(
        (now.at[1] - kept.at[1] + 1.5).abs() < 1e-4 && (now.at[0] - kept.at[0]).abs() < 1e-4,
        "{now:?}"
    );
    assert_eq!(steps(&window), before + 1);
}

#[test]
fn snapping_goes_in_steps_and_turning_leaves_the_place() {
    let mut window = hero();
    act(&mut window, ViewAction::SnapHandles);
    let kept = target(&window, 0);
    let at = rect(&window, &format!("Handle {}", kept.name)).center();
    hold(&mut window, at);
    move_to(&mut window, at, at + vec2(25.0, 10.0));
    letters(&mut window, "z");
    move_to(&mut window, at, at + vec2(140.0, 80.0));
    release(&mut window, at + vec2(140.0, 80.0));
    let way = target(&window, 0).at[2] - kept.at[2];
    assert!(
        way.abs() > 0.04 && (way / 0.01 - (way / 0.01).round()).abs() < 0.02,
        "{way}"
    );
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    let viewport = rect(&window, "Viewport");
    click_at(&mut window, viewport.left_center() + vec2(30.0, 0.0));
    press(&mut window, Key::E);
    assert_eq!(window.state().settings.tool, Tool::Turn);
    click(&mut window, &format!("Handle {}", kept.name));
    let at = rect(&window, &format!("Handle {}", kept.name)).center();
    hold(&mut window, at + vec2(72.0 * 1.15, 0.0));
    move_to(&mut window, at, at + vec2(60.0, 60.0));
    letters(&mut window, "y35");
    release(&mut window, at + vec2(60.0, 60.0));
    let turned = target(&window, 0);
    let wanted = Quat::from_rotation_y(35f32.to_radians()) * kept.place().rotation;
    assert_eq!(turned.at, kept.at);
    assert!(
        turned.place().rotation.angle_between(wanted) < 1e-3,
        "{:?}",
        turned.turn
    );
}

#[test]
fn what_the_selected_node_reaches_for_is_moved_as_it_is_authored() {
    let mut window = hero();
    let name = "Left hand on the crate";
    assert!(!has(&window, &format!("Handle {name} effector")));
    select_node(&mut window, name);
    act(&mut window, ViewAction::SetAxes(Axes::Parent));
    let (kept, before) = (effector(&window, name), steps(&window));
    let at = rect(&window, &format!("Handle {name} effector")).center();
    assert!(has(&window, &format!("Handle {name} pole")));
    hold(&mut window, at);
    move_to(&mut window, at, at + vec2(20.0, 10.0));
    letters(&mut window, "x0.1");
    release(&mut window, at + vec2(20.0, 10.0));
    let now = effector(&window, name);
    let number = |target: &Target, axis: usize| match &target.at[axis] {
        asset::graph::Input::Number(number) => *number,
        other => panic!("{other:?}"),
    };
    assert!(
        (number(&now, 0) - number(&kept, 0) - 0.1).abs() < 1e-3,
        "{:?} {:?}",
        kept.at,
        now.at
    );
    assert!((number(&now, 1) - number(&kept, 1)).abs() < 2e-3 && now.space == kept.space);
    assert_eq!(steps(&window), before + 1);
    keep(&mut window, "handles of a node");
    act(&mut window, ViewAction::ToggleOverlay(Overlay::Handles));
    assert!(!has(&window, &format!("Handle {name} effector")));
}

/// Wherever something is put it is, in every space, and what is not moved keeps its numbers to the
/// last bit.
#[test]
fn what_is_put_somewhere_is_there() {
    let mut window = hero();
    let node = select_node(&mut window, "Left hand on the crate");
    let frame = window.state().engine.frame.clone().unwrap();
    let project = project(&window).clone();
    let (graph_id, graph) = project
        .graphs
        .iter()
        .find(|(_, it)| it.name == "PG_Hero")
        .unwrap();
    let rig_id = graph.skeleton;
    let socket = project.skeletons[&rig_id].sockets[0].id;
    let spaces = [
        TargetSpace::World,
        TargetSpace::Model,
        TargetSpace::ParentBone,
        TargetSpace::Bone("head".into()),
        TargetSpace::Socket(socket),
        TargetSpace::WarpTarget(project.preview.scene.targets[0].name.clone()),
    ];
    let mut all = vec![(
        Selection::item(rig_id, socket),
        project.clone(),
        HandleId::Socket(socket),
    )];
    let moves: Vec<_> = project.graphs[graph_id]
        .wiring
        .parameters
        .iter()
        .map(|it| it.name.clone())
        .collect();
    assert!(moves.contains(&"Speed".to_owned()), "{moves:?}");
    let known = |space: &TargetSpace| spaces.iter().position(|it| it == space).unwrap();
    for (space, is_told) in spaces
        .iter()
        .cloned()
        .flat_map(|space| [(space.clone(), false), (space, true)])
    {
        let mut changed = (*project).clone();
        let graph = std::sync::Arc::make_mut(changed.graphs.get_mut(graph_id).unwrap());
        let wiring = std::sync::Arc::make_mut(&mut graph.wiring);
        let NodeKind::Control(ControlNode { kind, .. }) = &mut wiring.node_mut(node).unwrap().kind
        else {
            panic!("a control")
        };
        let ControlKind::TwoBoneIk(TwoBoneIkControl { effector, .. }) = kind else {
            panic!("a limb")
        };
        if is_told {
            effector.at[known(&space) % 3] = "0.1 + Speed * 0.01".into();
        }
        effector.space = space;
        all.push((
            Selection::item(*graph_id, node),
            changed.into(),
            HandleId::Node(node, 0),
        ));
    }
    for at in 0..project.preview.scene.targets.len() {
        all.push((
            Selection::default(),
            project.clone(),
            HandleId::Target(project.preview.scene.targets[at].id),
        ));
    }
    for (selection, project, id) in all {
        put_everywhere(&project, (*graph_id, rig_id), &selection, &frame, id);
    }
}

fn put_everywhere(
    project: &Project,
    (graph, rig): (Id, Id),
    selection: &Selection,
    frame: &PreviewFrame,
    id: HandleId,
) {
    let scene = |project: &Project, check: &mut dyn FnMut(HandleScene<'_>)| {
        check(HandleScene {
            project,
            graph: Some((graph, &project.graphs[&graph])),
            skeleton: Some((rig, &project.skeletons[&rig])),
            selection,
            frame: Some(frame),
            preview: Some(&project.preview.scene),
            active: None,
        });
    };
    let place = |project: &Project| {
        let mut found = None;
        scene(project, &mut |scene| {
            found = scene.handles().0.into_iter().find(|handle| handle.id == id)
        });
        found.unwrap_or_else(|| panic!("{id:?} is there"))
    };
    let handle = place(project);
    let mut same = None;
    scene(project, &mut |scene| {
        same = scene.command(id, [handle.place; 2], project)
    });
    assert!(same.is_none(), "{id:?} is where it is: {same:?}");
    for (nth, way) in [
        Vec3::X * 0.3,
        Vec3::new(-4.0, 2.5, 11.0),
        Vec3::Y * 1e-3,
        Vec3::splat(-300.0),
    ]
    .into_iter()
    .enumerate()
    {
        let turn = if handle.turns == [true; 3] {
            Quat::from_euler(EulerRot::XYZ, 0.4 * nth as f32, -1.2, 2.0)
        } else {
            Quat::IDENTITY
        };
        let to = Transform {
            translation: handle.place.translation + way,
            rotation: (turn * handle.place.rotation).normalize(),
            ..handle.place
        };
        let mut command = None;
        scene(project, &mut |scene| {
            command = scene.command(id, [handle.place, to], project)
        });
        let mut document = document::Document::new(project.clone());
        document
            .perform(&command.unwrap_or_else(|| panic!("{id:?} {way}")), None)
            .unwrap();
        let now = place(document.project()).place;
        let off = now.translation.distance(to.translation);
        assert!(off < 2e-4 + 1e-6 * way.length(), "{id:?} {way}: {off}");
        assert!(
            now.rotation.angle_between(to.rotation) < 1e-3,
            "{id:?} {way}"
        );
    }
}

/// The bone that a node moves, by a handle that is where it is shown: by as much as it was dragged,
/// whatever is shown while.
#[test]
fn a_bone_that_a_node_moves_is_dragged_and_turned() {
    use anim::graph::control::Mode;
    use asset::graph::{Modify, Space};
    let mut window = hero();
    let node = select_node(&mut window, "Left hand on the crate");
    let by = |at: [f64; 3]| at.map(asset::graph::Input::Number);
    let moved = |mode, at| Modify {
        mode,
        by: by(at),
        space: Space::Model,
    };
    let kind = |translation: Modify, rotation: Modify| {
        ControlKind::ModifyBone(ModifyBoneControl {
            bone: "head".into(),
            translation,
            rotation,
            scale: Modify::default(),
        })
    };
    let set = |window: &mut Window, new: ControlKind| {
        change(window, |project| {
            let graph = project
                .graphs
                .values_mut()
                .find(|graph| graph.name == "PG_Hero")
                .unwrap();
            let wiring = std::sync::Arc::make_mut(&mut std::sync::Arc::make_mut(graph).wiring);
            let NodeKind::Control(ControlNode { kind, alpha, .. }) =
                &mut wiring.node_mut(node).unwrap().kind
            else {
                panic!()
            };
            (*kind, *alpha) = (new.clone(), Default::default());
        });
        select_node(window, "Left hand on the crate");
        for _ in 0..4 {
            settle(window);
        }
    };
    let now = |window: &Window| -> [Vec3; 2] {
        let mut nodes = project(window)
            .graphs
            .values()
            .flat_map(|graph| &graph.wiring.nodes);
        let NodeKind::Control(ControlNode { kind, .. }) =
            &nodes.find(|it| it.id == node).unwrap().kind
        else {
            panic!()
        };
        let ControlKind::ModifyBone(ModifyBoneControl {
            translation,
            rotation,
            ..
        }) = kind
        else {
            panic!()
        };
        [&translation.by, &rotation.by].map(|by| {
            let number = |input: &asset::graph::Input| match input {
                asset::graph::Input::Number(number) => *number as f32,
                asset::graph::Input::Expression(text) => panic!("{text}"),
            };
            Vec3::new(number(&by[0]), number(&by[1]), number(&by[2]))
        })
    };
    let label = "Handle Left hand on the crate bone";
    set(&mut window, kind(Modify::default(), Modify::default()));
    assert!(!has(&window, label), "nothing is moved");
    for (mode, at) in [
        (Mode::Add, [0.1, 0.0, 0.05]),
        (Mode::Replace, [0.0, 1.7, 0.1]),
    ] {
        set(&mut window, kind(moved(mode, at), Modify::default()));
        let (kept, before) = (now(&window), steps(&window));
        let from = rect(&window, label).center();
        hold(&mut window, from);
        for step in 1..=6 {
            move_to(&mut window, from, from + vec2(6.0, -3.0) * step as f32);
        }
        letters(&mut window, "y0.2");
        assert!(
            window
                .state()
                .session
                .handle_hint
                .is_some_and(|hint| hint.contains("Ctrl"))
        );
        release(&mut window, from + vec2(36.0, -18.0));
        assert!(
            (now(&window)[0] - kept[0] - Vec3::Y * 0.2).length() < 2e-4,
            "{mode:?} {:?} {kept:?}",
            now(&window)
        );
        assert_eq!((now(&window)[1], steps(&window)), (kept[1], before + 1));
        assert_eq!(window.state().session.handle_hint, None);
    }
    for mode in [Mode::Add, Mode::Replace] {
        set(
            &mut window,
            kind(Modify::default(), moved(mode, [0.0, 20.0, 0.0])),
        );
        let before = steps(&window);
        act(&mut window, ViewAction::SetTool(Tool::Turn));
        click(&mut window, label);
        let at = rect(&window, label).center();
        hold(&mut window, at + vec2(72.0 * 1.15, 0.0));
        move_to(&mut window, at, at + vec2(60.0, 60.0));
        letters(&mut window, "y35");
        release(&mut window, at + vec2(60.0, 60.0));
        assert!(
            (now(&window)[1] - Vec3::Y * 55.0).length() < 0.1,
            "{mode:?} {:?}",
            now(&window)
        );
        assert_eq!(steps(&window), before + 1);
    }
}

#[test]
fn a_socket_is_moved_where_it_is_selected() {
    let mut window = hero();
    let rig = project(&window)
        .skeletons
        .iter()
        .find(|(_, rig)| !rig.sockets.is_empty())
        .map(|it| *it.0)
        .unwrap();
    let socket = project(&window).skeletons[&rig].sockets[0].clone();
    act(&mut window, ViewAction::OpenAsset(rig));
    act(&mut window, SelectAction::Socket(socket.id));
    wait_until(&mut window, "the skeleton is shown", |app| {
        app.engine.frame.is_some()
    });
    settle(&mut window);
    let label = format!("Handle {}", socket.name);
    let at = rect(&window, &label).center();
    let before = steps(&window);
    hold(&mut window, at);
    move_to(&mut window, at, at + vec2(20.0, -20.0));
    letters(&mut window, "z0.05");
    release(&mut window, at + vec2(20.0, -20.0));
    let now = project(&window).skeletons[&rig].sockets[0].clone();
    assert!((now.local.translation.distance(socket.local.translation) - 0.05).abs() < 2e-4);
    assert_eq!(
        (now.local.rotation, steps(&window)),
        (socket.local.rotation, before + 1)
    );
}

/// Before and after: the hand reaches its target by the node, and without it does not; feet are
/// measured as they walk.
#[test]
fn the_selected_node_is_compared_with_what_it_gets_in_figures() {
    let mut window = hero();
    select_node(&mut window, "Left hand on the crate");
    act(&mut window, GraphAction::Compare);
    set_parameter(&mut window, "Carrying", 1.0);
    begin(&mut window, TransportAction::TogglePlay);
    let figure = |app: &App, label: &str| {
        let frame = app.engine.frame.as_ref()?;
        let tuning = app
            .scene(frame)?
            .tuning(app.engine.watched.as_ref(), &app.views.looking.slides);
        let found = tuning
            .figures
            .iter()
            .find(|figure| figure.label.starts_with(label))?
            .clone();
        let number = |text: Option<String>| {
            text.and_then(|text| text.trim_end_matches(" mm").parse::<f32>().ok())
        };
        Some((number(found.before), number(found.after)))
    };
    wait_until(
        &mut window,
        "the hand arrives",
        |app| matches!(figure(app, "hand_l to target"), Some((Some(before), Some(after))) if after < 1.0 && before > 20.0),
    );
    act(&mut window, TransportAction::Pause);
    assert!(
        window
            .state()
            .scene(&window.state().engine.frame.clone().unwrap())
            .unwrap()
            .limbs(None)[0]
            .note
            .contains("% of reach")
    );
    keep(&mut window, "before and after a hand");
    change(&mut window, |project| {
        project.preview.scene.ground.height = 0.1
    });
    select_node(&mut window, "Feet on the ground");
    set_parameter(&mut window, "Carrying", 0.0);
    set_parameter(&mut window, "Speed", 1.4);
    begin(&mut window, TransportAction::TogglePlay);
    wait_until(
        &mut window,
        "feet would go through the ground",
        |app| matches!(figure(app, "foot_l through ground"), Some((Some(before), Some(after))) if before > 30.0 && after < 5.0),
    );
    wait_until(&mut window, "both feet stood", |app| {
        let feet = &app.views.looking.slides.feet;
        feet.len() == 2
            && feet
                .iter()
                .all(|foot| foot.worst.is_some() && foot.slides.len() > 20)
    });
    act(&mut window, TransportAction::Pause);
    keep(&mut window, "before and after feet");
    // To watch something else ends it, and so does Esc.
    act(&mut window, GraphAction::WatchPose(None));
    assert!(
        !window.state().views.looking.compares && window.state().views.looking.watched.is_none()
    );
    act(&mut window, GraphAction::Compare);
    assert!(window.state().views.looking.watched.is_some());
    act(&mut window, GraphAction::Compare);
    assert!(window.state().views.looking.watched.is_none());
}

/// What begins to play does not come to rest.
fn begin(window: &mut Window, action: impl Into<EditorAction>) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action.into());
    window.step();
}

fn set_parameter(window: &mut Window, name: &str, value: f64) {
    let request = anim::Request::SetParameter {
        parameter: anim::Name::new(name),
        value,
    };
    window
        .state_mut()
        .engine
        .send(engine::EngineInput::Request {
            character: studio::PREVIEWED,
            request,
        });
    settle(window);
}

/// The target of a montage's window is dragged: its way follows, and from how far it arrives is
/// told.
#[test]
fn a_montage_that_warps_shows_its_way_and_from_how_far_it_arrives() {
    let mut window = hero();
    let lunge = *project(&window)
        .montages
        .iter()
        .find(|(_, it)| it.name == "AM_Lunge")
        .unwrap()
        .0;
    window.state_mut().open_asset(lunge);
    let enemy = |app: &App| {
        let sandbox = app.sandbox.shown()?;
        Some((
            sandbox
                .ranges
                .iter()
                .find(|ranged| ranged.target == "Enemy")?
                .clone(),
            sandbox.clone(),
        ))
    };
    wait_until(&mut window, "the way", |app| enemy(app).is_some());
    let (before, sandbox) = enemy(window.state()).unwrap();
    let [near, far] = before.reach.metres.unwrap();
    assert!(
        (near..far).contains(&before.reach.now) && sandbox.arrivals.len() == 1,
        "{before:?}"
    );
    assert!(
        sandbox.before.last().unwrap().translation != *sandbox.after.last().unwrap()
            && sandbox.after.len() > 20
    );
    settle(&mut window);
    assert!(window.query_by_label_contains("arrives at Enemy").is_some());
    act(&mut window, ViewAction::FrameAll);
    wait_until(&mut window, "the outline", |app| {
        enemy(app).is_some_and(|(now, _)| now.outline.len() == 32)
    });
    let (ranged, _) = enemy(window.state()).unwrap();
    assert!(
        (ranged.outline[0][1].length() - far).abs() < 0.01,
        "the way to the target is one of them"
    );
    // Where the character would be without the windows.
    act(&mut window, GraphAction::Compare);
    act(&mut window, TransportAction::Pause);
    act(&mut window, TransportAction::GoToEnd);
    settle(&mut window);
    let ghost = window
        .state()
        .unwarped()
        .expect("it is there")
        .placement
        .translation;
    let shown = window
        .state()
        .engine
        .frame
        .as_ref()
        .unwrap()
        .placement
        .translation;
    assert!(ghost.distance(shown) > 0.1, "{ghost} {shown}");
    assert!(
        ghost.distance(sandbox.before.last().unwrap().translation) < 0.05,
        "{ghost}"
    );
    keep(&mut window, "warp sandbox");
    act(&mut window, GraphAction::Compare);
    assert!(window.state().unwarped().is_none());
    change(&mut window, |project| {
        let enemy = project
            .preview
            .scene
            .targets
            .iter_mut()
            .find(|target| target.name == "Enemy")
            .unwrap();
        enemy.at = [0.0, 0.0, 2.0 * far + 2.0];
    });
    wait_until(&mut window, "the new way", |app| {
        enemy(app).is_some_and(|(now, _)| now.reach.now > far)
    });
    let (now, sandbox) = enemy(window.state()).unwrap();
    assert!(now.reach.beyond.is_some(), "{now:?}");
    let [arrival] = &sandbox.arrivals[..] else {
        panic!("one window")
    };
    assert!(
        !arrival.end.arrived() && arrival.end.off.unwrap() > 1.0,
        "{arrival:?}"
    );
    settle(&mut window);
    assert!(window.query_by_label_contains("misses Enemy").is_some());
    assert!(
        window
            .query_all_by_label_contains("speed clamp")
            .next()
            .is_some(),
        "why"
    );
    act(&mut window, ViewAction::FrameAll);
    keep(&mut window, "warp sandbox too far");
    let attack = *project(&window)
        .montages
        .iter()
        .find(|(_, it)| it.name == "AM_AttackCombo")
        .unwrap()
        .0;
    window.state_mut().open_asset(attack);
    wait_until(&mut window, "no way", |app| app.sandbox.shown().is_none());
}

/// The clamp of a look is about the way of the pose that it gets: seen while that is known, and
/// where there is a clamp.
#[test]
fn a_look_shows_its_clamp_about_the_pose_before_it() {
    let mut window = hero();
    let looks = |node: &asset::graph::Node| {
        matches!(
            &node.kind,
            NodeKind::Control(ControlNode {
                kind: ControlKind::LookAt(_),
                ..
            })
        )
    };
    let (graph, node) = project(&window)
        .graphs
        .iter()
        .filter(|(_, graph)| graph.name == "PG_Hero")
        .find_map(|(id, graph)| Some((*id, graph.wiring.nodes.iter().find(|node| looks(node))?.id)))
        .unwrap();
    window
        .state_mut()
        .document
        .select(Selection::item(graph, node));
    settle(&mut window);
    let frame = window.state().engine.frame.clone().unwrap();
    let limbs = |app: &App, before: Option<&PreviewFrame>| app.scene(&frame).unwrap().limbs(before);
    let [alone] = &limbs(window.state(), None)[..] else {
        panic!("one bone that looks")
    };
    assert!(alone.span.is_none());
    let mut turned = PreviewFrame::clone(&frame);
    let aside = glam::Affine3A::from_rotation_y(0.6);
    turned
        .models
        .iter_mut()
        .for_each(|model| *model = aside * *model);
    let [seen] = &limbs(window.state(), Some(&turned))[..] else {
        panic!("one bone that looks")
    };
    let sight = (seen.joints[1] - seen.joints[0]).normalize();
    let Some(crate::viewport::LimbSpan::Cone { ahead, degrees }) = seen.span else {
        panic!("{seen:?}")
    };
    assert!(
        degrees > 0.0 && (ahead.angle_between(sight) - 0.6).abs() < 0.3,
        "{ahead} {sight}"
    );
}
