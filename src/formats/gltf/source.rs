//! Buffers and buffer views, loaded when first asked for. Invariant: what is handed out lies inside
//! its buffer, and all decoding together stays within a budget that grows with the bytes that were
//! read.

use super::{json::GltfRoot, meshopt, uri};
use crate::{
    ImportError, ImportProblem,
    gltf::uri::Uri,
    reading::{BUDGET_PER_BYTE, Reading},
};
use std::{collections::HashMap, ops::Range, rc::Rc};
use words::tr;

/// Reads a file beside this one by its relative path. The Err says in words why it cannot.
pub type Resolve<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, String>;

/// A file that is being read, with its buffers so far.
pub struct GltfSource<'a> {
    /// The parsed JSON of the file.
    pub root: &'a GltfRoot,
    /// Report, memory budget and progress.
    pub reading: Reading<'a>,
    resolve: Resolve<'a>,
    buffers: Vec<Option<Rc<[u8]>>>,
    decompressed: HashMap<usize, Rc<[u8]>>,
    /// Metres of one unit of length in the file; 1 until the caller sets it.
    pub scale: f32,
}

/// Bytes of one buffer view.
#[derive(Clone)]
pub struct BufferViewBytes {
    store: Rc<[u8]>,
    range: Range<usize>,
    /// Bytes from an element to the next; None where elements are packed.
    pub stride: Option<usize>,
}

impl BufferViewBytes {
    /// The bytes of the view, decoded if it was compressed.
    pub fn bytes(&self) -> &[u8] {
        &self.store[self.range.clone()]
    }

    /// Offset of the first byte in its buffer; 0 in a decoded view.
    pub fn offset(&self) -> usize {
        self.range.start
    }
}

impl<'a> GltfSource<'a> {
    /// A source without loaded files. `bin` becomes buffer 0 if that has no URI.
    pub fn new(
        root: &'a GltfRoot,
        bin: Option<&[u8]>,
        resolve: Resolve<'a>,
        reading: Reading<'a>,
    ) -> Self {
        let mut buffers = vec![None; root.buffers.len()];
        if let (Some(bin), Some(first)) = (bin, buffers.first_mut())
            && root.buffers[0].uri.is_none()
        {
            *first = Some(bin.into());
        }
        Self {
            root,
            reading,
            resolve,
            buffers,
            decompressed: HashMap::new(),
            scale: 1.0,
        }
    }

    /// Converts lengths from units of the file to metres.
    pub fn scale_all(&self, lengths: &mut [f32]) {
        lengths.iter_mut().for_each(|length| *length *= self.scale);
    }

    /// The bytes of a data URI or of a file beside this one; the latter raise the memory budget. An
    /// Err means that the URI is broken or forbidden, or that the file cannot be read.
    pub fn load(&mut self, uri: &str, place: &str) -> Result<Vec<u8>, ImportError> {
        let failed = |problem| ImportError::new(place.into(), problem);
        match uri::read(uri).map_err(failed)? {
            Uri::Data { bytes, has_type } => {
                if !has_type {
                    self.reading.report.note(
                        place,
                        tr!("The data URI has no media type; it was read anyway."),
                    );
                }
                Ok(bytes)
            }
            Uri::Path(path) => {
                let missing = |message| ImportProblem::Missing {
                    uri: uri::shown(&path),
                    message,
                };
                let bytes = (self.resolve)(&path).map_err(|message| failed(missing(message)))?;
                self.reading
                    .budget
                    .release(BUDGET_PER_BYTE * bytes.len() as u64);
                Ok(bytes)
            }
        }
    }

    /// A buffer view by its index, loaded and decoded when first asked for. An Err means a broken
    /// reference, a `byteStride` out of 4..=252, missing bytes or a broken stream.
    pub fn view(&mut self, index: usize, place: &str) -> Result<BufferViewBytes, ImportError> {
        let root = self.root;
        let view = root.buffer_views.get(index).ok_or_else(|| {
            ImportError::no_such(tr!("buffer view"), index, root.buffer_views.len(), place)
        })?;
        let stride = view.byte_stride.map(|stride| stride.0);
        let place = format!("/bufferViews/{index}");
        if stride.is_some_and(|stride| !(4..=252).contains(&stride)) {
            return Err(ImportError::invalid(
                place,
                tr!("byteStride is not between 4 and 252"),
            ));
        }
        if let Some(compressed) = view
            .extensions
            .khr_meshopt
            .as_ref()
            .or(view.extensions.ext_meshopt.as_ref())
        {
            let store = self.decompressed(index, compressed, view.byte_length.0, &place)?;
            let range = 0..store.len();
            return Ok(BufferViewBytes {
                store,
                range,
                stride,
            });
        }
        let offset = view.byte_offset.map_or(0, |offset| offset.0);
        let (store, range) = self.slice(view.buffer.0, offset, view.byte_length.0, &place)?;
        Ok(BufferViewBytes {
            store,
            range,
            stride,
        })
    }

    fn decompressed(
        &mut self,
        index: usize,
        view: &super::json::Meshopt,
        length: usize,
        place: &str,
    ) -> Result<Rc<[u8]>, ImportError> {
        if let Some(bytes) = self.decompressed.get(&index) {
            return Ok(bytes.clone());
        }
        let offset = view.byte_offset.map_or(0, |offset| offset.0);
        let (store, range) = self.slice(view.buffer.0, offset, view.byte_length.0, place)?;
        self.reading.budget.reserve(length as u64, place)?;
        let bytes: Rc<[u8]> = meshopt::decode(view, length, &store[range], place)?.into();
        self.decompressed.insert(index, bytes.clone());
        Ok(bytes)
    }

    fn slice(
        &mut self,
        buffer: usize,
        offset: usize,
        len: usize,
        place: &str,
    ) -> Result<(Rc<[u8]>, Range<usize>), ImportError> {
        let store = self.buffer(buffer, place)?;
        if len == 0 {
            return Err(ImportError::invalid(place, tr!("byteLength is 0")));
        }
        match offset.checked_add(len) {
            Some(end) if end <= store.len() => Ok((store, offset..end)),
            _ => {
                let left = store.len().saturating_sub(offset) as u64;
                let problem = ImportProblem::Truncated {
                    what: tr!("a buffer view"),
                    needed: len as u64,
                    left,
                };
                Err(ImportError::new(place.into(), problem))
            }
        }
    }

    fn buffer(&mut self, index: usize, place: &str) -> Result<Rc<[u8]>, ImportError> {
        let root = self.root;
        let buffer = root
            .buffers
            .get(index)
            .ok_or_else(|| ImportError::no_such("buffer", index, root.buffers.len(), place))?;
        let place = format!("/buffers/{index}");
        let store = match (&self.buffers[index], &buffer.uri) {
            (Some(store), _) => store.clone(),
            (None, Some(uri)) => self.load(uri, &place)?.into(),
            (None, None) => {
                let what = tr!("the buffer has no URI, and the file has no binary chunk for it");
                return Err(ImportError::invalid(place, what));
            }
        };
        let needed = buffer.byte_length.0;
        if needed > store.len() {
            let problem = ImportProblem::Truncated {
                what: tr!("the buffer"),
                needed: needed as u64,
                left: store.len() as u64,
            };
            return Err(ImportError::new(place.into(), problem));
        }
        self.buffers[index] = Some(store.clone());
        Ok(store)
    }
}
