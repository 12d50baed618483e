//! Where items were before the drag, dashed, with a line to where they are; and where one is held
//! that may not stay.

use super::plan::DragStage;
use crate::{
    theme,
    timeline::{
        DragKind,
        host::TimelineHost,
        item::{self, Item},
    },
};
use asset::{Id, Project};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};

/// Beyond so many moved items outlines are noise.
const MOST: usize = 200;

/// `after` is the project as the drag would leave it, None where it is refused.
pub(super) fn outlines_ui(
    ui: &Ui,
    stage: &DragStage<'_>,
    kind: &DragKind,
    after: Option<&Project>,
) {
    let painter = ui.painter_at(Rect::from_x_y_ranges(
        stage.scene.lanes,
        ui.clip_rect().y_range(),
    ));
    let Some(after) = after.and_then(|project| TimelineHost::new(project, stage.origin.id)) else {
        return refused_ui(&painter, stage, kind);
    };
    for id in changed(stage.origin, &after).into_iter().take(MOST) {
        let (Some(old), Some(new)) = (rect_of(stage, stage.origin, id), rect_of(stage, &after, id))
        else {
            continue;
        };
        outline(&painter, old, is_instant(stage.origin, id), theme::TEXT_3);
        if (old.center().x - new.center().x).abs() > 12.0 {
            let (from, to) = if old.left() < new.left() {
                (old.right(), new.left())
            } else {
                (old.left(), new.right())
            };
            let gap = if old.left() < new.left() {
                to - from
            } else {
                from - to
            };
            if gap > 4.0 && old.center().y == new.center().y {
                painter.hline(
                    from.min(to)..=from.max(to),
                    old.center().y,
                    Stroke::new(1.0, theme::ACCENT),
                );
            }
        }
    }
}

fn refused_ui(painter: &Painter, stage: &DragStage<'_>, kind: &DragKind) {
    let DragKind::Move(id) = *kind else { return };
    let (Some(old), Some(pointer)) = (
        rect_of(stage, stage.origin, id),
        painter.ctx().pointer_latest_pos(),
    ) else {
        return;
    };
    let row = stage
        .state
        .places
        .rows
        .iter()
        .find(|(_, rect)| rect.y_range().contains(pointer.y));
    let held = row.map_or(old, |(_, row)| {
        Rect::from_x_y_ranges(old.x_range(), row.y_range().shrink(3.0))
    });
    let Some(press) = stage.state.places.pressed else {
        return;
    };
    outline(
        painter,
        held.translate(vec2(pointer.x - press.x, 0.0)),
        is_instant(stage.origin, id),
        theme::ERROR,
    );
    painter.ctx().set_cursor_icon(egui::CursorIcon::NotAllowed);
}

/// Items whose time or length differs between both timelines.
pub(super) fn changed(before: &TimelineHost<'_>, after: &TimelineHost<'_>) -> Vec<Id> {
    let differs = |id: &Id| {
        let (Some(was), Some(is)) = (item::span(before, *id), item::span(after, *id)) else {
            return false;
        };
        (was.0 - is.0).abs() > 1e-5 || (was.1 - is.1).abs() > 1e-5
    };
    item::all(before).into_iter().filter(differs).collect()
}

fn is_instant(host: &TimelineHost<'_>, id: Id) -> bool {
    item::span(host, id).is_some_and(|(from, to)| from == to)
}

/// The row that the item lies on.
fn row_of(host: &TimelineHost<'_>, id: Id) -> Option<Id> {
    Some(match item::find(host, id)? {
        Item::Segment(slot, _) => slot.id,
        Item::Notify(notify) => notify.track,
        _ => return None,
    })
}

/// Rectangle in which the lane draws the item. An item without a row of its own keeps its present
/// height on the screen.
fn rect_of(stage: &DragStage<'_>, host: &TimelineHost<'_>, id: Id) -> Option<Rect> {
    let places = &stage.state.places;
    let (from, to) = item::span(host, id)?;
    let row = row_of(host, id).and_then(|row| places.rows.iter().find(|(known, _)| *known == row));
    let y = match row {
        Some((_, rect)) => rect.y_range().shrink(3.0),
        None => places
            .items
            .iter()
            .rev()
            .find(|(known, _)| *known == id)?
            .1
            .y_range(),
    };
    let x = (stage.scene.x(from), stage.scene.x(to));
    let x = if from == to {
        x.0 - 7.0..=x.0 + 7.0
    } else {
        x.0..=x.1.max(x.0 + 3.0)
    };
    Some(Rect::from_x_y_ranges(x, y))
}

fn outline(painter: &Painter, rect: Rect, is_instant: bool, color: Color32) {
    let center = rect.center();
    let corners: [Pos2; 5] = if is_instant {
        [
            (0.0, -6.0),
            (6.0, 0.0),
            (0.0, 6.0),
            (-6.0, 0.0),
            (0.0, -6.0),
        ]
        .map(|(x, y)| center + vec2(x, y))
    } else {
        [
            rect.left_top(),
            rect.right_top(),
            rect.right_bottom(),
            pos2(rect.left(), rect.bottom()),
            rect.left_top(),
        ]
    };
    painter.extend(Shape::dashed_line(
        &corners,
        Stroke::new(1.0, color),
        3.0,
        3.0,
    ));
}
