//! Skins as palettes: bones with inverse bind matrices.

#[cfg(test)]
mod tests;

use super::{ParsedScene, ParsedSkin, nodes::Nodes};
use crate::{ImportError, ImportProblem, ImportReport, bounds};
use anim::{Array, mesh::PaletteJoint, skinning::inverse_bind_rows};
use asset::skeleton::Bone;
use glam::{Affine3A, Vec3A};
use words::tr;

/// Relative difference between rest pose and bind pose up to which nothing is reported.
const REST: f32 = 1e-3;

/// The palette of a part that follows one bone. It has that bone and the transform from the mesh to
/// it.
pub fn rigid((bone, bone_from_mesh): (u32, Affine3A)) -> Array<PaletteJoint> {
    vec![PaletteJoint {
        bone,
        inverse_bind: inverse_bind_rows(&bone_from_mesh),
    }]
    .into()
}

/// Palettes of all skins, in their order. An Err means a skin without joints or with more than
/// 65536, or a joint that is no bone.
pub fn of(
    scene: &ParsedScene,
    nodes: &Nodes,
    report: &mut ImportReport,
) -> Result<Vec<Array<PaletteJoint>>, ImportError> {
    let models: Vec<Vec<Affine3A>> = nodes
        .characters
        .iter()
        .map(|character| reference_models(&character.bones))
        .collect();
    let count = scene.nodes.len();
    let skins = scene.skins.iter().enumerate();
    skins
        .map(|(index, skin)| {
            palette(
                skin,
                &format!("/skins/{index}"),
                (nodes, count),
                &models,
                report,
            )
        })
        .collect()
}

/// The palette of one skin. `nodes` come with how many the file has.
fn palette(
    skin: &ParsedSkin,
    place: &str,
    (nodes, count): (&Nodes, usize),
    models: &[Vec<Affine3A>],
    report: &mut ImportReport,
) -> Result<Array<PaletteJoint>, ImportError> {
    if skin.joints.is_empty() {
        return Err(ImportError::invalid(place, tr!("the skin has no joints")));
    }
    if skin.joints.len() > usize::from(u16::MAX) + 1 {
        let problem = ImportProblem::TooLarge {
            what: tr!("joints of one skin"),
            count: skin.joints.len() as u64,
            limit: 1 << 16,
        };
        return Err(ImportError::new(place.into(), problem));
    }
    let (mut bones, mut models_of) = (Vec::with_capacity(skin.joints.len()), &models[0]);
    for joint in &skin.joints {
        let found = nodes
            .place(*joint)
            .ok_or_else(|| ImportError::no_such("node", *joint, count, place))?;
        bones.push(found.bone);
        models_of = &models[found.character];
    }
    let models = models_of;
    warn_of_doubles(&bones, place, report);
    let binds = skin
        .inverse_binds
        .clone()
        .unwrap_or_else(|| vec![Affine3A::IDENTITY; bones.len()]);
    let singular = binds.iter().filter(|bind| !is_usable(bind)).count();
    if singular > 0 {
        let text = tr!(
            "{singular} inverse bind matrices are not invertible or too large; the rest pose is used."
        );
        report.warn(place, text);
    }
    note_other_rest(&bones, &binds, models, place, report);
    let joint = |(bone, bind): (&u32, &Affine3A)| {
        let bind = if is_usable(bind) {
            *bind
        } else {
            inverse_of(&models[*bone as usize])
        };
        PaletteJoint {
            bone: *bone,
            inverse_bind: inverse_bind_rows(&bind),
        }
    };
    Ok(bones.iter().zip(&binds).map(joint).collect())
}

/// Reports joints whose rest pose differs from their bind pose. In the bind pose all joints move
/// the mesh alike.
fn note_other_rest(
    bones: &[u32],
    binds: &[Affine3A],
    models: &[Affine3A],
    place: &str,
    report: &mut ImportReport,
) {
    let usable = bones.iter().zip(binds).filter(|(_, bind)| is_usable(bind));
    let mut moves =
        usable.map(|(bone, bind)| (models[*bone as usize], models[*bone as usize] * *bind));
    let Some((_, first)) = moves.next() else {
        return;
    };
    let size = first
        .to_cols_array()
        .iter()
        .fold(1f32, |most, x| most.max(x.abs()));
    let (mut others, mut furthest) = (0, 0f32);
    for (model, other) in moves.filter(|(_, other)| !other.abs_diff_eq(first, REST * size)) {
        let bound = first * other.inverse() * model;
        others += 1;
        furthest = furthest.max(bound.translation.distance(model.translation));
    }
    if others > 0 {
        let by = if furthest > 0.0 && furthest.is_finite() {
            tr!(", by up to {furthest:.3} m")
        } else {
            String::new()
        };
        let text = tr!(
            "The rest pose differs from the bind pose: {others} joints are rotated or moved{by}. Clips are not affected."
        );
        report.note(place, text);
    }
}

fn is_usable(bind: &Affine3A) -> bool {
    let is_bearable = |column: Vec3A| column.abs().max_element() <= bounds::CHAIN;
    let columns = [
        bind.matrix3.x_axis,
        bind.matrix3.y_axis,
        bind.matrix3.z_axis,
        bind.translation,
    ];
    bind.is_finite() && columns.into_iter().all(is_bearable) && bind.matrix3.determinant() != 0.0
}

fn warn_of_doubles(bones: &[u32], place: &str, report: &mut ImportReport) {
    let mut sorted = bones.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        report.warn(
            place,
            tr!("The skin lists a joint twice; each entry keeps its own inverse bind."),
        );
    }
}

fn reference_models(bones: &[Bone]) -> Vec<Affine3A> {
    let mut models: Vec<Affine3A> = Vec::with_capacity(bones.len());
    for bone in bones {
        let local = bone.reference.to_affine();
        models.push(
            bone.parent
                .map_or(local, |parent| models[parent as usize] * local),
        );
    }
    models
}

fn inverse_of(model: &Affine3A) -> Affine3A {
    let inverse = model.inverse();
    if inverse.is_finite() {
        inverse
    } else {
        Affine3A::IDENTITY
    }
}
