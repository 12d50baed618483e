//! Rows of a clip.

use super::{
    compression, fact, fields::TimelineFieldRows, heading::identity, reduction::reduction_ui,
    source::source_ui,
};
use crate::{
    action::EditAction,
    compression::Status,
    icons,
    parts::{self, NumberField},
};
use anim::{
    additive::AdditiveKind,
    clip::{RootLock, RootMotion},
};
use asset::{
    Clip, Id, MadeFor, Skeleton,
    clip::{Additive, AdditiveBase, LoopPolicy},
};
use document::{ClipCommand, Command, import::OtherRest};
use egui::Ui;
use words::{noun, tr};

/// `seam` is in metres.
pub fn clip_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    clip: &Clip,
    compression: Option<&Status<'_>>,
    seam: Option<f32>,
) {
    identity(
        ui,
        icons::WAVEFORM,
        &clip.name,
        tr!("Clip"),
        &parts::count(clip.notifies.len(), noun!("notify", "notifies")),
    );
    let id = fields.host.id;
    let edit = move |command| Command::Clip(id, command);
    if parts::group_header(ui, tr!("Clip"), "") {
        let length = clip.length();
        fact(
            ui,
            tr!("Length"),
            &tr!("{length:.3} s  ·  {:.0} frames", length * clip.frame_rate),
        );
        fact(
            ui,
            tr!("Animated"),
            &format!(
                "{}, {}",
                parts::count(clip.source.tracks.len(), noun!("bone")),
                parts::count(clip.source.curves.len(), noun!("imported curve"))
            ),
        );
        fact(
            ui,
            tr!("Added"),
            &format!(
                "{}, {}",
                parts::count(clip.sync_markers.len(), noun!("sync marker")),
                parts::count(clip.curves.len(), noun!("curve"))
            ),
        );
        fields.rows.frame_rate(ui, clip.frame_rate, |rate| {
            edit(ClipCommand::SetFrameRate(rate))
        });
        fields.rows.rate_scale(ui, clip.rate_scale, |rate| {
            edit(ClipCommand::SetRateScale(rate))
        });
        fields.rows.toggle(
            ui,
            tr!("Looping"),
            clip.looping,
            tr!("blends the end into the start"),
            |on| edit(ClipCommand::SetLooping(on)),
        );
        let policies = [
            (LoopPolicy::Clamp, tr!("Same as first")),
            (LoopPolicy::Wrap, tr!("Kept: continues to the first frame")),
        ];
        let policies = policies.map(|(policy, name)| (policy, name.to_owned()));
        fields.rows.choice(
            ui,
            tr!("Last frame"),
            &clip.loop_policy,
            &policies,
            |policy| edit(ClipCommand::SetLoopPolicy(policy)),
        );
        if let Some(seam) = seam {
            fact(
                ui,
                tr!("Seam"),
                &tr!("{:.2} cm from the last frame to the first", seam * 100.0),
            );
        }
    }
    if let Some(status) = compression {
        compression::compression_ui(ui, fields, status);
    }
    let (project, skeleton) = (fields.host.project, clip.skeleton);
    if source_ui(ui, &mut fields.rows, project, Some(skeleton)) {
        made_for_ui(ui, fields, clip);
    }
    if parts::group_header(ui, tr!("Additive"), "") {
        additive_ui(ui, fields, clip);
    }
    root_motion_ui(ui, fields, clip);
    if parts::group_header(ui, tr!("Key reduction"), "") {
        reduction_ui(ui, fields, clip);
    } else {
        fields.rows.views.kinds.clip.comparison = None;
    }
}

/// Row for the retarget source, the figure whose proportions translations are compared with.
fn made_for_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, clip: &Clip) {
    let (id, project) = (fields.host.id, fields.host.project);
    let Some(skeleton) = project.skeletons.get(&clip.skeleton) else {
        return;
    };
    let named = skeleton
        .retarget_sources
        .iter()
        .map(|source| (MadeFor::Pose(source.id), source.name.clone()));
    let usual = [
        (MadeFor::Source, tr!("Source skeleton")),
        (MadeFor::Skeleton, tr!("This skeleton")),
    ];
    let options: Vec<(MadeFor, String)> = usual
        .into_iter()
        .map(|(made_for, name)| (made_for, name.to_owned()))
        .chain(named)
        .collect();
    fields.rows.choice(
        ui,
        tr!("Retarget source"),
        &clip.made_for,
        &options,
        |made_for| Command::Clip(id, ClipCommand::SetMadeFor(made_for)),
    );
    other_rest_ui(ui, fields, clip, skeleton);
}

/// How far the clip's rest pose is from the skeleton's, with a button that lets the skeleton keep
/// its proportions.
fn other_rest_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    clip: &Clip,
    skeleton: &Skeleton,
) {
    let Some(rest) = OtherRest::of(clip, skeleton) else {
        return;
    };
    let bones = parts::count(rest.modes.len(), noun!("bone"));
    let off = tr!("{bones}, by up to {:.1} cm", rest.farthest * 100.0);
    fact(ui, tr!("Other rest pose"), &off);
    let line = tr!(
        "The clip's rest pose differs from {}, so its keys stretch bones. This button sets the translation modes of {} to {}.",
        skeleton.name,
        skeleton.name,
        rest.proposal()
    );
    let keep = |ui: &mut Ui| {
        parts::button(ui, None, tr!("Keep the skeleton's proportions"), false).on_hover_text(line)
    };
    if parts::property(ui, "", keep).clicked() {
        fields
            .rows
            .actions
            .push(EditAction::Perform(rest.command(), None).into());
    }
}

fn root_motion_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, clip: &Clip) {
    let id = fields.host.id;
    let edit = move |command| Command::Clip(id, command);
    if parts::group_header(ui, tr!("Root motion"), "") {
        let motion = clip.root_motion;
        let note = match clip.additive {
            None => tr!("the root moves the character instead of the pose"),
            Some(_) => tr!("the root is locked, in this clip and in its base"),
        };
        fields
            .rows
            .toggle(ui, tr!("Root motion"), motion.enabled, note, |enabled| {
                edit(ClipCommand::SetRootMotion(RootMotion { enabled, ..motion }))
            });
        moved_by(ui, fields, clip);
        let options = [
            (RootLock::Reference, tr!("Reference pose")),
            (RootLock::FirstFrame, tr!("First frame")),
            (RootLock::Zero, tr!("Zero")),
        ];
        let options: Vec<(RootLock, String)> = options
            .into_iter()
            .map(|(lock, name)| (lock, name.to_owned()))
            .collect();
        fields.rows.choice(
            ui,
            tr!("Root in the pose"),
            &motion.lock,
            &options,
            |lock| edit(ClipCommand::SetRootMotion(RootMotion { lock, ..motion })),
        );
    }
}

/// The bones from which the motion of a character may be taken: those that more hang on than on
/// none.
fn moved_by(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, clip: &Clip) {
    let id = fields.host.id;
    let Some(skeleton) = fields.host.project.skeletons.get(&clip.skeleton) else {
        return;
    };
    let has_children = |bone: usize| {
        skeleton
            .bones
            .iter()
            .any(|other| other.parent == Some(bone as u32))
    };
    let below = (1..skeleton.bones.len())
        .filter(|bone| has_children(*bone))
        .map(|bone| &skeleton.bones[bone]);
    let top = skeleton
        .bones
        .first()
        .map(|bone| (None, tr!("{} (top)", bone.name)));
    let options: Vec<_> = top
        .into_iter()
        .chain(below.map(|bone| (Some(bone.key.clone()), bone.name.clone())))
        .collect();
    fields
        .rows
        .choice(ui, tr!("Moved by"), &clip.root_bone, &options, |bone| {
            Command::Clip(id, ClipCommand::SetRootBone(bone))
        });
    if let Some(mover) = asset::mover::mover(&clip.source, skeleton) {
        fact(
            ui,
            tr!("Root movement"),
            &tr!(
                "{} by {:.2} m",
                skeleton.bones[mover.bone].name,
                mover.metres
            ),
        );
    }
}

fn additive_ui(ui: &mut Ui, fields: &mut TimelineFieldRows<'_, '_>, clip: &Clip) {
    let id = fields.host.id;
    let set =
        move |additive: Option<Additive>| Command::Clip(id, ClipCommand::SetAdditive(additive));
    let known = clip.additive.unwrap_or_default();
    let kinds = [
        (None, tr!("Not additive")),
        (
            Some(AdditiveKind::Local),
            tr!("Local: relative to the parent"),
        ),
        (
            Some(AdditiveKind::Mesh),
            tr!("Mesh space: in component space"),
        ),
        (
            Some(AdditiveKind::LocalBoneFrame),
            tr!("Local: in the bone's own axes"),
        ),
    ];
    let kinds: Vec<(Option<AdditiveKind>, String)> = kinds
        .into_iter()
        .map(|(kind, name)| (kind, name.to_owned()))
        .collect();
    fields.rows.choice(
        ui,
        tr!("Additive type"),
        &clip.additive.map(|additive| additive.kind),
        &kinds,
        |kind| set(kind.map(|kind| Additive { kind, ..known })),
    );
    if clip.additive.is_none() {
        return;
    }
    base_ui(ui, fields, clip, known.base, |base| {
        set(Some(Additive { base, ..known }))
    });
}

/// The choice of the base, and what it asks for: a clip, a frame, or both.
fn base_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    clip: &Clip,
    base: AdditiveBase,
    set: impl Fn(AdditiveBase) -> Command,
) {
    let project = fields.host.project;
    let list = project.list(asset::AssetKind::Clip).into_iter();
    let others =
        list.filter(|(id, _)| *id != fields.host.id && project.clips[id].skeleton == clip.skeleton);
    let others: Vec<(Id, String)> = others.map(|(id, name)| (id, name.to_owned())).collect();
    let frame = match base {
        AdditiveBase::OwnFrame(frame) | AdditiveBase::ClipFrame { frame, .. } => frame,
        AdditiveBase::ReferencePose | AdditiveBase::ClipScaled { .. } => 0,
    };
    let mut bases = vec![
        (
            AdditiveBase::ReferencePose,
            tr!("Reference pose").to_owned(),
        ),
        (
            AdditiveBase::OwnFrame(frame),
            tr!("Frame of this clip").to_owned(),
        ),
    ];
    if let Some(other) = base.clip().or(others.first().map(|(id, _)| *id)) {
        bases.push((
            AdditiveBase::ClipFrame { clip: other, frame },
            tr!("Frame of another clip").to_owned(),
        ));
        bases.push((
            AdditiveBase::ClipScaled { clip: other },
            tr!("Another clip, scaled to this length").to_owned(),
        ));
    }
    fields.rows.choice(ui, tr!("Base"), &base, &bases, &set);
    if let Some(chosen) = base.clip() {
        fields
            .rows
            .choice(ui, tr!("Base clip"), &chosen, &others, |clip| {
                set(match base {
                    AdditiveBase::ClipFrame { frame, .. } => {
                        AdditiveBase::ClipFrame { clip, frame }
                    }
                    _ => AdditiveBase::ClipScaled { clip },
                })
            });
    }
    match base {
        AdditiveBase::OwnFrame(frame) => frame_ui(ui, fields, clip, frame, |frame| {
            set(AdditiveBase::OwnFrame(frame))
        }),
        AdditiveBase::ClipFrame { clip: id, frame } => {
            let owner = project.clips.get(&id).map_or(clip, |owner| owner);
            frame_ui(ui, fields, owner, frame, |frame| {
                set(AdditiveBase::ClipFrame { clip: id, frame })
            });
        }
        AdditiveBase::ReferencePose | AdditiveBase::ClipScaled { .. } => {}
    }
}

/// A frame of `owner`, at its frame rate.
fn frame_ui(
    ui: &mut Ui,
    fields: &mut TimelineFieldRows<'_, '_>,
    owner: &Clip,
    frame: u32,
    set: impl Fn(u32) -> Command,
) {
    let field = NumberField {
        name: tr!("Base frame"),
        value: frame.into(),
        unit: "f",
        decimals: 0,
        speed: 0.2,
        range: 0.0..=f64::from(owner.length() * owner.frame_rate).round(),
        width: 84.0,
    };
    fields
        .rows
        .number(ui, tr!("Base frame"), field, |frame| set(frame as u32));
}
