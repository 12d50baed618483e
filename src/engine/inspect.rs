//! What somebody wants to see of a character beside its frame. It changes no tick and is never
//! recorded: whoever asks pays for it after the step.

use crate::{CharacterId, Evaluator, why};
use anim::{
    Name,
    graph::{Contribution, NodeId},
    instance::{AnimInstanceProxy, Posed},
};
use std::time::Instant;

/// What a reader asks to see of one character after a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// Whether to find why transitions were not taken, what plays, and what the pose is made of.
    pub why: bool,
    /// The bone whose shares are wanted; None is the mean of all bones.
    pub bone: Option<usize>,
    /// The node whose pose is wanted, by its id in the graph.
    pub watched: Option<u64>,
    /// Whether to measure the time that each node takes.
    pub times: bool,
}

/// Findings of an [`Inspection`] in a tick; parts that it does not ask for are empty.
#[derive(Clone, Debug, Default)]
pub struct Inspected {
    /// Transitions that were not taken, in the order in which they were looked at.
    pub not_taken: Vec<NotTaken>,
    /// Contributions that play, by their weights in the graph.
    pub playing: Vec<ContributionShare>,
    /// Contributions to the asked bone: first those that share it and sum to 1, then those on top.
    pub shares: Vec<ContributionShare>,
    /// The bone that was asked for; None where `shares` are the mean of all bones.
    pub bone: Option<usize>,
    /// Pose of the watched node; None if no node is watched.
    pub watched: Option<LinkPose>,
    /// Microseconds of evaluation of each node, without the nodes below it; 0 if the node is
    /// inactive.
    pub times: Vec<f32>,
}

/// A transition that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct NotTaken {
    /// The state machine of the transition.
    pub node: NodeId,
    /// Index among those of the machine.
    pub transition: u16,
    /// The reason, in words.
    pub why: String,
}

/// Part of a pose. [`Contribution`] by names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContributionShare {
    /// The node that shows it.
    pub node: NodeId,
    /// Montage that this part of the pose comes from; None if the part is from no montage.
    pub montage: Option<Name>,
    /// Clip that this part of the pose comes from; None if the part has no clip, such as a
    /// reference pose.
    pub clip: Option<Name>,
    /// Seconds on the clip.
    pub time: f64,
    /// Share of the pose, 0..=1.
    pub weight: f32,
    /// Whether this part is additive: it lies on top of the others, whose weights sum to 1 without
    /// it.
    pub is_additive: bool,
}

/// The pose at a link.
#[derive(Clone, Debug)]
pub struct LinkPose {
    /// Id of the node that gives it.
    pub node: u64,
    /// Pose at the link; None while the node is inactive.
    pub posed: Option<Posed>,
}

impl Evaluator {
    /// Contributions to the pose of a bone after the last step; see [`Inspected::shares`]. Empty if
    /// the character does not exist.
    pub fn shares(&self, character: CharacterId, bone: Option<usize>) -> Vec<ContributionShare> {
        self.named(character, |proxy| proxy.contributions(bone))
    }

    fn named(
        &self,
        character: CharacterId,
        of: impl FnOnce(&AnimInstanceProxy) -> Vec<Contribution>,
    ) -> Vec<ContributionShare> {
        let Some(proxy) = self.proxy(character) else {
            return Vec::new();
        };
        let share = |it: Contribution| {
            let Contribution {
                node,
                montage,
                clip,
                time,
                weight,
                is_additive,
            } = it;
            let clip = clip
                .and_then(|clip| proxy.library().clips.get(clip as usize))
                .map(|clip| clip.name);
            ContributionShare {
                node,
                montage: (montage != Name::NONE).then_some(montage),
                clip,
                time,
                weight,
                is_additive,
            }
        };
        of(proxy).into_iter().map(share).collect()
    }

    /// Contract: no step is open. Finds why transitions were not taken if [`Evaluator::ask_why`]
    /// was called before the step.
    pub fn inspect(&mut self, character: CharacterId, inspection: &Inspection) -> Inspected {
        let mut found = Inspected::default();
        if inspection.why {
            found.not_taken = self.not_taken(character);
            found.playing = self.named(character, AnimInstanceProxy::playing);
            found.shares = self.shares(character, inspection.bone);
            found.bone = inspection.bone;
        }
        self.look(character, inspection, &mut found);
        found
    }

    fn not_taken(&self, character: CharacterId) -> Vec<NotTaken> {
        let Some(proxy) = self.proxy(character) else {
            return Vec::new();
        };
        let told = proxy.refused().iter().map(|(node, refused)| NotTaken {
            node: *node,
            transition: refused.transition,
            why: why(
                proxy.graph(),
                proxy.state(),
                &proxy.library().names,
                *node,
                refused,
            ),
        });
        told.collect()
    }

    fn look(&mut self, character: CharacterId, inspection: &Inspection, found: &mut Inspected) {
        let Some(proxy) = self.proxy_mut(character) else {
            return;
        };
        // Not the instance's: after an edit that has the new graph before the next tick.
        let graph = proxy.graph().clone();
        let at = |id: u64| {
            graph
                .parts()
                .ids
                .iter()
                .position(|known| *known == id)
                .map(|at| at as NodeId)
        };
        let node = inspection.watched.and_then(at);
        if !inspection.times && inspection.watched.is_none() {
            return proxy.look_away();
        }
        let mut times = vec![0.0; graph.nodes().len()];
        let mut last = Instant::now();
        let mut done = |node: NodeId| {
            let now = Instant::now();
            times[usize::from(node)] = (now - last).as_secs_f32() * 1e6;
            last = now;
        };
        let done: Option<&mut dyn FnMut(NodeId)> = if inspection.times {
            Some(&mut done)
        } else {
            None
        };
        let posed = proxy.look(node, done);
        found.watched = inspection.watched.map(|node| LinkPose { node, posed });
        if inspection.times {
            found.times = times;
        }
    }
}
