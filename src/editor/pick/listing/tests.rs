use super::*;

#[test]
fn sizes_and_days_read_well() {
    assert_eq!(size_text(999), "999 B");
    assert_eq!(size_text(1_234_567), "1.2 MB");
    assert_eq!(civil_from_days(0), (1970, 1, 1));
    assert_eq!(civil_from_days(11_016), (2000, 2, 29));
    assert_eq!(civil_from_days(20_453), (2025, 12, 31));
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(20_453 * 86_400);
    assert_eq!(date_text(now - Duration::from_secs(7_300), now), "2 h ago");
    assert_eq!(
        date_text(now - Duration::from_secs(86_400), now),
        "2025-12-30"
    );
}

#[test]
fn folders_first_then_names_without_case() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["b.glb", "A.glb", ".hidden"] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    fs::create_dir(folder.path().join("zoo")).unwrap();
    let entries = read(folder.path()).unwrap();
    let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["zoo", ".hidden", "A.glb", "b.glb"]);
    assert!(
        entries[2].has_extension(&["GLB"])
            && !entries[2].has_extension(&["fbx"])
            && entries[1].is_hidden()
    );
    assert_eq!(
        words(&read(&folder.path().join("none")).unwrap_err()),
        "It does not exist."
    );
}
