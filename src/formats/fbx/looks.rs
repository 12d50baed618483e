//! Materials and their pictures, inside the file or beside it. Invariant: a picture that cannot be
//! read costs a warning, never the import.

use crate::{ImportError, SourceFile, names::UniqueNames, picture, reading::Reading, scene::Looks};
use asset::{Id, Material, Texture};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use words::tr;

/// A picture that at least one material uses, and where to look for it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FbxPicture {
    /// File name without extension; the name of the texture where it has no file name. May be
    /// empty.
    pub name: String,
    /// Encoded bytes inside the file; empty where the picture lies beside it.
    pub inside: Vec<u8>,
    /// Paths relative to the folder of the file, likeliest first; none leads out of it.
    pub paths: Vec<String>,
    /// Materials, by index, that use it as their base colour.
    pub colors_of: Vec<usize>,
    /// Materials, by index, that use it as their normal map.
    pub bumps_of: Vec<usize>,
}

/// Reads the materials, without textures yet, and the pictures that they use.
pub fn read(root: &ufbx::Scene) -> (Looks, Vec<FbxPicture>) {
    let mut looks = Looks::default();
    let mut pictures: Vec<FbxPicture> = root
        .textures
        .iter()
        .map(|texture| picture_of(texture))
        .collect();
    for (index, material) in root.materials.iter().enumerate() {
        looks.materials.push(read_material(index, material));
        let mut used = |map: &ufbx::MaterialMap, by: fn(&mut FbxPicture) -> &mut Vec<usize>| {
            let texture = map.texture.as_ref().filter(|_| map.texture_enabled);
            let file = texture.map(|texture| texture.file_textures.first().unwrap_or(texture));
            if let Some(picture) =
                file.and_then(|file| pictures.get_mut(file.element.typed_id as usize))
            {
                by(picture).push(index);
            }
        };
        used(&material.pbr.base_color, |picture| &mut picture.colors_of);
        used(&material.pbr.normal_map, |picture| &mut picture.bumps_of);
    }
    pictures.retain(|picture| !picture.colors_of.is_empty() || !picture.bumps_of.is_empty());
    (looks, pictures)
}

fn read_material(index: usize, material: &ufbx::Material) -> Material {
    let name = material.element.name.to_string();
    let base = &material.pbr.base_color;
    let factor = &material.pbr.base_factor;
    let factor = if factor.has_value {
        factor.value_vec4.x
    } else {
        1.0
    };
    let color = if base.has_value {
        [base.value_vec4.x, base.value_vec4.y, base.value_vec4.z]
    } else {
        [1.0; 3]
    };
    // A picture stands for the colour, which exporters then leave at any value.
    let color = if base.texture.is_some() {
        [1.0; 3]
    } else {
        color.map(|part| part * factor)
    };
    let [r, g, b] = color.map(|part| {
        if part.is_finite() {
            part.clamp(0.0, 1.0) as f32
        } else {
            1.0
        }
    });
    Material {
        name: if name.is_empty() {
            format!("material_{index}")
        } else {
            name
        },
        base_color: [r, g, b, 1.0],
        double_sided: material.features.double_sided.enabled,
        ..Material::default()
    }
}

fn picture_of(texture: &ufbx::Texture) -> FbxPicture {
    let said = [
        &texture.relative_filename,
        &texture.filename,
        &texture.absolute_filename,
    ];
    let mut paths: Vec<String> = Vec::new();
    for path in said {
        let path = path.replace('\\', "/");
        if is_below(&path) {
            paths.push(path.trim_start_matches("./").to_owned());
        }
    }
    let file = said
        .iter()
        .filter_map(|path| path.rsplit(['/', '\\']).next())
        .find(|file| !file.is_empty());
    if let Some(file) = file {
        paths
            .extend(["", "textures/", "Textures/", "tex/"].map(|folder| format!("{folder}{file}")));
    }
    let mut seen = std::collections::BTreeSet::new();
    paths.retain(|path| !path.is_empty() && seen.insert(path.clone()));
    let stem = file.map(|file| {
        file.rsplit_once('.')
            .map_or(file, |(stem, _)| stem)
            .to_owned()
    });
    let name = stem
        .filter(|stem| !stem.is_empty())
        .unwrap_or_else(|| texture.element.name.to_string());
    FbxPicture {
        name,
        inside: texture.content.to_vec(),
        paths,
        ..FbxPicture::default()
    }
}

/// Whether a path leads nowhere but down.
fn is_below(path: &str) -> bool {
    let is_rooted = path.starts_with('/') || path.contains(':');
    !path.is_empty() && !is_rooted && path.split('/').all(|step| step != "..")
}

/// Finds and decodes the pictures and gives them to their materials. A broken or missing picture is
/// a warning, not an Err.
pub fn load(
    looks: &mut Looks,
    pictures: Vec<FbxPicture>,
    file: &SourceFile<'_>,
    resolve: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
    reading: &mut Reading<'_>,
) -> Result<(), ImportError> {
    let mut names = UniqueNames::default();
    for picture in pictures {
        let first = picture
            .colors_of
            .first()
            .or(picture.bumps_of.first())
            .copied()
            .unwrap_or(0);
        let place = format!("/materials/{first}");
        let bytes = if picture.inside.is_empty() {
            beside(&picture.paths, file, resolve)
        } else {
            Ok(picture.inside)
        };
        let decoded = bytes.and_then(|bytes| {
            picture::decoded(&mut reading.budget, &bytes, &place)
                .map_err(|error| error.problem.to_string())
        });
        let (width, height, rgba) = match decoded {
            Ok(decoded) => decoded,
            Err(why) => {
                reading.report.warn(
                    place,
                    tr!("The texture “{}” was left out: {why}", picture.name),
                );
                continue;
            }
        };
        let name = names.claim(if picture.name.is_empty() {
            "texture"
        } else {
            &picture.name
        });
        let id = Id::derive(&[file.identity, "texture", &name]);
        looks.textures.insert(
            id,
            Arc::new(Texture {
                name,
                origin: None,
                width,
                height,
                rgba: rgba.into(),
            }),
        );
        for material in picture.colors_of {
            looks.materials[material].texture = Some(id);
        }
        for material in picture.bumps_of {
            looks.materials[material].normal_texture = Some(id);
        }
    }
    Ok(())
}

/// Reads the first path that exists. The folder into which programs unpack pictures (`name.fbm`) is
/// tried last.
fn beside(
    paths: &[String],
    file: &SourceFile<'_>,
    resolve: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, String> {
    let unpacked = paths
        .iter()
        .filter(|path| !path.contains('/'))
        .map(|path| format!("{}.fbm/{path}", file.name));
    let mut why = tr!("the file does not say where it is").to_owned();
    for path in paths.iter().cloned().chain(unpacked.collect::<Vec<_>>()) {
        match resolve(&path) {
            Ok(bytes) => return Ok(bytes),
            Err(error) => why = tr!("“{path}” cannot be read ({error}). Put it beside the file."),
        }
    }
    Err(why)
}
