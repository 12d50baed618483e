use super::*;

#[test]
fn a_clip_loops_when_it_ends_where_it_began() {
    let clip = |last: f32| {
        let translation = Channel {
            times: vec![0.0, 0.5, 1.0],
            values: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, last, 0.0, 0.0],
            ..Channel::default()
        };
        ClipSource {
            duration: 1.0,
            tracks: vec![Track {
                translation: Some(translation),
                ..Track::default()
            }],
            curves: vec![],
        }
    };
    assert!(loops(&clip(0.0), None));
    assert!(!loops(&clip(0.5), None));
    assert!(!loops(&ClipSource::default(), None));
}

fn two_keys(first: [f32; 3], last: [f32; 3]) -> Channel {
    Channel {
        times: vec![0.0, 1.0],
        values: [first, last].concat(),
        ..Channel::default()
    }
}

fn track_of(track: Track) -> ClipSource {
    ClipSource {
        duration: 1.0,
        tracks: vec![track],
        curves: vec![],
    }
}

#[test]
fn a_track_ends_where_it_began_within_a_hundredth_of_its_way_or_a_millionth_of_its_place() {
    let there_and_back = |far: f32, last: f32| Channel {
        times: vec![0.0, 0.5, 1.0],
        values: vec![0.0, 0.0, 0.0, 0.0, far, 0.0, 0.0, 0.0, last],
        ..Channel::default()
    };
    for (far, last, is_loop) in [
        (2.0, 0.0195, true),
        (-2.0, -0.0195, true),
        (2.0, 0.0205, false),
    ] {
        let channel = there_and_back(far, last);
        assert_eq!(
            loops(
                &track_of(Track {
                    translation: Some(channel.clone()),
                    ..Track::default()
                }),
                None
            ),
            is_loop
        );
        assert_eq!(
            loops(
                &track_of(Track {
                    scale: Some(channel),
                    ..Track::default()
                }),
                None
            ),
            is_loop,
            "{far} {last}"
        );
    }
    for (off, is_loop) in [(0.9e-3, true), (1.2e-3, false)] {
        let channel = two_keys([0.0, -1000.0, 0.0], [0.0, -1000.0, off]);
        let found = loops(
            &track_of(Track {
                translation: Some(channel),
                ..Track::default()
            }),
            None,
        );
        assert_eq!(found, is_loop, "{off}");
    }
}

#[test]
fn a_turn_ends_where_it_began_within_half_a_degree_whatever_its_sign() {
    let turned = |angle: f32, sign: f32| {
        let half = angle / 2.0;
        let values = vec![
            0.0,
            0.0,
            0.0,
            1.0,
            sign * half.sin(),
            0.0,
            0.0,
            sign * half.cos(),
        ];
        let channel = Channel {
            times: vec![0.0, 1.0],
            values,
            ..Channel::default()
        };
        loops(
            &track_of(Track {
                rotation: Some(channel),
                ..Track::default()
            }),
            None,
        )
    };
    assert_eq!(
        [
            turned(0.0085, 1.0),
            turned(0.0085, -1.0),
            turned(0.0095, 1.0)
        ],
        [true, true, false]
    );
}

#[test]
fn curves_end_where_they_began_within_a_thousandth_and_a_key_alone_loops_not() {
    let curve = |values: Vec<f32>| {
        let times = (0..values.len()).map(|at| at as f32).collect();
        let channel = Channel {
            times,
            values,
            ..Channel::default()
        };
        let curves = vec![crate::source::SourceCurve {
            name: "smile".into(),
            channel,
        }];
        loops(
            &ClipSource {
                duration: 1.0,
                tracks: vec![],
                curves,
            },
            None,
        )
    };
    assert_eq!(
        [
            curve(vec![0.5, 0.5009]),
            curve(vec![0.5, 0.4991]),
            curve(vec![0.5, 0.5011])
        ],
        [true, true, false]
    );
    assert!(!curve(vec![0.5]));
}

#[test]
fn what_moves_the_character_does_not_keep_a_clip_from_looping() {
    let key = |name: &str| BoneKey::from(name);
    let away = Track {
        bone: key("hips"),
        translation: Some(two_keys([0.0; 3], [0.0, 0.0, 2.0])),
        ..Track::default()
    };
    let around = |last: f32| Track {
        bone: key("leg"),
        translation: Some(Channel {
            times: vec![0.0, 0.5, 1.0],
            values: vec![0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, last],
            ..Channel::default()
        }),
        ..Track::default()
    };
    let of = |tracks: Vec<Track>| ClipSource {
        duration: 1.0,
        tracks,
        curves: vec![],
    };
    let [hips, leg] = [key("hips"), key("leg")];
    let walk = of(vec![away.clone(), around(0.0)]);
    assert_eq!(
        [None, Some(&leg), Some(&hips)].map(|bone| loops(&walk, bone)),
        [false, false, true]
    );
    assert!(!loops(&of(vec![away.clone(), around(0.5)]), Some(&hips)));
    assert!(!loops(&of(vec![away]), Some(&hips)), "nothing else moves");
}
