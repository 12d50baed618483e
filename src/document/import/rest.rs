//! A clip of a figure of other proportions: noticed where it is bound, with the modes of
//! translation that keep the skeleton's own.

#[cfg(test)]
mod tests;

use crate::{Command, SkeletonCommand};
use anim::retarget::Retarget;
use asset::{Clip, Id, Project, Skeleton};
use words::tr;

/// Metres, or parts of a bone's length.
const SAME: f32 = 1e-2;

/// A clip's keys put bones where they stood in the figure that it was made for, which is elsewhere
/// than in the skeleton that it plays on.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherRest {
    /// The skeleton of the project that the clip plays on.
    pub skeleton: Id,
    /// Name of the project's skeleton, for messages.
    pub skeleton_name: String,
    /// Translation modes that keep the skeleton's proportions; never empty.
    pub modes: Vec<ProposedMode>,
    /// Largest distance by which a bone is off, metres.
    pub farthest: f32,
}

/// A translation mode for a bone of the skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedMode {
    /// Index of the bone in the skeleton.
    pub bone: usize,
    /// Name of the bone.
    pub name: String,
    /// The mode that keeps the skeleton's proportions.
    pub mode: Retarget,
}

impl OtherRest {
    /// Compares a clip with the skeleton that it plays on. The first bone that is moved and carries
    /// others, such as a pelvis, moves by its keys in proportion; the others stand as in the
    /// skeleton. A bone at the top is left alone: it is where the figure goes. None too where the
    /// modes of all such bones keep the skeleton's proportions already.
    pub fn of(clip: &Clip, skeleton: &Skeleton) -> Option<Self> {
        let mut found: Vec<(usize, f32)> = Vec::new();
        for track in clip
            .source
            .tracks
            .iter()
            .filter(|track| track.translation.is_some())
        {
            let Some((bone, made_for)) = skeleton.index(&track.bone).zip(track.reference) else {
                continue;
            };
            let own = &skeleton.bones[bone];
            let off = own.reference.translation.distance(made_for.into());
            let is_by_keys = own.retarget == Retarget::Animation && own.parent.is_some();
            if is_by_keys && off > SAME * own.reference.translation.length().max(0.1) {
                found.push((bone, off));
            }
        }
        found.sort_by_key(|(bone, _)| *bone);
        let propose = |(at, (bone, _)): (usize, &(usize, f32))| {
            let own = &skeleton.bones[*bone];
            let has_length = own.reference.translation.length() > f32::EPSILON;
            let carries = skeleton
                .bones
                .iter()
                .any(|other| other.parent == Some(*bone as u32));
            let mode = if at == 0 && has_length && carries {
                Retarget::Scaled
            } else {
                Retarget::Skeleton
            };
            ProposedMode {
                bone: *bone,
                name: own.name.clone(),
                mode,
            }
        };
        let modes: Vec<_> = found.iter().enumerate().map(propose).collect();
        let farthest = found.iter().map(|(_, off)| *off).fold(0.0, f32::max);
        (!modes.is_empty()).then(|| Self {
            skeleton: clip.skeleton,
            skeleton_name: skeleton.name.clone(),
            modes,
            farthest,
        })
    }

    /// Compares a clip of a project with its skeleton.
    pub fn of_clip(project: &Project, clip: Id) -> Option<Self> {
        let clip = project.clips.get(&clip)?;
        Self::of(clip, project.skeletons.get(&clip.skeleton)?)
    }

    /// Whether bones still go by their keys for which another mode is proposed.
    pub fn is_open(&self, project: &Project) -> bool {
        let Some(skeleton) = project.skeletons.get(&self.skeleton) else {
            return false;
        };
        let goes_by_keys = |it: &ProposedMode| {
            let bone = skeleton
                .bones
                .get(it.bone)
                .filter(|bone| bone.name == it.name);
            bone.is_some_and(|bone| bone.retarget == Retarget::Animation)
        };
        self.modes.iter().any(goes_by_keys)
    }

    /// All modes as one step.
    pub fn command(&self) -> Command {
        let set = |it: &ProposedMode| SkeletonCommand::SetRetarget {
            bone: it.bone,
            mode: it.mode,
            children: false,
        };
        Command::Batch(
            self.modes
                .iter()
                .map(|it| Command::Skeleton(self.skeleton, set(it)))
                .collect(),
        )
    }

    /// The proposed modes and their bones as text, as in “Animation, scaled” for pelvis and
    /// “Skeleton” for spine, head.
    pub fn proposal(&self) -> String {
        let words = [
            (Retarget::Scaled, tr!("“Animation, scaled”")),
            (Retarget::Skeleton, tr!("“Skeleton”")),
        ];
        let parts = words
            .into_iter()
            .filter_map(|(mode, word)| Some(tr!("{word} for {}", self.named(mode)?)));
        parts.collect::<Vec<_>>().join(tr!(" and "))
    }

    fn named(&self, mode: Retarget) -> Option<String> {
        const MOST: usize = 6;
        let names: Vec<&str> = self
            .modes
            .iter()
            .filter(|it| it.mode == mode)
            .map(|it| it.name.as_str())
            .collect();
        let more = names.len().saturating_sub(MOST);
        let shown = names[..names.len() - more].join(", ");
        match (names.is_empty(), more) {
            (true, _) => None,
            (_, 0) => Some(shown),
            _ => Some(tr!("{shown} and {more} more")),
        }
    }
}
