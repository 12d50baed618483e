//! Motion tests in the window: run as a job, shown where they fail, and made of a session.

use super::App;
use crate::{
    action::EditorAction,
    coverage::PaintedCoverage,
    dock::Panel,
    jobs::{JobOutcome, JobTitle, Task},
    panels::motion as panel,
    rewound::SessionSource,
    testing::{NewTest, TestRun},
    toast::Tone,
};
use asset::{Id, Scenario, scenario::ScenarioSource};
use document::{Command, NewAsset, ProjectCommand, Selection};
use std::ops::Range;
use words::tr;

/// Seconds before the playhead that a test is made of where no span is marked.
const UNMARKED: f64 = 4.0;

impl App {
    /// A job: one scenario of the project, or every one, is played with what is compiled.
    pub(super) fn run_tests(&mut self, only: Option<Id>) {
        self.show_panel(Panel::Tests);
        let is_running = self.jobs.running_task(Task::RunTests).is_some();
        let Some(root) = self.compiled_root.clone().filter(|_| !is_running) else {
            return;
        };
        let library = self.compiled.library.clone();
        let title = JobTitle::from(tr!("Run motion tests").to_owned());
        self.jobs.start(title.of(Task::RunTests), move |handle| {
            let run = TestRun::of(root, only, &library, |part| handle.report(part));
            JobOutcome::Tested(Box::new(run))
        });
    }

    /// A job: what the tests of the project reach is painted where it is authored; no longer where
    /// it is painted already.
    pub(super) fn toggle_coverage(&mut self) {
        if self.session.coverage.take().is_some() {
            return;
        }
        self.show_panel(Panel::Tests);
        let is_running = self.jobs.running_task(Task::RunTests).is_some();
        let Some(root) = self.compiled_root.clone().filter(|_| !is_running) else {
            return;
        };
        let library = self.compiled.library.clone();
        let title = JobTitle::from(tr!("Measure what tests reach").to_owned());
        self.jobs.start(title.of(Task::RunTests), move |_| {
            let tests: Vec<_> = root.tests.iter().map(|(id, it)| (*id, &**it)).collect();
            let found = scenario::coverage(&library, &tests);
            JobOutcome::Covered(Box::new(PaintedCoverage::of(root.clone(), &found)))
        });
    }

    /// Plays a scenario of the project and shows the moment after a tick of it. A session is shown
    /// as it was recorded, beside what it is now.
    pub(super) fn show_test(&mut self, id: Id, tick: usize) {
        let Some(test) = self.document.project().tests.get(&id).cloned() else {
            return;
        };
        let session = match &test.source {
            ScenarioSource::Session(recorded) => scenario::session_of(recorded),
            ScenarioSource::Script(_) => scenario::record(&self.compiled.library, &test),
        };
        match session {
            Ok(session) => {
                let source = SessionSource::Opened(test.name.clone(), None);
                self.show_session(source, session, tick as u64 + 1);
            }
            Err(why) => self.not_tested(&test.name, why),
        }
    }

    fn not_tested(&mut self, name: &str, why: String) {
        let title = tr!("{name} cannot be played");
        self.session.toast(Tone::Error, title, why);
    }

    /// A job: a test of the marked span of the session is made ready to be looked at.
    pub(super) fn make_test(&mut self) {
        self.show_panel(Panel::Tests);
        let is_running = self.jobs.running_task(Task::MakeTest).is_some();
        let Some(of) = self.tested_span().filter(|_| !is_running) else {
            return;
        };
        self.views.tests.new = None;
        let session = self.session.rewound.session.clone();
        let library = self.compiled.library.clone();
        let title = JobTitle::from(tr!("Measure the span").to_owned());
        self.jobs.start(title.of(Task::MakeTest), move |_| {
            let made = NewTest::of(&session, of, &library);
            JobOutcome::TestMade(made.map(Box::new))
        });
    }

    /// Ticks of the marked span, else the last ones before the playhead, and the seconds at which
    /// they begin and end.
    fn tested_span(&self) -> Option<(Range<u64>, [f64; 2])> {
        let series = self.session.rewound.series.clone()?;
        let ticks = match self.views.lanes.span {
            Some(_) => self.marked_ticks(&series),
            None => {
                let end = self.session.rewound.tick();
                let from = series.time(end) - UNMARKED;
                series.tick_at(from).min(end)..end
            }
        };
        let span = [ticks.start, ticks.end].map(|tick| series.time(tick));
        (!ticks.is_empty()).then_some((ticks, span))
    }

    pub(super) fn test_made(&mut self, made: Result<Box<NewTest>, String>) {
        match made {
            Ok(made) => self.views.tests.new = Some(*made),
            Err(why) => {
                let title = tr!("The span cannot be tested");
                self.session.toast(Tone::Error, title, why);
            }
        }
    }

    /// The test joins the project and is run.
    pub(super) fn add_test(&mut self, scenario: Scenario) {
        let id = self.views.edits.id();
        let add = ProjectCommand::Add(id, NewAsset::from(scenario));
        let before = self.document.step_count();
        self.perform(&Command::Project(add), None);
        if self.document.step_count() == before {
            return;
        }
        self.views.tests.new = None;
        self.views.tests.open.insert(id);
        self.document.select(Selection::asset(id));
    }

    /// A job: the poses of a test are measured anew.
    pub(super) fn renew_test(&mut self, id: Id) {
        let Some(test) = self.document.project().tests.get(&id).cloned() else {
            return;
        };
        let is_running = self.jobs.running_task(Task::MakeTest).is_some();
        if is_running {
            return;
        }
        let library = self.compiled.library.clone();
        let title = JobTitle::from(tr!("Measure the poses").to_owned());
        self.jobs.start(title.of(Task::MakeTest), move |_| {
            let renewed = scenario::renewed(&library, &test);
            JobOutcome::TestRenewed(id, renewed.map(|it| it.map(Box::new)))
        });
    }

    pub(super) fn test_renewed(&mut self, id: Id, renewed: Result<Option<Box<Scenario>>, String>) {
        match renewed {
            Ok(Some(scenario)) => {
                let set = ProjectCommand::SetScenario(id, scenario);
                self.perform(&Command::Project(set), None);
            }
            Ok(None) => {
                let title = tr!("All references are up to date.").to_owned();
                self.session.toast(Tone::Ok, title, String::new());
            }
            Err(why) => {
                let test = self.document.project().tests.get(&id);
                let name = test.map(|it| it.name.clone()).unwrap_or_default();
                self.not_tested(&name, why);
            }
        }
    }

    pub(super) fn tests_ui(&mut self, ui: &mut egui::Ui, actions: &mut Vec<EditorAction>) {
        let project = self.document.project().clone();
        let job = |task| self.jobs.running_task(task);
        let state = panel::TestsPanelState {
            project: &project,
            run: self.tested.as_ref(),
            running: job(Task::RunTests).or_else(|| job(Task::MakeTest)),
        };
        panel::tests_ui(ui, &state, (&self.session, &mut self.views), actions);
    }
}
