//! Measuring foot slide from the menu: the heat map, the edits, and the transitions of a graph.

use super::{
    graphs::{act, click_at},
    *,
};
use crate::{action::ViewAction, sliding::SlideResult};

fn done(window: &mut Window) {
    wait_until(window, "the measure", |app| {
        !app.jobs.is_busy() && app.measured.is_some()
    });
    settle(window);
}

/// Of the whole sample, at rest.
fn open(name: &str) -> (Window, Id) {
    let mut window = open_at(egui::vec2(1920.0, 1080.0), 1.0, None);
    change(&mut window, |project| *project = mannequin::sample());
    let all = project(&window);
    let spaces = all
        .blend_spaces
        .iter()
        .map(|(id, space)| (*id, &space.name));
    let mut all = spaces.chain(all.graphs.iter().map(|(id, graph)| (*id, &graph.name)));
    let id = all.find(|(_, known)| *known == name).unwrap().0;
    window.state_mut().open_asset(id);
    wait_until(&mut window, "what plays", |app| {
        app.engine
            .frame
            .as_ref()
            .is_some_and(|frame| frame.time > 0.1)
    });
    let ctx = window.ctx.clone();
    window
        .state_mut()
        .act(&ctx, crate::action::TransportAction::Pause.into());
    wait_until(&mut window, "the pause", |app| {
        !app.session.transport.playing
    });
    settle(&mut window);
    (window, id)
}

/// A sample is put beside its speed; the measure shows it on the canvas, an edit mends it in one
/// step, and what came of it is measured again.
#[test]
fn a_blend_space_is_measured_mended_and_measured_again() {
    let (mut window, id) = open("BS_Locomotion");
    let jog = project(&window)
        .clips
        .iter()
        .find(|(_, clip)| clip.name == "Jog_Fwd")
        .map(|(id, _)| *id)
        .unwrap();
    let of_jog = |window: &Window| {
        project(window).blend_spaces[&id]
            .samples
            .iter()
            .find(|sample| sample.clip == jog)
            .unwrap()
            .clone()
    };
    let beside = asset::blend_space::Sample {
        at: [0.0, 4.0],
        ..of_jog(&window)
    };
    let set = document::BlendSpaceCommand::Sample(document::ItemCommand::Put(beside));
    window
        .state_mut()
        .perform(&document::Command::BlendSpace(id, set), None);
    settle(&mut window);
    window.state_mut().show_panel(Panel::Slide);
    settle(&mut window);
    assert!(has(&window, "Foot slide not measured"));
    click_button(&mut window, "Measure");
    done(&mut window);
    assert!(
        window
            .query_by_label_contains("Foot slide per contact")
            .is_some()
    );
    assert!(
        window
            .state()
            .slide_map()
            .is_some_and(|it| it.map().is_some()),
        "it is drawn on the canvas"
    );
    keep(&mut window, "foot-slide-space");
    let steps = window.state().document.step_count();
    let before = window.state().measured.as_ref().unwrap().found.score();
    let row = window
        .query_all_by_label_contains("Place samples at their speed")
        .next()
        .unwrap()
        .rect();
    let apply = window
        .query_all_by_label("Apply")
        .find(|it| it.rect().center().y == row.center().y);
    let at = apply
        .or_else(|| window.query_all_by_label("Apply anyway").next())
        .unwrap()
        .rect()
        .center();
    let apply_row = window
        .query_all_by_label_contains("Place samples at their speed")
        .next()
        .unwrap()
        .rect();
    assert!(apply_row.contains(at), "{at:?} {apply_row:?}");
    click_at(&mut window, at);
    done(&mut window);
    assert_eq!(
        window.state().document.step_count(),
        steps + 1,
        "one step to undo"
    );
    assert!(
        (of_jog(&window).at[1] - 3.0).abs() < 0.05,
        "{:?}",
        of_jog(&window)
    );
    let after = window.state().measured.as_ref().unwrap().found.score();
    assert!(after.mean < before.mean, "{before:?} {after:?}");
    window.state_mut().document.undo();
    settle(&mut window);
    assert!(has(&window, "Edited since: measure again"));
    assert!(
        window.state().slide_map().is_none(),
        "what was measured is no more"
    );
}

#[test]
fn transitions_of_a_graph_are_listed_and_lead_to_the_canvas() {
    let (mut window, _) = open("PG_Hero");
    act(&mut window, ViewAction::MeasureSlide);
    done(&mut window);
    let measured = window.state().measured.clone().unwrap();
    let SlideResult::Graph { rows, all } = &measured.found else {
        panic!("a graph")
    };
    assert!(
        all.contacts > 20 && rows.iter().filter(|row| row.times > 0).count() > 8,
        "{rows:?}"
    );
    assert!(
        rows.windows(2)
            .all(|pair| (pair[0].times > 0) >= (pair[1].times > 0)),
        "what was taken comes first"
    );
    keep(&mut window, "foot-slide-graph");
    let first = rows
        .iter()
        .find(|row| row.item.is_some() && row.times > 0)
        .unwrap()
        .clone();
    let words = format!("{}: {}: mean", first.of, first.title);
    let at = window
        .query_all_by_label_contains(&words)
        .next()
        .unwrap()
        .rect()
        .center();
    click_at(&mut window, at);
    assert_eq!(selected(&window), [first.item.unwrap()]);
}

#[test]
fn nothing_open_and_a_cancelled_measure_say_so() {
    let mut window = sample();
    let ctx = window.ctx.clone();
    window.state_mut().show_panel(Panel::Slide);
    settle(&mut window);
    assert!(
        window
            .query_by_label_contains("Open a blend space or a pose graph")
            .is_some()
    );
    let (mut window, _) = open("BS_Locomotion");
    window
        .state_mut()
        .act(&ctx, ViewAction::MeasureSlide.into());
    window
        .state()
        .jobs
        .running()
        .for_each(crate::jobs::Job::cancel);
    wait_until(&mut window, "its end", |app| !app.jobs.is_busy());
    settle(&mut window);
    assert!(window.state().measured.is_none() && has(&window, "Foot slide not measured"));
}
