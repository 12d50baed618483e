//! Edits of a blend space: its axes and samples.

#[cfg(test)]
mod tests;

use crate::{
    BlendSpaceCommand, EditError,
    field::{bounded, finite, in_range, moving_rate},
    item::{self, ListedItem, listed, on_copy},
};
use anim::blend_space::MOST_SPEEDS;
use asset::{
    BlendSpace, Id, Project,
    blend_space::{Axis, BoneSpeed, Sample},
    is_finite,
};
use words::tr;

pub(crate) fn apply(
    project: &mut Project,
    id: Id,
    command: &BlendSpaceCommand,
) -> Result<bool, EditError> {
    on_copy(
        project,
        id,
        |project| &mut project.blend_spaces,
        |space, project| {
            let before = space.clone();
            edit(project, space, command)?;
            Ok(*space != before)
        },
    )
}

fn edit(
    project: &Project,
    space: &mut BlendSpace,
    command: &BlendSpaceCommand,
) -> Result<(), EditError> {
    match command {
        BlendSpaceCommand::SetAxes(axes) => {
            if !(1..=2).contains(&axes.len()) {
                return Err(EditError::OutOfRange {
                    field: tr!("Axes"),
                    range: tr!("one or two").into(),
                });
            }
            axes.iter().try_for_each(check_axis)?;
            space.axes = axes.clone();
        }
        BlendSpaceCommand::Sample(command) => drop(item::edit(space, project, command)?),
        BlendSpaceCommand::SetWeightSpeed(speed) => {
            bounded(
                *speed,
                0.0..=1000.0,
                tr!("Weight speed"),
                tr!(" per second"),
            )?;
            space.weight_speed = *speed;
        }
        BlendSpaceCommand::SetNotifies(notifies) => space.notifies = *notifies,
        BlendSpaceCommand::SetDivision(division) => space.division = *division,
        BlendSpaceCommand::SetBoneSpeeds(speeds) => {
            check_bone_speeds(project, space, speeds)?;
            space.bone_speeds.clone_from(speeds);
        }
    }
    Ok(())
}

/// A bone that was gone before may stay: its speed waits for it.
fn check_bone_speeds(
    project: &Project,
    space: &BlendSpace,
    speeds: &[BoneSpeed],
) -> Result<(), EditError> {
    if speeds.len() > MOST_SPEEDS {
        return Err(EditError::OutOfRange {
            field: tr!("Bones with a speed"),
            range: tr!("{MOST_SPEEDS} or fewer").into(),
        });
    }
    for (at, speed) in speeds.iter().enumerate() {
        bounded(
            speed.speed,
            0.0..=1000.0,
            tr!("Weight speed"),
            tr!(" per second"),
        )?;
        if speeds[..at].iter().any(|other| other.bone == speed.bone) {
            return Err(EditError::OutOfRange {
                field: tr!("A bone"),
                range: tr!("listed only once").into(),
            });
        }
        let is_known = space
            .bone_speeds
            .iter()
            .any(|known| known.bone == speed.bone);
        let skeleton = project.skeletons.get(&space.skeleton);
        if !is_known && skeleton.is_none_or(|skeleton| skeleton.index(&speed.bone).is_none()) {
            return Err(EditError::ItemMissing);
        }
    }
    Ok(())
}

fn check_axis(axis: &Axis) -> Result<(), EditError> {
    finite(is_finite(axis))?;
    if axis.min >= axis.max {
        return Err(EditError::OutOfRange {
            field: tr!("The end of an axis"),
            range: tr!("more than its start").into(),
        });
    }
    bounded(axis.smoothing.time, 0.0..=60.0, tr!("Smoothing time"), " s")?;
    bounded(axis.grid as f32, 1.0..=100.0, tr!("Grid"), tr!(" lines"))
}

impl ListedItem for Sample {
    listed!(BlendSpace, samples);

    fn checked(&self, space: &BlendSpace, project: &Project) -> Result<Self, EditError> {
        let clip = project.clips.get(&self.clip);
        if clip.ok_or(EditError::AssetMissing)?.skeleton != space.skeleton {
            return Err(EditError::SkeletonMismatch);
        }
        moving_rate(self.rate, "")?;
        for (axis, at) in space.axes.iter().zip(self.at) {
            in_range(
                at,
                axis.min,
                axis.max,
                tr!("A sample"),
                tr!("within its axes"),
            )?;
        }
        finite(is_finite(self))?;
        Ok(self.clone())
    }
}
