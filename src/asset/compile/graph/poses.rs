//! Pose assets: moments of clips, as poses.

use super::{
    builder::Builder,
    made_of::{Clips, clip_index},
};
use crate::graph::nodes::{PoseBlendNode, PoseByNameNode};
use crate::{Id, NamedPose, PoseAsset, Project, compile::Output, diagnostic::Kind};
use anim::graph::nodes;
use anim::{
    Library, Name, Pose, Skeleton,
    additive::AdditivePose,
    codec::SampleCache,
    graph::{Node as Compiled, NodeId},
    pose_asset::{self, PoseAssetError, WEIGHTS},
};
use std::{collections::BTreeSet, sync::Arc};
use words::tr;

impl Builder<'_> {
    /// Index of a pose asset in the table. `names` picks poses, in their order; without it all are
    /// in.
    pub(super) fn pose_asset(
        &mut self,
        node: Id,
        asset: Option<Id>,
        names: Option<&[&str]>,
    ) -> Option<u16> {
        let authored = asset.and_then(|asset| self.from.project.pose_assets.get(&asset));
        let Some(authored) = authored.filter(|asset| asset.skeleton == self.graph().skeleton)
        else {
            self.error(node, Kind::PoseAssetMissing);
            return None;
        };
        let mut picked = Vec::new();
        for name in names.unwrap_or_default() {
            match authored.poses.iter().find(|pose| pose.name == *name) {
                Some(pose) => picked.push(pose),
                None => {
                    self.error(
                        node,
                        Kind::PoseMissing {
                            name: (*name).to_owned(),
                        },
                    );
                    return None;
                }
            }
        }
        let all = authored.poses.iter().collect::<Vec<_>>();
        let poses = if names.is_some() { &picked } else { &all };
        // What is wrong with it is told of the asset itself.
        let compiled = compiled(
            authored,
            poses,
            &self.from.made.clips,
            (self.compiled, self.from.library),
        )
        .ok()?;
        for pose in poses {
            self.name(node, &pose.name);
        }
        let known = self
            .parts
            .pose_assets
            .iter()
            .position(|known| **known == compiled);
        Some(known.unwrap_or_else(|| {
            self.parts.pose_assets.push(Arc::new(compiled));
            self.parts.pose_assets.len() - 1
        }) as u16)
    }

    pub(super) fn pose_by_name(&mut self, node: Id, it: &PoseByNameNode) -> Option<Compiled> {
        let PoseByNameNode {
            asset,
            pose,
            weight,
        } = it;
        let table = self.pose_asset(node, *asset, None)?;
        let names = self.parts.pose_assets[usize::from(table)].names();
        let Some(at) = names.iter().position(|name| *name == Name::new(pose)) else {
            self.error(node, Kind::PoseMissing { name: pose.clone() });
            return None;
        };
        let weight = self.number(node, weight, tr!("weight"));
        Some(Compiled::PoseByName(nodes::PoseByNameNode {
            asset: table,
            pose: at as u16,
            weight,
        }))
    }

    pub(super) fn pose_blend(
        &mut self,
        node: Id,
        source: NodeId,
        it: &PoseBlendNode,
    ) -> Option<Compiled> {
        let PoseBlendNode { asset, easing, .. } = it;
        let asset = self.pose_asset(node, *asset, None)?;
        Some(Compiled::PoseBlend(nodes::PoseBlendNode {
            source,
            asset,
            easing: *easing,
        }))
    }
}

/// Differences are to the base, also where that is none of `poses`.
fn compiled(
    asset: &PoseAsset,
    poses: &[&NamedPose],
    clips: &Clips,
    (skeleton, library): (&Skeleton, &Library),
) -> Result<pose_asset::PoseAsset, PoseAssetError> {
    let sampled = |pose: &NamedPose| {
        let clip = clips.get(&pose.clip).copied().flatten();
        (Name::new(&pose.name), shown(pose, clip, skeleton, library))
    };
    let mut all: Vec<(Name, Pose)> = poses.iter().map(|pose| sampled(pose)).collect();
    let Some(base) = asset.base else {
        return pose_asset::PoseAsset::full(skeleton, all);
    };
    let base = asset.pose(base).ok_or(PoseAssetError::Base)?;
    let at = poses
        .iter()
        .position(|pose| pose.id == base.id)
        .unwrap_or_else(|| {
            all.push(sampled(base));
            all.len() - 1
        });
    pose_asset::PoseAsset::additive(skeleton, all, at, WEIGHTS)
}

/// The pose as its clip shows it on the spot; the reference pose where the clip is gone.
fn shown(pose: &NamedPose, clip: Option<u32>, skeleton: &Skeleton, library: &Library) -> Pose {
    let mut shown = skeleton.reference_pose().clone();
    let Some(clip) = clip.map(|clip| &library.clips[clip as usize]) else {
        return shown;
    };
    let (time, mut cache) = (
        f64::from(pose.time).clamp(0.0, clip.length.into()),
        SampleCache::default(),
    );
    if clip.additive.is_some() {
        let mut delta = AdditivePose::default();
        clip.sample_additive(skeleton, time, &mut cache, &mut delta);
        delta.apply(skeleton, 1.0, &mut shown);
    } else {
        clip.sample_cached(skeleton, time, &mut cache, &mut shown);
        if clip.root_motion.enabled {
            shown.set(0, &clip.locked_root(skeleton));
        }
    }
    shown
}

/// Reports problems of a pose asset, whether a graph shows it or not.
pub(super) fn report(
    project: &Project,
    id: Id,
    asset: &PoseAsset,
    library: &Library,
    out: &mut Output,
) {
    let authored = project.skeletons.get(&asset.skeleton);
    let Some(skeleton) = authored.and_then(|skeleton| library.skeleton(Name::new(&skeleton.name)))
    else {
        return out.error(id, None, Kind::SkeletonMissing);
    };
    if asset.poses.is_empty() {
        out.warn(id, None, Kind::PoseAssetEmpty);
    }
    let (mut clips, mut taken) = (Clips::new(), BTreeSet::new());
    for pose in &asset.poses {
        let index = clip_index(project, asset.skeleton, pose.clip, library);
        if index.is_none() {
            match project
                .clips
                .get(&pose.clip)
                .filter(|clip| clip.skeleton != asset.skeleton)
            {
                Some(clip) => out.error(
                    id,
                    Some(pose.id),
                    Kind::SkeletonMismatch {
                        clip: clip.name.clone(),
                    },
                ),
                None => out.error(id, Some(pose.id), Kind::ClipMissing),
            }
        }
        if !taken.insert(&pose.name) {
            out.error(
                id,
                Some(pose.id),
                Kind::DuplicatePoseName {
                    name: pose.name.clone(),
                },
            );
        }
        let is_inside = index
            .is_none_or(|clip| (0.0..=library.clips[clip as usize].length).contains(&pose.time));
        if !is_inside {
            out.warn(id, Some(pose.id), Kind::PoseOutside { time: pose.time });
        }
        clips.insert(pose.clip, index);
    }
    let poses: Vec<&NamedPose> = asset.poses.iter().collect();
    if let Err(error) = compiled(asset, &poses, &clips, (skeleton, library)) {
        out.error(
            id,
            None,
            Kind::BadPoseAsset {
                why: error.to_string(),
            },
        );
    }
}
