//! Blend spaces whose bones follow at speeds of their own: each bone is mixed by the weights of its
//! speed.

use super::{
    sampling::Mix,
    space::{SpacePlayer, clip_of},
};
use crate::{
    Clip, Pose,
    blend_space::{MOST_SPEEDS, share_of},
    graph::data::settings::SpacePlay,
    pose::blend,
};

/// Mix so far for one set of weights.
#[derive(Clone, Copy, Default)]
struct Mixed {
    sum: f64,
    /// Alpha of the current sample over the mix so far.
    alpha: f32,
}

impl Mixed {
    fn take(&mut self, weight: f64) {
        self.sum += weight;
        self.alpha = if weight > 0.0 {
            (weight / self.sum) as f32
        } else {
            0.0
        };
    }
}

impl SpacePlayer {
    /// `time` of a sample, seconds. Curves go with the space.
    pub(super) fn add_by_bone(
        &self,
        mix: &mut Mix<'_, '_>,
        play: &SpacePlay,
        time: impl Fn(u32) -> f64,
        pose: &mut Pose,
    ) {
        let speeds = play.space.bone_speeds();
        let (mut space, mut sets) = (Mixed::default(), [Mixed::default(); MOST_SPEEDS]);
        for sample in self.state.reached() {
            space.take(self.state.weight(*sample));
            for (at, set) in sets.iter_mut().enumerate().take(speeds.speeds.len()) {
                set.take(share_of(self.state.weights_of_bones(at), *sample));
            }
            let clip = clip_of(play, &mix.sampler.tick.library.clips, *sample);
            mix.add_over(
                (clip, time(*sample)),
                space.alpha,
                |bone| speeds.of(bone).map(|at| sets[at].alpha),
                pose,
            );
        }
    }
}

impl Mix<'_, '_> {
    /// Mixes a clip over the present pose by `alpha`, or by the bone's own alpha if `of_bone` gives
    /// one. The first clip is the whole pose, until clips with weight follow.
    fn add_over(
        &mut self,
        (clip, time): (&Clip, f64),
        alpha: f32,
        of_bone: impl Fn(usize) -> Option<f32>,
        pose: &mut Pose,
    ) {
        if self.sum == 0.0 {
            self.sampler.sample(clip, time, pose);
        } else {
            self.sampler.sample(clip, time, self.sampled);
            blend(pose, self.sampled, alpha, self.mixed);
            for bone in self.mixed.rows().bones(self.mixed.len()) {
                if let Some(alpha) = of_bone(bone) {
                    let local = pose.get(bone).blend(&self.sampled.get(bone), alpha);
                    self.mixed.set(bone, &local);
                }
            }
            std::mem::swap(pose, self.mixed);
        }
        self.sum = 1.0;
    }
}
