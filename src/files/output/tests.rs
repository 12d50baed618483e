use super::*;

/// Whether a result of a kind may take the place of a file with these bytes, unless somebody says
/// so.
fn may_replace(product: Product, bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("result");
    std::fs::write(&path, bytes).unwrap();
    assert!(check_output(&path, product, Over::Any).is_ok());
    check_output(&path, product, Over::Own).is_ok()
}

fn glb(start: &[u8], generator: &str) -> Vec<u8> {
    [
        start,
        b"\x02\0\0\0",
        format!("{{\"asset\":{{\"generator\":\"{generator}\"}}}}").as_bytes(),
    ]
    .concat()
}

fn png(start: &[u8], software: &str) -> Vec<u8> {
    [
        start,
        b"\r\n\x1a\n\0\0\0\x13tEXtSoftware\0",
        software.as_bytes(),
    ]
    .concat()
}

fn avi(software: &str) -> Vec<u8> {
    format!("RIFF\0\0\0\0AVI LIST\0\0\0\0hdrl ISFT\x0a\0\0\0{software}\0").into_bytes()
}

#[test]
fn only_what_this_program_wrote_as_the_same_kind_is_replaced_unasked() {
    let bundle = [&bundle::MAGIC[..], b"rest"].concat();
    let keys = [&anim::codec::keyframes::MAGIC[..], b"rest"].concat();
    let (script, asset) = (br#"{"requests": []}"#, br#"{"format": "mutoscope.clip"}"#);
    let own: [(Product, &[u8]); 7] = [
        (Product::Bundle, &bundle),
        (Product::Gltf, &glb(b"glTF", "Mutoscope 0.1.0")),
        (Product::Picture, &png(b"\x89PNG", "Mutoscope")),
        (Product::Video, &avi("Mutoscope")),
        (Product::KeyStream, &keys),
        (Product::Script, script),
        (Product::Asset, asset),
    ];
    for (product, bytes) in own {
        assert!(may_replace(product, bytes), "{product:?}");
        assert!(may_replace(product, b""), "what is empty holds nothing");
        for (other, bytes) in own.into_iter().filter(|(other, _)| *other != product) {
            assert!(!may_replace(product, bytes), "{product:?} over {other:?}");
        }
    }
    let foreign: [(Product, &[u8]); 6] = [
        (Product::Gltf, &glb(b"glTF", "Blender 4.2")),
        (Product::Gltf, &glb(b"text", "Mutoscope 0.1.0")),
        (Product::Picture, &png(b"\x89PNG", "Krita")),
        (Product::Picture, &png(b"text", "Mutoscope")),
        (Product::Video, &avi("Lavf60.3.100")),
        (Product::Script, b"shopping"),
    ];
    for (product, bytes) in foreign {
        assert!(
            !may_replace(product, bytes),
            "{product:?} over {:?}",
            String::from_utf8_lossy(bytes)
        );
    }
}

#[test]
#[cfg(unix)]
fn a_name_that_is_no_text_is_no_projects() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(OsStr::from_bytes(b"figure\xff.glb"));
    assert!(check_output(&path, Product::Gltf, Over::Own).is_ok());
}
