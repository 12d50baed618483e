//! `record`: plays a script and writes what the engine was given as a session.

use crate::{Failure, Io, args::RecordArgs, output, simulate};
use engine::RecordedSession;
use files::Product;
use session::SessionWriting;
use std::path::Path;
use words::{noun, tr};

/// Plays the script, writes the session and says how much it is. An error where `simulate` has one,
/// and where the file cannot be written or must not be replaced.
pub fn run_record(args: &RecordArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    files::check_output(&args.out, Product::Session, output::over(args.force))?;
    let session = simulate::record(args, io)?;
    write(
        &args.file,
        (&args.out, args.force),
        args.light,
        &session,
        io,
    )
}

/// Writes a session that plays `of`, and says how much it is.
pub(crate) fn write(
    of: &Path,
    (out, is_forced): (&Path, bool),
    is_light: bool,
    session: &RecordedSession,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let name = of.file_stem().unwrap_or_default();
    let writing = SessionWriting {
        origin: "script".to_owned(),
        title: name.to_string_lossy().into_owned(),
        is_light,
    };
    let bytes = files::save_session((out, output::over(is_forced)), session, &writing)?;
    let ticks = words::count(session.len() as usize, noun!("tick"));
    let (seconds, kib) = (session.seconds(), bytes as f64 / 1024.0);
    writeln!(
        output::told(out, io),
        "{}",
        tr!("{}: {ticks}, {seconds:.2} s, {kib:.1} KiB", out.display())
    )?;
    Ok(())
}
