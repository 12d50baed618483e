//! All weights of a part, its own and those of its profiles, are put in place at once.

use crate::{EditError, level};
use anim::{
    MeshPart, Name,
    mesh::{PaletteJoint, Profile},
};
use asset::{
    Mesh,
    skin::{self, Sets},
};
use std::sync::Arc;

pub(super) fn put_sets(
    mesh: &mut Mesh,
    (lod, part): (usize, usize),
    sets: &Sets,
) -> Result<bool, EditError> {
    let mut bones = mesh.bones.to_vec();
    let part = mesh
        .lods
        .get_mut(lod)
        .and_then(|lod| lod.parts.get_mut(part))
        .ok_or(EditError::ItemMissing)?;
    let joint = |joint: &skin::Joint| PaletteJoint {
        bone: level::slot(&mut bones, joint.bone.clone()),
        inverse_bind: joint.inverse_bind,
    };
    let joined = sets.joined();
    let names: Vec<String> = sets.profiles.iter().map(|(name, _)| name.clone()).collect();
    let (mut profiles, mut profile_joints, mut profile_weights) =
        (Vec::new(), Vec::new(), Vec::new());
    for ((name, skin), slots) in sets.profiles.iter().zip(&joined.slots) {
        let first = profile_joints.len() as u32;
        profiles.push(Profile {
            name: Name::new(name),
            influences: skin.influences,
            first,
        });
        profile_joints.extend_from_slice(slots);
        profile_weights.extend_from_slice(&skin.weights);
    }
    let data = MeshPart {
        influences: sets.own.influences,
        joints: sets.own.slots.as_slice().into(),
        weights: sets.own.weights.as_slice().into(),
        palette: joined.palette.iter().map(joint).collect(),
        profiles: profiles.into(),
        profile_joints: profile_joints.into(),
        profile_weights: profile_weights.into(),
        ..(*part.data).clone()
    };
    let data = MeshPart::new(data).map_err(|_| EditError::BadSkin)?;
    let changed = data != *part.data || names != part.profiles;
    if changed {
        (part.data, part.profiles) = (Arc::new(data), names);
        mesh.bones = bones.into();
    }
    Ok(changed)
}
