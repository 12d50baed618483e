//! What a project is previewed with: no game sees it, but whoever opens the project does.

use crate::graph::nodes::ControlNode;
use crate::{
    Id, Project,
    graph::{NodeKind, TargetSpace},
};
use anim::{Transform, ground::Terrain};
use glam::{EulerRot, Quat};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

mod partner;
pub use partner::{PartnerFault, PartnerTarget, PoseTie, PreviewPartner};

/// A place that motion warping and IK may go to while it is previewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PreviewTarget {
    /// Unique among the targets.
    pub id: Id,
    /// Name by which windows and nodes speak of the target.
    pub name: String,
    /// World space, metres.
    pub at: [f32; 3],
    /// Degrees about x, then y, then z, each axis that of the world.
    #[serde(default)]
    pub turn: [f32; 3],
}

/// Surroundings of a preview: ground, targets, partners and props, in world space.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PreviewScene {
    /// Ground under the previewed characters.
    pub ground: Terrain,
    /// Targets, each name once.
    pub targets: Vec<PreviewTarget>,
    /// Characters beside the previewed one; each name occurs once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub partners: Vec<PreviewPartner>,
    /// Props that the previewed character holds in addition to those on its skeleton's sockets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub props: Vec<SceneProp>,
}

/// A mesh on a socket of the previewed character, in one scene alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneProp {
    /// Unique among the props of the scene.
    pub id: Id,
    /// A socket of the skeleton that is shown; skeletons without it hold nothing.
    pub socket: Id,
    /// The mesh that is shown, in the reference pose of its skeleton.
    pub mesh: Id,
}

/// Preview settings of a project: its scene, scenes that assets have of their own, and what is
/// drawn of meshes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "PreviewRecord", into = "PreviewRecord")]
pub struct PreviewSettings {
    /// Scene of every asset that has no scene of its own.
    pub scene: PreviewScene,
    /// Scenes of single assets, by the id of the previewed asset.
    pub scenes: BTreeMap<Id, PreviewScene>,
    /// Names of mesh parts that are not drawn, by their mesh: weapons that a file brings all at
    /// once.
    pub hidden: BTreeMap<Id, BTreeSet<String>>,
}

/// The preview as files store it, with the fields of the project's scene inlined.
#[derive(Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
struct PreviewRecord {
    ground: Terrain,
    targets: Vec<PreviewTarget>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    partners: Vec<PreviewPartner>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    props: Vec<SceneProp>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    hidden: BTreeMap<Id, BTreeSet<String>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    scenes: BTreeMap<Id, PreviewScene>,
}

impl From<PreviewRecord> for PreviewSettings {
    fn from(record: PreviewRecord) -> Self {
        let PreviewRecord {
            ground,
            targets,
            partners,
            props,
            hidden,
            scenes,
        } = record;
        Self {
            scene: PreviewScene {
                ground,
                targets,
                partners,
                props,
            },
            scenes,
            hidden,
        }
    }
}

impl From<PreviewSettings> for PreviewRecord {
    fn from(settings: PreviewSettings) -> Self {
        let PreviewSettings {
            scene,
            scenes,
            hidden,
        } = settings;
        Self {
            ground: scene.ground,
            targets: scene.targets,
            partners: scene.partners,
            props: scene.props,
            hidden,
            scenes,
        }
    }
}

impl PreviewTarget {
    /// World from target, with a scale of 1.
    pub fn place(&self) -> Transform {
        let [x, y, z] = self.turn.map(f32::to_radians);
        let rotation = Quat::from_euler(EulerRot::ZYX, z, y, x).normalize();
        Transform {
            rotation,
            ..Transform::from_translation(self.at.into())
        }
    }
}

impl Project {
    /// Names of targets that the preview places, that windows warp to and that nodes reach for.
    pub fn warp_targets(&self) -> BTreeSet<&str> {
        let montages = self.montages.values().flat_map(|montage| &montage.notifies);
        let notifies = montages.chain(self.clips.values().flat_map(|clip| &clip.notifies));
        let warped = notifies.filter_map(|notify| Some(notify.warp.as_ref()?.target.as_str()));
        let controls = self
            .graphs
            .values()
            .flat_map(|graph| &graph.wiring.nodes)
            .filter_map(|node| match &node.kind {
                NodeKind::Control(ControlNode { kind, .. }) => Some(kind),
                _ => None,
            });
        let reached = controls
            .flat_map(|kind| kind.targets())
            .flatten()
            .filter_map(|target| match &target.space {
                TargetSpace::WarpTarget(name) => Some(name.as_str()),
                _ => None,
            });
        let placed = self.preview.each_scene().flat_map(|(_, scene)| {
            let targets = scene.targets.iter().map(|target| target.name.as_str());
            let partners = scene.partners.iter().flat_map(|partner| &partner.targets);
            targets.chain(partners.map(|target| target.target.as_str()))
        });
        placed
            .chain(warped)
            .chain(reached)
            .filter(|name| !name.is_empty())
            .collect()
    }
}

impl PreviewSettings {
    /// Whether a part of a mesh is not drawn.
    pub fn hides(&self, mesh: Id, part: &str) -> bool {
        self.hidden
            .get(&mesh)
            .is_some_and(|parts| parts.contains(part))
    }

    /// Draws a part of a mesh, or no longer.
    #[must_use]
    pub fn with_part(&self, mesh: Id, part: &str, is_hidden: bool) -> Self {
        let mut changed = self.clone();
        let parts = changed.hidden.entry(mesh).or_default();
        if is_hidden {
            parts.insert(part.to_owned());
        } else {
            parts.remove(part);
        }
        changed.hidden.retain(|_, parts| !parts.is_empty());
        changed
    }

    /// Whether nothing was set.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// The scene that an asset is previewed in; of none that of the project.
    pub fn scene_of(&self, asset: Option<Id>) -> &PreviewScene {
        asset
            .and_then(|asset| self.scenes.get(&asset))
            .unwrap_or(&self.scene)
    }

    /// Changes the scene that an asset is previewed in: its own, or else that of the project.
    #[must_use]
    pub fn with_scene(&self, asset: Option<Id>, scene: PreviewScene) -> Self {
        let mut changed = self.clone();
        let own = asset.and_then(|asset| changed.scenes.get_mut(&asset));
        *own.unwrap_or(&mut changed.scene) = scene;
        changed
    }

    /// The scene of the project, of no asset, and then those that assets have of their own.
    pub fn each_scene(&self) -> impl Iterator<Item = (Option<Id>, &PreviewScene)> {
        let own = self.scenes.iter().map(|(id, scene)| (Some(*id), scene));
        std::iter::once((None, &self.scene)).chain(own)
    }
}

impl PreviewScene {
    /// Whether every number is any, and the ground can be one.
    pub fn is_sound(&self) -> bool {
        let numbers = |target: &PreviewTarget| {
            target
                .at
                .iter()
                .chain(&target.turn)
                .all(|number| number.is_finite())
        };
        self.ground.is_sound()
            && self.targets.iter().all(numbers)
            && self.partners.iter().all(PreviewPartner::is_finite)
    }
}
