use super::*;

#[test]
fn a_source_is_found_from_its_project_and_back() {
    let folder = Path::new("/work/hero/project");
    for (path, expected) in [
        ("/work/hero/project/in.glb", "in.glb"),
        ("/work/hero/walk.glb", "../walk.glb"),
        ("/work/props/a b/sword.glb", "../../props/a b/sword.glb"),
        ("/elsewhere/x.glb", "../../../elsewhere/x.glb"),
        ("C:/models/x.glb", "C:/models/x.glb"),
    ] {
        let found = relative(path, folder);
        assert_eq!(found, expected);
        let back = if is_absolute(&found) {
            found
        } else {
            absolute(&folder.join(&found))
        };
        assert_eq!(back, path);
    }
    assert_eq!(absolute(Path::new("/a/./b/../c.glb")), "/a/c.glb");
}
