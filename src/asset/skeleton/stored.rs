//! Bones as files hold them: a key that equals the name is left out.

use super::{AbsentBone, Bone, VirtualBone};
use crate::{BoneKey, Id};
use anim::{Transform, retarget::Retarget};
use serde::{Deserialize, Serialize};

/// A bone with its parent and its place in the reference pose.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "Bone", deny_unknown_fields)]
pub(super) struct StoredBone {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<BoneKey>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    called: Option<String>,
    parent: Option<u32>,
    source: Option<u32>,
    #[serde(default, skip_serializing_if = "is_as_animated")]
    retarget: Retarget,
    reference: Transform,
}

/// A bone that a later import no longer had.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "AbsentBone", deny_unknown_fields)]
pub(super) struct StoredAbsentBone {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<BoneKey>,
    parent: Option<BoneKey>,
    #[serde(default, skip_serializing_if = "is_as_animated")]
    retarget: Retarget,
    reference: Transform,
}

/// A bone that hangs on one bone and follows another.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "VirtualBone", deny_unknown_fields)]
pub(super) struct StoredVirtualBone {
    id: Id,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<BoneKey>,
    source: BoneKey,
    target: BoneKey,
}

fn is_as_animated(retarget: &Retarget) -> bool {
    *retarget == Retarget::Animation
}

/// The key, or None if it equals the name.
fn key_unless(key: BoneKey, name: &str) -> Option<BoneKey> {
    Some(key).filter(|key| key.as_str() != name)
}

/// The key, which is the name where a file has none.
fn key_or(key: Option<BoneKey>, name: &str) -> BoneKey {
    key.unwrap_or_else(|| name.into())
}

impl From<Bone> for StoredBone {
    fn from(bone: Bone) -> Self {
        Self {
            key: key_unless(bone.key, &bone.name),
            name: bone.name,
            called: bone.called,
            parent: bone.parent,
            source: bone.source,
            retarget: bone.retarget,
            reference: bone.reference,
        }
    }
}

impl From<StoredBone> for Bone {
    fn from(stored: StoredBone) -> Self {
        Self {
            key: key_or(stored.key, &stored.name),
            name: stored.name,
            called: stored.called,
            parent: stored.parent,
            reference: stored.reference,
            source: stored.source,
            retarget: stored.retarget,
        }
    }
}

impl From<AbsentBone> for StoredAbsentBone {
    fn from(bone: AbsentBone) -> Self {
        Self {
            key: key_unless(bone.key, &bone.name),
            name: bone.name,
            parent: bone.parent,
            retarget: bone.retarget,
            reference: bone.reference,
        }
    }
}

impl From<StoredAbsentBone> for AbsentBone {
    fn from(stored: StoredAbsentBone) -> Self {
        Self {
            key: key_or(stored.key, &stored.name),
            name: stored.name,
            parent: stored.parent,
            reference: stored.reference,
            retarget: stored.retarget,
        }
    }
}

impl From<VirtualBone> for StoredVirtualBone {
    fn from(bone: VirtualBone) -> Self {
        Self {
            id: bone.id,
            key: key_unless(bone.key, &bone.name),
            name: bone.name,
            source: bone.source,
            target: bone.target,
        }
    }
}

impl From<StoredVirtualBone> for VirtualBone {
    fn from(stored: StoredVirtualBone) -> Self {
        Self {
            key: key_or(stored.key, &stored.name),
            id: stored.id,
            name: stored.name,
            source: stored.source,
            target: stored.target,
        }
    }
}
