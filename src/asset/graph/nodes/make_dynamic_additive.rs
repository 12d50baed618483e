//! What turns the base into the pose: a difference.

use super::{AuthoredNode, Family, Offer};
use crate::Id;
use crate::graph::Pin;
use crate::graph::form::Form;
use serde::{Deserialize, Serialize};
use words::tr;

/// Makes a difference: the change that turns the base into the pose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MakeDynamicAdditiveNode {
    /// The node whose pose is base and difference.
    pub pose: Option<Id>,
    /// The node whose pose is subtracted.
    pub base: Option<Id>,
    /// The difference is taken in model space; else local to the parents.
    #[serde(default)]
    pub mesh_space: bool,
}

impl AuthoredNode for MakeDynamicAdditiveNode {
    fn word(&self) -> &'static str {
        tr!("Make Dynamic Additive")
    }

    fn family(&self) -> Family {
        Family::Additives
    }

    fn pins(&self) -> Vec<Pin> {
        vec![
            Pin::new(tr!("Pose"), self.pose),
            Pin::new(tr!("Base"), self.base),
        ]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.pose, &mut self.base]
    }

    fn form(&mut self, form: &mut dyn Form) {
        form.toggle(
            tr!("Mesh space"),
            tr!("rotations in component space"),
            &mut self.mesh_space,
        );
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        vec![(
            Self {
                pose: None,
                base: None,
                mesh_space: false,
            },
            "difference subtract",
        )]
    }
}
