//! Reads one file of a project to the asset in it. Many files may be read at once.

use super::super::{
    FileProblem, ProjectFileSource, VERSION,
    blob::{self, BlobClipKeys, BlobError},
    file_name, format_of, kind_of,
    limits::Numbers,
    migration::{self, Rigs},
    records::{
        File, Headed, LodRecord, ProjectClipRecord, ProjectMeshRecord, ProjectPartRecord,
        ScenarioRecord, SoundRecord, TextureRecord,
    },
    slot_groups::{self, OldGroup},
};
use anim::MeshPart;
use asset::{
    AssetKind, BlendSpace, BoneKey, Clip, Id, Mesh, Montage, NotifyClass, PoseAsset, PoseGraph,
    Scenario, Skeleton, SoundFile, Texture,
    mesh::{BONE_LIMITS, LOD_THRESHOLDS, Lod, Part},
    scenario::{ScenarioSession, ScenarioSource, ScenarioTake},
    skeleton::BoneWeights,
};
use image::{ImageFormat, ImageReader, Limits};
use serde::Deserialize;
use std::{
    collections::{HashMap, HashSet},
    io::Cursor,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use words::tr;

/// Bytes of the largest texture that is read.
const MAX_PICTURE: u64 = 2 << 30;
/// Bytes above which textures are decoded one after the other, so that not every core needs memory
/// for one.
const LARGE_PICTURE: u64 = 128 << 20;

#[allow(
    clippy::enum_variant_names,
    reason = "one of them is called a pose asset"
)]
pub(super) enum ProjectFileAsset {
    Skeleton(Arc<Skeleton>),
    Clip(Arc<Clip>),
    Mesh(Arc<Mesh>),
    Texture(Arc<Texture>),
    Graph(Arc<PoseGraph>),
    BlendSpace(Arc<BlendSpace>),
    NotifyClass(Arc<NotifyClass>),
    PoseAsset(Arc<PoseAsset>),
    Sound(Arc<SoundFile>),
    Scenario(Arc<Scenario>),
    Montage(Arc<Montage>, Option<OldGroup>),
}

/// The result of reading one file.
pub(super) struct FileReadOutcome {
    /// Id that the file gives; always there with an asset, and often without.
    pub id: Option<Id>,
    /// The asset, or why it cannot be read.
    pub asset: Result<ProjectFileAsset, FileProblem>,
}

/// Data that is shared between the files that are read at once.
#[derive(Default)]
pub(super) struct Common {
    /// Bone names of all skeletons; computed when a file of version 1 needs them.
    rigs: OnceLock<Rigs>,
    /// Keys that were read, by the name of their blob.
    keys: BlobCache<BlobClipKeys>,
    vertices: BlobCache<MeshPart>,
    /// Vertices that several parts share, without what is each part's own.
    shared: BlobCache<MeshPart>,
    large_pictures: Mutex<()>,
}

/// Read blobs by name. Two threads may both read the same one; one result is kept.
struct BlobCache<T>(Mutex<HashMap<String, Arc<T>>>);

impl<T> Default for BlobCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> BlobCache<T> {
    fn get(
        &self,
        name: &str,
        read: impl FnOnce() -> Result<T, FileProblem>,
    ) -> Result<Arc<T>, FileProblem> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(name) {
            return Ok(found.clone());
        }
        let made = Arc::new(read()?);
        Ok(known().entry(name.to_owned()).or_insert(made).clone())
    }
}

pub(super) struct FileReader<'a> {
    /// All files of the project.
    pub files: &'a dyn ProjectFileSource,
    /// Data that was read already for other files.
    pub common: &'a Common,
}

impl FileReader<'_> {
    /// Reads the file of an asset of that type.
    pub fn file(&self, kind: AssetKind, path: &str) -> FileReadOutcome {
        let mut id = None;
        let asset = self.asset(kind, path, &mut id);
        FileReadOutcome { id, asset }
    }

    /// Reads the asset. `id` is set as soon as it is known.
    fn asset(
        &self,
        kind: AssetKind,
        path: &str,
        id: &mut Option<Id>,
    ) -> Result<ProjectFileAsset, FileProblem> {
        Ok(match kind {
            AssetKind::Skeleton => {
                ProjectFileAsset::Skeleton(Arc::new(skeleton(path, self.record(kind, path, id)?)?))
            }
            AssetKind::Clip => {
                ProjectFileAsset::Clip(Arc::new(self.clip(path, self.record(kind, path, id)?)?))
            }
            AssetKind::Mesh => {
                ProjectFileAsset::Mesh(Arc::new(self.mesh(path, self.record(kind, path, id)?)?))
            }
            AssetKind::Texture => ProjectFileAsset::Texture(Arc::new(
                self.texture(path, self.record(kind, path, id)?)?,
            )),
            AssetKind::Graph => ProjectFileAsset::Graph(Arc::new(self.record(kind, path, id)?)),
            AssetKind::BlendSpace => {
                let space = self.record(kind, path, id)?;
                Numbers(path).blend_space(&space)?;
                ProjectFileAsset::BlendSpace(Arc::new(space))
            }
            AssetKind::NotifyClass => {
                let class = self.record(kind, path, id)?;
                Numbers(path).notify_class(&class)?;
                ProjectFileAsset::NotifyClass(Arc::new(class))
            }
            AssetKind::PoseAsset => {
                ProjectFileAsset::PoseAsset(Arc::new(self.record(kind, path, id)?))
            }
            AssetKind::Sound => {
                ProjectFileAsset::Sound(Arc::new(self.sound(path, self.record(kind, path, id)?)?))
            }
            AssetKind::Scenario => {
                let scenario = self.scenario(path, self.record(kind, path, id)?)?;
                Numbers(path).scenario(&scenario)?;
                ProjectFileAsset::Scenario(Arc::new(scenario))
            }
            AssetKind::Montage => {
                let montage = self.record(kind, path, id)?;
                Numbers(path).montage(&montage)?;
                let old_group = slot_groups::of_file(path, &self.bytes(path)?, &montage);
                ProjectFileAsset::Montage(Arc::new(montage), old_group)
            }
        })
    }

    fn record<T>(&self, kind: AssetKind, path: &str, id: &mut Option<Id>) -> Result<T, FileProblem>
    where
        File<T>: Headed,
    {
        let file: File<T> = self.parsed(path, &format_of(kind))?;
        *id = Some(file.id);
        Ok(file.asset)
    }

    /// Parses a file with the given `format`. One of the current version is read directly; only an
    /// older one goes through [`serde_json::Value`], which keeps numbers as f64.
    pub fn parsed<T: Headed>(&self, path: &str, format: &str) -> Result<T, FileProblem> {
        let bytes = &self.bytes(path)?;
        let syntax = |error: serde_json::Error| syntax(path, bytes, &error);
        let as_it_stands: Result<T, _> = serde_json::from_slice(bytes);
        if as_it_stands
            .as_ref()
            .is_ok_and(|file| file.head() == (format, VERSION))
        {
            return as_it_stands.map_err(syntax);
        }
        let header: ProjectFileHeader = serde_json::from_slice(bytes).map_err(syntax)?;
        if header.format != format {
            let text = tr!(
                "it is “{}”, but is in the folder for “{format}”. Move the file.",
                header.format
            );
            return Err(FileProblem::new(path, "/format", text));
        }
        if header.version == VERSION {
            return as_it_stands.map_err(syntax);
        }
        let old = serde_json::from_slice(bytes).map_err(syntax)?;
        let rigs = self.common.rigs.get_or_init(|| self.rigs());
        let new = migration::migrated(old, header.version, rigs, migration::STEPS);
        let new = new.map_err(|why| FileProblem::new(path, "/version", why))?;
        serde_json::from_value(new).map_err(syntax)
    }

    /// Reads bone names; a broken file is skipped here, and reported when it is read itself.
    fn rigs(&self) -> Rigs {
        let paths = self.files.list().unwrap_or_default();
        let skeletons = paths
            .iter()
            .filter(|path| kind_of(path) == Some(AssetKind::Skeleton));
        let files =
            skeletons.filter_map(|path| serde_json::from_slice(&self.files.read(path).ok()?).ok());
        files.filter_map(|file| migration::rig(&file)).collect()
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, FileProblem> {
        self.files.read(path).map_err(|why| {
            FileProblem::new(
                path,
                "",
                tr!("it cannot be read ({why}). Restore the file."),
            )
        })
    }

    /// Reads a blob and checks that its bytes match its name. `path` is the file that refers to it.
    fn blob(&self, path: &str, place: &str, name: &str) -> Result<Vec<u8>, FileProblem> {
        if !file_name::is_blob(name) {
            return Err(FileProblem::new(
                path,
                place,
                tr!("it is not the name of a blob. Restore the file."),
            ));
        }
        let blob = file_name::blob_path(name);
        let bytes = self.bytes(&blob).map_err(|problem| FileProblem {
            text: format!("{}: {}", blob, problem.text),
            ..at(path, place)
        })?;
        let ending = name.rsplit('.').next().unwrap_or_default();
        if file_name::blob(&bytes, ending) != name {
            return Err(FileProblem::new(
                &blob,
                "",
                tr!("its content changed after it was saved. Restore the file."),
            ));
        }
        Ok(bytes)
    }

    fn clip(&self, path: &str, record: ProjectClipRecord) -> Result<Clip, FileProblem> {
        let keys = self.common.keys.get(&record.keys, || {
            let bytes = self.blob(path, "/asset/keys", &record.keys)?;
            blob::to_keys(&bytes).map_err(|broken| in_blob(&record.keys, &broken))
        })?;
        if !(record.frame_rate > 0.0 && record.frame_rate.is_finite()) {
            return Err(FileProblem::new(
                path,
                "/asset/frame_rate",
                tr!("it must be more than 0"),
            ));
        }
        Numbers(path).rates(record.rate_scale, record.frame_rate)?;
        Numbers(path).notifies(&record.notifies)?;
        Numbers(path).markers(record.sync_markers.len())?;
        Numbers(path).notes(record.notes.len())?;
        Numbers(path).sounds(&record.sounds)?;
        if record
            .compression
            .is_some_and(|c| !(c.precision > 0.0 && c.precision.is_finite()))
        {
            return Err(FileProblem::new(
                path,
                "/asset/compression/precision",
                tr!("it must be more than 0"),
            ));
        }
        if let Some(at) = repeated(&record.bones) {
            return Err(FileProblem::new(
                path,
                format!("/asset/bones/{at}"),
                tr!("the bone is listed twice"),
            ));
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
            root_motion: record.root_motion,
            root_bone: record.root_bone,
            additive: record.additive,
            compression: record.compression,
            tracks: record.tracks,
            notifies: record.notifies,
            sync_markers: record.sync_markers,
            curves: record.curves,
            notes: record.notes,
            sounds: record.sounds,
        })
    }

    fn mesh(&self, path: &str, record: ProjectMeshRecord) -> Result<Mesh, FileProblem> {
        if let Some(at) = repeated(&record.bones) {
            return Err(FileProblem::new(
                path,
                format!("/asset/bones/{at}"),
                tr!("the bone is listed twice"),
            ));
        }
        let materials = record
            .materials
            .into_iter()
            .map(Into::into)
            .collect::<Vec<_>>();
        let mut lods = vec![Lod::finest(self.parts(
            path,
            "/asset/parts",
            record.parts,
            materials.len(),
        )?)];
        for (
            at,
            LodRecord {
                screen_size,
                removed_bones,
                parts,
            },
        ) in record.lods.into_iter().enumerate()
        {
            let place = format!("/asset/lods/{at}");
            if !(screen_size > 0.0 && screen_size < lods[at].screen_size) {
                let text = tr!("it must be above 0 and below that of the LOD before (1 for LOD 0)");
                return Err(FileProblem::new(path, format!("{place}/screen_size"), text));
            }
            let parts = self.parts(path, &format!("{place}/parts"), parts, materials.len())?;
            lods.push(Lod {
                screen_size,
                removed_bones,
                parts,
            });
        }
        if record
            .bone_limit
            .is_some_and(|limit| !BONE_LIMITS.contains(&limit))
        {
            let text = tr!(
                "it must be from {} to {}",
                BONE_LIMITS.start(),
                BONE_LIMITS.end()
            );
            return Err(FileProblem::new(path, "/asset/bone_limit", text));
        }
        if !LOD_THRESHOLDS.contains(&record.post_process_lod) {
            let text = tr!(
                "it must be from {} to {}",
                LOD_THRESHOLDS.start(),
                LOD_THRESHOLDS.end()
            );
            return Err(FileProblem::new(path, "/asset/post_process_lod", text));
        }
        let ProjectMeshRecord {
            name,
            origin,
            skeleton,
            bones,
            post_process,
            post_process_lod,
            ..
        } = record;
        let (bone_limit, room) = (record.bone_limit, record.room);
        let (bones, bodies) = (bones.into(), record.bodies);
        Ok(Mesh {
            name,
            origin,
            skeleton,
            bones,
            lods,
            materials,
            post_process,
            post_process_lod,
            bone_limit,
            room,
            bodies,
        })
    }

    fn parts(
        &self,
        path: &str,
        place: &str,
        records: Vec<ProjectPartRecord>,
        materials: usize,
    ) -> Result<Vec<Part>, FileProblem> {
        let mut parts = Vec::with_capacity(records.len());
        for (at, part) in records.into_iter().enumerate() {
            let place = format!("{place}/{at}");
            if part.material >= materials {
                let text = tr!("there are {materials} materials");
                return Err(FileProblem::new(path, format!("{place}/material"), text));
            }
            parts.push(self.part(path, &place, part)?);
        }
        Ok(parts)
    }

    fn part(
        &self,
        path: &str,
        place: &str,
        record: ProjectPartRecord,
    ) -> Result<Part, FileProblem> {
        let data = match &record.own {
            Some(own) => Arc::new(self.shared_part(path, place, &record.vertices, own)?),
            None => self.own_part(path, place, &record.vertices)?,
        };
        if record.morphs.len() != data.morphs.len() {
            let text = tr!(
                "there are {} names, but the vertices have {} morphs",
                record.morphs.len(),
                data.morphs.len()
            );
            return Err(FileProblem::new(path, format!("{place}/morphs"), text));
        }
        let (names, count) = (record.attributes.len(), data.attributes.len());
        if names != count {
            let text = tr!("there are {names} names, but the vertices have {count} attributes");
            return Err(FileProblem::new(path, format!("{place}/attributes"), text));
        }
        let (names, count) = (record.profiles.len(), data.profiles.len());
        if names != count {
            let text =
                tr!("there are {names} names, but the vertices have {count} skin-weight profiles");
            return Err(FileProblem::new(path, format!("{place}/profiles"), text));
        }
        let data = if record.method == data.method {
            data
        } else {
            Arc::new(MeshPart {
                method: record.method,
                ..(*data).clone()
            })
        };
        let ProjectPartRecord {
            name,
            source,
            material,
            morphs,
            attributes,
            profiles,
            cloth,
            ..
        } = record;
        Ok(Part {
            name,
            source,
            material,
            morphs,
            attributes,
            profiles,
            cloth,
            data,
        })
    }

    fn own_part(
        &self,
        path: &str,
        place: &str,
        vertices: &str,
    ) -> Result<Arc<MeshPart>, FileProblem> {
        self.common.vertices.get(vertices, || {
            let bytes = self.blob(path, &format!("{place}/vertices"), vertices)?;
            blob::to_vertices(&bytes).map_err(|broken| in_blob(vertices, &broken))
        })
    }

    fn shared_part(
        &self,
        path: &str,
        place: &str,
        vertices: &str,
        own: &str,
    ) -> Result<MeshPart, FileProblem> {
        let shared = self.common.shared.get(vertices, || {
            let bytes = self.blob(path, &format!("{place}/vertices"), vertices)?;
            blob::to_shared_vertices(&bytes).map_err(|broken| in_blob(vertices, &broken))
        })?;
        let bytes = self.blob(path, &format!("{place}/own"), own)?;
        blob::to_part(&shared, &bytes).map_err(|broken| in_blob(own, &broken))
    }

    fn sound(&self, path: &str, record: SoundRecord) -> Result<SoundFile, FileProblem> {
        let SoundRecord {
            name,
            seconds,
            file,
        } = record;
        let ending = file.rsplit('.').next().unwrap_or_default().to_owned();
        if !SoundFile::ENDINGS.contains(&ending.as_str()) {
            let text = tr!(
                "it must end in .{}. Restore the file.",
                SoundFile::ENDINGS.join(", .")
            );
            return Err(FileProblem::new(path, "/asset/file", text));
        }
        if !(0.0..=f32::MAX).contains(&seconds) {
            return Err(FileProblem::new(
                path,
                "/asset/seconds",
                tr!("it must be 0 or more"),
            ));
        }
        let bytes = self.blob(path, "/asset/file", &file)?.into();
        Ok(SoundFile {
            name,
            ending,
            seconds,
            bytes,
        })
    }

    fn scenario(&self, path: &str, record: ScenarioRecord) -> Result<Scenario, FileProblem> {
        let source = match (record.script, record.session) {
            (Some(script), None) => ScenarioSource::Script(ScenarioTake {
                script,
                duration: record.duration.unwrap_or_default(),
                dt: record.dt,
            }),
            (None, Some(session)) => ScenarioSource::Session(ScenarioSession {
                seconds: record.seconds.unwrap_or_default(),
                bytes: self.blob(path, "/asset/session", &session)?.into(),
            }),
            _ => {
                let text = tr!("it needs either a “script” or a “session”").to_owned();
                return Err(FileProblem::new(path, "/asset", text));
            }
        };
        Ok(Scenario {
            name: record.name,
            description: record.description,
            source,
            expect: record.expect,
        })
    }

    fn texture(&self, path: &str, record: TextureRecord) -> Result<Texture, FileProblem> {
        let bytes = self.blob(path, "/asset/texels", &record.texels)?;
        let rgba = if record.texels.ends_with(".png") {
            self.decoded(&bytes, &record)
                .map_err(|why| FileProblem::new(&file_name::blob_path(&record.texels), "", why))?
        } else {
            bytes
        };
        let TextureRecord {
            name,
            origin,
            width,
            height,
            ..
        } = record;
        Ok(Texture {
            name,
            origin,
            width,
            height,
            rgba: rgba.into(),
        })
    }

    fn decoded(&self, bytes: &[u8], record: &TextureRecord) -> Result<Vec<u8>, String> {
        let needed = u64::from(record.width) * u64::from(record.height) * 4;
        if needed > MAX_PICTURE {
            return Err(tr!(
                "{} by {} texels are too many",
                record.width,
                record.height
            ));
        }
        let large = &self.common.large_pictures;
        let _alone =
            (needed > LARGE_PICTURE).then(|| large.lock().unwrap_or_else(PoisonError::into_inner));
        let reader = || ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
        let broken =
            |error: image::ImageError| tr!("it cannot be decoded ({error}). Restore the file.");
        if reader().into_dimensions().map_err(broken)? != (record.width, record.height) {
            return Err(
                tr!("its size differs from the texture's file. Restore both files.").to_owned(),
            );
        }
        let mut limits = Limits::default();
        limits.max_alloc = Some(2 * needed + (1 << 20));
        let mut reader = reader();
        reader.limits(limits);
        Ok(reader.decode().map_err(broken)?.into_rgba8().into_raw())
    }
}

fn at(path: &str, place: &str) -> FileProblem {
    FileProblem::new(path, place, "")
}

fn in_blob(name: &str, broken: &BlobError) -> FileProblem {
    FileProblem::new(
        &file_name::blob_path(name),
        tr!("byte {}", broken.byte),
        tr!("{}. Restore the file.", broken.what),
    )
}

fn skeleton(path: &str, skeleton: Skeleton) -> Result<Skeleton, FileProblem> {
    for (at, bone) in skeleton.bones.iter().enumerate() {
        let is_right = bone.parent.map_or(at == 0, |parent| (parent as usize) < at);
        if !is_right {
            let text = tr!(
                "only the first bone may have no parent, and parents must come before their children"
            );
            return Err(FileProblem::new(
                path,
                format!("/asset/bones/{at}/parent"),
                text,
            ));
        }
    }
    let keys: Vec<BoneKey> = skeleton.bones.iter().map(|bone| bone.key.clone()).collect();
    if let Some(at) = repeated(&keys) {
        return Err(FileProblem::new(
            path,
            format!("/asset/bones/{at}"),
            tr!("another bone has the same name or key"),
        ));
    }
    checked_weights(path, skeleton)
}

/// Index of the first key that is there twice.
fn repeated(keys: &[BoneKey]) -> Option<usize> {
    let mut seen = HashSet::new();
    keys.iter().position(|key| !seen.insert(key))
}

/// Checks that weights of masks are 0..=1 and factors of blend profiles 0 or more.
fn checked_weights(path: &str, skeleton: Skeleton) -> Result<Skeleton, FileProblem> {
    let is_bad = |numbers: &BoneWeights, most: f32| {
        !numbers.values().all(|number| (0.0..=most).contains(number))
    };
    if let Some(at) = skeleton
        .masks
        .iter()
        .position(|mask| is_bad(&mask.weights, 1.0))
    {
        let text = tr!("its numbers must be from 0 to 1");
        return Err(FileProblem::new(
            path,
            format!("/asset/masks/{at}/weights"),
            text,
        ));
    }
    match skeleton
        .blend_profiles
        .iter()
        .position(|profile| is_bad(&profile.factors, f32::MAX))
    {
        Some(at) => {
            let text = tr!("its numbers must be 0 or more");
            Err(FileProblem::new(
                path,
                format!("/asset/blend_profiles/{at}/factors"),
                text,
            ))
        }
        None => Ok(skeleton),
    }
}

#[derive(Deserialize)]
struct ProjectFileHeader {
    format: String,
    version: u32,
}

fn syntax(path: &str, bytes: &[u8], error: &serde_json::Error) -> FileProblem {
    if bytes
        .split(|byte| *byte == b'\n')
        .any(|line| line.starts_with(b"<<<<<<< "))
    {
        return FileProblem::new(
            path,
            "",
            tr!("two versions of it were merged and the conflict is still open. Resolve it."),
        );
    }
    let message = error.to_string();
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(message, _)| message);
    let place = tr!("line {} column {}", error.line(), error.column());
    FileProblem::new(
        path,
        place,
        tr!("{message}. Correct it, or restore the file."),
    )
}
