//! The state of a sequence player: which clip, and where in it.

use crate::{Clip, Library, Name, clip::wrap, sync::PlayerState};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ClipPlayer {
    /// Index in the library.
    pub(super) clip: Option<u32>,
    pub(super) rate: f32,
    pub(super) at: PlayerState,
}

/// What the first player of a graph is told to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) clip: Name,
    /// Seconds.
    pub(crate) position: f64,
    pub(crate) rate: f32,
}

impl ClipPlayer {
    pub(super) fn new(clip: Option<u32>) -> Self {
        Self { clip, rate: 1.0, at: PlayerState::at(0.0) }
    }

    /// Without a clip of this name it plays nothing.
    pub(super) fn show(shown: Option<&Shown>, library: &Library) -> Self {
        let found = shown.and_then(|shown| Some((shown, library.clip_index(shown.clip)?)));
        let Some((shown, index)) = found else { return Self::new(None) };
        let clip = &library.clips[index];
        let position = wrap(shown.position, clip.length.into(), clip.looping);
        Self { clip: Some(index as u32), rate: shown.rate, at: PlayerState::at(position) }
    }

    pub(super) fn clip<'a>(&self, library: &'a Library) -> Option<&'a Arc<Clip>> {
        library.clips.get(self.clip? as usize)
    }

    pub(super) fn rebind(&mut self, from: &Library, to: &Library, skeleton: Name) {
        let known = self.clip(from).and_then(|clip| to.clip_index(clip.name));
        let found = known.filter(|index| to.clips[*index].skeleton == skeleton);
        self.clip = found.map(|index| index as u32);
        if let Some(clip) = self.clip(to) {
            self.at.time = self.at.time.min(clip.length.into());
        }
    }
}
