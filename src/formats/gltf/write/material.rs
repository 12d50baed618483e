//! Materials, and their pictures as embedded PNGs.

use super::{
    ExportError,
    lists::{pushed, shared},
    writer::Writer,
};
use asset::{Id, Material};
use serde_json::{Value, json};
use words::tr;

/// Roughness of all written materials, since ours have none; it suits cloth and skin.
const ROUGHNESS: f32 = 0.8;

/// A material that was written.
pub struct Written {
    /// Index among the materials of the file; equal materials share one.
    pub index: usize,
    /// Whether it has textures, for which a primitive needs coordinates.
    pub needs_coordinates: bool,
}

impl Writer<'_> {
    pub(super) fn material(
        &mut self,
        material: &Material,
        place: &str,
    ) -> Result<Written, ExportError> {
        let numbers = material.base_color.iter().chain(&material.alpha_cutoff);
        if !numbers.into_iter().all(|number| number.is_finite()) {
            return Err(ExportError::not_finite(tr!(
                "{place}, material “{}”",
                material.name
            )));
        }
        let color = material.base_color.map(|x| x.clamp(0.0, 1.0));
        let mut surface =
            json!({"baseColorFactor": color, "metallicFactor": 0, "roughnessFactor": ROUGHNESS});
        let colors = material.texture.and_then(|id| self.texture(id));
        if let Some(picture) = colors {
            surface["baseColorTexture"] = json!({"index": picture});
        }
        let mut written = json!({"name": material.name, "pbrMetallicRoughness": surface});
        let normals = material.normal_texture.and_then(|id| self.texture(id));
        if let Some(picture) = normals {
            written["normalTexture"] = json!({"index": picture});
        }
        if let Some(cutoff) = material.alpha_cutoff {
            written["alphaMode"] = json!("MASK");
            written["alphaCutoff"] = json!(cutoff.max(0.0));
        }
        if material.double_sided {
            written["doubleSided"] = json!(true);
        }
        Ok(Written {
            index: shared(&mut self.materials, written),
            needs_coordinates: colors.or(normals).is_some(),
        })
    }

    /// Index of the texture. None for one that does not exist or has no texels, which draws
    /// nothing.
    fn texture(&mut self, id: Id) -> Option<usize> {
        if let Some(known) = self.texture_of.get(&id) {
            return Some(*known);
        }
        let picture = self.project.textures.get(&id)?;
        let view = self.store.image(&crate::picture::png(picture)?);
        let image: Value =
            json!({"name": picture.name, "bufferView": view, "mimeType": "image/png"});
        let image = pushed(&mut self.images, image);
        let texture = pushed(&mut self.textures, json!({"source": image}));
        self.texture_of.insert(id, texture);
        Some(texture)
    }
}
