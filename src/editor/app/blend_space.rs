//! Actions of a blend space: its samples.

use super::App;
use crate::{action::BlendSpaceAction, kinds::placed, toast::Tone};
use anim::{Name, Request};
use asset::{
    AssetKind, BlendSpace, Id,
    blend_space::{Axis, Sample},
};
use document::{BlendSpaceCommand, Command, ItemCommand, ProjectCommand};
use engine::EngineInput;
use studio::PREVIEWED;
use words::tr;

impl App {
    pub(super) fn act_on_blend_space(&mut self, action: BlendSpaceAction) {
        match action {
            BlendSpaceAction::New => self.new_blend_space("BS_Space", Vec::new()),
            BlendSpaceAction::NewAimOffset => {
                let axis = |name| Axis {
                    unit: "°".into(),
                    ..Axis::new(name, -90.0, 90.0)
                };
                self.new_blend_space("AO_Aim", vec![axis(tr!("Yaw")), axis(tr!("Pitch"))]);
            }
            BlendSpaceAction::PlaceByMotion => self.place_by_motion(),
            BlendSpaceAction::AddSample => self.add_sample(),
            BlendSpaceAction::Try(input) => self.try_input(input),
            BlendSpaceAction::DropClip(clip, at) => self.drop_clip(clip, at),
            BlendSpaceAction::ChooseSample(sample) => {
                self.views.kinds.blend_space.sample = Some(sample)
            }
        }
    }

    fn try_input(&mut self, input: [f64; 2]) {
        self.views.kinds.blend_space.input = input;
        for (name, value) in asset::trial::INPUTS.into_iter().zip(input) {
            let request = Request::SetParameter {
                parameter: Name::new(name),
                value,
            };
            self.engine.send(EngineInput::Request {
                character: PREVIEWED,
                request,
            });
        }
    }

    fn drop_clip(&mut self, clip: Id, at: [f32; 2]) {
        let new = Sample {
            id: self.views.edits.id(),
            clip,
            at,
            rate: 1.0,
        };
        let Some(id) = self.session.active else {
            return;
        };
        let project = self.document.project();
        let fits = project.clips.get(&clip).zip(project.blend_spaces.get(&id));
        if fits.is_none_or(|(clip, space)| clip.skeleton != space.skeleton) {
            let line = if project.clips.contains_key(&clip) {
                tr!("The clip and the blend space use different skeletons.")
            } else {
                tr!("Only clips are samples of a blend space.")
            };
            return self
                .session
                .toast(Tone::Warning, tr!("Nothing added"), line);
        }
        let sample = new.id;
        self.perform(
            &Command::BlendSpace(id, BlendSpaceCommand::Sample(ItemCommand::Put(new))),
            None,
        );
        self.views.kinds.blend_space.sample = Some(sample);
    }

    /// Makes a blend space with these axes; if `axes` is empty, with those of any new one.
    fn new_blend_space(&mut self, name: &str, axes: Vec<Axis>) {
        let id = self.views.edits.id();
        let project = self.document.project().clone();
        let Some(skeleton) = self.skeleton_for_new(tr!(
            "Import a character first. A blend space mixes its clips."
        )) else {
            return;
        };
        let mut space = BlendSpace::new(
            project.free_name(AssetKind::BlendSpace, name, None),
            skeleton,
        );
        if !axes.is_empty() {
            space.axes = axes;
        }
        self.perform(
            &Command::Project(ProjectCommand::Add(id, space.into())),
            None,
        );
        self.open_asset(id);
    }

    fn place_by_motion(&mut self) {
        let Some(id) = self.session.active else {
            return;
        };
        let Some(space) = self.document.project().blend_spaces.get(&id).cloned() else {
            return;
        };
        let motions = &self.views.kinds.blend_space.motions;
        let of = |sample: &Sample| placed(sample, &space.axes, *motions.get(&sample.clip)?);
        let all: Vec<(Sample, [f32; 2])> = space.samples.iter().filter_map(of).collect();
        if all.is_empty() {
            let line = tr!("No axis has the unit m/s or °. Set a unit in Details.");
            return self
                .session
                .toast(Tone::Warning, tr!("Nothing placed"), line);
        }
        let outside = all.iter().find_map(|(sample, beyond)| {
            let at = beyond.iter().position(|by| by.abs() > 1e-3)?;
            let (clip, axis) = (
                self.document.project().asset_name(sample.clip)?,
                &space.axes[at],
            );
            let value = sample.at[at] + beyond[at];
            Some(tr!(
                "{clip} moves at {value:.2} {}, outside the axis “{}”. Its sample is at the end of the axis.",
                axis.unit, axis.name
            ))
        });
        let set = |(sample, _)| {
            Command::BlendSpace(id, BlendSpaceCommand::Sample(ItemCommand::Put(sample)))
        };
        self.perform(&Command::Batch(all.into_iter().map(set).collect()), None);
        if let Some(line) = outside {
            self.session.toast(
                Tone::Warning,
                tr!("Some samples are outside the axes"),
                line,
            );
        }
    }

    fn add_sample(&mut self) {
        let sample = self.views.edits.id();
        let project = self.document.project().clone();
        let Some((id, space)) = self
            .session
            .active
            .and_then(|id| Some((id, project.blend_spaces.get(&id)?)))
        else {
            return;
        };
        let of_skeleton = project
            .clips
            .iter()
            .find(|(_, clip)| clip.skeleton == space.skeleton);
        let Some(clip) = of_skeleton.map(|(id, _)| *id) else {
            let line = tr!("Import a clip of its skeleton first. Samples play clips.");
            return self.session.toast(Tone::Warning, tr!("No clip yet"), line);
        };
        let mut at = [0.0; 2];
        space
            .axes
            .iter()
            .zip(&mut at)
            .for_each(|(axis, at)| *at = axis.min);
        let new = Sample {
            id: sample,
            clip,
            at,
            rate: 1.0,
        };
        self.perform(
            &Command::BlendSpace(id, BlendSpaceCommand::Sample(ItemCommand::Put(new))),
            None,
        );
        self.views.kinds.blend_space.sample = Some(sample);
    }
}
