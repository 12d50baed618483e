//! Motion tests in the window: what came of a run, how they are listed, and one that is being made.

use asset::{
    Id, Project, Scenario,
    scenario::{Expectation, ScenarioExpectation, ScenarioSession, ScenarioSource},
};
use engine::RecordedSession;
use scenario::{ScenarioOutcome, offers, recorded, run_scenarios};
use std::{
    collections::BTreeSet,
    ops::Range,
    sync::Arc,
    time::{Duration, Instant},
};
use words::{noun, tr};

/// Scenarios that are run at once, between two looks at whether somebody wants no more.
const AT_ONCE: usize = 4;

/// What came of the tests of a project.
pub struct TestRun {
    /// The project that was tested.
    pub root: Arc<Project>,
    /// Outcomes in the order of the project; fewer where it was cancelled, or some were asked for.
    pub outcomes: Vec<ScenarioOutcome>,
    /// How long the run took.
    pub took: Duration,
}

impl TestRun {
    /// Runs scenarios of a project: one, or all. `report` is told the part that is done, 0 to 1,
    /// and says whether to go on.
    pub fn of(
        root: Arc<Project>,
        only: Option<Id>,
        library: &Arc<anim::Library>,
        report: impl Fn(f32) -> bool,
    ) -> Self {
        let began = Instant::now();
        let asked = root.tests.iter();
        let asked = asked.filter(|(id, _)| only.is_none_or(|only| only == **id));
        let all: Vec<_> = asked.map(|(id, it)| (*id, &**it)).collect();
        let mut outcomes = Vec::new();
        for some in all.chunks(AT_ONCE) {
            if !report(outcomes.len() as f32 / all.len() as f32) {
                break;
            }
            outcomes.extend(run_scenarios(library, some));
        }
        Self {
            outcomes,
            root,
            took: began.elapsed(),
        }
    }

    /// The run with the outcomes of an earlier one of the same project beside its own.
    pub fn beside(mut self, earlier: Option<Self>) -> Self {
        let earlier = earlier.filter(|it| Arc::ptr_eq(&it.root, &self.root));
        let others = earlier.map(|it| it.outcomes).unwrap_or_default();
        let own: BTreeSet<Id> = self.outcomes.iter().map(|it| it.id).collect();
        self.outcomes
            .extend(others.into_iter().filter(|it| !own.contains(&it.id)));
        self.outcomes.sort_by_key(|it| it.id);
        self
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

/// How the Tests panel is looked at.
#[derive(Default)]
pub struct TestsView {
    /// Text that a test's name must contain; empty shows all.
    pub filter: String,
    /// Failed tests alone.
    pub is_failed_only: bool,
    /// Tests whose expectations are listed.
    pub open: BTreeSet<Id>,
    /// The test that is being made.
    pub new: Option<NewTest>,
}

/// A test of a span of a session, before it joins the project.
#[derive(Clone)]
pub struct NewTest {
    /// The name, as it is typed.
    pub name: String,
    /// Seconds of the session at which the span begins and ends.
    pub span: [f64; 2],
    /// What it plays.
    pub source: ScenarioSession,
    /// What could be expected, as measured, and whether it will be.
    pub offers: Vec<(ScenarioExpectation, bool)>,
}

impl NewTest {
    /// Cuts a span out of a session and measures what could be expected of it with a library. The
    /// error says why it cannot be tested.
    pub fn of(
        session: &RecordedSession,
        (ticks, span): (Range<u64>, [f64; 2]),
        library: &Arc<anim::Library>,
    ) -> Result<Self, String> {
        let source = recorded(session, ticks)?;
        let scenario = Scenario {
            name: String::new(),
            description: String::new(),
            source: ScenarioSource::Session(source.clone()),
            expect: Vec::new(),
        };
        // What depends on all bones of a span breaks with every edit that is meant.
        let is_meant =
            |it: &ScenarioExpectation| !matches!(it.what, Expectation::PosesAsBefore { .. });
        let offers = offers(library, &scenario)?.into_iter();
        Ok(Self {
            name: tr!("Test at {:.2} s", span[0]),
            span,
            source,
            offers: offers
                .map(|it| {
                    let is_chosen = is_meant(&it);
                    (it, is_chosen)
                })
                .collect(),
        })
    }

    /// The scenario as it joins the project.
    pub fn scenario(&self) -> Scenario {
        let chosen = self.offers.iter().filter(|it| it.1);
        Scenario {
            name: self.name.trim().to_owned(),
            description: String::new(),
            source: ScenarioSource::Session(self.source.clone()),
            expect: chosen.map(|it| it.0.clone()).collect(),
        }
    }
}
