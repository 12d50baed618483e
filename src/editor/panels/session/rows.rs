//! What a click on a lane does.

use super::{
    draw::LaneScene,
    lanes::{LaneContent, SessionLane},
    view::{LaneKey, LanesView},
};
use crate::{
    action::{EditorAction, SessionAction},
    parts,
};
use egui::Response;
use session::RecordedEvent;
use words::tr;

/// A click or a drag rewinds to that moment; a click on an event to the tick in which it was
/// decided. The menu of a lane hides it.
pub fn lane_acted(
    response: &Response,
    (_, series, axis): LaneScene<'_, '_>,
    lane: &SessionLane<'_>,
    view: &mut LanesView,
    actions: &mut Vec<EditorAction>,
) {
    let at = response
        .interact_pointer_pos()
        .filter(|at| at.x >= axis.left);
    if let Some(at) = at.filter(|_| response.clicked() || response.dragged()) {
        let time = axis.time(at.x);
        let near = match &lane.content {
            LaneContent::Events { recorded, .. } if response.clicked() => {
                nearest(&recorded.events, at.x, |event| {
                    axis.x(series.time(event.tick + 1))
                })
            }
            _ => None,
        };
        let tick = near.map_or_else(|| series.tick_at(time), |event| event.tick + 1);
        actions.push(SessionAction::Seek(tick).into());
    }
    parts::context_menu(response, |ui| {
        if ui.button(tr!("Hide this lane")).clicked() {
            match &lane.key {
                LaneKey::Bone(bone) => actions.push(SessionAction::WatchBone(*bone).into()),
                LaneKey::Weight(node) => {
                    let title = lane.title.clone();
                    actions.push(SessionAction::WatchNode(*node, title).into());
                }
                key => view.toggle(key.clone()),
            }
            ui.close();
        }
    });
}

/// The event that is nearest to a place, no more than 8 points away.
fn nearest(
    events: &[RecordedEvent],
    x: f32,
    place: impl Fn(&RecordedEvent) -> f32,
) -> Option<&RecordedEvent> {
    let far = |event: &RecordedEvent| (place(event) - x).abs();
    let near = events.iter().filter(|event| far(event) <= 8.0);
    near.min_by(|a, b| far(a).total_cmp(&far(b)))
}
