//! How far feet slide in a blend space or in the transitions of a graph, and edits that make it
//! less: measured on a thread of its own, each edit by the same measure as what there is.

mod fixes;
#[cfg(test)]
mod tests;

use anim::{Library, Name};
use asset::{
    BlendSpace, Cache, Compiled, Id, Project,
    feet::{Foot, feet},
    trial::{TRIAL, inputs, trial_of},
};
use document::Command;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use studio::{
    drive::{FigureBinding, Pace},
    slide::{BlendSpaceGraph, Crossed, Map, Slid, Sole, crossings, film, program},
};
use words::tr;

/// Places along the axes of a blend space.
const PLACES: [usize; 2] = [9, 7];
const PLACES_OF_ONE: [usize; 2] = [17, 1];
/// Start of a graph's playback that is not measured, while the graph settles, seconds.
const SETTLE: f64 = 0.5;

/// A request to measure foot sliding.
#[derive(Clone)]
pub struct SlideRequest {
    /// The project as it was when the measure was asked for.
    pub root: Arc<Project>,
    /// A blend space or a pose graph.
    pub id: Id,
    /// Speeds at which a graph is driven; a blend space does not use them.
    pub pace: Pace,
    /// Figures of the mover and the parameters that take them.
    pub bound: Vec<FigureBinding>,
}

/// The result of a measurement of foot sliding.
pub struct Measured {
    /// The blend space or graph that was measured.
    pub of: Id,
    root: Arc<Project>,
    /// Names of the feet that were measured.
    pub feet: Vec<String>,
    /// How far the feet slide in the blend space or graph.
    pub found: SlideResult,
    /// Edits that change something, the best first.
    pub fixes: Vec<SlideFix>,
    /// Time of the whole measure, edits included.
    pub took: Duration,
}

/// Measured foot sliding of a blend space or of a graph.
#[derive(Clone)]
pub enum SlideResult {
    Space {
        space: Arc<BlendSpace>,
        map: Map,
    },
    Graph {
        all: Slid,
        rows: Vec<TransitionSlideRow>,
    },
}

/// A transition of a machine of the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionSlideRow {
    /// The transition's id; None for one in a linked graph.
    pub item: Option<Id>,
    /// The transition's states, in words.
    pub title: String,
    /// Name of the machine to which the transition belongs.
    pub of: String,
    /// Number of times that the transition was taken.
    pub times: usize,
    /// How far feet slid while the transition ran.
    pub slid: Slid,
}

/// Worst and mean foot sliding, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The largest slide of one contact.
    pub worst: f64,
    /// The mean of everything that was measured.
    pub mean: f64,
}

/// An edit that was tried.
#[derive(Clone, Debug)]
pub struct SlideFix {
    /// The label of its button.
    pub label: String,
    /// Text that describes the change.
    pub tip: String,
    /// Performed when the button is clicked.
    pub command: Command,
    /// Foot sliding without the edit.
    pub before: Score,
    /// Foot sliding with the edit, by the same measure.
    pub after: Score,
}

impl SlideFix {
    /// Whether it helps: the mean falls, and the worst does not grow. The worst may be one that no
    /// edit reaches.
    pub fn is_better(&self) -> bool {
        self.after.mean < self.before.mean * 0.99 && !self.is_worse()
    }

    /// Whether the mean or the worst slide grows by more than 1 %.
    pub fn is_worse(&self) -> bool {
        self.after.mean > self.before.mean * 1.01 || self.after.worst > self.before.worst * 1.01
    }
}

impl Measured {
    /// The measured places of a blend space; None for a graph.
    pub fn map(&self) -> Option<&Map> {
        match &self.found {
            SlideResult::Space { map, .. } => Some(map),
            SlideResult::Graph { .. } => None,
        }
    }

    /// Whether it would still come out so: nothing that plays has changed.
    pub fn is_as_in(&self, project: &Arc<Project>) -> bool {
        let Project {
            skeletons,
            clips,
            blend_spaces,
            graphs,
            ..
        } = &*self.root;
        Arc::ptr_eq(&self.root, project)
            || (same(skeletons, &project.skeletons)
                && same(clips, &project.clips)
                && same(blend_spaces, &project.blend_spaces)
                && same(graphs, &project.graphs))
    }
}

type Assets<T> = std::collections::BTreeMap<Id, Arc<T>>;

fn same<T: PartialEq>(a: &Assets<T>, b: &Assets<T>) -> bool {
    let mut pairs = a.iter().zip(b);
    a.len() == b.len() && pairs.all(|(a, b)| a.0 == b.0 && (Arc::ptr_eq(a.1, b.1) || a.1 == b.1))
}

impl SlideResult {
    /// The worst slide and the mean of everything that was measured.
    pub fn score(&self) -> Score {
        match self {
            SlideResult::Space { map, .. } => Score {
                worst: map.worst().map_or(0.0, |cell| cell.slid.worst),
                mean: map.mean(),
            },
            SlideResult::Graph { all, .. } => Score {
                worst: all.worst,
                mean: all.mean,
            },
        }
    }

    /// Numbers of contacts by source: curves, sync markers, and detected from the foot's path.
    pub fn contacts(&self) -> [usize; 3] {
        let of = |slid: &Slid| {
            [
                slid.contacts - slid.marked - slid.detected,
                slid.marked,
                slid.detected,
            ]
        };
        match self {
            SlideResult::Space { map, .. } => {
                let add =
                    |sum: [usize; 3], of: [usize; 3]| std::array::from_fn(|at| sum[at] + of[at]);
                map.cells
                    .iter()
                    .map(|cell| of(&cell.slid))
                    .fold([0; 3], add)
            }
            SlideResult::Graph { all, .. } => of(all),
        }
    }
}

/// Measures foot sliding and tries edits that reduce it; `go_on` receives the completed part. None
/// if `go_on` returns false; the error says why foot sliding cannot be measured.
pub fn measure(
    asked: &SlideRequest,
    mut go_on: impl FnMut(f32) -> bool,
) -> Option<Result<Measured, String>> {
    let start = Instant::now();
    let feet = match asked.feet() {
        Ok(feet) => feet,
        Err(why) => return Some(Err(why)),
    };
    let project = asked.playing();
    let mut cache = Cache::default();
    let mut runs = Runs {
        asked,
        feet: &feet,
        cache: &mut cache,
    };
    let library = ::files::compile(&project, runs.cache, &::files::ClipCache::of_user()).library;
    let mut candidates =
        fixes::candidates(&project, &library, asked.id, &soles(&library, asked, &feet));
    let count = candidates.len() + 1;
    let found = match runs.found(&project, |part| go_on(part / count as f32))? {
        Ok(found) => found,
        Err(why) => return Some(Err(why)),
    };
    let before = found.score();
    let mut fixes = Vec::new();
    for (nth, candidate) in candidates.drain(..).enumerate() {
        let Ok(edited) = document::attempt(&project, &candidate.command) else {
            continue;
        };
        let after = runs.found(&edited, |part| {
            go_on((nth as f32 + 1.0 + part) / count as f32)
        })?;
        let Ok(after) = after else { continue };
        let fixes::Candidate {
            label,
            tip,
            command,
        } = candidate;
        fixes.push(SlideFix {
            label,
            tip,
            command,
            before,
            after: after.score(),
        });
    }
    fixes.sort_by(|a, b| a.after.mean.total_cmp(&b.after.mean));
    let feet = feet.into_iter().map(|foot| foot.foot).collect();
    Some(Ok(Measured {
        of: asked.id,
        root: asked.root.clone(),
        feet,
        found,
        fixes,
        took: start.elapsed(),
    }))
}

impl SlideRequest {
    fn skeleton(&self) -> Option<Id> {
        let space = self
            .root
            .blend_spaces
            .get(&self.id)
            .map(|space| space.skeleton);
        space.or_else(|| self.root.graphs.get(&self.id).map(|graph| graph.skeleton))
    }

    fn feet(&self) -> Result<Vec<Foot>, String> {
        let skeleton = self
            .skeleton()
            .ok_or(tr!("Open a blend space or a pose graph first."))?;
        let found = feet(&self.root, skeleton);
        if !found.is_empty() {
            return Ok(found);
        }
        let name = self
            .root
            .skeletons
            .get(&skeleton)
            .map_or(tr!("It"), |skeleton| skeleton.name.as_str());
        Err(tr!(
            "{name} has no known feet. Add a Foot Placement node with legs, or name the end bones of the legs foot, ankle or paw."
        ))
    }

    /// Copy of the project with what plays during a measurement: of a blend space, its clips and
    /// the bases of additive clips.
    fn playing(&self) -> Project {
        let mut project = Project::clone(&self.root);
        project.meshes.clear();
        if let Some(space) = self.root.blend_spaces.get(&self.id) {
            let mut clips: Vec<Id> = space.samples.iter().map(|sample| sample.clip).collect();
            let bases = clips
                .iter()
                .filter_map(|id| self.root.clips.get(id)?.additive.as_ref()?.base.clip());
            let bases: Vec<Id> = bases.collect();
            clips.extend(bases);
            project.clips.retain(|id, _| clips.contains(id));
            project.blend_spaces.retain(|id, _| *id == self.id);
            project.montages.clear();
            project.pose_assets.clear();
            project.graphs.clear();
        }
        project
    }
}

/// Soles of the feet that the compiled skeleton has.
fn soles(library: &Library, asked: &SlideRequest, feet: &[Foot]) -> Vec<Sole> {
    let name = asked
        .skeleton()
        .and_then(|id| asked.root.skeletons.get(&id))
        .map_or("", |it| it.name.as_str());
    Sole::all(library, Name::new(name), feet.iter().map(Foot::names))
}

struct Runs<'a> {
    asked: &'a SlideRequest,
    feet: &'a [Foot],
    cache: &'a mut Cache,
}

impl Runs<'_> {
    fn found(
        &mut self,
        project: &Project,
        mut go_on: impl FnMut(f32) -> bool,
    ) -> Option<Result<SlideResult, String>> {
        let (id, mut project) = (self.asked.id, project.clone());
        let space = project
            .blend_spaces
            .get(&id)
            .filter(|_| !project.graphs.contains_key(&id))
            .cloned();
        if space.is_some() {
            let trial = trial_of(&project, id);
            project
                .graphs
                .extend(trial.map(|trial| (TRIAL, Arc::new(trial))));
        }
        let compiled = ::files::compile(&project, self.cache, &::files::ClipCache::of_user());
        let library = &compiled.library;
        let soles = soles(library, self.asked, self.feet);
        let graph = project
            .graphs
            .get(if space.is_some() { &TRIAL } else { &id });
        let name = Name::new(graph.map_or("", |graph| graph.name.as_str()));
        if library.graph(name).is_none() || soles.is_empty() {
            return Some(Err(tr!("It does not compile. See Problems.").into()));
        }
        if let Some(space) = space {
            let places = if space.axes.len() > 1 {
                PLACES
            } else {
                PLACES_OF_ONE
            };
            let map = BlendSpaceGraph::new(name, inputs(&space))
                .map(library, &soles, places, &mut go_on)?;
            return Some(Ok(SlideResult::Space { space, map }));
        }
        let take = program(library, name, self.asked.pace, &self.asked.bound)?;
        let film = film(&take, SETTLE, &soles, &mut go_on)?;
        let all = crossings(library, name, &film);
        let mut rows: Vec<TransitionSlideRow> = all
            .iter()
            .filter_map(|crossed| row(&compiled, (id, name), crossed))
            .collect();
        // Those that were not taken last.
        let by = |row: &TransitionSlideRow| (row.times > 0, row.slid.worst);
        rows.sort_by(|a, b| by(b).0.cmp(&by(a).0).then(by(b).1.total_cmp(&by(a).1)));
        Some(Ok(SlideResult::Graph {
            all: Slid::of(film.contacts.iter()),
            rows,
        }))
    }
}

fn row(
    compiled: &Compiled,
    (id, name): (Id, Name),
    crossed: &Crossed,
) -> Option<TransitionSlideRow> {
    let graph = compiled.library.graph(name)?;
    let machine = graph.machines().find(|(node, _)| *node == crossed.node)?.1;
    let text = |name: Name| compiled.library.names.text(name);
    let state = |at: u16| {
        machine
            .parts()
            .states
            .get(usize::from(at))
            .map_or(tr!("any state"), |it| text(it.name))
    };
    let node = Id(*graph.parts().ids.get(usize::from(crossed.node))?);
    let sources = compiled
        .sources
        .graphs
        .get(&id)
        .and_then(|sources| sources.machines.get(&node));
    let item = sources.and_then(|sources| {
        sources
            .transitions
            .get(usize::from(crossed.transition))
            .copied()
    });
    let (title, of) = (
        tr!("{} to {}", state(crossed.from), state(crossed.to)),
        text(graph.node_name(crossed.node)),
    );
    Some(TransitionSlideRow {
        item,
        title,
        of: of.to_owned(),
        times: crossed.times,
        slid: crossed.slid,
    })
}
