//! `session test`: makes a motion test of a span of a session and adds it to a project.

use crate::{Failure, Io, args::SessionTestArgs, load, output, script, session_file};
use asset::{Id, Scenario, scenario::ScenarioSource};
use document::{Command, Document, NewAsset, ProjectCommand};
use scenario::{offers, recorded};
use std::sync::Arc;
use words::{noun, tr};

/// Measures what the project does in the span and adds a scenario that expects it. An error if the
/// span cannot be tested or the project has a scenario of this name.
pub fn run_session_test(args: &SessionTestArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let (_, session) = session_file::open(&args.file, args.bundle.as_deref(), io)?;
    let project = load::project(&args.project, io)?;
    if project.tests.values().any(|it| it.name == args.name) {
        let name = &args.name;
        return Err(Failure::Input(tr!(
            "the project has a scenario “{name}” already. Give another --name."
        )));
    }
    let from = args
        .from
        .map_or(Ok(session.first()), |at| at.tick(&session))?;
    let to = args.to.map_or(Ok(session.end()), |at| at.tick(&session))?;
    let source = recorded(&session, from..to).map_err(Failure::Input)?;
    let library = script::compiled(&project, io)?;
    let mut scenario = Scenario {
        name: args.name.clone(),
        description: String::new(),
        source: ScenarioSource::Session(source),
        expect: Vec::new(),
    };
    scenario.expect = offers(&library, &scenario).map_err(Failure::Input)?;
    let seconds = scenario.seconds();
    let count = words::count(scenario.expect.len(), noun!("expectation"));
    let id = Id::derive(&["scenario", &args.name]);
    let add = ProjectCommand::Add(id, NewAsset::from(scenario));
    let mut document = Document::new(project.clone());
    document
        .perform(&Command::Project(add), None)
        .map_err(|why| Failure::Input(why.to_string()))?;
    load::print_open(&args.project, io)?;
    let now: &Arc<_> = document.project();
    files::save_project(&args.project, now, &files::Saving::since(Some(&project)))?;
    let name = &args.name;
    writeln!(
        output::told(&args.project, io),
        "{}",
        tr!("{name}: {seconds:.2} s, {count}")
    )?;
    Ok(())
}
