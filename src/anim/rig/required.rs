//! Which bones are worked out: a sorted list that holds the parents of all it holds, for one level
//! of detail. Invariant: a change of the list is a new serial; a bone outside it reads as its
//! reference pose.

#[cfg(test)]
mod tests;

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
    /// Rows of a pose that a required bone lies in, and those of them with others too: all bits of
    /// a lane that is not required, or none.
    rows: Rows,
    others: Vec<(u32, [u32; LANES])>,
    serial: u32,
}

/// Bones and virtual bones that a character needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted<'a> {
    /// Bones of the skeleton, in any order; those that it does not have are left out.
    pub bones: &'a [usize],
    /// Virtual bones of the skeleton, in any order; they need their source and target.
    pub virtual_bones: &'a [usize],
    /// Mirror tables of the character; each needed bone also needs its mirror partner.
    pub mirrors: &'a [&'a MirrorTable],
    /// Bones that are not evaluated, with all their descendants, even if something needs them.
    pub hidden: &'a [usize],
}

impl RequiredBones {
    /// Every bone and virtual bone.
    pub fn all(skeleton: &Skeleton) -> Self {
        let mut all = Self::default();
        let (bones, virtual_bones) = (
            (0..skeleton.len()).collect::<Vec<_>>(),
            0..skeleton.virtual_bones.len(),
        );
        let wanted = Wanted {
            bones: &bones,
            virtual_bones: &virtual_bones.collect::<Vec<_>>(),
            ..Wanted::default()
        };
        all.set(skeleton, &wanted);
        all
    }

    /// Another set of bones. Returns whether it differs, which makes a new serial.
    pub fn set(&mut self, skeleton: &Skeleton, wanted: &Wanted<'_>) -> bool {
        let is_shown = shown(skeleton, wanted.hidden);
        let mut virtual_bones: Vec<u32> =
            wanted.virtual_bones.iter().map(|at| *at as u32).collect();
        virtual_bones.sort_unstable();
        virtual_bones.dedup();
        let ends = |at: &u32| {
            skeleton
                .virtual_bones
                .get(*at as usize)
                .map(|v| [v.source as usize, v.target as usize])
        };
        virtual_bones
            .retain(|at| ends(at).is_some_and(|ends| ends.iter().all(|bone| is_shown[*bone])));
        let mut is_required = vec![false; skeleton.len()];
        for bone in wanted
            .bones
            .iter()
            .copied()
            .chain(virtual_bones.iter().filter_map(ends).flatten())
        {
            require(skeleton, bone, &is_shown, &mut is_required);
        }
        require_partners(skeleton, wanted.mirrors, &is_shown, &mut is_required);
        let bones: Vec<u32> = (0..skeleton.len() as u32)
            .filter(|bone| is_required[*bone as usize])
            .collect();
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
        let parent = |bone: &u32| {
            skeleton
                .parent(*bone as usize)
                .map_or(-1, |parent| compact[parent])
        };
        let parents = bones.iter().map(parent).collect();
        let rows = Rows::of(bones.iter().map(|bone| *bone as usize));
        let rows = if bones.len() == skeleton.len() {
            Rows::ALL
        } else {
            rows
        };
        let is_other = |bone: &usize| compact[*bone] < 0;
        let mut others: Vec<(u32, [u32; LANES])> = Vec::new();
        for bone in rows.bones(skeleton.len()).filter(is_other) {
            let block = (bone / LANES) as u32;
            if others.last().is_none_or(|(last, _)| *last != block) {
                others.push((block, [0; LANES]));
            }
            others.last_mut().expect("one was added").1[bone % LANES] = u32::MAX;
        }
        Self {
            parents,
            bones,
            compact,
            virtual_bones,
            rows,
            others,
            serial,
        }
    }

    /// Skeleton bones, ascending: parents before children.
    pub fn bones(&self) -> &[u32] {
        &self.bones
    }

    /// Virtual bones that are evaluated: indices among the skeleton's virtual bones, ascending.
    pub fn virtual_bones(&self) -> &[u32] {
        &self.virtual_bones
    }

    /// Place of a skeleton's bone in [`RequiredBones::bones`].
    pub fn compact(&self, bone: usize) -> Option<usize> {
        self.compact
            .get(bone)
            .and_then(|at| usize::try_from(*at).ok())
    }

    /// Place of the parent of the bone at a place; None for the root.
    pub fn parent(&self, at: usize) -> Option<usize> {
        usize::try_from(self.parents[at]).ok()
    }

    /// Differs from that of every earlier list of this value; 0 before the first.
    pub fn serial(&self) -> u32 {
        self.serial
    }

    /// Rows of a pose that are evaluated; the other rows are left out.
    pub(crate) fn rows(&self) -> Rows {
        self.rows
    }

    /// Bones that are not required become their reference pose. Before the first list all of them
    /// are.
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

/// Partners may lie on other bones than what they are seen as does, which have partners of their
/// own.
fn require_partners(
    skeleton: &Skeleton,
    mirrors: &[&MirrorTable],
    is_shown: &[bool],
    is_required: &mut [bool],
) {
    let mut is_more = !mirrors.is_empty();
    while is_more {
        is_more = false;
        for (mirror, bone) in mirrors
            .iter()
            .flat_map(|mirror| (0..skeleton.len()).map(move |bone| (mirror, bone)))
        {
            let partner = mirror.partner(bone);
            let lacks =
                is_required[bone] && is_required.get(partner) == Some(&false) && is_shown[partner];
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
