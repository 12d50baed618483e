//! How the figure strikes.

use super::{
    requests::{at, events, hero, montage, no_pop, number, place, root_at, sections, target},
    scenario,
};
use asset::{Scenario, scenario::Expectation, script::ScriptRequestKind};

pub fn all() -> Vec<Scenario> {
    vec![combo(), charge(), heavy(), lunge()]
}

fn combo() -> Scenario {
    let requests = vec![hero(), montage(0.3, "AM_AttackCombo")];
    let expect = vec![
        sections(&[("Backhand", 1.15), ("Chop", 2.0)]),
        events(&[("Whoosh_1", 0.66), ("Whoosh_2", 1.48), ("Whoosh_3", 2.46)]),
        no_pop(60.0),
    ];
    scenario(
        "Combo",
        "Three strikes, one after the other.",
        4.5,
        requests,
        expect,
    )
}

fn charge() -> Scenario {
    let next = |time, to: Option<&str>| {
        let next = ScriptRequestKind::SetNextSection {
            montage: "AM_ChargedAttack".to_owned(),
            from: "Hold".to_owned(),
            to: to.map(str::to_owned),
        };
        at(time, next)
    };
    let requests = vec![
        hero(),
        montage(0.2, "AM_ChargedAttack"),
        next(1.5, Some("Strike")),
    ];
    let released = Expectation::NoEvents {
        names: vec!["HitWindow".to_owned()],
        from: None,
        to: Some(1.9),
    };
    let expect = vec![
        sections(&[
            ("Hold", 0.7),
            ("Hold", 1.3),
            ("Strike", 1.9),
            ("Recover", 2.5),
        ]),
        events(&[
            ("ClothRustle", 0.3),
            ("SwordTrail", 1.9333),
            ("HitWindow", 2.0),
        ]),
        released,
        no_pop(60.0),
    ];
    scenario(
        "Charge",
        "It winds up, holds and strikes.",
        4.0,
        requests,
        expect,
    )
}

fn heavy() -> Scenario {
    let requests = vec![
        hero(),
        montage(0.2, "AM_HeavyAttack_Held"),
        montage(2.4, "AM_Wave"),
        number(2.2, "Speed", 1.4),
    ];
    let expect = vec![events(&[("ClothRustle", 0.35)]), no_pop(60.0)];
    scenario(
        "Heavy",
        "A montage that has a parent, then a greeting while it walks.",
        5.0,
        requests,
        expect,
    )
}

fn lunge() -> Scenario {
    let requests = vec![
        hero(),
        target("Enemy", place([0.7, 0.0, 2.2], 0.0)),
        montage(0.2, "AM_Lunge"),
    ];
    let expect = vec![
        events(&[("Whoosh", 0.56)]),
        root_at(0.6, [0.5785, 0.0, 0.9355], 5.49, 5.0),
        no_pop(60.0),
    ];
    scenario(
        "Lunge",
        "It steps up to an enemy and strikes.",
        2.0,
        requests,
        expect,
    )
}
