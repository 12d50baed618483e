//! A program that stops at a fault of its own: short lines without paths of the machine that built
//! it, a report, and an exit code. It runs itself, since a panic hook is of a whole process.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use std::{
    fs,
    process::{Command, ExitCode, Output},
};

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("stop") => editor::faults::reported(|| panic!("made-up\nfault")).into(),
        Some("stop elsewhere") => editor::faults::reported(elsewhere).into(),
        Some("end") => editor::faults::reported(|| 7).into(),
        _ => {
            a_program_that_stops_says_so_in_short_lines_and_leaves_a_report();
            a_panic_of_a_library_has_no_path_of_the_machine();
            a_program_that_ends_leaves_nothing();
            ExitCode::SUCCESS
        }
    }
}

/// In the standard library.
fn elsewhere() -> u8 {
    let nothing: [u8; 0] = [];
    nothing.repeat(2).swap_remove(3)
}

fn run(what: &str) -> (Output, Vec<(String, String)>) {
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    let out = command
        .arg(what)
        .env("XDG_DATA_HOME", data.path())
        .env("HOME", data.path())
        .output()
        .unwrap();
    let reports = fs::read_dir(data.path().join("mutoscope/reports"))
        .into_iter()
        .flatten()
        .map(|file| {
            let path = file.unwrap().path();
            (
                path.to_string_lossy().into_owned(),
                fs::read_to_string(path).unwrap(),
            )
        });
    (out, reports.collect())
}

fn stopped(what: &str) -> (Vec<String>, String) {
    let (out, reports) = run(what);
    assert_eq!(out.status.code(), Some(101));
    let [(path, report)] = &reports[..] else {
        panic!("{reports:?}")
    };
    assert!(
        path.ends_with(".new.txt"),
        "it is offered at the next start: {path}"
    );
    let said = String::from_utf8(out.stderr).unwrap();
    for text in [&said, report] {
        for way in [
            env!("CARGO_MANIFEST_DIR"),
            "/registry/",
            "/rustc/",
            "/home/",
            "/root/",
            ".cargo",
        ] {
            assert!(!text.replace(path, "").contains(way), "{way} in {text}");
        }
    }
    (said.lines().map(str::to_owned).collect(), report.clone())
}

fn a_program_that_stops_says_so_in_short_lines_and_leaves_a_report() {
    let (said, report) = stopped("stop");
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].starts_with("mutoscope: internal error in thread `main`: made-up fault ("),
        "{said:?}"
    );
    assert!(
        said[0].contains("faults.rs:") && said[1].contains("The report is in "),
        "{said:?}"
    );
    for part in [
        "made-up\nfault",
        "faults.rs:",
        "thread   main",
        "faults::main",
        std::env::consts::OS,
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
}

fn a_panic_of_a_library_has_no_path_of_the_machine() {
    let (said, report) = stopped("stop elsewhere");
    assert!(
        said[0].contains("swap_remove index (is 3) should be < len (is 0)"),
        "{said:?}"
    );
    assert!(report.contains("faults::elsewhere"), "{report}");
}

fn a_program_that_ends_leaves_nothing() {
    let (out, reports) = run("end");
    assert_eq!(
        (out.status.code(), out.stderr.len(), reports.len()),
        (Some(7), 0, 0)
    );
}
