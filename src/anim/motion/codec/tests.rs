use super::{layout::CodecHeader, *};
use crate::{
    Array, Pose, Skeleton, Transform,
    additive::{AdditiveKind, AdditivePose},
    dice::Dice,
    fixture,
    simd::{Width, set_width},
};
use glam::{Quat, Vec3};
use proptest::prelude::*;

/// A chain with a branch at bone 3; twelve bones, so that the second block is half full.
pub(super) fn skeleton() -> Skeleton {
    let parents = [-1, 0, 1, 2, 3, 4, 5, 6, 3, 8, 9, 10];
    fixture::skeleton(&parents, |at| {
        Transform::from_translation(Vec3::new(0.0, 0.2, 0.01 * at as f32))
    })
}

/// Swings, a root that travels, a bone that spins round and round, one that stands turned, one that
/// breathes.
pub(super) fn motion(frames: usize) -> Vec<Pose> {
    let skeleton = skeleton();
    let frame = |at: usize| {
        let t = at as f32 / 30.0;
        let mut pose = Pose::reference(&skeleton);
        pose.set_translation(0, Vec3::new(1.3 * t, 0.9 + 0.02 * (7.0 * t).sin(), 0.0));
        for bone in 1..10 {
            let angle = 0.6 * (2.0 * t + bone as f32).sin();
            pose.set_rotation(
                bone,
                Quat::from_euler(glam::EulerRot::XYZ, angle, 0.3 * angle, 0.1 * t),
            );
        }
        pose.set_rotation(5, Quat::from_rotation_y(9.0 * t));
        pose.set_rotation(10, Quat::from_rotation_x(0.4));
        let scale = Vec3::new(1.0, 1.0 + 0.1 * t.sin(), 1.0);
        pose.set(
            11,
            &Transform {
                scale,
                ..pose.get(11)
            },
        );
        pose
    };
    (0..frames).map(frame).collect()
}

fn compressed(
    frames: &[Pose],
    settings: &EncoderSettings,
    additive: Option<AdditiveKind>,
) -> (Compressed, CodecReport) {
    let skeleton = skeleton();
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    encode(
        &EncoderSource {
            skeleton: &skeleton,
            additive,
            bases: &[],
            frames,
            shells: &shells,
        },
        settings,
    )
    .unwrap()
}

fn at(frame: u32, fraction: f32) -> Span {
    Span { frame, fraction }
}

fn sampled(clip: &Compressed, span: Span) -> Pose {
    let mut pose = Pose::reference(&skeleton());
    clip.sample(span, &mut pose);
    pose
}

#[test]
fn no_point_is_further_off_than_was_asked_for() {
    let frames = motion(150);
    let mut last_size = 0;
    let mut last_error = f32::MAX;
    for precision in [1e-2, 1e-3, 1e-4, 1e-5] {
        let (clip, report) = compressed(
            &frames,
            &EncoderSettings {
                precision,
                ..EncoderSettings::default()
            },
            None,
        );
        assert!(
            !report.is_red() && report.max_error <= precision,
            "{precision}: {}",
            report.max_error
        );
        assert!(
            report.max_error <= last_error,
            "a tighter precision may not give a larger error"
        );
        assert!(clip.bytes().len() > last_size, "and costs bytes");
        assert_eq!(report.compressed_bytes, clip.bytes().len());
        (last_size, last_error) = (clip.bytes().len(), report.max_error);
    }
}

#[test]
fn a_percentile_leaves_one_sample_in_a_hundred_beyond() {
    let frames = motion(150);
    let max = compressed(&frames, &EncoderSettings::default(), None).1;
    let settings = EncoderSettings {
        bound: Bound::P99,
        ..EncoderSettings::default()
    };
    let p99 = compressed(&frames, &settings, None).1;
    assert!(p99.p99_error <= settings.precision && p99.max_error > settings.precision);
    assert!(p99.compressed_bytes < max.compressed_bytes);
}

#[test]
fn a_precision_out_of_reach_is_reported_red() {
    let report = compressed(
        &motion(20),
        &EncoderSettings {
            precision: 1e-10,
            ..EncoderSettings::default()
        },
        None,
    )
    .1;
    assert!(report.is_red());
    assert_eq!(report.bones[report.worst_bone].max, report.max_error);
    assert_eq!(report.frames[report.worst_frame as usize], report.max_error);
}

#[test]
fn what_does_not_move_is_not_stored() {
    let skeleton = skeleton();
    let identity = compressed(
        &vec![Pose::reference(&skeleton); 40],
        &EncoderSettings::default(),
        None,
    );
    assert_eq!(identity.0.bytes().len(), size_of::<CodecHeader>());
    assert_eq!((identity.1.counts.default, identity.1.max_error), (36, 0.0));
    let constant = compressed(
        &vec![motion(4)[3].clone(); 40],
        &EncoderSettings::default(),
        None,
    );
    let counts = constant.1.counts;
    assert_eq!((counts.animated, counts.default + counts.constant), (0, 36));
    assert_eq!(
        constant.0.bytes().len(),
        size_of::<CodecHeader>() + counts.constant * 20
    );
    assert_eq!(sampled(&constant.0, at(7, 0.5)), motion(4)[3]);
}

#[test]
fn a_report_sums_up_its_bones() {
    let (clip, report) = compressed(&motion(70), &EncoderSettings::default(), None);
    let mean = report.bones.iter().map(|bone| bone.mean).sum::<f32>() / report.bones.len() as f32;
    assert!(
        (report.mean_error - mean).abs() < 1e-9 && mean > 0.0,
        "{} {mean}",
        report.mean_error
    );
    let squares = report
        .bones
        .iter()
        .map(|bone| bone.root_mean_square.powi(2))
        .sum::<f32>();
    let whole = (squares / report.bones.len() as f32).sqrt();
    assert!(
        (report.root_mean_square - whole).abs() < 1e-8,
        "{} {whole}",
        report.root_mean_square
    );
    assert_eq!(
        report.bones.iter().map(|bone| bone.max).fold(0.0, f32::max),
        report.max_error
    );
    assert!(clip.is_scaled, "one bone breathes");
    let mut still = motion(70);
    still.iter_mut().for_each(|pose| {
        *pose = Pose::new(pose.iter().map(|l| Transform {
            scale: Vec3::ONE,
            ..l
        }))
    });
    assert!(
        !compressed(&still, &EncoderSettings::default(), None)
            .0
            .is_scaled
    );
    let grown: Vec<Pose> = still
        .iter()
        .map(|pose| {
            Pose::new(pose.iter().map(|l| Transform {
                scale: Vec3::splat(2.0),
                ..l
            }))
        })
        .collect();
    assert!(
        compressed(&grown, &EncoderSettings::default(), None)
            .0
            .is_scaled,
        "constants count"
    );
}

#[test]
fn every_order_of_access_gives_the_same_bits() {
    let frames = motion(150);
    let (clip, _) = compressed(&frames, &EncoderSettings::default(), None);
    let skeleton = skeleton();
    let spans: Vec<Span> = (0..600).map(|i| at(i / 4, (i % 4) as f32 / 4.0)).collect();
    let mut shuffled = spans.clone();
    let mut dice = Dice(7);
    for place in (1..shuffled.len()).rev() {
        shuffled.swap(place, dice.below(place + 1));
    }
    let backward: Vec<Span> = spans.iter().rev().copied().collect();
    for order in [spans, backward, shuffled] {
        let mut cache = SampleCache::default();
        for span in order {
            let mut pose = Pose::reference(&skeleton);
            clip.sample_cached(span, &mut cache, &mut pose);
            assert_eq!(pose, sampled(&clip, span), "{span:?}");
        }
    }
}

#[test]
fn one_bone_decodes_as_in_the_whole() {
    let (clip, _) = compressed(&motion(150), &EncoderSettings::default(), None);
    let skeleton = skeleton();
    for span in [
        at(0, 0.0),
        at(63, 0.3),
        at(77, 0.9),
        at(149, 0.0),
        at(999, 0.5),
    ] {
        let whole = sampled(&clip, span);
        for bone in 0..skeleton.len() {
            assert_eq!(
                clip.sample_bone(bone, span, &skeleton.reference(bone)),
                whole.get(bone)
            );
        }
    }
}

#[test]
fn a_cache_forgets_another_clip() {
    let (a, _) = compressed(&motion(150), &EncoderSettings::default(), None);
    let (b, _) = compressed(
        &motion(90),
        &EncoderSettings {
            precision: 1e-3,
            ..EncoderSettings::default()
        },
        None,
    );
    let mut cache = SampleCache::default();
    for clip in [&a, &b, &a] {
        let mut pose = Pose::reference(&skeleton());
        clip.sample_cached(at(20, 0.5), &mut cache, &mut pose);
        assert_eq!(pose, sampled(clip, at(20, 0.5)));
    }
}

#[test]
fn every_width_gives_the_same_bits() {
    let skeleton = skeleton();
    let (clip, _) = compressed(&motion(150), &EncoderSettings::default(), None);
    let run = |width: Width| {
        set_width(width);
        let mut hash = 0u64;
        let mut cache = SampleCache::default();
        let mut models = Vec::new();
        for tick in 0..400u32 {
            let time = tick as f32 * 0.37;
            let (mut a, mut b) = (Pose::reference(&skeleton), Pose::reference(&skeleton));
            clip.sample_cached(at(time as u32, time.fract()), &mut cache, &mut a);
            clip.sample(at(149 - tick % 149, 0.25), &mut b);
            let mut mixed = Pose::default();
            crate::pose::blend(&a, &b, 0.3, &mut mixed);
            for kind in [
                AdditiveKind::Local,
                AdditiveKind::Mesh,
                AdditiveKind::LocalBoneFrame,
            ] {
                AdditivePose::between(kind, &skeleton, &a, &b).apply(&skeleton, 0.7, &mut mixed);
            }
            crate::pose::local_to_model(&skeleton, &mixed, &mut models);
            let bits = models
                .iter()
                .flat_map(|model| model.to_cols_array())
                .map(f32::to_bits);
            hash = bits.fold(hash ^ mixed.hash(), |hash, bits| {
                (hash ^ u64::from(bits)).wrapping_mul(0x100_0000_01b3)
            });
        }
        hash
    };
    let hashes = Width::ALL.map(run);
    set_width(Width::Eight);
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:x?}");
}

/// Ways from a bone, all around it.
fn ways() -> impl Iterator<Item = Vec3> {
    let turn = 0.5 * (5f32.sqrt() - 1.0) * std::f32::consts::TAU;
    (0..200).map(move |at| {
        let (height, angle) = ((at as f32 + 0.5) / 100.0 - 1.0, turn * at as f32);
        let around = (1.0 - height * height).sqrt();
        Vec3::new(around * angle.cos(), height, around * angle.sin())
    })
}

/// Whether an error that was told is that of a point that was found to be the furthest off, or of
/// one that is a little further: what is wrong in place and in turn is taken to add up.
fn tells(told: f32, found: f32) -> bool {
    found <= told * 1.001 + 2e-6 && found >= told * 0.7 - 2e-6
}

/// The largest distance of points around a bone, of a clip's frames put on their bases.
fn farthest_on_base(clip: &Compressed, kind: AdditiveKind, deltas: &[Pose], base: &Pose) -> f64 {
    let skeleton = skeleton();
    let put = |deltas: Pose| {
        let (mut pose, mut additive) = (base.clone(), AdditivePose::new(kind));
        additive.deltas = deltas;
        additive.apply(&skeleton, 1.0, &mut pose);
        let mut models = Vec::new();
        crate::pose::local_to_model(&skeleton, &pose, &mut models);
        models
    };
    let mut farthest = 0.0f64;
    for (frame, delta) in deltas.iter().enumerate() {
        let mut lossy = Pose::default();
        lossy.fill(skeleton.len(), &crate::additive::NO_DELTA);
        clip.sample(at(frame as u32, 0.0), &mut lossy);
        for (a, b) in put(delta.clone()).iter().zip(&put(lossy)) {
            for way in ways() {
                let point = way * EncoderSettings::DEFAULT_SHELL;
                farthest = farthest.max(
                    a.transform_point3(point)
                        .distance(b.transform_point3(point))
                        .into(),
                );
            }
        }
    }
    farthest
}

#[test]
fn additive_clips_are_measured_on_their_base() {
    let (frames, skeleton) = (motion(60), skeleton());
    // A base that stretches far out where the reference pose stands, so that the same turn moves
    // more.
    let base = Pose::new(frames[0].iter().map(|local| Transform {
        scale: Vec3::splat(1.2),
        ..local
    }));
    let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
    for kind in [
        AdditiveKind::Local,
        AdditiveKind::Mesh,
        AdditiveKind::LocalBoneFrame,
    ] {
        let deltas: Vec<Pose> = frames
            .iter()
            .map(|frame| AdditivePose::between(kind, &skeleton, &frames[0], frame).deltas)
            .collect();
        let encoded = |bases: &[Pose]| {
            let source = EncoderSource {
                skeleton: &skeleton,
                additive: Some(kind),
                bases,
                frames: &deltas,
                shells: &shells,
            };
            encode(&source, &EncoderSettings::default()).unwrap()
        };
        let (clip, report) = encoded(std::slice::from_ref(&base));
        assert!(!report.is_red());
        let farthest = farthest_on_base(&clip, kind, &deltas, &base);
        assert!(
            tells(report.max_error, farthest as f32),
            "{kind:?} {} {farthest}",
            report.max_error
        );
        let (elsewhere, _) = encoded(&[]);
        assert!(
            farthest_on_base(&elsewhere, kind, &deltas, &base) > 1.2e-4,
            "{kind:?}"
        );
        let one_a_frame = encoded(&vec![base.clone(); 60]).0;
        assert_eq!(one_a_frame, clip, "{kind:?}");
    }
}

/// Property 15 of spec 02.
#[test]
fn a_tighter_precision_never_gives_a_larger_error() {
    let frames = motion(100);
    let (mut last, mut reached) = (f32::MAX, 0);
    for step in 0..228 {
        let precision = 1e-2 * 0.97f32.powi(step);
        let (_, report) = compressed(
            &frames,
            &EncoderSettings {
                precision,
                ..EncoderSettings::default()
            },
            None,
        );
        assert!(
            report.max_error <= last && !report.is_red(),
            "{precision}: {} after {last}",
            report.max_error
        );
        reached += usize::from(report.max_error > 0.9 * precision);
        last = report.max_error;
    }
    assert!(
        reached > 114,
        "only {reached} of 228 use what they are allowed"
    );
}

#[test]
fn bad_frames_are_refused_with_their_place() {
    let skeleton = skeleton();
    let shells = vec![0.03; 12];
    let refused = |frames: &[Pose], shells: &[f32], precision: f32| {
        let source = EncoderSource {
            skeleton: &skeleton,
            additive: None,
            bases: &[],
            frames,
            shells,
        };
        encode(
            &source,
            &EncoderSettings {
                precision,
                ..EncoderSettings::default()
            },
        )
        .err()
    };
    let mut frames = motion(5);
    assert_eq!(refused(&[], &shells, 1e-4), Some(EncodeError::NoFrames));
    assert_eq!(
        refused(&frames, &shells, 0.0),
        Some(EncodeError::BadSettings)
    );
    assert_eq!(
        refused(&frames, &shells, f32::NAN),
        Some(EncodeError::BadSettings)
    );
    assert_eq!(
        refused(&frames, &shells[1..], 1e-4),
        Some(EncodeError::BoneCount)
    );
    frames[3].set_translation(2, Vec3::new(f32::NAN, 0.0, 0.0));
    assert_eq!(
        refused(&frames, &shells, 1e-4),
        Some(EncodeError::BadValue { frame: 3, bone: 2 })
    );
    frames[3].set_translation(2, Vec3::new(3e38, 0.0, 0.0));
    assert_eq!(
        refused(&frames, &shells, 1e-4),
        Some(EncodeError::BadValue { frame: 3, bone: 2 }),
        "its extent is infinite"
    );
    frames[1].set_rotation(7, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    assert_eq!(
        refused(&frames, &shells, 1e-4),
        Some(EncodeError::BadValue { frame: 1, bone: 7 })
    );
    assert_eq!(
        refused(&motion(1), &shells, 1e-4),
        None,
        "one frame is a clip"
    );
}

/// Changes the bytes and makes the checksum right again, as a hostile writer would.
pub(super) fn tampered(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Array<u8> {
    let mut bytes = bytes.to_vec();
    change(&mut bytes);
    if bytes.len() >= size_of::<CodecHeader>() {
        let sum = layout::checksum(&bytes);
        bytes[12..16].copy_from_slice(&sum.to_le_bytes());
    }
    Array::from(bytes)
}

#[test]
fn corrupt_bytes_are_refused_by_name() {
    let (clip, _) = compressed(&motion(150), &EncoderSettings::default(), None);
    let good = clip.bytes().to_vec();
    let load = |bytes: Array<u8>| Compressed::new(bytes, 150, 12).err();
    assert_eq!(load(Array::from(good.clone())), None);
    assert_eq!(
        Compressed::new(clip.bytes().clone(), 149, 12).err(),
        Some(CodecError::Shape)
    );
    assert_eq!(
        Compressed::new(clip.bytes().clone(), 150, 13).err(),
        Some(CodecError::Shape)
    );
    assert_eq!(
        load(Array::from(good[..20].to_vec())),
        Some(CodecError::NotCompressed)
    );
    assert_eq!(
        load(tampered(&good, |b| b[0] = b'X')),
        Some(CodecError::NotCompressed)
    );
    assert_eq!(
        load(tampered(&good, |b| b[4] = 9)),
        Some(CodecError::Version { found: 9 })
    );
    let shorter = tampered(&good, |b| b.truncate(good.len() - 4));
    assert!(matches!(load(shorter), Some(CodecError::Length { .. })));
    let mut flipped = good.clone();
    flipped[40] ^= 1;
    assert_eq!(
        load(Array::from(flipped.clone())),
        Some(CodecError::Checksum)
    );
    assert_eq!(
        Compressed::unsummed(Array::from(flipped), 150, 12).err(),
        None,
        "somebody else has summed them"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever the bytes say, loading ends with an error or with something that plays without a
    /// panic or a NaN.
    #[test]
    fn hostile_bytes_never_panic_and_never_give_nan(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let frames = motion(70);
        let (clip, _) = compressed(&frames[..], &EncoderSettings { precision: 1e-3, ..EncoderSettings::default() }, None);
        let bytes = tampered(clip.bytes(), |bytes| {
            for (place, value) in &changes {
                let at = place.index(bytes.len());
                bytes[at] = *value;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
                let length = bytes.len() as u32;
                if bytes.len() >= 12 { bytes[8..12].copy_from_slice(&length.to_le_bytes()); }
            }
        });
        if let Ok(loaded) = Compressed::new(bytes, 70, 12) {
            for span in [at(0, 0.0), at(31, 0.5), at(63, 0.9), at(69, 1.0)] {
                for local in sampled(&loaded, span).iter() {
                    prop_assert!(local.is_finite(), "{:?}", local);
                }
            }
        }
    }

    /// Any values are refused or come back within the precision, or red, and as numbers.
    #[test]
    fn odd_motions_are_within_the_precision_or_red(
        values in prop::collection::vec((0usize..12, 0usize..3, 0usize..3, 0usize..40, any::<f32>()), 0..12),
        precision in 1e-5f32..1e-2,
    ) {
        let (skeleton, mut frames) = (skeleton(), motion(40));
        for (bone, property, component, frame, value) in values {
            let mut local = frames[frame].get(bone);
            match property {
                0 => local.translation[component] = value,
                1 => local.scale[component] = value,
                _ => local.rotation = Quat::from_rotation_x(value % 7.0),
            }
            frames[frame].set(bone, &local);
        }
        let shells = vec![EncoderSettings::DEFAULT_SHELL; skeleton.len()];
        let source = EncoderSource { skeleton: &skeleton, additive: None, bases: &[], frames: &frames, shells: &shells };
        if let Ok((clip, report)) = encode(&source, &EncoderSettings { precision, ..EncoderSettings::default() }) {
            prop_assert!(report.max_error <= precision || report.is_red());
            prop_assert!((0..40).all(|frame| sampled(&clip, at(frame, 0.5)).iter().all(|local| local.is_finite())));
        }
        let reduction = keyframes::Reduction::default();
        if let Ok((bytes, _)) = keyframes::encode(&source, 1.3, &reduction) {
            let mut receiver = keyframes::Receiver::new(&bytes[..keyframes::HEADER_BYTES], &skeleton).unwrap();
            receiver.push(&bytes[keyframes::HEADER_BYTES..]).unwrap();
            let mut pose = Pose::reference(&skeleton);
            receiver.sample(0.6, &mut pose);
            prop_assert!(pose.iter().all(|local| local.is_finite()));
        }
    }
}

/// By hand: how far the points around a bone are apart in the frame of its parent.
fn parent_error(raw: &Transform, lossy: &Transform) -> f32 {
    let point = |local: &Transform, axis: Vec3| {
        local
            .to_affine()
            .transform_point3(axis * EncoderSettings::DEFAULT_SHELL)
    };
    ways()
        .map(|way| point(raw, way).distance(point(lossy, way)))
        .fold(0.0, f32::max)
}

#[test]
fn in_the_space_of_its_parent_each_bone_is_within_the_precision_by_itself() {
    let frames = motion(150);
    let by_itself = EncoderSettings {
        space: ErrorMetricSpace::Parent,
        ..EncoderSettings::default()
    };
    let ((object, whole), (clip, report)) = (
        compressed(&frames, &EncoderSettings::default(), None),
        compressed(&frames, &by_itself, None),
    );
    assert!(
        !report.is_red() && clip.bytes().len() * 10 < object.bytes().len() * 9,
        "errors need not make up for others"
    );
    let mut worst = [0f32; 12];
    for (frame, raw) in frames.iter().enumerate() {
        let lossy = sampled(&clip, at(frame as u32, 0.0));
        worst.iter_mut().enumerate().for_each(|(bone, worst)| {
            *worst = worst.max(parent_error(&raw.get(bone), &lossy.get(bone)));
        });
    }
    for (bone, worst) in worst.iter().enumerate() {
        assert!(
            tells(report.bones[bone].max, *worst) && *worst <= 1.001e-4,
            "bone {bone}: {worst}"
        );
    }
    assert!(whole.bones[7].max > 0.0 && worst[7] > 0.0);
}

#[test]
fn rates_are_the_bits_that_lie_in_the_stream_bone_by_bone() {
    for (frames, settings) in [
        (150, EncoderSettings::default()),
        (
            20,
            EncoderSettings {
                precision: 1e-6,
                ..EncoderSettings::default()
            },
        ),
    ] {
        let (clip, report) = compressed(&motion(frames), &settings, None);
        let rates = clip.rates();
        assert_eq!(rates.len(), 12);
        assert!(
            rates[5].rotation > rates[7].translation && rates[5].rotation > Some(2.0),
            "it spins: {:?}",
            rates[5]
        );
        assert!(
            rates[11].scale > Some(0.0) && rates[0].translation > Some(1.0),
            "{:?} {:?}",
            rates[11],
            rates[0]
        );
        assert_eq!(
            rates[3].scale.unwrap_or(0.0),
            0.0,
            "held, or stored once in a full group"
        );
        // Weighed by components and frames, they are all that the frames take.
        let mut bits = 0.0;
        for (bone, rates) in rates.iter().enumerate() {
            let is_full = clip.groups.iter().any(|group| {
                group.property == layout::Property::FullRotation
                    && usize::from(group.block) == bone / 8
                    && group.lanes & (1 << (bone % 8)) != 0
            });
            let components = if is_full { 4.0 } else { 3.0 };
            bits += components * rates.rotation.unwrap_or(0.0)
                + 3.0 * (rates.translation.unwrap_or(0.0) + rates.scale.unwrap_or(0.0));
        }
        let header: CodecHeader =
            bytemuck::pod_read_unaligned(&clip.bytes()[..size_of::<CodecHeader>()]);
        let bytes = bits * frames as f32 / 8.0;
        let (least, most) = (bytes - 1.0, bytes * 1.001 + 8.0);
        assert!(
            (least..=most).contains(&(header.stream_bytes as f32)),
            "{bytes} of {}",
            header.stream_bytes
        );
        assert_eq!(report.bones.len(), rates.len());
    }
    let still = compressed(
        &vec![motion(4)[3].clone(); 40],
        &EncoderSettings::default(),
        None,
    )
    .0
    .rates();
    assert_eq!((still[10].rotation, still[10].scale), (Some(0.0), None));
}
