//! What new nodes begin with: bones of the skeleton that look like what they need.

use crate::{BoneKey, Skeleton};

/// Skeleton and bone for which a new node is offered.
pub struct Offer<'a> {
    /// The skeleton of the graph; None where it is gone.
    pub rig: Option<&'a Skeleton>,
    /// Bone that a new skeletal control gets if no better one is found.
    pub bone: BoneKey,
}

impl Offer<'_> {
    /// The bone that is `count` bones above another one.
    pub(super) fn above(&self, bone: &BoneKey, count: usize) -> Option<BoneKey> {
        let rig = self.rig?;
        let parent = |at: &usize| rig.bones.get(*at)?.parent.map(|at| at as usize);
        let at = std::iter::successors(rig.index(bone), parent).nth(count)?;
        Some(rig.bones[at].key.clone())
    }

    pub(super) fn named(&self, is_meant: impl Fn(&str) -> bool) -> impl Iterator<Item = BoneKey> {
        let bones = self.rig.into_iter().flat_map(|rig| &rig.bones);
        bones
            .filter(move |bone| is_meant(&bone.name.to_lowercase()))
            .map(|bone| bone.key.clone())
    }

    /// Bone with the shortest name that contains `head`; the offered bone if there is none.
    pub(super) fn head(&self) -> BoneKey {
        let heads = self.named(|name| name.contains("head"));
        heads
            .min_by_key(|key| key.as_str().len())
            .unwrap_or_else(|| self.bone.clone())
    }

    /// The root and the tip of a chain of three bones.
    pub(super) fn chain(&self) -> (BoneKey, BoneKey) {
        (
            self.above(&self.bone, 2)
                .unwrap_or_else(|| self.bone.clone()),
            self.bone.clone(),
        )
    }

    /// Goal bone whose name is closest to the foot's name; the foot itself if there is none.
    pub(super) fn goal(&self, foot: &BoneKey) -> BoneKey {
        let name = self
            .rig
            .map_or(String::new(), |rig| rig.bone_name(foot).to_lowercase());
        let is_its_own = |other: &str| is_goal(other) && other.contains(&name);
        let found = self.rig.into_iter().flat_map(|rig| &rig.bones);
        let found = found
            .filter(|bone| is_its_own(&bone.name.to_lowercase()))
            .min_by_key(|bone| bone.name.len());
        found.map_or_else(|| foot.clone(), |bone| bone.key.clone())
    }

    /// The bone below a foot that is called a ball or a toe.
    pub(super) fn ball(&self, foot: &BoneKey) -> Option<BoneKey> {
        let (rig, foot) = (self.rig?, self.rig?.index(foot)? as u32);
        let is_ball = |name: &str| name.contains("ball") || name.contains("toe");
        let mut below = rig.bones.iter().filter(|bone| bone.parent == Some(foot));
        below
            .find(|bone| is_ball(&bone.name.to_lowercase()))
            .map(|bone| bone.key.clone())
    }

    /// Above the first hip.
    pub(super) fn pelvis(&self, hip: Option<&BoneKey>) -> BoneKey {
        hip.and_then(|hip| self.above(hip, 1))
            .unwrap_or_else(|| self.bone.clone())
    }

    pub(super) fn foot_root(&self) -> Option<BoneKey> {
        self.named(|name| is_goal(name) && name.contains("foot_root"))
            .next()
    }

    pub(super) fn spine(&self) -> Vec<BoneKey> {
        self.named(|name| name.contains("spine")).collect()
    }
}

pub(super) fn is_goal(name: &str) -> bool {
    name.starts_with("ik") || name.contains("_ik") || name.contains("goal")
}
