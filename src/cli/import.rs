//! `import`: the assets of source files into a project.

use crate::{Failure, Io, args::ImportArgs, find, load};
use asset::{AssetKind, Project};
use document::{Command, Document, ProjectCommand};
use files::Opened;
use std::{path::Path, sync::Arc};

/// All files or none: nothing is saved before every file has been read.
pub fn run(args: &ImportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let mut document = Document::new(opened(&args.project, io)?);
    let since = document.project().clone();
    let is_new = !args.project.join(formats::project::ROOT_FILE).exists();
    for path in &args.files {
        let imported = files::import(path)?;
        load::print_report(path, &imported.report, io)?;
        let before = document.project().clone();
        let command = Command::Project(ProjectCommand::Import(Arc::new(imported.project)));
        document.perform(&command, None).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        print_changes(path, &before, document.project(), io)?;
    }
    for copy in files::save_project(&args.project, document.project(), (!is_new).then_some(&since))? {
        writeln!(io.err, "warning: another program had changed a file; what it held is in {}", copy.display())?;
    }
    Ok(())
}

fn opened(dir: &Path, io: &mut Io<'_>) -> Result<Project, Failure> {
    if !dir.join(formats::project::ROOT_FILE).exists() && (dir.is_dir() || !dir.exists()) {
        let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Ok(Project { name, ..Project::default() });
    }
    match files::open(dir)? {
        Opened::Project { project, report } => {
            load::print_report(dir, &report, io)?;
            Ok(project)
        }
        _ => Err(Failure::Input(format!("{}: this is no project. Name a folder.", dir.display()))),
    }
}

fn print_changes(path: &Path, before: &Project, after: &Project, io: &mut Io<'_>) -> Result<(), Failure> {
    for kind in [AssetKind::Skeleton, AssetKind::Mesh, AssetKind::Texture, AssetKind::Clip] {
        let known = before.list(kind);
        for (id, name) in after.list(kind) {
            let is_known = known.iter().any(|(known, _)| *known == id);
            let verb = match is_known {
                false => "added",
                true if is_replaced(before, after, kind, id) => "updated",
                true => continue,
            };
            writeln!(io.out, "{}: {verb} {} “{name}”", path.display(), find::word(kind))?;
        }
    }
    Ok(())
}

/// Assets are shared until something replaces them.
fn is_replaced(before: &Project, after: &Project, kind: AssetKind, id: asset::Id) -> bool {
    match kind {
        AssetKind::Skeleton => !Arc::ptr_eq(&before.skeletons[&id], &after.skeletons[&id]),
        AssetKind::Mesh => !Arc::ptr_eq(&before.meshes[&id], &after.meshes[&id]),
        AssetKind::Texture => !Arc::ptr_eq(&before.textures[&id], &after.textures[&id]),
        AssetKind::Clip => !Arc::ptr_eq(&before.clips[&id], &after.clips[&id]),
        AssetKind::Montage => !Arc::ptr_eq(&before.montages[&id], &after.montages[&id]),
    }
}
