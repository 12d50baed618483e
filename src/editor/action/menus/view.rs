//! Of the menus View, Window and Help.

use crate::{
    action::{Chord, Entry, TimelineAction, ViewAction, entry},
    dock::Panel,
    panels::help::Sheet,
    preferences::Follow,
    viewport::{Axes, Overlay, Tool, ViewportShading},
};
use egui::{Key, KeyboardShortcut, Modifiers};
use words::word;

const NEXT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL, Key::Tab);
const PREVIOUS: KeyboardShortcut =
    KeyboardShortcut::new(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Tab);

/// The View menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "view.next_panel",
        word!("Next panel"),
        [Chord::plain(Key::F6)],
        ViewAction::StepPanel(1)
    ),
    entry!(
        "view.previous_panel",
        word!("Previous panel"),
        [Chord::shift(Key::F6)],
        ViewAction::StepPanel(-1)
    ),
    entry!(
        "view.search",
        word!("Search commands and assets"),
        [Chord::ctrl(Key::P), Chord::ctrl_shift(Key::P)],
        ViewAction::OpenPalette
    ),
    entry!(
        "view.next_tab",
        word!("Next tab"),
        [NEXT],
        ViewAction::NextTab
    ),
    entry!(
        "view.previous_tab",
        word!("Previous tab"),
        [PREVIOUS],
        ViewAction::PreviousTab
    ),
    entry!(
        "view.open_selected",
        word!("Open the selected asset"),
        [Chord::plain(Key::Enter)],
        ViewAction::OpenSelected,
        on[Assets]
    ),
    entry!(
        "view.reveal",
        word!("Reveal in assets"),
        [Chord::ctrl(Key::B)],
        ViewAction::RevealInAssets
    ),
    entry!(
        "view.close_tab",
        word!("Close tab"),
        [Chord::ctrl(Key::W)],
        ViewAction::CloseActiveTab
    ),
    entry!(
        "view.beside",
        word!("Show document beside"),
        [Chord::ctrl(Key::Backslash)],
        ViewAction::ShowActiveBeside
    ),
    entry!("view.frame_selection", word!("Frame selection"), [Chord::plain(Key::F)], ViewAction::FrameSelection, on [Timeline, Viewport, Canvas]),
    entry!("view.frame_all", word!("Frame all"), [Chord::plain(Key::Home)], ViewAction::FrameAll, on [Timeline, Viewport, Canvas]),
    entry!(
        "timeline.snapping",
        word!("Snapping"),
        [Chord::plain(Key::N)],
        TimelineAction::ToggleSnapping,
        on[Timeline]
    ),
    entry!(
        "timeline.follow_off",
        word!("Do not follow the playhead"),
        [],
        TimelineAction::Follow(Follow::Off)
    ),
    entry!(
        "timeline.follow_page",
        word!("Follow the playhead by pages"),
        [],
        TimelineAction::Follow(Follow::Page)
    ),
    entry!(
        "timeline.follow_smooth",
        word!("Follow the playhead smoothly"),
        [],
        TimelineAction::Follow(Follow::Smooth)
    ),
    entry!(
        "timeline.show_playhead",
        word!("Show the playhead"),
        [],
        TimelineAction::ShowPlayhead
    ),
    entry!(
        "view.bones",
        word!("Bones"),
        [],
        ViewAction::ToggleOverlay(Overlay::Bones)
    ),
    entry!(
        "view.bone_names",
        word!("Bone names"),
        [],
        ViewAction::ToggleOverlay(Overlay::Names)
    ),
    entry!(
        "view.sockets",
        word!("Sockets"),
        [],
        ViewAction::ToggleOverlay(Overlay::Sockets)
    ),
    entry!(
        "view.root_path",
        word!("Root path"),
        [],
        ViewAction::ToggleOverlay(Overlay::Trail)
    ),
    entry!(
        "view.grid",
        word!("Grid"),
        [],
        ViewAction::ToggleOverlay(Overlay::Grid)
    ),
    entry!(
        "view.mesh",
        word!("Mesh"),
        [],
        ViewAction::ToggleOverlay(Overlay::Mesh)
    ),
    entry!(
        "view.props",
        word!("Props"),
        [],
        ViewAction::ToggleOverlay(Overlay::Props)
    ),
    entry!(
        "view.follow",
        word!("Follow character"),
        [],
        ViewAction::ToggleOverlay(Overlay::Follow)
    ),
    entry!(
        "view.weights",
        word!("Skin weights"),
        [],
        ViewAction::ToggleOverlay(Overlay::Weights)
    ),
    entry!(
        "view.bounds",
        word!("Bounds and bodies"),
        [],
        ViewAction::ToggleOverlay(Overlay::Bounds)
    ),
    entry!(
        "view.ghosts",
        word!("Ghosts"),
        [],
        ViewAction::ToggleOverlay(Overlay::Ghosts)
    ),
    entry!(
        "view.bone_paths",
        word!("Bone paths"),
        [],
        ViewAction::ToggleOverlay(Overlay::BonePaths)
    ),
    entry!(
        "view.handles",
        word!("Handles and reach"),
        [],
        ViewAction::ToggleOverlay(Overlay::Handles)
    ),
    entry!(
        "view.lit",
        word!("Shading: lit"),
        [],
        ViewAction::SetShading(ViewportShading::Lit)
    ),
    entry!(
        "view.solid",
        word!("Shading: solid"),
        [],
        ViewAction::SetShading(ViewportShading::Solid)
    ),
    entry!(
        "view.unlit",
        word!("Shading: unlit"),
        [],
        ViewAction::SetShading(ViewportShading::Unlit)
    ),
    entry!(
        "view.wireframe",
        word!("Shading: wireframe"),
        [],
        ViewAction::SetShading(ViewportShading::Wireframe)
    ),
    entry!(
        "view.normals",
        word!("Shading: normals"),
        [],
        ViewAction::SetShading(ViewportShading::Normals)
    ),
    entry!(
        "view.motion",
        word!("Shading: motion vectors"),
        [],
        ViewAction::SetShading(ViewportShading::Motion)
    ),
    entry!(
        "view.move_handles",
        word!("Move handles"),
        [Chord::plain(Key::W)],
        ViewAction::SetTool(Tool::Move),
        on[Viewport]
    ),
    entry!(
        "view.turn_handles",
        word!("Rotate handles"),
        [Chord::plain(Key::E)],
        ViewAction::SetTool(Tool::Turn),
        on[Viewport]
    ),
    entry!(
        "view.world_axes",
        word!("Handles: world axes"),
        [],
        ViewAction::SetAxes(Axes::World)
    ),
    entry!(
        "view.local_axes",
        word!("Handles: local axes"),
        [],
        ViewAction::SetAxes(Axes::Local)
    ),
    entry!(
        "view.parent_axes",
        word!("Handles: parent axes"),
        [],
        ViewAction::SetAxes(Axes::Parent)
    ),
    entry!(
        "view.snap_handles",
        word!("Snap handles"),
        [],
        ViewAction::SnapHandles
    ),
    entry!(
        "view.event_log",
        word!("Show event log"),
        [],
        ViewAction::ShowEventLog
    ),
    entry!("view.jobs", word!("Show jobs"), [], ViewAction::ShowJobs),
    entry!(
        "view.problems",
        word!("Show problems"),
        [Chord::plain(Key::F7)],
        ViewAction::ShowProblems
    ),
    entry!(
        "view.measure_slide",
        word!("Measure foot slide"),
        [],
        ViewAction::MeasureSlide
    ),
    entry!(
        "view.clear_log",
        word!("Clear event log"),
        [],
        ViewAction::ClearLog
    ),
];

/// The Window menu, top to bottom.
pub const WINDOW: &[Entry] = &[
    entry!(
        "window.graph",
        word!("Graph"),
        [],
        ViewAction::TogglePanel(Panel::Graph)
    ),
    entry!(
        "window.assets",
        word!("Assets"),
        [],
        ViewAction::TogglePanel(Panel::Assets)
    ),
    entry!(
        "window.skeleton",
        word!("Skeleton"),
        [],
        ViewAction::TogglePanel(Panel::Skeleton)
    ),
    entry!(
        "window.viewport",
        word!("Viewport"),
        [],
        ViewAction::TogglePanel(Panel::Viewport)
    ),
    entry!(
        "window.quick_slots",
        word!("Quick slots"),
        [],
        ViewAction::TogglePanel(Panel::QuickSlots)
    ),
    entry!(
        "window.timeline",
        word!("Timeline"),
        [],
        ViewAction::TogglePanel(Panel::Timeline)
    ),
    entry!(
        "window.compression",
        word!("Compression"),
        [],
        ViewAction::TogglePanel(Panel::Compression)
    ),
    entry!(
        "window.canvas",
        word!("Canvas"),
        [],
        ViewAction::TogglePanel(Panel::Canvas)
    ),
    entry!(
        "window.parameters",
        word!("Parameters"),
        [],
        ViewAction::TogglePanel(Panel::Parameters)
    ),
    entry!(
        "window.details",
        word!("Details"),
        [],
        ViewAction::TogglePanel(Panel::Details)
    ),
    entry!(
        "window.event_log",
        word!("Event log"),
        [],
        ViewAction::TogglePanel(Panel::EventLog)
    ),
    entry!(
        "window.problems",
        word!("Problems"),
        [],
        ViewAction::TogglePanel(Panel::Problems)
    ),
    entry!(
        "window.jobs",
        word!("Jobs"),
        [],
        ViewAction::TogglePanel(Panel::Jobs)
    ),
    entry!(
        "window.slide",
        word!("Foot slide"),
        [],
        ViewAction::TogglePanel(Panel::Slide)
    ),
    entry!(
        "window.session",
        word!("Session"),
        [],
        ViewAction::TogglePanel(Panel::Session)
    ),
    entry!(
        "window.tests",
        word!("Tests"),
        [],
        ViewAction::TogglePanel(Panel::Tests)
    ),
    entry!(
        "window.why",
        word!("Why?"),
        [],
        ViewAction::TogglePanel(Panel::Why)
    ),
    entry!(
        "window.crowd",
        word!("Crowd"),
        [],
        ViewAction::TogglePanel(Panel::Crowd)
    ),
    entry!(
        "window.sweep",
        word!("Frame-rate sweep"),
        [],
        ViewAction::TogglePanel(Panel::Sweep)
    ),
    entry!(
        "window.preview",
        word!("Preview scene"),
        [],
        ViewAction::TogglePanel(Panel::Preview)
    ),
    entry!(
        "window.find_uses",
        word!("Find uses"),
        [],
        ViewAction::TogglePanel(Panel::FindUses)
    ),
    entry!(
        "window.float",
        word!("Float or dock active panel"),
        [],
        ViewAction::FloatActivePanel
    ),
    entry!(
        "window.arrange_for_tuning",
        word!("Arrange for tuning"),
        [],
        ViewAction::ArrangeForTuning
    ),
    entry!(
        "window.reset_arrangement",
        word!("Reset arrangement"),
        [],
        ViewAction::ResetArrangement
    ),
];

/// The Help menu, top to bottom.
pub const HELP: &[Entry] = &[
    entry!(
        "help.guide",
        word!("User guide"),
        [],
        ViewAction::TogglePanel(Panel::Guide)
    ),
    entry!(
        "help.tour_montage",
        word!("Tutorial: an attack combo"),
        [],
        ViewAction::OpenGuide("attack_combo.md")
    ),
    entry!(
        "help.tour_graph",
        word!("Tutorial: a moving character"),
        [],
        ViewAction::OpenGuide("walkthrough.md")
    ),
    entry!(
        "help.tour_mocap",
        word!("Tutorial: motion capture on a character"),
        [],
        ViewAction::OpenGuide("mocap.md")
    ),
    entry!(
        "help.tour_game",
        word!("Tutorial: a game's first lines"),
        [],
        ViewAction::OpenGuide("first_game.md")
    ),
    entry!(
        "help.problems",
        word!("Problems explained"),
        [],
        ViewAction::OpenGuide("problems.md")
    ),
    entry!("help.keys", word!("Keys…"), [], ViewAction::ShowKeys),
    entry!(
        "help.about",
        word!("About Mutoscope"),
        [],
        ViewAction::OpenSheet(Sheet::About)
    ),
];
