//! Where the open montage goes with its targets where they are, and from how far it arrives: worked out beside the window,
//! anew whenever a target, the montage or its clips change.

use super::App;
use crate::viewport::{Arrival, Ranged, Sandbox};
use anim::{Library, Name, Transform};
use engine::{Reach, WarpPath};
use std::sync::{
    Arc,
    mpsc::{Receiver, channel},
};

/// Targets whose reach is worked out at most.
const MOST: usize = 6;

/// What it depends on: equal ones come out alike.
#[derive(Clone)]
pub(super) struct Asked {
    library: Arc<Library>,
    montage: Name,
    /// In the order of the preview.
    targets: Vec<(String, Transform)>,
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.library, &other.library) && self.montage == other.montage && self.targets == other.targets
    }
}

#[derive(Default)]
pub(super) struct WarpSandbox {
    shown: Option<(Asked, Sandbox)>,
    under_way: Option<(Asked, Receiver<Sandbox>)>,
}

impl WarpSandbox {
    pub fn shown(&self) -> Option<&Sandbox> {
        self.shown.as_ref().map(|(_, sandbox)| sandbox)
    }
}

impl App {
    /// What is known of the open montage's way; asks for what is not.
    pub(super) fn follow_sandbox(&mut self, ctx: &egui::Context) {
        let asked = self.asked();
        let sandbox = &mut self.sandbox;
        if let Some((of, answers)) = &sandbox.under_way {
            match answers.try_recv() {
                Ok(found) => {
                    sandbox.shown = Some((of.clone(), found));
                    sandbox.under_way = None;
                }
                Err(std::sync::mpsc::TryRecvError::Disconnected) => sandbox.under_way = None,
                Err(std::sync::mpsc::TryRecvError::Empty) => {}
            }
        }
        let Some(asked) = asked else {
            sandbox.shown = None;
            return;
        };
        if sandbox.under_way.is_some() || sandbox.shown.as_ref().is_some_and(|(of, _)| *of == asked) {
            return;
        }
        let (sender, receiver) = channel();
        let (of, ctx) = (asked.clone(), ctx.clone());
        std::thread::spawn(move || {
            let found = work_out(&of);
            if sender.send(found).is_ok() {
                ctx.request_repaint();
            }
        });
        sandbox.under_way = Some((asked, receiver));
    }

    fn asked(&self) -> Option<Asked> {
        let host = self.host()?;
        let montage = host.montage()?;
        if !host.notifies().iter().any(|notify| notify.warp.is_some()) {
            return None;
        }
        let targets = self.document.project().preview.targets.iter();
        let targets = targets.map(|target| (target.name.clone(), target.place())).collect();
        Some(Asked { library: self.compiled.library.clone(), montage: Name::new(&montage.name), targets })
    }
}

fn work_out(asked: &Asked) -> Sandbox {
    let Asked { library, montage, targets } = asked;
    let named: Vec<_> = targets.iter().map(|(name, place)| (Name::new(name), *place)).collect();
    let before = WarpPath::of(library, *montage, &[]).unwrap_or_default();
    let after = WarpPath::of(library, *montage, &named).unwrap_or_default();
    let name_of =
        |name: Name| targets.iter().find(|(known, _)| Name::new(known) == name).map_or("", |it| it.0.as_str());
    let arrivals =
        after.ends.iter().map(|end| Arrival { end: end.clone(), target: name_of(end.event.name).to_owned() });
    let ranges = (0..named.len()).filter_map(|at| Some((at, Reach::of(library, *montage, &named, at)?))).take(MOST);
    let ranges =
        ranges.map(|(at, reach)| Ranged { target: targets[at].0.clone(), place: targets[at].1.translation, reach });
    Sandbox { before: before.way, arrivals: arrivals.collect(), ranges: ranges.collect(), after: after.way }
}
