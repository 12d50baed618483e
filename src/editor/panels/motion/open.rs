//! The expectations of one motion test, and what can be done with it.

use super::{
    TestRow, TestsPanelState,
    expected::{allowance, expectation_text},
    failure_ui,
    offers::text_ui,
};
use crate::{
    action::{EditAction, EditorAction, SessionAction},
    icons,
    panels::rows::PropertyRows,
    parts, theme,
};
use asset::{
    Id, Scenario,
    scenario::{Expectation, ScenarioExpectation},
};
use document::{Command, ProjectCommand};
use egui::Ui;
use scenario::ScenarioOutcome;
use words::tr;

/// Shows the expectations of a test, each with what is allowed and how it stands.
pub fn open_ui(
    ui: &mut Ui,
    state: &TestsPanelState<'_>,
    (id, test): (Id, &Scenario),
    rows: &mut PropertyRows<'_>,
) {
    bar_ui(ui, state, (id, test), rows.actions);
    let outcome = state.run.and_then(|run| run.outcome(id));
    let (script, _) = failures(outcome, None);
    for failure in script {
        failure_ui(ui, id, failure, rows.actions);
    }
    for (at, expectation) in test.expect.iter().enumerate() {
        ui.push_id(("expectation", at), |ui| {
            let (failed, look) = failures(outcome, Some(at));
            expectation_ui(ui, (test, at, expectation), look, rows);
            for failure in failed {
                failure_ui(ui, id, failure, rows.actions);
            }
        });
    }
}

fn bar_ui(
    ui: &mut Ui,
    state: &TestsPanelState<'_>,
    (id, test): (Id, &Scenario),
    actions: &mut Vec<EditorAction>,
) {
    let compares = |it: &ScenarioExpectation| matches!(it.what, Expectation::PosesAsBefore { .. });
    let has_poses = test.expect.iter().any(compares);
    let buttons = [
        (
            icons::PLAY,
            tr!("Run this test"),
            SessionAction::RunTest(id).into(),
            true,
        ),
        (
            icons::EYE,
            tr!("Show its session"),
            SessionAction::ShowTest(id, 0).into(),
            true,
        ),
        (
            icons::REPEAT,
            tr!("Take the poses as they are now for the reference"),
            SessionAction::RenewTest(id).into(),
            has_poses,
        ),
        (
            icons::TRASH,
            tr!("Delete this test"),
            EditAction::AskDelete(vec![id]).into(),
            true,
        ),
    ];
    ui.horizontal(|ui| {
        ui.set_height(theme::BUTTON);
        ui.add_space(28.0);
        for (icon, name, action, is_there) in buttons {
            let is_on = is_there && state.running.is_none();
            let font = theme::icon(16.0);
            if parts::icon_button_with(ui, icon, name, false, is_on, font).clicked() {
                actions.push(action);
            }
        }
        ui.label(
            egui::RichText::new(source_text(test))
                .font(theme::small())
                .color(theme::TEXT_2),
        );
    });
}

fn source_text(test: &Scenario) -> String {
    let seconds = test.seconds();
    match test.session() {
        Some(_) => tr!("plays {seconds:.2} s of a session"),
        None => tr!("plays a script for {seconds:.2} s"),
    }
}

/// The failures of an expectation, or of the test itself, and how it stands.
fn failures(
    outcome: Option<&ScenarioOutcome>,
    of: Option<usize>,
) -> (
    Vec<&scenario::ScenarioFailure>,
    (&'static str, egui::Color32),
) {
    let all = outcome.iter().flat_map(|it| &it.failures);
    let failed: Vec<_> = all.filter(|it| it.expectation == of).collect();
    let look = match (outcome, failed.is_empty()) {
        (None, _) => (icons::CLOCK, theme::TEXT_3),
        (Some(_), true) => (icons::CHECK, theme::OK),
        (Some(_), false) => (icons::X, theme::ERROR),
    };
    (failed, look)
}

fn expectation_ui(
    ui: &mut Ui,
    (test, at, expectation): (&Scenario, usize, &ScenarioExpectation),
    (icon, color): (&str, egui::Color32),
    rows: &mut PropertyRows<'_>,
) {
    let id = rows.asset;
    ui.horizontal(|ui| {
        ui.set_height(theme::ROW);
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.add_space(32.0);
        TestRow::icon(ui, icon, color);
        ui.scope(|ui| {
            let wide = ui.available_width() - 26.0;
            ui.set_max_width(wide);
            text_ui(ui, &expectation_text(expectation), true);
        });
        let mut what = expectation.what.clone();
        let field = allowance(&mut what).map(|(_, field)| field);
        match field {
            Some(field) => {
                let edit = field.show(ui);
                rows.apply(edit, |value| {
                    let mut changed = test.clone();
                    if let Some((allowed, _)) = allowance(&mut changed.expect[at].what) {
                        *allowed = value;
                    }
                    set(id, changed)
                });
            }
            None => ui.add_space(84.0 + 6.0),
        }
        if parts::icon_button(ui, icons::X, tr!("Expect this no more"), false).clicked() {
            let mut changed = test.clone();
            changed.expect.remove(at);
            rows.perform(set(id, changed));
        }
    });
}

fn set(id: Id, scenario: Scenario) -> Command {
    Command::Project(ProjectCommand::SetScenario(id, Box::new(scenario)))
}
