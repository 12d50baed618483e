//! The other side of a skeleton's mirror: its bones and names, numbers in the axes of a bone there,
//! and what a control reaches for or is turned by as it is there.

mod refusal;
mod side;

pub use refusal::MirrorRefusal;
pub(crate) use refusal::MirrorResult;
pub(super) use side::Sides;

use super::{EndRotation, Input, Modify, Space, Target};
use crate::BoneKey;
use anim::graph::control::{DrivenChannel, Mode};
use side::{Across, MirrorVectorMap, degrees, turn};

/// Puts an item in place of the one with the same key, else at the end.
pub(super) fn put<T>(
    list: &mut Vec<T>,
    nth: usize,
    new: T,
    key: impl Fn(&T) -> &BoneKey,
) -> MirrorResult<()> {
    match list.iter().position(|it| key(it) == key(&new)) {
        Some(at) if at == nth => return Err(MirrorRefusal::OneSided),
        Some(at) => list[at] = new,
        None => list.push(new),
    }
    Ok(())
}

impl Sides<'_> {
    pub(super) fn swap(&self, bone: &mut BoneKey) -> MirrorResult<()> {
        *bone = self.bone(bone)?;
        Ok(())
    }

    /// `end` is what reaches, as it is before it is mirrored.
    pub(super) fn target(&self, target: &mut Target, end: &BoneKey) -> MirrorResult<()> {
        let (space, across) = self.target_space(&target.space, end)?;
        across.place().inputs(&mut target.at, self)?;
        target.space = space;
        Ok(())
    }

    /// Mirrors the rotation of the end bone; call before its target is mirrored.
    pub(super) fn tip(
        &self,
        end: &BoneKey,
        target: &Target,
        rotation: &mut EndRotation,
    ) -> MirrorResult<()> {
        let EndRotation::Take(by) = rotation else {
            return Ok(());
        };
        self.replaced(end, &self.target_space(&target.space, end)?.1, by)
    }

    /// Degrees that a bone is turned to in a space.
    fn replaced(&self, bone: &BoneKey, across: &Across, by: &mut [Input; 3]) -> MirrorResult<()> {
        let numbers = Input::numbers(by).ok_or(MirrorRefusal::Expression)?;
        *by = degrees(self.turn_of(bone, across, turn(numbers))?);
        Ok(())
    }

    pub(super) fn modified(
        &self,
        bone: &BoneKey,
        [moves, turns, scales]: [&mut Modify; 3],
    ) -> MirrorResult<()> {
        let (space, across) = self.space(&moves.space, bone)?;
        if moves.mode != Mode::Ignore {
            let change = if moves.mode == Mode::Replace {
                across.place()
            } else {
                across.way()
            };
            change.inputs(&mut moves.by, self)?;
        }
        moves.space = space;
        let (space, across) = self.space(&turns.space, bone)?;
        match (turns.mode, Input::numbers(&turns.by)) {
            (Mode::Ignore, _) => {}
            (Mode::Replace, _) => self.replaced(bone, &across, &mut turns.by)?,
            (Mode::Add, Some(by)) => turns.by = degrees(across.turned(turn(by))),
            (Mode::Add, None) => {
                let change = across.spin();
                // Degrees about one axis after the other: none may take the place of another.
                let stay = change
                    .axes()
                    .is_some_and(|axes| axes.iter().enumerate().all(|(at, axis)| axis.0 == at));
                change
                    .inputs(&mut turns.by, self)
                    .ok()
                    .filter(|_| stay)
                    .ok_or(MirrorRefusal::Expression)?;
            }
        }
        turns.space = space;
        let (space, across) = self.space(&scales.space, bone)?;
        if scales.mode != Mode::Ignore {
            let own = scales.by.clone();
            for (at, (from, _)) in across.way().axes_of(bone)?.into_iter().enumerate() {
                scales.by[at] = own[from].clone();
                self.input(&mut scales.by[at]);
            }
        }
        scales.space = space;
        Ok(())
    }

    /// A channel of a bone, and a range of its numbers.
    pub(super) fn channel(
        &self,
        bone: &BoneKey,
        channel: &mut DrivenChannel,
        range: &mut [f64; 2],
    ) -> MirrorResult<()> {
        let change = match channel {
            DrivenChannel::Translation(_) => self.space(&Space::ParentBone, bone)?.1.way(),
            DrivenChannel::Rotation(_) => self.of_bone(bone)?.spin(),
            DrivenChannel::Scale(_) => self.of_bone(bone)?.way(),
        };
        let axes = change.axes_of(bone)?;
        let is_scale = matches!(channel, DrivenChannel::Scale(_));
        let (DrivenChannel::Translation(axis)
        | DrivenChannel::Rotation(axis)
        | DrivenChannel::Scale(axis)) = channel;
        let found = (0..3).find(|at| axes[*at].0 == usize::from(*axis));
        let at = found.ok_or_else(|| MirrorRefusal::Axes(bone.as_str().to_owned()))?;
        *axis = at as u8;
        if axes[at].1 && !is_scale {
            *range = range.map(|number| if number == 0.0 { 0.0 } else { -number });
        }
        Ok(())
    }
}

impl MirrorVectorMap {
    pub(super) fn axes_of(&self, bone: &BoneKey) -> MirrorResult<[(usize, bool); 3]> {
        self.axes()
            .ok_or_else(|| MirrorRefusal::Axes(bone.as_str().to_owned()))
    }
}
