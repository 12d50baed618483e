//! Where results go that a command writes to files, and what they may replace there.

use crate::{Failure, Io, args::ExportArgs};
use files::Over;
use std::{io, path::Path};
use words::tr;

/// Gives the files that a result may replace: any file when forced, otherwise only files that the
/// program wrote itself.
pub fn over(is_forced: bool) -> Over {
    if is_forced { Over::Any } else { Over::Own }
}

/// Output for messages about what was written to `path`: the error output if the result goes to the
/// program's own output, between whose bytes no message may fall.
pub fn told<'a>(path: &Path, io: &'a mut Io<'_>) -> &'a mut dyn io::Write {
    if files::is_printed(path) {
        &mut *io.err
    } else {
        &mut *io.out
    }
}

/// Endings of files that are no bundles, whatever is in them.
const OTHERS: [&str; 14] = [
    "gltf", "fbx", "bvh", "usd", "usda", "usdc", "usdz", "dae", "blend", "vrm", "png", "json",
    "obj", "abc",
];

/// Whether an export is one to glTF: its name's ending says so where no option does.
pub fn is_gltf(args: &ExportArgs) -> Result<bool, Failure> {
    let ending = args
        .out
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default()
        .to_ascii_lowercase();
    let refused = |text: &str| Err(Failure::Input(format!("{}: {text}", args.out.display())));
    match (args.gltf, ending.as_str()) {
        (_, "glb") => Ok(true),
        (true, "") => Ok(true),
        (true, _) => refused(tr!(
            "--gltf writes .glb files. Use a name that ends in .glb, or remove --gltf to write a bundle."
        )),
        (false, other) if OTHERS.contains(&other) => refused(tr!(
            "this extension belongs to another file type. Use .mbundle for a bundle, or .glb for glTF."
        )),
        (false, _) => Ok(false),
    }
}
