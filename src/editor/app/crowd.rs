//! The crowd: played while its panel says so, with what is shown.

use super::App;
use crate::{dock::Panel, panels::crowd::crowd_ui, toast::Tone};
use anim::{Library, Name};
use std::sync::Arc;
use studio::{Crowd, CrowdFrame, CrowdOrder, PreviewFrame, PreviewSubject};
use words::tr;

/// Metres between neighbours.
const APART: f32 = 1.5;

/// The crowd that plays, and what it shows.
#[derive(Default)]
pub(super) struct CrowdLink {
    crowd: Option<Crowd>,
    playing: Option<CrowdKey>,
    parameters: Vec<(Name, f64)>,
    frame: Option<CrowdFrame>,
}

/// What a crowd begins anew for.
struct CrowdKey {
    library: Arc<Library>,
    subject: PreviewSubject,
    count: u32,
    workers: usize,
}

impl CrowdKey {
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.library, &other.library)
            && (self.subject, self.count, self.workers)
                == (other.subject, other.count, other.workers)
    }
}

impl CrowdLink {
    /// The copies that are shown beside the character.
    pub(super) fn members(&self) -> &[PreviewFrame] {
        self.frame.as_ref().map_or(&[], |frame| &frame.members)
    }
}

impl App {
    /// Plays the crowd that its panel asks for.
    pub(super) fn follow_crowd(&mut self) {
        let is_shown = self.dock.is_shown(Panel::Crowd) && self.views.crowd.is_on;
        let Some(frame) = self.engine.frame.clone().filter(|_| is_shown) else {
            self.crowd = CrowdLink::default();
            return;
        };
        let key = CrowdKey {
            library: self.compiled.library.clone(),
            subject: self.engine.shown(),
            count: self.views.crowd.count,
            workers: self.views.crowd.workers,
        };
        let parameters: Vec<_> = frame.graph_state.parameters().collect();
        let link = &mut self.crowd;
        let is_same = link.playing.as_ref().is_some_and(|it| it.is_same(&key));
        if !is_same {
            let order = CrowdOrder {
                library: key.library.clone(),
                subject: key.subject,
                skeleton: frame.skeleton.name,
                count: key.count,
                parameters: parameters.clone(),
                apart: APART,
                workers: key.workers,
            };
            self.start_crowd(order);
            self.crowd.playing = Some(key);
        } else if link.parameters != parameters
            && let Some(crowd) = &link.crowd
        {
            crowd.set(parameters.clone());
        }
        let link = &mut self.crowd;
        link.parameters = parameters;
        let newest = link.crowd.as_ref().and_then(Crowd::frame);
        link.frame = newest.or_else(|| link.frame.take());
    }

    fn start_crowd(&mut self, order: CrowdOrder) {
        if let Some(crowd) = &self.crowd.crowd {
            return crowd.play(order);
        }
        let waker = self.waker.clone();
        match Crowd::start(order, move || waker.wake()) {
            Ok(crowd) => self.crowd.crowd = Some(crowd),
            Err(error) => {
                self.views.crowd.is_on = false;
                let title = tr!("The crowd cannot be played");
                self.session.toast(Tone::Error, title, error.to_string());
            }
        }
    }

    pub(super) fn crowd_panel_ui(&mut self, ui: &mut egui::Ui) {
        let can_play = !matches!(
            self.engine.shown(),
            PreviewSubject::None | PreviewSubject::Skeleton(_)
        );
        let frame = self.crowd.frame.as_ref();
        crowd_ui(ui, &mut self.views.crowd, frame, can_play);
    }
}
