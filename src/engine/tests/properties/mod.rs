//! The properties of threads and of the order of a frame, 06.1 to 06.12, on a small made-up
//! library. 06.12 stands beside the carrier that it is about: `flight/modelled.rs`.

mod alike;
mod copies;
mod crowd;
mod flight;
mod followers;
mod handled;
mod moved;
mod order;
mod pace;
mod put;
mod rooms;
mod stage;
mod told;
