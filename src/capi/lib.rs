//! The C ABI: a game in any language opens bundles, steps worlds of characters and reads poses.
//!
//! The rules that hold for every call stand at the top of `include/mutoscope.h`, which is made of
//! this crate; `docs/c.md` tells them at length. Each call checks its pointers and numbers, catches
//! panics, and answers with a [`MutoscopeResult`].

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![allow(
    unsafe_code,
    reason = "memory of a game is read and written through its pointers"
)]

mod ask;
mod bundle;
mod callbacks;
mod events;
mod golden;
mod ground;
mod guard;
mod jobs;
mod mesh;
mod pointer;
mod pose;
mod request;
mod state;
mod streaming;
mod types;
#[cfg(target_family = "wasm")]
mod wasm;
mod world;

pub use ask::*;
pub use bundle::*;
pub use callbacks::*;
pub use events::*;
pub use golden::*;
pub use ground::*;
pub use guard::*;
pub use jobs::*;
pub use mesh::*;
pub use pose::*;
pub use request::*;
pub use state::*;
pub use streaming::*;
pub use types::*;
#[cfg(target_family = "wasm")]
pub use wasm::*;
pub use world::*;
