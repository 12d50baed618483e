use super::*;

fn merged(joints: &[u32], weights: &[f32]) -> (Vec<(u16, f32)>, ImportReport) {
    let sets: Vec<InfluenceSet> = joints
        .chunks(4)
        .zip(weights.chunks(4))
        .map(|(j, w)| InfluenceSet {
            joints: j.to_vec(),
            weights: w.to_vec(),
        })
        .collect();
    let mut report = ImportReport::default();
    let found = influences(&sets, 1, "/p", &mut report).unwrap();
    (
        found
            .joints
            .iter()
            .copied()
            .zip(found.weights.iter().copied())
            .collect(),
        report,
    )
}

#[test]
fn eight_of_twelve_are_kept_heaviest_first() {
    let weights = [
        0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.09, 0.1, 0.1, 0.2, 0.25, 0.05,
    ];
    let (found, report) = merged(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], &weights);
    assert_eq!(found.len(), 8);
    assert_eq!(
        found[..4]
            .iter()
            .map(|(joint, _)| *joint)
            .collect::<Vec<_>>(),
        [10, 9, 7, 8]
    );
    assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-6);
    assert!(
        report.entries[0]
            .text
            .contains("on average 10.0 %, up to 10.0 %"),
        "{report:?}"
    );
}

#[test]
fn one_joint_named_twice_counts_once() {
    let (found, report) = merged(&[3, 3, 5, 0], &[0.25, 0.5, 0.25, 0.0]);
    assert_eq!(found, [(3, 0.75), (5, 0.25), (0, 0.0), (0, 0.0)]);
    assert!(report.entries.is_empty());
}

#[test]
fn weights_up_to_half_a_step_of_16_bits_are_dropped_and_the_rest_sums_to_one() {
    let (least, more) = (weights::LEAST_WEIGHT * 0.99, weights::LEAST_WEIGHT * 1.01);
    let (found, report) = merged(&[1, 2, 3, 4], &[least, 0.6 - least - more, more, 0.4]);
    let sum = 1.0 - least;
    assert_eq!(
        found.iter().map(|(joint, _)| *joint).collect::<Vec<_>>(),
        [2, 4, 3, 0]
    );
    assert!(
        (found[1].1 - 0.4 / sum).abs() < 1e-7 && (found[2].1 - more / sum).abs() < 1e-9,
        "{found:?}"
    );
    assert_eq!((found[3].1, report.entries.len()), (0.0, 0));
}

#[test]
fn broken_weights_are_left_out_and_reported() {
    for weights in [
        [f32::NAN, 0.5, 0.5, 0.0],
        [-1.0, 0.5, 0.5, 0.0],
        [0.0; 4],
        [2.0, 2.0, 0.0, 0.0],
        [f32::MAX; 4],
    ] {
        let (found, report) = merged(&[1, 2, 3, 4], &weights);
        assert!(
            (found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-6,
            "{weights:?}"
        );
        assert!(report.has_warnings(), "{weights:?}");
    }
}

/// What came from elsewhere has as many of each as its vertices call for, of slots that it names.
#[test]
fn influences_of_another_count_or_unknown_slots_are_not_sound() {
    let sound = VertexInfluences {
        per_vertex: 2,
        joints: vec![0, 3, 3, 1].into(),
        weights: vec![0.75, 0.25, 1.0, 0.0].into(),
        highest: 3,
    };
    assert!(sound.is_sound(2) && VertexInfluences::rigid(5).is_sound(5));
    assert!(!sound.is_sound(1) && !sound.is_sound(3) && !sound.is_sound(usize::MAX));
    let changes: [fn(&mut VertexInfluences); 4] = [
        |it| it.joints = vec![0, 3, 3].into(),
        |it| it.weights = vec![1.0, 0.0, 1.0].into(),
        |it| it.highest = 2,
        |it| it.per_vertex = 1,
    ];
    for (nth, change) in changes.into_iter().enumerate() {
        let mut changed = sound.clone();
        change(&mut changed);
        assert!(!changed.is_sound(2), "{nth}");
    }
    let none = VertexInfluences {
        per_vertex: 0,
        joints: Vec::new().into(),
        weights: Vec::new().into(),
        highest: 0,
    };
    assert!(!none.is_sound(0));
}

#[test]
fn a_joint_beyond_16_bits_matters_only_where_it_has_weight() {
    let of = |joint: u32, weight: f32| {
        let given = [(1, 0.5), (joint, weight), (2, 0.5)];
        let of = |_: usize, out: &mut Vec<(u32, f32)>| out.extend(given);
        super::merged(1, of, "/m", &mut ImportReport::default())
    };
    assert_eq!(of(65_535, 0.25).unwrap().highest, 65_535);
    assert_eq!(of(65_536, 0.0).unwrap().highest, 2);
    let error = of(65_536, 0.25).unwrap_err().to_string();
    assert!(
        error.starts_with("/m: vertex 0 has joint 65536."),
        "{error}"
    );
}

#[test]
fn weights_that_sum_to_one_within_a_fiftieth_are_not_told() {
    let told = |sum: f32| {
        let mut report = ImportReport::default();
        let of = |_: usize, out: &mut Vec<(u32, f32)>| out.extend([(0, 0.5), (1, sum - 0.5)]);
        let found = super::merged(2, of, "/m", &mut report).unwrap();
        let all: f32 = found.weights[..4].iter().sum();
        assert!((all - 1.0).abs() < 1e-6);
        report
            .entries
            .into_iter()
            .map(|it| it.text)
            .collect::<Vec<_>>()
    };
    for sum in [0.981, 1.0, 1.019] {
        assert_eq!(told(sum), [""; 0], "{sum}");
    }
    for sum in [0.979, 1.021] {
        let text = "2 vertices have weights that do not sum to 1; they were normalized.";
        assert_eq!(told(sum), [text], "{sum}");
    }
}
