//! Actions of a blend space: its samples.

use super::App;
use crate::{action::BlendSpaceAction, session::Tone};
use anim::{Name, Request};
use asset::{AssetKind, BlendSpace, Id, blend_space::Sample};
use document::{BlendSpaceCommand, Command, ProjectCommand};
use engine::{Input, PREVIEWED};

impl App {
    pub(super) fn act_on_blend_space(&mut self, action: BlendSpaceAction) {
        match action {
            BlendSpaceAction::New => self.new_blend_space(),
            BlendSpaceAction::AddSample => self.add_sample(),
            BlendSpaceAction::Try(input) => self.try_input(input),
            BlendSpaceAction::DropClip(clip, at) => self.drop_clip(clip, at),
            BlendSpaceAction::ChooseSample(sample) => self.session.kinds.blend_space.sample = Some(sample),
        }
    }

    fn try_input(&mut self, input: [f64; 2]) {
        self.session.kinds.blend_space.input = input;
        for (name, value) in super::trial::INPUTS.into_iter().zip(input) {
            let request = Request::SetParameter { parameter: Name::new(name), value };
            self.engine.send(Input::Request { character: PREVIEWED, request });
        }
    }

    fn drop_clip(&mut self, clip: Id, at: [f32; 2]) {
        let new = Sample { id: self.session.edits.id(), clip, at, rate: 1.0 };
        let Some(id) = self.session.active else { return };
        let project = self.document.project();
        let fits = project.clips.get(&clip).zip(project.blend_spaces.get(&id));
        if fits.is_none_or(|(clip, space)| clip.skeleton != space.skeleton) {
            let line = "The clip is for another skeleton than the blend space.";
            return self.session.toast(Tone::Warning, "Nothing added", line);
        }
        let sample = new.id;
        self.perform(&Command::BlendSpace(id, BlendSpaceCommand::SetSample(new)), None);
        self.session.kinds.blend_space.sample = Some(sample);
    }

    fn new_blend_space(&mut self) {
        let id = self.session.edits.id();
        let project = self.document.project().clone();
        let Some(skeleton) = self.skeleton_for_new("Import a character first; a blend space mixes its clips.") else {
            return;
        };
        let space = BlendSpace::new(project.free_name(AssetKind::BlendSpace, "BS_Space", None), skeleton);
        self.perform(&Command::Project(ProjectCommand::AddBlendSpace(id, Box::new(space))), None);
        self.open_asset(id);
    }

    fn add_sample(&mut self) {
        let sample = self.session.edits.id();
        let project = self.document.project().clone();
        let Some((id, space)) = self.session.active.and_then(|id| Some((id, project.blend_spaces.get(&id)?))) else {
            return;
        };
        let of_skeleton = project.clips.iter().find(|(_, clip)| clip.skeleton == space.skeleton);
        let Some(clip) = of_skeleton.map(|(id, _)| *id) else {
            let line = "Import a clip of its skeleton first; a sample is one.";
            return self.session.toast(Tone::Warning, "No clip yet", line);
        };
        let mut at = [0.0; 2];
        space.axes.iter().zip(&mut at).for_each(|(axis, at)| *at = axis.min);
        let new = Sample { id: sample, clip, at, rate: 1.0 };
        self.perform(&Command::BlendSpace(id, BlendSpaceCommand::SetSample(new)), None);
        self.session.kinds.blend_space.sample = Some(sample);
    }
}
