//! Cutting a segment into pieces that play the same.

use crate::{
    EditError,
    segment::{insert_segment, take_segment},
};
use asset::{Id, Montage, Notify, Project, montage::Segment};

/// Seconds of the montage within which a cut is at an end of the segment or of one of its loops.
const NEAR: f64 = 1e-4;
/// Seconds of the clip within which a cut is at such an end. No segment is shorter than half of it,
/// and positions are rounded.
const NEAR_IN_CLIP: f64 = 2e-4;

pub(crate) fn split(
    project: &Project,
    m: &mut Montage,
    segment: Id,
    at: f32,
    ids: [Id; 3],
) -> Result<bool, EditError> {
    let (slot, whole) = m
        .segment(segment)
        .map(|(slot, it)| (slot.id, it.clone()))
        .ok_or(EditError::ItemMissing)?;
    let own = project
        .clips
        .get(&whole.clip)
        .ok_or(EditError::AssetMissing)?
        .rate_scale;
    let mut pieces = pieces(
        &whole,
        f64::from(own),
        f64::from(at) - f64::from(whole.start),
    );
    if pieces.len() < 2 {
        return Ok(false);
    }
    for (piece, id) in pieces.iter_mut().skip(1).zip(ids) {
        if m.segment(id).is_some() {
            return Err(EditError::IdTaken);
        }
        piece.id = id;
    }
    take_segment(m, segment)?;
    pieces
        .iter()
        .try_for_each(|piece| insert_segment(project, m, slot, piece))?;
    relink(m, segment, &pieces);
    Ok(true)
}

/// Notifies that followed a segment follow that of its pieces that they are on. Contract: there is
/// a piece; they ascend.
pub(crate) fn relink(m: &mut Montage, segment: Id, pieces: &[Segment]) {
    let is_linked = |notify: &Notify| notify.link.segment() == Some(segment);
    m.notifies.edit(is_linked, |notify| {
        let under = pieces
            .iter()
            .rev()
            .find(|piece| piece.start <= notify.time + NEAR as f32)
            .unwrap_or(&pieces[0]);
        notify.link = notify.link.to(under.id);
    });
}

/// One alone where the cut is at or beyond an end. `into` is in seconds of the montage from the
/// start.
fn pieces(whole: &Segment, clip_rate: f64, into: f64) -> Vec<Segment> {
    let rate = f64::from(whole.rate) * clip_rate;
    let one = f64::from(whole.clip_end - whole.clip_begin) / rate.abs();
    let loops = f64::from(whole.loops);
    let near = NEAR.max(NEAR_IN_CLIP / rate.abs());
    if into.is_nan() || into < near || into > one * loops - near {
        return vec![whole.clone()];
    }
    let turns = ((into + near) / one).floor();
    let rest = into - turns * one;
    let of = |first: f64, count: f64| Segment {
        start: (f64::from(whole.start) + first * one) as f32,
        loops: count as u32,
        ..whole.clone()
    };
    if rest < near {
        return vec![of(0.0, turns), of(turns, loops - turns)];
    }
    let cut = (rest * rate.abs()) as f32;
    let (mut head, mut tail) = (of(turns, 1.0), of(turns, 1.0));
    tail.start = (f64::from(whole.start) + into) as f32;
    if rate > 0.0 {
        (head.clip_end, tail.clip_begin) = (whole.clip_begin + cut, whole.clip_begin + cut);
    } else {
        (head.clip_begin, tail.clip_end) = (whole.clip_end - cut, whole.clip_end - cut);
    }
    let before = (turns > 0.0).then(|| of(0.0, turns));
    let after = (turns + 1.0 < loops).then(|| of(turns + 1.0, loops - turns - 1.0));
    before
        .into_iter()
        .chain([head, tail])
        .chain(after)
        .collect()
}

#[cfg(test)]
mod tests;
