//! Authored to compiled: pure functions that return their best result and what they found, never an
//! error.
//!
//! What can't be compiled is left out of the library, so that everything in it is valid. The cache
//! is keyed by the assets' `Arc`s and holds them: an unchanged asset is never compiled twice.

mod additive;
mod alone;
mod clip;
mod compress;
mod curves;
mod graph;
mod keys;
mod limits;
mod markers;
mod mesh;
mod montage;
mod notifies;
mod notify_class;
mod options;
mod output;
mod payload;
mod recipe;
mod resample;
mod scenes;
mod seam;
mod shells;
mod skeleton;
mod sound;
mod sources;
mod warps;
mod wrap;

use crate::{AssetKind, Diagnostic, Id, Project, cloth::Fit, diagnostic::Kind};
pub use alone::compress_authored;
pub use clip::lost;
pub use compress::{
    Done, Work, authored_precision, bases, compress, default_precision, key_stream,
    key_stream_within,
};
pub(crate) use keys::{full_pose, key_count, key_poses, key_times};
pub use options::{CompileOptions, Each, KnownRecipes};
pub(crate) use output::Output;
use output::Skeletons;
pub use recipe::{Made, Recipe};
pub(crate) use resample::Frames;
pub use resample::Loss;
pub use seam::{Seams, seam};
pub use shells::{library_shells, shells};
pub(crate) use skeleton::compile_one as skeleton_alone;

pub use sources::{GraphSources, MachineSources, SourceMap};

use anim::{Library, Name, codec::CodecReport};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// A compiled project, and what compiling it found.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// Everything that compiled; an asset with an error is left out.
    pub library: Arc<Library>,
    /// Findings in order of asset id, then as found.
    pub diagnostics: Vec<Diagnostic>,
    /// Map from compiled items back to authored items.
    pub sources: SourceMap,
    /// Compression reports, by clip.
    pub reports: BTreeMap<Id, Arc<CodecReport>>,
    /// Metres, by clip: the largest distance of a point near a bone between the first key and the
    /// last. Root motion does not count. None for a single key.
    pub seams: BTreeMap<Id, f32>,
    /// Fit of cloth parts on the parts that they follow, by mesh: for each part of the finest
    /// level, by name.
    pub fits: BTreeMap<Id, Vec<(String, Fit)>>,
    /// Clips of the library whose keys are still raw; see [`CompileOptions::defers_compression`].
    pub pending: Vec<Work>,
}

/// Results of earlier compilations, by asset. One cache belongs to one project and its later
/// versions.
#[derive(Default)]
pub struct Cache {
    skeletons: skeleton::SkeletonCache,
    shells: shells::ShellCache,
    clips: clip::ClipCompileCache,
    meshes: mesh::MeshCache,
    montages: montage::MontageCache,
    graphs: graph::GraphCache,
}

impl Cache {
    /// Takes what was compressed elsewhere; the next compilation has it. What changed in the
    /// meantime stays raw.
    pub fn take_compressed(&mut self, done: Done) {
        self.clips.take_compressed(done);
    }
}

/// The whole project. Assets that do not compile are left out and reported.
pub fn compile(project: &Project, cache: &mut Cache, options: CompileOptions<'_>) -> Compiled {
    let mut out = Output::default();
    let usable = usable_names(project, &mut out);
    let mut library = Library::default();
    let skeletons = cache.skeletons.compile(project, &usable, &mut out);
    let (classes, notify_classes) = notify_class::compile(project, &usable, &mut out);
    library.notify_classes = notify_classes;
    let shells = cache.shells.compile(project, &skeletons);
    let (clips, pending) = cache.clips.compile(
        project,
        &usable,
        ((&skeletons, &shells), &classes),
        options,
        &mut out,
    );
    library.clips = clips;
    library.meshes = cache.meshes.compile(project, &usable, &skeletons, &mut out);
    library.skeletons = skeletons.into_values().collect();
    sort_by_name(&mut library.notify_classes, |class| class.name);
    sort_by_name(&mut library.skeletons, |skeleton| skeleton.name);
    sort_by_name(&mut library.clips, |clip| clip.name);
    sort_by_name(&mut library.meshes, |mesh| mesh.name);
    library.montages = cache
        .montages
        .compile(project, &usable, (&library, &classes), &mut out);
    sort_by_name(&mut library.montages, |montage| montage.name);
    library.graphs = cache.graphs.compile(project, &usable, &library, &mut out);
    sort_by_name(&mut library.graphs, |graph| graph.name());
    report_lost_graphs(project, &library, &mut out);
    library.sound_cues = sound::compile(project, &library, &mut out);
    scenes::report(project, &mut out);
    library.names = out.names;
    Compiled {
        library: Arc::new(library),
        diagnostics: out.diagnostics,
        sources: out.sources,
        reports: out.reports,
        seams: out.seams,
        fits: out.fits,
        pending,
    }
}

/// A graph that is to work over the poses of a mesh may be there and not compile.
fn report_lost_graphs(project: &Project, library: &Library, out: &mut Output) {
    for mesh in library
        .meshes
        .iter()
        .filter(|mesh| mesh.post_process != Name::NONE)
    {
        let works_over = |graph: &Arc<anim::Graph>| {
            graph.name() == mesh.post_process && graph.skeleton() == mesh.skeleton
        };
        let id = out.sources.asset(AssetKind::Mesh, mesh.name);
        if let Some(id) = id
            .filter(|id| project.meshes.contains_key(id) && !library.graphs.iter().any(works_over))
        {
            out.error(id, None, Kind::LinkedGraphMissing);
        }
    }
}

/// Assets with a name of their own. Of several with one name only the first by id plays.
fn usable_names(project: &Project, out: &mut Output) -> BTreeSet<Id> {
    let mut usable = BTreeSet::new();
    for kind in AssetKind::ALL {
        let mut taken = BTreeSet::new();
        for (id, name) in project.list(kind) {
            if !taken.insert(name) {
                out.error(
                    id,
                    None,
                    Kind::DuplicateAssetName {
                        name: name.to_owned(),
                    },
                );
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
