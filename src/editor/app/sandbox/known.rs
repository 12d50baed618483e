//! What is known of the ways of a montage that warps, and what is asked for.

use crate::viewport::Sandbox;
use anim::{Library, Name, Transform};
use std::sync::{
    Arc,
    mpsc::{Receiver, TryRecvError},
};

/// Inputs of the result: equal requests have equal results.
#[derive(Clone)]
pub(crate) struct WarpSandboxRequest {
    pub(super) library: Arc<Library>,
    pub(super) montage: Name,
    /// Targets with their names, in the order of the preview.
    pub(super) targets: Vec<(String, Transform)>,
}

impl PartialEq for WarpSandboxRequest {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.library, &other.library)
            && self.montage == other.montage
            && self.targets == other.targets
    }
}

impl WarpSandboxRequest {
    pub(super) fn targets(&self) -> Vec<(Name, Transform)> {
        self.targets
            .iter()
            .map(|(name, place)| (Name::new(name), *place))
            .collect()
    }
}

#[derive(Default)]
pub(crate) struct WarpSandbox {
    pub(super) shown: Option<(WarpSandboxRequest, Sandbox)>,
    pub(super) under_way: Option<UnderWay>,
}

pub(super) struct UnderWay {
    pub(super) of: WarpSandboxRequest,
    pub(super) answers: Receiver<Sandbox>,
    /// Gone when nobody waits for more.
    pub(super) _wanted: Arc<()>,
}

impl WarpSandbox {
    /// The newest paths that came, which the viewport draws; None before the first and for a
    /// document without warping.
    pub fn shown(&self) -> Option<&Sandbox> {
        self.shown.as_ref().map(|(_, sandbox)| sandbox)
    }

    /// Answers that have come.
    pub(super) fn take(&mut self) {
        let Some(under_way) = &self.under_way else {
            return;
        };
        loop {
            match under_way.answers.try_recv() {
                Ok(found) => self.shown = Some((under_way.of.clone(), found)),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        self.under_way = None;
    }
}
