//! The control that moves, turns and scales a bone.

use super::{AuthoredControl, Offer};
use crate::BoneKey;
use crate::graph::Modify;
use crate::graph::form::Form;
use crate::graph::mirror::{MirrorResult, Sides};
use serde::{Deserialize, Serialize};
use words::tr;

/// Moves, turns and scales a bone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModifyBoneControl {
    /// The bone that changes.
    pub bone: BoneKey,
    /// Change of the bone's translation, metres.
    #[serde(default)]
    pub translation: Modify,
    /// Change of the bone's rotation, degrees.
    #[serde(default)]
    pub rotation: Modify,
    /// Change of the bone's scale, factors.
    #[serde(default)]
    pub scale: Modify,
}

impl AuthoredControl for ModifyBoneControl {
    fn word(&self) -> &'static str {
        tr!("Modify Bone")
    }

    fn values(&mut self, form: &mut dyn Form) {
        form.inputs(tr!("Move"), "m", &mut self.translation.by);
        form.inputs(tr!("Turn"), "°", &mut self.rotation.by);
        form.inputs(tr!("Scale"), "×", &mut self.scale.by);
    }

    fn bones(&mut self, form: &mut dyn Form) {
        form.place(tr!("Bone"), &mut self.bone);
        self.translation.form(form, tr!("Translation"));
        self.rotation.form(form, tr!("Rotation"));
        self.scale.form(form, tr!("Scale"));
    }

    fn line(&self) -> String {
        format!("{} · {}", self.word(), self.bone)
    }

    fn offered(on: &Offer<'_>) -> (Self, &'static str) {
        (
            Self {
                bone: on.bone.clone(),
                translation: Default::default(),
                rotation: Default::default(),
                scale: Default::default(),
            },
            "transform modify bone",
        )
    }

    fn own_bones(&self) -> Vec<&BoneKey> {
        vec![&self.bone]
    }

    fn needs(&self) -> Vec<&BoneKey> {
        Vec::new()
    }

    fn places(&self) -> Vec<&BoneKey> {
        let spaces = [&self.translation, &self.rotation, &self.scale].map(|part| part.space.bone());
        std::iter::once(&self.bone)
            .chain(spaces.into_iter().flatten())
            .collect()
    }

    fn mirror(&mut self, sides: &Sides<'_>) -> MirrorResult<()> {
        sides.modified(
            &self.bone,
            [&mut self.translation, &mut self.rotation, &mut self.scale],
        )?;
        sides.swap(&mut self.bone)
    }
}
