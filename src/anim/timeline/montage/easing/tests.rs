use super::*;

#[test]
fn easings_run_from_zero_to_one_and_never_down() {
    for easing in Easing::ALL {
        assert_eq!((easing.apply(0.0), easing.apply(1.0)), (0.0, 1.0));
        assert_eq!((easing.apply(-3.0), easing.apply(f32::NAN)), (0.0, 0.0));
        let values: Vec<f32> = (0..=100).map(|i| easing.apply(i as f32 / 100.0)).collect();
        assert!(
            values.windows(2).all(|pair| pair[0] <= pair[1]),
            "{easing:?}"
        );
    }
}

fn formula(easing: Easing, u: f64) -> f64 {
    let power = |n: i32| {
        if u < 0.5 {
            2f64.powi(n - 1) * u.powi(n)
        } else {
            1.0 - 2f64.powi(n - 1) * (1.0 - u).powi(n)
        }
    };
    let halves = |easing: Easing| {
        if u < 0.5 {
            formula(easing, 2.0 * u) / 2.0
        } else {
            1.0 - formula(easing, 2.0 - 2.0 * u) / 2.0
        }
    };
    match easing {
        Easing::Linear => u,
        Easing::Smoothstep => 3.0 * u.powi(2) - 2.0 * u.powi(3),
        Easing::Sine => (1.0 - (std::f64::consts::PI * u).cos()) / 2.0,
        Easing::QuadraticInOut => power(2),
        Easing::CubicInOut => power(3),
        Easing::QuarticInOut => power(4),
        Easing::QuinticInOut => power(5),
        Easing::CircularIn => 1.0 - (1.0 - u.powi(2)).sqrt(),
        Easing::CircularOut => (1.0 - (1.0 - u).powi(2)).sqrt(),
        Easing::CircularInOut => halves(Easing::CircularIn),
        Easing::ExponentialIn => (2f64.powf(10.0 * u) - 1.0) / 1023.0,
        Easing::ExponentialOut => 1.0 - formula(Easing::ExponentialIn, 1.0 - u),
        Easing::ExponentialInOut => halves(Easing::ExponentialIn),
        Easing::Custom(_) => unreachable!("it has no name"),
    }
}

#[test]
fn easings_are_what_their_formulas_say() {
    for easing in Easing::ALL {
        for step in 0..=64u8 {
            let u = f32::from(step) / 64.0;
            let (got, wanted) = (f64::from(easing.apply(u)), formula(easing, u.into()));
            assert!(
                (got - wanted).abs() < 1e-6,
                "{easing:?} {u}: {got} {wanted}"
            );
        }
    }
}

#[test]
fn a_custom_curve_is_straight_between_its_points_and_ends_at_0_and_1() {
    let straight = Easing::Custom(BlendCurve::sample_from(|u| u));
    let fine = Easing::Custom(BlendCurve::sample_from(|u| Easing::CubicInOut.apply(u)));
    for step in 0..=320u16 {
        let u = f32::from(step) / 320.0;
        assert!((straight.apply(u) - u).abs() < 2e-5, "{u}");
        assert!(
            (fine.apply(u) - Easing::CubicInOut.apply(u)).abs() < 2e-3,
            "{u}"
        );
    }
    let peak = BlendCurve {
        points: std::array::from_fn(|at| if at == 15 { u16::MAX } else { 0 }),
    };
    let at = |u: f32| Easing::Custom(peak).apply(u);
    assert_eq!(
        [at(0.0), at(0.5), at(0.484375), at(0.984375), at(1.0)],
        [0.0, 1.0, 0.5, 0.5, 1.0]
    );
    for wild in [f32::NAN, f32::INFINITY, -3.0, 7.0] {
        let curve = Easing::Custom(BlendCurve::sample_from(|_| wild));
        assert_eq!(
            (curve.apply(0.0), curve.apply(1.0), curve.apply(f32::NAN)),
            (0.0, 1.0, 0.0)
        );
        assert!(
            (0..=100u8).all(|u| (0.0..=1.0).contains(&curve.apply(f32::from(u) / 100.0))),
            "{wild}"
        );
    }
}
