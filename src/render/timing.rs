//! Measures how long the device takes for parts of a picture. Invariant: what is measured is a
//! picture that is drawn in the usual way.

use crate::{Gpu, GpuError, layout};

/// Cost of one picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RenderTiming {
    /// Times by the device's clock. None where there is no usable clock: software adapters read
    /// theirs when a pass is queued.
    pub times: Option<PassTimes>,
    /// Vertices that were skinned before drawing; 0 if the cache holds all.
    pub vertices: u64,
    /// Bytes that this skinning reads and writes at least: unskinned vertices, influences and
    /// skinned vertices. Palettes, which many share, and morphs are left out.
    pub bytes: u64,
}

/// Times by the device's own clock, in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PassTimes {
    /// Skinning before anything is drawn.
    pub skin: f64,
    /// The picture itself, without the shadow on the ground.
    pub scene: f64,
}

const QUERIES: u32 = 4;
const BYTES: u64 = QUERIES as u64 * size_of::<u64>() as u64;

/// Timestamps at both ends of two passes.
#[derive(Debug)]
pub(crate) struct Timer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
}

impl Timer {
    /// A timer for the device; None if the device has no clock, or a clock whose values mean
    /// nothing.
    pub fn new(gpu: &Gpu) -> Option<Timer> {
        let has_clock = gpu
            .device
            .features()
            .contains(wgpu::Features::TIMESTAMP_QUERY);
        (has_clock && !gpu.is_software()).then(|| Timer {
            queries: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("pass times"),
                ty: wgpu::QueryType::Timestamp,
                count: QUERIES,
            }),
            resolved: layout::buffer(
                &gpu.device,
                "pass times",
                BYTES,
                wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            ),
        })
    }

    /// Timestamps of the skin pass.
    pub fn around_skin(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    /// Timestamps of the pass that draws the scene.
    pub fn around_scene(&self) -> wgpu::RenderPassTimestampWrites<'_> {
        wgpu::RenderPassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2),
            end_of_pass_write_index: Some(3),
        }
    }

    /// Copies the timestamps for reading. Contract: both passes were recorded before.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..QUERIES, &self.resolved, 0);
    }

    /// Times of both passes. Waits for the device. An Err means that the device was lost.
    pub fn read(&self, gpu: &Gpu) -> Result<PassTimes, GpuError> {
        let clocks: Vec<u64> = bytemuck::pod_collect_to_vec(&gpu.read_buffer(&self.resolved)?);
        let period = f64::from(gpu.queue.get_timestamp_period()) * 1e-9;
        let between = |at: usize| clocks[at + 1].saturating_sub(clocks[at]) as f64 * period;
        Ok(PassTimes {
            skin: between(0),
            scene: between(2),
        })
    }
}
