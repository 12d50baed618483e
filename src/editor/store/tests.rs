use super::*;

#[test]
fn what_is_set_is_there_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new").join("settings.json");
    let mut store = SettingsStore::of(file.clone());
    store.set("one", &1);
    store.set("two", &[2.5]);
    let store = SettingsStore::of(file);
    assert_eq!((store.get("one"), store.get("two")), (Some(1), Some([2.5])));
    assert_eq!(store.get::<u8>("three"), None);
}

#[test]
fn what_is_damaged_or_of_another_kind_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    std::fs::write(&file, "{\"one\": 1, \"two\": \"many\"}").unwrap();
    assert_eq!(SettingsStore::of(file.clone()).get::<u8>("one"), Some(1));
    assert_eq!(SettingsStore::of(file.clone()).get::<u8>("two"), None);
    std::fs::write(&file, "{\"one\": 1, ").unwrap();
    assert_eq!(SettingsStore::of(file).get::<u8>("one"), None);
}
