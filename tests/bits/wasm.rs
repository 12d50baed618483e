//! For a host that knows nothing but numbers and memory: it asks for room, writes a bundle there,
//! and reads text.

use std::cell::RefCell;

thread_local! {
    static FILE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Where so many bytes of a bundle are to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    FILE.with_borrow_mut(|file| {
        *file = vec![0; length];
        file.as_mut_ptr()
    })
}

/// What is to be compared of what was written there, with as many lanes as the number says: 0 for
/// one. True if all went well.
#[unsafe(no_mangle)]
pub extern "C" fn run(lanes: u32) -> bool {
    let name = ["scalar", "four", "eight"]
        .get(lanes as usize)
        .copied()
        .unwrap_or_default();
    let found = FILE.with_borrow(|file| crate::use_lanes(name).and_then(|()| crate::lines(file)));
    let is_well = found.is_ok();
    TEXT.set(found.unwrap_or_else(|error| error).into_bytes());
    is_well
}

/// The text of the last run.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    TEXT.with_borrow(Vec::len)
}
