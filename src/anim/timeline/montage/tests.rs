use super::*;

fn notify(time: f32, track: u32, id: u64) -> Notify {
    Notify {
        id,
        track,
        time,
        end: time,
        ..Notify::zeroed()
    }
}

fn segment() -> Segment {
    Segment {
        id: 0,
        clip: 1,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: 1.0,
        loops: 1,
    }
}

fn section(start: f32, next: i32) -> Section {
    Section {
        name: Name::NONE,
        start,
        next,
    }
}

/// Of the library's two clips it plays the last.
fn good() -> Montage {
    Montage {
        length: 2.0,
        rate_scale: 1.0,
        sections: vec![section(0.0, 1), section(1.0, NO_SECTION)].into(),
        slots: vec![Slot {
            name: Name::NONE,
            first_segment: 0,
            segment_count: 1,
        }]
        .into(),
        segments: vec![segment()].into(),
        ..Montage::default()
    }
}

fn refusal(change: impl FnOnce(&mut Montage)) -> Option<MontageError> {
    let mut montage = good();
    change(&mut montage);
    Montage::new(montage, 2).err()
}

#[test]
fn times_that_are_no_times_are_refused() {
    assert_eq!(refusal(|_| ()), None);
    for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0] {
        assert_eq!(refusal(|m| m.length = bad), Some(MontageError::Length));
    }
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(refusal(|m| m.rate_scale = bad), Some(MontageError::Length));
        assert_eq!(
            refusal(|m| m.blend_out_trigger = bad),
            Some(MontageError::Length)
        );
    }
    for bad in [f32::NAN, f32::INFINITY, -0.1] {
        assert_eq!(
            refusal(|m| m.blend_in.time = bad),
            Some(MontageError::Length)
        );
        assert_eq!(
            refusal(|m| m.blend_out.time = bad),
            Some(MontageError::Length)
        );
    }
}

#[test]
fn sections_start_at_zero_and_ascend_inside_and_link_to_sections() {
    let refused = |sections: &[(f32, i32)]| {
        refusal(|m| {
            m.sections = sections
                .iter()
                .map(|(start, next)| section(*start, *next))
                .collect()
        })
    };
    for good in [&[(0.0, 0)][..], &[(0.0, NO_SECTION), (1.9, 1)]] {
        assert_eq!(refused(good), None, "{good:?}");
    }
    for bad in [
        &[][..],
        &[(0.1, 0)],
        &[(0.0, 0), (0.0, 0)],
        &[(0.0, 0), (1.0, 0), (0.5, 0)],
        &[(0.0, 0), (2.0, 0)],
        &[(0.0, 1)],
        &[(0.0, NO_SECTION - 1)],
    ] {
        assert_eq!(refused(bad), Some(MontageError::Sections), "{bad:?}");
    }
}

#[test]
fn slots_hold_segments_that_are_there() {
    let refused = |first_segment, segment_count| {
        refusal(|m| {
            m.slots = vec![Slot {
                name: Name::NONE,
                first_segment,
                segment_count,
            }]
            .into()
        })
    };
    assert_eq!([refused(0, 1), refused(1, 0)], [None; 2]);
    for (first, count) in [(0, 2), (1, 1), (2, 0), (u32::MAX, u32::MAX)] {
        assert_eq!(
            refused(first, count),
            Some(MontageError::Slots),
            "{first} {count}"
        );
    }
    assert_eq!(
        refusal(|m| m.slots = Array::default()),
        Some(MontageError::Slots)
    );
}

#[test]
fn a_segment_that_cannot_be_played_is_refused_by_its_number() {
    let refused =
        |segment: Segment| refusal(|m| m.segments = vec![good().segments[0], segment].into());
    assert_eq!(
        refused(Segment {
            clip_begin: 1.0,
            rate: -1.0,
            ..segment()
        }),
        None,
        "a frame that is held"
    );
    for bad in [
        Segment {
            start: f32::NAN,
            ..segment()
        },
        Segment {
            clip_begin: f32::NEG_INFINITY,
            ..segment()
        },
        Segment {
            clip_end: f32::INFINITY,
            ..segment()
        },
        Segment {
            rate: f32::NAN,
            ..segment()
        },
        Segment {
            rate: 0.0,
            ..segment()
        },
        Segment {
            loops: 0,
            ..segment()
        },
        Segment {
            clip_begin: 1.5,
            ..segment()
        },
        Segment {
            clip: 2,
            ..segment()
        },
    ] {
        assert_eq!(
            refused(bad),
            Some(MontageError::Segment { segment: 1 }),
            "{bad:?}"
        );
    }
}

#[test]
fn notifies_ascend_by_time_then_track_then_id() {
    let refused = |notifies: &[Notify]| refusal(|m| m.notifies = notifies.into());
    let ascending = [
        notify(0.1, 1, 1),
        notify(0.1, 1, 2),
        notify(0.1, 2, 0),
        notify(0.2, 0, 0),
    ];
    assert_eq!(refused(&ascending), None);
    for at in 0..3 {
        let mut bad = ascending;
        bad.swap(at, at + 1);
        assert_eq!(refused(&bad), Some(MontageError::Notifies), "{at}");
    }
    for bad in [
        notify(f32::INFINITY, 0, 0),
        Notify {
            end: f32::NAN,
            ..notify(0.0, 0, 0)
        },
        Notify {
            value: f32::NAN,
            ..notify(0.0, 0, 0)
        },
    ] {
        assert_eq!(refused(&[bad]), Some(MontageError::Notifies));
    }
}

#[test]
fn notifies_have_values_that_are_there() {
    let refused = |first_value, value_count| {
        refusal(|m| {
            m.values = vec![1, 2, 3].into();
            m.notifies = vec![Notify {
                first_value,
                value_count,
                ..notify(0.0, 0, 0)
            }]
            .into();
        })
    };
    assert_eq!([refused(0, 3), refused(3, 0), refused(1, 2)], [None; 3]);
    for (first, count) in [(0, 4), (3, 1), (4, 0), (u32::MAX, u32::MAX)] {
        assert_eq!(
            refused(first, count),
            Some(MontageError::Notifies),
            "{first} {count}"
        );
    }
}

#[test]
fn a_stretch_curve_has_samples_from_0_to_1() {
    let refused = |samples: &[f32]| {
        refusal(|m| {
            m.stretch = Some(StretchCurve {
                samples: samples.into(),
            })
        })
    };
    assert_eq!(
        [
            refused(&[0.0]),
            refused(&[0.0, 1.0]),
            refused(&[0.5; MOST_SAMPLES])
        ],
        [None; 3]
    );
    for bad in [
        &[][..],
        &[f32::NAN],
        &[0.0, 1.1],
        &[-0.1],
        &[0.5; MOST_SAMPLES + 1],
    ] {
        assert_eq!(refused(bad), Some(MontageError::Stretch), "{bad:?}");
    }
}

#[test]
fn sync_markers_ascend_inside_and_have_names() {
    let refused = |markers: &[(u64, f32)]| {
        refusal(|m| {
            m.markers = markers
                .iter()
                .map(|(name, time)| SyncMarker::new(Name(*name), *time))
                .collect()
        })
    };
    assert_eq!(refused(&[(1, 0.0), (2, 1.0), (1, 2.0)]), None);
    for bad in [
        &[(1, 2.5)][..],
        &[(1, -0.1)],
        &[(1, f32::NAN)],
        &[(0, 1.0)],
        &[(1, 1.0), (2, 1.0)],
    ] {
        assert_eq!(refused(bad), Some(MontageError::Markers), "{bad:?}");
    }
}

#[test]
fn curves_are_checked_as_a_clips() {
    let refused = |names: &[u64], value: f32| {
        let curve = |name: &u64| Curve {
            name: Name(*name),
            key_count: 1,
            ..Curve::default()
        };
        refusal(|m| {
            m.curves = names.iter().map(curve).collect();
            m.curve_keys = vec![CurveKey {
                value,
                ..CurveKey::zeroed()
            }]
            .into();
        })
    };
    assert_eq!(refused(&[1, 2], 3.0), None);
    assert_eq!(
        refused(&[1, 1], 3.0),
        Some(MontageError::Curve { curve: 1 })
    );
    assert_eq!(
        refused(&[1], f32::NAN),
        Some(MontageError::Curve { curve: 0 })
    );
}

#[test]
fn a_position_on_a_border_is_in_the_section_that_starts_there() {
    let m = good();
    assert_eq!(
        [m.section_span(0), m.section_span(1)],
        [(0.0, 1.0), (1.0, 2.0)]
    );
    for (position, section) in [
        (-1.0, 0),
        (0.0, 0),
        (0.999, 0),
        (1.0, 1),
        (2.0, 1),
        (9.0, 1),
    ] {
        assert_eq!(m.section_at(position), section, "{position}");
    }
}

#[test]
fn a_segment_goes_through_its_piece_of_the_clip_as_often_as_it_loops() {
    for rate in [0.5, -0.5f32] {
        let piece = Segment {
            start: 3.0,
            clip_begin: 0.25,
            clip_end: 0.75,
            rate,
            loops: 2,
            ..segment()
        };
        assert_eq!((piece.duration(), piece.end()), (2.0, 5.0));
        let travelled = [
            (2.0, 0.0),
            (3.0, 0.0),
            (3.25, 0.125),
            (3.875, 0.4375),
            (4.0, 0.0),
            (4.5, 0.25),
        ];
        for (position, along) in travelled.into_iter().chain([(5.0, 0.5), (9.0, 0.5)]) {
            let wanted = if rate > 0.0 {
                0.25 + along
            } else {
                0.75 - along
            };
            assert_eq!(piece.clip_time(position), wanted, "{rate} {position}");
        }
        let held = Segment {
            clip_end: 0.25,
            ..piece
        };
        assert_eq!((held.clip_time(3.0), held.clip_time(4.0)), (0.25, 0.25));
    }
}

#[test]
fn reverse_looped_segment_matches_the_worked_example() {
    let segment = Segment {
        id: 0,
        clip: 0,
        start: 0.0,
        clip_begin: 0.0,
        clip_end: 1.0,
        rate: -2.0,
        loops: 3,
    };
    assert_eq!(segment.duration(), 1.5);
    assert_eq!(segment.clip_time(0.25), 0.5);
    assert_eq!(segment.clip_time(1.5), 0.0);
}
