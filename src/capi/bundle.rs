//! Opening bundles, and what is in them.

use crate::{
    MutoscopeName, MutoscopeResult, MutoscopeTransform,
    guard::{CallAnswer, CallError, call},
    pointer::{GameArray, get, put, slice, text},
};
use anim::{Library, Name, Store, array::Owner, program::name_value};
use bundle::BundleError;
use std::{
    ffi::{c_char, c_void},
    fs::File,
    io::{Read, Seek},
    sync::Arc,
};
use words::tr;

/// A bundle that is open. Worlds that play it keep what they need after it was closed.
pub struct MutoscopeBundle {
    pub(crate) inner: bundle::Bundle,
}

impl MutoscopeBundle {
    pub(crate) fn library(&self) -> &Arc<Library> {
        &self.inner.library
    }
}

/// Lists of a bundle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutoscopeKind {
    /// Skeletons.
    Skeleton = 0,
    /// Clips.
    Clip = 1,
    /// Meshes.
    Mesh = 2,
    /// Montages.
    Montage = 3,
    /// Graphs.
    Graph = 4,
    /// Classes of notifies.
    NotifyClass = 5,
}

/// A bone of a skeleton; parents come before their children.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeBone {
    /// Hash of its name.
    pub name: MutoscopeName,
    /// Index of the parent; -1 for bone 0.
    pub parent: i32,
    /// Reference pose, local to the parent.
    pub reference: MutoscopeTransform,
}

/// A named place on a bone.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeSocket {
    /// Hash of its name.
    pub name: MutoscopeName,
    /// Index of the bone.
    pub bone: u32,
    /// Relative to the bone.
    pub local: MutoscopeTransform,
}

/// A parameter of a graph.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeParameter {
    /// Hash of its name.
    pub name: MutoscopeName,
    /// Value until a game sets another one.
    pub default_value: f64,
    /// 1: the transition that used it sets it back to 0.
    pub is_trigger: u32,
    /// Number of values of an enum; 0 of every other type.
    pub value_count: u32,
}

/// What is known of a clip or a montage.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutoscopeTimeline {
    /// Skeleton that it is for.
    pub skeleton: MutoscopeName,
    /// Seconds from its start to its end.
    pub length: f32,
    /// 1 for a clip that plays as a loop; 0 otherwise.
    pub looping: u32,
}

/// Called once when nobody uses the bytes any more, on whichever thread was the last to use them.
pub type MutoscopeReleaseFn = Option<unsafe extern "C" fn(user: *mut c_void)>;

/// Memory of the game that is read in place.
struct Lent {
    first: *const u128,
    words: usize,
    release: MutoscopeReleaseFn,
    user: *mut c_void,
}

// SAFETY: the memory is not changed while it is lent, and `release` may be called on any thread: both are the contract of the
// call that lends it.
unsafe impl Send for Lent {}
// SAFETY: as above; nothing in it changes.
unsafe impl Sync for Lent {}

impl AsRef<[u128]> for Lent {
    fn as_ref(&self) -> &[u128] {
        // SAFETY: aligned and readable for so many words until `release` is called.
        unsafe { std::slice::from_raw_parts(self.first, self.words) }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: called once, by the contract of the call that lends.
            unsafe { release(self.user) };
        }
    }
}

/// Hash of a name, FNV-1a of 64 bits of its UTF-8 bytes; 0 for an empty one. `utf8` may be null
/// where `length` is 0. Names are compared as bytes: `PG_Hero` is not `pg_hero`.
///
/// # Safety
/// `utf8` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_name(utf8: *const c_char, length: usize) -> MutoscopeName {
    // SAFETY: the caller's contract is that of this function.
    let text = unsafe { text(utf8, length, "utf8") };
    text.map_or(0, |text| Name::new(text).0)
}

/// The value that a parameter of the type name has for a name.
#[unsafe(no_mangle)]
pub extern "C" fn mutoscope_name_value(name: MutoscopeName) -> f64 {
    name_value(Name(name))
}

/// Opens a bundle from memory, whose bytes are copied: the game may free them at once.
///
/// # Safety
/// `bytes` points to `length` bytes, `bundle` to a pointer that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_bundle_open(
    bytes: *const u8,
    length: usize,
    bundle: *mut *mut MutoscopeBundle,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let bytes = slice(bytes, length, "bytes")?;
            put_bundle(Store::of(bytes), length, bundle)
        }
    })
}

/// Opens a bundle in the game's own memory, such as a mapped file, without a copy. The memory
/// begins at a multiple of 16 bytes, can be read up to the next multiple of 16 behind its end, and
/// does not change until `release` is called; that happens in this call where it fails. `release`
/// may be null for memory that is never given back.
///
/// # Safety
/// `bytes` is as said above, `bundle` points to a pointer that may be written, `release` may be
/// called on any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_bundle_open_in_place(
    bytes: *const u8,
    length: usize,
    release: MutoscopeReleaseFn,
    user: *mut c_void,
    bundle: *mut *mut MutoscopeBundle,
) -> MutoscopeResult {
    call(|| {
        let lent = Lent {
            first: bytes.cast(),
            words: length.div_ceil(size_of::<u128>()),
            release,
            user,
        };
        if bytes.is_null() {
            return Err(crate::guard::null("bytes"));
        }
        if !bytes.addr().is_multiple_of(align_of::<u128>()) {
            return Err(CallError::range(tr!(
                "bytes must begin at a multiple of 16"
            )));
        }
        let owner: Owner = Arc::new(lent);
        // SAFETY: the caller's contract is that of this function.
        unsafe { put_bundle(Store::Owned(owner), length, bundle) }
    })
}

/// Reads a bundle's file into memory and opens it. `path` is UTF-8 without a zero. Pipes and devices
/// are refused; memory is taken once the start of the file agrees with its length.
///
/// # Safety
/// `path` points to `length` bytes, `bundle` to a pointer that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_bundle_open_file(
    path: *const c_char,
    length: usize,
    bundle: *mut *mut MutoscopeBundle,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of this function.
        let path = unsafe { text(path, length, "path")? };
        let failed = |error: std::io::Error| {
            CallError::new(MutoscopeResult::System, format!("{path}: {error}"))
        };
        // A pipe would be waited for.
        if !std::fs::metadata(path).map_err(failed)?.is_file() {
            let text = tr!("it is not a file").to_owned();
            return Err(failed(std::io::Error::other(text)));
        }
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let mut start = Vec::new();
        let mut head = (&mut file).take(bundle::START as u64);
        head.read_to_end(&mut start).map_err(failed)?;
        bundle::check_start(&start, length).map_err(refused)?;
        file.rewind().map_err(failed)?;
        let store = Store::read(length as usize, &mut file).map_err(failed)?;
        // SAFETY: the caller's contract is that of this function.
        unsafe { put_bundle(store, length as usize, bundle) }
    })
}

fn refused(error: BundleError) -> CallError {
    CallError::new(MutoscopeResult::Bundle, error.to_string())
}

/// # Safety
/// `to` is null or may be written.
unsafe fn put_bundle(store: Store, length: usize, to: *mut *mut MutoscopeBundle) -> CallAnswer {
    let inner = bundle::read(store, length).map_err(refused)?;
    // SAFETY: the caller's contract is that of this function.
    unsafe { put_boxed(to, MutoscopeBundle { inner }, "bundle") }
}

/// Gives a value to the game, which gives it back by the call that destroys it.
///
/// # Safety
/// `to` is null or may be written.
pub(crate) unsafe fn put_boxed<T>(to: *mut *mut T, value: T, what: &str) -> CallAnswer {
    if to.is_null() {
        return Err(crate::guard::null(what));
    }
    // SAFETY: the caller's contract is that of this function.
    unsafe { put(to, Box::into_raw(Box::new(value)), what) }
}

/// Takes back what [`put_boxed`] gave; null is nothing.
///
/// # Safety
/// `pointer` is null or was given by [`put_boxed`], and is not used any more.
pub(crate) unsafe fn take_back<T>(pointer: *mut T) {
    // A panic in a destructor must not leave the call.
    call(|| {
        if !pointer.is_null() {
            // SAFETY: the caller's contract is that of this function.
            drop(unsafe { Box::from_raw(pointer) });
        }
        Ok(())
    });
}

/// Closes a bundle; null is nothing. Worlds, streams and what they show stay.
///
/// # Safety
/// `bundle` was opened, is not closed yet and is not used any more, nor are pointers into it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_bundle_close(bundle: *mut MutoscopeBundle) {
    // SAFETY: the caller's contract is that of this function.
    unsafe { take_back(bundle) };
}

/// Hashes of the names in a list of the bundle, ascending; `kind` is a `MutoscopeKind`. `count` is
/// told how many there are. With a null `names` and 0 for `capacity` nothing else is written.
///
/// # Safety
/// `names` points to `capacity` numbers, `count` to a number; both may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_bundle_names(
    bundle: *const MutoscopeBundle,
    kind: u32,
    names: *mut MutoscopeName,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        let (library, room) = unsafe {
            (
                get(bundle, "bundle")?.library(),
                GameArray::new(names, capacity, count),
            )
        };
        let all: Vec<u64> = match kind {
            0 => library.skeletons.iter().map(|it| it.name.0).collect(),
            1 => library.clips.iter().map(|it| it.name.0).collect(),
            2 => library.meshes.iter().map(|it| it.name.0).collect(),
            3 => library.montages.iter().map(|it| it.name.0).collect(),
            4 => library.graphs.iter().map(|it| it.name().0).collect(),
            5 => library.notify_classes.iter().map(|it| it.name.0).collect(),
            _ => return Err(CallError::not_of(kind, "MutoscopeKind")),
        };
        // SAFETY: the caller's contract is that of this function.
        unsafe { room.fill(all.into_iter()) }
    })
}

/// Spelling of a name, UTF-8. `text` is told where it is, without a zero at its end, and `length`
/// its bytes; it stays until the bundle is closed.
///
/// # Safety
/// `text` and `length` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_bundle_text(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    text: *mut *const c_char,
    length: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let found = get(bundle, "bundle")?.library().names.text(Name(name));
            if found.is_empty() {
                return Err(CallError::unknown(tr!("the bundle has no such name")));
            }
            put(text, found.as_ptr().cast(), "text")?;
            put(length, found.len(), "length")
        }
    })
}

fn skeleton(library: &Library, name: MutoscopeName) -> CallAnswer<&anim::Skeleton> {
    let found = library.skeleton(Name(name));
    found
        .map(|it| &**it)
        .ok_or_else(|| CallError::unknown(tr!("no skeleton has this name")))
}

/// Bones of a skeleton, in the order of poses. With a null `bones` and 0 for `capacity`, `count`
/// alone is written.
///
/// # Safety
/// `bones` points to `capacity` entries, `count` to a number; both may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_skeleton_bones(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    bones: *mut MutoscopeBone,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let skeleton = skeleton(get(bundle, "bundle")?.library(), name)?;
            let all = skeleton.bones.iter().enumerate();
            GameArray::new(bones, capacity, count).fill(all.map(|(at, bone)| MutoscopeBone {
                name: bone.name.0,
                parent: skeleton.parents()[at].into(),
                reference: (&skeleton.reference(at)).into(),
            }))
        }
    })
}

/// Sockets of a skeleton. With a null `sockets` and 0 for `capacity`, `count` alone is written.
///
/// # Safety
/// `sockets` points to `capacity` entries, `count` to a number; both may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_skeleton_sockets(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    sockets: *mut MutoscopeSocket,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let skeleton = skeleton(get(bundle, "bundle")?.library(), name)?;
            let all = skeleton.sockets.iter();
            GameArray::new(sockets, capacity, count).fill(all.map(|socket| MutoscopeSocket {
                name: socket.name.0,
                bone: socket.bone,
                local: MutoscopeTransform {
                    translation: socket.local.translation,
                    rotation: socket.local.rotation,
                    scale: socket.local.scale,
                },
            }))
        }
    })
}

/// Skeleton of a graph.
///
/// # Safety
/// `skeleton` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_graph_skeleton(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    skeleton: *mut MutoscopeName,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let graph = graph(get(bundle, "bundle")?.library(), name)?;
            put(skeleton, graph.skeleton().0, "skeleton")
        }
    })
}

fn graph(library: &Library, name: MutoscopeName) -> CallAnswer<&anim::Graph> {
    let found = library.graph(Name(name));
    found
        .map(|it| &**it)
        .ok_or_else(|| CallError::unknown(tr!("no pose graph has this name")))
}

/// Parameters of a graph. With a null `parameters` and 0 for `capacity`, `count` alone is written.
///
/// # Safety
/// `parameters` points to `capacity` entries, `count` to a number; both may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_graph_parameters(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    parameters: *mut MutoscopeParameter,
    capacity: usize,
    count: *mut usize,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let graph = graph(get(bundle, "bundle")?.library(), name)?;
            let all = graph.parts().parameters.iter();
            GameArray::new(parameters, capacity, count).fill(all.map(|it| MutoscopeParameter {
                name: it.name.0,
                default_value: it.default,
                is_trigger: it.is_trigger.into(),
                value_count: it.values.len() as u32,
            }))
        }
    })
}

/// What is known of a clip.
///
/// # Safety
/// `timeline` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_clip(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    timeline: *mut MutoscopeTimeline,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let clip = get(bundle, "bundle")?.library().clip(Name(name));
            let clip = clip.ok_or_else(|| CallError::unknown(tr!("no clip has this name")))?;
            let known = MutoscopeTimeline {
                skeleton: clip.skeleton.0,
                length: clip.length,
                looping: clip.looping.into(),
            };
            put(timeline, known, "timeline")
        }
    })
}

/// What is known of a montage.
///
/// # Safety
/// `timeline` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mutoscope_montage(
    bundle: *const MutoscopeBundle,
    name: MutoscopeName,
    timeline: *mut MutoscopeTimeline,
) -> MutoscopeResult {
    call(|| {
        // SAFETY: the caller's contract is that of these functions.
        unsafe {
            let montage = get(bundle, "bundle")?.library().montage(Name(name));
            let montage =
                montage.ok_or_else(|| CallError::unknown(tr!("no montage has this name")))?;
            let known = MutoscopeTimeline {
                skeleton: montage.skeleton.0,
                length: montage.length,
                looping: 0,
            };
            put(timeline, known, "timeline")
        }
    })
}
