//! What a sync group sees of a montage: the sections that play one after the other, as one clip.
//!
//! Sections that lead into each other in a ring are a loop; those on the way to it, or to an end,
//! are played through once. So the phase of a looping section is a phase of its own turn, however
//! long the rest of the montage is.

use super::montage_instance::{Context, MontageInstance};
use crate::{
    Clip, Montage, Name,
    graph::{GroupStep, SyncedMontage},
    montage::END_OFFSET,
    sync::SyncMarker,
};
use std::sync::Arc;

/// One section of it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    section: usize,
    /// Where it begins and ends on the montage, seconds.
    from: f64,
    to: f64,
    /// Where it begins on the timeline, seconds.
    at: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timeline {
    /// Its name, length and markers.
    clip: Arc<Clip>,
    pieces: Vec<Piece>,
    /// [`Travel::links`](super::travel::Travel::links) that it was made by.
    links: u32,
}

impl Timeline {
    /// `next` gives the section that follows another one.
    fn new(
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
            pieces.push(Piece {
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

    /// Where a place of a section of the montage is on it; None of a section that is not on it.
    fn time(&self, section: usize, position: f64) -> Option<f64> {
        let piece = self.pieces.iter().find(|piece| piece.section == section)?;
        Some(piece.at + (position - piece.from).clamp(0.0, piece.to - piece.from))
    }

    /// The section and the seconds on the montage.
    fn place(&self, time: f64) -> (usize, f64) {
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
    fn meets(&self, from: f64, to: f64) -> bool {
        let (length, apart) = (f64::from(self.clip.length), (to - from).abs());
        apart <= 2.0 * END_OFFSET
            || (self.clip.looping && (length - apart).abs() <= 2.0 * END_OFFSET)
    }
}

impl MontageInstance {
    /// After every advance: a timeline of the sections that it is in now, where it is in a sync
    /// group.
    pub(super) fn see_timeline(&mut self) {
        let (section, links) = (self.travel.section, self.travel.links);
        let is_known =
            |known: &Timeline| known.links == links && known.time(section, 0.0).is_some();
        if self.montage.sync_group == Name::NONE {
            self.timeline = None;
        } else if !self.timeline.as_ref().is_some_and(is_known) {
            let next = |section| self.travel.next_section(section);
            self.timeline = Some(Timeline::new(&self.montage, section, next, links));
        }
    }

    /// How it went in its last advance of `dt` seconds, for its sync group.
    pub(super) fn synced(&self, dt: f64) -> Option<SyncedMontage> {
        let timeline = self.timeline.as_ref()?;
        let to = timeline.time(self.travel.section, self.travel.position)?;
        let nominal = self.travel.nominal(&self.montage);
        let mut synced = SyncedMontage {
            instance: self.id,
            timeline: timeline.clip.clone(),
            from: to,
            delta: 0.0,
            to,
            ahead: if self.travel.plays() {
                self.travel.after(dt, nominal)
            } else {
                0.0
            },
            owes_step: self.group_step.is_some(),
            is_bound: self.lead.is_some(),
        };
        // The ways that led here without a jump, the last first.
        let mut next = to;
        for way in self.ways.iter().rev() {
            let (from, to) = (
                timeline.time(way.section, way.from),
                timeline.time(way.section, way.to),
            );
            let (Some(from), Some(to)) = (from, to) else {
                break;
            };
            if !timeline.meets(to, next) {
                break;
            }
            synced.delta += way.to - way.from;
            (synced.from, next) = (from, from);
        }
        Some(synced)
    }

    /// Its sync group drives it in its next advance.
    pub(super) fn keep_step(&mut self, step: GroupStep) {
        self.group_step = Some(step).filter(|_| self.travel.plays() && self.lead.is_none());
    }

    /// Contract: it has accepted the time of this advance. Where that is none the step waits.
    pub(super) fn take_group_step(&mut self, cx: &mut Context<'_>) {
        if !self.travel.has_time() {
            return;
        }
        let (Some(step), Some(timeline)) = (self.group_step.take(), &self.timeline) else {
            return;
        };
        if let Some(time) = step.enters {
            let (section, position) = timeline.place(time);
            self.travel.section = section;
            self.enter(position, cx);
        }
        self.travel.set_pace(step.goes);
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

/// Of what begins with this section of a montage.
fn named(montage: Name, section: usize) -> Name {
    Name((montage.0 ^ section as u64).wrapping_mul(0x0000_0100_0000_01b3))
}
