//! How far feet slide over the ground while they stand: of whatever is played, of every place of a
//! blend space, and of the transitions of a graph's machines. The runtime itself plays it, so what
//! is told is what happens.

mod contacts;
mod course;
mod film;
mod sole;
mod space;
#[cfg(test)]
mod tests;

pub use course::{Crossed, crossings, program};
pub use film::{Contact, ContactSource, Film, film};
pub use sole::Sole;
pub use space::{BlendSpaceGraph, Cell, Map, of_clip, standing};

use anim::float::Extreme;

/// Ticks a second of the measurement; between ticks a foot moves in a straight line.
pub const RATE: f64 = 120.0;

/// Distances that feet slid in some contacts. All lengths are in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slid {
    /// The farthest slide of a contact.
    pub worst: f64,
    /// Mean slide of all contacts; 0 without contacts.
    pub mean: f64,
    /// The farthest slide in a sixtieth of a second.
    pub frame: f64,
    /// Number of contacts.
    pub contacts: usize,
    /// Number of contacts that sync markers reported.
    pub marked: usize,
    /// Number of contacts that were detected from foot motion alone.
    pub detected: usize,
}

impl Slid {
    /// Sums up these contacts; none gives all zeros.
    pub fn of<'a>(contacts: impl Iterator<Item = &'a Contact>) -> Self {
        let mut slid = Self::default();
        for contact in contacts {
            slid.worst = slid.worst.higher(contact.slide);
            slid.mean += contact.slide;
            slid.frame = slid.frame.higher(contact.frame);
            slid.contacts += 1;
            slid.marked += usize::from(contact.by == ContactSource::Marker);
            slid.detected += usize::from(contact.by == ContactSource::Way);
        }
        slid.mean /= slid.contacts.max(1) as f64;
        slid
    }
}
