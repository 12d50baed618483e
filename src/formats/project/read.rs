//! Files to projects. Invariant: every file is looked at, so that one reading names everything that is wrong.

use super::{
    BrokenFile, FileProblem, ProjectError, ROOT_FILE, Source, VERSION,
    blob::{self, Broken, Keys},
    file_name, format_of, kind_of,
    limits::Numbers,
    migration::{self, Rigs},
    records::{
        ClipRecord, File, LodRecord, MeshRecord, PartRecord, ROOT_FORMAT, RootFile, SkeletonRecord, TextureRecord,
    },
    slot_groups::{self, OldGroup},
};
use crate::Report;
use anim::MeshPart;
use asset::{
    AssetKind, BlendSpace, BoneKey, Clip, Id, Mesh, Montage, NotifyClass, PoseAsset, PoseGraph, Project, Skeleton,
    Texture,
    mesh::{BONE_LIMITS, Lod, Part},
    skeleton::BoneWeights,
};
use image::{ImageFormat, ImageReader, Limits};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    cell::OnceCell,
    collections::{BTreeMap, HashMap, HashSet},
    io::Cursor,
    sync::Arc,
};

/// Bytes of the largest picture that is read.
const MAX_PICTURE: u64 = 2 << 30;

/// Reads a project. The report says what was left out; what cannot be read at all is an error.
pub fn read(files: &dyn Source) -> Result<(Project, Report), ProjectError> {
    let Salvage { project, report, broken } = salvage(files);
    match broken.is_empty() {
        true => Ok((project, report)),
        false => Err(ProjectError { problems: broken.into_iter().map(|broken| broken.problem).collect() }),
    }
}

/// What can be read of a project, and what cannot.
#[derive(Debug)]
pub struct Salvage {
    /// Without the broken assets; what refers to them finds nothing.
    pub project: Project,
    pub report: Report,
    pub broken: Vec<BrokenFile>,
}

/// Reads as much of a project as there is.
pub fn salvage(files: &dyn Source) -> Salvage {
    let mut reader = ProjectReader {
        files,
        project: Project::default(),
        report: Report::default(),
        broken: Vec::new(),
        old_groups: Vec::new(),
        seen: BTreeMap::new(),
        rigs: OnceCell::new(),
        keys: HashMap::new(),
        vertices: HashMap::new(),
        shared: HashMap::new(),
    };
    reader.everything();
    Salvage { project: reader.project, report: reader.report, broken: reader.broken }
}

struct ProjectReader<'a> {
    files: &'a dyn Source,
    project: Project,
    report: Report,
    broken: Vec<BrokenFile>,
    /// Groups that montages had themselves.
    old_groups: Vec<OldGroup>,
    /// The file of every id.
    seen: BTreeMap<Id, String>,
    /// Looked at where a file of version 1 needs them.
    rigs: OnceCell<Rigs>,
    /// Blobs that have been read, by name.
    keys: HashMap<String, Arc<Keys>>,
    vertices: HashMap<String, Arc<MeshPart>>,
    /// Vertices of several parts, without what is each one's own.
    shared: HashMap<String, MeshPart>,
}

impl ProjectReader<'_> {
    fn everything(&mut self) {
        let mut paths = match self.files.list() {
            Ok(paths) => paths,
            Err(why) => {
                return self.broken(
                    ROOT_FILE,
                    FileProblem::new(ROOT_FILE, "", format!("the folder cannot be listed ({why})")),
                );
            }
        };
        paths.sort();
        if let Err(problem) = self.root() {
            self.broken(ROOT_FILE, problem);
        }
        for path in paths {
            if let Err(problem) = self.file(&path) {
                self.broken(&path, problem);
            }
        }
        self.project.derive_children();
        slot_groups::take_over(&mut self.project, std::mem::take(&mut self.old_groups), &mut self.report);
    }

    fn broken(&mut self, file: &str, problem: FileProblem) {
        self.broken.push(BrokenFile::new(file, self.files.read(file).ok(), problem));
    }

    fn root(&mut self) -> Result<(), FileProblem> {
        let bytes = self.bytes(ROOT_FILE)?;
        let root: RootFile = self.parsed(ROOT_FILE, &bytes, ROOT_FORMAT)?;
        if !root.preview.is_sound() {
            let text = "its slope must be 80 degrees or less, and its lengths more than 0";
            return Err(FileProblem::new(ROOT_FILE, "/preview/ground", text));
        }
        self.project.name = root.name;
        self.project.slot_groups = root.slot_groups;
        self.project.quick_slots = root.quick_slots;
        self.project.preview = root.preview;
        Ok(())
    }

    fn file(&mut self, path: &str) -> Result<(), FileProblem> {
        let Some(kind) = kind_of(path) else {
            let is_ours = path == ROOT_FILE || path.starts_with("blobs/");
            if AssetKind::ALL.iter().any(|kind| path == kind.words()) {
                let text = "it is a link or a file and no folder of the project's own, and what it leads to is not \
                            read. Put the folder itself in its place.";
                return Err(FileProblem::new(path, "", text));
            }
            let in_asset_folder = AssetKind::ALL.iter().any(|kind| path.split('/').next() == Some(kind.words()));
            if in_asset_folder && !is_ours {
                self.report.note(path, "The file is no asset; it was left out.");
            }
            return Ok(());
        };
        match kind {
            AssetKind::Skeleton => {
                let (id, record) = self.record::<SkeletonRecord>(kind, path)?;
                self.project.skeletons.insert(id, Arc::new(skeleton(path, record)?));
            }
            AssetKind::Clip => {
                let (id, record) = self.record::<ClipRecord>(kind, path)?;
                let clip = self.clip(path, record)?;
                self.project.clips.insert(id, Arc::new(clip));
            }
            AssetKind::Mesh => {
                let (id, record) = self.record::<MeshRecord>(kind, path)?;
                let mesh = self.mesh(path, record)?;
                self.project.meshes.insert(id, Arc::new(mesh));
            }
            AssetKind::Texture => {
                let (id, record) = self.record::<TextureRecord>(kind, path)?;
                let texture = self.texture(path, record)?;
                self.project.textures.insert(id, Arc::new(texture));
            }
            AssetKind::Graph => {
                let (id, graph) = self.record::<PoseGraph>(kind, path)?;
                self.project.graphs.insert(id, Arc::new(graph));
            }
            AssetKind::BlendSpace => {
                let (id, space) = self.record::<BlendSpace>(kind, path)?;
                Numbers(path).blend_space(&space)?;
                self.project.blend_spaces.insert(id, Arc::new(space));
            }
            AssetKind::NotifyClass => {
                let (id, class) = self.record::<NotifyClass>(kind, path)?;
                Numbers(path).notify_class(&class)?;
                self.project.notify_classes.insert(id, Arc::new(class));
            }
            AssetKind::PoseAsset => {
                let (id, poses) = self.record::<PoseAsset>(kind, path)?;
                self.project.pose_assets.insert(id, Arc::new(poses));
            }
            AssetKind::Montage => {
                let (id, montage) = self.record::<Montage>(kind, path)?;
                Numbers(path).montage(&montage)?;
                self.old_groups.extend(slot_groups::of_file(path, &self.bytes(path)?, &montage));
                self.project.montages.insert(id, Arc::new(montage));
            }
        }
        Ok(())
    }

    fn record<T: DeserializeOwned>(&mut self, kind: AssetKind, path: &str) -> Result<(Id, T), FileProblem> {
        let bytes = self.bytes(path)?;
        let file: File<T> = self.parsed(path, &bytes, &format_of(kind))?;
        match self.seen.insert(file.id, path.to_owned()) {
            None => Ok((file.id, file.asset)),
            Some(other) => {
                let text = format!("the id {} is that of {other} too. Remove one of the two files.", file.id);
                Err(FileProblem::new(path, "/id", text))
            }
        }
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, FileProblem> {
        self.files
            .read(path)
            .map_err(|why| FileProblem::new(path, "", format!("it cannot be read ({why}). Restore the file.")))
    }

    /// A blob whose bytes are those that it was named for. `path` is the file that refers to it.
    fn blob(&self, path: &str, place: &str, name: &str) -> Result<Vec<u8>, FileProblem> {
        if !file_name::is_blob(name) {
            return Err(FileProblem::new(path, place, "it is not the name of a blob. Restore the file."));
        }
        let blob = file_name::blob_path(name);
        let bytes = self
            .bytes(&blob)
            .map_err(|problem| FileProblem { text: format!("{}: {}", blob, problem.text), ..at(path, place) })?;
        let ending = name.rsplit('.').next().unwrap_or_default();
        if file_name::blob(&bytes, ending) != name {
            return Err(FileProblem::new(
                &blob,
                "",
                "its content is not what it was when it was saved. Restore the file.",
            ));
        }
        Ok(bytes)
    }

    fn clip(&mut self, path: &str, record: ClipRecord) -> Result<Clip, FileProblem> {
        let keys = match self.keys.get(&record.keys) {
            Some(known) => known.clone(),
            None => {
                let bytes = self.blob(path, "/asset/keys", &record.keys)?;
                let keys = Arc::new(blob::to_keys(&bytes).map_err(|broken| in_blob(&record.keys, &broken))?);
                self.keys.insert(record.keys, keys.clone());
                keys
            }
        };
        if !(record.frame_rate > 0.0 && record.frame_rate.is_finite()) {
            return Err(FileProblem::new(path, "/asset/frame_rate", "it must be more than 0"));
        }
        Numbers(path).rates(record.rate_scale, record.frame_rate)?;
        Numbers(path).notifies(&record.notifies)?;
        Numbers(path).markers(record.sync_markers.len())?;
        Numbers(path).notes(record.notes.len())?;
        if record.compression.is_some_and(|c| !(c.precision > 0.0 && c.precision.is_finite())) {
            return Err(FileProblem::new(path, "/asset/compression/precision", "it must be more than 0"));
        }
        if let Some(at) = repeated(&record.bones) {
            return Err(FileProblem::new(path, format!("/asset/bones/{at}"), "the bone is listed twice"));
        }
        Ok(Clip {
            name: record.name,
            origin: record.origin,
            skeleton: record.skeleton,
            source: Arc::new(keys.of(&record.bones)),
            keys_edited: record.keys_edited,
            made_for: record.made_for,
            frame_rate: record.frame_rate,
            looping: record.looping,
            loop_policy: record.loop_policy,
            rate_scale: record.rate_scale,
            root_motion: record.root_motion.into(),
            additive: record.additive.map(Into::into),
            compression: record.compression.map(Into::into),
            tracks: record.tracks,
            notifies: record.notifies,
            sync_markers: record.sync_markers,
            curves: record.curves,
            notes: record.notes,
        })
    }

    fn mesh(&mut self, path: &str, record: MeshRecord) -> Result<Mesh, FileProblem> {
        if let Some(at) = repeated(&record.bones) {
            return Err(FileProblem::new(path, format!("/asset/bones/{at}"), "the bone is listed twice"));
        }
        let materials = record.materials.into_iter().map(Into::into).collect::<Vec<_>>();
        let mut lods = vec![Lod::finest(self.parts(path, "/asset/parts", record.parts, materials.len())?)];
        for (at, LodRecord { screen_size, removed_bones, parts }) in record.lods.into_iter().enumerate() {
            let place = format!("/asset/lods/{at}");
            if !(screen_size > 0.0 && screen_size < lods[at].screen_size) {
                let text = "it must be above 0 and below that of the level before (1 for the finest)";
                return Err(FileProblem::new(path, format!("{place}/screen_size"), text));
            }
            let parts = self.parts(path, &format!("{place}/parts"), parts, materials.len())?;
            lods.push(Lod { screen_size, removed_bones, parts });
        }
        if record.bone_limit.is_some_and(|limit| !BONE_LIMITS.contains(&limit)) {
            let text = format!("it must be from {} to {}", BONE_LIMITS.start(), BONE_LIMITS.end());
            return Err(FileProblem::new(path, "/asset/bone_limit", text));
        }
        let MeshRecord { name, origin, skeleton, bones, post_process, bone_limit, room, bodies, .. } = record;
        let (room, bodies) = (room.into(), bodies.into_iter().map(Into::into).collect());
        let bones = bones.into();
        Ok(Mesh { name, origin, skeleton, bones, lods, materials, post_process, bone_limit, room, bodies })
    }

    fn parts(
        &mut self,
        path: &str,
        place: &str,
        records: Vec<PartRecord>,
        materials: usize,
    ) -> Result<Vec<Part>, FileProblem> {
        let mut parts = Vec::with_capacity(records.len());
        for (at, part) in records.into_iter().enumerate() {
            let place = format!("{place}/{at}");
            if part.material >= materials {
                let text = format!("there are {materials} materials");
                return Err(FileProblem::new(path, format!("{place}/material"), text));
            }
            parts.push(self.part(path, &place, part)?);
        }
        Ok(parts)
    }

    fn part(&mut self, path: &str, place: &str, record: PartRecord) -> Result<Part, FileProblem> {
        let data = match &record.own {
            Some(own) => Arc::new(self.shared_part(path, place, &record.vertices, own)?),
            None => self.own_part(path, place, &record.vertices)?,
        };
        if record.morphs.len() != data.morphs.len() {
            let text =
                format!("there are {} names, but the vertices have {} morphs", record.morphs.len(), data.morphs.len());
            return Err(FileProblem::new(path, format!("{place}/morphs"), text));
        }
        let (names, count) = (record.attributes.len(), data.attributes.len());
        if names != count {
            let text = format!("there are {names} names, but the vertices have {count} attributes");
            return Err(FileProblem::new(path, format!("{place}/attributes"), text));
        }
        let (names, count) = (record.profiles.len(), data.profiles.len());
        if names != count {
            let text = format!("there are {names} names, but the vertices have {count} skin-weight profiles");
            return Err(FileProblem::new(path, format!("{place}/profiles"), text));
        }
        let data = match record.method == data.method {
            true => data,
            false => Arc::new(MeshPart { method: record.method, ..(*data).clone() }),
        };
        let PartRecord { name, source, material, morphs, attributes, profiles, cloth, .. } = record;
        let cloth = cloth.map(Into::into);
        Ok(Part { name, source, material, morphs, attributes, profiles, cloth, data })
    }

    fn own_part(&mut self, path: &str, place: &str, vertices: &str) -> Result<Arc<MeshPart>, FileProblem> {
        if let Some(known) = self.vertices.get(vertices) {
            return Ok(known.clone());
        }
        let bytes = self.blob(path, &format!("{place}/vertices"), vertices)?;
        let data = Arc::new(blob::to_vertices(&bytes).map_err(|broken| in_blob(vertices, &broken))?);
        self.vertices.insert(vertices.to_owned(), data.clone());
        Ok(data)
    }

    fn shared_part(&mut self, path: &str, place: &str, vertices: &str, own: &str) -> Result<MeshPart, FileProblem> {
        if !self.shared.contains_key(vertices) {
            let bytes = self.blob(path, &format!("{place}/vertices"), vertices)?;
            let data = blob::to_shared_vertices(&bytes).map_err(|broken| in_blob(vertices, &broken))?;
            self.shared.insert(vertices.to_owned(), data);
        }
        let bytes = self.blob(path, &format!("{place}/own"), own)?;
        blob::to_part(&self.shared[vertices], &bytes).map_err(|broken| in_blob(own, &broken))
    }

    fn texture(&mut self, path: &str, record: TextureRecord) -> Result<Texture, FileProblem> {
        let bytes = self.blob(path, "/asset/texels", &record.texels)?;
        let rgba = if record.texels.ends_with(".png") {
            decoded(&bytes, &record).map_err(|why| FileProblem::new(&file_name::blob_path(&record.texels), "", why))?
        } else {
            bytes
        };
        let TextureRecord { name, origin, width, height, .. } = record;
        Ok(Texture { name, origin, width, height, rgba: rgba.into() })
    }
}

fn at(path: &str, place: &str) -> FileProblem {
    FileProblem::new(path, place, "")
}

fn in_blob(name: &str, broken: &Broken) -> FileProblem {
    FileProblem::new(
        &file_name::blob_path(name),
        format!("byte {}", broken.byte),
        format!("{}. Restore the file.", broken.what),
    )
}

fn skeleton(path: &str, record: SkeletonRecord) -> Result<Skeleton, FileProblem> {
    let skeleton = Skeleton {
        name: record.name,
        origin: record.origin,
        bones: record.bones.into_iter().map(Into::into).collect(),
        absent: record.absent.into_iter().map(Into::into).collect(),
        sockets: record.sockets.into_iter().map(Into::into).collect(),
        virtual_bones: record.virtual_bones.into_iter().map(Into::into).collect(),
        masks: record.masks.into_iter().map(Into::into).collect(),
        blend_profiles: record.blend_profiles.into_iter().map(Into::into).collect(),
        retarget_sources: record.retarget_sources.into_iter().map(Into::into).collect(),
        mirror: record.mirror,
    };
    for (at, bone) in skeleton.bones.iter().enumerate() {
        let is_right = bone.parent.map_or(at == 0, |parent| (parent as usize) < at);
        if !is_right {
            let text = "the first bone alone has no parent, and every parent comes before its children";
            return Err(FileProblem::new(path, format!("/asset/bones/{at}/parent"), text));
        }
    }
    let keys: Vec<BoneKey> = skeleton.bones.iter().map(|bone| bone.key.clone()).collect();
    if let Some(at) = repeated(&keys) {
        return Err(FileProblem::new(path, format!("/asset/bones/{at}"), "another bone has its name or key too"));
    }
    checked_weights(path, skeleton)
}

/// The place of one that was there before.
fn repeated(keys: &[BoneKey]) -> Option<usize> {
    let mut seen = HashSet::new();
    keys.iter().position(|key| !seen.insert(key))
}

/// Every number is in range.
fn checked_weights(path: &str, skeleton: Skeleton) -> Result<Skeleton, FileProblem> {
    let is_bad = |numbers: &BoneWeights, most: f32| !numbers.values().all(|number| (0.0..=most).contains(number));
    if let Some(at) = skeleton.masks.iter().position(|mask| is_bad(&mask.weights, 1.0)) {
        let text = "its numbers must be from 0 to 1";
        return Err(FileProblem::new(path, format!("/asset/masks/{at}/weights"), text));
    }
    match skeleton.blend_profiles.iter().position(|profile| is_bad(&profile.factors, f32::MAX)) {
        Some(at) => {
            let text = "its numbers must be 0 or more";
            Err(FileProblem::new(path, format!("/asset/blend_profiles/{at}/factors"), text))
        }
        None => Ok(skeleton),
    }
}

fn decoded(bytes: &[u8], record: &TextureRecord) -> Result<Vec<u8>, String> {
    let needed = u64::from(record.width) * u64::from(record.height) * 4;
    if needed > MAX_PICTURE {
        return Err(format!("{} by {} texels are too many", record.width, record.height));
    }
    let reader = || ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let broken = |error: image::ImageError| format!("it cannot be decoded ({error}). Restore the file.");
    if reader().into_dimensions().map_err(broken)? != (record.width, record.height) {
        return Err("its size is not the one in the texture's file. Restore both files.".to_owned());
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(2 * needed + (1 << 20));
    let mut reader = reader();
    reader.limits(limits);
    Ok(reader.decode().map_err(broken)?.into_rgba8().into_raw())
}

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

impl ProjectReader<'_> {
    /// A file of today's version is read as it stands: only an older one takes the way over [`serde_json::Value`], which
    /// keeps numbers as f64.
    fn parsed<T: DeserializeOwned>(&self, path: &str, bytes: &[u8], format: &str) -> Result<T, FileProblem> {
        let syntax = |error: serde_json::Error| syntax(path, bytes, &error);
        let header: Header = serde_json::from_slice(bytes).map_err(syntax)?;
        if header.format != format {
            let text =
                format!("it says that it is “{}”, but lies where “{format}” belongs. Move the file.", header.format);
            return Err(FileProblem::new(path, "/format", text));
        }
        if header.version == VERSION {
            return serde_json::from_slice(bytes).map_err(syntax);
        }
        let old = serde_json::from_slice(bytes).map_err(syntax)?;
        let new = migration::migrated(old, header.version, self.rigs.get_or_init(|| self.rigs()), migration::STEPS);
        let new = new.map_err(|why| FileProblem::new(path, "/version", why))?;
        serde_json::from_value(new).map_err(syntax)
    }

    /// What cannot be read is told when its own turn comes.
    fn rigs(&self) -> Rigs {
        let paths = self.files.list().unwrap_or_default();
        let skeletons = paths.iter().filter(|path| kind_of(path) == Some(AssetKind::Skeleton));
        let files = skeletons.filter_map(|path| serde_json::from_slice(&self.files.read(path).ok()?).ok());
        files.filter_map(|file| migration::rig(&file)).collect()
    }
}

fn syntax(path: &str, bytes: &[u8], error: &serde_json::Error) -> FileProblem {
    if bytes.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"<<<<<<< ")) {
        return FileProblem::new(
            path,
            "",
            "two versions of it were merged and the conflict is still open. Resolve it.",
        );
    }
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let place = format!("line {} column {}", error.line(), error.column());
    FileProblem::new(path, place, format!("{message}. Correct it, or restore the file."))
}
