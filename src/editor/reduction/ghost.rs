//! The clip with fewer keys, posed where the playhead is.

use super::ReductionPreview;
use anim::{Library, Name, Request, Transform};
use engine::{EngineInput, Evaluator, WorkerMode};
use std::sync::Arc;
use studio::{PREVIEWED, PreviewFrame};

/// Evaluates the reduced clip for each frame of the preview.
pub struct Ghost {
    preview: Arc<ReductionPreview>,
    clip: Name,
    then: Arc<Library>,
    evaluator: Evaluator,
    lod: u32,
    /// The last preview frame, and the ghost's frame made from it.
    shown: Option<(Arc<PreviewFrame>, PreviewFrame)>,
}

impl Ghost {
    /// Evaluator of the reduced clip; None if the clip does not play.
    pub fn new(preview: &Arc<ReductionPreview>) -> Option<Self> {
        let (clip, then) = (
            Name::new(&preview.clip.name),
            preview.after.as_ref()?.library.clone(),
        );
        let mut evaluator = Evaluator::new(WorkerMode::Inline, then.clone());
        let skeleton = then.clip(clip)?.skeleton;
        evaluator.step(
            0.0,
            &[EngineInput::AddCharacter {
                character: PREVIEWED,
                skeleton,
                seed: 0,
            }],
        );
        Some(Self {
            preview: preview.clone(),
            clip,
            then,
            evaluator,
            lod: 0,
            shown: None,
        })
    }

    /// Whether it was made for this preview.
    pub fn is_of(&self, preview: &Arc<ReductionPreview>) -> bool {
        Arc::ptr_eq(&self.preview, preview)
    }

    /// The pose at the frame that was followed last; None where it has no ghost.
    pub fn frame(&self) -> Option<&PreviewFrame> {
        self.shown.as_ref().map(|(_, frame)| frame)
    }

    /// Goes where the character is. `now` has the clip as it plays; a frame of anything else has no
    /// ghost.
    pub fn follow(&mut self, frame: Option<&Arc<PreviewFrame>>, now: &Library, lod: u32) {
        let is_known = |known: &(Arc<PreviewFrame>, PreviewFrame)| {
            frame.is_some_and(|frame| Arc::ptr_eq(&known.0, frame))
        };
        if self.shown.as_ref().is_some_and(is_known) && self.lod == lod {
            return;
        }
        if self.lod != lod {
            self.lod = lod;
            let request = Request::SetLod { lod };
            self.evaluator.step(
                0.0,
                &[EngineInput::Request {
                    character: PREVIEWED,
                    request,
                }],
            );
        }
        self.shown = frame.and_then(|frame| Some((frame.clone(), self.posed(frame, now)?)));
    }

    fn posed(&mut self, frame: &PreviewFrame, now: &Library) -> Option<PreviewFrame> {
        let (_, position) = frame.shown_clip.filter(|(name, _)| *name == self.clip)?;
        let request = Request::PlayClip {
            clip: self.clip,
            position,
            rate: 0.0,
        };
        self.evaluator.step(
            0.0,
            &[EngineInput::Request {
                character: PREVIEWED,
                request,
            }],
        );
        let proxy = self.evaluator.proxy(PREVIEWED)?;
        Some(PreviewFrame {
            pose: proxy.pose().clone(),
            models: proxy.models().to_vec(),
            placement: frame.placement.compose(&self.astray(frame, position, now)),
            trail: Vec::new(),
            ..frame.clone()
        })
    }

    /// Offset of the ghost's root motion from the root motion of the clip itself.
    fn astray(&self, frame: &PreviewFrame, position: f64, now: &Library) -> Transform {
        let travelled = |library: &Library| {
            let clip = library
                .clip(self.clip)
                .filter(|clip| clip.root_motion.enabled)?;
            Some(clip.root_delta(&frame.skeleton, 0.0, position))
        };
        let both = travelled(now).zip(travelled(&self.then));
        both.map_or(Transform::IDENTITY, |(now, then)| now.relative_to(&then))
    }
}
