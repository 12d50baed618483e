use super::*;
use anim::montage::Slot;

#[test]
fn hidden_slots_go_and_the_last_one_stays_empty() {
    let slot = |name: &str, first_segment| Slot {
        name: Name::new(name),
        first_segment,
        segment_count: 1,
    };
    let montage = Montage {
        slots: vec![slot("legs", 0), slot("arms", 1)].into(),
        ..Montage::default()
    };
    let left = |hidden: &[&str]| {
        let names: Vec<Name> = hidden.iter().map(|name| Name::new(name)).collect();
        without(&montage, &names)
            .slots
            .iter()
            .map(|it| (it.name, it.segment_count))
            .collect::<Vec<_>>()
    };
    assert_eq!(left(&["legs"]), [(Name::new("arms"), 1)]);
    assert_eq!(left(&["legs", "arms"]), [(Name::new("legs"), 0)]);
    assert_eq!(left(&["feet"]).len(), 2);
}
