//! Blend shapes as morph targets. A channel with in-between shapes becomes one target for each
//! shape.

use crate::{ImportError, bounds, reading::Reading};
use anim::mesh::MorphDelta;
use std::ops::Range;

/// One shape of a blend shape channel.
pub struct FbxMorphTarget<'f> {
    /// Name of the channel; of an in-between shape with the per cent at which it is full, as in
    /// `Smile_50`.
    pub name: String,
    /// Weight of the shape in the rest pose; 1 is the full shape.
    pub default_weight: f64,
    shape: &'f ufbx::BlendShape,
}

/// The deltas of a part, target by target.
#[derive(Default)]
pub struct Deltas {
    /// Deltas; one whose position and normal are both 0 is left out.
    pub deltas: Vec<MorphDelta>,
    /// Range in `deltas` of each target.
    pub ranges: Vec<Range<u32>>,
}

/// The blend shape channels of a mesh, in the order of its targets. A channel has as many targets
/// as it has shapes.
pub fn channels(mesh: &ufbx::Mesh) -> impl Iterator<Item = &ufbx::BlendChannel> {
    mesh.blend_deformers
        .iter()
        .flat_map(|deformer| deformer.channels.iter().map(|channel| &**channel))
}

/// The morph targets of a mesh: deformer by deformer, channel by channel, shape by shape.
pub fn targets(mesh: &ufbx::Mesh) -> Vec<FbxMorphTarget<'_>> {
    let of_channel = |channel: &'_ ufbx::BlendChannel| {
        let at = weights(&full_weights(channel), channel.weight);
        let last = channel.keyframes.len().saturating_sub(1);
        let name = |key: usize, full: f64| {
            if key == last {
                channel.element.name.to_string()
            } else {
                format!("{}_{}", &*channel.element.name, (full * 100.0).round())
            }
        };
        let named = channel.keyframes.iter().enumerate();
        named
            .map(|(key, frame)| (name(key, frame.target_weight), at[key]))
            .collect::<Vec<_>>()
    };
    let mut targets = Vec::new();
    for deformer in mesh.blend_deformers.iter() {
        for channel in deformer.channels.iter() {
            let shapes = channel.keyframes.iter().map(|frame| frame.shape.as_ref());
            let named = of_channel(channel).into_iter().zip(shapes);
            targets.extend(named.map(|((name, default_weight), shape)| FbxMorphTarget {
                name,
                default_weight,
                shape,
            }));
        }
    }
    targets
}

/// Weights of a channel at which each of its shapes is full, rising.
pub fn full_weights(channel: &ufbx::BlendChannel) -> Vec<f64> {
    channel
        .keyframes
        .iter()
        .map(|frame| frame.target_weight)
        .collect()
}

/// Weights of the shapes of a channel at a weight of the channel. `frames` are the weights at which
/// each is full. The interpolation is linear between the two nearest shapes, or the mesh without
/// any; it goes on beyond the last shape.
pub fn weights(frames: &[f64], weight: f64) -> Vec<f64> {
    let mut found = vec![0.0; frames.len()];
    let negative = frames.iter().rposition(|full| *full < 0.0);
    let first = negative.map_or(0, |last| last + 1);
    let on_way: Vec<usize> = if weight > 0.0 {
        (first..frames.len()).collect()
    } else {
        (0..first).rev().collect()
    };
    let is_beyond = |key: usize| {
        if weight > 0.0 {
            frames[key] > weight
        } else {
            frames[key] < weight
        }
    };
    let Some(at) = on_way
        .iter()
        .position(|key| is_beyond(*key))
        .or(on_way.len().checked_sub(1))
    else {
        let nearest = if weight > 0.0 {
            negative
        } else {
            (first < frames.len()).then_some(first)
        };
        if let Some(nearest) = nearest.filter(|nearest| frames[*nearest] != 0.0) {
            found[nearest] = weight / frames[nearest];
        }
        return found;
    };
    let next = on_way[at];
    let before = at.checked_sub(1).map(|before| on_way[before]);
    let from = before.map_or(0.0, |before| frames[before]);
    let span = frames[next] - from;
    if span != 0.0 {
        let part = (weight - from) / span;
        found[next] = part;
        if let Some(before) = before {
            found[before] = 1.0 - part;
        }
    }
    found
}

/// Deltas of the targets for one part. `points` are those of its vertices, of `count` points of the
/// mesh. An Err means that they take too much memory.
pub fn deltas(
    targets: &[FbxMorphTarget<'_>],
    points: &[u32],
    count: usize,
    place: &str,
    reading: &mut Reading<'_>,
) -> Result<Deltas, ImportError> {
    if targets.is_empty() {
        return Ok(Deltas::default());
    }
    let of_point = by_point(points, count);
    let mut found = Deltas::default();
    for target in targets {
        let first = found.deltas.len() as u32;
        let shape = target.shape;
        let moved = shape.offset_vertices.iter().enumerate();
        let pairs: Vec<(usize, u32)> = moved
            .flat_map(|(at, point)| {
                vertices_at(&of_point, *point as usize)
                    .iter()
                    .map(move |vertex| (at, *vertex))
            })
            .collect();
        reading
            .budget
            .reserve((pairs.len() * size_of::<MorphDelta>()) as u64, place)?;
        let number = |value: f64| {
            let value = value as f32;
            if value.is_finite() {
                bounds::within(value, bounds::LENGTH)
            } else {
                0.0
            }
        };
        // Only Blender writes weights of single points.
        let at = |list: &[ufbx::Vec3], at: usize| {
            let offset = list.get(at).copied().unwrap_or_default();
            let weight = shape.offset_weights.get(at).copied().unwrap_or(1.0);
            [offset.x, offset.y, offset.z].map(|part| number(part * weight))
        };
        let mut deltas: Vec<MorphDelta> = pairs
            .into_iter()
            .map(|(offset, vertex)| MorphDelta {
                vertex,
                position: at(&shape.position_offsets, offset),
                normal: at(&shape.normal_offsets, offset),
            })
            .filter(|delta| delta.position != [0.0; 3] || delta.normal != [0.0; 3])
            .collect();
        deltas.sort_by_key(|delta| delta.vertex);
        deltas.dedup_by_key(|delta| delta.vertex);
        found.deltas.extend(deltas);
        found.ranges.push(first..found.deltas.len() as u32);
    }
    Ok(found)
}

/// Vertices grouped by point: the start of each point's vertices, and all vertices, point by point.
struct ByPoint {
    begins: Vec<usize>,
    vertices: Vec<u32>,
}

fn by_point(points: &[u32], count: usize) -> ByPoint {
    let mut begins = vec![0; count + 1];
    for point in points {
        if let Some(begin) = begins.get_mut(*point as usize + 1) {
            *begin += 1;
        }
    }
    for point in 0..count {
        begins[point + 1] += begins[point];
    }
    let mut next = begins.clone();
    let mut vertices = vec![0; begins[count]];
    for (vertex, point) in points
        .iter()
        .enumerate()
        .filter(|(_, point)| (**point as usize) < count)
    {
        vertices[next[*point as usize]] = vertex as u32;
        next[*point as usize] += 1;
    }
    ByPoint { begins, vertices }
}

fn vertices_at(of: &ByPoint, point: usize) -> &[u32] {
    match (of.begins.get(point), of.begins.get(point + 1)) {
        (Some(begin), Some(end)) => &of.vertices[*begin..*end],
        _ => &[],
    }
}
