//! Poses of other characters: what a tick hands over, and what a Copy Pose takes of it.

use super::{GraphState, Tick, control::Fault};
use crate::{Name, Pose, Skeleton};
use std::sync::Arc;

/// What another character shows in this tick, under the name by which nodes know it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copied {
    partner: Name,
    /// Otherwise there is none in this tick.
    is_there: bool,
    pose: Pose,
    /// Its bones that are here, too: theirs, then ours.
    bones: Vec<(u16, u16)>,
    /// Of whom the bones are.
    skeletons: Option<[Arc<Skeleton>; 2]>,
}

impl Copied {
    pub(crate) fn take_away(&mut self) {
        self.is_there = false;
    }

    /// A pose that is not of its skeleton is none.
    pub(crate) fn tell(&mut self, partner: Name, pose: &Pose, [theirs, own]: [&Arc<Skeleton>; 2]) {
        let is_known = self.skeletons.as_ref().is_some_and(|[a, b]| Arc::ptr_eq(a, theirs) && Arc::ptr_eq(b, own));
        if !is_known {
            let same = |(at, bone): (usize, &crate::skeleton::Bone)| Some((theirs.find(bone.name)? as u16, at as u16));
            self.bones.clear();
            self.bones.extend(own.bones.iter().enumerate().filter_map(same));
            self.skeletons = Some([theirs.clone(), own.clone()]);
        }
        self.partner = partner;
        self.is_there = pose.len() == theirs.len();
        self.pose.copy_from(pose);
    }

    /// Over what is there: local transforms by the names of bones, and curves. With retargeting the translation of a bone
    /// is what its mode makes of theirs.
    pub(super) fn write(&self, pose: &mut Pose, retargets: bool) {
        let skeletons = self.skeletons.as_ref().filter(|_| retargets);
        for (theirs, own) in &self.bones {
            let (theirs, own) = (usize::from(*theirs), usize::from(*own));
            let mut local = self.pose.get(theirs);
            if let Some([leader, here]) = skeletons {
                let [from, to] = [leader.reference(theirs), here.reference(own)].map(|bone| bone.translation);
                local.translation = here.retarget(own).translation(local.translation, from, to);
            }
            pose.set(own, &local);
        }
        self.pose.curves.iter().for_each(|(name, value)| pose.set_curve(*name, *value));
    }
}

impl Tick<'_> {
    /// None where no such character has a pose in this tick.
    pub(super) fn copied(&self, partner: Name) -> Option<&Copied> {
        self.copied.iter().find(|copied| copied.is_there && copied.partner == partner)
    }

    /// Whether a Copy Pose of this partner takes this bone from it.
    pub(super) fn covers(&self, partner: Name, bone: usize) -> bool {
        self.copied(partner).is_some_and(|it| it.bones.iter().any(|(_, own)| usize::from(*own) == bone))
    }
}

impl GraphState {
    pub(super) fn miss_partner(&mut self, at: usize, partner: Name, tick: &Tick<'_>) {
        if tick.copied(partner).is_none() {
            self.faults.tell(at, Fault::Partner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Array, Transform,
        graph::{
            GraphParts, NO_NODE, Node,
            nodes::{CopyPoseNode, OutputNode, SequencePlayerNode},
            tests::Stage,
        },
        skeleton::Bone,
    };
    use glam::Vec3;

    const MOUNT: Name = Name(71);
    const SMILE: Name = Name(72);

    fn stage(source: crate::graph::NodeId) -> Stage {
        let player = Node::SequencePlayer(SequencePlayerNode { clip: Some(1), play: None });
        let copies = Node::CopyPose(CopyPoseNode { source, partner: MOUNT, retargets: false });
        let nodes = if source == NO_NODE { vec![copies] } else { vec![player, copies] };
        let output = Node::Output(OutputNode { source: nodes.len() as u16 - 1 });
        Stage::of(GraphParts { nodes: [nodes, vec![output]].concat(), ..GraphParts::default() })
    }

    /// Of a skeleton with the last bone of the own, after one that the own lacks.
    fn told(stage: &Stage, partner: Name) -> Copied {
        let own = stage.skeleton.clone().into();
        let bone = |name, parent| Bone { name, parent, reference: Transform::IDENTITY.into(), reserved: 0 };
        let last = stage.skeleton.bones.last().unwrap().name;
        let bones = vec![bone(Name(99), -1), bone(last, 0)];
        let theirs = Arc::new(Skeleton::new(Name(9), bones.into(), Array::default()).unwrap());
        let mut pose = Pose::reference(&theirs);
        pose.set(0, &Transform::from_translation(Vec3::Y * 3.0));
        pose.set(1, &Transform::from_translation(Vec3::Z * 5.0));
        pose.set_curve(SMILE, 0.5);
        let mut copied = Copied::default();
        copied.tell(partner, &pose, [&theirs, &own]);
        copied
    }

    #[test]
    fn bones_of_the_same_names_and_curves_are_the_partners_and_the_rest_is_the_sources() {
        for source in [0, NO_NODE] {
            let (mut stage, mut alone) = (stage(source), stage(source));
            stage.copied = vec![told(&stage, Name(70)), told(&stage, MOUNT)];
            stage.update();
            alone.update();
            let (found, own) = (stage.evaluate(), alone.evaluate());
            assert_eq!(found.get(0), own.get(0));
            assert_eq!(found.get(1).translation, Vec3::Z * 5.0);
            assert_eq!((found.curve(SMILE), own.curve(SMILE)), (Some(0.5), None));
            assert_eq!(own.get(0).translation.x == 0.0, source == NO_NODE, "the source passes where nobody is there");
            assert_eq!(stage.state.faults(), []);
            assert_eq!(alone.state.faults().iter().map(|fault| fault.1).collect::<Vec<_>>(), [Fault::Partner]);
        }
    }

    #[test]
    fn who_is_gone_in_this_tick_or_has_no_pose_is_missing_and_told_once() {
        let mut stage = stage(0);
        stage.update();
        let own = stage.evaluate();
        stage.copied = vec![told(&stage, MOUNT)];
        stage.copied[0].take_away();
        assert_eq!(stage.evaluate(), own);
        let skeletons = stage.copied[0].skeletons.clone().unwrap();
        stage.copied[0].tell(MOUNT, &Pose::default(), [&skeletons[0], &skeletons[1]]);
        assert_eq!(stage.evaluate(), own);
        (0..3).for_each(|_| stage.update());
        assert_eq!(stage.state.faults(), [(1, Fault::Partner)]);
    }

    #[test]
    fn a_partner_of_other_proportions_is_copied_by_the_modes_of_the_own_bones() {
        let of = |length: f32, mode: u8| {
            let bone = |name, parent, y: f32| Bone {
                name: Name(name),
                parent,
                reference: Transform::from_translation(Vec3::Y * y).into(),
                reserved: 0,
            };
            let bones = vec![bone(1, -1, 0.0), bone(2, 0, length)];
            let mut skeleton = Skeleton::new(Name(9), bones.into(), Array::default()).unwrap();
            skeleton.retarget = vec![u32::from(mode); 2].into();
            Arc::new(skeleton)
        };
        for (mode, y) in [(0, 3.0), (1, 4.0), (2, 6.0), (3, 5.0)] {
            let (theirs, own) = (of(2.0, 0), of(4.0, mode));
            let mut pose = Pose::reference(&theirs);
            pose.set(1, &Transform::from_translation(Vec3::Y * 3.0));
            let mut copied = Copied::default();
            copied.tell(MOUNT, &pose, [&theirs, &own]);
            let mut shown = Pose::reference(&own);
            copied.write(&mut shown, true);
            assert!((shown.translation(1).y - y).abs() < 1e-6, "{mode}: {}", shown.translation(1));
            copied.write(&mut shown, false);
            assert_eq!(shown.translation(1).y, 3.0);
        }
    }
}
