//! Numbers of project files from both sides of what is allowed, and the words for those beyond.

use super::*;

/// What is said of a project one of whose files has a value at a pointer instead of its own; empty
/// where it is read.
fn said(start: &str, pointer: &str, value: serde_json::Value) -> String {
    let mut files = write(&project());
    let path = path_in(&files, start);
    let mut json: serde_json::Value = serde_json::from_slice(&files.files[&path]).unwrap();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    json.pointer_mut(parent).unwrap()[field] = value;
    files
        .files
        .insert(path.clone(), json.to_string().into_bytes());
    match read(&files) {
        Ok(_) => String::new(),
        Err(error) => {
            let problem = &error.problems[0];
            assert_eq!(problem.file, path);
            format!("{}: {}", problem.place, problem.text)
        }
    }
}

#[test]
fn numbers_are_taken_to_their_bounds_and_refused_beyond_them() {
    let size = "it must be above 0 and below that of the LOD before (1 for LOD 0)";
    let above_0 = "it must be more than 0";
    for (start, pointer, sound, refused, why) in [
        (
            "clips/",
            "/asset/frame_rate",
            &[1.0, 29.97][..],
            &[0.0, -1.0][..],
            above_0,
        ),
        (
            "clips/",
            "/asset/compression/precision",
            &[1e-6, 1.0],
            &[0.0, -1e-3],
            above_0,
        ),
        (
            "meshes/",
            "/asset/lods/0/screen_size",
            &[0.01, 0.99],
            &[0.0, -0.1, 1.0, 1.5],
            size,
        ),
        (
            "meshes/",
            "/asset/bone_limit",
            &[75.0],
            &[0.0],
            "it must be from ",
        ),
        (
            "meshes/",
            "/asset/post_process_lod",
            &[-1.0, 7.0],
            &[-2.0, 8.0],
            "it must be from -1 to 7",
        ),
        (
            "meshes/",
            "/asset/parts/0/material",
            &[0.0],
            &[1.0, 2.0],
            "there are 1 materials",
        ),
    ] {
        let number = |value: f64| {
            if value.fract() == 0.0 && !pointer.ends_with("rate") && !pointer.ends_with("size") {
                serde_json::json!(value as i64)
            } else {
                serde_json::json!(value)
            }
        };
        for value in sound {
            assert_eq!(
                said(start, pointer, number(*value)),
                "",
                "{pointer} {value}"
            );
        }
        for value in refused {
            let wanted = format!("{pointer}: {why}");
            let found = said(start, pointer, number(*value));
            assert!(found.starts_with(&wanted), "{pointer} {value}: {found}");
        }
    }
}

#[test]
fn a_bone_limit_has_bounds_of_its_own() {
    use asset::mesh::BONE_LIMITS;
    let with = |limit: u32| said("meshes/", "/asset/bone_limit", limit.into());
    let (least, most) = (*BONE_LIMITS.start(), *BONE_LIMITS.end());
    assert_eq!((with(least), with(most)), Default::default());
    for beyond in [least - 1, most + 1] {
        let wanted = format!("/asset/bone_limit: it must be from {least} to {most}");
        assert_eq!(with(beyond), wanted);
    }
}

#[test]
fn a_file_in_the_place_of_a_folder_is_told_and_one_beside_the_assets_left_alone() {
    let mut files = write(&project());
    files.files.insert("clips".into(), b"link".to_vec());
    files.files.insert("effects".into(), b"link".to_vec());
    files.files.insert("blobs".into(), b"link".to_vec());
    let [problem] = &problems(&files)[..] else {
        panic!("{:?}", problems(&files))
    };
    let told = "clips: it is a link or a file instead of a project folder, so it is not read. Replace it with a real folder.";
    assert_eq!(problem.to_string(), told);
}

#[test]
fn a_ground_that_nobody_can_stand_on_is_refused_in_words() {
    let text = std::str::from_utf8(&write(&project()).files[ROOT_FILE])
        .unwrap()
        .to_owned();
    let mut files = write(&project());
    let steep = text.replace("\"run\": 0.3", "\"run\": 0.0");
    assert_ne!(steep, text);
    files.files.insert(ROOT_FILE.into(), steep.into_bytes());
    let told = "project.json, /preview/ground: its slope must be 80 degrees or less, and its lengths more than 0";
    assert_eq!(problems(&files)[0].to_string(), told);
}

/// Files of every version that was, of which the first has bones by number.
#[test]
fn projects_of_older_versions_are_read_with_the_names_of_their_bones() {
    fn add(files: &mut ProjectFiles, root: &std::path::Path, below: &std::path::Path) {
        for entry in std::fs::read_dir(root.join(below)).unwrap() {
            let path = below.join(entry.unwrap().file_name());
            if root.join(&path).is_dir() {
                add(files, root, &path);
            } else {
                let name = path.to_str().unwrap().replace('\\', "/");
                files
                    .files
                    .insert(name, std::fs::read(root.join(&path)).unwrap());
            }
        }
    }
    for version in 1..VERSION {
        let folder = format!("../../tests/fixtures/project_v{version}");
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files = ProjectFiles::default();
        add(&mut files, &root, std::path::Path::new(""));
        let (found, report) = read(&files).unwrap();
        assert!(report.entries.is_empty(), "{report:?}");
        let bones = |tracks: &[Track]| -> Vec<String> {
            tracks
                .iter()
                .map(|track| track.bone.as_str().to_owned())
                .collect()
        };
        assert_eq!(bones(&found.clips[&Id(2)].source.tracks), ["root", "arm"]);
        let mesh = &found.meshes[&Id(3)];
        assert_eq!(mesh.bones[0].as_str(), "root", "{version}");
    }
}
