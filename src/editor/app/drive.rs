//! Driving the open graph from the keyboard: keys to a mover, its figures to the engine as requests
//! like all others.

use super::{App, purpose::Purpose, stored::DRIVE};
use crate::{
    drive::{Choices, DriveParameterChoice, On},
    keymap::Taker,
    pick::PickKind,
    session::Session,
    toast::Tone,
    viewport::{Drivable, Viewport},
};
use anim::{Graph, Name, Transform, graph::GraphState};
use asset::{Compiled, Id, graph::Parameter};
use egui::{Key, Modifiers};
use engine::EngineInput;
use glam::{DVec3, Vec2, Vec3};
use std::{collections::BTreeSet, path::PathBuf, sync::Arc};
use studio::{
    PreviewFrame, PreviewSubject, Transport,
    drive::{CharacterDrive, Gait, MoverFigure, Wish},
};
use words::tr;

/// Seconds that one pass drives at most.
const LONGEST_PASS: f64 = 0.5;
/// Machines whose states the viewport names.
const MACHINES: usize = 2;

impl App {
    pub(super) fn toggle_drive(&mut self) {
        match self.session.drive.on {
            Some(_) => self.leave_drive(),
            None => self.begin_drive(),
        }
    }

    /// Restarts the graph, so that a driven take can be played again from there.
    pub(super) fn begin_drive(&mut self) {
        let plays = self.session.active.zip(
            self.engine
                .frame
                .clone()
                .filter(|frame| self.engine.shown() == shown_graph(frame)),
        );
        let Some((graph, frame)) = plays else {
            return self.session.toast(
                Tone::Warning,
                tr!("Nothing to drive"),
                tr!("The graph is not playing."),
            );
        };
        let choices = self.drive_choices.entry(graph).or_default();
        let set = set_parameters(&frame.graph, &frame.graph_state);
        let name = frame.graph.name();
        let preview = &self.document.project().preview;
        let ground = Arc::new(preview.scene_of(self.session.active).ground.clone());
        let start = Transform::from_translation(Vec3::Y * ground.under(DVec3::ZERO, 0.0).0 as f32);
        let mut drive = CharacterDrive::new(choices.pace(), &start, name, &set);
        drive.mover.ground = Some(ground.clone());
        drive.heard(&[EngineInput::SetGround {
            ground: Some(ground),
        }]);
        self.engine.transport(Transport::Seek(0.0));
        self.engine.transport(Transport::Play);
        self.session.transport.playing = true;
        if let Ok(viewport) = &mut self.viewport {
            viewport.look_along(drive.mover.facing());
        }
        self.session.drive.on = Some(On {
            graph,
            name,
            drive,
            bound: Vec::new(),
            at: self.session.now,
        });
    }

    /// Ends driving. If something else is shown by now, no inputs are sent to its character.
    pub(super) fn leave_drive(&mut self) {
        let is_shown = self
            .session
            .drive
            .on
            .as_ref()
            .is_some_and(|on| self.engine.shown() == PreviewSubject::Graph(on.name));
        for input in self.session.drive.leave().into_iter().filter(|_| is_shown) {
            self.engine.send(input);
        }
    }

    /// Sends the keys of this pass to the mover, and the mover's figures to the engine.
    pub(super) fn drive(&mut self, ctx: &egui::Context) {
        let (held, jumps) = ctx.plugin::<Taker>().lock().driven();
        let Some(on) = &mut self.session.drive.on else {
            return;
        };
        if self.session.active != Some(on.graph)
            || self.engine.shown() != PreviewSubject::Graph(on.name)
        {
            return self.leave_drive();
        }
        let dt = (self.session.now - on.at).clamp(0.0, LONGEST_PASS);
        on.at = self.session.now;
        if !self.session.transport.playing {
            return;
        }
        let choices = self.drive_choices.entry(on.graph).or_default();
        on.bound = choices.bound(settable(&self.compiled, on.graph));
        on.drive.mover.pace = choices.pace();
        let preview = &self.document.project().preview;
        let ground = &preview.scene_of(self.session.active).ground;
        if on.drive.mover.ground.as_deref() != Some(ground) {
            on.drive.mover.ground = Some(Arc::new(ground.clone()));
            on.drive.heard(&[EngineInput::SetGround {
                ground: on.drive.mover.ground.clone(),
            }]);
        }
        let looks = self
            .viewport
            .as_ref()
            .map_or((0.0, 0.0, false), Viewport::driven_look);
        let wish = wish(&held, jumps, ctx.input(|input| input.modifiers), looks);
        let dt = dt * f64::from(self.session.transport.rate.max(0.0));
        for input in on.drive.pass(dt, &wish, &on.bound) {
            self.engine.send(input);
        }
    }

    pub(super) fn choose_drive(&mut self, change: impl FnOnce(&mut Choices)) {
        let Some(graph) = self.session.active else {
            return;
        };
        change(self.drive_choices.entry(graph).or_default());
        self.store.set(DRIVE, &self.drive_choices);
    }

    pub(super) fn bind_drive(&mut self, figure: MoverFigure, choice: DriveParameterChoice) {
        self.choose_drive(|choices| choices.choose(figure, choice));
    }

    pub(super) fn pick_driven(&mut self) {
        let Some((graph, _)) = self.session.drive.script() else {
            return;
        };
        let name = format!(
            "{}.drive.json",
            self.document
                .project()
                .asset_name(graph)
                .unwrap_or_default()
        );
        let title = tr!("Save the drive as a script");
        self.pick(
            Purpose::Driven,
            title,
            PickKind::SaveFile,
            vec![(tr!("Scripts"), vec!["json"])],
            name,
        );
    }

    pub(super) fn save_driven(&mut self, path: PathBuf) {
        let Some((_, script)) = self.session.drive.script() else {
            return;
        };
        let seconds = script.last().map_or(0.0, |(at, _)| *at);
        match files::save_script(
            (&path, files::Over::Any),
            script,
            &self.compiled.library.names,
        ) {
            Ok(()) => {
                let line = tr!(
                    "{seconds:.1} s, for mutoscope simulate --script {}",
                    path.display()
                );
                self.session.toast(Tone::Ok, tr!("Drive saved"), line);
            }
            Err(error) => self.session.toast(
                Tone::Error,
                tr!("Could not save the drive"),
                error.to_string(),
            ),
        }
    }
}

/// Driving state for the viewport; None if the open graph cannot be driven.
pub(super) fn drivable(
    session: &Session,
    compiled: &Compiled,
    frame: Option<&PreviewFrame>,
    shown: PreviewSubject,
) -> Option<Drivable> {
    let frame = frame.filter(|frame| shown == shown_graph(frame))?;
    let Some(on) = &session.drive.on else {
        return Some(Drivable::default());
    };
    let mover = &on.drive.mover;
    let speed = mover.figure(MoverFigure::Speed);
    // Never “-0”.
    let direction = mover.figure(MoverFigure::Direction).round() + 0.0;
    let mut rows = vec![
        (
            tr!("Speed").to_owned(),
            format!("{}/s", session.preferences.unit.text(speed)),
        ),
        (tr!("Direction").to_owned(), format!("{direction:.0}°")),
    ];
    let text = |name| compiled.library.names.text(name);
    let weighty = frame
        .graph
        .machines()
        .filter(|(node, _)| frame.graph_state.weight(*node) > 0.0);
    for (node, machine) in weighty.take(MACHINES) {
        let state = frame
            .graph_state
            .machine(&frame.graph, node)
            .and_then(|it| it.current());
        let state = state.and_then(|at| machine.parts().states.get(usize::from(at)));
        rows.push((
            text(frame.graph.node_name(node)).to_owned(),
            state.map_or("", |it| text(it.name)).to_owned(),
        ));
    }
    Some(Drivable {
        is_on: true,
        speed: Some(speed),
        rows,
    })
}

fn shown_graph(frame: &PreviewFrame) -> PreviewSubject {
    PreviewSubject::Graph(frame.graph.name())
}

pub(super) fn settable(compiled: &Compiled, graph: Id) -> &[Parameter] {
    compiled
        .sources
        .graphs
        .get(&graph)
        .map_or(&[], |sources| &sources.parameters)
}

/// Parameters that a game may set and that do not have their default value.
fn set_parameters(graph: &Graph, state: &GraphState) -> Vec<(Name, f64)> {
    let is_set = |(name, value): &(Name, f64)| {
        let Some(at) = graph.parameter(*name).filter(|at| !graph.is_driven(*at)) else {
            return false;
        };
        let parameter = &graph.parts().parameters[at];
        !parameter.is_trigger && parameter.default != *value
    };
    state.parameters().filter(is_set).collect()
}

/// `looks` is where the camera looks, its heading and pitch in radians, and whether that is aimed
/// at.
pub(super) fn wish(
    held: &BTreeSet<Key>,
    jump: bool,
    modifiers: Modifiers,
    looks: (f32, f32, bool),
) -> Wish {
    let push = |towards: [Key; 2], back: [Key; 2]| {
        let is_held = |keys: [Key; 2]| keys.iter().any(|key| held.contains(key));
        f32::from(i8::from(is_held(towards)) - i8::from(is_held(back)))
    };
    let stick = Vec2::new(
        push([Key::D, Key::ArrowRight], [Key::A, Key::ArrowLeft]),
        push([Key::W, Key::ArrowUp], [Key::S, Key::ArrowDown]),
    );
    let gait = match modifiers {
        Modifiers { shift: true, .. } => Gait::Sprint,
        Modifiers { alt: true, .. } => Gait::Walk,
        _ => Gait::Jog,
    };
    let crouch = modifiers.ctrl || held.contains(&Key::C);
    let (heading, pitch, aim) = looks;
    Wish {
        stick,
        heading,
        pitch,
        gait,
        jump,
        crouch,
        aim,
    }
}
