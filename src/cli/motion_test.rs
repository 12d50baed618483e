//! `test`: runs the scenarios of a project and says which hold.

mod cover;
mod junit;
#[cfg(test)]
mod tests;

use crate::{
    Failure, Io,
    args::TestArgs,
    json,
    load::{self, Loaded},
    script,
};
use anim::Library;
use asset::{Id, Project, Scenario};
use cover::CoverageReport;
use engine::CharacterId;
use files::{Over, Product};
use scenario::{ScenarioFailure, ScenarioOutcome, coverage, offers, renewed, run_scenarios};
use serde::Serialize;
use std::{collections::BTreeMap, path::Path, sync::Arc};
use words::{noun, tr};

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MotionTestReport {
    /// Number of scenarios with at least one failure.
    failed: usize,
    /// Scenarios in order of their names.
    scenarios: Vec<ScenarioRow>,
    /// What the scenarios reach. None unless it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageReport>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ScenarioRow {
    name: String,
    /// Number of ticks that were played.
    ticks: usize,
    /// Number of expectations of the scenario.
    expectations: usize,
    failures: Vec<ScenarioFailureRow>,
}

/// An expectation that does not hold.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ScenarioFailureRow {
    /// Index among the expectations. None for a script that cannot be played as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    expectation: Option<usize>,
    /// Type of the expectation as in the scenario's file, or `script`.
    that: &'static str,
    character: CharacterId,
    /// The first tick in which it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    tick: Option<usize>,
    /// Seconds at which that tick ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
    /// The value that was found, in `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<f64>,
    /// The value that is allowed, in `unit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<f64>,
    /// `mm`, `cm`, `degrees`, `s` or `times`.
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'static str,
    /// A sentence for people.
    text: String,
}

/// Runs scenarios and prints what came of them, or with `--update` writes new references. An error
/// when there is no scenario or a name is unknown; [`Failure::Checked`] when a scenario fails.
pub fn run_motion_test(args: &TestArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(path) = &args.junit {
        files::check_output(path, Product::TestResult, Over::Own)?;
    }
    if let Some(Some(path)) = &args.coverage {
        files::check_output(path, Product::Coverage, Over::Own)?;
    }
    let (library, own) = tested(&args.file, io)?;
    let project = match (&args.scenarios, own) {
        (Some(path), _) => load::project(path, io)?,
        (None, Some(project)) => project,
        (None, None) => {
            return Err(Failure::input(tr!(
                "a bundle has no scenarios. Name the project that has them with --scenarios PROJECT."
            )));
        }
    };
    let chosen = chosen(&project, &args.only)?;
    if args.update {
        let path = args.scenarios.as_ref().unwrap_or(&args.file);
        return update(path, &library, &project, &chosen, io);
    }
    if args.measure {
        return measure(&library, &chosen, io);
    }
    let outcomes = run_scenarios(&library, &chosen);
    let mut report = report(&outcomes);
    if let Some(file) = &args.coverage {
        let covered = cover::report(&coverage(&library, &chosen), &library);
        if let Some(path) = file {
            files::write_output(path, &json::bytes(&covered)?, Product::Coverage, Over::Own)?;
        }
        report.coverage = Some(covered);
    }
    if let Some(path) = &args.junit {
        let text = junit::text(&project.name, &report);
        files::write_output(path, text.as_bytes(), Product::TestResult, Over::Own)?;
    }
    if args.json {
        json::write(io, &report)?;
    } else {
        print(&report, io)?;
    }
    if report.failed == 0 {
        Ok(())
    } else {
        Err(Failure::Checked)
    }
}

/// What is tested, and the project that it is, if it is one.
fn tested(file: &Path, io: &mut Io<'_>) -> Result<(Arc<Library>, Option<Project>), Failure> {
    match load::load_sound(file, io)? {
        Loaded::Bundle(bundle) => Ok((bundle.library, None)),
        Loaded::Authored { project, .. } => Ok((script::compiled(&project, io)?, Some(*project))),
    }
}

/// The scenarios that are asked for, by name.
fn chosen<'a>(project: &'a Project, only: &[String]) -> Result<Vec<(Id, &'a Scenario)>, Failure> {
    let known = || project.tests.values().map(|scenario| scenario.name.clone());
    let is_known = |name: &&String| known().any(|known| known == **name);
    if let Some(name) = only.iter().find(|name| !is_known(name)) {
        let kind = asset::AssetKind::Scenario;
        return Err(Failure::Input(scenario::cast::missing(kind, name, known())));
    }
    let mut chosen: Vec<(Id, &Scenario)> = project
        .tests
        .iter()
        .filter(|(_, scenario)| only.is_empty() || only.contains(&scenario.name))
        .map(|(id, scenario)| (*id, &**scenario))
        .collect();
    if chosen.is_empty() {
        return Err(Failure::input(tr!(
            "the project has no scenarios. docs/motion_tests.md describes how to write one."
        )));
    }
    chosen.sort_by_key(|(id, scenario)| (&scenario.name, *id));
    Ok(chosen)
}

/// Prints by the name of each scenario what could be expected of it.
fn measure(
    library: &Arc<Library>,
    chosen: &[(Id, &Scenario)],
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let mut measured = BTreeMap::new();
    for (_, scenario) in chosen {
        let found = offers(library, scenario)
            .map_err(|why| Failure::Input(format!("{}: {why}", scenario.name)))?;
        measured.insert(&scenario.name, found);
    }
    json::write(io, &measured)
}

/// Writes new references into the scenarios of the project at `path`.
fn update(
    path: &Path,
    library: &Arc<Library>,
    since: &Project,
    chosen: &[(Id, &Scenario)],
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let mut now = since.clone();
    let mut updated = Vec::new();
    for (id, scenario) in chosen {
        let found = renewed(library, scenario)
            .map_err(|why| Failure::Input(format!("{}: {why}", scenario.name)))?;
        if let Some(found) = found {
            now.tests.insert(*id, Arc::new(found));
            updated.push(&scenario.name);
        }
    }
    if updated.is_empty() {
        writeln!(io.out, "{}", tr!("All references are up to date."))?;
        return Ok(());
    }
    load::print_open(path, io)?;
    files::save_project(path, &now, &files::Saving::since(Some(since)))?;
    for name in updated {
        writeln!(io.out, "{}", tr!("{name}: new reference"))?;
    }
    Ok(())
}

fn report(outcomes: &[ScenarioOutcome]) -> MotionTestReport {
    let row = |outcome: &ScenarioOutcome| ScenarioRow {
        name: outcome.name.clone(),
        ticks: outcome.ticks,
        expectations: outcome.expectations,
        failures: outcome.failures.iter().map(failure_row).collect(),
    };
    MotionTestReport {
        failed: outcomes.iter().filter(|it| !it.failures.is_empty()).count(),
        scenarios: outcomes.iter().map(row).collect(),
        coverage: None,
    }
}

fn failure_row(failure: &ScenarioFailure) -> ScenarioFailureRow {
    let number = |value: f64| Some(value).filter(|value| value.is_finite());
    ScenarioFailureRow {
        expectation: failure.expectation,
        that: failure.word,
        character: failure.character,
        tick: failure.tick.map(|(tick, _)| tick),
        time: failure.tick.map(|(_, time)| time),
        found: failure.values.and_then(|[found, _]| number(found)),
        allowed: failure.values.and_then(|[_, allowed]| number(allowed)),
        unit: failure.unit,
        text: failure.text.to_string(),
    }
}

fn print(report: &MotionTestReport, io: &mut Io<'_>) -> Result<(), Failure> {
    for row in &report.scenarios {
        let ticks = words::count(row.ticks, noun!("tick"));
        let name = &row.name;
        if row.failures.is_empty() {
            writeln!(io.out, "{}", tr!("ok      {name} ({ticks})"))?;
        } else {
            writeln!(io.out, "{}", tr!("FAILED  {name} ({ticks})"))?;
        }
        for failure in &row.failures {
            writeln!(io.out, "          {}", line(failure))?;
        }
    }
    if let Some(covered) = &report.coverage {
        cover::print(covered, io)?;
    }
    let count = words::count(report.scenarios.len(), noun!("scenario"));
    writeln!(io.out, "{}", tr!("{count}, {} failed", report.failed))?;
    Ok(())
}

/// A failure in one line: where it is, and what is wrong.
fn line(failure: &ScenarioFailureRow) -> String {
    let of = failure.expectation.map_or(failure.that.to_owned(), |at| {
        format!("#{at} {}", failure.that)
    });
    match (failure.tick, failure.time) {
        (Some(tick), Some(time)) => {
            let text = &failure.text;
            tr!("{of}, tick {tick} ({time:.4} s): {text}")
        }
        _ => format!("{of}: {}", failure.text),
    }
}
