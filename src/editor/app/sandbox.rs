//! Where the open montage goes with its targets where they are, and from how far it arrives: worked
//! out beside the window, anew whenever a target, the montage or its clips change.

pub(crate) mod known;

use super::App;
use crate::viewport::{Ranged, Sandbox, WarpArrival};
use anim::Name;
use glam::Vec3;
use known::{UnderWay, WarpSandbox, WarpSandboxRequest};
use std::sync::{Arc, mpsc::channel};
use studio::{Reach, WarpPath};

/// Largest number of targets whose reach is computed.
const MOST: usize = 6;
/// Directions in which one is looked for.
const WAYS: usize = 32;

impl App {
    /// Takes what is known of the open montage's path, and requests what is not.
    pub(super) fn follow_sandbox(&mut self, ctx: &egui::Context) {
        let asked = self.asked();
        let sandbox = &mut self.sandbox;
        sandbox.take();
        let Some(asked) = asked else {
            *sandbox = WarpSandbox::default();
            return;
        };
        let shows =
            |asked: &WarpSandboxRequest| sandbox.shown.as_ref().is_some_and(|(of, _)| of == asked);
        // Outlines of what is no longer asked for are dropped; its first answer is waited for, so
        // that a drag is followed.
        if shows(&asked)
            || sandbox
                .under_way
                .as_ref()
                .is_some_and(|under_way| !shows(&under_way.of))
        {
            return;
        }
        let (sender, answers) = channel();
        let wanted = Arc::new(());
        let (of, ctx, is_wanted) = (asked.clone(), ctx.clone(), Arc::downgrade(&wanted));
        std::thread::spawn(move || {
            let mut found = work_out(&of);
            let go_on = || is_wanted.strong_count() > 0;
            let tell = |found: &Sandbox| {
                // Whoever asked may be gone.
                let _ = sender.send(found.clone());
                ctx.request_repaint();
            };
            tell(&found);
            for at in 0..found.ranges.len() {
                let Some(outline) = outline(&of, &found.ranges[at].target, go_on) else {
                    return;
                };
                found.ranges[at].outline = outline;
                tell(&found);
            }
        });
        sandbox.under_way = Some(UnderWay {
            of: asked,
            answers,
            _wanted: wanted,
        });
    }

    /// The character where its montage would have it without its windows, while before and after is
    /// shown.
    pub(super) fn unwarped(&self) -> Option<studio::PreviewFrame> {
        let sandbox = self
            .sandbox
            .shown()
            .filter(|_| self.views.looking.compares)?;
        let frame = self.engine.frame.as_ref()?;
        let at = (frame.position.max(0.0) * WarpPath::RATE).round() as usize;
        let placement = *sandbox.before.get(at).or(sandbox.before.last())?;
        Some(studio::PreviewFrame {
            placement,
            ..studio::PreviewFrame::clone(frame)
        })
    }

    fn asked(&self) -> Option<WarpSandboxRequest> {
        let host = self.host()?;
        let montage = host.montage()?;
        if !host.notifies().iter().any(|notify| notify.warp.is_some()) {
            return None;
        }
        let project = self.document.project();
        let scene = project.preview.scene_of(self.session.active);
        let targets = files::standing_targets(project, scene);
        Some(WarpSandboxRequest {
            library: self.compiled.library.clone(),
            montage: Name::new(&montage.name),
            targets,
        })
    }
}

/// Near and far ends of a target's reach all around, metres, world space; None if there is no reach
/// or it is no longer wanted.
fn outline(
    asked: &WarpSandboxRequest,
    target: &str,
    go_on: impl FnMut() -> bool,
) -> Option<Vec<[Vec3; 2]>> {
    let at = asked.targets.iter().position(|(name, _)| name == target)?;
    let found = Reach::around(
        &asked.library,
        asked.montage,
        &asked.targets(),
        at,
        (WAYS, go_on),
    )?;
    Some(
        found
            .into_iter()
            .map(|ends| ends.unwrap_or_default())
            .collect(),
    )
}

fn work_out(asked: &WarpSandboxRequest) -> Sandbox {
    let WarpSandboxRequest {
        library,
        montage,
        targets,
    } = asked;
    let named = asked.targets();
    let before = WarpPath::of(library, *montage, &[]).unwrap_or_default();
    let after = WarpPath::of(library, *montage, &named).unwrap_or_default();
    let name_of = |name: Name| {
        targets
            .iter()
            .find(|(known, _)| Name::new(known) == name)
            .map_or("", |it| it.0.as_str())
    };
    let arrivals = after.ends.iter().map(|end| WarpArrival {
        end: end.clone(),
        target: name_of(end.event.name).to_owned(),
    });
    let ranges = (0..named.len())
        .filter_map(|at| Some((at, Reach::of(library, *montage, &named, at)?)))
        .take(MOST);
    let ranges = ranges.map(|(at, reach)| Ranged {
        target: targets[at].0.clone(),
        place: targets[at].1.translation,
        reach,
        outline: Vec::new(),
    });
    let after_way = after.way.iter().map(|root| root.translation).collect();
    Sandbox {
        before: before.way,
        arrivals: arrivals.collect(),
        ranges: ranges.collect(),
        after: after_way,
    }
}
