//! Writes projects to files, in memory.

use super::{
    ProjectFiles, ROOT_FILE, VERSION, blob, file_name, json,
    records::{
        File, LodRecord, ProjectClipRecord, ProjectMeshRecord, ProjectPartRecord, ROOT_FORMAT,
        RootFile, ScenarioRecord, SoundRecord, TextureRecord, sixtieth,
    },
    shared::SharedVertexBlobs,
};
use asset::{
    AssetKind, Clip, Id, Mesh, Project, Scenario, Texture,
    mesh::{Lod, Part},
    scenario::ScenarioSource,
};
use serde::Serialize;

/// Every file of a project, blobs included.
pub fn write(project: &Project) -> ProjectFiles {
    let mut out = ProjectFiles::default();
    out.files.insert(ROOT_FILE.to_owned(), root_text(project));
    for (id, skeleton) in &project.skeletons {
        out.asset(AssetKind::Skeleton, &skeleton.name, *id, skeleton.as_ref());
    }
    for (id, clip) in &project.clips {
        let record = out.clip_record(clip);
        out.asset(AssetKind::Clip, &clip.name, *id, record);
    }
    for (id, mesh) in &project.meshes {
        let record = out.mesh_record(mesh);
        out.asset(AssetKind::Mesh, &mesh.name, *id, record);
    }
    for (id, texture) in &project.textures {
        let record = out.texture_record(texture);
        out.asset(AssetKind::Texture, &texture.name, *id, record);
    }
    for (id, montage) in &project.montages {
        out.asset(AssetKind::Montage, &montage.name, *id, montage.own_part());
    }
    for (id, graph) in &project.graphs {
        out.asset(AssetKind::Graph, &graph.name, *id, graph.as_ref());
    }
    for (id, space) in &project.blend_spaces {
        out.asset(AssetKind::BlendSpace, &space.name, *id, space.as_ref());
    }
    for (id, class) in &project.notify_classes {
        out.asset(AssetKind::NotifyClass, &class.name, *id, class.as_ref());
    }
    for (id, poses) in &project.pose_assets {
        out.asset(AssetKind::PoseAsset, &poses.name, *id, poses.as_ref());
    }
    for (id, sound) in &project.sounds {
        let record = SoundRecord {
            name: sound.name.clone(),
            seconds: sound.seconds,
            file: out.blob(sound.bytes.to_vec(), &sound.ending),
        };
        out.asset(AssetKind::Sound, &sound.name, *id, record);
    }
    for (id, scenario) in &project.tests {
        let record = out.scenario_record(scenario);
        out.asset(AssetKind::Scenario, &scenario.name, *id, record);
    }
    out
}

/// Relative path of an asset's file, and that file with its blobs. None if the asset does not
/// exist.
pub fn asset_files(project: &Project, id: Id) -> Option<(String, ProjectFiles)> {
    let mut alone = Project::default();
    alone.share(project, id);
    let (kind, name) = alone.kind(id).zip(alone.asset_name(id))?;
    let path = file_name::asset(kind, name, id);
    let mut files = write(&alone);
    files.files.remove(ROOT_FILE);
    Some((path, files))
}

/// The value of [`root_text`].
pub(crate) fn head(project: &Project) -> serde_json::Value {
    serde_json::from_slice(&root_text(project)).unwrap_or_default()
}

/// Text of `project.json`.
pub fn root_text(project: &Project) -> Vec<u8> {
    json::text(&RootFile {
        format: ROOT_FORMAT.to_owned(),
        version: VERSION,
        name: project.name.clone(),
        slot_groups: project.slot_groups.clone(),
        quick_slots: project.quick_slots.clone(),
        preview: project.preview.clone(),
        packaging: project.packaging.clone(),
    })
}

impl ProjectFiles {
    fn asset<T: Serialize>(&mut self, kind: AssetKind, name: &str, id: Id, record: T) {
        self.files.insert(
            file_name::asset(kind, name, id),
            json::text(&File::new(kind, id, record)),
        );
    }

    /// Adds a blob and returns its name.
    fn blob(&mut self, bytes: Vec<u8>, ending: &str) -> String {
        let name = file_name::blob(&bytes, ending);
        self.files.insert(file_name::blob_path(&name), bytes);
        name
    }

    fn scenario_record(&mut self, scenario: &Scenario) -> ScenarioRecord {
        let record = ScenarioRecord {
            name: scenario.name.clone(),
            description: scenario.description.clone(),
            script: None,
            duration: None,
            dt: sixtieth(),
            session: None,
            seconds: None,
            expect: scenario.expect.clone(),
        };
        match &scenario.source {
            ScenarioSource::Script(take) => ScenarioRecord {
                script: Some(take.script.clone()),
                duration: Some(take.duration),
                dt: take.dt.clone(),
                ..record
            },
            ScenarioSource::Session(session) => ScenarioRecord {
                session: Some(self.blob(session.bytes.to_vec(), "msession")),
                seconds: Some(session.seconds),
                ..record
            },
        }
    }

    fn clip_record(&mut self, clip: &Clip) -> ProjectClipRecord {
        ProjectClipRecord {
            name: clip.name.clone(),
            origin: clip.origin.clone(),
            skeleton: clip.skeleton,
            bones: clip
                .source
                .tracks
                .iter()
                .map(|track| track.bone.clone())
                .collect(),
            keys: self.blob(blob::from_keys(&clip.source), "bin"),
            keys_edited: clip.keys_edited,
            made_for: clip.made_for,
            frame_rate: clip.frame_rate,
            looping: clip.looping,
            loop_policy: clip.loop_policy,
            rate_scale: clip.rate_scale,
            root_motion: clip.root_motion,
            root_bone: clip.root_bone.clone(),
            additive: clip.additive,
            compression: clip.compression,
            tracks: clip.tracks.clone(),
            notifies: clip.notifies.clone(),
            sync_markers: clip.sync_markers.clone(),
            curves: clip.curves.clone(),
            notes: clip.notes.clone(),
            sounds: clip.sounds.clone(),
        }
    }

    fn mesh_record(&mut self, mesh: &Mesh) -> ProjectMeshRecord {
        let mut shared = SharedVertexBlobs::of(mesh);
        let lods: Vec<LodRecord> = mesh
            .lods
            .iter()
            .map(|lod| self.lod_record(lod, &mut shared))
            .collect();
        let mut lods = lods.into_iter();
        ProjectMeshRecord {
            name: mesh.name.clone(),
            origin: mesh.origin.clone(),
            skeleton: mesh.skeleton,
            bones: mesh.bones.to_vec(),
            parts: lods.next().map_or(Vec::new(), |finest| finest.parts),
            lods: lods.collect(),
            materials: mesh.materials.iter().map(Into::into).collect(),
            post_process: mesh.post_process,
            post_process_lod: mesh.post_process_lod,
            bone_limit: mesh.bone_limit,
            room: mesh.room,
            bodies: mesh.bodies.clone(),
        }
    }

    fn lod_record(&mut self, lod: &Lod, shared: &mut SharedVertexBlobs) -> LodRecord {
        LodRecord {
            screen_size: lod.screen_size,
            removed_bones: lod.removed_bones.clone(),
            parts: lod
                .parts
                .iter()
                .map(|part| self.part_record(part, shared))
                .collect(),
        }
    }

    fn part_record(&mut self, part: &Part, shared: &mut SharedVertexBlobs) -> ProjectPartRecord {
        let (vertices, own) = match shared.blob(&part.data) {
            None => (self.blob(blob::from_vertices(&part.data), "bin"), None),
            Some(name) => {
                let vertices = name.get_or_insert_with(|| {
                    self.blob(blob::from_shared_vertices(&part.data), "bin")
                });
                (
                    vertices.clone(),
                    Some(self.blob(blob::from_own(&part.data), "bin")),
                )
            }
        };
        ProjectPartRecord {
            name: part.name.clone(),
            source: part.source,
            material: part.material,
            morphs: part.morphs.clone(),
            attributes: part.attributes.clone(),
            profiles: part.profiles.clone(),
            method: part.data.method,
            cloth: part.cloth.clone(),
            vertices,
            own,
        }
    }

    fn texture_record(&mut self, texture: &Texture) -> TextureRecord {
        let texels = match crate::picture::png(texture) {
            Some(png) => self.blob(png, "png"),
            None => self.blob(texture.rgba.to_vec(), "bin"),
        };
        TextureRecord {
            name: texture.name.clone(),
            origin: texture.origin.clone(),
            width: texture.width,
            height: texture.height,
            texels,
        }
    }
}
