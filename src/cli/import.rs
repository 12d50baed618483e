//! `import`: the assets of source files into a project.

mod sound;

use crate::{
    Failure, Io,
    args::ImportArgs,
    find,
    info::retarget_name,
    json, load,
    progress::{ProgressLine, SharedProgress},
};
use asset::{AssetKind, Project};
use document::{
    Command, Document, ProjectCommand,
    import::{
        Doubt, ImportChoices, ImportMode, ImportOutcome, ImportedAsset, OtherRest, Took, decide,
        is_character, keeps_prefixes,
    },
};
use files::{Read, Saving, SourceRequest};
use formats::Options;
use serde::Serialize;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use words::tr;

/// Imports all files or none, unless `--keep-going` is given. Nothing is saved before every file
/// has been read, and nothing is printed before all is saved.
pub fn run_import(args: &ImportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut document = Document::new(opened(&args.project, io)?);
    let since = document.project().clone();
    let is_new = !files::is_project(&args.project);
    let mut done = Vec::new();
    let files = read_all(args, document.project())?;
    let sounds = args.files.iter().filter(|path| is_sound(path));
    let count = files.len() + sounds.clone().count();
    for (path, read) in files {
        let came_in = match read {
            Read::Unchanged => Ok(ImportedFile::unchanged(&path)),
            Read::Whole(imported) => {
                join(args, &mut document, &path, *imported, io)?.map_err(|doubt| {
                    Failure::Input(format!("{}: {doubt} {}", path.display(), way_out(&doubt)))
                })
            }
            Read::Failed(error) => Err(error.into()),
        };
        match came_in {
            Ok(imported) => done.push(imported),
            Err(Failure::Input(text)) if args.keep_going => {
                writeln!(io.err, "{}", tr!("warning: {text}"))?
            }
            Err(failure) => return Err(failure),
        }
    }
    for path in sounds {
        match sound::join(&mut document, path) {
            Ok(imported) => done.push(imported),
            Err(Failure::Input(text)) if args.keep_going => {
                writeln!(io.err, "{}", tr!("warning: {text}"))?
            }
            Err(failure) => return Err(failure),
        }
    }
    load::print_open(&args.project, io)?;
    if !args.dry_run {
        let progress = ProgressLine::new("saving");
        let saving = Saving {
            progress: &|part| progress.tell(part),
            ..Saving::since((!is_new).then_some(&since))
        };
        files::save_project(&args.project, document.project(), &saving)?;
    }
    print(args, &done, io)?;
    match count - done.len() {
        0 => Ok(()),
        count => Err(Failure::Input(tr!(
            "{count} of the files failed to import, see above"
        ))),
    }
}

/// A folder stands for its source files alone.
fn is_sound(path: &Path) -> bool {
    files::is_sound_file(path) && !path.is_dir()
}

/// Reads all files, on all processors, and puts characters before takes. When a skeleton of the
/// project has its bones without prefixes, files with prefixes are read once more without them.
fn read_all(args: &ImportArgs, project: &Project) -> Result<Vec<(PathBuf, Read)>, Failure> {
    let wanted = listed(args, project)?;
    let read = |wanted: &[SourceRequest]| {
        let progress = SharedProgress::new("reading");
        files::import_many(wanted, Some(&args.project), &|part| progress.tell(part))
    };
    let mut found = read(&wanted);
    let is_plain = |found: &Read| match found {
        Read::Whole(imported) => {
            let asks = imported
                .report
                .entries
                .iter()
                .any(|entry| entry.fix == Some(formats::ImportFix::StripNamespaces));
            asks && keeps_prefixes(project, &imported.project) == Some(false)
        }
        _ => false,
    };
    let plain: Vec<usize> = (0..found.len())
        .filter(|at| is_plain(&found[*at]))
        .collect();
    let again = |at: &usize| {
        let SourceRequest { path, options, .. } = &wanted[*at];
        SourceRequest {
            path: path.clone(),
            options: Options {
                strip_namespaces: true,
                ..*options
            },
            held: None,
        }
    };
    let again = read(&plain.iter().map(again).collect::<Vec<_>>());
    plain
        .into_iter()
        .zip(again)
        .for_each(|(at, read)| found[at] = read);
    let mut found: Vec<_> = wanted
        .into_iter()
        .map(|wanted| wanted.path)
        .zip(found)
        .collect();
    let is_character =
        |read: &Read| matches!(read, Read::Whole(imported) if is_character(&imported.project));
    found.sort_by_key(|(_, read)| !is_character(read));
    Ok(found)
}

/// Joins one file with the document. When the file leaves a doubt, the document stays as it was.
fn join(
    args: &ImportArgs,
    document: &mut Document,
    path: &Path,
    imported: formats::Imported,
    io: &mut Io<'_>,
) -> Result<Result<ImportedFile, Doubt>, Failure> {
    load::print_report(path, &imported.report, io)?;
    let choices = choices(args, document.project())?;
    let exists = |origin: &str| Path::new(origin).exists();
    let import = match decide(
        document.project(),
        Arc::new(imported.project),
        &choices,
        &exists,
    ) {
        Ok(import) => import,
        Err(doubt) => return Ok(Err(doubt)),
    };
    let joined = import.joined(document.project()).1;
    let command = Command::Project(ProjectCommand::Import(Arc::new(import)));
    let failed = |error| Failure::Input(format!("{}: {error}", path.display()));
    document.perform(&command, None).map_err(failed)?;
    if args.keep_proportions {
        keep_proportions(document, &joined)?;
    }
    Ok(Ok(ImportedFile {
        file: path.display().to_string(),
        unchanged: false,
        report: imported.report,
        joined,
    }))
}

/// The files to read. A folder stands for the source files in it that differ from what the project
/// holds. A file that is named itself is always read.
fn listed(args: &ImportArgs, project: &Project) -> Result<Vec<SourceRequest>, Failure> {
    let mut wanted = Vec::new();
    for path in args.files.iter().filter(|path| !is_sound(path)) {
        let is_folder = path.is_dir() && !files::is_project(path);
        let paths = if is_folder {
            files::source_files(path)?
        } else {
            vec![path.clone()]
        };
        for path in paths {
            let options = options(args, project, &path);
            let held =
                files::held(project, &path, &options).filter(|_| is_folder && !args.is_said());
            wanted.push(SourceRequest {
                path,
                options,
                held,
            });
        }
    }
    Ok(wanted)
}

/// Options for reading a file: those with which the project has read the file before, overridden by
/// the arguments.
fn options(args: &ImportArgs, project: &Project, path: &Path) -> Options {
    let known = if args.usual {
        Options::default()
    } else {
        files::options_of(project, path)
    };
    Options {
        scale: args.scale.unwrap_or(known.scale),
        more_memory: args.more_memory << 20,
        strip_namespaces: args.strip_namespaces || known.strip_namespaces,
        bvh: args.bvh.options(known.bvh),
        ..known
    }
}

/// Sets translation modes that keep the proportions of those skeletons whose clips were made for
/// figures with another rest pose.
fn keep_proportions(document: &mut Document, joined: &[ImportedAsset]) -> Result<(), Failure> {
    for told in joined
        .iter()
        .filter(|told| matches!(told.what, ImportOutcome::OtherRest(_)))
    {
        // What was set for a clip before may settle it.
        if let Some(rest) = OtherRest::of_clip(document.project(), told.id) {
            document
                .perform(&rest.command(), None)
                .map_err(Failure::input)?;
        }
    }
    Ok(())
}

fn choices(args: &ImportArgs, project: &Project) -> Result<ImportChoices, Failure> {
    let mode = match (args.update, args.add) {
        (Some(_), _) => ImportMode::Update,
        (_, true) => ImportMode::Add,
        _ => ImportMode::Ask,
    };
    let skeleton = args
        .skeleton
        .as_ref()
        .map(|name| find::asset(project, AssetKind::Skeleton, name))
        .transpose()?;
    let (copy, renames) = (
        args.update.flatten(),
        args.rename_bone.iter().cloned().collect(),
    );
    let matches = args.match_bone.iter().cloned().collect();
    Ok(ImportChoices {
        mode,
        copy,
        skeleton,
        renames,
        matches,
        reset: args.reset,
        root_motion: args.root_motion,
    })
}

/// The options that answer a doubt, as a sentence to put behind it.
fn way_out(doubt: &Doubt) -> String {
    match doubt {
        Doubt::OtherContent { .. } | Doubt::Moved { .. } | Doubt::UnknownSource { .. } => {
            tr!("Update the existing assets (--update), or add new ones (--add).").to_owned()
        }
        Doubt::SeveralCopies { .. } => {
            tr!("Choose the copy to update (--update=ID), or add another copy (--add).").to_owned()
        }
        Doubt::NothingToUpdate { .. } => tr!("Remove --update.").to_owned(),
        Doubt::SeveralSkeletons { .. } => {
            tr!("Choose one (--skeleton NAME), or add a new skeleton (--add).").to_owned()
        }
        Doubt::OpenBones { bones, .. } => {
            let first = bones
                .iter()
                .find_map(|(bone, choices)| Some((bone, &choices.first()?.0)));
            let example = first.map_or(String::new(), |(bone, choice)| {
                tr!(", such as --match-bone \"{bone}={choice}\"")
            });
            tr!("Choose the bone{example}.")
        }
        Doubt::PartlyFits { skeleton, .. } => {
            tr!("Bind it anyway (--skeleton \"{skeleton}\"), or add a new skeleton (--add).")
        }
    }
}

fn opened(dir: &Path, io: &mut Io<'_>) -> Result<Project, Failure> {
    if !files::is_project(dir) && (dir.is_dir() || !dir.exists()) {
        let name = dir
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        return Ok(Project {
            name,
            ..Project::default()
        });
    }
    load::project(dir, io)
}

/// A file that joined the project.
struct ImportedFile {
    file: String,
    /// Whether the file was passed over because the project has it as it is.
    unchanged: bool,
    report: formats::ImportReport,
    joined: Vec<ImportedAsset>,
}

impl ImportedFile {
    fn unchanged(path: &Path) -> Self {
        let (report, joined) = Default::default();
        Self {
            file: path.display().to_string(),
            unchanged: true,
            report,
            joined,
        }
    }
}

fn print(args: &ImportArgs, done: &[ImportedFile], io: &mut Io<'_>) -> Result<(), Failure> {
    if args.json {
        return json::write(io, &done.iter().map(FileRow::of).collect::<Vec<_>>());
    }
    for ImportedFile {
        file,
        unchanged,
        joined,
        ..
    } in done
    {
        if *unchanged {
            writeln!(io.out, "{}", tr!("{file}: Unchanged"))?;
        }
        for line in joined {
            writeln!(io.out, "{file}: {line}")?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct FileRow {
    file: String,
    /// Whether the file was passed over because the project has it as it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unchanged: bool,
    report: Vec<EntryRow>,
    assets: Vec<AssetRow>,
}

/// An entry about something that was skipped or repaired in reading.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EntryRow {
    severity: &'static str,
    place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<f32>,
}

impl FileRow {
    fn of(imported: &ImportedFile) -> Self {
        let entry = |entry: &formats::ImportReportEntry| EntryRow {
            severity: if entry.severity == formats::ImportSeverity::Warning {
                "warning"
            } else {
                "note"
            },
            place: entry.place.to_string(),
            name: entry.name.clone(),
            text: entry.text.clone(),
            scale: entry.fix.and_then(|fix| match fix {
                formats::ImportFix::Scale(scale) => Some(scale),
                formats::ImportFix::StripNamespaces
                | formats::ImportFix::Positions(_)
                | formats::ImportFix::ZUp => None,
            }),
        };
        Self {
            file: imported.file.clone(),
            unchanged: imported.unchanged,
            report: imported.report.entries.iter().map(entry).collect(),
            assets: imported.joined.iter().map(AssetRow::of).collect(),
        }
    }
}

/// One line of the report; which fields are there depends on `what`.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AssetRow {
    what: &'static str,
    kind: &'static str,
    name: String,
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    skeleton: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bones: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    here: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    took: Option<&'static str>,
}

impl AssetRow {
    fn of(joined: &ImportedAsset) -> Self {
        let kind = joined.kind.word();
        let row = AssetRow {
            kind,
            name: joined.name.clone(),
            id: joined.id.to_string(),
            ..Self::default()
        };
        match joined.what.clone() {
            ImportOutcome::Added => Self {
                what: "added",
                ..row
            },
            ImportOutcome::Updated => Self {
                what: "updated",
                ..row
            },
            ImportOutcome::Bound { skeleton, missing } => Self {
                what: "bound",
                skeleton: Some(skeleton),
                bones: Some(missing),
                ..row
            },
            ImportOutcome::Kept => Self {
                what: "kept",
                ..row
            },
            ImportOutcome::Conflict {
                field,
                here,
                file,
                took,
            } => {
                let took = Some(if took == Took::Here { "here" } else { "file" });
                Self {
                    what: "conflict",
                    field: Some(field),
                    here: Some(here),
                    file: Some(file),
                    took,
                    ..row
                }
            }
            ImportOutcome::OtherRest(rest) => {
                let bones = Some(mode_words(&rest));
                Self {
                    what: "other_rest",
                    skeleton: Some(rest.skeleton_name),
                    bones,
                    ..row
                }
            }
            ImportOutcome::RootMoves { bone, .. } => Self {
                what: "root_moves",
                bones: Some(vec![bone]),
                ..row
            },
            ImportOutcome::Alike(bones) => {
                let bones = bones
                    .into_iter()
                    .map(|(file, here)| format!("{file}={here}"))
                    .collect();
                Self {
                    what: "alike",
                    bones: Some(bones),
                    ..row
                }
            }
            ImportOutcome::BonesGone(bones) => Self {
                what: "bones_gone",
                bones: Some(bones),
                ..row
            },
            ImportOutcome::BonesBack(bones) => Self {
                what: "bones_back",
                bones: Some(bones),
                ..row
            },
        }
    }
}

/// Each mode as a text such as `pelvis=scaled`, as arguments spell it.
pub(crate) fn mode_words(rest: &OtherRest) -> Vec<String> {
    rest.modes
        .iter()
        .map(|it| format!("{}={}", it.name, retarget_name(it.mode)))
        .collect()
}
