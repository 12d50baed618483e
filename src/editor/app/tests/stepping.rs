//! Undo and redo of what is not on the screen.

use super::{graphs::*, *};
use crate::action::{EditAction, SelectAction, TransportAction};
use document::{Command, GraphCommand, MontageCommand, ProjectCommand, Selection};

fn last_toast(window: &Window) -> Option<(String, String)> {
    let toast = window.state().session.toasts.last()?;
    Some((toast.title.clone(), toast.line.clone()))
}

/// A graph plays as it is opened.
fn act_and_pause(window: &mut Window, action: EditAction) {
    let ctx = window.ctx.clone();
    window.state_mut().act(&ctx, action.into());
    window.run_steps(2);
    act(window, TransportAction::Pause);
}

fn move_node(window: &mut Window) {
    let place = GraphCommand::Place(vec![(id(1), [16.0, 320.0])]);
    act(
        window,
        EditAction::Perform(Command::Graph(GRAPH, place), None),
    );
}

fn any_montage(window: &Window) -> Id {
    *project(window).montages.keys().next().unwrap()
}

#[test]
fn a_step_in_another_document_opens_it_and_is_said() {
    let mut window = opened();
    let montage = any_montage(&window);
    move_node(&mut window);
    window.state_mut().open_asset(montage);
    settle(&mut window);
    let rate = Command::Montage(montage, MontageCommand::SetRateScale(1.5));
    act(&mut window, EditAction::Perform(rate, None));
    // What is open says itself what it did.
    act_and_pause(&mut window, EditAction::Undo);
    assert_eq!(
        (window.state().session.active, last_toast(&window)),
        (Some(montage), None)
    );
    act_and_pause(&mut window, EditAction::Undo);
    assert_eq!(window.state().session.active, Some(GRAPH));
    let said = (
        "Undid: Move nodes".to_owned(),
        "In PG_Test, now open.".to_owned(),
    );
    assert_eq!(last_toast(&window), Some(said));
    act_and_pause(&mut window, EditAction::Redo);
    assert_eq!(window.state().session.toasts.len(), 1, "it is open now");
    act_and_pause(&mut window, EditAction::Redo);
    assert_eq!(window.state().session.active, Some(montage));
    assert!(last_toast(&window).unwrap().0.starts_with("Redid: "));
}

#[test]
fn the_page_of_a_step_is_opened_with_what_was_selected_on_it() {
    let mut window = opened();
    let montage = any_montage(&window);
    let stand = id(10);
    act(
        &mut window,
        SelectAction::These(Selection::item(GRAPH, stand)),
    );
    let place = GraphCommand::Place(vec![(stand, [0.0, 320.0])]);
    act(
        &mut window,
        EditAction::Perform(Command::Graph(GRAPH, place), None),
    );
    window
        .state_mut()
        .views
        .kinds
        .graph
        .turn_to(GRAPH, crate::canvas::Page::default());
    window.state_mut().open_asset(montage);
    settle(&mut window);
    act_and_pause(&mut window, EditAction::Undo);
    let app = window.state();
    assert_eq!(app.document.selection(), &Selection::item(GRAPH, stand));
    assert_eq!(
        app.views.kinds.graph.page(GRAPH),
        crate::canvas::Page::Machine(id(5))
    );
}

#[test]
fn a_step_that_takes_an_asset_away_or_has_no_asset_says_so() {
    let mut window = opened();
    let montage = any_montage(&window);
    let graph = project(&window).graphs[&GRAPH].clone();
    let mut preview = project(&window).preview.clone();
    preview.scene.ground.height = 0.25;
    for command in [
        ProjectCommand::SetPreview(Box::new(preview)),
        ProjectCommand::Add(
            id(77),
            asset::PoseGraph::new("Extra", graph.skeleton).into(),
        ),
    ] {
        act(
            &mut window,
            EditAction::Perform(Command::Project(command), None),
        );
    }
    window.state_mut().open_asset(montage);
    settle(&mut window);
    for line in [
        "Extra is no longer in the project.",
        "In the project settings.",
    ] {
        act_and_pause(&mut window, EditAction::Undo);
        assert_eq!(last_toast(&window).unwrap().1, line);
        assert_eq!(window.state().session.active, Some(montage));
    }
}

/// What was selected before an edit lies elsewhere: the page of the edit is shown.
#[test]
fn a_step_on_another_page_turns_to_it_whatever_was_selected() {
    let mut window = opened();
    let page = |window: &Window| window.state().views.kinds.graph.page(GRAPH);
    let turn_to = |window: &mut Window, page| {
        window.state_mut().views.kinds.graph.turn_to(GRAPH, page);
        settle(window);
    };
    act(
        &mut window,
        SelectAction::These(Selection::item(GRAPH, id(1))),
    );
    let machine = crate::canvas::Page::Machine(id(5));
    turn_to(&mut window, machine);
    let place = GraphCommand::Place(vec![(id(11), [0.0, 320.0])]);
    act(
        &mut window,
        EditAction::Perform(Command::Graph(GRAPH, place), None),
    );
    act(&mut window, EditAction::Undo);
    assert_eq!(page(&window), machine, "it is in sight");
    turn_to(&mut window, crate::canvas::Page::default());
    act(&mut window, EditAction::Redo);
    assert_eq!(page(&window), machine);
    assert_eq!(last_toast(&window), None, "it is the open document");
}
