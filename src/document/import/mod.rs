//! An imported file joins a project: what came from it before is updated, everything else is added
//! beside.
//!
//! Invariant: nothing that people added or changed is lost, and nothing is updated that did not
//! come from the same source. [`decide`](fn@decide) asks where that is not certain;
//! [`Import::joined`] does what was decided.

mod bind;
mod bones;
mod copies;
mod decide;
mod doubt;
mod fit;
mod join;
mod merge;
mod pairs;
mod plan;
mod prefixes;
#[cfg(test)]
#[path = "tests/properties.rs"]
mod properties;
mod renamed;
mod request;
mod rest;
mod told;

pub(crate) use bind::{Onto, rebound_clip, rebound_mesh};
pub use decide::{ImportChoices, ImportMode, decide};
pub use doubt::Doubt;
pub use fit::{SkeletonFit, fit, fit_asset};
pub use plan::{Planned, is_character, plan};
pub use prefixes::keeps_prefixes;
pub use renamed::BoneChanges;
pub use request::{Import, Renames};
pub use rest::{OtherRest, ProposedMode};
pub use told::{ImportOutcome, ImportedAsset, Took};
