//! The recorded session: kept up with what plays, shown at any moment, tried with edits.

use super::App;
use crate::{
    action::{EditorAction, SessionAction},
    dock::Panel,
    panels::{self, why::view::search_filter},
    rewound::{EditedSession, SessionSource},
    toast::Tone,
    waker::Waker,
};
use anim::Name;
use crossbeam_channel::Receiver;
use engine::{Inspection, RecordedSession};
use session::SeriesWish;
use std::sync::Arc;
use studio::{PreviewFrame, PreviewSubject, Rewind, RewindOrder, RewindTold, Transport};
use words::tr;

/// Seconds between two looks at what was recorded while it plays.
const LOOK_EVERY: f64 = 0.2;
/// Ticks before and after the playhead whose decisions are told.
const EXPLAINED: (u64, u64) = (150, 90);

/// The thread that shows the session, and what it was told.
pub(super) struct RewindLink {
    rewind: Result<Rewind, String>,
    /// The recording that the engine was asked for, and whether to rewind to its end.
    asked: Option<(Receiver<RecordedSession>, bool)>,
    asked_at: f64,
    wish: SeriesWish,
    sought: Option<u64>,
    inspection: Option<Inspection>,
    explained: Option<std::ops::Range<u64>>,
    traced: Option<(u64, Name)>,
    searched: Option<(String, Option<session::LedgerOutcome>)>,
    /// The revision of the library that was tried last.
    tried: Option<u64>,
    /// What the engine showed when the window was rewound.
    subject: PreviewSubject,
    /// Whose series are shown, and what beside them.
    watched: SeriesWish,
}

impl RewindLink {
    pub(super) fn start(waker: &Waker) -> Self {
        let waker = waker.clone();
        let rewind = Rewind::start(move || waker.wake());
        Self {
            rewind: rewind.map_err(|error| tr!("Cannot start the session's thread: {error}.")),
            asked: None,
            asked_at: 0.0,
            wish: SeriesWish::default(),
            sought: None,
            inspection: None,
            explained: None,
            traced: None,
            searched: None,
            tried: None,
            subject: PreviewSubject::None,
            watched: SeriesWish {
                character: studio::PREVIEWED,
                ..SeriesWish::default()
            },
        }
    }

    fn send(&self, order: RewindOrder) {
        if let Ok(rewind) = &self.rewind {
            rewind.send(order);
        }
    }

    /// Another session is shown from now on.
    fn open(&mut self, session: &RecordedSession) {
        self.forget();
        self.send(RewindOrder::Open(session.clone()));
    }

    /// Nothing that was sent counts for another session.
    fn forget(&mut self) {
        (self.sought, self.explained, self.traced) = (None, None, None);
        self.searched = None;
        (self.inspection, self.tried) = (None, None);
    }
}

impl App {
    pub(super) fn act_on_session(&mut self, action: SessionAction) {
        match action {
            SessionAction::Rewind => self.rewind(),
            SessionAction::GoLive => self.go_live(),
            SessionAction::Continue => self.continue_session(),
            SessionAction::Seek(tick) => self.seek_session(tick),
            SessionAction::Mark => {
                let text = tr!("Mark at {:.3} s", self.session.rewound.time());
                self.engine.engine().mark(text);
                self.ask_session(false);
            }
            SessionAction::Open => self.pick_session(),
            SessionAction::Save => self.pick_session_to_save(),
            SessionAction::ExportCsv => self.pick_csv(),
            SessionAction::OpenBranch(at) => {
                if let Some((title, session)) = self.session.rewound.branches.get(at).cloned() {
                    let end = session.end();
                    self.show_session(SessionSource::Branch(title), session, end);
                }
            }
            SessionAction::OpenBeside => self.pick_session_beside(),
            SessionAction::BranchBeside(at) => {
                if let Some((title, session)) = self.session.rewound.branches.get(at).cloned() {
                    self.put_session_beside(title, session);
                }
            }
            SessionAction::CloseBeside => self.close_beside(),
            SessionAction::RunTests => self.run_tests(None),
            SessionAction::RunTest(id) => self.run_tests(Some(id)),
            SessionAction::MakeTest => self.make_test(),
            SessionAction::AddTest(scenario) => self.add_test(*scenario),
            SessionAction::ToggleCoverage => self.toggle_coverage(),
            SessionAction::RenewTest(id) => self.renew_test(id),
            SessionAction::ShowTest(id, tick) => self.show_test(id, tick),
            SessionAction::KeepEdit => self.keep_edit(),
            SessionAction::RevertEdit => self.revert_edit(),
            SessionAction::Find(predicate, direction) => {
                let from = self.session.rewound.tick().saturating_sub(1);
                self.rewind_link.send(RewindOrder::Find {
                    predicate,
                    from,
                    direction,
                });
            }
            SessionAction::WatchBone(bone) => {
                let bones = &mut self.rewind_link.watched.bones;
                match bones.iter().position(|it| *it == bone) {
                    Some(at) => {
                        bones.remove(at);
                    }
                    None => bones.push(bone),
                }
            }
            SessionAction::WatchNode(node, title) => {
                let nodes = &mut self.rewind_link.watched.nodes;
                if nodes.remove(&node).is_none() {
                    nodes.insert(node, title);
                }
            }
            SessionAction::ShowWithout(node) => {
                let rewound = &mut self.session.rewound;
                rewound.without = Some(node).filter(|_| rewound.without != Some(node));
                self.rewind_link.send(RewindOrder::Without(rewound.without));
            }
            SessionAction::WatchCharacter(character) => {
                self.rewind_link.watched.character = character;
            }
        }
    }

    /// Shows a session at a moment, in place of what plays.
    pub(super) fn show_session(
        &mut self,
        source: SessionSource,
        session: RecordedSession,
        tick: u64,
    ) {
        self.pause();
        self.leave_drive();
        self.rewind_link.open(&session);
        let start = session.segments.first().map_or(0.0, |it| it.start);
        self.views.lanes.fit(start, session.seconds());
        self.session.rewound.open(source, session);
        self.show_panel(Panel::Session);
        self.seek_session(tick);
        // It is compared with the project as it is now.
        self.try_edit();
    }

    /// Shows another session beside the one that is shown, in place of edits.
    pub(super) fn put_session_beside(&mut self, title: String, session: RecordedSession) {
        if self.session.rewound.session.is_empty() {
            return self.show_session(SessionSource::Opened(title, None), session, 0);
        }
        if !self.session.rewound.is_on() {
            self.seek_session(self.session.rewound.tick());
        }
        let rewound = &mut self.session.rewound;
        (rewound.beside, rewound.edited) = (Some(title), Some(EditedSession::default()));
        self.rewind_link.send(RewindOrder::Beside(session));
    }

    fn close_beside(&mut self) {
        self.session.rewound.beside = None;
        self.rewind_link.tried = None;
        self.try_edit();
    }

    /// Stops what plays, and shows the recording of it as soon as the engine has sent it.
    fn rewind(&mut self) {
        if self.session.rewound.is_apart() {
            self.go_live();
        }
        self.pause();
        self.leave_drive();
        self.show_panel(Panel::Session);
        self.ask_session(true);
    }

    fn ask_session(&mut self, rewinds: bool) {
        self.rewind_link.asked = Some((self.engine.engine().session(), rewinds));
        self.rewind_link.asked_at = self.session.now;
    }

    fn seek_session(&mut self, tick: u64) {
        let rewound = &mut self.session.rewound;
        if rewound.session.is_empty() {
            return;
        }
        let is_entered = !rewound.is_on();
        rewound.seek(tick);
        if is_entered {
            self.enter_session();
        }
    }

    /// What is edited from here on is tried on the session.
    fn enter_session(&mut self) {
        let root = self.document.project().clone();
        let rewound = &mut self.session.rewound;
        rewound.root = Some((root, self.document.step_count()));
        self.rewind_link.subject = self.engine.shown();
        if !rewound.is_apart() {
            rewound.base = Some(self.compiled.library.clone());
        }
        if self.session.transport.playing {
            self.pause();
        }
    }

    /// Shows what plays again; a session from somewhere else is closed.
    pub(super) fn go_live(&mut self) {
        let rewound = &mut self.session.rewound;
        let was_apart = rewound.is_apart();
        (rewound.at, rewound.playing, rewound.frame) = (None, false, None);
        (rewound.edited, rewound.base, rewound.root) = (None, None, None);
        (rewound.fault, rewound.without, rewound.beside) = (None, None, None);
        self.rewind_link.send(RewindOrder::Try(None));
        self.rewind_link.send(RewindOrder::Without(None));
        if was_apart {
            rewound.open(SessionSource::Preview, RecordedSession::default());
            self.ask_session(false);
        }
        self.rewind_link.forget();
        // A pause makes the engine show where it stands.
        self.engine.transport(Transport::Pause);
    }

    fn continue_session(&mut self) {
        let rewound = &mut self.session.rewound;
        let Some(at) = rewound.at.filter(|_| !rewound.is_apart()) else {
            return;
        };
        if self.rewind_link.subject != self.engine.shown() {
            let title = tr!("Not continued");
            let line = tr!("Open the document that was played first.");
            return self.session.toast(Tone::Warning, title, line);
        }
        let session = rewound.session.clone();
        if at < session.end() {
            let title = tr!("Before {:.3} s", rewound.time());
            rewound.keep_branch(title, session.clone());
        }
        self.go_live();
        self.session.rewound.session = RecordedSession::default();
        self.engine.engine().go_on(session, at);
        self.engine.transport(Transport::Play);
        self.session.transport.playing = true;
        self.ask_session(false);
    }

    /// Whoever gives the character something means it as it is shown: it plays on from there. A
    /// session from somewhere else is left.
    pub(super) fn leave_session(&mut self) {
        match self.session.rewound.at {
            Some(_) if self.session.rewound.is_apart() => self.go_live(),
            Some(_) => self.continue_session(),
            None => {}
        }
    }

    /// The edited session is the recorded one from now on.
    fn keep_edit(&mut self) {
        let rewound = &mut self.session.rewound;
        let Some(session) = rewound.edited.take().and_then(|it| it.session) else {
            return;
        };
        let (at, source) = (rewound.at, rewound.source.clone());
        self.rewind_link.open(&session);
        rewound.open(source, session);
        rewound.at = at;
        self.enter_session();
        self.session.rewound.base = Some(self.compiled.library.clone());
    }

    fn revert_edit(&mut self) {
        let Some((root, steps)) = self.session.rewound.root.clone() else {
            return;
        };
        while self.document.step_count() > steps && !Arc::ptr_eq(self.document.project(), &root) {
            if !self.document.undo() {
                break;
            }
        }
        self.drop_dead_tabs();
        if !Arc::ptr_eq(self.document.project(), &root) {
            self.session.toast(
                Tone::Warning,
                tr!("Not reverted whole"),
                tr!("Some of the edits are no longer in the history."),
            );
        }
    }

    /// Plays the session with what is compiled now, if that is something else than it was recorded
    /// with.
    pub(super) fn try_edit(&mut self) {
        let revision = self.engine.revision();
        let rewound = &mut self.session.rewound;
        let is_tried = self.rewind_link.tried == Some(revision);
        if !rewound.is_on() || rewound.beside.is_some() || is_tried {
            return;
        }
        self.rewind_link.tried = Some(revision);
        let library = self.compiled.library.clone();
        let is_same = |own: &Arc<anim::Library>| Arc::ptr_eq(own, &library) || *own == library;
        let is_recorded = match &rewound.base {
            Some(base) => is_same(base),
            None => rewound.session.libraries().last().is_some_and(is_same),
        };
        rewound.edited = (!is_recorded).then(EditedSession::default);
        self.rewind_link
            .send(RewindOrder::Try((!is_recorded).then_some(library)));
    }

    /// Whether somebody looks at the session.
    fn looks_at_session(&self) -> bool {
        self.session.rewound.is_on()
            || self.dock.is_shown(Panel::Session)
            || self.dock.is_shown(Panel::Why)
    }

    /// Takes what the engine recorded and what the session's thread shows, and asks for more.
    pub(super) fn follow_session(&mut self, ctx: &egui::Context) {
        self.take_recorded();
        self.play_session(ctx);
        let Ok(rewind) = &self.rewind_link.rewind else {
            if let Err(why) = &self.rewind_link.rewind {
                self.session.rewound.fault = Some(why.clone());
            }
            return;
        };
        let (frame, told): (_, Vec<RewindTold>) = (rewind.frame(), rewind.told().collect());
        for told in told {
            match told {
                RewindTold::Found(Some(tick)) => self.seek_session(tick + 1),
                RewindTold::Found(None) => self.session.toast(
                    Tone::Warning,
                    tr!("Not found"),
                    tr!("It does not hold at any other moment of the session."),
                ),
                told => self.session.rewound.hear(told),
            }
        }
        let frame = frame.or_else(|| {
            // Something else was opened meanwhile: the moment is shown still.
            let is_lost = self.engine.frame.is_none();
            self.session.rewound.frame.clone().filter(|_| is_lost)
        });
        if let Some(frame) = frame.filter(|_| self.session.rewound.is_on()) {
            self.take_session_frame(frame);
        }
        if self.looks_at_session() {
            self.ask_of_session(ctx);
        }
    }

    fn take_recorded(&mut self) {
        let now = self.session.now;
        let link = &mut self.rewind_link;
        let taken = link
            .asked
            .as_ref()
            .and_then(|(session, rewinds)| Some((session.try_recv().ok()?, *rewinds)));
        if let Some((session, rewinds)) = taken {
            link.asked = None;
            if !self.session.rewound.is_apart() && !self.session.rewound.is_on() {
                self.take_session(session);
            }
            if rewinds {
                let end = self.session.rewound.session.end();
                self.seek_session(end);
            }
        }
        let is_live = !self.session.rewound.is_on() && !self.session.rewound.is_apart();
        let is_due = now - self.rewind_link.asked_at > LOOK_EVERY;
        let wants = is_live && is_due && self.looks_at_session();
        let is_new = self.session.transport.playing || self.session.rewound.series.is_none();
        if wants && is_new && self.rewind_link.asked.is_none() {
            self.ask_session(false);
        }
    }

    /// A longer recording of what plays, or one that begins anew.
    fn take_session(&mut self, session: RecordedSession) {
        let known = &self.session.rewound.session;
        let is_longer = known
            .segments
            .first()
            .zip(session.segments.first())
            .is_some_and(|(known, first)| known.first == first.first)
            && known.end() <= session.end()
            && !known.is_empty();
        if session.is_empty() {
            return;
        }
        self.rewind_link.send(if is_longer {
            RewindOrder::Grow(session.clone())
        } else {
            RewindOrder::Open(session.clone())
        });
        self.session.rewound.session = session;
    }

    /// The session is played by moving its playhead.
    fn play_session(&mut self, ctx: &egui::Context) {
        let rate = f64::from(self.session.transport.rate);
        let passed = f64::from(self.session.last_pass).min(0.25);
        let rewound = &mut self.session.rewound;
        if !rewound.playing {
            return;
        }
        ctx.request_repaint();
        rewound.clock += passed * rate;
        let Some(series) = &rewound.series else {
            return;
        };
        let (start, end) = (series.start, series.times.last().copied().unwrap_or(0.0));
        if rewound.clock >= end || rewound.clock < start {
            rewound.playing = false;
        }
        rewound.clock = rewound.clock.clamp(start, end);
        rewound.at = Some(series.tick_at(rewound.clock));
    }

    /// The moment of the session takes the place of what the engine shows.
    fn take_session_frame(&mut self, frame: studio::RewindFrame) {
        if frame.recorded.is_none() {
            // There was no character at that moment.
            self.engine.frame = None;
        }
        if let Some(recorded) = &frame.recorded {
            let shown = frame.edited.as_ref().unwrap_or(recorded);
            let position = self.position_of(shown);
            let series = self.session.rewound.series.as_ref();
            let speed = series.and_then(|series| {
                let at = frame.tick.checked_sub(series.first + 1)?;
                series.root_speed.get(at as usize).copied()
            });
            let shown = PreviewFrame {
                position,
                speed: speed.filter(|it| it.is_finite()).unwrap_or(0.0),
                revision: self.engine.revision(),
                inspected: recorded.inspected.clone(),
                recorded_bytes: self.engine.frame.as_ref().map_or(0, |it| it.recorded_bytes),
                ..shown.clone()
            };
            self.session.transport.position = position;
            self.engine.frame = Some(Arc::new(shown));
        }
        self.session.rewound.frame = Some(frame);
    }

    /// Seconds on the timeline of what is open.
    fn position_of(&self, frame: &PreviewFrame) -> f64 {
        match self.engine.shown() {
            PreviewSubject::Montage(name) => {
                let playing = frame.montages.iter().rev().find(|it| it.montage == name);
                playing.map_or(self.session.transport.position, |it| it.position)
            }
            PreviewSubject::Clip(name) => frame
                .shown_clip
                .filter(|(clip, _)| *clip == name)
                .map_or(self.session.transport.position, |(_, position)| position),
            _ => frame.time,
        }
    }

    /// Asks the session's thread for what is looked at.
    fn ask_of_session(&mut self, ctx: &egui::Context) {
        let link = &mut self.rewind_link;
        let wish = link.watched.clone();
        if link.wish != wish {
            link.wish = wish.clone();
            link.send(RewindOrder::Wish(wish));
        }
        let rewound = &self.session.rewound;
        if rewound.session.is_empty() {
            return;
        }
        let inspection = self.engine.inspection();
        if rewound.is_on() && link.inspection != Some(inspection) {
            link.inspection = Some(inspection);
            link.send(RewindOrder::Inspect(inspection));
        }
        if rewound.is_on() && link.sought != rewound.at {
            link.sought = rewound.at;
            link.send(RewindOrder::Seek(rewound.tick()));
        }
        // While the playhead moves on its own, nobody can read what was decided.
        let is_still =
            rewound.is_on() && !rewound.playing && !ctx.input(|it| it.pointer.any_down());
        if is_still && self.dock.is_shown(Panel::Why) {
            self.ask_why_here();
        }
    }

    fn ask_why_here(&mut self) {
        let (rewound, link) = (&self.session.rewound, &mut self.rewind_link);
        let at = rewound.tick();
        let last = at.saturating_sub(1);
        let is_told = link
            .explained
            .as_ref()
            .is_some_and(|told| told.contains(&last) && rewound.rows.is_some());
        if !is_told {
            let ticks = last.saturating_sub(EXPLAINED.0)..last + EXPLAINED.1;
            link.explained = Some(ticks.clone());
            link.send(RewindOrder::Explain(ticks));
        }
        let searched = self.views.why.searched().filter(|_| rewound.is_on());
        if link.searched != searched {
            link.searched.clone_from(&searched);
            link.send(RewindOrder::Search(searched.map(search_filter)));
            self.session.rewound.searched = None;
        }
        let rewound = &self.session.rewound;
        let bone = self.views.kinds.skeleton.selected_bone;
        let frame = rewound.frame.as_ref().and_then(|it| it.recorded.as_ref());
        let bone = bone
            .zip(frame)
            .and_then(|(bone, frame)| Some(frame.skeleton.bones.get(bone)?.name));
        if let Some(bone) = bone.filter(|bone| link.traced != Some((at, *bone))) {
            link.traced = Some((at, bone));
            link.send(RewindOrder::Trace { tick: at, bone });
        }
    }

    pub(super) fn session_panel_ui(&mut self, ui: &mut egui::Ui, actions: &mut Vec<EditorAction>) {
        let project = self.document.project().clone();
        let frame = self.engine.frame.as_ref();
        let bone = self.views.kinds.skeleton.selected_bone;
        let bone = bone
            .zip(frame)
            .and_then(|(bone, frame)| Some(frame.skeleton.bones.get(bone)?.name));
        let state = panels::session::state::SessionPanelState {
            rewound: &self.session.rewound,
            project: &project,
            names: &self.compiled.library.names,
            bone,
            node: self.selected_node_title(),
            is_playing: self.session.transport.playing,
        };
        panels::session::session_ui(ui, &state, &mut self.views.lanes, actions);
    }

    pub(super) fn why_panel_ui(&mut self, ui: &mut egui::Ui, actions: &mut Vec<EditorAction>) {
        let project = self.document.project().clone();
        let state = panels::why::WhyPanelState {
            rewound: &self.session.rewound,
            project: &project,
            names: &self.compiled.library.names,
        };
        panels::why::why_ui(ui, &state, &mut self.views.why, actions);
    }
}
