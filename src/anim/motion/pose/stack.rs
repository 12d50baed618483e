//! Poses laid one over the other, in one pass over memory.

use super::{
    BoneBlock, Pose,
    blend::{blend, is_inside},
    block::{lerp, load, nlerp, store},
};
use crate::simd;
use fearless_simd::{dispatch, f32x8, prelude::*};

/// A pose, and how much of it covers what lies below.
pub(crate) type PoseCover<'a> = (&'a Pose, f32);

/// Each pose over what those before it make of `first`: what [`blend`] gives one after the other,
/// bit for bit, without a pose in between. Contract: all have the same bones, and every alpha lies
/// inside, where [`blend`] copies neither end.
pub(crate) fn blend_stack(first: &Pose, over: &[PoseCover<'_>], out: &mut Pose) {
    let [first_cover, ..] = over else {
        return out.copy_from(first);
    };
    if over.len() == 1 {
        return blend(first, first_cover.0, first_cover.1, out);
    }
    let scaled_from = scaled_from(first, over);
    // Every row is written but that of scales, where all of them are 1.
    if !out.is_ready(first.len(), first.rows, scaled_from < over.len()) {
        out.copy_from(first);
    }
    out.rows = first.rows;
    out.copy_numbers(first);
    lay(Some(&first.blocks), over, scaled_from, out);
}

/// Blends as [`blend_stack`], over `pose` itself.
pub(crate) fn blend_onto(pose: &mut Pose, over: &[PoseCover<'_>]) {
    let scaled_from = scaled_from(pose, over);
    lay(None, over, scaled_from, pose);
}

/// The first of the poses from which on scales have to be blended: those below are 1, which no
/// weight may round.
fn scaled_from(first: &Pose, over: &[PoseCover<'_>]) -> usize {
    if !first.has_even_scale(1.0) {
        return 0;
    }
    over.iter()
        .position(|(pose, _)| !pose.has_even_scale(1.0))
        .unwrap_or(over.len())
}

fn lay(first: Option<&[BoneBlock]>, over: &[PoseCover<'_>], scaled_from: usize, out: &mut Pose) {
    debug_assert!(
        over.iter()
            .all(|(pose, alpha)| pose.len() == out.len() && is_inside(*alpha))
    );
    if scaled_from < over.len() {
        out.scales_differ();
    }
    over.iter().for_each(|(pose, _)| out.narrow(pose.rows));
    let (rows, blocks) = (out.rows, &mut out.blocks);
    dispatch!(simd::level(), simd => {
        for run in rows.runs(blocks.len()) {
            stack_blocks(simd, first, over, scaled_from, run.start, &mut blocks[run]);
        }
    });
    for (pose, alpha) in over {
        out.scale_numbers(1.0 - alpha);
        out.add_numbers(pose, *alpha);
    }
}

/// A run of blocks, from the block `start` on.
#[inline(always)]
fn stack_blocks<S: Simd>(
    simd: S,
    first: Option<&[BoneBlock]>,
    over: &[PoseCover<'_>],
    scaled_from: usize,
    start: usize,
    out: &mut [BoneBlock],
) {
    for (pair, out) in out.chunks_mut(2).enumerate() {
        let at = start + 2 * pair;
        match out {
            // Each pose waits for the length of what lies below: two blocks side by side hide that
            // wait.
            [a, b] => stack_some(simd, first, over, scaled_from, at, [a, b]),
            [a] => stack_some(simd, first, over, scaled_from, at, [a]),
            _ => {}
        }
    }
}

/// Blocks next to each other, from the block `at` on.
#[inline(always)]
fn stack_some<S: Simd, const N: usize>(
    simd: S,
    first: Option<&[BoneBlock]>,
    over: &[PoseCover<'_>],
    scaled_from: usize,
    at: usize,
    mut out: [&mut BoneBlock; N],
) {
    let zero = f32x8::splat(simd, 0.0);
    let (mut rotations, mut translations) = ([[zero; 4]; N], [[zero; 3]; N]);
    for (n, out) in out.iter().enumerate() {
        let from = first.map_or(&**out, |first| &first[at + n]);
        (rotations[n], translations[n]) =
            (load(simd, &from.rotation), load(simd, &from.translation));
    }
    for (pose, alpha) in over {
        let alpha = f32x8::splat(simd, *alpha);
        for (n, block) in pose.blocks[at..at + N].iter().enumerate() {
            rotations[n] = nlerp(rotations[n], load(simd, &block.rotation), alpha);
            translations[n] = lerp(translations[n], load(simd, &block.translation), alpha);
        }
    }
    for (n, out) in out.iter_mut().enumerate() {
        store(simd, rotations[n], &mut out.rotation);
        store(simd, translations[n], &mut out.translation);
        if scaled_from < over.len() {
            let from = first.map_or(&**out, |first| &first[at + n]);
            let mut scale = load(simd, &from.scale);
            for (pose, alpha) in &over[scaled_from..] {
                scale = lerp(
                    scale,
                    load(simd, &pose.blocks[at + n].scale),
                    f32x8::splat(simd, *alpha),
                );
            }
            store(simd, scale, &mut out.scale);
        }
    }
}
