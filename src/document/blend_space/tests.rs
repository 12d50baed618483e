use super::*;
use crate::{Command, Document, ItemCommand, ProjectCommand, edits};
use anim::blend_space::NotifyTrigger;
use asset::blend_space::Division;

const SPACE: Id = Id(300);

fn with_space(new: BlendSpace) -> Document {
    let mut document = edits::document();
    document
        .perform(
            &Command::Project(ProjectCommand::Add(SPACE, new.into())),
            None,
        )
        .unwrap();
    document
}

#[test]
fn speeds_are_for_bones_that_are_there_or_were_each_once() {
    let speed = |bone: &str, speed| BoneSpeed {
        bone: bone.into(),
        speed,
    };
    let new = BlendSpace {
        bone_speeds: vec![speed("gone", 1.0)],
        ..BlendSpace::new("BS", edits::RIG)
    };
    let mut document = with_space(new);
    let mut set = |speeds: Vec<BoneSpeed>| {
        document.perform(
            &Command::BlendSpace(SPACE, BlendSpaceCommand::SetBoneSpeeds(speeds)),
            None,
        )
    };
    assert_eq!(set(vec![speed("root", 2.0), speed("gone", 3.0)]), Ok(true));
    assert_eq!(set(vec![speed("root", 2.0), speed("gone", 3.0)]), Ok(false));
    assert_eq!(set(vec![speed("never", 2.0)]), Err(EditError::ItemMissing));
    let once = EditError::OutOfRange {
        field: "A bone",
        range: "listed only once".into(),
    };
    assert_eq!(set(vec![speed("root", 2.0), speed("root", 3.0)]), Err(once));
    for bad in [f32::NAN, -1.0, f32::INFINITY, 1001.0] {
        let range = "between 0 and 1000 per second";
        assert_eq!(
            set(vec![speed("root", bad)]),
            Err(EditError::OutOfRange {
                field: "Weight speed",
                range: range.into()
            })
        );
    }
    let many = EditError::OutOfRange {
        field: "Bones with a speed",
        range: "32 or fewer".into(),
    };
    assert_eq!(set(vec![speed("root", 1.0); MOST_SPEEDS + 1]), Err(many));
    assert_eq!(set(Vec::new()), Ok(true));
    assert_eq!(
        set(vec![speed("gone", 3.0)]),
        Err(EditError::ItemMissing),
        "nothing waits for it any more"
    );
}

#[test]
fn axes_and_samples_stay_within_what_can_play() {
    let mut document = with_space(BlendSpace::new("BS", edits::RIG));
    let mut act = |command| document.perform(&Command::BlendSpace(SPACE, command), None);
    let sample = |x: f32, rate: f32, clip| {
        BlendSpaceCommand::Sample(ItemCommand::Put(Sample {
            id: Id(1),
            clip,
            at: [x, 0.0],
            rate,
        }))
    };
    let out_of = |field, range: &'static str| {
        let range = range.into();
        Err(EditError::OutOfRange { field, range })
    };
    assert_eq!(act(sample(1.0, 1.0, edits::CLIP)), Ok(true));
    assert_eq!(act(sample(1.0, 1.0, edits::CLIP)), Ok(false));
    assert_eq!(
        act(sample(1.1, 1.0, edits::CLIP)),
        out_of("A sample", "within its axes")
    );
    assert_eq!(
        act(sample(f32::NAN, 1.0, edits::CLIP)),
        out_of("A sample", "within its axes")
    );
    assert_eq!(
        act(sample(1.0, 0.0, edits::CLIP)),
        out_of("Rate", "between 0.01 and 100")
    );
    assert_eq!(
        act(sample(1.0, 1.0, edits::FOREIGN)),
        Err(EditError::SkeletonMismatch)
    );
    assert_eq!(act(sample(1.0, 1.0, Id(99))), Err(EditError::AssetMissing));
    let axes = |min, max, count| BlendSpaceCommand::SetAxes(vec![Axis::new("A", min, max); count]);
    assert_eq!(act(axes(0.0, 2.0, 2)), Ok(true));
    for count in [0, 3] {
        assert_eq!(act(axes(0.0, 2.0, count)), out_of("Axes", "one or two"));
    }
    assert_eq!(
        act(axes(2.0, 2.0, 1)),
        out_of("The end of an axis", "more than its start")
    );
    assert_eq!(
        act(axes(0.0, f32::INFINITY, 1)),
        out_of("Every number", "finite")
    );
    assert_eq!(act(BlendSpaceCommand::SetWeightSpeed(4.0)), Ok(true));
    let speed = "between 0 and 1000 per second";
    assert_eq!(
        act(BlendSpaceCommand::SetWeightSpeed(f32::NAN)),
        out_of("Weight speed", speed)
    );
    for is_new in [true, false] {
        assert_eq!(
            act(BlendSpaceCommand::SetNotifies(
                NotifyTrigger::HighestWeighted
            )),
            Ok(is_new)
        );
    }
    for is_new in [true, false] {
        assert_eq!(
            act(BlendSpaceCommand::SetDivision(Division::Grid)),
            Ok(is_new)
        );
    }
    assert_eq!(
        act(BlendSpaceCommand::Sample(ItemCommand::Remove(Id(1)))),
        Ok(true)
    );
    assert_eq!(
        act(BlendSpaceCommand::Sample(ItemCommand::Remove(Id(1)))),
        Err(EditError::ItemMissing)
    );
}
