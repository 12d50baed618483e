//! Rows of a clip.

use super::{Fields, compression, fact, identity};
use crate::{compression::Status, icons, parts, parts::NumberField};
use anim::additive::AdditiveKind;
use anim::clip::{RootLock, RootMotion};
use asset::{
    Clip,
    clip::{Additive, AdditiveBase},
};
use document::{ClipCommand, Command};
use egui::Ui;

pub fn clip_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, clip: &Clip, compression: Option<&Status<'_>>) {
    identity(ui, icons::WAVEFORM, &clip.name, "Clip", &format!("{} notifies", clip.notifies.len()));
    let id = fields.host.id;
    let edit = move |command| Command::Clip(id, command);
    if parts::group_header(ui, "Clip", "") {
        let length = clip.source.duration;
        fact(ui, "Length", &format!("{length:.3} s  ·  {:.0} frames", length * clip.frame_rate));
        fact(
            ui,
            "Animated",
            &format!("{} bones, {} imported curves", clip.source.tracks.len(), clip.source.curves.len()),
        );
        fact(ui, "Added", &format!("{} sync markers, {} curves", clip.sync_markers.len(), clip.curves.len()));
        fields.frame_rate(ui, clip.frame_rate, |rate| edit(ClipCommand::SetFrameRate(rate)));
        fields.rate_scale(ui, clip.rate_scale, |rate| edit(ClipCommand::SetRateScale(rate)));
        fields.toggle(ui, "Looping", clip.looping, "the end goes on into the start", |on| {
            edit(ClipCommand::SetLooping(on))
        });
    }
    if let Some(status) = compression {
        compression::compression_ui(ui, fields, status);
    }
    if parts::group_header(ui, "Additive", "") {
        additive_ui(ui, fields, clip);
    }
    if clip.additive.is_none() && parts::group_header(ui, "Root motion", "") {
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

fn additive_ui(ui: &mut Ui, fields: &mut Fields<'_, '_>, clip: &Clip) {
    let id = fields.host.id;
    let set = move |additive: Option<Additive>| Command::Clip(id, ClipCommand::SetAdditive(additive));
    let known = clip.additive.unwrap_or_default();
    let kinds = [
        (None, "Full pose"),
        (Some(AdditiveKind::Local), "Local: in the parent's frame"),
        (Some(AdditiveKind::Mesh), "Mesh: in the model's frame"),
        (Some(AdditiveKind::LocalBoneFrame), "Local: in the bone's own frame"),
    ];
    let kinds: Vec<(Option<AdditiveKind>, String)> =
        kinds.into_iter().map(|(kind, name)| (kind, name.to_owned())).collect();
    fields.choice(ui, "Kind", &clip.additive.map(|additive| additive.kind), &kinds, |kind| {
        set(kind.map(|kind| Additive { kind, ..known }))
    });
    if clip.additive.is_none() {
        return;
    }
    let frame = if let AdditiveBase::OwnFrame(frame) = known.base { frame } else { 0 };
    let bases = [(AdditiveBase::ReferencePose, "Reference pose"), (AdditiveBase::OwnFrame(frame), "Own frame")];
    let bases: Vec<(AdditiveBase, String)> = bases.into_iter().map(|(base, name)| (base, name.to_owned())).collect();
    fields.choice(ui, "Base", &known.base, &bases, |base| set(Some(Additive { base, ..known })));
    if let AdditiveBase::OwnFrame(frame) = known.base {
        let last = f64::from(clip.source.duration * clip.frame_rate).round();
        let field = NumberField {
            name: "Base frame",
            value: frame.into(),
            unit: "f",
            decimals: 0,
            speed: 0.2,
            range: 0.0..=last,
            width: 84.0,
        };
        fields.number(ui, "Base frame", field, |v| {
            set(Some(Additive { base: AdditiveBase::OwnFrame(v as u32), ..known }))
        });
    }
}
