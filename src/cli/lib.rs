//! The headless commands of `mutoscope`; `docs/cli.md` is their contract.
//!
//! Results go to one writer, messages to another, and the exit code says how it went: 0 done, 1 the
//! input is bad or a check failed, 2 the call is wrong, which [`parse`] finds out. Invariant:
//! nothing in here knows a window.

mod args;
mod bind;
mod bounds;
mod cloth;
mod compress;
mod crowd;
mod exchange;
mod failure;
mod find;
mod gltf;
mod graph_row;
mod import;
mod info;
mod json;
mod keyframes;
mod levels;
mod load;
mod merge;
mod output;
mod payload_row;
mod picture;
mod place_row;
mod plain;
mod played;
mod progress;
mod props;
mod reader;
mod root_limit;
mod sample;
mod script;
mod share_row;
mod simulate;
mod slide;
mod stage;
mod streams;
mod sweep;
mod tasks;
mod vertex_cache;
mod weights;

pub use args::{Command, Invocation, Stop, parse};
pub use reader::read_apart;
pub use streams::Io;

use failure::Failure;
use plain::{Plain, Told};
use std::io;

const NOTICES: &str = include_str!("../../assets/notices.txt");

/// Runs a command and returns the exit code.
pub fn run(command: &Command, io: &mut Io<'_>) -> u8 {
    let (mut out, mut err) = (Plain::new(io.out), Told(Plain::new(io.err)));
    perform(
        command,
        &mut Io {
            out: &mut out,
            err: &mut err,
        },
    )
}

fn perform(command: &Command, io: &mut Io<'_>) -> u8 {
    let result = asked(command, io);
    let flushed = io.out.flush();
    match (result, flushed) {
        (Ok(()), Err(error)) => report(&Failure::Unwritten(error), io),
        (result, _) => result.map_or_else(|failure| report(&failure, io), |()| 0),
    }
}

fn asked(command: &Command, io: &mut Io<'_>) -> Result<(), Failure> {
    match command {
        Command::New(args) => exchange::new(args, io),
        Command::Info(args) => info::run(args, io),
        Command::NotifySchema(args) => info::notify_schema(args, io),
        Command::Import(args) => import::run(args, io),
        Command::ReadFbx => reader::run(),
        Command::Bind(args) => bind::run(args, io),
        Command::Sample(args) => sample::run(args, io),
        Command::Compress(args) => compress::run(args, io),
        Command::Simulate(args) => simulate::run(args, io),
        Command::Sweep(args) => sweep::run(args, io),
        Command::Slide(args) => slide::run(args, io),
        Command::Export(args) => exchange::export(args, io),
        Command::Verify(args) => exchange::verify(args, io),
        Command::Levels(args) => levels::run(args, io),
        Command::Weights(args) => weights::run(args, io),
        Command::Cloth(args) => cloth::run(args, io),
        Command::VertexCache(args) => vertex_cache::run(args, io),
        Command::Bounds(args) => bounds::run(args, io),
        Command::Render(args) => picture::run(args, io),
        Command::Diff(args) => merge::diff(args, io),
        Command::Merge(args) => merge::merged(args, io),
        Command::Notices => io
            .out
            .write_all(NOTICES.as_bytes())
            .map_err(Failure::Output),
    }
}

fn report(failure: &Failure, io: &mut Io<'_>) -> u8 {
    // When not even the message can be written, the code still tells.
    let _ = match failure {
        Failure::Input(text) => writeln!(io.err, "mutoscope: {text}"),
        Failure::Checked => Ok(()),
        // A reader that went away has what it wanted.
        Failure::Output(error) | Failure::Unwritten(error)
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            return 0;
        }
        Failure::Output(error) => {
            writeln!(io.err, "mutoscope: the result cannot be written: {error}")
        }
        Failure::Unwritten(error) => {
            writeln!(
                io.err,
                "mutoscope: what was asked for is done, but the result cannot be written: {error}"
            )
        }
    };
    1
}
