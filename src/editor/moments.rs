//! The character at other moments than the one that is shown. A clip and a montage are put there by
//! a player of their own; of a pose graph only what was shown is known.

#[cfg(test)]
mod tests;

use crate::viewport::{BonePath, GhostSettings, MomentGhost, OtherMoments};
use anim::Transform;
use footage::{Reel, ReelOrder};
use glam::Vec3;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::Arc,
};
use studio::{PreviewFrame, PreviewSubject};

/// Largest number of moments that are computed in one pass of the window.
const A_PASS: usize = 48;
/// Moments that are kept.
const MOST_KEPT: usize = 1500;
/// Frames a second of what has none: a pose graph.
const GRAPH_RATE: f64 = 30.0;
/// Seconds of what a graph showed that are kept.
const MOST_PAST: f64 = 12.0;

/// Ghosts and bone paths of other moments that are to be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MomentWish {
    /// Settings of the ghosts; None shows no ghosts.
    pub ghosts: Option<GhostSettings>,
    /// Bones whose paths are shown, by their index.
    pub bones: Vec<usize>,
    /// Seconds that paths reach to each side.
    pub span: f32,
    /// Frames a second of what plays; None of what has none.
    pub rate: Option<f64>,
}

impl MomentWish {
    /// Whether nothing is wished.
    pub fn is_empty(&self) -> bool {
        self.ghosts.is_none() && self.bones.is_empty()
    }
}

/// Poses of other moments that are known, and the ghosts and paths that are shown of them.
#[derive(Default)]
pub struct Moments {
    /// Another player, and what it plays.
    reel: Option<(ReelOrder, Reel)>,
    /// Known poses, by their frame.
    known: BTreeMap<i64, PreviewFrame>,
    /// Frames that a graph showed, the oldest first.
    past: VecDeque<Arc<PreviewFrame>>,
    /// Frame and wish for which all moments are shown; None while some are missing.
    seen: Option<(Arc<PreviewFrame>, MomentWish)>,
    shown: OtherMoments,
}

/// The shown moment of a clip or montage.
struct MomentHere<'a> {
    frame: &'a PreviewFrame,
    /// Frames a second.
    rate: f64,
    /// The frame that is nearest.
    at: i64,
    last: i64,
    /// Placement of the character in the other player at this moment.
    base: Transform,
}

impl Moments {
    /// Ghosts and paths of other moments, for the viewport.
    pub fn shown(&self) -> &OtherMoments {
        &self.shown
    }

    /// Clears the ghosts and paths, so that nothing of other moments is shown.
    pub fn rest(&mut self) {
        (self.reel, self.seen) = (None, None);
        self.known.clear();
        self.shown = OtherMoments::default();
    }

    /// Shows what `wish` asks for around `frame`, which `order` made. Returns whether some of it is
    /// not worked out yet; the next call continues the work.
    pub fn follow(
        &mut self,
        frame: &Arc<PreviewFrame>,
        order: ReelOrder,
        wish: MomentWish,
    ) -> bool {
        if !self
            .reel
            .as_ref()
            .is_some_and(|(of, _)| is_same(of, &order))
        {
            self.known.clear();
            self.seen = None;
            let reel = Reel::new(&order, 0.0);
            self.reel = Some((order, reel));
        }
        let is_seen =
            |(of, by): &(Arc<PreviewFrame>, MomentWish)| Arc::ptr_eq(of, frame) && *by == wish;
        if self.seen.as_ref().is_some_and(is_seen) {
            return false;
        }
        let is_whole = match self.here(frame, &wish) {
            Some(_) if self.length() <= 0.0 => true,
            Some(here) => self.put_around(&here, &wish),
            None => self.look_back(frame, &wish),
        };
        self.seen = is_whole.then(|| (frame.clone(), wish));
        !is_whole
    }

    /// Seconds of the clip or the montage; 0 of anything else.
    fn length(&self) -> f64 {
        let Some((order, _)) = &self.reel else {
            return 0.0;
        };
        let length = match order.subject {
            PreviewSubject::Clip(name) => order.library.clip(name).map(|clip| clip.length),
            PreviewSubject::Montage(name) => {
                let montage = order.library.montage(name);
                montage.map(|montage| montage.length)
            }
            _ => None,
        };
        length.map_or(0.0, f64::from)
    }

    /// The shown moment of a clip or montage; None if the preview cannot be set to a time.
    fn here<'a>(&mut self, frame: &'a PreviewFrame, wish: &MomentWish) -> Option<MomentHere<'a>> {
        let rate = wish.rate?;
        let length = self.length();
        let (order, reel) = self.reel.as_mut()?;
        let is_put = matches!(
            order.subject,
            PreviewSubject::Clip(_) | PreviewSubject::Montage(_)
        );
        let base = reel.put(frame.position).filter(|_| is_put)?;
        Some(MomentHere {
            frame,
            rate,
            at: (frame.position * rate).round() as i64,
            last: (length * rate + 1e-6).floor() as i64,
            base: base.placement,
        })
    }

    fn put_around(&mut self, here: &MomentHere<'_>, wish: &MomentWish) -> bool {
        let offsets = wish.ghosts.map_or(Vec::new(), GhostSettings::offsets);
        let reach = (f64::from(wish.span) * here.rate).round() as i64;
        let path = if wish.bones.is_empty() {
            here.at..=here.at - 1
        } else {
            here.at - reach..=here.at + reach
        };
        let wanted = offsets.iter().map(|offset| here.at + offset).chain(path);
        let wanted: BTreeSet<i64> = wanted.filter(|at| (0..=here.last).contains(at)).collect();
        let mut lacking: Vec<i64> = wanted
            .iter()
            .filter(|at| !self.known.contains_key(at))
            .copied()
            .collect();
        lacking.sort_by_key(|at| (at - here.at).abs());
        if self.known.len() + lacking.len() > MOST_KEPT {
            self.known.retain(|at, _| wanted.contains(at));
        }
        let is_whole = lacking.len() <= A_PASS;
        for at in lacking.into_iter().take(A_PASS) {
            let put = |(_, reel): &mut (ReelOrder, Reel)| reel.put(at as f64 / here.rate);
            if let Some(frame) = self.reel.as_mut().and_then(put) {
                self.known.insert(at, frame);
            }
        }
        let placed = |at: i64| Some((self.known.get(&at)?, here));
        let ghost = |offset: &i64| {
            let (frame, here) = placed(here.at + offset)?;
            Some((*offset, here.moved(frame)))
        };
        let ghosts = near_first(&offsets, offsets.iter().filter_map(ghost).collect());
        let points = |bone: usize, side: &mut dyn Iterator<Item = i64>| {
            let point = |at: i64| {
                let (frame, here) = placed(at)?;
                here.point(frame, bone)
            };
            side.filter_map(point).collect::<Vec<Vec3>>()
        };
        let paths = wish.bones.iter().map(|bone| {
            let now = bone_at(here.frame, *bone, &here.frame.placement);
            let mut before = points(*bone, &mut (here.at - reach..here.at));
            let mut after: Vec<Vec3> = now.into_iter().collect();
            before.extend(now);
            after.extend(points(*bone, &mut (here.at + 1..=here.at + reach)));
            BonePath { before, after }
        });
        self.shown = OtherMoments {
            paths: paths.collect(),
            ghosts,
        };
        is_whole
    }

    /// Shows one other pose of the same moment: the recorded one beside the edited one.
    pub fn stand_beside(&mut self, recorded: &PreviewFrame) {
        self.rest();
        self.shown.ghosts = vec![MomentGhost {
            frame: recorded.clone(),
            offset: -1,
            nearness: 1.0,
        }];
    }

    /// Keeps what a graph shows, for as long as time goes on.
    pub fn remember(&mut self, frame: &Arc<PreviewFrame>, subject: PreviewSubject) {
        if !matches!(subject, PreviewSubject::Graph(_)) {
            return self.past.clear();
        }
        while let Some(last) = self.past.back()
            && (last.time >= frame.time || !goes_on(last, frame))
        {
            // Time was turned back, or begins anew.
            self.past.pop_back();
        }
        while let Some(first) = self.past.front()
            && frame.time - first.time > MOST_PAST
        {
            self.past.pop_front();
        }
        self.past.push_back(frame.clone());
    }

    fn look_back(&mut self, frame: &PreviewFrame, wish: &MomentWish) -> bool {
        let rate = wish.rate.unwrap_or(GRAPH_RATE);
        let half = 0.5 / rate;
        let shown_at = |time: f64| {
            let after = self.past.partition_point(|past| past.time <= time + half);
            let past = self.past.get(after.checked_sub(1)?)?;
            (time - past.time <= half).then_some(past)
        };
        let offsets = wish.ghosts.map_or(Vec::new(), GhostSettings::offsets);
        let ghost = |offset: &i64| {
            let past = shown_at(frame.time + *offset as f64 / rate).filter(|_| *offset < 0)?;
            Some((*offset, PreviewFrame::clone(past)))
        };
        let ghosts = near_first(&offsets, offsets.iter().filter_map(ghost).collect());
        let since = frame.time - f64::from(wish.span);
        let paths = wish.bones.iter().map(|bone| {
            let shown = self.past.iter().filter(|past| past.time >= since);
            let before: Vec<Vec3> = shown
                .filter_map(|past| bone_at(past, *bone, &past.placement))
                .collect();
            let after = before.last().copied().into_iter().collect();
            BonePath { before, after }
        });
        self.shown = OtherMoments {
            paths: paths.collect(),
            ghosts,
        };
        true
    }
}

impl MomentHere<'_> {
    /// Placement of the character in `other`, carried over to where the character is shown now.
    fn placement(&self, other: &PreviewFrame) -> Transform {
        let way = self.base.relative_to(&other.placement);
        self.frame.placement.compose(&way)
    }

    fn moved(&self, other: &PreviewFrame) -> PreviewFrame {
        PreviewFrame {
            placement: self.placement(other),
            trail: Vec::new(),
            ..other.clone()
        }
    }

    fn point(&self, other: &PreviewFrame, bone: usize) -> Option<Vec3> {
        bone_at(other, bone, &self.placement(other))
    }
}

/// Position of a bone in world space; None if the frame does not have the bone.
fn bone_at(frame: &PreviewFrame, bone: usize, placement: &Transform) -> Option<Vec3> {
    let model = frame.models.get(bone)?;
    Some(
        placement
            .to_affine()
            .transform_point3(model.translation.into()),
    )
}

/// Ghosts of the found frames. A ghost that is farther in time on its side is paler.
fn near_first(offsets: &[i64], found: Vec<(i64, PreviewFrame)>) -> Vec<MomentGhost> {
    let farthest = |offset: i64| {
        let side = offsets.iter().filter(|other| (**other < 0) == (offset < 0));
        side.map(|other| other.unsigned_abs()).max().unwrap_or(1)
    };
    let ghost = |(offset, frame): (i64, PreviewFrame)| MomentGhost {
        frame,
        offset,
        nearness: 1.0 - offset.unsigned_abs() as f32 / (farthest(offset) + 1) as f32,
    };
    found.into_iter().map(ghost).collect()
}

/// Whether nothing but time lies between two frames of a graph.
fn goes_on(before: &PreviewFrame, now: &PreviewFrame) -> bool {
    before.skeleton.name == now.skeleton.name
        && before.graph.name() == now.graph.name()
        && before.models.len() == now.models.len()
}

/// Whether both orders show the same at the same moment.
fn is_same(one: &ReelOrder, other: &ReelOrder) -> bool {
    let plain = |it: &ReelOrder| (it.subject, it.root_motion, it.scope, it.lod);
    Arc::ptr_eq(&one.library, &other.library)
        && plain(one) == plain(other)
        && one.ground == other.ground
        && one.targets == other.targets
        && one.partners == other.partners
}
