use super::*;

fn compiled(markers: &[(&str, f32)], looping: bool) -> (Vec<(Name, f32)>, Vec<Kind>) {
    let marker = |(at, (name, time)): (usize, &(&str, f32))| SyncMarker {
        id: Id(at as u64),
        name: (*name).to_owned(),
        time: *time,
    };
    let markers: Vec<SyncMarker> = markers.iter().enumerate().map(marker).collect();
    let mut out = Output::default();
    let compiled = compile(Id(9), &markers, 1.0, looping, &mut out);
    let kinds = out
        .diagnostics
        .into_iter()
        .map(|diagnostic| diagnostic.kind)
        .collect();
    (
        compiled
            .iter()
            .map(|marker| (marker.name, marker.time))
            .collect(),
        kinds,
    )
}

#[test]
fn markers_are_sorted_clamped_and_merged() {
    let (l, r) = (Name::new("L"), Name::new("R"));
    assert_eq!(
        compiled(&[("R", 0.6), ("L", 0.1)], true),
        (vec![(l, 0.1), (r, 0.6)], vec![])
    );
    let outside = Kind::MarkerOutside { time: 1.5 };
    assert_eq!(
        compiled(&[("L", 0.1), ("R", 1.5)], true),
        (vec![(l, 0.1), (r, 1.0)], vec![outside])
    );
    assert_eq!(
        compiled(&[("L", 0.1), ("R", 0.10005)], true),
        (vec![(l, 0.1)], vec![Kind::MarkersMerged])
    );
    assert_eq!(
        compiled(&[("", 0.1)], true),
        (vec![], vec![Kind::NameMissing])
    );
}

#[test]
fn of_too_many_the_first_are_kept() {
    let markers: Vec<(&str, f32)> = (0..=MOST_MARKERS)
        .rev()
        .map(|at| ("L", at as f32 * 2.4e-4))
        .collect();
    let (kept, told) = compiled(&markers, false);
    assert_eq!((kept.len(), kept[0].1), (MOST_MARKERS, 0.0));
    assert_eq!(
        told,
        [Kind::TooMany {
            what: "sync markers",
            most: MOST_MARKERS
        }]
    );
    assert_eq!(compiled(&markers[1..], false).1, []);
}

#[test]
fn a_loop_s_end_is_its_start() {
    let ends = [("L", 0.0), ("R", 0.5), ("L", 1.0)];
    assert_eq!(compiled(&ends, true).0.len(), 2);
    assert_eq!(compiled(&ends, false).0.len(), 3);
    assert_eq!(
        compiled(&[("L", 0.0), ("R", 1.0)], true).0.len(),
        2,
        "of one name only"
    );
}
