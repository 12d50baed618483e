//! Materials with base colour and normal textures. Invariant: a texture that cannot be read costs a
//! warning, never the import.

use super::{
    json::{self, TextureInfo},
    source::GltfSource,
};
use crate::{ImportError, bounds, names::UniqueNames, picture, scene::Looks};
use asset::{Id, Material, Texture};
use std::{collections::BTreeMap, sync::Arc};
use words::tr;

/// Reads all materials and the textures that they use. `file` is the identity of the file, from
/// which the ids of textures are derived. An Err means that the reading was cancelled.
pub fn read(source: &mut GltfSource<'_>, file: &str) -> Result<Looks, ImportError> {
    let mut reader = TextureReader {
        file,
        names: UniqueNames::default(),
        looks: Looks::default(),
        images: BTreeMap::new(),
    };
    let root = source.root;
    for (index, material) in root.materials.iter().enumerate() {
        source
            .reading
            .went(super::progress::MATERIALS, index, root.materials.len())?;
        let read = reader.material(source, index, material);
        reader.looks.materials.push(read);
    }
    Ok(reader.looks)
}

struct TextureReader<'a> {
    file: &'a str,
    names: UniqueNames,
    looks: Looks,
    /// Texture made of each image; None where the image cannot be read.
    images: BTreeMap<usize, Option<Id>>,
}

impl TextureReader<'_> {
    fn material(
        &mut self,
        source: &mut GltfSource<'_>,
        index: usize,
        material: &json::GltfMaterial,
    ) -> Material {
        let place = format!("/materials/{index}");
        let factor = material
            .pbr_metallic_roughness
            .base_color_factor
            .unwrap_or([1.0; 4]);
        let name = material
            .name
            .clone()
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| format!("material_{index}"));
        let cutoff = (material.alpha_cutoff.unwrap_or(0.5) as f32).clamp(0.0, bounds::FACTOR);
        if material.alpha_mode.as_deref() == Some("BLEND") {
            source.reading.report.note(
                place.as_str(),
                tr!("The material is translucent; it is drawn opaque."),
            );
        }
        let colors = material.pbr_metallic_roughness.base_color_texture.as_ref();
        let bumps = material
            .normal_texture
            .as_ref()
            .filter(|bumps| fits(source, colors, bumps, &place));
        Material {
            name,
            base_color: factor.map(|x| x.clamp(0.0, 1.0) as f32),
            texture: colors.and_then(|info| self.texture(source, info, &place)),
            normal_texture: bumps.and_then(|info| self.texture(source, info, &place)),
            double_sided: material.double_sided.unwrap_or(false),
            alpha_cutoff: (material.alpha_mode.as_deref() == Some("MASK")).then_some(cutoff),
        }
    }

    fn texture(
        &mut self,
        source: &mut GltfSource<'_>,
        info: &TextureInfo,
        place: &str,
    ) -> Option<Id> {
        let found = image_of(source, info, place);
        let image = self.reported(source, place, found)?;
        if let Some(known) = self.images.get(&image) {
            return *known;
        }
        let loaded = self.load(source, image);
        let id = self.reported(source, &format!("/images/{image}"), loaded);
        self.images.insert(image, id);
        id
    }

    fn reported<T>(
        &self,
        source: &mut GltfSource<'_>,
        place: &str,
        result: Result<T, ImportError>,
    ) -> Option<T> {
        let report = |error: ImportError| {
            source
                .reading
                .report
                .warn(place, tr!("The texture was left out: {}", error.problem));
        };
        result.map_err(report).ok()
    }

    fn load(&mut self, source: &mut GltfSource<'_>, index: usize) -> Result<Id, ImportError> {
        let place = format!("/images/{index}");
        let root = source.root;
        let image = root
            .images
            .get(index)
            .ok_or_else(|| ImportError::no_such("image", index, root.images.len(), &place))?;
        let bytes = match (&image.uri, image.buffer_view) {
            (Some(uri), _) => source.load(uri, &place)?,
            (None, Some(view)) => source.view(view.0, &place)?.bytes().to_vec(),
            (None, None) => {
                return Err(ImportError::invalid(
                    place,
                    tr!("the image has neither a URI nor a buffer view"),
                ));
            }
        };
        let (width, height, rgba) = picture::decoded(&mut source.reading.budget, &bytes, &place)?;
        let name = self.names.claim(&wanted_name(image, index));
        let id = Id::derive(&[self.file, "texture", &name]);
        self.looks.textures.insert(
            id,
            Arc::new(Texture {
                name,
                origin: None,
                width,
                height,
                rgba: rgba.into(),
            }),
        );
        Ok(id)
    }
}

/// Whether the normal texture can share the one set of coordinates of a part, which is that of the
/// colours if there are any.
fn fits(
    source: &mut GltfSource<'_>,
    colors: Option<&TextureInfo>,
    bumps: &TextureInfo,
    place: &str,
) -> bool {
    if bumps.scale.is_some_and(|scale| scale != 1.0) {
        source.reading.report.note(
            place,
            tr!("The strength of the normal texture is not used."),
        );
    }
    let set = |info: &TextureInfo| {
        info.extensions
            .transform
            .as_ref()
            .and_then(|t| t.tex_coord)
            .or(info.tex_coord)
            .map_or(0, |set| set.0)
    };
    let has_own = |colors: &TextureInfo| {
        set(colors) != set(bumps) || colors.extensions.transform != bumps.extensions.transform
    };
    let has_own = colors.is_some_and(has_own);
    if has_own {
        source.reading.report.warn(
            place,
            tr!("The normal texture uses other texture coordinates than the colours; it was left out."),
        );
    }
    !has_own
}

fn image_of(
    source: &GltfSource<'_>,
    info: &TextureInfo,
    place: &str,
) -> Result<usize, ImportError> {
    let textures = &source.root.textures;
    let texture = textures
        .get(info.index.0)
        .ok_or_else(|| ImportError::no_such("texture", info.index.0, textures.len(), place))?;
    let image = texture
        .source
        .ok_or_else(|| ImportError::invalid(place, tr!("the texture has no PNG or JPEG image")))?;
    Ok(image.0)
}

/// Name of the image, else its file name without folder and extension.
fn wanted_name(image: &json::GltfImage, index: usize) -> String {
    let own = image.name.as_deref().filter(|name| !name.is_empty());
    let uri = image.uri.as_deref().filter(|uri| !uri.starts_with("data:"));
    let file = uri
        .and_then(|uri| uri.rsplit('/').next())
        .map(|file| file.rsplit_once('.').map_or(file, |(stem, _)| stem));
    own.or(file.filter(|stem| !stem.is_empty()))
        .map_or_else(|| format!("image_{index}"), str::to_owned)
}
