//! The numbered properties of the specification of sync groups, with their numbers.

mod leaders;
mod limits;
mod phases;
mod random;
mod scene;
