//! Edits of a montage with 10,000 notifies, with the journal on: `cargo bench -p files --bench
//! edits`, or `-- 20000` for so many notifies.
//!
//! What a second takes of edits without the journal, of edits that are each in the journal before
//! the next, and what the journal's thread takes for an edit; each again with ten thousand steps in
//! the history. Of one run.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "../tests/support/long_montage.rs"]
mod long_montage;

use document::Document;
use files::journal::{JournalSession, restore};
use long_montage::{edit, project, state};
use std::time::{Duration, Instant};

/// How long each of so many edits takes, and of that what the journal does.
fn edits(
    document: &mut Document,
    mut session: Option<&mut JournalSession>,
    numbers: std::ops::Range<u64>,
) -> [Duration; 2] {
    let (count, start) = ((numbers.end - numbers.start) as u32, Instant::now());
    let mut writing = Duration::ZERO;
    for nth in numbers {
        document.perform(&edit(document, nth), None).unwrap();
        if let Some(session) = &mut session {
            let state = state(document);
            let start = Instant::now();
            session.write(&state).unwrap();
            writing += start.elapsed();
        }
    }
    [start.elapsed() / count, writing / count]
}

fn main() {
    let notifies = std::env::args()
        .skip(1)
        .find_map(|word| word.parse().ok())
        .unwrap_or(10_000);
    let folder = tempfile::tempdir().unwrap();
    let mut document = Document::new(project(notifies));
    let mut session = JournalSession::new(folder.path());
    session.write(&state(&document)).unwrap();
    let say = |what: &str, [edit, writing]: [Duration; 2]| {
        let (edit, writing) = (edit.as_secs_f64() * 1e3, writing.as_secs_f64() * 1e3);
        println!(
            "{what:<40}{:>9.0} edits a second{edit:>9.2} ms{writing:>9.2} ms in the journal",
            1e3 / edit
        );
    };
    println!("{notifies} notifies");
    say("without the journal", edits(&mut document, None, 0..200));
    session.write(&state(&document)).unwrap();
    say(
        "with the journal",
        edits(&mut document, Some(&mut session), 200..400),
    );
    edits(&mut document, None, 400..9_800);
    session.write(&state(&document)).unwrap();
    say(
        "without, after 9,800 steps",
        edits(&mut document, None, 9_800..10_000),
    );
    session.write(&state(&document)).unwrap();
    say(
        "with, after 10,000 steps",
        edits(&mut document, Some(&mut session), 10_000..10_200),
    );
    drop(session);
    let path = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let path = path
        .into_iter()
        .find(|path| path.extension().is_some_and(|ending| ending == "journal"))
        .unwrap();
    let (length, start) = (std::fs::metadata(&path).unwrap().len(), Instant::now());
    let restored = restore(&path).unwrap();
    let (steps, taken) = (
        restored.state.versions.len() - 1,
        start.elapsed().as_secs_f64(),
    );
    println!(
        "journal of {:.1} MB, {steps} steps; restored in {taken:.2} s",
        length as f64 / 1e6
    );
}
