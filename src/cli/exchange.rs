//! `new`, `export` and `verify`: projects, and what games and other programs get of them.

use crate::{
    Failure, Io,
    args::{ExportArgs, NewArgs, VerifyArgs},
    gltf,
    load::{self, Loaded},
    output,
    progress::ProgressLine,
};
use studio::golden::{self, Difference};
use words::tr;

/// Writes the sample project into a folder. An error when it cannot be written there.
pub fn new(args: &NewArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    files::create_project(&args.dir, &files::sample())?;
    Ok(writeln!(
        io.out,
        "{}",
        tr!("{}: sample project written", args.dir.display())
    )?)
}

/// Writes a bundle, or hands over to [`gltf::export`] when the name or an option asks for glTF. An
/// error when the input is a bundle, has broken files, or the output must not be replaced.
pub fn export(args: &ExportArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Loaded::Authored { project, .. } = load::load_sound(&args.project, io)? else {
        let text = tr!("this is already a bundle. Export its project instead.");
        return Err(Failure::Input(format!(
            "{}: {text}",
            args.project.display()
        )));
    };
    if output::is_gltf(args)? {
        return gltf::export(&project, args, io);
    }
    let progress = ProgressLine::new("exporting");
    let summary = files::export(&project, (&args.out, output::over(args.force)), &|part| {
        progress.tell(part)
    })?;
    drop(progress);
    load::print_diagnostics(&project, &summary.warnings, io)?;
    let files::ExportSummary {
        bytes,
        skeletons,
        clips,
        meshes,
        montages,
        graphs,
        golden_poses,
        golden_ticks,
        ..
    } = summary;
    let told = output::told(&args.out, io);
    writeln!(told, "{}", tr!("{}: {bytes} bytes", args.out.display()))?;
    let ending = if graphs == 1 { "" } else { "s" };
    writeln!(
        told,
        "{}",
        tr!(
            "{skeletons} skeletons, {clips} clips, {meshes} meshes, {montages} montages, {graphs} pose graph{ending}"
        )
    )?;
    Ok(writeln!(
        told,
        "{}",
        tr!("{golden_poses} poses and {golden_ticks} ticks recorded")
    )?)
}

/// Plays the poses and ticks that a bundle recorded, and prints the first difference of each clip,
/// montage and graph. An error when the input is no bundle; [`Failure::Checked`] when something
/// differs.
pub fn verify(args: &VerifyArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let Loaded::Bundle(bundle) = load::load(&args.bundle, io)? else {
        let text = tr!("this is not a bundle. Export the project first, then verify the bundle.");
        return Err(Failure::Input(format!("{}: {text}", args.bundle.display())));
    };
    let differences = golden::verify(&bundle);
    for difference in &differences {
        writeln!(io.out, "{difference}")?;
    }
    if !differences.is_empty() {
        let text = match differences[..] {
            [Difference::Rule { .. }] => {
                tr!("Another version of Mutoscope wrote it. Export it again, then verify it.")
            }
            _ => tr!("Both versions use the same floating-point rule, so one of them has a bug."),
        };
        writeln!(io.out, "{}", tr!("All bytes are intact. {text}"))?;
        return Err(Failure::Checked);
    }
    let (poses, ticks) = (bundle.golden.clips.len(), bundle.golden.ticks.len());
    Ok(writeln!(
        io.out,
        "{}",
        tr!(
            "{}: intact; {poses} poses and {ticks} ticks play as recorded",
            args.bundle.display()
        )
    )?)
}
