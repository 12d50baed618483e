//! Poses of a list, and layers over the bones of a base.

use super::{Form, Input};
use crate::{BoneKey, Id};
use anim::graph::CurveRule;
use serde::{Deserialize, Serialize};
use words::tr;

/// One pose of a blend list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListPose {
    /// The node whose pose it is; None is the reference pose.
    pub source: Option<Id>,
    /// Seconds until it is there.
    pub time: f64,
}

/// A layer over the bones of a base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Layer {
    /// The node whose pose covers the base; None is the reference pose.
    pub source: Option<Id>,
    /// Weight of the whole layer, 0 to 1.
    pub weight: Input,
    /// A mask of the skeleton; None covers what the branches say.
    pub mask: Option<Id>,
    /// Branches that the layer covers if it has no mask.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// A bone and all below it, fully covered so many levels down: 0 at once, less than 0 takes it out
/// again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Branch {
    /// The first bone of the branch.
    pub bone: BoneKey,
    /// Levels until the branch is fully covered.
    pub depth: i32,
}

/// Options for how layers cover the base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Cover {
    /// Rotations meet in model space: an aiming arm keeps its aim whatever the spine below does.
    pub mesh_rotation: bool,
    /// Scales meet in model space.
    pub mesh_scale: bool,
    /// Rule that selects the curves from the base and the layers.
    pub curves: CurveRule,
}

impl Branch {
    /// The form of a list of branches, of a layer with this number or of a node that has one list.
    pub(super) fn list_form(form: &mut dyn Form, layer: Option<usize>, branches: &mut Vec<Self>) {
        let before = layer.map_or(String::new(), |layer| format!("{layer}."));
        for (nth, branch) in branches.iter_mut().enumerate() {
            form.bone(&tr!("Branch {before}{nth}"), &mut branch.bone);
            form.whole(
                &tr!("Depth {before}{nth}"),
                tr!("levels"),
                -1..=64,
                &mut branch.depth,
            );
        }
        let (add, remove) = match layer {
            Some(layer) => (
                tr!("Add branch to layer {layer}"),
                tr!("Remove last branch of layer {layer}"),
            ),
            None => (tr!("Add branch").into(), tr!("Remove last branch").into()),
        };
        if form.adds(&add) {
            branches.push(Branch {
                bone: form.first_bone(),
                depth: 0,
            });
        }
        if !branches.is_empty() && form.removes(&remove) {
            branches.pop();
        }
    }
}

impl Cover {
    pub(super) fn form(&mut self, form: &mut dyn Form) {
        form.toggle(
            tr!("Mesh rotation"),
            tr!("blends rotations in component space"),
            &mut self.mesh_rotation,
        );
        form.toggle(tr!("Mesh scale"), "", &mut self.mesh_scale);
        let rules = [
            (CurveRule::Override, tr!("Override: the layer's value")),
            (CurveRule::Max, tr!("Max: the larger value")),
            (CurveRule::Normalise, tr!("Normalized by weight")),
            (CurveRule::ByWeight, tr!("Blend by weight")),
            (CurveRule::UseBase, tr!("Base value")),
        ];
        form.choice(tr!("Curves"), &mut self.curves, &rules);
    }
}
