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

/// A place that motion warping and IK may go to while it is previewed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// The ground and the targets of previews, and what is drawn of meshes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PreviewSettings {
    /// What previewed characters stand on.
    pub ground: Terrain,
    /// Targets, each name once.
    pub targets: Vec<PreviewTarget>,
    /// Names of mesh parts that are not drawn, by their mesh: weapons that a file brings all at
    /// once.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hidden: BTreeMap<Id, BTreeSet<String>>,
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
        let placed = self
            .preview
            .targets
            .iter()
            .map(|target| target.name.as_str());
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

    /// Whether every number is any, and the ground can be one.
    pub fn is_sound(&self) -> bool {
        let numbers = |target: &PreviewTarget| {
            target
                .at
                .iter()
                .chain(&target.turn)
                .all(|number| number.is_finite())
        };
        self.ground.is_sound() && self.targets.iter().all(numbers)
    }
}
