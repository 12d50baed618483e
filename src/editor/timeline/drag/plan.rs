//! What a drag reads, and what it would do.

use crate::{
    timeline::state::TimelineState,
    timeline::{
        host::TimelineHost,
        scene::TimelineScene,
        snap::{self, target::SnapTarget},
    },
};
use asset::Id;
use document::Command;
use egui::{Pos2, Vec2};

/// Motion of a drag so far, and the modifiers that are held.
#[derive(Clone, Copy)]
pub(super) struct TimelineDragMotion {
    /// Change of time since the press, seconds.
    pub(super) delta: f64,
    pub(super) moved: Vec2,
    pub(super) pointer: Pos2,
    /// Times are magnetic.
    pub(super) snapping: bool,
    /// Shift: the others make room.
    pub(super) ripples: bool,
    /// Alt: a copy moves, the original stays.
    pub(super) copies: bool,
    /// N and Ctrl together: magnetic, wherever the pointer is.
    pub(super) is_magnetic: bool,
}

/// Context that plans read.
#[derive(Clone, Copy)]
pub(super) struct DragStage<'a> {
    pub(super) scene: &'a TimelineScene<'a>,
    pub(super) state: &'a TimelineState,
    /// The timeline as it was at the press.
    pub(super) origin: &'a TimelineHost<'a>,
}

/// Effect of the drag with the pointer at its present place.
pub(super) struct Plan {
    pub(super) command: Command,
    /// Target that a time snapped to, for the line and its label; None if no time snapped.
    pub(super) met: Option<SnapTarget>,
    /// Beside the times, such as where the clip has no more.
    pub(super) note: Option<String>,
}

impl Plan {
    pub(super) fn of(command: Command, met: Option<SnapTarget>) -> Self {
        Self {
            command,
            met,
            note: None,
        }
    }
}

impl DragStage<'_> {
    /// The snapped time, or the time itself while nothing is magnetic. `edges` are offsets that
    /// compete as well.
    pub(super) fn snapped(
        &self,
        time: f64,
        edges: &[f64],
        except: &[Id],
        on: bool,
    ) -> (f64, Option<SnapTarget>) {
        if !on {
            return (time, None);
        }
        let magnets = snap::magnets((self.origin, self.scene.session), self.state, except);
        snap::snap(
            time,
            edges,
            &magnets,
            &self.scene.view,
            snap::frames(self.origin, self.scene.session),
        )
    }

    /// The row under the pointer.
    pub(super) fn row_at(&self, pointer: Pos2) -> Option<Id> {
        let rows = &self.state.places.rows;
        rows.iter()
            .find(|(_, rect)| rect.y_range().contains(pointer.y))
            .map(|(id, _)| *id)
    }

    pub(super) fn frame(&self) -> f64 {
        1.0 / self.origin.frame_rate()
    }
}
