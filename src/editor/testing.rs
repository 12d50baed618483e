//! Motion tests of the project that were run: what came of them, and of which project.

use asset::{Id, Project};
use scenario::{ScenarioOutcome, run_scenarios};
use std::sync::Arc;
use words::{noun, tr};

/// Scenarios that are run at once, between two looks at whether somebody wants no more.
const AT_ONCE: usize = 4;

/// What came of the tests of a project.
pub struct TestRun {
    /// The project that was tested.
    pub root: Arc<Project>,
    /// Outcomes in the order of the project; fewer where it was cancelled.
    pub outcomes: Vec<ScenarioOutcome>,
}

impl TestRun {
    /// Runs all scenarios of a project. `report` is told the part that is done, 0 to 1, and says
    /// whether to go on.
    pub fn of(
        root: Arc<Project>,
        library: &Arc<anim::Library>,
        report: impl Fn(f32) -> bool,
    ) -> Self {
        let all: Vec<_> = root.tests.iter().map(|(id, it)| (*id, &**it)).collect();
        let mut outcomes = Vec::new();
        for some in all.chunks(AT_ONCE) {
            if !report(outcomes.len() as f32 / all.len() as f32) {
                break;
            }
            outcomes.extend(run_scenarios(library, some));
        }
        Self { outcomes, root }
    }

    /// What came of a scenario; None if it was not run.
    pub fn outcome(&self, id: Id) -> Option<&ScenarioOutcome> {
        self.outcomes.iter().find(|it| it.id == id)
    }

    /// Number of scenarios with a failure.
    pub fn failed(&self) -> usize {
        let fails = |it: &&ScenarioOutcome| !it.failures.is_empty();
        self.outcomes.iter().filter(fails).count()
    }

    /// A line for people.
    pub fn summary(&self) -> String {
        let all = words::count(self.outcomes.len(), noun!("test"));
        match self.failed() {
            0 => tr!("{all} passed"),
            failed => tr!("{failed} of {all} failed"),
        }
    }
}
