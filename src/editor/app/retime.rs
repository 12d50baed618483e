//! The open clip is trimmed, split or reversed as a whole.

use super::App;
use crate::{
    action::{TransportAction, TrimEdge},
    toast::Tone,
};
use asset::{AssetKind, Id, Project, source::ClipRange};
use document::{ClipCommand, Command};
use std::sync::Arc;
use words::tr;

impl App {
    /// Cuts off the part of the clip before or after the playhead.
    pub(super) fn trim_clip_to_playhead(&mut self, edge: TrimEdge) {
        let Some((_, at, length)) = self.clip_and_playhead() else {
            return;
        };
        self.trim_clip(match edge {
            TrimEdge::Start => ClipRange {
                begin: at,
                end: length,
            },
            TrimEdge::End => ClipRange {
                begin: 0.0,
                end: at,
            },
        });
    }

    /// Cuts off the part of the clip outside the loop range, and removes the range.
    pub(super) fn trim_clip_to_loop(&mut self) {
        let Some((clip, _, length)) = self.clip_and_playhead() else {
            return;
        };
        let Some((from, to)) = self.views.timeline.loops.get(&clip).copied() else {
            return self.session.toast(
                Tone::Warning,
                tr!("Nothing trimmed"),
                tr!("Set a loop range first."),
            );
        };
        self.trim_clip(ClipRange {
            begin: from as f32,
            end: (to as f32).min(length),
        });
    }

    /// Splits the clip: the part after the playhead becomes a clip of its own.
    pub(super) fn split_clip(&mut self) {
        let Some((clip, at, _)) = self.clip_and_playhead() else {
            return;
        };
        let rest = self.views.edits.id();
        let known = self.document.project().clone();
        let name = known.free_name(AssetKind::Clip, &known.clips[&clip].name, None);
        let split = ClipCommand::Split {
            at,
            rest,
            name: name.clone(),
        };
        if self.retimed(clip, split) {
            let title = tr!("Split at {at:.2} s");
            let line = tr!("The rest is the clip “{name}”.");
            self.session
                .toast(Tone::Ok, title, with_users(line, &known, clip));
        }
    }

    pub(super) fn reverse_clip(&mut self) {
        let Some((clip, at, length)) = self.clip_and_playhead() else {
            return;
        };
        let known = self.document.project().clone();
        if self.retimed(clip, ClipCommand::Reverse) {
            self.act_on_transport(&TransportAction::Seek(f64::from(length - at)));
            if let Some(range) = self.views.timeline.loops.get_mut(&clip) {
                *range = (f64::from(length) - range.1, f64::from(length) - range.0);
            }
            let line = tr!("It plays from its last frame to its first.").to_owned();
            let line = with_users(line, &known, clip);
            self.session.toast(Tone::Ok, tr!("Clip reversed"), line);
        }
    }

    /// The open clip, where its playhead is, and the seconds of its keys.
    fn clip_and_playhead(&mut self) -> Option<(Id, f32, f32)> {
        let id = self.clip_host()?;
        let host = self.host()?;
        let length = host.clip()?.source.duration;
        Some((id, self.playhead(&host).min(length), length))
    }

    fn trim_clip(&mut self, range: ClipRange) {
        let Some((clip, at, _)) = self.clip_and_playhead() else {
            return;
        };
        let known = self.document.project().clone();
        if !self.retimed(clip, ClipCommand::Trim(range)) {
            return;
        }
        let left = range.end - range.begin;
        let position = (at - range.begin).clamp(0.0, left);
        self.act_on_transport(&TransportAction::Seek(position.into()));
        self.views.timeline.loops.remove(&clip);
        let now = self.document.project();
        let gone = known.clips[&clip].notifies.len() - now.clips[&clip].notifies.len();
        let line = match gone {
            0 => tr!("{left:.2} s are left."),
            1 => tr!("{left:.2} s are left. 1 notify outside was removed."),
            _ => tr!("{left:.2} s are left. {gone} notifies outside were removed."),
        };
        let line = with_users(line, &known, clip);
        self.session.toast(Tone::Ok, tr!("Clip trimmed"), line);
    }

    /// Returns whether the clip is another one now.
    fn retimed(&mut self, clip: Id, command: ClipCommand) -> bool {
        let before = self.document.project().clips[&clip].clone();
        self.perform(&Command::Clip(clip, command), None);
        let after = self.document.project().clips.get(&clip);
        after.is_some_and(|after| !Arc::ptr_eq(after, &before))
    }
}

/// Adds which montages and other assets name times on the clip, and so are changed with it.
fn with_users(line: String, project: &Project, clip: Id) -> String {
    let names: Vec<&str> = project.users(clip).map(|(_, user)| user.name()).collect();
    match names.as_slice() {
        [] => line,
        [one] => tr!("{line} “{one}” uses it and follows."),
        [one, rest @ ..] => tr!("{line} “{one}” and {} more use it and follow.", rest.len()),
    }
}
