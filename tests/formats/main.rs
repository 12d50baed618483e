//! Source files and project files from outside: the corpus against numbers of other programs, there
//! and back, older versions.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/dice.rs"]
mod dice;
#[path = "../support/imported.rs"]
mod imported;

mod corpus_bvh;
mod corpus_fbx;
mod corpus_gltf;
mod gltf_round_trip;
mod project_versions;
