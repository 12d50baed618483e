//! Another asset in the place of one wherever that is used.

use crate::timeline::replaced_clip;
use asset::{
    AssetKind, Id, List, Montage, Notify, PoseGraph, Project,
    clip::{Additive, AdditiveBase},
    graph::{Node, form::NodeFormField},
    notify::Action,
};
use document::{
    BlendSpaceCommand, ClipCommand, Command, GraphCommand, ItemCommand, MontageCommand,
    NotifyCommand, PoseAssetCommand,
};

/// Assets that can take the place of asset `of`: those of its type, on its skeleton. Empty for a
/// skeleton, a mesh, a texture or a graph, because other assets depend on those.
pub(super) fn candidates(project: &Project, of: Id) -> Vec<(Id, String)> {
    let Some(kind) = project.kind(of) else {
        return Vec::new();
    };
    let skeleton = |id: Id| match kind {
        AssetKind::Clip => project.clips.get(&id).map(|it| it.skeleton),
        AssetKind::Montage => project.montages.get(&id).map(|it| it.skeleton),
        AssetKind::BlendSpace => project.blend_spaces.get(&id).map(|it| it.skeleton),
        AssetKind::PoseAsset => project.pose_assets.get(&id).map(|it| it.skeleton),
        _ => None,
    };
    let Some(own) = skeleton(of) else {
        return Vec::new();
    };
    let all = project.list(kind).into_iter();
    let fits = all.filter(|(id, _)| *id != of && skeleton(*id) == Some(own));
    fits.map(|(id, name)| (id, name.to_owned())).collect()
}

/// The edits that lead every use of an asset to another one.
pub(super) fn commands(project: &Project, from: Id, to: Id) -> Vec<Command> {
    let replacing = Replacing { project, from, to };
    let montages = project.montages.iter();
    let montages = montages.flat_map(|(id, montage)| replacing.montage(*id, montage));
    let clips = project.clips.iter().flat_map(|(id, clip)| {
        let additive = clip.additive.and_then(|it| replacing.additive(it));
        let additive = additive.map(|it| Command::Clip(*id, ClipCommand::SetAdditive(Some(it))));
        additive
            .into_iter()
            .chain(replacing.notifies(*id, &clip.notifies))
    });
    let graphs = project.graphs.iter();
    let graphs = graphs.flat_map(|(id, graph)| replacing.graph(*id, graph));
    let spaces = project.blend_spaces.iter().flat_map(|(id, space)| {
        let samples = space.samples.iter().filter(|it| it.clip == from);
        samples.map(|it| {
            let sample = asset::blend_space::Sample {
                clip: to,
                ..it.clone()
            };
            Command::BlendSpace(*id, BlendSpaceCommand::Sample(ItemCommand::Put(sample)))
        })
    });
    let poses = project.pose_assets.iter().flat_map(|(id, asset)| {
        let poses = asset.poses.iter().filter(|it| it.clip == from);
        poses.map(|it| {
            let pose = asset::pose_asset::NamedPose {
                clip: to,
                ..it.clone()
            };
            Command::PoseAsset(*id, PoseAssetCommand::Pose(ItemCommand::Put(pose)))
        })
    });
    montages
        .chain(clips)
        .chain(graphs)
        .chain(spaces)
        .chain(poses)
        .collect()
}

#[derive(Clone, Copy)]
struct Replacing<'a> {
    project: &'a Project,
    from: Id,
    to: Id,
}

impl Replacing<'_> {
    /// A child has the segments of its parent, and clips of its own in their place.
    fn montage(self, id: Id, montage: &Montage) -> Vec<Command> {
        let Self { project, from, to } = self;
        let slots = montage.slots.iter().filter(|_| montage.parent.is_none());
        let segments = slots.flat_map(|slot| slot.segments.iter().map(move |it| (slot.id, it)));
        let segments = segments
            .filter(|(_, it)| it.clip == from)
            .map(|(slot, it)| {
                let segment = replaced_clip(project, it, to);
                Command::Montage(id, MontageCommand::SetSegment { slot, segment })
            });
        let overrides = montage.overrides.iter().filter(|it| it.clip == from);
        let overrides = overrides.map(|it| {
            let (segment, clip) = (it.segment, Some(to));
            Command::Montage(id, MontageCommand::SetOverride { segment, clip })
        });
        let own = segments.chain(overrides);
        own.chain(self.notifies(id, &montage.notifies)).collect()
    }

    /// Commands for the notifies that play the replaced asset.
    fn notifies(self, id: Id, notifies: &List<Notify>) -> Vec<Command> {
        let plays = |it: &&Notify| it.action == Action::PlayMontage(self.from);
        let changed = notifies.iter().filter(plays).map(|it| {
            let action = Action::PlayMontage(self.to);
            let notify = Notify {
                action,
                ..it.clone()
            };
            Command::Notify(id, NotifyCommand::Set(notify))
        });
        changed.collect()
    }

    fn additive(self, known: Additive) -> Option<Additive> {
        let clip = self.to;
        let base = match known.base {
            AdditiveBase::ClipFrame { clip: known, frame } if known == self.from => {
                AdditiveBase::ClipFrame { clip, frame }
            }
            AdditiveBase::ClipScaled { clip: known } if known == self.from => {
                AdditiveBase::ClipScaled { clip }
            }
            _ => return None,
        };
        Some(Additive { base, ..known })
    }

    fn graph(self, id: Id, graph: &PoseGraph) -> Vec<Command> {
        let users = graph.wiring.nodes.iter();
        let users = users.filter(|node| node.kind.uses().contains(&self.from));
        let changed = users.map(|node| {
            let mut node: Node = node.clone();
            node.kind.for_each_field(&mut |_, field| {
                if let NodeFormField::Asset(_, asset) = field
                    && *asset == Some(self.from)
                {
                    *asset = Some(self.to);
                }
            });
            Command::Graph(id, GraphCommand::SetNode(Box::new(node)))
        });
        changed.collect()
    }
}
