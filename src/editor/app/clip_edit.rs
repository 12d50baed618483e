//! New sync markers on the open clip, new curves and keys on the open clip or montage.

use super::App;
use crate::timeline::item::free_name;
use crate::{
    jobs::{JobOutcome, JobTitle, Task},
    reduction::ReductionPreview,
    timeline::{
        TimelineHost, add_key,
        item::{self, Item},
        new_curve, new_key, new_marker,
        plot::CurveShape,
    },
    toast::Tone,
};
use asset::{Curve, CurveKey, Id};
use document::{Command, ItemCommand, Selection};
use std::collections::BTreeSet;
use words::tr;

impl App {
    pub(super) fn clip_host(&mut self) -> Option<Id> {
        let id = self
            .host()
            .filter(|host| host.clip().is_some())
            .map(|host| host.id);
        if id.is_none() {
            self.session.toast(
                Tone::Warning,
                tr!("Nothing added"),
                tr!("Open a clip first."),
            );
        }
        id
    }

    pub(crate) fn add_sync_marker(&mut self) {
        let (Some(clip), id) = (self.clip_host(), self.views.edits.id()) else {
            return;
        };
        let Some(host) = self.host() else { return };
        let marker = new_marker(&host, id, self.playhead(&host));
        self.add(&Command::SyncMarker(clip, ItemCommand::Add(marker)), id);
    }

    pub(crate) fn add_curve(&mut self) {
        let project = self.document.project().clone();
        let Some(host) = self
            .session
            .active
            .and_then(|id| TimelineHost::new(&project, id))
        else {
            return;
        };
        let id = host.id;
        let imported: Vec<&str> = host
            .imported_curves()
            .map(|curve| curve.name.as_str())
            .collect();
        let names = host.curves().iter().map(|curve| curve.name.as_str());
        let name = free_name("Curve", names.chain(imported.iter().copied()));
        let curve = new_curve(&host, name, self.views.edits.ids());
        let added = curve.id;
        self.views.timeline.curves_folded = false;
        self.add(&Command::Curve(id, ItemCommand::Add(curve)), added);
        self.start_rename();
    }

    /// A job: long clips take a while.
    pub(crate) fn preview_reduction(&mut self) {
        let Some(id) = self.clip_host() else { return };
        let project = self.document.project().clone();
        let (settings, goal) = (
            self.views.kinds.clip.reduction,
            self.views.kinds.clip.reduction_goal,
        );
        let name = &project.clips[&id].name;
        let title = JobTitle::from(tr!("Preview key reduction of {name}"));
        self.jobs.start(title.of(Task::ReduceKeys), move |_| {
            JobOutcome::Reduced(Box::new(ReductionPreview::of(&project, id, settings, goal)))
        });
    }

    /// Adds a key to each curve that is selected or has a selected key, or to the only curve.
    pub(crate) fn add_curve_key(&mut self) {
        let Some(host) = self.host() else { return };
        let owner = host.id;
        let curves: Vec<Curve> = self.wanted_curves(&host).into_iter().cloned().collect();
        if curves.is_empty() {
            return self.session.toast(
                Tone::Warning,
                tr!("No curve selected"),
                tr!("Click the name of a curve first."),
            );
        }
        let time = self.playhead(&host);
        let keys = curves.iter().map(|curve| {
            (
                curve,
                new_key(
                    curve,
                    &CurveShape::of(curve),
                    self.views.edits.id(),
                    time,
                    None,
                ),
            )
        });
        let keys: Vec<(&Curve, CurveKey)> = keys.collect();
        let items: BTreeSet<Id> = keys.iter().map(|(_, key)| key.id).collect();
        let commands = keys
            .into_iter()
            .map(|(curve, key)| add_key(owner, curve, key))
            .collect();
        self.perform(&Command::Batch(commands), None);
        self.document.select(Selection {
            asset: Some(owner),
            items,
        });
    }

    fn wanted_curves<'a>(&self, host: &TimelineHost<'a>) -> Vec<&'a Curve> {
        let of = |id: &Id| match item::find(host, *id)? {
            Item::Curve(curve) | Item::CurveKey(curve, _) => Some(curve.id),
            _ => None,
        };
        let mut ids: BTreeSet<Id> = self
            .document
            .selection()
            .items
            .iter()
            .filter_map(of)
            .collect();
        if let ([only], true) = (host.curves(), ids.is_empty()) {
            ids.insert(only.id);
        }
        host.curves()
            .iter()
            .filter(|curve| ids.contains(&curve.id))
            .collect()
    }
}
