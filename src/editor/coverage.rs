//! What motion tests reach of a project, painted where it is authored.

#[cfg(test)]
mod tests;

use crate::theme;
use anim::Name;
use asset::{
    Id, Project,
    graph::{NodeKind, StateKind},
};
use egui::{Painter, Pos2, Stroke};
use scenario::{Coverage, CoverageItem, CoverageKind, CoverageMark};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use words::tr;

/// Marks of states, transitions, sections, notifies and samples of blend spaces, by their ids.
pub struct PaintedCoverage {
    /// The project whose tests were run.
    pub root: Arc<Project>,
    /// Number of items that were reached, and of all.
    pub counts: [usize; 2],
    marks: BTreeMap<Id, CoverageMark>,
}

/// Looks up marks by names, as tests report them.
struct CoverageMarks<'a> {
    of: &'a Coverage,
    found: BTreeMap<Id, CoverageMark>,
}

impl PaintedCoverage {
    /// The marks of a project, of what its tests reach.
    pub fn of(root: Arc<Project>, coverage: &Coverage) -> Self {
        let mut marks = CoverageMarks {
            of: coverage,
            found: BTreeMap::new(),
        };
        marks.timelines(&root);
        marks.machines(&root);
        marks.samples(&root);
        let reached = coverage.values();
        let reached = reached.filter(|it| **it == CoverageMark::Reached).count();
        Self {
            counts: [reached, coverage.len()],
            marks: marks.found,
            root,
        }
    }

    /// The mark of an item; None of one that tests do not look for.
    pub fn mark(&self, item: Id) -> Option<CoverageMark> {
        self.marks.get(&item).copied()
    }

    /// A line for people.
    pub fn text(&self) -> String {
        let [reached, all] = self.counts;
        tr!("{reached} of {all} reached by tests")
    }
}

impl CoverageMarks<'_> {
    fn put(&mut self, id: Id, kind: CoverageKind, place: (Name, Name), name: &str) {
        let item = CoverageItem::of(kind, place, Name::new(name));
        let mark = self.of.get(&item);
        self.found.extend(mark.map(|mark| (id, *mark)));
    }

    fn timelines(&mut self, project: &Project) {
        for montage in project.montages.values() {
            let place = (Name::new(&montage.name), Name::NONE);
            for section in &montage.sections {
                self.put(section.id, CoverageKind::Section, place, &section.name);
            }
            for notify in &montage.notifies {
                self.put(notify.id, CoverageKind::Notify, place, &notify.name);
            }
        }
        for clip in project.clips.values() {
            let place = (Name::new(&clip.name), Name::NONE);
            for notify in &clip.notifies {
                self.put(notify.id, CoverageKind::Notify, place, &notify.name);
            }
        }
    }

    fn machines(&mut self, project: &Project) {
        for graph in project.graphs.values() {
            for node in &graph.wiring.nodes {
                let NodeKind::StateMachine(machine) = &node.kind else {
                    continue;
                };
                let place = (Name::new(&graph.name), Name::new(node.title()));
                let states = machine.states.iter();
                for state in states.filter(|it| !matches!(it.kind, StateKind::Conduit { .. })) {
                    self.put(state.id, CoverageKind::State, place, &state.name);
                }
                for transition in &machine.transitions {
                    let text = machine.transition_text(transition);
                    self.put(transition.id, CoverageKind::Transition, place, &text);
                }
            }
        }
    }

    /// A sample is reached if a test played its clip in any blend space.
    fn samples(&mut self, project: &Project) {
        let is_sample = |it: &&CoverageItem| it.kind == CoverageKind::Sample;
        let of = |mark: Option<CoverageMark>| -> BTreeSet<Name> {
            let all = self.of.iter();
            let all =
                all.filter(|(item, it)| is_sample(item) && mark.is_none_or(|mark| mark == **it));
            all.map(|(item, _)| item.name).collect()
        };
        let (known, reached) = (of(None), of(Some(CoverageMark::Reached)));
        for sample in project.blend_spaces.values().flat_map(|it| &it.samples) {
            let clip = project.asset_name(sample.clip).map(Name::new);
            let Some(clip) = clip.filter(|clip| known.contains(clip)) else {
                continue;
            };
            let mark = match reached.contains(&clip) {
                true => CoverageMark::Reached,
                false => CoverageMark::Unknown,
            };
            self.found.insert(sample.id, mark);
        }
    }
}

/// A dot that says whether tests reach an item: filled if they do, hollow if none does, crossed out
/// if nothing can. None where nothing is painted or tests do not look for the item.
pub fn paint_coverage(painter: &Painter, painted: Option<&PaintedCoverage>, item: Id, at: Pos2) {
    let Some(mark) = painted.and_then(|it| it.mark(item)) else {
        return;
    };
    let radius = 4.0;
    match mark {
        CoverageMark::Reached => {
            painter.circle(at, radius, theme::OK, Stroke::new(1.0, theme::BASE));
        }
        CoverageMark::Unknown => {
            painter.circle(at, radius, theme::BASE, Stroke::new(1.5, theme::WARN));
        }
        CoverageMark::Unreachable => {
            painter.circle(at, radius, theme::BASE, Stroke::new(1.5, theme::ERROR));
            let by = egui::vec2(2.5, 2.5);
            painter.line_segment([at - by, at + by], Stroke::new(1.5, theme::ERROR));
        }
    }
}
