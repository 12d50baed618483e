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

/// Ticks a second of what is measured: the way of a foot between them is straight.
pub const RATE: f64 = 120.0;

/// How far feet slid in some contacts. All lengths are in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slid {
    /// The farthest slide of a contact.
    pub worst: f64,
    /// Mean slide of all contacts; 0 where there are none.
    pub mean: f64,
    /// The farthest slide in a sixtieth of a second.
    pub frame: f64,
    /// Number of contacts.
    pub contacts: usize,
    /// Contacts that sync markers told of.
    pub marked: usize,
    /// Contacts that only the way of the foot told of.
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
