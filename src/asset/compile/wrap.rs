//! Clips whose last frame leads back to the first: one more key, a frame after the last.

#[cfg(test)]
mod tests;

use crate::{clip::LoopPolicy, inputs::PoseInputs};
use anim::{PackedTransform, Transform};

/// Content of the key after the last frame: the first frame again.
#[derive(Clone, Copy)]
pub(super) struct Closing {
    /// The root goes on as fast as in the last interval instead, for it moves the character on over
    /// the seam.
    root_travels: bool,
}

/// The frame that leads back to the first; None where the last frame ends the clip.
pub(super) fn closing(clip: &PoseInputs<'_>) -> Option<Closing> {
    let closing = Closing {
        root_travels: clip.root_travels,
    };
    (clip.loop_policy == LoopPolicy::Wrap).then_some(closing)
}

impl Closing {
    /// The key after the frames of a bone; `before` is where it is one even frame before the last.
    /// Contract: there is a frame.
    pub(super) fn key(
        self,
        bone: usize,
        frames: &[PackedTransform],
        before: impl FnOnce() -> PackedTransform,
    ) -> PackedTransform {
        let first = frames[0];
        let last = Transform::from(frames[frames.len() - 1]);
        if bone == 0 && self.root_travels {
            let before = Transform::from(before());
            return Transform {
                scale: Transform::from(first).scale,
                ..onwards(&before, &last)
            }
            .into();
        }
        let first = Transform::from(first);
        // On the side of the last, as all keys are on that of the one before.
        let rotation = if first.rotation.dot(last.rotation) < 0.0 {
            -first.rotation
        } else {
            first.rotation
        };
        Transform { rotation, ..first }.into()
    }
}

/// Transform of a bone one frame after `last`: the rotation and translation from `before` to
/// `last`, applied once more.
fn onwards(before: &Transform, last: &Transform) -> Transform {
    let step = last.translation - before.translation;
    // Exact, so that what does not turn takes no keys.
    if before.rotation == last.rotation {
        return Transform {
            translation: last.translation + step,
            ..*last
        };
    }
    let turn = last.rotation * before.rotation.inverse();
    let rotation = (turn * last.rotation).normalize();
    Transform {
        translation: last.translation + turn * step,
        rotation,
        ..*last
    }
}
