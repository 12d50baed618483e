//! The numbered properties of montages and notifies, on small made-up montages.

mod fades;
mod limits;
mod notifies;
mod poses;
mod resting;
mod root_motion;
mod stage;
mod travel;
