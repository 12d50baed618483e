//! Motion tests in the window: run as a job, and shown where they fail.

use super::App;
use crate::{
    action::EditorAction,
    dock::Panel,
    jobs::{JobOutcome, JobTitle, Task},
    panels::motion_tests as panel,
    rewound::SessionSource,
    testing::TestRun,
    toast::Tone,
};
use asset::Id;
use words::tr;

impl App {
    /// A job: every scenario of the project is played with what is compiled.
    pub(super) fn run_tests(&mut self) {
        self.show_panel(Panel::Tests);
        let is_running = self.jobs.running_task(Task::RunTests).is_some();
        let Some(root) = self.compiled_root.clone().filter(|_| !is_running) else {
            return;
        };
        let library = self.compiled.library.clone();
        let title = JobTitle::from(tr!("Run motion tests").to_owned());
        self.jobs.start(title.of(Task::RunTests), move |handle| {
            let run = TestRun::of(root, &library, |part| handle.report(part));
            JobOutcome::Tested(Box::new(run))
        });
    }

    /// Plays a scenario of the project and shows the moment after a tick of it.
    pub(super) fn show_test(&mut self, id: Id, tick: usize) {
        let Some(test) = self.document.project().tests.get(&id).cloned() else {
            return;
        };
        match scenario::record(&self.compiled.library, &test) {
            Ok(session) => {
                let source = SessionSource::Opened(test.name.clone(), None);
                self.show_session(source, session, tick as u64 + 1);
            }
            Err(why) => {
                let title = tr!("{} cannot be played", test.name);
                self.session.toast(Tone::Error, title, why);
            }
        }
    }

    pub(super) fn tests_ui(&mut self, ui: &mut egui::Ui, actions: &mut Vec<EditorAction>) {
        let state = panel::TestsPanelState {
            project: self.document.project(),
            run: self.tested.as_ref(),
            running: self.jobs.running_task(Task::RunTests),
        };
        panel::tests_ui(ui, &state, actions);
    }
}
