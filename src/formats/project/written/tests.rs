use super::*;

#[test]
fn only_what_a_project_writes_is_its_own() {
    let clip = br#"{"format":"mutoscope.clip","version":1,"id":"0000000000000005","asset":{}}"#;
    assert_eq!(
        written("clips/renamed by hand.json", clip),
        Some(ProjectFileKind::Asset(Id(5)))
    );
    let blob = file_name::blob_path(&file_name::blob(b"abc", "bin"));
    assert_eq!(written(&blob, b"abc"), Some(ProjectFileKind::Blob));
    for (path, bytes) in [
        (blob.as_str(), b"abd".as_slice()),
        ("meshes/a.json", clip),
        ("clips/a.txt", clip),
        ("clips/a.json", b"{}"),
        ("clips/a.json", b"<<<<<<< ours"),
        ("project.json", clip),
    ] {
        assert_eq!(written(path, bytes), None, "{path}");
    }
}
