//! Edits of a blend space: its axes and samples.

use crate::{
    BlendSpaceCommand, EditError,
    field::{in_range, moving_rate},
};
use anim::blend_space::MOST_SPEEDS;
use asset::{
    BlendSpace, Id, Project,
    blend_space::{Axis, BoneSpeed, Sample},
    is_finite,
};
use std::sync::Arc;

pub(crate) fn apply(project: &mut Project, id: Id, command: &BlendSpaceCommand) -> Result<bool, EditError> {
    let before = project.blend_spaces.get(&id).ok_or(EditError::AssetMissing)?;
    let mut space = (**before).clone();
    edit(project, &mut space, command)?;
    let changed = space != **before;
    if changed {
        project.blend_spaces.insert(id, Arc::new(space));
    }
    Ok(changed)
}

fn edit(project: &Project, space: &mut BlendSpace, command: &BlendSpaceCommand) -> Result<(), EditError> {
    match command {
        BlendSpaceCommand::SetAxes(axes) => {
            if !(1..=2).contains(&axes.len()) {
                return Err(EditError::OutOfRange { field: "Axes", range: "one or two" });
            }
            axes.iter().try_for_each(check_axis)?;
            space.axes = axes.clone();
        }
        BlendSpaceCommand::SetSample(sample) => {
            check_sample(project, space, sample)?;
            match space.samples.iter_mut().find(|known| known.id == sample.id) {
                Some(known) => *known = sample.clone(),
                None => space.samples.push(sample.clone()),
            }
        }
        BlendSpaceCommand::RemoveSample(id) => {
            let at = space.samples.iter().position(|sample| sample.id == *id).ok_or(EditError::ItemMissing)?;
            space.samples.remove(at);
        }
        BlendSpaceCommand::SetWeightSpeed(speed) => {
            in_range(*speed, 0.0, 1000.0, "Weight speed", "between 0 and 1000 a second")?;
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
fn check_bone_speeds(project: &Project, space: &BlendSpace, speeds: &[BoneSpeed]) -> Result<(), EditError> {
    if speeds.len() > MOST_SPEEDS {
        return Err(EditError::OutOfRange { field: "Bones with a speed", range: "32 or fewer" });
    }
    for (at, speed) in speeds.iter().enumerate() {
        in_range(speed.speed, 0.0, 1000.0, "Weight speed", "between 0 and 1000 a second")?;
        if speeds[..at].iter().any(|other| other.bone == speed.bone) {
            return Err(EditError::OutOfRange { field: "A bone", range: "there once" });
        }
        let is_known = space.bone_speeds.iter().any(|known| known.bone == speed.bone);
        let skeleton = project.skeletons.get(&space.skeleton);
        if !is_known && skeleton.is_none_or(|skeleton| skeleton.index(&speed.bone).is_none()) {
            return Err(EditError::ItemMissing);
        }
    }
    Ok(())
}

fn check_axis(axis: &Axis) -> Result<(), EditError> {
    if !is_finite(axis) {
        return Err(EditError::OutOfRange { field: "Every number", range: "finite" });
    }
    if axis.min >= axis.max {
        return Err(EditError::OutOfRange { field: "The end of an axis", range: "more than its start" });
    }
    in_range(axis.smoothing.time, 0.0, 60.0, "Smoothing time", "between 0 and 60 s")?;
    in_range(axis.grid as f32, 1.0, 100.0, "Grid", "between 1 and 100 lines")
}

fn check_sample(project: &Project, space: &BlendSpace, sample: &Sample) -> Result<(), EditError> {
    let clip = project.clips.get(&sample.clip).ok_or(EditError::AssetMissing)?;
    if clip.skeleton != space.skeleton {
        return Err(EditError::SkeletonMismatch);
    }
    moving_rate(sample.rate, "between 0.01 and 100")?;
    for (axis, at) in space.axes.iter().zip(sample.at) {
        in_range(at, axis.min, axis.max, "A sample", "within its axes")?;
    }
    if is_finite(sample) { Ok(()) } else { Err(EditError::OutOfRange { field: "Every number", range: "finite" }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Command, Document, ProjectCommand, edits};
    use anim::blend_space::NotifyTrigger;
    use asset::blend_space::Division;

    const SPACE: Id = Id(300);

    fn with_space(new: BlendSpace) -> Document {
        let mut document = edits::document();
        document.perform(&Command::Project(ProjectCommand::AddBlendSpace(SPACE, Box::new(new))), None).unwrap();
        document
    }

    #[test]
    fn speeds_are_for_bones_that_are_there_or_were_each_once() {
        let speed = |bone: &str, speed| BoneSpeed { bone: bone.into(), speed };
        let new = BlendSpace { bone_speeds: vec![speed("gone", 1.0)], ..BlendSpace::new("BS", edits::RIG) };
        let mut document = with_space(new);
        let mut set = |speeds: Vec<BoneSpeed>| {
            document.perform(&Command::BlendSpace(SPACE, BlendSpaceCommand::SetBoneSpeeds(speeds)), None)
        };
        assert_eq!(set(vec![speed("root", 2.0), speed("gone", 3.0)]), Ok(true));
        assert_eq!(set(vec![speed("root", 2.0), speed("gone", 3.0)]), Ok(false));
        assert_eq!(set(vec![speed("never", 2.0)]), Err(EditError::ItemMissing));
        let once = EditError::OutOfRange { field: "A bone", range: "there once" };
        assert_eq!(set(vec![speed("root", 2.0), speed("root", 3.0)]), Err(once));
        for bad in [f32::NAN, -1.0, f32::INFINITY, 1001.0] {
            let range = "between 0 and 1000 a second";
            assert_eq!(set(vec![speed("root", bad)]), Err(EditError::OutOfRange { field: "Weight speed", range }));
        }
        let many = EditError::OutOfRange { field: "Bones with a speed", range: "32 or fewer" };
        assert_eq!(set(vec![speed("root", 1.0); MOST_SPEEDS + 1]), Err(many));
        assert_eq!(set(Vec::new()), Ok(true));
        assert_eq!(set(vec![speed("gone", 3.0)]), Err(EditError::ItemMissing), "nothing waits for it any more");
    }

    #[test]
    fn axes_and_samples_stay_within_what_can_play() {
        let mut document = with_space(BlendSpace::new("BS", edits::RIG));
        let mut act = |command| document.perform(&Command::BlendSpace(SPACE, command), None);
        let sample =
            |x: f32, rate: f32, clip| BlendSpaceCommand::SetSample(Sample { id: Id(1), clip, at: [x, 0.0], rate });
        let out_of = |field, range| Err(EditError::OutOfRange { field, range });
        assert_eq!(act(sample(1.0, 1.0, edits::CLIP)), Ok(true));
        assert_eq!(act(sample(1.0, 1.0, edits::CLIP)), Ok(false));
        assert_eq!(act(sample(1.1, 1.0, edits::CLIP)), out_of("A sample", "within its axes"));
        assert_eq!(act(sample(f32::NAN, 1.0, edits::CLIP)), out_of("A sample", "within its axes"));
        assert_eq!(act(sample(1.0, 0.0, edits::CLIP)), out_of("Rate", "between 0.01 and 100"));
        assert_eq!(act(sample(1.0, 1.0, edits::FOREIGN)), Err(EditError::SkeletonMismatch));
        assert_eq!(act(sample(1.0, 1.0, Id(99))), Err(EditError::AssetMissing));
        let axes = |min, max, count| BlendSpaceCommand::SetAxes(vec![Axis::new("A", min, max); count]);
        assert_eq!(act(axes(0.0, 2.0, 2)), Ok(true));
        for count in [0, 3] {
            assert_eq!(act(axes(0.0, 2.0, count)), out_of("Axes", "one or two"));
        }
        assert_eq!(act(axes(2.0, 2.0, 1)), out_of("The end of an axis", "more than its start"));
        assert_eq!(act(axes(0.0, f32::INFINITY, 1)), out_of("Every number", "finite"));
        assert_eq!(act(BlendSpaceCommand::SetWeightSpeed(4.0)), Ok(true));
        let speed = "between 0 and 1000 a second";
        assert_eq!(act(BlendSpaceCommand::SetWeightSpeed(f32::NAN)), out_of("Weight speed", speed));
        for is_new in [true, false] {
            assert_eq!(act(BlendSpaceCommand::SetNotifies(NotifyTrigger::HighestWeighted)), Ok(is_new));
        }
        for is_new in [true, false] {
            assert_eq!(act(BlendSpaceCommand::SetDivision(Division::Grid)), Ok(is_new));
        }
        assert_eq!(act(BlendSpaceCommand::RemoveSample(Id(1))), Ok(true));
        assert_eq!(act(BlendSpaceCommand::RemoveSample(Id(1))), Err(EditError::ItemMissing));
    }
}
