//! Authored to compiled: pure functions that return their best result and what they found, never an error.
//!
//! What can't be compiled is left out of the library, so that everything in it is valid. The cache is keyed by the
//! assets' `Arc`s and holds them: an unchanged asset is never compiled twice.

mod additive;
mod clip;
mod compress;
mod curves;
mod graph;
mod limits;
mod markers;
mod mesh;
mod montage;
mod notifies;
mod notify_class;
mod payload;
mod recipe;
mod resample;
mod seam;
mod shells;
mod skeleton;
mod warps;
mod wrap;

use crate::{AssetKind, Diagnostic, Id, Project, Severity, Subject, cloth::Fit, diagnostic::Kind};
pub use clip::lost;
pub(crate) use clip::{full_pose, key_count, key_times};
pub(crate) use compress::key_poses;
pub use compress::{
    Done, Work, authored_precision, bases, compress, compress_authored, default_precision, key_stream,
    key_stream_within,
};
pub use recipe::{Made, Recipe};
pub(crate) use resample::Frames;
pub use resample::Loss;
pub use seam::{Seams, seam};
pub use shells::{library_shells, shells};
pub(crate) use skeleton::compile_one as skeleton_alone;

pub use graph::{GraphSources, MachineSources};

use anim::{Library, Name, Names, codec::Report};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// Compiled skeletons by asset.
type Skeletons = BTreeMap<Id, Arc<anim::Skeleton>>;

/// Ties what plays to what was authored, both ways. Notify and segment ids are the authored ids already.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceMap {
    /// Authored section ids by compiled index, per montage.
    pub sections: BTreeMap<Id, Vec<Id>>,
    pub graphs: BTreeMap<Id, GraphSources>,
    assets: BTreeMap<(AssetKind, Name), Id>,
}

impl SourceMap {
    pub fn asset(&self, kind: AssetKind, name: Name) -> Option<Id> {
        self.assets.get(&(kind, name)).copied()
    }
}

#[derive(Clone, Debug, Default)]
pub struct Compiled {
    pub library: Arc<Library>,
    /// In order of asset id, then as found.
    pub diagnostics: Vec<Diagnostic>,
    pub sources: SourceMap,
    /// What compressing did, by clip.
    pub reports: BTreeMap<Id, Arc<Report>>,
    /// Metres, by clip: the largest distance of a point near a bone between the first key and the last. Root motion does
    /// not count. None for a single key.
    pub seams: BTreeMap<Id, f32>,
    /// How parts lie on what they follow as cloth, by mesh: those of the finest level, by name.
    pub fits: BTreeMap<Id, Vec<(String, Fit)>>,
    /// Clips of the library whose keys are still raw; see [`compile_live`].
    pub pending: Vec<Work>,
}

/// When keys are compressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum When {
    #[default]
    Now,
    Later,
}

#[derive(Default)]
pub struct Cache {
    skeletons: skeleton::SkeletonCache,
    shells: shells::ShellCache,
    clips: clip::ClipCache,
    meshes: mesh::MeshCache,
    montages: montage::MontageCache,
    graphs: graph::GraphCache,
}

impl Cache {
    /// Takes what was compressed elsewhere; the next compilation has it. What changed in the meantime stays raw.
    pub fn finish(&mut self, done: Done) {
        self.clips.finish(done);
    }
}

/// What compiling may fall back on.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// Where what is apart is done.
    pub each: Each,
    /// What came of a recipe before. Whatever it knows, the outcome is that of a compilation without.
    pub known: &'a (dyn Fn(&Recipe<'_>) -> Option<Made> + Sync),
}

impl Default for Means<'_> {
    /// One after the other, and nothing is known.
    fn default() -> Self {
        Self { each: in_turn, known: &|_| None }
    }
}

/// Calls a function with every number below the first argument, once each, in any order and on any threads.
pub type Each = fn(usize, &(dyn Fn(usize) + Sync));

/// One after the other, on this thread.
fn in_turn(count: usize, call: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(call);
}

/// The whole project. Assets that do not compile are left out and reported.
pub fn compile(project: &Project, cache: &mut Cache) -> Compiled {
    compile_when(project, cache, When::Now, Means::default())
}

/// As [`compile`], but what takes long is left for [`Work::run`] on another thread: until its outcome is given to
/// [`Cache::finish`], those clips play their raw keys.
pub fn compile_live(project: &Project, cache: &mut Cache) -> Compiled {
    compile_live_by(project, cache, Means::default())
}

/// As [`compile_live`]. What is known is compressed at once.
pub fn compile_live_by(project: &Project, cache: &mut Cache, means: Means<'_>) -> Compiled {
    compile_when(project, cache, When::Later, means)
}

fn compile_when(project: &Project, cache: &mut Cache, compress: When, means: Means<'_>) -> Compiled {
    let mut out = Output { compress, ..Output::default() };
    let usable = usable_names(project, &mut out);
    let mut library = Library::default();
    let skeletons = cache.skeletons.compile(project, &usable, &mut out);
    let (classes, notify_classes) = notify_class::compile(project, &usable, &mut out);
    library.notify_classes = notify_classes;
    let shells = cache.shells.compile(project, &skeletons);
    library.clips = cache.clips.compile(project, &usable, ((&skeletons, &shells), &classes), means, &mut out);
    library.meshes = cache.meshes.compile(project, &usable, &skeletons, &mut out);
    library.skeletons = skeletons.into_values().collect();
    sort_by_name(&mut library.notify_classes, |class| class.name);
    sort_by_name(&mut library.skeletons, |skeleton| skeleton.name);
    sort_by_name(&mut library.clips, |clip| clip.name);
    sort_by_name(&mut library.meshes, |mesh| mesh.name);
    library.montages = cache.montages.compile(project, &usable, (&library, &classes), &mut out);
    sort_by_name(&mut library.montages, |montage| montage.name);
    library.graphs = cache.graphs.compile(project, &usable, &library, &mut out);
    sort_by_name(&mut library.graphs, |graph| graph.name());
    report_lost_graphs(project, &library, &mut out);
    library.names = out.names;
    Compiled {
        library: Arc::new(library),
        diagnostics: out.diagnostics,
        sources: out.sources,
        reports: out.reports,
        seams: out.seams,
        fits: out.fits,
        pending: out.pending,
    }
}

/// A graph that is to work over the poses of a mesh may be there and not compile.
fn report_lost_graphs(project: &Project, library: &Library, out: &mut Output) {
    for mesh in library.meshes.iter().filter(|mesh| mesh.post_process != Name::NONE) {
        let works_over =
            |graph: &Arc<anim::Graph>| graph.name() == mesh.post_process && graph.skeleton() == mesh.skeleton;
        let id = out.sources.asset(AssetKind::Mesh, mesh.name);
        if let Some(id) = id.filter(|id| project.meshes.contains_key(id) && !library.graphs.iter().any(works_over)) {
            out.error(id, None, Kind::LinkedGraphMissing);
        }
    }
}

/// Where compilation puts what it finds beside its result.
#[derive(Default)]
pub(crate) struct Output {
    names: Names,
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
    compress: When,
    reports: BTreeMap<Id, Arc<Report>>,
    seams: BTreeMap<Id, f32>,
    fits: BTreeMap<Id, Vec<(String, Fit)>>,
    pending: Vec<Work>,
}

impl Output {
    fn report(&mut self, severity: Severity, asset: Id, item: Option<Id>, kind: Kind) {
        self.diagnostics.push(Diagnostic { severity, subject: Subject { asset, item }, kind });
    }

    fn error(&mut self, asset: Id, item: Option<Id>, kind: Kind) {
        self.report(Severity::Error, asset, item, kind);
    }

    fn warn(&mut self, asset: Id, item: Option<Id>, kind: Kind) {
        self.report(Severity::Warning, asset, item, kind);
    }

    fn name(&mut self, asset: Id, item: Option<Id>, text: &str) -> Name {
        self.names.insert(text).unwrap_or_else(|other| {
            self.error(asset, item, Kind::NameClash { name: text.to_owned(), other });
            Name::new(text)
        })
    }
}

/// Assets with a name of their own. Of several with one name only the first by id plays.
fn usable_names(project: &Project, out: &mut Output) -> BTreeSet<Id> {
    let mut usable = BTreeSet::new();
    for kind in AssetKind::ALL {
        let mut taken = BTreeSet::new();
        for (id, name) in project.list(kind) {
            if !taken.insert(name) {
                out.error(id, None, Kind::DuplicateAssetName { name: name.to_owned() });
                continue;
            }
            let hash = out.name(id, None, name);
            out.sources.assets.insert((kind, hash), id);
            usable.insert(id);
        }
    }
    usable
}

fn sort_by_name<T>(list: &mut [Arc<T>], name: impl Fn(&T) -> Name) {
    list.sort_by_key(|item| name(item));
}
