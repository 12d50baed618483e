//! The application: panels, keys, dialogs, wiring.

mod action;
mod app;
mod canvas;
mod compiler;
mod compression;
mod coverage;
mod dock;
mod drive;
pub mod faults;
mod graph_inspection;
mod icons;
mod jobs;
mod journaling;
mod keymap;
mod kinds;
mod live;
mod moments;
mod on_slot;
mod panels;
mod parts;
mod pick;
mod picking;
mod preferences;
mod recent;
mod reduction;
mod renaming;
mod rewound;
mod session;
mod sliding;
mod software_fill;
mod sounds;
mod sources;
mod store;
mod testing;
#[cfg(test)]
mod tests;
mod theme;
mod timeline;
mod toast;
mod viewport;
mod views;
mod waker;
mod watch;

pub use app::App;
use app::AppWindows;
use languages::Language;
use words::tr;

use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::PathBuf,
    sync::Arc,
    time::Instant,
};

/// Text in the panic of the loader of the keyboard library.
const NOT_LOADED: &str = "could not be loaded";

/// Runs the window until it is closed, or, with a time, until the character is on the screen: then
/// it prints the seconds since. A language counts instead of that of the preferences until another
/// one is chosen there. The error is one clear line.
pub fn run_window(
    open: Option<PathBuf>,
    language: Option<Language>,
    since: Option<Instant>,
) -> Result<(), String> {
    if !has_display() {
        return Err(tr!("No display found. Run Mutoscope on a desktop, or set DISPLAY (for example with Xvfb). Commands work without a display: mutoscope --help.").into());
    }
    let viewport = egui::ViewportBuilder::default()
        .with_app_id("mutoscope")
        .with_title(tr!("Mutoscope"))
        .with_inner_size([1440.0, 900.0])
        .with_min_inner_size([960.0, 600.0])
        .with_drag_and_drop(true);
    let mut options = eframe::NativeOptions {
        viewport,
        run_and_return: true,
        ..eframe::NativeOptions::default()
    };
    if let egui_wgpu::WgpuSetup::CreateNew(setup) = &mut options.wgpu_options.wgpu_setup {
        setup.device_descriptor = Arc::new(render::Gpu::device_descriptor);
    }
    let mut windows = AppWindows::default();
    loop {
        let open = open.clone();
        let create = windows.creator(move |cc| App::new(cc, open, language, since));
        // What paints the window panics where its device is gone.
        let ended = catch_unwind(AssertUnwindSafe(|| {
            eframe::run_native("Mutoscope", options.clone(), create)
        }));
        if !windows.goes_on(matches!(ended, Ok(Err(_))))? {
            return match ended {
                Ok(ended) => ended.map_err(|error| clear_line(&error)),
                Err(panic) if faults::said(panic.as_ref()).contains(NOT_LOADED) => {
                    Err(cannot_open(&faults::said(panic.as_ref())))
                }
                Err(panic) => resume_unwind(panic),
            };
        }
    }
}

/// Whether there is a display. Only X11 and Wayland can be missing; other systems always have one.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(target_os = "linux")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

fn clear_line(error: &eframe::Error) -> String {
    match error {
        eframe::Error::Wgpu(error) => tr!(
            "No graphics adapter can draw the window ({error}). Install a driver, for example: apt-get install mesa-vulkan-drivers"
        ),
        other => cannot_open(&other.to_string()),
    }
}

/// Message for a window that cannot open. Libraries are loaded as the window opens: their loader
/// reports a missing one.
fn cannot_open(text: &str) -> String {
    let is_library = ["xlib", "libX", "xkbcommon", "shared librar"]
        .iter()
        .any(|word| text.contains(word));
    if is_library {
        return tr!("An X11 library is missing. Install it; on Debian and Ubuntu: apt-get install libx11-6 libx11-xcb1 \
                libxcursor1 libxi6 libxkbcommon-x11-0; on Fedora: dnf install libX11 libX11-xcb libXcursor libXi \
                libxkbcommon-x11")
            .to_owned();
    }
    tr!("Cannot open the window: {}", faults::without_paths(text))
}
