//! The numbered properties of montages and notifies, on small made-up montages.

mod boundaries;
mod fades;
mod handlers;
mod limits;
mod model;
mod notifies;
mod poses;
mod resting;
mod random;
mod root_motion;
mod splitting;
mod stretching;
mod syncing;
mod tasks;
mod unexplained;
mod stage;
mod travel;
