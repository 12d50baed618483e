//! `build`: writes the bundles of a project that have changed.

use crate::{
    Failure, Io,
    args::BuildArgs,
    json,
    load::{self, Loaded},
    progress::SharedProgress,
};
use asset::Project;
use files::{BuildOptions, BuildState, BuiltBundle, Shard};
use serde::Serialize;
use std::{collections::BTreeSet, path::Path};
use words::{noun, tr};

/// A bundle in the result of a build.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct BuildRow<'a> {
    name: &'a str,
    /// Path of its file.
    file: String,
    /// `built`, `up_to_date`, `stale` (of a dry run) or `failed`.
    state: &'static str,
    /// Number of the project's assets that it is built from.
    assets: usize,
    /// Hash of everything that it is built from, 32 hex digits; null if it failed.
    inputs: Option<&'a str>,
    /// Length of what was built; null if nothing was.
    bytes: Option<u64>,
    /// Why it could not be built; null if it could.
    error: Option<String>,
}

/// Builds what is asked for. The error [`Failure::Checked`] when some bundle could not be built, or
/// when a dry run with `--check` finds one that is not up to date.
pub fn run_build(args: &BuildArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Loaded::Authored {
        project,
        is_source: false,
    } = load::load_sound(&args.project, io)?
    else {
        return Err(Failure::Input(tr!(
            "{}: this is not a project. Choose a project folder.",
            args.project.display()
        )));
    };
    let folder = if args.project.is_file() {
        args.project.parent().unwrap_or(Path::new(""))
    } else {
        &args.project
    };
    let options = BuildOptions {
        only: args.only.clone(),
        shard: args.shard,
        writes_depfiles: args.depfiles,
        rebuilds: args.rebuild,
        is_dry: args.dry_run || args.check,
    };
    let progress = SharedProgress::new("building");
    let results = files::build(&project, (folder, &args.out), &options, &|part| {
        progress.tell(part)
    })?;
    drop(progress);
    tell_elsewhere(args, io)?;
    let mut rows = Vec::new();
    for (name, result) in &results {
        match result {
            Ok(bundle) => {
                if !args.json {
                    print(&project, name, bundle, io)?;
                }
                rows.push(built(name, bundle));
            }
            Err(error) => {
                let text = error;
                writeln!(io.err, "{}", tr!("mutoscope: {text}"))?;
                rows.push(failed(name, error));
            }
        }
    }
    if args.json {
        json::write(io, &rows)?;
    }
    let is_fine = |row: &BuildRow<'_>| {
        row.state == "built" || row.state == "up_to_date" || (row.state == "stale" && !args.check)
    };
    if rows.iter().all(is_fine) {
        Ok(())
    } else {
        Err(Failure::Checked)
    }
}

/// Tells which of the bundles that are asked for by name are in other shares, and so not built.
fn tell_elsewhere(args: &BuildArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Some(Shard { number, count }) = args.shard else {
        return Ok(());
    };
    let names: BTreeSet<&String> = args.only.iter().collect();
    for name in names {
        let own = Shard::of(name, count).number;
        if own != number {
            let text = tr!(
                "the bundle “{name}” is in shard {own}/{count}, not in {number}/{count}. It was left out."
            );
            writeln!(io.err, "{}", tr!("mutoscope: {text}"))?;
        }
    }
    Ok(())
}

fn built<'a>(name: &'a str, bundle: &'a BuiltBundle) -> BuildRow<'a> {
    BuildRow {
        name,
        file: bundle.path.display().to_string(),
        state: match bundle.state {
            BuildState::Built => "built",
            BuildState::UpToDate => "up_to_date",
            BuildState::Stale => "stale",
        },
        assets: bundle.assets,
        inputs: Some(&bundle.inputs),
        bytes: bundle.summary.as_ref().map(|summary| summary.bytes),
        error: None,
    }
}

fn failed<'a>(name: &'a str, error: &files::Error) -> BuildRow<'a> {
    BuildRow {
        name,
        file: error.path.display().to_string(),
        state: "failed",
        assets: 0,
        inputs: None,
        bytes: None,
        error: Some(error.text.clone()),
    }
}

fn print(
    project: &Project,
    name: &str,
    bundle: &BuiltBundle,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let assets = words::count(bundle.assets, noun!("asset"));
    let path = bundle.path.display();
    let Some(summary) = &bundle.summary else {
        let line = match bundle.state {
            BuildState::Stale => tr!("{path}: would be built of {assets}"),
            _ => tr!("{path}: up to date, {assets}"),
        };
        return Ok(writeln!(io.out, "{line}")?);
    };
    if !summary.warnings.is_empty() {
        writeln!(io.err, "{name}:")?;
        load::print_diagnostics(project, &summary.warnings, io)?;
    }
    let bytes = summary.bytes;
    Ok(writeln!(
        io.out,
        "{}",
        tr!("{path}: built of {assets}, {bytes} bytes")
    )?)
}
