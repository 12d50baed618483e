//! Plays Mutoscope bundles in Godot: the node class `MutoscopePlayer`.
//!
//! Everything but [`player`] and [`skeleton`] needs no running engine, and is tested without one.

pub mod convert;
pub mod happening;
pub mod parameters;
pub mod player;
pub mod request;
pub mod session;
pub mod shape;
pub mod skeleton;
#[cfg(test)]
mod tests;

use godot::init::{ExtensionLibrary, gdextension};

struct MutoscopeExtension;

// SAFETY: the extension is loaded by Godot alone, through the entry that the macro makes.
#[gdextension]
unsafe impl ExtensionLibrary for MutoscopeExtension {}
