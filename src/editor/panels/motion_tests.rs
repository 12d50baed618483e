//! The motion tests of the project: which hold, and where the others do not.

use super::sweep::running_ui;
use crate::{
    action::{EditorAction, SelectAction, SessionAction},
    icons,
    jobs::Job,
    parts,
    testing::TestRun,
    theme,
};
use asset::{Id, Project, Scenario};
use document::Selection;
use egui::{Align2, Color32, Sense, Ui, WidgetInfo, accesskit::Role, vec2};
use scenario::{ScenarioFailure, ScenarioOutcome};
use std::sync::Arc;
use words::{noun, tr};

/// What the Tests panel shows.
pub struct TestsPanelState<'a> {
    /// The project.
    pub project: &'a Arc<Project>,
    /// The last run; None before the first.
    pub run: Option<&'a TestRun>,
    /// The job that runs them; None while none does.
    pub running: Option<&'a Job>,
}

/// Shows the panel.
pub fn tests_ui(ui: &mut Ui, state: &TestsPanelState<'_>, actions: &mut Vec<EditorAction>) {
    if state.project.tests.is_empty() {
        return empty_ui(ui);
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    match state.running {
        Some(job) => running_ui(ui, job),
        None => head_ui(ui, state, actions),
    }
    egui::ScrollArea::vertical()
        .id_salt("motion tests")
        .auto_shrink(false)
        .show(ui, |ui| {
            for (id, test) in &state.project.tests {
                test_ui(ui, state, (*id, test), actions);
            }
        });
}

fn empty_ui(ui: &mut Ui) {
    let line = tr!(
        "A motion test plays a script and says what must hold. Put scenarios into the folder tests of the project."
    );
    parts::empty_state(ui, icons::CHECK_CIRCLE, tr!("No motion tests"), line, None);
}

fn head_ui(ui: &mut Ui, state: &TestsPanelState<'_>, actions: &mut Vec<EditorAction>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        if parts::button(ui, Some(icons::PLAY), tr!("Run all tests"), true).clicked() {
            actions.push(SessionAction::RunTests.into());
        }
        ui.add_space(8.0);
        let (text, color) = standing(state);
        ui.label(egui::RichText::new(text).color(color));
    });
    ui.add_space(4.0);
}

/// How the tests stand, in a line.
fn standing(state: &TestsPanelState<'_>) -> (String, Color32) {
    match state.run {
        None => {
            let count = parts::count(state.project.tests.len(), noun!("test"));
            (tr!("{count}, not run yet"), theme::TEXT_2)
        }
        Some(run) if !Arc::ptr_eq(&run.root, state.project) => {
            (tr!("Edited since: run again").to_owned(), theme::WARN)
        }
        Some(run) if run.failed() == 0 && run.outcomes.len() < state.project.tests.len() => {
            let left = state.project.tests.len() - run.outcomes.len();
            let count = parts::count(left, noun!("test"));
            (tr!("{count}, not run yet"), theme::WARN)
        }
        Some(run) if run.failed() == 0 => (run.summary(), theme::OK),
        Some(run) => (run.summary(), theme::ERROR),
    }
}

fn test_ui(
    ui: &mut Ui,
    state: &TestsPanelState<'_>,
    (id, test): (Id, &Scenario),
    actions: &mut Vec<EditorAction>,
) {
    let outcome = state.run.and_then(|run| run.outcome(id));
    let (icon, color, told) = look(test, outcome);
    let row = TestRow {
        icon,
        color,
        texts: [&test.name, &told],
        indent: 12.0,
    };
    if row.ui(ui, &test.description) {
        actions.push(SelectAction::These(Selection::asset(id)).into());
    }
    for failure in outcome.iter().flat_map(|it| &it.failures) {
        failure_ui(ui, id, failure, actions);
    }
}

fn look(test: &Scenario, outcome: Option<&ScenarioOutcome>) -> (&'static str, Color32, String) {
    let expectations = parts::count(test.expect.len(), noun!("expectation"));
    match outcome {
        None => (icons::CLOCK, theme::TEXT_3, expectations),
        Some(it) if it.failures.is_empty() => (icons::CHECK_CIRCLE, theme::OK, expectations),
        Some(it) => {
            let failed = it.failures.len();
            let told = tr!("{failed} of {expectations} failed");
            (icons::X_CIRCLE, theme::ERROR, told)
        }
    }
}

/// A click shows the moment in which the expectation does not hold.
fn failure_ui(ui: &mut Ui, id: Id, failure: &ScenarioFailure, actions: &mut Vec<EditorAction>) {
    let time = failure.tick.map(|(_, time)| format!("{time:.3} s"));
    let row = TestRow {
        icon: icons::WARNING,
        color: theme::ERROR,
        texts: [&failure.text, &time.unwrap_or_default()],
        indent: 32.0,
    };
    if row.ui(ui, &failure.text) {
        let shown = failure
            .tick
            .map(|(tick, _)| SessionAction::ShowTest(id, tick));
        actions.extend(shown.map(Into::into));
    }
}

/// A row with an icon, a text, and a shorter one at the right.
struct TestRow<'a> {
    icon: &'static str,
    color: Color32,
    texts: [&'a str; 2],
    indent: f32,
}

impl TestRow<'_> {
    /// Returns whether it was clicked.
    fn ui(&self, ui: &mut Ui, tip: &str) -> bool {
        let size = vec2(ui.available_width(), theme::LOG_ROW);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let name = self.texts.join(": ");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.hovered() {
            ui.painter().rect_filled(rect, 0.0, theme::RAISE);
        }
        self.paint(ui, rect);
        parts::focus_ring(ui, &response);
        response.on_hover_text(tip).clicked()
    }

    fn paint(&self, ui: &Ui, rect: egui::Rect) {
        let [text, right] = self.texts;
        let (left, end) = (rect.left() + self.indent, rect.right() - 8.0);
        let at = egui::pos2(left + 7.0, rect.center().y);
        let font = theme::icon(14.0);
        ui.painter()
            .text(at, Align2::CENTER_CENTER, self.icon, font, self.color);
        let wide = ui
            .painter()
            .layout_no_wrap(right.to_owned(), theme::small(), self.color)
            .size();
        let split = (end - wide.x - 8.0).max(left + 40.0);
        let cell = parts::row_cell(rect, left + 22.0, split);
        parts::text_in(
            ui,
            cell,
            Align2::LEFT_CENTER,
            text,
            theme::text(),
            theme::TEXT,
        );
        let cell = parts::row_cell(rect, split, end);
        parts::text_in(
            ui,
            cell,
            Align2::RIGHT_CENTER,
            right,
            theme::small(),
            self.color,
        );
    }
}
