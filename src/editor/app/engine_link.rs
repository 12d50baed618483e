//! The engine of the preview: what is wanted of it, what it was told, and what it shows.

use anim::{Library, Name, instance::RootMotionMode};
use asset::{Id, PreviewScene};
use engine::{EngineInput, Inspection};
use std::sync::Arc;
use studio::{
    Engine, MontageScope, PartnerOrder, PlayerOrder, PreviewFrame, PreviewSubject, Snapshot,
    Transport,
};

/// Settings that the engine keeps until others are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct EngineWishes {
    pub subject: PreviewSubject,
    pub root_motion: RootMotionMode,
    pub looping: bool,
    pub scope: MontageScope,
    /// Factor of time; negative plays backwards.
    pub rate: f32,
    /// Range that looping repeats, seconds; None is all of the timeline.
    pub region: Option<(f64, f64)>,
    /// Level of detail that is evaluated, 0 the finest.
    pub lod: u32,
    /// The time of what is dragged while nothing plays, seconds.
    pub peek: Option<f64>,
    /// The clip that a pose asset shows, and the moment in it, seconds.
    pub posed_at: Option<(Id, f32)>,
}

/// State of the preview when a setting is sent to the engine.
#[derive(Clone, Copy)]
pub(crate) struct Playhead {
    /// Position of the playhead, seconds.
    pub position: f64,
    pub is_playing: bool,
}

pub(crate) struct EngineLink {
    engine: Engine,
    told: EngineWishes,
    told_preview: Option<PreviewScene>,
    told_partners: Arc<[PartnerOrder]>,
    inspection: Inspection,
    revision: u64,
    /// The newest of what is shown; None until there is one.
    pub frame: Option<Arc<PreviewFrame>>,
    /// The pose at a link of the graph, as the character would stand in it.
    pub watched: Option<PreviewFrame>,
}

impl EngineLink {
    /// A link to an engine that has received nothing yet.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            told: EngineWishes::default(),
            told_preview: None,
            told_partners: Arc::default(),
            inspection: Inspection::default(),
            revision: 0,
            frame: None,
            watched: None,
        }
    }

    /// Subject that the engine was ordered to show.
    pub fn shown(&self) -> PreviewSubject {
        self.told.subject
    }

    /// Counts the libraries that it was given.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Plays from here on what is compiled there.
    pub fn set_library(&mut self, library: Arc<Library>) {
        self.revision += 1;
        self.resend_library(library);
    }

    fn resend_library(&self, library: Arc<Library>) {
        self.engine.set_snapshot(Snapshot {
            revision: self.revision,
            library,
        });
    }

    /// Continues with an engine that knows nothing, with the same library; `engine` is None if the
    /// old engine has restarted by itself. The next [`EngineLink::reconcile`] sends the rest.
    pub fn begin_anew(&mut self, engine: Option<Engine>, library: Option<Arc<Library>>) {
        if let Some(engine) = engine {
            self.engine = engine;
        }
        self.told = EngineWishes::default();
        self.told_preview = None;
        self.told_partners = Arc::default();
        self.inspection = Inspection::default();
        (self.frame, self.watched) = (None, None);
        // A frame that was made before shows what is gone.
        let _ = self.engine.frame();
        if let Some(library) = library {
            self.resend_library(library);
        }
    }

    /// Tells the engine what it does not know yet, and returns what it knew before.
    pub fn reconcile(&mut self, wanted: EngineWishes, playhead: Playhead) -> EngineWishes {
        let before = std::mem::replace(&mut self.told, wanted);
        let is_anew = wanted.subject != before.subject;
        if wanted.lod != before.lod {
            self.transport(Transport::SetLod(wanted.lod));
        }
        if is_anew {
            (self.frame, self.watched) = (None, None);
            self.transport(Transport::Show(wanted.subject));
        }
        // What is shown anew begins without any of these.
        if is_anew || wanted.root_motion != before.root_motion {
            self.transport(Transport::SetRootMotionMode(wanted.root_motion));
        }
        if is_anew || wanted.looping != before.looping {
            self.transport(Transport::SetLooping(wanted.looping));
        }
        if is_anew || wanted.scope != before.scope {
            self.transport(Transport::SetScope(wanted.scope));
        }
        if is_anew || wanted.rate != before.rate {
            self.transport(Transport::SetRate(wanted.rate));
        }
        if is_anew {
            self.transport(Transport::Seek(playhead.position));
        }
        if wanted.region != before.region.filter(|_| !is_anew) {
            self.transport(Transport::SetLoopRegion(wanted.region));
        }
        // The playhead stays where it is, and is shown again when nothing is dragged any more.
        if wanted.peek != before.peek && !playhead.is_playing {
            let at = wanted.peek.unwrap_or(playhead.position);
            self.transport(Transport::Seek(at));
        }
        before
    }

    /// Sets the ground and the warp targets of the preview, if they changed.
    pub fn set_preview(&mut self, wanted: &PreviewScene) {
        if self.told_preview.as_ref() == Some(wanted) {
            return;
        }
        self.told_preview = Some(wanted.clone());
        let ground = Some(Arc::new(wanted.ground.clone()) as _);
        self.send(EngineInput::SetGround { ground });
        let targets = wanted.targets.iter();
        let targets = targets.map(|target| (Name::new(&target.name), target.place()));
        self.transport(Transport::SetWarpTargets(targets.collect()));
    }

    /// Sets the partners beside the character, if they changed.
    pub fn set_partners(&mut self, wanted: Arc<[PartnerOrder]>) {
        if self.told_partners != wanted {
            self.told_partners = wanted.clone();
            self.transport(Transport::SetPartners(wanted));
        }
    }

    /// Sets the data that frames contain in addition to the pose, if it changed.
    pub fn inspect(&mut self, inspection: Inspection) {
        if inspection != self.inspection {
            self.inspection = inspection;
            self.engine.inspect(inspection);
        }
    }

    /// Sets the play rate at once, so that the next playback has this rate.
    pub fn set_rate(&mut self, rate: f32) {
        self.told.rate = rate;
        self.transport(Transport::SetRate(rate));
    }

    /// Sends a one-time transport command to the engine.
    pub fn transport(&self, transport: Transport) {
        self.engine.transport(transport);
    }

    /// An order for the next tick.
    pub fn send(&self, order: impl Into<PlayerOrder>) {
        self.engine.send(order);
    }

    /// The preview scene last sent to the engine; None if none was sent.
    #[cfg(test)]
    pub fn scene(&self) -> Option<&PreviewScene> {
        self.told_preview.as_ref()
    }

    /// What frames contain in addition to the pose.
    pub fn inspection(&self) -> Inspection {
        self.inspection
    }

    /// The engine, for reading what it reports.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }
}
