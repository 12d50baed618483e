//! The published schemas are those of the code, and what the program reads and writes fits them.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

#[path = "../support/cli.rs"]
mod support;

mod published;
mod results;
