//! One mesh on thousands of nodes takes the memory of one mesh, all the way from the file to the
//! bundle.

use crate::support::{mutoscope, shown};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

const NODES: usize = 3000;
const VERTICES: usize = 8_000;
/// Far below what the same without sharing would take.
const MOST: u64 = 256 << 20;

/// Quantised corners, four bytes each, on many nodes.
fn crowd(folder: &Path) -> PathBuf {
    let corners: Vec<u8> = (0..VERTICES)
        .flat_map(|i| [i as u8, (i >> 8) as u8, (i * 7) as u8, 0])
        .collect();
    let nodes: Vec<_> = (0..NODES)
        .map(|i| json!({"mesh": 0, "translation": [i % 60, 0, i / 60]}))
        .collect();
    let accessor = json!({"bufferView": 0, "componentType": 5121, "normalized": true, "count": VERTICES, "type": "VEC3"});
    let file = json!({
        "asset": {"version": "2.0"}, "nodes": nodes, "accessors": [accessor],
        "bufferViews": [{"buffer": 0, "byteLength": corners.len(), "byteStride": 4}],
        "buffers": [{"byteLength": corners.len(), "uri": "crowd.bin"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    });
    fs::write(folder.join("crowd.bin"), corners).unwrap();
    let path = folder.join("crowd.gltf");
    fs::write(&path, file.to_string()).unwrap();
    path
}

/// The most that this process has used, in bytes.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

#[cfg(target_os = "linux")]
#[test]
fn one_mesh_on_many_nodes_is_kept_and_exported_within_bounds() {
    let folder = TempDir::new().unwrap();
    let (file, bundle) = (crowd(folder.path()), folder.path().join("crowd.mbundle"));
    let before = peak();
    let done = mutoscope(&["export", shown(&file), "--out", shown(&bundle)]);
    assert_eq!(done.code, 0, "{}", done.err);
    let (bytes, taken) = (fs::metadata(&bundle).unwrap().len(), peak() - before);
    assert!(
        bytes < 16 << 20 && taken < MOST,
        "{bytes} bytes in the bundle, {taken} of memory"
    );
    let info = mutoscope(&["info", shown(&bundle), "--json"]).json();
    assert_eq!(info["meshes"][0]["parts"].as_array().unwrap().len(), NODES);
    let project = folder.path().join("project");
    let done = mutoscope(&["import", shown(&file), "--project", shown(&project)]);
    assert_eq!(done.code, 0, "{}", done.err);
    let done = mutoscope(&["export", shown(&project), "--out", shown(&bundle)]);
    assert_eq!(done.code, 0, "{}", done.err);
    let blobs = fs::read_dir(project.join("blobs"))
        .unwrap()
        .map(|blob| blob.unwrap().metadata().unwrap().len());
    let (bytes, taken) = (blobs.sum::<u64>(), peak() - before);
    println!("{} MiB taken, {bytes} bytes of blobs", taken >> 20);
    assert!(
        bytes < 16 << 20 && taken < MOST,
        "{bytes} bytes of blobs, {taken} of memory"
    );
}
