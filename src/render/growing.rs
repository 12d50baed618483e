//! What is sent anew for each picture. Invariant: nothing is sent that is there already.

use crate::{Gpu, layout};

/// A storage buffer that holds what was last sent; it only ever grows.
#[derive(Debug)]
pub(crate) struct Growing {
    pub buffer: wgpu::Buffer,
    label: &'static str,
    sent: Vec<u8>,
}

impl Growing {
    pub fn new(device: &wgpu::Device, label: &'static str) -> Growing {
        Growing {
            buffer: make(device, label, 0),
            label,
            sent: Vec::new(),
        }
    }

    /// True where the buffer is another one now.
    pub fn send(&mut self, gpu: &Gpu, bytes: &[u8]) -> bool {
        let is_new = bytes.len() as u64 > self.buffer.size();
        if is_new {
            self.buffer = make(
                &gpu.device,
                self.label,
                bytes.len().next_power_of_two() as u64,
            );
        }
        if is_new || self.sent != bytes {
            gpu.queue.write_buffer(&self.buffer, 0, bytes);
            self.sent.clear();
            self.sent.extend_from_slice(bytes);
        }
        is_new
    }
}

fn make(device: &wgpu::Device, label: &str, size: u64) -> wgpu::Buffer {
    layout::buffer(
        device,
        label,
        size.max(SMALLEST),
        wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
    )
}

/// At least as large as any element that a shader reads.
const SMALLEST: u64 = 256;
