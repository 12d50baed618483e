//! A project of every past version still reads. Fixtures are never rewritten: they are what is on
//! people's disks.

use asset::Id;
use formats::project::{ProjectFileSource, read, write};
use std::path::{Path, PathBuf};

struct Folder(PathBuf);

impl ProjectFileSource for Folder {
    fn list(&self) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        let mut open = vec![self.0.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())? {
                let path = entry.map_err(|error| error.to_string())?.path();
                if path.is_dir() {
                    open.push(path);
                } else if let Ok(relative) = path.strip_prefix(&self.0) {
                    found.push(relative.to_string_lossy().replace('\\', "/"));
                }
            }
        }
        Ok(found)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(path)).map_err(|error| error.to_string())
    }

    fn each(&self, count: usize, call: &(dyn Fn(&dyn ProjectFileSource, usize) + Sync)) {
        (0..count).for_each(|at| call(self, at));
    }
}

#[test]
fn version_1_reads() {
    let folder =
        Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/project_v1"));
    let (project, report) = read(&folder).unwrap();
    assert!(report.entries.is_empty(), "{report:?}");
    assert_eq!(project.name, "Demo");
    let skeleton = &project.skeletons[&Id(1)];
    assert_eq!(
        skeleton
            .bones
            .iter()
            .map(|bone| bone.name.as_str())
            .collect::<Vec<_>>(),
        ["root", "arm"]
    );
    assert_eq!(
        skeleton.bones[1].reference.scale.x.to_bits(),
        (1.0f32 / 3.0).to_bits()
    );
    let clip = &project.clips[&Id(2)];
    assert_eq!(
        (
            clip.source.tracks.len(),
            clip.source.curves[0].name.as_str()
        ),
        (2, "lächeln")
    );
    assert_eq!(
        (clip.frame_rate, clip.looping, clip.notifies.len()),
        (29.97, true, 1)
    );
    assert_eq!(clip.loop_policy, asset::clip::LoopPolicy::Clamp);
    let mesh = &project.meshes[&Id(3)];
    assert_eq!(
        (
            mesh.lods[0].parts[0].data.vertex_count(),
            mesh.lods[0].parts[0].morphs[0].as_str()
        ),
        (3, "smile")
    );
    assert_eq!(mesh.materials[0].texture, Some(Id(4)));
    assert_eq!(&*project.textures[&Id(4)].rgba, &[1, 2, 3, 4, 5, 6, 7, 0]);
    assert_eq!(project.montages[&Id(5)].name, "Attack");
}

/// Bones were numbers then.
#[test]
fn version_1_finds_its_bones_by_name() {
    let project = read(&Folder(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/project_v1"),
    ))
    .unwrap()
    .0;
    let tracks: Vec<&str> = project.clips[&Id(2)]
        .source
        .tracks
        .iter()
        .map(|track| track.bone.as_str())
        .collect();
    assert_eq!(tracks, ["root", "arm"]);
    assert_eq!(project.skeletons[&Id(1)].sockets[0].bone.as_str(), "arm");
    let mesh = &project.meshes[&Id(3)];
    let followed = &mesh.bones[mesh.lods[0].parts[0].data.palette[0].bone as usize];
    assert_eq!(followed.as_str(), "arm");
}

#[test]
fn version_2_reads() {
    let folder =
        Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/project_v2"));
    let (project, report) = read(&folder).unwrap();
    assert!(report.entries.is_empty(), "{report:?}");
    let skeleton = &project.skeletons[&Id(1)];
    assert_eq!(
        (
            skeleton.bones[1].key.as_str(),
            skeleton.bones[1].name.as_str()
        ),
        ("arm", "Arm")
    );
    assert_eq!(
        skeleton.absent[0].parent.as_ref().map(|key| key.as_str()),
        Some("arm")
    );
    assert_eq!(
        project.origin(Id(2)).map(|origin| origin.file.as_str()),
        Some("../source/hero.glb")
    );
    assert!(project.clips[&Id(2)].keys_edited);
    assert_eq!(
        project.meshes[&Id(3)].lods[1].removed_bones[0].as_str(),
        "arm"
    );
}

#[test]
fn version_3_has_a_pose_graph_and_a_blend_space() {
    let folder =
        Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/project_v3"));
    let (project, report) = read(&folder).unwrap();
    assert!(report.entries.is_empty(), "{report:?}");
    assert_eq!(project.blend_spaces[&Id(6)].samples[0].clip, Id(2));
    let graph = &project.graphs[&Id(7)];
    assert_eq!(
        (
            graph.name.as_str(),
            graph.wiring.nodes.len(),
            graph.layout.comments.len()
        ),
        ("PG", 52, 1)
    );
    assert!(graph.wiring.uses().any(|used| used == Id(2)));
    assert_eq!(project.pose_assets[&Id(8)].poses.len(), 2);
}

#[test]
fn version_3_is_what_is_still_written() {
    let folder =
        Folder(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/project_v3"));
    let written = write(&read(&folder).unwrap().0);
    for (path, bytes) in written
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".json"))
    {
        assert_eq!(
            String::from_utf8_lossy(&folder.read(path).unwrap()),
            String::from_utf8_lossy(bytes),
            "{path}"
        );
    }
}
