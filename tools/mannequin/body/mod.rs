//! The body of the figure, made of lofted pieces: the left half is built and then mirrored. It is
//! one skin of two materials at three levels of detail, for both builds.

mod arm;
mod corrective;
mod emblem;
mod foot;
mod hand;
mod head;
mod leg;
mod lod;
mod materials;
mod measures;
mod paint;
mod skull;
mod surface;
#[cfg(test)]
mod tests;
mod torso;

use crate::{
    Build,
    sculpt::{
        LODS,
        atlas::Atlas,
        half::Half,
        morphs,
        piece::{BodyPiece, Finish},
        skin::SkinBuilder,
    },
    skeleton,
};
use asset::{
    Id, Material, Mesh, Texture,
    mesh::{Lod, Part},
};
use materials::MATERIALS;
use measures::Measures;
use std::sync::Arc;

fn pieces(measures: &Measures) -> Vec<BodyPiece> {
    let mut pieces = vec![
        torso::piece(measures),
        emblem::piece(measures),
        arm::piece(measures),
        leg::piece(measures),
    ];
    pieces.extend(foot::pieces(measures));
    pieces.extend(hand::pieces(measures));
    pieces.extend(head::pieces(measures));
    pieces
}

/// Texture atlas, which both builds share.
fn atlas() -> Atlas {
    Atlas::new(
        &pieces(&Measures::new(Build::Tall)),
        &MATERIALS.map(|(_, finishes)| finishes),
    )
}

/// Parts of a level of detail, one for each material. Level 0 has 8 influences for each vertex, the
/// others 4.
pub fn parts(build: Build, lod: usize) -> Vec<Part> {
    parts_of(build, lod, lod::INFLUENCES[lod])
}

/// Parts of the finest level of detail with 4 influences for each vertex, for skinning that takes
/// no more.
pub fn parts_with_four_influences(build: Build) -> Vec<Part> {
    parts_of(build, 0, 4)
}

fn parts_of(build: Build, lod: usize, influences: usize) -> Vec<Part> {
    let measures = Measures::new(build);
    let pieces = pieces(&measures);
    let half = Half::new(&pieces, &atlas(), lod);
    let mut morphs = Vec::new();
    if lod + 1 < LODS {
        morphs.extend(morphs::of_pieces(&half, &pieces, &head::MORPHS));
        morphs.extend(corrective::of_joints(&half, &measures));
    }
    let joints = skeleton::joints(build);
    let skin = SkinBuilder {
        dropped: lod::dropped(&joints, lod),
        joints: &joints,
        influences,
    };
    let part = |(material, (name, finishes)): (usize, &(&str, &[Finish]))| {
        let (data, morphs) = skin.part(name, &half, &morphs, finishes);
        Part {
            name: (*name).into(),
            material,
            morphs,
            data: Arc::new(data),
            ..Part::default()
        }
    };
    MATERIALS.iter().enumerate().map(part).collect()
}

/// Mesh of a build with all its levels of detail. `texture` returns the id of each of [`textures`]
/// by its name.
pub fn mesh(build: Build, skeleton: Id, texture: impl Fn(&str) -> Id) -> Mesh {
    let joints = skeleton::joints(build);
    let removed = |lod: usize| {
        lod::dropped(&joints, lod)
            .iter()
            .map(|name| name.as_str().into())
            .collect()
    };
    let lod = |lod: usize| Lod {
        screen_size: lod::SCREEN_SIZES[lod],
        removed_bones: removed(lod),
        parts: parts(build, lod),
    };
    let material = |(name, _): (&str, _)| Material {
        name: name.into(),
        base_color: [1.0; 4],
        texture: Some(texture(&paint::color_name(name))),
        normal_texture: Some(texture(&paint::normal_name(name))),
        ..Material::default()
    };
    Mesh {
        name: build.mesh_name().into(),
        origin: None,
        skeleton,
        bones: joints
            .iter()
            .map(|joint| joint.name.as_str().into())
            .collect(),
        lods: (0..LODS).map(lod).collect(),
        materials: MATERIALS.map(material).into(),
        post_process: None,
        post_process_lod: anim::mesh_levels::ALL_LEVELS,
        bone_limit: None,
        room: Default::default(),
        bodies: Vec::new(),
    }
}

/// Colour and normal textures of both materials.
pub fn textures() -> Vec<Texture> {
    paint::textures(&atlas())
}
