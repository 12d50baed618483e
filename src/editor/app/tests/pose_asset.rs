//! A pose asset in the window: poses are added, named, moved and shown, and what they are
//! differences to is chosen.

use super::*;
use asset::PoseAsset;

fn asset(window: &Window) -> &PoseAsset {
    project(window).pose_assets.values().next().unwrap()
}

fn opened() -> Window {
    let mut window = sample();
    details_alone(&mut window);
    let ctx = window.ctx.clone();
    let app = window.state_mut();
    app.act(&ctx, crate::action::PoseAssetAction::New.into());
    settle(&mut window);
    assert!(asset(&window).poses.is_empty() && has(&window, "Add pose"));
    window
}

#[test]
fn poses_are_added_named_moved_and_shown() {
    let mut window = opened();
    click(&mut window, "Add pose");
    click(&mut window, "Add pose");
    let names = |window: &Window| {
        asset(window)
            .poses
            .iter()
            .map(|pose| pose.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&window), ["Pose", "Pose 2"]);
    let clip = asset(&window).poses[1].clip;
    let name = project(&window).clips[&clip].name.clone();
    wait_until(&mut window, "the clip of the pose", |app| {
        app.engine.shown() == studio::PreviewSubject::Clip(anim::Name::new(&name))
    });
    assert!(has(&window, "LOD Auto (0)"), "the figure stands there");
    wait_until(&mut window, "the pictures", |app| {
        app.views.kinds.pose_asset.figures.len() == 2
    });
    settle(&mut window);
    assert!(has(&window, "Picture of Pose") && has(&window, "Picture of Pose 2"));
    let drawn = window.state().views.kinds.pose_asset.figures.clone();
    keep(&mut window, "pose asset");
    let time = rect(&window, "Time").center();
    drag(&mut window, time, vec2(40.0, 0.0));
    let moved = asset(&window).poses[1].time;
    assert!(moved > 0.0);
    wait_until(&mut window, "its moment", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| (frame.position - f64::from(moved)).abs() < 1e-3)
    });
    let (first, second) = (asset(&window).poses[0].id, asset(&window).poses[1].id);
    let now = &window.state().views.kinds.pose_asset.figures;
    assert!(
        now[&second] != drawn[&second] && drawn[&first] == drawn[&second],
        "a moment later it looks otherwise"
    );
    click(&mut window, "Pose Pose");
    wait_until(&mut window, "the first again", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.position == 0.0)
    });
    click(&mut window, "Delete pose");
    assert_eq!(names(&window), ["Pose 2"]);
    chord(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(names(&window), ["Pose", "Pose 2"]);
}

#[test]
fn poses_are_differences_to_one_of_them_or_whole() {
    let mut window = opened();
    click(&mut window, "Add pose");
    click(&mut window, "Base pose");
    click(&mut window, "Relative to “Pose”");
    assert_eq!(asset(&window).base, Some(asset(&window).poses[0].id));
    click(&mut window, "Base pose");
    click(&mut window, "None: full poses");
    assert_eq!(asset(&window).base, None);
}

#[test]
fn poses_are_mixed_by_weights_and_what_they_have_is_seen() {
    let mut window = opened();
    click(&mut window, "Add pose");
    click(&mut window, "Add pose");
    let (first, second) = (asset(&window).poses[0].id, asset(&window).poses[1].id);
    assert!(
        has(&window, "Pose has 0.000") && has(&window, "Pose 2 has 1.000"),
        "the shown one alone"
    );
    let before = steps(&window);
    let ctx = window.ctx.clone();
    let at = window
        .get_by_role_and_label(egui::accesskit::Role::SpinButton, "Weight of Pose")
        .rect()
        .center();
    // It plays from the first change on, so nothing here waits until it settles.
    window.event(button(at, PointerButton::Primary, true));
    window.step();
    move_to(&mut window, at, at + vec2(50.0, 0.0));
    window.event(button(at + vec2(50.0, 0.0), PointerButton::Primary, false));
    window.run_steps(2);
    let asked = window.state().views.kinds.pose_asset.weights[&first];
    assert!(asked > 0.1 && asked < 1.0, "{asked}");
    window.state_mut().act(
        &ctx,
        crate::action::PoseAssetAction::Weigh(second, 0.25).into(),
    );
    let live = |app: &App, pose: Id| {
        app.views
            .kinds
            .pose_asset
            .live
            .get(&pose)
            .copied()
            .unwrap_or(-1.0)
    };
    wait_until(&mut window, "the mix", |app| {
        (live(app, first) - asked).abs() < 1e-3 && (live(app, second) - 0.25).abs() < 1e-3
    });
    assert_eq!(steps(&window), before, "what is tried is no edit");
    assert!(
        window
            .state()
            .compiled
            .diagnostics
            .iter()
            .all(|it| it.subject.asset != asset::trial::TRIAL)
    );
    wait_until(&mut window, "rest: it has what was asked", |app| {
        !app.session.transport.playing
    });
    settle(&mut window);
    assert!(has(&window, "Pose 2 has 0.250"));
    keep(&mut window, "pose asset mixed");
    click(&mut window, "Pose Pose");
    wait_until(&mut window, "the first alone", |app| {
        matches!(app.engine.shown(), studio::PreviewSubject::Clip(_)) && live(app, first) == 1.0
    });
}

#[test]
fn whole_poses_weigh_up_to_one_and_differences_go_beyond_and_back() {
    use crate::action::{EditAction, PoseAssetAction};
    let mut window = opened();
    click(&mut window, "Add pose");
    click(&mut window, "Add pose");
    let id = window.state().session.active.unwrap();
    let (base, pose) = (asset(&window).poses[0].id, asset(&window).poses[1].id);
    for (base, weights) in [(None, [1.0, 0.0, 0.5]), (Some(base), [2.0, -1.0, 0.5])] {
        let set = document::Command::PoseAsset(id, document::PoseAssetCommand::SetBase(base));
        super::graphs::act(&mut window, EditAction::Perform(set, None));
        let ctx = window.ctx.clone();
        for (asked, expected) in [5.0, -3.0, 0.5].into_iter().zip(weights) {
            window
                .state_mut()
                .act(&ctx, PoseAssetAction::Weigh(pose, asked).into());
            assert_eq!(
                window.state().views.kinds.pose_asset.weights[&pose],
                expected
            );
            wait_until(&mut window, "the weight", |app| {
                let live = app.views.kinds.pose_asset.live.get(&pose).copied();
                // Nothing is mixed without any weight: the shown one stands alone.
                expected == 0.0 || live.is_some_and(|live| (live - expected).abs() < 1e-3)
            });
        }
        wait_until(&mut window, "rest", |app| !app.session.transport.playing);
    }
}
