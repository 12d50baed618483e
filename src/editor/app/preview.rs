//! From the document to the engine and back: compile what changed, show it, take frames and events.

use super::{
    App,
    engine_link::{EngineWishes, Playhead},
};
use crate::{
    kinds, panels,
    session::{FLASH_TIME, Flash, Unfired},
    timeline::{TimelineAsset, TimelineHost},
    viewport::Viewport,
};
use anim::{
    Name,
    event::{EventReason, Phase},
};
use asset::Id;
use studio::{PreviewSubject, Transport};

impl App {
    pub(super) fn compile_if_changed(&mut self) {
        let done = self.compressor.collect(&self.jobs);
        self.compiler.take_compressed(done);
        let tried = self.session.active;
        self.compiler
            .order(&self.trial.root(self.document.project(), tried));
        let built = self.compiler.built().and_then(|built| self.sound(built));
        let is_new = built.is_some();
        if let Some(built) = built {
            self.compiled = built.compiled;
            self.compiled
                .diagnostics
                .retain(|it| it.subject.asset != asset::trial::TRIAL);
            self.views.kinds.blend_space.motions =
                kinds::motions(&built.root, &self.compiled.library);
            self.compiled_root = Some(built.root);
            self.compile_ms = built.took.as_secs_f64() * 1000.0;
            self.send_snapshot();
            self.begin_compressing();
        }
        if std::mem::take(&mut self.views.timeline.lanes.is_hidden_anew) {
            self.send_snapshot();
        }
        self.draw_poses();
        self.follow_weights();
        self.tell_engine(is_new);
        if is_new {
            self.try_edit();
        }
    }

    /// Sends the present wishes to the engine, and updates what depends on the shown subject.
    fn tell_engine(&mut self, is_new: bool) {
        let wanted = self.wanted_of_engine();
        let transport = &self.session.transport;
        let playhead = Playhead {
            position: transport.position,
            is_playing: transport.playing,
        };
        let before = self.engine.reconcile(wanted, playhead);
        let is_shown_anew = wanted.subject != before.subject;
        if is_shown_anew {
            self.views.looking.forget();
            if matches!(wanted.subject, PreviewSubject::Graph(_))
                && !self.has_faulted(wanted.subject)
                && !self.session.rewound.is_on()
            {
                // Nothing is to be seen of a graph that stands still.
                self.session.transport.playing = true;
                self.engine.transport(Transport::Play);
            }
        }
        self.start_awaited_montage();
        let project = self.document.project();
        let scene = project.preview.scene_of(self.session.active);
        self.engine.set_preview(scene);
        self.engine
            .set_partners(files::partner_orders(project, scene));
        if is_new || is_shown_anew {
            self.send_weights();
        }
        if let Some((_, time)) = wanted
            .posed_at
            .filter(|_| wanted.posed_at != before.posed_at)
        {
            self.session.transport.playing = false;
            self.engine.transport(Transport::Pause);
            self.engine.transport(Transport::Seek(time.into()));
        }
    }

    fn wanted_of_engine(&self) -> EngineWishes {
        let transport = &self.session.transport;
        let peek = self.views.timeline.peek;
        EngineWishes {
            subject: self.subject(),
            root_motion: transport.root_motion,
            looping: transport.looping,
            scope: self.views.kinds.montage.scope,
            rate: transport.rate,
            region: self.loop_region(),
            lod: self.viewport.as_ref().map_or(0, Viewport::lod),
            peek: peek.filter(|_| !transport.playing),
            posed_at: self.posed_at(),
        }
    }

    /// Loop range, seconds, without the part that an edit has cut off; None if there is no range.
    pub(super) fn loop_region(&self) -> Option<(f64, f64)> {
        let id = self.session.active?;
        let host = TimelineHost::new(self.document.project(), id)?;
        let (from, to) = *self.views.timeline.loops.get(&host.id)?;
        Some((from, to.min(host.length()))).filter(|(from, to)| from < to)
    }

    /// What the engine shows: nothing if the wanted subject has faulted repeatedly.
    fn subject(&self) -> PreviewSubject {
        let wanted = self.wanted();
        if self.faults.rests(self.engine.revision(), wanted) {
            PreviewSubject::None
        } else {
            wanted
        }
    }

    /// What the engine can show of the open asset, as last compiled: an asset that does not compile
    /// shows its skeleton.
    pub(super) fn wanted(&self) -> PreviewSubject {
        let Some(project) = &self.compiled_root else {
            return PreviewSubject::None;
        };
        let Some(id) = self.session.active else {
            return PreviewSubject::None;
        };
        let library = &self.compiled.library;
        let skeleton = |id: Id| {
            project
                .skeletons
                .get(&id)
                .map_or(PreviewSubject::None, |skeleton| {
                    PreviewSubject::Skeleton(Name::new(&skeleton.name))
                })
        };
        match TimelineHost::new(project, id) {
            Some(host) => match host.asset {
                TimelineAsset::Montage(montage)
                    if library.montage(Name::new(&montage.name)).is_some() =>
                {
                    PreviewSubject::Montage(Name::new(&montage.name))
                }
                TimelineAsset::Clip(clip) if library.clip(Name::new(&clip.name)).is_some() => {
                    PreviewSubject::Clip(Name::new(&clip.name))
                }
                _ => skeleton(host.skeleton()),
            },
            None if project.graphs.contains_key(&id) => {
                let graph = &project.graphs[&id];
                match library.graph(Name::new(&graph.name)) {
                    Some(compiled) => PreviewSubject::Graph(compiled.name()),
                    None => skeleton(graph.skeleton),
                }
            }
            None if project
                .pose_assets
                .get(&id)
                .is_some_and(|it| self.views.kinds.pose_asset.is_mixing(it)) =>
            {
                self.tried(project)
                    .unwrap_or_else(|| skeleton(project.pose_assets[&id].skeleton))
            }
            None if project.pose_assets.contains_key(&id) => {
                let clip = self
                    .posed_at()
                    .and_then(|(clip, _)| project.clips.get(&clip));
                let is_there = |clip: &&std::sync::Arc<asset::Clip>| {
                    library.clip(Name::new(&clip.name)).is_some()
                };
                match clip.filter(is_there) {
                    Some(clip) => PreviewSubject::Clip(Name::new(&clip.name)),
                    None => skeleton(project.pose_assets[&id].skeleton),
                }
            }
            None if project.blend_spaces.contains_key(&id) => self
                .tried(project)
                .unwrap_or_else(|| skeleton(project.blend_spaces[&id].skeleton)),
            // It has nothing to show; whoever is there may stand there.
            None if project.notify_classes.contains_key(&id) => project
                .skeletons
                .keys()
                .next()
                .map_or(PreviewSubject::None, |id| skeleton(*id)),
            None => project
                .meshes
                .get(&id)
                .map_or_else(|| skeleton(id), |mesh| skeleton(mesh.skeleton)),
        }
    }

    fn tried(&self, project: &asset::Project) -> Option<PreviewSubject> {
        let trial = project.graphs.get(&asset::trial::TRIAL)?;
        self.compiled
            .library
            .graph(Name::new(&trial.name))
            .map(|it| PreviewSubject::Graph(it.name()))
    }

    pub(super) fn take_frames(&mut self, ctx: &egui::Context) {
        self.follow_faults();
        let mut fired: Vec<_> = self.engine.engine().fired().collect();
        fired.retain(|entry| !self.is_silent(&entry.event));
        let colors = panels::log::event_colors(&self.document, &self.compiled, &fired);
        for (entry, color) in fired.into_iter().zip(colors) {
            self.flash(&entry, color);
            self.session.fired.counts.add(&entry.event);
            self.sound_of_event(&entry.event);
            self.session.log.add(entry);
        }
        self.engine
            .engine()
            .decided()
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|it| self.views.looking.decided(it));
        if let Some(frame) = self.engine.engine().frame() {
            self.take_looks(&frame);
            let is_rewound = self.session.rewound.is_on();
            self.session.transport.playing = frame.playing && !is_rewound;
            if is_rewound {
                return;
            }
            if frame.playing || self.engine.frame.as_ref().is_some_and(|last| last.playing) {
                self.session.transport.position = frame.position;
            }
            self.engine.frame = Some(frame);
        }
        let now = self.session.now;
        self.session
            .fired
            .flashes
            .retain(|flash| now - flash.at < FLASH_TIME);
        if self.session.transport.playing {
            let rate = 1.0 / ctx.input(|input| input.stable_dt).max(1e-3);
            self.session.picture_rate += (rate - self.session.picture_rate) * 0.1;
            ctx.request_repaint();
        }
    }

    /// Whether the track of the event is muted, or is not solo while other tracks are.
    fn is_silent(&self, event: &anim::Event) -> bool {
        let lanes = &self.views.timeline.lanes;
        if lanes.muted.is_empty() && lanes.solo.is_empty() {
            return false;
        }
        let id = Id(event.id);
        let of = |host: TimelineHost<'_>| {
            host.notifies()
                .iter()
                .find(|notify| notify.id == id)
                .map(|notify| notify.track)
        };
        self.host()
            .and_then(of)
            .is_some_and(|track| lanes.is_silent(track))
    }

    fn flash(&mut self, entry: &studio::LogEntry, color: egui::Color32) {
        let event = &entry.event;
        let begins = matches!(event.phase, Phase::Notify | Phase::Begin);
        if begins && event.reason == EventReason::Fired {
            self.session.fired.unfired.remove(&Id(event.id));
        } else if begins {
            let unfired = &mut self.session.fired.unfired;
            let again = Unfired::again(unfired.get(&Id(event.id)), entry);
            unfired.insert(Id(event.id), again);
        }
        if begins && event.reason == EventReason::Fired && event.id != 0 {
            let name = self.compiled.library.names.text(event.name).to_owned();
            let (item, socket, at) = (Id(event.id), event.socket, self.session.now);
            self.session.fired.flashes.push(Flash {
                item,
                name,
                color,
                socket,
                at,
            });
        }
    }

    /// Keeps painting while something fades.
    pub(super) fn glow(&self, ctx: &egui::Context) {
        if !self.session.fired.flashes.is_empty() {
            ctx.request_repaint_after_secs(1.0 / 30.0);
        }
    }
}
