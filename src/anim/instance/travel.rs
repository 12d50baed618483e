//! Where a playing montage is and where it goes: position, section, links, and time that is not yet
//! played.
//!
//! Invariant: the current section is stored, not derived from the position, for a position exactly
//! on a boundary belongs to two sections.

use crate::{
    Montage, Name,
    float::Extreme,
    montage::{END_OFFSET, NO_SECTION, StretchMap},
};
use serde::{Deserialize, Serialize};

/// A backlog of this many seconds accepts no more time.
const BACKLOG_LIMIT: f64 = 10.0;
/// A backlog at or below this is nothing.
pub(super) const TIME_EPSILON: f64 = 1e-8;
pub(super) const RATE_EPSILON: f64 = 1e-8;

/// Whether a montage moves by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Standing {
    /// The montage advances at its rate.
    Plays,
    /// Somebody paused it.
    Paused,
    /// The montage reached an end that no section follows, and is not blended out yet.
    Held,
}

/// A stretch of a montage that was travelled in the last advance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// Seconds on the montage where it begins.
    pub from: f64,
    /// Seconds on the montage where it ends; below `from` backwards.
    pub to: f64,
    /// Index of the section that it lies in.
    pub section: usize,
    /// Whether the first instant of the stretch had not been travelled before.
    pub entered: bool,
    /// Duration of the movement, seconds.
    pub seconds: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MontageTravel {
    pub(super) standing: Standing,
    /// Seconds on the montage.
    pub(super) position: f64,
    pub(super) section: usize,
    pub(super) rate: f32,
    /// Seconds not yet played.
    pub(super) time_left: f64,
    /// Seconds of `time_left` that are never played, for the montage is over before.
    pub(super) withheld: f64,
    /// The next range also owns its first instant.
    pub(super) fresh: bool,
    next: Vec<i32>,
    prev: Vec<i32>,
    /// Links that were set while playing, by the names of their sections, in order.
    relinked: Vec<(Name, Option<Name>)>,
    forced: Option<(Option<f64>, f64)>,
    /// Montage seconds per second in this advance, in place of its own rate.
    pace: Option<f64>,
    /// Counts changes of links.
    pub(super) links: u32,
    /// A rate and the map that stretches time at that rate; the map is None if the rate is used as
    /// it is.
    stretch: Option<(f64, Option<StretchMap>)>,
    /// Counts moves that are no travel.
    pub(super) moves: u32,
}

impl MontageTravel {
    /// Contract: `position` is within the montage, and in the section or at its end.
    pub(super) fn new(montage: &Montage, rate: f32, (section, position): (usize, f64)) -> Self {
        let mut travel = Self {
            standing: Standing::Plays,
            position,
            section,
            rate,
            time_left: 0.0,
            withheld: 0.0,
            fresh: true,
            next: Vec::new(),
            prev: Vec::new(),
            relinked: Vec::new(),
            forced: None,
            pace: None,
            links: 0,
            stretch: None,
            moves: 0,
        };
        travel.link_up(montage);
        travel
    }

    pub(super) fn plays(&self) -> bool {
        self.standing == Standing::Plays
    }

    /// Goes on with an edited version of the montage: at the same position, in the section of the
    /// same name where that still holds it, with the links that were set while playing as far as
    /// their sections are there.
    pub(super) fn rebind(&mut self, old: &Montage, montage: &Montage) {
        self.position = self.position.lower(montage.length.into());
        let same = montage.find_section(old.sections[self.section].name);
        let holds = |section: &usize| {
            let (start, end) = montage.section_span(*section);
            (start..=end).contains(&self.position)
        };
        self.section = same
            .filter(holds)
            .unwrap_or_else(|| montage.section_at(self.position));
        self.stretch = None;
        self.link_up(montage);
    }

    fn link_up(&mut self, montage: &Montage) {
        self.next = montage
            .sections
            .iter()
            .map(|section| section.next)
            .collect();
        for (from, to) in &self.relinked {
            let to = to.map(|to| montage.find_section(to));
            let (Some(from), Some(to)) = (
                montage.find_section(*from),
                to.map_or(Some(None), |to| to.map(Some)),
            ) else {
                continue;
            };
            self.next[from] = to.map_or(NO_SECTION, |to| to as i32);
        }
        self.rebuild_prev();
    }

    /// Whatever the direction of play.
    pub(super) fn next_section(&self, section: usize) -> Option<usize> {
        usize::try_from(self.next[section]).ok()
    }

    pub(super) fn set_next_section(&mut self, montage: &Montage, from: usize, to: Option<usize>) {
        let name = |at: usize| montage.sections[at].name;
        self.relinked.retain(|(known, _)| *known != name(from));
        self.relinked.push((name(from), to.map(name)));
        self.next[from] = to.map_or(NO_SECTION, |to| to as i32);
        self.rebuild_prev();
    }

    fn rebuild_prev(&mut self) {
        self.links = self.links.wrapping_add(1);
        self.prev = vec![NO_SECTION; self.next.len()];
        for (from, to) in self.next.iter().enumerate() {
            if let Ok(to) = usize::try_from(*to) {
                self.prev[to] = from as i32;
            }
        }
    }

    /// The section that follows in the direction of play.
    pub(super) fn link(&self, forward: bool) -> Option<usize> {
        let links = if forward { &self.next } else { &self.prev };
        usize::try_from(links[self.section]).ok()
    }

    /// Montage seconds per second.
    pub(super) fn nominal(&self, montage: &Montage) -> f64 {
        f64::from(self.rate) * f64::from(montage.rate_scale)
    }

    /// Seconds from now back to what is being played.
    pub(super) fn backlog(&self, montage: &Montage) -> f64 {
        if self.time_left < BACKLOG_LIMIT && self.nominal(montage) != 0.0 {
            self.time_left
        } else {
            0.0
        }
    }

    pub(super) fn accept(&mut self, dt: f64) {
        if self.time_left < BACKLOG_LIMIT {
            self.time_left += dt;
        }
    }

    /// Seconds that the next sub-step may take.
    pub(super) fn to_play(&self) -> f64 {
        (self.time_left - self.withheld).higher(0.0)
    }

    /// Something is left to play this tick.
    pub(super) fn has_more(&self) -> bool {
        self.plays() && (self.to_play() > TIME_EPSILON || self.is_forced_elsewhere())
    }

    /// Moves to where the direction of play enters `section`, or with `at_end` to just before the
    /// point where it leaves the section.
    pub(super) fn jump_to(&mut self, section: usize, at_end: bool, montage: &Montage) {
        self.section = section;
        self.position = entry(montage, section, self.nominal(montage) < 0.0, at_end);
        self.moved();
    }

    fn moved(&mut self) {
        self.fresh = true;
        self.moves = self.moves.wrapping_add(1);
        if self.standing == Standing::Held {
            self.standing = Standing::Plays;
        }
    }

    pub(super) fn set_position(&mut self, position: f64, montage: &Montage) {
        self.position = position.clamp(0.0, montage.length.into());
        self.section = montage.section_at(self.position);
        self.moved();
    }

    /// Forces this tick to move from `from` (or the current position) to `to`, whatever the rate.
    pub(super) fn force_move(&mut self, from: Option<f64>, to: f64) {
        self.forced = Some((from, to));
    }

    pub(super) fn is_forced(&self) -> bool {
        self.forced.is_some()
    }

    /// Contract: the time of this advance is accepted. It goes so many montage seconds in it, by
    /// its own links.
    pub(super) fn set_pace(&mut self, goes: f64) {
        self.pace = self.has_time().then(|| goes / self.time_left);
    }

    pub(super) fn has_time(&self) -> bool {
        self.time_left > TIME_EPSILON
    }

    /// Something else than its own rate says where it goes in this advance.
    pub(super) fn is_driven(&self) -> bool {
        self.forced.is_some() || self.pace.is_some()
    }

    /// Whether a forced move has not reached its target yet.
    pub(super) fn is_forced_elsewhere(&self) -> bool {
        self.forced
            .is_some_and(|(from, to)| from.is_some() || to != self.position)
    }

    /// Stands at a position that was not travelled.
    pub(super) fn enter(&mut self, position: f64) {
        self.position = position;
        self.moved();
    }

    /// The advance is over.
    pub(super) fn end_drive(&mut self) {
        (self.forced, self.pace) = (None, None);
    }

    /// Ends a forced move; the rest of the tick's time lapses.
    pub(super) fn end_force(&mut self) {
        if self.forced.take().is_some() {
            self.time_left = 0.0;
        }
    }

    /// Works out, before a sub-step, how time is stretched at the rate `nominal`.
    pub(super) fn stretch_for(&mut self, montage: &Montage, nominal: f64) {
        let Some(curve) = &montage.stretch else {
            return;
        };
        if self
            .stretch
            .as_ref()
            .is_none_or(|(rate, _)| *rate != nominal.abs())
        {
            let map = StretchMap::new(curve, montage.length.into(), nominal);
            self.stretch = Some((nominal.abs(), map));
        }
    }

    /// The time stretch in use; None while the travel is driven and where time is not stretched.
    pub(super) fn map(&self) -> Option<&StretchMap> {
        self.stretch
            .as_ref()
            .and_then(|(_, map)| map.as_ref())
            .filter(|_| !self.is_driven())
    }

    /// Signed distance that `seconds` of play cover at the rate `nominal`.
    pub(super) fn after(&self, seconds: f64, nominal: f64) -> f64 {
        match self.map() {
            Some(map) => {
                map.orig(map.target(self.position) + seconds * nominal.signum()) - self.position
            }
            None => seconds * nominal,
        }
    }

    /// Signed distance that the next sub-step would cover, and its rate in montage seconds per
    /// second. Where time is stretched, only the sign of the rate counts.
    pub(super) fn wanted(&mut self, nominal: f64) -> (f64, f64) {
        let Some((from, to)) = self.forced else {
            let own = || (self.after(self.to_play(), nominal), nominal);
            return self
                .pace
                .map_or_else(own, |pace| (self.to_play() * pace, pace));
        };
        self.position = from.unwrap_or(self.position);
        self.forced = Some((None, to));
        let delta = to - self.position;
        let rate = if self.time_left > TIME_EPSILON {
            delta / self.time_left
        } else {
            delta.signum()
        };
        if delta == 0.0 {
            self.end_force();
        }
        (delta, if delta == 0.0 { 0.0 } else { rate })
    }

    /// Moves by `delta` to `position`, which rounding may have changed a little.
    pub(super) fn go(&mut self, position: f64, delta: f64, rate: f64) {
        let seconds = match self.map() {
            Some(map) => (map.target(position) - map.target(self.position)).abs(),
            None => delta / rate,
        };
        self.position = position;
        self.time_left = (self.time_left - seconds).higher(0.0);
    }

    /// Seconds until the end of the section in the direction of play, at a rate that is not 0.
    pub(super) fn seconds_to_limit(&self, montage: &Montage, nominal: f64) -> f64 {
        let distance = self.distance_to_limit(montage, nominal > 0.0);
        match self.map() {
            Some(map) => (map.target(self.position + distance) - map.target(self.position)).abs(),
            None => distance.abs() / nominal.abs(),
        }
    }

    pub(super) fn distance_to_limit(&self, montage: &Montage, forward: bool) -> f64 {
        let (start, end) = montage.section_span(self.section);
        if forward {
            end - self.position
        } else {
            start - self.position
        }
    }

    /// Passes the end of the section. Returns the index of the section that follows; None if the
    /// montage holds at the end.
    pub(super) fn pass_section_end(&mut self, montage: &Montage, forward: bool) -> Option<usize> {
        let (start, end) = montage.section_span(self.section);
        let Some(next) = self.link(forward) else {
            self.standing = Standing::Held;
            self.time_left = 0.0;
            self.position = if forward { end - END_OFFSET } else { start };
            return None;
        };
        let (start, end) = montage.section_span(next);
        self.section = next;
        let left = std::mem::replace(
            &mut self.position,
            if forward { start } else { end - END_OFFSET },
        );
        if (self.position - left).abs() > END_OFFSET {
            // What it was forced to does not lie on the way from here.
            self.end_force();
        }
        self.fresh = true;
        Some(next)
    }
}

/// The position at which a section is entered, forwards or backwards, or left.
pub(super) fn entry(montage: &Montage, section: usize, backwards: bool, at_end: bool) -> f64 {
    let (start, end) = montage.section_span(section);
    match (backwards, at_end) {
        (false, false) => start,
        (true, true) => (start + END_OFFSET).lower(end),
        _ => (end - END_OFFSET).higher(start),
    }
}
