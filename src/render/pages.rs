//! Vertex data of many parts in few large buffers, so that one dispatch can read all of them.
//! Invariant: data stays where it is until the last part that uses it is dropped.

use crate::{Gpu, spans::Spans};
use std::{
    ops::Range,
    sync::{Arc, Mutex, PoisonError, Weak},
};

/// Words of a page: 16 MiB, or about 300,000 vertices. A part that needs more gets a page of its
/// own.
const PAGE: u32 = 1 << 22;

#[derive(Debug)]
pub(crate) struct VertexPage {
    /// The buffer, which never changes its size.
    pub buffer: wgpu::Buffer,
    free: Mutex<Spans>,
}

/// Words of a page that hold one part; they become free when this is dropped.
#[derive(Debug)]
pub(crate) struct PageAllocation {
    /// The page; it is kept as long as any part uses it.
    pub page: Arc<VertexPage>,
    words: Range<u32>,
}

/// Vertex pages in use.
#[derive(Debug, Default)]
pub(crate) struct Pages(Mutex<Vec<Weak<VertexPage>>>);

impl Pages {
    /// Uploads words to the first page with room, or to a new page.
    pub fn put(&self, gpu: &Gpu, words: &[u32]) -> PageAllocation {
        let place = self.room(gpu, words.len() as u32);
        gpu.queue.write_buffer(
            &place.page.buffer,
            u64::from(place.first()) * 4,
            bytemuck::cast_slice(words),
        );
        place
    }

    fn room(&self, gpu: &Gpu, words: u32) -> PageAllocation {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.retain(|page| page.strong_count() > 0);
        let mut known = pages.iter().filter_map(Weak::upgrade);
        if let Some(place) = known.find_map(|page| page.room(words)) {
            return place;
        }
        let page = Arc::new(VertexPage::new(gpu, words.max(PAGE)));
        pages.push(Arc::downgrade(&page));
        page.room(words).expect("a new page has room")
    }
}

impl VertexPage {
    fn new(gpu: &Gpu, words: u32) -> VertexPage {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
        let buffer = crate::layout::buffer(&gpu.device, "geometry", u64::from(words) * 4, usage);
        VertexPage {
            buffer,
            free: Mutex::new(Spans::new(words)),
        }
    }

    fn room(self: Arc<VertexPage>, words: u32) -> Option<PageAllocation> {
        let words = self
            .free
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take(words)?;
        Some(PageAllocation { page: self, words })
    }
}

impl PageAllocation {
    /// Index of the first word in the page.
    pub fn first(&self) -> u32 {
        self.words.start
    }
}

impl Drop for PageAllocation {
    fn drop(&mut self) {
        let mut free = self
            .page
            .free
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        free.give(self.words.clone());
    }
}
