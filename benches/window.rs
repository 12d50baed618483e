//! Milliseconds of UI work a pass of the whole window at 1440×900, in a window without a screen:
//! the sample at rest and playing, a montage of 10,000 notifies on 20 tracks with all of them in
//! sight, and with a few hundred in sight, at rest and playing, a pose graph of 500 nodes in sight,
//! and a recorded session of 36,000 ticks, near and as a whole, at rest and zoomed in each pass.
//!
//! `cargo bench -p editor --bench window`. Medians, and what nine of ten passes stay below. Names
//! for accessibility are made in every pass, which a real window does only where somebody reads
//! them; laying out triangles is told apart.

#[path = "support/graphs.rs"]
mod graphs;
#[path = "support/window.rs"]
mod window;

use anim::{Name, Request};
use asset::{Id, Notify, NotifyTrack, Project};
use egui::{Event, Key, Modifiers, pos2};
use engine::{EngineInput, Evaluator, Recording, RecordingLimits, WorkerMode};
use graphs::{NEAR, graph};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
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
    row_with(what, window, |_, _| {});
}

/// `before` does something in each pass, by its number.
fn row_with(what: &str, window: &mut Window, before: impl Fn(&mut Window, usize)) {
    let passes: Vec<[f64; 2]> = (0..ROUNDS)
        .map(|at| {
            before(window, at);
            pass(window)
        })
        .collect();
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

/// Ten minutes of the sample's figure, driven by hand, as a session's file.
fn session(project: &Project) -> Vec<u8> {
    let options = asset::CompileOptions::default();
    let library = asset::compile(project, &mut asset::Cache::default(), options).library;
    let graph = Name::new("PG_Hero");
    let skeleton = library.graph(graph).expect("the sample walks").skeleton();
    let mut evaluator = Evaluator::new(WorkerMode::Inline, library);
    let mut recording = Recording::new(&evaluator, RecordingLimits::UNLIMITED);
    let ask = |request| EngineInput::Request {
        character: 0,
        request,
    };
    for tick in 0..36_000_u32 {
        let turn = f64::from((tick as f32 / 60.0).sin());
        let mut inputs = vec![ask(Request::SetParameter {
            parameter: Name::new("Speed"),
            value: 2.0 + 2.0 * turn,
        })];
        if tick == 0 {
            let added = EngineInput::AddCharacter {
                character: 0,
                skeleton,
                seed: 1,
            };
            inputs.splice(0..0, [added, ask(Request::PlayGraph { graph })]);
        }
        if tick % 600 == 300 {
            inputs.push(ask(Request::play(Name::new(MONTAGE), 1.0)));
        }
        evaluator.step(1.0 / 60.0, &inputs);
        recording.add(1.0 / 60.0, &inputs, &mut evaluator);
    }
    session::write(&recording.session(), &Default::default()).expect("the session is written")
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Ten minutes around the playhead, zoomed out until all of them are in sight, and moved.
fn sessions(folder: &Path) {
    let project = mannequin::sample();
    let path = folder.join("long.msession");
    std::fs::write(&path, session(&project)).expect("the session is kept");
    let mut window = open(folder, &project, MONTAGE, SIZE);
    window
        .input_mut()
        .dropped_files
        .push(Arc::new(Dropped(path)));
    steps(&mut window, 1200);
    row("36,000 ticks, ten seconds in sight", &mut window);
    window.hover_at(pos2(800.0, 800.0));
    let zoom = |window: &mut Window, at: usize| {
        window.event(Event::Zoom([1.05, 1.0 / 1.05][at % 2]));
    };
    row_with("36,000 ticks, ten seconds, zoomed", &mut window, zoom);
    for _ in 0..60 {
        window.event(Event::Zoom(0.8));
        steps(&mut window, 1);
    }
    row("36,000 ticks, all in sight", &mut window);
    row_with("36,000 ticks, all in sight, zoomed", &mut window, zoom);
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    apart(folder.path());
    montages(folder.path());
    sessions(folder.path());
    let mut project = mannequin::sample();
    let graph = graph(&project, (GRAPH, 500), NEAR);
    project.graphs.insert(Id(1 << 50), graph.into());
    let mut nodes = open(folder.path(), &project, GRAPH, SIZE);
    key(&mut nodes, Modifiers::NONE, Key::Home);
    steps(&mut nodes, 10);
    rows("500 nodes", &mut nodes);
}
