//! Dragging keys of curves by value, and their tangents.

#[cfg(test)]
mod tests;

use crate::{
    timeline::state::TimelineState,
    timeline::{
        host::TimelineHost,
        item::{self, Item},
        plot::{CurveShape, Plot},
        scene::TimelineScene,
    },
};
use asset::{Curve, CurveKey, Id};
use document::{Command, CurveKeyCommand};
use egui::{Pos2, Vec2};

/// Points within which a value stays with what it is near.
const REACH: f32 = 5.0;
/// Points along the time that a tangent's handle keeps from its key, so that no slope is endless.
const STEEPEST: f32 = 3.0;

/// The lane of the curve, with the values that it showed when the drag began.
pub(super) fn plot(state: &TimelineState, curve: &Curve) -> Option<Plot> {
    let rows = &state.places.rows;
    rows.iter()
        .find(|(id, _)| *id == curve.id)
        .map(|(_, lane)| Plot::new(&CurveShape::of(curve), *lane))
}

/// Change of the grabbed key's value. With snapping, a value near the key's old value, 0, 1 or
/// another key's value becomes equal to that.
pub(super) fn rise(
    state: &TimelineState,
    origin: &TimelineHost<'_>,
    grabbed: Id,
    down: f32,
    snapping: bool,
) -> f32 {
    let Some(Item::CurveKey(curve, key)) = item::find(origin, grabbed) else {
        return 0.0;
    };
    let Some(plot) = plot(state, curve) else {
        return 0.0;
    };
    let per_point = plot.value_per_point();
    let value = key.value + down * per_point;
    let others = curve
        .keys
        .iter()
        .filter(|other| other.id != grabbed)
        .map(|other| other.value);
    let targets = [key.value, 0.0, 1.0]
        .into_iter()
        .chain(others)
        .filter(|_| snapping);
    let near = targets.filter(|target| (target - value).abs() <= REACH * per_point.abs());
    near.min_by(|a, b| (a - value).abs().total_cmp(&(b - value).abs()))
        .unwrap_or(value)
        - key.value
}

/// The command with the key's value changed by `rise`.
pub(super) fn raised(command: Command, rise: f32) -> Command {
    match command {
        Command::CurveKey(id, CurveKeyCommand::Set(key)) => Command::CurveKey(
            id,
            CurveKeyCommand::Set(CurveKey {
                value: key.value + rise,
                ..key
            }),
        ),
        command => command,
    }
}

/// Whether a drag changes a key's time, and whether it changes the key's value. A movement mostly
/// along one keeps the other, and Shift always does.
pub(super) fn along(moved: Vec2, locked: bool) -> (bool, bool) {
    let (x, y) = (moved.x.abs(), moved.y.abs());
    if locked {
        (x >= y, x < y)
    } else {
        (x >= REACH || x >= y, y >= REACH || y > x)
    }
}

/// The slope that points from the key to the pointer. Both sides turn unless they differ already,
/// or `broken`.
pub(super) fn plan_tangent(
    scene: &TimelineScene<'_>,
    state: &TimelineState,
    origin: &TimelineHost<'_>,
    (key, out): (Id, bool),
    pointer: Pos2,
    broken: bool,
) -> Option<Command> {
    let Item::CurveKey(curve, key) = item::find(origin, key)? else {
        return None;
    };
    let plot = plot(state, curve)?;
    let at = plot.at(scene, key.time.into(), key.value);
    let along = if out {
        (pointer.x - at.x).max(STEEPEST)
    } else {
        (pointer.x - at.x).min(-STEEPEST)
    };
    let rise = (pointer.y - at.y) * plot.value_per_point();
    let slope = (f64::from(rise) / f64::from(along) * scene.view.scale) as f32;
    let together = !broken && key.in_tangent == key.out_tangent;
    let in_tangent = if together || !out {
        slope
    } else {
        key.in_tangent
    };
    let out_tangent = if together || out {
        slope
    } else {
        key.out_tangent
    };
    Some(Command::CurveKey(
        scene.host.id,
        CurveKeyCommand::Set(CurveKey {
            in_tangent,
            out_tangent,
            ..key.clone()
        }),
    ))
}
