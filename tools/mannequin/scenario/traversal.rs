//! How the figure gets over what is in its way.

use super::{
    requests::{events, hero, montage, no_pop, place, root_at, target},
    scenario,
};
use crate::reaching::{EDGE, LANDING, LEDGE, TOP};
use asset::{Scenario, scenario::Expectation};

pub fn all() -> Vec<Scenario> {
    vec![vault(), mantle()]
}

fn vault() -> Scenario {
    let requests = vec![
        hero(),
        target(LEDGE, place([0.2, 1.27, 2.31], 0.0)),
        target(LANDING, place([0.0, 0.0, 3.5], 0.0)),
        montage(0.1, "AM_Vault"),
    ];
    let hand = Expectation::BoneAt {
        bone: "hand_l".to_owned(),
        at: 0.5667,
        place: [0.2, 1.27, 2.31],
        within_mm: 20.0,
    };
    let expect = vec![
        hand,
        events(&[("HandPlant", 0.5667)]),
        root_at(1.1, [0.0, 0.0, 3.5], 0.0, 5.0),
        no_pop(60.0),
    ];
    scenario(
        "Vault",
        "Over a wall that is farther and higher than the clip's.",
        2.0,
        requests,
        expect,
    )
}

fn mantle() -> Scenario {
    let requests = vec![
        hero(),
        target(EDGE, place([0.27, 1.7, 0.5], 0.0)),
        target(TOP, place([0.0, 1.65, 0.88], 0.0)),
        montage(0.1, "AM_Mantle"),
    ];
    let expect = vec![
        events(&[("HandPlant", 0.5)]),
        root_at(2.15, [0.0, 1.65, 0.88], 0.0, 5.0),
        no_pop(60.0),
    ];
    scenario(
        "Mantle",
        "Onto a ledge that is higher than the clip's.",
        3.0,
        requests,
        expect,
    )
}
