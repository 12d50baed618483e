//! A mesh part on the device. Invariant: its buffers never change; what changes from frame to frame
//! is in a pool slot.

#[cfg(test)]
mod tests;

use crate::{
    Bounds, Gpu,
    pages::{PageAllocation, Pages},
};
use anim::{
    MeshPart,
    mesh::{MorphDelta, SkinMethod},
    skinning::{PartBounds, weights},
};
use bytemuck::{Pod, Zeroable};
use glam::Affine3A;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

/// Words of an unskinned vertex.
const REST_WORDS: usize = 5;

/// A mesh part that was uploaded. Clones share it.
#[derive(Clone, Debug)]
pub struct GpuPart(Arc<PartBuffers>);

#[derive(Debug)]
pub(crate) struct PartBuffers {
    /// Number of vertices.
    pub vertex_count: u32,
    /// Number of indices, three for each triangle.
    pub index_count: u32,
    /// Number of palette slots, and so of matrices in a pose.
    pub palette_len: usize,
    /// First delta and number of deltas of each morph.
    pub morphs: Vec<(u32, u32)>,
    /// Vertex data, which parts with the same arrays share.
    pub streams: Arc<Streams>,
    /// Influences of each vertex.
    pub width: u32,
    /// Method that combines the influences: matrices or dual quaternions.
    pub method: SkinMethod,
    /// Whether the part has tangents.
    pub has_tangents: bool,
    bounds: PartBounds,
}

/// Vertex data on the device.
#[derive(Debug)]
pub(crate) struct Streams {
    /// Indices of vertices, three for each triangle.
    pub indices: wgpu::Buffer,
    /// Texture coordinates and colours, a [`VertexSurface`] for each vertex.
    pub surface: wgpu::Buffer,
    /// Input of skinning: unskinned vertices, influences and deltas, in this order.
    pub geometry: PageAllocation,
    /// First word of the influences, in the page.
    pub influences: u32,
    /// First word of the deltas, in the page.
    pub deltas: u32,
    /// Keeps the arrays alive that [`PartStreamsKey`] identifies by their place in memory.
    _source: MeshPart,
}

/// Identifies shared data: places and lengths of a part's arrays, and the ranges of its morphs.
type PartStreamsKey = ([(usize, usize); 15], Vec<(u32, u32)>);

/// Colours for the vertices of a part in place of its own. Clones share them.
#[derive(Clone, Debug)]
pub struct GpuPaint(pub(crate) Arc<wgpu::Buffer>);

impl GpuPaint {
    /// Uploads colours, linear RGBA, one for each vertex of the part.
    pub(crate) fn new(device: &wgpu::Device, colors: &[[f32; 4]]) -> GpuPaint {
        let surfaces: Vec<VertexSurface> = colors
            .iter()
            .map(|color| VertexSurface {
                uv: [0.0; 2],
                color: *color,
            })
            .collect();
        GpuPaint(Arc::new(filled(
            device,
            "paint",
            bytemuck::cast_slice(&surfaces),
            wgpu::BufferUsages::VERTEX,
        )))
    }

    /// Place in memory, which identifies paint that is in use.
    pub(crate) fn place(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

/// Vertex data in use, so that parts that share their arrays share them on the device.
#[derive(Debug, Default)]
pub(crate) struct SharedStreams {
    known: Mutex<HashMap<PartStreamsKey, Weak<Streams>>>,
    pages: Pages,
}

impl SharedStreams {
    fn of(&self, gpu: &Gpu, part: &MeshPart) -> Arc<Streams> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(part);
        if let Some(streams) = known.get(&key).and_then(Weak::upgrade) {
            return streams;
        }
        let streams = Arc::new(Streams::new(gpu, &self.pages, part));
        known.retain(|_, streams| streams.strong_count() > 0);
        known.insert(key, Arc::downgrade(&streams));
        streams
    }
}

fn key(part: &MeshPart) -> PartStreamsKey {
    (
        part.places(),
        part.morphs
            .iter()
            .map(|morph| (morph.first_delta, morph.delta_count))
            .collect(),
    )
}

impl Streams {
    fn new(gpu: &Gpu, pages: &Pages, part: &MeshPart) -> Streams {
        let device = &gpu.device;
        let mut words: Vec<u32> = rest(part).into_flattened();
        let after_rest = words.len() as u32;
        words.extend(influences(part));
        let after_influences = words.len() as u32;
        words.extend_from_slice(bytemuck::cast_slice(&deltas_in_order(part)));
        let geometry = pages.put(gpu, &words);
        Streams {
            indices: filled(
                device,
                "indices",
                bytemuck::cast_slice(&part.indices),
                wgpu::BufferUsages::INDEX,
            ),
            surface: filled(
                device,
                "surface",
                bytemuck::cast_slice(&surfaces(part)),
                wgpu::BufferUsages::VERTEX,
            ),
            influences: geometry.first() + after_rest,
            deltas: geometry.first() + after_influences,
            geometry,
            _source: part.clone(),
        }
    }
}

/// Vertex attributes that drawing needs beside the skinned position and directions.
#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct VertexSurface {
    uv: [f32; 2],
    color: [f32; 4],
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Delta {
    vertex: u32,
    position: [f32; 3],
    normal: [f32; 3],
    tangent: [f32; 3],
}

impl GpuPart {
    pub(crate) fn new(gpu: &Gpu, shared: &SharedStreams, part: &MeshPart) -> GpuPart {
        GpuPart(Arc::new(PartBuffers {
            vertex_count: part.vertex_count() as u32,
            index_count: part.indices.len() as u32,
            palette_len: part.palette.len(),
            morphs: part
                .morphs
                .iter()
                .map(|morph| (morph.first_delta, morph.delta_count))
                .collect(),
            streams: shared.of(gpu, part),
            width: part.influences,
            method: part.method,
            has_tangents: !part.tangents.is_empty(),
            bounds: PartBounds::new(part),
        }))
    }

    /// Number of vertices of the part.
    pub fn vertex_count(&self) -> usize {
        self.0.vertex_count as usize
    }

    /// A box around every skinned vertex, in model space. It joins the boxes of the bones, so it
    /// may be larger than necessary. `palette` has one matrix for each palette slot.
    pub fn bounds(&self, palette: &[Affine3A], morph_weights: &[f32]) -> Bounds {
        self.0.bounds.around(palette, morph_weights)
    }

    pub(crate) fn buffers(&self) -> &PartBuffers {
        &self.0
    }

    pub(crate) fn is_same(&self, other: &GpuPart) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Place in memory, which identifies a part that is in use.
    pub(crate) fn place(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

/// Content of an otherwise empty buffer: as much as the largest element that a shader reads.
const EMPTY: [u32; 16] = [0; 16];

/// A buffer with these bytes. It is never empty, since an empty one cannot be bound.
fn filled(
    device: &wgpu::Device,
    label: &str,
    bytes: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let contents = if bytes.is_empty() {
        bytemuck::bytes_of(&EMPTY)
    } else {
        bytes
    };
    let size = (contents.len() as u64).next_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: true,
    });
    // A lost device maps nothing, and nobody sees what is in its buffer.
    if let Ok(mut view) = buffer.get_mapped_range_mut(..contents.len() as u64) {
        view.copy_from_slice(contents);
    }
    buffer.unmap();
    buffer
}

/// Unskinned vertices, [`REST_WORDS`] words each as `shaders/skinning.wgsl` reads them: the
/// position, then normal and tangent as two signed steps of 1/32767 each. The lowest bit of the
/// tangent is set where its sign is -1.
fn rest(part: &MeshPart) -> Vec<[u32; REST_WORDS]> {
    let vertex = |at: usize| {
        let [x, y, z] = part.positions[at].map(f32::to_bits);
        let tangent = part.tangents.get(at).map_or(0, |tangent| {
            let [x, y, z, w] = *tangent;
            octahedral([x, y, z]) & !1 | u32::from(w < 0.0)
        });
        [x, y, z, octahedral(part.normals[at]), tangent]
    };
    (0..part.vertex_count()).map(vertex).collect()
}

/// A direction as a point of an octahedron that is unfolded to a square, -1..=1. After Cigolle and
/// others, A Survey of Efficient Representations for Independent Unit Vectors, 2014.
fn octahedral([x, y, z]: [f32; 3]) -> u32 {
    let sum = (x.abs() + y.abs() + z.abs()).max(f32::MIN_POSITIVE);
    let (u, v) = (x / sum, y / sum);
    let turned = |value: f32, other: f32| (1.0 - other.abs()).copysign(value);
    let (u, v) = if z < 0.0 {
        (turned(u, v), turned(v, u))
    } else {
        (u, v)
    };
    let steps = |value: f32| u32::from(((value.clamp(-1.0, 1.0) * 32767.0).round() as i16) as u16);
    steps(u) | steps(v) << 16
}

/// Influences as words: the palette slot in the low half, the weight in steps of 1/65535 in the
/// high half. The weights of a vertex sum to exactly 65535.
fn influences(part: &MeshPart) -> Vec<u32> {
    let width = part.influences as usize;
    let vertices = part
        .joints
        .chunks_exact(width)
        .zip(part.weights.chunks_exact(width));
    let packed = |(slots, weights): (&[u16], &[f32])| {
        let steps = weights::quantise(weights, u32::from(u16::MAX));
        slots
            .iter()
            .zip(steps)
            .map(|(slot, steps)| u32::from(*slot) | steps << 16)
            .collect::<Vec<u32>>()
    };
    vertices.flat_map(packed).collect()
}

fn surfaces(part: &MeshPart) -> Vec<VertexSurface> {
    let uv = |vertex: usize| part.uvs.get(vertex).copied().unwrap_or_default();
    let color = |vertex: usize| part.colors.get(vertex).copied().unwrap_or([1.0; 4]);
    (0..part.vertex_count())
        .map(|vertex| VertexSurface {
            uv: uv(vertex),
            color: color(vertex),
        })
        .collect()
}

/// Deltas of each morph, sorted by vertex, so that a thread finds those of its vertex and always
/// adds them in the same order.
fn deltas_in_order(part: &MeshPart) -> Vec<Delta> {
    let tangent = |at: usize| part.delta_tangents.get(at).copied().unwrap_or_default();
    let delta = |(at, delta): (usize, &MorphDelta)| Delta {
        vertex: delta.vertex,
        position: delta.position,
        normal: delta.normal,
        tangent: tangent(at),
    };
    let mut deltas: Vec<Delta> = part.deltas.iter().enumerate().map(delta).collect();
    for morph in part.morphs.iter() {
        let first = morph.first_delta as usize;
        deltas[first..first + morph.delta_count as usize].sort_by_key(|delta| delta.vertex);
    }
    deltas
}
