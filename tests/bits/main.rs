//! `bits write FILE` makes the sample's bundle; `bits LANES FILE` prints what is to be the same
//! everywhere.

use std::{env::args, fs, process::ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["write", file] => {
            fs::write(file, bits::sample()).map_err(|error| format!("{file}: {error}"))
        }
        [lanes, file] => run(lanes, file).map(|text| print!("{text}")),
        _ => Err("bits write FILE, or bits scalar|four|eight FILE".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(lanes: &str, file: &str) -> Result<String, String> {
    bits::use_lanes(lanes)?;
    bits::lines(&fs::read(file).map_err(|error| format!("{file}: {error}"))?)
}
