//! The state of a sequence player: which clip, where in it, and the clips that fade in over it.
//!
//! Of several fades the newest that is complete takes over, and with it everything older, which it covers already.

use super::{interpolation::Following, passed::within_reach};
use crate::{
    Clip, Library, Name,
    clip::wrap,
    float::Extreme,
    machine::PlayerView,
    sync::{PlayerState, TickRecord, Travel},
};
use std::sync::Arc;

/// Fades under way at once; one more, and the oldest clip goes before its time.
const MOST_FADES: usize = 16;

/// What the first player of a graph is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Show {
    /// At once.
    Clip {
        clip: Name,
        /// Seconds.
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Playing {
    /// Index in the library.
    pub(super) clip: u32,
    pub(super) rate: f64,
    pub(super) at: PlayerState,
    /// In the last tick.
    pub(super) travel: Travel,
}

impl Playing {
    fn new(clip: Name, position: f64, rate: f32, library: &Library) -> Option<Self> {
        let index = library.clip_index(clip)?;
        let clip = &library.clips[index];
        let at = PlayerState::at(wrap(position, clip.length.into(), clip.looping));
        Some(Self { clip: index as u32, rate: rate.into(), at, travel: Travel::default() })
    }

    pub(super) fn clip<'a>(&self, library: &'a Library) -> &'a Arc<Clip> {
        &library.clips[self.clip as usize]
    }

    /// Seconds of the clip a second.
    pub(super) fn speed(&self, library: &Library) -> f64 {
        let speed = self.rate * f64::from(self.clip(library).rate_scale);
        if speed.is_finite() { speed } else { 0.0 }
    }

    /// What rules may ask.
    pub(super) fn view(&self, library: &Library) -> PlayerView {
        let clip = self.clip(library);
        let length = f64::from(clip.length);
        let turned = clip.looping && self.travel.turns_over(length);
        PlayerView { time: self.at.time, length, rate: self.speed(library), turned }
    }

    #[inline]
    fn played(&self, dt: f64, weight: f32, library: &Library, player: u32) -> Played<'_> {
        let rate = within_reach(self.speed(library), dt, self.clip(library).length.into());
        Played { player, playing: self, rate, weight }
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
pub(super) struct Played<'a> {
    /// Of the player and the layer.
    pub(super) player: u32,
    pub(super) playing: &'a Playing,
    /// Clip seconds per second.
    pub(super) rate: f64,
    pub(super) weight: f32,
}

impl Played<'_> {
    pub(super) fn record(&self, library: &Library) -> TickRecord {
        let mut record = TickRecord::new(self.player, self.playing.clip(library).clone(), self.playing.at);
        (record.rate, record.weight) = (self.rate, self.weight);
        record
    }
}

/// A clip on its way in.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fade {
    playing: Playing,
    /// Seconds; 0 or less is complete at once.
    duration: f32,
    elapsed: f64,
}

impl Fade {
    fn alpha(&self) -> f32 {
        if self.duration <= 0.0 { 1.0 } else { ((self.elapsed / f64::from(self.duration)) as f32).clamp(0.0, 1.0) }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ClipPlayer {
    base: Option<Playing>,
    /// The oldest first.
    fades: Vec<Fade>,
    /// The rate on its way to what is asked.
    pub(super) following: Following,
}

impl ClipPlayer {
    /// At so many seconds, which are kept inside the clip when it first plays.
    pub(super) fn new(clip: Option<u32>, start: f64) -> Self {
        let playing = |clip| Playing { clip, rate: 1.0, at: PlayerState::at(start), travel: Travel::default() };
        Self { base: clip.map(playing), ..Self::default() }
    }

    /// As it began, at so many seconds.
    pub(super) fn restart(&mut self, clip: Option<u32>, start: f64, library: &Library) {
        self.fades.clear();
        self.base = clip.map(|clip| {
            let length = f64::from(library.clips[clip as usize].length).higher(0.0);
            let at = PlayerState::at(start.clamp(0.0, length));
            Playing { clip, rate: 1.0, at, travel: Travel::default() }
        });
    }

    /// The only clip, where none fades in over it.
    #[inline]
    pub(super) fn alone(&self) -> Option<&Playing> {
        self.base.as_ref().filter(|_| self.fades.is_empty())
    }

    /// Plays the clip of its node, also where an edit gave that another one: from where the old one was.
    #[inline]
    pub(super) fn keep_to(&mut self, clip: Option<u32>, library: &Library) {
        if self.base.as_ref().map(|base| base.clip) != clip {
            let time = self.base.as_ref().map_or(0.0, |base| base.at.time);
            self.restart(clip, time, library);
        }
    }

    pub(super) fn set_rate(&mut self, rate: f64) {
        if let Some(base) = &mut self.base {
            base.rate = rate;
        }
    }

    /// A clip that is not there plays nothing.
    pub(super) fn show(&mut self, show: &Show, library: &Library) {
        match *show {
            Show::Clip { clip, position, rate } => self.play(Playing::new(clip, position, rate, library)),
            Show::Fade { clip, rate, duration } => {
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
        let Some(newest) = self.newest() else { return self.play(Some(playing)) };
        if newest.clip == playing.clip {
            return;
        }
        if self.fades.len() == MOST_FADES {
            self.base = Some(self.fades.remove(0).playing);
        }
        self.fades.push(Fade { playing, duration, elapsed: 0.0 });
    }

    pub(super) fn newest(&self) -> Option<&Playing> {
        self.fades.last().map(|fade| &fade.playing).or(self.base.as_ref())
    }

    /// What plays, the oldest first, each with the part of the pose below it that it covers.
    pub(super) fn layers(&self) -> impl Iterator<Item = (&Playing, f32)> {
        let fades = self.fades.iter().map(|fade| (&fade.playing, fade.alpha()));
        self.base.iter().map(|base| (base, 1.0)).chain(fades)
    }

    /// Goes on by `dt` seconds, and posts what plays with its share of a weight, the newest first. `player` names the
    /// player to its group: its layers count upwards from there.
    #[inline]
    pub(super) fn update(
        &mut self,
        dt: f64,
        weight: f32,
        library: &Library,
        player: u32,
        mut post: impl FnMut(Played<'_>),
    ) {
        let rest = if self.fades.is_empty() { weight } else { self.fade(dt, weight, library, player, &mut post) };
        if let Some(base) = &self.base {
            post(base.played(dt, rest, library, player));
        }
    }

    /// What is left of the weight below all that fades in.
    #[inline(never)]
    fn fade(&mut self, dt: f64, weight: f32, library: &Library, player: u32, post: &mut dyn FnMut(Played<'_>)) -> f32 {
        if let Some(newest) = self.fades.iter().rposition(|fade| fade.alpha() >= 1.0) {
            self.base = self.fades.drain(..=newest).next_back().map(|fade| fade.playing);
        }
        self.fades.iter_mut().for_each(|fade| fade.elapsed += dt);
        let mut rest = weight;
        for (at, fade) in self.fades.iter().enumerate().rev() {
            let covered = rest * fade.alpha();
            post(fade.playing.played(dt, covered, library, player + at as u32 + 1));
            rest -= covered;
        }
        rest
    }

    /// 0 is the base.
    fn layer_mut(&mut self, layer: usize) -> Option<&mut Playing> {
        match layer.checked_sub(1) {
            Some(fade) => self.fades.get_mut(fade).map(|fade| &mut fade.playing),
            None => self.base.as_mut(),
        }
    }

    /// Where a layer has gone, and how.
    pub(super) fn moved(&mut self, layer: usize, to: PlayerState, travel: Travel) {
        if let Some(playing) = self.layer_mut(layer) {
            (playing.at, playing.travel) = (to, travel);
        }
    }

    /// Moves a layer by itself, with this rate and weight. Returns its clip and the way.
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

    /// Clips are found again by their names; those that are gone, or are for another skeleton, leave.
    pub(super) fn rebind(&mut self, from: &Library, to: &Library, skeleton: Name) {
        self.base = self.base.take().and_then(|base| base.rebound(from, to, skeleton));
        let rebound = |fade: &mut Fade| {
            let found = fade.playing.rebound(from, to, skeleton);
            found.map(|playing| fade.playing = playing).is_some()
        };
        self.fades.retain_mut(rebound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::clip_along;

    fn library() -> Library {
        let mut clips: Vec<_> = ["a", "b", "c"].map(|name| clip_along(name, 0.0)).to_vec();
        clips.sort_by_key(|clip| clip.name);
        Library { clips, ..Library::default() }
    }

    fn fade(player: &mut ClipPlayer, clip: &str, duration: f32) {
        player.show(&Show::Fade { clip: Name::new(clip), rate: 1.0, duration }, &library());
    }

    /// Names and weights, the oldest first.
    fn update(player: &mut ClipPlayer, dt: f64) -> Vec<(Name, f32)> {
        let mut found = Vec::new();
        player.update(dt, 1.0, &library(), 0, |it| found.push((it.playing.clip(&library()).name, it.weight)));
        found.reverse();
        found
    }

    fn named(list: &[(&str, f32)]) -> Vec<(Name, f32)> {
        list.iter().map(|(name, weight)| (Name::new(name), *weight)).collect()
    }

    /// Property 01.6.
    #[test]
    fn a_newer_fade_that_ends_first_does_not_pop() {
        let mut player = ClipPlayer::default();
        fade(&mut player, "a", 1.0);
        fade(&mut player, "b", 2.0);
        assert_eq!(update(&mut player, 0.5), named(&[("a", 0.75), ("b", 0.25)]));
        fade(&mut player, "c", 0.5);
        assert_eq!(update(&mut player, 0.5), named(&[("a", 0.0), ("b", 0.0), ("c", 1.0)]));
        assert_eq!(update(&mut player, 0.01), named(&[("c", 1.0)]));
    }

    #[test]
    fn the_newest_clip_is_not_faded_to_itself() {
        let mut player = ClipPlayer::default();
        fade(&mut player, "a", 1.0);
        let alone = player.clone();
        fade(&mut player, "a", 1.0);
        assert_eq!(player, alone);
        fade(&mut player, "b", 0.0);
        fade(&mut player, "a", 1.0);
        assert_eq!(update(&mut player, 0.5), named(&[("b", 0.5), ("a", 0.5)]), "no duration is there at once");
    }

    #[test]
    fn weights_sum_to_the_players_own_however_many_fade() {
        let mut player = ClipPlayer::default();
        for round in 0..40 {
            fade(&mut player, ["a", "b", "c"][round % 3], 100.0);
            let found = update(&mut player, 0.3);
            // Sixteen fade over the oldest.
            assert_eq!(found.len(), (round + 1).min(17));
            assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn what_is_gone_fades_no_more_and_the_rest_goes_on() {
        let mut player = ClipPlayer::default();
        fade(&mut player, "a", 1.0);
        fade(&mut player, "b", 1.0);
        fade(&mut player, "c", 1.0);
        update(&mut player, 0.25);
        let (whole, mut less) = (library(), library());
        less.clips.retain(|clip| clip.name != Name::new("b"));
        player.rebind(&whole, &less, Name::NONE);
        let names: Vec<Name> = player.layers().map(|(playing, _)| playing.clip(&less).name).collect();
        assert_eq!(names, ["a", "c"].map(Name::new));
        player.show(&Show::Nothing, &less);
        assert_eq!(player, ClipPlayer::default());
    }

    #[test]
    fn a_fade_that_is_complete_takes_over_with_all_that_is_older() {
        let mut player = ClipPlayer::default();
        for (clip, duration) in [("a", 1.0), ("b", 9.0), ("c", 0.25), ("a", 9.0)] {
            fade(&mut player, clip, duration);
        }
        let names = |player: &mut ClipPlayer, dt| update(player, dt).iter().map(|found| found.0).collect::<Vec<_>>();
        assert_eq!(names(&mut player, 0.25), ["a", "b", "c", "a"].map(Name::new));
        assert_eq!(names(&mut player, 0.25), ["c", "a"].map(Name::new));
        player.show(&Show::Clip { clip: Name::new("b"), position: 1.25, rate: 2.0 }, &library());
        assert_eq!(names(&mut player, 0.25), [Name::new("b")]);
        assert_eq!(player.newest().map(|playing| (playing.at.time, playing.rate)), Some((0.25, 2.0)), "it wraps");
        player.show(&Show::Fade { clip: Name::new("no"), rate: 1.0, duration: 1.0 }, &library());
        assert_eq!(names(&mut player, 0.25), [Name::new("b")]);
    }

    #[test]
    fn layers_are_told_apart_when_they_have_moved() {
        let mut player = ClipPlayer::default();
        for clip in ["a", "b", "c"] {
            fade(&mut player, clip, 1.0);
        }
        (0..4).for_each(|layer| player.moved(layer, PlayerState::at(layer as f64 + 1.0), Travel::default()));
        assert_eq!(player.layers().map(|(playing, _)| playing.at.time).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
        let mut players = Vec::new();
        player.update(0.0, 1.0, &library(), 64, |it| players.push(it.player));
        assert_eq!(players, [66, 65, 64]);
    }
}
