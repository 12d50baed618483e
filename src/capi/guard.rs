//! What a call answers: a code, and the last error in words.

use crate::pointer::write_text;
use std::{
    cell::RefCell,
    ffi::c_char,
    panic::{AssertUnwindSafe, catch_unwind},
};
use words::tr;

/// Version of the ABI: it rises with every addition. Nothing is ever taken away or changed.
pub const MUTOSCOPE_ABI_VERSION: u32 = 2;

/// What a call answers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeResult {
    /// The call did what it says.
    Ok = 0,
    /// A pointer that must be there is null.
    Null = 1,
    /// An enum or a number is out of its range.
    Range = 2,
    /// The size of a struct is not one of any version of the ABI, or an array is too small.
    Size = 3,
    /// A text is not UTF-8.
    Text = 4,
    /// The bytes are no bundle that this library reads.
    Bundle = 5,
    /// There is nothing of this name, id or index.
    Unknown = 6,
    /// The world refused it; the refusals of the step say why.
    Refused = 7,
    /// A step is open, and the call needs it finished.
    Open = 8,
    /// A file could not be read, or a thread could not be started.
    System = 9,
    /// The call came to an end inside. The world is broken: only destroy it.
    Panic = 10,
    /// Another call is on this world.
    Busy = 11,
}

/// Why a call failed.
pub(crate) struct CallError {
    pub(crate) result: MutoscopeResult,
    pub(crate) text: String,
}

impl CallError {
    pub(crate) fn new(result: MutoscopeResult, text: impl Into<String>) -> Self {
        Self {
            result,
            text: text.into(),
        }
    }

    pub(crate) fn unknown(text: impl Into<String>) -> Self {
        Self::new(MutoscopeResult::Unknown, text)
    }

    /// A number that is none of an enum's.
    pub(crate) fn not_of(number: u32, of: &str) -> Self {
        Self::range(tr!("{number} is not a {of}"))
    }

    pub(crate) fn range(text: impl Into<String>) -> Self {
        Self::new(MutoscopeResult::Range, text)
    }
}

pub(crate) type CallAnswer<T = ()> = Result<T, CallError>;

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a call; a panic ends at it.
pub(crate) fn call(work: impl FnOnce() -> CallAnswer) -> MutoscopeResult {
    #[cfg(target_family = "wasm")]
    crate::wasm::keep_words_of_panics();
    let answer = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        Err(CallError::new(
            MutoscopeResult::Panic,
            engine::panic_text(&*panic),
        ))
    });
    match answer {
        Ok(()) => MutoscopeResult::Ok,
        Err(CallError { result, text }) => {
            LAST.with_borrow_mut(|last| *last = text);
            result
        }
    }
}

/// Version of the ABI that the library has, [`MUTOSCOPE_ABI_VERSION`] of its header. A program may
/// use it if it is not below that of the header that the program was compiled with.
#[unsafe(no_mangle)]
pub extern "C" fn mutoscope_abi_version() -> u32 {
    MUTOSCOPE_ABI_VERSION
}

/// Copies the text of the calling thread's last failed call, UTF-8 with a zero at its end, as much
/// as there is room for. Returns the length of the whole text without the zero, in bytes; 0 if no
/// call has failed. `text` may be null where `capacity` is 0.
///
/// # Safety
/// `text` points to `capacity` bytes that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_last_error(text: *mut c_char, capacity: usize) -> usize {
    LAST.with_borrow(|last| {
        // SAFETY: the caller's contract is that of this function.
        unsafe { write_text(last, text, capacity) };
        last.len()
    })
}

/// Text of a result in a few words, with a zero at its end. It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn mutoscope_result_text(result: u32) -> *const c_char {
    let text = match result {
        0 => c"ok",
        1 => c"a pointer is null",
        2 => c"a number is out of range",
        3 => c"a size is wrong",
        4 => c"a text is not UTF-8",
        5 => c"not a bundle",
        6 => c"unknown name",
        7 => c"refused",
        8 => c"a step is open",
        9 => c"the system refused",
        10 => c"the call ended inside",
        11 => c"another call is on the world",
        _ => c"unknown result",
    };
    text.as_ptr()
}

pub(crate) fn null(what: &str) -> CallError {
    CallError::new(MutoscopeResult::Null, tr!("{what} is null"))
}
