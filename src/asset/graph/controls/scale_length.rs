//! The control that scales the length of a chain so that it reaches a place.

use super::{AuthoredControl, Offer};
use crate::BoneKey;
use crate::graph::Target;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorResult, Sides};
use serde::{Deserialize, Serialize};
use words::tr;

/// Scales the length of a chain so that it reaches a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScaleLengthControl {
    /// The bone that the chain begins with, which stays where it is.
    pub root: BoneKey,
    /// The last bone of the chain.
    pub end: BoneKey,
    /// The chain becomes as long as this is away from its root.
    pub target: Target,
}

impl AuthoredControl for ScaleLengthControl {
    fn word(&self) -> &'static str {
        tr!("Scale Length")
    }

    fn targets(&self) -> [Option<&Target>; 2] {
        [Some(&self.target), None]
    }

    fn targets_mut(&mut self) -> [Option<&mut Target>; 2] {
        [Some(&mut self.target), None]
    }

    fn values(&mut self, form: &mut dyn Form) {
        form.inputs(tr!("Target"), "m", &mut self.target.at);
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.bone(tr!("Root"), &mut self.root);
        form.bone(tr!("End"), &mut self.end);
        self.target.form(form, tr!("Target"));
    }

    fn line(&self) -> String {
        format!("{} … {}", self.root, self.end)
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                root: on.bone.clone(),
                end: on.bone.clone(),
                target: Default::default(),
            },
            "chain stretch",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        vec![&self.root, &self.end]
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        sides.target(&mut self.target, &self.end)?;
        sides.swap(&mut self.root)?;
        sides.swap(&mut self.end)
    }
}
