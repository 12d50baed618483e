//! The headless commands of `mutoscope`; `docs/cli.md` is their contract.
//!
//! Results go to one writer, messages to another, and the exit code says how it went: 0 done, 1 the
//! input is bad or a check failed, 2 the call is wrong, which [`parse`] finds out. Invariant:
//! nothing in here knows a window.

mod args;
mod bind;
mod bounds;
mod build;
mod bundles;
mod cloth;
mod compress;
mod crowd;
mod cut;
mod event_row;
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
mod motion_test;
mod output;
mod payload_row;
mod picture;
mod place_row;
mod plain;
mod played;
mod progress;
mod props;
mod reader;
mod record;
mod refused_row;
mod replay;
mod sample;
#[cfg(feature = "schema")]
mod schema;
mod script;
mod session_file;
mod session_find;
mod session_info;
mod session_test;
mod share_row;
mod simulate;
mod slide;
mod stage;
mod streams;
mod sweep;
mod task_row;
mod tick_row;
mod vertex_cache;
mod weights;
mod why;

pub use args::{CliCommand, Invocation, Stop, help_texts, parse, speak};
pub use reader::read_apart;
#[cfg(feature = "schema")]
pub use schema::schemas;
pub use streams::Io;

use args::{SessionArgs, SessionCommand};
use failure::Failure;
use plain::{MessageWriter, PlainWriter};
use std::io;
use words::tr;

const NOTICES: &str = include_str!("../../assets/notices.txt");

/// Runs a command and returns the exit code.
pub fn run_command(command: &CliCommand, io: &mut Io<'_>) -> u8 {
    let (mut out, mut err) = (
        PlainWriter::new(io.out),
        MessageWriter(PlainWriter::new(io.err)),
    );
    perform(
        command,
        &mut Io {
            out: &mut out,
            err: &mut err,
        },
    )
}

fn perform(command: &CliCommand, io: &mut Io<'_>) -> u8 {
    let result = asked(command, io);
    let flushed = io.out.flush();
    match (result, flushed) {
        (Ok(()), Err(error)) => report(&Failure::Unwritten(error), io),
        (result, _) => result.map_or_else(|failure| report(&failure, io), |()| 0),
    }
}

fn asked(command: &CliCommand, io: &mut Io<'_>) -> Result<(), Failure> {
    match command {
        CliCommand::New(args) => exchange::new(args, io),
        CliCommand::Info(args) => info::run_info(args, io),
        CliCommand::NotifySchema(args) => info::notify_schema(args, io),
        CliCommand::Import(args) => import::run_import(args, io),
        CliCommand::ReadFbx => reader::run_reader(),
        CliCommand::Bind(args) => bind::run_bind(args, io),
        CliCommand::Sample(args) => sample::run_sample(args, io),
        CliCommand::Compress(args) => compress::run_compress(args, io),
        CliCommand::Simulate(args) => simulate::run_simulate(args, io),
        CliCommand::Record(args) => record::run_record(args, io),
        CliCommand::Replay(args) => replay::run_replay(args, io),
        CliCommand::Why(args) => why::run_why(args, io),
        CliCommand::Session(SessionArgs {
            command: SessionCommand::Info(args),
        }) => session_info::run_session_info(args, io),
        CliCommand::Session(SessionArgs {
            command: SessionCommand::Find(args),
        }) => session_find::run_session_find(args, io),
        CliCommand::Session(SessionArgs {
            command: SessionCommand::Test(args),
        }) => session_test::run_session_test(args, io),
        CliCommand::Sweep(args) => sweep::run_sweep(args, io),
        CliCommand::Test(args) => motion_test::run_motion_test(args, io),
        CliCommand::Slide(args) => slide::run_slide(args, io),
        CliCommand::Export(args) => exchange::export(args, io),
        CliCommand::Build(args) => build::run_build(args, io),
        CliCommand::Bundles(args) => bundles::run_bundles(args, io),
        CliCommand::Verify(args) => exchange::verify(args, io),
        CliCommand::Levels(args) => levels::run_levels(args, io),
        CliCommand::Weights(args) => weights::run_weights(args, io),
        CliCommand::Cloth(args) => cloth::run_cloth(args, io),
        CliCommand::VertexCache(args) => vertex_cache::run_vertex_cache(args, io),
        CliCommand::Bounds(args) => bounds::run_bounds(args, io),
        CliCommand::Cut(args) => cut::run_cut(args, io),
        CliCommand::Render(args) => picture::run_render(args, io),
        CliCommand::Diff(args) => merge::diff(args, io),
        CliCommand::Merge(args) => merge::merged(args, io),
        CliCommand::Notices => io
            .out
            .write_all(NOTICES.as_bytes())
            .map_err(Failure::Output),
    }
}

fn report(failure: &Failure, io: &mut Io<'_>) -> u8 {
    // When not even the message can be written, the code still tells.
    let _ = match failure {
        Failure::Input(text) => writeln!(io.err, "{}", tr!("mutoscope: {text}")),
        Failure::Checked => Ok(()),
        // A reader that went away has what it wanted.
        Failure::Output(error) | Failure::Unwritten(error)
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            return 0;
        }
        Failure::Output(error) => {
            writeln!(
                io.err,
                "{}",
                tr!("mutoscope: cannot write the result: {error}")
            )
        }
        Failure::Unwritten(error) => {
            writeln!(
                io.err,
                "{}",
                tr!("mutoscope: the command finished, but its result cannot be written: {error}")
            )
        }
    };
    1
}
