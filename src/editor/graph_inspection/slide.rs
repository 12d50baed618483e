//! How far feet slide while they stand, before and after the node that is tuned: millimetres a
//! frame and a contact.
//!
//! Invariant: a contact is measured from where its foot was put down, so passes of the window that
//! miss ticks miss no slide.

#[cfg(test)]
mod tests;

use glam::Vec3;
use std::collections::VecDeque;

/// Seconds of a frame, whatever the tick rate.
const FRAME: f64 = 1.0 / 60.0;
/// Seconds without a look after which a contact is another one.
const GAP: f64 = 0.4;
/// Looks that are kept of a foot.
const MOST: usize = 240;

/// A foot in one look. Pairs are before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The bone of the foot.
    pub name: String,
    /// Foot positions before and after, world space.
    pub places: [Vec3; 2],
    /// The foot is on the ground.
    pub stands: bool,
}

/// Millimetres; pairs are before and after.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FootSlideHistory {
    /// The bone of the foot.
    pub name: String,
    /// Across the ground, a frame; none in the air. The newest last.
    pub slides: VecDeque<Option<[f32; 2]>>,
    /// Farthest distance from where the foot was put down, in the present contact; None in the air.
    pub contact: Option<[f32; 2]>,
    /// The farthest slide of all contacts since the node was chosen.
    pub worst: Option<[f32; 2]>,
    begun: [Vec3; 2],
    last: [Vec3; 2],
}

/// Slides of all feet of the compared node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slides {
    /// Histories of the feet, in the order of the node.
    pub feet: Vec<FootSlideHistory>,
    /// Time of the last look, seconds; None if there was none.
    time: Option<f64>,
}

impl Slides {
    /// Begins again with no feet.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Adds the feet at a time of the character's clock. A second call for the same time has no
    /// effect; a time that goes back clears the histories.
    pub fn see(&mut self, time: f64, feet: &[Seen]) {
        let names = |slides: &Self| {
            slides
                .feet
                .iter()
                .map(|foot| foot.name.clone())
                .collect::<Vec<_>>()
        };
        if self.time.is_some_and(|last| time < last)
            || names(self)
                != feet
                    .iter()
                    .map(|foot| foot.name.clone())
                    .collect::<Vec<_>>()
        {
            self.feet = feet
                .iter()
                .map(|foot| FootSlideHistory {
                    name: foot.name.clone(),
                    ..FootSlideHistory::default()
                })
                .collect();
            self.time = None;
        }
        let since = self.time.map(|last| time - last);
        if since == Some(0.0) {
            return;
        }
        self.time = Some(time);
        let since = since.filter(|since| *since < GAP);
        self.feet
            .iter_mut()
            .zip(feet)
            .for_each(|(foot, seen)| foot.see(since, seen));
    }
}

impl FootSlideHistory {
    fn see(&mut self, since: Option<f64>, seen: &Seen) {
        let goes_on = self.contact.filter(|_| seen.stands).zip(since);
        let slide = goes_on.map(|(_, since)| {
            apart(self.last, seen.places).map(|way| way * (FRAME / since) as f32)
        });
        match (goes_on, seen.stands) {
            (Some((so_far, _)), _) => {
                let away = apart(self.begun, seen.places);
                self.contact = Some(most(so_far, away));
            }
            (None, true) => (self.begun, self.contact) = (seen.places, Some([0.0; 2])),
            (None, false) => self.contact = None,
        }
        if let Some(contact) = self.contact {
            self.worst = Some(self.worst.map_or(contact, |worst| most(worst, contact)));
        }
        self.last = seen.places;
        self.slides.push_back(slide);
        if self.slides.len() > MOST {
            self.slides.pop_front();
        }
    }
}

fn most(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// Across the ground, millimetres.
fn apart(from: [Vec3; 2], to: [Vec3; 2]) -> [f32; 2] {
    std::array::from_fn(|at| (to[at] - from[at]).with_y(0.0).length() * 1000.0)
}
