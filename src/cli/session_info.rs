//! `session info`: what a session holds.

use crate::{Failure, Io, args::SessionInfoArgs, json};
use serde::Serialize;
use session::SessionFile;
use words::{noun, tr};

/// What a session's file holds.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SessionInfo {
    /// What the session played.
    title: String,
    /// How it began, such as `script` or `game`.
    origin: String,
    /// Version of the program that wrote the file.
    program: String,
    /// Index of the first tick that is there, and of the end.
    first: u64,
    end: u64,
    seconds: f64,
    /// Number of segments, each with a state.
    segments: usize,
    /// Bytes of the states, and of the ticks.
    state_bytes: usize,
    tick_bytes: usize,
    libraries: Vec<SessionLibraryRow>,
    marks: Vec<SessionMarkRow>,
    notes: Vec<SessionNoteRow>,
    /// Why not everything that was written is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// Number of ticks that are missing at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<u64>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SessionLibraryRow {
    name: String,
    /// Hash of its content.
    hash: String,
    is_in_file: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SessionMarkRow {
    tick: u64,
    text: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SessionNoteRow {
    name: String,
    text: String,
}

/// Prints what a session's file holds, libraries that are missing and ticks that are lost included.
pub fn run_session_info(args: &SessionInfoArgs, io: &mut Io<'_>) -> Result<(), Failure> {
    let info = info(&files::open_session(&args.file)?);
    if args.json {
        json::write(io, &info)
    } else {
        print(&info, io)
    }
}

fn info(file: &SessionFile) -> SessionInfo {
    let [state_bytes, tick_bytes] = file.sizes();
    let library = |it: &session::SessionLibrary| SessionLibraryRow {
        name: it.name.clone(),
        hash: format!("{:032x}", it.hash),
        is_in_file: it.library.is_some(),
    };
    let mark = |it: &engine::SessionMark| SessionMarkRow {
        tick: it.tick,
        text: it.text.clone(),
    };
    let note = |(name, text): &(String, String)| SessionNoteRow {
        name: name.clone(),
        text: text.clone(),
    };
    let missing = file.stated[1].saturating_sub(file.end());
    SessionInfo {
        title: file.title.clone(),
        origin: file.origin.clone(),
        program: file.program.clone(),
        first: file.first(),
        end: file.end(),
        seconds: file.seconds(),
        segments: file.segments(),
        state_bytes,
        tick_bytes,
        libraries: file.libraries.iter().map(library).collect(),
        marks: file.marks.iter().map(mark).collect(),
        notes: file.notes.iter().map(note).collect(),
        fault: file.fault.as_ref().map(ToString::to_string),
        missing: (missing > 0).then_some(missing),
    }
}

fn print(info: &SessionInfo, io: &mut Io<'_>) -> Result<(), Failure> {
    let ticks = words::count((info.end - info.first) as usize, noun!("tick"));
    let SessionInfo {
        title,
        origin,
        program,
        first,
        end,
        seconds,
        segments,
        ..
    } = info;
    writeln!(
        io.out,
        "{}",
        tr!(
            "{title}: {ticks} ({first} to {end}), {seconds:.2} s, from a {origin}, written by version {program}"
        )
    )?;
    let [states, inputs] = [info.state_bytes, info.tick_bytes].map(|it| it as f64 / 1024.0);
    writeln!(
        io.out,
        "{}",
        tr!("{segments} segments: states {states:.1} KiB, ticks {inputs:.1} KiB")
    )?;
    for library in &info.libraries {
        let (name, hash) = (&library.name, &library.hash);
        let line = if library.is_in_file {
            tr!("library {name} ({hash})")
        } else {
            tr!("library {name} ({hash}), not in the file: play it with --bundle")
        };
        writeln!(io.out, "{line}")?;
    }
    for note in &info.notes {
        writeln!(io.out, "{}: {}", note.name, note.text)?;
    }
    for mark in &info.marks {
        let (tick, text) = (mark.tick, &mark.text);
        writeln!(io.out, "{}", tr!("mark before tick {tick}: {text}"))?;
    }
    if let Some(fault) = &info.fault {
        let missing = info.missing.unwrap_or_default();
        writeln!(
            io.err,
            "{}",
            tr!("warning: {fault} {missing} ticks are missing.")
        )?;
    }
    Ok(())
}
