//! The body of the figure, made of lofted pieces: the left half is built and mirrored. One skin of two materials at three
//! levels of detail, for both builds.

mod arm;
mod atlas;
mod chain;
mod corrective;
mod emblem;
mod foot;
mod frame;
mod half;
mod hand;
mod head;
mod leg;
mod loft;
mod math;
mod morphs;
mod paint;
mod piece;
mod rows;
mod skin;
mod skull;
mod torso;

use crate::{Build, skeleton};
use asset::{Texture, mesh::Part};
use atlas::Atlas;
use frame::Frame;
use half::Half;
use piece::{Finish, MATERIALS, Piece};
use skin::Skin;
use std::sync::Arc;

/// Levels of detail, the finest first.
pub const LODS: usize = 3;

fn pieces(frame: &Frame) -> Vec<Piece> {
    let mut pieces = vec![torso::piece(frame), emblem::piece(frame), arm::piece(frame), leg::piece(frame)];
    pieces.extend(foot::pieces(frame));
    pieces.extend(hand::pieces(frame));
    pieces.extend(head::pieces(frame));
    pieces
}

fn atlas() -> Atlas {
    Atlas::new(&pieces(&Frame::new(Build::Tall)))
}

/// The skin at a level of detail, one part a material.
pub fn parts(build: Build, lod: usize) -> Vec<Part> {
    let frame = Frame::new(build);
    let pieces = pieces(&frame);
    let half = Half::new(&pieces, &atlas(), lod);
    let mut morphs = Vec::new();
    if lod + 1 < LODS {
        morphs.extend(morphs::of_face(&half, &pieces));
        morphs.extend(corrective::of_joints(&half, &frame));
    }
    let joints = skeleton::joints(build);
    let skin = Skin { dropped: skin::dropped(&joints, lod), joints: &joints, influences: skin::INFLUENCES[lod] };
    let part = |(material, (name, finishes)): (usize, &(&str, &[Finish]))| {
        let (data, morphs) = skin.part(name, &half, &morphs, finishes);
        Part { name: (*name).into(), source: None, material, morphs, data: Arc::new(data) }
    };
    MATERIALS.iter().enumerate().map(part).collect()
}

/// The colours of the materials, in their order.
pub fn textures() -> [Texture; 2] {
    paint::textures(&atlas())
}
