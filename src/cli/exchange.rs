//! `new`, `export` and `verify`: projects and bundles as a whole.

use crate::{
    Failure, Io,
    args::{ExportArgs, NewArgs, VerifyArgs},
    load::{self, Loaded},
};
use std::{fs, io, path::Path};

pub fn new(args: &NewArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    refuse_used_folder(&args.dir)?;
    files::save_project(&args.dir, &mannequin::sample())?;
    Ok(writeln!(io.out, "{}: the sample project was written", args.dir.display())?)
}

fn refuse_used_folder(dir: &Path) -> Result<(), Failure> {
    let refuse = |why: &str| Err(Failure::Input(format!("{}: {why}. Choose another folder.", dir.display())));
    match fs::read_dir(dir).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => refuse("the folder is not empty"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => refuse(&format!("it cannot be made a project ({error})")),
    }
}

pub fn export(args: &ExportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Loaded::Authored { project, .. } = load::load(&args.project, io)? else {
        let text = "this is a bundle already. Export the project that it was made from.";
        return Err(Failure::Input(format!("{}: {text}", args.project.display())));
    };
    let summary = files::export(&project, &args.out, &|_| true)?;
    load::print_diagnostics(&project, &summary.warnings, io)?;
    let files::ExportSummary { bytes, skeletons, clips, meshes, montages, golden_poses, golden_ticks, .. } = summary;
    writeln!(io.out, "{}: {bytes} bytes", args.out.display())?;
    writeln!(io.out, "{skeletons} skeletons, {clips} clips, {meshes} meshes, {montages} montages")?;
    Ok(writeln!(io.out, "{golden_poses} poses and {golden_ticks} ticks recorded")?)
}

pub fn verify(args: &VerifyArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Loaded::Bundle(bundle) = load::load(&args.bundle, io)? else {
        let text = "this is no bundle. Export the project first, and verify what that writes.";
        return Err(Failure::Input(format!("{}: {text}", args.bundle.display())));
    };
    let differences = engine::golden::verify(&bundle);
    for difference in &differences {
        writeln!(io.out, "{difference}")?;
    }
    if !differences.is_empty() {
        return Err(Failure::Checked);
    }
    let (poses, ticks) = (bundle.golden.clips.len(), bundle.golden.ticks.len());
    Ok(writeln!(io.out, "{}: sound; {poses} poses and {ticks} ticks play as recorded", args.bundle.display())?)
}
