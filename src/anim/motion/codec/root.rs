//! The root of a clip frame by frame: asked for several times a tick, of times apart, where nothing
//! else is unpacked.

#[cfg(test)]
mod tests;

use super::{Compressed, Span, layout::Property};
use crate::{Transform, transform::nlerp};
use glam::{Quat, Vec3};

/// Each of a channel: none where the clip does not store it, one where it stands still, else one a
/// frame.
#[derive(Clone, Debug, Default)]
pub(super) struct RootTrack {
    translations: Vec<Vec3>,
    rotations: Vec<Quat>,
    scales: Vec<Vec3>,
}

impl RootTrack {
    fn of(clip: &Compressed) -> Self {
        let is_first = |block: u16, lanes: u8| block == 0 && lanes & 1 != 0;
        let moving = clip
            .groups
            .iter()
            .filter(|group| is_first(group.block, group.lanes))
            .map(|group| group.property);
        let still = clip
            .stills
            .iter()
            .filter(|still| is_first(still.block, u8::from(still.mask[0] != 0)));
        let mut counts = [0; 3];
        let channels = still
            .map(|still| (still.property, 1))
            .chain(moving.map(|property| (property, clip.frames)));
        for (property, count) in channels {
            let channel = match property {
                Property::Translation => 0,
                Property::Rotation | Property::FullRotation => 1,
                Property::Scale => 2,
            };
            counts[channel] = count;
        }
        let frame = |frame| {
            clip.sample_bone(
                0,
                Span {
                    frame,
                    fraction: 0.0,
                },
                &Transform::IDENTITY,
            )
        };
        let mut track = Self::default();
        for (at, root) in (0..counts.into_iter().max().unwrap_or(0)).map(|at| (at, frame(at))) {
            let [translation, rotation, scale] = counts.map(|count| at < count);
            track
                .translations
                .extend(translation.then_some(root.translation));
            track.rotations.extend(rotation.then_some(root.rotation));
            track.scales.extend(scale.then_some(root.scale));
        }
        track
    }
}

/// The two values around a place, if there are any.
fn ends<T: Copy>(values: &[T], frame: u32) -> Option<(T, T)> {
    let last = values.len().checked_sub(1)?;
    let at = (frame as usize).min(last);
    Some((values[at], values[(at + 1).min(last)]))
}

impl Compressed {
    /// Bone 0: [`Compressed::sample_bone`] but for the rounding of the last bits between frames,
    /// for what one of a few numbers costs. Unpacked whole when it is first asked for.
    pub fn sample_root(&self, Span { frame, fraction }: Span, held: &Transform) -> Transform {
        let track = self.root.get_or_init(|| RootTrack::of(self));
        let mut root = *held;
        if let Some((a, b)) = ends(&track.translations, frame) {
            root.translation = a.lerp(b, fraction);
        }
        if let Some((a, b)) = ends(&track.rotations, frame) {
            root.rotation = nlerp(a, b, fraction);
        }
        if let Some((a, b)) = ends(&track.scales, frame) {
            root.scale = a.lerp(b, fraction);
        }
        root
    }
}
