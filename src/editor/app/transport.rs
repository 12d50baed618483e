//! What the user tells the transport, to the engine.

use super::App;
use crate::{action::TransportAction, timeline::TimelineRevealMode, toast::Tone};
use studio::Transport;
use words::tr;

impl App {
    /// Applies a transport action to the open timeline, or to the open graph if there is no
    /// timeline.
    pub(super) fn act_on_transport(&mut self, action: &TransportAction) {
        if self.session.rewound.is_on() && self.act_on_session_transport(action) {
            return;
        }
        if let TransportAction::SetRootMotion(mode) = *action {
            self.session.transport.root_motion = mode;
            return;
        }
        let Some(host) = self.host() else {
            return self.act_on_transport_of_graph(action);
        };
        let (length, rate, position) = (
            host.length(),
            host.frame_rate(),
            self.session.transport.position,
        );
        match *action {
            TransportAction::TogglePlay => {
                let playing = !self.session.transport.playing;
                self.session.transport.playing = playing;
                self.engine.transport(if playing {
                    Transport::Play
                } else {
                    Transport::Pause
                });
            }
            TransportAction::PlayAt(rate) => {
                self.session.transport.rate = rate;
                self.session.transport.playing = true;
                self.engine.set_rate(rate);
                self.engine.transport(Transport::Play);
            }
            TransportAction::Pause => self.pause(),
            TransportAction::Seek(time) => self.seek(time, length),
            TransportAction::GoTo(time) => self.go_to(time, length),
            TransportAction::StepFrames(frames) => {
                self.engine.transport(Transport::Pause);
                self.go_to(
                    ((position * rate).round() + f64::from(frames)) / rate,
                    length,
                );
            }
            TransportAction::GoToStart => self.go_to(0.0, length),
            TransportAction::GoToEnd => self.go_to(length, length),
            TransportAction::GoToEdge(forward) => {
                let edges = crate::timeline::edges(&host);
                let next = edges.iter().copied().find(|edge| *edge > position + 1e-4);
                let previous = edges
                    .iter()
                    .rev()
                    .copied()
                    .find(|edge| *edge < position - 1e-4);
                if let Some(edge) = if forward { next } else { previous } {
                    self.go_to(edge, length);
                }
            }
            TransportAction::ToggleLoop => {
                self.session.transport.looping = !self.session.transport.looping;
            }
            TransportAction::LoopIn => self.loop_between(position, None),
            TransportAction::LoopOut => self.loop_between(0.0, Some(position)),
            TransportAction::LoopSelection => {
                let span = crate::timeline::scene::selected_span(&host, self.document.selection());
                if let Some((from, to)) = span {
                    self.loop_over(from, to);
                }
            }
            TransportAction::LoopOver(from, to) => self.loop_over(from, to),
            TransportAction::ClearLoop => {
                self.session
                    .active
                    .map(|id| self.views.timeline.loops.remove(&id));
            }
            TransportAction::SetRate(rate) => self.session.transport.rate = rate,
            TransportAction::SetScope(scope) => self.views.kinds.montage.scope = scope,
            // Of the whole engine, and of whatever is shown.
            TransportAction::Restart
            | TransportAction::SetRootMotion(_)
            | TransportAction::ToggleMute
            | TransportAction::SetVolume(_)
            | TransportAction::TrySound(_) => {}
        }
    }

    /// Applies a transport action to a graph, whose time only goes on or restarts.
    fn act_on_transport_of_graph(&mut self, action: &TransportAction) {
        let project = self.document.project();
        let plays = |id| project.graphs.contains_key(&id) || project.blend_spaces.contains_key(&id);
        let is_graph = self.session.active.is_some_and(plays);
        if !is_graph {
            return;
        }
        match *action {
            TransportAction::TogglePlay => {
                let playing = !self.session.transport.playing;
                self.session.transport.playing = playing;
                self.engine.transport(if playing {
                    Transport::Play
                } else {
                    Transport::Pause
                });
            }
            TransportAction::Pause => self.pause(),
            TransportAction::StepFrames(ticks) => self.step_ticks(ticks),
            TransportAction::GoToStart => self.seek(0.0, 0.0),
            TransportAction::SetRate(rate) => {
                self.session.transport.rate = rate.max(0.0);
            }
            _ => {}
        }
    }

    /// A graph has no frames: its ticks are stepped through, also back.
    fn step_ticks(&mut self, ticks: i32) {
        if self.session.drive.on.is_some() {
            let why = tr!("Stop driving first: the driver does not step.");
            return self.session.toast(Tone::Warning, tr!("Driving"), why);
        }
        self.session.transport.playing = false;
        self.engine.transport(Transport::StepTicks(ticks));
    }

    /// A jump: the timeline shows where it led.
    fn go_to(&mut self, time: f64, length: f64) {
        self.seek(time, length);
        self.views.timeline.reveal = Some(TimelineRevealMode::Playhead);
    }

    /// Sets the start of the loop range to `from` if `to` is None, else its end to `to`. The other
    /// end of the range stays where it is, if possible.
    fn loop_between(&mut self, from: f64, to: Option<f64>) {
        let Some(host) = self.host() else { return };
        let (length, known) = (
            host.length(),
            self.views.timeline.loops.get(&host.id).copied(),
        );
        let (start, end) = known.unwrap_or((0.0, length));
        match to {
            None => self.loop_over(from, if end > from { end } else { length }),
            Some(to) => self.loop_over(if start < to { start } else { 0.0 }, to),
        }
    }

    /// Sets the loop range, seconds; the range is at least a frame long.
    fn loop_over(&mut self, from: f64, to: f64) {
        let Some(host) = self.host() else { return };
        let (id, frame) = (host.id, 1.0 / host.frame_rate());
        let to = to.min(host.length());
        let from = from.clamp(0.0, (to - frame).max(0.0));
        self.views
            .timeline
            .loops
            .insert(id, (from, to.max(from + frame)));
    }

    pub(super) fn pause(&mut self) {
        self.session.transport.playing = false;
        self.engine.transport(Transport::Pause);
    }

    pub(super) fn seek(&mut self, time: f64, length: f64) {
        let time = time.clamp(0.0, length);
        self.session.transport.position = time;
        self.session.fired.counts = Default::default();
        self.engine.transport(Transport::Seek(time));
    }
}
