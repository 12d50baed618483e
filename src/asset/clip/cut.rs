//! Whole clips made shorter or played backwards, with all that lies on their timeline.

#[cfg(test)]
mod tests;

use super::{Additive, AdditiveBase, Clip};
use crate::{
    Curve, CurveKey, Id, Note, Notify, SyncMarker,
    curve::Extrapolation,
    source::{ClipRange, ClipSource, Interpolation, step_delay},
};
use anim::{curve::hermite_slope, float::Extreme};
use std::sync::Arc;

impl ClipRange {
    /// Whether a time lies in it, ends included.
    pub fn contains(self, time: f32) -> bool {
        (self.begin..=self.end).contains(&time)
    }
}

impl Clip {
    /// The part of the clip within a range, which lies on it; its begin is time 0. Notifies,
    /// markers and notes outside go, states that reach outside are cut; a sound that began before
    /// goes on as far as it was. Its keys are no longer those of its file.
    pub fn trimmed(&self, range: ClipRange) -> Self {
        let frame = |frame: u32| frame.saturating_sub(self.frame_at(range.begin));
        let mut clip = self.with_source(self.source.cut(range));
        clip.additive = self.additive.map(|additive| additive.with_own_frame(frame));
        clip.notifies = self
            .notifies
            .iter()
            .filter_map(|it| notify_in(it, range))
            .collect();
        clip.sync_markers
            .retain(|marker| range.contains(marker.time));
        clip.notes.retain(|note| range.contains(note.time));
        clip.sounds.retain(|sound| sound.time < range.end);
        for sound in &mut clip.sounds {
            let time = sound.time - range.begin;
            (sound.time, sound.skip) = (time.higher(0.0), sound.skip + (-time).higher(0.0));
        }
        for time in clip.instants() {
            *time -= range.begin;
        }
        clip.curves = self.curves.iter().map(|curve| curve.cut(range)).collect();
        clip
    }

    /// The clip from its last frame to its first; sounds stay where they are. Its keys are no longer those of its file.
    pub fn reversed(&self) -> Self {
        let duration = self.source.duration;
        let last = self.frame_at(duration);
        let mut clip = self.with_source(self.source.reversed());
        let frame = |frame: u32| last.saturating_sub(frame);
        clip.additive = self.additive.map(|additive| additive.with_own_frame(frame));
        let mirrored = |notify: &Notify| Notify {
            time: (duration - notify.end()).higher(0.0),
            ..notify.clone()
        };
        clip.notifies = self.notifies.iter().map(mirrored).collect();
        for time in clip.instants() {
            *time = (duration - *time).higher(0.0);
        }
        clip.curves = self
            .curves
            .iter()
            .map(|curve| curve.reversed(duration))
            .collect();
        clip
    }

    /// Takes away what happens at its very end alone, which is the begin of what follows it.
    pub fn leave_end(&mut self) {
        let end = self.source.duration;
        let is_before = |time: f32| time < end;
        let ends = |notify: &Notify| notify.duration.is_some() || is_before(notify.time);
        self.notifies.retain(ends);
        self.sync_markers.retain(|marker| is_before(marker.time));
        self.notes.retain(|note| is_before(note.time));
    }

    /// The frame that is nearest to a time in seconds.
    pub fn frame_at(&self, time: f32) -> u32 {
        (time * self.frame_rate).round() as u32
    }

    fn with_source(&self, source: ClipSource) -> Self {
        Self {
            source: Arc::new(source),
            keys_edited: self.origin.is_some(),
            ..self.clone()
        }
    }

    /// Times of sync markers and notes.
    fn instants(&mut self) -> impl Iterator<Item = &mut f32> {
        let markers = self
            .sync_markers
            .iter_mut()
            .map(|SyncMarker { time, .. }| time);
        markers.chain(self.notes.iter_mut().map(|Note { time, .. }| time))
    }
}

impl Additive {
    /// The difference with `frame` applied to its base, if the base is a frame of the clip itself.
    fn with_own_frame(self, frame: impl Fn(u32) -> u32) -> Self {
        let base = match self.base {
            AdditiveBase::OwnFrame(own) => AdditiveBase::OwnFrame(frame(own)),
            other => other,
        };
        Self { base, ..self }
    }
}

/// Part of a notify within a range, at its time there; None if no part lies within.
fn notify_in(notify: &Notify, range: ClipRange) -> Option<Notify> {
    let (from, to) = (
        notify.time.higher(range.begin),
        notify.end().lower(range.end),
    );
    let is_left = match notify.duration {
        None => range.contains(notify.time),
        Some(_) => from < to,
    };
    is_left.then(|| Notify {
        time: from - range.begin,
        duration: notify.duration.map(|_| to - from),
        ..notify.clone()
    })
}

impl Curve {
    /// The curve as it runs within a range, whose begin is time 0. A key outside becomes the one at
    /// the end where the line goes on beyond it. One that repeats its keys keeps them all.
    pub(crate) fn cut(&self, range: ClipRange) -> Self {
        let mut curve = self.clone();
        if self.extrapolation == Extrapolation::Loop {
            curve.move_by(-range.begin);
            return curve;
        }
        let from = self.keys.partition_point(|key| key.time < range.begin);
        let to = self.keys.partition_point(|key| key.time <= range.end);
        let has_key = |time: f32| self.keys.iter().any(|key| key.time == time);
        let boundary = |at: Option<usize>, time: f32| {
            let key = self.keys.get(at?).filter(|_| !has_key(time))?;
            self.key_at(key, time)
        };
        let first = boundary(from.checked_sub(1), range.begin);
        let inside = self.keys[from.min(to)..to].iter().cloned();
        let last = boundary(Some(to), range.end);
        curve.keys = first.into_iter().chain(inside).chain(last).collect();
        curve
            .keys
            .iter_mut()
            .for_each(|key| key.time -= range.begin);
        curve
    }

    /// The curve backwards from `duration`, in seconds. A held value ends a few roundings of the
    /// duration after its mirror image; where a line that is not held meets it, it has a key more.
    pub(crate) fn reversed(&self, duration: f32) -> Self {
        let mut back = self.clone();
        back.keys = (0..self.keys.len())
            .rev()
            .flat_map(|at| self.key_backwards(at, duration))
            .flatten()
            .collect();
        back.keys.dedup_by(|later, key| later.time <= key.time);
        if self.extrapolation == Extrapolation::Loop {
            back.move_by(0.0);
        }
        back
    }

    /// Keys of key `at` in reversed time: for a held value its start, and the key itself where a
    /// line follows. The second is None if it is not needed.
    fn key_backwards(&self, at: usize, duration: f32) -> [Option<CurveKey>; 2] {
        let key = &self.keys[at];
        let before = at
            .checked_sub(1)
            .map(|before| self.keys[before].interpolation);
        let mirrored = CurveKey {
            time: duration - key.time,
            interpolation: before.unwrap_or(key.interpolation),
            in_tangent: -key.out_tangent,
            out_tangent: -key.in_tangent,
            ..key.clone()
        };
        let after = self.keys.get(at + 1);
        let Some(after) = after.filter(|_| key.interpolation == Interpolation::Step) else {
            return [Some(mirrored), None];
        };
        let held = CurveKey {
            time: duration - after.time + step_delay(duration),
            ..CurveKey::new(key.id, 0.0, key.value, Interpolation::Step)
        };
        let ends_there = before.is_none() && self.extrapolation != Extrapolation::Clamp;
        let goes_on = ends_there || before.is_some_and(|before| before != Interpolation::Step);
        let id = Id::derive(&["held", &key.id.to_string()]);
        let more = goes_on.then_some(CurveKey { id, ..mirrored });
        [Some(held), more]
    }

    /// A key at a time, in seconds, within the line that `near` is an end of.
    fn key_at(&self, near: &CurveKey, time: f32) -> Option<CurveKey> {
        let value = self.value(time)?;
        let after = self.keys.partition_point(|key| key.time <= time);
        let ends = after
            .checked_sub(1)
            .map(|at| &self.keys[at])
            .zip(self.keys.get(after));
        let Some((a, b)) = ends else {
            return Some(CurveKey::new(near.id, time, value, near.interpolation));
        };
        let span = b.time - a.time;
        let slope = hermite_slope(
            a.value,
            span * a.out_tangent,
            b.value,
            span * b.in_tangent,
            (time - a.time) / span,
        ) / span;
        Some(CurveKey {
            in_tangent: slope,
            out_tangent: slope,
            ..CurveKey::new(near.id, time, value, a.interpolation)
        })
    }

    /// Moves keys that are repeated for ever, in seconds, by so many rounds more that none is before
    /// time 0.
    fn move_by(&mut self, seconds: f32) {
        let (Some(first), Some(last)) = (self.keys.first(), self.keys.last()) else {
            return;
        };
        let (begin, round) = (first.time + seconds, last.time - first.time);
        let rounds = if round > 0.0 {
            (-begin / round).ceil().higher(0.0)
        } else {
            0.0
        };
        let by = seconds + rounds * round;
        self.keys.iter_mut().for_each(|key| key.time += by);
    }
}
