//! Immutable plain data that may be a view into a larger buffer: what makes a loaded bundle
//! zero-copy. Invariant: the viewed range lies inside the store, is aligned for `T`, and never
//! changes.

#[cfg(test)]
mod tests;

use bytemuck::Pod;
use std::{
    io::{self, Read},
    marker::PhantomData,
    ops::Deref,
    panic::RefUnwindSafe,
    sync::Arc,
};
use words::tr;

/// Memory that arrays view: a run of 16-byte words, so that every type of alignment 16 or less can
/// be viewed in place. It stays as it is for as long as anybody has it.
#[derive(Clone)]
pub enum Store {
    Shared(Arc<[u128]>),
    /// Part of the program, or never given back.
    Borrowed(&'static [u128]),
    /// Somebody else's, such as a file that is mapped into memory.
    Owned(Owner),
}

/// Owner of the memory of a store.
pub type Owner = Arc<dyn AsRef<[u128]> + Send + Sync + RefUnwindSafe>;

impl Store {
    /// Copies the bytes once. The last word is filled up with 0.
    pub fn of(bytes: &[u8]) -> Self {
        let mut words: Arc<[u128]> =
            std::iter::repeat_n(0, bytes.len().div_ceil(size_of::<u128>())).collect();
        let room = Arc::get_mut(&mut words).expect("nobody else has it yet");
        bytemuck::cast_slice_mut::<u128, u8>(room)[..bytes.len()].copy_from_slice(bytes);
        Store::Shared(words)
    }

    /// Reads `bytes` bytes from a reader directly into a new store, without a copy.
    pub fn read(bytes: usize, from: &mut dyn Read) -> io::Result<Self> {
        let mut words: Arc<[u128]> =
            std::iter::repeat_n(0, bytes.div_ceil(size_of::<u128>())).collect();
        let room = Arc::get_mut(&mut words).expect("nobody else has it yet");
        from.read_exact(&mut bytemuck::cast_slice_mut::<u128, u8>(room)[..bytes])?;
        Ok(Store::Shared(words))
    }

    /// All bytes of the store, whole words of 16 bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(match self {
            Store::Shared(words) => words,
            Store::Borrowed(words) => words,
            Store::Owned(owner) => (**owner).as_ref(),
        })
    }
}

impl From<Arc<[u128]>> for Store {
    fn from(words: Arc<[u128]>) -> Self {
        Store::Shared(words)
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&tr!("{} bytes", self.bytes().len()))
    }
}

/// A shared, immutable slice of plain values. Cloning shares the store.
#[derive(Clone)]
pub struct Array<T> {
    store: Store,
    offset: usize,
    len: usize,
    kind: PhantomData<T>,
}

impl<T: Pod> Array<T> {
    /// Views `len` values that start `offset` bytes into `store`. None when they do not fit or are
    /// not aligned.
    pub fn view(store: Store, offset: usize, len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<T>())?;
        let end = offset.checked_add(bytes)?;
        let aligned =
            offset.is_multiple_of(align_of::<T>()) && align_of::<T>() <= align_of::<u128>();
        (aligned && end <= store.bytes().len()).then_some(Self {
            store,
            offset,
            len,
            kind: PhantomData,
        })
    }

    /// Number of values; faster to get than the length of the slice.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes from the start of its store.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Whether it has no values.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A view of some of it. Contract: the range is within.
    pub fn part(&self, range: std::ops::Range<usize>) -> Self {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "{range:?} of {}",
            self.len
        );
        let offset = self.offset + range.start * size_of::<T>();
        Self {
            store: self.store.clone(),
            offset,
            len: range.len(),
            kind: PhantomData,
        }
    }

    /// All values, without a copy.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        bytemuck::cast_slice(
            &self.store.bytes()[self.offset..self.offset + self.len * size_of::<T>()],
        )
    }
}

impl<T: Pod> From<&[T]> for Array<T> {
    fn from(values: &[T]) -> Self {
        let store = Store::of(bytemuck::cast_slice(values));
        Self {
            store,
            offset: 0,
            len: values.len(),
            kind: PhantomData,
        }
    }
}

impl<T: Pod> From<Vec<T>> for Array<T> {
    fn from(values: Vec<T>) -> Self {
        values.as_slice().into()
    }
}

impl<T: Pod> FromIterator<T> for Array<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        values.into_iter().collect::<Vec<_>>().into()
    }
}

impl<T: Pod> Default for Array<T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<T: Pod> Deref for Array<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T: Pod + std::fmt::Debug> std::fmt::Debug for Array<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl<T: Pod + PartialEq> PartialEq for Array<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}
