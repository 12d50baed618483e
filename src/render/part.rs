//! A mesh part on the device. Invariant: its buffers never change; what changes a frame lives in a pool slot.

use crate::{
    Bounds,
    skin_pass::{RestVertex, SkinPass},
};
use anim::{MeshPart, mesh::SkinMethod, skinning::PartBounds};
use bytemuck::{Pod, Zeroable};
use glam::Affine3A;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

/// A mesh part that was uploaded. Cloning shares it.
#[derive(Clone, Debug)]
pub struct GpuPart(Arc<Buffers>);

#[derive(Debug)]
pub(crate) struct Buffers {
    pub vertex_count: u32,
    pub index_count: u32,
    pub palette_len: usize,
    pub morph_count: usize,
    pub streams: Arc<Streams>,
    pub skin_group: wgpu::BindGroup,
    pub method: SkinMethod,
    pub has_tangents: bool,
    bounds: PartBounds,
}

/// Vertex data on the device.
#[derive(Debug)]
pub(crate) struct Streams {
    pub indices: wgpu::Buffer,
    /// Texture coordinates and colours, [`Surface`] a vertex.
    pub surface: wgpu::Buffer,
    rest: wgpu::Buffer,
    influences: wgpu::Buffer,
    delta_starts: wgpu::Buffer,
    deltas: wgpu::Buffer,
    /// Holds the arrays that [`Key`] tells apart by their place in memory.
    _source: MeshPart,
}

/// Places and lengths of a part's arrays, and the ranges of its morphs.
type Key = ([(usize, usize); 9], Vec<(u32, u32)>);

/// Colours of the vertices of a part in place of its own. Cloning shares them.
#[derive(Clone, Debug)]
pub struct GpuPaint(pub(crate) Arc<wgpu::Buffer>);

impl GpuPaint {
    /// Linear RGBA, one a vertex of the part.
    pub(crate) fn new(device: &wgpu::Device, colors: &[[f32; 4]]) -> GpuPaint {
        let surfaces: Vec<Surface> = colors.iter().map(|color| Surface { uv: [0.0; 2], color: *color }).collect();
        GpuPaint(Arc::new(filled(device, "paint", bytemuck::cast_slice(&surfaces), wgpu::BufferUsages::VERTEX)))
    }
}

/// The streams in use, so that parts that share their arrays share them on the device too.
#[derive(Debug, Default)]
pub(crate) struct SharedStreams(Mutex<HashMap<Key, Weak<Streams>>>);

impl SharedStreams {
    fn of(&self, device: &wgpu::Device, part: &MeshPart) -> Arc<Streams> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(part);
        if let Some(streams) = known.get(&key).and_then(Weak::upgrade) {
            return streams;
        }
        let streams = Arc::new(Streams::new(device, part));
        known.retain(|_, streams| streams.strong_count() > 0);
        known.insert(key, Arc::downgrade(&streams));
        streams
    }
}

fn key(part: &MeshPart) -> Key {
    (part.places(), part.morphs.iter().map(|morph| (morph.first_delta, morph.delta_count)).collect())
}

impl Streams {
    fn new(device: &wgpu::Device, part: &MeshPart) -> Streams {
        let storage = |label, bytes: &[u8]| filled(device, label, bytes, wgpu::BufferUsages::STORAGE);
        let (starts, deltas) = deltas_by_vertex(part);
        Streams {
            indices: filled(device, "indices", bytemuck::cast_slice(&part.indices), wgpu::BufferUsages::INDEX),
            surface: filled(device, "surface", bytemuck::cast_slice(&surfaces(part)), wgpu::BufferUsages::VERTEX),
            rest: storage("rest vertices", bytemuck::cast_slice(&rest(part))),
            influences: storage("influences", bytemuck::cast_slice(&influences(part))),
            delta_starts: storage("delta starts", bytemuck::cast_slice(&starts)),
            deltas: storage("deltas", bytemuck::cast_slice(&deltas)),
            _source: part.clone(),
        }
    }
}

/// What drawing needs of a vertex beside its position and normal.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct Surface {
    uv: [f32; 2],
    color: [f32; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Influence {
    slot: u32,
    weight: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Delta {
    morph: u32,
    position: [f32; 3],
    normal: [f32; 3],
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Counts {
    vertices: u32,
    influences: u32,
    /// 0 linear, 1 dual quaternion.
    method: u32,
    unused: u32,
}

impl GpuPart {
    pub(crate) fn new(device: &wgpu::Device, skin_pass: &SkinPass, shared: &SharedStreams, part: &MeshPart) -> GpuPart {
        let counts = Counts {
            vertices: part.vertex_count() as u32,
            influences: part.influences,
            method: part.method as u32,
            unused: 0,
        };
        let counted = filled(device, "counts", bytemuck::bytes_of(&counts), wgpu::BufferUsages::UNIFORM);
        let streams = shared.of(device, part);
        let Streams { rest, influences, delta_starts, deltas, .. } = &*streams;
        GpuPart(Arc::new(Buffers {
            vertex_count: counts.vertices,
            index_count: part.indices.len() as u32,
            palette_len: part.palette.len(),
            morph_count: part.morphs.len(),
            skin_group: skin_pass.part_group(device, [&counted, rest, influences, delta_starts, deltas]),
            streams,
            method: part.method,
            has_tangents: !part.tangents.is_empty(),
            bounds: PartBounds::new(part),
        }))
    }

    pub fn vertex_count(&self) -> usize {
        self.0.vertex_count as usize
    }

    /// A box around every skinned vertex, model space, from the boxes of the bones; not the tightest.
    pub fn bounds(&self, palette: &[Affine3A], morph_weights: &[f32]) -> Bounds {
        self.0.bounds.around(palette, morph_weights)
    }

    pub(crate) fn buffers(&self) -> &Buffers {
        &self.0
    }

    pub(crate) fn is_same(&self, other: &GpuPart) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A buffer that is never empty, for an empty one cannot be bound.
fn filled(device: &wgpu::Device, label: &str, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let contents = if bytes.is_empty() { &[0; 32] } else { bytes };
    let size = (contents.len() as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
    let buffer =
        device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: true });
    // Of a device that is lost nothing can be mapped, and nobody sees what is in it.
    if let Ok(mut view) = buffer.get_mapped_range_mut(..contents.len() as u64) {
        view.copy_from_slice(contents);
    }
    buffer.unmap();
    buffer
}

fn rest(part: &MeshPart) -> Vec<RestVertex> {
    let tangent = |vertex: usize| part.tangents.get(vertex).copied().unwrap_or_default();
    let vertex =
        |at: usize| RestVertex { position: part.positions[at], normal: part.normals[at], tangent: tangent(at) };
    (0..part.vertex_count()).map(vertex).collect()
}

fn influences(part: &MeshPart) -> Vec<Influence> {
    let pairs = part.joints.iter().zip(part.weights.iter());
    pairs.map(|(joint, weight)| Influence { slot: u32::from(*joint), weight: *weight }).collect()
}

fn surfaces(part: &MeshPart) -> Vec<Surface> {
    let uv = |vertex: usize| part.uvs.get(vertex).copied().unwrap_or_default();
    let color = |vertex: usize| part.colors.get(vertex).copied().unwrap_or([1.0; 4]);
    (0..part.vertex_count()).map(|vertex| Surface { uv: uv(vertex), color: color(vertex) }).collect()
}

/// The deltas grouped by vertex, in morph order inside a group, and where each vertex's group starts.
/// So one thread adds up one vertex, always in the same order.
fn deltas_by_vertex(part: &MeshPart) -> (Vec<u32>, Vec<Delta>) {
    let mut deltas: Vec<(u32, Delta)> = Vec::with_capacity(part.deltas.len());
    for (morph, m) in part.morphs.iter().enumerate() {
        let first = m.first_delta as usize;
        let range = &part.deltas[first..first + m.delta_count as usize];
        deltas.extend(range.iter().map(|delta| {
            (delta.vertex, Delta { morph: morph as u32, position: delta.position, normal: delta.normal })
        }));
    }
    deltas.sort_by_key(|(vertex, _)| *vertex);
    let vertices = part.vertex_count() as u32;
    let starts = (0..=vertices).map(|vertex| deltas.partition_point(|(of, _)| *of < vertex) as u32).collect();
    (starts, deltas.into_iter().map(|(_, delta)| delta).collect())
}
