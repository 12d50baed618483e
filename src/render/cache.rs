//! Skinned vertices that are kept from picture to picture, up to a budget. Invariant: parts in the
//! picture never lose their room; a part without room is skinned while it is drawn.

use crate::{
    Gpu, layout, pool::DrawSlot, posed::PosedPart, skin_pass::SKINNED_STRIDE, spans::Spans,
};

/// Default budget in bytes.
const BUDGET: u64 = 128 << 20;

/// The buffer of skinned vertices, and its free ranges.
#[derive(Debug)]
pub(crate) struct SkinCache {
    /// The buffer; a new one is made when it grows.
    pub vertices: wgpu::Buffer,
    free: Spans,
    /// Vertices that fit the buffer now, and that fit it at most.
    len: u32,
    most: u32,
}

impl SkinCache {
    /// An empty cache with the default budget.
    pub fn new(gpu: &Gpu) -> SkinCache {
        let mut cache = SkinCache {
            vertices: vertices(gpu, 0),
            free: Spans::default(),
            len: 0,
            most: 0,
        };
        cache.set_budget(gpu, BUDGET);
        cache
    }

    /// Sets the budget in bytes, at most what can be bound. An adapter that cannot skin while
    /// drawing takes as much as can be bound. Contract: no part has room in the cache.
    pub fn set_budget(&mut self, gpu: &Gpu, bytes: u64) {
        let limits = gpu.device.limits();
        let largest = limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size);
        let bytes = if gpu.has_vertex_storage {
            bytes.min(largest)
        } else {
            largest
        };
        self.most =
            u32::try_from(bytes / SKINNED_STRIDE).unwrap_or(u32::MAX / SKINNED_STRIDE as u32);
        (self.len, self.free) = (0, Spans::default());
        self.vertices = vertices(gpu, 0);
    }

    /// Frees the room of a part, whose vertices have to be skinned again later.
    pub fn release(&mut self, posed: &mut PosedPart) {
        if let Some(room) = posed.room.take() {
            self.free.give(room);
        }
        posed.is_skinned = false;
    }

    /// Gives room to needed parts that have none. A part that finds none is not drawn where the
    /// adapter cannot skin while drawing.
    pub fn house(&mut self, gpu: &Gpu, slots: &mut [DrawSlot]) {
        let before = self.len;
        for at in 0..slots.len() {
            if slots[at].is_needed && slots[at].posed.room.is_none() {
                let vertices = slots[at].posed.part.buffers().vertex_count;
                while slots[at].posed.room.is_none() && self.make_room(vertices, slots) {
                    slots[at].posed.room = self.free.take(vertices);
                }
                let is_drawn = slots[at].posed.room.is_some() || gpu.has_vertex_storage;
                slots[at].is_needed &= is_drawn;
                slots[at].is_seen &= is_drawn;
            }
        }
        if self.len != before {
            self.vertices = vertices(gpu, self.len);
            slots
                .iter_mut()
                .for_each(|slot| slot.posed.is_skinned = false);
        }
    }

    /// Tries to make room: the buffer has it already, it grows, or the part that was needed longest
    /// ago loses its room. Returns false if nothing helps.
    fn make_room(&mut self, vertices: u32, slots: &mut [DrawSlot]) -> bool {
        if vertices > self.most {
            return false;
        }
        if let Some(room) = self.free.take(vertices) {
            self.free.give(room);
            return true;
        }
        if self.len < self.most {
            let len = (self.len * 2).max(self.len + vertices).min(self.most);
            self.free.give(self.len..len);
            self.len = len;
            return true;
        }
        let idle = slots
            .iter_mut()
            .filter(|slot| !slot.is_needed && slot.posed.room.is_some());
        let Some(oldest) = idle.min_by_key(|slot| slot.needed_at) else {
            return false;
        };
        self.release(&mut oldest.posed);
        true
    }
}

/// A new buffer for that many skinned vertices.
pub(crate) fn vertices(gpu: &Gpu, count: u32) -> wgpu::Buffer {
    let usage =
        wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_SRC;
    layout::buffer(
        &gpu.device,
        "skinned",
        u64::from(count) * SKINNED_STRIDE,
        usage,
    )
}
