//! The state of a sequence player: which clip, where in it, and the clips that fade in over it.
//!
//! Of several fades the newest that is complete takes over, and with it everything older, which it
//! covers already.

#[cfg(test)]
mod tests;

use super::pace::within_reach;
use crate::{
    Clip, Library, Name,
    clip::wrap,
    float::Extreme,
    graph::data::interpolation::RateFollower,
    machine::PlayerView,
    sync::{PlayerState, TickRecord, Travel},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Maximum number of fades in progress; with one more, the oldest clip ends before its time.
const MOST_FADES: usize = 16;

/// What the first player of a graph is set to show.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Show {
    /// Shows the clip at once, without a fade.
    Clip {
        clip: Name,
        /// Position in the clip, seconds.
        position: f64,
        rate: f32,
    },
    /// Fades the clip in from its start over this many seconds, unless it is the newest already.
    Fade {
        clip: Name,
        rate: f32,
        duration: f32,
    },
    Nothing,
}

/// A clip that plays.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct Playing {
    /// Index in the library.
    pub(in crate::graph) clip: u32,
    pub(super) rate: f64,
    pub(in crate::graph) at: PlayerState,
    /// Range travelled in the last tick.
    pub(in crate::graph) travel: Travel,
}

impl Playing {
    fn new(clip: Name, position: f64, rate: f32, library: &Library) -> Option<Self> {
        let index = library.clip_index(clip)?;
        let clip = &library.clips[index];
        let at = PlayerState::at(wrap(position, clip.length.into(), clip.looping));
        Some(Self {
            clip: index as u32,
            rate: rate.into(),
            at,
            travel: Travel::default(),
        })
    }

    pub(in crate::graph) fn clip<'a>(&self, library: &'a Library) -> &'a Arc<Clip> {
        &library.clips[self.clip as usize]
    }

    /// Seconds of the clip a second.
    pub(super) fn speed(&self, library: &Library) -> f64 {
        let speed = self.rate * f64::from(self.clip(library).rate_scale);
        if speed.is_finite() { speed } else { 0.0 }
    }

    /// Player state that rules may query.
    pub(in crate::graph) fn view(&self, library: &Library) -> PlayerView {
        let clip = self.clip(library);
        let length = f64::from(clip.length);
        let turned = clip.looping && self.travel.turns_over(length);
        PlayerView {
            time: self.at.time,
            length,
            rate: self.speed(library),
            turned,
        }
    }

    #[inline]
    fn played(&self, dt: f64, weight: f32, library: &Library, player: u32) -> ClipPlayback<'_> {
        let rate = within_reach(self.speed(library), dt, self.clip(library).length.into());
        ClipPlayback {
            player,
            playing: self,
            rate,
            weight,
        }
    }

    fn rebound(mut self, from: &Library, to: &Library, skeleton: Name) -> Option<Self> {
        let index = to.clip_index(self.clip(from).name)?;
        let clip = Some(&to.clips[index]).filter(|clip| clip.skeleton == skeleton)?;
        self.clip = index as u32;
        self.at.time = self.at.time.lower(clip.length.into());
        Some(self)
    }
}

/// A clip that a player plays in a tick, and how.
#[derive(Clone, Copy, Debug)]
pub(in crate::graph) struct ClipPlayback<'a> {
    /// Number of the player and the layer.
    pub(in crate::graph) player: u32,
    pub(super) playing: &'a Playing,
    /// Clip seconds per second.
    pub(in crate::graph) rate: f64,
    pub(in crate::graph) weight: f32,
}

impl ClipPlayback<'_> {
    pub(in crate::graph) fn record(&self, library: &Library) -> TickRecord {
        let mut record = TickRecord::new(
            self.player,
            self.playing.clip(library).clone(),
            self.playing.at,
        );
        (record.rate, record.weight) = (self.rate, self.weight);
        record
    }
}

/// A clip that fades in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Fade {
    playing: Playing,
    /// Seconds; 0 or less is complete at once.
    duration: f32,
    elapsed: f64,
}

impl Fade {
    fn alpha(&self) -> f32 {
        if self.duration <= 0.0 {
            1.0
        } else {
            ((self.elapsed / f64::from(self.duration)) as f32).clamp(0.0, 1.0)
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(in crate::graph) struct ClipPlayer {
    base: Option<Playing>,
    /// Fades in progress, the oldest first.
    fades: Vec<Fade>,
    /// Follower that moves the rate to the requested rate.
    pub(in crate::graph) following: RateFollower,
}

impl ClipPlayer {
    /// Player of `clip` at `start` seconds, which are kept inside the clip when it first plays.
    pub(in crate::graph) fn new(clip: Option<u32>, start: f64) -> Self {
        let playing = |clip| Playing {
            clip,
            rate: 1.0,
            at: PlayerState::at(start),
            travel: Travel::default(),
        };
        Self {
            base: clip.map(playing),
            ..Self::default()
        }
    }

    /// Resets the player to its beginning, with `clip` at `start` seconds.
    pub(in crate::graph) fn restart(&mut self, clip: Option<u32>, start: f64, library: &Library) {
        self.fades.clear();
        self.base = clip.map(|clip| {
            let length = f64::from(library.clips[clip as usize].length).higher(0.0);
            let at = PlayerState::at(start.clamp(0.0, length));
            Playing {
                clip,
                rate: 1.0,
                at,
                travel: Travel::default(),
            }
        });
    }

    /// The only clip, where none fades in over it.
    #[inline]
    pub(in crate::graph) fn alone(&self) -> Option<&Playing> {
        self.base.as_ref().filter(|_| self.fades.is_empty())
    }

    /// Plays the clip of its node, also where an edit gave that another one: from where the old one
    /// was.
    #[inline]
    pub(in crate::graph) fn keep_to(&mut self, clip: Option<u32>, library: &Library) {
        if self.base.as_ref().map(|base| base.clip) != clip {
            let time = self.base.as_ref().map_or(0.0, |base| base.at.time);
            self.restart(clip, time, library);
        }
    }

    pub(in crate::graph) fn set_rate(&mut self, rate: f64) {
        if let Some(base) = &mut self.base {
            base.rate = rate;
        }
    }

    /// A clip that is not there plays nothing.
    pub(super) fn show(&mut self, show: &Show, library: &Library) {
        match *show {
            Show::Clip {
                clip,
                position,
                rate,
            } => self.play(Playing::new(clip, position, rate, library)),
            Show::Fade {
                clip,
                rate,
                duration,
            } => {
                if let Some(playing) = Playing::new(clip, 0.0, rate, library) {
                    self.fade_to(playing, duration);
                }
            }
            Show::Nothing => self.play(None),
        }
    }

    fn play(&mut self, playing: Option<Playing>) {
        self.base = playing;
        self.fades.clear();
    }

    fn fade_to(&mut self, playing: Playing, duration: f32) {
        let Some(newest) = self.newest() else {
            return self.play(Some(playing));
        };
        if newest.clip == playing.clip {
            return;
        }
        if self.fades.len() == MOST_FADES {
            self.base = Some(self.fades.remove(0).playing);
        }
        self.fades.push(Fade {
            playing,
            duration,
            elapsed: 0.0,
        });
    }

    pub(in crate::graph) fn newest(&self) -> Option<&Playing> {
        self.fades
            .last()
            .map(|fade| &fade.playing)
            .or(self.base.as_ref())
    }

    /// Playing clips, the oldest first, each with the fraction of the pose below that the clip
    /// covers.
    pub(in crate::graph) fn layers(&self) -> impl Iterator<Item = (&Playing, f32)> {
        let fades = self.fades.iter().map(|fade| (&fade.playing, fade.alpha()));
        self.base.iter().map(|base| (base, 1.0)).chain(fades)
    }

    /// Goes on by `dt` seconds, and posts what plays with its share of a weight, the newest first.
    /// `player` names the player to its group: its layers count upwards from there.
    #[inline]
    pub(in crate::graph) fn update(
        &mut self,
        dt: f64,
        weight: f32,
        library: &Library,
        player: u32,
        mut post: impl FnMut(ClipPlayback<'_>),
    ) {
        let rest = if self.fades.is_empty() {
            weight
        } else {
            self.fade(dt, weight, library, player, &mut post)
        };
        if let Some(base) = &self.base {
            post(base.played(dt, rest, library, player));
        }
    }

    /// Advances and posts the fades; returns the weight that is left below all of them.
    #[inline(never)]
    fn fade(
        &mut self,
        dt: f64,
        weight: f32,
        library: &Library,
        player: u32,
        post: &mut dyn FnMut(ClipPlayback<'_>),
    ) -> f32 {
        if let Some(newest) = self.fades.iter().rposition(|fade| fade.alpha() >= 1.0) {
            self.base = self
                .fades
                .drain(..=newest)
                .next_back()
                .map(|fade| fade.playing);
        }
        self.fades.iter_mut().for_each(|fade| fade.elapsed += dt);
        let mut rest = weight;
        for (at, fade) in self.fades.iter().enumerate().rev() {
            let covered = rest * fade.alpha();
            post(
                fade.playing
                    .played(dt, covered, library, player + at as u32 + 1),
            );
            rest -= covered;
        }
        rest
    }

    /// Layer by its index, where 0 is the base; None if there is no such layer.
    fn layer_mut(&mut self, layer: usize) -> Option<&mut Playing> {
        match layer.checked_sub(1) {
            Some(fade) => self.fades.get_mut(fade).map(|fade| &mut fade.playing),
            None => self.base.as_mut(),
        }
    }

    /// Sets the new state of a layer, and the range that it travelled.
    pub(super) fn moved(&mut self, layer: usize, to: PlayerState, travel: Travel) {
        if let Some(playing) = self.layer_mut(layer) {
            (playing.at, playing.travel) = (to, travel);
        }
    }

    /// Moves a layer by itself, with the rate and weight in `pace`. Returns the layer's clip and
    /// the range travelled.
    pub(super) fn go_alone<'a>(
        &mut self,
        layer: usize,
        pace: (f64, f32),
        dt: f64,
        library: &'a Library,
    ) -> Option<(&'a Clip, Travel)> {
        let playing = self.layer_mut(layer)?;
        let clip = &*library.clips[playing.clip as usize];
        playing.travel = playing.at.play_alone(clip, pace, dt);
        Some((clip, playing.travel))
    }

    /// Clips are found again by their names; those that are gone, or are for another skeleton,
    /// leave.
    pub(super) fn rebind(&mut self, from: &Library, to: &Library, skeleton: Name) {
        self.base = self
            .base
            .take()
            .and_then(|base| base.rebound(from, to, skeleton));
        let rebound = |fade: &mut Fade| {
            let found = fade.playing.rebound(from, to, skeleton);
            found.map(|playing| fade.playing = playing).is_some()
        };
        self.fades.retain_mut(rebound);
    }
}
