//! Sentences for findings of notifies and their classes.

use crate::diagnostic::ValueProblem;

pub(super) fn notify_outside(time: f32) -> String {
    format!("it lies at {time:.3} s, outside the timeline, and never fires. Move it.")
}

pub(super) const NOTIFY_TRACK_MISSING: &str = "its notify track is gone. Put it on another track.";

pub(super) const JUMP_TARGET_MISSING: &str =
    "the section that its action names is gone. Choose another section.";

pub(super) const PLAY_TARGET_MISSING: &str =
    "the montage that it plays is gone or for another skeleton. Choose another montage.";

pub(super) const ROOT_MOTION_NOT_HELD: &str = "only a branching state can keep the root in place, so it does nothing. Make it both, or choose another action.";

pub(super) const CLASS_MISSING: &str = "its notify class is gone or does not play, so it carries nothing. Choose another class, or none.";

pub(super) fn class_kind(class: &str, is_state: bool) -> String {
    let (is, wanted) = if is_state {
        ("a state", "instants")
    } else {
        ("an instant", "states")
    };
    format!(
        "it is {is}, and “{class}” is a class of {wanted}, so it carries nothing. Choose another class, or change which \
         notifies it is for."
    )
}

pub(super) fn bad_value(field: &str, problem: &ValueProblem) -> String {
    let defaulted = "The default is carried. Set the field again.";
    match problem {
        ValueProblem::Type => {
            format!("its field “{field}” has a value of another type. {defaulted}")
        }
        ValueProblem::Number => format!("its field “{field}” is no number. {defaulted}"),
        ValueProblem::Range { low, high } => {
            format!(
                "its field “{field}” has to be between {low} and {high}. The nearest is carried. Correct it."
            )
        }
        ValueProblem::Choice { choice } => {
            format!("its field “{field}” is “{choice}”, which is none of the choices. {defaulted}")
        }
        ValueProblem::Bone { bone } => {
            format!(
                "its field “{field}” names the bone “{bone}”, which the skeleton has not. Choose another bone."
            )
        }
        ValueProblem::Socket => {
            format!(
                "its field “{field}” names a socket that is gone or of another skeleton. Choose another socket."
            )
        }
        ValueProblem::Section => {
            format!("its field “{field}” names a section that is gone. Choose another section.")
        }
        ValueProblem::SectionOnClip => {
            format!(
                "its field “{field}” names a section, and a clip has none. Put the notify on the montage instead."
            )
        }
    }
}

pub(super) const BAD_DEFAULT: &str =
    "its default is none of the values that it takes. The nearest counts. Choose another default.";

pub(super) fn duplicate_field_name(name: &str) -> String {
    format!("another field is called “{name}” too, and this one is left out. Rename one of them.")
}

pub(super) const CHOICE_EMPTY: &str =
    "it has nothing to choose from and is left out. Add a choice.";

pub(super) const SOCKET_MISSING: &str = "the socket that it names is gone or of another skeleton, so it fires without one. Choose another socket, or \
             none.";

pub(super) const BRANCHING_ON_CLIP: &str = "branching has no effect on a clip; it is queued like any other. Put it on the montage instead.";

pub(super) const WARP_NO_STATE: &str =
    "it warps motion but does not last, so it warps nothing. Give it a duration.";

pub(super) const WARP_NO_TARGET: &str = "it warps motion without a target, so it warps nothing. Name a warp target in its details, or choose Scale.";

pub(super) const WARP_NO_ROOT_MOTION: &str = "it warps motion, and nothing under it moves the root. Turn root motion on, or \
             allow it without root motion.";

pub(super) const WARP_POINT_MISSING: &str =
    "the bone or socket that is to arrive is gone, so that the root arrives. Choose another one.";

pub(super) const WARPS_OVERLAP: &str = "it lies over another window that warps the same, and the later one counts. Move one, or let each warp something else.";
