use super::*;

fn name(path: &str, bytes: &[u8]) -> &'static str {
    match of(Path::new(path), bytes) {
        SourceFileKind::Gltf => "glTF",
        SourceFileKind::Fbx => "FBX",
        SourceFileKind::Bvh => "BVH",
        SourceFileKind::Other { name, way } => {
            assert!(way.ends_with('.'), "{way}");
            name.text()
        }
        SourceFileKind::Unknown => "unknown",
    }
}

#[test]
fn what_is_in_a_file_counts_more_than_its_ending() {
    let ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0];
    let zipped = |inside: &str| {
        [
            b"PK\x03\x04".as_slice(),
            &[0; 22],
            &[inside.len() as u8, 0, 0, 0],
            inside.as_bytes(),
        ]
        .concat()
    };
    for (path, bytes, expected) in [
        ("a.glb", &b"glTF\x02\0\0\0"[..], "glTF"),
        ("a.vrm", b"glTF\x02\0\0\0", "glTF"),
        ("a.txt", b"glTF", "glTF"),
        ("a.gltf", b"{\"asset\":{}}", "glTF"),
        ("a.glb", b"BLENDER-v300", "a Blender file"),
        ("a.blend", &[0x28, 0xb5, 0x2f, 0xfd, 0], "a Blender file"),
        ("a.blend", &[0x1f, 0x8b, 8], "a Blender file"),
        ("a.gltf", b"Kaydara FBX Binary  \0", "FBX"),
        ("a.glb", b"; FBX 7.3.0 project file", "FBX"),
        ("a", b"\xef\xbb\xbf\n; FBX 6.1", "FBX"),
        ("a.fbx", b"anything", "FBX"),
        ("a.dat", b"  HIERARCHY\nROOT hips", "BVH"),
        ("a.glb", b"\xef\xbb\xbfhierarchy\r\n", "BVH"),
        ("a.BVH", b"anything", "BVH"),
        ("a.bvh", b"; FBX 7.3.0 project file", "FBX"),
        ("a", b"#usda 1.0\n", "a USD file"),
        ("a", b"PXR-USDC\0\0", "a USD file"),
        ("a.usd", b"\0\0\0", "a USD file"),
        ("a.zip", &zipped("scene.usdc"), "a USD package"),
        ("a.glb", &zipped("scene.glb"), "a ZIP archive"),
        ("a.usdz", b"", "an empty file"),
        (
            "a.xml",
            b"<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"x\">",
            "a COLLADA file",
        ),
        ("a.dae", b"<?xml version=\"1.0\"?>", "a COLLADA file"),
        ("a", b"//Maya ASCII 2024 scene\n", "a Maya file"),
        ("a", b"FOR8\0\0\0\0\0\0\0\x10Maya", "a Maya file"),
        ("a.max", &ole, "a 3ds Max file"),
        ("a.doc", &ole, "unknown"),
        (
            "a.txt",
            b"# Blender 4.1\n# www\nmtllib a.mtl\no Cube\n",
            "a Wavefront OBJ file, which has no bones",
        ),
        ("a.gltf", b"\x89PNG\r\n", "a PNG picture"),
        ("a.txt", b"hello", "unknown"),
    ] {
        assert_eq!(
            name(path, bytes),
            expected,
            "{path} {:?}",
            String::from_utf8_lossy(bytes)
        );
    }
}

#[test]
fn every_kind_is_known_by_its_first_bytes_and_what_only_looks_like_one_is_not() {
    let archive = |name: &str| {
        let length = (name.len() as u16).to_le_bytes();
        [
            b"PK\x03\x04".as_slice(),
            &[0; 22],
            &length,
            &[0, 0],
            name.as_bytes(),
        ]
        .concat()
    };
    let long = format!("{}scene.USDC", "folder/".repeat(60));
    let before = |blanks: usize, text: &str| [&vec![b' '; blanks][..], text.as_bytes()].concat();
    for (bytes, expected) in [
        (&b"<x>FBXHeaderExtension"[..], "FBX"),
        (b"QC4DC4D6", "a Cinema 4D file"),
        (b"Ogawa\xff", "an Alembic file"),
        (&[0xc1, 0x83, 0x2a, 0x9e, 0], "an Unreal asset"),
        (&[0xc1, 0x83, 0x2a, 0x9f, 0], "unknown"),
        (b"ply\nformat ascii", "a PLY file"),
        (b"ply\r\nformat ascii", "a PLY file"),
        (b"plywood", "unknown"),
        (b"PMX \0", "a MikuMikuDance model"),
        (b"Pmd\0", "a MikuMikuDance model"),
        (b"Vocaloid Motion Data 0002", "a MikuMikuDance motion"),
        (b"<?xml version=\"1.0\"?><X3D>", "an X3D file"),
        (b"solid a\n facet normal 0 0 1", "an STL file"),
        (b"solid ground", "unknown"),
        (b"a facet normal", "unknown"),
        (b"FOR4\0\0\0\x08\0\0Maya", "a Maya file"),
        (b"FOR4\0\0\0\x08\0\0Mayo", "unknown"),
        (b"FORM\0\0\0\x08\0\0Maya", "unknown"),
        (&[0xff, 0xd8, 0xff, 0xe0], "a JPEG picture"),
        (&[0xff, 0xd8, 0xfe, 0xe0], "unknown"),
        (b"POINTCACHE2\0", "a point cache"),
        (&[0x1f, 0x8b, 8], "a compressed archive"),
        (b"7z\xbc\xaf", "a compressed archive"),
        (b"Rar!", "a compressed archive"),
        (
            b"# remark\n\nv 1 2 3",
            "a Wavefront OBJ file, which has no bones",
        ),
        (b"vn 1 2 3", "unknown"),
        (&archive(&long), "a USD package"),
        (&archive("a.txt"), "a ZIP archive"),
        (b"scene.usd", "unknown"),
        (&before(4000, "HIERARCHY"), "BVH"),
        (&before(4087, "HIERARCHY"), "BVH"),
        (&before(4088, "HIERARCHY"), "unknown"),
    ] {
        assert_eq!(
            name("a", bytes),
            expected,
            "{:?}",
            String::from_utf8_lossy(bytes).trim()
        );
    }
}

#[test]
fn endings_tell_where_bytes_do_not() {
    for (_, _, endings, _) in STRANGERS {
        for ending in endings {
            assert!(
                !["unknown", "glTF"]
                    .contains(&name(&format!("a.{}", ending.to_uppercase()), &[1, 2, 3])),
                "{ending}"
            );
        }
    }
}
