use super::*;

#[test]
fn corners_ascend_and_stand_where_feet_do() {
    let cases: [(&[[f64; 2]], f32); 6] = [
        (&[], 1.0),
        (&[[0.0, 1.0]], 1.0),
        (&[[0.0, 0.3], [0.7, 1.0]], 1.0),
        (&[[0.2, 0.5]], 1.0),
        (&[[0.2, 0.5], [0.505, 0.8]], 1.0),
        (&[[0.001, 0.999]], 1.0),
    ];
    for (spans, length) in cases {
        let corners = corners(spans, length);
        assert!(
            corners.windows(2).all(|pair| pair[0].0 < pair[1].0),
            "{spans:?}: {corners:?}"
        );
        assert_eq!(corners.first().map(|it| it.0), Some(0.0));
        for [from, to] in spans {
            let middle = ((from + to) / 2.0) as f32;
            let before = corners.iter().rev().find(|it| it.0 <= middle).unwrap();
            assert!(before.1 > 0.5, "{spans:?}: {corners:?}");
        }
    }
}
