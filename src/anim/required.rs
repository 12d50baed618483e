//! Which bones are worked out: a sorted list that holds the parents of all it holds, for one level of detail.
//! Invariant: a change of the list is a new serial; a bone outside it reads as its reference pose.

use crate::{
    Pose, Skeleton,
    mirror::MirrorTable,
    pose::{LANES, Rows},
};

/// Bones in a compact order of their own, and the ways between it and the skeleton's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequiredBones {
    /// Skeleton bones, ascending.
    bones: Vec<u32>,
    /// Place in `bones` of each bone of the skeleton; -1 for those that are not required.
    compact: Vec<i32>,
    /// Place in `bones` of each required bone's parent; -1 for the root.
    parents: Vec<i32>,
    /// Virtual bones of the skeleton, ascending.
    virtual_bones: Vec<u32>,
    /// Rows of a pose that a required bone lies in, and those of them with others too: all bits of a lane that is not
    /// required, or none.
    rows: Rows,
    others: Vec<(u32, [u32; LANES])>,
    serial: u32,
}

/// What a character needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted<'a> {
    /// Bones of the skeleton, in any order; those that it does not have are left out.
    pub bones: &'a [usize],
    /// Virtual bones of the skeleton, in any order; they need their source and target.
    pub virtual_bones: &'a [usize],
    /// What a bone is seen in: its partner is needed, too.
    pub mirrors: &'a [&'a MirrorTable],
    /// Bones that are not worked out, with all below them, whoever wants them.
    pub hidden: &'a [usize],
}

impl RequiredBones {
    /// Every bone and virtual bone.
    pub fn all(skeleton: &Skeleton) -> Self {
        let mut all = Self::default();
        let (bones, virtual_bones) = ((0..skeleton.len()).collect::<Vec<_>>(), 0..skeleton.virtual_bones.len());
        let wanted = Wanted { bones: &bones, virtual_bones: &virtual_bones.collect::<Vec<_>>(), ..Wanted::default() };
        all.set(skeleton, &wanted);
        all
    }

    /// Another set of bones. Returns whether it differs, which makes a new serial.
    pub fn set(&mut self, skeleton: &Skeleton, wanted: &Wanted<'_>) -> bool {
        let is_shown = shown(skeleton, wanted.hidden);
        let mut virtual_bones: Vec<u32> = wanted.virtual_bones.iter().map(|at| *at as u32).collect();
        virtual_bones.sort_unstable();
        virtual_bones.dedup();
        let ends = |at: &u32| skeleton.virtual_bones.get(*at as usize).map(|v| [v.source as usize, v.target as usize]);
        virtual_bones.retain(|at| ends(at).is_some_and(|ends| ends.iter().all(|bone| is_shown[*bone])));
        let mut is_required = vec![false; skeleton.len()];
        for bone in wanted.bones.iter().copied().chain(virtual_bones.iter().filter_map(ends).flatten()) {
            require(skeleton, bone, &is_shown, &mut is_required);
        }
        require_partners(skeleton, wanted.mirrors, &is_shown, &mut is_required);
        let bones: Vec<u32> = (0..skeleton.len() as u32).filter(|bone| is_required[*bone as usize]).collect();
        let is_new = bones != self.bones
            || virtual_bones != self.virtual_bones
            || self.compact.len() != skeleton.len()
            || self.serial == 0;
        if is_new {
            let serial = self.serial.wrapping_add(1).max(1);
            *self = Self::tables(skeleton, bones, virtual_bones, serial);
        }
        is_new
    }

    fn tables(skeleton: &Skeleton, bones: Vec<u32>, virtual_bones: Vec<u32>, serial: u32) -> Self {
        let mut compact = vec![-1; skeleton.len()];
        for (at, bone) in bones.iter().enumerate() {
            compact[*bone as usize] = at as i32;
        }
        let parent = |bone: &u32| skeleton.parent(*bone as usize).map_or(-1, |parent| compact[parent]);
        let parents = bones.iter().map(parent).collect();
        let rows = Rows::of(bones.iter().map(|bone| *bone as usize));
        let rows = if bones.len() == skeleton.len() { Rows::ALL } else { rows };
        let is_other = |bone: &usize| compact[*bone] < 0;
        let mut others: Vec<(u32, [u32; LANES])> = Vec::new();
        for bone in rows.bones(skeleton.len()).filter(is_other) {
            let block = (bone / LANES) as u32;
            if others.last().is_none_or(|(last, _)| *last != block) {
                others.push((block, [0; LANES]));
            }
            others.last_mut().expect("one was added").1[bone % LANES] = u32::MAX;
        }
        Self { parents, bones, compact, virtual_bones, rows, others, serial }
    }

    /// Skeleton bones, ascending: parents before children.
    pub fn bones(&self) -> &[u32] {
        &self.bones
    }

    pub fn virtual_bones(&self) -> &[u32] {
        &self.virtual_bones
    }

    /// Place of a skeleton's bone in [`RequiredBones::bones`].
    pub fn compact(&self, bone: usize) -> Option<usize> {
        self.compact.get(bone).and_then(|at| usize::try_from(*at).ok())
    }

    /// Place of the parent of the bone at a place; None for the root.
    pub fn parent(&self, at: usize) -> Option<usize> {
        usize::try_from(self.parents[at]).ok()
    }

    /// Differs from that of every earlier list of this value; 0 before the first.
    pub fn serial(&self) -> u32 {
        self.serial
    }

    /// The rows of a pose that are worked out; what lies outside them is left out.
    pub(crate) fn rows(&self) -> Rows {
        self.rows
    }

    /// Bones that are not required become their reference pose. Before the first list all of them are.
    pub fn keep(&self, skeleton: &Skeleton, pose: &mut Pose) {
        pose.narrow(self.rows);
        pose.complete(skeleton);
        pose.rest(skeleton, &self.others);
    }
}

/// The bone and the bones above it, up to one that is required already.
fn require(skeleton: &Skeleton, bone: usize, is_shown: &[bool], is_required: &mut [bool]) {
    let mut next = (bone < skeleton.len() && is_shown[bone]).then_some(bone);
    while let Some(bone) = next.filter(|bone| !is_required[*bone]) {
        is_required[bone] = true;
        next = skeleton.parent(bone);
    }
}

/// Partners may lie on other bones than what they are seen as does, which have partners of their own.
fn require_partners(skeleton: &Skeleton, mirrors: &[&MirrorTable], is_shown: &[bool], is_required: &mut [bool]) {
    let mut is_more = !mirrors.is_empty();
    while is_more {
        is_more = false;
        for (mirror, bone) in mirrors.iter().flat_map(|mirror| (0..skeleton.len()).map(move |bone| (mirror, bone))) {
            let partner = mirror.partner(bone);
            let lacks = is_required[bone] && is_required.get(partner) == Some(&false) && is_shown[partner];
            if lacks {
                require(skeleton, partner, is_shown, is_required);
            }
            is_more |= lacks;
        }
    }
}

fn shown(skeleton: &Skeleton, hidden: &[usize]) -> Vec<bool> {
    let mut is_shown = vec![true; skeleton.len()];
    for bone in 0..skeleton.len() {
        let above = skeleton.parent(bone).is_none_or(|parent| is_shown[parent]);
        is_shown[bone] = above && !hidden.contains(&bone);
    }
    is_shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Name, Transform, fixture, skeleton::VirtualBone};
    use glam::{Quat, Vec3};
    use proptest::prelude::*;

    /// 0 ← 1 ← 2 ← 3, and 0 ← 4 ← 5.
    fn skeleton() -> Skeleton {
        let link = |name, source, target| VirtualBone { name: Name(name), source, target };
        fixture::skeleton(&[-1, 0, 1, 2, 0, 4], |_| Transform::from_translation(Vec3::Y))
            .with_virtual_bones(vec![link(90, 5, 2), link(91, 0, 1)].into())
            .unwrap()
    }

    fn set(bones: &[usize], virtual_bones: &[usize], hidden: &[usize]) -> RequiredBones {
        let mut required = RequiredBones::default();
        required.set(&skeleton(), &Wanted { bones, virtual_bones, hidden, ..Wanted::default() });
        required
    }

    #[test]
    fn parents_come_along_and_hidden_branches_stay_away() {
        assert_eq!(set(&[2], &[], &[]).bones(), [0, 1, 2]);
        assert_eq!(set(&[5, 1, 99], &[], &[]).bones(), [0, 1, 4, 5]);
        assert_eq!(set(&[3, 5], &[], &[2]).bones(), [0, 4, 5]);
        assert!(set(&[3, 5], &[0], &[0]).bones().is_empty());
        let required = set(&[5], &[], &[]);
        assert_eq!((required.compact(5), required.compact(1), required.parent(2)), (Some(2), None, Some(1)));
    }

    #[test]
    fn a_virtual_bone_brings_its_source_and_target() {
        let required = set(&[], &[0, 7], &[]);
        assert_eq!((required.bones(), required.virtual_bones()), (&[0, 1, 2, 4, 5][..], &[0][..]));
        assert!(set(&[], &[0], &[4]).virtual_bones().is_empty());
    }

    #[test]
    fn the_serial_changes_with_the_list_and_only_then() {
        let skeleton = skeleton();
        let mut required = RequiredBones::all(&skeleton);
        let first = required.serial();
        assert!(required.set(&skeleton, &Wanted { bones: &[2], ..Wanted::default() }));
        assert_ne!(required.serial(), first);
        let second = required.serial();
        assert!(!required.set(&skeleton, &Wanted { bones: &[1, 2, 2], ..Wanted::default() }));
        assert_eq!(required.serial(), second);
    }

    #[test]
    fn other_virtual_bones_or_another_skeleton_make_a_new_list_of_the_same_bones() {
        let skeleton = skeleton();
        let mut required = RequiredBones::default();
        assert_eq!(required.serial(), 0);
        assert!(required.set(&skeleton, &Wanted::default()) && required.serial() == 1, "the first, even of none");
        let both = Wanted { bones: &[3, 5], ..Wanted::default() };
        assert!(required.set(&skeleton, &both) && !required.set(&skeleton, &both));
        assert!(required.set(&skeleton, &Wanted { virtual_bones: &[1], ..both }));
        assert_eq!((required.virtual_bones(), required.serial()), (&[1][..], 3));
        let longer = fixture::skeleton(&[-1, 0, 1, 2, 0, 4, 5], |_| Transform::IDENTITY)
            .with_virtual_bones(skeleton.virtual_bones.clone())
            .unwrap();
        assert!(required.set(&longer, &Wanted { virtual_bones: &[1], ..both }));
        assert_eq!((required.serial(), required.compact(6)), (4, None));
        assert_eq!(RequiredBones::all(&longer).bones().len(), 7);
    }

    #[test]
    fn what_stands_in_a_mirror_for_a_bone_comes_along_with_what_it_lies_on() {
        let skeleton = fixture::skeleton(&[-1, 0, 1, 0, 3, 0], |_| Transform::IDENTITY);
        let mirror = MirrorTable::new(&skeleton, Default::default(), &[0, 3, 4, 1, 2, 5], Default::default()).unwrap();
        let mut required = RequiredBones::default();
        required.set(&skeleton, &Wanted { bones: &[2], mirrors: &[&mirror], ..Wanted::default() });
        assert_eq!(required.bones(), [0, 1, 2, 3, 4]);
        required.set(&skeleton, &Wanted { bones: &[2], mirrors: &[&mirror], hidden: &[4], ..Wanted::default() });
        assert_eq!(required.bones(), [0, 1, 2, 3]);
    }

    fn turned() -> Pose {
        let mut pose = Pose::reference(&skeleton());
        (0..pose.len()).for_each(|bone| pose.set_rotation(bone, Quat::from_rotation_x(0.4)));
        pose
    }

    #[test]
    fn what_is_not_required_reads_as_the_reference_pose() {
        let (skeleton, mut pose) = (skeleton(), turned());
        set(&[1], &[], &[]).keep(&skeleton, &mut pose);
        for bone in 0..6 {
            let kept = if bone < 2 { turned() } else { Pose::reference(&skeleton) };
            assert_eq!(pose.get(bone), kept.get(bone));
        }
    }

    proptest! {
        #[test]
        fn property_14_holds_for_any_skeleton(
            parents in proptest::collection::vec(any::<proptest::sample::Index>(), 1..60),
            bones in proptest::collection::vec(0usize..70, 0..12),
            hidden in proptest::collection::vec(0usize..70, 0..3),
        ) {
            let parents: Vec<i32> =
                parents.iter().enumerate().map(|(at, parent)| if at == 0 { -1 } else { parent.index(at) as i32 }).collect();
            let skeleton = fixture::skeleton(&parents, |at| Transform::from_translation(Vec3::Y * at as f32));
            let mut required = RequiredBones::default();
            required.set(&skeleton, &Wanted { bones: &bones, hidden: &hidden, ..Wanted::default() });
            prop_assert!(required.bones().is_sorted_by(|a, b| a < b));
            let above = |bone: usize| std::iter::successors(Some(bone), |bone| skeleton.parent(*bone));
            let is_hidden = |bone: usize| above(bone).any(|bone| hidden.contains(&bone));
            for bone in 0..skeleton.len() {
                let is_wanted = bones.iter().any(|wanted| {
                    *wanted < skeleton.len() && !is_hidden(*wanted) && above(*wanted).any(|above| above == bone)
                });
                prop_assert_eq!(required.compact(bone).is_some(), is_wanted, "bone {}", bone);
            }
            let evaluated = || {
                let mut pose = Pose::reference(&skeleton);
                (0..pose.len()).for_each(|bone| pose.set_rotation(bone, Quat::from_rotation_x(0.1 * bone as f32)));
                required.keep(&skeleton, &mut pose);
                let mut models = Vec::new();
                crate::pose::local_to_model(&skeleton, &pose, &mut models);
                (pose.hash(), models)
            };
            prop_assert_eq!(evaluated(), evaluated());
        }

        #[test]
        fn property_14_closed_sorted_and_twice_the_same(
            bones in proptest::collection::vec(0usize..8, 0..6),
            virtual_bones in proptest::collection::vec(0usize..3, 0..3),
            hidden in proptest::collection::vec(0usize..6, 0..2),
        ) {
            let skeleton = skeleton();
            let required = set(&bones, &virtual_bones, &hidden);
            prop_assert!(required.bones().is_sorted_by(|a, b| a < b));
            for (at, bone) in required.bones().iter().enumerate() {
                let parent = skeleton.parent(*bone as usize);
                prop_assert_eq!(parent, required.parent(at).map(|parent| required.bones()[parent] as usize));
            }
            let hash = || {
                let mut pose = turned();
                required.keep(&skeleton, &mut pose);
                pose.hash()
            };
            prop_assert_eq!(hash(), hash());
        }
    }
}
