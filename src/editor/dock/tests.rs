use super::*;
use asset::AssetKind;

const MONTAGE: ArrangementPlace = ArrangementPlace {
    kind: Some(AssetKind::Montage),
    is_narrow: false,
    is_low: false,
};

fn dock(kept: BTreeMap<String, Arrangement>) -> Dock {
    let mut dock = Dock::new(kept);
    dock.turn_to(MONTAGE);
    dock
}

#[test]
fn a_closed_panel_comes_back_where_it_was() {
    let mut dock = dock(BTreeMap::new());
    let before = dock.now();
    dock.close(Panel::Details);
    assert!(!dock.is_open(Panel::Details) && !dock.is_shown(Panel::Details));
    dock.show(Panel::Details);
    assert!(dock.is_shown(Panel::Details));
    assert_eq!(dock.now(), before);
}

#[test]
fn showing_a_panel_brings_its_tab_to_the_front() {
    let mut dock = dock(BTreeMap::new());
    assert!(dock.is_open(Panel::Problems) && !dock.is_shown(Panel::Problems));
    dock.show(Panel::Problems);
    assert!(dock.is_shown(Panel::Problems) && !dock.is_shown(Panel::EventLog));
}

#[test]
fn each_kind_of_document_keeps_its_own_arrangement() {
    let mut dock = dock(BTreeMap::new());
    dock.close(Panel::Assets);
    dock.turn_to(ArrangementPlace {
        kind: Some(AssetKind::Clip),
        ..MONTAGE
    });
    assert!(dock.is_open(Panel::Assets) && dock.is_open(Panel::Compression));
    dock.turn_to(MONTAGE);
    assert!(!dock.is_open(Panel::Assets) && !dock.is_open(Panel::Compression));
}

#[test]
fn what_is_stored_comes_back_and_a_reset_stores_nothing() {
    let mut first = dock(BTreeMap::new());
    assert!(first.changes().is_none());
    first.close(Panel::Assets);
    let kept = first.changes().unwrap().clone();
    let mut second = dock(kept);
    assert!(!second.is_open(Panel::Assets));
    second.reset();
    assert!(second.is_open(Panel::Assets) && second.changes().unwrap().is_empty());
}

#[test]
fn an_arrangement_that_is_not_sound_is_the_default() {
    let root = arrangement::ArrangementPart::Panel(Panel::Jobs);
    let broken = Arrangement {
        root,
        ..Arrangement::of(MONTAGE)
    };
    let dock = dock(BTreeMap::from([(MONTAGE.name(), broken)]));
    assert_eq!(dock.now(), Some(Arrangement::of(MONTAGE)));
}

#[test]
fn a_floating_panel_is_open_is_kept_and_goes_back_where_it_was() {
    let mut first = dock(BTreeMap::new());
    let before = first.now();
    first.float(Panel::Details);
    assert!(first.is_open(Panel::Details) && first.is_shown(Panel::Details));
    let mut second = dock(first.changes().unwrap().clone());
    assert_eq!(second.floating, first.floating);
    second.dock_back(Panel::Details);
    assert!(!second.is_floating(Panel::Details) && second.is_shown(Panel::Details));
    assert_eq!(second.now(), before);
    second.float(Panel::Details);
    second.close(Panel::Details);
    assert!(!second.is_open(Panel::Details));
    second.reset();
    assert_eq!(second.now(), before);
}

#[test]
fn documents_beside_follow_from_place_to_place_and_are_not_kept() {
    let mut dock = dock(BTreeMap::new());
    dock.stand_beside(&[Id(3), Id(4)]);
    dock.close(Panel::Assets);
    assert!(dock.is_shown(Panel::Document(Id(3))) && dock.is_shown(Panel::Document(Id(4))));
    assert!(
        dock.changes()
            .unwrap()
            .values()
            .all(|kept| kept.documents().is_empty())
    );
    dock.turn_to(ArrangementPlace {
        kind: Some(AssetKind::Clip),
        ..MONTAGE
    });
    dock.stand_beside(&[Id(4)]);
    assert!(dock.is_shown(Panel::Document(Id(4))) && !dock.is_open(Panel::Document(Id(3))));
    dock.float(Panel::Document(Id(4)));
    dock.stand_beside(&[]);
    assert!(!dock.is_open(Panel::Document(Id(4))) && dock.floating.is_empty());
}
