//! The motion tests of the project: which hold, and where the others do not.

mod expected;
mod offers;
mod open;

use super::{assets::filter_ui, rows::PropertyRows, sweep::running_ui};
use crate::{
    action::{EditorAction, SelectAction, SessionAction},
    coverage::PaintedCoverage,
    icons,
    jobs::Job,
    parts,
    session::Session,
    testing::{TestRun, TestsView},
    theme,
    views::PanelViews,
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
    /// The job that runs or measures them; None while none does.
    pub running: Option<&'a Job>,
}

/// Shows the panel.
pub fn tests_ui(
    ui: &mut Ui,
    state: &TestsPanelState<'_>,
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    if let Some(mut new) = views.tests.new.take()
        && offers::offers_ui(ui, state, &mut new, actions)
    {
        views.tests.new = Some(new);
    }
    let is_empty = state.project.tests.is_empty();
    match state.running {
        Some(job) => running_ui(ui, job),
        None if is_empty && views.tests.new.is_none() => return empty_ui(ui, session, actions),
        None => head_ui(ui, (state, session), &mut views.tests, actions),
    }
    if !is_empty {
        filter_ui(ui, tr!("Filter tests"), &mut views.tests.filter);
    }
    list_ui(ui, state, (session, views), actions);
}

fn list_ui(
    ui: &mut Ui,
    state: &TestsPanelState<'_>,
    (session, views): (&Session, &mut PanelViews),
    actions: &mut Vec<EditorAction>,
) {
    egui::ScrollArea::vertical()
        .id_salt("motion tests")
        .auto_shrink(false)
        .show(ui, |ui| {
            for (id, test) in &state.project.tests {
                if is_listed(state, &views.tests, (*id, test)) {
                    let mut rows = PropertyRows::new(*id, (session, views), actions);
                    ui.push_id(id, |ui| test_ui(ui, state, (*id, test), &mut rows));
                }
            }
        });
}

fn is_listed(state: &TestsPanelState<'_>, view: &TestsView, (id, test): (Id, &Scenario)) -> bool {
    let wanted = view.filter.trim().to_lowercase();
    let outcome = state.run.and_then(|run| run.outcome(id));
    let is_failed = outcome.is_some_and(|it| !it.failures.is_empty());
    test.name.to_lowercase().contains(&wanted) && (is_failed || !view.is_failed_only)
}

fn empty_ui(ui: &mut Ui, session: &Session, actions: &mut Vec<EditorAction>) {
    let line = tr!(
        "A motion test plays a span of a session, or a script, and says what must hold. Mark a span in the Session panel with Shift+drag, then make a test of it."
    );
    let button = session.rewound.series.is_some().then(|| tr!("Make a test"));
    if parts::empty_state(
        ui,
        icons::CHECK_CIRCLE,
        tr!("No motion tests"),
        line,
        button,
    ) {
        actions.push(SessionAction::MakeTest.into());
    }
}

fn head_ui(
    ui: &mut Ui,
    (state, session): (&TestsPanelState<'_>, &Session),
    view: &mut TestsView,
    actions: &mut Vec<EditorAction>,
) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        if parts::button(ui, Some(icons::PLAY), tr!("Run all tests"), true).clicked() {
            actions.push(SessionAction::RunTests.into());
        }
        let label = tr!("Failed only");
        if parts::toggle_button(ui, label, view.is_failed_only).clicked() {
            view.is_failed_only = !view.is_failed_only;
        }
        ui.add_space(8.0);
        let (text, color) = standing(state);
        ui.label(egui::RichText::new(text).color(color));
    });
    coverage_ui(ui, state, session, actions);
}

fn coverage_ui(
    ui: &mut Ui,
    state: &TestsPanelState<'_>,
    session: &Session,
    actions: &mut Vec<EditorAction>,
) {
    let painted = session.coverage.as_ref();
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        ui.add_space(12.0);
        let button = parts::toggle_button(ui, tr!("Coverage"), painted.is_some());
        let tip = tr!(
            "Marks states, transitions, sections, notifies and samples: filled if a test reaches it, hollow if none does, crossed out if nothing can"
        );
        if button.on_hover_text(tip).clicked() {
            actions.push(SessionAction::ToggleCoverage.into());
        }
        if let Some(painted) = painted {
            let (text, color) = covered(painted, state.project);
            ui.add_space(8.0);
            ui.label(egui::RichText::new(text).color(color));
        }
    });
}

/// What is covered, in a line.
fn covered(painted: &PaintedCoverage, project: &Arc<Project>) -> (String, Color32) {
    if Arc::ptr_eq(&painted.root, project) {
        (painted.text(), theme::TEXT_2)
    } else {
        (
            tr!("{}, before the last edits", painted.text()),
            theme::WARN,
        )
    }
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
        Some(run) => {
            let color = [theme::OK, theme::ERROR][usize::from(run.failed() > 0)];
            let took = run.took.as_secs_f64();
            (tr!("{} in {took:.1} s", run.summary()), color)
        }
    }
}

fn test_ui(
    ui: &mut Ui,
    state: &TestsPanelState<'_>,
    (id, test): (Id, &Scenario),
    rows: &mut PropertyRows<'_>,
) {
    let outcome = state.run.and_then(|run| run.outcome(id));
    let (icon, color, told) = look(test, outcome);
    let row = TestRow {
        icon,
        color,
        texts: [&test.name, &told],
        indent: 12.0,
    };
    let open = &mut rows.views.tests.open;
    if row.ui(ui, &test.description) {
        if !open.remove(&id) {
            open.insert(id);
        }
        rows.actions
            .push(SelectAction::These(Selection::asset(id)).into());
    }
    if rows.views.tests.open.contains(&id) {
        return open::open_ui(ui, state, (id, test), rows);
    }
    for failure in outcome.iter().flat_map(|it| &it.failures) {
        failure_ui(ui, id, failure, rows.actions);
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
    /// The icon of how something stands.
    fn icon(ui: &mut Ui, icon: &str, color: Color32) {
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, theme::ROW), Sense::hover());
        let font = theme::icon(14.0);
        ui.painter()
            .text(rect.center(), Align2::CENTER_CENTER, icon, font, color);
    }

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
