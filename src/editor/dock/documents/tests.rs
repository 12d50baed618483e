use super::*;
use crate::dock::ArrangementPlace;
use asset::AssetKind;

fn montage() -> Arrangement {
    Arrangement::of(ArrangementPlace {
        kind: Some(AssetKind::Montage),
        is_narrow: false,
        is_low: false,
    })
}

#[test]
fn documents_come_beside_the_timeline_and_go_without_a_trace() {
    let two = montage().with_documents(&[Id(7), Id(8)]);
    assert_eq!(
        two.documents(),
        [Id(8), Id(7)],
        "the newest stands next to the timeline"
    );
    assert!(two.is_sound());
    assert_eq!(two.clone().with_documents(&[Id(8), Id(7)]), two);
    assert_eq!(two.clone().with_documents(&[Id(7)]).documents(), [Id(7)]);
    assert_eq!(two.with_documents(&[]), montage());
}

#[test]
fn a_tab_that_goes_from_before_the_shown_one_leaves_that_shown() {
    let document = ArrangementPart::Panel(Panel::Document(Id(7)));
    let panels = [Panel::Details, Panel::Jobs].map(ArrangementPart::Panel);
    let [details, jobs] = panels.clone();
    let tabs = ArrangementPart::Tabs {
        parts: vec![document.clone(), details, jobs, document],
        shown: 1,
    };
    let left = tabs.only(&|panel| !matches!(panel, Panel::Document(_)));
    assert_eq!(
        left,
        Some(ArrangementPart::Tabs {
            parts: panels.to_vec(),
            shown: 0
        })
    );
}

#[test]
fn a_timeline_among_other_tabs_a_lone_one_and_one_in_a_row_make_room() {
    let alone = || ArrangementPart::Panel(Panel::Timeline);
    let tabs = || ArrangementPart::Tabs {
        parts: vec![ArrangementPart::Panel(Panel::Jobs), alone()],
        shown: 1,
    };
    let row = || {
        ArrangementPart::Row(vec![
            (2.0, ArrangementPart::Panel(Panel::Assets)),
            (3.0, alone()),
        ])
    };
    for mut part in [
        alone(),
        tabs(),
        row(),
        ArrangementPart::Column(vec![
            (1.0, row()),
            (1.0, ArrangementPart::Panel(Panel::Details)),
        ]),
    ] {
        let before = part.panels().len();
        part.put_beside(Panel::Timeline, Panel::Document(Id(1)));
        assert!(
            part.has(Panel::Document(Id(1))) && part.panels().len() == before + 1,
            "{part:?}"
        );
    }
}
