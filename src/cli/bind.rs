//! `bind`: puts clips and meshes of a project on one of its skeletons, and tells which bones match.

use crate::{Failure, Io, args::BindArgs, find, import::mode_words, json, load};
use asset::{AssetKind, Id, Project};
use document::{
    ClipCommand, Command, Document, MeshCommand,
    import::{OtherRest, SkeletonFit, fit_asset},
};
use files::Opened;
use serde::Serialize;
use words::tr;

/// How an asset matches the skeleton.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct BindingRow {
    kind: &'static str,
    name: String,
    skeleton: String,
    /// Bones that the asset moves or follows and the skeleton has.
    matched: Vec<String>,
    /// Bones that the asset moves or follows and the skeleton lacks.
    missing: Vec<String>,
    same_rest: bool,
    /// Translation modes that would keep the skeleton's proportions, where a clip's keys stretch
    /// it. Empty for a mesh, and for a clip with the rest pose of the skeleton.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_rest: Vec<String>,
    /// Whether those translation modes were set, which `--keep-proportions` asks for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    keeps_proportions: bool,
}

/// Binds the named clips and meshes, and saves the project unless it is a dry run. An error when
/// the path is no project, a name is unknown, or the document refuses a command; nothing is saved
/// then.
pub fn run_bind(args: &BindArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Opened::Project {
        project,
        report,
        broken,
    } = files::open(&args.project)?
    else {
        return Err(Failure::Input(tr!(
            "{}: this is not a project. Choose a project folder.",
            args.project.display()
        )));
    };
    load::print_report(&args.project, &report, io)?;
    load::print_broken(&args.project, &broken, io)?;
    let skeleton = find::asset(&project, AssetKind::Skeleton, &args.skeleton)?;
    let mut document = Document::new(project);
    let since = document.project().clone();
    let mut rows = Vec::new();
    for (kind, id) in assets(args, &since)? {
        let mut row = row(&since, kind, id, skeleton)?;
        let command = match kind {
            AssetKind::Clip => Command::Clip(id, ClipCommand::Bind(skeleton)),
            _ => Command::Mesh(id, MeshCommand::Bind(skeleton)),
        };
        document.perform(&command, None).map_err(Failure::input)?;
        if let Some(rest) = OtherRest::of_clip(document.project(), id) {
            (row.other_rest, row.keeps_proportions) = (mode_words(&rest), args.keep_proportions);
            if args.keep_proportions {
                document
                    .perform(&rest.command(), None)
                    .map_err(Failure::input)?;
            }
        }
        rows.push(row);
    }
    if !args.dry_run {
        load::print_open(&args.project, io)?;
        files::save_project(
            &args.project,
            document.project(),
            &files::Saving::since(Some(&since)),
        )?;
    }
    print(args, &rows, io)
}

fn assets(args: &BindArgs, project: &Project) -> Result<Vec<(AssetKind, Id)>, Failure> {
    let clips = args.clip.iter().map(|name| (AssetKind::Clip, name));
    let meshes = args.mesh.iter().map(|name| (AssetKind::Mesh, name));
    clips
        .chain(meshes)
        .map(|(kind, name)| Ok((kind, find::asset(project, kind, name)?)))
        .collect()
}

fn row(project: &Project, kind: AssetKind, id: Id, skeleton: Id) -> Result<BindingRow, Failure> {
    let name = project.asset_name(id).unwrap_or_default().to_owned();
    let target = &project.skeletons[&skeleton];
    let fit = fit_asset(project, id, target);
    let SkeletonFit {
        matched,
        missing,
        same_rest,
        ..
    } = fit.ok_or_else(|| Failure::Input(tr!("{} “{name}” has no skeleton.", kind.title())))?;
    let (other_rest, keeps_proportions) = Default::default();
    let skeleton = target.name.clone();
    Ok(BindingRow {
        kind: kind.word(),
        name,
        skeleton,
        matched,
        missing,
        same_rest,
        other_rest,
        keeps_proportions,
    })
}

fn print(args: &BindArgs, rows: &[BindingRow], io: &mut Io<'_>) -> Result<(), Failure> {
    if args.json {
        return json::write(io, &rows);
    }
    for BindingRow {
        kind,
        name,
        skeleton,
        matched,
        missing,
        same_rest,
        other_rest,
        keeps_proportions,
    } in rows
    {
        let (matched, all) = (matched.len(), matched.len() + missing.len());
        write!(
            io.out,
            "{}",
            tr!("{kind} “{name}” on {skeleton}: {matched} of {all} bones")
        )?;
        if !same_rest {
            write!(io.out, "{}", tr!(", another rest pose"))?;
        }
        if !missing.is_empty() {
            write!(io.out, "{}", tr!("; missing: {}", missing.join(", ")))?;
        }
        if !other_rest.is_empty() {
            let set = match (keeps_proportions, args.dry_run) {
                (true, false) => tr!("translation modes set to"),
                (true, true) => tr!("translation modes to set:"),
                (false, _) => tr!("use --keep-proportions to set translation modes to"),
            };
            write!(
                io.out,
                "{}",
                tr!(
                    "; the keys would stretch {skeleton}: {set} {}",
                    other_rest.join(", ")
                )
            )?;
        }
        writeln!(io.out)?;
    }
    Ok(())
}
