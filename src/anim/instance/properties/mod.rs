//! The numbered properties of montages and notifies, on small made-up montages.

mod boundaries;
mod dilating;
mod ending;
mod fades;
mod handlers;
mod inertial_root;
mod leading;
mod limits;
mod mirrored;
mod model;
mod muting;
mod notifies;
mod poses;
mod random;
mod resting;
mod root_motion;
mod splitting;
mod stage;
mod stretching;
mod synced_loops;
mod syncing;
mod tasks;
mod travel;
mod turned_root;
mod unexplained;
mod warping;
