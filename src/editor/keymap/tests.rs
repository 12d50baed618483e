mod reference;

use super::*;

fn entry(id: &str) -> &'static Entry {
    entries().find(|entry| entry.id == id).unwrap()
}

#[test]
fn no_preset_binds_a_chord_twice_in_overlapping_panels() {
    for preset in InputPreset::ALL {
        let keymap = Keymap {
            preset,
            ..Keymap::default()
        };
        for entry in entries() {
            for chord in keymap.chords(entry) {
                let other = keymap.taken_by(&chord, entry).map(|other| other.title);
                assert_eq!(
                    other,
                    None,
                    "{} of {} in {}",
                    chord::text(&chord),
                    entry.title,
                    preset.name()
                );
            }
        }
    }
}

#[test]
fn no_preset_binds_what_desktops_and_input_methods_need() {
    for preset in InputPreset::ALL {
        for (entry, chord) in entries().flat_map(|entry| {
            presets::chords(preset, entry)
                .into_iter()
                .map(move |chord| (entry, chord))
        }) {
            assert_eq!(
                chord::trouble(&chord),
                None,
                "{} of {}",
                chord::text(&chord),
                entry.title
            );
        }
    }
}

#[test]
fn a_key_belongs_to_its_panel() {
    let keymap = Keymap::default();
    let found = |key, panel| {
        keymap
            .find(Modifiers::NONE, key, panel)
            .map(|(entry, _)| entry.id)
    };
    assert_eq!(found(Key::Enter, Panel::Timeline), Some("timeline.notify"));
    assert_eq!(found(Key::Enter, Panel::Skeleton), None);
    assert_eq!(found(Key::Space, Panel::Skeleton), Some("play.toggle"));
}

#[test]
fn a_chord_that_another_entry_has_is_refused_with_its_name() {
    let mut keymap = Keymap::default();
    let undo = chord::read("Ctrl+Z").unwrap();
    assert_eq!(
        keymap.bind(entry("file.save"), undo),
        Err("Ctrl+Z is already “Undo”".into())
    );
    keymap.unbind(entry("edit.undo"), &undo);
    assert_eq!(keymap.bind(entry("file.save"), undo), Ok(()));
    assert_eq!(
        keymap.reset(entry("edit.undo")),
        Err("Ctrl+Z is now “Save”".into())
    );
    keymap.reset(entry("file.save")).unwrap();
    keymap.reset(entry("edit.undo")).unwrap();
    assert_eq!(keymap, Keymap::default());
}

#[test]
fn changed_keys_come_back_from_their_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep").join("keys.json");
    let mut file = KeyFile::at(path.clone());
    let mut keymap = file.load();
    assert_eq!(keymap, Keymap::default());
    keymap.choose(InputPreset::Blender);
    keymap
        .bind(entry("montage.slot"), chord::read("Alt+N").unwrap())
        .unwrap();
    file.store(&keymap).unwrap();
    assert_eq!(KeyFile::at(path).load(), keymap);
}

#[test]
fn a_broken_file_is_told_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys.json");
    for (text, reason) in [
        ("{", "EOF while parsing"),
        (r#"{"preset":"Emacs"}"#, "preset “Emacs” does not exist"),
        (
            r#"{"preset":"Maya","keys":{"edit.fly":[]}}"#,
            "command “edit.fly” does not exist",
        ),
        (
            r#"{"preset":"Maya","keys":{"file.save":["Ctrl+Foo"]}}"#,
            "“Foo” in “Ctrl+Foo” is not the name of a key",
        ),
        (
            r#"{"preset":"Maya","keys":{"file.save":["Ctrl+Z"]}}"#,
            "Ctrl+Z is both “Save” and “Undo”",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let mut file = KeyFile::at(path.clone());
        let keymap = file.load();
        assert_eq!(keymap, Keymap::default());
        assert!(
            file.broken
                .as_ref()
                .is_some_and(|told| told.contains(reason)),
            "{:?}",
            file.broken
        );
        file.store(&keymap).unwrap();
        assert_eq!(
            std::fs::read_to_string(folder.path().join("keys.broken.json")).unwrap(),
            text
        );
        assert_eq!(
            (KeyFile::at(path.clone()).load(), file.broken),
            (Keymap::default(), None)
        );
    }
}

#[test]
fn while_text_is_typed_only_what_no_text_wants_acts() {
    let acts = |text: &str| chord::acts_in_text(&chord::read(text).unwrap());
    assert!(
        ["Ctrl+S", "Ctrl+Shift+P", "F7", "Shift+F6", "Ctrl+Tab"]
            .into_iter()
            .all(acts)
    );
    assert!(
        ![
            "Ctrl+W",
            "Ctrl+Z",
            "Space",
            "Shift+Delete",
            "Alt+A",
            "F",
            "Ctrl+O"
        ]
        .into_iter()
        .any(acts)
    );
}
