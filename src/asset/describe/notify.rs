//! Sentences for findings of notifies and their classes.

use crate::diagnostic::ValueProblem;
use words::{Word, tr, word};

pub(super) fn notify_outside(time: f32) -> String {
    tr!("it is at {time:.3} s, outside the timeline, and never fires. Move it inside.")
}

pub(super) const NOTIFY_TRACK_MISSING: Word =
    word!("its notify track was deleted. Move it to another track.");

pub(super) const JUMP_TARGET_MISSING: Word =
    word!("its action uses a deleted section. Choose another section.");

pub(super) const PLAY_TARGET_MISSING: Word = word!(
    "the montage that it plays was deleted or uses another skeleton. Choose another montage."
);

pub(super) const ROOT_MOTION_NOT_HELD: Word = word!(
    "only a branching notify state can disable root motion, so it does nothing. Turn on Branching point and State, or choose another action."
);

pub(super) const CLASS_MISSING: Word = word!(
    "its notify class was deleted or has errors, so it has no payload. Choose another class, or none."
);

pub(super) fn class_kind(class: &str, is_state: bool) -> String {
    let (is, wanted) = if is_state {
        (tr!("a notify state"), tr!("instant notifies"))
    } else {
        (tr!("an instant notify"), tr!("notify states"))
    };
    tr!(
        "it is {is}, but class “{class}” is for {wanted}, so it has no payload. Choose another class, or change the class."
    )
}

pub(super) fn bad_value(field: &str, problem: &ValueProblem) -> String {
    let defaulted = tr!("The default is used. Set the field again.");
    match problem {
        ValueProblem::Type => {
            tr!("its field “{field}” has a value of another type. {defaulted}")
        }
        ValueProblem::Number => tr!("its field “{field}” is not a finite number. {defaulted}"),
        ValueProblem::Range { low, high } => {
            tr!(
                "its field “{field}” must be {low} to {high}. The nearest allowed value is used. Correct it."
            )
        }
        ValueProblem::Choice { choice } => {
            tr!("its field “{field}” is “{choice}”, which is not one of the choices. {defaulted}")
        }
        ValueProblem::Bone { bone } => {
            tr!(
                "its field “{field}” uses bone “{bone}”, which is not in the skeleton. Choose another bone."
            )
        }
        ValueProblem::Socket => {
            tr!(
                "its field “{field}” uses a socket that was deleted or is on another skeleton. Choose another socket."
            )
        }
        ValueProblem::Section => {
            tr!("its field “{field}” uses a deleted section. Choose another section.")
        }
        ValueProblem::SectionOnClip => {
            tr!(
                "its field “{field}” needs a section, but a clip has none. Put the notify on the montage."
            )
        }
    }
}

pub(super) const BAD_DEFAULT: Word =
    word!("its default is not an allowed value; the nearest one is used. Choose another default.");

pub(super) fn duplicate_field_name(name: &str) -> String {
    tr!("another field is called “{name}” too, so this one is ignored. Rename one.")
}

pub(super) const CHOICE_EMPTY: Word = word!("it has no choices and is ignored. Add a choice.");

pub(super) const SOCKET_MISSING: Word = word!(
    "its socket was deleted or is on another skeleton, so it fires without a socket. Choose another socket, or none."
);

pub(super) const BRANCHING_ON_CLIP: Word = word!(
    "a branching point has no effect on a clip; the notify is queued. Put it on the montage."
);

pub(super) const WARP_NO_STATE: Word =
    word!("motion warping needs a notify state, so it warps nothing. Give it a duration.");

pub(super) const WARP_NO_TARGET: Word = word!(
    "its motion warping has no target, so it warps nothing. Name a warp target in Details, or choose Scale."
);

pub(super) const WARP_NO_ROOT_MOTION: Word = word!(
    "no clip under this warp window has root motion. Turn root motion on in the clip, or allow warping without it."
);

pub(super) const WARP_POINT_MISSING: Word = word!(
    "its warp point, a bone or socket, was deleted, so the root arrives. Choose another warp point."
);

pub(super) const WARPS_OVERLAP: Word = word!(
    "it overlaps another warp window of the same channel; the later window is used. Move one, or warp translation in one and rotation in the other."
);
