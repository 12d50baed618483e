use super::*;

#[test]
fn a_new_montage_is_one_section_and_one_slot_that_fade_over_a_quarter_second() {
    let new = Montage::new("Attack", Id(1), &mut 7);
    let ids = {
        let state = &mut 7;
        [Id::next(state), Id::next(state), Id::next(state)]
    };
    let blend = Blend {
        time: 0.25,
        easing: Easing::Smoothstep,
        curve: None,
        inertialize: false,
        profile: None,
    };
    let expected = Montage {
        name: "Attack".into(),
        skeleton: Id(1),
        parent: None,
        overrides: vec![],
        rate_scale: 1.0,
        frame_rate: 30.0,
        blend_in: blend.clone(),
        blend_out: blend,
        blend_out_trigger: -1.0,
        auto_blend_out: true,
        root_translation: true,
        root_rotation: true,
        sections: vec![Section {
            id: ids[0],
            name: "Default".into(),
            start: 0.0,
            next: None,
            color: 0,
        }],
        slots: vec![Slot {
            id: ids[1],
            name: "DefaultSlot".into(),
            segments: vec![],
            locked: false,
        }],
        tracks: vec![NotifyTrack {
            id: ids[2],
            name: "Notifies".into(),
            color: 4,
            locked: false,
        }],
        notifies: vec![].into(),
        stretch: None,
        sync_group: String::new(),
        sync_slot: None,
        curves: vec![],
        notes: vec![],
        sounds: vec![],
    };
    assert_eq!(new, expected);
}

#[test]
fn each_part_is_found_by_its_own_id_and_none_by_another() {
    let mut montage = Montage::new("Attack", Id(1), &mut 7);
    let section = |id| Section {
        id,
        name: format!("{}", id.0),
        start: 0.0,
        next: None,
        color: 0,
    };
    montage.sections = [Id(2), Id(3)].map(section).into();
    montage.notifies = [Id(4), Id(5)]
        .map(|id| Notify::instant(id, Id(9), "n", id.0 as f32))
        .into();
    let segment = |id| Segment {
        id,
        clip: Id(9),
        start: id.0 as f32,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    };
    let slot = |name: &str, ids: [Id; 2]| Slot {
        id: Id(20),
        name: name.into(),
        segments: ids.map(segment).into(),
        locked: false,
    };
    montage.slots = vec![slot("legs", [Id(6), Id(7)]), slot("arms", [Id(8), Id(10)])];
    for id in [Id(2), Id(3)] {
        assert_eq!(montage.section(id).unwrap().name, format!("{}", id.0));
    }
    for id in [Id(4), Id(5)] {
        assert_eq!(montage.notify(id).unwrap().time, id.0 as f32);
    }
    for (id, name) in [
        (Id(6), "legs"),
        (Id(7), "legs"),
        (Id(8), "arms"),
        (Id(10), "arms"),
    ] {
        let (slot, segment) = montage.segment(id).unwrap();
        assert_eq!((slot.name.as_str(), segment.start), (name, id.0 as f32));
    }
    assert!(
        montage.section(Id(4)).is_none()
            && montage.notify(Id(2)).is_none()
            && montage.segment(Id(2)).is_none()
    );
}

#[test]
fn a_blend_by_weight_needs_no_word_in_a_file() {
    let blend = Blend::standard(0.5, Easing::Sine);
    assert_eq!(
        blend,
        Blend {
            time: 0.5,
            easing: Easing::Sine,
            curve: None,
            inertialize: false,
            profile: None
        }
    );
    assert!(is_false(&blend.inertialize) && !is_false(&true));
}

#[test]
fn a_blend_s_own_curve_is_its_shape_and_ends_at_0_and_1_whatever_its_keys() {
    let key = |time, value| CurveKey::new(Id(9), time, value, crate::source::Interpolation::Linear);
    let shape = |keys: &[(f32, f32)]| {
        let curve = Some(
            keys.iter()
                .map(|(time, value)| key(*time, *value))
                .collect(),
        );
        let blend = Blend {
            curve,
            ..Blend::standard(0.5, Easing::Sine)
        };
        (blend.shape(), blend.is_whole())
    };
    let near =
        |keys: &[(f32, f32)], at: f32, value: f32| (shape(keys).0.apply(at) - value).abs() < 1e-4;
    let bent = [(0.0, 0.0), (0.5, 0.25), (1.0, 1.0)];
    assert!(near(&bent, 0.25, 0.125) && near(&bent, 0.75, 0.625) && shape(&bent).1);
    assert_eq!(shape(&[]), (Easing::Sine, false));
    assert!(Blend::standard(0.5, Easing::Sine).is_whole());
    for odd in [
        &[(0.5, 0.5)][..],
        &[(0.0, 0.5), (1.0, 1.0)],
        &[(0.0, 0.0), (1.0, 7.0)],
        &[(0.9, 0.9), (0.1, -3.0)],
    ] {
        let (shape, is_whole) = shape(odd);
        assert_eq!(
            (shape.apply(0.0), shape.apply(1.0), is_whole),
            (0.0, 1.0, false),
            "{odd:?}"
        );
        assert!(
            (0..=32u8).all(|at| (0.0..=1.0).contains(&shape.apply(f32::from(at) / 32.0))),
            "{odd:?}"
        );
    }
    assert_eq!(shape(&[(0.0, f32::NAN), (f32::NAN, 1.0)]).0.apply(0.5), 0.0);
}
