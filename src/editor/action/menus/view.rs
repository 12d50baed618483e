//! Of the menus View, Window and Help.

use crate::{
    action::{Chord, Entry, TimelineAction, ViewAction, entry},
    dock::Panel,
    panels::help::Sheet,
    preferences::Follow,
    viewport::{Axes, Overlay, Tool, ViewportShading},
};
use egui::{Key, KeyboardShortcut, Modifiers};

const NEXT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL, Key::Tab);
const PREVIOUS: KeyboardShortcut =
    KeyboardShortcut::new(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Tab);

/// The View menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "view.next_panel",
        "Next panel",
        [Chord::plain(Key::F6)],
        ViewAction::StepPanel(1)
    ),
    entry!(
        "view.previous_panel",
        "Previous panel",
        [Chord::shift(Key::F6)],
        ViewAction::StepPanel(-1)
    ),
    entry!(
        "view.search",
        "Search commands and assets",
        [Chord::ctrl(Key::P), Chord::ctrl_shift(Key::P)],
        ViewAction::OpenPalette
    ),
    entry!("view.next_tab", "Next tab", [NEXT], ViewAction::NextTab),
    entry!(
        "view.previous_tab",
        "Previous tab",
        [PREVIOUS],
        ViewAction::PreviousTab
    ),
    entry!(
        "view.open_selected",
        "Open the selected asset",
        [Chord::plain(Key::Enter)],
        ViewAction::OpenSelected,
        on[Assets]
    ),
    entry!(
        "view.reveal",
        "Reveal in assets",
        [Chord::ctrl(Key::B)],
        ViewAction::RevealInAssets
    ),
    entry!(
        "view.close_tab",
        "Close tab",
        [Chord::ctrl(Key::W)],
        ViewAction::CloseActiveTab
    ),
    entry!(
        "view.beside",
        "Show document beside",
        [Chord::ctrl(Key::Backslash)],
        ViewAction::ShowActiveBeside
    ),
    entry!("view.frame_selection", "Frame selection", [Chord::plain(Key::F)], ViewAction::FrameSelection, on [Timeline, Viewport, Canvas]),
    entry!("view.frame_all", "Frame all", [Chord::plain(Key::Home)], ViewAction::FrameAll, on [Timeline, Viewport, Canvas]),
    entry!(
        "timeline.snapping",
        "Snapping",
        [Chord::plain(Key::N)],
        TimelineAction::ToggleSnapping,
        on[Timeline]
    ),
    entry!(
        "timeline.follow_off",
        "Do not follow the playhead",
        [],
        TimelineAction::Follow(Follow::Off)
    ),
    entry!(
        "timeline.follow_page",
        "Follow the playhead by pages",
        [],
        TimelineAction::Follow(Follow::Page)
    ),
    entry!(
        "timeline.follow_smooth",
        "Follow the playhead smoothly",
        [],
        TimelineAction::Follow(Follow::Smooth)
    ),
    entry!(
        "timeline.show_playhead",
        "Show the playhead",
        [],
        TimelineAction::ShowPlayhead
    ),
    entry!(
        "view.bones",
        "Bones",
        [],
        ViewAction::ToggleOverlay(Overlay::Bones)
    ),
    entry!(
        "view.bone_names",
        "Bone names",
        [],
        ViewAction::ToggleOverlay(Overlay::Names)
    ),
    entry!(
        "view.sockets",
        "Sockets",
        [],
        ViewAction::ToggleOverlay(Overlay::Sockets)
    ),
    entry!(
        "view.root_path",
        "Root path",
        [],
        ViewAction::ToggleOverlay(Overlay::Trail)
    ),
    entry!(
        "view.grid",
        "Grid",
        [],
        ViewAction::ToggleOverlay(Overlay::Grid)
    ),
    entry!(
        "view.mesh",
        "Mesh",
        [],
        ViewAction::ToggleOverlay(Overlay::Mesh)
    ),
    entry!(
        "view.props",
        "Props",
        [],
        ViewAction::ToggleOverlay(Overlay::Props)
    ),
    entry!(
        "view.follow",
        "Follow character",
        [],
        ViewAction::ToggleOverlay(Overlay::Follow)
    ),
    entry!(
        "view.weights",
        "Skin weights",
        [],
        ViewAction::ToggleOverlay(Overlay::Weights)
    ),
    entry!(
        "view.bounds",
        "Bounds and bodies",
        [],
        ViewAction::ToggleOverlay(Overlay::Bounds)
    ),
    entry!(
        "view.ghosts",
        "Ghosts",
        [],
        ViewAction::ToggleOverlay(Overlay::Ghosts)
    ),
    entry!(
        "view.bone_paths",
        "Bone paths",
        [],
        ViewAction::ToggleOverlay(Overlay::BonePaths)
    ),
    entry!(
        "view.handles",
        "Handles and reach",
        [],
        ViewAction::ToggleOverlay(Overlay::Handles)
    ),
    entry!(
        "view.lit",
        "Shading: lit",
        [],
        ViewAction::SetShading(ViewportShading::Lit)
    ),
    entry!(
        "view.solid",
        "Shading: solid",
        [],
        ViewAction::SetShading(ViewportShading::Solid)
    ),
    entry!(
        "view.unlit",
        "Shading: unlit",
        [],
        ViewAction::SetShading(ViewportShading::Unlit)
    ),
    entry!(
        "view.wireframe",
        "Shading: wireframe",
        [],
        ViewAction::SetShading(ViewportShading::Wireframe)
    ),
    entry!(
        "view.normals",
        "Shading: normals",
        [],
        ViewAction::SetShading(ViewportShading::Normals)
    ),
    entry!(
        "view.motion",
        "Shading: motion vectors",
        [],
        ViewAction::SetShading(ViewportShading::Motion)
    ),
    entry!(
        "view.move_handles",
        "Move handles",
        [Chord::plain(Key::W)],
        ViewAction::SetTool(Tool::Move),
        on[Viewport]
    ),
    entry!(
        "view.turn_handles",
        "Rotate handles",
        [Chord::plain(Key::E)],
        ViewAction::SetTool(Tool::Turn),
        on[Viewport]
    ),
    entry!(
        "view.world_axes",
        "Handles: world axes",
        [],
        ViewAction::SetAxes(Axes::World)
    ),
    entry!(
        "view.local_axes",
        "Handles: local axes",
        [],
        ViewAction::SetAxes(Axes::Local)
    ),
    entry!(
        "view.parent_axes",
        "Handles: parent axes",
        [],
        ViewAction::SetAxes(Axes::Parent)
    ),
    entry!(
        "view.snap_handles",
        "Snap handles",
        [],
        ViewAction::SnapHandles
    ),
    entry!(
        "view.event_log",
        "Show event log",
        [],
        ViewAction::ShowEventLog
    ),
    entry!("view.jobs", "Show jobs", [], ViewAction::ShowJobs),
    entry!(
        "view.problems",
        "Show problems",
        [Chord::plain(Key::F7)],
        ViewAction::ShowProblems
    ),
    entry!(
        "view.measure_slide",
        "Measure foot slide",
        [],
        ViewAction::MeasureSlide
    ),
    entry!(
        "view.clear_log",
        "Clear event log",
        [],
        ViewAction::ClearLog
    ),
];

/// The Window menu, top to bottom.
pub const WINDOW: &[Entry] = &[
    entry!(
        "window.graph",
        "Graph",
        [],
        ViewAction::TogglePanel(Panel::Graph)
    ),
    entry!(
        "window.assets",
        "Assets",
        [],
        ViewAction::TogglePanel(Panel::Assets)
    ),
    entry!(
        "window.skeleton",
        "Skeleton",
        [],
        ViewAction::TogglePanel(Panel::Skeleton)
    ),
    entry!(
        "window.viewport",
        "Viewport",
        [],
        ViewAction::TogglePanel(Panel::Viewport)
    ),
    entry!(
        "window.quick_slots",
        "Quick slots",
        [],
        ViewAction::TogglePanel(Panel::QuickSlots)
    ),
    entry!(
        "window.timeline",
        "Timeline",
        [],
        ViewAction::TogglePanel(Panel::Timeline)
    ),
    entry!(
        "window.compression",
        "Compression",
        [],
        ViewAction::TogglePanel(Panel::Compression)
    ),
    entry!(
        "window.canvas",
        "Canvas",
        [],
        ViewAction::TogglePanel(Panel::Canvas)
    ),
    entry!(
        "window.parameters",
        "Parameters",
        [],
        ViewAction::TogglePanel(Panel::Parameters)
    ),
    entry!(
        "window.details",
        "Details",
        [],
        ViewAction::TogglePanel(Panel::Details)
    ),
    entry!(
        "window.event_log",
        "Event log",
        [],
        ViewAction::TogglePanel(Panel::EventLog)
    ),
    entry!(
        "window.problems",
        "Problems",
        [],
        ViewAction::TogglePanel(Panel::Problems)
    ),
    entry!(
        "window.jobs",
        "Jobs",
        [],
        ViewAction::TogglePanel(Panel::Jobs)
    ),
    entry!(
        "window.slide",
        "Foot slide",
        [],
        ViewAction::TogglePanel(Panel::Slide)
    ),
    entry!(
        "window.sweep",
        "Frame-rate sweep",
        [],
        ViewAction::TogglePanel(Panel::Sweep)
    ),
    entry!(
        "window.preview",
        "Preview scene",
        [],
        ViewAction::TogglePanel(Panel::Preview)
    ),
    entry!(
        "window.find_uses",
        "Find uses",
        [],
        ViewAction::TogglePanel(Panel::FindUses)
    ),
    entry!(
        "window.float",
        "Float or dock active panel",
        [],
        ViewAction::FloatActivePanel
    ),
    entry!(
        "window.arrange_for_tuning",
        "Arrange for tuning",
        [],
        ViewAction::ArrangeForTuning
    ),
    entry!(
        "window.reset_arrangement",
        "Reset arrangement",
        [],
        ViewAction::ResetArrangement
    ),
];

/// The Help menu, top to bottom.
pub const HELP: &[Entry] = &[
    entry!(
        "help.guide",
        "User guide",
        [],
        ViewAction::TogglePanel(Panel::Guide)
    ),
    entry!(
        "help.tour_montage",
        "Tutorial: an attack combo",
        [],
        ViewAction::OpenGuide("attack_combo.md")
    ),
    entry!(
        "help.tour_graph",
        "Tutorial: a moving character",
        [],
        ViewAction::OpenGuide("walkthrough.md")
    ),
    entry!(
        "help.tour_mocap",
        "Tutorial: motion capture on a character",
        [],
        ViewAction::OpenGuide("mocap.md")
    ),
    entry!(
        "help.tour_game",
        "Tutorial: a game's first lines",
        [],
        ViewAction::OpenGuide("first_game.md")
    ),
    entry!(
        "help.problems",
        "Problems explained",
        [],
        ViewAction::OpenGuide("problems.md")
    ),
    entry!("help.keys", "Keys…", [], ViewAction::ShowKeys),
    entry!(
        "help.about",
        "About Mutoscope",
        [],
        ViewAction::OpenSheet(Sheet::About)
    ),
];
