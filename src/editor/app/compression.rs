//! Compression of the project's clips in the background, and the way to where it went wrong.

use super::App;
use crate::{compression::Status, dock::Panel, timeline::TimelineHost, toast::Tone};
use asset::Id;
use words::tr;

impl App {
    pub(super) fn begin_compressing(&mut self) {
        let open = self.session.active;
        self.compressor
            .begin_batch(&self.compiled, open, &mut self.jobs);
    }

    pub(crate) fn compress_now(&mut self, clip: Id) {
        self.compressor.forgive(clip);
        self.begin_compressing();
    }

    pub(crate) fn show_compression(&mut self) {
        if self.clip_host().is_some() {
            self.show_panel(Panel::Compression);
        }
    }

    pub(crate) fn go_to_worst_frame(&mut self) {
        let Some(id) = self.clip_host() else { return };
        let status = Status::of(
            self.document.project(),
            id,
            &self.compiled,
            &self.compressor,
        );
        match status.and_then(|status| status.worst()) {
            Some((bone, time)) => {
                self.show_bone_at(bone, time);
                self.show_panel(Panel::Skeleton);
            }
            None => self.session.toast(
                Tone::Warning,
                tr!("No compression report"),
                tr!("This clip is not compressed."),
            ),
        }
    }

    /// Pauses at `time` seconds and shows the bone.
    pub(crate) fn show_bone_at(&mut self, bone: usize, time: f64) {
        let Some(length) = self
            .session
            .active
            .and_then(|id| TimelineHost::new(self.document.project(), id))
            .map(|h| h.length())
        else {
            return;
        };
        self.pause();
        self.seek(time, length);
        self.select_bone(Some(bone));
        self.views.kinds.skeleton.revealed_bone = Some(bone);
    }
}
