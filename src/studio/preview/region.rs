//! The part of a timeline that playing keeps to while it loops. A tick ends where that part ends,
//! where a section does and where a branching point lies; what is left of it belongs to the next.
//! What lies on the part's end is not played, what lies on its start is. Where a branching point
//! leads out of it, the next tick goes back to its start.

use super::{PreviewState, montage_state, shown_clip};
use crate::{MontageScope, PreviewSubject, stage::PreviewStage};
use anim::{Montage, Name, Transform, float::Extreme, montage::StretchMap};

/// Seconds before its end at which playing leaves it.
const BEFORE: f64 = 1e-7;
/// A tick that ends with a branching point goes on for so long, in seconds: the point is met, and
/// nothing moves after it.
const AFTER: f64 = 1e-9;

impl PreviewState {
    /// Seconds from and to; none where all of the timeline plays.
    pub(super) fn kept(&self) -> Option<(f64, f64)> {
        self.region
            .filter(|(from, to)| self.looping && to - from > 4.0 * BEFORE)
    }

    /// Position at which playing enters the region in this tick; None while playing stays in the
    /// region.
    pub(super) fn entry(&self) -> Option<f64> {
        let (from, to) = self.kept()?;
        let inside = (from - BEFORE)..=(to + BEFORE);
        let is_in = inside.contains(&self.position);
        if self.rate < 0.0 {
            (!is_in || self.position <= from + BEFORE / 2.0).then_some(to - BEFORE)
        } else {
            (!is_in || self.position >= to - 2.0 * BEFORE).then_some(from)
        }
    }

    /// The character stands at `entry`, with the root where it would have been led to there.
    pub(super) fn enter(&mut self, entry: f64, stage: &mut PreviewStage) {
        self.position = entry;
        match self.subject {
            PreviewSubject::Montage(montage)
                if montage_state(montage, stage).is_none_or(|state| state.stopped) =>
            {
                self.seek(stage)
            }
            PreviewSubject::Montage(montage) => self.apply_scope(montage, stage),
            _ => {}
        }
        self.put_partners(entry, stage);
        self.place_followed(stage);
        self.lead_partners(stage);
        self.trail.clear();
        self.jumps += 1;
        let start = stage.instance().map_or(Transform::IDENTITY, |instance| {
            self.start(entry, instance, stage)
        });
        stage.stand(start);
    }

    /// Length of the tick plus what the last tick left, cut off where the region or the section
    /// ends. The rest is left for the next tick.
    pub(super) fn cut(&mut self, dt: f64, has_entered: bool, stage: &PreviewStage) -> f64 {
        let left = std::mem::take(&mut self.left);
        let Some(region) = self.kept() else { return dt };
        let whole = dt + left;
        let to_go = match self.subject {
            PreviewSubject::Montage(montage) => {
                self.to_go_in_montage(montage, region, has_entered, stage)
            }
            PreviewSubject::Clip(_) => self.to_go_in_clip(region, stage),
            _ => None,
        };
        let Some(to_go) = to_go.filter(|to_go| *to_go < whole) else {
            return whole;
        };
        self.left = (whole - to_go).lower(dt);
        to_go
    }

    fn to_go_in_clip(&self, (from, to): (f64, f64), stage: &PreviewStage) -> Option<f64> {
        let rate = shown_clip(stage).map_or(
            self.rate,
            |(_, _, rate)| if rate == 0.0 { self.rate } else { rate },
        );
        let rate = f64::from(rate);
        let way = if rate < 0.0 {
            self.position - from
        } else {
            to - BEFORE - self.position
        };
        (rate != 0.0).then(|| way.higher(0.0) / rate.abs())
    }

    fn to_go_in_montage(
        &self,
        name: Name,
        (from, to): (f64, f64),
        has_entered: bool,
        stage: &PreviewStage,
    ) -> Option<f64> {
        let montage = stage.library().montage(name)?;
        let state = montage_state(name, stage)?;
        let rate = if self.is_rate_told {
            f64::from(state.rate)
        } else {
            f64::from(self.rate)
        };
        let nominal = rate * f64::from(montage.rate_scale);
        let section = if has_entered {
            montage.section_at(self.position)
        } else {
            state.section_index as usize
        };
        let (start, end) = montage.section_span(section);
        let next = if has_entered {
            self.linked(montage, section)
        } else {
            state
                .next_section
                .and_then(|name| montage.find_section(name))
        };
        let leads_on = next.is_some_and(|next| (from..to).contains(&montage.section_span(next).0));
        let goal = match (nominal < 0.0, end < to, leads_on) {
            (true, ..) => start.higher(from),
            (false, true, true) => end,
            (false, true, false) => end - BEFORE,
            (false, false, _) => to - BEFORE,
        };
        let map = montage.stretch.as_ref();
        let map = map.and_then(|curve| StretchMap::new(curve, montage.length.into(), nominal));
        let seconds = |to: f64| match &map {
            Some(map) => (map.target(to) - map.target(self.position)).abs(),
            None => (to - self.position).abs() / nominal.abs(),
        };
        let is_ahead = |to: f64| (to - self.position) * nominal.signum() > AFTER;
        let branches = montage
            .notifies
            .iter()
            .filter(|notify| notify.is_branching());
        let branches = branches.flat_map(|notify| [f64::from(notify.time), f64::from(notify.end)]);
        let branch = branches
            .filter(|at| is_ahead(*at))
            .map(|at| seconds(at) + AFTER)
            .fold(f64::INFINITY, Extreme::lower);
        let to_go = if is_ahead(goal) { seconds(goal) } else { 0.0 };
        Some(to_go.lower(branch)).filter(|to_go| to_go.is_finite())
    }

    /// Index of the section that follows in the scope; None after the last one.
    fn linked(&self, montage: &Montage, section: usize) -> Option<usize> {
        match self.scope {
            MontageScope::Chain => usize::try_from(montage.sections[section].next).ok(),
            MontageScope::All => Some(section + 1).filter(|next| *next < montage.sections.len()),
            MontageScope::Section => Some(section),
        }
    }
}
