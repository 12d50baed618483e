//! What the user tells the transport, to the engine.

use super::App;
use crate::action::TransportAction;
use engine::Transport;

impl App {
    /// Without a timeline there is nothing to play.
    pub(super) fn act_on_transport(&mut self, action: &TransportAction) {
        if let TransportAction::SetRootMotion(mode) = *action {
            self.session.transport.root_motion = mode;
            return self.engine.transport(Transport::SetRootMotionMode(mode));
        }
        let Some(host) = self.host() else { return self.act_on_transport_of_graph(action) };
        let (length, rate, position) = (host.length(), host.frame_rate(), self.session.transport.position);
        match *action {
            TransportAction::TogglePlay => {
                let playing = !self.session.transport.playing;
                self.session.transport.playing = playing;
                self.engine.transport(if playing { Transport::Play } else { Transport::Pause });
            }
            TransportAction::PlayAt(rate) => {
                self.session.transport.rate = rate;
                self.session.transport.playing = true;
                self.engine.transport(Transport::SetRate(rate));
                self.engine.transport(Transport::Play);
            }
            TransportAction::Pause => self.pause(),
            TransportAction::Seek(time) => self.seek(time, length),
            TransportAction::StepFrames(frames) => {
                self.engine.transport(Transport::Pause);
                self.seek(((position * rate).round() + f64::from(frames)) / rate, length);
            }
            TransportAction::GoToStart => self.seek(0.0, length),
            TransportAction::GoToEnd => self.seek(length, length),
            TransportAction::GoToEdge(forward) => {
                let edges = crate::timeline::edges(&host);
                let next = edges.iter().copied().find(|edge| *edge > position + 1e-4);
                let previous = edges.iter().rev().copied().find(|edge| *edge < position - 1e-4);
                if let Some(edge) = if forward { next } else { previous } {
                    self.seek(edge, length);
                }
            }
            TransportAction::ToggleLoop => {
                self.session.transport.looping = !self.session.transport.looping;
                self.engine.transport(Transport::SetLooping(self.session.transport.looping));
            }
            TransportAction::SetRate(rate) => {
                self.session.transport.rate = rate;
                self.engine.transport(Transport::SetRate(rate));
            }
            TransportAction::SetScope(scope) => {
                self.session.kinds.montage.scope = scope;
                self.engine.transport(Transport::SetScope(scope));
            }
            // Of the whole engine, and of whatever is shown.
            TransportAction::Restart | TransportAction::SetRootMotion(_) => {}
        }
    }

    /// Time of a graph only goes on, or begins anew.
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
                self.engine.transport(if playing { Transport::Play } else { Transport::Pause });
            }
            TransportAction::Pause => self.pause(),
            TransportAction::GoToStart => self.seek(0.0, 0.0),
            TransportAction::SetRate(rate) => {
                self.session.transport.rate = rate.max(0.0);
                self.engine.transport(Transport::SetRate(self.session.transport.rate));
            }
            _ => {}
        }
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
