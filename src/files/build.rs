//! Builds the bundles of a project into a folder: only those whose content has changed, and on
//! request one share of them, so that several machines build a project together.
//!
//! Beside `NAME.mbundle` lies `NAME.build.json`, the record of what the bundle was built from, and
//! on request `NAME.d`, its inputs for Make and Ninja. All three are functions of the project, of
//! the paths as they were given, and of the version of this program.

mod inputs;
#[cfg(test)]
mod tests;

use crate::{
    ClipCache, Error, ExportSummary,
    disk::{Disk, Real, make_folders},
    export::exported,
    output::{Over, Product, check_on, write_output_on},
};
use asset::{BundleDefinition, Id, Project};
use inputs::{BuildInputs, depfile};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
    sync::OnceLock,
};
use words::tr;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// Which bundles of a project are built, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// Names of the bundles to build; empty for all.
    pub only: Vec<String>,
    /// Builds one share of all bundles.
    pub shard: Option<Shard>,
    /// Writes a file of inputs for Make and Ninja beside each bundle.
    pub writes_depfiles: bool,
    /// Builds also what is up to date.
    pub rebuilds: bool,
    /// Builds and writes nothing; tells what would be built.
    pub is_dry: bool,
}

/// A share of the bundles. A bundle is in the same one of `count` shares whatever else the project
/// has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `count`.
    pub number: u32,
    /// How many shares there are, at least 1.
    pub count: u32,
}

impl Shard {
    /// The one of `count` shares that the bundle of this name is in.
    pub fn of(name: &str, count: u32) -> Self {
        let count = count.max(1);
        let number = (xxh3_64(name.as_bytes()) % u64::from(count)) as u32 + 1;
        Self { number, count }
    }

    /// Whether the bundle of this name is in the share.
    pub fn has(self, name: &str) -> bool {
        Self::of(name, self.count).number == self.number
    }
}

/// State of a bundle after a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildState {
    /// It was built.
    Built,
    /// It lies there already, built from the same by the same version.
    UpToDate,
    /// A dry build would build it.
    Stale,
}

/// A bundle that was built, or did not have to be.
#[derive(Clone, Debug, PartialEq)]
pub struct BuiltBundle {
    /// Where it lies.
    pub path: PathBuf,
    pub state: BuildState,
    /// Number of the project's assets that it was built from.
    pub assets: usize,
    /// Hash of everything that it is built from, 32 hex digits.
    pub inputs: String,
    /// Its content with the warnings of compiling; None if it was not built.
    pub summary: Option<ExportSummary>,
}

/// What came of each bundle, by its name.
pub type BuildResults = BTreeMap<String, Result<BuiltBundle, Error>>;

/// A bundle's record.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct BuildRecord {
    /// Always [`FORMAT`].
    format: String,
    version: u32,
    /// Name of the bundle's file.
    bundle: String,
    /// Hash of everything that it was built from.
    inputs: String,
    /// Hash of the bundle's bytes.
    content: String,
    /// Length of the bundle.
    bytes: u64,
}

const FORMAT: &str = "mutoscope.build";
const VERSION: u32 = 1;

/// Builds the bundles of the project that was opened from `folder` into the folder `out`, which is
/// made where it is missing. The bundles are built on all processors; the same project gives the
/// same bytes on any number of them. A bundle that cannot be built does not keep others from it.
///
/// An Err is about the whole build: a name that is none of the project's bundles or is there twice,
/// or a folder that cannot be made. `progress` is called by several threads with the part that is
/// done, 0 to 1; false from it cancels.
pub fn build(
    project: &Project,
    (folder, out): (&Path, &Path),
    options: &BuildOptions,
    progress: &(dyn Fn(f32) -> bool + Sync),
) -> Result<BuildResults, Error> {
    let kept = ClipCache::of_user();
    build_on((&Real, &kept), project, (folder, out), options, progress)
}

pub(crate) fn build_on(
    (disk, kept): (&dyn Disk, &ClipCache),
    project: &Project,
    (folder, out): (&Path, &Path),
    options: &BuildOptions,
    progress: &(dyn Fn(f32) -> bool + Sync),
) -> Result<BuildResults, Error> {
    let bundles = chosen(project, folder, options)?;
    if !options.is_dry {
        make_folders(disk, out).map_err(|error| Error::writing(out, &error))?;
    }
    let parts: Vec<(BundleDefinition, BTreeSet<Id>)> = bundles
        .into_iter()
        .map(|bundle| {
            let assets = taken(project, &bundle);
            (bundle, assets)
        })
        .collect();
    let wanted = parts.iter().flat_map(|(_, assets)| assets);
    let inputs = BuildInputs::of(project, wanted.copied().collect());
    let builder = BundleBuilder {
        kept,
        project,
        inputs: &inputs,
        folder,
        out,
        options,
    };
    let done: Vec<OnceLock<Result<BuiltBundle, Error>>> =
        parts.iter().map(|_| OnceLock::new()).collect();
    let count = parts.len() as f32;
    disk.each(parts.len(), &|disk, at| {
        let (bundle, assets) = &parts[at];
        let part = |part: f32| {
            let over = done.iter().filter(|done| done.get().is_some()).count();
            progress((over as f32 + part) / count)
        };
        let result = builder.bundle(disk, bundle, assets, &part);
        done[at].get_or_init(|| result);
    });
    let results = done.into_iter().filter_map(OnceLock::into_inner);
    let names = parts.into_iter().map(|(bundle, _)| bundle.name);
    Ok(names.zip(results).collect())
}

/// The bundles of a project: those that it defines, or one of all its assets.
pub fn bundles_of(project: &Project) -> Vec<BundleDefinition> {
    if !project.packaging.bundles.is_empty() {
        return project.packaging.bundles.clone();
    }
    let is_fine = BundleDefinition::is_file_name(&project.name);
    vec![BundleDefinition {
        id: Id::derive(&["the whole project"]),
        name: if is_fine { &project.name } else { "project" }.to_owned(),
        characters: BTreeSet::new(),
        tags: BTreeSet::new(),
    }]
}

/// The assets of a bundle; all where the project defines no bundle.
fn taken(project: &Project, bundle: &BundleDefinition) -> BTreeSet<Id> {
    if project.packaging.bundles.is_empty() {
        return project.assets().map(|(id, _)| id).collect();
    }
    project.bundled(bundle)
}

/// The bundles that are asked for, in order of their names.
fn chosen(
    project: &Project,
    folder: &Path,
    options: &BuildOptions,
) -> Result<Vec<BundleDefinition>, Error> {
    let mut bundles = bundles_of(project);
    bundles.sort_by(|a, b| a.name.cmp(&b.name));
    let mut known = BTreeSet::new();
    for BundleDefinition { name, .. } in &bundles {
        if !BundleDefinition::is_file_name(name) {
            let text = tr!("the bundle name “{name}” cannot be the name of a file. Rename it.");
            return Err(Error::new(folder, text));
        }
        if !known.insert(name.to_lowercase()) {
            let text = tr!("two bundles have the name “{name}”. Rename one of them.");
            return Err(Error::new(folder, text));
        }
    }
    let is_known = |name: &&String| bundles.iter().any(|bundle| bundle.name == **name);
    if let Some(name) = options.only.iter().find(|name| !is_known(name)) {
        let names: Vec<&str> = bundles.iter().map(|bundle| bundle.name.as_str()).collect();
        let text = tr!(
            "the project has no bundle “{name}”. It has: {}.",
            names.join(", ")
        );
        return Err(Error::new(folder, text));
    }
    bundles.retain(|bundle| {
        let is_asked_for = options.only.is_empty() || options.only.contains(&bundle.name);
        is_asked_for && options.shard.is_none_or(|shard| shard.has(&bundle.name))
    });
    Ok(bundles)
}

struct BundleBuilder<'a> {
    kept: &'a ClipCache,
    project: &'a Project,
    inputs: &'a BuildInputs,
    folder: &'a Path,
    out: &'a Path,
    options: &'a BuildOptions,
}

impl BundleBuilder<'_> {
    fn bundle(
        &self,
        disk: &dyn Disk,
        bundle: &BundleDefinition,
        assets: &BTreeSet<Id>,
        progress: &dyn Fn(f32) -> bool,
    ) -> Result<BuiltBundle, Error> {
        let place = |ending: &str| self.out.join(format!("{}.{ending}", bundle.name));
        let (path, record_path) = (place("mbundle"), place("build.json"));
        if assets.is_empty() {
            let text =
                tr!("the bundle takes no assets. Give it a character, or a tag that an asset has.");
            return Err(Error::new(&path, text));
        }
        check_on(disk, &path, Product::Bundle, Over::Own)?;
        check_on(disk, &record_path, Product::BuildRecord, Over::Own)?;
        let inputs = self.inputs.hash(self.project, assets);
        let mut built = BuiltBundle {
            path,
            state: BuildState::Stale,
            assets: assets.len(),
            inputs,
            summary: None,
        };
        if !self.options.rebuilds && is_up_to_date(disk, &built, &record_path) {
            built.state = BuildState::UpToDate;
        }
        if self.options.is_dry {
            return Ok(built);
        }
        if built.state == BuildState::Stale {
            self.write(disk, &mut built, (assets, &record_path), progress)?;
        }
        if self.options.writes_depfiles {
            let paths = self.inputs.paths(disk, self.folder, assets);
            let text = depfile(&built.path, self.folder, &paths);
            write_changed(disk, &place("d"), text.as_bytes(), Product::Depfile)?;
        }
        Ok(built)
    }

    fn write(
        &self,
        disk: &dyn Disk,
        built: &mut BuiltBundle,
        (assets, record_path): (&BTreeSet<Id>, &Path),
        progress: &dyn Fn(f32) -> bool,
    ) -> Result<(), Error> {
        let part = self.project.part(assets);
        let (bytes, summary) = exported(&part, self.kept, &built.path, progress)?;
        write_changed(disk, &built.path, &bytes, Product::Bundle)?;
        let file = built.path.file_name().unwrap_or_default();
        let record = BuildRecord {
            format: FORMAT.to_owned(),
            version: VERSION,
            bundle: file.to_string_lossy().into_owned(),
            inputs: built.inputs.clone(),
            content: hex(xxh3_128(&bytes)),
            bytes: bytes.len() as u64,
        };
        let mut text = serde_json::to_vec_pretty(&record)
            .map_err(|error| Error::writing(record_path, &io::Error::from(error)))?;
        text.push(b'\n');
        write_changed(disk, record_path, &text, Product::BuildRecord)?;
        built.summary = Some(summary);
        built.state = BuildState::Built;
        Ok(())
    }
}

/// Whether the bundle that lies there has the content that its record tells, built from the same
/// inputs.
fn is_up_to_date(disk: &dyn Disk, built: &BuiltBundle, record_path: &Path) -> bool {
    let record = disk.read(record_path).ok();
    let record = record.and_then(|text| serde_json::from_slice::<BuildRecord>(&text).ok());
    record.is_some_and(|record| {
        let is_ours = record.format == FORMAT && record.version == VERSION;
        let is_whole = |bytes: Vec<u8>| hex(xxh3_128(&bytes)) == record.content;
        is_ours && record.inputs == built.inputs && disk.read(&built.path).is_ok_and(is_whole)
    })
}

/// Writes a file unless it has these bytes already, so that its time tells when it changed.
fn write_changed(
    disk: &dyn Disk,
    path: &Path,
    bytes: &[u8],
    product: Product,
) -> Result<(), Error> {
    check_on(disk, path, product, Over::Own)?;
    if disk.read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    write_output_on(disk, path, bytes, product, Over::Own)
}

fn hex(hash: u128) -> String {
    format!("{hash:032x}")
}
