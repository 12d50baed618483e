//! Milliseconds of UI work a pass of the whole window, in a window without a screen: a pose graph of so many nodes, all
//! in sight at a size at which their rows are shown, played, beside the same window with an empty graph in turn.
//!
//! `cargo bench -p editor --bench canvas`. The medians, and for 2,000 nodes the slowest pass of opening, of a search, of
//! an edit. Names for accessibility are made in every pass, which a real window does only where somebody reads them; what
//! the harness does with them is not counted.

use asset::{
    Id, PoseGraph, Project,
    graph::{Alpha, Layout, Node, NodeKind, Parameter, ParameterKind, Play, Wiring},
};
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::{Harness, kittest::NodeT};
use std::{
    path::Path,
    time::{Duration, Instant},
};

const ROUNDS: usize = 121;
const COLUMNS: usize = 25;

/// Rows of blends, each over the one before and a clip.
fn graph(project: &Project, (name, count): (&str, u64), apart: [f32; 2]) -> PoseGraph {
    let (clip, skeleton) = project
        .clips
        .iter()
        .find(|(_, it)| it.name == "Walk_Fwd")
        .map(|(id, it)| (*id, it.skeleton))
        .expect("the sample walks");
    let mut nodes = Vec::new();
    for at in 0..count {
        let before = at.checked_sub(1).map(Id);
        let alpha = Alpha::Value("Speed / 5".into());
        nodes.push(Node::new(
            Id(at),
            match at % 2 {
                0 => NodeKind::SequencePlayer {
                    clip: Some(clip),
                    play: Play { rate: "Speed".into(), ..Play::default() },
                },
                _ => NodeKind::TwoWay { a: at.checked_sub(2).map(Id), b: before, alpha, always_update_children: false },
            },
        ));
    }
    let place = |at: u64| [(at as usize % COLUMNS) as f32 * apart[0], (at as usize / COLUMNS) as f32 * apart[1]];
    let layout = Layout { places: (0..count).map(|at| (Id(at), place(at))).collect(), ..Layout::default() };
    let speed = ParameterKind::Float { default: 1.0, range: Some([0.0, 5.0]) };
    let output = count.checked_sub(1).map(Id);
    let wiring =
        Wiring { parameters: vec![Parameter::new(Id(1 << 40), "Speed", speed)], nodes, output, ..Wiring::default() };
    PoseGraph { wiring: wiring.into(), layout: layout.into(), ..PoseGraph::new(name, skeleton) }
}

type Window = Harness<'static, Timed>;

/// The application, and how long its UI took in the last pass.
struct Timed {
    app: editor::App,
    spent: Duration,
}

impl eframe::App for Timed {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let start = Instant::now();
        self.app.ui(ui, frame);
        self.spent = start.elapsed();
    }
}

fn open(folder: &Path, name: &str, count: u64, apart: [f32; 2]) -> Window {
    let mut project = mannequin::excerpt();
    let graph = graph(&project, (name, count), apart);
    project.graphs.insert(Id(1 << 50), graph.into());
    let folder = folder.join(name);
    files::create_project(&folder, &project).expect("the project is written");
    let mut setup = egui_kittest::wgpu::default_wgpu_setup();
    if let egui_wgpu::WgpuSetup::CreateNew(new) = &mut setup {
        new.device_descriptor = std::sync::Arc::new(render::Gpu::device_descriptor);
    }
    let builder = Harness::builder().with_size(vec2(2560.0, 1440.0)).wgpu_setup(setup).with_step_dt(1.0 / 60.0);
    let mut window = builder.build_eframe(|cc| Timed {
        app: editor::App::new(cc, Some(folder)).expect("the app starts"),
        spent: Duration::ZERO,
    });
    steps(&mut window, 30);
    key(&mut window, Modifiers::COMMAND, Key::P);
    type_text(&mut window, name);
    key(&mut window, Modifiers::NONE, Key::Enter);
    steps(&mut window, 60);
    key(&mut window, Modifiers::NONE, Key::F11);
    key(&mut window, Modifiers::NONE, Key::Home);
    steps(&mut window, 10);
    window
}

fn steps(window: &mut Window, count: usize) {
    for _ in 0..count {
        window.step();
        std::thread::sleep(Duration::from_millis(4));
    }
}

fn key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    steps(window, 3);
}

fn type_text(window: &mut Window, text: &str) {
    window.event(Event::Text(text.into()));
    steps(window, 3);
}

/// A pass of the UI, and laying out its triangles; milliseconds.
fn pass(window: &mut Window) -> [f64; 2] {
    window.step();
    let ui = window.state().spent;
    let shapes = window.output().shapes.clone();
    let start = Instant::now();
    std::hint::black_box(window.ctx.tessellate(shapes, 1.0));
    [ui, start.elapsed()].map(|it| it.as_secs_f64() * 1e3)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Near enough to each other that their rows are shown, and at a distance at which titles alone are.
const NEAR: [f32; 2] = [176.0, 108.0];
const APART: [f32; 2] = [208.0, 124.0];

fn compare(folder: &Path) {
    let mut windows = [("PG_None", 0, NEAR), ("PG_Rows", 500, NEAR), ("PG_Titles", 500, APART)]
        .map(|(name, count, apart)| open(folder, name, count, apart));
    let mut times: [[Vec<f64>; 2]; 3] = Default::default();
    for _ in 0..ROUNDS {
        for (window, times) in windows.iter_mut().zip(&mut times) {
            for (time, times) in pass(window).into_iter().zip(times) {
                times.push(time);
            }
        }
    }
    let [empty, rows, titles] = times.map(|it| it.map(median));
    println!("an empty graph: {:.2} ms, its triangles {:.2} ms", empty[0], empty[1]);
    for (what, times, window) in [("with rows", rows, &windows[1]), ("titles alone", titles, &windows[2])] {
        let names = window.root().children_recursive().filter_map(|it| it.accesskit_node().label());
        let seen = names.filter(|name| name.starts_with("Node ")).count();
        let [ui, triangles] = [times[0] - empty[0], times[1] - empty[1]];
        println!("500 nodes {what}, {seen} cards in sight: {ui:.2} ms more, their triangles {triangles:.2} ms more");
    }
}

/// The slowest pass while something is done.
fn slowest(window: &mut Window, what: &str, act: impl FnOnce(&mut Window)) {
    act(window);
    let most = (0..20).map(|_| pass(window)[0]).fold(0.0, f64::max);
    println!("2,000 nodes, {what}: {most:.1} ms at most");
}

fn many(folder: &Path) {
    let mut window = open(folder, "PG_Many", 2000, APART);
    slowest(&mut window, "at rest", |_| ());
    slowest(&mut window, "a search", |window| {
        window.key_press_modifiers(Modifiers::COMMAND, Key::F);
        window.step();
        window.event(Event::Text("walk".into()));
    });
    slowest(&mut window, "the next hit", |window| window.key_press(Key::Enter));
    slowest(&mut window, "select all and put in order", |window| {
        window.key_press(Key::Escape);
        window.step();
        window.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.step();
        window.key_press_modifiers(Modifiers::SHIFT, Key::Q);
    });
    slowest(&mut window, "undo", |window| window.key_press_modifiers(Modifiers::COMMAND, Key::Z));
    slowest(&mut window, "delete all", |window| window.key_press(Key::Delete));
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    // SAFETY: nothing else runs yet.
    #[expect(unsafe_code, reason = "the settings of whoever runs this are theirs")]
    unsafe {
        std::env::set_var("XDG_CONFIG_HOME", folder.path());
        std::env::set_var("XDG_DATA_HOME", folder.path());
    }
    compare(folder.path());
    many(folder.path());
}
