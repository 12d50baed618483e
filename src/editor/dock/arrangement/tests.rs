use super::*;

fn places() -> impl Iterator<Item = ArrangementPlace> {
    ArrangementPlace::all()
}

#[test]
fn one_that_was_kept_before_there_was_a_panel_has_it_with_the_assets() {
    for place in places() {
        let default = Arrangement::of(place);
        let text = serde_json::to_string(&default)
            .unwrap()
            .replace(r#"{"Panel":"Graph"},"#, "");
        let text = text
            .replace(r#",{"Panel":"Graph"}"#, "")
            .replace(r#""Graph","#, "");
        let old: Arrangement = serde_json::from_str(&text).unwrap();
        assert!(!old.is_sound(), "{place:?}");
        let new = old.completed(&default);
        assert!(new.is_sound(), "{place:?}");
        assert_eq!(new.closed, default.closed, "{place:?}");
    }
}

#[test]
fn every_default_has_every_panel_once_and_comes_back_from_its_tree() {
    for tuning in [false, true].map(Arrangement::for_tuning) {
        assert!(tuning.is_sound());
        assert_eq!(
            Arrangement::of_tree(&tuning.tree(), BTreeMap::new()),
            Some(tuning)
        );
    }
    for place in places() {
        let arrangement = Arrangement::of(place);
        assert!(arrangement.is_sound(), "{place:?}");
        assert_eq!(
            Arrangement::of_tree(&arrangement.tree(), BTreeMap::new()),
            Some(arrangement),
            "{place:?}"
        );
    }
}

#[test]
fn an_arrangement_is_kept_as_text() {
    let arrangement = Arrangement::of(ArrangementPlace {
        kind: Some(AssetKind::Clip),
        is_narrow: false,
        is_low: false,
    });
    let text = serde_json::to_string(&arrangement).unwrap();
    assert_eq!(
        serde_json::from_str::<Arrangement>(&text).unwrap(),
        arrangement
    );
}

#[test]
fn names_of_places_differ() {
    let names: BTreeSet<String> = places().map(ArrangementPlace::name).collect();
    assert_eq!(names.len(), places().count());
}

#[test]
fn a_panel_too_much_or_too_few_or_without_a_size_is_not_sound() {
    let good = Arrangement::of(ArrangementPlace {
        kind: None,
        is_narrow: true,
        is_low: false,
    });
    let with = |root| Arrangement {
        root,
        closed: BTreeSet::new(),
        floating: BTreeMap::new(),
    };
    let twice = ArrangementPart::Row(vec![
        (1.0, good.root.clone()),
        (1.0, ArrangementPart::Panel(Panel::Jobs)),
    ]);
    let nothing = ArrangementPart::Row(vec![
        (1.0, good.root.clone()),
        (1.0, ArrangementPart::Row(Vec::new())),
    ]);
    let beyond = ArrangementPart::Tabs {
        parts: vec![good.root.clone()],
        shown: 1,
    };
    for root in [
        ArrangementPart::Panel(Panel::Jobs),
        twice,
        nothing,
        beyond,
        ArrangementPart::Row(vec![(0.0, good.root.clone())]),
    ] {
        assert!(!with(root.clone()).is_sound(), "{root:?}");
    }
    assert!(with(ArrangementPart::Column(vec![(1.0, good.root.clone())])).is_sound());
    let floats = |rect, is_closed: bool| {
        let closed = is_closed.then_some(Panel::Jobs).into_iter().collect();
        Arrangement {
            root: good.root.clone(),
            closed,
            floating: [(Panel::Jobs, rect)].into(),
        }
        .is_sound()
    };
    assert!(floats([0.0, 0.0, 200.0, 100.0], true) && !floats([0.0, 0.0, 200.0, 100.0], false));
    assert!(!floats([0.0, f32::NAN, 200.0, 100.0], true) && !floats([9.0, 0.0, 9.0, 100.0], true));
}
