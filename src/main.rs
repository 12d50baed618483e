//! The `mutoscope` program: the editor, or one of the headless commands.

use std::process::ExitCode;

fn main() -> ExitCode {
    match editor::run(std::env::args_os().nth(1).map(Into::into)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            eprintln!("{line}");
            ExitCode::from(2)
        }
    }
}
