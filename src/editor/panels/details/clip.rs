//! Rows of a clip.

use super::{Fields, fact, identity};
use crate::{icons, parts, parts::NumberField};
use anim::clip::{RootLock, RootMotion};
use asset::Clip;
use document::{ClipCommand, Command};
use egui::Ui;

pub fn clip_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, clip: &Clip) {
    identity(ui, icons::WAVEFORM, &clip.name, "Clip", &format!("{} notifies", clip.notifies.len()));
    let id = fields.host.id;
    let edit = move |command| Command::Clip(id, command);
    if parts::group_header(ui, "Clip", "") {
        let length = clip.source.duration;
        fact(ui, "Length", &format!("{length:.3} s  ·  {:.0} frames", length * clip.frame_rate));
        fact(ui, "Animated", &format!("{} bones, {} curves", clip.source.tracks.len(), clip.source.curves.len()));
        let field = NumberField {
            name: "Frame rate",
            value: clip.frame_rate.into(),
            unit: "fps",
            decimals: 0,
            speed: 0.2,
            range: 1.0..=1000.0,
            width: 84.0,
        };
        fields.number(ui, "Frame rate", field, |v| edit(ClipCommand::SetFrameRate(v as f32)));
        let field = NumberField {
            name: "Rate scale",
            value: clip.rate_scale.into(),
            unit: "×",
            decimals: 2,
            speed: 0.01,
            range: -100.0..=100.0,
            width: 84.0,
        };
        fields.number(ui, "Rate scale", field, |v| edit(ClipCommand::SetRateScale(v as f32)));
        fields.toggle(ui, "Looping", clip.looping, "the end goes on into the start", |on| {
            edit(ClipCommand::SetLooping(on))
        });
    }
    if parts::group_header(ui, "Root motion", "") {
        let motion = clip.root_motion;
        fields.toggle(ui, "Root motion", motion.enabled, "the root moves the character, not the pose", |enabled| {
            edit(ClipCommand::SetRootMotion(RootMotion { enabled, ..motion }))
        });
        let options =
            [(RootLock::Reference, "Reference pose"), (RootLock::FirstFrame, "First frame"), (RootLock::Zero, "Zero")];
        let options: Vec<(RootLock, String)> =
            options.into_iter().map(|(lock, name)| (lock, name.to_owned())).collect();
        fields.choice(ui, "Root in the pose", &motion.lock, &options, |lock| {
            edit(ClipCommand::SetRootMotion(RootMotion { lock, ..motion }))
        });
    }
}
