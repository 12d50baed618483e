//! The sweep over frame rates from the menu: running, what it finds, nothing found, and what cannot be played.

use super::*;
use crate::action::MontageAction;
use document::{Command, NotifyCommand};

const ENTRY: &str = "Sweep frame rates";

/// Adds a notify early in the blend-in, that fires above this weight; its id.
fn add_early(window: &mut Window, weight_threshold: f32) -> Id {
    let id = Id::derive(&["early"]);
    let montage = montage(window);
    let (asset, track) = (window.state().session.active.unwrap(), montage.tracks[0].id);
    let early = Notify { weight_threshold, ..Notify::instant(id, track, "Early", 0.03) };
    window.state_mut().perform(&Command::Notify(asset, NotifyCommand::Add(early)), None);
    settle(window);
    compressed(window);
    id
}

/// The status of the newest job.
fn swept(window: &mut Window) -> String {
    wait_until(window, "the sweep", |app| !app.jobs.is_busy() && app.swept.is_some());
    settle(window);
    window.state().jobs.listed().next_back().unwrap().result.clone().unwrap()
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
    let found = told.iter().find(|it| it.subject.item == Some(early)).expect("the notify");
    let text = asset::describe(project(&window), found);
    assert!(text.contains("the notify at 0.030 s happens once too often at 15"), "{text}");
    assert!(window.state().dock.is_shown(Panel::Problems));
    keep(&mut window, "sweep");
    click(&mut window, &text);
    assert_eq!(selected(&window), [early]);
    press(&mut window, Key::Delete);
    assert!(window.state().told_by_sweep().is_empty(), "they are of what is no more");
}

#[test]
fn what_comes_out_the_same_and_what_cannot_be_played_is_said() {
    let mut window = sample();
    let ctx = window.ctx.clone();
    let of = window.state().session.active.unwrap();
    let montage = project(&window).montages[&of].clone();
    window.state_mut().swept(of, montage, &engine::sweep::Report { events: 3, ..Default::default() });
    settle(&mut window);
    assert!(window.query_by_label_contains("does not depend on the frame rate").is_some());
    assert!(window.state().told_by_sweep().is_empty());
    window.state_mut().compiled.library = Default::default();
    window.state_mut().act(&ctx, MontageAction::SweepRates.into());
    settle(&mut window);
    assert!(window.query_by_label_contains("cannot be played").is_some() && !window.state().jobs.is_busy());
}

/// A cancelled sweep tells nothing.
#[test]
fn a_sweep_can_be_cancelled() {
    let mut window = sample();
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, MontageAction::SweepRates.into());
    window.state().jobs.running().for_each(crate::jobs::Job::cancel);
    wait_until(&mut window, "its end", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(window.state().swept.is_none());
    let result = window.state().jobs.listed().next_back().unwrap().result.clone();
    assert_eq!(result.as_deref(), Some("Cancelled, nothing changed"));
}
