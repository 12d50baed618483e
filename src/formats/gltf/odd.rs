//! The one policy for odd but harmless things in a file.
//!
//! What is clear is used. What is not is left out and reported with its place, and the file is
//! imported. A file is refused only for what is dangerous (paths out of its folder, sizes without
//! bound), for what contradicts itself where bones, vertices or keys would be guessed (a reference
//! to nothing, an index out of range, too few numbers, times that go back), and for an extension
//! that it requires and that is not known here.

#[cfg(test)]
mod tests;
mod value;

pub use value::{Odd, Plain};

use super::json::GltfRoot;
use crate::{ImportError, ImportReport};
use words::tr;

/// Reports that something was left out; `what` is a full clause that says why. An Err refuses the
/// file where nothing that is clear would be left.
pub(super) fn left_out(
    report: &mut ImportReport,
    place: impl Into<crate::ImportErrorPlace>,
    what: &str,
    is_clear: bool,
) -> Result<(), ImportError> {
    let place = place.into();
    if !is_clear {
        return Err(ImportError::invalid(place, what));
    }
    report.warn(place, tr!("Unexpected: {what}; it was left out."));
    Ok(())
}

/// Reports fields with a value of the wrong type, with their places.
pub(super) fn tell(root: &GltfRoot, report: &mut ImportReport) {
    let mut told = |is_odd: bool, place: &dyn Fn() -> String| {
        if is_odd {
            report.warn(
                place(),
                tr!("Its value has an unexpected type; it was left out."),
            );
        }
    };
    for (index, node) in root.nodes.iter().enumerate() {
        told(node.name.is_odd(), &|| format!("/nodes/{index}/name"));
    }
    for (index, mesh) in root.meshes.iter().enumerate() {
        told(mesh.name.is_odd(), &|| format!("/meshes/{index}/name"));
        told(mesh.extras.target_names.is_odd(), &|| {
            format!("/meshes/{index}/extras/targetNames")
        });
    }
    for (index, animation) in root.animations.iter().enumerate() {
        told(animation.name.is_odd(), &|| {
            format!("/animations/{index}/name")
        });
        for (at, sampler) in animation.samplers.iter().enumerate() {
            told(sampler.interpolation.is_odd(), &|| {
                format!("/animations/{index}/samplers/{at}/interpolation")
            });
        }
    }
    for (index, image) in root.images.iter().enumerate() {
        told(image.name.is_odd(), &|| format!("/images/{index}/name"));
    }
    for (index, material) in root.materials.iter().enumerate() {
        told(material.name.is_odd(), &|| {
            format!("/materials/{index}/name")
        });
        told(material.alpha_mode.is_odd(), &|| {
            format!("/materials/{index}/alphaMode")
        });
        told(material.alpha_cutoff.is_odd(), &|| {
            format!("/materials/{index}/alphaCutoff")
        });
        told(material.double_sided.is_odd(), &|| {
            format!("/materials/{index}/doubleSided")
        });
        let factor = &material.pbr_metallic_roughness.base_color_factor;
        told(factor.is_odd(), &|| {
            format!("/materials/{index}/pbrMetallicRoughness/baseColorFactor")
        });
    }
}
