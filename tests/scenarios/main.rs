//! Scenarios of the sample project: they hold, they catch what is broken, and they accuse nothing
//! that is not.

#![allow(clippy::unwrap_used, reason = "what cannot go on says where")]

mod edit;
mod harmless;
mod offered;
mod planted;
mod recorded;
mod sample;
