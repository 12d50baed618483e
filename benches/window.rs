//! Milliseconds of UI work a pass of the whole window at 1440×900, in a window without a screen:
//! the sample at rest and playing, a montage of 10,000 notifies on 20 tracks with all of them in
//! sight, and with a few hundred in sight, at rest and playing, and a pose graph of 500 nodes in
//! sight.
//!
//! `cargo bench -p editor --bench window`. Medians, and what nine of ten passes stay below. Names
//! for accessibility are made in every pass, which a real window does only where somebody reads
//! them; laying out triangles is told apart.

#[path = "support/graphs.rs"]
mod graphs;
#[path = "support/window.rs"]
mod window;

use asset::{Id, Notify, NotifyTrack, Project};
use egui::{Event, Key, Modifiers, pos2};
use graphs::{NEAR, graph};
use std::path::Path;
use window::{Window, apart, key, median, open, pass, steps};

const ROUNDS: usize = 121;
const SIZE: [f32; 2] = [1440.0, 900.0];
const GRAPH: &str = "PG_Many";
const MONTAGE: &str = "AM_AttackCombo";

/// The sample with so many notifies more in one montage, evenly over time and tracks.
fn noted(count: u64) -> Project {
    let mut project = mannequin::sample();
    let (id, montage) = project
        .montages
        .iter()
        .find(|(_, it)| it.name == MONTAGE)
        .expect("the sample attacks");
    let (id, mut montage) = (*id, (**montage).clone());
    let tracks = (0..20).map(|at| NotifyTrack {
        id: Id((1 << 41) + at),
        name: format!("Track {at}"),
        color: at as u8 % 8,
        locked: false,
    });
    montage.tracks.extend(tracks);
    let ends = montage
        .slots
        .iter()
        .flat_map(|slot| &slot.segments)
        .map(|it| it.start + it.duration(1.0));
    let length = ends.fold(0.0, f32::max);
    let notify = |at: u64| {
        let (id, track) = (Id((1 << 42) + at), Id((1 << 41) + at % 20));
        let time = length * at as f32 / count as f32;
        match at % 3 {
            0 => Notify::state(id, track, format!("State {at}"), time, length * 0.002),
            _ => Notify::instant(id, track, format!("Note {at}"), time),
        }
    };
    montage.notifies.extend((0..count).map(notify));
    project.montages.insert(id, montage.into());
    project
}

fn row(what: &str, window: &mut Window) {
    let passes: Vec<[f64; 2]> = (0..ROUNDS).map(|_| pass(window)).collect();
    let mut ui: Vec<f64> = passes.iter().map(|it| it[0]).collect();
    ui.sort_by(f64::total_cmp);
    let triangles = median(passes.iter().map(|it| it[1]).collect());
    println!(
        "{what}: {:.2} ms, nine of ten below {:.2} ms; triangles {triangles:.2} ms",
        ui[ROUNDS / 2],
        ui[ROUNDS * 9 / 10]
    );
}

/// At rest, and then playing.
fn rows(what: &str, window: &mut Window) {
    row(&format!("{what}, at rest"), window);
    key(window, Modifiers::NONE, Key::Space);
    row(&format!("{what}, playing"), window);
    key(window, Modifiers::NONE, Key::Space);
}

fn montages(folder: &Path) {
    rows(
        "the sample",
        &mut open(folder, &mannequin::sample(), MONTAGE, SIZE),
    );
    let mut many = open(folder, &noted(10_000), MONTAGE, SIZE);
    rows("10,000 notifies", &mut many);
    many.hover_at(pos2(300.0, 700.0));
    for _ in 0..20 {
        many.event(Event::Zoom(1.2));
        steps(&mut many, 1);
    }
    rows("10,000 notifies, a few hundred in sight", &mut many);
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    apart(folder.path());
    montages(folder.path());
    let mut project = mannequin::sample();
    let graph = graph(&project, (GRAPH, 500), NEAR);
    project.graphs.insert(Id(1 << 50), graph.into());
    let mut nodes = open(folder.path(), &project, GRAPH, SIZE);
    key(&mut nodes, Modifiers::NONE, Key::Home);
    steps(&mut nodes, 10);
    rows("500 nodes", &mut nodes);
}
