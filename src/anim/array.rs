//! Immutable plain data that may be a view into a larger buffer: what makes a loaded bundle zero-copy.
//! Invariant: the viewed range lies inside the store, is aligned for `T`, and never changes.

use bytemuck::Pod;
use std::{marker::PhantomData, ops::Deref, sync::Arc};

/// A shared, immutable slice of plain values. Cloning shares the store.
///
/// The store is a run of 16-byte words so that every `T` of alignment 16 or less can be viewed in place.
#[derive(Clone)]
pub struct Array<T> {
    store: Arc<[u128]>,
    offset: usize,
    len: usize,
    kind: PhantomData<T>,
}

impl<T: Pod> Array<T> {
    /// Views `len` values that start `offset` bytes into `store`. None when they do not fit or are not aligned.
    pub fn view(store: Arc<[u128]>, offset: usize, len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<T>())?;
        let end = offset.checked_add(bytes)?;
        let aligned = offset.is_multiple_of(align_of::<T>()) && align_of::<T>() <= align_of::<u128>();
        (aligned && end <= size_of_val(&*store)).then_some(Self { store, offset, len, kind: PhantomData })
    }

    /// Of the slice, which takes longer to come by.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn as_slice(&self) -> &[T] {
        let bytes: &[u8] = bytemuck::cast_slice(&self.store);
        bytemuck::cast_slice(&bytes[self.offset..self.offset + self.len * size_of::<T>()])
    }
}

impl<T: Pod> From<&[T]> for Array<T> {
    fn from(values: &[T]) -> Self {
        let bytes: &[u8] = bytemuck::cast_slice(values);
        let mut words = vec![0u128; bytes.len().div_ceil(size_of::<u128>())];
        bytemuck::cast_slice_mut::<u128, u8>(&mut words)[..bytes.len()].copy_from_slice(bytes);
        Self { store: words.into(), offset: 0, len: values.len(), kind: PhantomData }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn view_refuses_what_does_not_fit_or_is_not_aligned() {
        let store: Arc<[u128]> = vec![0u128; 2].into();
        assert!(Array::<u32>::view(store.clone(), 0, 8).is_some());
        assert!(Array::<u32>::view(store.clone(), 4, 7).is_some());
        assert!(Array::<u32>::view(store.clone(), 4, 8).is_none());
        assert!(Array::<u32>::view(store.clone(), 2, 1).is_none());
        assert!(Array::<u64>::view(store.clone(), usize::MAX, 1).is_none());
        assert!(Array::<u64>::view(store, 0, usize::MAX / 4).is_none());
    }

    #[test]
    fn values_survive_the_trip() {
        let array: Array<u16> = vec![1, 2, 3].into();
        assert_eq!(&*array, &[1, 2, 3]);
        assert!(Array::<f32>::default().is_empty());
    }
}
