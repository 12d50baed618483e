//! `diff` and `merge`: two versions of a project or of one of its files, and both in one.

use crate::{
    Failure, Io,
    args::{DiffArgs, MergeArgs},
    json,
};
use asset::{AssetKind, Id, Project};
use files::{Opened, Over, Product, Saving};
use formats::merge::{
    AssetConflict, Conflict, MergeSide, ProjectDifference, differences, differences_in, merge,
    merged_text,
};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use words::tr;

/// The most characters of a value that a line shows.
const SHOWN: usize = 60;

/// Prints what differs from one version to the other: two projects when either path is a folder,
/// otherwise the JSON values of two files. Differences are no failure.
pub fn diff(args: &DiffArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let found = if is_project(&args.from) || is_project(&args.to) {
        differences(&project(&args.from)?, &project(&args.to)?)
    } else {
        differences_in(&value(&args.from)?, &value(&args.to)?)
    };
    if args.json {
        return json::write(io, &found.iter().map(DifferenceRow::of).collect::<Vec<_>>());
    }
    for difference in &found {
        let ProjectDifference {
            asset,
            name,
            place,
            from,
            to,
        } = difference;
        writeln!(
            io.out,
            "{}: {} -> {}",
            title(*asset, name, place),
            shown(from.as_ref()),
            shown(to.as_ref())
        )?;
    }
    Ok(())
}

/// Merges two versions into `mine` or `--out`, and prints conflicts to `io.err`. An error when one
/// cannot be read or the result is not sound; [`Failure::Checked`] when there are conflicts and
/// `--take` chose no side, although the result is written with mine.
pub fn merged(args: &MergeArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let conflicts = if is_project(&args.mine) {
        merged_projects(args)?
    } else {
        merged_files(args)?
    };
    for AssetConflict {
        asset,
        name,
        conflict,
    } in &conflicts
    {
        let Conflict {
            place,
            base,
            mine,
            theirs,
            taken,
        } = conflict;
        let [base, mine, theirs] = [base, mine, theirs].map(|value| shown(value.as_ref()));
        let side = if *taken == MergeSide::Mine {
            "mine"
        } else {
            "theirs"
        };
        let title = title(*asset, name, place);
        writeln!(
            io.err,
            "{}",
            tr!("conflict: {title}: base {base}, mine {mine}, theirs {theirs}; using {side}")
        )?;
    }
    if conflicts.is_empty() || args.take.is_some() {
        Ok(())
    } else {
        Err(Failure::Checked)
    }
}

fn side(args: &MergeArgs) -> MergeSide {
    args.take.map_or(MergeSide::Mine, Into::into)
}

fn merged_projects(args: &MergeArgs) -> Result<Vec<AssetConflict>, Failure> {
    let [base, mine, theirs] = [&args.base, &args.mine, &args.theirs].map(|path| project(path));
    let (base, mine, theirs) = (base?, mine?, theirs?);
    let done = merge(&base, &mine, &theirs, &|_| side(args));
    let done =
        done.map_err(|error| Failure::Input(tr!("the merged project is not valid: {error}")))?;
    match &args.out {
        Some(out) => files::create_project(out, &done.project)?,
        None => drop(files::save_project(
            &args.mine,
            &done.project,
            &Saving::since(Some(&mine)),
        )?),
    }
    Ok(done.conflicts)
}

fn merged_files(args: &MergeArgs) -> Result<Vec<AssetConflict>, Failure> {
    let base = files::read(&args.base)?;
    let (mine, theirs) = (files::read(&args.mine)?, files::read(&args.theirs)?);
    // Version control hands over an empty file where both added one.
    let base = (!base.is_empty()).then_some(base.as_slice());
    let (text, conflicts) =
        merged_text(base, &mine, &theirs, side(args)).map_err(Failure::Input)?;
    match &args.out {
        Some(out) => files::write_output(out, &text, Product::Asset, Over::Own)?,
        None => files::replace_file(&args.mine, &text)?,
    }
    Ok(conflicts
        .into_iter()
        .map(|conflict| AssetConflict {
            asset: None,
            name: String::new(),
            conflict,
        })
        .collect())
}

fn is_project(path: &Path) -> bool {
    path.is_dir()
}

fn project(path: &Path) -> Result<Project, Failure> {
    match files::open(path)? {
        Opened::Project {
            project, broken, ..
        } => match broken.first() {
            None => Ok(project),
            Some(broken) => Err(Failure::Input(format!(
                "{}: {}",
                path.display(),
                broken.problem
            ))),
        },
        _ => Err(Failure::Input(tr!(
            "{}: this is not a project. Choose a project folder.",
            path.display()
        ))),
    }
}

fn value(path: &Path) -> Result<Value, Failure> {
    let bytes = files::read(path)?;
    // As in a merge: what is not there yet, or not any more.
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

fn title(asset: Option<(AssetKind, Id)>, name: &str, place: &str) -> String {
    match asset {
        Some((kind, _)) if place.is_empty() => format!("{} {name}", kind.title()),
        Some((kind, _)) => format!("{} {name}, {place}", kind.title()),
        None => place.to_owned(),
    }
}

fn shown(value: Option<&Value>) -> String {
    let Some(value) = value else {
        return tr!("nothing").to_owned();
    };
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct DifferenceRow<'a> {
    kind: Option<&'static str>,
    id: Option<String>,
    name: &'a str,
    place: &'a str,
    from: Option<&'a Value>,
    to: Option<&'a Value>,
}

impl<'a> DifferenceRow<'a> {
    fn of(difference: &'a ProjectDifference) -> Self {
        Self {
            kind: difference.asset.map(|(kind, _)| kind.word()),
            id: difference.asset.map(|(_, id)| id.to_string()),
            name: &difference.name,
            place: &difference.place,
            from: difference.from.as_ref(),
            to: difference.to.as_ref(),
        }
    }
}
