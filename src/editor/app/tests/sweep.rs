//! The sweep over frame rates from the menu: running, what it finds, nothing found, and what cannot
//! be played.

use super::*;
use crate::{
    action::MontageAction,
    panels::sweep::swept::{SweepMontage, SweepResult},
};
use document::{Command, NotifyCommand};

const ENTRY: &str = "Sweep frame rates";

/// Adds a notify early in the blend-in, that fires above this weight; its id.
fn add_early(window: &mut Window, weight_threshold: f32) -> Id {
    let id = Id::derive(&["early"]);
    let montage = montage(window);
    let (asset, track) = (window.state().session.active.unwrap(), montage.tracks[0].id);
    let early = Notify {
        weight_threshold,
        ..Notify::instant(id, track, "Early", 0.03)
    };
    window
        .state_mut()
        .perform(&Command::Notify(asset, NotifyCommand::Add(early)), None);
    settle(window);
    compressed(window);
    id
}

/// The status of the newest job.
fn swept(window: &mut Window) -> String {
    wait_until(window, "the sweep", |app| {
        !app.jobs.is_busy() && app.swept.is_some()
    });
    settle(window);
    window
        .state()
        .jobs
        .listed()
        .next_back()
        .unwrap()
        .result
        .clone()
        .unwrap()
}

#[test]
fn findings_are_problems_that_lead_to_the_notify_until_the_montage_is_edited() {
    let mut window = sample();
    let early = add_early(&mut window, 0.25);
    click_button(&mut window, "Montage");
    click(&mut window, ENTRY);
    let result = swept(&mut window);
    assert!(result.contains("finding"), "{result}");
    let told = window.state().told_by_sweep().to_vec();
    let found = told
        .iter()
        .find(|it| it.subject.item == Some(early))
        .expect("the notify");
    let text = asset::describe(project(&window), found);
    assert!(
        text.contains("the notify at 0.030 s fires too often at 15"),
        "{text}"
    );
    assert!(window.state().dock.is_shown(Panel::Sweep));
    window.state_mut().show_panel(Panel::Problems);
    settle(&mut window);
    click(&mut window, &text);
    assert_eq!(selected(&window), [early]);
    press(&mut window, Key::Delete);
    assert!(
        window.state().told_by_sweep().is_empty(),
        "they are of what is no more"
    );
}

#[test]
fn what_comes_out_the_same_and_what_cannot_be_played_is_said() {
    let mut window = sample();
    let ctx = window.ctx.clone();
    let of = window.state().session.active.unwrap();
    let of = SweepMontage::of(project(&window), of).unwrap();
    let report = studio::sweep::SweepReport {
        events: 3,
        ..Default::default()
    };
    window.state_mut().swept(SweepResult {
        of,
        report,
        took: Duration::from_millis(1200),
    });
    window.state_mut().show_panel(Panel::Sweep);
    settle(&mut window);
    assert!(
        window
            .query_by_label_contains("does not depend on the frame rate")
            .is_some()
    );
    assert!(has(&window, "All runs match"));
    assert!(window.state().told_by_sweep().is_empty());
    window.state_mut().compiled.library = Default::default();
    window
        .state_mut()
        .act(&ctx, MontageAction::SweepRates.into());
    settle(&mut window);
    assert!(
        window.query_by_label_contains("cannot be played").is_some()
            && !window.state().jobs.is_busy()
    );
}

/// A cancelled sweep tells nothing.
#[test]
fn a_sweep_can_be_cancelled() {
    let mut window = sample();
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, MontageAction::SweepRates.into());
    window
        .state()
        .jobs
        .running()
        .for_each(crate::jobs::Job::cancel);
    wait_until(&mut window, "its end", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(window.state().swept.is_none());
    let result = window
        .state()
        .jobs
        .listed()
        .next_back()
        .unwrap()
        .result
        .clone();
    assert_eq!(result.as_deref(), Some("Cancelled, nothing changed"));
}

/// The row of the run at 15 Hz, opened.
fn open_first(window: &mut Window) {
    let row = window
        .query_all_by_label_contains("15 Hz: ")
        .next()
        .expect("the row");
    row.click();
    settle(window);
}

#[test]
fn a_run_that_fails_opens_in_place_leads_to_the_moment_and_is_mended_by_its_fix() {
    // The bar has room for the button.
    let mut window = open_at(vec2(1920.0, 1080.0), 1.0, None);
    click_button(&mut window, "Frame-rate sweep");
    swept(&mut window);
    let sound = window.state().swept.as_ref().unwrap().counts();
    let early = add_early(&mut window, 0.25);
    assert!(has(&window, "Edited since: run again"));
    click(&mut window, "Run");
    swept(&mut window);
    assert!(
        window
            .query_by_label_contains("a notify too often")
            .is_some()
    );
    open_first(&mut window);
    keep(&mut window, "sweep");
    assert!(
        window
            .query_by_label_contains("Early, 0.030 s: doubled, weight 0.")
            .is_some()
    );
    window
        .get_all_by_label("Go to moment")
        .next()
        .unwrap()
        .click();
    settle(&mut window);
    assert_eq!(selected(&window), [early]);
    assert!((window.state().session.transport.position - 0.03).abs() < 1e-4);
    let known = steps(&window);
    window
        .query_all_by_label_contains("Set weight 0.")
        .next()
        .expect("the fix")
        .click();
    settle(&mut window);
    assert_eq!(steps(&window), known + 1);
    assert!(notify(&window, "Early").weight_threshold < 0.25);
    assert!(
        has(&window, "Edited since: run again")
            && window.query_by_label_contains("Set weight").is_none()
    );
    compressed(&mut window);
    click(&mut window, "Run");
    swept(&mut window);
    assert_eq!(
        window.state().swept.as_ref().unwrap().counts(),
        sound,
        "as without it"
    );
}

#[test]
fn the_panel_says_what_it_is_for_before_the_first_run_and_where_nothing_can_be_run() {
    let mut window = sample();
    window.state_mut().show_panel(Panel::Sweep);
    settle(&mut window);
    assert!(has(&window, "No sweep yet") && has(&window, "Run"));
    let clip = *project(&window).clips.keys().next().unwrap();
    window.state_mut().open_asset(clip);
    settle(&mut window);
    window.state_mut().show_panel(Panel::Sweep);
    settle(&mut window);
    assert!(has(&window, "Open a montage to play it at many frame rates.") && !has(&window, "Run"));
}

/// A locked track keeps its notifies: the button says so instead of being refused.
#[test]
fn a_fix_on_a_locked_track_says_what_to_unlock() {
    let mut window = sample();
    add_early(&mut window, 0.25);
    let (asset, track) = (
        window.state().session.active.unwrap(),
        montage(&window).tracks[0].id,
    );
    let lock = Command::Notify(asset, NotifyCommand::SetTrackLocked(track, true));
    window.state_mut().perform(&lock, None);
    settle(&mut window);
    compressed(&mut window);
    click_button(&mut window, "Montage");
    click(&mut window, ENTRY);
    swept(&mut window);
    open_first(&mut window);
    let fix = window
        .query_all_by_label_contains("Set weight 0.")
        .next()
        .expect("the fix");
    use egui_kittest::kittest::NodeT;
    assert!(fix.accesskit_node().is_disabled());
}

/// A long hitch leaves no step between two rounds of a loop in which a state is over, unless it
/// branches as the sample's own.
#[test]
fn a_state_that_a_loop_holds_is_mended_by_branching_and_the_montage_is_sound() {
    let mut window = sample();
    let (asset, glow) = (
        window.state().session.active.unwrap(),
        notify(&window, "HoldGlow").clone(),
    );
    let queued = Command::Notify(
        asset,
        NotifyCommand::Set(Notify {
            branching: false,
            ..glow
        }),
    );
    window.state_mut().perform(&queued, None);
    compressed(&mut window);
    click_button(&mut window, "Montage");
    click(&mut window, ENTRY);
    swept(&mut window);
    window
        .query_all_by_label_contains(": lost 1")
        .next()
        .expect("its row")
        .scroll_to_me();
    settle(&mut window);
    window
        .query_all_by_label_contains(": lost 1")
        .next()
        .expect("its row")
        .click();
    settle(&mut window);
    window
        .get_all_by_label("Make branching")
        .next()
        .expect("the fix")
        .scroll_to_me();
    settle(&mut window);
    keep(&mut window, "sweep branching");
    window
        .get_all_by_label("Make branching")
        .next()
        .expect("the fix")
        .click();
    settle(&mut window);
    assert!(notify(&window, "HoldGlow").branching && steps(&window) == 2);
    compressed(&mut window);
    click(&mut window, "Run");
    swept(&mut window);
    assert!(has(&window, "All runs match"));
    keep(&mut window, "sweep sound");
}
