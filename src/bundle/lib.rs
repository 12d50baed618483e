//! The runtime-ready bundle: what a game links beside `anim`.
//!
//! One file, little-endian, every array 16-byte aligned and read in place. The layout is published
//! in `docs/bundle.md`. Hostile bytes give an error, never a panic, never an allocation out of
//! proportion to the file.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

#[cfg(test)]
#[path = "tests/altered.rs"]
mod altered;
#[cfg(test)]
#[path = "../../tests/support/dice.rs"]
mod dice;
mod error;
#[cfg(test)]
#[path = "tests/fixture/mod.rs"]
mod fixture;
#[cfg(test)]
#[path = "tests/hostile/mod.rs"]
mod hostile;
mod layout;
#[cfg(test)]
#[path = "tests/published.rs"]
mod published;
mod read;
#[cfg(test)]
#[path = "tests/round_trip.rs"]
mod round_trip;
mod sections;
mod write;

pub use error::BundleError;
pub use layout::{GoldenClip, GoldenGraph, GoldenSetting, GoldenTick, GoldenTrack, MAGIC, VERSION};
#[cfg(test)]
use read::aligned;
pub use read::{Bundle, Golden, START, check_start, read};
pub use write::write;
