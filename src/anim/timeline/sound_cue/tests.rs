use super::*;

fn cue(host_kind: u32, host: u64, time: f32) -> SoundCue {
    SoundCue {
        id: 1,
        host: Name(host),
        name: Name(5),
        sound: Name(6),
        time,
        skip: 0.0,
        gain: 0.0,
        host_kind,
    }
}

#[test]
fn cues_are_found_by_their_host() {
    let cues = [
        cue(0, 3, 0.0),
        cue(0, 3, 0.5),
        cue(0, 9, 0.2),
        cue(1, 3, 0.1),
    ];
    assert!(are_cues(&cues));
    assert_eq!(of_host(&cues, (0, Name(3))), &cues[..2]);
    assert_eq!(of_host(&cues, (1, Name(3))), &cues[3..]);
    assert_eq!(of_host(&cues, (0, Name(4))), []);
    assert_eq!(of_host(&[], (0, Name(3))), []);
}

#[test]
fn what_is_out_of_order_or_range_is_no_list() {
    let base = cue(0, 3, 0.5);
    let broken = [
        SoundCue { time: -0.1, ..base },
        SoundCue {
            time: f32::NAN,
            ..base
        },
        SoundCue { skip: 1e9, ..base },
        SoundCue { gain: 40.0, ..base },
        SoundCue {
            host_kind: 2,
            ..base
        },
        SoundCue {
            host: Name::NONE,
            ..base
        },
        SoundCue {
            sound: Name::NONE,
            ..base
        },
    ];
    for cue in broken {
        assert!(!are_cues(&[cue]), "{cue:?}");
    }
    assert!(!are_cues(&[base, cue(0, 3, 0.4)]));
    assert!(!are_cues(&[cue(1, 3, 0.0), base]));
}
