//! The whole application in a window without a screen, and how long its UI takes a pass.

use asset::Project;
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::Harness;
use std::{
    path::Path,
    time::{Duration, Instant},
};

pub type Window = Harness<'static, Timed>;

/// The application, and how long its UI took in the last pass.
pub struct Timed {
    pub app: editor::App,
    pub spent: Duration,
}

impl eframe::App for Timed {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let start = Instant::now();
        self.app.ui(ui, frame);
        self.spent = start.elapsed();
    }
}

/// The settings of whoever runs this are theirs: they are kept in the folder instead. Contract:
/// nothing else runs yet.
pub fn apart(folder: &Path) {
    // SAFETY: see the contract.
    #[expect(unsafe_code, reason = "the settings of whoever runs this are theirs")]
    unsafe {
        std::env::set_var("XDG_CONFIG_HOME", folder);
        std::env::set_var("XDG_DATA_HOME", folder);
        std::env::set_var("XDG_RUNTIME_DIR", folder);
    }
}

/// On a project of that name, with its asset of the same name open.
pub fn open(folder: &Path, project: &Project, name: &str, size: [f32; 2]) -> Window {
    let folder = tempfile::tempdir_in(folder).expect("a folder").keep();
    files::create_project(&folder, project).expect("the project is written");
    let mut setup = egui_kittest::wgpu::default_wgpu_setup();
    if let egui_wgpu::WgpuSetup::CreateNew(new) = &mut setup {
        new.device_descriptor = std::sync::Arc::new(render::Gpu::device_descriptor);
    }
    let builder = Harness::builder()
        .with_size(vec2(size[0], size[1]))
        .wgpu_setup(setup)
        .with_step_dt(1.0 / 60.0);
    let mut window = builder.build_eframe(|cc| Timed {
        app: editor::App::new(cc, Some(folder), None, None).expect("the app starts"),
        spent: Duration::ZERO,
    });
    steps(&mut window, 30);
    key(&mut window, Modifiers::COMMAND, Key::P);
    type_text(&mut window, name);
    key(&mut window, Modifiers::NONE, Key::Enter);
    steps(&mut window, 60);
    window
}

pub fn steps(window: &mut Window, count: usize) {
    for _ in 0..count {
        window.step();
        std::thread::sleep(Duration::from_millis(4));
    }
}

pub fn key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    steps(window, 3);
}

pub fn type_text(window: &mut Window, text: &str) {
    window.event(Event::Text(text.into()));
    steps(window, 3);
}

/// A pass of the UI, and laying out its triangles; milliseconds.
pub fn pass(window: &mut Window) -> [f64; 2] {
    window.step();
    let ui = window.state().spent;
    let shapes = window.output().shapes.clone();
    let start = Instant::now();
    std::hint::black_box(window.ctx.tessellate(shapes, 1.0));
    [ui, start.elapsed()].map(|it| it.as_secs_f64() * 1e3)
}

pub fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
