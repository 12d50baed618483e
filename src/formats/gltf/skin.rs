//! Skins of the file as skins of a scene (glTF 2.0, chapter 3.7.3).

use super::{accessor::AccessorShape, json, source::GltfSource};
use crate::{ImportError, scene::ParsedSkin};
use glam::{Affine3A, Mat4};
use words::tr;

/// Reads all skins, lengths in metres. An Err means fewer matrices than joints, or a broken
/// accessor.
pub fn read(source: &mut GltfSource<'_>) -> Result<Vec<ParsedSkin>, ImportError> {
    let root = source.root;
    let skin = |(index, skin): (usize, &json::GltfSkin)| {
        let inverse_binds = inverse_binds(source, skin, &format!("/skins/{index}"))?;
        Ok(ParsedSkin {
            joints: skin.joints.iter().map(|joint| joint.0).collect(),
            inverse_binds,
        })
    };
    root.skins.iter().enumerate().map(skin).collect()
}

fn inverse_binds(
    source: &mut GltfSource<'_>,
    skin: &json::GltfSkin,
    place: &str,
) -> Result<Option<Vec<Affine3A>>, ImportError> {
    let Some(accessor) = skin.inverse_bind_matrices else {
        return Ok(None);
    };
    let header = source.accessor(accessor.0, &[AccessorShape::Mat4], place)?;
    if header.count < skin.joints.len() {
        return Err(ImportError::invalid(
            place,
            tr!("the skin has fewer inverse bind matrices than joints"),
        ));
    }
    let values = source.floats(&header)?;
    let scale = source.scale;
    let matrix = |m: &[f32]| {
        let bind = Affine3A::from_mat4(Mat4::from_cols_array(&std::array::from_fn(|i| m[i])));
        Affine3A {
            translation: bind.translation * scale,
            ..bind
        }
    };
    Ok(Some(values.chunks_exact(16).map(matrix).collect()))
}
