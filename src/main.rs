//! The `mutoscope` program: a command of the command line, or the editor.

use cli::{Invocation, Io};
use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
    time::Instant,
};

fn main() -> ExitCode {
    bear_large_files();
    cli::read_apart();
    editor::faults::reported(program).into()
}

/// A file that grows beyond what the user may write is an error of that write, and no end of the
/// program.
#[cfg(unix)]
fn bear_large_files() {
    let too_large = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    // Without it the program goes on as it is.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, too_large);
}

#[cfg(not(unix))]
fn bear_large_files() {}

fn program() -> u8 {
    cli::speak(std::env::args_os());
    match cli::parse(std::env::args_os()) {
        Ok(Invocation::Command(command)) => run_command(&command),
        Ok(Invocation::Editor {
            open,
            time_start,
            language,
        }) => {
            let since = time_start.then(Instant::now);
            said(editor::run_window(open, language, since))
        }
        Err(stop) => {
            let text = stop.text.trim_end();
            // Whoever reads it may have gone, which is no fault of the program.
            let _ = if stop.code == 0 {
                writeln!(io::stdout(), "{text}")
            } else {
                writeln!(io::stderr(), "{text}")
            };
            stop.code
        }
    }
}

fn run_command(command: &cli::CliCommand) -> u8 {
    let mut out = BufWriter::new(io::stdout());
    cli::run_command(
        command,
        &mut Io {
            out: &mut out,
            err: &mut io::stderr(),
        },
    )
}

fn said(ended: Result<(), String>) -> u8 {
    match ended {
        Ok(()) => 0,
        Err(text) => {
            let _ = writeln!(io::stderr(), "mutoscope: {text}");
            2
        }
    }
}
