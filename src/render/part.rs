//! A mesh part on the device. Invariant: its buffers never change; what changes a frame lives in a pool slot.

use crate::{
    Bounds,
    skin_pass::{RestVertex, SkinPass},
};
use anim::{MeshPart, mesh::SkinMethod, skinning::PartBounds};
use bytemuck::{Pod, Zeroable};
use glam::Affine3A;
use std::sync::Arc;
use wgpu::util::DeviceExt;

/// A mesh part that was uploaded. Cloning shares it.
#[derive(Clone, Debug)]
pub struct GpuPart(Arc<Buffers>);

#[derive(Debug)]
pub(crate) struct Buffers {
    pub vertex_count: u32,
    pub index_count: u32,
    pub palette_len: usize,
    pub morph_count: usize,
    pub indices: wgpu::Buffer,
    /// Texture coordinates and colours, [`Surface`] a vertex.
    pub surface: wgpu::Buffer,
    pub skin_group: wgpu::BindGroup,
    pub method: SkinMethod,
    pub has_tangents: bool,
    bounds: PartBounds,
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
    pub(crate) fn new(device: &wgpu::Device, skin_pass: &SkinPass, part: &MeshPart) -> GpuPart {
        let storage = |label, bytes: &[u8]| filled(device, label, bytes, wgpu::BufferUsages::STORAGE);
        let counts = Counts {
            vertices: part.vertex_count() as u32,
            influences: part.influences,
            method: part.method as u32,
            unused: 0,
        };
        let (starts, deltas) = deltas_by_vertex(part);
        let skin_group = skin_pass.part_group(
            device,
            [
                &filled(device, "counts", bytemuck::bytes_of(&counts), wgpu::BufferUsages::UNIFORM),
                &storage("rest vertices", bytemuck::cast_slice(&rest(part))),
                &storage("influences", bytemuck::cast_slice(&influences(part))),
                &storage("delta starts", bytemuck::cast_slice(&starts)),
                &storage("deltas", bytemuck::cast_slice(&deltas)),
            ],
        );
        GpuPart(Arc::new(Buffers {
            vertex_count: counts.vertices,
            index_count: part.indices.len() as u32,
            palette_len: part.palette.len(),
            morph_count: part.morphs.len(),
            indices: filled(device, "indices", bytemuck::cast_slice(&part.indices), wgpu::BufferUsages::INDEX),
            surface: filled(device, "surface", bytemuck::cast_slice(&surfaces(part)), wgpu::BufferUsages::VERTEX),
            skin_group,
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
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: Some(label), contents, usage })
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
