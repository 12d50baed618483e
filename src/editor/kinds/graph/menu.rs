//! Of the menu of pose graphs.

use super::{GraphAction, NodeAlignEdge, NodeDistributeAxis};
use crate::action::{Chord, Entry, entry};
use egui::Key;

/// The Graph menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!("graph.new", "New pose graph", [], GraphAction::New),
    entry!(
        "graph.add",
        "Add…",
        [Chord::plain(Key::Tab)],
        GraphAction::Add,
        on[Canvas]
    ),
    entry!(
        "graph.dive",
        "Open selected node",
        [Chord::plain(Key::Enter), Chord::plain(Key::PageDown)],
        GraphAction::Dive,
        on[Canvas]
    ),
    entry!(
        "graph.out",
        "Parent page",
        [Chord::plain(Key::PageUp)],
        GraphAction::Out,
        on[Canvas]
    ),
    entry!(
        "graph.comment",
        "Add comment",
        [Chord::plain(Key::C)],
        GraphAction::AddComment,
        on[Canvas]
    ),
    entry!(
        "graph.collapse",
        "Collapse to a sub-graph",
        [Chord::ctrl(Key::G)],
        GraphAction::Collapse,
        on[Canvas]
    ),
    entry!(
        "graph.expand",
        "Expand sub-graph",
        [Chord::ctrl_shift(Key::G)],
        GraphAction::Expand,
        on[Canvas]
    ),
    entry!(
        "graph.mirror",
        "Mirror to the other side",
        [Chord::ctrl_shift(Key::M)],
        GraphAction::Mirror,
        on[Canvas]
    ),
    entry!(
        "graph.disable",
        "Disable or enable nodes",
        [Chord::plain(Key::D)],
        GraphAction::Disable,
        on[Canvas]
    ),
    entry!(
        "graph.detach",
        "Delete and reconnect",
        [Chord::shift(Key::Delete)],
        GraphAction::Detach,
        on[Canvas]
    ),
    entry!(
        "graph.paste",
        "Paste with links",
        [Chord::ctrl_shift(Key::V)],
        GraphAction::PasteLinked,
        on[Canvas]
    ),
    entry!(
        "graph.reroute",
        "Add reroute",
        [Chord::plain(Key::R)],
        GraphAction::Reroute,
        on[Canvas]
    ),
    entry!(
        "graph.straighten",
        "Straighten wires",
        [Chord::plain(Key::Q)],
        GraphAction::Straighten,
        on[Canvas]
    ),
    entry!(
        "graph.tidy",
        "Auto-layout",
        [Chord::shift(Key::Q)],
        GraphAction::Tidy,
        on[Canvas]
    ),
    entry!(
        "graph.align_top",
        "Align top edges",
        [Chord::shift(Key::W)],
        GraphAction::Align(NodeAlignEdge::Top),
        on[Canvas]
    ),
    entry!(
        "graph.align_left",
        "Align left edges",
        [Chord::shift(Key::A)],
        GraphAction::Align(NodeAlignEdge::Left),
        on[Canvas]
    ),
    entry!(
        "graph.align_bottom",
        "Align bottom edges",
        [Chord::shift(Key::S)],
        GraphAction::Align(NodeAlignEdge::Bottom),
        on[Canvas]
    ),
    entry!(
        "graph.align_right",
        "Align right edges",
        [Chord::shift(Key::D)],
        GraphAction::Align(NodeAlignEdge::Right),
        on[Canvas]
    ),
    entry!(
        "graph.distribute_across",
        "Distribute horizontally",
        [],
        GraphAction::Distribute(NodeDistributeAxis::Across)
    ),
    entry!(
        "graph.distribute_down",
        "Distribute vertically",
        [],
        GraphAction::Distribute(NodeDistributeAxis::Down)
    ),
    entry!(
        "graph.nudge_left",
        "Nudge left",
        [Chord::ctrl(Key::ArrowLeft)],
        GraphAction::Nudge(-1, 0),
        on[Canvas]
    ),
    entry!(
        "graph.nudge_right",
        "Nudge right",
        [Chord::ctrl(Key::ArrowRight)],
        GraphAction::Nudge(1, 0),
        on[Canvas]
    ),
    entry!(
        "graph.nudge_up",
        "Nudge up",
        [Chord::ctrl(Key::ArrowUp)],
        GraphAction::Nudge(0, -1),
        on[Canvas]
    ),
    entry!(
        "graph.nudge_down",
        "Nudge down",
        [Chord::ctrl(Key::ArrowDown)],
        GraphAction::Nudge(0, 1),
        on[Canvas]
    ),
    entry!(
        "graph.find",
        "Find on this page",
        [Chord::ctrl(Key::F)],
        GraphAction::Find,
        on[Canvas]
    ),
    entry!(
        "graph.find_next",
        "Find next",
        [Chord::plain(Key::F3)],
        GraphAction::FindNext,
        on[Canvas]
    ),
    entry!("graph.why", "Why this pose?", [], GraphAction::Why),
    entry!("graph.compare", "Before and after", [Chord::shift(Key::V)], GraphAction::Compare, on[Canvas, Viewport]),
    entry!(
        "graph.watch",
        "Watch this pose",
        [Chord::plain(Key::V)],
        GraphAction::Watch,
        on[Canvas]
    ),
    entry!(
        "graph.stop_montages",
        "Stop all montages",
        [],
        GraphAction::StopMontages(None)
    ),
    entry!(
        "graph.restart",
        "Play from the start",
        [],
        GraphAction::Restart
    ),
    entry!(
        "graph.reset",
        "Reset all parameters to defaults",
        [],
        GraphAction::ResetParameters
    ),
    entry!(
        "graph.preset",
        "Save parameters as a preset",
        [],
        GraphAction::KeepPreset
    ),
    entry!("graph.drive", "Drive", [], GraphAction::Drive),
    entry!(
        "graph.save_driven",
        "Save the drive as a script…",
        [],
        GraphAction::SaveDriven
    ),
];
