//! A cross-fade controller: one clip fades into the next, however quickly they follow each other.
//!
//! The newest fade that is complete takes over, and with it everything older: all of that was covered already.

use crate::{Clip, Pose, Skeleton, clip::wrap, pose::blend};
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Player {
    clip: Arc<Clip>,
    /// Seconds.
    time: f64,
}

impl Player {
    fn advance(&mut self, dt: f64) {
        let length = f64::from(self.clip.length);
        self.time = wrap(self.time + dt * f64::from(self.clip.rate_scale), length, self.clip.looping);
    }
}

#[derive(Clone, Debug)]
struct Fade {
    player: Player,
    /// Seconds; 0 or less is complete at once.
    duration: f32,
    elapsed: f32,
}

impl Fade {
    fn alpha(&self) -> f32 {
        if self.duration <= 0.0 { 1.0 } else { (self.elapsed / self.duration).clamp(0.0, 1.0) }
    }
}

#[derive(Clone, Debug, Default)]
pub struct CrossFade {
    base: Option<Player>,
    /// The oldest first.
    fades: Vec<Fade>,
    sampled: Pose,
    mixed: Pose,
}

impl CrossFade {
    /// At once, from its start.
    pub fn play(&mut self, clip: Arc<Clip>) {
        self.fades.clear();
        self.base = Some(Player { clip, time: 0.0 });
    }

    /// Returns false, and changes nothing, when the clip is the newest already.
    pub fn fade_to(&mut self, clip: Arc<Clip>, duration: f32) -> bool {
        let newest = self.fades.last().map(|fade| &fade.player).or(self.base.as_ref());
        if newest.is_some_and(|player| Arc::ptr_eq(&player.clip, &clip)) {
            return false;
        }
        if self.base.is_none() {
            self.play(clip);
        } else {
            self.fades.push(Fade { player: Player { clip, time: 0.0 }, duration, elapsed: 0.0 });
        }
        true
    }

    /// Plays `dt` seconds on and writes the pose; without a clip the reference pose.
    pub fn update(&mut self, dt: f64, skeleton: &Skeleton, out: &mut Pose) {
        if let Some(newest) = self.fades.iter().rposition(|fade| fade.alpha() >= 1.0) {
            self.base = self.fades.drain(..=newest).next_back().map(|fade| fade.player);
        }
        let Some(base) = &mut self.base else { return out.reset(skeleton) };
        base.advance(dt);
        base.clip.sample(skeleton, base.time, out);
        for fade in &mut self.fades {
            fade.player.advance(dt);
            fade.elapsed += dt as f32;
            fade.player.clip.sample(skeleton, fade.player.time, &mut self.sampled);
            blend(out, &self.sampled, fade.alpha(), &mut self.mixed);
            std::mem::swap(out, &mut self.mixed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clip::{Keys, Track},
        fixture::chain,
    };

    /// Stands at `x`.
    fn clip(x: f32) -> Arc<Clip> {
        let track = Track {
            bone: 0,
            translation: Keys { first: 0, count: 1 },
            rotation: Keys::default(),
            scale: Keys::default(),
        };
        let clip = Clip {
            length: 1.0,
            key_count: 2,
            rate_scale: 1.0,
            looping: true,
            tracks: vec![track].into(),
            keys: vec![x, 0.0, 0.0].into(),
            ..Clip::default()
        };
        Arc::new(Clip::new(clip, 1).unwrap())
    }

    fn x(fade: &mut CrossFade, dt: f64) -> f32 {
        let mut pose = Pose::default();
        fade.update(dt, &chain(1), &mut pose);
        pose.translation(0).x
    }

    #[test]
    fn a_newer_fade_that_ends_first_does_not_pop() {
        let mut fade = CrossFade::default();
        fade.play(clip(0.0));
        fade.fade_to(clip(10.0), 2.0);
        x(&mut fade, 0.5);
        fade.fade_to(clip(20.0), 0.5);
        assert_eq!(x(&mut fade, 0.5), 20.0);
        assert_eq!(x(&mut fade, 0.01), 20.0);
        assert!(fade.fades.is_empty());
    }

    #[test]
    fn the_newest_clip_is_not_faded_to_itself() {
        let (mut fade, a, b) = (CrossFade::default(), clip(1.0), clip(2.0));
        assert!(fade.fade_to(a.clone(), 1.0), "without a base it plays");
        assert!(!fade.fade_to(a.clone(), 1.0));
        assert!(fade.fade_to(b.clone(), 0.0) && fade.fade_to(a, 1.0));
        assert_eq!(x(&mut fade, 0.5), 1.5, "no duration is there at once, the next goes on from it");
    }

    #[test]
    fn without_a_clip_it_shows_the_reference_pose() {
        assert_eq!(x(&mut CrossFade::default(), 0.1), 0.0);
    }
}
