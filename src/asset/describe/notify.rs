//! Of notifies.

pub(super) fn notify_outside(time: f32) -> String {
    format!("it lies at {time:.3} s, outside the timeline, and never fires. Move it.")
}

pub(super) const NOTIFY_TRACK_MISSING: &str = "its notify track is gone. Put it on another track.";

pub(super) const JUMP_TARGET_MISSING: &str = "the section that it jumps to is gone. Choose another section.";

pub(super) const SOCKET_MISSING: &str = "the socket that it names is gone or of another skeleton, so it fires without one. Choose another socket, or \
             none.";

pub(super) const BRANCHING_ON_CLIP: &str =
    "branching has no effect on a clip; it is queued like any other. Put it on the montage instead.";
