//! Commands, each called as a shell does but in this process.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/rig.rs"]
mod rig;
#[path = "../support/cli.rs"]
mod support;

mod build;
mod commands;
mod compression;
mod cut;
mod gltf;
mod graph;
mod import;
mod merge;
mod meshes;
mod motion_test;
mod real_files;
mod safety;
mod sessions;
mod shared_vertices;
mod simulate;
mod slide;
mod sweep;
mod vertex_cache;
mod video;
