use super::*;

#[test]
fn a_stored_value_that_cannot_be_is_replaced() {
    let odd = Preferences {
        scale: 7,
        workers: 10_000,
        autosave: 3,
        history: 0,
        ..Preferences::default()
    }
    .sound();
    assert_eq!(
        (odd.scale, odd.workers, odd.autosave, odd.history),
        (100, most_workers(), 0, 256)
    );
    assert_eq!(
        Preferences {
            autosave: 30,
            ..odd
        }
        .sound()
        .autosave,
        30
    );
    assert_eq!(Preferences { workers: 0, ..odd }.sound().workers, 1);
}

#[test]
fn kinds_of_snapping_are_told_in_words() {
    let all = SnapKinds::default();
    assert_eq!(all.summary(), "Everything");
    let none = SnapKind::ALL.into_iter().fold(all, SnapKinds::toggled);
    assert_eq!(none.summary(), "Nothing");
    assert_eq!(
        none.toggled(SnapKind::Sections)
            .toggled(SnapKind::Frames)
            .summary(),
        "Frames, section starts"
    );
}

#[test]
fn a_length_is_told_in_the_chosen_unit() {
    assert_eq!(
        [Unit::Metres.text(0.416), Unit::Centimetres.text(0.416)],
        ["0.42 m", "42 cm"]
    );
}
