//! What lies under the pointer on a page of nodes.

use super::{
    camera::{self, FAR, Lens},
    page::{Scene, TITLE, Wire, comment_rect},
    paint,
    state::WireTarget,
};
use asset::{Id, PoseGraph, graph::Reroute};
use document::GraphCommand;
use egui::{Pos2, Rect, Stroke, vec2};

/// Points of the screen.
const PIN_REACH: f32 = 12.0;
/// Distance at which a dragged wire takes a pin, points of the screen.
pub const SNAP_REACH: f32 = 20.0;
const WIRE_REACH: f32 = 6.0;
const CORNER: f32 = 14.0;

/// The item at a point of a page of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NodePageHit {
    /// The pose of a node.
    Out(Id),
    Pin(WireTarget),
    Card(Id),
    /// An end of the page, by what its place is listed under.
    End(Id),
    Wire(WireTarget),
    Reroute(Id),
    Corner(Id),
    Comment(Id),
    Nothing,
}

/// The nearest to the eye.
pub fn hit(scene: &Scene, lens: &Lens, at: Pos2) -> NodePageHit {
    let zoom = lens.camera.zoom;
    if zoom >= FAR
        && let Some(hit) = pin_at(scene, at, PIN_REACH / zoom)
    {
        return hit;
    }
    let mut under = scene.cards.iter().rev();
    if let Some(card) = under.find(|card| card.rect.contains(at)) {
        return card
            .id
            .map_or(NodePageHit::End(card.place), NodePageHit::Card);
    }
    let knob = scene
        .reroutes()
        .find(|(_, place)| place.distance(at) <= PIN_REACH / zoom);
    if let Some((id, _)) = knob {
        return NodePageHit::Reroute(id);
    }
    let wire = scene
        .wires
        .iter()
        .map(|wire| (wire, wire_distance(wire, at)));
    let near = wire
        .filter(|(_, distance)| *distance <= WIRE_REACH / zoom)
        .min_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((wire, _)) = near {
        return NodePageHit::Wire(wire.target);
    }
    for comment in scene.comments.iter().rev() {
        let rect = comment_rect(comment);
        let corner = rect.right_bottom() - vec2(CORNER, CORNER);
        if Rect::from_min_max(corner, rect.max).contains(at) {
            return NodePageHit::Corner(comment.id);
        }
        if rect.with_max_y(rect.top() + TITLE).contains(at) {
            return NodePageHit::Comment(comment.id);
        }
    }
    NodePageHit::Nothing
}

/// The nearest within `reach` points of the page.
pub fn pin_at(scene: &Scene, at: Pos2, reach: f32) -> Option<NodePageHit> {
    let ins = scene
        .pins()
        .map(|pin| (NodePageHit::Pin(pin.target), pin.at));
    let outs = scene
        .cards
        .iter()
        .flat_map(|card| &card.outs)
        .map(|out| (NodePageHit::Out(out.source), out.at));
    let near = ins
        .chain(outs)
        .map(|(hit, place)| (hit, place.distance(at)))
        .filter(|(_, distance)| *distance <= reach);
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(hit, _)| hit)
}

/// Distance from the curve of the wire, in points of the page.
pub fn wire_distance(wire: &Wire, at: Pos2) -> f32 {
    nearest_part(wire, at).1
}

/// Index of the nearest part of a wire between its reroutes, and the distance to that part, points
/// of the page.
pub fn nearest_part(wire: &Wire, at: Pos2) -> (usize, f32) {
    let points = wire.points();
    let parts = points
        .windows(2)
        .map(|ends| bow_distance(ends[0], ends[1], at))
        .enumerate();
    parts
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or((0, f32::INFINITY))
}

fn bow_distance(from: Pos2, to: Pos2, at: Pos2) -> f32 {
    let bow = paint::bow(from, to, Stroke::NONE);
    if !Rect::from_points(&bow.points).expand(32.0).contains(at) {
        return f32::INFINITY;
    }
    let points: Vec<Pos2> = (0..=24)
        .map(|step| bow.sample(step as f32 / 24.0))
        .collect();
    let part = |pair: &[Pos2]| {
        let along = pair[1] - pair[0];
        let part = ((at - pair[0]).dot(along) / along.length_sq().max(1e-6)).clamp(0.0, 1.0);
        (pair[0] + along * part).distance(at)
    };
    points.windows(2).map(part).fold(f32::INFINITY, f32::min)
}

/// Whether a straight line cuts a wire.
pub fn crosses(wire: &Wire, from: Pos2, to: Pos2) -> bool {
    let points = wire.points();
    points.windows(2).any(|ends| {
        let bow = paint::bow(ends[0], ends[1], Stroke::NONE);
        let steps: Vec<Pos2> = (0..=24)
            .map(|step| bow.sample(step as f32 / 24.0))
            .collect();
        steps
            .windows(2)
            .any(|part| cut((part[0], part[1]), (from, to)))
    })
}

fn cut(a: (Pos2, Pos2), b: (Pos2, Pos2)) -> bool {
    let side = |line: (Pos2, Pos2), at: Pos2| {
        let (along, to) = (line.1 - line.0, at - line.0);
        along.x * to.y - along.y * to.x
    };
    (side(a, b.0) > 0.0) != (side(a, b.1) > 0.0) && (side(b, a.0) > 0.0) != (side(b, a.1) > 0.0)
}

/// The wire that passes a point, and the index of its part there.
pub fn wire_near(scene: &Scene, at: Pos2) -> Option<(&Wire, usize)> {
    let near = scene
        .wires
        .iter()
        .map(|wire| (wire, nearest_part(wire, at)));
    let near = near.filter(|(_, (_, distance))| *distance <= PIN_REACH);
    near.min_by(|a, b| a.1.1.total_cmp(&b.1.1))
        .map(|(wire, (part, _))| (wire, part))
}

/// The edits that lead a part of a wire through a point.
pub fn rerouted(
    graph: &PoseGraph,
    page: Option<Id>,
    (wire, part): (&Wire, usize),
    reroute: Reroute,
    at: Pos2,
) -> Vec<GraphCommand> {
    let known = &graph.layout.reroutes;
    let next = wire
        .via
        .get(part)
        .and_then(|(id, _)| known.iter().position(|it| it.id == *id));
    let place = GraphCommand::Place(vec![(reroute.id, camera::snapped(at).into())]);
    let page = page.map(|page| GraphCommand::SetPage {
        node: reroute.id,
        page: Some(page),
    });
    let add = GraphCommand::AddReroute {
        reroute,
        at: next.unwrap_or(known.len()),
    };
    [Some(add), page, Some(place)]
        .into_iter()
        .flatten()
        .collect()
}
