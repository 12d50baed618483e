//! Windows of motion warping that somebody changed.

use super::{error, library};
use crate::{
    BundleError, Golden, aligned,
    altered::{section, with_record, with_right_checksum, with_section},
    dice::Dice,
    layout::{ArraySpan, ClipRecord, MontageRecord},
    read, sections, write,
};
use anim::{
    AnimInstance, AnimInstanceProxy, Library, Montage, Name, Request, Transform,
    limits::MOST_WINDOWS,
    warp::{
        Rigid, WindowOf, Windows,
        motion::{Method, Window},
    },
};
use glam::{DQuat, DVec3, Vec3};
use std::sync::Arc;

fn of(notify: u64) -> WindowOf {
    WindowOf {
        notify,
        target: Name::new("grip"),
    }
}

fn window() -> Window {
    let warp_point = Some(Rigid::new(DVec3::new(0.0, 1.0, 0.5), DQuat::IDENTITY));
    Window {
        start: 0.25,
        end: 0.75,
        warp_point,
        without_root_motion: true,
        ..Window::default()
    }
}

fn windows(all: &[Window]) -> Windows {
    let mut windows = Windows::default();
    all.iter()
        .zip(1..)
        .for_each(|(window, notify)| windows.push(*window, of(notify)));
    windows
}

/// The clip and the montage have these.
fn warped(windows: &Windows) -> Library {
    let mut library = library();
    Arc::make_mut(&mut library.clips[0]).warps = windows.clone();
    let montage = Arc::make_mut(&mut library.montages[0]);
    *montage = Montage {
        root_translation: true,
        root_rotation: true,
        warps: windows.clone(),
        ..montage.clone()
    };
    library
}

fn good() -> Vec<u8> {
    write(
        &warped(&windows(&[
            window(),
            Window {
                start: 0.75,
                end: 1.0,
                ..window()
            },
        ])),
        &Golden::default(),
    )
}

/// The clip's windows are these bytes, or the montage's.
fn with_bytes(warps: &[u8], of_clip: bool) -> Vec<u8> {
    let mut bytes = good();
    bytes.resize(bytes.len().next_multiple_of(16), 0);
    let span = ArraySpan {
        offset: bytes.len() as u64,
        count: warps.len() as u64,
    };
    bytes.extend_from_slice(warps);
    let (clips, montages) = (
        section(&bytes, sections::CLIPS),
        section(&bytes, sections::MONTAGES),
    );
    with_right_checksum(if of_clip {
        with_record(bytes, clips, 0, |clip: &mut ClipRecord| clip.warps = span)
    } else {
        with_record(bytes, montages, 0, |montage: &mut MontageRecord| {
            montage.warps = span
        })
    })
}

#[track_caller]
fn check_refused(warps: &[u8], why: &str) {
    let refused = BundleError::Content {
        what: format!("windows of motion warping: {why}"),
    };
    for of_clip in [true, false] {
        assert_eq!(
            error(&with_bytes(warps, of_clip)),
            refused,
            "of the clip: {of_clip}"
        );
    }
}

fn encoded(windows: &[Window], of: &[WindowOf]) -> Vec<u8> {
    postcard::to_stdvec(&(windows, of)).unwrap()
}

#[test]
fn windows_come_back_as_they_were() {
    let (store, length) = aligned(&good());
    let back = read(store, length).unwrap().library;
    assert_eq!(
        *back,
        warped(&windows(&[
            window(),
            Window {
                start: 0.75,
                end: 1.0,
                ..window()
            }
        ]))
    );
    let (store, length) = aligned(&with_bytes(&encoded(&[window()], &[of(1)]), true));
    assert_eq!(
        read(store, length).unwrap().library.clips[0].warps,
        windows(&[window()])
    );
}

#[test]
fn windows_that_are_cut_short_or_go_on_are_refused() {
    let whole = encoded(&[window()], &[of(1)]);
    for kept in 1..whole.len() {
        check_refused(&whole[..kept], "Hit the end of buffer, expected more data");
    }
    let unsound = "they are not valid";
    check_refused(&[&whole[..], &[0]].concat(), unsound);
    check_refused(&[&whole[..], &whole].concat(), unsound);
}

#[test]
fn windows_that_nobody_has_or_that_are_none_are_refused() {
    let unsound = "they are not valid";
    check_refused(&encoded(&[window()], &[]), unsound);
    check_refused(&encoded(&[], &[of(1)]), unsound);
    check_refused(&encoded(&[window()], &[of(1), of(2)]), unsound);
    let many = vec![window(); MOST_WINDOWS + 1];
    let owners: Vec<WindowOf> = (0..many.len() as u64).map(of).collect();
    check_refused(&encoded(&many, &owners), unsound);
    let (store, length) = aligned(&with_bytes(&encoded(&many[1..], &owners[1..]), false));
    assert_eq!(
        read(store, length).unwrap().library.montages[0]
            .warps
            .windows()
            .len(),
        MOST_WINDOWS
    );
    check_refused(
        &[0xff, 0xff, 0xff, 0xff, 0x0f],
        "Hit the end of buffer, expected more data",
    );
}

#[test]
fn windows_with_numbers_that_are_none_are_refused() {
    let nan = DVec3::new(0.0, f64::NAN, 0.0);
    let bad = [
        Window {
            start: f64::NAN,
            ..window()
        },
        Window {
            start: -0.5,
            ..window()
        },
        Window {
            end: f64::INFINITY,
            ..window()
        },
        Window {
            speed_clamp: f64::NAN,
            ..window()
        },
        Window {
            multiplier: f64::NAN,
            ..window()
        },
        Window {
            rate: f64::NEG_INFINITY,
            ..window()
        },
        Window {
            scale: nan,
            modifier: Method::Scale,
            ..window()
        },
        Window {
            rotation_offset: DQuat::from_xyzw(0.0, 0.0, f64::NAN, 1.0),
            ..window()
        },
        Window {
            warp_point: Some(Rigid::new(nan, DQuat::IDENTITY)),
            ..window()
        },
    ];
    for window in bad {
        check_refused(&encoded(&[window], &[of(1)]), "they are not valid");
    }
}

/// To its target and past it.
fn go(library: &Arc<Library>, seed: u64) {
    let mut instance = AnimInstance::new(library.clone(), library.skeletons[0].clone(), seed);
    let mut proxy = AnimInstanceProxy::default();
    let place = Transform {
        translation: Vec3::new(1.0, 0.5, -2.0),
        ..Transform::IDENTITY
    };
    instance
        .request(&Request::SetWarpTarget {
            target: of(1).target,
            place,
        })
        .unwrap();
    instance
        .request(&Request::play(library.montages[0].name, 1.0))
        .unwrap();
    for _ in 0..12 {
        instance.begin_frame(0.1);
        instance.update_montages(&mut anim::instance::Silent);
        instance.pre_update(&mut proxy);
        proxy.run_tick(&mut Default::default());
        instance.complete(&mut proxy, &mut anim::instance::Silent);
        assert!(
            proxy.pose().is_finite() && instance.placement().is_finite(),
            "seed {seed}"
        );
    }
}

#[test]
fn windows_with_any_byte_changed_are_refused_or_played() {
    let whole = encoded(&[window()], &[of(1)]);
    let (mut dice, mut played, mut refused) = (Dice(1), 0, 0);
    for at in 0..whole.len() {
        for value in [
            whole[at] ^ 1,
            whole[at] ^ 0x80,
            0,
            0xff,
            dice.below(256) as u8,
        ] {
            let mut changed = whole.clone();
            changed[at] = value;
            let (store, length) = aligned(&with_bytes(&changed, false));
            match read(store, length) {
                Ok(bundle) => {
                    go(&bundle.library, at as u64);
                    played += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(
        played > 100 && refused > 10,
        "{played} played, {refused} refused"
    );
}

/// As it was written before there were windows: records without their last field, in sections of
/// the first version.
#[test]
fn clips_and_montages_of_before_there_were_windows_have_none() {
    let plain = library();
    let mut bytes = write(&plain, &Golden::default());
    for kind in [sections::CLIPS, sections::MONTAGES] {
        let records = section(&bytes, kind);
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        let offset = bytes.len() as u64;
        bytes.extend_from_within(records.offset as usize..records.offset as usize + kind.least);
        bytes = with_section(bytes, kind, |section| {
            assert_eq!((section.version, section.records.count), (2, 1));
            (section.version, section.record_size) = (1, kind.least as u32);
            section.records.offset = offset;
        });
    }
    let (store, length) = aligned(&with_right_checksum(bytes));
    assert_eq!(*read(store, length).unwrap().library, plain);
}
