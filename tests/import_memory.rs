//! What a file makes its reader allocate is in proportion to the file: counted by the allocator of
//! this program.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

use formats::{ImportError, ImportProblem, Options, SourceFile, bvh, gltf::import};
use serde_json::{Value, json};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    sync::atomic::{AtomicUsize, Ordering},
};

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is the system allocator's own, with the arguments it was given.
#[expect(unsafe_code, reason = "an allocator is one")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(held, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: `at` came from `alloc` above, with this layout.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Bytes that the reader may take beside 40 times those of the file; what the report and the tables
/// take is little.
const MOST: usize = (64 << 20) + (4 << 20);

/// The most that reading takes at once, and what was wrong.
fn read(file: &Value, more_memory: u64) -> (usize, Option<ImportError>) {
    let bytes = file.to_string().into_bytes();
    let options = Options {
        more_memory,
        ..Options::default()
    };
    let read = |source: &SourceFile<'_>| {
        import(
            source,
            &bytes,
            &mut |_| Err("none".to_owned()),
            &options,
            &|_| true,
        )
        .err()
    };
    let (taken, error) = measured(read);
    assert!(
        taken < MOST + 40 * bytes.len() + more_memory as usize,
        "{taken} bytes for {} of {file}",
        bytes.len()
    );
    (taken, error)
}

fn measured(
    read: impl FnOnce(&SourceFile<'_>) -> Option<ImportError>,
) -> (usize, Option<ImportError>) {
    let before = HELD.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let error = read(&SourceFile {
        name: "file",
        identity: "file",
        path: "file",
    });
    (PEAK.load(Ordering::Relaxed) - before, error)
}

/// A figure of a root that has `inside`, and its frames.
fn figure(inside: &str, frames: u64, rows: &str) -> Vec<u8> {
    format!("HIERARCHY ROOT a {{ OFFSET 0 1 0 {inside} }} MOTION\nFrames: {frames}\nFrame Time: 0.01\n{rows}")
        .into_bytes()
}

/// Text that claims more than it has, or that takes the most for its length.
fn figures() -> Vec<Vec<u8>> {
    let rows = "0 ".repeat(1 << 19);
    let ends = |name: usize| {
        format!(
            "JOINT {} {{ OFFSET 0 1 0 {} }}",
            "x".repeat(name),
            "End Site { OFFSET 0 1 0 } ".repeat(20_000)
        )
    };
    vec![
        figure("CHANNELS 1 Xrotation", 8_000_000, "0"),
        figure("CHANNELS 0", 8_000_000, ""),
        figure("CHANNELS 1 Xrotation", 1 << 19, &rows),
        figure("CHANNELS 1 Xposition", 1 << 19, &rows),
        figure("CHANNELS 2 Xposition Yrotation", 1 << 18, &rows),
        figure(
            &format!("CHANNELS 100000 {}", "Xrotation ".repeat(100_000)),
            40,
            &rows,
        ),
        figure(
            &"JOINT b { OFFSET 0 1 0 CHANNELS 1 Xrotation } ".repeat(30_000),
            8_000_000,
            &rows,
        ),
        figure(&ends(10), 1, ""),
        figure(&ends(100_000), 1, ""),
        figure("CHANNELS 1 Xrotation", 1, &rows),
        [&[0; 1 << 22][..], &figure("CHANNELS 1 Xrotation", 1, "0")].concat(),
    ]
}

fn accessor(count: u64, shape: &str, component: u64) -> Value {
    json!({"componentType": component, "count": count, "type": shape})
}

/// A mesh of so many vertices at the origin, for which the file has no byte.
fn empty_mesh(count: u64, primitives: usize, attributes: Value) -> Value {
    let mut attributes = attributes;
    attributes["POSITION"] = json!(0);
    let accessors = json!([
        accessor(count, "VEC3", 5126),
        accessor(count, "VEC4", 5126),
        accessor(count, "VEC4", 5121),
        accessor(count, "VEC2", 5126),
    ]);
    let primitive = json!({"attributes": attributes});
    json!({
        "asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "accessors": accessors,
        "meshes": [{"primitives": vec![primitive; primitives]}],
    })
}

fn animated(count: u64) -> Value {
    json!({
        "asset": {"version": "2.0"}, "nodes": [{"name": "a"}],
        "accessors": [accessor(count, "SCALAR", 5126), accessor(count, "VEC3", 5126)],
        "animations": [{
            "samplers": [{"input": 0, "output": 1}],
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        }],
    })
}

fn with_targets(count: u64, targets: usize) -> Value {
    let mut file = empty_mesh(count, 1, json!({}));
    file["meshes"][0]["primitives"][0]["targets"] =
        json!(vec![json!({"POSITION": 0, "NORMAL": 0}); targets]);
    file
}

/// One test alone in its program: nothing else allocates beside it.
#[test]
fn a_small_file_takes_little_memory_whatever_it_claims() {
    let further = json!({"_A": 1, "_B": 1, "TEXCOORD_0": 3, "COLOR_0": 1, "JOINTS_0": 2, "WEIGHTS_0": 1, "TANGENT": 1});
    for power in [10, 16, 18, 19, 20, 22, 24, 26, 30, 32, 40, 60] {
        let count = (1u64 << power).saturating_sub(1);
        for file in [
            empty_mesh(count, 1, json!({})),
            empty_mesh(count, 6, json!({})),
            empty_mesh(count, 1, further.clone()),
            animated(count),
            with_targets(count, 1),
            with_targets(count, 20),
        ] {
            let (_, error) = read(&file, 0);
            let is_named = |error: ImportError| match error.problem {
                ImportProblem::Memory { .. } => {
                    error.to_string().starts_with("/accessors/")
                        || error.to_string().starts_with("/meshes/")
                }
                ImportProblem::TooLarge { .. } | ImportProblem::Invalid { .. } => true,
                other => panic!("{other:?}"),
            };
            assert!(error.is_none_or(is_named) || power < 20, "2^{power}");
        }
    }
    let large = empty_mesh(3 << 20, 1, json!({}));
    let (_, refused) = read(&large, 0);
    let told = refused.unwrap().to_string();
    assert!(
        told.contains("/accessors/0") && told.contains("MiB"),
        "{told}"
    );
    let (taken, refused) = read(&large, 512 << 20);
    assert!(
        refused.is_none() && taken > 64 << 20,
        "{taken}: {refused:?}"
    );
    for bytes in figures() {
        let (taken, error) =
            measured(|source| bvh::import(source, &bytes, &Default::default(), &|_| true).err());
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
        assert!(
            taken < MOST + 40 * bytes.len(),
            "{taken} bytes for {} of {start}",
            bytes.len()
        );
        assert!(
            error.is_none_or(|error| matches!(error.problem, ImportProblem::Memory { .. })),
            "{start}"
        );
    }
}
