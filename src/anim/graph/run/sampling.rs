//! Clips as poses: each as the full pose or the difference that its node is asked for.
//!
//! A clip of another kind than asked for is shown as well as it can be: a difference on the
//! reference pose where a full pose is wanted, a full pose as it is where a difference is wanted.
//! [`Graph::mismatched_clips`] tells of both.

use super::{
    scratch::{AtWork, EvaluationScratch},
    tick::Tick,
};
use crate::{
    Clip, Library, Pose, Skeleton,
    additive::{AdditiveKind, AdditivePose, NO_DELTA},
    graph::data::{
        compiled::Graph,
        value::{NodeId, PoseKind},
    },
    pose::blend,
};

/// The pose of a link to nowhere: the reference pose, or a difference that adds nothing.
pub(in crate::graph) fn rest(kind: PoseKind, tick: &Tick<'_>, pose: &mut Pose) {
    match kind {
        None => pose.reset_rows(&tick.skeleton, tick.rows()),
        Some(_) => pose.fill_rows(tick.skeleton.len(), &NO_DELTA, tick.rows()),
    }
}

/// A clip whose root motion moves the character stands still itself.
pub(super) fn lock_root(
    clip: &Clip,
    skeleton: &Skeleton,
    translation: bool,
    rotation: bool,
    pose: &mut Pose,
) {
    if !clip.root_motion.enabled || clip.additive.is_some() {
        return;
    }
    let locked = clip.locked_root(skeleton);
    if translation {
        pose.set_translation(0, locked.translation);
    }
    if rotation {
        pose.set_rotation(0, locked.rotation);
    }
}

pub(in crate::graph) struct ClipSampler<'a, 't> {
    pub(in crate::graph) tick: &'a Tick<'t>,
    pub(in crate::graph) kind: PoseKind,
    pub(in crate::graph) caches: &'a mut AtWork,
    pub(in crate::graph) delta: &'a mut AdditivePose,
}

impl ClipSampler<'_, '_> {
    /// `time` in seconds.
    #[inline]
    pub(in crate::graph) fn sample(&mut self, clip: &Clip, time: f64, out: &mut Pose) {
        match clip.additive {
            None => {
                clip.sample_rows(
                    &self.tick.skeleton,
                    time,
                    self.tick.rows(),
                    self.caches.next(),
                    out,
                );
                if self.tick.root_motion.takes_clips() {
                    lock_root(clip, &self.tick.skeleton, true, true, out);
                }
            }
            Some(own) => self.sample_difference(clip, own, time, out),
        }
    }

    #[inline(never)]
    fn sample_difference(&mut self, clip: &Clip, own: AdditiveKind, time: f64, out: &mut Pose) {
        let (skeleton, cache) = (&self.tick.skeleton, self.caches.next());
        let rows = self.tick.rows();
        clip.sample_additive_rows(skeleton, time, rows, cache, self.delta);
        if self.kind != Some(own) {
            out.reset_rows(skeleton, rows);
            self.delta.apply(skeleton, 1.0, out);
        }
        match self.kind {
            None => {}
            Some(kind) => {
                if kind != own {
                    self.delta
                        .set_between(kind, skeleton, skeleton.reference_pose(), out);
                }
                std::mem::swap(&mut self.delta.deltas, out);
            }
        }
    }
}

/// Clips mixed by weight, one after the other.
pub(in crate::graph) struct Mix<'a, 't> {
    pub(in crate::graph) sampler: ClipSampler<'a, 't>,
    pub(in crate::graph) sampled: &'a mut Pose,
    pub(in crate::graph) mixed: &'a mut Pose,
    pub(super) sum: f64,
}

impl Mix<'_, '_> {
    pub(in crate::graph) fn add(&mut self, clip: &Clip, time: f64, weight: f64, pose: &mut Pose) {
        if self.sum == 0.0 {
            self.sampler.sample(clip, time, pose);
        } else {
            self.sampler.sample(clip, time, self.sampled);
            blend(
                pose,
                self.sampled,
                (weight / (self.sum + weight)) as f32,
                self.mixed,
            );
            std::mem::swap(pose, self.mixed);
        }
        self.sum += weight;
    }

    /// Writes the rest pose into `pose` if no clip had a weight.
    pub(in crate::graph) fn finish_sampling(self, pose: &mut Pose) {
        if self.sum == 0.0 {
            rest(self.sampler.kind, self.sampler.tick, pose);
        }
    }
}

impl EvaluationScratch {
    /// Starts a mix of the clips of a node.
    pub(in crate::graph) fn mix<'a, 't>(
        &'a mut self,
        tick: &'a Tick<'t>,
        kind: PoseKind,
    ) -> Mix<'a, 't> {
        let Self {
            caches,
            delta,
            sampled,
            mixed,
            ..
        } = self;
        Mix {
            sampler: ClipSampler {
                tick,
                kind,
                caches,
                delta,
            },
            sampled,
            mixed,
            sum: 0.0,
        }
    }
}

impl Graph {
    /// Nodes with the first of their clips that is no difference where one is asked for, or one of
    /// another kind, or one where a full pose is: by its index in the library. What such a clip
    /// shows is seldom what was meant.
    pub fn mismatched_clips(&self, library: &Library) -> Vec<(NodeId, u32)> {
        let mut found = Vec::new();
        for (at, placed) in self.nodes.iter().enumerate() {
            let wanted = self.wanted_of(at as NodeId);
            let mut wrong = None;
            placed
                .node
                .as_kind()
                .for_each_clip(&self.parts, &mut |clip| {
                    if library
                        .clips
                        .get(clip as usize)
                        .is_some_and(|it| it.additive != wanted)
                    {
                        wrong.get_or_insert(clip);
                    }
                });
            found.extend(wrong.map(|clip| (at as NodeId, clip)));
        }
        found
    }

    /// Kind of difference that the node must give, or for an aim offset the kind of its clips; None
    /// means a full pose.
    pub fn wanted_of(&self, node: NodeId) -> Option<AdditiveKind> {
        let placed = self.nodes.get(usize::from(node))?;
        placed.node.as_kind().kind_of_clips(placed.kind)
    }
}
