//! The `mutoscope` program: a command of the command line, or the editor.

use cli::{Invocation, Io};
use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    process::ExitCode,
    time::Instant,
};

fn main() -> ExitCode {
    editor::faults::reported(program).into()
}

fn program() -> u8 {
    match cli::parse(std::env::args_os()) {
        Ok(Invocation::Command(command)) => run(&command),
        Ok(Invocation::Editor { open, time_start }) => edit(open, time_start.then(Instant::now)),
        Err(stop) => {
            let text = stop.text.trim_end();
            if stop.code == 0 {
                println!("{text}")
            } else {
                eprintln!("{text}")
            }
            stop.code
        }
    }
}

fn run(command: &cli::Command) -> u8 {
    let mut out = BufWriter::new(io::stdout());
    let code = cli::run(command, &mut Io { out: &mut out, err: &mut io::stderr() });
    match out.flush() {
        // A reader that went away has what it wanted.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("mutoscope: what was asked for is done, but the result cannot be written: {error}");
            1
        }
        _ => code,
    }
}

fn edit(open: Option<PathBuf>, since: Option<Instant>) -> u8 {
    match editor::run(open, since) {
        Ok(()) => 0,
        Err(text) => {
            eprintln!("mutoscope: {text}");
            2
        }
    }
}
