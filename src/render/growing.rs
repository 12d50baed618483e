//! Buffers that are sent again for each picture. Invariant: nothing is sent that the buffer holds
//! already.

use crate::{Gpu, layout};

/// A storage buffer that holds what was last sent; it only grows.
#[derive(Debug)]
pub(crate) struct Growing {
    /// The buffer; a new one is made when it grows.
    pub buffer: wgpu::Buffer,
    label: &'static str,
    sent: Vec<u8>,
}

impl Growing {
    /// A buffer of the smallest size. `label` names it in debuggers.
    pub fn new(device: &wgpu::Device, label: &'static str) -> Growing {
        Growing {
            buffer: make(device, label, 0),
            label,
            sent: Vec::new(),
        }
    }

    /// Sends the bytes unless they are there already. Returns true where the buffer was replaced,
    /// so that bind groups of it must be made again.
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

/// Smallest size in bytes, at least that of any element that a shader reads.
const SMALLEST: u64 = 256;
