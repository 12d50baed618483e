//! The control that puts a bone where another one is.

use super::{AuthoredControl, Offer};
use crate::BoneKey;
use crate::graph::Space;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorResult, Sides};
use serde::{Deserialize, Serialize};
use words::tr;

/// Puts a bone where another one is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CopyBoneControl {
    /// The bone that is copied.
    pub from: BoneKey,
    /// The bone that changes.
    pub to: BoneKey,
    /// Copies where the bone is.
    pub translation: bool,
    /// Copies how the bone is turned.
    pub rotation: bool,
    /// If true, copies the scale.
    pub scale: bool,
    /// The space in which both bones become alike.
    #[serde(default)]
    pub space: Space,
}

impl AuthoredControl for CopyBoneControl {
    fn word(&self) -> &'static str {
        tr!("Copy Bone")
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.place(tr!("From"), &mut self.from);
        form.place(tr!("To"), &mut self.to);
        form.toggle(tr!("Translation"), "", &mut self.translation);
        form.toggle(tr!("Rotation"), "", &mut self.rotation);
        form.toggle(tr!("Scale"), "", &mut self.scale);
    }

    fn line(&self) -> String {
        format!("{} → {}", self.from, self.to)
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                from: on.bone.clone(),
                to: on.bone.clone(),
                translation: true,
                rotation: true,
                scale: false,
                space: Default::default(),
            },
            "constraint",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        vec![&self.from, &self.to]
    }

    fn needs(&self) -> Vec<&BoneKey> {
        Vec::new()
    }

    fn places(&self) -> Vec<&BoneKey> {
        [&self.from, &self.to]
            .into_iter()
            .chain(self.space.bone())
            .collect()
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        self.space = sides.space(&self.space, &self.to)?.0;
        sides.swap(&mut self.from)?;
        sides.swap(&mut self.to)
    }
}
