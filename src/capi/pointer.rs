//! Memory of the game: every access checks for null first.

use crate::guard::{CallAnswer, CallError, MutoscopeResult, null};
use std::ffi::c_char;
use words::tr;

/// Writes as much of a text as there is room for, and a zero.
///
/// # Safety
/// `to` is null, or points to `capacity` bytes that may be written.
pub(crate) unsafe fn write_text(text: &str, to: *mut c_char, capacity: usize) {
    if to.is_null() || capacity == 0 {
        return;
    }
    let room = text.len().min(capacity - 1);
    let end = (0..=room)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    // SAFETY: `end` is less than `capacity`, and the two cannot overlap: `text` is ours.
    unsafe {
        to.copy_from_nonoverlapping(text.as_ptr().cast(), end);
        to.add(end).write(0);
    }
}

/// # Safety
/// `pointer` is null, or points to a value that nobody changes during `'a`.
pub(crate) unsafe fn get<'a, T>(pointer: *const T, what: &str) -> CallAnswer<&'a T> {
    // SAFETY: the caller's contract is that of this function.
    unsafe { pointer.as_ref() }.ok_or_else(|| null(what))
}

/// # Safety
/// `pointer` is null, or points to a value that nobody else uses during `'a`.
pub(crate) unsafe fn get_mut<'a, T>(pointer: *mut T, what: &str) -> CallAnswer<&'a mut T> {
    // SAFETY: the caller's contract is that of this function.
    unsafe { pointer.as_mut() }.ok_or_else(|| null(what))
}

/// Writes a result; the memory need not hold a value before.
///
/// # Safety
/// `to` is null, or points to memory for a value.
pub(crate) unsafe fn put<T>(to: *mut T, value: T, what: &str) -> CallAnswer {
    if to.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null, and writable by the caller's contract.
    unsafe { to.write(value) };
    Ok(())
}

/// An array of the game's; null is an empty one where `count` is 0.
///
/// # Safety
/// `first` is null, or points to `count` values that nobody changes during `'a`.
pub(crate) unsafe fn slice<'a, T>(
    first: *const T,
    count: usize,
    what: &str,
) -> CallAnswer<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if first.is_null() {
        return Err(null(what));
    }
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(CallError::range(tr!("{what} is longer than memory")));
    }
    // SAFETY: not null, not longer than memory, readable by the caller's contract.
    Ok(unsafe { std::slice::from_raw_parts(first, count) })
}

/// Text of the game's, UTF-8, without a zero.
///
/// # Safety
/// As of [`slice()`].
pub(crate) unsafe fn text<'a>(
    first: *const c_char,
    length: usize,
    what: &str,
) -> CallAnswer<&'a str> {
    // SAFETY: the caller's contract is that of this function.
    let bytes = unsafe { slice(first.cast::<u8>(), length, what)? };
    std::str::from_utf8(bytes)
        .map_err(|_| CallError::new(MutoscopeResult::Text, tr!("{what} is not UTF-8")))
}

/// Where results of which there are several go: an array of the game's, and their number.
pub(crate) struct GameArray<T> {
    pub(crate) first: *mut T,
    /// Bytes from an entry to the next: the size of the struct that the game was compiled with.
    pub(crate) stride: usize,
    pub(crate) capacity: usize,
    pub(crate) count: *mut usize,
}

impl<T> GameArray<T> {
    pub(crate) fn new(first: *mut T, capacity: usize, count: *mut usize) -> Self {
        Self {
            first,
            stride: size_of::<T>(),
            capacity,
            count,
        }
    }

    /// Writes all values, or none if there is not room for all. `count`, if it is not null, is told
    /// how many there are in any case.
    ///
    /// # Safety
    /// `first` is null, or points to `capacity` entries of `stride` bytes that may be written;
    /// `count` is null or may be written.
    pub(crate) unsafe fn fill(self, values: impl ExactSizeIterator<Item = T>) -> CallAnswer {
        // SAFETY: the caller's contract is that of this function.
        unsafe { self.fill_counted(values.len(), values) }
    }

    /// As [`GameArray::fill`], with the number of the values, which must be right.
    ///
    /// # Safety
    /// As of [`GameArray::fill`].
    pub(crate) unsafe fn fill_counted(
        self,
        all: usize,
        values: impl Iterator<Item = T>,
    ) -> CallAnswer {
        if !self.count.is_null() {
            // SAFETY: not null, and writable by the caller's contract.
            unsafe { self.count.write(all) };
        }
        if self.first.is_null() && self.capacity == 0 && !self.count.is_null() {
            return Ok(());
        }
        if self.first.is_null() {
            return Err(null(tr!("the array")));
        }
        if all > self.capacity {
            let capacity = self.capacity;
            let text = tr!("the array has room for {capacity} values, and there are {all}");
            return Err(CallError::new(MutoscopeResult::Size, text));
        }
        let bytes = self.stride.min(size_of::<T>());
        for (at, value) in values.take(all).enumerate() {
            // SAFETY: entry `at` is within the array; no more of it is written than it has.
            unsafe {
                let entry = self.first.cast::<u8>().add(at * self.stride);
                entry.copy_from_nonoverlapping((&raw const value).cast(), bytes);
            }
        }
        Ok(())
    }
}

/// A struct that carries its size in its first field.
///
/// # Safety
/// It is plain old data: any bytes but those of `size` are a value, and zeros are the default of
/// what an older game does not know.
pub(crate) unsafe trait Sized32: Copy {
    /// Size of the struct in the first version of the ABI.
    const FIRST: usize;
}

/// Reads a struct of the game's, whose first field is its size as `u32`: of an older game what it
/// does not know is 0, of a newer one what this library does not know is left out.
///
/// # Safety
/// `pointer` is null, or points to a `u32` and to as many bytes as that says.
pub(crate) unsafe fn sized<T: Sized32>(pointer: *const T, what: &str) -> CallAnswer<T> {
    if pointer.is_null() {
        return Err(null(what));
    }
    // SAFETY: not null; the first field is there by the caller's contract.
    let size = unsafe { pointer.cast::<u32>().read_unaligned() } as usize;
    let least = T::FIRST;
    if size < least {
        let text = tr!("the size of {what} is {size} and must be at least {least}");
        return Err(CallError::new(MutoscopeResult::Size, text));
    }
    let mut value = std::mem::MaybeUninit::<T>::zeroed();
    let bytes = size.min(size_of::<T>());
    // SAFETY: so many bytes are there on both sides, and zeros or the game's bytes are a value.
    unsafe {
        value
            .as_mut_ptr()
            .cast::<u8>()
            .copy_from_nonoverlapping(pointer.cast(), bytes);
        Ok(value.assume_init())
    }
}
