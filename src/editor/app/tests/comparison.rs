//! A clip before and after key reduction: in the viewport, in the timeline, and when it ends.

use super::*;
use crate::reduction::Ghost;
use asset::Clip;
use studio::PreviewFrame;

/// The sample with its walk open, uncompressed, and the details high.
fn walk() -> Window {
    let mut window = sample();
    double_click(&mut window, "Asset Walk_Fwd");
    let id = window.state().session.active.unwrap();
    change(&mut window, |project| {
        Arc::make_mut(project.clips.get_mut(&id).unwrap()).compression = None
    });
    details_alone(&mut window);
    settle(&mut window);
    window
}

fn clip(window: &Window) -> &Clip {
    &project(window).clips[&window.state().session.active.unwrap()]
}

fn show(window: &mut Window) {
    scroll_to(window, "Show before and after");
    click(window, "Show before and after");
    wait_until(window, "the ghost", |app| app.ghost.is_some());
    settle(window);
}

#[track_caller]
fn type_number(window: &mut Window, field: &str, text: &str) {
    scroll_to(window, field);
    click(window, field);
    chord(window, Modifiers::COMMAND, Key::A);
    type_text(window, text);
    press(window, Key::Enter);
}

/// The character as it is, and as it would be.
fn both(window: &Window) -> (&PreviewFrame, &PreviewFrame) {
    let app = window.state();
    (
        app.engine.frame.as_ref().unwrap(),
        app.ghost
            .as_ref()
            .and_then(Ghost::frame)
            .expect("there is a ghost"),
    )
}

/// Metres that some joint is off at most, in the world.
fn apart(a: &PreviewFrame, b: &PreviewFrame) -> f32 {
    let joint = |frame: &PreviewFrame, bone: usize| {
        (frame.placement.to_affine() * frame.models[bone]).translation
    };
    (0..a.models.len())
        .map(|bone| joint(a, bone).distance(joint(b, bone)))
        .fold(0.0, f32::max)
}

fn select(window: &mut Window, name: &str) {
    let skeleton = &project(window).skeletons[&clip(window).skeleton];
    let bone = skeleton.bones.iter().position(|bone| bone.name == name);
    window.state_mut().views.kinds.skeleton.selected_bone = bone;
    settle(window);
}

#[test]
fn the_ghost_is_the_pose_that_reducing_keys_gives() {
    let mut window = walk();
    type_number(&mut window, "Error bound", "5");
    show(&mut window);
    window.state_mut().seek(0.4, 1.0);
    settle(&mut window);
    let (now, ghost) = both(&window);
    let (off, ghost) = (apart(now, ghost), ghost.clone());
    assert!(
        (1e-4..=0.05).contains(&off),
        "it is another pose within the bound: {off}"
    );
    scroll_to(&mut window, "Reduce keys");
    keep(&mut window, "reduction before and after");
    click_button(&mut window, "Reduce keys");
    settle(&mut window);
    assert!(window.state().views.kinds.clip.comparison.is_none() && window.state().ghost.is_none());
    let after = window.state().engine.frame.as_ref().unwrap();
    assert!(
        after.position == 0.4 && apart(after, &ghost) < 1e-5,
        "{}",
        apart(after, &ghost)
    );
}

#[test]
fn the_legend_says_which_is_which_and_where_the_error_is() {
    let mut window = walk();
    show(&mut window);
    let app = window.state();
    let preview = app.views.kinds.clip.reduction_preview.clone().unwrap();
    let (now, then) = preview.found.as_ref().unwrap().keys();
    assert!(
        has(&window, &format!("Now  ·  {now} keys"))
            && has(&window, &format!("With fewer keys  ·  {then} keys"))
    );
    let worst = preview
        .worst(&project(&window).skeletons[&clip(&window).skeleton])
        .unwrap();
    assert!(
        has(&window, &format!("Largest error {worst}")) && worst.contains(" cm at "),
        "{worst}"
    );
    scroll_to(&mut window, "Worst place");
    click(&mut window, "Worst place");
    let app = window.state();
    assert_eq!(
        app.views.kinds.skeleton.selected_bone,
        Some(preview.found.as_ref().unwrap().errors.worst_bone)
    );
    assert!(
        (app.session.transport.position - f64::from(preview.worst_time().unwrap())).abs() < 1e-4
    );
}

#[test]
fn the_ghost_walks_along_over_the_end_of_the_loop() {
    let mut window = walk();
    show(&mut window);
    window.key_press(Key::Space);
    wait_until(&mut window, "a second round", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|f| f.placement.translation.z > 1.6 && f.position > 0.2)
    });
    let (now, ghost) = both(&window);
    assert!(
        now.playing && now.position == ghost.position && apart(now, ghost) < 0.01,
        "{}",
        apart(now, ghost)
    );
}

#[test]
fn another_bound_is_previewed_by_itself_while_both_are_shown() {
    let mut window = walk();
    show(&mut window);
    let keys = |window: &Window| {
        window
            .state()
            .views
            .kinds
            .clip
            .reduction_preview
            .as_ref()
            .unwrap()
            .found
            .as_ref()
            .unwrap()
            .keys()
            .1
    };
    let fine = keys(&window);
    type_number(&mut window, "Error bound", "5");
    wait_until(&mut window, "the preview", |app| {
        !app.views.kinds.clip.is_reducing
            && app
                .views
                .kinds
                .clip
                .reduction_preview
                .as_ref()
                .is_some_and(|p| p.goal.bound > 0.04)
    });
    settle(&mut window);
    assert!(keys(&window) < fine && window.state().ghost.is_some());
}

#[test]
fn a_cancelled_preview_ends_the_comparison() {
    let mut window = walk();
    scroll_to(&mut window, "Show before and after");
    window.get_by_label("Show before and after").click();
    window.run_steps(2);
    assert!(window.state().views.kinds.clip.is_reducing);
    window
        .state()
        .jobs
        .running()
        .for_each(crate::jobs::Job::cancel);
    wait_until(&mut window, "the end", |app| {
        !app.views.kinds.clip.is_reducing
    });
    settle(&mut window);
    assert!(window.state().views.kinds.clip.comparison.is_none() && !window.state().jobs.is_busy());
}

#[test]
fn it_is_over_when_the_section_closes_or_another_clip_opens() {
    let mut window = walk();
    show(&mut window);
    scroll_to(&mut window, "Key reduction");
    click(&mut window, "Key reduction");
    assert!(window.state().views.kinds.clip.comparison.is_none() && window.state().ghost.is_none());
    click(&mut window, "Key reduction");
    show(&mut window);
    // A second after the last click, or it would count as a third.
    window.run_steps(60);
    double_click(&mut window, "Asset Idle");
    assert!(window.state().views.kinds.clip.comparison.is_none() && window.state().ghost.is_none());
}

#[test]
fn the_selected_bones_keys_are_drawn_before_and_after() {
    let mut window = walk();
    type_number(&mut window, "Error bound", "5");
    show(&mut window);
    assert!(has(&window, "Keys of a bone"));
    select(&mut window, "hand_l");
    assert!(has(&window, "Keys of hand_l"));
    let preview = window
        .state()
        .views
        .kinds
        .clip
        .reduction_preview
        .clone()
        .unwrap();
    let channel = |source: &asset::source::ClipSource| {
        let track = source
            .tracks
            .iter()
            .find(|track| track.bone.as_str() == "hand_l")
            .unwrap();
        track.rotation.as_ref().unwrap().times.clone()
    };
    let (now, then) = (
        channel(&clip(&window).source),
        channel(&preview.after.as_ref().unwrap().source),
    );
    assert!(then.len() < now.len());
    assert!(has(
        &window,
        &format!("Rotation of hand_l, {} → {} keys", now.len(), then.len())
    ));
    let keys = window
        .state()
        .views
        .kinds
        .clip
        .comparison
        .as_ref()
        .unwrap()
        .keys
        .clone()
        .unwrap();
    let kept: Vec<f32> = keys.properties[0]
        .kept
        .iter()
        .map(|frame| keys.times[*frame])
        .collect();
    assert!(kept.iter().zip(&then).all(|(a, b)| (a - b).abs() < 1e-4) && kept.len() == then.len());
    window.state_mut().seek(0.1, 1.0);
    scroll_to(&mut window, "Reduce keys");
    keep(&mut window, "reduction keys of a bone");
    scroll_to(&mut window, "Show before and after");
    click(&mut window, "Show before and after");
    assert!(!has(&window, "Keys of hand_l"));
}
