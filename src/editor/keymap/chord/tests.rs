use super::*;

#[test]
fn chords_are_read_as_they_are_written() {
    for written in [
        "Ctrl+Shift+Z",
        "Space",
        "Alt+A",
        "F9",
        "Shift+Delete",
        "Left",
        "Ctrl+Tab",
    ] {
        assert_eq!(text(&read(written).unwrap()), written);
    }
}

#[test]
fn a_chord_that_cannot_be_read_says_why() {
    assert_eq!(
        read("Ctrl+Foo").unwrap_err(),
        "“Foo” in “Ctrl+Foo” is not the name of a key"
    );
    assert_eq!(
        read("Meta+A").unwrap_err(),
        "“Meta” in “Meta+A” is not Ctrl, Alt or Shift"
    );
}

#[test]
fn one_held_modifier_more_is_another_chord() {
    let undo = read("Ctrl+Z").unwrap();
    assert!(is(&undo, Modifiers::CTRL | Modifiers::COMMAND, Key::Z));
    assert!(!is(
        &undo,
        Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT,
        Key::Z
    ));
    assert!(!is(&undo, Modifiers::NONE, Key::Z));
}
