//! What the timeline remembers from one pass to the next.

use super::{
    LinkKind,
    lanes::{Arranged, LaneView},
    profile,
    snap::target::SnapTarget,
    view::TimeView,
};
use asset::{Curve, Id, Project, QuickSlot};
use document::{Command, Gesture};
use egui::{Pos2, Rect};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Instant,
};
use words::tr;

/// What zoom and scroll bring into view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineFitMode {
    All,
    Selection,
}

/// What the timeline view scrolls to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineRevealMode {
    Playhead,
    Selection,
}

/// The time to go to, while it is typed.
#[derive(Clone, Debug)]
pub struct Asking {
    pub(super) text: String,
    pub(super) has_focus: bool,
    /// Reason why the typed text is invalid; None if it was not refused.
    pub(super) refusal: Option<String>,
}

impl Asking {
    /// Begins with this time, in seconds, as text.
    pub fn of(position: f64) -> Self {
        Self {
            text: format!("{position:.3} s"),
            has_focus: false,
            refusal: None,
        }
    }
}

/// Part of the loop's region that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegionPart {
    /// A new one, from the press on.
    New,
    Start,
    End,
    Body,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct RegionDrag {
    /// Asset that the region belongs to.
    pub(super) host: Id,
    pub(super) part: RegionPart,
    /// Seconds under the pointer at the press.
    pub(super) press: f64,
    pub(super) before: Option<(f64, f64)>,
}

/// The view of an asset left earlier.
pub(super) struct KnownView {
    pub(super) view: TimeView,
    /// The width that it shows all in; such a view follows another width of the window, but never
    /// an edit.
    pub(super) fitted: Option<f32>,
}

/// View state of all timelines.
#[derive(Default)]
pub struct TimelineState {
    pub(super) views: BTreeMap<Id, KnownView>,
    pub(crate) drag: Option<TimelineDrag>,
    /// Snapping is off; the N key toggles it, Ctrl inverts it while dragging.
    pub free: bool,
    /// The time of what is dragged, which the viewport shows until it is let go.
    pub(crate) peek: Option<f64>,
    /// Target that the drag snapped to, for the line and its label; None if it did not snap.
    pub(crate) snapped: Option<SnapTarget>,
    /// A drag was taken back by the other button, which is still down and opens no menu.
    pub(crate) menus_wait: bool,
    /// How new notifies follow the segments under them.
    pub new_link: LinkKind,
    /// States whose digits are down, by digit.
    pub(crate) held: BTreeMap<u8, QuickSlotPress>,
    /// Time of the last request for a paste that makes room; None without a request.
    pub(crate) makes_room: Option<std::time::Instant>,
    /// Track that new notifies go to.
    pub active_track: Option<Id>,
    pub(crate) lanes: LaneView,
    /// Arranged notifies of the timelines that were shown last.
    pub(crate) arranged: Vec<Arc<Arranged>>,
    /// The lanes of the curves are shown as one.
    pub(crate) curves_folded: bool,
    /// Points; lanes that were dragged to another height.
    pub(crate) curve_heights: BTreeMap<Id, f32>,
    /// Taken by the timeline of the active document in its next pass.
    pub fit: Option<TimelineFitMode>,
    /// What the next pass scrolls to; None leaves the view.
    pub reveal: Option<TimelineRevealMode>,
    /// The hand took the view elsewhere while it plays.
    pub(crate) is_follow_paused: bool,
    /// The overview bar was dragged in the last pass.
    pub(super) is_panned: bool,
    /// The field is open; None while it is not.
    pub asking: Option<Asking>,
    /// Range that playback repeats, by asset; from and to, seconds.
    pub loops: BTreeMap<Id, (f64, f64)>,
    pub(super) region_drag: Option<RegionDrag>,
    pub(super) profiles: profile::Profiles,
    /// Places on the timeline of the edited document.
    pub(crate) places: TimelinePlaces,
}

/// Places of items on the screen in this pass, for box selection, drags and drops.
#[derive(Default)]
pub(crate) struct TimelinePlaces {
    /// Y of the ruler's top.
    pub(crate) ruler_top: f32,
    /// Start of the drag on the screen; None without a drag.
    pub(crate) pressed: Option<Pos2>,
    pub(crate) items: Vec<(Id, Rect)>,
    pub(crate) rows: Vec<(Id, Rect)>,
    /// Targets of a dragged link with their rectangles: sections, or None for the end of the
    /// montage.
    pub(crate) flow: Vec<(Rect, Option<Id>)>,
}

/// A state that lasts as long as its digit is held.
pub(crate) struct QuickSlotPress {
    /// Asset on whose timeline the digit was pressed.
    pub(crate) host: Id,
    pub(crate) slot: QuickSlot,
    /// Start of the state, seconds.
    pub(crate) start: f32,
    pub(crate) pressed: Instant,
}

/// What a drag on the timeline changes.
#[derive(Clone, Debug, PartialEq)]
pub enum DragKind {
    /// The selected items, held by this one.
    Move(Id),
    TrimStart(Id),
    TrimEnd(Id),
    /// The end of the first and the start of the second, which touch.
    Roll(Id, Id),
    /// The part of the clip that a segment plays; the segment keeps its place.
    Slip(Id),
    /// A segment between those that touch it, which get longer and shorter.
    Slide(Id),
    /// The end of a segment, or its start, by its rate.
    Rate(Id, bool),
    /// The slope of a key of a curve, at its handle after it or before it.
    Tangent {
        key: Id,
        out: bool,
    },
    BlendIn,
    BlendOut,
    /// The playhead.
    Scrub,
    /// A link from a section's port to another section.
    Link(Id),
    /// Box selection over what was selected before.
    Box(BTreeSet<Id>),
}

/// A drag in progress.
pub struct TimelineDrag {
    /// What the drag changes.
    pub kind: DragKind,
    pub(super) gesture: Gesture,
    pub(super) press: Pos2,
    /// Seconds under the pointer at the press.
    pub(super) press_time: f64,
    /// The pointer has left the press by more than a click may; a press held still is no edit.
    pub(super) moved: bool,
    pub(super) origin: Arc<Project>,
    /// The last command, so that a still pointer performs nothing.
    pub(super) last: Option<Command>,
    /// Copies by their originals, while the dragged items are copied.
    pub(super) copies: BTreeMap<Id, Id>,
}

impl TimelineDrag {
    /// A curve as it was at the press, while it is edited: its lane keeps showing the same values.
    pub(crate) fn origin_curve(&self, clip: Id, curve: Id) -> Option<&Curve> {
        if !matches!(self.kind, DragKind::Move(_) | DragKind::Tangent { .. }) {
            return None;
        }
        self.origin
            .clips
            .get(&clip)?
            .curves
            .iter()
            .find(|known| known.id == curve)
    }
}

/// Hint about keys that act on a drag, for the status bar; None while the drag is still a click.
pub fn drag_hint(drag: &TimelineDrag) -> Option<&'static str> {
    if !drag.moved {
        return None;
    }
    Some(match drag.kind {
        DragKind::Move(_) => tr!("Ctrl: no snapping · Alt: copy · Shift: ripple · Esc: cancel"),
        DragKind::TrimStart(_) | DragKind::TrimEnd(_) => {
            tr!("Ctrl: no snapping · Shift: ripple · Esc: cancel")
        }
        DragKind::Rate(..) => tr!("Changing rate · Shift: ripple · Esc: cancel"),
        DragKind::Roll(..) => tr!("Rolling edit · hold Y before you press to slide · Esc: cancel"),
        DragKind::Slip(_) => tr!("Slip edit · Esc: cancel"),
        DragKind::Slide(_) => tr!("Slide edit · Esc: cancel"),
        DragKind::Box(_) => tr!("Shift: add · Ctrl: toggle · Alt: remove"),
        DragKind::Tangent { .. } => tr!("Alt: one side only · Esc: cancel"),
        DragKind::BlendIn | DragKind::BlendOut | DragKind::Link(_) => tr!("Esc: cancel"),
        DragKind::Scrub => return None,
    })
}

impl TimelineState {
    /// The time of a timeline so many points right of the left end of its lanes, in seconds; None
    /// of one that was never shown.
    pub(crate) fn time_at(&self, id: Id, x: f32) -> Option<f64> {
        self.views.get(&id).map(|known| known.view.time(x))
    }
}
