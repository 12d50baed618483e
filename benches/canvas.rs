//! Milliseconds of UI work a pass of the whole window, in a window without a screen: a pose graph
//! of so many nodes, all in sight at a size at which their rows are shown, played, beside the same
//! window with an empty graph in turn.
//!
//! `cargo bench -p editor --bench canvas`. The medians, and for 2,000 nodes the slowest pass of
//! opening, of a search, of an edit. Names for accessibility are made in every pass, which a real
//! window does only where somebody reads them; what the harness does with them is not counted.

#[path = "support/graphs.rs"]
mod graphs;
#[path = "support/window.rs"]
mod window;

use asset::Id;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::NodeT;
use graphs::{NEAR, graph};
use std::path::Path;
use window::{Window, apart, key, median, open, pass, steps};

const ROUNDS: usize = 121;

/// From card to card: at a distance at which titles alone are shown.
const APART: [f32; 2] = [208.0, 124.0];

fn shown(folder: &Path, name: &str, count: u64, apart: [f32; 2]) -> Window {
    let mut project = mannequin::excerpt();
    let graph = graph(&project, (name, count), apart);
    project.graphs.insert(Id(1 << 50), graph.into());
    let mut window = open(folder, &project, name, [2560.0, 1440.0]);
    key(&mut window, Modifiers::NONE, Key::F11);
    key(&mut window, Modifiers::NONE, Key::Home);
    steps(&mut window, 10);
    window
}

fn compare(folder: &Path) {
    let mut windows = [
        ("PG_None", 0, NEAR),
        ("PG_Rows", 500, NEAR),
        ("PG_Titles", 500, APART),
    ]
    .map(|(name, count, apart)| shown(folder, name, count, apart));
    let mut times: [[Vec<f64>; 2]; 3] = Default::default();
    for _ in 0..ROUNDS {
        for (window, times) in windows.iter_mut().zip(&mut times) {
            for (time, times) in pass(window).into_iter().zip(times) {
                times.push(time);
            }
        }
    }
    let [empty, rows, titles] = times.map(|it| it.map(median));
    println!(
        "an empty graph: {:.2} ms, its triangles {:.2} ms",
        empty[0], empty[1]
    );
    for (what, times, window) in [
        ("with rows", rows, &windows[1]),
        ("titles alone", titles, &windows[2]),
    ] {
        let names = window
            .root()
            .children_recursive()
            .filter_map(|it| it.accesskit_node().label());
        let seen = names.filter(|name| name.starts_with("Node ")).count();
        let [ui, triangles] = [times[0] - empty[0], times[1] - empty[1]];
        println!(
            "500 nodes {what}, {seen} cards in sight: {ui:.2} ms more, their triangles {triangles:.2} ms more"
        );
    }
}

/// The slowest pass while something is done.
fn slowest(window: &mut Window, what: &str, act: impl FnOnce(&mut Window)) {
    act(window);
    let most = (0..20).map(|_| pass(window)[0]).fold(0.0, f64::max);
    println!("2,000 nodes, {what}: {most:.1} ms at most");
}

fn many(folder: &Path) {
    let mut window = shown(folder, "PG_Many", 2000, APART);
    slowest(&mut window, "at rest", |_| ());
    slowest(&mut window, "a search", |window| {
        window.key_press_modifiers(Modifiers::COMMAND, Key::F);
        window.step();
        window.event(Event::Text("walk".into()));
    });
    slowest(&mut window, "the next hit", |window| {
        window.key_press(Key::Enter)
    });
    slowest(&mut window, "select all and put in order", |window| {
        window.key_press(Key::Escape);
        window.step();
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.step();
        window.key_press_modifiers(Modifiers::SHIFT, Key::Q);
    });
    slowest(&mut window, "undo", |window| {
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z)
    });
    slowest(&mut window, "delete all", |window| {
        window.key_press(Key::Delete)
    });
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    apart(folder.path());
    compare(folder.path());
    many(folder.path());
}
