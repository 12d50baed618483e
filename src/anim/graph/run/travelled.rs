//! What a clip leaves behind where it moves: notifies that are to be judged, and root motion.

use super::{
    clip_warps::Went,
    outcome::UpdateOutcome,
    reached::{Above, Reached},
    state::GraphState,
    tick::Tick,
};
use crate::{
    Clip, Name, Notify, Transform,
    event::{EventReason, Source},
    graph::data::value::NodeId,
    instance::{NotifyHitKind, Queued},
    mirror::MirrorTable,
    notify::{Range, for_each_hit},
    sync::Part,
};

/// Whether moving along a clip can cause root motion or notifies.
#[inline]
pub(super) fn leaves_something(clip: &Clip) -> bool {
    moves_root(clip) || !clip.notifies.is_empty()
}

/// The root of a difference goes nowhere.
fn moves_root(clip: &Clip) -> bool {
    clip.root_motion.enabled && clip.additive.is_none()
}

/// A node whose clips report the events that they pass.
#[derive(Clone, Copy)]
pub(in crate::graph) struct ClipOwner<'a> {
    pub(super) node: usize,
    pub(super) weight: f32,
    /// Factor of root motion, on top of the weight.
    pub(super) root: f32,
    /// Whether the node's notifies are reported; root motion always is.
    pub(super) notifies: bool,
    /// Mirror table of the mirror node above; None without mirroring.
    pub(super) mirror: Option<&'a MirrorTable>,
    /// Whether the node is in a state that a running transition mutes.
    pub(super) muted: bool,
}

/// A clip of a player, in a tick.
pub(in crate::graph) struct Travelled<'a> {
    pub(in crate::graph) clip: &'a Clip,
    pub(in crate::graph) part: Part,
    pub(in crate::graph) owner: ClipOwner<'a>,
}

impl GraphState {
    pub(in crate::graph) fn owner<'a>(&self, at: usize, tick: &Tick<'a>) -> ClipOwner<'a> {
        let Reached {
            weight,
            above:
                Above {
                    mirror,
                    muted,
                    root,
                    ..
                },
            ..
        } = self.nodes[at];
        ClipOwner {
            node: at,
            weight,
            root,
            notifies: true,
            mirror: tick.graph.mirror(mirror),
            muted,
        }
    }
}

impl Travelled<'_> {
    /// A weight other than its node's, as numbers count that are none or too large.
    pub(super) fn told_with(mut self, weight: f32) -> Self {
        self.owner.weight = if weight.is_finite() {
            weight.clamp(0.0, 1.0)
        } else {
            0.0
        };
        self
    }

    /// `ranges` calls with what was travelled, in order.
    pub(in crate::graph) fn tell(
        &self,
        tick: &Tick<'_>,
        outcome: &mut UpdateOutcome,
        ranges: impl FnOnce(&mut dyn FnMut(Range)),
    ) {
        let Self {
            clip,
            part,
            owner:
                ClipOwner {
                    node,
                    weight,
                    root: share,
                    notifies,
                    mirror,
                    muted,
                },
        } = *self;
        let told = if notifies { &*clip.notifies } else { &[] };
        let moves_root = moves_root(clip);
        if told.is_empty() && !moves_root {
            return;
        }
        let hit = if muted {
            NotifyHitKind::Blocked(EventReason::Muted)
        } else {
            NotifyHitKind::Met
        };
        let mut root = Transform::IDENTITY;
        let (warps, first) = (moves_root && !clip.warps.is_empty(), outcome.ways.len());
        let (source, asset) = (Source::Node(node as u32), clip.name);
        ranges(&mut |range| {
            if !outcome.queued.enters(source, asset, range.left_out) {
                return;
            }
            for_each_hit(told, range, |notify| {
                let name = mirror.map_or(notify.name, |mirror| mirror.names().of(notify.name));
                let (notify, slot) = (Notify { name, ..*notify }, Name::NONE);
                let ago = tick.dt * (1.0 - range.part_of(&notify));
                outcome.queued.push(Queued {
                    notify,
                    source,
                    asset,
                    slot,
                    weight,
                    part,
                    hit,
                    ago,
                });
            });
            if warps {
                outcome.ways.push((range.from, range.to));
            }
            if moves_root {
                root = root.compose(&clip.root_delta(&tick.skeleton, range.from, range.to));
            }
        });
        if moves_root {
            if warps {
                let (root, count) = (outcome.roots.len(), outcome.ways.len() - first);
                outcome.went.push(Went {
                    node,
                    clip: clip.name,
                    root,
                    first,
                    count,
                });
            }
            outcome.rooted.push(node as NodeId);
            outcome.roots.push((
                mirror.map_or(root, |mirror| mirror.root_delta(&root)),
                weight * share,
            ));
        }
    }
}
