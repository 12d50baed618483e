//! What people watch and measure: a preview and its transport, the thread that it runs on, sweeps
//! over frame rates, sliding feet, driving a character about, ways of warped montages, golden
//! vectors.
//!
//! Everything here plays through [`engine::Evaluator::step`], as a game does, and a game links none
//! of it. The crate knows no document, no egui and no GPU.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod crowd;
pub mod drive;
mod frame;
pub mod golden;
mod partner;
mod past;
mod player;
mod preview;
mod rewind;
pub mod slide;
mod slot;
mod stage;
mod steps;
pub mod sweep;
mod thread;
mod transport;
mod warp_path;
#[cfg(test)]
#[path = "whole/tests.rs"]
mod whole;

pub use crowd::{Crowd, CrowdFrame, CrowdOrder, CrowdTick};
pub use frame::{FrameMoment, LogEntry, PreviewFrame, Snapshot};
pub use partner::{FIRST_PARTNER, PartnerOrder, PartnerTie};
pub use past::MOST_PAST;
pub use player::Player;
pub use preview::PreviewState;
pub use rewind::{Rewind, RewindFrame, RewindOrder, RewindTold};
pub use slot::LatestSlot;
pub use steps::TickSteps;
pub use thread::Engine;
pub use transport::{MontageScope, PREVIEWED, PlayerOrder, PreviewSubject, TICK, Transport};
pub use warp_path::{Reach, WarpPath, WindowEnd};
