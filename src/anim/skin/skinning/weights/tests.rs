use super::*;
use proptest::prelude::*;

fn reduced(given: &[(u16, f32)], most: usize) -> (Vec<(u16, f32)>, Reduced) {
    let mut influences = given.to_vec();
    let reduced = reduce(&mut influences, most);
    (influences, reduced)
}

#[test]
fn property_5_whole_numbers_sum_exactly() {
    assert_eq!(quantise(&[0.5, 0.25, 0.125, 0.125], 255), [127, 64, 32, 32]);
    assert_eq!(quantise(&[1.0 / 3.0; 3], 255), [85, 85, 85]);
    assert_eq!(
        quantise(&[0.5, 0.5], 255),
        [128, 127],
        "ties go to the earlier slot"
    );
    assert_eq!(quantise(&[0.0; 4], 65535), [65535, 0, 0, 0]);
    assert!(quantise(&[], 255).is_empty());
}

#[test]
fn property_6_eight_become_four() {
    let weights = [0.4, 0.2, 0.15, 0.1, 0.06, 0.04, 0.03, 0.02];
    let given: Vec<(u16, f32)> = (0..8).zip(weights).collect();
    let (kept, told) = reduced(&given, 4);
    assert!((told.dropped - 0.15).abs() < 1e-6 && !told.is_unweighted);
    for ((joint, weight), (at, expected)) in kept
        .iter()
        .zip([0.4706, 0.2353, 0.1765, 0.1176].iter().enumerate())
    {
        assert!(usize::from(*joint) == at && (weight - expected).abs() < 5e-5);
    }
}

#[test]
fn doubles_merge_crumbs_fall_and_nothing_becomes_slot_0() {
    assert_eq!(
        reduced(&[(3, 0.25), (3, 0.5), (5, 0.25)], 4).0,
        [(3, 0.75), (5, 0.25)]
    );
    assert_eq!(reduced(&[(1, 1e-6), (2, 1.0)], 4).0, [(2, 1.0)]);
    let kept = |steps: f32| reduced(&[(1, steps / 65535.0), (2, 1.0)], 4).0.len();
    assert_eq!((kept(0.49), kept(0.51)), (1, 2), "half a step of 16 bits");
    for none in [
        vec![],
        vec![(7, 0.0)],
        vec![(7, f32::NAN), (8, -1.0)],
        vec![(7, f32::MAX); 9],
    ] {
        let (kept, told) = reduced(&none, 4);
        assert!(kept == [(0, 1.0)] && told.is_unweighted, "{none:?}");
    }
}

proptest! {
    #[test]
    fn sums_hold_for_any_weights(given in proptest::collection::vec((0u16..6, -0.1f32..1.0), 1..14), most in 1usize..9) {
        let (kept, _) = reduced(&given, most);
        prop_assert!(kept.len() <= most && kept.is_sorted_by(|a, b| a.1 >= b.1));
        prop_assert!((total(&kept) - 1.0).abs() < 1e-6);
        let weights: Vec<f32> = kept.iter().map(|(_, weight)| *weight).collect();
        for whole in [255, 65535] {
            let steps = quantise(&weights, whole);
            prop_assert_eq!(steps.iter().sum::<u32>(), whole);
            for (step, weight) in steps.iter().zip(&weights) {
                prop_assert!((f64::from(*step) - f64::from(*weight) * f64::from(whole)).abs() < 1.01);
            }
            // Largest remainder: who got one more has no smaller remainder than who did not, ties
            // to the lower slot.
            let rest = |at: usize| f64::from(weights[at]) * f64::from(whole) - f64::from(steps[at]);
            for (a, b) in (0..steps.len()).flat_map(|a| (0..steps.len()).map(move |b| (a, b))) {
                prop_assert!(rest(a) - rest(b) < 1.0 + 1e-2, "{:?} {:?}", weights, steps);
            }
        }
    }
}
