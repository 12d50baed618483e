//! Montages that are tried on the slots of a pose graph.

use super::App;
use crate::{
    on_slot::{MontageTrial, refusal},
    toast::Tone,
};
use anim::{Name, Request, instance::Start};
use asset::{Id, Project};
use engine::EngineInput;
use studio::PREVIEWED;
use words::tr;

impl App {
    /// Plays a montage on a pose graph of its skeleton, which comes to the front; says why where it
    /// cannot.
    pub(super) fn play_on_slot(&mut self, trial: MontageTrial) {
        let graph = trial.graph.or(self.open_graph().map(|(id, _)| id));
        let Some(graph) = graph else {
            let line = tr!("Open a pose graph with a slot first.");
            return self
                .session
                .toast(Tone::Warning, tr!("Nothing played"), line);
        };
        let refused = refusal(self.document.project(), graph, trial.montage);
        let has_errors = refused.is_none() && self.name_in_library(trial.montage).is_none();
        let errors = has_errors.then(|| tr!("It has errors. See Problems.").to_owned());
        if let Some(reason) = refused.or(errors) {
            return self
                .session
                .toast(Tone::Warning, tr!("Nothing played"), reason);
        }
        if self.session.active != Some(graph) {
            self.open_asset(graph);
        }
        self.views.on_slot.awaited = Some(MontageTrial {
            graph: Some(graph),
            ..trial
        });
    }

    /// Starts the one that waits for its graph to be shown.
    pub(super) fn start_awaited_montage(&mut self) {
        let Some(trial) = self.views.on_slot.awaited else {
            return;
        };
        let project = self.document.project().clone();
        // Whoever has gone elsewhere meanwhile waits for nothing.
        let graph = trial.graph.filter(|id| self.session.active == Some(*id));
        let graph = graph.and_then(|id| project.graphs.get(&id));
        let Some((graph, montage)) = graph.zip(self.name_in_library(trial.montage)) else {
            self.views.on_slot.awaited = None;
            return;
        };
        let frame = self.engine.frame.as_deref();
        if frame.is_none_or(|frame| frame.graph.name() != Name::new(&graph.name)) {
            return;
        }
        self.views.on_slot.awaited = None;
        let section = trial.section.and_then(|id| {
            let sections = &project.montages.get(&trial.montage)?.sections;
            sections.iter().find(|section| section.id == id)
        });
        let start = section.map_or(Start::Beginning, |it| Start::Section(Name::new(&it.name)));
        self.ask_previewed(Request::PlayMontage {
            montage,
            rate: self.views.on_slot.rate,
            start,
            stop_group: !self.views.on_slot.keeps_others,
        });
        if !self.session.transport.playing {
            self.act_on_transport(&crate::action::TransportAction::TogglePlay);
        }
    }

    /// Stops a montage with its blend-out; stops all if `montage` is None.
    pub(super) fn stop_on_slot(&mut self, montage: Option<Id>) {
        self.views.on_slot.awaited = None;
        let project = self.document.project();
        let named = |id: Id| project.montages.get(&id).map(|it| Name::new(&it.name));
        self.ask_previewed(Request::StopMontage {
            montage: montage.and_then(named),
            blend_out: None,
        });
    }

    /// Asks the character that the graph moves, and keeps it in a script that is driven.
    pub(super) fn ask_previewed(&mut self, request: Request) {
        self.leave_session();
        let input = EngineInput::Request {
            character: PREVIEWED,
            request,
        };
        if let Some(on) = &mut self.session.drive.on {
            on.drive.heard(std::slice::from_ref(&input));
        }
        self.engine.send(input);
    }

    fn name_in_library(&self, montage: Id) -> Option<Name> {
        let project: &Project = self.document.project();
        let name = Name::new(&project.montages.get(&montage)?.name);
        self.compiled.library.montage(name).map(|_| name)
    }
}
