//! What the clips of the sample measure as they play, against what feet, joints and balance of
//! people allow.

mod balance;
mod correctives;
mod drive;
mod feet;
mod film;
mod fixture;
mod flight;
mod ground;
mod joints;
mod loops;
mod seams;
mod spikes;

use film::{Film, Stage};

/// A measure of one film: a text for each head, or none where it makes no sense.
struct Check {
    heads: &'static [&'static str],
    run: fn(&Film, &mut Failures) -> Vec<String>,
}

const CHECKS: &[Check] = &[
    feet::CHECK,
    joints::CHECK,
    loops::CHECK,
    balance::CHECK,
    flight::CHECK,
    spikes::CHECK,
    ground::CHECK,
];

/// Limits that a film does not keep.
struct Failures {
    film: String,
    lines: Vec<String>,
}

impl Failures {
    fn limit(&mut self, is_kept: bool, text: impl FnOnce() -> String) {
        if !is_kept {
            self.lines.push(format!("{}: {}", self.film, text()));
        }
    }
}

/// A row of the table: its cells, and what failed.
fn measure(film: &Film) -> (Vec<String>, Vec<String>) {
    let mut failures = Failures {
        film: film.name.clone(),
        lines: Vec::new(),
    };
    let mut cells = vec![
        film.name.clone(),
        format!("{:.2}", film.frames.last().map_or(0.0, |frame| frame.time)),
    ];
    for check in CHECKS {
        let found = (check.run)(film, &mut failures);
        let count = if found.is_empty() {
            check.heads.len()
        } else {
            0
        };
        cells.extend(found);
        cells.extend(vec!["-".to_owned(); count]);
    }
    (cells, failures.lines)
}

fn print(table: &[Vec<String>]) {
    let width = |column: usize| table.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table[0].len()).map(width).collect();
    for row in table {
        let cells = row.iter().zip(&widths).enumerate();
        let line = cells.map(|(at, (cell, width))| {
            if at == 0 {
                format!("{cell:width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        println!("{}", line.collect::<Vec<_>>().join("  "));
    }
}

#[test]
fn the_motions_keep_their_limits() {
    let heads = ["clip", "s"]
        .into_iter()
        .chain(CHECKS.iter().flat_map(|check| check.heads).copied());
    let mut table: Vec<Vec<String>> = vec![heads.map(str::to_owned).collect()];
    let mut failures = Vec::new();
    for film in Stage::new(&crate::sample()).films() {
        let (cells, failed) = measure(&film);
        table.push(cells);
        failures.extend(failed);
    }
    print(&table);
    assert!(
        failures.is_empty(),
        "{} limits are not kept:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
