//! Of the menu of pose graphs.

use super::{GraphAction, NodeAlignEdge, NodeDistributeAxis};
use crate::action::{Chord, Entry, entry};
use egui::Key;
use words::word;

/// The Graph menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!("graph.new", word!("New pose graph"), [], GraphAction::New),
    entry!(
        "graph.add",
        word!("Add…"),
        [Chord::plain(Key::Tab)],
        GraphAction::Add,
        on[Canvas]
    ),
    entry!(
        "graph.dive",
        word!("Open selected node"),
        [Chord::plain(Key::Enter), Chord::plain(Key::PageDown)],
        GraphAction::Dive,
        on[Canvas]
    ),
    entry!(
        "graph.out",
        word!("Parent page"),
        [Chord::plain(Key::PageUp)],
        GraphAction::Out,
        on[Canvas]
    ),
    entry!(
        "graph.comment",
        word!("Add comment"),
        [Chord::plain(Key::C)],
        GraphAction::AddComment,
        on[Canvas]
    ),
    entry!(
        "graph.collapse",
        word!("Collapse to a sub-graph"),
        [Chord::ctrl(Key::G)],
        GraphAction::Collapse,
        on[Canvas]
    ),
    entry!(
        "graph.expand",
        word!("Expand sub-graph"),
        [Chord::ctrl_shift(Key::G)],
        GraphAction::Expand,
        on[Canvas]
    ),
    entry!(
        "graph.mirror",
        word!("Mirror to the other side"),
        [Chord::ctrl_shift(Key::M)],
        GraphAction::Mirror,
        on[Canvas]
    ),
    entry!(
        "graph.disable",
        word!("Disable or enable nodes"),
        [Chord::plain(Key::D)],
        GraphAction::Disable,
        on[Canvas]
    ),
    entry!(
        "graph.detach",
        word!("Delete and reconnect"),
        [Chord::shift(Key::Delete)],
        GraphAction::Detach,
        on[Canvas]
    ),
    entry!(
        "graph.paste",
        word!("Paste with links"),
        [Chord::ctrl_shift(Key::V)],
        GraphAction::PasteLinked,
        on[Canvas]
    ),
    entry!(
        "graph.reroute",
        word!("Add reroute"),
        [Chord::plain(Key::R)],
        GraphAction::Reroute,
        on[Canvas]
    ),
    entry!(
        "graph.straighten",
        word!("Straighten wires"),
        [Chord::plain(Key::Q)],
        GraphAction::Straighten,
        on[Canvas]
    ),
    entry!(
        "graph.tidy",
        word!("Auto-layout"),
        [Chord::shift(Key::Q)],
        GraphAction::Tidy,
        on[Canvas]
    ),
    entry!(
        "graph.align_top",
        word!("Align top edges"),
        [Chord::shift(Key::W)],
        GraphAction::Align(NodeAlignEdge::Top),
        on[Canvas]
    ),
    entry!(
        "graph.align_left",
        word!("Align left edges"),
        [Chord::shift(Key::A)],
        GraphAction::Align(NodeAlignEdge::Left),
        on[Canvas]
    ),
    entry!(
        "graph.align_bottom",
        word!("Align bottom edges"),
        [Chord::shift(Key::S)],
        GraphAction::Align(NodeAlignEdge::Bottom),
        on[Canvas]
    ),
    entry!(
        "graph.align_right",
        word!("Align right edges"),
        [Chord::shift(Key::D)],
        GraphAction::Align(NodeAlignEdge::Right),
        on[Canvas]
    ),
    entry!(
        "graph.distribute_across",
        word!("Distribute horizontally"),
        [],
        GraphAction::Distribute(NodeDistributeAxis::Across)
    ),
    entry!(
        "graph.distribute_down",
        word!("Distribute vertically"),
        [],
        GraphAction::Distribute(NodeDistributeAxis::Down)
    ),
    entry!(
        "graph.nudge_left",
        word!("Nudge left"),
        [Chord::ctrl(Key::ArrowLeft)],
        GraphAction::Nudge(-1, 0),
        on[Canvas]
    ),
    entry!(
        "graph.nudge_right",
        word!("Nudge right"),
        [Chord::ctrl(Key::ArrowRight)],
        GraphAction::Nudge(1, 0),
        on[Canvas]
    ),
    entry!(
        "graph.nudge_up",
        word!("Nudge up"),
        [Chord::ctrl(Key::ArrowUp)],
        GraphAction::Nudge(0, -1),
        on[Canvas]
    ),
    entry!(
        "graph.nudge_down",
        word!("Nudge down"),
        [Chord::ctrl(Key::ArrowDown)],
        GraphAction::Nudge(0, 1),
        on[Canvas]
    ),
    entry!(
        "graph.find",
        word!("Find on this page"),
        [Chord::ctrl(Key::F)],
        GraphAction::Find,
        on[Canvas]
    ),
    entry!(
        "graph.find_next",
        word!("Find next"),
        [Chord::plain(Key::F3)],
        GraphAction::FindNext,
        on[Canvas]
    ),
    entry!("graph.why", word!("Why this pose?"), [], GraphAction::Why),
    entry!("graph.compare", word!("Before and after"), [Chord::shift(Key::V)], GraphAction::Compare, on[Canvas, Viewport]),
    entry!(
        "graph.watch",
        word!("Watch this pose"),
        [Chord::plain(Key::V)],
        GraphAction::Watch,
        on[Canvas]
    ),
    entry!(
        "graph.stop_montages",
        word!("Stop all montages"),
        [],
        GraphAction::StopMontages(None)
    ),
    entry!(
        "graph.restart",
        word!("Play from the start"),
        [],
        GraphAction::Restart
    ),
    entry!(
        "graph.reset",
        word!("Reset all parameters to defaults"),
        [],
        GraphAction::ResetParameters
    ),
    entry!(
        "graph.preset",
        word!("Save parameters as a preset"),
        [],
        GraphAction::KeepPreset
    ),
    entry!("graph.drive", word!("Drive"), [], GraphAction::Drive),
    entry!(
        "graph.save_driven",
        word!("Save the drive as a script…"),
        [],
        GraphAction::SaveDriven
    ),
];
