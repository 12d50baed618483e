//! A clip of a figure of other proportions: noticed where it is bound, with the modes of translation that keep the
//! skeleton's own.

use super::told::What;
use anim::retarget::Retarget;
use asset::{Clip, Skeleton};

/// Metres, or parts of a bone's length.
const SAME: f32 = 1e-2;

/// Bones whose keys put them where they stood in the figure that the clip was made for, which is elsewhere than in the
/// skeleton. The first of them that carries others, such as a pelvis, moves by its keys in proportion; the others stand as
/// in the skeleton. A bone at the top is left alone: it is where the figure goes.
pub(super) fn other_rest(clip: &Clip, skeleton: &Skeleton) -> Option<What> {
    let (mut modes, mut farthest) = (Vec::new(), 0f32);
    let mut found: Vec<(usize, f32)> = Vec::new();
    for track in clip.source.tracks.iter().filter(|track| track.translation.is_some()) {
        let Some((bone, made_for)) = skeleton.index(&track.bone).zip(track.reference) else { continue };
        let own = &skeleton.bones[bone];
        let off = own.reference.translation.distance(made_for.into());
        let is_by_keys = own.retarget == Retarget::Animation && own.parent.is_some();
        if is_by_keys && off > SAME * own.reference.translation.length().max(0.1) {
            found.push((bone, off));
        }
    }
    found.sort_by_key(|(bone, _)| *bone);
    for (at, (bone, off)) in found.iter().enumerate() {
        let own = &skeleton.bones[*bone];
        let has_length = own.reference.translation.length() > f32::EPSILON;
        let is_first = at == 0 && has_length && skeleton.bones.iter().any(|other| other.parent == Some(*bone as u32));
        modes.push((own.name.clone(), if is_first { Retarget::Scaled } else { Retarget::Skeleton }));
        farthest = farthest.max(*off);
    }
    (!modes.is_empty()).then(|| What::OtherRest { skeleton: skeleton.name.clone(), modes, farthest })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anim::Transform;
    use asset::{
        Id,
        skeleton::Bone,
        source::{Channel, ClipSource, Track},
    };
    use glam::Vec3;
    use std::sync::Arc;

    const NAMES: [&str; 4] = ["root", "pelvis", "spine", "head"];

    fn rig() -> Skeleton {
        let bone = |at: usize| {
            let parent = at.checked_sub(1).map(|parent| parent as u32);
            Bone::new(NAMES[at], parent, Transform::from_translation(Vec3::Y * 0.5))
        };
        Skeleton { name: "rig".into(), bones: (0..4).map(bone).collect(), ..Skeleton::default() }
    }

    /// Of a figure so many times as large.
    fn clip(size: f32, keyed: &[&str]) -> Clip {
        let key = || Some(Channel { times: vec![0.0], values: vec![0.0, 0.5 * size, 0.0], ..Channel::default() });
        let track = |name: &&str| Track {
            bone: (*name).into(),
            translation: key(),
            reference: Some([0.0, 0.5 * size, 0.0]),
            ..Track::default()
        };
        let tracks = keyed.iter().map(track).collect();
        Clip::new("walk", Id(1), Arc::new(ClipSource { tracks, ..ClipSource::default() }), 30.0)
    }

    #[test]
    fn a_figure_of_another_size_is_told_with_a_mode_for_each_bone_that_its_keys_would_move() {
        assert_eq!(other_rest(&clip(1.0, &NAMES), &rig()), None);
        assert_eq!(other_rest(&clip(2.0, &["root"]), &rig()), None, "the root goes where it goes");
        let Some(What::OtherRest { modes, farthest, skeleton }) = other_rest(&clip(2.0, &NAMES), &rig()) else {
            panic!()
        };
        let expected = [("pelvis", Retarget::Scaled), ("spine", Retarget::Skeleton), ("head", Retarget::Skeleton)];
        assert_eq!(modes, expected.map(|(name, mode)| (name.to_owned(), mode)));
        assert_eq!((farthest, skeleton.as_str()), (0.5, "rig"));
        let mut set = rig();
        for (bone, (_, mode)) in set.bones[1..].iter_mut().zip(modes) {
            bone.retarget = mode;
        }
        assert_eq!(other_rest(&clip(2.0, &NAMES), &set), None, "what was proposed settles it");
    }
}
