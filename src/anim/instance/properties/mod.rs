//! The numbered properties of montages and notifies, on small made-up montages.

mod boundaries;
mod fades;
mod limits;
mod model;
mod notifies;
mod poses;
mod resting;
mod random;
mod root_motion;
mod splitting;
mod stage;
mod travel;
