//! `bind`: what clips and meshes of a project play on.

use crate::{Failure, Io, args::BindArgs, find, json, load};
use asset::{AssetKind, Id, Project};
use document::{
    ClipCommand, Command, Document, MeshCommand,
    import::{Fit, fit_asset},
};
use files::Opened;
use serde::Serialize;

/// How an asset matches the skeleton.
#[derive(Serialize)]
struct Row {
    kind: &'static str,
    name: String,
    skeleton: String,
    /// Bones that it moves or follows, and that the skeleton has ...
    matched: Vec<String>,
    /// ... or lacks.
    missing: Vec<String>,
    same_rest: bool,
}

pub fn run(args: &BindArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Opened::Project { project, report, broken } = files::open(&args.project)? else {
        return Err(Failure::Input(format!("{}: this is no project. Name a folder.", args.project.display())));
    };
    load::print_report(&args.project, &report, io)?;
    load::print_broken(&args.project, &broken, io)?;
    let skeleton = find::asset(&project, AssetKind::Skeleton, &args.skeleton)?;
    let mut document = Document::new(project);
    let since = document.project().clone();
    let mut rows = Vec::new();
    for (kind, id) in assets(args, &since)? {
        rows.push(row(&since, kind, id, skeleton)?);
        let command = match kind {
            AssetKind::Clip => Command::Clip(id, ClipCommand::Bind(skeleton)),
            _ => Command::Mesh(id, MeshCommand::Bind(skeleton)),
        };
        document.perform(&command, None).map_err(Failure::input)?;
    }
    if !args.dry_run {
        load::print_open(&args.project, io)?;
        files::save_project(&args.project, document.project(), &files::Saving::since(Some(&since)))?;
    }
    print(args, &rows, io)
}

fn assets(args: &BindArgs, project: &Project) -> Result<Vec<(AssetKind, Id)>, Failure> {
    let clips = args.clip.iter().map(|name| (AssetKind::Clip, name));
    let meshes = args.mesh.iter().map(|name| (AssetKind::Mesh, name));
    clips.chain(meshes).map(|(kind, name)| Ok((kind, find::asset(project, kind, name)?))).collect()
}

fn row(project: &Project, kind: AssetKind, id: Id, skeleton: Id) -> Result<Row, Failure> {
    let name = project.asset_name(id).unwrap_or_default().to_owned();
    let target = &project.skeletons[&skeleton];
    let fit = fit_asset(project, id, target);
    let Fit { matched, missing, same_rest, .. } =
        fit.ok_or_else(|| Failure::Input(format!("{} “{name}” has no skeleton of its own.", kind.word())))?;
    Ok(Row { kind: kind.word(), name, skeleton: target.name.clone(), matched, missing, same_rest })
}

fn print(args: &BindArgs, rows: &[Row], io: &mut Io<'_>) -> Result<(), Failure> {
    if args.json {
        return json::write(io, &rows);
    }
    for Row { kind, name, skeleton, matched, missing, same_rest } in rows {
        let (matched, all) = (matched.len(), matched.len() + missing.len());
        write!(io.out, "{kind} “{name}” on {skeleton}: {matched} of {all} bones")?;
        if !same_rest {
            write!(io.out, ", another rest pose")?;
        }
        if !missing.is_empty() {
            write!(io.out, "; it lacks {}", missing.join(", "))?;
        }
        writeln!(io.out)?;
    }
    Ok(())
}
