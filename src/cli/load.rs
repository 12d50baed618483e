//! Opens the file that a command was given, and prints what was skipped or repaired on the way.

use crate::{Failure, Io};
use asset::{Diagnostic, Project, Severity};
use bundle::Bundle;
use files::Opened;
use formats::{ImportReport, Options, project::BrokenFile};
use std::{io, path::Path};
use words::tr;

/// A file that was opened.
pub enum Loaded {
    Authored {
        project: Box<Project>,
        /// Whether it came from a source file. Clips of one are sampled by the file's own keys.
        is_source: bool,
    },
    Bundle(Box<Bundle>),
}

/// Opens a project, a source file or a bundle with default options. What was skipped or repaired
/// goes to `io.err`.
pub fn load(path: &Path, io: &mut Io<'_>) -> Result<Loaded, Failure> {
    load_with(path, &Options::default(), io)
}

/// Opens a file like [`load`], but reads a source file as one skeleton of all its nodes.
pub fn load_whole(path: &Path, io: &mut Io<'_>) -> Result<Loaded, Failure> {
    load_with(
        path,
        &Options {
            whole: true,
            ..Options::default()
        },
        io,
    )
}

fn load_with(path: &Path, options: &Options, io: &mut Io<'_>) -> Result<Loaded, Failure> {
    match files::open_with(path, options)? {
        Opened::Project {
            project,
            report,
            broken,
        } => {
            print_report(path, &report, io)?;
            print_broken(path, &broken, io)?;
            Ok(Loaded::Authored {
                project: Box::new(project),
                is_source: false,
            })
        }
        Opened::Source { project, report } => {
            print_report(path, &report, io)?;
            Ok(Loaded::Authored {
                project: Box::new(project),
                is_source: true,
            })
        }
        Opened::Bundle(bundle) => Ok(Loaded::Bundle(Box::new(bundle))),
    }
}

/// Opens a project to change it. A source file or a bundle is an error. Broken files are printed
/// and left out.
pub fn project(path: &Path, io: &mut Io<'_>) -> Result<Project, Failure> {
    match files::open(path)? {
        Opened::Project {
            project,
            report,
            broken,
        } => {
            print_report(path, &report, io)?;
            print_broken(path, &broken, io)?;
            Ok(project)
        }
        _ => Err(Failure::Input(tr!(
            "{}: this is not a project. Choose a project folder.",
            path.display()
        ))),
    }
}

/// Prints each entry of a report to `io.err` under the file's path, and how many more were left
/// off.
pub fn print_report(path: &Path, report: &ImportReport, io: &mut Io<'_>) -> io::Result<()> {
    for entry in &report.entries {
        writeln!(io.err, "{}: {entry}", path.display())?;
    }
    if report.left_off > 0 {
        writeln!(
            io.err,
            "{}",
            tr!("{}: and {} more", path.display(), report.left_off)
        )?;
    }
    Ok(())
}

/// Prints which files of a project could not be read and were left out.
pub fn print_broken(path: &Path, broken: &[BrokenFile], io: &mut Io<'_>) -> io::Result<()> {
    for broken in broken {
        writeln!(
            io.err,
            "{}",
            tr!("{}: skipped: {}", path.display(), broken.problem)
        )?;
    }
    Ok(())
}

/// Says to `io.err` who else has the project open that is about to be changed. Prints nothing when
/// nobody has.
pub fn print_open(path: &Path, io: &mut Io<'_>) -> io::Result<()> {
    match files::open_in(path) {
        Some(who) => writeln!(
            io.err,
            "{}",
            tr!(
                "{}: open in an editor ({who}); the editor will show the changes",
                path.display()
            )
        ),
        None => Ok(()),
    }
}

/// Opens a file like [`load`], but a project with broken files is an error that lists them.
pub fn load_sound(path: &Path, io: &mut Io<'_>) -> Result<Loaded, Failure> {
    match files::open(path)? {
        Opened::Project { broken, .. } if !broken.is_empty() => {
            let lines: Vec<String> = broken
                .iter()
                .map(|broken| format!("\n  {}", broken.problem))
                .collect();
            Err(Failure::Input(tr!(
                "{}: the project has damaged files:{}",
                path.display(),
                lines.concat()
            )))
        }
        _ => load(path, io),
    }
}

/// Prints warnings and errors of a compilation to `io.err`, one a line, with the names of the
/// project.
pub fn print_diagnostics(
    project: &Project,
    diagnostics: &[Diagnostic],
    io: &mut Io<'_>,
) -> io::Result<()> {
    for diagnostic in diagnostics {
        let severity = match diagnostic.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        writeln!(
            io.err,
            "{severity}: {}",
            asset::describe(project, diagnostic)
        )?;
    }
    Ok(())
}
