//! Of the Edit menu.

use crate::{
    action::{Chord, EditAction, Entry, SelectAction, SkeletonAction, ViewAction, entry},
    panels::help::Sheet,
};
use egui::Key;
use words::word;

/// The Edit menu, top to bottom.
pub const MENU: &[Entry] = &[
    entry!(
        "edit.undo",
        word!("Undo"),
        [Chord::ctrl(Key::Z)],
        EditAction::Undo
    ),
    entry!(
        "edit.redo",
        word!("Redo"),
        [Chord::ctrl(Key::Y), Chord::ctrl_shift(Key::Z)],
        EditAction::Redo
    ),
    entry!("edit.delete", word!("Delete"), [Chord::plain(Key::Delete), Chord::plain(Key::Backspace)], EditAction::Delete, on [Timeline, Viewport, Skeleton, Canvas, Assets]),
    entry!("edit.duplicate", word!("Duplicate"), [Chord::ctrl(Key::D)], EditAction::Duplicate, on [Timeline, Viewport, Skeleton, Canvas, Assets]),
    entry!("edit.cut", word!("Cut"), [Chord::ctrl(Key::X)], EditAction::Cut, on [Timeline, Viewport, Skeleton, Canvas]),
    entry!("edit.copy", word!("Copy"), [Chord::ctrl(Key::C)], EditAction::Copy, on [Timeline, Viewport, Skeleton, Canvas]),
    entry!("edit.paste", word!("Paste"), [Chord::ctrl(Key::V)], EditAction::Paste, on [Timeline, Viewport, Skeleton, Canvas]),
    entry!("select.all", word!("Select all"), [Chord::ctrl(Key::A)], SelectAction::All, on [Timeline, Viewport, Canvas]),
    entry!(
        "select.none",
        word!("Select none"),
        [],
        SelectAction::Nothing
    ),
    entry!(
        "edit.rename",
        word!("Rename"),
        [Chord::plain(Key::F2)],
        EditAction::Rename
    ),
    entry!(
        "skeleton.socket",
        word!("Add socket to the selected bone"),
        [],
        SkeletonAction::AddSocket
    ),
    entry!(
        "skeleton.path",
        word!("Keep path of the selected bone"),
        [],
        SkeletonAction::TogglePath
    ),
    entry!(
        "skeleton.clear_paths",
        word!("Clear kept bone paths"),
        [],
        SkeletonAction::ClearPaths
    ),
    entry!(
        "skeleton.mask",
        word!("Add bone mask"),
        [],
        SkeletonAction::AddMask
    ),
    entry!(
        "skeleton.profile",
        word!("Add blend profile"),
        [],
        SkeletonAction::AddBlendProfile
    ),
    entry!(
        "edit.nudge_back",
        word!("Nudge one frame back"),
        [Chord::ctrl(Key::ArrowLeft)],
        EditAction::Nudge(-1),
        on[Timeline]
    ),
    entry!(
        "edit.nudge_forward",
        word!("Nudge one frame forward"),
        [Chord::ctrl(Key::ArrowRight)],
        EditAction::Nudge(1),
        on[Timeline]
    ),
    entry!(
        "edit.nudge_back_10",
        word!("Nudge ten frames back"),
        [Chord::ctrl_shift(Key::ArrowLeft)],
        EditAction::Nudge(-10),
        on[Timeline]
    ),
    entry!(
        "edit.nudge_forward_10",
        word!("Nudge ten frames forward"),
        [Chord::ctrl_shift(Key::ArrowRight)],
        EditAction::Nudge(10),
        on[Timeline]
    ),
    entry!(
        "edit.find_uses",
        word!("Find uses of notify"),
        [Chord::ctrl_shift(Key::F)],
        ViewAction::FindUses
    ),
    entry!(
        "edit.slot_groups",
        word!("Slot groups…"),
        [],
        ViewAction::OpenSheet(Sheet::SlotGroups)
    ),
    entry!(
        "edit.preferences",
        word!("Preferences…"),
        [Chord::ctrl(Key::Comma)],
        ViewAction::OpenSheet(Sheet::Preferences)
    ),
];
