use super::*;
use crate::keymap::entries;

#[test]
fn every_line_of_a_preset_is_of_an_entry_and_can_be_read() {
    for (id, chords) in BLENDER.iter().chain(MAYA) {
        assert!(entries().any(|entry| entry.id == *id), "{id}");
        for text in *chords {
            assert!(chord::read(text).is_ok(), "{text}");
        }
    }
}
