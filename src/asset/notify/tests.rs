use super::*;

#[test]
fn a_new_notify_fires_everywhere_but_on_followers_and_asks_for_nothing_more() {
    let instant = Notify::instant(Id(1), Id(2), "Step", 0.5);
    let expected = Notify {
        id: Id(1),
        track: Id(2),
        name: "Step".into(),
        time: 0.5,
        duration: None,
        branching: false,
        action: Action::None,
        socket: None,
        weight_threshold: anim::transform::WEIGHT_EPSILON,
        chance: 1.0,
        from_lod: None,
        on_dedicated_server: true,
        on_follower: false,
        filterable: false,
        class: None,
        fields: BTreeMap::new(),
        link: Link::Absolute,
        warp: None,
    };
    assert_eq!(instant, expected);
    let state = Notify::state(Id(1), Id(2), "Step", 0.5, 0.25);
    assert_eq!(
        state,
        Notify {
            duration: Some(0.25),
            ..expected
        }
    );
    assert_eq!((instant.end(), state.end()), (0.5, 0.75));
}

#[test]
fn what_a_file_leaves_out_is_as_in_a_new_notify() {
    let new = Notify::instant(Id(1), Id(2), "Step", 0.5);
    assert_eq!(
        (default_threshold(), one(), yes()),
        (new.weight_threshold, new.chance, new.on_dedicated_server)
    );
    assert!(
        is_false(&new.branching)
            && is_false(&new.on_follower)
            && is_no_action(&new.action)
            && is_absolute(&new.link)
    );
    assert!(!is_false(&true) && !is_no_action(&Action::JumpToSection(Id(1))));
    assert!(!is_absolute(&Link::Relative(Id(1))));
}
