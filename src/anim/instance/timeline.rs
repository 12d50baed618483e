//! What a sync group sees of a montage: the sections that play one after the other, as one clip.
//!
//! Sections that lead into each other in a ring are a loop; those on the way to it, or to an end,
//! are played through once. So the phase of a looping section is a phase of its own turn, however
//! long the rest of the montage is.

use crate::{Clip, Montage, Name, montage::END_OFFSET, sync::SyncMarker};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One section of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct SectionPiece {
    section: usize,
    /// Start of the section on the montage, seconds; `to` is its end.
    from: f64,
    to: f64,
    /// Start of the section on the timeline, seconds.
    at: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Timeline {
    /// The timeline as a clip: name, length and markers.
    #[serde(with = "by_markers")]
    pub(super) clip: Arc<Clip>,
    pieces: Vec<SectionPiece>,
    /// [`MontageTravel::links`](super::travel::MontageTravel::links) that it was made by.
    pub(super) links: u32,
}

/// How serde writes and reads the clip of a timeline: by what a sync group sees of it.
mod by_markers {
    use crate::{Clip, Name, sync::SyncMarker};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::sync::Arc;

    pub(super) fn serialize<S: Serializer>(clip: &Arc<Clip>, to: S) -> Result<S::Ok, S::Error> {
        let markers: &[SyncMarker] = &clip.markers;
        (clip.name, clip.length, clip.looping, markers).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Clip>, D::Error> {
        let (name, length, looping, markers) =
            <(Name, f32, bool, Vec<SyncMarker>)>::deserialize(from)?;
        Ok(Arc::new(Clip {
            name,
            length,
            looping,
            markers: markers.into(),
            ..Clip::default()
        }))
    }
}

impl Timeline {
    /// `next` gives the section that follows another one.
    pub(super) fn new(
        montage: &Montage,
        section: usize,
        next: impl Fn(usize) -> Option<usize>,
        links: u32,
    ) -> Self {
        let ring = ring(montage, section, &next);
        let looping = ring.is_some();
        let sections = ring.unwrap_or_else(|| chain(montage, section, &next));
        let mut clip = Clip {
            name: named(montage.name, sections[0]),
            looping,
            ..Clip::default()
        };
        let (mut pieces, mut markers, mut at) = (Vec::new(), Vec::<SyncMarker>::new(), 0.0);
        for (nth, &section) in sections.iter().enumerate() {
            let (from, to) = montage.section_span(section);
            pieces.push(SectionPiece {
                section,
                from,
                to,
                at,
            });
            // The seam of a loop and what two sections share belong to the one that begins there.
            let is_end = !looping && nth + 1 == sections.len();
            let inside = |marker: &&SyncMarker| {
                let time = f64::from(marker.time);
                time >= from && (time < to || (is_end && time == to))
            };
            let moved = |marker: &SyncMarker| SyncMarker {
                time: (at + f64::from(marker.time) - from) as f32,
                ..*marker
            };
            markers.extend(montage.markers.iter().filter(inside).map(moved));
            at += to - from;
        }
        (clip.length, clip.markers) = (at as f32, markers.into());
        Self {
            clip: Arc::new(clip),
            pieces,
            links,
        }
    }

    /// Timeline position of a montage position in `section`, seconds; None if the timeline lacks
    /// the section.
    pub(super) fn time(&self, section: usize, position: f64) -> Option<f64> {
        let piece = self.pieces.iter().find(|piece| piece.section == section)?;
        Some(piece.at + (position - piece.from).clamp(0.0, piece.to - piece.from))
    }

    /// The section and the seconds on the montage.
    pub(super) fn place(&self, time: f64) -> (usize, f64) {
        let at = self
            .pieces
            .partition_point(|piece| piece.at <= time)
            .saturating_sub(1);
        let piece = self.pieces[at];
        (
            piece.section,
            (piece.from + time - piece.at).clamp(piece.from, piece.to),
        )
    }

    /// Whether one time leads into the other without a jump.
    pub(super) fn meets(&self, from: f64, to: f64) -> bool {
        let (length, apart) = (f64::from(self.clip.length), (to - from).abs());
        apart <= 2.0 * END_OFFSET
            || (self.clip.looping && (length - apart).abs() <= 2.0 * END_OFFSET)
    }
}

/// The sections of the ring that this one is in, from the first of them on.
fn ring(
    montage: &Montage,
    section: usize,
    next: &impl Fn(usize) -> Option<usize>,
) -> Option<Vec<usize>> {
    let mut ring = vec![section];
    while let Some(at) = next(ring[ring.len() - 1]) {
        if at == section {
            let first = (0..ring.len()).min_by_key(|nth| ring[*nth])?;
            ring.rotate_left(first);
            return Some(ring);
        }
        if ring.len() == montage.sections.len() {
            return None;
        }
        ring.push(at);
    }
    None
}

/// The sections that lead here, this one, and those that follow, up to an end or to the ring that
/// it runs into.
fn chain(montage: &Montage, section: usize, next: &impl Fn(usize) -> Option<usize>) -> Vec<usize> {
    let mut chain = vec![section];
    let before = |at: usize| {
        (0..montage.sections.len())
            .rev()
            .find(|other| next(*other) == Some(at))
    };
    while let Some(at) = before(chain[0]) {
        chain.insert(0, at);
    }
    while let Some(at) =
        next(chain[chain.len() - 1]).filter(|at| ring(montage, *at, next).is_none())
    {
        chain.push(at);
    }
    chain
}

/// Name of the timeline that begins with this section of a montage.
fn named(montage: Name, section: usize) -> Name {
    Name((montage.0 ^ section as u64).wrapping_mul(0x0000_0100_0000_01b3))
}
