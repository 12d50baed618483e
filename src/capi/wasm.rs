//! WebAssembly alone, and so not in the header: memory of the module for its host, which has no
//! other way to get any, and the words of a panic, which ends a call there and cannot be caught.

use crate::pointer::write_text;
use std::{alloc::Layout, cell::RefCell, ffi::c_char, ptr::null_mut, sync::Once};

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Gives memory to the host, which gives it back by [`mutoscope_free`] with the same numbers; null
/// where there is none, for 0 bytes, or where `align` is no power of two.
#[unsafe(no_mangle)]
pub extern "C" fn mutoscope_alloc(size: usize, align: usize) -> *mut u8 {
    match Layout::from_size_align(size, align) {
        // SAFETY: not of 0 bytes.
        Ok(layout) if size > 0 => unsafe { std::alloc::alloc(layout) },
        _ => null_mut(),
    }
}

/// Takes back what [`mutoscope_alloc`] gave; null is nothing.
///
/// # Safety
/// `memory` is null, or was given for this `size` and `align` and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_free(memory: *mut u8, size: usize, align: usize) {
    if memory.is_null() {
        return;
    }
    if let Ok(layout) = Layout::from_size_align(size, align) {
        // SAFETY: the caller's contract is that of this function.
        unsafe { std::alloc::dealloc(memory, layout) };
    }
}

/// Copies the words of the panic that ended a call, as `mutoscope_last_error` copies texts, and
/// returns the length of the text; 0 if none did.
///
/// # Safety
/// `text` points to `capacity` bytes that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_panic_text(text: *mut c_char, capacity: usize) -> usize {
    PANIC.with_borrow(|panic| {
        // SAFETY: the caller's contract is that of this function.
        unsafe { write_text(panic, text, capacity) };
        panic.len()
    })
}

/// From the first call on, a panic leaves its words for [`mutoscope_panic_text`].
pub(crate) fn keep_words_of_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let text = engine::panic_text(panic.payload());
            PANIC.with_borrow_mut(|last| *last = text);
        }));
    });
}
