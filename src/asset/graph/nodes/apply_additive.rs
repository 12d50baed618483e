//! The node that adds part of a difference to a base.

use super::{AuthoredNode, Family, Offer, any_lod, lod_form, whole};
use crate::Id;
use crate::graph::form::{Form, NodeFormField};
use crate::graph::{Alpha, Branch, Pin};
use serde::{Deserialize, Serialize};
use words::tr;

/// Adds part of a difference to a base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApplyAdditiveNode {
    /// The node whose pose is added to.
    pub base: Option<Id>,
    /// The node whose difference is added.
    pub additive: Option<Id>,
    /// Weight of the added difference, 0 to 1.
    pub alpha: Alpha,
    /// The difference is added in model space.
    #[serde(default)]
    pub mesh_space: bool,
    /// The coarsest level of detail at which something is added; -1 is every level.
    #[serde(default = "super::any_lod")]
    pub lod_threshold: i8,
    /// A mask of the skeleton; None adds to what the branches say, and without any to every bone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask: Option<Id>,
    /// Branches that the difference is added to if there is no mask.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

impl AuthoredNode for ApplyAdditiveNode {
    fn word(&self) -> &'static str {
        if self.mesh_space {
            tr!("Apply Mesh-Space Additive")
        } else {
            tr!("Apply Additive")
        }
    }

    fn family(&self) -> Family {
        Family::Additives
    }

    fn pins(&self) -> Vec<Pin> {
        vec![
            Pin::new(tr!("Base"), self.base),
            Pin::new(tr!("Additive"), self.additive),
        ]
    }

    fn links_mut(&mut self) -> Vec<&mut Option<Id>> {
        vec![&mut self.base, &mut self.additive]
    }

    fn form(&mut self, form: &mut dyn Form) {
        self.alpha.form(form);
        form.toggle(
            tr!("Mesh space"),
            tr!("rotations in component space"),
            &mut self.mesh_space,
        );
        lod_form(form, &mut self.lod_threshold);
        let none = if self.branches.is_empty() {
            tr!("None: every bone")
        } else {
            tr!("None: by branches")
        };
        form.field(
            tr!("Bone mask"),
            NodeFormField::Mask {
                value: &mut self.mask,
                none,
            },
        );
        Branch::list_form(form, None, &mut self.branches);
        form.group(tr!("Values"), tr!("number or expression"));
        self.alpha.values(form);
    }

    fn note(&self) -> String {
        self.alpha.note()
    }

    fn offered(_: &Offer<'_>) -> Vec<(Self, &'static str)> {
        let offered = |mesh_space| Self {
            base: None,
            additive: None,
            alpha: Alpha::Value(whole()),
            mesh_space,
            lod_threshold: any_lod(),
            mask: None,
            branches: Vec::new(),
        };
        vec![
            (offered(false), "add local"),
            (offered(true), "add mesh space rotation"),
        ]
    }
}
